#!/usr/bin/env python3
"""Prints what the server of $CUBRID_TEST_CONNSTR calls itself: for the note that goes with a test run."""

import harness

harness.world.start()
try:
    import pyodbc
    with pyodbc.connect("DSN=clients", autocommit=True) as connection:
        print(f"server: {connection.getinfo(pyodbc.SQL_DBMS_NAME)} {connection.getinfo(pyodbc.SQL_DBMS_VER)}")
finally:
    harness.world.stop()
