"""A server, a registered driver and a data source named `clients` for the scenarios of this folder.

The server is minicas, or the one of $CUBRID_TEST_CONNSTR. The registration stands in a folder of its own. ctest sets
CUBRID_ODBC_DRIVER (the library) and MINICAS (the program).
"""

import functools
import itertools
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest

_names = itertools.count()


def _start_minicas(folder):
    port_file = folder / "port"
    process = subprocess.Popen([os.environ["MINICAS"], "--host", "127.0.0.1", "--port", "0", "--port-file", port_file,
                                "--database", "testdb", "--user", "dba"])
    for _ in range(100):
        if port_file.exists() and port_file.read_text().strip():
            return process, f"Server=127.0.0.1;Port={port_file.read_text().strip()};Database=testdb;UID=dba;PWD="
        if process.poll() is not None:
            break
        time.sleep(0.1)
    process.kill()
    raise RuntimeError("minicas did not start")


class World:
    """What a test module needs, from the first test to the last."""

    def start(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cubrid-odbc-clients."))
        self.minicas, keywords = None, os.environ.get("CUBRID_TEST_CONNSTR")
        if not keywords:
            self.minicas, keywords = _start_minicas(self.folder)
        pairs = (keyword.split("=", 1) for keyword in keywords.strip(";").split(";"))
        self.keywords = {key.strip().upper(): value for key, value in pairs}
        driver, dsn = self.folder / "driver", self.folder / "dsn"
        driver.write_text(f"[CUBRID]\nDriver = {os.environ['CUBRID_ODBC_DRIVER']}\nThreading = 0\n")
        dsn.write_text("[clients]\nDriver = CUBRID\n" + keywords.strip(";").replace(";", "\n") + "\n")
        os.environ.update(ODBCSYSINI=str(self.folder), ODBCINI=str(self.folder / "odbc.ini"), LC_ALL="C.UTF-8")
        for file in ("odbcinst.ini", "odbc.ini"):
            (self.folder / file).touch()
        for arguments in (["-i", "-d", "-f", driver], ["-i", "-s", "-h", "-f", dsn]):
            subprocess.run(["odbcinst", *arguments], check=True, stdout=subprocess.DEVNULL)

    def stop(self):
        if self.minicas:
            self.minicas.terminate()
            self.minicas.wait()
        shutil.rmtree(self.folder)


world = World()


def for_each(*values):
    """Runs a test method once for each value, as its argument; one that fails does not stop the others."""
    def decorate(method):
        @functools.wraps(method)
        def run(self):
            for value in values:
                with self.subTest(value):
                    method(self, value)
        return run
    return decorate


class Scenario(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        world.start()

    @classmethod
    def tearDownClass(cls):
        world.stop()

    def new_name(self):
        """A table name that no other test uses, on a server that others may use too."""
        return f"odbc_clients_{os.getpid()}_{next(_names)}"
