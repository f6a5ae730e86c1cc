"""Durable claims per second at 64 clients, against a bare loop of committed inserts on the same disk with the same `synchronous`."""

import asyncio
import sqlite3
import statistics
import time

from .visitor import Visitor

CLIENTS = 64
ROUNDS = 3
CLAIMS = 640
INSERTS = 400


def against_bare_inserts(verdict, house, folder):
    ours, bare = [], []
    for number in range(ROUNDS):
        bare.append(committed_inserts(folder / f"bare{number}.db"))
        ours.append(asyncio.run(claims(house, number)))
    rate, peer = statistics.median(ours), statistics.median(bare)
    verdict.measure("durable claims at 64 clients", f"{rate:.0f} a second; bare committed inserts {peer:.0f} a second")
    verdict.floor("durable claims against bare committed inserts", rate / peer, 1.0)


def committed_inserts(database):
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE claims (code TEXT PRIMARY KEY, person TEXT UNIQUE, address TEXT)")
    begun = time.perf_counter()
    for number in range(INSERTS):
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO claims VALUES (?, ?, ?)", (f"code{number}", f"person{number}", f"{number}@example.com"))
        connection.execute("COMMIT")
    rate = INSERTS / (time.perf_counter() - begun)
    connection.close()
    return rate


async def claims(house, number):
    """The games are won before the clock starts: what is measured is the promise, mail file included."""
    visitors = [Visitor(house.port) for _ in range(CLIENTS)]
    proofs = []

    async def win(visitor):
        for _ in range(CLAIMS // CLIENTS):
            proofs.append(await visitor.win())

    await asyncio.gather(*map(win, visitors))
    numbered = iter(list(enumerate(proofs)))

    async def claim(visitor):
        for index, proof in numbered:
            answer = await visitor.claim(f"bench{number}x{index}@gmail.com", proof)
            if answer.body != b"OK":
                raise RuntimeError(f"a claim was refused: {answer.status} {answer.text()}")

    begun = time.perf_counter()
    await asyncio.gather(*map(claim, visitors))
    rate = CLAIMS / (time.perf_counter() - begun)
    for visitor in visitors:
        visitor.hang_up()
    return rate
