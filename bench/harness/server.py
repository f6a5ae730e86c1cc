"""A test server: the built program on a free port with its own data folder, to be killed, stopped and restarted.

Leaving the `with` block ends every process that was started in it.
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

from . import server_interface

ROOT = Path(__file__).resolve().parents[2]


def find_binary(given=None):
    """The program to test: the given one, else the release build, else the debug build."""
    candidates = [given] if given else [ROOT / "target/release/clinic", ROOT / "target/debug/clinic"]
    for candidate in map(Path, candidates):
        if candidate.is_file():
            return candidate.resolve()
    raise SystemExit(f"{candidates[0]} does not exist. Run `make build` first.")


def exit_cleanly_on_sigterm():
    """Turns SIGTERM into an exception, so that `with` blocks stop the processes they started."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped by SIGTERM"))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def environment_without_settings():
    """Settings of the machine must not leak into a test."""
    others = {name: value for name, value in os.environ.items() if not name.startswith(server_interface.ENVIRONMENT_PREFIX)}
    return {**others, server_interface.ENV_FILE: os.devnull}


@contextlib.contextmanager
def temporary_folder(prefix="clinic-bench-", parent=None):
    path = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


class TestServer:
    """One server that keeps its port and its data through every restart."""

    def __init__(self, binary, data, arguments=(), wrapper=(), port=None, environment=None):
        self.binary, self.data, self.arguments = Path(binary), Path(data), list(arguments)
        self.wrapper, self.environment = list(wrapper), environment or {}
        # Instances that share a database share the key of its secrets.
        self.settings = environment_without_settings() | {server_interface.KEY_FILE: str(self.data.parent / "clinic.key")}
        self.port = port or free_port()
        self.process = None
        self.log = self.data.parent / f"{self.data.name}.log"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()

    def spawn(self):
        """Starts the program without waiting until it is ready."""
        command = [*self.wrapper, str(self.binary), server_interface.SERVE, server_interface.LISTEN, f"127.0.0.1:{self.port}"]
        command += [server_interface.DATA, str(self.data), *self.arguments]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, start_new_session=True,
                env=self.settings | self.environment,
            )  # fmt: skip

    def start(self, timeout=60):
        """Starts the program and returns the seconds until its first response."""
        started = time.monotonic()
        self.spawn()
        self.wait_until_ready(timeout)
        return time.monotonic() - started

    def wait_until_ready(self, timeout=60):
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server exited with {self.process.returncode}: {self.log_tail()}")
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as connection:
                # The server listens before its pages are rendered, so only a response shows that it is ready.
                connection.settimeout(max(0.1, deadline - time.monotonic()))
                connection.sendall(f"GET {server_interface.HEALTH} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
                if connection.recv(12):
                    return
            time.sleep(0.01)
        raise RuntimeError(f"the server was not ready within {timeout} s: {self.log_tail()}")

    def kill(self):
        """SIGKILL to the program and its wrapper."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        # The wrapper may end first. The program has the port until it has ended too.
        deadline = time.monotonic() + 5
        with contextlib.suppress(ProcessLookupError):
            while time.monotonic() < deadline:
                os.killpg(self.process.pid, 0)
                time.sleep(0.005)

    def stop(self, timeout=40):
        """SIGTERM; returns the exit code."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process.pid, signal.SIGTERM)
        return self.process.wait(timeout)

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def run_command(self, *arguments, stdin=None, timeout=120):
        """Runs another subcommand of the program on the same data."""
        return subprocess.run(
            [str(self.binary), *arguments, server_interface.DATA, str(self.data), *self.database_arguments()],
            capture_output=True, text=True, input=stdin, env=self.settings, timeout=timeout, check=False,
        )  # fmt: skip

    def database_arguments(self):
        if server_interface.DATABASE not in self.arguments:
            return []
        index = self.arguments.index(server_interface.DATABASE)
        return self.arguments[index : index + 2]

    def log_tail(self, characters=2000):
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        return re.sub(r"\x1b\[[0-9;]*m", "", text)[-characters:]

    def whole_log(self):
        return self.log_tail(10**8)

    def wait_until_idle(self, timeout=180):
        """Waits until the background work after a start, mostly compression, has begun and is done."""
        deadline, before, idle = time.monotonic() + timeout, self.cpu_seconds(), 0
        while idle <= server_interface.COMPRESSION_DELAY and time.monotonic() < deadline:
            time.sleep(1)
            now = self.cpu_seconds()
            idle = idle + 1 if now - before < 0.03 else 0
            before = now

    def cpu_seconds(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def open_sockets(self):
        count = 0
        for descriptor in Path(f"/proc/{self.process.pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                count += os.readlink(descriptor).startswith("socket:")
        return count

    def thread_statuses(self):
        """The text of /proc/PID/task/TID/status for each thread."""
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            with contextlib.suppress(OSError):
                yield (task / "status").read_text()

    def reset_peak_memory(self):
        Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")

    def memory(self):
        """Resident memory in MiB: (now, peak)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        amount = lambda name: int(re.search(rf"{name}:\s+(\d+)", status).group(1)) / 1024  # noqa: E731
        return amount("VmRSS"), amount("VmHWM")

    def forget_peak_memory(self):
        """The peak is then that of what follows."""
        Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")
