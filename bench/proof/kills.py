"""The server is killed without warning at random moments, again and again, while visitors claim and staff redeem."""

import asyncio
import contextlib
import random
import subprocess
import time

from .crowd import Crowd, Desk
from .house import NO_LIMITS, House, scratch
from .ledger import Ledger
from .postgres import cluster
from .records import PostgresRecords, SqliteRecords

CLIENTS = 12


def on_sqlite(verdict, binary, kills, seed):
    with scratch() as folder:
        house = House(binary, folder / "data", NO_LIMITS)
        asyncio.run(torment(verdict, house, SqliteRecords(house.data), kills, seed))


def on_postgres(verdict, binary, kills, seed):
    with scratch() as folder, cluster(folder) as postgres:
        house = House(binary, folder / "data", [*NO_LIMITS, "--database", postgres.url])
        asyncio.run(torment(verdict, house, PostgresRecords(postgres), kills, seed))


async def torment(verdict, house, records, kills, seed):
    """At least `kills` times SIGKILL, some of them while the server is still starting."""
    dice, ledger, done = random.Random(seed), Ledger(), 0
    with house:
        house.data.mkdir()
        Desk.hire(house)
        await asyncio.to_thread(house.start)
        async with contextlib.AsyncExitStack() as people:
            await people.enter_async_context(Crowd(house, ledger, CLIENTS, seed))
            await people.enter_async_context(Desk(house, ledger))
            # On and on until staff have had their share: what was not redeemed under kills proves nothing.
            while done < kills or (not ledger.redemptions and done < 3 * kills):
                await some_answers(ledger, dice)
                house.kill()
                done += 1
                if dice.random() < 0.15:
                    house.spawn()
                    await asyncio.sleep(dice.uniform(0, 0.3))
                    house.kill()
                    done += 1
                await asyncio.to_thread(house.start)
        house.kill()
        verdict.promise(f"survives {kills} kills at random moments", ledger.answered > kills, f"{done + 1} kills, {ledger.lost} requests lost with them, {ledger.answered} answered")
        verdict.promise("codes were redeemed meanwhile", len(ledger.redeemed) > 0, f"{len(ledger.redeemed)} redeemed")
        await asyncio.to_thread(recover, house, records)
        ledger.audit(verdict, house)
    records.audit(verdict)


async def some_answers(ledger, dice):
    """The moment of a kill is chosen by answers, not by the clock, so that a slow machine is struck under load too."""
    await ledger.more("answered", dice.randint(0, 12), at_most=10)
    await asyncio.sleep(dice.uniform(0, 0.05))


def recover(house, records):
    """Starts once more in peace and waits until nothing is owed."""
    records.let_leases_run_out()
    house.start()
    wait_until_nothing_is_owed(records)
    house.kill()


def wait_until_nothing_is_owed(records, within=90):
    deadline = time.monotonic() + within
    while records.owed() and time.monotonic() < deadline:
        time.sleep(0.1)


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
