// mc_elements(collection): the elements of a collection as rows, for TABLE(...) in FROM.
#include "exec/sqlite_bridge.h"

namespace minicas {

namespace {

constexpr int kSource = 1;  // the hidden column that takes the argument

struct Cursor : sqlite3_vtab_cursor {
    Value collection;
    std::size_t at = 0;
};

int connect(sqlite3* db, void*, int, const char* const*, sqlite3_vtab** out, char**) {
    const int code = sqlite3_declare_vtab(db, "CREATE TABLE x(c0, source HIDDEN)");
    if (code == SQLITE_OK) *out = new sqlite3_vtab{};
    return code;
}

int disconnect(sqlite3_vtab* table) {
    delete table;
    return SQLITE_OK;
}

int best_index(sqlite3_vtab*, sqlite3_index_info* info) {
    for (int i = 0; i < info->nConstraint; ++i) {
        const auto& constraint = info->aConstraint[i];
        if (constraint.iColumn != kSource || constraint.op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
        if (!constraint.usable) return SQLITE_CONSTRAINT;
        info->aConstraintUsage[i].argvIndex = 1;
        info->aConstraintUsage[i].omit = 1;
        info->estimatedCost = 10;
        info->estimatedRows = 10;
        return SQLITE_OK;
    }
    return SQLITE_CONSTRAINT;
}

int open(sqlite3_vtab*, sqlite3_vtab_cursor** out) {
    *out = new Cursor{};
    return SQLITE_OK;
}

int close(sqlite3_vtab_cursor* cursor) {
    delete static_cast<Cursor*>(cursor);
    return SQLITE_OK;
}

int filter(sqlite3_vtab_cursor* base, int, const char*, int, sqlite3_value** args) {
    auto& cursor = *static_cast<Cursor*>(base);
    cursor.collection = value_of(args[0], Domain::of(TypeCode::kSet));
    cursor.at = 0;
    return SQLITE_OK;
}

int next(sqlite3_vtab_cursor* cursor) {
    ++static_cast<Cursor*>(cursor)->at;
    return SQLITE_OK;
}

int eof(sqlite3_vtab_cursor* base) {
    const auto& cursor = *static_cast<Cursor*>(base);
    return cursor.collection.is_null() || cursor.at >= cursor.collection.collection().items.size();
}

int column(sqlite3_vtab_cursor* base, sqlite3_context* context, int) {
    const auto& cursor = *static_cast<Cursor*>(base);
    give_result(context, cursor.collection.collection().items[cursor.at].value);
    return SQLITE_OK;
}

int row_id(sqlite3_vtab_cursor* cursor, sqlite3_int64* out) {
    *out = static_cast<sqlite3_int64>(static_cast<Cursor*>(cursor)->at);
    return SQLITE_OK;
}

const sqlite3_module& module() {
    static const sqlite3_module kModule = [] {
        sqlite3_module m{};
        m.xConnect = connect;
        m.xBestIndex = best_index;
        m.xDisconnect = disconnect;
        m.xOpen = open;
        m.xClose = close;
        m.xFilter = filter;
        m.xNext = next;
        m.xEof = eof;
        m.xColumn = column;
        m.xRowid = row_id;
        return m;
    }();
    return kModule;
}

}  // namespace

void register_element_table(sqlite3* db) {
    sqlite3_create_module_v2(db, "mc_elements", &module(), nullptr, nullptr);
}

}  // namespace minicas
