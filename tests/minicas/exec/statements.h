// Statements that are neither queries nor changes of rows.
#pragma once

#include "exec/session.h"

namespace minicas {

// CALL, EVALUATE, SHOW and the like, which have a result; null: run_statement executes it.
PlanPtr plan_special(Session& session, Statement& statement, const Binds& binds);
Outcome run_statement(Session& session, Statement& statement, const Binds& binds);

// What PREPARE checks, and the locks that it takes.
void check_definition(Session& session, Statement& statement);

// Definitions (definition_*.cpp).
Outcome create_table(Session& session, CreateTable& create);
Outcome create_view(Session& session, CreateView& create);
Outcome drop_tables(Session& session, const DropTable& drop);
Outcome rename_table(Session& session, const RenameTable& rename);
Outcome create_index(Session& session, const CreateIndex& create);
Outcome drop_index(Session& session, const DropIndex& drop);
Outcome alter_table(Session& session, AlterTable& alter);
Outcome truncate_table(Session& session, const Truncate& truncate);

}  // namespace minicas
