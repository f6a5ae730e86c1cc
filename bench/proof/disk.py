"""A disk that is full, a disk that cannot be written at a start, and a disk that stops taking writes under a running server.

The first two happen on a small file system in memory, which root must mount. The kernel does not turn a file system
read-only while files on it are open for writing, except after an error of the disk; so for the third, strace answers
every call that would change a file as such a disk does.
"""

import asyncio
import contextlib
import os
import signal
import subprocess
import time

from . import trouble
from .crowd import Crowd
from .house import NO_LIMITS, House, scratch
from .kills import recover
from .ledger import Ledger
from .records import SqliteRecords
from .tools import as_root, need

CHANGES_A_FILE = "pwrite64,pwritev,fsync,fdatasync,ftruncate,fallocate,rename,renameat,renameat2,unlink"


def stories(verdict, binary):
    with scratch() as folder:
        mount = folder / "disk"
        mount.mkdir()
        with small_disk(mount):
            asyncio.run(is_full(verdict, binary, mount))
            is_read_only_at_a_start(verdict, binary, mount)
    for error, what in {"EROFS": "disk turned read-only", "EIO": "disk with write errors"}.items():
        with scratch() as folder:
            asyncio.run(fails_under_a_running_server(verdict, binary, folder, error, what))


@contextlib.contextmanager
def small_disk(mount):
    options = f"size=24m,uid={os.getuid()},gid={os.getgid()}"
    made = subprocess.run([*as_root(), "mount", "-t", "tmpfs", "-o", options, "tmpfs", str(mount)], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise SystemExit(f"A small file system for the story of the full disk could not be mounted: {made.stderr.strip()} Run it as root.")
    try:
        yield
    finally:
        subprocess.run([*as_root(), "umount", "-l", str(mount)], check=False)


async def is_full(verdict, binary, mount):
    ledger, records = Ledger(), SqliteRecords(mount / "data")
    with House(binary, mount / "data", NO_LIMITS) as house:
        # The log must not be on the disk that is full.
        house.log = mount.parent / "server.log"
        house.start()
        await works_before(verdict, house, ledger, "full disk")
        ballast = mount / "ballast"
        fill(ballast)
        await trouble.describe(verdict, house, ledger, "full disk")
        ballast.unlink()
        await trouble.recovered(verdict, house, ledger, "full disk")
        house.kill()
        recover(house, records)
        ledger.audit(verdict, house)
    records.audit(verdict)


async def works_before(verdict, house, ledger, what):
    first = await trouble.claims_work_within(house, ledger, 30)
    verdict.promise(f"{what}: claims work before", first is not None, f"{len(ledger.promised)} answered")


def fill(file):
    """Down to the last byte: large pieces first, then single ones."""
    with open(file, "wb", buffering=0) as ballast:
        for piece in (1 << 20, 1 << 12, 1):
            with contextlib.suppress(OSError):
                while True:
                    ballast.write(bytes(piece))


def is_read_only_at_a_start(verdict, binary, mount):
    remount(mount, "ro")
    with House(binary, mount / "data", NO_LIMITS) as house:
        house.log = mount.parent / "read-only.log"
        house.spawn()
        code = house.process.wait(60)
        said = house.last_words().strip().splitlines()
        spoken = code == 1 and said and "read" in said[-1].lower() and "panicked" not in house.last_words()
        verdict.promise("read-only disk: refuses to start, in words", spoken, f"exit {code}: {said[-1][:110] if said else 'silence'}")
        remount(mount, "rw")
        house.start()
        verdict.promise("read-only disk: starts when it is writable again", house.is_running(), "up")


def remount(mount, how):
    subprocess.run([*as_root(), "mount", "-o", f"remount,{how}", str(mount)], check=True)


async def fails_under_a_running_server(verdict, binary, folder, error, what):
    ledger, records = Ledger(), SqliteRecords(folder / "data")
    with House(binary, folder / "data", NO_LIMITS) as house:
        house.start()
        await works_before(verdict, house, ledger, what)
        async with Crowd(house, ledger, 6, seed=1):
            await ledger.more("answered", 10)
            with refusing_writes(house, error):
                await trouble.describe(verdict, house, ledger, what)
                await ledger.more("troubled", 10)
            await trouble.recovered(verdict, house, ledger, what)
        house.kill()
        recover(house, records)
        ledger.audit(verdict, house)
    records.audit(verdict)


@contextlib.contextmanager
def refusing_writes(house, error):
    command = [*as_root(), need("strace"), "-f", "-qq", "-o", "/dev/null", "-e", f"trace={CHANGES_A_FILE}", "-e", f"inject={CHANGES_A_FILE}:error={error}"]
    with subprocess.Popen([*command, "-p", str(house.process.pid)], stderr=subprocess.PIPE, text=True) as strace:
        try:
            wait_until_traced(house, strace)
            yield
        finally:
            strace.send_signal(signal.SIGINT)
            strace.wait()


def wait_until_traced(house, strace):
    """Every thread, since any of them may be the one that writes."""
    while not all("TracerPid:\t0" not in status for status in house.threads()):
        if strace.poll() is not None:
            raise SystemExit(f"strace may not watch a running program here: {strace.stderr.read().strip()} Run it as root.")
        time.sleep(0.01)
