#include <poll.h>

#include <array>

#include "cas/server_impl.h"

namespace minicas {

void Server::Impl::accept_loop() {
    while (!stopping_) {
        std::array<pollfd, 3> fds{pollfd{listener_.fd(), POLLIN, 0},
                                  pollfd{second_listener_.fd(), POLLIN, 0},
                                  pollfd{wake_[0], POLLIN, 0}};
        if (::poll(fds.data(), fds.size(), -1) < 0 || stopping_) continue;
        reap();
        if (fds[0].revents & POLLIN) start_client(accept_from(listener_), false);
        if (fds[1].revents & POLLIN) start_client(accept_from(second_listener_), true);
    }
}

void Server::Impl::start_client(Socket socket, bool redirected) {
    if (socket.fd() < 0) return;
    const std::lock_guard lock(clients_mutex_);
    Client& client = clients_.emplace_back();
    client.socket = std::move(socket);
    client.thread = std::thread([this, &client, redirected] {
        serve(client, redirected);
        client.socket.shut_down();
        client.done = true;
    });
}

// Threads that have ended are joined when the next client comes.
void Server::Impl::reap() {
    const std::lock_guard lock(clients_mutex_);
    for (auto it = clients_.begin(); it != clients_.end();) {
        if (it->done) {
            it->thread.join();
            it = clients_.erase(it);
        } else {
            ++it;
        }
    }
}

void Server::Impl::serve(Client& client, bool redirected) {
    int protocol = 0;
    if (redirected) {
        const std::lock_guard lock(clients_mutex_);
        protocol = options_.protocol;
        if (!redirected_protocols_.empty()) {
            protocol = redirected_protocols_.front();
            redirected_protocols_.pop_front();
        }
    } else if (!hello(client, protocol)) {
        return;
    }
    wait_for_place();
    if (!stopping_) {
        std::string zero;
        put_int(zero, 0);
        if (redirected || client.socket.write(zero)) conversation(client, protocol);
    }
    leave_place();
}

// The zero of an accepted hello is written when a CAS is free: until then the client waits (CAS
// protocol 2.4).
void Server::Impl::wait_for_place() {
    std::unique_lock lock(cas_mutex_);
    place_free_.wait(lock,
                     [this] { return stopping_ || places_taken_ < options_.max_connections; });
    ++places_taken_;
}

void Server::Impl::leave_place() {
    const std::lock_guard lock(cas_mutex_);
    --places_taken_;
    place_free_.notify_one();
}

}  // namespace minicas
