"""A full disk, a disk that is read-only at the start, and a disk that refuses writes under a running server, also while
the content is edited.

The first two use a small tmpfs, which only root may mount. The kernel does not remount a file system read-only while files
on it are open for writing, except after a disk error. The third case therefore uses strace, which makes every system call
that changes a file fail as it would on such a disk.
"""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import time

from harness import outage_checks, server_interface
from harness.clients.client import JSON, Client
from harness.server_interface import NO_LIMITS
from harness.stored.database import SqliteDatabase, restart_and_empty_outbox
from harness.stored.acknowledged_requests import History
from harness.clients.load import ClaimLoad, create_staff_account, sign_in
from harness.programs.find_program import find_program, root_prefix
from harness.server import TestServer, temporary_folder

FILE_CHANGING_CALLS = "pwrite64,pwritev,fsync,fdatasync,ftruncate,fallocate,rename,renameat,renameat2,unlink"


def run(report, binary):
    with temporary_folder() as folder:
        mount = folder / "disk"
        mount.mkdir()
        with small_disk(mount):
            asyncio.run(full_disk(report, binary, mount))
            asyncio.run(read_only_at_start(report, binary, mount))
    for error, name in {"EROFS": "disk turned read-only", "EIO": "disk with write errors"}.items():
        with temporary_folder() as folder:
            asyncio.run(write_errors_while_running(report, binary, folder, error, name))


@contextlib.contextmanager
def small_disk(mount):
    options = f"size=24m,uid={os.getuid()},gid={os.getgid()}"
    mounted = subprocess.run([*root_prefix(), "mount", "-t", "tmpfs", "-o", options, "tmpfs", str(mount)], capture_output=True, text=True, check=False)
    if mounted.returncode != 0:
        raise SystemExit(f"Cannot mount a tmpfs for the full-disk scenario: {mounted.stderr.strip()} Run it as root.")
    try:
        yield
    finally:
        subprocess.run([*root_prefix(), "umount", "-l", str(mount)], check=False)


async def full_disk(report, binary, mount):
    history, database = History(), SqliteDatabase(mount / "data")
    with TestServer(binary, mount / "data", NO_LIMITS) as server:
        # The log must not be on the full disk.
        server.log = mount.parent / "server.log"
        server.start()
        await check_claims_work_before(report, server, history, "full disk")
        editor = await Editor.sign_in(server)
        await editor.save_draft()
        filler = mount / "filler"
        fill_disk(filler)
        await outage_checks.check_outage(report, server, history, "full disk")
        await editor.check_publishing_is_refused(report)
        filler.unlink()
        await outage_checks.check_recovery(report, server, history, "full disk")
        await editor.check_publishing_works_again(report)
        server.kill()
        restart_and_empty_outbox(server, database)
        history.check(report, server)
    database.check(report)


class Editor:
    """Publishes a draft while the disk is full, and again afterwards."""

    WORDS = "Words that were saved before the disk was full."

    def __init__(self, server, client, cookie):
        self.server, self.client, self.headers = server, client, [f"Cookie: {cookie}", *JSON]

    @classmethod
    async def sign_in(cls, server):
        create_staff_account(server)
        client = Client(server.port, timeout=40)
        return cls(server, client, await sign_in(client))

    async def save_draft(self):
        path = server_interface.DRAFT + server_interface.EDITED_DOCUMENT
        document = (await self.client.request("GET", path, None, self.headers)).json()
        body = json.dumps({"text": document["text"] + f"\n{self.WORDS}\n"}).encode()
        saved = await self.client.request("PUT", path, body, [f'If-Match: "{document["version"]}"', *self.headers])
        if saved.status != 200:
            raise RuntimeError(f"the draft could not be saved: {saved.status} {saved.text()}")

    async def publish(self):
        # The server has closed it if it was idle for ten seconds; the next request opens another.
        self.client.close()
        own = json.dumps(server_interface.OWN_DRAFTS).encode()
        checks = (await self.client.request("POST", server_interface.CHECKS, own, self.headers)).json()
        body = json.dumps({"note": "", "drafts": checks["drafts"]}).encode()
        return await self.client.request("POST", server_interface.PUBLISH, body, self.headers)

    async def is_on_site(self):
        return self.WORDS in (await self.client.request("GET", server_interface.SERVICES)).text()

    async def check_publishing_is_refused(self, report):
        refused = await self.publish()
        is_clear = refused.status == 503 and server_interface.REVISION_NOT_STORED in refused.text()
        report.check("full disk: publishing is refused with a clear message", is_clear, f"{refused.status} {refused.text()[:110]}")
        report.check("full disk: the published site stays as it was", not await self.is_on_site(), server_interface.SERVICES)

    async def check_publishing_works_again(self, report):
        published = await self.publish()
        deadline = time.monotonic() + 120
        while not (shown := await self.is_on_site()) and time.monotonic() < deadline:
            await asyncio.sleep(0.2)
        is_kept = published.status == 200 and shown
        report.check("full disk: the draft was kept and is published afterwards", is_kept, f"{published.status} {published.text()[:90]}")
        self.client.close()


async def check_claims_work_before(report, server, history, name):
    took = await outage_checks.seconds_until_claims_work(server, history, 30)
    report.check(f"{name}: claims work before it", took is not None, f"{len(history.acknowledged)} acknowledged")


def fill_disk(file):
    """Large blocks first, then smaller ones, until not one byte is left."""
    with open(file, "wb", buffering=0) as filler:
        for size in (1 << 20, 1 << 12, 1):
            with contextlib.suppress(OSError):
                while True:
                    filler.write(bytes(size))


async def read_only_at_start(report, binary, mount):
    remount(mount, "ro")
    with TestServer(binary, mount / "data", NO_LIMITS) as server:
        server.log = mount.parent / "read-only.log"
        server.start()
        page, health = await outage_checks.get_status(server, "/home"), await outage_checks.get_status(server, server_interface.HEALTH)
        report.check("read-only disk at the start: pages are served, and the health check says no", (page, health) == (200, 503), f"{page} and {health}")
        log = server.log_tail()
        is_clear = server_interface.READ_ONLY_START in log.lower() and server_interface.PANIC not in log
        report.check("read-only disk at the start: the log says why", is_clear, log.strip().splitlines()[-1][:110])
        remount(mount, "rw")
        took = await outage_checks.seconds_until_claims_work(server, History(), 60)
        report.check("read-only disk at the start: claims work without a restart when it is writable", took is not None, "never" if took is None else f"after {took:.1f} s")


def remount(mount, mode):
    subprocess.run([*root_prefix(), "mount", "-o", f"remount,{mode}", str(mount)], check=True)


async def write_errors_while_running(report, binary, folder, error, name):
    history, database = History(), SqliteDatabase(folder / "data")
    with TestServer(binary, folder / "data", NO_LIMITS) as server:
        server.start()
        await check_claims_work_before(report, server, history, name)
        async with ClaimLoad(server, history, 6, seed=1):
            await history.wait_for_more("responses", 10)
            with failing_writes(server, error):
                await outage_checks.check_outage(report, server, history, name)
                await history.wait_for_more("server_errors", 10)
            await outage_checks.check_recovery(report, server, history, name)
        server.kill()
        restart_and_empty_outbox(server, database)
        history.check(report, server)
    database.check(report)


@contextlib.contextmanager
def failing_writes(server, error):
    command = [*root_prefix(), find_program("strace"), "-f", "-qq", "-o", "/dev/null"]
    command += ["-e", f"trace={FILE_CHANGING_CALLS}", "-e", f"inject={FILE_CHANGING_CALLS}:error={error}"]
    with subprocess.Popen([*command, "-p", str(server.process.pid)], stderr=subprocess.PIPE, text=True) as strace:
        try:
            wait_until_traced(server, strace)
            yield
        finally:
            strace.send_signal(signal.SIGINT)
            strace.wait()


def wait_until_traced(server, strace):
    """Waits for every thread, since any of them may write."""
    while not all("TracerPid:\t0" not in status for status in server.thread_statuses()):
        if strace.poll() is not None:
            raise SystemExit(f"strace cannot attach to a running process here: {strace.stderr.read().strip()} Run it as root.")
        time.sleep(0.01)
