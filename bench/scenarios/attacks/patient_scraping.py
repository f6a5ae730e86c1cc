"""How many patients one stolen desk session reads, for each role, and what the limit means for an honest receptionist.

The thief has the cookie and calls everything that answers with patients: days, weeks, lists, every record at once, the
search with every phone number, moving visits to a day on which names are shown, undoing confirmations, correcting details, new
links, and what only owners may call. It knows all ids, also of recalls that are not due.
"""

import asyncio
import itertools
import json
import time
from datetime import datetime, timedelta, timezone

from harness import server_interface
from harness.clients.client import JSON, Client, sign_in_body
from harness.stored.database import SqliteDatabase
from harness.server import TestServer, temporary_folder

VISITS_A_DAY, DAYS = 40, 10
CONNECTIONS = 8
RECORDS_PER_CONFIRMATION, RECORDS_PER_DAY = 30, 120
# An honest day: the plan, and each visit opened once.
MAX_PLAN_SECONDS = 1

OWNER, THIEF, RECEPTION = "Tonye", "Bola", "Ngozi"


ROLES = ("desk", "editor", "owner")


def run(report, binary):
    """A server for each role, because a thief can move visits that were opened to a day where others see the names."""
    for role in ROLES:
        with temporary_folder() as folder, TestServer(binary, folder / "data", environment=server_interface.QUIET_LOG) as server:
            server.start()
            add_account(server, OWNER, "owner")
            add_account(server, THIEF, role)
            add_account(server, RECEPTION, "desk")
            asyncio.run(attack(report, server, role))


def add_account(server, name, role):
    added = server.run_command("staff", "add", name, "--role", role, "--password-stdin", stdin=server_interface.STAFF_PASSWORD + "\n")
    if added.returncode != 0:
        raise RuntimeError(f"clinic staff add failed: {added.stderr}")


class Session:
    """A signed-in account, and everything that it has read."""

    def __init__(self, server, name):
        self.server, self.name, self.read, self.statuses = server, name, [], []
        self.cookie = None

    async def sign_in(self):
        client = Client(self.server.port)
        response = await client.request("POST", server_interface.DESK_LOGIN, sign_in_body(self.name, server_interface.STAFF_PASSWORD), JSON)
        if response.status != 200:
            raise RuntimeError(f"{self.name} could not sign in: {response.text()}")
        self.cookie = response.cookies[0].split(";")[0]
        client.close()

    async def call(self, method, path, body=None, client=None):
        own = client or Client(self.server.port)
        data = None if body is None else json.dumps(body).encode()
        response = await own.request(method, server_interface.DESK + path, data, [f"Cookie: {self.cookie}", *JSON])
        if client is None:
            own.close()
        self.read.append(response.text())
        self.statuses.append(response.status)
        return response

    async def call_all(self, calls):
        """Several connections at the same time."""
        waiting, answers = list(calls), []

        async def work():
            client = Client(self.server.port)
            while waiting:
                answers.append(await self.call(*waiting.pop(), client=client))
            client.close()

        await asyncio.gather(*(work() for _ in range(CONNECTIONS)))
        return answers

    async def confirm(self):
        confirmed = await self.call("POST", "me/confirm", {"password": server_interface.STAFF_PASSWORD})
        if confirmed.status != 204:
            raise RuntimeError(f"{self.name} could not confirm: {confirmed.text()}")
        self.cookie = confirmed.cookies[0].split(";")[0]

    def seen(self, marks):
        text = "\n".join(self.read)
        return {mark for mark in marks if mark in text}


def day(ahead):
    """The date at the clinic, which is at UTC+1 all year."""
    return (datetime.now(timezone(timedelta(hours=1))) + timedelta(days=ahead)).strftime("%Y-%m-%d")


def surname(number):
    return "Zq" + "".join("abcdefghij"[int(digit)] for digit in f"{number:04}")


async def attack(report, server, role):
    owner = Session(server, OWNER)
    await owner.sign_in()
    names, phones, ids = [], [], []
    for number in range(VISITS_A_DAY * DAYS):
        ahead, place = 1 + number // VISITS_A_DAY, number % VISITS_A_DAY
        body = {
            "service": server_interface.RACE_SERVICE, "date": day(ahead), "time": f"{place // 2:02}:00", "name": f"Ada {surname(number)}",
            "phone": f"0803{number:07}", "source": "phone",
        }  # fmt: skip
        added = await owner.call("POST", "appointments", body)
        if added.status != 201:
            raise RuntimeError(f"a visit could not be added: {added.text()}")
        names.append(surname(number))
        phones.append(f"803{number:07}")
        id = added.json()["appointment"]["id"]
        ids.append(id)
        recall = await owner.call("POST", "recalls", {"appointment": id, "in": {"weeks": 2}, "reason": "pressure check", "agreed": True})
        if recall.status not in {201, 204}:
            raise RuntimeError(f"a recall could not be added: {recall.text()}")
    recalls = [id for (id,) in SqliteDatabase(server.data).rows("SELECT id FROM recalls")]
    if role == ROLES[0]:
        report.measure("patients", f"{len(ids)}, {VISITS_A_DAY} of them on a day whose names are shown")
        await work_honestly(report, server)
    await steal(report, server, role, names, phones, ids, recalls)
    if role == ROLES[0]:
        await know_the_password(report, server, ids)


async def steal(report, server, role, names, phones, ids, recalls):
    limit = VISITS_A_DAY + RECORDS_PER_CONFIRMATION
    thief = Session(server, THIEF)
    await thief.sign_in()
    days = [("GET", f"appointments?from={day(ahead)}&days=1") for ahead in range(-2, DAYS + 2)]
    weeks = [("GET", f"appointments?from={day(ahead)}&days=42") for ahead in range(-42, DAYS, 21)]
    lists = ["appointments/requests", "appointments/to-tell", "appointments/waiting", "appointments/waiting-requests", "appointments/closed", "recalls", "recalls?list=asked", "recalls?list=booked"]
    await thief.call_all([*days, *weeks, *(("GET", path) for path in lists)])
    await thief.call_all([("GET", f"appointments/{id}") for id in ids])
    await thief.call_all([("POST", f"appointments/{id}/open") for id in ids])
    await thief.call_all([("POST", f"recalls/{id}/open") for id in recalls])
    await thief.call_all([("POST", f"appointments/{id}/details", {}) for id in ids])
    await thief.call_all([("POST", f"appointments/{id}/undo", {"state": "confirmed"}) for id in ids])
    await thief.call_all([("POST", "patients/find", {"query": f"0{phone}"}) for phone in phones])
    times = itertools.cycle(f"{hour:02}:{minute:02}" for hour in range(24) for minute in (0, 30))
    await thief.call_all([("POST", f"appointments/{id}/move", {"date": day(0), "time": next(times)}) for id in reversed(ids)])
    await thief.call_all([("POST", f"appointments/{id}/undo", {"state": "confirmed"}) for id in reversed(ids)])
    # Whose names are shown tomorrow.
    far = ids[2 * VISITS_A_DAY :]
    nearer = await thief.call_all([("POST", f"appointments/{id}/move", {"date": day(2), "time": next(times)}) for id in far])
    nearer = sum(answer.status == 200 for answer in nearer)
    report.check(f"stolen session of the role {role}: visits that it brings nearer (at most {RECORDS_PER_CONFIRMATION})", nearer <= RECORDS_PER_CONFIRMATION, f"{nearer} of {len(far)}")
    stored = [{"query": f"0{phone}"} for phone in phones]
    await thief.call_all([("POST", "people/stored", query) for query in stored])
    await thief.call_all([("POST", "people/export", query | {"names": [f"Ada {name}"], "codes": False}) for query, name in zip(stored, names)])
    await thief.call_all([*days, ("GET", "mail"), ("GET", "audit"), ("GET", "staff"), ("GET", "claims.csv"), ("POST", "people/find", {"query": ""})])
    shown, opened = thief.seen(names), thief.seen(phones)
    report.check(f"stolen session of the role {role}: names that it reads without the password (at most {limit}: three days and 30 records)", len(shown) <= limit, f"{len(shown)} of {len(names)}")
    report.check(f"stolen session of the role {role}: phone numbers (at most {RECORDS_PER_CONFIRMATION})", len(opened) <= RECORDS_PER_CONFIRMATION, f"{len(opened)} of {len(phones)}")
    links = thief.seen(["/appointment/", "/appointment#", "%2Fappointment"])
    report.check(f"stolen session of the role {role}: links of patients", not links, len(links))
    sent = await thief.call_all([("POST", f"appointments/{id}/link") for id in ids])
    new_links = sum(answer.status == 200 for answer in sent)
    # These patients gave no email address. Each new link ends the earlier one and is recorded.
    report.check(f"stolen session of the role {role}: new links, of the records that it has opened (at most {RECORDS_PER_CONFIRMATION})", new_links <= RECORDS_PER_CONFIRMATION, new_links)
    opened = thief.seen(phones)
    report.check(f"stolen session of the role {role}: phone numbers with those of new links (at most {RECORDS_PER_CONFIRMATION})", len(opened) <= RECORDS_PER_CONFIRMATION, f"{len(opened)} of {len(phones)}")


async def know_the_password(report, server, ids):
    """A thief who also knows the password confirms as often as asked."""
    thief = Session(server, THIEF)
    await thief.sign_in()
    refused = None
    for id in ids:
        opened = await thief.call("POST", f"appointments/{id}/open")
        if opened.status == 403:
            await thief.confirm()
            opened = await thief.call("POST", f"appointments/{id}/open")
        if opened.status == 429:
            refused = opened
            break
    read = thief.statuses.count(200)
    # What the session before has opened is part of the day of the account.
    report.check(f"with the password: records in a day (at most {RECORDS_PER_DAY})", refused is not None and read <= RECORDS_PER_DAY, f"{read} of {len(ids)}")
    owner = Session(server, OWNER)
    await owner.sign_in()
    notices = (await owner.call("GET", "record-limits")).json()["notices"]
    told = {(notice["name"], notice["limit"]) for notice in notices}
    report.check("owners are told", {(THIEF, "120 in a day"), (THIEF, "30 in a day")} <= told, f"{len(notices)} notices")


async def work_honestly(report, server):
    """A receptionist sees the names of the day at once, and opens each of its visits."""
    reception = Session(server, RECEPTION)
    await reception.sign_in()
    started = time.perf_counter()
    plan = (await reception.call("GET", f"appointments?from={day(1)}&days=1")).json()["appointments"]
    seconds = time.perf_counter() - started
    with_name = sum(visit["name"] is not None for visit in plan)
    report.check(f"honest reception: visits of the day with a name (all of them), at most {MAX_PLAN_SECONDS} s", with_name == len(plan) == VISITS_A_DAY and seconds <= MAX_PLAN_SECONDS, f"{with_name} of {len(plan)}, {seconds * 1000:.0f} ms")
    questions = 0
    for visit in itertools.chain(plan, plan):
        opened = await reception.call("POST", f"appointments/{visit['id']}/open")
        if opened.status == 403:
            questions += 1
            await reception.confirm()
            opened = await reception.call("POST", f"appointments/{visit['id']}/open")
        if opened.status != 200:
            report.check("honest reception: every visit of the day can be opened", False, opened.text()[:200])
            return
    report.check(f"honest reception: {len(plan)} visits opened twice within a minute, questions for the password (at most 2)", questions <= 2, questions)
