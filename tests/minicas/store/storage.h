// A file that keeps the tables and their committed rows: an SQLite database, written through at
// every commit.
#pragma once

#include <string>

#include "store/catalog.h"
#include "store/transaction.h"

struct sqlite3;

namespace minicas {

class Storage {
 public:
    // Loads what the file holds and writes every commit from then on. Throws std::runtime_error.
    Storage(const std::string& path, Catalog& catalog, Transactions& transactions);
    ~Storage();
    Storage(const Storage&) = delete;
    Storage& operator=(const Storage&) = delete;

 private:
    void execute(const std::string& sql);
    void load();
    void write_table(const Table& table, bool exists);
    void write_row(const Table& table, SlotId slot, const std::string* row);

    sqlite3* db_ = nullptr;
    Catalog& catalog_;
    Transactions& transactions_;
};

// A definition as one string, and back.
std::string pack_schema(const TableSchema& schema);
TableSchema unpack_schema(std::string_view packed);

}  // namespace minicas
