"""Power loss: every write of a server under load is recorded, and disks are made as they might be found after a cut.

What was synced is on such a disk. Of what was not, there may be nothing, all, or any part, a page torn in two included; a
new name is there for sure only when its folder was synced. Every such disk must open clean and hold every claim that had
been answered by then. Not covered: a drive that lies about its cache.
"""

import asyncio
import random
import re
import shutil
import sqlite3
from pathlib import Path

from .crowd import Crowd
from .cut_disk import Disk
from .house import NO_LIMITS, House, scratch
from .ledger import Ledger, person_of, read_mail
from .tools import need

TRACED = "pwrite64,write,fsync,fdatasync,ftruncate,rename,unlink"
ANSWERS = 120

LINE = re.compile(r"^(\d+)\s+([\d.]+) (.*)$")
ON_FILE = re.compile(r'^(pwrite64|write|fsync|fdatasync|ftruncate)\(\d+<([^>]*)>(?:, "((?:\\x[0-9a-f]{2})*)")?(.*)$')
ON_NAMES = re.compile(r'^(rename|unlink)\("((?:\\x[0-9a-f]{2})*)"(?:, "((?:\\x[0-9a-f]{2})*)")?')


def cut(verdict, binary, cuts, seed):
    strace = need("strace")
    with scratch() as folder:
        ledger, before = Ledger(), folder / "before"
        asyncio.run(record(binary, folder, ledger, before, strace))
        events = list(parse(folder / "trace", folder / "data"))
        check(verdict, folder, before, events, ledger, cuts, random.Random(seed))


async def record(binary, folder, ledger, before, strace):
    """A first life makes the files, a second one is recorded, so that what was there at its start is surely on the disk."""
    with House(binary, folder / "data", NO_LIMITS) as house:
        house.start()
        async with Crowd(house, ledger, 4, seed=2):
            await ledger.more("answered", 10)
        house.kill()
        shutil.copytree(house.data, before)
        house.wrapper = [strace, "-f", "-qq", "-ttt", "-y", "-xx", "-s", "1000000", "-o", str(folder / "trace"), "-e", f"trace={TRACED}"]
        await asyncio.to_thread(house.start)
        async with Crowd(house, ledger, 8, seed=3):
            await ledger.more("answered", ANSWERS)
        house.kill()


def parse(trace, data):
    """The calls on files of the data folder as (moment, thread, call, path, bytes or name, rest), ends of calls as `end`."""
    for line in trace.read_text().splitlines():
        if not (found := LINE.match(line)):
            continue
        thread, moment, call = found[1], float(found[2]), found[3]
        if ended := re.match(r"<\.\.\. (\w+) resumed>", call):
            yield moment, thread, "end", ended[1], None, None
        elif on_file := ON_FILE.match(call):
            path = plain(on_file[2])
            if path.startswith(str(data)):
                yield moment, thread, on_file[1], path, unhex(on_file[3] or ""), on_file[4]
                if "<unfinished" not in on_file[4]:
                    yield moment, thread, "end", on_file[1], None, None
        elif on_names := ON_NAMES.match(call):
            names = [unhex(name or "").decode() for name in on_names.groups()[1:]]
            if names[0].startswith(str(data)):
                yield moment, thread, on_names[1], names[0], names[1], None


def unhex(text):
    return bytes.fromhex(text.replace("\\x", ""))


def plain(path):
    return unhex(path).decode() if path.startswith("\\x") else path


def check(verdict, folder, before, events, ledger, cuts, dice):
    disk, found = Disk(before, folder / "data"), Findings()
    chosen = set(dice.sample(range(len(events)), min(cuts, len(events))))
    for index, event in enumerate(events):
        disk.apply(event)
        if index in chosen:
            promised = {person for person, moment in ledger.promised.items() if moment < event[0]}
            for share in (0, 0.5, 1):
                found.inspect(folder, disk.after_the_cut(dice, share), promised)
    careless = without_syncs(folder, before, events, ledger)
    verdict.promise("power loss: the check would notice missing syncs", careless.missing > 0, f"{careless.missing} claims missing when the syncs are taken out")
    syncs = sum(event[2] in ("fsync", "fdatasync") for event in events)
    verdict.measure("power loss: recorded", f"{len(events)} events, {syncs} syncs, {len(ledger.promised)} claims answered")
    verdict.promise("power loss: something was recorded and cut", found.disks > 0 and syncs > 0, f"{found.disks} disks from {len(chosen)} moments")
    verdict.promise("power loss: every disk opens clean", not found.corrupt, f"{len(found.corrupt)} corrupt {found.corrupt[:2] or ''}")
    verdict.promise("power loss: every answered claim is on every disk", not found.missing, f"{found.missing} missing")
    verdict.promise("power loss: every mail noted as sent is there, whole", not found.unsent, f"{found.unsent} missing")


def without_syncs(folder, before, events, ledger):
    """The same record as if nothing had ever been synced: a check that finds this disk in order checks nothing."""
    disk, found = Disk(before, folder / "data"), Findings()
    for event in events:
        if event[2] not in ("fsync", "fdatasync"):
            disk.apply(event)
    found.inspect(folder, disk.files, set(ledger.promised))
    return found


class Findings:
    def __init__(self):
        self.disks, self.corrupt, self.missing, self.unsent = 0, [], 0, 0

    def inspect(self, folder, files, promised):
        self.disks += 1
        image = folder / "image"
        shutil.rmtree(image, ignore_errors=True)
        image.mkdir()
        for path, content in files.items():
            if Path(path).name in ("clinic.db", "clinic.db-wal"):
                (image / Path(path).name).write_bytes(content)
        connection = sqlite3.connect(image / "clinic.db")
        try:
            said = connection.execute("PRAGMA integrity_check").fetchone()[0]
            people = {person_of(row[0]) for row in connection.execute("SELECT address FROM claims")}
            sent = connection.execute("SELECT message_id, code FROM outbox WHERE state = 'sent'").fetchall()
        except sqlite3.DatabaseError as error:
            self.corrupt.append(str(error))
            return
        finally:
            connection.close()
        if said != "ok":
            self.corrupt.append(said)
        self.missing += len(promised - people)
        mails = {read_mail(bytes(content)) for path, content in files.items() if path.endswith(".eml")}
        self.unsent += sum((code, message_id) not in mails for message_id, code in sent)
