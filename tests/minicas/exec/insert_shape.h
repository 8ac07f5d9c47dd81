// INSERT after its analysis: for every column of the table where its value comes from.
#pragma once

#include "exec/session.h"

namespace minicas {

struct InsertShape {
    TablePtr table;
    int source = 0;                    // of the table, for ON DUPLICATE KEY UPDATE
    std::vector<std::size_t> targets;  // columns that the statement names, or all
    std::vector<ExprPtr> defaults;     // by column of the table; null: no default
    std::vector<ColumnInfo> query_columns;
    std::vector<std::pair<std::size_t, Assignment>> on_duplicate;
};

InsertShape analyze_insert(Session& session, Insert& insert, Analysis& analysis);

// The default of a column as expression, ready to evaluate; null if it has none.
ExprPtr default_of(const Column& column, Analysis& analysis);

struct UpdateShape {
    TablePtr table;
    int source = 0;
    std::vector<std::size_t> columns;
    SelectPtr select;  // the new values of the rows to change
};
UpdateShape analyze_update(Session& session, Update& update, Analysis& analysis);
UpdateShape analyze_delete(Session& session, Delete& statement, Analysis& analysis);

struct MergeShape {
    TablePtr table;
    int source = 0;
    std::vector<std::size_t> update_columns, insert_columns;
    std::vector<ExprPtr> defaults;
    SelectPtr select;  // update values, update_where, delete_where, insert values, insert_where
    bool has_update = false, has_insert = false, deletes = false;
};
MergeShape analyze_merge(Session& session, Merge& merge, Analysis& analysis);

}  // namespace minicas
