"""Hundreds of strangers sign in at the same moment, and every second one hangs up while the server checks the password.

Checking a password takes much memory by design. The server must not take more of it for more strangers.
"""

import asyncio
import contextlib
import time

from harness.clients.client import CONNECTION_ERRORS, JSON, Client, sign_in_body
from harness.server_interface import DESK_LOGIN, HOME, QUIET_LOG, TRUST_PROXY
from harness.clients.load import create_staff_account
from harness.server import TestServer, temporary_folder
from harness.clients.page_visits import Visits

STRANGERS = 500
MAX_GROWTH_MIB = 120
# The server runs two checks at a time, each for a few hundredths of a second.
TIMEOUT = 120


def run(report, binary):
    # Trusting the proxy lets each stranger have an address of their own, so that no delay stops them.
    arguments = [TRUST_PROXY, "127.0.0.1"]
    with temporary_folder() as folder, TestServer(binary, folder / "data", arguments, environment=QUIET_LOG) as server:
        server.start()
        create_staff_account(server)
        server.wait_until_idle()
        asyncio.run(flood(report, server))


async def flood(report, server):
    server.reset_peak_memory()
    at_rest, _ = server.memory()
    visits, ended = Visits(), asyncio.Event()
    visitor = asyncio.create_task(visit(server.port, visits, ended))
    answers = await asyncio.gather(*(sign_in(server.port, number) for number in range(STRANGERS)))
    ended.set()
    await visitor
    # Checks whose client has hung up go on for a moment.
    server.wait_until_idle()
    afterwards, peak = server.memory()
    stayed = [answer for answer in answers if answer is not None]
    rejected = sum(answer == 401 for answer in stayed)
    report.check(f"{STRANGERS} simultaneous sign-ins, half hang up: the others are answered", rejected == len(stayed), f"{rejected} of {len(stayed)} with 401")
    report.at_most(f"{STRANGERS} simultaneous sign-ins: peak memory above rest", peak - at_rest, MAX_GROWTH_MIB, " MiB")
    report.measure("memory at rest, at the peak, afterwards", f"{at_rest:.0f}, {peak:.0f}, {afterwards:.0f} MiB")
    report.check("visitors are served meanwhile", visits.are_acceptable(), visits)


async def sign_in(port, number):
    """The status, or None when the stranger hangs up."""
    client = Client(port, TIMEOUT)
    hangs_up = number % 2 == 0
    # Between a moment and two seconds, so that some hang up while they wait and some while their password is checked.
    client.timeout = 0.05 + number * 2 / STRANGERS if hangs_up else TIMEOUT
    headers = [*JSON, f"X-Forwarded-For: 10.1.{number // 250}.{number % 250 + 1}"]
    with contextlib.suppress(*CONNECTION_ERRORS):
        response = await client.request("POST", DESK_LOGIN, sign_in_body(f"stranger {number}", "a wrong password"), headers)
        client.close()
        return None if hangs_up else response.status
    return None if hangs_up else 0


async def visit(port, visits, ended):
    while not ended.is_set():
        client, started = Client(port), time.monotonic()
        try:
            response = await client.request("GET", HOME)
            visits.seconds.append(time.monotonic() - started)
            visits.failures += response.status != 200
        except CONNECTION_ERRORS:
            visits.failures += 1
        client.close()
        await asyncio.sleep(0.02)
