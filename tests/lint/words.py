#!/usr/bin/env python3
"""The tree speaks of the driver only: no path of the machine it was written on, no tool that wrote it."""

import pathlib
import re
import sys

import tree

# Each pattern has a bracket, so that this file does not contain what it looks for.
BANNED = re.compile(r"[.][.]/shared|(?<![\w.])/wor[k]/|[.]librar[y]\b|\bsuba[g]ent|before-sto[p]|\bclau[d]e\b|\bco-authored-b[y]\b", re.IGNORECASE)


def main(root):
    faults = []
    for path in tree.files(root):
        try:
            text = path.read_text()
        except UnicodeDecodeError:
            continue
        faults += [f"{path.relative_to(root)}:{number}: {line.strip()[:120]}"
                   for number, line in enumerate(text.splitlines(), 1) if BANNED.search(line)]
    print("\n".join(faults) or "nothing found")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2]))
