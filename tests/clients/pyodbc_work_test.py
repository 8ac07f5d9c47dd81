#!/usr/bin/env python3
"""The work of a DB-API application: transactions, cursors, fetching, errors."""

import subprocess
import unittest

from pyodbc_case import PyodbcScenario


class Work(PyodbcScenario):
    def test_commit_keeps_and_rollback_undoes(self):
        table = self.table("id INT")
        self.cursor.execute(f"INSERT INTO {table} VALUES (1)")
        self.connection.commit()
        self.cursor.execute(f"INSERT INTO {table} VALUES (2)")
        self.connection.rollback()
        self.assertEqual(self.rows(f"SELECT id FROM {table}"), [(1,)])

    def test_what_is_not_committed_is_gone_with_the_connection(self):
        table = self.table("id INT")
        other = self.connect()
        other.execute(f"INSERT INTO {table} VALUES (1)")
        other.close()
        self.assertEqual(self.rows(f"SELECT COUNT(*) FROM {table}"), [(0,)])

    def test_autocommit_is_seen_by_others_at_once(self):
        table = self.table("id INT")
        self.connect(autocommit=True).execute(f"INSERT INTO {table} VALUES (1)")
        self.assertEqual(self.rows(f"SELECT id FROM {table}"), [(1,)])

    def test_rowcount_of_insert_update_and_delete(self):
        table = self.table("id INT, v INT")
        insert = f"INSERT INTO {table} VALUES (1, 0), (2, 0), (3, 0)"
        self.assertEqual(self.cursor.execute(insert).rowcount, 3)
        self.assertEqual(self.cursor.execute(f"UPDATE {table} SET v = 1 WHERE id > 1").rowcount, 2)
        self.assertEqual(self.cursor.execute(f"DELETE FROM {table} WHERE id = ?", 1).rowcount, 1)
        self.assertEqual(self.cursor.execute(f"DELETE FROM {table} WHERE id = ?", 99).rowcount, 0)

    def test_fetchone_fetchmany_and_fetchall(self):
        table = self.table("id INT")
        self.cursor.executemany(f"INSERT INTO {table} VALUES (?)", [(i,) for i in range(10)])
        self.cursor.execute(f"SELECT id FROM {table} ORDER BY id")
        self.assertEqual(self.cursor.fetchone()[0], 0)
        self.assertEqual([row[0] for row in self.cursor.fetchmany(3)], [1, 2, 3])
        self.assertEqual([row[0] for row in self.cursor.fetchmany(3)], [4, 5, 6])
        self.assertEqual([row[0] for row in self.cursor.fetchall()], [7, 8, 9])
        self.assertIsNone(self.cursor.fetchone())

    def test_two_cursors_on_one_connection(self):
        table = self.table("id INT")
        self.cursor.executemany(f"INSERT INTO {table} VALUES (?)", [(i,) for i in range(2000)])
        self.connection.commit()
        first, second = self.connection.cursor(), self.connection.cursor()
        first.execute(f"SELECT id FROM {table} ORDER BY id")
        second.execute(f"SELECT id FROM {table} ORDER BY id DESC")
        pairs = [(one[0], two[0]) for one, two in zip(first, second)]
        self.assertEqual(pairs, [(i, 1999 - i) for i in range(2000)])

    def test_a_half_read_result_survives_a_commit(self):
        table = self.table("id INT")
        self.cursor.executemany(f"INSERT INTO {table} VALUES (?)", [(i,) for i in range(3000)])
        self.connection.commit()
        self.cursor.execute(f"SELECT id FROM {table} ORDER BY id")
        self.assertEqual(len(self.cursor.fetchmany(5)), 5)
        self.connection.execute(f"INSERT INTO {table} VALUES (-1)")
        self.connection.commit()
        self.assertEqual([row[0] for row in self.cursor.fetchall()], list(range(5, 3000)))

    def test_a_statement_is_executed_again_with_other_parameters(self):
        table = self.table("id INT, name VARCHAR(20)")
        for number, name in enumerate(("가", "나", "다")):
            self.cursor.execute(f"INSERT INTO {table} VALUES (?, ?)", number, name)
        for number, name in enumerate(("가", "나", "다")):
            self.assertEqual(self.rows(f"SELECT name FROM {table} WHERE id = ?", number), [(name,)])

    def test_error_states(self):
        table = self.table("id INT PRIMARY KEY, v INT NOT NULL")
        execute = self.cursor.execute
        execute(f"INSERT INTO {table} VALUES (1, 1)")
        self.connection.commit()
        self.assert_fails("42000", execute, "SELEC 1")
        self.assert_fails("42S02", execute, f"SELECT * FROM {table}_none")
        self.assert_fails("42S22", execute, f"SELECT nothing FROM {table}")
        self.assert_fails("23000", execute, f"INSERT INTO {table} VALUES (1, 2)")
        self.assert_fails("23000", execute, f"INSERT INTO {table} VALUES (2, NULL)")
        self.assert_fails("42S01", execute, f"CREATE TABLE {table} (id INT)")
        self.connection.rollback()
        self.assertEqual(self.rows(f"SELECT id, v FROM {table}"), [(1, 1)])

    def test_an_error_has_the_servers_words_and_code(self):
        table = self.table("id INT PRIMARY KEY")
        self.cursor.execute(f"INSERT INTO {table} VALUES (1)")
        error = self.assert_fails("23000", self.cursor.execute, f"INSERT INTO {table} VALUES (1)")
        self.assertIn("-670", error.args[1])
        self.assertRegex(error.args[1], "(?i)unique")

    def test_a_wrong_password_is_told(self):
        import pyodbc
        with self.assertRaises(pyodbc.Error) as raised:
            pyodbc.connect("DSN=clients;UID=odbc_no_such_user;PWD=x")
        self.assertEqual(raised.exception.args[0], "28000", raised.exception)

    def test_too_few_parameters_are_refused(self):
        import pyodbc
        table = self.table("id INT, v INT")
        with self.assertRaisesRegex(pyodbc.Error, "2 parameter markers"):  # SQLNumParams has counted them
            self.cursor.execute(f"INSERT INTO {table} VALUES (?, ?)", 1)

    def test_ten_thousand_rows(self):
        table = self.table("id INT PRIMARY KEY, name VARCHAR(60)")
        rows = [(i, f"서울 {i}" if i % 7 else None) for i in range(10000)]
        self.cursor.fast_executemany = True
        self.cursor.executemany(f"INSERT INTO {table} VALUES (?, ?)", rows)
        self.connection.commit()
        self.assertEqual(self.rows(f"SELECT id, name FROM {table} ORDER BY id"), rows)

    def test_text_by_narrow_and_by_wide_functions_is_the_same(self):
        table = self.table("id INT, v VARCHAR(60)")
        isql = ["isql", "clients", "-b", "-d|", "-v"]  # narrow; pyodbc is wide
        subprocess.run(isql, input=f"INSERT INTO {table} VALUES (1, '서울 😀')\n".encode(), check=True)
        self.cursor.execute(f"INSERT INTO {table} VALUES (2, ?)", "부산 🏖️")
        self.connection.commit()
        rows = [(1, "서울 😀"), (2, "부산 🏖️")]
        self.assertEqual(self.rows(f"SELECT id, v FROM {table} ORDER BY id"), rows)
        self.connection.commit()
        shown = subprocess.run(isql, input=f"SELECT id, v FROM {table} ORDER BY id\n".encode(), check=True, capture_output=True)
        self.assertEqual(shown.stdout.decode().splitlines(), [f"{number}|{text}" for number, text in rows])

    def test_the_driver_names_itself_and_the_server(self):
        import pyodbc
        self.assertEqual(self.connection.getinfo(pyodbc.SQL_DBMS_NAME), "CUBRID")
        self.assertRegex(self.connection.getinfo(pyodbc.SQL_DBMS_VER), r"^\d\d\.\d\d\.\d{4}")
        self.assertEqual(self.connection.getinfo(pyodbc.SQL_DRIVER_NAME), "libcubridodbc.so")


if __name__ == "__main__":
    unittest.main()
