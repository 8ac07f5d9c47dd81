#include "test_server.h"

#include <strings.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace test_support {

std::string Registration::folder_;

Registration::Registration() {
    std::string name = std::filesystem::temp_directory_path() / "cubrid-odbc-test-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    own_folder_ = folder_ = name;
    std::ofstream(folder_ + "/odbcinst.ini") << '[' << kDriverName << "]\n"
                                             << "Driver = " CUBRID_ODBC_LIBRARY "\n"
                                             << "Threading = 0\n";
    std::ofstream(folder_ + "/odbc.ini") << '\n';
    ::setenv("ODBCSYSINI", folder_.c_str(), 1);
    ::setenv("ODBCINI", (folder_ + "/odbc.ini").c_str(), 1);
    ::unsetenv("ODBCINSTINI");
}

Registration::~Registration() {
    std::error_code ignored;
    std::filesystem::remove_all(own_folder_, ignored);
}

std::string Registration::add_data_source(const std::string& attributes) {
    static int count = 0;
    const std::string name = "conformance_" + std::to_string(++count);
    std::ofstream ini(folder_ + "/odbc.ini", std::ios::app);
    ini << '[' << name << "]\nDriver = " << kDriverName << '\n';
    std::istringstream pairs(attributes);
    for (std::string pair; std::getline(pairs, pair, ';');) {
        const auto equals = pair.find('=');
        if (equals != std::string::npos) {
            ini << pair.substr(0, equals) << " = " << pair.substr(equals + 1) << '\n';
        }
    }
    ini << '\n';
    return name;
}

bool TestServer::real() {
    const char* text = std::getenv("CUBRID_TEST_CONNSTR");
    return text != nullptr && *text != '\0';
}

TestServer::TestServer() {
    if (!real()) {
        minicas::Options options;
        options.users["semicolon"] = "a;b}c{d=e";
        minicas_ = std::make_unique<minicas::Server>(options);
        port_ = minicas_->port();
        return;
    }
    std::istringstream pairs(std::getenv("CUBRID_TEST_CONNSTR"));
    for (std::string pair; std::getline(pairs, pair, ';');) {
        const auto equals = pair.find('=');
        if (equals == std::string::npos) continue;
        const std::string key = pair.substr(0, equals);
        const std::string value = pair.substr(equals + 1);
        auto is = [&key](const char* name) { return ::strcasecmp(key.c_str(), name) == 0; };
        if (is("Server")) host_ = value;
        if (is("Port")) port_ = static_cast<std::uint16_t>(std::stoi(value));
        if (is("Database")) database_ = value;
        if (is("UID")) user_ = value;
        if (is("PWD")) password_ = value;
    }
}

std::string TestServer::keywords(std::uint16_t port) const {
    return "Server=" + host_ + ";Port=" + std::to_string(port) + ";Database=" + database_ +
           ";UID=" + user_ + ";PWD=" + password_ + ";";
}

}  // namespace test_support
