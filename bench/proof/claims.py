"""Durable claims per second at 64 clients, against a bare loop of committed inserts on the same disk with the same
`synchronous`. Measured twice: with the disk as it is, and with every sync held to what a disk needs that keeps its word."""

import asyncio
import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

from .house import NO_LIMITS, House
from .visitor import Visitor

HERE = Path(__file__).resolve().parent
CLIENTS = 64
ROUNDS = 3
CLAIMS = 2560
INSERTS = 400

# A network volume or a solid-state disk without a battery confirms a sync after one to several milliseconds.
HONEST_SYNC = 0.002


def against_bare_inserts(verdict, binary, folder):
    own = own_sync(folder)
    verdict.measure("this disk confirms a sync after", f"{own * 1000:.2f} ms")
    as_it_is = compare(verdict, binary, folder / "own", "the disk as it is", {})
    if own >= HONEST_SYNC:
        verdict.floor("durable claims against bare committed inserts", as_it_is, 1.0)
        return
    slow = {"LD_PRELOAD": str(build_slow_sync(folder)), "SLOW_SYNC_MICROSECONDS": str(int(HONEST_SYNC * 1_000_000))}
    held = compare(verdict, binary, folder / "held", f"every sync held to {HONEST_SYNC * 1000:.0f} ms", slow)
    verdict.floor(f"durable claims against bare committed inserts, every sync held to {HONEST_SYNC * 1000:.0f} ms", held, 1.0)


def compare(verdict, binary, folder, how, environment):
    """Alternating rounds; the ratio of the medians."""
    folder.mkdir()
    ours, bare = [], []
    with House(binary, folder / "data", NO_LIMITS, environment={"CLINIC_LOG": "warn", **environment}) as house:
        house.start()
        for number in range(ROUNDS):
            bare.append(committed_inserts(folder / f"bare{number}.db", environment))
            ours.append(claims(house, folder, number))
    rate, peer = statistics.median(ours), statistics.median(bare)
    verdict.measure(f"durable claims at {CLIENTS} clients, {how}", f"{rate:.0f} a second; bare committed inserts {peer:.0f} a second: {rate / peer:.2f}×")
    return rate / peer


def own_sync(folder, count=50):
    """The median time of a small write that is synced."""
    took = []
    with open(folder / "sync", "wb", buffering=0) as file:
        for _ in range(count):
            file.write(b"x" * 4096)
            begun = time.perf_counter()
            os.fdatasync(file.fileno())
            took.append(time.perf_counter() - begun)
    return statistics.median(took)


def build_slow_sync(folder):
    library = folder / "slow_sync.so"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, HERE / "slow_sync.c", "-ldl"], check=True)
    return library


def committed_inserts(database, environment):
    command = [sys.executable, HERE / "bare_inserts.py", database, str(INSERTS)]
    told = subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | environment, start_new_session=True)
    return float(told.stdout)


def claims(house, folder, number):
    """The games are won before the clock starts: what is measured is the promise, mail file included."""
    waiting = folder / f"claims{number}"
    proofs = asyncio.run(win(house))
    waiting.write_text("".join(f"bench{number}x{index}@gmail.com {proof}\n" for index, proof in enumerate(proofs)))
    command = ["wrk", "-t1", f"-c{CLIENTS}", "-d300s", "--timeout", "60s", "-s", HERE / "claims.lua", f"http://127.0.0.1:{house.port}/", "--", waiting]
    # wrk would go on until its time is over: it is ended when it has told of the last answer.
    begun = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as load:
        told = next((line for line in load.stdout if line.startswith("claims")), "")
        took = time.perf_counter() - begun
        load.kill()
    found = re.match(r"claims (\d+) refused 0", told)
    if not found or int(found[1]) != CLAIMS:
        raise RuntimeError(f"not every claim was taken: {told or house.last_words()}")
    return CLAIMS / took


async def win(house):
    visitors, proofs = [Visitor(house.port) for _ in range(CLIENTS)], []

    async def play(visitor):
        while len(proofs) < CLAIMS:
            proofs.append(await visitor.win())
        visitor.hang_up()

    await asyncio.gather(*map(play, visitors))
    return proofs[:CLAIMS]
