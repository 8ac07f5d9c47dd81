// A CAS: one client connection from the open request to its end.
#pragma once

#include <map>
#include <memory>

#include "cas/handle.h"
#include "cas/request.h"
#include "cas/wire_value.h"
#include "types/error.h"

namespace minicas {

// What a connection wants from the server around it.
class Host {
 public:
    virtual ~Host() = default;
    virtual std::size_t page_bytes() const = 0;
};

class Connection {
 public:
    Connection(Host& host, Session& session, int protocol) : host_(host), session_(session) {
        style_.protocol = protocol;
    }

    // The body of the answer; its CAS_INFO status is in_transaction() afterwards.
    std::string answer(const CasRequest& request);
    bool in_transaction() const { return in_transaction_; }
    bool closes() const { return closes_; }  // after this answer
    bool has_holdable_result() const;
    // A test may stop an array as if it had been interrupted.
    void interrupt_array_after(int rows) { interrupt_array_after_ = rows; }

 private:
    using Function = void (Connection::*)(const CasRequest&, std::string&);
    struct FunctionRow {
        int code;
        Function run;
        bool own_transaction = true;  // false: the status stays what it was
        bool short_errors = false;    // argument errors have a body of four bytes
    };
    static const FunctionRow* find_function(int code);
    static std::string error_body(const Error& error);

    // Transactions (connection_transaction.cpp).
    void end_tran(const CasRequest& request, std::string& out);
    void savepoint(const CasRequest& request, std::string& out);
    void con_close(const CasRequest& request, std::string& out);
    void commit();
    void rollback();
    void close_results(bool rolled_back);
    // Parameters and other small functions (connection_session.cpp).
    void get_db_parameter(const CasRequest& request, std::string& out);
    void set_db_parameter(const CasRequest& request, std::string& out);
    void get_db_version(const CasRequest& request, std::string& out);
    void get_row_count(const CasRequest& request, std::string& out);
    void get_last_insert_id(const CasRequest& request, std::string& out);
    void check_cas(const CasRequest& request, std::string& out);
    void end_session(const CasRequest& request, std::string& out);
    void change_mode(const CasRequest& request, std::string& out);
    void schema_info(const CasRequest& request, std::string& out);
    void bad_arguments(const CasRequest& request, std::string& out);
    void deprecated(const CasRequest& request, std::string& out);
    void not_implemented(const CasRequest& request, std::string& out);
    // Handles (connection_prepare.cpp).
    void prepare(const CasRequest& request, std::string& out);
    void close_req_handle(const CasRequest& request, std::string& out);
    void parameter_info(const CasRequest& request, std::string& out);
    void get_generated_keys(const CasRequest& request, std::string& out);
    int prepare_text(const CasRequest& request, std::size_t first, std::size_t count,
                     std::string& out);
    Handle& handle(int number);
    // Execution (connection_execute.cpp).
    struct ExecuteArgs {
        int flags = 0;
        int max_col_size = 0;
        std::int64_t max_row = 0;
        bool fetch = false, autocommit = false, forward_only = false;
        int timeout_ms = 0;
    };
    void execute(const CasRequest& request, std::string& out);
    void prepare_and_execute(const CasRequest& request, std::string& out);
    void execute_handle(int number, const ExecuteArgs& args, const Binds& binds, std::string& out);
    void run_statements(Handle& handle, const ExecuteArgs& args, const Binds& binds);
    Result run_one(Handle& handle, std::size_t index, const ExecuteArgs& args, const Binds& binds);
    void keep_keys(Handle& handle, const ExecuteArgs& args, const Outcome& outcome);
    void put_execute_answer(const Handle& handle, std::string& out) const;
    void finish_autocommit(Handle& handle, bool small);
    // Objects (connection_object.cpp).
    void oid_get(const CasRequest& request, std::string& out);
    void oid_cmd(const CasRequest& request, std::string& out);
    void collection(const CasRequest& request, std::string& out);
    void get_attr_type_str(const CasRequest& request, std::string& out);
    void get_class_num_objs(const CasRequest& request, std::string& out);
    Session::Instance instance(std::string_view object_id);
    // Large objects (connection_lob.cpp).
    void lob_new(const CasRequest& request, std::string& out);
    void lob_write(const CasRequest& request, std::string& out);
    void lob_read(const CasRequest& request, std::string& out);
    std::string answer_without_server(bool end_tran);
    // Many rows at once (connection_array.cpp).
    void execute_array(const CasRequest& request, std::string& out);
    void execute_batch(const CasRequest& request, std::string& out);
    void put_item_error(std::string& out, const Error& error) const;
    void put_shard(std::string& out) const;
    void set_timeout(int timeout_ms);
    // Results (connection_fetch.cpp).
    void fetch(const CasRequest& request, std::string& out);
    void next_result(const CasRequest& request, std::string& out);
    void cursor(const CasRequest& request, std::string& out);
    void cursor_close(const CasRequest& request, std::string& out);
    bool put_tuples(const Result& result, std::int64_t from, std::int64_t max_row,
                    std::string& out) const;
    bool is_last_result(const Handle& handle) const {
        return handle.current + 1 >= handle.results.size();
    }

    Host& host_;
    Session& session_;
    WireStyle style_;
    std::map<int, Handle> handles_;
    bool in_transaction_ = false;
    std::optional<bool> before_check_cas_;  // the status, if the last request was CHECK_CAS
    bool closes_ = false;
    bool server_lost_ = false;
    int change_mode_ = 1;
    std::optional<int> interrupt_array_after_;
};

}  // namespace minicas
