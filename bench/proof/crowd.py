"""Visitors who play and claim without pause while the server is tormented, and staff who redeem what they were mailed."""

import asyncio
import itertools
import json
import random

from .ledger import read_mail
from .visitor import LOST, Visitor

STAFF, PASSWORD = "proof", "a-long-enough-password-for-a-test"


class Crowd:
    """Some claims are repeated, some are made by two at once, some write their address in another way."""

    def __init__(self, house, ledger, size, seed):
        self.house, self.ledger, self.size = house, ledger, size
        self.random = random.Random(seed)
        self.numbers = itertools.count()
        self.recent = []
        self.tasks, self.is_over = [], False

    async def __aenter__(self):
        self.tasks = [asyncio.create_task(self.visit()) for _ in range(self.size)]
        return self

    async def __aexit__(self, *_):
        self.is_over = True
        for task in self.tasks:
            task.cancel()
        results = await asyncio.gather(*self.tasks, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, asyncio.CancelledError):
                raise result

    async def visit(self):
        visitor = Visitor(self.house.port)
        try:
            while not self.is_over:
                try:
                    await self.play_and_claim(visitor)
                except LOST:
                    self.ledger.lost += 1
                    await asyncio.sleep(0.02)
        finally:
            visitor.hang_up()

    async def play_and_claim(self, visitor):
        proof = await visitor.win()
        if proof is None:
            self.ledger.troubled += 1
            await asyncio.sleep(0.05)
            return
        person, address = self.somebody()
        for _ in range(3):
            # Whoever saw no answer asks again with the same proof, as the page does.
            try:
                answer = await visitor.claim(address, proof)
            except LOST:
                self.ledger.lost += 1
                await asyncio.sleep(0.1)
                continue
            self.ledger.note(person, answer)
            return

    def somebody(self):
        if self.recent and self.random.random() < 0.25:
            name = self.random.choice(self.recent)
        else:
            name = f"visitor{next(self.numbers)}"
            self.recent = [*self.recent[-20:], name]
        tag = self.random.choice(["", "", "+game", "+Clinic"])
        return f"{name}@gmail.com", f"{name}{tag}@gmail.com"


class Desk:
    """Two members of staff who both try to redeem every code that was mailed."""

    def __init__(self, house, ledger):
        self.house, self.ledger = house, ledger
        self.tasks, self.tried = [], set()

    @staticmethod
    def hire(house):
        """Makes the account."""
        done = house.run("staff", "add", STAFF, "--role", "owner", "--password-stdin", stdin=PASSWORD + "\n")
        if done.returncode != 0:
            raise RuntimeError(f"clinic staff add failed: {done.stderr}")

    async def __aenter__(self):
        # In peace: a sign-in that is cut off counts as a wrong password, and some of them close the account for minutes.
        visitor = Visitor(self.house.port)
        cookie = await self.sign_in(visitor)
        visitor.hang_up()
        self.tasks = [asyncio.create_task(self.serve(cookie))]
        return self

    async def __aexit__(self, *_):
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def serve(self, cookie):
        """One code after the other, so that the 600 looks of an hour last for many kills."""
        pair = [Visitor(self.house.port), Visitor(self.house.port)]
        while True:
            for code in self.new_codes(1):
                await asyncio.gather(*(self.redeem(visitor, cookie, code) for visitor in pair))
            await asyncio.sleep(0.2)

    def new_codes(self, at_once):
        files = [file for file in (self.house.data / "mail").glob("*.eml") if file.name not in self.tried][:at_once]
        self.tried.update(file.name for file in files)
        return [code for code, _ in (read_mail(file.read_bytes()) for file in files) if code]

    @staticmethod
    async def sign_in(visitor):
        body = json.dumps({"name": STAFF, "password": PASSWORD}).encode()
        answer = await visitor.ask("POST", "/api/desk/login", body, ["Content-Type: application/json"])
        if answer.status != 200:
            raise RuntimeError(f"the staff could not sign in: {answer.status} {answer.text()}")
        return answer.headers["set-cookie"].split(";")[0]

    async def redeem(self, visitor, cookie, code):
        try:
            answer = await visitor.ask("POST", f"/api/desk/codes/{code}/redeem", b"{}", [f"Cookie: {cookie}", "Content-Type: application/json"])
        except LOST:
            self.ledger.lost += 1
            return
        self.ledger.note_redemption(code, answer)
