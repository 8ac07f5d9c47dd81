#!/usr/bin/env python3
"""executemany, row by row (fast_executemany off) and with array-bound parameters (on)."""

import datetime
import decimal
import unittest

import harness
from pyodbc_case import PyodbcScenario


in_each_mode = harness.for_each("rows", "arrays")


class ExecuteMany(PyodbcScenario):
    def use(self, mode):
        self.cursor.fast_executemany = mode == "arrays"

    def assert_stored(self, mode, columns, rows):
        """The rows, whose first column is a key, come back as they were sent."""
        self.use(mode)
        table = self.table(columns)
        markers = ", ".join("?" * len(rows[0]))
        self.cursor.executemany(f"INSERT INTO {table} VALUES ({markers})", rows)
        self.connection.commit()
        self.assertEqual(self.rows(f"SELECT * FROM {table} ORDER BY 1"), rows)

    @in_each_mode
    def test_numbers(self, mode):
        self.assert_stored(mode, "id INT PRIMARY KEY, b BIGINT, d DOUBLE, n NUMERIC(20,5)",
                           [(i, i * 10**12, i / 3, decimal.Decimal(i) / 8) for i in range(-50, 50)])

    @in_each_mode
    def test_nulls_in_each_column(self, mode):
        rows = [(i, None if i % 2 else i, None if i % 3 else f"이름 {i}", None if i % 5 else i / 7) for i in range(300)]
        self.assert_stored(mode, "id INT PRIMARY KEY, v INT, s VARCHAR(30), d DOUBLE", rows)

    @in_each_mode
    def test_texts(self, mode):
        self.assert_stored(mode, "id INT PRIMARY KEY, s VARCHAR(100)",
                           list(enumerate(["", "a", "서울특별시 강남구", "😀 부산 🏖️", "it's", "?", " x "])))

    @in_each_mode
    def test_texts_of_every_length_class(self, mode):
        self.assert_stored(mode, "id INT PRIMARY KEY, s VARCHAR(1024)",
                           [(length, "가" * length) for length in (1, 255, 256, 1000)])

    @in_each_mode
    def test_dates_and_times(self, mode):
        start = datetime.datetime(2024, 2, 28, 22, 58, 57, 123000)
        self.assert_stored(mode, "id INT PRIMARY KEY, d DATE, t TIME, dt DATETIME",
                           [(i, start.date() + datetime.timedelta(i), datetime.time(i % 24, i % 60, 59),
                             start + datetime.timedelta(hours=i, milliseconds=i)) for i in range(100)])

    @in_each_mode
    def test_bytes(self, mode):
        self.assert_stored(mode, "id INT PRIMARY KEY, v BIT VARYING(2048)",
                           [(i, bytes(range(i + 1))) for i in range(200)])

    @in_each_mode
    def test_ten_thousand_rows(self, mode):
        self.assert_stored(mode, "id INT PRIMARY KEY, s VARCHAR(60)", [(i, f"행 {i}") for i in range(10000)])

    @in_each_mode
    def test_update_and_delete(self, mode):
        self.use(mode)
        table = self.table("id INT PRIMARY KEY, v INT")
        self.cursor.executemany(f"INSERT INTO {table} VALUES (?, ?)", [(i, 0) for i in range(100)])
        self.cursor.executemany(f"UPDATE {table} SET v = ? WHERE id = ?", [(i * 2, i) for i in range(100)])
        self.cursor.executemany(f"DELETE FROM {table} WHERE id = ?", [(i,) for i in range(0, 100, 2)])
        self.connection.commit()
        self.assertEqual(self.rows(f"SELECT id, v FROM {table} ORDER BY id"), [(i, i * 2) for i in range(1, 100, 2)])

    @in_each_mode
    def test_a_duplicate_key_raises(self, mode):
        self.use(mode)
        table = self.table("id INT PRIMARY KEY")
        self.assert_fails("23000", self.cursor.executemany, f"INSERT INTO {table} VALUES (?)",
                          [(i,) for i in (*range(100), 50, *range(100, 200))])
        self.connection.rollback()
        self.assertEqual(self.rows(f"SELECT COUNT(*) FROM {table}"), [(0,)])

    def test_fast_mode_loses_no_row_in_silence(self):
        self.use("arrays")
        table = self.table("id INT PRIMARY KEY")
        keys = [*range(3000), 7, *range(3000, 6000), 4000, *range(6000, 9000)]
        self.assert_fails("23000", self.cursor.executemany, f"INSERT INTO {table} VALUES (?)", [(key,) for key in keys])
        # A row that fails does not stop the others: what is missing is exactly what the error told.
        self.assertEqual(self.rows(f"SELECT id FROM {table} ORDER BY id"), [(i,) for i in range(9000)])

    @in_each_mode
    def test_with_autocommit(self, mode):
        table = self.table("id INT PRIMARY KEY, s VARCHAR(30)")
        rows = [(i, f"행 {i}") for i in range(1000)]
        cursor = self.connect(autocommit=True).cursor()
        cursor.fast_executemany = mode == "arrays"
        cursor.executemany(f"INSERT INTO {table} VALUES (?, ?)", rows)
        self.assertEqual(self.rows(f"SELECT id, s FROM {table} ORDER BY id"), rows)


if __name__ == "__main__":
    unittest.main()
