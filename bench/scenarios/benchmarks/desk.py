"""The desk's calls with a thousand and with a million claims in the database, and visitors during a large purge."""

import asyncio
import json
import statistics
import time

from harness import server_interface
from harness.stored import many_claims
from harness.clients.client import JSON, Client
from harness.clients.load import create_staff_account, sign_in
from harness.server import TestServer

SMALL, LARGE = 1_000, 1_000_000
ROUNDS = 9
# A call that reads what it shows, and no more, takes the same time at both sizes. Times below 10 ms count as 10 ms, because
# the scheduler alone can add a few.
MAX_RATIO, SHORTEST = 3, 0.010
# Statistics count all games and claims of the period. A search for the beginning of an address reads every address.
MAX_COUNTING_SECONDS = 3
EXPIRED = 100_000
MAX_WAIT = 1


def run(report, binary, folder):
    times = {size: measure_size(report, binary, folder / f"data{size}", size) for size in (SMALL, LARGE)}
    report.measure("call", f"{SMALL:,} claims; {LARGE:,} claims; ratio")
    for name, small in times[SMALL].items():
        large = times[LARGE][name]
        ratio = max(large, SHORTEST) / max(small, SHORTEST)
        observed = f"{small * 1000:.1f} ms; {large * 1000:.1f} ms; {large / small:.1f}×"
        if name in COUNTING:
            report.check(f"{name} (at most {MAX_COUNTING_SECONDS} s)", large <= MAX_COUNTING_SECONDS, observed)
        else:
            report.check(f"{name} (at most {MAX_RATIO}×, times below 10 ms count as 10 ms)", ratio <= MAX_RATIO, observed)
    measure_purge(report, binary, folder / "purge")


def measure_size(report, binary, data, size):
    create(binary, data)
    started = time.perf_counter()
    many_claims.fill(data, size)
    report.measure(f"filling the database with {size:,} claims", f"{time.perf_counter() - started:.0f} s, {(data / server_interface.DATABASE_FILE).stat().st_size / 2**20:.0f} MiB")
    with TestServer(binary, data, server_interface.NO_LIMITS, environment=server_interface.QUIET_LOG) as server:
        server.start()
        create_staff_account(server)
        server.wait_until_idle()
        before = server.memory()[1]
        times = asyncio.run(measure_calls(server, size))
        report.measure(f"peak resident memory with {size:,} claims, before and after the download", f"{before:.0f} MiB, {server.memory()[1]:.0f} MiB")
        times["clinic export, per claim"] = measure_export(server, size)
        return times


def create(binary, data):
    """Starts the server once, so that it creates its tables."""
    with TestServer(binary, data) as server:
        server.start()
        server.stop()


BEGINNING_OF_ADDRESS, THREE_CHARACTERS = "find by the beginning of an address", "find by three characters"
MONTH, YEARS = "statistics of four weeks", "statistics of two years"
COUNTING = [BEGINNING_OF_ADDRESS, THREE_CHARACTERS, MONTH, YEARS]


async def measure_calls(server, size):
    client = Client(server.port, timeout=120)
    headers = [f"Cookie: {await sign_in(client)}", *JSON]
    times = {"a visitor's game and claim": await repeat(play_and_claim(client, size))}
    # Not redeemed, and about 85 days old.
    code = many_claims.discount_code(size // 2)
    day = lambda before: time.strftime("%Y-%m-%d", time.gmtime(time.time() - before * 86_400))  # noqa: E731
    find = lambda text: [("POST", server_interface.FIND_PEOPLE, {"query": text})]  # noqa: E731
    calls = {
        "latest people": find(""),
        "find by email address": find("visitor1@example.com"),
        "find by code": find(code),
        "find by the beginning of a code": find(code[:8]),
        BEGINNING_OF_ADDRESS: find("person12345@"),
        THREE_CHARACTERS: find(code[5:8]),
        "check a code": [("POST", server_interface.LOOK_UP_CODE, {"code": code})],
        "redeem a code and undo it": [("POST", server_interface.REDEEM_CODE, {"code": code}), ("POST", server_interface.UNDO_REDEMPTION, {"code": code})],
        "show an address": [("POST", server_interface.SHOW_ADDRESS, {"code": code})],
        "emails": [("GET", server_interface.DESK_EMAILS, None)],
        "failed emails": [("GET", f"{server_interface.DESK_EMAILS}?state=failed", None)],
        "sent emails": [("GET", f"{server_interface.DESK_EMAILS}?state=sent", None)],
        "audit log": [("GET", server_interface.DESK_AUDIT, None)],
        MONTH: [("GET", server_interface.DESK_STATISTICS, None)],
        YEARS: [("GET", f"{server_interface.DESK_STATISTICS}?from={day(700)}&to={day(0)}", None)],
    }
    for name, requests in calls.items():
        times[name] = await repeat(request_all(client, requests, headers))
    # The download needs a sign-in that is less than five minutes old.
    headers = [f"Cookie: {await sign_in(client)}"]
    started = time.perf_counter()
    download = await client.request("GET", server_interface.DESK_CLAIMS_CSV, headers=headers)
    lines = download.body.count(b"\n")
    if download.status != 200 or lines <= size:
        raise RuntimeError(f"the download has {lines} lines")
    times["download of all claims, per claim"] = (time.perf_counter() - started) / lines
    client.close()
    return times


async def repeat(call):
    """The median of several rounds."""
    times = []
    for number in range(ROUNDS):
        started = time.perf_counter()
        await call(number)
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def request_all(client, requests, headers):
    async def call(_):
        for method, path, body in requests:
            response = await client.request(method, path, None if body is None else json.dumps(body).encode(), headers)
            if response.status not in (200, 204):
                raise RuntimeError(f"{method} {path} was answered with {response.status}: {response.text()}")

    return call


def play_and_claim(client, size):
    async def call(number):
        response = await client.claim(f"visitor{number}@example.com", await client.win_game())
        if response.body != server_interface.CLAIM_OK:
            raise RuntimeError(f"a claim with {size} claims was answered with {response.status}: {response.text()}")

    return call


def measure_export(server, size):
    started = time.perf_counter()
    result = server.run_command(server_interface.EXPORT)
    if result.stdout.count("\n") <= size:
        raise RuntimeError(f"clinic export printed too few lines: {result.stderr}")
    return (time.perf_counter() - started) / size


def measure_purge(report, binary, data):
    """The purge runs when the server starts. Visitors start games meanwhile."""
    create(binary, data)
    many_claims.fill(data, SMALL, expired=EXPIRED)
    with TestServer(binary, data, server_interface.NO_LIMITS, environment=server_interface.QUIET_LOG) as server:
        server.start()
        started = time.perf_counter()
        waits = asyncio.run(start_games_until(server, lambda: many_claims.count_claims(data) <= SMALL))
    report.measure(f"purge of {EXPIRED:,} expired claims", f"{time.perf_counter() - started:.1f} s")
    report.check(
        f"the slowest of all visitors who start a game during that purge (at most {MAX_WAIT} s)", max(waits) <= MAX_WAIT,
        f"{max(waits) * 1000:.0f} ms, median {statistics.median(waits) * 1000:.1f} ms of {len(waits)}",
    )  # fmt: skip


async def start_games_until(server, is_purged, timeout=300):
    client, waits = Client(server.port), []
    deadline = time.monotonic() + timeout
    while not is_purged():
        if time.monotonic() > deadline:
            raise RuntimeError(f"the purge took longer than {timeout} s")
        for _ in range(20):
            started = time.perf_counter()
            response = await client.request("POST", server_interface.START_PLAY)
            waits.append(time.perf_counter() - started)
            if response.status != 201:
                raise RuntimeError(f"a visitor got {response.status} during the purge: {response.text()}")
            await asyncio.sleep(0.005)
    client.close()
    return waits
