// A connection to a scripted CAS, and one statement on it.
#pragma once

#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <vector>

#include "../session/fake_cas.h"
#include "handles/env.h"
#include "handles/stmt.h"

namespace cubrid::odbc::handles {

namespace fake = session::fake;

class StmtTest : public testing::Test {
 protected:
    void connect(std::vector<fake::Conversation> conversations, const std::string& keywords = {}) {
        cas = std::make_unique<fake::FakeCas>(std::move(conversations));
        env = std::make_shared<Env>();
        dbc = std::make_shared<Dbc>(env);
        const auto connected =
            dbc->driver_connect("Driver=x;Server=127.0.0.1;Database=demodb;" + keywords +
                                ";Port=" + std::to_string(cas->port()));
        ASSERT_THAT(connected, fake::Works());
        stmt = *dbc->allocate_statement();
    }
    void connect(std::vector<fake::Step> steps) {
        connect(std::vector<fake::Conversation>{fake::Conversation{std::move(steps)}});
    }
    void TearDown() override {
        if (dbc && dbc->connection()) {
            EXPECT_THAT(dbc->disconnect(), fake::Works());
        }
    }

    std::string failing(const base::Result<void>& result) {
        return result ? std::string{} : std::string{result.error().state.view()};
    }
    base::Result<void> set(SQLINTEGER attribute, SQLULEN value) {
        stmt->diags().clear();
        return stmt->set_attribute(attribute, reinterpret_cast<SQLPOINTER>(value));
    }
    SQLULEN get(SQLINTEGER attribute) {
        auto value = stmt->attribute(attribute);
        EXPECT_THAT(value, fake::Works());
        return value ? value->value : 0;
    }

    std::unique_ptr<fake::FakeCas> cas;
    std::shared_ptr<Env> env;
    std::shared_ptr<Dbc> dbc;
    std::shared_ptr<Stmt> stmt;
};

}  // namespace cubrid::odbc::handles
