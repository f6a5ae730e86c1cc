"""Strangers book as much as they can for a simulated day, from one network and from sixteen. Most of the calendar stays free.

The day is simulated: after the requests of an hour, the counters of that hour are deleted and what expires later expires an
hour earlier. No staff answer. It begins at ten in the morning, when a part of today can still be booked. What is free is
compared with a second server that is not attacked, asked at the same moment: times of today that have passed are not taken.

In the hour after that day, the first address sends as many useless requests as are answered, and a valid one every second, with
other names, phone numbers and email addresses. Then its patients ask.
"""

import asyncio
import itertools
import json
import random
import shutil
from datetime import datetime, timedelta, timezone

from harness import server_interface
from harness.clients.client import JSON, Client
from harness.stored.database import SqliteDatabase
from harness.programs.find_program import fake_clock
from harness.server import ROOT, TestServer, temporary_folder

HOURS = 24
WEDNESDAY = 2
# A network stops for the hour after this many requests that held nothing: the limits are reached.
GIVE_UP_AFTER = 12
PATIENTS = 200
# In the hour of the flood: useless requests until one is refused, at most one a second, and a valid one every second.
SECONDS = 3_600
FIRST = "198.51.100.1"
MIN_FREE_OF_DAY, MIN_FREE_OF_CALENDAR = 0.5, 0.9


def run(report, binary):
    for confirm, networks in itertools.product([server_interface.BY_STAFF, server_interface.AT_ONCE], [1, 16]):
        with temporary_folder() as folder:
            content = folder / "content"
            shutil.copytree(ROOT / "content", content)
            settings = content / server_interface.CLINIC_SETTINGS
            settings.write_text(settings.read_text().replace(server_interface.BY_STAFF, confirm))
            arguments = [server_interface.TRUST_PROXY, "127.0.0.1", server_interface.CONTENT, str(content)]
            environment = server_interface.QUIET_LOG | fake_clock(folder / "clock-offset", seconds_until_begin())
            server = TestServer(binary, folder / "data", arguments, environment=environment)
            peer = TestServer(binary, folder / "peer-data", arguments, environment=environment)
            with server, peer:
                for started in (server, peer):
                    started.data.mkdir()
                    started.start()
                name = f"{confirm.split(' = ')[1].strip(chr(34))}, {networks} network{'s' * (networks > 1)}"
                asyncio.run(attack(report, server, peer, networks, name))


def seconds_until_begin():
    """Until ten in the morning of next Wednesday at the clinic, an hour ahead of UTC. The clinic is open then."""
    now = datetime.now(timezone(timedelta(hours=1)))
    begin = now.replace(hour=10, minute=0, second=0, microsecond=0) + timedelta(days=(WEDNESDAY - now.weekday() - 1) % 7 + 1)
    return f"+{int((begin - now).total_seconds())}"


async def attack(report, server, peer, networks, name):
    client, database, number = Client(server.port), SqliteDatabase(server.data), random.Random(networks)
    not_attacked = Client(peer.port)
    before = await free_times(client)
    phones, held, asked = itertools.count(1), 0, 0
    for hour in range(HOURS):
        if hour > 0:
            database.pass_hour()
        for network in range(networks):
            useless = 0
            while useless < GIVE_UP_AFTER:
                answer = await book(client, f"198.51.100.{network + 1}", wish(before, number), next(phones))
                asked += 1
                if answer.status == 429:
                    break
                is_held = answer.status == 201 and holds_time(database, answer.json()["reference"])
                held, useless = held + is_held, 0 if is_held else useless + 1
    # In the next hour, what was held first has not expired yet: it would at some moment of the flood.
    database.clear_counters()
    after, before = await free_times(client), await free_times(not_attacked)
    report.measure(f"{name}: {asked:,} requests in a day", f"{held} times held")
    of_days, of_calendar = shares(before, after)
    report.check(f"{name}: free of every day, for every service (at least {MIN_FREE_OF_DAY:.0%})", of_days >= MIN_FREE_OF_DAY, f"{of_days:.1%} on the worst day")
    report.check(f"{name}: free of {server_interface.DAYS_AHEAD} days, for every service (at least {MIN_FREE_OF_CALENDAR:.0%})", of_calendar >= MIN_FREE_OF_CALENDAR, f"{of_calendar:.1%}")
    await flood(report, client, database, name, Wishes(after, taken(before, after), number, phones))
    client.close()
    not_attacked.close()


async def flood(report, client, database, name, wishes):
    """What one address sends in an hour, and whether its patients can still ask."""
    emails, size = database.rows(server_interface.COUNT_EMAILS)[0][0], database.size()
    useless = await send_until_refused(client, wishes.useless, {409, 422}, SECONDS)
    report.check(f"{name}: useless requests of an address are refused in the end", 0 < useless < SECONDS, f"after {useless:,} in an hour")
    valid = await send_until_refused(client, wishes.valid, {201}, SECONDS)
    report.check(f"{name}: then a valid request every second of the hour is accepted", valid == SECONDS, f"{valid:,} of {SECONDS:,}")
    size, emails = database.size() - size, database.rows(server_interface.COUNT_EMAILS)[0][0] - emails
    report.measure(f"{name}: disk and emails of these {valid:,} requests", f"{size / 1e6:.1f} MB, {size / max(valid, 1):,.0f} bytes each; {emails} emails")
    patients = await send_until_refused(client, wishes.valid, {201}, PATIENTS)
    report.check(f"{name}: then {PATIENTS} patients behind the same address can all ask", patients == PATIENTS, f"{patients} accepted")
    more = await send_until_refused(client, wishes.valid, {201}, SECONDS)
    report.check(f"{name}: the disk is protected: valid requests are refused in the end", more < SECONDS, f"after {valid + patients + more:,} in an hour")


async def send_until_refused(client, wish, expected, most):
    """How many requests of the first address had an expected answer before one was refused. Whoever learns that a time has been
    taken chooses another one."""
    answered = 0
    while answered < most:
        status = (await book(client, FIRST, *wish())).status
        if status == 429:
            break
        if status not in expected | {409}:
            raise AssertionError(f"unexpected status {status}")
        answered += status in expected
    return answered


class Wishes:
    """What the first address asks for: a useless or a valid time, and another phone number each time."""

    def __init__(self, free, taken, number, phones):
        # Times of today and tomorrow may pass while the requests are sent.
        self.free = {service: dict(list(days.items())[2:]) for service, days in free.items()}
        self.taken, self.number, self.phones = taken, number, phones

    def valid(self):
        return wish(self.free, self.number), next(self.phones)

    def useless(self):
        """Half of them for a time that is taken, the others for one at which the clinic is closed."""
        service, date, time = self.number.choice(self.taken)
        return (service, date, self.number.choice([time, "03:00"])), next(self.phones)


def taken(before, after):
    """The times that the attack has taken."""
    times = ((service, date, time) for service, days in before.items() for date, slots in days.items() for time in slots)
    return [(service, date, time) for service, date, time in times if time not in after[service].get(date, [])]


def holds_time(database, reference):
    """The answer does not tell it, so this attacker knows more than a real one."""
    return database.rows(f"SELECT chair FROM appointments WHERE reference = '{reference}' AND chair > 0") != []


async def free_times(client):
    """The free times of each service and day."""
    times = {}
    for service in server_interface.BOOKABLE_SERVICES:
        answer = await client.request("GET", f"{server_interface.FREE_SLOTS}?service={service}&days={server_interface.DAYS_AHEAD}")
        times[service] = {day["date"]: day["slots"] for day in answer.json()["days"] if day["slots"]}
    return times


def wish(times, number):
    """Half of the wishes are for the shortest visit at every second time, which leaves gaps too short for other visits. A
    quarter are for the rest of today."""
    service = server_interface.RACE_SERVICE if number.random() < 0.5 else number.choice(server_interface.BOOKABLE_SERVICES)
    days = list(times[service].items())
    date, slots = days[0] if number.random() < 0.25 else number.choice(days)
    return service, date, number.choice(slots[::2] if service == server_interface.RACE_SERVICE else slots)


async def book(client, address, wish, phone):
    service, date, time = wish
    name = f"Ada {chr(65 + phone % 26)}{chr(97 + phone // 26 % 26)}{chr(97 + phone // 676 % 26)}"
    form = {"service": service, "date": date, "time": time, "name": name, "phone": f"0803{phone:07}", "email": f"ada{phone}@example.com"}
    return await client.request("POST", server_interface.BOOK, json.dumps(form).encode(), [*JSON, f"X-Forwarded-For: {address}"])


def shares(before, after):
    """The worst share of free times of a day, and of all days of a service."""
    of_days, of_calendar = [], []
    for service, days in before.items():
        left = after[service]
        of_days += [len(left.get(date, [])) / len(slots) for date, slots in days.items()]
        of_calendar.append(sum(map(len, left.values())) / sum(map(len, days.values())))
    return min(of_days), min(of_calendar)
