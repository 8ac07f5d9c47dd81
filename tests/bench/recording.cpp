#include "recording.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

namespace bench {
namespace {

using test_support::from_big_endian;
using test_support::WireRequest;

constexpr int kNextResult = 19;
constexpr std::array kPreparing{test_support::kPrepare, test_support::kPrepareAndExecute};
constexpr std::array<int, 6> kWithHandle{test_support::kExecute,      test_support::kCloseHandle,
                                         test_support::kFetch,        kNextResult,
                                         test_support::kExecuteArray, test_support::kCursorClose};

template <class List>
bool is_in(const List& list, int function) {
    return std::find(list.begin(), list.end(), function) != list.end();
}

// Behind the function code: the length of the first argument, then the handle.
constexpr std::size_t kHandleInBody = 5;

std::vector<WireRequest> settled(test_support::Wiretap& wiretap) {
    // A commit may have been sent without waiting for its reply.
    std::this_thread::sleep_for(std::chrono::milliseconds{100});
    return wiretap.take();
}

}  // namespace

Recorder::Recorder(const Arguments& arguments)
    : arguments_{arguments}, wiretap_{arguments.host, arguments.port} {}

std::string Recorder::connection_string() const {
    return arguments_.through("127.0.0.1", wiretap_.port());
}

void Recorder::begin() { preparation_ = settled(wiretap_); }
void Recorder::end() { measured_ = settled(wiretap_); }

Replay::Replay(const Recorder& recorder)
    : measured_{frames(recorder.measured_)},
      client_{recorder.arguments_.host, recorder.arguments_.port, recorder.wiretap_.opens().at(0)} {
    for (auto& frame : frames(recorder.preparation_)) send(frame);
}

std::vector<Replay::Frame> Replay::frames(const std::vector<WireRequest>& requests) {
    std::vector<Frame> frames;
    for (const auto& request : requests) {
        frames.push_back(
            {request.function, framed(request.body),
             is_in(kWithHandle, request.function) ? from_big_endian(request.body, kHandleInBody)
                                                  : 0,
             is_in(kPreparing, request.function) ? from_big_endian(request.reply, 0) : 0});
    }
    return frames;
}

void Replay::run() {
    for (auto& frame : measured_) send(frame);
}

void Replay::send(Frame& frame) {
    if (frame.handle != 0) {
        const auto handle = test_support::big_endian(handles_[frame.handle]);
        frame.bytes.replace(kHeaderBytes + kHandleInBody, handle.size(), handle);
    }
    const auto response = client_.exchange(frame.bytes);
    if (frame.prepared_handle != 0) handles_[frame.prepared_handle] = response;
}

std::string Replay::contents() const {
    static const std::map<int, std::string> names{
        {1, "END_TRAN"},         {2, "PREPARE"},
        {3, "EXECUTE"},          {8, "FETCH"},
        {21, "EXECUTE_ARRAY"},   {41, "PREPARE_AND_EXECUTE"},
        {6, "CLOSE_REQ_HANDLE"}, {42, "CURSOR_CLOSE"}};
    std::map<int, int> counts;
    for (const auto& frame : measured_) ++counts[frame.function];
    std::string text;
    for (const auto& [function, count] : counts) {
        const auto name = names.find(function);
        text += (text.empty() ? "" : ", ") + std::to_string(count) + ' ' +
                (name == names.end() ? std::to_string(function) : name->second);
    }
    return text;
}

}  // namespace bench
