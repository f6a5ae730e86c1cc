"""Everybody at once: thousands of visitors knock in the same moment, as after a message to a whole town.

The server is held still while they knock, so that all of them meet in the kernel's queue however fast the machine is.
"""

import os
import selectors
import signal
import socket
import time
from pathlib import Path

from .house import House, scratch
from .slow import Visits, raise_own_limit

# No more from one address than its share of the places.
PER_ADDRESS = 200
PATIENCE = 60
REQUEST = b"GET /home HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n"


def stories(verdict, binary, visitors):
    room = int(Path("/proc/sys/net/core/somaxconn").read_text())
    visitors = min(visitors, raise_own_limit(visitors + 500) - 500, room - 1)
    with scratch() as folder, House(binary, folder / "data", environment={"CLINIC_LOG": "warn"}) as house:
        house.start()
        before = turned_away()
        visits = knock(house, visitors)
        verdict.promise(f"{visitors} visitors at once: every one is answered", visits.failures == 0, visits)
        verdict.promise(f"{visitors} visitors at once: the queue at the door has room for all", turned_away() == before, f"{turned_away() - before} turned away")
        verdict.measure("memory at its highest after that", f"{house.memory()[1]:.0f} MiB")


def knock(house, count):
    visits, waiting = Visits(), selectors.DefaultSelector()
    os.kill(house.process.pid, signal.SIGSTOP)
    try:
        for number in range(count):
            try:
                waiting.register(ask(house.port, f"127.0.1.{1 + number // PER_ADDRESS}"), selectors.EVENT_READ, bytearray())
            except OSError:
                # The queue is full; whoever comes now would only wait in vain as well.
                visits.failures += count - number
                break
    finally:
        os.kill(house.process.pid, signal.SIGCONT)
    begun = time.monotonic()
    while waiting.get_map() and time.monotonic() - begun < PATIENCE:
        for key, _ in waiting.select(1):
            if not hear(key.fileobj, key.data):
                waiting.unregister(key.fileobj)
                key.fileobj.close()
                if key.data.startswith(b"HTTP/1.1 200"):
                    visits.times.append(time.monotonic() - begun)
                else:
                    visits.failures += 1
    visits.failures += len(waiting.get_map())
    return visits


def ask(port, address):
    door = socket.create_connection(("127.0.0.1", port), 5, source_address=(address, 0))
    door.sendall(REQUEST)
    return door


def hear(door, said):
    """False when there is nothing more to come."""
    try:
        piece = door.recv(1 << 16)
    except OSError:
        return False
    said += piece
    return bool(piece)


def turned_away():
    """How often the kernel found the queue of a listening socket full, on the whole machine."""
    names, values = (line.split() for line in Path("/proc/net/netstat").read_text().splitlines() if line.startswith("TcpExt:"))
    return int(values[names.index("ListenOverflows")])
