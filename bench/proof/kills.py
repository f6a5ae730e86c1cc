"""The server is killed without warning, again and again, while visitors claim: at random moments and at chosen system calls."""

import asyncio
import contextlib
import random
import shutil
import subprocess
import time

from .crowd import Crowd, Desk
from .house import NO_LIMITS, House, scratch
from .ledger import Ledger, audit_sqlite, let_leases_run_out, owed

CLIENTS = 12

# Where a claim can be cut: the log of the database, its sync, the mail file, its name, the answer itself.
CALLS = ["pwrite64", "fsync", "rename", "write", "writev", "openat", "ftruncate"]


def at_random(verdict, binary, kills, seed, budget):
    """`kills` times SIGKILL at a random moment, some of them while the server is still starting."""
    with scratch() as folder:
        asyncio.run(torment(verdict, House(binary, folder / "data", NO_LIMITS), kills, seed, budget))


async def torment(verdict, house, kills, seed, budget):
    dice, ledger = random.Random(seed), Ledger()
    begun, done = time.monotonic(), 0
    with house:
        house.data.mkdir()
        has_desk = Desk.hire(house)
        await asyncio.to_thread(house.start)
        async with contextlib.AsyncExitStack() as people:
            await people.enter_async_context(Crowd(house, ledger, CLIENTS, seed))
            if has_desk:
                await people.enter_async_context(Desk(house, ledger))
            while done < kills and time.monotonic() - begun < budget:
                await some_answers(ledger, dice)
                house.kill()
                done += 1
                if dice.random() < 0.15:
                    house.spawn()
                    await asyncio.sleep(dice.uniform(0, 0.3))
                    house.kill()
                    done += 1
                await asyncio.to_thread(house.start)
            await give_time_to_redeem(ledger, has_desk)
        house.kill()
        verdict.promise(f"survives {kills} kills at random moments", done >= kills, f"{done + 1} kills, {ledger.lost} requests lost with them")
        if has_desk:
            verdict.promise("codes were redeemed meanwhile", len(ledger.redeemed) > 0, f"{len(ledger.redeemed)} redeemed")
        else:
            verdict.skip("no code redeemed twice", "this build has no staff desk")
        await asyncio.to_thread(recover, house)
        ledger.audit(verdict, house)
    audit_sqlite(verdict, house.data / "clinic.db")


async def give_time_to_redeem(ledger, has_desk, at_most=20.0):
    """A bounded run may be over before staff have signed in."""
    end = time.monotonic() + at_most
    while has_desk and len(ledger.redeemed) < 5 and time.monotonic() < end:
        await asyncio.sleep(0.1)


async def some_answers(ledger, dice, at_most=3.0):
    """The moment of a kill is chosen by answers, not by the clock, so that a slow machine is struck under load too."""
    enough, end = ledger.answered + dice.randint(0, 12), time.monotonic() + at_most
    while ledger.answered < enough and time.monotonic() < end:
        await asyncio.sleep(0.005)
    await asyncio.sleep(dice.uniform(0, 0.05))


def recover(house, within=60):
    """Starts once more in peace and waits until nothing is owed."""
    let_leases_run_out(house.data / "clinic.db")
    house.start()
    deadline = time.monotonic() + within
    while owed(house.data / "clinic.db") and time.monotonic() < deadline:
        time.sleep(0.1)
    house.kill()


def politely(verdict, binary, within=30):
    """SIGTERM in the first moments, when the server still has work of its own in the background."""
    with scratch() as folder, House(binary, folder / "data", NO_LIMITS) as house:
        house.start()
        begun = time.monotonic()
        try:
            code = house.stop(within)
        except subprocess.TimeoutExpired:
            code = "none"
        took = time.monotonic() - begun
        verdict.promise(f"told to stop, it stops within {within} s", code == 0, f"exit {code} after {took:.1f} s")


def at_system_calls(verdict, binary, kills, seed):
    """The kernel itself kills the server when it makes the n-th call of a kind. Needs strace."""
    if not shutil.which("strace"):
        verdict.skip("kills at chosen system calls", "strace is not installed")
        return
    with scratch() as folder:
        asyncio.run(inject(verdict, House(binary, folder / "data", NO_LIMITS), kills, seed))


async def inject(verdict, house, kills, seed):
    dice, ledger, struck = random.Random(seed), Ledger(), {}
    with house:
        house.data.mkdir()
        house.start()
        house.kill()
        async with Crowd(house, ledger, CLIENTS, seed):
            for round_number in range(kills):
                call = CALLS[round_number % len(CALLS)]
                nth = dice.randint(1, 3 if call == "ftruncate" else 60)
                house.wrapper = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={nth}"]
                house.spawn()
                deadline = time.monotonic() + 25
                while house.is_running() and time.monotonic() < deadline:
                    await asyncio.sleep(0.02)
                if not house.is_running():
                    struck[call] = struck.get(call, 0) + 1
                house.kill()
        house.wrapper = []
        await asyncio.to_thread(recover, house)
        total = sum(struck.values())
        verdict.promise("killed at chosen system calls", total >= kills // 2, f"{total} of {kills} struck: " + ", ".join(f"{call} {count}" for call, count in sorted(struck.items())))
        ledger.audit(verdict, house)
    audit_sqlite(verdict, house.data / "clinic.db")
