// UTF-16 text for the W functions.
#pragma once

#include <sql.h>
#include <sqlext.h>
#include <sqlucode.h>

#include <string>
#include <string_view>
#include <vector>

namespace test_support {

// UTF-16 made of UTF-8, terminated.
class Wide {
 public:
    explicit Wide(std::string_view utf8);
    SQLWCHAR* data() { return units_.data(); }
    std::size_t length() const { return units_.size() - 1; }
    SQLLEN bytes() const { return static_cast<SQLLEN>(length() * sizeof(SQLWCHAR)); }

 private:
    std::vector<SQLWCHAR> units_;
};

std::string utf8(const SQLWCHAR* units, std::size_t length);
// Up to the terminator.
std::string utf8(const SQLWCHAR* units);

}  // namespace test_support
