"""Power loss: strace records every write of a server under load; the disks that a power cut could leave are built from that record.

Synced data is on such a disk. Unsynced data may be missing, complete or torn; a new file name is safe only when its folder
was synced. Each disk must open without corruption and contain every claim acknowledged before the cut. Not covered: a
drive that confirms a sync before the data is safe.
"""

import asyncio
import random
import re
import shutil
import sqlite3
from pathlib import Path

from harness import server_interface
from harness.stored.acknowledged_requests import History, canonical_address, parse_email
from harness.clients.load import ClaimLoad
from harness.programs.find_program import find_program
from harness.server import TestServer, temporary_folder

from harness.stored.disk_after_power_cut import SimulatedDisk

TRACED_CALLS = "pwrite64,write,fsync,fdatasync,ftruncate,rename,unlink"
SYNC_CALLS = ("fsync", "fdatasync")
RESPONSES = 120

TRACE_LINE = re.compile(r"^(\d+)\s+([\d.]+) (.*)$")
FILE_CALL = re.compile(r'^(pwrite64|write|fsync|fdatasync|ftruncate)\(\d+<([^>]*)>(?:, "((?:\\x[0-9a-f]{2})*)")?(.*)$')
NAME_CALL = re.compile(r'^(rename|unlink)\("((?:\\x[0-9a-f]{2})*)"(?:, "((?:\\x[0-9a-f]{2})*)")?')


def run(report, binary, cuts, seed):
    strace = find_program("strace")
    with temporary_folder() as folder:
        history, before = History(), folder / "before"
        asyncio.run(record(binary, folder, history, before, strace))
        events = list(parse_trace(folder / "trace", folder / "data"))
        check_cuts(report, folder, before, events, history, cuts, random.Random(seed))


async def record(binary, folder, history, before, strace):
    """The first run creates the files, the second is traced: the files from before the trace count as synced."""
    with TestServer(binary, folder / "data", server_interface.NO_LIMITS) as server:
        server.start()
        async with ClaimLoad(server, history, 4, seed=2):
            await history.wait_for_more("responses", 10)
        server.kill()
        shutil.copytree(server.data, before)
        server.wrapper = [strace, "-f", "-qq", "-ttt", "-y", "-xx", "-s", "1000000", "-o", str(folder / "trace"), "-e", f"trace={TRACED_CALLS}"]
        await asyncio.to_thread(server.start)
        async with ClaimLoad(server, history, 8, seed=3):
            await history.wait_for_more("responses", RESPONSES)
        server.kill()


def parse_trace(trace, data):
    """Calls on files of the data folder as (time, thread, call, path, bytes or new name, rest); a finished call as `end`."""
    for line in trace.read_text().splitlines():
        if not (parsed := TRACE_LINE.match(line)):
            continue
        thread, time, call = parsed[1], float(parsed[2]), parsed[3]
        if resumed := re.match(r"<\.\.\. (\w+) resumed>", call):
            yield time, thread, "end", resumed[1], None, None
        elif file_call := FILE_CALL.match(call):
            path = decode_path(file_call[2])
            if path.startswith(str(data)):
                yield time, thread, file_call[1], path, unhex(file_call[3] or ""), file_call[4]
                if "<unfinished" not in file_call[4]:
                    yield time, thread, "end", file_call[1], None, None
        elif name_call := NAME_CALL.match(call):
            names = [unhex(name or "").decode() for name in name_call.groups()[1:]]
            if names[0].startswith(str(data)):
                yield time, thread, name_call[1], names[0], names[1], None


def unhex(text):
    return bytes.fromhex(text.replace("\\x", ""))


def decode_path(path):
    return unhex(path).decode() if path.startswith("\\x") else path


def check_cuts(report, folder, before, events, history, cuts, rng):
    disk, findings = SimulatedDisk(before, folder / "data"), Findings()
    chosen = set(rng.sample(range(len(events)), min(cuts, len(events))))
    for index, event in enumerate(events):
        disk.apply(event)
        if index in chosen:
            acknowledged = {person for person, time in history.acknowledged.items() if time < event[0]}
            for survival_rate in (0, 0.5, 1):
                findings.inspect(folder, disk.after_power_loss(rng, survival_rate), acknowledged)
    unsynced = inspect_without_syncs(folder, before, events, history)
    report.check("power loss: the check detects missing syncs", unsynced.missing > 0, f"{unsynced.missing} claims missing when syncs are ignored")
    syncs = sum(event[2] in SYNC_CALLS for event in events)
    report.measure("power loss: recorded", f"{len(events)} events, {syncs} syncs, {len(history.acknowledged)} claims acknowledged")
    report.check("power loss: disks were built from the record", findings.disks > 0 and syncs > 0, f"{findings.disks} disks from {len(chosen)} moments")
    report.check("power loss: every database opens without corruption", not findings.corrupt, f"{len(findings.corrupt)} corrupt {findings.corrupt[:2] or ''}")
    report.check("power loss: every acknowledged claim is on every disk", not findings.missing, f"{findings.missing} missing")
    report.check("power loss: every email marked as sent is there and complete", not findings.unsent, f"{findings.unsent} missing")


def inspect_without_syncs(folder, before, events, history):
    """The same record with every sync ignored. If the check passed this disk, it would check nothing."""
    disk, findings = SimulatedDisk(before, folder / "data"), Findings()
    for event in events:
        if event[2] not in SYNC_CALLS:
            disk.apply(event)
    findings.inspect(folder, disk.files, set(history.acknowledged))
    return findings


class Findings:
    def __init__(self):
        self.disks, self.corrupt, self.missing, self.unsent = 0, [], 0, 0

    def inspect(self, folder, files, acknowledged):
        self.disks += 1
        image = folder / "image"
        shutil.rmtree(image, ignore_errors=True)
        image.mkdir()
        for path, content in files.items():
            if Path(path).name in (server_interface.DATABASE_FILE, f"{server_interface.DATABASE_FILE}-wal"):
                (image / Path(path).name).write_bytes(content)
        connection = sqlite3.connect(image / server_interface.DATABASE_FILE)
        try:
            integrity = connection.execute("PRAGMA integrity_check").fetchone()[0]
            people = {canonical_address(row[0]) for row in connection.execute(server_interface.CLAIM_ADDRESSES)}
            sent = {row[0] for row in connection.execute(server_interface.SENT_MESSAGE_IDS)}
        except sqlite3.DatabaseError as error:
            self.corrupt.append(str(error))
            return
        finally:
            connection.close()
        if integrity != "ok":
            self.corrupt.append(integrity)
        self.missing += len(acknowledged - people)
        emails = (parse_email(bytes(content)) for path, content in files.items() if path.endswith(".eml"))
        # A file without a code is torn or empty, so it counts as missing.
        complete = {message_id for code, message_id in emails if code}
        self.unsent += len(sent - complete)
