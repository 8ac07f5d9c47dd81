// Writes rows in the wire's page format, so that results which the driver makes itself are fetched
// like any other (catalog results).
#pragma once

#include <cstdint>
#include <string_view>

#include "base/buffer.h"
#include "cas/page.h"

namespace cubrid::odbc::cas {

class PageBuilder {
 public:
    PageBuilder();

    void begin_row();
    void null();
    void text(std::string_view utf8);  // CHAR, STRING: with the NUL of the wire
    void int16(std::int16_t value);
    void int32(std::int32_t value);

    // The page, flagged as the last; the builder is empty afterwards.
    base::Result<Page> finish(std::size_t columns);

 private:
    base::Buffer out_;
    std::int32_t rows_ = 0;
};

}  // namespace cubrid::odbc::cas
