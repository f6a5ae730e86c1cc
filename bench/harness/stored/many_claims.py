"""Fills a SQLite database with claims, and with the games, emails and audit entries that belong to them, by SQL.

The server must be stopped. It creates the tables.
"""

import contextlib
import json
import sqlite3
import time

from .. import server_interface

DAY_MS = 86_400_000
# The purge deletes a code 90 days after it expired, and a code is valid for 90 days.
DAYS_OF_CLAIMS = 170
# An odd factor visits every number below 2^35 once: codes are different and in no order.
SCATTER = 21_695_375_197


def fill(data, claims, expired=0):
    """Claims of the last months, one in six redeemed, and claims that the next purge deletes."""
    now = int(time.time() * 1000)
    with contextlib.closing(sqlite3.connect(data / server_interface.DATABASE_FILE)) as connection:
        # Nothing else uses the file, and it is thrown away.
        connection.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000;")
        indexes = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL").fetchall()
        for name, _ in indexes:
            connection.execute(f"DROP INDEX {name}")
        with connection:
            for table, columns, rows in tables(claims, expired, now):
                marks = ", ".join("?" * len(columns.split(",")))
                connection.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)
        for _, sql in indexes:
            connection.execute(sql)
        connection.execute("PRAGMA journal_mode = WAL")


def count_claims(data):
    with contextlib.closing(sqlite3.connect(f"file:{data / server_interface.DATABASE_FILE}?mode=ro", uri=True)) as connection:
        return connection.execute(server_interface.COUNT_CLAIMS).fetchone()[0]


def tables(claims, expired, now):
    numbers = range(claims + expired)

    def issued_at(number):
        if number >= claims:
            return now - 200 * DAY_MS
        return now - DAYS_OF_CLAIMS * DAY_MS * (claims - number) // (claims + 1)

    def redeemed_at(number):
        """One in three of the second half: after a quarter of the time since it was issued."""
        is_redeemed = claims // 2 < number < claims and number % 3 == 0
        return issued_at(number) + (now - issued_at(number)) // 4 if is_redeemed else None

    yield "claims", "code, person, address, issued_at, valid_until, redeemed_at, redeemed_by", (
        (discount_code(number), person(number), f"person{number}@example.com", issued_at(number), issued_at(number) + 90 * DAY_MS,
         redeemed_at(number), redeemed_at(number) and server_interface.STAFF_NAME)
        for number in numbers
    )  # fmt: skip
    spots = json.dumps(server_interface.ALL_SPOTS, separators=(",", ":"))
    yield "plays", "id, started_at, finished_at, spots, found, total, perfect, claimed_by", (
        (f"play{number:012}", issued_at(number) - 60_000, issued_at(number), spots, 11, 11, 1, person(number)) for number in numbers
    )
    yield "outbox", "id, kind, payload, record_key, person, address, message_id, state, queued_at, attempts, next_at, settled_at", (
        (f"message{number:012}", "discount-code", payload(number, issued_at(number)), discount_code(number), person(number),
         f"person{number}@example.com", f"<message{number:012}@clinic.example>", state(number), issued_at(number), 1, issued_at(number),
         issued_at(number))
        for number in numbers
    )  # fmt: skip
    yield "audit", "id, at, actor, action, subject", (
        (f"entry{number:012}", issued_at(number), server_interface.STAFF_NAME, "redeem", discount_code(number)) for number in range(0, claims, 2)
    )


def person(number):
    """As long as a real person key."""
    return f"{number:043}"


def payload(number, issued_at):
    return json.dumps({"kind": "discount-code", "code": discount_code(number), "valid_until": issued_at + 90 * DAY_MS})


def state(number):
    return "failed" if number % 10_000 == 9 else "rejected" if number % 100 == 7 else "sent"


def discount_code(number):
    """A valid code: seven characters and a check character (see crates/rules/src/discount/code.rs)."""
    scattered = number * SCATTER % 2**35
    values = [scattered >> shift & 31 for shift in range(30, -5, -5)]
    check = 0
    for value in values:
        check = times_x(check) ^ value
    letters = "".join(server_interface.CODE_ALPHABET[value] for value in [*values, times_x(check)])
    return f"{server_interface.CODE_PREFIX}-{letters[:4]}-{letters[4:]}"


def times_x(value):
    return value << 1 ^ 0b10_0101 if value & 16 else value << 1
