// The bytes of large objects: a file for each, named by its locator (CAS protocol 6.3.9). Guarded
// by the engine's mutex.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "store/table.h"

namespace minicas {

class LobStore {
 public:
    // An empty folder name: a temporary one, gone with the store.
    explicit LobStore(const std::filesystem::path& folder = {});
    ~LobStore();
    LobStore(const LobStore&) = delete;
    LobStore& operator=(const LobStore&) = delete;

    // A new, empty object. It goes when its transaction ends, unless a row keeps it by then.
    Lob create(TransactionId creator);
    // Data is appended only: -1016 for another offset than the end, -1020 without a file.
    void write(const std::string& locator, std::int64_t offset, std::string_view bytes);
    // Fewer bytes, or none, at the end.
    std::string read(const std::string& locator, std::int64_t offset, std::size_t length) const;

    // The object as a row of `table` keeps it: one that the transaction has just made gets the
    // table's name and loses its old locator, any other is copied.
    Lob keep(TransactionId writer, const Lob& lob, const std::string& table);
    // The row that kept it was not written after all.
    void unkeep(TransactionId writer, const std::string& locator);
    void remove(const std::string& locator);
    void end(TransactionId transaction, bool committed);

 private:
    struct Created {
        std::string given;    // the locator that the client got
        std::string current;  // where it is now
        bool kept = false;
    };

    std::filesystem::path path_of(const std::string& locator) const;
    std::filesystem::path existing_path(const std::string& locator) const;  // -1020
    std::string new_locator(const std::string& owner);
    Created* find_created(TransactionId transaction, const std::string& locator);

    std::filesystem::path folder_;
    bool temporary_;
    std::uint64_t next_;
    std::map<TransactionId, std::vector<Created>> created_;
};

}  // namespace minicas
