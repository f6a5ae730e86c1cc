"""Checks during and after an outage of the disk or the database: clear errors, pages still served, recovery by itself."""

import asyncio
import itertools
import time

from . import server_interface
from .clients.client import CONNECTION_ERRORS, Client

NUMBERS = itertools.count()


async def claim_once(server, history):
    """A game and a claim by a new person. Returns the response of the first step that failed, or of the claim."""
    client = Client(server.port, timeout=40)
    try:
        started = await client.request("POST", server_interface.START_PLAY)
        if started.status != 201:
            return started
        proof = await client.win_game()
        person = f"probe{next(NUMBERS)}@gmail.com"
        response = await client.claim(person, proof or "")
        if proof is not None:
            history.record_claim(person, response)
        return response
    finally:
        client.close()


async def seconds_until_claims_work(server, history, timeout):
    """None when no claim succeeds within the timeout."""
    started = time.monotonic()
    while time.monotonic() - started < timeout:
        try:
            response = await claim_once(server, history)
            if response.status == 200:
                return time.monotonic() - started
        except CONNECTION_ERRORS:
            pass
        await asyncio.sleep(0.2)
    return None


async def get_status(server, path):
    client = Client(server.port, timeout=40)
    try:
        return (await client.request("GET", path)).status
    except CONNECTION_ERRORS as error:
        return type(error).__name__
    finally:
        client.close()


async def check_outage(report, server, history, outage):
    response = await claim_once(server, history)
    is_clear = response.status == 503 and server_interface.STORE_UNAVAILABLE in response.text()
    report.check(f"{outage}: a claim gets 503 with a clear message", is_clear, f"{response.status} {response.text()[:90]}")
    status = await get_status(server, server_interface.HOME)
    report.check(f"{outage}: pages are still served", status == 200, f"{server_interface.HOME} {status}")


async def check_recovery(report, server, history, outage, timeout=30):
    took = await seconds_until_claims_work(server, history, timeout)
    report.check(f"{outage}: claims work again without a restart", took is not None, f"after {took:.1f} s" if took is not None else f"not within {timeout} s")
