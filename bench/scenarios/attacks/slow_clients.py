"""Clients that hold connections: silent sockets, slow request heads and bodies, unread responses. Visits must still work.

The attack comes from 127.0.0.66 and the visits from 127.0.0.1, so that limits per client address apply.
"""

import asyncio
import contextlib
import socket
import threading
import time
import urllib.request

from harness.clients.client import read_response
from harness.server_interface import FINISH_PLAY, HOME, PAGE_FILES
from harness.server import TestServer, temporary_folder

from harness.open_files import raise_open_file_limit
from harness.clients.page_visits import VISIT_SECONDS, visit_repeatedly

ATTACKER_ADDRESS = ("127.0.0.66", 0)
RELEASE_TIMEOUT = 60.0


def run(report, binary, sockets, open_files):
    allowed = raise_open_file_limit(sockets * 3 + 1000)
    sockets = min(sockets, (allowed - 500) // 3)
    wrapper = ["sh", "-c", f'ulimit -Sn {open_files}; exec "$@"', "sh"]
    with temporary_folder() as folder, TestServer(binary, folder / "data", wrapper=wrapper) as server:
        server.start()
        report.measure("soft limit of open files at the server's start", open_files)
        asyncio.run(attack(report, server, sockets))
        report.check("the server is still running after the attack", server.is_running(), f"peak memory {server.memory()[1]:.0f} MiB")


async def attack(report, server, sockets):
    largest = await asyncio.to_thread(largest_file, server.port)
    unread = f"GET {largest} HTTP/1.1\r\nHost: x\r\n\r\n".encode() * 12
    report.measure("visits without an attack", await visit(server))
    slow_head = f"GET {HOME} HTTP/1.1\r\nHost: x\r\nX-Slow: ".encode()
    slow_body = f"POST {FINISH_PLAY} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n".encode()
    kinds = {
        "silent sockets": (sockets, b"", b""),
        "slow request heads": (sockets // 3, slow_head, b"a"),
        "slow request bodies": (sockets // 3, slow_body, b" "),
        "unread responses": (sockets // 6, unread, b""),
    }
    for name, (count, opening, trickle) in kinds.items():
        with HeldConnections(server, count, opening, trickle) as held:
            during = await visit(server)
            report.check(f"{count} {name}: visits are answered within 2 s", during.are_acceptable(), f"{during}; {held.count_open()} sockets held")
            left = await asyncio.to_thread(held.wait_until_released, RELEASE_TIMEOUT)
            report.check(f"{count} {name}: the server closes them within {RELEASE_TIMEOUT:.0f} s", left == 0, f"{left} left after {held.age():.0f} s")
        after = await visit(server, 1.5)
        report.check(f"{name}: visits are normal afterwards", after.are_acceptable(), after)


def largest_file(port):
    """The largest file of the home page fills a socket buffer with the fewest requests."""
    read = lambda path: urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=20).read()  # noqa: E731
    paths = set(PAGE_FILES.findall(read(HOME).decode()))
    return max(paths, key=lambda path: len(read(path)))


def visit(server, seconds=VISIT_SECONDS):
    return visit_repeatedly(lambda: visit_once(server.port), seconds)


async def visit_once(port):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(f"GET {HOME} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n".encode())
        response = await read_response(reader)
        if response.status != 200:
            raise OSError(f"status {response.status}")
    finally:
        writer.close()


class HeldConnections:
    """Opens the connections in a thread while visits run, then sends `trickle` on each of them once per second."""

    def __init__(self, server, count, opening, trickle):
        self.server, self.port, self.count, self.opening, self.trickle = server, server.port, count, opening, trickle
        self.sockets, self.stopping, self.started = [], threading.Event(), time.monotonic()
        self.open_before = server.open_sockets()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        self.thread.join()
        for connection in self.sockets:
            connection.close()

    def run(self):
        for _ in range(self.count):
            if not self.stopping.is_set():
                with contextlib.suppress(OSError):
                    self.sockets.append(self.connect())
        while self.trickle and not self.stopping.wait(1):
            for connection in list(self.sockets):
                with contextlib.suppress(OSError):
                    connection.send(self.trickle)

    def connect(self):
        connection = socket.socket()
        # Small windows and segments, as on a real network: on loopback the kernel would buffer megabytes of responses.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        connection.settimeout(1)
        connection.bind(ATTACKER_ADDRESS)
        connection.connect(("127.0.0.1", self.port))
        if self.opening:
            connection.sendall(self.opening)
        connection.setblocking(False)
        return connection

    def count_open(self):
        """Counted at the server: a client that does not read may not see that the connection was closed."""
        return max(0, self.server.open_sockets() - self.open_before)

    def age(self):
        return time.monotonic() - self.started

    def wait_until_released(self, timeout):
        deadline = time.monotonic() + timeout
        while (left := self.count_open()) and time.monotonic() < deadline:
            time.sleep(1)
        return left
