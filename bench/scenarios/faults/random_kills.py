"""SIGKILL at random moments, again and again, while clients claim and staff redeem."""

import asyncio
import contextlib
import random

from harness.server_interface import DATABASE, NO_LIMITS
from harness.stored.database import PostgresDatabase, SqliteDatabase, restart_and_empty_outbox
from harness.stored.acknowledged_requests import History
from harness.clients.load import ClaimLoad, RedemptionLoad, create_staff_account
from harness.programs.postgres import postgres_cluster
from harness.server import TestServer, temporary_folder

CLIENTS = 12


def run_on_sqlite(report, binary, kills, seed):
    with temporary_folder() as folder:
        server = TestServer(binary, folder / "data", NO_LIMITS)
        asyncio.run(kill_repeatedly(report, server, SqliteDatabase(server.data), kills, seed))


def run_on_postgres(report, binary, kills, seed):
    with temporary_folder() as folder, postgres_cluster(folder) as cluster:
        server = TestServer(binary, folder / "data", [*NO_LIMITS, DATABASE, cluster.url])
        asyncio.run(kill_repeatedly(report, server, PostgresDatabase(cluster), kills, seed))


async def kill_repeatedly(report, server, database, kills, seed):
    """At least `kills` times, some of them while the server is still starting."""
    rng, history, done = random.Random(seed), History(), 0
    with server:
        server.data.mkdir()
        # The server creates the database that the account is stored in.
        await asyncio.to_thread(server.start)
        create_staff_account(server)
        async with contextlib.AsyncExitStack() as load:
            await load.enter_async_context(ClaimLoad(server, history, CLIENTS, seed))
            await load.enter_async_context(RedemptionLoad(server, history))
            # Goes on until a code was redeemed: without one, the run says nothing about redemptions.
            while done < kills or (not history.redemptions and done < 3 * kills):
                await wait_for_some_responses(history, rng)
                server.kill()
                done += 1
                if rng.random() < 0.15:
                    server.spawn()
                    await asyncio.sleep(rng.uniform(0, 0.3))
                    server.kill()
                    done += 1
                await asyncio.to_thread(server.start)
        server.kill()
        report.check(f"the server works after {kills} kills at random moments", history.responses > kills, f"{done + 1} kills, {history.lost} requests lost, {history.responses} responses")
        report.check("codes were redeemed between the kills", len(history.redeemed) > 0, f"{len(history.redeemed)} redeemed")
        await asyncio.to_thread(restart_and_empty_outbox, server, database)
        history.check(report, server)
    database.check(report)


async def wait_for_some_responses(history, rng):
    """Kills follow a number of responses, not a time, so that slow machines are also killed under load."""
    await history.wait_for_more("responses", rng.randint(0, 12), timeout=10)
    await asyncio.sleep(rng.uniform(0, 0.05))
