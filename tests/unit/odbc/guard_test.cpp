#include "odbc/guard.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "handles/env.h"

namespace cubrid::odbc::entry {
namespace {

using handles::Env;

class Guard : public testing::Test {
 protected:
    Guard() : env{std::make_shared<Env>()}, handle{handles::add_handle(env)} {}
    ~Guard() override { handles::remove_handle(handle, handles::Kind::env); }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

    [[nodiscard]] std::string state() const {
        const base::Diag* diag = env->diags().record(1);
        return diag == nullptr ? "" : std::string{diag->state.view()};
    }

    std::shared_ptr<Env> env;
    void* handle;
};

TEST_F(Guard, ReturnsWhatTheBodyReturns) {
    EXPECT_EQ(enter<Env>(handle, [](Env&) { return base::Result<void>{}; }), SQL_SUCCESS);
    EXPECT_EQ(
        enter<Env>(handle, [](Env&) { return base::Result<SQLRETURN>{SQLRETURN{SQL_NO_DATA}}; }),
        SQL_NO_DATA);
    EXPECT_EQ(env->diags().return_code, SQL_NO_DATA);
}

TEST_F(Guard, PostsTheErrorOfAFailedResult) {
    EXPECT_EQ(enter<Env>(handle,
                         [](Env&) -> base::Result<void> {
                             return base::Diag{{"HY010"}, "no"};
                         }),
              SQL_ERROR);
    EXPECT_EQ(state(), "HY010");
    EXPECT_EQ(env->diags().return_code, SQL_ERROR);
}

TEST_F(Guard, AWarningMakesItSuccessWithInfo) {
    const auto warn = [](Env& warned) -> base::Result<void> {
        warned.diags().add({{"01004"}, "cut"});
        return {};
    };
    EXPECT_EQ(enter<Env>(handle, warn), SQL_SUCCESS_WITH_INFO);
}

TEST_F(Guard, AnErrorComesBeforeTheWarningsOfTheCall) {
    const auto warn = [](Env& warned) -> base::Result<void> {
        warned.diags().add({{"01004"}, "cut"});
        return base::Diag{{"HY000"}, "no"};
    };
    EXPECT_EQ(enter<Env>(handle, warn), SQL_ERROR);
    EXPECT_EQ(state(), "HY000");
}

TEST_F(Guard, ForgetsTheDiagnosticsOfTheCallBefore) {
    env->diags().add({{"HY000"}, "old"});
    EXPECT_EQ(enter<Env>(handle, [](Env&) { return base::Result<void>{}; }), SQL_SUCCESS);
    EXPECT_TRUE(env->diags().empty());
}

TEST_F(Guard, RunningOutOfMemoryIsHY001) {
    EXPECT_EQ(enter<Env>(handle, [](Env&) -> base::Result<void> { throw std::bad_alloc{}; }),
              SQL_ERROR);
    EXPECT_EQ(state(), "HY001");
}

TEST_F(Guard, AnyOtherExceptionIsHY000AndGoesNoFurther) {
    EXPECT_EQ(
        enter<Env>(handle, [](Env&) -> base::Result<void> { throw std::runtime_error{"odd"}; }),
        SQL_ERROR);
    EXPECT_EQ(state(), "HY000");
    EXPECT_EQ(enter<Env>(handle, [](Env&) -> base::Result<void> { throw 42; }), SQL_ERROR);
}

TEST_F(Guard, ANullForeignOrFreedHandleIsInvalid) {
    const auto body = [](Env&) -> base::Result<void> {
        ADD_FAILURE();
        return {};
    };
    int foreign = 0;
    EXPECT_EQ(enter<Env>(nullptr, body), SQL_INVALID_HANDLE);
    EXPECT_EQ(enter<Env>(&foreign, body), SQL_INVALID_HANDLE);
    void* freed = handles::add_handle(std::make_shared<Env>());
    handles::remove_handle(freed, handles::Kind::env);
    EXPECT_EQ(enter<Env>(freed, body), SQL_INVALID_HANDLE);
}

TEST_F(Guard, AHandleOfAnotherKindIsInvalid) {
    EXPECT_EQ(enter<handles::Env>(handle, [](Env&) { return base::Result<void>{}; }), SQL_SUCCESS);
    EXPECT_EQ(handles::find_handle(handle, handles::Kind::stmt), nullptr);
}

}  // namespace
}  // namespace cubrid::odbc::entry
