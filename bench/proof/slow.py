"""Clients who hold on: silent sockets, heads and bodies that drip, answers that nobody reads. Meanwhile ordinary people visit.

The attackers come from 127.0.0.66 and the visitors from 127.0.0.1, so that a limit by client can tell them apart.
"""

import asyncio
import contextlib
import re
import resource
import socket
import threading
import time
import urllib.request

from .house import House, scratch
from .visitor import LOST, read_answer

ATTACKER = ("127.0.0.66", 0)
VISITORS = 6
WATCH = 6.0
PATIENCE = 60.0


def stories(verdict, binary, sockets, files):
    allowed = raise_own_limit(sockets * 3 + 1000)
    sockets = min(sockets, (allowed - 500) // 3)
    with scratch() as folder, House(binary, folder / "data", wrapper=["sh", "-c", f'ulimit -Sn {files}; exec "$@"', "sh"]) as house:
        house.start()
        verdict.measure("soft limit of open files the server starts with", files)
        asyncio.run(besiege(verdict, house, sockets))
        verdict.promise("the server outlives the siege", house.is_running(), f"{house.memory()[1]:.0f} MiB at its highest")


def raise_own_limit(wanted):
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    return limit


async def besiege(verdict, house, sockets):
    largest = await asyncio.to_thread(largest_asset, house.port)
    unread = f"GET {largest} HTTP/1.1\r\nHost: x\r\n\r\n".encode() * 12
    calm = await visit(house)
    verdict.measure("ordinary visits in peace", calm)
    kinds = {
        "silent sockets": (sockets, b"", b""),
        "heads that drip": (sockets // 3, b"GET /home HTTP/1.1\r\nHost: x\r\nX-Slow: ", b"a"),
        "bodies that drip": (sockets // 3, b"POST /api/plays/finish HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n", b" "),
        "answers nobody reads": (sockets // 6, unread, b""),
    }
    for name, (count, opening, drip) in kinds.items():
        with Siege(house, count, opening, drip) as siege:
            seen = await visit(house)
            verdict.promise(f"{count} {name}: ordinary visits are answered within 2 s", seen.is_good(), f"{seen}; {siege.held()} sockets held")
            left = await asyncio.to_thread(siege.wait_until_gone, PATIENCE)
            verdict.promise(f"{count} {name}: the server lets go of them within {PATIENCE:.0f} s", left == 0, f"{left} left after {siege.age():.0f} s")
        after = await visit(house, 1.5)
        verdict.promise(f"{name}: all is well afterwards", after.is_good(), after)


def largest_asset(port):
    """What fills a socket's buffer soonest: the attack is that nobody reads, not that much is asked."""
    read = lambda path: urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=20).read()  # noqa: E731
    paths = set(re.findall(r'(?:src|href)="(/(?:assets|pictures)/[^"]+)"', read("/home").decode()))
    return max(paths, key=lambda path: len(read(path)))


class Visits:
    def __init__(self):
        self.times, self.failures = [], 0

    def is_good(self):
        return self.failures == 0 and self.times and max(self.times) < 2.0

    def __str__(self):
        if not self.times:
            return f"no answer, {self.failures} failures"
        ordered = sorted(self.times)
        at = lambda share: ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000  # noqa: E731
        return f"{len(ordered)} visits, median {at(0.5):.1f} ms, p99 {at(0.99):.1f} ms, worst {ordered[-1] * 1000:.0f} ms, {self.failures} failures"


async def visit(house, seconds=WATCH):
    """Ordinary people, each visit on a new connection."""
    visits, end = Visits(), time.monotonic() + seconds

    async def stroll():
        while time.monotonic() < end:
            begun = time.monotonic()
            try:
                async with asyncio.timeout(5):
                    await one_visit(house.port)
                visits.times.append(time.monotonic() - begun)
            except LOST:
                visits.failures += 1
            await asyncio.sleep(0.02)

    await asyncio.gather(*(stroll() for _ in range(VISITORS)))
    return visits


async def one_visit(port):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(b"GET /home HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n")
        answer = await read_answer(reader)
        if answer.status != 200:
            raise OSError(f"status {answer.status}")
    finally:
        writer.close()


class Siege:
    def __init__(self, house, count, opening, drip):
        self.house, self.port, self.count, self.opening, self.drip = house, house.port, count, opening, drip
        self.sockets, self.over, self.begun = [], threading.Event(), time.monotonic()
        self.before = house.open_sockets()
        self.thread = threading.Thread(target=self.storm, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()
        for attacker in self.sockets:
            attacker.close()

    def storm(self):
        """All at once, while people are already visiting; then a byte a second."""
        for _ in range(self.count):
            if not self.over.is_set():
                with contextlib.suppress(OSError):
                    self.sockets.append(self.attack())
        self.keep_dripping()

    def attack(self):
        attacker = socket.socket()
        # Small windows and segments, as over a real line: on loopback the kernel would swallow megabytes of answers.
        attacker.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        attacker.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        attacker.settimeout(1)
        attacker.bind(ATTACKER)
        attacker.connect(("127.0.0.1", self.port))
        if self.opening:
            attacker.sendall(self.opening)
        attacker.setblocking(False)
        return attacker

    def keep_dripping(self):
        while self.drip and not self.over.wait(1):
            for attacker in list(self.sockets):
                with contextlib.suppress(OSError):
                    attacker.send(self.drip)

    def held(self):
        """As the server sees it: after it has let go, the kernel may hide that from one who does not read."""
        return max(0, self.house.open_sockets() - self.before)

    def age(self):
        return time.monotonic() - self.begun

    def wait_until_gone(self, patience):
        end = time.monotonic() + patience
        while (left := self.held()) and time.monotonic() < end:
            time.sleep(1)
        return left
