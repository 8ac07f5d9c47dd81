// Collections: a cell of any bytes becomes text or is refused; text that is accepted comes back
// from the cell that a server makes of it as text for the same elements.
#include <cstring>
#include <string>

#include "convert/bind_collection.h"
#include "convert/collection.h"
#include "input.h"

using namespace cubrid::odbc;
using namespace cubrid::odbc::convert;

namespace {

ColumnContext set_column() {
    ColumnContext context;
    context.type = {cas::Type::string, cas::Collection::set, cas::WireCharset::utf8};
    return context;
}

// The value of a SEQUENCE bind; nothing when the text is refused.
std::string sequence_of(std::string_view text) {
    cas::WireWriter out;
    out.begin(cas::Function::execute);
    const std::size_t mark = out.mark();
    if (bind_collection({text, base::Charset::utf8}, {}, out) != Outcome::ok) return {};
    return std::string{base::as_text(out.since(mark).subspan(9))};
}

// A result counts its elements and has -1 for NULL where a bind has 0 (CAS protocol 6.2).
std::string cell_of(std::string sequence) {
    std::int32_t count = 0;
    for (std::size_t at = 1; at < sequence.size(); ++count) {
        auto* size_at = reinterpret_cast<std::byte*>(sequence.data()) + at;
        const auto size = base::load_be<std::int32_t>(size_at);
        if (size == 0) base::store_be<std::int32_t>(size_at, -1);
        at += 4 + static_cast<std::size_t>(size);
    }
    std::string counted(4, '\0');
    base::store_be(reinterpret_cast<std::byte*>(counted.data()), count);
    return sequence.insert(1, counted);
}

void read(std::string_view bytes, RenderedText& text) {
    const cas::Cell cell{base::as_bytes(bytes).data(), static_cast<std::int32_t>(bytes.size())};
    fuzz::require(CollectionReader::read(cell, set_column(), text) == Outcome::ok);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const base::Buffer copy = fuzz::Input{data, size}.buffer();
    RenderedText any;
    const cas::Cell cell{copy.view().data(), static_cast<std::int32_t>(copy.view().size())};
    static_cast<void>(CollectionReader::read(cell, set_column(), any));

    const std::string sequence = sequence_of(base::as_text(copy.view()));
    if (sequence.empty()) return 0;
    RenderedText text;
    read(cell_of(sequence), text);
    fuzz::require(sequence_of(text.text) == sequence);
    return 0;
}
