"""The kernel itself kills the server when it makes the n-th call of a kind, so that no moment is left to chance."""

import asyncio
import random
import time

from .crowd import Crowd
from .house import NO_LIMITS, House, scratch
from .kills import CLIENTS, recover
from .ledger import Ledger
from .records import SqliteRecords
from .tools import need

# Where a claim can be cut: the log of the database, its sync, the mail file, its name, the answer itself; and how far
# into a life the blow may fall, so that starts and claims both get their share. strace counts for each thread by itself,
# and mails are written by many.
CALLS = {"pwrite64": 80, "fsync": 40, "rename": 6, "write": 100, "writev": 60, "openat": 40, "ftruncate": 3}
# A life that has given this many answers is not going to make the call any more.
LONG_LIFE = 100
PATIENCE = 60


def kill_at_system_calls(verdict, binary, kills, seed):
    strace = need("strace")
    with scratch() as folder:
        asyncio.run(inject(verdict, House(binary, folder / "data", NO_LIMITS), strace, kills, seed))


async def inject(verdict, house, strace, kills, seed):
    dice, ledger, struck, records = random.Random(seed), Ledger(), dict.fromkeys(CALLS, 0), SqliteRecords(house.data)
    with house:
        house.data.mkdir()
        house.start()
        house.kill()
        async with Crowd(house, ledger, CLIENTS, seed):
            for number in range(kills):
                call = list(CALLS)[number % len(CALLS)]
                house.wrapper = [strace, "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}"]
                house.wrapper += ["-e", f"inject={call}:signal=KILL:when={dice.randint(1, CALLS[call])}"]
                struck[call] += await live_and_die(house, ledger)
        house.wrapper = []
        await asyncio.to_thread(recover, house, records)
        total = sum(struck.values())
        seen = ", ".join(f"{call} {count}" for call, count in struck.items() if count)
        verdict.promise("killed at chosen system calls", total >= kills * 2 // 3, f"{total} of {kills} struck: {seen}")
        ledger.audit(verdict, house)
    records.audit(verdict)


async def live_and_die(house, ledger):
    """One life under strace; true when it ended by the blow and not by us."""
    house.spawn()
    last, deadline = ledger.answered + LONG_LIFE, time.monotonic() + PATIENCE
    while house.is_running() and ledger.answered < last and time.monotonic() < deadline:
        await asyncio.sleep(0.01)
    was_struck = not house.is_running()
    house.kill()
    return was_struck
