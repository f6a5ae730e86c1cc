"""Several instances on one PostgreSQL: what one of them began, another goes on with; and one after the other is restarted."""

import asyncio
import contextlib
import json
import socket
import time
from concurrent.futures import ThreadPoolExecutor

from . import proxy, rolling
from .crowd import Desk
from .house import NO_LIMITS, House, scratch
from .ledger import mail_of
from .postgres import cluster
from .records import PostgresRecords
from .visitor import LEVELS, Visitor

FEW_PLAYS = 9
JSON = ["Content-Type: application/json"]


def stories(verdict, binary, rounds):
    with scratch() as folder, cluster(folder) as postgres:
        with instances(binary, folder, postgres, ["--min-play", "0s", "--plays-per-client-hour", str(FEW_PLAYS)]) as houses:
            asyncio.run(limits_are_shared(verdict, houses))
        with instances(binary, folder, postgres, NO_LIMITS) as houses:
            Desk.hire(houses[0])
            asyncio.run(game_crosses_instances(verdict, houses))
            asyncio.run(session_is_known_everywhere(verdict, houses))
            mail_of_the_dead_is_sent(verdict, houses, postgres)
            with proxy.nginx(folder, houses) as port:
                for story in (rolling.restart_under_load, rolling.kill_under_load):
                    asyncio.run(story(verdict, port, houses, PostgresRecords(postgres), rounds))


@contextlib.contextmanager
def instances(binary, folder, postgres, limits):
    """Three that start at the same moment, the first time on an empty database; one folder takes the mail of all."""
    shared = [*limits, "--database", postgres.url, "--trust-proxy", "127.0.0.1/32", "--mail", f"file:{folder / 'data0' / 'mail'}"]
    with contextlib.ExitStack() as stack:
        houses = [stack.enter_context(House(binary, folder / f"data{number}", shared)) for number in range(3)]
        with ThreadPoolExecutor() as pool:
            list(pool.map(House.start, houses))
        yield houses


@contextlib.contextmanager
def visitors(houses):
    people = [Visitor(house.port) for house in houses]
    try:
        yield people
    finally:
        for visitor in people:
            visitor.hang_up()


async def limits_are_shared(verdict, houses):
    with visitors(houses) as people:
        first = [(await people[number % 3].ask("POST", "/api/plays")).status for number in range(FEW_PLAYS)]
        more = [(await visitor.ask("POST", "/api/plays")).status for visitor in people]
    kept = first == [201] * FEW_PLAYS and more == [429] * 3
    verdict.promise("several: a limit counts across them", kept, f"{first.count(201)} games started over three, then {more}")


async def game_crosses_instances(verdict, houses):
    with visitors(houses) as (one, two, three):
        started = await one.ask("POST", "/api/plays")
        body = json.dumps({"play": started.json()["play"], "found": LEVELS}).encode()
        finished = await two.ask("POST", "/api/plays/finish", body, JSON)
        claimed = await three.claim("crossing@gmail.com", finished.json()["proof"])
        again = await one.claim("crossing@gmail.com", finished.json()["proof"])
    seen = [started.status, finished.status, claimed.text(), again.text()]
    verdict.promise("several: a game begun on one is finished on another and claimed on a third", seen == [201, 200, "OK", "OK"], seen)


async def session_is_known_everywhere(verdict, houses):
    code = next(iter(mail_of(houses[0].data / "mail")[0]))
    with visitors(houses) as (one, two, three):
        cookie = [f"Cookie: {await Desk.sign_in(one)}"]
        known = [(await visitor.ask("GET", "/api/desk/me", headers=cookie)).status for visitor in (one, two, three)]
        redeemed = [(await visitor.ask("POST", f"/api/desk/codes/{code}/redeem", b"{}", [*cookie, *JSON])).status for visitor in (two, three)]
        await three.ask("POST", "/api/desk/logout", b"{}", [*cookie, *JSON])
        forgotten = [(await visitor.ask("GET", "/api/desk/me", headers=cookie)).status for visitor in (one, two, three)]
    verdict.promise("several: a session made on one is good on all, and ends on all", known == [200] * 3 and forgotten == [401] * 3, f"{known}, signed out {forgotten}")
    verdict.promise("several: a code redeemed on one is used on the others", redeemed[0] == 200 and redeemed[1] == 409, redeemed)


def mail_of_the_dead_is_sent(verdict, houses, postgres):
    """One instance has a mail server that never speaks, promises a code, and is killed with the mail in its hands."""
    dead, person = houses[1], "heir@gmail.com"
    dead.kill()
    usual = dead.arguments
    with socket.create_server(("127.0.0.1", 0)) as silent:
        at = usual.index("--mail") + 1
        dead.arguments = [*usual[:at], f"smtp://127.0.0.1:{silent.getsockname()[1]}", *usual[at + 1 :]]
        dead.start()
        answer = asyncio.run(claim_on(dead, person))
        dead.kill()
    state = f"SELECT state || ' ' || message_id FROM outbox WHERE address = '{person}'"
    before = postgres.query(state)
    PostgresRecords(postgres).let_leases_run_out()
    deadline = time.monotonic() + 60
    while (after := postgres.query(state)).startswith("queued") and time.monotonic() < deadline:
        time.sleep(0.2)
    kept = answer == "OK" and before.startswith("queued") and after == before.replace("queued", "sent")
    verdict.promise("several: the mail of a killed instance is sent by another, with its Message-ID", kept, f"{answer}; {before.split()[0]}, then {after.split()[0]}")
    dead.arguments = usual
    dead.start()


async def claim_on(house, person):
    with visitors([house]) as (visitor,):
        return (await visitor.claim(person, await visitor.win())).text()
