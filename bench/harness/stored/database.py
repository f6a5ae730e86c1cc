"""Direct access to the server's database: queued emails, leases, integrity. The server is not involved."""

import contextlib
import sqlite3
import time

from .. import server_interface


class SqliteDatabase:
    def __init__(self, data):
        self.file = data / server_interface.DATABASE_FILE

    def expire_leases(self):
        with contextlib.closing(sqlite3.connect(self.file)) as connection, connection:
            connection.execute(server_interface.EXPIRE_LEASES)

    def pass_hour(self):
        self._execute(server_interface.CLEAR_COUNTERS, server_interface.EXPIRE_AN_HOUR_EARLIER)

    def clear_counters(self):
        self._execute(server_interface.CLEAR_COUNTERS)

    def _execute(self, *statements):
        with contextlib.closing(sqlite3.connect(self.file, timeout=30)) as connection, connection:
            for statement in statements:
                connection.execute(statement)

    def count_queued(self):
        with contextlib.closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)) as connection:
            return connection.execute(server_interface.COUNT_QUEUED).fetchone()[0]

    def rows(self, statement):
        with contextlib.closing(sqlite3.connect(self.file)) as connection:
            return connection.execute(statement).fetchall()

    def size(self):
        """In bytes, without free pages."""
        return self.rows("SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size")[0][0]

    def check(self, report):
        with contextlib.closing(sqlite3.connect(self.file)) as connection:
            integrity = connection.execute("PRAGMA integrity_check").fetchone()[0]
            orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
        report.check("integrity_check and foreign_key_check are clean", integrity == "ok" and not orphans, f"{integrity}, {len(orphans)} orphans")


class PostgresDatabase:
    def __init__(self, cluster):
        self.cluster = cluster

    def expire_leases(self):
        self.cluster.query(server_interface.EXPIRE_LEASES)

    def count_queued(self):
        return int(self.cluster.query(server_interface.COUNT_QUEUED))

    def rows(self, statement):
        return [line.split("|") for line in self.cluster.query(statement).splitlines()]

    def check(self, report):
        """PostgreSQL protects its own files; a killed server must not leave a transaction open."""
        open_transactions = self.cluster.query("SELECT COUNT(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'")
        report.check("a killed server leaves no transaction open", open_transactions == "0", f"{open_transactions} open")


def wait_until_outbox_is_empty(database, timeout=90):
    deadline = time.monotonic() + timeout
    while database.count_queued() and time.monotonic() < deadline:
        time.sleep(0.1)


def restart_and_empty_outbox(server, database):
    """One last start without faults, until every queued email is delivered.

    A killed server leaves leases of two minutes behind; they are expired here instead of waiting for them.
    """
    database.expire_leases()
    server.start()
    wait_until_outbox_is_empty(database)
    server.kill()
