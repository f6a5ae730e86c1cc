"""Background load during a fault: clients that play and claim without pause, and staff who redeem the emailed codes."""

import asyncio
import itertools
import json
import random

from .. import server_interface
from .client import CONNECTION_ERRORS, JSON, Client
from ..stored.acknowledged_requests import parse_email


class ClaimLoad:
    """Some people claim twice, some at the same time on two connections, some with another spelling of their address."""

    def __init__(self, server, history, clients, seed):
        self.server, self.history, self.clients = server, history, clients
        self.random = random.Random(seed)
        self.numbers = itertools.count()
        self.recent = []
        self.tasks, self.stopping = [], False

    async def __aenter__(self):
        self.tasks = [asyncio.create_task(self.run_client()) for _ in range(self.clients)]
        return self

    async def __aexit__(self, *_):
        self.stopping = True
        for task in self.tasks:
            task.cancel()
        results = await asyncio.gather(*self.tasks, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, asyncio.CancelledError):
                raise result

    async def run_client(self):
        client = self.new_client()
        try:
            while not self.stopping:
                try:
                    await self.play_and_claim(client)
                except CONNECTION_ERRORS:
                    self.history.lost += 1
                    await asyncio.sleep(0.02)
        finally:
            client.close()

    def new_client(self):
        return Client(self.server.port)

    async def play_and_claim(self, client):
        proof = await client.win_game()
        if proof is None:
            self.history.server_errors += 1
            await asyncio.sleep(0.05)
            return
        person, address = self.choose_person()
        for _ in range(3):
            # A client without a response retries with the same proof, as the page does.
            try:
                response = await client.claim(address, proof)
            except CONNECTION_ERRORS:
                self.history.lost += 1
                await asyncio.sleep(0.1)
                continue
            self.history.record_claim(person, response)
            return

    def choose_person(self):
        if self.recent and self.random.random() < 0.25:
            name = self.random.choice(self.recent)
        else:
            name = f"visitor{next(self.numbers)}"
            self.recent = [*self.recent[-20:], name]
        tag = self.random.choice(["", "", "+game", "+Clinic"])
        return f"{name}@gmail.com", f"{name}{tag}@gmail.com"


class RedemptionLoad:
    """Two connections of one staff account try to redeem every emailed code at the same time."""

    def __init__(self, server, history, pause=0.2):
        self.server, self.history, self.pause = server, history, pause
        self.tasks, self.tried = [], set()

    async def __aenter__(self):
        # Sign in before the faults start: an interrupted attempt counts as a wrong password, and some of those lock the
        # account for minutes.
        client = Client(self.server.port)
        cookie = await sign_in(client)
        client.close()
        self.tasks = [asyncio.create_task(self.redeem_codes(cookie))]
        return self

    async def __aexit__(self, *_):
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def redeem_codes(self, cookie):
        """One code at a time: the desk allows 600 code checks per hour, and they must last for many kills."""
        clients = [self.new_client(), self.new_client()]
        while True:
            if code := self.next_code():
                await asyncio.gather(*(self.redeem(client, cookie, code) for client in clients))
            await asyncio.sleep(self.pause)

    def new_client(self):
        return Client(self.server.port)

    def next_code(self):
        files = (self.server.data / server_interface.MAIL_FOLDER).glob(server_interface.MAIL_FILES)
        file = next((file for file in files if file.name not in self.tried), None)
        if file is None:
            return None
        self.tried.add(file.name)
        return parse_email(file.read_bytes())[0]

    async def redeem(self, client, cookie, code):
        try:
            response = await client.request("POST", server_interface.REDEEM_CODE, json.dumps({"code": code}).encode(), [f"Cookie: {cookie}", *JSON])
        except CONNECTION_ERRORS:
            self.history.lost += 1
            return
        self.history.record_redemption(code, response)


def create_staff_account(server):
    result = server.run_command(*server_interface.ADD_STAFF, stdin=server_interface.STAFF_PASSWORD + "\n")
    if result.returncode != 0:
        raise RuntimeError(f"clinic staff add failed: {result.stderr}")


async def sign_in(client):
    """Returns the session cookie as `name=value`."""
    body = json.dumps({"name": server_interface.STAFF_NAME, "password": server_interface.STAFF_PASSWORD}).encode()
    response = await client.request("POST", server_interface.DESK_LOGIN, body, JSON)
    if response.status != 200:
        raise RuntimeError(f"the staff account could not sign in: {response.status} {response.text()}")
    return response.cookies[0].split(";")[0]
