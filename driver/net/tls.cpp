#include "net/tls.h"

#include <utility>

#include "net/faults.h"

namespace cubrid::odbc::net {

base::Result<std::unique_ptr<Tls>> Tls::handshake(PollSocket& socket, const TlsOptions& options,
                                                  const std::string& peer) {
    auto context = std::make_unique<asio::ssl::context>(asio::ssl::context::tls_client);
    Trust trust{options, peer};
    if (auto ready = trust.prepare(*context); !ready) return std::move(ready).error();
    std::unique_ptr<Tls> tls{new Tls{socket, std::move(context), std::move(trust)}};

    SSL& native = *tls->stream_.native_handle();
    if (auto ready = tls->trust_.prepare(native); !ready) return std::move(ready).error();
    if (tls->trust_.by_chain()) {
        tls->stream_.set_verify_mode(asio::ssl::verify_peer);
        tls->stream_.set_verify_callback(
            [&believed = tls->trust_](bool good, asio::ssl::verify_context& chain) {
                return believed.look_at(good, *chain.native_handle());
            });
    }
    ErrorCode error;
    tls->stream_.handshake(asio::ssl::stream_base::client, error);
    if (error == kTimeIsUp || error == kWoken) return stream_fault(peer, error);
    if (error) return tls->trust_.refusal(error.message());
    if (auto trusted = tls->trust_.check(native); !trusted) return std::move(trusted).error();
    return tls;
}

}  // namespace cubrid::odbc::net
