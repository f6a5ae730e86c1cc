"""One instance after the other is told to stop and started again, while people come through the proxy in front."""

import asyncio
import time
from collections import Counter
from types import SimpleNamespace

from .crowd import Crowd, Desk
from .kills import wait_until_nothing_is_owed
from .ledger import Ledger
from .visitor import LOST, Visitor

CLIENTS = 8
# How long the proxy may take to find out that an instance is back.
BREATH = 2.0

# Beside those who claim and redeem: readers, and a call that changes something and that the proxy may not send twice.
# Nobody is signed in there, so the right answer is always the same.
READ = 3 * [("GET", "/home", 200)]
SIGN_OUT = 5 * [("POST", "/api/desk/logout", 401)]


async def restart_under_load(verdict, port, houses, records, rounds):
    ledger, errands = Ledger(), Errands(port, READ + SIGN_OUT)
    # The crowd and the desk see nothing but the proxy; mail lies where the first instance would put it.
    front = SimpleNamespace(port=port, data=houses[0].data)
    codes, quiet = [], []
    async with Crowd(front, ledger, CLIENTS, seed=time.time_ns()), Desk(front, ledger), errands:
        await ledger.more("redemptions", 2)
        for house in houses * rounds:
            before = ledger.answered
            codes.append(await asyncio.to_thread(house.stop))
            quiet.append(ledger.answered == before)
            await asyncio.to_thread(house.start)
            await asyncio.sleep(BREATH)
            await ledger.more("answered", 3)
    load = f"{ledger.answered} claims, {ledger.redemptions} redemptions, {errands.done} other calls"
    verdict.promise("rolling restart: every stop is clean, and people come meanwhile", not any(codes) and not all(quiet), f"{len(codes)} restarts, exit codes {sorted(set(codes))}; {load}")
    wrong = errands.wrong + Counter(lost=ledger.lost, troubled=ledger.troubled)
    verdict.promise("rolling restart: no request is lost, and every answer is the right one", not wrong.total(), dict(+wrong) or "none lost, none wrong")
    await audit(verdict, ledger, houses, records)


async def kill_under_load(verdict, port, houses, records, rounds):
    """No farewell this time. What a visitor asks can be asked again, so the proxy may take it to another instance."""
    ledger, errands = Ledger(), Errands(port, READ)
    front = SimpleNamespace(port=port)
    async with Crowd(front, ledger, CLIENTS, seed=time.time_ns()), errands:
        for house in houses * rounds:
            await ledger.more("answered", 10)
            house.kill()
            await ledger.more("answered", 3)
            await asyncio.to_thread(house.start)
            await asyncio.sleep(BREATH)
    wrong = errands.wrong + Counter(lost=ledger.lost, troubled=ledger.troubled)
    load = f"{len(houses) * rounds} killed, {ledger.answered} claims, {errands.done} pages"
    verdict.promise("instances killed outright: no visitor notices", not wrong.total(), f"{dict(+wrong) or 'none lost, none wrong'}; {load}")
    await audit(verdict, ledger, houses, records)


async def audit(verdict, ledger, houses, records):
    records.let_leases_run_out()
    await asyncio.to_thread(wait_until_nothing_is_owed, records)
    ledger.audit(verdict, houses[0])


class Errands:
    """Calls without pause, on connections that are kept; what came back wrong is counted by its kind."""

    def __init__(self, port, errands):
        self.port, self.errands, self.tasks = port, errands, []
        self.done, self.wrong = 0, Counter()

    async def __aenter__(self):
        self.tasks = [asyncio.create_task(self.run(*errand)) for errand in self.errands]
        return self

    async def __aexit__(self, *_):
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def run(self, method, path, right):
        visitor = Visitor(self.port)
        try:
            while True:
                self.done += 1
                try:
                    answer = await visitor.ask(method, path, b"" if method == "POST" else None)
                    self.wrong[f"{method} {answer.status}"] += answer.status != right
                except LOST:
                    self.wrong[f"{method} lost"] += 1
                await asyncio.sleep(0.005)
        finally:
            visitor.hang_up()
