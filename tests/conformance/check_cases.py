#!/usr/bin/env python3
"""cases.md has a row for each case B01 to B99, and the tests that it names exist."""

import pathlib
import re
import sys

LATER = {"values", "statements", "catalog", "speed", "trust"}
FOLDER = pathlib.Path(__file__).parent
TEST = re.compile(r"\bTEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\)")


def main():
    sources = [*FOLDER.glob("*.cpp"), *(FOLDER.parent / "unit").glob("*/*.cpp")]
    tests = {f"{suite}.{name}" for path in sources for suite, name in TEST.findall(path.read_text())}
    faults = []
    seen = []
    for line in (FOLDER / "cases.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not re.fullmatch(r"B\d\d", cells[0]):
            continue
        seen.append(cells[0])
        named = re.findall(r"`([^`]+)`", cells[-1])
        faults += [f"{cells[0]}: there is no test {name}" for name in named if name not in tests]
        later = set(re.findall(r"\w+", re.sub(r"`[^`]*`", "", cells[-1]))) & LATER
        if not named and not later:
            faults.append(f"{cells[0]}: neither a test nor the work that takes it")
    expected = [f"B{number:02}" for number in range(1, 100)]
    if seen != expected:
        faults.append(f"missing or out of order: {sorted(set(expected) ^ set(seen)) or seen}")
    print("\n".join(faults) or f"{len(seen)} cases, {len(tests)} tests")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
