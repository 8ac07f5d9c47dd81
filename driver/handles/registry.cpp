#include "handles/registry.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace cubrid::odbc::handles {
namespace {

// Several shards, so that threads with connections of their own do not meet at one lock.
struct Shard {
    std::mutex mutex;
    std::unordered_map<const void*, std::shared_ptr<Handle>> live;
};
constexpr std::size_t kShards = 16;

// Never destroyed: applications free handles from their own exit handlers.
std::array<Shard, kShards>& shards() {
    // NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): it is the registry.
    static auto* const all = new std::array<Shard, kShards>;
    return *all;
}

Shard& shard_of(const void* pointer) {
    return shards()[(reinterpret_cast<std::uintptr_t>(pointer) >> 6U) % kShards];
}

}  // namespace

void* add_handle(std::shared_ptr<Handle> handle) {
    Handle* pointer = handle.get();
    Shard& shard = shard_of(pointer);
    const std::lock_guard lock{shard.mutex};
    shard.live.emplace(pointer, std::move(handle));
    return pointer;
}

std::shared_ptr<Handle> find_handle(const void* pointer, Kind kind) {
    Shard& shard = shard_of(pointer);
    const std::lock_guard lock{shard.mutex};
    const auto found = shard.live.find(pointer);
    if (found == shard.live.end() || found->second->kind() != kind) return nullptr;
    return found->second;
}

std::shared_ptr<Handle> remove_handle(const void* pointer, Kind kind) {
    Shard& shard = shard_of(pointer);
    const std::lock_guard lock{shard.mutex};
    const auto found = shard.live.find(pointer);
    if (found == shard.live.end() || found->second->kind() != kind) return nullptr;
    auto handle = std::move(found->second);
    shard.live.erase(found);
    return handle;
}

}  // namespace cubrid::odbc::handles
