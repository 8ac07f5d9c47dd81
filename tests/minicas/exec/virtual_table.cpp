// The engine's tables in SQLite: USING minicas(<table id>). A scan walks the slots and shows the
// versions of the running statement's snapshot; equality on all columns of an index is a look-up.
#include <algorithm>
#include <cstdlib>

#include "exec/sqlite_bridge.h"

namespace minicas {

namespace {

constexpr int kScan = 0, kSlot = 1, kIndex = 2;  // kIndex + n: the n-th index

struct TableView : sqlite3_vtab {
    SqliteBridge* bridge;
    TablePtr table;
};

struct Cursor : sqlite3_vtab_cursor {
    SqliteBridge* bridge;
    TablePtr table;
    std::vector<SlotId> chosen;  // of a look-up
    bool scanning = true;
    std::size_t at = 0;  // slot, or place in `chosen`
    const Version* version = nullptr;
    std::shared_ptr<const std::vector<Row>> computed;  // a system table

    SlotId slot() const { return scanning ? at : chosen[at]; }
    std::size_t end() const {
        return computed ? computed->size() : scanning ? table->slot_count() : chosen.size();
    }

    void settle() {  // at the first visible row from `at` on
        if (computed) return;
        for (version = nullptr; at < end(); ++at)
            if ((version = table->visible(slot(), bridge->running().snapshot))) return;
    }
};

const char* natural_collation(const Domain& domain) {
    if (domain.type == TypeCode::kNumeric) return "mc_numeric";
    if (!is_character(domain.type)) return nullptr;  // any
    if (domain.collation == Collation::kCaseInsensitive) return "mc_ci";
    return (domain.type == TypeCode::kChar || domain.type == TypeCode::kNchar) ? "mc_pad"
                                                                               : "BINARY";
}

int connect(sqlite3* db, void* aux, int count, const char* const* args, sqlite3_vtab** out,
            char**) {
    auto* bridge = static_cast<SqliteBridge*>(aux);
    const auto table =
        count > 3 ? bridge->catalog().find_id(std::strtoull(args[3], nullptr, 10)) : nullptr;
    if (!table) return SQLITE_ERROR;
    std::string declaration = "CREATE TABLE x(";
    for (std::size_t i = 0; i < table->schema.columns.size(); ++i)
        declaration += (i ? ", c" : "c") + std::to_string(i);
    const int code = sqlite3_declare_vtab(db, (declaration + ")").c_str());
    if (code != SQLITE_OK) return code;
    auto* view = new TableView{};
    view->bridge = bridge;
    view->table = table;
    *out = view;
    return SQLITE_OK;
}

int disconnect(sqlite3_vtab* view) {
    delete static_cast<TableView*>(view);
    return SQLITE_OK;
}

// The constraint `column = ?` that may be used, or -1.
int equality_on(sqlite3_index_info* info, int column, const char* collation) {
    for (int i = 0; i < info->nConstraint; ++i) {
        const auto& constraint = info->aConstraint[i];
        if (!constraint.usable || constraint.op != SQLITE_INDEX_CONSTRAINT_EQ ||
            constraint.iColumn != column)
            continue;
        if (collation && sqlite3_stricmp(sqlite3_vtab_collation(info, i), collation) != 0) continue;
        return i;
    }
    return -1;
}

int best_index(sqlite3_vtab* base, sqlite3_index_info* info) {
    const auto& table = *static_cast<TableView*>(base)->table;
    info->estimatedRows = static_cast<sqlite3_int64>(table.slot_count() + 10);
    info->estimatedCost = static_cast<double>(table.slot_count()) + 10;
    info->idxNum = kScan;
    if (table.generate) return SQLITE_OK;
    if (const int slot = equality_on(info, -1, nullptr); slot >= 0) {
        info->idxNum = kSlot;
        info->aConstraintUsage[slot].argvIndex = 1;
        info->estimatedRows = 1;
        info->estimatedCost = 1;
        return SQLITE_OK;
    }
    for (std::size_t n = 0; n < table.schema.indexes.size(); ++n) {
        std::vector<int> used;
        for (const auto column : table.schema.indexes[n].columns)
            used.push_back(equality_on(info, static_cast<int>(column),
                                       natural_collation(table.schema.columns[column].domain)));
        if (std::find(used.begin(), used.end(), -1) != used.end()) continue;
        info->idxNum = kIndex + static_cast<int>(n);
        int argument = 0;
        for (const int i : used) info->aConstraintUsage[i].argvIndex = ++argument;
        info->estimatedRows = table.schema.indexes[n].unique ? 1 : 10;
        info->estimatedCost = 2;
        if (table.schema.indexes[n].unique) break;
    }
    return SQLITE_OK;
}

int open(sqlite3_vtab* base, sqlite3_vtab_cursor** out) {
    auto* cursor = new Cursor{};
    cursor->bridge = static_cast<TableView*>(base)->bridge;
    cursor->table = static_cast<TableView*>(base)->table;
    *out = cursor;
    return SQLITE_OK;
}

int close(sqlite3_vtab_cursor* cursor) {
    delete static_cast<Cursor*>(cursor);
    return SQLITE_OK;
}

// Whether SQLite's value has the stored form of the domain; only then a key can be made of it.
bool stored_form(sqlite3_value* value, const Domain& domain) {
    const int type = sqlite3_value_type(value);
    if (is_approximate(domain.type)) return type == SQLITE_FLOAT;
    if (domain.type == TypeCode::kNumeric || is_character(domain.type) ||
        domain.type == TypeCode::kJson)
        return type == SQLITE_TEXT;
    if (is_bit(domain.type) || is_zoned(domain.type) || is_collection(domain.type) ||
        is_lob(domain.type))
        return type == SQLITE_BLOB;
    return type == SQLITE_INTEGER;
}

int filter(sqlite3_vtab_cursor* base, int plan, const char*, int count, sqlite3_value** args) {
    auto& cursor = *static_cast<Cursor*>(base);
    const Table& table = *cursor.table;
    cursor.at = 0;
    cursor.scanning = true;
    cursor.chosen.clear();
    if (table.generate) {
        auto& computed = cursor.bridge->running().computed[table.id];
        if (!computed)
            computed =
                std::make_shared<const std::vector<Row>>(table.generate(cursor.bridge->catalog()));
        cursor.computed = computed;
        return SQLITE_OK;
    }
    if (plan == kSlot && sqlite3_value_type(args[0]) == SQLITE_INTEGER) {
        cursor.scanning = false;
        const auto slot = static_cast<SlotId>(sqlite3_value_int64(args[0]));
        if (slot < table.slot_count()) cursor.chosen.push_back(slot);
    } else if (plan >= kIndex) {
        const auto index = static_cast<std::size_t>(plan - kIndex);
        std::vector<Value> key;
        bool usable = true;
        for (int i = 0; i < count; ++i) {
            const Domain& domain =
                table.schema
                    .columns[table.schema.indexes[index].columns[static_cast<std::size_t>(i)]]
                    .domain;
            usable = usable && stored_form(args[i], domain);
            if (usable) key.push_back(value_of(args[i], domain));
        }
        if (usable) {
            cursor.scanning = false;
            if (const auto* slots = table.slots_with(index, table.key_from(index, key)))
                cursor.chosen = *slots;
        }
    }
    cursor.settle();
    return SQLITE_OK;
}

int next(sqlite3_vtab_cursor* base) {
    auto& cursor = *static_cast<Cursor*>(base);
    ++cursor.at;
    cursor.settle();
    return SQLITE_OK;
}

int eof(sqlite3_vtab_cursor* base) {
    const auto& cursor = *static_cast<Cursor*>(base);
    return cursor.at >= cursor.end() || (!cursor.computed && !cursor.version);
}

int column(sqlite3_vtab_cursor* base, sqlite3_context* context, int index) {
    const auto& cursor = *static_cast<Cursor*>(base);
    const auto i = static_cast<std::size_t>(index);
    give_result(context, cursor.computed ? (*cursor.computed)[cursor.at][i]
                                         : unpack_column(cursor.version->row, i));
    return SQLITE_OK;
}

int row_id(sqlite3_vtab_cursor* base, sqlite3_int64* out) {
    const auto& cursor = *static_cast<Cursor*>(base);
    *out = static_cast<sqlite3_int64>(cursor.computed ? cursor.at : cursor.slot());
    return SQLITE_OK;
}

const sqlite3_module& module() {
    static const sqlite3_module kModule = [] {
        sqlite3_module m{};
        m.iVersion = 1;
        m.xCreate = connect;
        m.xConnect = connect;
        m.xBestIndex = best_index;
        m.xDisconnect = disconnect;
        m.xDestroy = disconnect;
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

void register_virtual_tables(sqlite3* db, SqliteBridge* bridge) {
    sqlite3_create_module_v2(db, "minicas", &module(), bridge, nullptr);
}

}  // namespace minicas
