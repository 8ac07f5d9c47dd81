#include "store/lob_store.h"

#include <stdlib.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "types/error.h"

namespace minicas {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kScheme = "file:";
constexpr std::string_view kTemporary = "ces_temp";  // the owner of an object that no row keeps
constexpr unsigned kFolders = 769;                   // the files are spread over these

fs::path temporary_folder() {
    std::string name = (fs::temp_directory_path() / "minicas-lobs-XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("cannot create " + name);
    return name;
}

[[noreturn]] void not_found(std::string_view locator) {
    throw db_failure(
        db_error::kLobNotFound,
        "External file \"" + std::string(locator.substr(kScheme.size())) + "\" was not found.");
}

}  // namespace

LobStore::LobStore(const fs::path& folder)
    : folder_(folder),
      temporary_(folder.empty()),
      next_(static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch() /
                                       std::chrono::microseconds(1))) {
    if (temporary_) return;  // made for the first object
    fs::create_directories(folder_);
    // Of transactions that never ended.
    std::vector<fs::path> orphans;
    for (const auto& entry : fs::recursive_directory_iterator(folder_))
        if (entry.path().filename().string().starts_with(kTemporary))
            orphans.push_back(entry.path());
    for (const auto& orphan : orphans) fs::remove(orphan);
}

LobStore::~LobStore() {
    std::error_code ignored;
    if (temporary_ && !folder_.empty()) fs::remove_all(folder_, ignored);
}

// `file:ces_568/ces_temp.00001796073653210754_3076`
std::string LobStore::new_locator(const std::string& owner) {
    const std::uint64_t number = next_++;
    char folder[16], rest[64];
    std::snprintf(folder, sizeof folder, "ces_%03u", static_cast<unsigned>(number % kFolders));
    std::snprintf(rest, sizeof rest, "%020llu_%04u", static_cast<unsigned long long>(number),
                  static_cast<unsigned>(number % 9973));
    return std::string(kScheme) + folder + "/" + owner + "." + rest;
}

fs::path LobStore::path_of(const std::string& locator) const {
    // A client may send anything: only names inside the folder are looked at.
    const std::string_view name = std::string_view(locator).substr(kScheme.size());
    if (!locator.starts_with(kScheme) || name.find("..") != std::string_view::npos ||
        name.starts_with('/'))
        not_found(std::string(kScheme) + "?");
    return folder_ / name;
}

fs::path LobStore::existing_path(const std::string& locator) const {
    if (!locator.starts_with(kScheme)) not_found(std::string(kScheme) + locator);
    auto path = path_of(locator);
    if (folder_.empty() || !fs::is_regular_file(path)) not_found(locator);
    return path;
}

Lob LobStore::create(TransactionId creator) {
    if (folder_.empty()) folder_ = temporary_folder();
    Lob lob{new_locator(std::string(kTemporary)), 0};
    const auto path = path_of(lob.locator);
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary).close();
    created_[creator].push_back({lob.locator, lob.locator});
    return lob;
}

void LobStore::write(const std::string& locator, std::int64_t offset, std::string_view bytes) {
    const auto path = existing_path(locator);
    if (offset < 0 || static_cast<std::uintmax_t>(offset) != fs::file_size(path))
        throw db_failure(db_error::kLobStorage, "POSIX external storage error: offset error " +
                                                    locator.substr(kScheme.size()));
    std::ofstream file(path, std::ios::binary | std::ios::app);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file.flush())
        throw db_failure(db_error::kLobStorage, "POSIX external storage error: write error " +
                                                    locator.substr(kScheme.size()));
}

std::string LobStore::read(const std::string& locator, std::int64_t offset,
                           std::size_t length) const {
    const auto path = existing_path(locator);
    const auto size = static_cast<std::int64_t>(fs::file_size(path));
    if (offset < 0 || offset >= size) return {};
    std::string out(std::min(length, static_cast<std::size_t>(size - offset)), '\0');
    std::ifstream file(path, std::ios::binary);
    file.seekg(offset);
    file.read(out.data(), static_cast<std::streamsize>(out.size()));
    out.resize(static_cast<std::size_t>(file.gcount()));
    return out;
}

LobStore::Created* LobStore::find_created(TransactionId transaction, const std::string& locator) {
    const auto found = created_.find(transaction);
    if (found == created_.end()) return nullptr;
    for (auto& entry : found->second)
        if (entry.given == locator || entry.current == locator) return &entry;
    return nullptr;
}

Lob LobStore::keep(TransactionId writer, const Lob& lob, const std::string& table) {
    Created* mine = find_created(writer, lob.locator);
    const auto from = existing_path(mine ? mine->current : lob.locator);
    Lob kept{new_locator(table), lob.size};
    const auto to = path_of(kept.locator);
    fs::create_directories(to.parent_path());
    if (mine && !mine->kept) {
        fs::rename(from, to);
        mine->current = kept.locator;
        mine->kept = true;
    } else {
        fs::copy_file(from, to);
        created_[writer].push_back({kept.locator, kept.locator, true});
    }
    return kept;
}

void LobStore::unkeep(TransactionId writer, const std::string& locator) {
    if (Created* mine = find_created(writer, locator)) mine->kept = false;
}

void LobStore::remove(const std::string& locator) {
    std::error_code ignored;
    fs::remove(path_of(locator), ignored);
}

void LobStore::end(TransactionId transaction, bool committed) {
    const auto found = created_.find(transaction);
    if (found == created_.end()) return;
    for (const auto& entry : found->second)
        if (!committed || !entry.kept) remove(entry.current);
    created_.erase(found);
}

}  // namespace minicas
