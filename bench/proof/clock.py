"""The clock jumps: forwards, backwards, by hours and by days, while the server runs. Needs libfaketime."""

import asyncio

from . import trouble
from .house import NO_LIMITS, House, scratch
from .kills import recover
from .ledger import Ledger
from .records import SqliteRecords
from .tools import need_faketime
from .visitor import Visitor

JUMPS = ["+2h", "-3h", "+10d", "-10d", "+0"]


def jumps(verdict, binary):
    library = need_faketime()
    with scratch() as folder:
        asyncio.run(jump(verdict, binary, folder, library))


async def jump(verdict, binary, folder, library):
    ledger, dial = Ledger(), folder / "dial"
    dial.write_text("+0\n")
    faked = {
        "LD_PRELOAD": library,
        "FAKETIME_TIMESTAMP_FILE": str(dial),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    records = SqliteRecords(folder / "data")
    with House(binary, folder / "data", NO_LIMITS, environment=faked) as house:
        house.start()
        for to in JUMPS:
            visitor = Visitor(house.port)
            proof = await visitor.win()
            dial.write_text(f"{to}\n")
            # The proof was earned before the jump: whether it is still good or not, the answer must be one or the other.
            answer = await visitor.claim(f"traveller{JUMPS.index(to)}@gmail.com", proof)
            verdict.promise(f"clock to {to}: a proof from before is taken or refused in words", answer.status in (200, 412), f"{answer.status} {answer.text()[:70]}")
            took = await trouble.claims_work_within(house, ledger, 20)
            verdict.promise(f"clock to {to}: new claims work", took is not None, f"after {took:.1f} s" if took is not None else "never")
            visitor.hang_up()
        house.kill()
        house.environment = {}
        recover(house, records)
        ledger.audit(verdict, house)
    records.audit(verdict)
