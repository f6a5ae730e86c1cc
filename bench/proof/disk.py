"""A disk that is full, and a disk that cannot be written. Both on a small file system in memory, which needs root."""

import asyncio
import contextlib
import os
import subprocess

from . import trouble
from .house import NO_LIMITS, House, scratch
from .kills import recover
from .ledger import Ledger, audit_sqlite


def stories(verdict, binary):
    with scratch() as folder:
        mount = folder / "disk"
        mount.mkdir()
        with small_disk(mount) as is_mounted:
            if not is_mounted:
                verdict.skip("full and read-only disk", "mounting a file system needs root")
                return
            asyncio.run(is_full(verdict, binary, mount))
            is_read_only(verdict, binary, mount)


@contextlib.contextmanager
def small_disk(mount):
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(mount)], capture_output=True, check=False)
    try:
        yield made.returncode == 0
    finally:
        if made.returncode == 0:
            subprocess.run(["umount", "-l", str(mount)], check=False)


async def is_full(verdict, binary, mount):
    ledger = Ledger()
    with House(binary, mount / "data", NO_LIMITS) as house:
        # The log must not be on the disk that is full.
        house.log = mount.parent / "server.log"
        house.start()
        first = await trouble.claims_work_within(house, ledger, 30)
        verdict.promise("full disk: claims work before", first is not None, f"{len(ledger.promised)} answered")
        ballast = mount / "ballast"
        fill(ballast)
        await trouble.describe(verdict, house, ledger, "full disk")
        ballast.unlink()
        await trouble.recovered(verdict, house, ledger, "full disk")
        house.kill()
        recover(house)
        ledger.audit(verdict, house)
    audit_sqlite(verdict, house.data / "clinic.db")


def fill(file):
    """Down to the last byte: large pieces first, then single ones."""
    with open(file, "wb", buffering=0) as ballast:
        for piece in (1 << 20, 1 << 12, 1):
            with contextlib.suppress(OSError):
                while True:
                    ballast.write(bytes(piece))


def is_read_only(verdict, binary, mount):
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
    subprocess.run(["mount", "-o", f"remount,{how}", str(mount)], check=True, env=os.environ)
