// Object identifiers: eight bytes that name a row (CAS protocol 6.3.8).
#pragma once

#include <cstdint>

#include "store/table.h"

namespace minicas {

inline constexpr int kSlotBits = 32;

// The table's id, and the slot + 1: no object has the identifier 0.
inline std::int64_t object_id(std::uint64_t table_id, SlotId slot) {
    return static_cast<std::int64_t>(table_id << kSlotBits | (slot + 1));
}
inline std::uint64_t table_of_object(std::int64_t id) {
    return static_cast<std::uint64_t>(id) >> kSlotBits;
}
inline SlotId slot_of_object(std::int64_t id) {
    return (static_cast<std::uint64_t>(id) & ((std::uint64_t{1} << kSlotBits) - 1)) - 1;
}

}  // namespace minicas
