#!/usr/bin/env python3
"""An include points down, never sideways or up: every #include of driver/ and setup/ against the table of docs/architecture.md."""

import pathlib
import re
import sys

KNOWS = {
    "odbc": {"handles", "base"},
    "handles": {"catalog", "session", "convert", "sql", "cas", "options", "base"},
    "catalog": {"session", "cas", "sql", "base"},
    "session": {"cas", "net", "base"},
    "convert": {"cas", "base"},
    "sql": {"base"},
    "cas": {"base"},
    "net": {"base"},
    "options": {"base"},
    "base": set(),
}
ODBC = {"sql.h", "sqlext.h", "sqltypes.h", "sqlucode.h", "odbcinst.h", "odbcinstext.h"}
# Where headers of other libraries may be included. sql.h stays out of all that is not about the ODBC interface.
MAY_INCLUDE = {
    "odbc headers": (lambda name: name in ODBC - {"odbcinst.h", "odbcinstext.h"}, {"odbc", "handles", "catalog", "convert"}),
    "odbcinst": (lambda name: name in {"odbcinst.h", "odbcinstext.h"}, {"handles"}),
    "Boost and OpenSSL": (lambda name: name.startswith(("boost/", "openssl/")), {"net"}),
}
GENERATED = {"base_generated": "base"}
INCLUDE = re.compile(r'\s*#\s*include\s*([<"])([^>"]+)[>"]')


def fault(layer, quote, name):
    """Why `layer` may not include `name`, or None."""
    for what, (matches, allowed) in MAY_INCLUDE.items():
        if matches(name):
            return None if layer in allowed else f"{what}: only in {', '.join(sorted(allowed))}"
    folder = name.split("/")[0] if "/" in name else None
    folder = GENERATED.get(folder, folder)
    if folder in KNOWS:
        allowed = KNOWS[layer] | {layer}
        return None if folder in allowed else f"{layer} knows only {', '.join(sorted(allowed))}"
    if quote == '"' and folder is None and name != "cubrid_odbc.h":
        return 'write the layer too: "layer/file.h"'
    return None


def main(root):
    faults = []
    for layer in sorted(path.name for path in (root / "driver").iterdir() if path.is_dir()):
        if layer not in KNOWS:
            faults.append(f"driver/{layer}: not a layer; the table in {__file__} does not name it")
            continue
        for path in sorted((root / "driver" / layer).rglob("*")):
            if path.suffix not in {".h", ".cpp", ".c"}:
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                include = INCLUDE.match(line)
                why = include and fault(layer, *include.groups())
                if why:
                    faults.append(f"{path.relative_to(root)}:{number}: {line.strip()}  <- {why}")
    print("\n".join(faults) or "every include points down")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2]))
