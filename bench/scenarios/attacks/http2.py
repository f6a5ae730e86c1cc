"""HTTP/2 over TLS: clients that hold connections and streams, and floods of frames. Visits must still work.

The attack comes from 127.0.0.66 and the visits from 127.0.0.1, so that limits per client address apply. The floods run in
processes of their own, because they would slow down the visits of this process.
"""

import asyncio
import contextlib
import multiprocessing
import socket
import time

from harness.clients import http2
from harness.programs.certificate import tls_flags
from harness.server_interface import FINISH_PLAY, HOME
from harness.clients.http2 import frame
from harness.open_files import raise_open_file_limit
from harness.server import TestServer, temporary_folder
from harness.clients.page_visits import VISIT_SECONDS, visit_repeatedly

ATTACKER_ADDRESS = ("127.0.0.66", 0)
# An idle connection is closed after a minute, and after the 20 seconds that a request body may take.
RELEASE_TIMEOUT = 110.0
FLOODERS = 4
# Fewer than a client may open at the same time.
STREAMS = range(1, 181, 2)

UNFINISHED_HEADERS = frame(http2.HEADERS, http2.END_STREAM, 1, http2.header_block(http2.METHOD_GET, HOME))
SILENT_STREAMS = b"".join(http2.unfinished_post(stream, FINISH_PLAY) for stream in STREAMS)
CLOSED_WINDOW = http2.ZERO_WINDOW + b"".join(http2.get(stream, HOME) for stream in STREAMS)

# What one connection sends until the server closes it.
FLOODS = {
    "rapid reset": b"".join(http2.get(stream, HOME) + frame(http2.RST_STREAM, 0, stream, http2.CANCEL) for stream in range(1, 20_001, 2)),
    "CONTINUATION": UNFINISHED_HEADERS + frame(http2.CONTINUATION, 0, 1, b"\x00\x01a\x01b") * 20_000,
    "PING": frame(http2.PING, 0, 0, bytes(8)) * 20_000,
    "SETTINGS": frame(http2.SETTINGS, 0, 0, b"\x00\x03\x00\x00\x00\x64") * 20_000,
    "WINDOW_UPDATE": frame(http2.WINDOW_UPDATE, 0, 0, b"\x00\x00\x00\x01") * 20_000,
    "PRIORITY": frame(http2.PRIORITY, 0, 1, bytes(5)) * 20_000,
    "empty DATA": http2.unfinished_post(1, FINISH_PLAY) + frame(http2.DATA, 0, 1) * 20_000,
}


def run(report, binary, sockets):
    allowed = raise_open_file_limit(sockets + 1000)
    sockets = min(sockets, allowed - 500)
    with temporary_folder() as folder:
        flags, port = tls_flags(folder)
        with TestServer(binary, folder / "data", flags) as server:
            server.start()
            asyncio.run(attack(report, server, port, sockets))
            report.check("HTTP/2: the server is still running after the attack", server.is_running(), f"peak memory {server.memory()[1]:.0f} MiB")


async def attack(report, server, port, sockets):
    report.measure("HTTP/2 visits without an attack", await visit(port))
    held = {
        "silent connections after the TLS handshake": (sockets // 3, b""),
        "connections without a request": (sockets // 3, http2.PREFACE),
        "connections with unfinished headers": (sockets // 3, http2.PREFACE + UNFINISHED_HEADERS),
        f"connections with {len(STREAMS)} silent streams": (sockets // 30, http2.PREFACE + SILENT_STREAMS),
        f"connections with {len(STREAMS)} streams and a closed window": (sockets // 30, http2.PREFACE + CLOSED_WINDOW),
    }
    for name, (count, opening) in held.items():
        before = server.open_sockets()
        open_now = lambda: max(0, server.open_sockets() - before)  # noqa: E731, B023
        holder = multiprocessing.Process(target=hold, args=(port, count, opening), daemon=True)
        holder.start()
        try:
            during = await visit(port)
            report.check(f"{count} {name}: visits are answered within 2 s", during.are_acceptable(), f"{during}; {open_now()} sockets held")
            left, seconds = await wait_until_released(open_now)
            report.check(f"{count} {name}: the server closes them within {RELEASE_TIMEOUT:.0f} s", left == 0, f"{left} left after {seconds:.0f} s")
        finally:
            stop(holder)
    for name, flood in FLOODS.items():
        # Without a lock, which a killed process would keep. Each process counts in a place of its own.
        ended = multiprocessing.RawArray("i", FLOODERS)
        flooders = [multiprocessing.Process(target=repeat_flood, args=(port, flood, ended, index), daemon=True) for index in range(FLOODERS)]
        for flooder in flooders:
            flooder.start()
        try:
            during = await visit(port)
        finally:
            for flooder in flooders:
                stop(flooder)
        report.check(f"{name} flood on {FLOODERS} connections: visits are answered within 2 s", during.are_acceptable(), during)
        report.check(f"{name} flood: the server closes the connections", sum(ended) > 0, f"{sum(ended)} closed in {VISIT_SECONDS:.0f} s")
    after = await visit(port, 1.5)
    report.check("HTTP/2: visits are normal after the attack", after.are_acceptable(), after)


def visit(port, seconds=VISIT_SECONDS):
    context = http2.tls_context()
    return visit_repeatedly(lambda: http2.visit_once(port, HOME, context), seconds)


async def wait_until_released(open_now):
    started = time.monotonic()
    while (left := open_now()) and time.monotonic() - started < RELEASE_TIMEOUT:
        await asyncio.sleep(1)
    return left, time.monotonic() - started


def connect(context, port):
    connection = socket.socket()
    connection.settimeout(10)
    connection.bind(ATTACKER_ADDRESS)
    connection.connect(("127.0.0.1", port))
    return context.wrap_socket(connection)


def hold(port, count, opening):
    """Opens the connections and keeps them without reading, until the process is ended."""
    context, held = http2.tls_context(), []
    for _ in range(count):
        with contextlib.suppress(OSError):
            connection = connect(context, port)
            held.append(connection)
            connection.sendall(opening)
    while True:
        time.sleep(60)


def repeat_flood(port, flood, ended, index):
    context = http2.tls_context()
    while True:
        with contextlib.suppress(OSError):
            connection = connect(context, port)
            try:
                connection.sendall(http2.PREFACE + flood)
                # The server may have closed the connection while the rest was still being sent.
                while connection.recv(1 << 16):
                    pass
            except TimeoutError:
                continue
            except OSError:
                pass
            finally:
                connection.close()
            ended[index] += 1


def stop(process):
    # Not SIGTERM, whose handler this process has inherited.
    process.kill()
    process.join()
