#!/usr/bin/env python3
"""isql (the A functions) and iusql (the W functions) with piped statements.

iusql of unixODBC 2.3.11 makes one UTF-16 unit of every *byte* it reads and one byte of every unit it prints. Korean text
that goes in and comes out by iusql looks right, but is stored as three units for a syllable: columns need room for that.
"""

import subprocess
import unittest

import harness

in_each_shell = harness.for_each("isql", "iusql")


class Shells(harness.Scenario):
    def run_shell(self, shell, *statements, options=("-b", "-d|", "-v")):
        done = subprocess.run([shell, "clients", *options], input="\n".join(statements) + "\n", text=True,
                              encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
        return [line for line in done.stdout.splitlines() if line]

    @in_each_shell
    def test_create_insert_select_drop(self, shell):
        table = self.new_name()
        lines = self.run_shell(
            shell,
            f"CREATE TABLE {table} (id INT PRIMARY KEY, name VARCHAR(60), price DOUBLE, amount NUMERIC(10,2), made DATETIME)",
            f"INSERT INTO {table} VALUES (1, 'plain', 1.5, 12.30, DATETIME'2024-02-29 23:59:58.123')",
            f"INSERT INTO {table} VALUES (2, NULL, NULL, NULL, NULL)",
            f"INSERT INTO {table} VALUES (3, '', 0, -7, DATETIME'2001-01-01 00:00:00')",
            f"SELECT id, name, amount, made FROM {table} ORDER BY id",
            f"SELECT price FROM {table} WHERE id = 1",
            f"DROP TABLE {table}")
        self.assertEqual(lines, ["1|plain|12.30|2024-02-29 23:59:58.123", "2|||", "3||-7.00|2001-01-01 00:00:00.000", "1.5"])

    @in_each_shell
    def test_korean_text_and_emoji(self, shell):
        table = self.new_name()
        lines = self.run_shell(
            shell,
            f"CREATE TABLE {table} (id INT, name VARCHAR(60))",
            f"INSERT INTO {table} VALUES (1, '서울특별시 강남구')",
            f"INSERT INTO {table} VALUES (2, '😀 부산 🏖️')",
            f"SELECT id, name FROM {table} ORDER BY id",
            f"SELECT id FROM {table} WHERE name = '서울특별시 강남구'",
            f"DROP TABLE {table}")
        self.assertEqual(lines, ["1|서울특별시 강남구", "2|😀 부산 🏖️", "1"])

    @in_each_shell
    def test_the_table_of_a_result_has_the_columns_names(self, shell):
        table = self.new_name()
        lines = self.run_shell(
            shell,
            f"CREATE TABLE {table} (id INT, name VARCHAR(10))",
            f"INSERT INTO {table} VALUES (7, '한국어')",
            f"SELECT id, name FROM {table}",
            f"DROP TABLE {table}",
            options=("-b", "-v"))
        self.assertRegex("\n".join(lines), r"\| id +\| name +\|")
        self.assertRegex("\n".join(lines), r"\| 7 +\| 한국어 +\|")
        self.assertIn("1 rows fetched", lines)
        self.assertIn("SQLRowCount returns 1", lines)  # the INSERT's

    @in_each_shell
    def test_a_bad_statement_shows_the_servers_words_and_the_next_one_runs(self, shell):
        table = self.new_name()
        lines = self.run_shell(shell, "SELEC 1", f"SELECT * FROM {table}", "SELECT 1 + 1 FROM db_root")
        self.assertEqual(lines.count("[ISQL]ERROR: Could not SQLPrepare") +
                         lines.count("[ISQL]ERROR: Could not SQLExecute"), 2, lines)
        self.assertRegex("\n".join(lines), r"(?i)syntax")
        self.assertRegex("\n".join(lines), f"(?i)unknown class.*{table}")
        self.assertEqual(lines[-1], "2")

    @in_each_shell
    def test_a_duplicate_key_is_an_error_with_its_state(self, shell):
        table = self.new_name()
        lines = self.run_shell(
            shell,
            f"CREATE TABLE {table} (id INT PRIMARY KEY)",
            f"INSERT INTO {table} VALUES (1)",
            f"INSERT INTO {table} VALUES (1)",
            f"SELECT COUNT(*) FROM {table}",
            f"DROP TABLE {table}")
        self.assertIn("[ISQL]ERROR: Could not SQLExecute", lines)
        self.assertEqual(lines[-1], "1")
        if shell == "isql":  # iusql prints no state
            self.assertTrue(lines[0].startswith("[23000]"), lines)

    @in_each_shell
    def test_an_update_of_nothing_is_no_error(self, shell):
        table = self.new_name()
        lines = self.run_shell(
            shell,
            f"CREATE TABLE {table} (id INT)",
            f"UPDATE {table} SET id = 1",
            f"DELETE FROM {table}",
            f"DROP TABLE {table}")
        self.assertEqual([line for line in lines if "ERROR" in line], [])

    @in_each_shell
    def test_a_result_of_many_pages(self, shell):
        table = self.new_name()
        inserts = [f"INSERT INTO {table} VALUES " + ", ".join(f"({i}, '{'가' * 30}{i}')" for i in range(first, first + 20))
                   for first in range(0, 3000, 20)]
        lines = self.run_shell(shell, f"CREATE TABLE {table} (id INT, name VARCHAR(200))", *inserts,
                               f"SELECT id, name FROM {table} ORDER BY id", f"DROP TABLE {table}")
        self.assertEqual(lines, [f"{i}|{'가' * 30}{i}" for i in range(3000)])


if __name__ == "__main__":
    unittest.main()
