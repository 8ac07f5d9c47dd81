#!/usr/bin/env python3
"""What libcubridodbc.so shows to the world: the ODBC functions of exports.txt and nothing else, linked so that it stays itself.

usage: check.py LIBRARY EXPORTS.TXT EXPORTS.MAP
"""

import pathlib
import re
import subprocess
import sys
import unittest

LIBRARY, EXPORTS_TXT, EXPORTS_MAP = (pathlib.Path(argument) for argument in sys.argv[1:4])


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def symbols(*options):
    lines = output("nm", "-D", *options, LIBRARY).splitlines()
    return [line.split()[-1].split("@")[0] for line in lines]


class Abi(unittest.TestCase):
    listed = EXPORTS_TXT.read_text().split()

    def test_the_list_is_sorted_and_has_no_name_twice(self):
        self.assertEqual(self.listed, sorted(set(self.listed)))

    def test_the_library_exports_the_list_and_nothing_else(self):
        kinds = [line.split() for line in output("nm", "-D", "--defined-only", LIBRARY).splitlines()]
        exported = sorted(name.split("@")[0] for _, kind, name in kinds if kind != "A")  # A: the version's own name
        self.assertEqual(exported, self.listed)

    def test_the_version_script_names_the_same_functions(self):
        text = re.sub(r"/\*.*?\*/|#.*?$", "", EXPORTS_MAP.read_text(), flags=re.DOTALL | re.MULTILINE)
        shown = re.search(r"global:(.*?)local:\s*\*\s*;", text, re.DOTALL)
        self.assertIsNotNone(shown, "exports.map needs `global: ...; local: *;`")
        self.assertEqual(sorted(re.findall(r"[\w*]+", shown.group(1))), self.listed)

    def test_functions_of_the_driver_manager_and_of_the_setup_library_stay_out(self):
        for name in self.listed:
            self.assertRegex(name, r"^SQL[A-Z]\w+$")
            self.assertNotRegex(name, r"^(SQLDataSources|SQLDrivers|Config)")

    def test_no_function_of_the_driver_manager_is_called(self):
        # SQLGetPrivateProfileString of libodbcinst reads odbc.ini; it is no ODBC function.
        called = [name for name in symbols("--undefined-only") if name.startswith("SQL")]
        self.assertEqual(sorted(set(called) - {"SQLGetPrivateProfileString", "SQLGetPrivateProfileStringW"}), [])
        self.assertNotRegex(output("readelf", "-dW", LIBRARY), r"NEEDED.*libodbc\.so")

    def test_symbols_are_bound_at_load_and_read_only_afterwards(self):
        dynamic = output("readelf", "-dW", LIBRARY)
        flags = re.search(r"\(FLAGS_1\).*Flags:(.*)", dynamic)
        self.assertIsNotNone(flags)
        self.assertIn("NOW", flags.group(1).split())
        self.assertRegex(dynamic, r"\(FLAGS\).*BIND_NOW")
        self.assertRegex(output("readelf", "-lW", LIBRARY), r"GNU_RELRO")

    def test_the_library_is_never_unloaded(self):
        self.assertRegex(output("readelf", "-dW", LIBRARY), r"\(FLAGS_1\).*\bNODELETE\b")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
