#!/usr/bin/env python3
"""Writes the first inputs of the fuzzers, corpus/NAME/*, from the golden recordings: one of each kind of answer."""

import collections
import hashlib
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "golden"))
import check  # noqa: E402

LARGEST = 4096     # bytes of one input
MOST = 60          # inputs of one fuzzer

CONNECTION_STRINGS = [
    b"DSN=cubrid;UID=dba;PWD=",
    b"Driver={CUBRID};Server=localhost;Port=33000;Database=demodb;UID=dba;PWD={a;b}}c}",
    b"DRIVER=CUBRID;SERVER=[::1];PORT=33000;DB_NAME=testdb;USER=public;CHARSET=utf-8;SSL=require;SSLVerify=no",
    b"server=h;database=d;logintimeout=30s;querytimeout=500ms;althosts=a:1,b:2;loadbalance=on;rctime=60",
    b"Server=h;;Database=d; UID = dba ;PWD={};Unknown=1",
    b"Trace=/tmp/t;TraceLevel=wire;Counters=c;ZeroDate=null;ReadOnly=yes;Autocommit=0;Description={x}",
]
HANDSHAKES = [
    b"\0" + (0).to_bytes(4, "big") + b"testdb\0dba\0\0cci:cubrid:localhost:33000:testdb:dba:********:\0" + b"0.1.0",
    b"\1" + (33001).to_bytes(4, "big") + b"demodb@h1:h2\0public\0secret\0\0",
    b"\0" + (-10103 & 0xFFFFFFFF).to_bytes(4, "big"),
    b"\1" + (-1018 & 0xFFFFFFFF).to_bytes(4, "big") + b"x" * 31 + b"\0" + b"u" * 31 + b"\0" + b"p" * 32 + b"\0" + b"l" * 600,
]
# Written for what conversions must tell apart; what stands in front is what the fuzzers take off.
TEXTS = {
    "utf": ["\7a\u00e9\ud55c\U0001f600z".encode(), b"\3\xed\xa0\x80", b"\5abcdefghijkl\xf0\x9f\x98", b"\1\xef\xbb\xbfx", b"\2\x3d\xd8\x00\xde"],
    "numeric_text": [b"-12.50", b" +.5e-3 ", b"99999999999999999999999999999999999999", b"1e400", b"0x1", b"-9223372036854775808", b"0.00000000000000000000000000000000000000001"],
    "datetime_text": [b"2024-02-29", b"{d '2024-01-02'}", b"{ts '2024-01-02 03:04:05.123'}", b"{t '23:59:59'}", b"2024-01-02 03:04:05.123456789012", b"24:00:00", b"0000-00-00"],
    "interval_text": [b"\6-1-02", b"\x09 3 04:05:06.5 ", b"\x0cINTERVAL -'1:40' MINUTE(3) TO SECOND(9)", b"\0{interval '5' year}", b"\x0a1 02:00", b"\x0599999999999.9999999999"],
    "collection": [b"{}", b"{1, NULL, 'a, b','it''s', '' }", "{\ud55c, x y}".encode(), b"{'a'b}", b"{{1}}",
                   b"\2" + bytes([0, 0, 0, 2, 255, 255, 255, 255, 0, 0, 0, 3]) + b"ab\0", b"\x08" + bytes([0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 7])],
    "pieces": [
        b"\2\5\0\1\4\3\2" + "a\u00e9\ud55c\U0001f600\0".encode(), b"\2\4\0\0\1\0\3\xb0\xa1\xb3\xaa\0", b"\6\1\0\0\4\2\6\x0a\xff\x1b",
        b"\7\5\0\0\6\7\2-123.4567\0", b"\x16\5\0\1\x2a\x14\6" + bytes([7, 0xe8, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 123]),
        b"\x08\x25\0\0\x14\0\x14\x08" + bytes([0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 7, 255, 255, 255, 255]),
        b"\0\5\0\0\3\4\5\x85\x02abcdef\0", b"\x0c\5\0\0\x0c\x14\x20" + bytes([0x7e, 0x37, 0xe4, 0x3c, 0x88, 0, 0x75, 0x9c]),
    ],
}


def shape(expect):
    """What an answer is made of, without its values: of equal shapes one input is enough."""
    if isinstance(expect, dict):
        return tuple((key, shape(value)) for key, value in sorted(expect.items()) if key not in ("cas_flags", "cas_status"))
    if isinstance(expect, list):
        return tuple(dict.fromkeys(shape(value) for value in expect))
    return type(expect).__name__ if not isinstance(expect, str) or len(expect) > 12 else expect


class Corpus:
    def __init__(self):
        self.inputs = collections.defaultdict(dict)

    def add(self, fuzzer, kind, data):
        inputs = self.inputs[fuzzer]
        if len(data) <= LARGEST and len(inputs) < MOST:
            inputs.setdefault(kind, data)

    def write(self):
        for fuzzer, inputs in self.inputs.items():
            folder = HERE / "corpus" / fuzzer
            folder.mkdir(parents=True, exist_ok=True)
            for data in inputs.values():
                (folder / hashlib.sha1(data).hexdigest()[:16]).write_bytes(data)
            print(f"{fuzzer}: {len(inputs)} inputs, {sum(map(len, inputs.values()))} bytes")


def add_response(corpus, conns, exchange):
    """One input for each fuzzer that the answer fits."""
    request, response = bytes.fromhex(exchange["request_hex"]), bytes.fromhex(exchange["response_hex"])
    before = {name: dict(conn["stmt"]) for name, conn in conns.items()}
    check.decode_exchange(conns, exchange, request, response)
    if len(response) < 8 or exchange["phase"] not in ("open", "request") or conns[exchange["conn"]]["version"] < 7:
        return
    body, kind, function = response[8:], shape(exchange["expect"]), exchange.get("function", "OPEN")
    if "error" in exchange["expect"]:
        corpus.add("open_reply", ("error", exchange["expect"]["error"]["code"]), body)
        return
    handle = int.from_bytes(request[13:17], "big") if len(request) >= 17 else 0
    columns = len(before[exchange["conn"]].get(handle, {"columns": []})["columns"])
    if function in ("OPEN", "END_TRAN", "GET_DB_PARAMETER", "GET_DB_VERSION", "CURSOR_CLOSE"):
        corpus.add("open_reply", kind, body)
    elif function in ("PREPARE", "PARAMETER_INFO", "NEXT_RESULT"):
        corpus.add("prepare_reply", kind, body)
    elif function == "EXECUTE":
        corpus.add("execute_reply", kind, bytes(["fetch" in exchange["expect"], columns]) + body)
    elif function == "PREPARE_AND_EXECUTE":
        corpus.add("execute_reply", kind, bytes(2) + body)
    elif function == "FETCH":
        corpus.add("fetch_page", kind, bytes([columns]) + body)
    elif function == "EXECUTE_ARRAY":
        corpus.add("array_reply", kind, body)


def main():
    corpus = Corpus()
    for number, data in enumerate(CONNECTION_STRINGS):
        corpus.add("conn_string", number, data)
    for number, data in enumerate(HANDSHAKES):
        corpus.add("handshake", number, data)
    for fuzzer, inputs in TEXTS.items():
        for number, data in enumerate(inputs):
            corpus.add(fuzzer, number, data)
    for path in sorted((HERE.parent / "golden" / "recordings").glob("*.json")):
        conns = {}
        for exchange in json.loads(path.read_text())["exchanges"]:
            add_response(corpus, conns, exchange)
            if exchange.get("function") == "PREPARE":
                _, arguments = check.split_request(bytes.fromhex(exchange["request_hex"]))
                if arguments:
                    at, length = arguments[0]
                    sql = bytes.fromhex(exchange["request_hex"])[at:at + length].rstrip(b"\0")
                    corpus.add("lexer", sql.split(b" ", 1)[0] + b"?" * sql.count(b"?") + b"'" * sql.count(b"'"), sql)
    corpus.write()


if __name__ == "__main__":
    main()
