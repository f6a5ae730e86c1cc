"""Everything that the server asks of the kernel, recorded with strace and compared with what the shipped systemd unit
allows. systemd itself cannot run in a test, and a call that the unit forbids would fail only on the clinic's machine."""

import asyncio
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

from harness.clients.client import Client
from harness.server_interface import ADD_STAFF, CLAIM_OK, CONTENT, HOME, MAIL, NO_LIMITS, RENDERED_PAGES, STAFF_PASSWORD
from harness.clients.load import sign_in
from harness.programs.find_program import find_program
from harness.server import ROOT, TestServer, free_port, temporary_folder

UNIT = ROOT / "deploy/clinic.service"
# `123 openat(AT_FDCWD, …`; a call that another thread interrupts has a second line, which is not needed.
CALL = re.compile(r"^\d+ +(\w+)\((.*)", re.MULTILINE)
FAMILY = re.compile(r"^(AF_\w+)")
# Memory that is writable and executable, or becomes executable: what MemoryDenyWriteExecute forbids.
EXECUTABLE_MEMORY = {"mmap": re.compile(r"PROT_WRITE\|PROT_EXEC"), "mprotect": re.compile(r"PROT_EXEC"), "pkey_mprotect": re.compile(r"PROT_EXEC")}
SECONDS = 60


def run(report, binary):
    with temporary_folder() as folder:
        calls = trace(folder / "files", binary, [])
        # Nothing listens there. The host name has to be looked up all the same.
        calls += trace(folder / "smtp", binary, [MAIL, f"smtp://localhost:{free_port()}"])
    allowed, names = allowed_calls(), {name for name, _ in calls}
    forbidden = sorted(names - allowed)
    report.check("SystemCallFilter: the unit allows every system call of the server", not forbidden, f"{len(calls)} calls of {len(names)} kinds, forbidden: {', '.join(forbidden) or 'none'}")
    families = {match.group(1) for name, rest in calls if name == "socket" and (match := FAMILY.match(rest))}
    forbidden = sorted(families - set(" ".join(settings("RestrictAddressFamilies")).split()))
    report.check("RestrictAddressFamilies: the unit allows every kind of socket", families and not forbidden, ", ".join(sorted(families)))
    executable = [f"{name}({rest[:60]}" for name, rest in calls if name in EXECUTABLE_MEMORY and EXECUTABLE_MEMORY[name].search(rest)]
    report.check("MemoryDenyWriteExecute: no memory is made executable", not executable, executable[0] if executable else "none")


def trace(folder, binary, arguments):
    """The calls of a start with its purge, a page, a sign-in, a claim, a publication and a stop: pairs of name and rest."""
    folder.mkdir()
    # Root would use calls that the service's own user cannot use, so the server runs as another user here.
    strace, log = [find_program("strace"), "-f", "-qq", "-s", "0"], folder / "calls"
    binary = shutil.copy(binary, folder / "clinic")
    # In a folder of its own: the server notices all changes beside its content, also those of strace's log.
    content = shutil.copytree(ROOT / "content", folder / "site/content")
    with TestServer(binary, folder / "data", [*NO_LIMITS, CONTENT, str(content), *arguments]) as server:
        if os.getuid() == 0:
            folder.parent.chmod(0o755)
            subprocess.run(["chown", "-R", "nobody", folder], check=True)
            strace += ["-u", "nobody"]
        server.wrapper = [*strace, "-o", str(log)]
        server.start()
        add_staff = [server.binary, *ADD_STAFF, "--data", str(server.data)]
        as_owner = ["runuser", "-u", "nobody", "--"] if os.getuid() == 0 else []
        subprocess.run([*as_owner, *add_staff], input=STAFF_PASSWORD + "\n", text=True, env=server.settings, check=True, capture_output=True)
        asyncio.run(use(server))
        publish(server, content)
        stop(server)
    return CALL.findall(log.read_text(errors="replace"))


async def use(server):
    client = Client(server.port)
    page = await client.request("GET", HOME)
    await sign_in(client)
    claim = await client.claim("ada@example.com", await client.win_game())
    client.close()
    if page.status != 200 or claim.body != CLAIM_OK:
        raise RuntimeError(f"page {page.status}, claim {claim.status} {claim.text()}")


def publish(server, content):
    before = len(RENDERED_PAGES.findall(server.whole_log()))
    page = content / "pages/services.md"
    page.write_text(page.read_text() + "\nOne more sentence.\n")
    wait_until(lambda: len(RENDERED_PAGES.findall(server.whole_log())) > before, "the edit is published")


def stop(server):
    """SIGTERM to the server and not to strace."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    os.kill(int(children[0]), signal.SIGTERM)
    if (code := server.process.wait(SECONDS)) != 0:
        raise RuntimeError(f"exit code {code}: {server.log_tail()}")


def wait_until(condition, what):
    deadline = time.monotonic() + SECONDS
    while not condition():
        if time.monotonic() > deadline:
            raise RuntimeError(f"not within {SECONDS} s: {what}")
        time.sleep(0.1)


def settings(name):
    """The values of a setting of the unit, in the order of the file."""
    return [line.split("=", 1)[1] for line in UNIT.read_text().splitlines() if line.startswith(f"{name}=")]


def allowed_calls():
    """As systemd reads them: a line adds calls, a line that begins with ~ takes them away again."""
    allowed = set()
    for line in settings("SystemCallFilter"):
        calls = set().union(*(expand(word) for word in line.removeprefix("~").split()))
        allowed = allowed - calls if line.startswith("~") else allowed | calls
    return allowed


def expand(name):
    """The calls of a group such as @system-service, which may contain other groups."""
    if not name.startswith("@"):
        return {name}
    listing = subprocess.run([find_program("systemd-analyze"), "syscall-filter", "--no-pager", name], capture_output=True, text=True, check=True).stdout
    words = [line.strip() for line in listing.splitlines()[1:]]
    return set().union(*(expand(word) for word in words if word and not word.startswith("#")))
