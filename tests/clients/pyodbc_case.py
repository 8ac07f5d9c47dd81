"""A pyodbc connection for a scenario, and tables that are gone afterwards."""

import contextlib

import harness


class PyodbcScenario(harness.Scenario):
    def setUp(self):
        self.connection = self.connect()
        self.cursor = self.connection.cursor()

    def connect(self, **options):
        import pyodbc  # after the harness has set ODBCSYSINI: the driver manager reads it once
        pyodbc.pooling = False
        connection = pyodbc.connect("DSN=clients", **options)
        self.addCleanup(self._close, connection)
        return connection

    @staticmethod
    def _close(connection):
        with contextlib.suppress(Exception):  # a test may have closed it
            connection.close()

    def table(self, columns):
        """Creates a table; it is dropped at the end of the test, whatever happens to the connection."""
        name = self.new_name()
        self.cursor.execute(f"CREATE TABLE {name} ({columns})")
        self.connection.commit()
        self.addCleanup(self._drop, name)
        return name

    def _drop(self, name):
        # Runs before the connection's close: a transaction left open would keep the table locked.
        with contextlib.suppress(Exception):
            self.connection.rollback()
        self.connect(autocommit=True).execute(f"DROP TABLE {name}")

    def rows(self, sql, *parameters):
        return [tuple(row) for row in self.cursor.execute(sql, *parameters).fetchall()]

    def assert_fails(self, state, call, *arguments):
        import pyodbc
        with self.assertRaises(pyodbc.Error) as raised:
            call(*arguments)
        self.assertEqual(raised.exception.args[0], state, raised.exception)
        return raised.exception
