"""Durable claims per second at 64 clients, against a plain loop of committed inserts on the same disk.

Both use `synchronous = FULL`. Measured with the disk as it is and, on a faster disk, with every sync delayed to 2 ms.
"""

import asyncio
import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

from harness.clients.client import Client
from harness.server_interface import NO_LIMITS, QUIET_LOG
from harness.server import TestServer

HERE = Path(__file__).resolve().parent
CLIENTS = 64
ROUNDS = 3
CLAIMS = 2560
INSERTS = 400

# A network volume, or an SSD without a battery, needs one to several milliseconds for a real sync.
REALISTIC_SYNC_SECONDS = 0.002


def run(report, binary, folder):
    sync_time = measure_sync(folder)
    report.measure("time of one sync on this disk", f"{sync_time * 1000:.2f} ms")
    ratio = compare(report, binary, folder / "real-sync", "syncs of this disk", {})
    if sync_time >= REALISTIC_SYNC_SECONDS:
        report.at_least("durable claims against plain committed inserts", ratio, 1.0)
        return
    microseconds = str(int(REALISTIC_SYNC_SECONDS * 1_000_000))
    slow = {"LD_PRELOAD": str(build_slow_sync(folder)), "SLOW_SYNC_MICROSECONDS": microseconds}
    condition = f"syncs delayed to {REALISTIC_SYNC_SECONDS * 1000:.0f} ms"
    ratio = compare(report, binary, folder / "slow-sync", condition, slow)
    report.at_least(f"durable claims against plain committed inserts, {condition}", ratio, 1.0)


def compare(report, binary, folder, condition, environment):
    """Alternating rounds; returns the ratio of the medians."""
    folder.mkdir()
    ours, peers = [], []
    with TestServer(binary, folder / "data", NO_LIMITS, environment=QUIET_LOG | environment) as server:
        server.start()
        for number in range(ROUNDS):
            peers.append(measure_inserts(folder / f"inserts{number}.db", environment))
            ours.append(measure_claims(server, folder, number))
    rate, peer_rate = statistics.median(ours), statistics.median(peers)
    report.measure(f"durable claims at {CLIENTS} clients, {condition}", f"{rate:.0f}/s; plain committed inserts {peer_rate:.0f}/s: {rate / peer_rate:.2f}×")
    return rate / peer_rate


def measure_sync(folder, count=50):
    """The median time to sync a small write."""
    times = []
    with open(folder / "sync", "wb", buffering=0) as file:
        for _ in range(count):
            file.write(b"x" * 4096)
            started = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - started)
    return statistics.median(times)


def build_slow_sync(folder):
    library = folder / "slow_sync.so"
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, HERE / "slow_sync.c", "-ldl"], check=True)
    return library


def measure_inserts(database, environment):
    command = [sys.executable, HERE / "sqlite_inserts.py", database, str(INSERTS)]
    result = subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | environment, start_new_session=True)
    return float(result.stdout)


def measure_claims(server, folder, number):
    """Claims per second, including the email file. The games are won beforehand and not measured."""
    input_file = folder / f"claims{number}"
    proofs = asyncio.run(win_games(server))
    input_file.write_text("".join(f"bench{number}x{index}@gmail.com {proof}\n" for index, proof in enumerate(proofs)))
    command = ["wrk", "-t1", f"-c{CLIENTS}", "-d300s", "--timeout", "60s", "-s", HERE / "wrk_claims.lua"]
    command += [f"http://127.0.0.1:{server.port}/", "--", input_file]
    started = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as wrk:
        summary = next((line for line in wrk.stdout if line.startswith("claims")), "")
        took = time.perf_counter() - started
        # wrk cannot stop after a number of requests, so it is killed after the last response.
        wrk.kill()
    parsed = re.match(r"claims (\d+) refused 0", summary)
    if not parsed or int(parsed[1]) != CLAIMS:
        raise RuntimeError(f"not every claim was accepted: {summary or server.log_tail()}")
    return CLAIMS / took


async def win_games(server):
    proofs = []

    async def play(client):
        while len(proofs) < CLAIMS:
            proofs.append(await client.win_game())
        client.close()

    await asyncio.gather(*(play(Client(server.port)) for _ in range(CLIENTS)))
    return proofs[:CLAIMS]
