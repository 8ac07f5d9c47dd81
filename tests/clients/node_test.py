"""A client that nobody here wrote speaks to minicas: node-cubrid (node/scenarios.js says what is asked of it)."""

import pathlib
import subprocess
import unittest

import harness

SCENARIOS = pathlib.Path(__file__).parent / "node" / "scenarios.js"


class NodeCubrid(harness.Scenario):
    def run_scenario(self):
        """Runs the scenario that has the name of the test method."""
        name = self._testMethodName.removeprefix("test_")
        keywords = harness.world.keywords
        arguments = [keywords[key] for key in ("SERVER", "PORT", "DATABASE", "UID", "PWD")]
        done = subprocess.run(["node", SCENARIOS, name, *arguments, self.new_name()], capture_output=True, text=True,
                              timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_literals_of_every_type(self):
        self.run_scenario()

    def test_zoned_times(self):
        self.run_scenario()

    def test_parameters_of_every_type(self):
        self.run_scenario()

    def test_a_collection_tells_the_type_of_its_elements(self):
        self.run_scenario()

    def test_an_object_is_its_oid(self):
        self.run_scenario()

    def test_untyped_columns_carry_their_type(self):
        self.run_scenario()

    def test_lobs_are_written_and_read(self):
        self.run_scenario()

    def test_many_rows_come_page_by_page(self):
        self.run_scenario()

    def test_a_transaction_is_rolled_back_or_committed(self):
        self.run_scenario()

    def test_a_failing_statement_keeps_its_code_and_the_connection(self):
        self.run_scenario()

    def test_the_server_tells_its_version_and_its_parameters(self):
        self.run_scenario()


if __name__ == "__main__":
    unittest.main()
