#include "wiretap.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <list>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

namespace test_support {
namespace {

class Socket {
 public:
    explicit Socket(int fd = -1) : fd_(fd) {}
    Socket(Socket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Socket& operator=(Socket&&) = delete;
    ~Socket() {
        if (fd_ >= 0) ::close(fd_);
    }
    int fd() const { return fd_; }

    bool read(std::string& out, std::size_t count) const {
        out.resize(count);
        for (std::size_t got = 0; got < count;) {
            const ssize_t n = ::recv(fd_, out.data() + got, count - got, 0);
            if (n <= 0) return false;
            got += static_cast<std::size_t>(n);
        }
        return true;
    }
    bool write(const std::string& bytes) const {
        for (std::size_t sent = 0; sent < bytes.size();) {
            const ssize_t n = ::send(fd_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
            if (n <= 0) return false;
            sent += static_cast<std::size_t>(n);
        }
        return true;
    }
    void shutdown() const {
        if (fd_ >= 0) ::shutdown(fd_, SHUT_RDWR);
    }

 private:
    int fd_;
};

void no_delay(int fd) {
    const int on = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

Socket connect_to(const std::string& host, std::uint16_t port) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) {
        return Socket();
    }
    Socket socket(::socket(found->ai_family, found->ai_socktype, found->ai_protocol));
    const int code = ::connect(socket.fd(), found->ai_addr, found->ai_addrlen);
    ::freeaddrinfo(found);
    if (code != 0) return Socket();
    no_delay(socket.fd());
    return socket;
}

}  // namespace

std::string big_endian(std::int32_t value) {
    const auto bits = static_cast<std::uint32_t>(value);
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>((bits >> shift) & 0xFF);
    return bytes;
}

std::int32_t from_big_endian(const std::string& bytes, std::size_t offset) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        value = (value << 8) | static_cast<unsigned char>(bytes.at(offset + i));
    }
    return static_cast<std::int32_t>(value);
}

std::vector<std::string> WireRequest::arguments() const {
    std::vector<std::string> found;
    for (std::size_t at = 1; at < body.size();) {
        if (body.size() - at < 4) return {};
        const std::int32_t length = from_big_endian(body, at);
        at += 4;
        if (length < 0 || body.size() - at < static_cast<std::size_t>(length)) return {};
        found.push_back(body.substr(at, static_cast<std::size_t>(length)));
        at += static_cast<std::size_t>(length);
    }
    return found;
}

class Wiretap::Impl {
 public:
    Impl(std::string host, std::uint16_t port)
        : host_(std::move(host)), server_port_(port), listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        if (::bind(listener_.fd(), reinterpret_cast<sockaddr*>(&address), size) != 0 ||
            ::listen(listener_.fd(), 64) != 0 ||
            ::getsockname(listener_.fd(), reinterpret_cast<sockaddr*>(&address), &size) != 0) {
            throw std::runtime_error("the wiretap cannot listen");
        }
        port_ = ntohs(address.sin_port);
        acceptor_ = std::thread([this] { accept_clients(); });
    }

    ~Impl() {
        stopping_ = true;
        stop_listening();
        drop_connections();
        for (Link& link : links_) link.thread.join();
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    std::uint16_t port() const { return port_; }

    void stop_listening() {
        listener_.shutdown();
        if (acceptor_.joinable()) acceptor_.join();
    }

    void drop_connections() {
        const std::lock_guard lock(mutex_);
        for (Link& link : links_) {
            link.client.shutdown();
            if (link.server) link.server->shutdown();
        }
    }

    void inject(WireFault fault) {
        const std::lock_guard lock(mutex_);
        faults_.push_back(std::move(fault));
    }
    void clear_faults() {
        const std::lock_guard lock(mutex_);
        faults_.clear();
    }
    std::vector<WireRequest> take() {
        const std::lock_guard lock(mutex_);
        return std::exchange(requests_, {});
    }
    std::vector<std::string> opens() {
        const std::lock_guard lock(mutex_);
        return opens_;
    }
    int connections() const { return connections_; }
    int cancels() const { return cancels_; }
    int last_status() const { return last_status_; }

 private:
    struct Link {
        Socket client;
        std::optional<Socket> server;
        int number = 0;
        std::thread thread;
    };

    void accept_clients() {
        for (;;) {
            const int fd = ::accept(listener_.fd(), nullptr, nullptr);
            if (fd < 0) return;
            no_delay(fd);
            const std::lock_guard lock(mutex_);
            links_.push_back({Socket(fd), std::nullopt, 0, {}});
            Link& link = links_.back();
            link.thread = std::thread([this, &link] {
                serve(link);
                const std::lock_guard inner(mutex_);
                link.client.shutdown();
                if (link.server) link.server->shutdown();
            });
        }
    }

    void serve(Link& link) {
        std::string hello;
        std::string answer;
        if (!link.client.read(hello, 10)) return;
        const bool session = hello.rfind("CUBR", 0) == 0;
        if (session) {
            link.number = ++connections_;
        } else if (hello.rfind("X1", 0) == 0 || hello.rfind("QC", 0) == 0) {
            ++cancels_;
        }
        Socket upstream = connect_to(host_, server_port_);
        {
            const std::lock_guard lock(mutex_);
            link.server.emplace(std::move(upstream));
            if (stopping_) return;
        }
        const Socket& server = *link.server;
        if (server.fd() < 0 || !server.write(hello) || !server.read(answer, 4) ||
            !link.client.write(answer) || !session) {
            return;
        }
        std::string open;
        std::string reply;
        if (!link.client.read(open, 628)) return;
        {
            const std::lock_guard lock(mutex_);
            opens_.push_back(open);
        }
        if (!server.write(open) || !read_frame(server, reply) || !link.client.write(reply)) {
            return;
        }
        while (pass_request(link)) continue;
    }

    static bool read_frame(const Socket& from, std::string& frame) {
        std::string body;
        if (!from.read(frame, 8)) return false;
        if (!from.read(body, static_cast<std::size_t>(from_big_endian(frame, 0)))) return false;
        frame += body;
        return true;
    }

    // Waits for the client's next request; a server that closes meanwhile closes the client too.
    static bool client_speaks(const Link& link) {
        pollfd ends[] = {{link.client.fd(), POLLIN, 0}, {link.server->fd(), POLLIN, 0}};
        if (::poll(ends, 2, -1) < 0) return false;
        return ends[1].revents == 0;
    }

    bool pass_request(Link& link) {
        std::string request;
        if (!client_speaks(link) || !read_frame(link.client, request)) return false;
        const std::size_t serial = record(link.number, request.substr(8));
        const WireFault fault = next_fault(static_cast<unsigned char>(request[8]));
        if (fault.close_before) return false;
        if (fault.stall) {
            std::string ignored;
            link.client.read(ignored, 1);
            return false;
        }
        if (fault.delay.count() > 0) std::this_thread::sleep_for(fault.delay);
        std::string reply;
        if (!link.server->write(request) || !read_frame(*link.server, reply)) return false;
        note_reply(serial, reply);
        if (fault.edit_reply) reply = fault.edit_reply(std::move(reply));
        if (fault.close_after_bytes) {
            link.client.write(reply.substr(0, *fault.close_after_bytes));
            return false;
        }
        return link.client.write(reply);
    }

    std::size_t record(int connection, std::string body) {
        const std::lock_guard lock(mutex_);
        const int function = static_cast<unsigned char>(body.at(0));
        requests_.push_back({++serial_, connection, function, std::move(body), -1, {}});
        return serial_;
    }

    void note_reply(std::size_t serial, const std::string& reply) {
        const std::lock_guard lock(mutex_);
        last_status_ = reply[4];
        for (WireRequest& request : requests_) {
            if (request.serial != serial) continue;
            request.status_after = reply[4];
            request.reply = reply.substr(8);
        }
    }

    WireFault next_fault(int function) {
        const std::lock_guard lock(mutex_);
        for (auto fault = faults_.begin(); fault != faults_.end(); ++fault) {
            if (fault->function != kAny && fault->function != function) continue;
            if (fault->skip-- > 0) continue;
            WireFault found = *fault;
            if (fault->once) faults_.erase(fault);
            return found;
        }
        return {};
    }

    std::string host_;
    std::uint16_t server_port_;
    std::uint16_t port_ = 0;
    Socket listener_;
    std::thread acceptor_;
    std::mutex mutex_;
    std::list<Link> links_;
    std::list<WireFault> faults_;
    std::vector<WireRequest> requests_;
    std::vector<std::string> opens_;
    std::size_t serial_ = 0;
    std::atomic<bool> stopping_ = false;
    std::atomic<int> connections_ = 0;
    std::atomic<int> cancels_ = 0;
    std::atomic<int> last_status_ = -1;
};

Wiretap::Wiretap(std::string host, std::uint16_t port)
    : impl_(std::make_unique<Impl>(std::move(host), port)) {}
Wiretap::~Wiretap() = default;
std::uint16_t Wiretap::port() const { return impl_->port(); }
void Wiretap::inject(WireFault fault) { impl_->inject(std::move(fault)); }
void Wiretap::clear_faults() { impl_->clear_faults(); }
void Wiretap::drop_connections() { impl_->drop_connections(); }
void Wiretap::stop_listening() { impl_->stop_listening(); }
std::vector<WireRequest> Wiretap::take() { return impl_->take(); }
std::vector<int> Wiretap::take_functions() {
    std::vector<int> functions;
    for (const WireRequest& request : take()) functions.push_back(request.function);
    return functions;
}
std::vector<std::string> Wiretap::opens() const { return impl_->opens(); }
int Wiretap::connections() const { return impl_->connections(); }
int Wiretap::cancels() const { return impl_->cancels(); }
int Wiretap::last_status() const { return impl_->last_status(); }

}  // namespace test_support
