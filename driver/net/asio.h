// Asio as this layer uses it, synchronously. Included in place of Asio's own headers, so that all
// see the same.
#pragma once

// Fences are for handlers, of which there are none; gcc's ThreadSanitizer does not know them.
#define BOOST_ASIO_DISABLE_FENCED_BLOCK

// gcc 12 sees null dereferences in Asio's scheduler once it is optimised.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnull-dereference"
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/ssl/stream.hpp>
#pragma GCC diagnostic pop

namespace cubrid::odbc::net {

namespace asio = boost::asio;
using ErrorCode = boost::system::error_code;

}  // namespace cubrid::odbc::net
