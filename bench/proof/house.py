"""A server of our own: the built program on a free port with a folder of its own, killed, restarted and stopped at will.

Refuses to leave anything running: whatever was started is ended when the block that started it is left.
"""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Every limit on how much one client may ask is in the way of a load that comes from one address.
NO_LIMITS = [
    "--min-play", "0s",
    "--plays-per-client-hour", "4000000000",
    "--claims-per-client-hour", "4000000000",
    "--new-codes-per-hour", "4000000000",
]  # fmt: skip


def find_binary(given=None):
    """The program to test: the one named, else the release build, else the debug build."""
    candidates = [given] if given else [ROOT / "target/release/clinic", ROOT / "target/debug/clinic"]
    for candidate in map(Path, candidates):
        if candidate.is_file():
            return candidate.resolve()
    raise SystemExit("There is no built program. Run `make build` (or `make binary`) first.")


def leave_nothing_behind():
    """Told to end, a run leaves its blocks in order, and with them ends what it started."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("told to end"))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def plain_environment():
    """Settings of the machine must not leak into a test."""
    return {name: value for name, value in os.environ.items() if not name.startswith("CLINIC_")}


@contextlib.contextmanager
def scratch(prefix="clinic-proof-", folder=None):
    """A folder that is gone afterwards."""
    path = Path(tempfile.mkdtemp(prefix=prefix, dir=folder))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


class House:
    """One server; the same port and the same data through every restart."""

    def __init__(self, binary, data, arguments=(), wrapper=(), port=None, environment=None):
        self.binary, self.data, self.arguments = Path(binary), Path(data), list(arguments)
        self.wrapper, self.environment = list(wrapper), environment or {}
        self.port = port or free_port()
        self.process = None
        self.log = self.data.parent / f"{self.data.name}.log"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()

    def spawn(self):
        """Starts the program without waiting for it."""
        command = [*self.wrapper, str(self.binary), "serve", "--listen", f"127.0.0.1:{self.port}"]
        command += ["--data", str(self.data), *self.arguments]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, env=plain_environment() | self.environment, start_new_session=True
            )

    def start(self, within=60):
        """Starts the program and returns how many seconds it took until it answered."""
        begun = time.monotonic()
        self.spawn()
        self.wait_until_up(within)
        return time.monotonic() - begun

    def wait_until_up(self, within=60):
        deadline = time.monotonic() + within
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended with {self.process.returncode}: {self.last_words()}")
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as door:
                # The port is taken before the pages are made, so only an answer tells that it is up.
                door.settimeout(max(0.1, deadline - time.monotonic()))
                door.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                if door.recv(12):
                    return
            time.sleep(0.01)
        raise RuntimeError(f"the server was not up within {within} s: {self.last_words()}")

    def kill(self):
        """SIGKILL to the program and to whatever wraps it: no farewell, no flush."""
        self.end(signal.SIGKILL)

    def stop(self, within=40):
        """SIGTERM; returns the exit code."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process.pid, signal.SIGTERM)
        return self.process.wait(within)

    def end(self, how):
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, how)
        self.process.wait()

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def run(self, *arguments, stdin=None):
        """One of the other commands of the program, on the same data."""
        return subprocess.run(
            [str(self.binary), *arguments, "--data", str(self.data), *self.database_arguments()],
            capture_output=True, text=True, input=stdin, env=plain_environment(), timeout=120, check=False,
        )  # fmt: skip

    def database_arguments(self):
        return self.arguments[at : at + 2] if (at := self.index_of("--database")) is not None else []

    def index_of(self, flag):
        return self.arguments.index(flag) if flag in self.arguments else None

    def last_words(self, count=2000):
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        return re.sub(r"\x1b\[[0-9;]*m", "", text)[-count:]

    def rest(self, within=180):
        """Waits until the work that follows a start, compression above all, is done."""
        deadline, before = time.monotonic() + within, self.cpu_seconds()
        while time.monotonic() < deadline:
            time.sleep(1)
            now = self.cpu_seconds()
            if now - before < 0.03:
                return
            before = now

    def cpu_seconds(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def open_sockets(self):
        count = 0
        for handle in Path(f"/proc/{self.process.pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                count += os.readlink(handle).startswith("socket:")
        return count

    def threads(self):
        """What the kernel says about each thread."""
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            with contextlib.suppress(OSError):
                yield (task / "status").read_text()

    def memory(self):
        """Resident memory in MiB, now and at its highest."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        amount = lambda name: int(re.search(rf"{name}:\s+(\d+)", status).group(1)) / 1024  # noqa: E731
        return amount("VmRSS"), amount("VmHWM")
