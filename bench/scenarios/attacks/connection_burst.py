"""Thousands of clients connect at the same moment, as after a message to many subscribers.

The server is paused with SIGSTOP while they connect, so that all of them are in the listen backlog on any machine.
"""

import os
import selectors
import signal
import socket
import time
from pathlib import Path

from harness.server_interface import HOME, QUIET_LOG
from harness.server import TestServer, temporary_folder

from harness.open_files import raise_open_file_limit
from harness.clients.page_visits import Visits

# Fewer than one address may hold at the server.
PER_ADDRESS = 200
TIMEOUT = 60
REQUEST = f"GET {HOME} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n".encode()


def run(report, binary, clients):
    largest_backlog = int(Path("/proc/sys/net/core/somaxconn").read_text())
    clients = min(clients, raise_open_file_limit(clients + 500) - 500, largest_backlog - 1)
    with temporary_folder() as folder, TestServer(binary, folder / "data", environment=QUIET_LOG) as server:
        server.start()
        before = listen_overflows()
        visits = connect_all(server, clients)
        report.check(f"{clients} simultaneous connections: every request is answered", visits.failures == 0, visits)
        overflows = listen_overflows() - before
        report.check(f"{clients} simultaneous connections: the listen backlog does not overflow", overflows == 0, f"{overflows} overflows")
        report.measure("peak memory after that", f"{server.memory()[1]:.0f} MiB")


def connect_all(server, count):
    visits, selector = Visits(), selectors.DefaultSelector()
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        for number in range(count):
            try:
                selector.register(send_request(server.port, f"127.0.1.{1 + number // PER_ADDRESS}"), selectors.EVENT_READ, bytearray())
            except OSError:
                # The backlog is full, so further connections would time out as well.
                visits.failures += count - number
                break
    finally:
        os.kill(server.process.pid, signal.SIGCONT)
    started = time.monotonic()
    while selector.get_map() and time.monotonic() - started < TIMEOUT:
        for key, _ in selector.select(1):
            if not receive(key.fileobj, key.data):
                selector.unregister(key.fileobj)
                key.fileobj.close()
                if key.data.startswith(b"HTTP/1.1 200"):
                    visits.seconds.append(time.monotonic() - started)
                else:
                    visits.failures += 1
    visits.failures += len(selector.get_map())
    return visits


def send_request(port, source_address):
    connection = socket.create_connection(("127.0.0.1", port), 5, source_address=(source_address, 0))
    connection.sendall(REQUEST)
    return connection


def receive(connection, received):
    """False when the connection has ended."""
    try:
        chunk = connection.recv(1 << 16)
    except OSError:
        return False
    received += chunk
    return bool(chunk)


def listen_overflows():
    """How often a listen backlog overflowed, on the whole machine."""
    names, values = (line.split() for line in Path("/proc/net/netstat").read_text().splitlines() if line.startswith("TcpExt:"))
    return int(values[names.index("ListenOverflows")])
