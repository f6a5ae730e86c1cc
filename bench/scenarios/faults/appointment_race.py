"""1,000 clients race for 50 appointments while the servers are killed: no two share a chair, and none that was acknowledged is lost.

Some clients move or cancel what they booked. A client without a response repeats its request, as the page does.
"""

import asyncio
import json
import random
from collections import Counter

from harness import server_interface
from harness.clients.client import CONNECTION_ERRORS, JSON, Client
from harness.stored.database import PostgresDatabase, SqliteDatabase
from harness.programs.postgres import postgres_cluster
from harness.server import TestServer, temporary_folder

from .multiple_instances import instances

TIMES = 25  # Two chairs make 50 appointments.
CHAIRS = 2
# The server gives one address a quarter of its connections, and all clients share one here.
CONNECTIONS = 100
MAX_ATTEMPTS = 200


def run_on_sqlite(report, binary, clients, kills, seed):
    with temporary_folder() as folder, TestServer(binary, folder / "data", server_interface.NO_LIMITS) as server:
        server.data.mkdir()
        server.start()
        database = SqliteDatabase(server.data)
        asyncio.run(race(report, [server], database, clients, kills, seed))
        database.check(report)


def run_on_postgres(report, binary, clients, kills, seed):
    with (
        temporary_folder() as folder,
        postgres_cluster(folder) as cluster,
        instances(binary, folder, cluster, server_interface.NO_LIMITS) as servers,
    ):
        database = PostgresDatabase(cluster)
        asyncio.run(race(report, servers, database, clients, kills, seed))
        database.check(report)


class Race:
    def __init__(self, servers, times, seed):
        self.servers, self.times, self.random = servers, times, random.Random(seed)
        self.connections = asyncio.Semaphore(CONNECTIONS)
        self.acknowledged = {}  # reference -> (date, time) or None when it was cancelled
        self.responses, self.lost = Counter(), 0

    async def run_client(self, number):
        async with self.connections:
            booking = await self.request(number, server_interface.BOOK, self.form(number), [f"Idempotency-Key: race-{number}"])
            if booking.status != 201:
                return
            body, slot = booking.json(), self.slot(number)
            self.acknowledged[body["reference"]] = slot
            token = body["manage"].removeprefix(f"{server_interface.APPOINTMENT_PAGE}#")
            if number % 5 == 0:
                await self.move(number, token, body["reference"])
            elif number % 7 == 0:
                cancelled = await self.request(number, f"{server_interface.APPOINTMENT}/cancel", json.dumps({"token": token}).encode())
                if cancelled.status == 200:
                    self.acknowledged[body["reference"]] = None

    async def move(self, number, token, reference):
        date, time = self.slot(number * 3 + 1)
        moved = await self.request(number, f"{server_interface.APPOINTMENT}/move", json.dumps({"token": token, "date": date, "time": time}).encode())
        if moved.status == 200:
            self.acknowledged[reference] = (date, time)

    async def request(self, number, path, body, headers=()):
        """Repeats the request until there is a response that is not about the server's own trouble."""
        for attempt in range(MAX_ATTEMPTS):
            client = Client(self.servers[(number + attempt) % len(self.servers)].port)
            try:
                response = await client.request("POST", path, body, [*JSON, *headers])
            except CONNECTION_ERRORS:
                self.lost += 1
                await asyncio.sleep(0.05)
                continue
            finally:
                client.close()
            self.responses[response.status] += 1
            if response.status < 500:
                return response
            await asyncio.sleep(0.05)
        raise RuntimeError(f"no answer to {path} in {MAX_ATTEMPTS} attempts")

    def slot(self, number):
        return self.times[number % len(self.times)]

    def form(self, number):
        date, time = self.slot(number)
        patient = {"name": f"Client {number}", "phone": f"0803{number:07}"}
        return json.dumps({"service": server_interface.RACE_SERVICE, "date": date, "time": time, **patient}).encode()


async def race(report, servers, database, clients, kills, seed):
    contest = Race(servers, await free_times(servers[0]), seed)
    tasks = [asyncio.create_task(contest.run_client(number)) for number in contest.random.sample(range(clients), clients)]
    done = 0
    for _ in range(kills):
        await wait_for_responses(contest, clients // (2 * kills), tasks)
        server = contest.random.choice(servers)
        server.kill()
        done += 1
        await asyncio.to_thread(server.start)
    await asyncio.gather(*tasks)
    for server in servers:
        server.kill()
    name = "PostgreSQL, three instances" if len(servers) > 1 else "SQLite"
    detail = f"{clients} clients, {done} kills, {contest.lost} requests lost, responses {dict(contest.responses)}"
    report.check(f"race on {name}: every client got an answer", set(contest.responses) <= {200, 201, 409, 500, 503}, detail)
    check(report, name, contest, database)


async def free_times(server):
    client = Client(server.port)
    response = await client.request("GET", f"{server_interface.FREE_SLOTS}?service={server_interface.RACE_SERVICE}&days=14")
    client.close()
    times = [(day["date"], time) for day in response.json()["days"] for time in day["slots"]]
    # Not the first days: the time until a visit must not end during the run.
    return times[-TIMES:]


async def wait_for_responses(contest, count, tasks, timeout=60):
    target = sum(contest.responses.values()) + count
    deadline = asyncio.get_running_loop().time() + timeout
    while sum(contest.responses.values()) < target and asyncio.get_running_loop().time() < deadline:
        if all(task.done() for task in tasks):
            return
        await asyncio.sleep(0.005)


def check(report, name, contest, database):
    stored = {row[0]: row[1:] for row in database.rows(server_interface.APPOINTMENTS)}
    held = Counter((holder, int(chair), int(tick)) for holder, chair, tick in database.rows(server_interface.CHAIR_TICKS))
    expected = Counter()
    for reference, (holder, chair, first_tick, ticks, state, _) in stored.items():
        if state != server_interface.CANCELLED:
            expected.update((holder, int(chair), int(first_tick) + number) for number in range(int(ticks)))
    shared = [place for place, count in Counter((chair, tick) for _, chair, tick in expected).items() if count > 1]
    active = sum(state != server_interface.CANCELLED for *_, state, _ in stored.values())
    report.check(f"race on {name}: no two appointments share a tick", not shared, f"{active} appointments, {len(shared)} ticks shared")
    report.check(f"race on {name}: ticks and appointments agree", held == expected, f"{sum(held.values())} ticks held, {sum(expected.values())} expected")
    report.check(f"race on {name}: at most {CHAIRS * TIMES} appointments, and the times are used", CHAIRS * TIMES * 0.7 <= active <= CHAIRS * TIMES, active)
    wrong = [reference for reference, slot in contest.acknowledged.items() if not agrees(stored.get(reference), slot)]
    report.check(f"race on {name}: every acknowledged booking, move and cancel is stored", not wrong, f"{len(contest.acknowledged)} acknowledged, {len(wrong)} wrong")
    unknown = set(stored) - set(contest.acknowledged)
    report.check(f"race on {name}: nothing is stored that no client was told", not unknown, f"{len(unknown)} unknown")


def agrees(row, slot):
    if row is None:
        return False
    *_, state, starts_at = row
    if slot is None:
        return state == server_interface.CANCELLED
    return state != server_interface.CANCELLED and server_interface.clinic_time(int(starts_at)) == slot
