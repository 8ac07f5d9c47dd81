#!/usr/bin/env python3
"""The keyword table of docs/connecting.md is the one of driver/options/keywords.cpp; `--fix` writes it."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).parents[2]
SOURCE, DOCUMENT = ROOT / "driver/options/keywords.cpp", ROOT / "docs/connecting.md"
ENTRY = re.compile(r'\{Key::(\w+), "([^"]*)", "([^"]*)", Kind::(\w+), "([^"]*)",\s*"([^"]*)",\s*"([^"]*)"\}')
BEGIN, END = "<!-- keywords: tests/lint/keywords.py --fix -->\n", "<!-- /keywords -->\n"


def code(text, sep=", "):
    return sep.join(f"`{word}`" for word in text.split())


def row(key, name, aliases, kind, default, choices, meaning):
    values = {"boolean": "`yes`, `no`", "number": choices.replace("..", " to "),
              "choice": code(choices),
              "size": "bytes, or with KiB, MiB, GiB", "milliseconds": "milliseconds, or `30s`, `500ms`",
              "seconds": "seconds"}.get(kind, "")
    return f"| `{name}` | {code(aliases)} | {default} | {values} | {meaning} |\n"


def main():
    entries = ENTRY.findall(SOURCE.read_text())
    if len(entries) != SOURCE.read_text().count("{Key::"):
        sys.exit(f"{SOURCE}: some entries do not read as one line of the table")
    rows = "".join(row(*entry) for entry in entries)
    table = f"{BEGIN}| keyword | also | default | values | meaning |\n|---|---|---|---|---|\n{rows}{END}"
    text = DOCUMENT.read_text()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    if "--fix" in sys.argv:
        DOCUMENT.write_text(before + table + after)
    elif text != before + table + after:
        sys.exit(f"{DOCUMENT}: the table is not that of {SOURCE}; run tests/lint/keywords.py --fix")
    print(f"{len(entries)} keywords")


if __name__ == "__main__":
    main()
