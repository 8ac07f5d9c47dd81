// minicas as a program: runs until SIGTERM or SIGINT, or until the process that started it is gone.
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>

#include <unistd.h>

#include "minicas.h"

namespace {

constexpr const char* kUsage =
    "usage: minicas [--host H] [--port N] [--database D] [--user NAME[:PASSWORD]]... [--protocol "
    "N]\n"
    "               [--version TEXT] [--storage FILE] [--port-file FILE] [--parent-pid]\n";

struct Arguments {
    minicas::Options options;
    std::string port_file;
    bool with_parent = false;  // ends when the parent process has ended
};

void add_user(minicas::Options& options, const std::string& text) {
    const auto colon = text.find(':');
    options.users[text.substr(0, colon)] = colon == std::string::npos ? "" : text.substr(colon + 1);
}

Arguments parse(int count, char** args) {
    Arguments out;
    out.options.version = "11.4.0.0";
    for (int i = 1; i < count; ++i) {
        const std::string_view name = args[i];
        if (name == "--parent-pid") {
            out.with_parent = true;
            continue;
        }
        if (i + 1 == count) throw std::invalid_argument(std::string(name));
        const std::string value = args[++i];
        if (name == "--host") {
            out.options.host = value;
        } else if (name == "--port") {
            out.options.port = static_cast<std::uint16_t>(std::stoi(value));
        } else if (name == "--database") {
            out.options.database = value;
        } else if (name == "--user") {
            add_user(out.options, value);
        } else if (name == "--protocol") {
            out.options.protocol = std::stoi(value);
        } else if (name == "--version") {
            out.options.version = value;
        } else if (name == "--storage") {
            out.options.storage = value;
        } else if (name == "--port-file") {
            out.port_file = value;
        } else {
            throw std::invalid_argument(std::string(name));
        }
    }
    return out;
}

void wait_for_the_end(const sigset_t& signals, bool with_parent) {
    const pid_t parent = ::getppid();
    while (true) {
        const timespec second{1, 0};
        if (::sigtimedwait(&signals, nullptr, &second) > 0) return;
        if (with_parent && ::getppid() != parent) return;
    }
}

}  // namespace

int main(int count, char** args) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);  // before the server starts its threads
    std::signal(SIGPIPE, SIG_IGN);
    try {
        const Arguments arguments = parse(count, args);
        const minicas::Server server(arguments.options);
        std::cout << "minicas listening on " << arguments.options.host << ':' << server.port()
                  << std::endl;
        if (!arguments.port_file.empty())
            std::ofstream(arguments.port_file) << server.port() << '\n';
        wait_for_the_end(signals, arguments.with_parent);
        return EXIT_SUCCESS;
    } catch (const std::invalid_argument& error) {
        std::cerr << "minicas: " << error.what() << "\n" << kUsage;
    } catch (const std::exception& error) {
        std::cerr << "minicas: " << error.what() << '\n';
    }
    return EXIT_FAILURE;
}
