#include "store/storage.h"

#include <sqlite3.h>

#include <stdexcept>

namespace minicas {

namespace {

class Query {
 public:
    Query(sqlite3* db, const char* sql) : db_(db) {
        if (sqlite3_prepare_v2(db, sql, -1, &statement_, nullptr) != SQLITE_OK) fail();
    }
    ~Query() { sqlite3_finalize(statement_); }
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;

    Query& integer(int i, std::int64_t value) {
        sqlite3_bind_int64(statement_, i, value);
        return *this;
    }
    Query& blob(int i, const std::string& value) {
        sqlite3_bind_blob64(statement_, i, value.data(), value.size(), SQLITE_TRANSIENT);
        return *this;
    }
    bool step() {
        const int code = sqlite3_step(statement_);
        if (code != SQLITE_ROW && code != SQLITE_DONE) fail();
        return code == SQLITE_ROW;
    }
    std::int64_t integer_at(int i) { return sqlite3_column_int64(statement_, i); }
    std::string blob_at(int i) {
        const void* data = sqlite3_column_blob(statement_, i);
        return data ? std::string(static_cast<const char*>(data),
                                  static_cast<std::size_t>(sqlite3_column_bytes(statement_, i)))
                    : std::string();
    }

 private:
    [[noreturn]] void fail() const {
        throw std::runtime_error(std::string("storage: ") + sqlite3_errmsg(db_));
    }

    sqlite3* db_;
    sqlite3_stmt* statement_ = nullptr;
};

}  // namespace

Storage::Storage(const std::string& path, Catalog& catalog, Transactions& transactions)
    : catalog_(catalog), transactions_(transactions) {
    if (sqlite3_open(path.c_str(), &db_) != SQLITE_OK) {
        sqlite3_close(db_);
        throw std::runtime_error("storage: cannot open " + path);
    }
    execute("PRAGMA journal_mode=WAL");
    execute("PRAGMA synchronous=OFF");
    execute(
        "CREATE TABLE IF NOT EXISTS definition(id INTEGER PRIMARY KEY, schema BLOB, next_auto "
        "INTEGER)");
    execute(
        "CREATE TABLE IF NOT EXISTS stored_row(id INTEGER, slot INTEGER, row BLOB, PRIMARY KEY(id, "
        "slot))");
    load();
    transactions_.on_commit_begin = [this] { execute("BEGIN"); };
    transactions_.on_commit_table = [this](const Table& table, bool exists) {
        write_table(table, exists);
    };
    transactions_.on_commit_row = [this](const Table& table, SlotId slot, const std::string* row) {
        write_row(table, slot, row);
    };
    transactions_.on_commit_end = [this] { execute("COMMIT"); };
}

Storage::~Storage() {
    transactions_.on_commit_begin = transactions_.on_commit_end = nullptr;
    transactions_.on_commit_table = nullptr;
    transactions_.on_commit_row = nullptr;
    sqlite3_close(db_);
}

void Storage::execute(const std::string& sql) {
    if (sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        throw std::runtime_error(std::string("storage: ") + sqlite3_errmsg(db_));
}

// Tables get new numbers; the file is written anew under them.
void Storage::load() {
    struct Stored {
        TablePtr table;
        std::int64_t id;
    };
    std::vector<Stored> tables;
    {
        Query query(db_, "SELECT id, schema, next_auto FROM definition ORDER BY id");
        while (query.step()) {
            const auto table = catalog_.create(unpack_schema(query.blob_at(1)));
            table->next_auto = query.integer_at(2);
            tables.push_back({table, query.integer_at(0)});
        }
    }
    const auto transaction = transactions_.begin("dba");
    for (const auto& [table, id] : tables) {
        Query query(db_, "SELECT row FROM stored_row WHERE id = ? ORDER BY slot");
        query.integer(1, id);
        while (query.step()) transactions_.insert(*transaction, table, query.blob_at(0));
    }
    transactions_.commit(*transaction);
    execute("BEGIN");
    execute("DELETE FROM definition");
    execute("DELETE FROM stored_row");
    for (const auto& [table, id] : tables) {
        write_table(*table, true);
        for (SlotId slot = 0; slot < table->slot_count(); ++slot)
            if (const auto& version = table->slot(slot).newest)
                write_row(*table, slot, &version->row);
    }
    execute("COMMIT");
}

void Storage::write_table(const Table& table, bool exists) {
    const auto id = static_cast<std::int64_t>(table.id);
    if (exists) {
        Query(db_, "INSERT OR REPLACE INTO definition VALUES(?, ?, ?)")
            .integer(1, id)
            .blob(2, pack_schema(table.schema))
            .integer(3, table.next_auto)
            .step();
    } else {
        Query(db_, "DELETE FROM definition WHERE id = ?").integer(1, id).step();
        Query(db_, "DELETE FROM stored_row WHERE id = ?").integer(1, id).step();
    }
}

void Storage::write_row(const Table& table, SlotId slot, const std::string* row) {
    const auto id = static_cast<std::int64_t>(table.id);
    if (row) {
        Query(db_, "INSERT OR REPLACE INTO stored_row VALUES(?, ?, ?)")
            .integer(1, id)
            .integer(2, static_cast<std::int64_t>(slot))
            .blob(3, *row)
            .step();
        Query(db_, "UPDATE definition SET next_auto = ? WHERE id = ? AND next_auto <> ?")
            .integer(1, table.next_auto)
            .integer(2, id)
            .integer(3, table.next_auto)
            .step();
    } else {
        Query(db_, "DELETE FROM stored_row WHERE id = ? AND slot = ?")
            .integer(1, id)
            .integer(2, static_cast<std::int64_t>(slot))
            .step();
    }
}

}  // namespace minicas
