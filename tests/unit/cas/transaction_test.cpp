#include "cas/transaction.h"

#include "wire.h"

namespace cubrid::odbc::cas {
namespace {

using wire::body_hex;
using wire::HasState;
using wire::IsMalformed;
using wire::Message;

TEST(EndTran, CommitsOrRollsBack) {
    WireWriter out;
    write_end_tran(out, EndTran::commit);
    EXPECT_EQ(body_hex(out),
              "01"
              "0000000101");
    write_end_tran(out, EndTran::rollback);
    EXPECT_EQ(body_hex(out),
              "01"
              "0000000102");
}

TEST(DbParameter, IsAskedAndSet) {
    WireWriter out;
    write_get_db_parameter(out, DbParameter::lock_timeout);
    EXPECT_EQ(body_hex(out),
              "04"
              "0000000400000002");
    write_set_db_parameter(out, DbParameter::isolation_level, 6);
    EXPECT_EQ(body_hex(out),
              "05"
              "0000000400000001"
              "0000000400000006");
    write_set_db_parameter(out, DbParameter::lock_timeout, -1);
    EXPECT_EQ(body_hex(out),
              "05"
              "0000000400000002"
              "00000004ffffffff");
}

TEST(DbParameter, HasAValueThatMayBeNegative) {
    EXPECT_EQ(*read_db_parameter(Message{}.i32(0).i32(-1).bytes()), -1);
    EXPECT_THAT(read_db_parameter(Message{}.i32(0).bytes()).error(), IsMalformed());
    EXPECT_THAT(read_db_parameter(Message{}.i32(-1).i32(-10011).zeros(1).bytes()).error(),
                HasState("HY092"));
}

TEST(DbVersion, IsText) {
    WireWriter out;
    write_get_db_version(out);
    EXPECT_EQ(body_hex(out),
              "0f"
              "0000000100");
    EXPECT_EQ(*read_db_version(Message{}.i32(0).raw("11.4.0.0").zeros(1).bytes()), "11.4.0.0");
    EXPECT_EQ(*read_db_version(Message{}.i32(0).raw("11.4.0.0").bytes()), "11.4.0.0");
}

TEST(DbVersion, IsNotEmpty) {
    EXPECT_THAT(read_db_version(Message{}.i32(0).bytes()).error(), IsMalformed());
    EXPECT_THAT(read_db_version(Message{}.i32(0).zeros(1).bytes()).error(), IsMalformed());
    EXPECT_THAT(read_db_version({}).error(), IsMalformed());
}

TEST(ConClose, HasNoArguments) {
    WireWriter out;
    write_con_close(out);
    EXPECT_EQ(body_hex(out), "1f");
}

}  // namespace
}  // namespace cubrid::odbc::cas
