"""PostgreSQL stops under load and starts again; the server keeps running and recovers by itself."""

import asyncio

from harness import outage_checks
from harness.server_interface import DATABASE, HEALTH, NO_LIMITS
from harness.stored.database import PostgresDatabase, wait_until_outbox_is_empty
from harness.stored.acknowledged_requests import History
from harness.clients.load import ClaimLoad
from harness.programs.postgres import postgres_cluster
from harness.server import TestServer, temporary_folder


def run(report, binary):
    with temporary_folder() as folder, postgres_cluster(folder) as cluster:
        asyncio.run(stop_and_start(report, binary, folder, cluster))


async def stop_and_start(report, binary, folder, cluster):
    history, database = History(), PostgresDatabase(cluster)
    with TestServer(binary, folder / "data", [*NO_LIMITS, DATABASE, cluster.url]) as server:
        server.start()
        async with ClaimLoad(server, history, 8, seed=1):
            for mode in ("immediate", "fast"):
                await history.wait_for_more("responses", 20)
                await asyncio.to_thread(cluster.stop, mode)
                await outage_checks.check_outage(report, server, history, f"PostgreSQL stopped ({mode})")
                health = await outage_checks.get_status(server, HEALTH)
                report.check(f"PostgreSQL stopped ({mode}): {HEALTH} answers 503", health == 503, health)
                await asyncio.to_thread(cluster.start)
                await outage_checks.check_recovery(report, server, history, f"PostgreSQL started again ({mode})")
        database.expire_leases()
        await asyncio.to_thread(wait_until_outbox_is_empty, database)
        history.check(report, server)
