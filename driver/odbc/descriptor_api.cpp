// SQLGetDescField, SQLSetDescField. Lengths of text are in bytes.
#include <string>

#include "handles/desc.h"
#include "handles/desc_fields.h"
#include "odbc/guard.h"
#include "odbc/text_args.h"

namespace cubrid::odbc::entry {
namespace {

using handles::Desc;

template <class Char>
SQLRETURN get_desc_field(SQLHDESC handle, SQLSMALLINT record, SQLSMALLINT field, SQLPOINTER out,
                         SQLINTEGER capacity, SQLINTEGER* length) noexcept {
    return enter<Desc>(handle, [&](Desc& desc) -> base::Result<SQLRETURN> {
        auto value = handles::get_field(desc, record, field);
        if (!value) {
            if (record > desc.count() && value.error().state == base::SqlState{"07009"})
                return SQLRETURN{SQL_NO_DATA};
            return std::move(value).error();
        }
        if (const auto* text = std::get_if<std::string>(&*value)) {
            auto written = text_out<Char>(*text, out, capacity, length, Unit::bytes,
                                          base::Charset::utf8, desc.diags());
            return as_code(std::move(written));
        }
        std::visit(
            [&](const auto& plain) {
                using Value = std::decay_t<decltype(plain)>;
                if constexpr (!std::is_same_v<Value, std::string>) {
                    if (out != nullptr) *static_cast<Value*>(out) = plain;
                    if (length != nullptr) *length = sizeof(Value);
                }
            },
            *value);
        return SQLRETURN{SQL_SUCCESS};
    });
}

template <class Char>
SQLRETURN set_desc_field(SQLHDESC handle, SQLSMALLINT record, SQLSMALLINT field, SQLPOINTER value,
                         SQLINTEGER length) noexcept {
    return enter<Desc>(handle, [&](Desc& desc) -> base::Result<void> {
        std::string text;
        if (handles::is_text_field(field)) {
            const SQLINTEGER units =
                length < 0 ? length : length / static_cast<SQLINTEGER>(sizeof(Char));
            auto in = text_in(static_cast<const Char*>(value), units, base::Charset::utf8);
            if (!in) return std::move(in).error();
            text = std::move(*in);
        }
        return handles::set_field(desc, record, field, value, text);
    });
}

}  // namespace
}  // namespace cubrid::odbc::entry

using namespace cubrid::odbc::entry;  // NOLINT(google-build-using-namespace): one-line bodies below

extern "C" {

SQLRETURN SQL_API SQLGetDescField(SQLHDESC handle, SQLSMALLINT record, SQLSMALLINT field,
                                  SQLPOINTER out, SQLINTEGER capacity, SQLINTEGER* length) {
    return get_desc_field<SQLCHAR>(handle, record, field, out, capacity, length);
}
SQLRETURN SQL_API SQLGetDescFieldW(SQLHDESC handle, SQLSMALLINT record, SQLSMALLINT field,
                                   SQLPOINTER out, SQLINTEGER capacity, SQLINTEGER* length) {
    return get_desc_field<SQLWCHAR>(handle, record, field, out, capacity, length);
}
SQLRETURN SQL_API SQLSetDescField(SQLHDESC handle, SQLSMALLINT record, SQLSMALLINT field,
                                  SQLPOINTER value, SQLINTEGER length) {
    return set_desc_field<SQLCHAR>(handle, record, field, value, length);
}
SQLRETURN SQL_API SQLSetDescFieldW(SQLHDESC handle, SQLSMALLINT record, SQLSMALLINT field,
                                   SQLPOINTER value, SQLINTEGER length) {
    return set_desc_field<SQLWCHAR>(handle, record, field, value, length);
}

}  // extern "C"
