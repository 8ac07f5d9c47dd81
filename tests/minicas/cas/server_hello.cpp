// The 10 bytes at the beginning (CAS protocol 2).
#include "cas/server_impl.h"
#include "types/error.h"

namespace minicas {

namespace {

constexpr std::size_t kHelloBytes = 10;
constexpr int kProtocolIndicator = 0x40, kVersionMask = 0x3F, kRenewedErrorCode = 0x80;
constexpr int kLastClientType = 7;
constexpr int kOldCodeShift = 9000;

enum CasStatus : int { kNoSuchCas = -2, kBusy = 1, kDone = 2 };

bool renewed(int version_byte, int flags) {
    return (version_byte & kProtocolIndicator) && (flags & kRenewedErrorCode);
}

int byte_at(std::string_view bytes, std::size_t at) {
    return static_cast<unsigned char>(bytes[at]);
}

}  // namespace

bool Server::Impl::hello(Client& client, int& protocol) {
    std::string bytes;
    if (!client.socket.read(bytes, kHelloBytes)) return false;
    const auto reply = [&](int value) {
        std::string out;
        put_int(out, value);
        client.socket.write(out);
        return false;
    };
    bool special = false;
    const int answer = special_answer(bytes, special);
    if (special) return reply(answer);
    if (const auto planned = faults_.take_hello_answer(); planned && *planned != 0)
        return reply(*planned);
    const int shift = renewed(byte_at(bytes, 6), byte_at(bytes, 7)) ? 0 : kOldCodeShift;
    if (bytes.starts_with("CUBRS")) return reply(cas_error::kSslTypeNotAllowed + shift);
    if (!bytes.starts_with("CUBRK") || byte_at(bytes, 5) > kLastClientType)
        return reply(cas_error::kNotAuthorizedClient + shift);
    protocol = byte_at(bytes, 6) & kProtocolIndicator ? byte_at(bytes, 6) & kVersionMask : 0;
    if (faults_.current().redirect) {
        const std::lock_guard lock(clients_mutex_);
        redirected_protocols_.push_back(protocol);
        return reply(port_of(second_listener_));
    }
    return true;
}

int Server::Impl::special_answer(std::string_view bytes, bool& special) {
    special = true;
    if (bytes.starts_with("PING")) return 0;
    if (bytes.starts_with("ST")) return status_of(bytes);
    if (bytes.starts_with("QC") || bytes.starts_with("CANCEL") || bytes.starts_with("X1"))
        return cancel(bytes);
    special = false;
    return 0;
}

// ST, process id, session number.
int Server::Impl::status_of(std::string_view bytes) const {
    const std::lock_guard lock(cas_mutex_);
    const auto found = cas_.find(get<std::int32_t>(bytes, 2));
    if (found == cas_.end() || found->second.session_number != get<std::uint32_t>(bytes, 6))
        return kNoSuchCas;
    return found->second.busy ? kBusy : kDone;
}

int Server::Impl::cancel(std::string_view bytes) {
    ++cancels_;
    const bool x1 = bytes.starts_with("X1");
    const std::size_t pid_at = bytes.starts_with("QC") ? 2 : 6;
    const bool new_codes = x1 && renewed(byte_at(bytes, 2), byte_at(bytes, 3));
    const std::lock_guard lock(cas_mutex_);
    const auto found = cas_.find(get<std::int32_t>(bytes, pid_at));
    if (found == cas_.end()) return cas_error::kQueryCancel + (new_codes ? 0 : kOldCodeShift);
    if (found->second.busy) found->second.session->interrupt();
    // Success is shifted too, but not with X1.
    return x1 ? 0 : kOldCodeShift;
}

}  // namespace minicas
