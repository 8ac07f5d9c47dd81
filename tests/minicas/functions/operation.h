// Operators and functions on values. The analysis turns a call into an Operation: it knows the
// domains of the arguments, so the same code serves constants, rows that are inserted and SQLite.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "types/calendar.h"
#include "types/cast.h"
#include "types/value.h"

namespace minicas {

// What functions may ask the session for.
class Environment {
 public:
    virtual ~Environment() = default;
    virtual const TypedValue& variable(
        const std::string& name) const = 0;  // -1070 if it is not set
    virtual void set_variable(const std::string& name, const TypedValue& value) = 0;
    virtual Value last_insert_id() const = 0;
    virtual std::int64_t row_count() const = 0;
    virtual std::string user_name() const = 0;
    virtual std::string database_name() const = 0;
    virtual std::string server_version() const = 0;
    virtual std::int64_t connection_id() const = 0;
    virtual Moment now() const = 0;  // of the statement
    virtual void sleep(double seconds) = 0;
    virtual std::int64_t random() = 0;
    virtual std::int64_t serial(const std::string& name, bool next) = 0;
    virtual void require_serial(const std::string& name) const = 0;  // -494 if there is none
    virtual const std::string& time_zone() const = 0;
    virtual Lob make_lob(std::string_view bytes) = 0;         // of the transaction
    virtual std::string lob_bytes(const Lob& lob) const = 0;  // -1020 if they are gone
};

struct Operation {
    std::vector<Domain> args;
    Domain result;
    std::string unit;    // of intervals and EXTRACT; the side of TRIM
    bool strict = true;  // NULL if an argument is NULL
    bool pure = true;    // same arguments, same result
    std::function<Value(Environment&, const Operation&, const std::vector<Value>&)> run;

    Value call(Environment& environment, const std::vector<Value>& values) const;

    // Arguments in the form that the function wants.
    std::string text(const std::vector<Value>& values, std::size_t i) const;
    std::int64_t integer(const std::vector<Value>& values, std::size_t i) const;
    double real(const std::vector<Value>& values, std::size_t i) const;
    Moment moment(const std::vector<Value>& values,
                  std::size_t i) const;  // of a date, or of the text of one
};

using OperationPtr = std::shared_ptr<const Operation>;

// + - * / div mod || & | ^ << >> and the unary - ~.
OperationPtr arithmetic(const std::string& op, std::vector<Domain> args);

// Whether it wants large objects themselves; others get their bytes.
bool takes_lobs(const std::string& function);
// Throws -494 for unknown names and wrong counts. `spelled` is how the text writes it.
OperationPtr function_call(const std::string& name, const std::string& spelled,
                           const std::string& unit, std::vector<Domain> args);

// A conversion that may need the session: its time zone, and the bytes of large objects.
Value cast_in_session(Environment& environment, const Value& value, const Domain& from,
                      const Domain& to, CastKind kind);
OperationPtr cast_operation(const Domain& from, const Domain& to, bool explicit_cast);
OperationPtr like_operation(const std::string& kind, std::vector<Domain> args);
// {a, b}; the operators + - * of collections; IN, SETEQ, SUBSET and their relatives.
OperationPtr collection_operation(TypeCode kind, std::vector<Domain> args);
OperationPtr collection_arithmetic(const std::string& op, std::vector<Domain> args);
bool is_set_comparison(std::string_view op);
OperationPtr set_comparison(const std::string& op, std::vector<Domain> args);

// The domain that arithmetic has on numbers of these two.
Domain common_number(const Domain& a, const Domain& b);
// The domain of CASE, COALESCE, UNION and the like.
Domain common_domain(const Domain& a, const Domain& b);

}  // namespace minicas
