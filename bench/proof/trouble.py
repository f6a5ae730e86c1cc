"""One visitor's view of a server in trouble: does it say so, do the pages stay up, does it come back by itself?"""

import asyncio
import itertools
import time

from .visitor import LOST, Visitor

NUMBERS = itertools.count()
SENTENCE = "Something is wrong on our side."


async def claim_once(house, ledger):
    """A game and a claim of somebody new; returns the status of the first call that went wrong, or 200."""
    visitor = Visitor(house.port, patience=40)
    try:
        started = await visitor.ask("POST", "/api/plays")
        if started.status != 201:
            return started
        proof = await visitor.win()
        person = f"witness{next(NUMBERS)}@gmail.com"
        answer = await visitor.claim(person, proof or "")
        if proof is not None:
            ledger.note(person, answer)
        return answer
    finally:
        visitor.hang_up()


async def claims_work_within(house, ledger, seconds):
    """How long it took until a claim was answered OK; None when it never was."""
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        try:
            answer = await claim_once(house, ledger)
            if answer.status == 200:
                return time.monotonic() - begun
        except LOST:
            pass
        await asyncio.sleep(0.2)
    return None


async def status_of(house, path):
    visitor = Visitor(house.port, patience=40)
    try:
        return (await visitor.ask("GET", path)).status
    except LOST as error:
        return type(error).__name__
    finally:
        visitor.hang_up()


async def describe(verdict, house, ledger, trouble):
    """While the trouble lasts: refusals in words, pages as always."""
    answer = await claim_once(house, ledger)
    spoken = answer.status == 503 and SENTENCE in answer.text()
    verdict.promise(f"{trouble}: a claim is refused in words", spoken, f"{answer.status} {answer.text()[:90]}")
    page = await status_of(house, "/home")
    verdict.promise(f"{trouble}: pages stay up", page == 200, f"/home {page}")
    return answer


async def recovered(verdict, house, ledger, trouble, within=30):
    took = await claims_work_within(house, ledger, within)
    verdict.promise(f"{trouble}: claims work again without a restart", took is not None, f"after {took:.1f} s" if took is not None else f"not within {within} s")
