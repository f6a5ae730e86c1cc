"""strace kills the server at its n-th system call of a kind, so that kills also fall between two writes of a claim."""

import asyncio
import random
import time

from harness.server_interface import NO_LIMITS
from harness.stored.database import SqliteDatabase, restart_and_empty_outbox
from harness.stored.acknowledged_requests import History
from harness.clients.load import ClaimLoad
from harness.programs.find_program import find_program
from harness.server import TestServer, temporary_folder

CLIENTS = 12
# The system calls of a claim (database log and its sync, email file and its rename, response), each with the highest call
# number to kill at, chosen so that both the start and claims are hit. strace counts per thread, and several threads write
# emails, so those numbers are low.
SYSTEM_CALLS = {"pwrite64": 80, "fsync": 40, "rename": 6, "write": 100, "writev": 60, "openat": 40, "ftruncate": 3}
# After this many responses the chosen call is not going to happen any more.
MAX_RESPONSES = 100
MAX_SECONDS = 300


def run(report, binary, kills, seed):
    strace = find_program("strace")
    with temporary_folder() as folder:
        asyncio.run(kill_at_calls(report, TestServer(binary, folder / "data", NO_LIMITS), strace, kills, seed))


async def kill_at_calls(report, server, strace, kills, seed):
    rng, history, killed = random.Random(seed), History(), dict.fromkeys(SYSTEM_CALLS, 0)
    database = SqliteDatabase(server.data)
    with server:
        server.data.mkdir()
        server.start()
        server.kill()
        async with ClaimLoad(server, history, CLIENTS, seed):
            for number in range(kills):
                call = list(SYSTEM_CALLS)[number % len(SYSTEM_CALLS)]
                server.wrapper = [strace, "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}"]
                server.wrapper += ["-e", f"inject={call}:signal=KILL:when={rng.randint(1, SYSTEM_CALLS[call])}"]
                killed[call] += await run_until_killed(server, history)
        server.wrapper = []
        await asyncio.to_thread(restart_and_empty_outbox, server, database)
        total = sum(killed.values())
        counts = ", ".join(f"{call} {count}" for call, count in killed.items() if count)
        report.check("the server was killed at chosen system calls", total >= kills * 2 // 3, f"{total} of {kills} runs: {counts}")
        history.check(report, server)
    database.check(report)


async def run_until_killed(server, history):
    """True when strace killed the server, false when the call did not happen and the server was killed here."""
    server.spawn()
    last, deadline = history.responses + MAX_RESPONSES, time.monotonic() + MAX_SECONDS
    while server.is_running() and history.responses < last and time.monotonic() < deadline:
        await asyncio.sleep(0.01)
    was_killed = not server.is_running()
    server.kill()
    return was_killed
