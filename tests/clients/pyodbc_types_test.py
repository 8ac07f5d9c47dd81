#!/usr/bin/env python3
"""Values in and out through pyodbc."""

import datetime
import decimal
import unittest

from pyodbc_case import PyodbcScenario


class Types(PyodbcScenario):
    def assert_round_trip(self, declaration, *values):
        """Each value, and NULL, comes back equal and of the same type."""
        table = self.table(f"id INT PRIMARY KEY, v {declaration}")
        for number, value in enumerate((*values, None)):
            self.cursor.execute(f"INSERT INTO {table} VALUES (?, ?)", number, value)
        back = [value for _, value in self.rows(f"SELECT id, v FROM {table} ORDER BY id")]
        self.assertEqual(back, [*values, None])
        self.assertEqual([type(value) for value in back], [type(value) for value in (*values, None)])

    def test_short(self):
        self.assert_round_trip("SHORT", 0, 1, -32768, 32767)

    def test_int(self):
        self.assert_round_trip("INT", 0, 1, -2147483648, 2147483647)

    def test_bigint(self):
        self.assert_round_trip("BIGINT", 0, -9223372036854775808, 9223372036854775807, 2147483648)

    def test_double(self):
        self.assert_round_trip("DOUBLE", 0.0, 0.1, -1 / 3, 1.7976931348623157e308, 2.2250738585072014e-308)

    def test_float(self):
        self.assert_round_trip("FLOAT", 0.0, 1.5, -0.25, 16777216.0)

    def test_numeric(self):
        d = decimal.Decimal
        self.assert_round_trip("NUMERIC(20,5)", d("0.00000"), d("12.34500"), d("-123456789012345.67891"), d("0.00001"))

    def test_numeric_of_all_38_digits(self):
        self.assert_round_trip("NUMERIC(38,0)", decimal.Decimal("9" * 38), decimal.Decimal("-" + "1" * 38))

    def test_text(self):
        self.assert_round_trip("VARCHAR(200)", "", "a", "it's \"quoted\"", "서울특별시 강남구", "😀 부산 🏖️", " blanks ", "?")

    def test_texts_up_to_the_declared_length(self):
        self.assert_round_trip("VARCHAR(1024)", *("가" * length for length in (1, 255, 256, 1000, 1024)))

    def test_long_text(self):
        self.assert_round_trip("VARCHAR(100000)", "가나다라마" * 20000, "x" * 65536)

    def test_string(self):
        self.assert_round_trip("STRING", "", "한국어" * 1000)

    def test_bytes(self):
        self.assert_round_trip("BIT VARYING(8000)", b"\x00\x01\xff", bytes(range(256)), b"x" * 1000)

    def test_date(self):
        self.assert_round_trip("DATE", datetime.date(2024, 2, 29), datetime.date(1, 1, 1), datetime.date(9999, 12, 31))

    def test_time(self):
        self.assert_round_trip("TIME", datetime.time(0, 0, 0), datetime.time(23, 59, 58))

    def test_datetime_with_milliseconds(self):
        self.assert_round_trip("DATETIME", datetime.datetime(2024, 2, 29, 23, 59, 58, 123000),
                               datetime.datetime(1999, 12, 31, 0, 0, 0, 1000), datetime.datetime(2000, 1, 1))

    def test_timestamp(self):
        self.assert_round_trip("TIMESTAMP", datetime.datetime(2024, 2, 29, 23, 59, 58))

    def test_a_bool_into_an_int(self):
        table = self.table("v INT")
        self.cursor.execute(f"INSERT INTO {table} VALUES (?)", True)
        self.assertEqual(self.rows(f"SELECT v FROM {table}"), [(1,)])

    def test_the_empty_text_is_not_null(self):
        table = self.table("id INT, v VARCHAR(10)")
        self.cursor.executemany(f"INSERT INTO {table} VALUES (?, ?)", [(1, ""), (2, None)])
        self.assertEqual(self.rows(f"SELECT id FROM {table} WHERE v IS NULL"), [(2,)])
        self.assertEqual(self.rows(f"SELECT v FROM {table} WHERE id = 1"), [("",)])

    def test_description_names_types_and_nullability(self):
        table = self.table("id INT NOT NULL, name VARCHAR(60), amount NUMERIC(10,2), made DATETIME")
        self.cursor.execute(f"SELECT id, name, amount, made FROM {table}")
        names, types, sizes, scales, nullable = (
            [column[field] for column in self.cursor.description] for field in (0, 1, 4, 5, 6))
        self.assertEqual(names, ["id", "name", "amount", "made"])
        self.assertEqual(types, [int, str, decimal.Decimal, datetime.datetime])
        self.assertEqual(sizes[1:3], [60, 10])
        self.assertEqual(scales[2], 2)
        self.assertEqual(nullable[0], False)

    def test_a_korean_column_name(self):
        table = self.table('"이름" VARCHAR(10)')
        self.cursor.execute(f'INSERT INTO {table} ("이름") VALUES (?)', "홍길동")
        self.assertEqual(self.cursor.execute(f'SELECT "이름" FROM {table}').fetchone().이름, "홍길동")


if __name__ == "__main__":
    unittest.main()
