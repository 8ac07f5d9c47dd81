// The database that all connections share. One mutex guards it; statements hold it while they run
// and give it away while they wait and, when they are long, from time to time.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "store/catalog.h"
#include "store/lob_store.h"
#include "store/transaction.h"
#include "types/time_zone.h"

namespace minicas {

// What survives a transaction, and a connection if the client comes back with the session id (CAS
// protocol 9.5).
struct SessionState {
    std::uint32_t number = 0;
    std::map<std::string, TypedValue> variables;
    std::map<std::string, std::string> prepared;  // SQL level PREPARE
    Value last_insert_id;
    std::int64_t row_count = -1;
    std::string time_zone{kServerZone};
};

struct Serial {
    std::int64_t next = 1, increment = 1;
    bool started = false;
};

struct Engine {
    std::string database = "testdb";
    std::string version = "11.4.0.0";

    std::mutex mutex;
    Catalog catalog;
    std::unique_ptr<LobStore> lobs;
    Transactions transactions;
    std::map<std::string, std::string> users;  // name in lower case, password
    std::map<std::string, Serial> serials;
    std::map<std::uint32_t, std::shared_ptr<SessionState>> sessions;
    std::uint32_t next_session = 1;
};

}  // namespace minicas
