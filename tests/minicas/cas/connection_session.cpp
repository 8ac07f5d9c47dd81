// Parameters, counters, and the functions that this server does not have.
#include "cas/connection.h"
#include "types/error.h"

namespace minicas {

namespace {

enum Parameter : int {
    kIsolation = 1,
    kLockTimeout = 2,
    kMaxStringLength = 3,
    kAutocommit = 4,
    kNoBackslashEscapes = 5
};

constexpr int kBackslashIsOrdinary = -2;
constexpr int kLastSchemaType = 20;

}  // namespace

void Connection::get_db_parameter(const CasRequest& request, std::string& out) {
    if (!request.has(0)) throw cas_failure(cas_error::kArgs);
    int value = 0;
    switch (request.integer(0)) {
        case kIsolation:
            value = static_cast<int>(session_.isolation);
            break;
        case kLockTimeout:
            value = session_.lock_timeout_ms;
            break;
        case kMaxStringLength:
            value = kMaxVarcharPrecision;
            break;
        case kNoBackslashEscapes:
            value = kBackslashIsOrdinary;
            break;
        default:
            throw cas_failure(cas_error::kParamName);
    }
    put_int(out, 0);
    put_int(out, value);
}

void Connection::set_db_parameter(const CasRequest& request, std::string& out) {
    if (request.args.size() < 2) throw cas_failure(cas_error::kArgs);
    const int value = request.integer(1);
    switch (request.integer(0)) {
        case kIsolation:
            if (value < 4 || value > 6)
                throw db_failure(db_error::kIsolation,
                                 "Isolation level value in MVCC must be 'read committed', "
                                 "'repeatable read' or 'serializable'.");
            session_.isolation = static_cast<Isolation>(value);
            break;
        case kLockTimeout:
            if (value < -2) throw cas_failure(cas_error::kArgs);
            session_.lock_timeout_ms = value == -2 ? -1 : value;  // -2: the server's default
            break;
        case kAutocommit:
            break;  // autocommit is an argument of each request
        default:
            throw cas_failure(cas_error::kParamName);
    }
    put_int(out, 0);
}

void Connection::get_db_version(const CasRequest& request, std::string& out) {
    if (!request.has(0)) throw cas_failure(cas_error::kArgs);
    put_int(out, 0);
    out.append(session_.server_version());
    out.push_back('\0');
    if (request.byte(0) == 1 && in_transaction_) commit();
}

void Connection::get_row_count(const CasRequest&, std::string& out) {
    put_int(out, 0);
    put_int(out, session_.row_count());
}

void Connection::get_last_insert_id(const CasRequest&, std::string& out) {
    put_int(out, 0);
    put_value(out, session_.last_insert_id(), Domain::numeric(kMaxNumericPrecision, 0), style_,
              true);
}

void Connection::check_cas(const CasRequest&, std::string&) {}

void Connection::end_session(const CasRequest&, std::string& out) { put_int(out, 0); }

void Connection::change_mode(const CasRequest& request, std::string& out) {
    const int mode = request.integer(0);
    if (mode != 1 && mode != 2) throw cas_failure(cas_error::kArgs);
    put_int(out, 0);
    put_int(out, change_mode_);
    change_mode_ = mode;
}

void Connection::schema_info(const CasRequest& request, std::string&) {
    const int type = request.integer(0);
    throw cas_failure(type < 1 || type > kLastSchemaType ? cas_error::kSchemaType
                                                         : cas_error::kNotImplemented);
}

void Connection::bad_arguments(const CasRequest&, std::string&) {
    throw cas_failure(cas_error::kArgs);
}

void Connection::deprecated(const CasRequest&, std::string& out) {
    put_int(out, cas_error::kNotImplemented);
}

void Connection::not_implemented(const CasRequest&, std::string&) {
    throw cas_failure(cas_error::kNotImplemented);
}

}  // namespace minicas
