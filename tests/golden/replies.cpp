#include "replies.h"

#include <utility>

#include "cas/execute.h"
#include "cas/execute_array.h"
#include "cas/fetch.h"
#include "cas/handshake.h"
#include "cas/lob.h"
#include "cas/prepare.h"
#include "cas/reply.h"
#include "cas/transaction.h"
#include "reading.h"
#include "requests.h"

namespace golden {
namespace {

namespace base = cubrid::odbc::base;
namespace cas = cubrid::odbc::cas;
using base::Result;

std::string_view argument(const Exchange& exchange, std::size_t index) {
    const auto arguments = split_arguments(exchange.request);
    return arguments && index < arguments->size() ? (*arguments)[index] : std::string_view{};
}

std::int32_t handle_of(const Exchange& exchange) {
    const std::string_view handle = argument(exchange, 0);
    return handle.size() == 4 ? base::load_be<std::int32_t>(base::as_bytes(handle).data()) : 0;
}

template <class Enum>
Json code(Enum value) {
    return Json::number(static_cast<int>(value));
}

Json show_prepared(const cas::Prepared& prepared) {
    return Json::object({{"statement_type", code(prepared.type)},
                         {"markers", Json::number(prepared.markers)},
                         {"columns", show_columns(prepared.columns)}});
}

// Takes over the columns that the reply describes, and shows it.
Json show_executed(const cas::Executed& executed, std::vector<cas::Column>& columns) {
    if (executed.columns) columns = *executed.columns;
    Json results = Json::array();
    for (std::size_t i = 0; i < executed.counts.size(); ++i) {
        results.add(Json::object({{"statement_type", code(executed.types[i])},
                                  {"count", Json::number(executed.counts[i])}}));
    }
    Json shown = Json::object({{"count", Json::number(executed.count)}, {"results", results}});
    shown.set("column_info", executed.columns
                                 ? Json::object({{"columns", show_columns(*executed.columns)}})
                                 : Json::null());
    if (executed.page) shown.set("fetch", show_page(*executed.page, columns));
    return shown;
}

Result<Json> prepare(const Exchange& exchange, Connection& connection) {
    auto prepared = cas::read_prepare(exchange.body());
    if (!prepared) return prepared.error();
    connection.statements[prepared->handle] = prepared->columns;
    return show_prepared(*prepared);
}

Result<Json> execute(const Exchange& exchange, Connection& connection) {
    std::vector<cas::Column>& columns = connection.statements[handle_of(exchange)];
    const bool fetched = argument(exchange, 5) == std::string_view{"\1", 1};
    auto executed = cas::read_execute(exchange.body_buffer(), columns.size(), fetched);
    if (!executed) return executed.error();
    return show_executed(*executed, columns);
}

Result<Json> prepare_and_execute(const Exchange& exchange, Connection& connection) {
    auto both = cas::read_prepare_and_execute(exchange.body_buffer());
    if (!both) return both.error();
    std::vector<cas::Column>& columns = connection.statements[both->prepared.handle];
    columns = both->prepared.columns;
    return Json::object({{"prepare", show_prepared(both->prepared)},
                         {"execute", show_executed(both->executed, columns)}});
}

Result<Json> next_result(const Exchange& exchange, Connection& connection) {
    auto result = cas::read_next_result(exchange.body());
    if (!result) return result.error();
    connection.statements[handle_of(exchange)] = result->columns;
    return Json::object({{"count", Json::number(result->count)},
                         {"statement_type", code(result->type)},
                         {"columns", show_columns(result->columns)}});
}

Result<Json> fetch(const Exchange& exchange, Connection& connection) {
    const auto statement = connection.statements.find(handle_of(exchange));
    const std::vector<cas::Column> columns =
        statement != connection.statements.end() ? statement->second : std::vector<cas::Column>{};
    auto page = cas::read_fetch(exchange.body_buffer(), columns.size());
    if (!page) return page.error();
    return show_page(*page, columns);
}

Result<Json> execute_array(const Exchange& exchange, Connection&) {
    auto outcomes = cas::ArrayOutcomes::read(exchange.body());
    if (!outcomes) return outcomes.error();
    return Json::object({{"rows_executed", Json::number(outcomes->size())},
                         {"row_results", show_outcomes(*outcomes)}});
}

Result<Json> parameter_info(const Exchange& exchange, Connection&) {
    auto parameters = cas::read_parameter_info(exchange.body());
    if (!parameters) return parameters.error();
    return Json::object({{"parameters", show_parameters(*parameters)}});
}

Result<Json> get_db_parameter(const Exchange& exchange, Connection&) {
    auto value = cas::read_db_parameter(exchange.body());
    if (!value) return value.error();
    return Json::object({{"value", Json::number(*value)}});
}

Result<Json> get_db_version(const Exchange& exchange, Connection&) {
    auto version = cas::read_db_version(exchange.body());
    if (!version) return version.error();
    return Json::object({{"text", Json::text(*version)}});
}

Result<Json> success(const Exchange& exchange, Connection&) {
    auto checked = cas::check_reply(exchange.body());
    if (!checked) return checked.error();
    return Json::object({{"result", Json::number(0)}});
}

// Has no result code when it went well; the driver does not read it.
Result<Json> cursor_close(const Exchange& exchange, Connection& connection) {
    if (!exchange.body().empty()) return success(exchange, connection);
    return Json::object({{"empty_body", Json::boolean(true)}});
}

// The recordings show the type number inside the handle.
Result<Json> lob_new(const Exchange& exchange, Connection&) {
    auto lob = cas::read_lob_new(exchange.body());
    if (!lob) return lob.error();
    const int inner = lob->type() == cas::Type::blob ? 33 : 34;
    return Json::object({{"lob", Json::object({{"lob", Json::number(inner)},
                                               {"size", Json::number(lob->size())}})}});
}

Result<Json> lob_write(const Exchange& exchange, Connection&) {
    auto written = cas::read_lob_write(exchange.body());
    if (!written) return written.error();
    return Json::object({{"result", Json::number(static_cast<long long>(*written))}});
}

Result<Json> lob_read(const Exchange& exchange, Connection&) {
    auto data = cas::read_lob_read(exchange.body());
    if (!data) return data.error();
    return Json::object({{"result", Json::number(static_cast<long long>(data->size()))},
                         {"data", show_bytes(base::as_text(*data))}});
}

using Decode = Result<Json> (*)(const Exchange&, Connection&);

const std::map<std::string, Decode>& decoders() {
    static const std::map<std::string, Decode> kTable = {
        {"PREPARE", prepare},
        {"EXECUTE", execute},
        {"PREPARE_AND_EXECUTE", prepare_and_execute},
        {"NEXT_RESULT", next_result},
        {"FETCH", fetch},
        {"EXECUTE_ARRAY", execute_array},
        {"PARAMETER_INFO", parameter_info},
        {"GET_DB_PARAMETER", get_db_parameter},
        {"GET_DB_VERSION", get_db_version},
        {"END_TRAN", success},
        {"SET_DB_PARAMETER", success},
        {"CLOSE_REQ_HANDLE", success},
        {"CURSOR_CLOSE", cursor_close},
        {"CON_CLOSE", success},
        {"LOB_NEW", lob_new},
        {"LOB_WRITE", lob_write},
        {"LOB_READ", lob_read},
    };
    return kTable;
}

}  // namespace

std::optional<Result<Json>> read_response(const Exchange& exchange, Connection& connection) {
    const bool failed = exchange.expect.has("error");
    const auto found = decoders().find(exchange.function);
    if (found == decoders().end()) {
        // The handle can be one that a statement had before.
        auto opened = cas::open_reply(exchange.body());
        if (opened && exchange.function == "SCHEMA_INFO")
            connection.statements.erase(opened->result);
        if (!opened) return Result<Json>{opened.error()};
        return std::nullopt;
    }
    const bool unknown_rows =
        exchange.function == "FETCH" && !connection.statements.contains(handle_of(exchange));
    if (unknown_rows && !failed) return std::nullopt;
    return found->second(exchange, connection);
}

Result<Json> read_open_response(const Exchange& exchange) {
    auto reply = cas::read_open_reply(exchange.body());
    if (!reply) return reply.error();
    return Json::object({{"server_version", code(reply->version)},
                         {"statement_pooling", Json::number(reply->statement_pooling ? 1 : 0)}});
}

}  // namespace golden
