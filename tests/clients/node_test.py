"""A client that nobody here wrote speaks to minicas: node-cubrid, every type that it knows (node/scenarios.js).

On a real server the same scenarios show that they ask for nothing that CUBRID does not do.
"""

import pathlib
import subprocess
import unittest

import harness

SCENARIOS = pathlib.Path(__file__).parent / "node" / "scenarios.js"


class NodeCubrid(harness.Scenario):
    def run_scenario(self, name):
        keywords = harness.world.keywords
        arguments = [keywords[key] for key in ("Server", "Port", "Database", "UID", "PWD")]
        done = subprocess.run(["node", SCENARIOS, name, *arguments, self.new_name()], capture_output=True, text=True,
                              timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_literals_of_every_type(self):
        self.run_scenario("literals_of_every_type")

    def test_zoned_times(self):
        self.run_scenario("zoned_times")

    def test_parameters_of_every_type(self):
        self.run_scenario("parameters_of_every_type")

    def test_a_collection_tells_the_type_of_its_elements(self):
        self.run_scenario("a_collection_tells_the_type_of_its_elements")

    def test_an_object_is_its_oid(self):
        self.run_scenario("an_object_is_its_oid")

    def test_untyped_columns_carry_their_type(self):
        self.run_scenario("untyped_columns_carry_their_type")

    def test_lobs_are_written_and_read(self):
        self.run_scenario("lobs_are_written_and_read")

    def test_many_rows_come_page_by_page(self):
        self.run_scenario("many_rows_come_page_by_page")

    def test_a_transaction_is_rolled_back_or_committed(self):
        self.run_scenario("a_transaction_is_rolled_back_or_committed")

    def test_a_failing_statement_keeps_its_code_and_the_connection(self):
        self.run_scenario("a_failing_statement_keeps_its_code_and_the_connection")

    def test_the_server_tells_its_version_and_its_parameters(self):
        self.run_scenario("the_server_tells_its_version_and_its_parameters")


if __name__ == "__main__":
    unittest.main()
