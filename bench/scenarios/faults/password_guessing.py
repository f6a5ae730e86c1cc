"""Strangers in many IPv6 networks guess an owner's password, while the owner signs in with a phone that did so before."""

import asyncio
import contextlib

from harness.clients.client import CONNECTION_ERRORS, JSON, Client, sign_in_body
from harness.server_interface import DESK_LOGIN, QUIET_LOG, STAFF_NAME, STAFF_PASSWORD, TRUST_PROXY
from harness.clients.load import create_staff_account
from harness.server import TestServer, temporary_folder

# Each stranger has a /64 of its own. They are spread over /48s, as the customers of several providers are.
WIDE_NETWORKS, NETWORKS_EACH = 40, 25
# What one /48 can have checked: twice the five attempts of one client, and one more for each delay that has passed.
MAX_CHECKED_IN_ONE_48 = 16
SIGN_INS = 10
# Of each stranger, so that the attack does not measure the speed of this machine: at most 800 guesses per second.
PAUSE = 0.05


def run(report, binary):
    # Trusting the proxy lets each stranger have an address of their own.
    arguments = [TRUST_PROXY, "127.0.0.1"]
    with temporary_folder() as folder, TestServer(binary, folder / "data", arguments, environment=QUIET_LOG) as server:
        server.start()
        create_staff_account(server)
        asyncio.run(attack(report, server.port))


async def attack(report, port):
    phone = Phone(port)
    report.check("the owner signs in", await phone.sign_in() == 200, "from a phone")
    single = await guess_in_turn(port, [address(0xFFFF, network) for network in range(60)])
    report.at_most("guesses from 60 /64s of one /48 that are checked", single.count(401), MAX_CHECKED_IN_ONE_48)
    ended = asyncio.Event()
    strangers = [asyncio.create_task(keep_guessing(port, wide, ended)) for wide in range(WIDE_NETWORKS)]
    statuses = []
    for _ in range(SIGN_INS):
        await asyncio.sleep(0.2)
        statuses.append(await phone.sign_in())
    newcomer = await sign_in(Client(port), "203.0.113.77", STAFF_PASSWORD)
    ended.set()
    guesses = [status for stranger in await asyncio.gather(*strangers) for status in stranger]
    checked, delayed = guesses.count(401), guesses.count(429)
    report.check("the owner's phone signs in during the attack", statuses == [200] * SIGN_INS, f"{statuses.count(200)} of {SIGN_INS}")
    report.check("the attack reaches the delay of the account", delayed > checked, f"{checked} guesses checked, {delayed} delayed")
    report.measure("an unknown browser with the right password meanwhile", newcomer.status)


class Phone:
    """Keeps its cookies, as a browser does."""

    def __init__(self, port):
        self.port, self.cookies = port, {}

    async def sign_in(self):
        response = await sign_in(Client(self.port), "203.0.113.5", STAFF_PASSWORD, self.cookies)
        for cookie in response.cookies:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return response.status


async def sign_in(client, source, password, cookies=None):
    headers = [*JSON, f"X-Forwarded-For: {source}"]
    if cookies:
        headers.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in cookies.items()))
    return await client.request("POST", DESK_LOGIN, sign_in_body(STAFF_NAME, password), headers)


async def guess_in_turn(port, sources):
    client, statuses = Client(port), []
    for source in sources:
        with contextlib.suppress(*CONNECTION_ERRORS):
            statuses.append((await sign_in(client, source, "a wrong password")).status)
        await asyncio.sleep(PAUSE)
    client.close()
    return statuses


async def keep_guessing(port, wide, ended):
    statuses = []
    while not ended.is_set():
        statuses += await guess_in_turn(port, [address(wide, network) for network in range(NETWORKS_EACH)])
    return statuses


def address(wide, network):
    """An address in the /64 `network` of the /48 `wide`."""
    return f"2001:db8:{wide:x}:{network:x}::1"
