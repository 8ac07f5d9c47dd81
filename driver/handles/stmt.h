// A statement handle: its descriptors, its attributes, the statement on the server and the result
// that is open.
#pragma once

#include <sql.h>
#include <sqlext.h>

#include <atomic>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "base/buffer.h"
#include "base/result.h"
#include "catalog/local_result.h"
#include "handles/cursor.h"
#include "handles/dbc.h"
#include "handles/desc.h"
#include "handles/handle.h"
#include "handles/long_data.h"
#include "session/server_statement.h"

namespace cubrid::odbc::handles {

// Statement attributes that are not descriptor fields. Units as in ODBC, SQLSetStmtAttr.
struct StmtAttributes {
    SQLULEN max_rows = 0;
    SQLULEN max_length = 0;
    SQLULEN query_timeout_ms = 0;
    SQLULEN extended_fetch_rows = 1;
    SQLULEN noscan = SQL_NOSCAN_OFF;
    SQLULEN metadata_id = SQL_FALSE;
    SQLULEN retrieve_data = SQL_RD_ON;
    SQLULEN use_bookmarks = SQL_UB_OFF;
};

class Stmt : public Handle, public std::enable_shared_from_this<Stmt> {
 public:
    static constexpr Kind kKind = Kind::stmt;
    Stmt(std::shared_ptr<Dbc> dbc, std::shared_ptr<Connection> connection);

    // The verbs; execution.cpp conducts them.
    base::Result<SQLRETURN> prepare(std::string sql);
    base::Result<SQLRETURN> execute();
    base::Result<SQLRETURN> execute_direct(std::string sql);
    base::Result<SQLRETURN> more_results();

    // Data at execution. SQL_NEED_DATA: `token` says which parameter is wanted; otherwise what the
    // execution came to. HY008 after a cancel.
    base::Result<SQLRETURN> param_data(SQLPOINTER* token);
    base::Result<void> put_data(SQLPOINTER data, SQLLEN length);
    [[nodiscard]] bool needs_data() const { return needs_data_; }

    // SQLGetTypeInfo.
    base::Result<SQLRETURN> type_info(SQLSMALLINT sql_type);

    base::Result<SQLRETURN> fetch();
    base::Result<SQLRETURN> get_data(SQLUSMALLINT column, SQLSMALLINT c_type, SQLPOINTER value,
                                     SQLLEN capacity, SQLLEN* length);
    // SQLSetPos. Errors: 24000 no result, HY107 no such row, HY092 the result is read-only, HYC00.
    base::Result<void> set_position(SQLSETPOSIROW row, SQLUSMALLINT operation, SQLUSMALLINT lock);
    base::Result<void> bind_column(SQLUSMALLINT column, SQLSMALLINT c_type, SQLPOINTER value,
                                   SQLLEN capacity, SQLLEN* length);
    struct ParameterBinding {
        SQLUSMALLINT number;
        SQLSMALLINT direction;
        SQLSMALLINT c_type;
        SQLSMALLINT sql_type;
        SQLULEN column_size;
        SQLSMALLINT decimal_digits;
        SQLPOINTER value;
        SQLLEN capacity;
        SQLLEN* length;
    };
    base::Result<void> bind_parameter(const ParameterBinding& binding);

    // 24000 when none is open.
    base::Result<void> close_cursor();
    // SQLFreeStmt(SQL_CLOSE): no error when none is open.
    void close_result();
    // Everything that the server holds for this statement; the handle is about to go.
    void release();
    // Another thread's request to stop; takes no lock of the statement.
    base::Result<void> cancel();
    // A call is executing or fetching.
    [[nodiscard]] bool is_inside() const { return calls_inside_ > 0; }

    base::Result<SQLSMALLINT> parameter_count() const;
    base::Result<SQLSMALLINT> column_count() const;
    struct ParameterDescription {
        SQLSMALLINT sql_type;
        SQLULEN size;
        SQLSMALLINT digits;
        SQLSMALLINT nullable;
    };
    base::Result<ParameterDescription> describe_parameter(SQLUSMALLINT number);

    // ODBC, SQLSetStmtAttr, SQLGetStmtAttr (stmt_attrs.cpp).
    base::Result<void> set_attribute(SQLINTEGER attribute, SQLPOINTER value);
    struct AttributeValue {
        SQLULEN value = 0;
        bool is_pointer =
            false;  // 8 bytes; integers are SQLULEN as well, save where ODBC says otherwise
    };
    base::Result<AttributeValue> attribute(SQLINTEGER attribute);

    [[nodiscard]] SQLLEN row_count() const { return row_count_; }
    [[nodiscard]] bool was_executed() const { return phase_ == Phase::executed; }
    [[nodiscard]] Dbc& dbc() const { return *dbc_; }
    [[nodiscard]] Connection& connection() const { return *connection_; }
    [[nodiscard]] const StmtAttributes& attributes() const { return attributes_; }
    [[nodiscard]] Desc& apd() { return in_use(apd_, own_apd_); }
    [[nodiscard]] Desc& ard() { return in_use(ard_, own_ard_); }
    // The explicitly allocated ones among them, in the order in which they are locked.
    [[nodiscard]] std::vector<std::shared_ptr<Desc>> shared_descriptors();
    [[nodiscard]] Desc& ipd() const { return *ipd_; }
    [[nodiscard]] Desc& ird() const { return *ird_; }

 private:
    friend class Execution;

    enum class Phase : std::uint8_t { allocated, prepared, executed };

    // A request of ours may be running on the server.
    class CallInside {
     public:
        explicit CallInside(std::atomic<int>& calls) : calls_{calls} { ++calls_; }
        CallInside(const CallInside&) = delete;
        CallInside& operator=(const CallInside&) = delete;
        ~CallInside() { --calls_; }

     private:
        std::atomic<int>& calls_;
    };

    // An explicit descriptor that was freed gives its place back (ODBC, SQLFreeHandle, "Freeing a
    // Descriptor Handle").
    static Desc& in_use(std::shared_ptr<Desc>& current, const std::shared_ptr<Desc>& own) {
        if (current->is_freed()) current = own;
        return *current;
    }
    base::Result<std::string> wire_text(std::string sql) const;
    // PARAMETER_INFO for what is prepared.
    base::Result<void> ask_for_parameters();
    // HY010 while data at execution is wanted.
    base::Result<void> expect_no_data() const;
    base::Result<SQLRETURN> begin_data(base::Result<SQLRETURN> executed);
    void end_data();
    // Ends the result and forgets the statement that is prepared.
    void start_over();
    void open_local(catalog::LocalResult result);
    void describe_columns(const std::vector<cas::Column>& columns);

    const std::shared_ptr<Dbc> dbc_;
    const std::shared_ptr<Connection> connection_;

    const std::shared_ptr<Desc> own_apd_;
    const std::shared_ptr<Desc> own_ard_;
    const std::shared_ptr<Desc> ipd_;
    const std::shared_ptr<Desc> ird_;
    std::shared_ptr<Desc> apd_;
    std::shared_ptr<Desc> ard_;
    StmtAttributes attributes_;

    Phase phase_ = Phase::allocated;
    bool is_catalog_ = false;  // the result of a catalog function: nothing was prepared
    bool by_prepare_ = false;  // SQLPrepare, not SQLExecDirect: survives the end of the result
    std::unique_ptr<session::ServerStatement> statement_;
    std::unique_ptr<Cursor> cursor_;
    SQLLEN row_count_ = -1;
    // Parameter sets of a SELECT that wait for SQLMoreResults, encoded when the statement was
    // executed.
    std::deque<base::Buffer> waiting_sets_;
    // While SQL_NEED_DATA stands.
    std::unique_ptr<LongData> long_data_;
    std::atomic<bool> needs_data_{false};  // the same, for a thread without the lock

    std::atomic<int> calls_inside_{0};
    std::atomic<bool> cancelled_{false};
};

}  // namespace cubrid::odbc::handles
