#include "store/system_tables.h"

#include <array>

#include "store/catalog.h"

namespace minicas {

namespace {

using enum TypeCode;

struct SystemColumn {
    std::string_view name;
    TypeCode type = kString;
    int precision = 255;
};

struct SystemTable {
    std::string_view name;
    std::vector<SystemColumn> columns;
    RowGenerator rows;
};

Value text(std::string_view value) { return Value(value); }
Value number(std::size_t value) { return Value(static_cast<std::int64_t>(value)); }
Value yes_no(bool value) { return Value(value ? "YES" : "NO"); }

std::vector<Row> classes(const Catalog& catalog) {
    std::vector<Row> rows;
    for (const auto& table : catalog.all(0)) {
        const auto& s = table->schema;
        rows.push_back({text(s.name), text(to_upper(s.owner)),
                        text(s.is_view() ? "VCLASS" : "CLASS"), yes_no(s.system), text("NO"),
                        text("NO"), text("utf8_bin"), text("")});
    }
    return rows;
}

std::vector<Row> attributes(const Catalog& catalog) {
    std::vector<Row> rows;
    for (const auto& table : catalog.all(0)) {
        const auto& s = table->schema;
        for (std::size_t i = 0; i < s.columns.size(); ++i) {
            const auto& column = s.columns[i];
            const bool plain = column.default_shown == "NULL";
            rows.push_back({text(column.name), text(s.name), text(to_upper(s.owner)),
                            text("INSTANCE"), number(i), Value(), Value(),
                            text(to_upper(constant_type_name(column.domain.type))),
                            Value(std::int64_t{column.domain.precision}),
                            Value(std::int64_t{column.domain.scale}), text("utf8"),
                            text("utf8_bin"), plain ? Value() : text(column.default_shown),
                            yes_no(!column.not_null), text(column.comment)});
        }
    }
    return rows;
}

std::vector<Row> indexes(const Catalog& catalog) {
    std::vector<Row> rows;
    for (const auto& table : catalog.all(0)) {
        for (const auto& index : table->schema.indexes)
            rows.push_back({text(index.name), yes_no(index.unique), text("NO"),
                            text(table->schema.name), text(to_upper(table->schema.owner)),
                            number(index.columns.size()), yes_no(index.primary),
                            yes_no(index.foreign)});
    }
    return rows;
}

std::vector<Row> index_keys(const Catalog& catalog) {
    std::vector<Row> rows;
    for (const auto& table : catalog.all(0)) {
        for (const auto& index : table->schema.indexes)
            for (std::size_t i = 0; i < index.columns.size(); ++i)
                rows.push_back({text(index.name), text(table->schema.name),
                                text(to_upper(table->schema.owner)),
                                text(table->schema.columns[index.columns[i]].name), number(i),
                                text(index.descending[i] ? "DESC" : "ASC")});
    }
    return rows;
}

std::vector<Row> one_row(const Catalog&) { return {{Value("utf8")}}; }
std::vector<Row> no_rows(const Catalog&) { return {}; }

std::vector<SystemTable> definitions() {
    return {{"db_root", {{"charset"}}, one_row},
            {"db_class",
             {{"class_name"},
              {"owner_name"},
              {"class_type", kString, 6},
              {"is_system_class", kString, 3},
              {"tde_algorithm", kString, 32},
              {"partitioned", kString, 3},
              {"collation", kString, 32},
              {"comment", kString, 2048}},
             classes},
            {"db_attribute",
             {{"attr_name"},
              {"class_name"},
              {"owner_name"},
              {"attr_type", kString, 8},
              {"def_order", kInt, 10},
              {"from_class_name"},
              {"from_owner_name"},
              {"data_type", kString, 9},
              {"prec", kInt, 10},
              {"scale", kInt, 10},
              {"charset", kString, 32},
              {"collation", kString, 32},
              {"default_value"},
              {"is_nullable", kString, 3},
              {"comment", kString, 1024}},
             attributes},
            {"db_index",
             {{"index_name"},
              {"is_unique", kString, 3},
              {"is_reverse", kString, 3},
              {"class_name"},
              {"owner_name"},
              {"key_count", kInt, 10},
              {"is_primary_key", kString, 3},
              {"is_foreign_key", kString, 3}},
             indexes},
            {"db_index_key",
             {{"index_name"},
              {"class_name"},
              {"owner_name"},
              {"key_attr_name"},
              {"key_order", kInt, 10},
              {"asc_desc", kString, 4}},
             index_keys},
            {"db_vclass",
             {{"vclass_name"},
              {"owner_name"},
              {"vclass_def", kString, 4096},
              {"comment", kString, 2048}},
             no_rows},
            {"db_auth",
             {{"grantor_name"},
              {"grantee_name"},
              {"object_type", kString, 9},
              {"object_name"},
              {"owner_name"},
              {"auth_type", kString, 7},
              {"is_grantable", kString, 3}},
             no_rows},
            {"db_serial",
             {{"name"},
              {"owner_name"},
              {"current_val", kBigint, 19},
              {"increment_val", kBigint, 19},
              {"max_val", kBigint, 19},
              {"min_val", kBigint, 19},
              {"cyclic", kInt, 10},
              {"started", kInt, 10},
              {"comment", kString, 1024}},
             no_rows},
            {"db_trig",
             {{"trigger_name"},
              {"target_class_name"},
              {"target_attr_name"},
              {"target_attr_type", kString, 8},
              {"action_type", kInt, 10},
              {"action_time", kInt, 10},
              {"comment", kString, 1024}},
             no_rows},
            {"db_partition",
             {{"class_name"},
              {"owner_name"},
              {"partition_name"},
              {"partition_type", kString, 32},
              {"comment", kString, 1024}},
             no_rows},
            {"db_stored_procedure",
             {{"sp_name"},
              {"sp_type", kString, 16},
              {"return_type", kString, 16},
              {"arg_count", kInt, 10},
              {"lang", kString, 16},
              {"target", kString, 4096},
              {"owner", kString, 256},
              {"comment", kString, 1024}},
             no_rows},
            {"db_stored_procedure_args",
             {{"sp_name"},
              {"index_of", kInt, 10},
              {"arg_name"},
              {"data_type", kString, 16},
              {"mode", kString, 6},
              {"comment", kString, 1024}},
             no_rows},
            {"db_collation",
             {{"coll_id", kInt, 10},
              {"coll_name", kString, 32},
              {"charset_name", kString, 32},
              {"is_builtin", kString, 3},
              {"has_expansions", kString, 3},
              {"contractions", kInt, 10},
              {"uca_strength"}},
             no_rows},
            {"db_charset",
             {{"charset_id", kInt, 10},
              {"charset_name", kString, 32},
              {"default_collation", kString, 32},
              {"char_size", kInt, 10}},
             no_rows},
            {"db_synonym",
             {{"synonym_name"},
              {"synonym_owner_name"},
              {"is_public_synonym", kString, 3},
              {"target_name"},
              {"target_owner_name"},
              {"comment", kString, 2048}},
             no_rows},
            {"db_server",
             {{"link_name"},
              {"host"},
              {"port", kInt, 10},
              {"db_name"},
              {"user_name"},
              {"properties", kString, 2048},
              {"owner"},
              {"comment", kString, 1024}},
             no_rows}};
}

}  // namespace

std::vector<std::pair<TableSchema, RowGenerator>> system_tables() {
    std::vector<std::pair<TableSchema, RowGenerator>> out;
    for (const auto& table : definitions()) {
        TableSchema schema;
        schema.owner = "dba";
        schema.name = table.name;
        schema.system = true;
        for (const auto& column : table.columns) {
            Column c;
            c.name = column.name;
            c.domain = Domain::of(column.type);
            if (column.type == kString) c.domain.precision = column.precision;
            schema.columns.push_back(std::move(c));
        }
        out.emplace_back(std::move(schema), table.rows);
    }
    return out;
}

}  // namespace minicas
