"""The system clock jumps forwards and backwards by hours and days while the server runs. Needs libfaketime."""

import asyncio

from harness import outage_checks
from harness.client import Client
from harness.contract import NO_LIMITS
from harness.database import SqliteDatabase, restart_and_empty_outbox
from harness.history import History
from harness.programs import find_libfaketime
from harness.server import TestServer, temporary_folder

OFFSETS = ["+2h", "-3h", "+10d", "-10d", "+0"]


def run(report, binary):
    library = find_libfaketime()
    with temporary_folder() as folder:
        asyncio.run(jump(report, binary, folder, library))


async def jump(report, binary, folder, library):
    history, offset_file = History(), folder / "clock-offset"
    offset_file.write_text("+0\n")
    environment = {
        "LD_PRELOAD": library,
        "FAKETIME_TIMESTAMP_FILE": str(offset_file),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    database = SqliteDatabase(folder / "data")
    with TestServer(binary, folder / "data", NO_LIMITS, environment=environment) as server:
        server.start()
        for number, offset in enumerate(OFFSETS):
            client = Client(server.port)
            proof = await client.win_game()
            offset_file.write_text(f"{offset}\n")
            # The proof is from before the jump. It may be valid or expired, but the response must be one of these two.
            response = await client.claim(f"clockjump{number}@gmail.com", proof)
            report.check(f"clock at {offset}: an earlier proof is accepted or rejected as expired", response.status in (200, 412), f"{response.status} {response.text()[:70]}")
            took = await outage_checks.seconds_until_claims_work(server, history, 20)
            report.check(f"clock at {offset}: new claims work", took is not None, f"after {took:.1f} s" if took is not None else "not within 20 s")
            client.close()
        server.kill()
        server.environment = {}
        restart_and_empty_outbox(server, database)
        history.check(report, server)
    database.check(report)
