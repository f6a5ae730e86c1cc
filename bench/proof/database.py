"""PostgreSQL goes away under load and comes back; the server is not restarted."""

import asyncio

from . import trouble
from .crowd import Crowd
from .house import NO_LIMITS, House, scratch
from .kills import wait_until_nothing_is_owed
from .ledger import Ledger
from .postgres import cluster
from .records import PostgresRecords


def goes_and_comes_back(verdict, binary):
    with scratch() as folder, cluster(folder) as postgres:
        asyncio.run(outage(verdict, binary, folder, postgres))


async def outage(verdict, binary, folder, postgres):
    ledger, records = Ledger(), PostgresRecords(postgres)
    with House(binary, folder / "data", [*NO_LIMITS, "--database", postgres.url]) as house:
        house.start()
        async with Crowd(house, ledger, 8, seed=1):
            for how in ("immediate", "fast"):
                await ledger.more("answered", 20)
                await asyncio.to_thread(postgres.stop, how)
                await trouble.describe(verdict, house, ledger, f"PostgreSQL stopped ({how})")
                health = await trouble.status_of(house, "/healthz")
                verdict.promise(f"PostgreSQL stopped ({how}): /healthz says so", health == 503, health)
                await asyncio.to_thread(postgres.start)
                await trouble.recovered(verdict, house, ledger, f"PostgreSQL back ({how})")
        records.let_leases_run_out()
        await asyncio.to_thread(wait_until_nothing_is_owed, records)
        ledger.audit(verdict, house)
