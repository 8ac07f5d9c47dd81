// The rows of the demo: made from their number, so that what is read back can be compared with what
// was sent.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <optional>
#include <string>

namespace demo {

struct Row {
    SQLINTEGER id;
    std::optional<std::string> name;  // UTF-8
    std::optional<double> price;
    std::optional<SQL_TIMESTAMP_STRUCT> created;  // to the millisecond
    std::optional<std::string> amount;            // NUMERIC(15,2) as text: exact, unlike a double

    bool operator==(const Row& other) const;
};

Row make_row(SQLINTEGER number);

// For messages: the values, NULL where there is none.
std::string to_string(const Row& row);

}  // namespace demo
