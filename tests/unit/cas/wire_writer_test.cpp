#include "cas/wire_writer.h"

#include "wire.h"

namespace cubrid::odbc::cas {
namespace {

using wire::body_hex;
using wire::hex;

TEST(WireWriter, AFrameHasLengthCasInfoAndFunction) {
    WireWriter out;
    out.begin(Function::con_close);
    EXPECT_EQ(hex(out.finish(CasInfo{})),
              "00000001"
              "00ffffff"
              "1f");
}

TEST(WireWriter, EchoesTheCasInfo) {
    WireWriter out;
    out.begin(Function::con_close);
    CasInfo info;
    info.bytes = {std::byte{1}, std::byte{0xFF}, std::byte{0xFF}, std::byte{0xFB}};
    EXPECT_TRUE(info.in_transaction());
    EXPECT_EQ(hex(out.finish(info)),
              "00000001"
              "01fffffb"
              "1f");
}

TEST(WireWriter, EachArgumentCarriesItsLength) {
    WireWriter out;
    out.begin(Function::execute);
    out.byte_arg(7);
    out.int_arg(-2);
    out.number_arg<std::int16_t>(3);
    out.number_arg<std::int64_t>(4);
    out.text_arg("ab");
    out.bytes_arg(base::as_bytes("xy"));
    out.bytes_arg({});
    out.empty_arg();
    EXPECT_EQ(body_hex(out),
              "03"
              "0000000107"
              "00000004fffffffe"
              "000000020003"
              "000000080000000000000004"
              "00000003616200"
              "000000027879"
              "00000000"
              "00000000");
}

TEST(WireWriter, ALengthCanComeLater) {
    WireWriter out;
    out.begin(Function::execute);
    const std::size_t opened = out.open_arg();
    out.append(base::as_bytes("abc"));
    *out.extend(1) = std::byte{0};
    out.close_arg(opened);
    EXPECT_EQ(body_hex(out),
              "03"
              "0000000461626300");
}

TEST(WireWriter, ARowThatFailsIsTakenBack) {
    WireWriter out;
    out.begin(Function::execute_array);
    out.int_arg(1);
    const std::size_t row = out.mark();
    out.bind_type(Type::integer);
    out.int_arg(5);
    out.rollback(row);
    out.bind_null();
    EXPECT_EQ(body_hex(out),
              "15"
              "0000000400000001"
              "0000000100"
              "00000000");
}

TEST(WireWriter, ANewFrameForgetsTheLast) {
    WireWriter out;
    out.begin(Function::execute);
    out.text_arg("long enough to be noticed");
    out.begin(Function::end_tran);
    EXPECT_EQ(body_hex(out), "01");
    EXPECT_FALSE(out.too_large());
    out.release_above(0);
    out.begin(Function::end_tran);
    EXPECT_EQ(body_hex(out), "01");
}

}  // namespace
}  // namespace cubrid::odbc::cas
