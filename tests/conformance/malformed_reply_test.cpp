#include <chrono>
#include <cstdlib>
#include <fstream>

#include "fixture.h"

namespace conformance {
namespace {

class MalformedReply : public Conformance {
 protected:
    std::string table_ = filled_table(3000);
    std::string select_ = "SELECT id, s FROM " + table_ + " ORDER BY id";

    static std::size_t peak_megabytes() {
        std::ifstream status("/proc/self/status");
        for (std::string line; std::getline(status, line);) {
            if (line.rfind("VmHWM:", 0) == 0)
                return std::strtoul(line.c_str() + 6, nullptr, 10) / 1024;
        }
        return 0;
    }

    // Executes and reads the whole result, with the reply to one function changed on its way.
    void expect_dead(int function, const std::function<std::string(std::string)>& edit,
                     const std::string& what) {
        Dbc dbc = connect_tapped("ConnectionTimeout=5;");
        Stmt stmt(dbc);
        WireFault fault;
        fault.function = function;
        fault.edit_reply = edit;
        tap().inject(fault);
        SQLRETURN code = stmt.exec(select_);
        while (SQL_SUCCEEDED(code)) code = SQLFetch(stmt);
        EXPECT_TRUE(fails(stmt, code, "08S01")) << what;
        EXPECT_EQ(dbc.attribute(SQL_ATTR_CONNECTION_DEAD), SQL_CD_TRUE) << what;
        Stmt next(dbc);
        EXPECT_TRUE(fails(next, next.exec("SELECT 1"), "08S01|08003")) << what;
        next.free();
        stmt.free();
        EXPECT_TRUE(succeeds(dbc, dbc.disconnect())) << what;
        tap().clear_faults();
    }
};

TEST_F(MalformedReply, FrameLengthsAreNotBelieved) {
    const std::size_t before = peak_megabytes();
    for (const int function : {kPrepareAndExecute, kFetch}) {
        for (const std::int32_t length : {-1, -2147483647}) {
            expect_dead(
                function,
                [length](const std::string& reply) { return big_endian(length) + reply.substr(4); },
                "length " + std::to_string(length));
        }
        Dbc dbc = connect_tapped();
        Stmt stmt(dbc);
        WireFault fault;
        fault.function = function;
        fault.edit_reply = [](const std::string& reply) {
            return big_endian(0x7FFFFFFF) + reply.substr(4, 14);
        };
        fault.close_after_bytes = 18;
        tap().inject(fault);
        SQLRETURN code = stmt.exec(select_);
        while (SQL_SUCCEEDED(code)) code = SQLFetch(stmt);
        EXPECT_TRUE(fails(stmt, code, "08S01"));
    }
    EXPECT_LT(peak_megabytes(), before + 100) << "memory follows the bytes that arrive";
}

TEST_F(MalformedReply, EmptyBodyWhereOneIsNeeded) {
    expect_dead(
        kPrepareAndExecute,
        [](const std::string& reply) { return big_endian(0) + reply.substr(4, 4); }, "execute");
    expect_dead(
        kFetch, [](const std::string& reply) { return big_endian(0) + reply.substr(4, 4); },
        "fetch");
}

TEST_F(MalformedReply, BodyCutShort) {
    for (const std::size_t keep : {4U, 5U, 9U, 20U, 40U, 100U}) {
        expect_dead(
            kPrepareAndExecute,
            [keep](const std::string& reply) {
                return big_endian(static_cast<std::int32_t>(keep)) + reply.substr(4, 4 + keep);
            },
            "execute cut to " + std::to_string(keep));
    }
    for (const std::size_t keep : {5U, 8U, 12U, 25U, 1000U}) {
        expect_dead(
            kFetch,
            [keep](const std::string& reply) {
                return big_endian(static_cast<std::int32_t>(keep)) + reply.substr(4, 4 + keep);
            },
            "fetch cut to " + std::to_string(keep));
    }
}

TEST_F(MalformedReply, CountsInsideAPageAreNotBelieved) {
    // Frame header 8, result code 4, tuple count 4, row number 4, OID 8, then the first value's
    // length.
    const std::pair<std::size_t, std::int32_t> edits[] = {
        {12, 1000000000}, {12, -5}, {12, 0x7FFFFFFF}, {28, 0x7FFFFFFF}, {28, -5}, {28, 100000000}};
    for (const auto& [offset, value] : edits) {
        expect_dead(
            kFetch,
            [offset = offset, value = value](std::string reply) {
                return reply.replace(offset, 4, big_endian(value));
            },
            "offset " + std::to_string(offset) + " value " + std::to_string(value));
    }
}

TEST_F(MalformedReply, CountsInsideThePrepareReplyAreNotBelieved) {
    // Handle 4, cache lifetime 4, statement type 1, then markers, updatable flag 1 and the number
    // of columns.
    for (const std::int32_t columns : {70000, -1, 0x7FFFFFFF}) {
        expect_dead(
            kPrepareAndExecute,
            [columns](std::string reply) { return reply.replace(8 + 14, 4, big_endian(columns)); },
            "columns " + std::to_string(columns));
    }
}

TEST_F(MalformedReply, UnknownTypeCodeDoesNotHarm) {
    Dbc dbc = connect_tapped();
    Stmt stmt(dbc);
    WireFault fault;
    fault.function = kPrepareAndExecute;
    fault.edit_reply = [](std::string reply) {
        reply[8 + 18 + 1] = static_cast<char>(200);  // the second type byte of column 1
        return reply;
    };
    tap().inject(fault);
    SQLRETURN code = stmt.exec(select_);
    if (SQL_SUCCEEDED(code)) code = SQLFetch(stmt);
    if (SQL_SUCCEEDED(code)) {
        char text[20] = "";
        SQLLEN length = 0;
        code = SQLGetData(stmt, 1, SQL_C_CHAR, text, 20, &length);
        EXPECT_EQ(stmt.text(2), "row 1") << "the next column is intact";
    }
    EXPECT_NE(code, SQL_INVALID_HANDLE);
}

TEST_F(MalformedReply, BytesBehindTheKnownOnesAreTolerated) {
    Dbc dbc = connect_tapped();
    Stmt stmt(dbc);
    WireFault fault;
    fault.function = kEndTran;
    fault.once = false;
    fault.edit_reply = [](const std::string& reply) {
        return big_endian(from_big_endian(reply, 0) + 6) + reply.substr(4) + "future";
    };
    tap().inject(fault);
    dbc.autocommit(false);
    stmt.run("INSERT INTO " + table_ + " VALUES (5000, 'x')");
    EXPECT_TRUE(succeeds(dbc, dbc.commit()));
    EXPECT_TRUE(succeeds(stmt, stmt.exec("DELETE FROM " + table_ + " WHERE id = 5000")));
    EXPECT_TRUE(succeeds(dbc, dbc.commit()));
}

TEST_F(MalformedReply, ValuesThatAreNoNumberOrDateFailAlone) {
    const std::string table = create_table("n NUMERIC(5,2), d DATE, t VARCHAR(10), tail INT");
    Dbc setup = connect();
    Stmt(setup).run("INSERT INTO " + table + " VALUES (12.34, DATE'2024-05-06', 'abc', 42)");
    Dbc dbc = connect_tapped();
    Stmt stmt(dbc);
    WireFault fault;
    fault.function = kPrepareAndExecute;
    fault.edit_reply = [](std::string reply) {
        const auto number = reply.rfind("12.34");
        reply.replace(number, 5, "12a34");
        reply[reply.rfind(std::string("\x07\xE8\x00\x05", 4)) + 3] = 99;
        reply.replace(reply.rfind("abc"), 3, "\xFF\xFE\xFD");
        return reply;
    };
    tap().inject(fault);
    ASSERT_TRUE(succeeds(stmt, stmt.exec("SELECT n, d, t, tail FROM " + table)));
    ASSERT_TRUE(succeeds(stmt, SQLFetch(stmt)));
    SQL_DATE_STRUCT date{};
    double number = 0;
    SQLWCHAR text[20] = {};
    SQLLEN length = 0;
    EXPECT_TRUE(fails(stmt, SQLGetData(stmt, 1, SQL_C_DOUBLE, &number, 0, &length), "22018|08S01"));
    EXPECT_TRUE(
        fails(stmt, SQLGetData(stmt, 2, SQL_C_TYPE_DATE, &date, 0, &length), "22007|08S01"));
    EXPECT_TRUE(
        fails(stmt, SQLGetData(stmt, 3, SQL_C_WCHAR, text, 40, &length), "22018|22021|08S01"));
    EXPECT_EQ(stmt.text(4), "42");
}

TEST_F(MalformedReply, CountsOfALobsBytesAreNotBelieved) {
    const std::string table = create_table("b BLOB");
    Dbc setup = connect();
    Stmt(setup).run("INSERT INTO " + table + " VALUES (BIT_TO_BLOB(X'0102030405'))");
    for (const std::int32_t count : {6, 2147483647, -5}) {
        Dbc dbc = connect_tapped();
        Stmt stmt(dbc);
        stmt.run("SELECT b FROM " + table);
        ASSERT_TRUE(succeeds(stmt, SQLFetch(stmt)));
        WireFault fault;
        fault.function = kLobRead;
        fault.edit_reply = [count](std::string reply) {
            return reply.replace(8, 4, big_endian(count));
        };
        tap().inject(fault);
        Guarded<SQLCHAR> out(100);
        SQLLEN length = 0;
        const SQLRETURN code = SQLGetData(stmt, 1, SQL_C_BINARY, out.data(), 100, &length);
        EXPECT_FALSE(SQL_SUCCEEDED(code)) << count;
        tap().clear_faults();
    }
}

TEST_F(MalformedReply, WhateverByteIsChangedNothingCrashes) {
    std::srand(20240501);
    for (int round = 0; round < 120; ++round) {
        Dbc dbc = connect_tapped("ConnectionTimeout=1;MaxFrame=16777216;");
        Stmt stmt(dbc);
        WireFault fault;
        fault.function = round % 2 == 0 ? kPrepareAndExecute : kFetch;
        const int offset = std::rand();
        const int value = std::rand();
        fault.edit_reply = [offset, value](std::string reply) {
            const std::size_t span = std::min<std::size_t>(reply.size(), 300) - 4;
            reply[4 + static_cast<std::size_t>(offset) % span] = static_cast<char>(value);
            return reply;
        };
        tap().inject(fault);
        SQLRETURN code = stmt.exec(select_);
        for (int row = 0; SQL_SUCCEEDED(code) && row < 3000; ++row) {
            char text[40] = "";
            SQLLEN length = 0;
            code = SQLFetch(stmt);
            if (SQL_SUCCEEDED(code)) SQLGetData(stmt, 2, SQL_C_CHAR, text, 40, &length);
        }
        tap().clear_faults();
    }
}

}  // namespace
}  // namespace conformance
