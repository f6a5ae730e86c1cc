"""The machine of the primary database is killed, hangs and comes back, or is switched over.

Three PostgreSQL nodes under Patroni in synchronous mode, HAProxy in front of them, three instances of the site behind nginx.
"""

import asyncio
import copy
import time
from collections import Counter
from types import SimpleNamespace
from typing import NamedTuple

from harness import server_interface
from harness.programs import reverse_proxy
from harness.clients.client import CONNECTION_ERRORS, Client
from harness.stored.database import PostgresDatabase, wait_until_outbox_is_empty
from harness.stored.acknowledged_requests import History, read_export, read_mail_folder
from harness.clients.load import ClaimLoad, RedemptionLoad, create_staff_account
from harness.programs.patroni import is_writable, patroni_cluster, wait_for
from harness.server import temporary_folder

from .multiple_instances import instances
from .rolling_restart import PAGE_VIEWS, RepeatedRequests

CLIENTS = 8
# Seconds between redemptions: the desk allows 600 code checks per hour.
REDEMPTION_PAUSE = 0.7
# Patroni waits 20 s (`ttl`) before it takes the lock from a silent primary. The rest is promotion and HAProxy's checks.
RECOVERY_SECONDS = 45
# After the first acknowledged claim other instances may still find connections to the former primary in their pools.
SETTLE_SECONDS = 5
PAGE_SECONDS = 2


def run(report, binary):
    with temporary_folder() as folder, patroni_cluster(folder) as cluster, instances(binary, folder, cluster, server_interface.NO_LIMITS) as servers:
        create_staff_account(servers[0])
        with reverse_proxy.nginx(folder, servers) as port:
            asyncio.run(fail_over(report, cluster, port, servers))
    with temporary_folder() as folder, patroni_cluster(folder, synchronous=False) as cluster, instances(binary, folder, cluster, server_interface.NO_LIMITS) as servers:
        asyncio.run(lose_claims(report, cluster, servers))


async def lose_claims(report, cluster, servers):
    """The control: with asynchronous replication the same check must find that acknowledged claims are missing."""
    history, old = History(), cluster.wait_for_primary()
    async with ClaimLoad(servers[0], history, CLIENTS, seed=1):
        await history.wait_for_more("responses", 20)
        old.pause_replication()
        await history.wait_for_more("responses", 20)
        await asyncio.to_thread(old.kill)
    await asyncio.to_thread(cluster.wait_for_primary, old)
    wait_for(lambda: is_writable(cluster.url), RECOVERY_SECONDS, "a new primary behind HAProxy")
    missing = history.missing_claims(read_export(servers[0]))
    report.check("failover, control without synchronous replication: acknowledged claims are missing", len(missing) > 0, f"{len(missing)} of {len(history.acknowledged)} missing")


async def fail_over(report, cluster, port, servers):
    history, log = History(), RequestLog()
    processes = [server.process.pid for server in servers]
    # The load reaches only the proxy; all instances put their mail into the folder of the first one.
    proxy = SimpleNamespace(port=port, data=servers[0].data)
    pages = RepeatedRequests(port, PAGE_VIEWS)
    async with LoggedClaimLoad(proxy, history, log), LoggedRedemptionLoad(proxy, history, log), pages:
        for fault in (kill_primary, pause_primary, pause_standby, switch_over):
            await history.wait_for_more("redemptions", 3)
            await history.wait_for_more("responses", 20)
            outage = await fault(report, cluster, log)
            log.check(report, outage)
            check_pages(report, outage, pages)
            # The load goes on during the export, so only what was acknowledged before it must be in it.
            before = copy.deepcopy(history)
            before.check_rows(report, await asyncio.to_thread(read_export, servers[0]), f"{outage.name}: ")
    running = [server.process.pid for server in servers if server.is_running()]
    report.check("failover: no instance was restarted", running == processes, f"{len(running)} of {len(processes)} running since the start")
    panics = sum(server.whole_log().count(server_interface.PANIC) for server in servers)
    report.check("failover: no instance panicked", panics == 0, f"{panics} panics")
    await check_data(report, history, servers[0], cluster)


class Outage(NamedTuple):
    name: str
    started: float
    recovered: float


async def kill_primary(report, cluster, log):
    old = await asyncio.to_thread(cluster.wait_for_primary)
    outage = await lose_primary(report, cluster, log, "primary killed", old, old.kill)
    old.start()
    await check_rejoin(report, outage, cluster, old)
    return outage


async def pause_primary(report, cluster, log):
    """SIGSTOP keeps all connections open, like a machine that hangs. After SIGCONT it still believes that it is the primary."""
    old = await asyncio.to_thread(cluster.wait_for_primary)
    outage = await lose_primary(report, cluster, log, "primary paused", old, old.pause)
    old.resume()
    await check_rejoin(report, outage, cluster, old)
    return outage


async def lose_primary(report, cluster, log, name, old, fault):
    started = time.monotonic()
    await asyncio.to_thread(fault)
    completed = time.monotonic()
    new = await asyncio.to_thread(cluster.wait_for_primary, old)
    report.measure(f"{name}: {new.name} promoted instead of {old.name}", f"after {time.monotonic() - started:.1f} s")
    recovered = await wait_for_acknowledged_claim(log, completed)
    report.check(f"{name}: claims work again without a restart", recovered <= started + RECOVERY_SECONDS, f"first acknowledged claim after {recovered - started:.1f} s")
    return Outage(name, started, recovered)


async def pause_standby(report, cluster, log):
    """Commits wait for the synchronous standby, so a hanging one holds up every claim until Patroni chooses another."""
    name, standby = "synchronous standby paused", await asyncio.to_thread(cluster.synchronous_standby)
    started = time.monotonic()
    await asyncio.to_thread(standby.pause)
    recovered = await wait_for_acknowledged_claim(log, time.monotonic())
    report.check(f"{name}: claims work again without a restart", recovered <= started + RECOVERY_SECONDS, f"first acknowledged claim after {recovered - started:.1f} s")
    standby.resume()
    outage = Outage(name, started, recovered)
    await check_rejoin(report, outage, cluster, standby)
    return outage


async def switch_over(report, cluster, log):
    name, old = "switchover", await asyncio.to_thread(cluster.wait_for_primary)
    chosen = await asyncio.to_thread(cluster.synchronous_standby)
    started = time.monotonic()
    await asyncio.to_thread(cluster.switch_over, old, chosen)
    new = await asyncio.to_thread(cluster.wait_for_primary, old)
    report.check(f"{name}: the chosen node is the new primary", new is chosen, f"{old.name} to {new.name} in {time.monotonic() - started:.1f} s")
    # The old primary still acknowledges claims after the command has started.
    recovered = await wait_for_acknowledged_claim(log, time.monotonic())
    gap = log.longest_gap(started)
    report.check(f"{name}: claims work again without a restart", gap <= RECOVERY_SECONDS, f"longest time without an acknowledged claim: {gap:.1f} s")
    outage = Outage(name, started, recovered)
    await check_rejoin(report, outage, cluster, old)
    return outage


async def wait_for_acknowledged_claim(log, sent_after):
    """The time of the first acknowledgement of a claim that was sent later than the given time."""
    found = lambda: log.first_acknowledged(sent_after)  # noqa: E731
    return await asyncio.to_thread(wait_for, found, 2 * RECOVERY_SECONDS, "an acknowledged claim")


async def check_rejoin(report, outage, cluster, node):
    started = time.monotonic()
    await asyncio.to_thread(cluster.wait_until_healthy)
    is_standby = not await asyncio.to_thread(node.is_primary)
    report.check(f"{outage.name}: the node rejoins as a standby", is_standby, f"{node.name} after {time.monotonic() - started:.1f} s")


def check_pages(report, outage, pages):
    wrong = +pages.wrong
    passed = not wrong and pages.slowest < PAGE_SECONDS
    report.check(f"{outage.name}: pages are served throughout", passed, f"{dict(wrong) or 'none wrong'} of {pages.sent} page views, slowest {pages.slowest:.2f} s")


async def check_data(report, history, server, cluster):
    database = PostgresDatabase(cluster)
    database.expire_leases()
    await asyncio.to_thread(wait_until_outbox_is_empty, database)
    history.check(report, server)
    rows = read_export(server)
    lost = set(read_mail_folder(server.data / server_interface.MAIL_FOLDER)[0]) - {row[server_interface.EXPORT_CODE] for row in rows}
    report.check("failover: every emailed code is stored", not lost, f"{len(lost)} emailed and lost")
    twice = cluster.query(server_interface.CODES_REDEEMED_TWICE)
    report.check("failover: the audit log has one redemption per code", twice == "0", f"{twice} codes with two")
    redeemed = {row[server_interface.EXPORT_CODE] for row in rows if row[server_interface.EXPORT_REDEEMED_AT]}
    report.measure("failover: stored without an acknowledgement", f"{len(rows) - len(history.acknowledged)} claims, {len(redeemed - set(history.redeemed))} redemptions")
    # The standbys replay what the primary wrote last.
    await asyncio.sleep(2)
    digests = {node.name: node.query(server_interface.CLAIMS_DIGEST) for node in cluster.nodes}
    report.check("failover: all nodes hold the same claims", len(set(digests.values())) == 1, digests)


class Request(NamedTuple):
    path: str
    sent: float
    received: float
    status: int | str
    text: str

    @property
    def duration(self):
        return self.received - self.sent

    def is_acknowledged_claim(self):
        return self.path == server_interface.CLAIM and self.status == 200 and self.text.encode() == server_interface.CLAIM_OK

    def is_expected(self):
        if self.path == server_interface.CLAIM:
            return self.is_acknowledged_claim()
        return self.status in {server_interface.START_PLAY: [201], server_interface.FINISH_PLAY: [200]}.get(self.path, [200, 409])

    def is_clear_refusal(self):
        return self.status == 503 and server_interface.STORE_UNAVAILABLE in self.text

    def is_in_time(self):
        """Whether the page was still waiting for the response."""
        return self.duration < {server_interface.START_PLAY: server_interface.PLAY_TIMEOUT, server_interface.FINISH_PLAY: server_interface.PLAY_TIMEOUT, server_interface.CLAIM: server_interface.CLAIM_TIMEOUT}.get(self.path, server_interface.DESK_TIMEOUT)

    def describe(self):
        return f"{self.path.rsplit('/', 1)[1]} {self.status} {self.text[:60]}"


class RequestLog:
    """Every request of the load, with its response and its duration."""

    def __init__(self):
        self.requests = []

    def first_acknowledged(self, sent_after):
        return next((request.received for request in self.requests if request.sent > sent_after and request.is_acknowledged_claim()), None)

    def longest_gap(self, started):
        times = [started, *(request.received for request in self.requests if request.received > started and request.is_acknowledged_claim())]
        return max(later - earlier for earlier, later in zip(times, times[1:], strict=False))

    def check(self, report, outage):
        requests = [request for request in self.requests if request.received > outage.started]
        wrong = Counter(request.describe() for request in requests if not request.is_expected() and not request.is_clear_refusal())
        refused = [request for request in requests if request.is_clear_refusal()]
        report.check(f"{outage.name}: every response is right or a clear 503", not wrong, dict(wrong) or f"{len(requests)} responses, {len(refused)} of them 503")
        slowest = max(requests, key=lambda request: request.duration)
        late = [request for request in requests if not request.is_in_time()]
        report.check(f"{outage.name}: every response arrives before the page gives up", not late, f"{len(late)} too late; slowest {slowest.duration:.1f} s: {slowest.describe()}")
        after = [request for request in refused if request.sent > outage.recovered + SETTLE_SECONDS]
        report.check(f"{outage.name}: nothing is refused {SETTLE_SECONDS} s after the recovery", not after, f"{len(after)} refused")


class LoggedClient(Client):
    def __init__(self, port, log):
        # Longer than any timeout of the site, so that a late response is seen.
        super().__init__(port, timeout=60)
        self.log = log

    async def request(self, method, path, body=None, headers=()):
        sent = time.monotonic()
        try:
            response = await super().request(method, path, body, headers)
        except CONNECTION_ERRORS as error:
            self.log.requests.append(Request(path, sent, time.monotonic(), type(error).__name__, ""))
            raise
        self.log.requests.append(Request(path, sent, time.monotonic(), response.status, response.text()))
        return response


class LoggedClaimLoad(ClaimLoad):
    def __init__(self, server, history, log):
        super().__init__(server, history, CLIENTS, seed=1)
        self.log = log

    def new_client(self):
        return LoggedClient(self.server.port, self.log)


class LoggedRedemptionLoad(RedemptionLoad):
    def __init__(self, server, history, log):
        super().__init__(server, history, REDEMPTION_PAUSE)
        self.log = log

    def new_client(self):
        return LoggedClient(self.server.port, self.log)
