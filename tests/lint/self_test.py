#!/usr/bin/env python3
"""The lint scripts find what they are for: each is run on a small tree with a fault, and on one without."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).parent


class Lint(unittest.TestCase):
    def run_on(self, script, files):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            subprocess.run(["git", "init", "-q", folder], check=True)
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            done = subprocess.run([sys.executable, HERE / script, folder], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def assert_fault(self, script, files, said):
        code, output = self.run_on(script, files)
        self.assertEqual((code, said in output), (1, True), output)

    def assert_clean(self, script, files):
        code, output = self.run_on(script, files)
        self.assertEqual(code, 0, output)

    def test_an_include_that_points_up_is_found(self):
        self.assert_fault("layers.py", {"driver/cas/a.cpp": '#include "session/session.h"\n'}, "driver/cas/a.cpp:1")

    def test_an_include_over_the_neighbour_is_found(self):
        self.assert_fault("layers.py", {"driver/odbc/a.cpp": '#include "cas/types.h"\n'}, "odbc knows only base, handles, odbc")

    def test_odbc_headers_stay_above_the_wire(self):
        self.assert_fault("layers.py", {"driver/sql/a.h": "#include <sqlext.h>\n"}, "driver/sql/a.h:1")
        self.assert_clean("layers.py", {"driver/convert/a.h": "#include <sqlext.h>\n"})

    def test_boost_belongs_to_net(self):
        self.assert_fault("layers.py", {"driver/session/a.cpp": "#include <boost/asio.hpp>\n"}, "only in net")
        self.assert_clean("layers.py", {"driver/net/a.cpp": "#include <boost/asio.hpp>\n"})

    def test_a_folder_that_is_no_layer_is_found(self):
        self.assert_fault("layers.py", {"driver/util/a.h": "\n"}, "driver/util")

    def test_includes_that_point_down_pass(self):
        self.assert_clean("layers.py", {"driver/handles/a.cpp": '#include "handles/a.h"\n#include "convert/b.h"\n#include <odbcinst.h>\n'})

    def test_a_path_of_the_machine_is_found(self):
        self.assert_fault("words.py", {"docs/a.md": "see /" + "work/notes\n"}, "docs/a.md:1")
        self.assert_clean("words.py", {"docs/a.md": "a framework/library of network/work items\n"})

    def test_a_dead_link_is_found(self):
        self.assert_fault("links.py", {"README.md": "[x](docs/none.md)\n"}, "no such file")
        self.assert_fault("links.py", {"README.md": "[x](a.md#two)\n", "a.md": "# One\n"}, "no such heading")
        self.assert_clean("links.py", {"README.md": "[x](a.md#one-more) [y](https://example.com)\n", "a.md": "# One more\n"})


if __name__ == "__main__":
    unittest.main()
