// An array of parameter sets (INT, VARCHAR) with its status array and processed count.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "fixture.h"

namespace conformance {

class ParameterSets {
 public:
    explicit ParameterSets(std::size_t sets)
        : ids(sets), texts(sets), lengths(sets), statuses_(sets) {
        for (std::size_t i = 0; i < sets; ++i) {
            ids[i] = static_cast<SQLINTEGER>(i + 1);
            text(i, "row " + std::to_string(i + 1));
        }
    }

    void text(std::size_t set, const std::string& value) {
        value.copy(texts[set].data(), texts[set].size());
        lengths[set] = static_cast<SQLLEN>(value.size());
    }

    // Binds parameters 1 and 2, the size, the status array and the processed count.
    void attach(Stmt& stmt) {
        ASSERT_TRUE(succeeds(stmt, stmt.set(SQL_ATTR_PARAMSET_SIZE, ids.size())));
        ASSERT_TRUE(succeeds(stmt, stmt.set(SQL_ATTR_PARAM_STATUS_PTR, statuses_.data())));
        ASSERT_TRUE(succeeds(stmt, stmt.set(SQL_ATTR_PARAMS_PROCESSED_PTR, processed_.data())));
        ASSERT_TRUE(succeeds(stmt, bind_int(stmt, 1, ids.data())));
        ASSERT_TRUE(
            succeeds(stmt, bind_text(stmt, 2, texts[0].data(), static_cast<SQLLEN>(texts[0].size()),
                                     lengths.data())));
    }
    std::vector<SQLUSMALLINT> statuses() {
        return {statuses_.data(), statuses_.data() + statuses_.size()};
    }
    SQLULEN processed() { return *processed_; }
    void poison() {
        statuses_.poison();
        processed_.poison();
    }

    std::vector<SQLINTEGER> ids;
    std::vector<std::array<char, 40>> texts;
    std::vector<SQLLEN> lengths;

 private:
    Guarded<SQLUSMALLINT> statuses_;
    Guarded<SQLULEN> processed_;
};

inline constexpr SQLUSMALLINT kGood = SQL_PARAM_SUCCESS;
inline constexpr SQLUSMALLINT kBad = SQL_PARAM_ERROR;
inline constexpr SQLUSMALLINT kUnused = SQL_PARAM_UNUSED;

class ArrayCase : public Conformance {
 protected:
    std::string table_ = create_table("id INT PRIMARY KEY, s VARCHAR(40)");
    std::string insert_ = "INSERT INTO " + table_ + " VALUES (?, ?)";
    Dbc dbc_ = connect();
    Stmt stmt_{dbc_};

    // Ids in the table as another connection sees them.
    std::vector<int> stored() {
        Dbc reader = connect();
        Stmt stmt(reader);
        std::vector<int> ids;
        for (const Row& row : stmt.query("SELECT id FROM " + table_ + " ORDER BY id")) {
            ids.push_back(std::stoi(*row[0]));
        }
        return ids;
    }
};

}  // namespace conformance
