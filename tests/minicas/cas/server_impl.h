// The broker: listeners, the table of its CAS, and a thread for each client.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <list>
#include <map>
#include <thread>

#include "cas/connection.h"
#include "cas/fault_plan.h"
#include "cas/socket.h"
#include "store/storage.h"

namespace minicas {

class Server::Impl final : public Host {
 public:
    explicit Impl(Options options);
    ~Impl() override;

    std::uint16_t port() const { return port_; }
    FaultPlan& faults() { return faults_; }
    void drop_connections();
    std::vector<Request> take_requests();
    int connections_accepted() const { return accepted_; }
    int cancels_received() const { return cancels_; }

    std::size_t page_bytes() const override { return options_.page_bytes; }

 private:
    struct Client {
        Socket socket;
        std::thread thread;
        std::atomic<bool> done{false};
        std::atomic<bool> dropped{false};  // by drop_connections: its session stays
    };
    // A client that has opened the database.
    struct Cas {
        std::uint32_t session_number = 0;
        Session* session = nullptr;
        std::atomic<bool> busy{true};  // until the first answer, and while a request runs
    };

    // server_accept.cpp
    void accept_loop();
    void start_client(Socket socket, bool redirected);
    void reap();
    void serve(Client& client, bool redirected);
    // server_hello.cpp: false = the conversation is over
    bool hello(Client& client, int& protocol);
    int special_answer(std::string_view hello, bool& special);
    int status_of(std::string_view hello) const;
    int cancel(std::string_view hello);
    // server_open.cpp
    void conversation(Client& client, int protocol);
    std::shared_ptr<SessionState> session_state(std::string_view announced);
    void check_login(const std::string& database, const std::string& user,
                     const std::string& password);
    std::string open_body(const SessionState& state, int protocol, int pid, int index) const;
    bool send(const Client& client, int status, bool open_reply, std::string_view body,
              std::optional<std::size_t> cut = {});
    // server_requests.cpp
    void requests(Client& client, Cas& cas, Session& session, Connection& connection, int ordinal);
    bool one_request(Client& client, Connection& connection, std::string body);
    void record(int ordinal, std::string_view body);
    void wait_for_place();
    void leave_place();

    const Options options_;
    Engine engine_;
    std::unique_ptr<Storage> storage_;
    FaultPlan faults_;
    Socket listener_, second_listener_;
    std::uint16_t port_ = 0;
    int wake_[2] = {-1, -1};
    std::atomic<bool> stopping_{false};
    std::thread acceptor_;

    std::mutex clients_mutex_;
    std::list<Client> clients_;
    std::deque<int> redirected_protocols_;

    mutable std::mutex cas_mutex_;
    std::condition_variable place_free_;
    std::map<int, Cas> cas_;  // by process id
    int places_taken_ = 0;
    int next_pid_ = 20001;

    std::mutex requests_mutex_;
    std::deque<Request> requests_;

    std::atomic<int> accepted_{0};
    std::atomic<int> cancels_{0};
};

}  // namespace minicas
