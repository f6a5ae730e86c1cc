"""PostgreSQL goes away under load and comes back; the server is not restarted."""

import asyncio
import contextlib
import os
import shutil
import subprocess
import time
from pathlib import Path

from . import trouble
from .crowd import Crowd
from .house import NO_LIMITS, House, scratch
from .ledger import Ledger


def goes_and_comes_back(verdict, binary):
    if tool("pg_ctl") is None:
        verdict.skip("database gone and back", "PostgreSQL is not installed")
        return
    with scratch() as folder, cluster(folder) as postgres:
        asyncio.run(outage(verdict, binary, folder, postgres))


async def outage(verdict, binary, folder, postgres):
    ledger = Ledger()
    with House(binary, folder / "data", [*NO_LIMITS, "--database", postgres.url]) as house:
        house.start()
        async with Crowd(house, ledger, 8, seed=1):
            await asyncio.sleep(3)
            for how in ("immediate", "fast"):
                before = len(ledger.promised)
                await asyncio.to_thread(postgres.stop, how)
                await trouble.describe(verdict, house, ledger, f"PostgreSQL stopped ({how})")
                health = await trouble.status_of(house, "/healthz")
                verdict.promise(f"PostgreSQL stopped ({how}): /healthz says so", health == 503, health)
                await asyncio.to_thread(postgres.start)
                await trouble.recovered(verdict, house, ledger, f"PostgreSQL back ({how})")
                verdict.measure("claims answered before this outage", before)
        postgres.query("UPDATE outbox SET lease_until = 0, next_at = 0 WHERE state = 'queued'")
        deadline = time.monotonic() + 40
        while postgres.query("SELECT COUNT(*) FROM outbox WHERE state = 'queued'") != "0" and time.monotonic() < deadline:
            await asyncio.sleep(0.5)
        ledger.audit(verdict, house)


@contextlib.contextmanager
def cluster(folder):
    postgres = Postgres(folder / "postgres")
    postgres.make()
    try:
        yield postgres
    finally:
        postgres.stop("immediate")


class Postgres:
    """A cluster of our own, reachable by a socket in its folder only, with its syncs on."""

    def __init__(self, folder):
        self.folder, self.data = folder, folder / "data"
        self.url = f"postgres://postgres@localhost/postgres?host={folder}"

    def make(self):
        self.folder.mkdir()
        self.folder.parent.chmod(0o755)
        if os.getuid() == 0:
            # PostgreSQL refuses to run as root, so its own account needs the folder.
            shutil.chown(self.folder, "postgres")
        self.run("initdb", "-A", "trust", "-U", "postgres", "-D", self.data)
        self.start()

    def start(self):
        options = f"-c listen_addresses= -c unix_socket_directories={self.folder} -c max_connections=100"
        self.run("pg_ctl", "start", "-w", "-t", "60", "-o", options, "-l", self.folder / "log", "-D", self.data)

    def stop(self, how):
        with contextlib.suppress(subprocess.CalledProcessError):
            self.run("pg_ctl", "stop", "-m", how, "-D", self.data)

    def query(self, statement):
        done = subprocess.run(
            [tool("psql"), "-h", str(self.folder), "-U", "postgres", "-Atc", statement],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout.strip()

    def run(self, name, *arguments):
        account = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}
        subprocess.run(
            [tool(name), *map(str, arguments)],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder, **account,
        )  # fmt: skip


def tool(name):
    """Debian keeps the server's programs out of the path."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(found[-1]) if found else shutil.which(name)
