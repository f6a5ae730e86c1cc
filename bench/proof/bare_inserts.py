"""The peer of a claim: a bare loop of committed inserts into a SQLite file. Prints how many it made in a second.

    python3 bare_inserts.py FILE COUNT
"""

import sqlite3
import sys
import time

database, count = sys.argv[1], int(sys.argv[2])
connection = sqlite3.connect(database, isolation_level=None)
connection.execute("PRAGMA journal_mode = WAL")
connection.execute("PRAGMA synchronous = FULL")
connection.execute("CREATE TABLE claims (code TEXT PRIMARY KEY, person TEXT UNIQUE, address TEXT)")
begun = time.perf_counter()
for number in range(count):
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO claims VALUES (?, ?, ?)", (f"code{number}", f"person{number}", f"{number}@example.com"))
    connection.execute("COMMIT")
print(count / (time.perf_counter() - begun))
