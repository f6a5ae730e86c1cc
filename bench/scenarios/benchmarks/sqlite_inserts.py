"""The peer of the claims benchmark: a plain loop of committed inserts into a SQLite file. Prints inserts per second.

    python3 sqlite_inserts.py FILE COUNT
"""

import sqlite3
import sys
import time

database, count = sys.argv[1], int(sys.argv[2])
connection = sqlite3.connect(database, isolation_level=None)
connection.execute("PRAGMA journal_mode = WAL")
connection.execute("PRAGMA synchronous = FULL")
connection.execute("CREATE TABLE claims (code TEXT PRIMARY KEY, person TEXT UNIQUE, address TEXT)")
started = time.perf_counter()
for number in range(count):
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO claims VALUES (?, ?, ?)", (f"code{number}", f"person{number}", f"{number}@example.com"))
    connection.execute("COMMIT")
print(count / (time.perf_counter() - started))
