#include "cas/connection.h"

#include <algorithm>
#include <utility>

#include "cas/function_code.h"
#include "types/error.h"

namespace minicas {

namespace {

namespace fc = function_code;

}  // namespace

std::string Connection::error_body(const Error& error) {
    std::string out;
    put_int(out, error.indicator());
    put_int(out, error.code());
    out.append(error.message().substr(0, 1022));
    out.push_back('\0');
    return out;
}

const Connection::FunctionRow* Connection::find_function(int code) {
    using C = Connection;
    static const FunctionRow kFunctions[] = {{fc::kEndTran, &C::end_tran},
                                             {fc::kPrepare, &C::prepare},
                                             {fc::kExecute, &C::execute},
                                             {fc::kGetDbParameter, &C::get_db_parameter, false},
                                             {fc::kSetDbParameter, &C::set_db_parameter, false},
                                             {fc::kCloseReqHandle, &C::close_req_handle, false},
                                             {fc::kCursor, &C::cursor},
                                             {fc::kFetch, &C::fetch},
                                             {fc::kSchemaInfo, &C::schema_info},
                                             {12, &C::deprecated},
                                             {13, &C::deprecated},
                                             {14, &C::deprecated},
                                             {fc::kGetDbVersion, &C::get_db_version, false},
                                             {fc::kOidGet, &C::oid_get},
                                             {fc::kGetClassNumObjs, &C::get_class_num_objs},
                                             {fc::kOidCmd, &C::oid_cmd},
                                             {fc::kCollection, &C::collection},
                                             {fc::kNextResult, &C::next_result},
                                             {fc::kExecuteBatch, &C::execute_batch},
                                             {fc::kExecuteArray, &C::execute_array, true, true},
                                             {fc::kGetAttrTypeStr, &C::get_attr_type_str, false},
                                             {25, &C::deprecated},
                                             {fc::kSavepoint, &C::savepoint},
                                             {fc::kParameterInfo, &C::parameter_info},
                                             {fc::kConClose, &C::con_close},
                                             {fc::kCheckCas, &C::check_cas},
                                             {fc::kGetGeneratedKeys, &C::get_generated_keys},
                                             {fc::kLobNew, &C::lob_new, true, true},
                                             {fc::kLobWrite, &C::lob_write, true, true},
                                             {fc::kLobRead, &C::lob_read, true, true},
                                             {fc::kEndSession, &C::end_session, false},
                                             {fc::kGetRowCount, &C::get_row_count},
                                             {fc::kGetLastInsertId, &C::get_last_insert_id},
                                             {fc::kPrepareAndExecute, &C::prepare_and_execute},
                                             {fc::kCursorClose, &C::cursor_close, false},
                                             {fc::kChangeMode, &C::change_mode, false}};
    const auto found = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                    [&](const FunctionRow& row) { return row.code == code; });
    static const FunctionRow kOther{0, &C::not_implemented};
    return found == std::end(kFunctions) ? &kOther : found;
}

std::string Connection::answer(const CasRequest& request) {
    const FunctionRow& function = *find_function(request.function);
    // CHECK_CAS opens a transaction, but a following function without one of its own takes that
    // back.
    const auto before = std::exchange(before_check_cas_, std::nullopt);
    if (request.function == fc::kCheckCas) before_check_cas_ = before.value_or(in_transaction_);
    if (function.own_transaction) {
        in_transaction_ = true;
    } else if (before) {
        in_transaction_ = *before;
    }
    if (server_lost_) return answer_without_server(request.function == fc::kEndTran);
    session_.clear_interrupt();
    session_.set_deadline(std::nullopt);
    std::string out;
    try {
        (this->*function.run)(request, out);
    } catch (const Error& error) {
        out = error_body(error);
        if (function.short_errors && error.code() == cas_error::kArgs) {
            out.clear();
            put_int(out, error.code());
        }
    }
    return out;
}

bool Connection::has_holdable_result() const {
    return std::any_of(handles_.begin(), handles_.end(), [](const auto& entry) {
        return entry.second.holdable() &&
               std::any_of(entry.second.results.begin(), entry.second.results.end(),
                           [](const Result& r) { return r.tuples != nullptr; });
    });
}

}  // namespace minicas
