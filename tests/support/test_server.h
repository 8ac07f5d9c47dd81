// The server under the tests: minicas in this process, or the real one that CUBRID_TEST_CONNSTR
// names.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "minicas/minicas.h"

namespace test_support {

inline constexpr char kDriverName[] = "CUBRID under test";

// Makes a private folder with an odbcinst.ini that names the built driver, and points unixODBC at
// it. To be called once, before the first ODBC call.
class Registration {
 public:
    Registration();
    ~Registration();
    Registration(const Registration&) = delete;
    Registration& operator=(const Registration&) = delete;

    // Adds a data source and gives its name, a new one at each call since unixODBC remembers what
    // it has read.
    static std::string add_data_source(const std::string& attributes);

 private:
    static std::string folder_;
    std::string own_folder_;
};

class TestServer {
 public:
    TestServer();

    static bool real();
    std::string host() const { return host_; }
    std::uint16_t port() const { return port_; }
    std::string database() const { return database_; }
    std::string user() const { return user_; }
    std::string password() const { return password_; }
    // `Server=...;Port=...;` and so on, without Driver or DSN; the port may be that of a wiretap.
    std::string keywords(std::uint16_t port) const;
    std::string keywords() const { return keywords(port_); }
    // Null on a real server.
    minicas::Server* minicas() { return minicas_.get(); }

 private:
    std::unique_ptr<minicas::Server> minicas_;
    std::string host_ = "127.0.0.1";
    std::uint16_t port_ = 33000;
    std::string database_ = "testdb";
    std::string user_ = "dba";
    std::string password_;
};

}  // namespace test_support
