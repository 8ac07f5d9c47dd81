// Definitions in the form of rows: one list of values, read in the order in which it was written.
#include "store/storage.h"

namespace minicas {

namespace {

class Writer {
 public:
    void number(std::int64_t value) { pack(out_, Value(value)); }
    void text(const std::string& value) { pack(out_, Value(value)); }
    template <typename Items, typename Each>
    void list(const Items& items, Each each) {
        number(static_cast<std::int64_t>(items.size()));
        for (const auto& item : items) each(item);
    }
    std::string take() { return std::move(out_); }

 private:
    std::string out_;
};

class Reader {
 public:
    explicit Reader(std::string_view packed) : values_(unpack_row(packed)) {}
    std::int64_t number() { return values_.at(at_++).integer(); }
    bool flag() { return number() != 0; }
    std::string text() { return values_.at(at_++).text(); }
    template <typename Each>
    void list(Each each) {
        for (auto count = number(); count > 0; --count) each();
    }

 private:
    Row values_;
    std::size_t at_ = 0;
};

void put_domain(Writer& out, const Domain& domain) {
    out.number(static_cast<int>(domain.type));
    out.number(domain.precision);
    out.number(domain.scale);
    out.number(static_cast<int>(domain.collation));
    out.number(static_cast<int>(domain.charset));
    out.text(domain.class_name);
    static const std::vector<std::string> kNone;
    out.list(domain.labels ? *domain.labels : kNone,
             [&](const std::string& label) { out.text(label); });
    static const std::vector<Domain> kAny;
    out.list(domain.elements ? *domain.elements : kAny,
             [&](const Domain& element) { put_domain(out, element); });
}

Domain get_domain(Reader& in) {
    Domain domain;
    domain.type = static_cast<TypeCode>(in.number());
    domain.precision = static_cast<int>(in.number());
    domain.scale = static_cast<int>(in.number());
    domain.collation = static_cast<Collation>(in.number());
    domain.charset = static_cast<Charset>(in.number());
    domain.class_name = in.text();
    auto labels = std::make_shared<std::vector<std::string>>();
    in.list([&] { labels->push_back(in.text()); });
    if (!labels->empty()) domain.labels = std::move(labels);
    std::vector<Domain> elements;
    in.list([&] { elements.push_back(get_domain(in)); });
    if (!elements.empty())
        domain.elements = std::make_shared<const std::vector<Domain>>(std::move(elements));
    return domain;
}

void put_column(Writer& out, const Column& column) {
    out.text(column.name);
    put_domain(out, column.domain);
    for (const bool flag : {column.not_null, column.auto_increment, column.shared})
        out.number(flag);
    out.number(column.auto_start);
    out.number(column.auto_step);
    for (const auto* text : {&column.default_sql, &column.default_shown, &column.comment})
        out.text(*text);
}

Column get_column(Reader& in) {
    Column column;
    column.name = in.text();
    column.domain = get_domain(in);
    column.not_null = in.flag();
    column.auto_increment = in.flag();
    column.shared = in.flag();
    column.auto_start = in.number();
    column.auto_step = in.number();
    column.default_sql = in.text();
    column.default_shown = in.text();
    column.comment = in.text();
    return column;
}

}  // namespace

std::string pack_schema(const TableSchema& schema) {
    Writer out;
    out.text(schema.owner);
    out.text(schema.name);
    out.text(schema.view_query);
    out.number(schema.reuse_oid);
    out.list(schema.columns, [&](const Column& column) { put_column(out, column); });
    const auto positions = [&](const std::vector<std::size_t>& columns) {
        out.list(columns,
                 [&](std::size_t column) { out.number(static_cast<std::int64_t>(column)); });
    };
    out.list(schema.indexes, [&](const Index& index) {
        out.text(index.name);
        positions(index.columns);
        out.list(index.descending, [&](bool descending) { out.number(descending); });
        for (const bool flag : {index.unique, index.primary, index.foreign}) out.number(flag);
    });
    out.list(schema.foreign_keys, [&](const ForeignKey& key) {
        out.text(key.name);
        positions(key.columns);
        out.text(key.parent);
        out.list(key.parent_columns, [&](const std::string& column) { out.text(column); });
        out.text(key.on_delete);
        out.text(key.on_update);
    });
    return out.take();
}

TableSchema unpack_schema(std::string_view packed) {
    Reader in(packed);
    TableSchema schema;
    schema.owner = in.text();
    schema.name = in.text();
    schema.view_query = in.text();
    schema.reuse_oid = in.flag();
    in.list([&] { schema.columns.push_back(get_column(in)); });
    const auto positions = [&] {
        std::vector<std::size_t> columns;
        in.list([&] { columns.push_back(static_cast<std::size_t>(in.number())); });
        return columns;
    };
    in.list([&] {
        Index index;
        index.name = in.text();
        index.columns = positions();
        in.list([&] { index.descending.push_back(in.flag()); });
        index.unique = in.flag();
        index.primary = in.flag();
        index.foreign = in.flag();
        schema.indexes.push_back(std::move(index));
    });
    in.list([&] {
        ForeignKey key;
        key.name = in.text();
        key.columns = positions();
        key.parent = in.text();
        in.list([&] { key.parent_columns.push_back(in.text()); });
        key.on_delete = in.text();
        key.on_update = in.text();
        schema.foreign_keys.push_back(std::move(key));
    });
    return schema;
}

}  // namespace minicas
