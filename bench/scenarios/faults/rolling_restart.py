"""Instances behind the reverse proxy are restarted or killed one after the other while requests keep coming."""

import asyncio
import time
from collections import Counter
from types import SimpleNamespace

from harness import server_interface
from harness.clients.client import CONNECTION_ERRORS, Client
from harness.stored.database import wait_until_outbox_is_empty
from harness.stored.acknowledged_requests import History
from harness.clients.load import ClaimLoad, RedemptionLoad

CLIENTS = 8
# How long nginx may need to notice that an instance is back.
REJOIN_SECONDS = 2.0

# Runs beside the claims and redemptions: page views, and a POST that nginx must not send twice. Nobody is signed in on
# these connections, so the right status is always the same.
PAGE_VIEWS = 3 * [("GET", server_interface.HOME, 200)]
SIGN_OUTS = 5 * [("POST", server_interface.DESK_LOGOUT, 401)]


async def restart_under_load(report, port, servers, database, rounds):
    history, requests = History(), RepeatedRequests(port, PAGE_VIEWS + SIGN_OUTS)
    # The load reaches only the proxy; all instances put their mail into the folder of the first one.
    proxy = SimpleNamespace(port=port, data=servers[0].data)
    exit_codes, without_traffic = [], []
    async with ClaimLoad(proxy, history, CLIENTS, seed=time.time_ns()), RedemptionLoad(proxy, history), requests:
        await history.wait_for_more("redemptions", 2)
        for server in servers * rounds:
            before = history.responses
            exit_codes.append(await asyncio.to_thread(server.stop))
            without_traffic.append(history.responses == before)
            await asyncio.to_thread(server.start)
            await asyncio.sleep(REJOIN_SECONDS)
            await history.wait_for_more("responses", 3)
    load = f"{history.responses} claims, {history.redemptions} redemptions, {requests.sent} other requests"
    report.check("rolling restart: every stop is clean and happens under load", not any(exit_codes) and not all(without_traffic), f"{len(exit_codes)} restarts, exit codes {sorted(set(exit_codes))}; {load}")
    wrong = count_wrong(history, requests)
    report.check("rolling restart: no request is lost or answered wrongly", not wrong.total(), dict(+wrong) or "none lost, none wrong")
    await check_data(report, history, servers, database)


async def kill_under_load(report, port, servers, database, rounds):
    """SIGKILL. Page views and claims can be repeated safely, so nginx may send them to another instance."""
    history, requests = History(), RepeatedRequests(port, PAGE_VIEWS)
    proxy = SimpleNamespace(port=port)
    async with ClaimLoad(proxy, history, CLIENTS, seed=time.time_ns()), requests:
        for server in servers * rounds:
            await history.wait_for_more("responses", 10)
            server.kill()
            await history.wait_for_more("responses", 3)
            await asyncio.to_thread(server.start)
            await asyncio.sleep(REJOIN_SECONDS)
    wrong = count_wrong(history, requests)
    load = f"{len(servers) * rounds} kills, {history.responses} claims, {requests.sent} page views"
    report.check("killed instances: no request is lost or answered wrongly", not wrong.total(), f"{dict(+wrong) or 'none lost, none wrong'}; {load}")
    await check_data(report, history, servers, database)


def count_wrong(history, requests):
    return requests.wrong + Counter({"lost": history.lost, "server errors": history.server_errors})


async def check_data(report, history, servers, database):
    database.expire_leases()
    await asyncio.to_thread(wait_until_outbox_is_empty, database)
    history.check(report, servers[0])


class RepeatedRequests:
    """Sends each request again and again on its own keep-alive connection and counts wrong responses by kind."""

    def __init__(self, port, requests):
        self.port, self.requests, self.tasks = port, requests, []
        self.sent, self.wrong, self.slowest = 0, Counter(), 0.0

    async def __aenter__(self):
        self.tasks = [asyncio.create_task(self.run(*request)) for request in self.requests]
        return self

    async def __aexit__(self, *_):
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def run(self, method, path, expected_status):
        client = Client(self.port)
        try:
            while True:
                self.sent += 1
                started = time.monotonic()
                try:
                    response = await client.request(method, path, b"" if method == "POST" else None)
                    self.wrong[f"{method} {response.status}"] += response.status != expected_status
                except CONNECTION_ERRORS:
                    self.wrong[f"{method} lost"] += 1
                self.slowest = max(self.slowest, time.monotonic() - started)
                await asyncio.sleep(0.005)
        finally:
            client.close()
