"""Three instances on one PostgreSQL: shared limits, games, sessions and outbox; then rolling restarts and kills."""

import asyncio
import contextlib
import json
import socket
import time
from concurrent.futures import ThreadPoolExecutor

from harness import server_interface
from harness.programs import reverse_proxy
from harness.clients.client import JSON, Client
from harness.server_interface import NO_LIMITS
from harness.stored.database import PostgresDatabase
from harness.stored.acknowledged_requests import read_mail_folder
from harness.clients.load import create_staff_account, sign_in
from harness.programs.postgres import postgres_cluster
from harness.server import TestServer, temporary_folder

from . import rolling_restart

PLAY_LIMIT = 9


def run(report, binary, rounds):
    with temporary_folder() as folder, postgres_cluster(folder) as cluster:
        low_limit = [server_interface.MIN_PLAY, "0s", server_interface.PLAYS_PER_CLIENT_HOUR, str(PLAY_LIMIT)]
        with instances(binary, folder, cluster, low_limit) as servers:
            asyncio.run(limits_are_shared(report, servers))
        with instances(binary, folder, cluster, NO_LIMITS) as servers:
            create_staff_account(servers[0])
            asyncio.run(game_continues_on_other_instances(report, servers))
            asyncio.run(session_is_valid_on_all_instances(report, servers))
            email_of_killed_instance_is_sent_by_another(report, servers, cluster)
            with reverse_proxy.nginx(folder, servers) as port:
                for scenario in (rolling_restart.restart_under_load, rolling_restart.kill_under_load):
                    asyncio.run(scenario(report, port, servers, PostgresDatabase(cluster), rounds))


@contextlib.contextmanager
def instances(binary, folder, cluster, limits):
    """All start at the same time, the first time on an empty database, and share one mail folder."""
    mail = f"file:{folder / 'data0' / server_interface.MAIL_FOLDER}"
    arguments = [*limits, server_interface.DATABASE, cluster.url, server_interface.TRUST_PROXY, "127.0.0.1/32", server_interface.MAIL, mail]
    with contextlib.ExitStack() as stack:
        servers = [stack.enter_context(TestServer(binary, folder / f"data{number}", arguments)) for number in range(3)]
        with ThreadPoolExecutor() as pool:
            list(pool.map(TestServer.start, servers))
        yield servers


@contextlib.contextmanager
def connected_clients(servers):
    clients = [Client(server.port) for server in servers]
    try:
        yield clients
    finally:
        for client in clients:
            client.close()


async def limits_are_shared(report, servers):
    with connected_clients(servers) as clients:
        allowed = [(await clients[number % 3].request("POST", server_interface.START_PLAY)).status for number in range(PLAY_LIMIT)]
        more = [(await client.request("POST", server_interface.START_PLAY)).status for client in clients]
    shared = allowed == [201] * PLAY_LIMIT and more == [429] * 3
    report.check("instances: a rate limit counts across them", shared, f"{allowed.count(201)} games started on three, then {more}")


async def game_continues_on_other_instances(report, servers):
    with connected_clients(servers) as (first, second, third):
        started = await first.request("POST", server_interface.START_PLAY)
        finished = await second.finish_game(started.json()["play"])
        claimed = await third.claim("crossing@gmail.com", finished.json()["proof"])
        again = await first.claim("crossing@gmail.com", finished.json()["proof"])
    observed = [started.status, finished.status, claimed.text(), again.text()]
    report.check("instances: a game is started, finished and claimed on three different ones", observed == [201, 200, "OK", "OK"], observed)


async def session_is_valid_on_all_instances(report, servers):
    code = next(iter(read_mail_folder(servers[0].data / server_interface.MAIL_FOLDER)[0]))
    with connected_clients(servers) as clients:
        first, second, third = clients
        cookie = [f"Cookie: {await sign_in(first)}"]

        async def session_statuses():
            return [(await client.request("GET", server_interface.DESK_ME, headers=cookie)).status for client in clients]

        signed_in = await session_statuses()
        redeemed = [(await client.request("POST", server_interface.REDEEM_CODE, json.dumps({"code": code}).encode(), [*cookie, *JSON])).status for client in (second, third)]
        await third.request("POST", server_interface.DESK_LOGOUT, b"{}", [*cookie, *JSON])
        signed_out = await session_statuses()
    report.check("instances: a session is valid on all and ends on all", signed_in == [200] * 3 and signed_out == [204] * 3, f"{signed_in}, after sign-out {signed_out}")
    report.check("instances: a code redeemed on one is used on the others", redeemed == [200, 409], redeemed)


def email_of_killed_instance_is_sent_by_another(report, servers, cluster):
    """The mail server of one instance never answers. The instance accepts a claim and is killed while it sends the email."""
    killed, person = servers[1], "failover@gmail.com"
    killed.kill()
    arguments = killed.arguments
    with socket.create_server(("127.0.0.1", 0)) as silent_mail_server:
        index = arguments.index(server_interface.MAIL) + 1
        killed.arguments = [*arguments[:index], f"smtp://127.0.0.1:{silent_mail_server.getsockname()[1]}", *arguments[index + 1 :]]
        killed.start()
        answer = asyncio.run(claim_on(killed, person))
        killed.kill()
    query = server_interface.state_and_message_id(person)
    before = cluster.query(query)
    PostgresDatabase(cluster).expire_leases()
    deadline = time.monotonic() + 60
    while (after := cluster.query(query)).startswith(server_interface.QUEUED) and time.monotonic() < deadline:
        time.sleep(0.2)
    passed = answer == "OK" and before.startswith(server_interface.QUEUED) and after == before.replace(server_interface.QUEUED, server_interface.SENT)
    report.check("instances: the email of a killed one is sent by another with the same Message-ID", passed, f"{answer}; {before.split()[0]}, then {after.split()[0]}")
    killed.arguments = arguments
    killed.start()


async def claim_on(server, person):
    with connected_clients([server]) as (client,):
        return (await client.claim(person, await client.win_game())).text()
