"""A look into the database behind the server's back: what is owed, whose lease it is, and whether the file is whole."""

import contextlib
import sqlite3

# As if the two minutes of a lease had passed: whoever died with a mail in hand loses it to the next.
LEASES_OVER = "UPDATE outbox SET lease_until = 0, next_at = 0 WHERE state = 'queued'"
OWED = "SELECT COUNT(*) FROM outbox WHERE state = 'queued'"


class SqliteRecords:
    def __init__(self, data):
        self.file = data / "clinic.db"

    def let_leases_run_out(self):
        with contextlib.closing(sqlite3.connect(self.file)) as connection, connection:
            connection.execute(LEASES_OVER)

    def owed(self):
        with contextlib.closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)) as connection:
            return connection.execute(OWED).fetchone()[0]

    def audit(self, verdict):
        with contextlib.closing(sqlite3.connect(self.file)) as connection:
            said = connection.execute("PRAGMA integrity_check").fetchone()[0]
            orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
        verdict.promise("integrity_check and foreign keys are clean", said == "ok" and not orphans, f"{said}, {len(orphans)} orphans")


class PostgresRecords:
    def __init__(self, postgres):
        self.postgres = postgres

    def let_leases_run_out(self):
        self.postgres.query(LEASES_OVER)

    def owed(self):
        return int(self.postgres.query(OWED))

    def audit(self, verdict):
        """PostgreSQL keeps its own files whole; that nothing of a dead server lingers is ours."""
        stuck = self.postgres.query("SELECT COUNT(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'")
        verdict.promise("no transaction of a dead server is left open", stuck == "0", f"{stuck} open")
