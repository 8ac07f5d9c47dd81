// PREPARE and what is asked about a handle.
#include "cas/connection.h"
#include "sql/lexer.h"
#include "sql/statement_type.h"
#include "types/error.h"
#include "types/text.h"

namespace minicas {

namespace {

constexpr std::size_t kMaxHandles = 2000;  // MAX_PREPARED_STMT_COUNT

// `CALL f(?)` of `? = CALL f(?)`; empty if the text is no call.
std::string call_text(std::string text) {
    const auto equal = text.find('=');
    const auto trim = [](std::string& t) { t.erase(0, t.find_first_not_of(" \t\r\n")); };
    trim(text);
    if (text.starts_with('?') && equal != std::string::npos) text.erase(0, text.find('=') + 1);
    trim(text);
    return same_name(text.substr(0, 4), "call") ? text : std::string();
}

}  // namespace

Handle& Connection::handle(int number) {
    const auto found = handles_.find(number);
    if (found == handles_.end()) throw cas_failure(cas_error::kSrvHandle);
    return found->second;
}

void Connection::prepare(const CasRequest& request, std::string& out) {
    prepare_text(request, 0, request.args.size(), out);
}

// The arguments of PREPARE are those from `first` on. Returns the new handle.
int Connection::prepare_text(const CasRequest& request, std::size_t first, std::size_t count,
                             std::string& out) {
    if (count < 2) throw cas_failure(cas_error::kArgs);
    const bool autocommit = count > 2 && request.byte(first + 2) == 1;
    for (std::size_t i = 3; i < count; ++i) handles_.erase(request.integer(first + i));
    if (request.args[first].empty()) throw cas_failure(cas_error::kNoMoreMemory);
    if (handles_.size() >= kMaxHandles) throw cas_failure(cas_error::kMaxPreparedStmtCount);
    const std::string sql = request.text(first);
    Handle handle;
    handle.flags = request.byte(first + 1);
    handle.markers = count_markers(sql);
    if ((handle.flags & Handle::kUpdatable) && handle.holdable())
        throw cas_failure(cas_error::kHoldableNotAllowed);
    const bool call = (handle.flags & Handle::kCall) != 0;
    if (call) {
        handle.text.sql = call_text(sql);
        if (handle.text.sql.empty()) throw cas_failure(cas_error::kInvalidCallStmt);
        handle.text.statements.resize(1);
        handle.text.statements[0].type = statement_type::kCallProcedure;
        handle.text.plans.resize(1);
    } else {
        try {
            handle.text = session_.prepare(sql);
        } catch (const Error&) {
            if (autocommit) rollback();
            throw;
        }
    }
    const bool objects = (handle.flags & (Handle::kIncludeOid | Handle::kUpdatable)) != 0 &&
                         !call && handle.text.statements[0].has_objects;
    handle.text.with_oids = objects;
    WireStyle style = style_;
    style.attributes = objects && (handle.flags & Handle::kUpdatable) != 0;
    int number = 1;
    while (handles_.contains(number)) ++number;
    const Described& described = handle.text.statements[0];
    put_int(out, number);
    put_int(out, -1);  // not cacheable by the client
    put_byte(out, described.type);
    put_int(out, handle.markers);
    put_byte(out, style.attributes);  // updatable
    put_columns(out, described.columns, style);
    handles_[number] = std::move(handle);
    return number;
}

void Connection::close_req_handle(const CasRequest& request, std::string& out) {
    if (!request.has(0)) throw cas_failure(cas_error::kArgs);
    handles_.erase(request.integer(0));
    if (request.byte(1) == 1 && in_transaction_) commit();
    put_int(out, 0);
}

void Connection::parameter_info(const CasRequest& request, std::string& out) {
    if (!request.has(0)) throw cas_failure(cas_error::kArgs);
    const Handle& h = handle(request.integer(0));
    const Described& described = h.text.statements[0];
    put_int(out, h.markers);
    for (std::size_t i = 0; i < static_cast<std::size_t>(h.markers); ++i) {
        const bool known = i < described.parameters.size();
        ColumnInfo shown;
        if (known) shown.domain = described.parameters[i];
        if (is_collection(shown.domain.type)) shown.domain.precision = 0;
        put_byte(out, known ? 1 : 0);
        put_type(out, shown, style_);
        put_short(out, shown.domain.scale);
        put_int(out, shown.domain.precision);
    }
}

// CAS protocol 4.16.
void Connection::get_generated_keys(const CasRequest& request, std::string& out) {
    if (!request.has(0)) throw cas_failure(cas_error::kArgs);
    Handle& h = handle(request.integer(0));
    if (h.keys == Handle::Keys::kNone) throw db_failure(0, "No error message available.");
    const bool asked = h.keys != Handle::Keys::kNotAsked;
    const bool first = h.keys == Handle::Keys::kKept;
    if (!first) h.key_columns.clear();
    if (asked && !first) h.key_rows.clear();
    put_int(out, 0);
    put_byte(out, asked ? statement_type::kSelect : statement_type::kInsert);
    put_int(out, asked ? static_cast<std::int64_t>(h.key_rows.size()) : h.results[0].count);
    put_byte(out, 1);
    put_int(out, static_cast<std::int64_t>(h.key_columns.size()));
    for (const auto& column : h.key_columns) {  // with one type byte for every client
        put_byte(out, static_cast<int>(column.domain.type));
        put_short(out, column.domain.scale);
        put_int(out, column.domain.precision);
        put_string(out, column.label);
    }
    const std::size_t tuples = asked ? h.key_rows.size() : 1;
    put_int(out, static_cast<std::int64_t>(tuples));
    for (std::size_t i = 0; i < tuples; ++i) {
        put_int(out, static_cast<std::int64_t>(i + 1));
        out.append(8, '\0');
        for (std::size_t c = 0; c < h.key_columns.size(); ++c)
            put_value(out, h.key_rows[i][c], h.key_columns[c].domain, style_, false);
    }
    if (first) h.keys = Handle::Keys::kGiven;
}

}  // namespace minicas
