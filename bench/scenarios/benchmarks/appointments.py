"""Looking up free times and booking one, with 0, 5,000 and 50,000 appointments in the database. 50,000 are about a year of them."""

import asyncio
import contextlib
import json
import sqlite3
import statistics
import time

from harness import server_interface
from harness.clients.client import JSON, Client
from harness.server import TestServer

SIZES = (0, 5_000, 50_000)
ROUNDS = 15
# Both read a range of days and no more, so they take the same time at every size. Times below 10 ms count as 10 ms, because
# the scheduler alone can add a few.
MAX_RATIO, SHORTEST = 3, 0.010
TICK_MS, TICKS_PER_VISIT, VISITS_PER_DAY = 300_000, 6, 20
DAY_MS = 86_400_000
# Visits of the past stand in other chairs than the two that can be booked, so that the times of the future stay free. The
# purge deletes what is older than 90 days.
PAST_DAYS, FIRST_PAST_CHAIR = 80, 3


def run(report, binary, folder):
    times = {size: measure_size(report, binary, folder / f"data{size}", size) for size in SIZES}
    report.measure("call", "; ".join(f"{size:,} appointments" for size in SIZES) + "; ratio")
    for name, smallest in times[0].items():
        all_times = [times[size][name] for size in SIZES]
        ratio = max(all_times[-1], SHORTEST) / max(smallest, SHORTEST)
        observed = "; ".join(f"{seconds * 1000:.1f} ms" for seconds in all_times) + f"; {all_times[-1] / smallest:.1f}×"
        report.check(f"{name} (at most {MAX_RATIO}×, times below 10 ms count as 10 ms)", ratio <= MAX_RATIO, observed)


def measure_size(report, binary, data, size):
    with TestServer(binary, data) as server:
        server.start()
        server.stop()
    fill(data, size)
    with TestServer(binary, data, server_interface.NO_LIMITS, environment=server_interface.QUIET_LOG) as server:
        server.start()
        server.wait_until_idle()
        return asyncio.run(measure_calls(server))


def fill(data, size):
    now = int(time.time() * 1000)
    first_day = now - now % DAY_MS - PAST_DAYS * DAY_MS
    appointments, ticks = [], []
    for number in range(size):
        visit, rest = number % VISITS_PER_DAY, number // VISITS_PER_DAY
        day, chair = rest % PAST_DAYS, FIRST_PAST_CHAIR + rest // PAST_DAYS
        starts_at = first_day + day * DAY_MS + (7 * 12 + visit * TICKS_PER_VISIT) * TICK_MS
        holder = f"appointment{number:011}"
        appointments.append(
            (holder, f"reference{number}", f"request{number}", "frames", "Frames", chair, starts_at, starts_at // DAY_MS, 30, 0, "done",
             "online", "Patient", f"+234803{number:07}", "", f"person{number:037}", 1, now, now, now, 0, 0, 0)
        )  # fmt: skip
        ticks.extend((starts_at // TICK_MS + tick, chair, holder) for tick in range(TICKS_PER_VISIT))
    with contextlib.closing(sqlite3.connect(data / server_interface.DATABASE_FILE)) as connection, connection:
        columns = "id, reference, request, service, title, chair, starts_at, day, minutes, buffer, state, source, name, phone, note, phone_person, sequence, created_at, changed_at, told_at, reminder, email_failed, from_recall"
        connection.executemany(f"INSERT INTO appointments ({columns}) VALUES ({', '.join('?' * 23)})", appointments)
        connection.executemany("INSERT INTO chair_ticks (tick, chair, held_by) VALUES (?, ?, ?)", ticks)


async def measure_calls(server):
    client = Client(server.port)
    month = f"{server_interface.FREE_SLOTS}?service={server_interface.RACE_SERVICE}&days=31"
    look_up, book, times = [], [], []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        response = await client.request("GET", month)
        look_up.append(time.perf_counter() - started)
        times = [(day["date"], slot) for day in response.json()["days"] for slot in day["slots"]]
    for number in range(ROUNDS):
        date, slot = times[-1 - number]
        patient = {"name": "Patient", "phone": f"0809{number:07}", "email": f"patient{number}@example.com"}
        body = json.dumps({"service": server_interface.RACE_SERVICE, "date": date, "time": slot, **patient}).encode()
        started = time.perf_counter()
        response = await client.request("POST", server_interface.BOOK, body, JSON)
        book.append(time.perf_counter() - started)
        if response.status != 201:
            raise RuntimeError(f"a booking was answered with {response.status}: {response.text()}")
    client.close()
    return {"free times of a month": statistics.median(look_up), "booking": statistics.median(book)}
