# Sourced by tests/run: a throw-away UTF-8 database and broker of the CUBRID that $CUBRID names, on free loopback ports.
#
#   throwaway_start   sets CUBRID_TEST_CONNSTR
#   throwaway_stop    ends the server's processes and removes the folder
#
# The installation is not written to: $CUBRID becomes a folder of links to it with conf, log, var and databases of its own.
# shellcheck shell=bash

throwaway_folder=''

_throwaway_free_ports() {
    /usr/bin/python3 - "$1" <<'END'
import socket, sys
sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(int(sys.argv[1]))]
print(*(s.getsockname()[1] for s in sockets))
END
}

_throwaway_lay_out() {
    local installed=$1 root=$2 master_port=$3 broker_port=$4 entry
    mkdir -p "$root"/{conf,log/broker,var,tmp,databases}
    for entry in "$installed"/*; do
        [[ -e $root/${entry##*/} ]] || ln -s "$entry" "$root/"
    done
    cp "$installed"/conf/* "$root/conf/"
    cat >"$root/conf/cubrid.conf" <<END
[service]
service=server,broker
[common]
cubrid_port_id=$master_port
data_buffer_size=64M
log_buffer_size=4M
sort_buffer_size=2M
db_volume_size=64M
log_volume_size=64M
log_max_archives=0
max_clients=100
java_stored_procedure=no
END
    # The keys of shared memory are machine-wide; the ports, free here and now, serve as keys too.
    cat >"$root/conf/cubrid_broker.conf" <<END
[broker]
MASTER_SHM_ID=$master_port
ADMIN_LOG_FILE=log/broker/cubrid_broker.log
[%odbc_test]
SERVICE=ON
BROKER_PORT=$broker_port
APPL_SERVER_SHM_ID=$broker_port
MIN_NUM_APPL_SERVER=5
MAX_NUM_APPL_SERVER=40
LOG_DIR=log/broker/sql_log
ERROR_LOG_DIR=log/broker/error_log
SQL_LOG=OFF
TIME_TO_KILL=120
SESSION_TIMEOUT=300
KEEP_CONNECTION=AUTO
CCI_DEFAULT_AUTOCOMMIT=ON
END
}

_throwaway_run() {
    if ! "$@" </dev/null >>"$throwaway_folder/commands.log" 2>&1; then
        echo "failed: $*" >&2
        tail -n 30 "$throwaway_folder/commands.log" >&2
        return 1
    fi
}

throwaway_start() {
    local installed=$CUBRID master_port broker_port
    if [[ ! -x $installed/bin/cubrid ]]; then
        echo "\$CUBRID names no installed CUBRID: there is no $installed/bin/cubrid" >&2
        return 1
    fi
    # Short: the paths of Unix sockets below it may have 107 characters.
    throwaway_folder=$(mktemp -d /tmp/odbc-real.XXXXXX)
    read -r master_port broker_port < <(_throwaway_free_ports 2)
    _throwaway_lay_out "$installed" "$throwaway_folder/c" "$master_port" "$broker_port"

    throwaway_environment=(env -u CUBRID_TMP -u CUBRID_CONF_FILE -u CUBRID_BROKER_CONF_FILE
        "CUBRID=$throwaway_folder/c" "CUBRID_DATABASES=$throwaway_folder/c/databases" CUBRID_MSG_LANG=en_US.utf8
        "LD_LIBRARY_PATH=$installed/lib:$installed/cci/lib" "PATH=$installed/bin:$PATH"
        "--chdir=$throwaway_folder/c/databases")
    # A session of its own: Ctrl-C must reach us, who end the server in order, and not the server.
    local cubrid=(setsid -w "${throwaway_environment[@]}" "$throwaway_folder/c/bin/cubrid")
    touch "$throwaway_folder/c/databases/databases.txt"
    _throwaway_run "${cubrid[@]}" createdb --db-volume-size=64M --log-volume-size=64M \
        -F "$throwaway_folder/c/databases" -L "$throwaway_folder/c/databases" odbctest en_US.utf8 &&
        _throwaway_run "${cubrid[@]}" server start odbctest &&
        _throwaway_run "${cubrid[@]}" broker start || return 1
    for _ in {1..100}; do
        if (exec 3<>"/dev/tcp/127.0.0.1/$broker_port") 2>/dev/null; then
            export CUBRID_TEST_CONNSTR="Server=127.0.0.1;Port=$broker_port;Database=odbctest;UID=dba;PWD="
            return 0
        fi
        sleep 0.1
    done
    echo "the broker does not listen on port $broker_port" >&2
    return 1
}

throwaway_stop() {
    [[ -n $throwaway_folder ]] || return 0
    local cubrid=("${throwaway_environment[@]}" "$throwaway_folder/c/bin/cubrid") process
    "${cubrid[@]}" broker stop </dev/null >/dev/null 2>&1
    "${cubrid[@]}" server stop odbctest </dev/null >/dev/null 2>&1
    "${cubrid[@]}" service stop </dev/null >/dev/null 2>&1
    # What did not listen: our own processes are those that were started with our folder as $CUBRID.
    for process in /proc/[0-9]*; do
        if grep -qsz "^CUBRID=$throwaway_folder/c$" "$process/environ"; then
            kill -KILL "${process#/proc/}" 2>/dev/null
        fi
    done
    rm -rf "$throwaway_folder"
    throwaway_folder=''
    unset CUBRID_TEST_CONNSTR
}
