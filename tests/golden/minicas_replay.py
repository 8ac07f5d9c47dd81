#!/usr/bin/env python3
"""Replays every recorded scenario against minicas, a fresh one for each, and compares the differences with those that are
known: `minicas-differences.txt` lists them, and why. Wording of messages and plans does not count; layout, codes, counts,
types, status bytes and end flags do.

  minicas_replay.py MINICAS [-k REGEX] [-v]
"""
import argparse
import collections
import concurrent.futures
import glob
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import check

HERE = pathlib.Path(__file__).parent
KNOWN = HERE / "minicas-differences.txt"


def known_differences():
    """{scenario: {exchange or '*': reason}}"""
    known = collections.defaultdict(dict)
    for number, line in enumerate(KNOWN.read_text().splitlines() if KNOWN.exists() else [], 1):
        if not line.strip() or line.startswith("#"):
            continue
        entry = re.fullmatch(r"([\w-]+): (.+?)  +# +(\S.*)", line)
        if not entry:
            sys.exit(f"{KNOWN.name}:{number}: not `scenario: exchange  # reason`")
        known[entry[1]][entry[2]] = entry[3]
    return known


def start(minicas, folder):
    """The server's process and its port."""
    port_file = pathlib.Path(folder, "port")
    server = subprocess.Popen([minicas, "--host", "127.0.0.1", "--port", "0", "--port-file", port_file,
                               "--database", "testdb", "--user", "dba"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    for _ in range(200):
        if port_file.exists() and port_file.read_text().strip():
            return server, int(port_file.read_text())
        if server.poll() is not None:
            break
        time.sleep(0.05)
    server.kill()
    sys.exit("minicas did not start: " + server.communicate()[1].decode(errors="replace"))


def stop(server):
    """In good order, so that its files go; a server that does not end is killed."""
    server.terminate()
    try:
        server.communicate(timeout=10)
    except subprocess.TimeoutExpired:
        server.kill()
        server.communicate()


def replay(minicas, doc):
    """What differs: {exchange: [differences]}"""
    found = collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        server, port = start(minicas, folder)
        try:
            problems = check.live(doc, ("127.0.0.1", port), None, lambda name: None, ignore_texts=True)
        except Exception as fault:  # whatever it is, it belongs to this scenario
            problems = [("(replay)", repr(fault))]
        if server.poll() is not None:
            problems.append(("(server)", f"minicas ended with {server.returncode}"))
        stop(server)
    for exchange, text in problems:
        found[exchange].append(text)
    return {} if doc.get("unstable") else found


def verdict(scenario, found, known):
    """(unexpected, no longer seen), as lines."""
    unexpected = [] if "*" in known else [
        f"{scenario}: {name}\n      " + "\n      ".join(texts) for name, texts in found.items() if name not in known]
    gone = [f"{scenario}: {name}" for name in known if (not found if name == "*" else name not in found)]
    return unexpected, gone


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("minicas")
    options.add_argument("-k", default="", metavar="REGEX", help="only scenarios whose name matches")
    options.add_argument("-v", action="store_true", help="also show the differences that are known")
    asked = options.parse_args()

    check.TIMEOUT = 10
    docs = [json.loads(pathlib.Path(path).read_text()) for path in sorted(glob.glob(str(HERE / "recordings" / "*.json")))]
    docs = [doc for doc in docs if re.search(asked.k, doc["scenario"])]
    known = known_differences()
    with concurrent.futures.ThreadPoolExecutor(max_workers=2 * (os.cpu_count() or 1)) as pool:
        results = list(pool.map(lambda doc: replay(asked.minicas, doc), docs))

    unexpected, gone, same, exchanges = [], [], 0, 0
    for doc, found in zip(docs, results):
        exchanges += len(doc["exchanges"])
        same += len(doc["exchanges"]) - sum(x["name"] in found for x in doc["exchanges"])
        if asked.v:
            for name, texts in found.items():
                print(f"{doc['scenario']}: {name}  # {known[doc['scenario']].get(name, '')}\n      " + "\n      ".join(texts))
        more, less = verdict(doc["scenario"], found, known[doc["scenario"]])
        unexpected += more
        gone += less
    if unexpected:
        print("not in minicas-differences.txt:\n   " + "\n   ".join(unexpected))
    if gone:
        print("in minicas-differences.txt, but not seen:\n   " + "\n   ".join(gone))
    print(f"{len(docs)} scenarios, {exchanges} exchanges, {same} of them answered like the real server")
    return 1 if unexpected or gone or not docs else 0


if __name__ == "__main__":
    sys.exit(main())
