#!/usr/bin/env python3
"""Every relative link of a Markdown file leads to a file of the tree, and a #fragment to a heading there."""

import pathlib
import re
import sys

import tree

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def anchors(path):
    """The fragments that GitHub makes of the headings."""
    headings = re.findall(r"^#+ +(.*)$", FENCE.sub("", path.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def main(root):
    faults = []
    for path in tree.files(root, ".md"):
        for target in LINK.findall(FENCE.sub("", path.read_text())):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, fragment = target.partition("#")
            file = (path.parent / name) if name else path
            if not file.exists():
                faults.append(f"{path.relative_to(root)}: {target}: no such file")
            elif fragment and file.suffix == ".md" and fragment not in anchors(file):
                faults.append(f"{path.relative_to(root)}: {target}: no such heading")
    print("\n".join(faults) or "every link leads somewhere")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2]))
