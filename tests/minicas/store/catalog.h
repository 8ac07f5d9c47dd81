// The tables and views by name. Guarded by the engine's mutex.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "store/table.h"

namespace minicas {

class Catalog {
 public:
    Catalog();

    // What `reader` finds under this name; null if nothing. A table that another transaction
    // creates or drops is there until that transaction ends: its lock makes the reader wait.
    TablePtr find(const std::string& owner, const std::string& name, TransactionId reader) const;
    TablePtr find_qualified(const std::string& qualified, TransactionId reader) const;
    TablePtr find_id(std::uint64_t table_id) const;
    std::vector<TablePtr> all(TransactionId reader) const;  // by name

    TablePtr create(TableSchema schema);  // entered
    void enter(const TablePtr& table);
    void forget(const TablePtr& table);

 private:
    std::multimap<std::string, TablePtr> tables_;  // by qualified name; system tables by name
    std::map<std::uint64_t, TablePtr> by_id_;
    std::uint64_t next_id_ = 1;
};

}  // namespace minicas
