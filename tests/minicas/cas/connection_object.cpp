// OID_GET, OID_CMD, COLLECTION, and what is asked about classes (CAS protocol 4.21).
#include <algorithm>

#include "cas/connection.h"
#include "types/error.h"

namespace minicas {

namespace {

enum OidCommand : int { kIsInstance = 2, kReadLock = 3, kWriteLock = 4, kClassName = 5 };
constexpr int kCollectionSize = 2;

std::size_t column_named(const Table& table, const std::string& name) {
    if (const auto found = table.schema.find(name)) return *found;
    throw db_failure(db_error::kUnknownAttribute, "Attribute \"" + name + "\" was not found.");
}

// `character varying(10)`, `numeric(10,2)`, `set(integer(10))`, `dba.t`
std::string type_text(const Domain& domain) {
    if (domain.type == TypeCode::kObject) return domain.class_name;
    std::string name(domain_name(domain.type));
    if (is_collection(domain.type)) {
        std::string list;
        if (domain.elements)  // as they were declared
            for (auto element = domain.elements->rbegin(); element != domain.elements->rend();
                 ++element)
                list += (list.empty() ? "" : ", ") + type_text(*element);
        return name + "(" + list + ")";
    }
    if (domain.precision <= 0) return name;
    name += "(" + std::to_string(domain.precision);
    if (domain.scale > 0 || domain.type == TypeCode::kNumeric)
        name += "," + std::to_string(domain.scale);
    return name + ")";
}

}  // namespace

Session::Instance Connection::instance(std::string_view object_id) {
    if (auto found = session_.find_instance(get<std::int64_t>(object_id))) return *found;
    throw db_failure(db_error::kDeletedObject, "Accessing deleted object 0|0|0.");
}

void Connection::oid_get(const CasRequest& request, std::string& out) {
    if (!request.has(0)) throw cas_failure(cas_error::kArgs);
    const auto [table, row] = instance(request.args[0]);
    std::vector<std::size_t> columns;
    for (std::size_t i = 1; i < request.args.size(); ++i)
        columns.push_back(column_named(*table, request.text(i)));
    if (columns.empty())
        for (std::size_t i = 0; i < row.size(); ++i) columns.push_back(i);
    put_int(out, 0);
    put_string(out, table->schema.shown_name());
    put_int(out, static_cast<std::int64_t>(columns.size()));
    for (const auto i : columns) {
        ColumnInfo info;
        info.domain = table->schema.columns[i].domain;
        put_type(out, info, style_);
        put_short(out, info.domain.scale);
        put_int(out, info.domain.precision);
        put_string(out, table->schema.columns[i].name);
    }
    for (const auto i : columns)
        put_value(out, row[i], table->schema.columns[i].domain, style_, false);
}

void Connection::oid_cmd(const CasRequest& request, std::string& out) {
    if (request.args.size() < 2) throw cas_failure(cas_error::kArgs);
    const int command = request.byte(0);
    if (command == kIsInstance)
        return put_int(out, session_.find_instance(get<std::int64_t>(request.args[1])).has_value());
    if (command < kIsInstance || command > kClassName) throw cas_failure(cas_error::kInternal);
    const auto found = instance(request.args[1]);
    put_int(out, 0);
    if (command == kClassName) out += found.table->schema.shown_name() + '\0';
}

void Connection::collection(const CasRequest& request, std::string& out) {
    if (request.args.size() < 3) throw cas_failure(cas_error::kArgs);
    const auto [table, row] = instance(request.args[1]);
    const auto at = column_named(*table, request.text(2));
    if (!is_collection(table->schema.columns[at].domain.type)) throw cas_failure(cas_error::kArgs);
    if (request.byte(0) != kCollectionSize) throw cas_failure(cas_error::kNotImplemented);
    put_int(out, 0);
    put_int(out,
            row[at].is_null() ? 0 : static_cast<std::int64_t>(row[at].collection().items.size()));
}

void Connection::get_attr_type_str(const CasRequest& request, std::string& out) {
    if (request.args.size() < 2) throw cas_failure(cas_error::kArgs);
    const auto table = session_.find_class(request.text(0));
    const auto at = column_named(*table, request.text(1));
    put_int(out, 0);
    out += type_text(table->schema.columns[at].domain) + '\0';
}

void Connection::get_class_num_objs(const CasRequest& request, std::string& out) {
    if (!request.has(0)) throw cas_failure(cas_error::kArgs);
    const auto table = session_.find_class(request.text(0));
    put_int(out, 0);
    put_int(out, session_.count_instances(table));
    put_int(out, 1);  // pages
}

}  // namespace minicas
