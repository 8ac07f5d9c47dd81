#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "cas/server_impl.h"
#include "types/text.h"

namespace minicas {

Server::Server(Options options) : impl_(std::make_unique<Impl>(std::move(options))) {}
Server::~Server() = default;

std::uint16_t Server::port() const { return impl_->port(); }
void Server::set_faults(const Faults& faults) { impl_->faults().set(faults); }
void Server::drop_connections() { impl_->drop_connections(); }
std::vector<Request> Server::take_requests() { return impl_->take_requests(); }
int Server::connections_accepted() const { return impl_->connections_accepted(); }
int Server::cancels_received() const { return impl_->cancels_received(); }

Server::Impl::Impl(Options options) : options_(std::move(options)) {
    engine_.database = options_.database;
    engine_.version = options_.version;
    for (const auto& [name, password] : options_.users) engine_.users[to_lower(name)] = password;
    engine_.lobs =
        std::make_unique<LobStore>(options_.storage.empty() ? "" : options_.storage + ".lobs");
    engine_.transactions.on_end = [this](TransactionId id, bool committed) {
        engine_.lobs->end(id, committed);
    };
    if (!options_.storage.empty())
        storage_ =
            std::make_unique<Storage>(options_.storage, engine_.catalog, engine_.transactions);
    listener_ = listen_on(options_.host, options_.port);
    second_listener_ = listen_on(options_.host, 0);
    port_ = port_of(listener_);
    if (::pipe(wake_) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    acceptor_ = std::thread([this] { accept_loop(); });
}

Server::Impl::~Impl() {
    stopping_ = true;
    const char byte = 0;
    [[maybe_unused]] const auto written = ::write(wake_[1], &byte, 1);
    acceptor_.join();
    drop_connections();
    place_free_.notify_all();
    {
        std::unique_lock lock(clients_mutex_);
        for (auto& client : clients_) {
            lock.unlock();
            client.thread.join();
            lock.lock();
        }
        clients_.clear();
    }
    ::close(wake_[0]);
    ::close(wake_[1]);
}

void Server::Impl::drop_connections() {
    {
        const std::lock_guard lock(clients_mutex_);
        for (auto& client : clients_) {
            client.dropped = true;
            client.socket.shut_down();
        }
    }
    const std::lock_guard lock(cas_mutex_);
    for (auto& [pid, cas] : cas_) cas.session->interrupt();
}

std::vector<Request> Server::Impl::take_requests() {
    const std::lock_guard lock(requests_mutex_);
    std::vector<Request> out(requests_.begin(), requests_.end());
    requests_.clear();
    return out;
}

}  // namespace minicas
