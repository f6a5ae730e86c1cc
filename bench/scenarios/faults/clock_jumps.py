"""The system clock jumps forwards and backwards by hours, days and years, while the server runs and while it is off. Needs
libfaketime."""

import asyncio
import sqlite3
import subprocess
import time
from datetime import datetime, timedelta, timezone

from harness import outage_checks
from harness.clients.client import Client
from harness.server_interface import NO_LIMITS
from harness.stored.database import SqliteDatabase, restart_and_empty_outbox
from harness.stored.acknowledged_requests import History
from harness.programs.find_program import fake_clock
from harness.server import TestServer, temporary_folder

OFFSETS = ["+2h", "-3h", "+10d", "-10d", "+0"]
DAYS_WHILE_OFF = [300, 3 * 365, -300, -3 * 365]
DAYS_WHILE_RUNNING = 2 * 365
REMINDERS_HELD_BACK = "queuing no reminders"
BOTH_HELD_BACK = ["deleting nothing by age", REMINDERS_HELD_BACK]
DAY_MS = 24 * 60 * 60 * 1000


def run(report, binary):
    with temporary_folder() as folder:
        asyncio.run(jump(report, binary, folder))
    with temporary_folder() as folder:
        jump_by_years(report, binary, folder)


async def jump(report, binary, folder):
    history, offset_file = History(), folder / "clock-offset"
    environment = fake_clock(offset_file)
    database = SqliteDatabase(folder / "data")
    with TestServer(binary, folder / "data", NO_LIMITS, environment=environment) as server:
        server.start()
        for number, offset in enumerate(OFFSETS):
            client = Client(server.port)
            proof = await client.win_game()
            offset_file.write_text(f"{offset}\n")
            # The proof is from before the jump. It may be valid or expired, but the response must be one of these two.
            response = await client.claim(f"clockjump{number}@gmail.com", proof)
            report.check(f"clock at {offset}: an earlier proof is accepted or rejected as expired", response.status in (200, 412), f"{response.status} {response.text()[:70]}")
            took = await outage_checks.seconds_until_claims_work(server, history, 20)
            report.check(f"clock at {offset}: new claims work", took is not None, f"after {took:.1f} s" if took is not None else "not within 20 s")
            client.close()
        server.kill()
        server.environment = {}
        restart_and_empty_outbox(server, database)
        history.check(report, server)
    database.check(report)


def jump_by_years(report, binary, folder):
    """Nothing is deleted and nobody is reminded by a clock that is years wrong. A confirmed clock does both again."""
    offset_file, data = folder / "clock-offset", folder / "data"
    environment = fake_clock(offset_file)
    arguments = [*NO_LIMITS, "--log", "info,clinic=debug"]
    with TestServer(binary, data, arguments, environment=environment) as server:
        server.start()
        server.kill()
        days = [*DAYS_WHILE_OFF, DAYS_WHILE_RUNNING]
        # Soon, and two days after each wrong time: the first would be purged, the others reminded of.
        expected = add_appointments(data, [10, *(day + 1.9 for day in days)])
        for day in DAYS_WHILE_OFF:
            offset_file.write_text(f"{day:+d}d\n")
            start = len(read_log(server))
            server.start()
            check_held_back(report, server, data, start, f"clock at {day:+d} d at start", expected, BOTH_HELD_BACK)
            server.kill()
        offset_file.write_text("+0\n")
        server.start()
        # Those of the clocks that were behind are long past.
        expected -= sum(day < 0 for day in days)
        report.check("the right clock purges", wait_for_count(data, expected), f"{count(data)} of {expected} appointments left")
        start = len(read_log(server))
        offset_file.write_text(f"{DAYS_WHILE_RUNNING:+d}d\n")
        check_held_back(report, server, data, start, f"clock at {DAYS_WHILE_RUNNING:+d} d while running", expected, [REMINDERS_HELD_BACK])
        server.kill()
        today = datetime.now(timezone(timedelta(hours=1))) + timedelta(days=DAYS_WHILE_OFF[0])
        offset_file.write_text(f"{DAYS_WHILE_OFF[0]:+d}d\n")
        for date, code in [(today - timedelta(days=DAYS_WHILE_OFF[0]), 1), (today, 0)]:
            command = [str(binary), "confirm-clock", date.strftime("%Y-%m-%d"), "--data", str(data)]
            done = subprocess.run(command, env=server.settings | environment, capture_output=True, text=True)
            report.check(f"confirm-clock {'accepts the date of the clock' if code == 0 else 'refuses another date'}", done.returncode == code, (done.stdout + done.stderr).strip().splitlines()[-1][:70])
        server.start()
        report.check("a confirmed clock purges", wait_for_count(data, expected - 1), f"{count(data)} of {expected - 1} appointments left")


def check_held_back(report, server, data, start, when, expected, held_back):
    """The jobs must have looked at the clock, so that they had the chance to do harm. Reminders are due every minute, a purge only
    every six hours."""
    deadline = time.monotonic() + 100
    while not all(line in read_log(server)[start:] for line in held_back) and time.monotonic() < deadline:
        time.sleep(0.05)
    log = read_log(server)[start:]
    report.check(f"{when}: the log says that the clock cannot be trusted", "cannot be trusted" in log, "logged" if "cannot be trusted" in log else "not logged")
    missing = [line for line in held_back if line not in log]
    report.check(f"{when}: the jobs hold back", not missing, ", ".join(missing) or "all")
    report.check(f"{when}: nothing is deleted", count(data) == expected, f"{count(data)} of {expected} appointments")
    mails = list((data / "mail").glob("**/*.eml"))
    report.check(f"{when}: nobody is reminded", not mails, f"{len(mails)} emails")


def read_log(server):
    return server.log.read_text(errors="replace") if server.log.exists() else ""


def connect(data):
    return sqlite3.connect(data / "clinic.db", timeout=10)


def count(data):
    with connect(data) as database:
        return database.execute("SELECT COUNT(*) FROM appointments").fetchone()[0]


def wait_for_count(data, expected):
    deadline = time.monotonic() + 20
    while count(data) != expected and time.monotonic() < deadline:
        time.sleep(0.05)
    return count(data) == expected


def add_appointments(data, days):
    """Confirmed visits in this many days. Returns their number."""
    now = int(time.time() * 1000)
    with connect(data) as database:
        for number, day in enumerate(days):
            starts = now + int(day * DAY_MS)
            database.execute(
                """INSERT INTO appointments (id, reference, request, service, title, chair, starts_at, day, minutes, buffer, state, source,
                   name, phone, email, note, phone_person, sequence, created_at, changed_at, told_at, reminder, email_failed, from_recall)
                   VALUES (?, ?, ?, 'exam', 'Eye exam', 1, ?, ?, 45, 0, 'confirmed', 'phone', 'Ada Obi', '+2348031234567',
                   'ada@example.com', '', 'p', 0, ?, ?, 0, 0, 0, 0)""",
                (f"{number:032x}", f"REF{number}", f"r{number}", starts, (starts + DAY_MS // 24) // DAY_MS, now, now),
            )
    return len(days)
