"""A small Debian system with its own systemd, for tests of what an administrator installs and runs.

It is booted by systemd-nspawn with a network of its own. The base system is made once (target/debian-root) and is not
changed: what a container writes is in memory and gone at the end.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
BASE = PROJECT / "target/debian-root"
SUITE = "bookworm"
PACKAGES = "systemd,systemd-sysv,dbus,curl,ca-certificates"
BOOT_TIMEOUT = 120
# For the slowest commands, which install a package.
COMMAND_TIMEOUT = 300


def build_base():
    if BASE.exists():
        return
    print(f"Making a Debian system in {BASE.relative_to(PROJECT)} (takes some minutes the first time)", flush=True)
    unfinished = BASE.with_suffix(".unfinished")
    subprocess.run(["rm", "-rf", unfinished], check=True)
    command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, unfinished]
    result = subprocess.run(command, text=True, capture_output=True)
    if result.returncode != 0:
        sys.exit(f"debootstrap failed:\n{result.stdout[-2000:]}{result.stderr[-2000:]}")
    unfinished.rename(BASE)


class DebianContainer:
    """Use it in a `with` statement. Needs root."""

    def __init__(self, folders=()):
        """`folders` of this machine are readable in the container at the same path."""
        self.folders = folders

    def __enter__(self):
        build_base()
        self.nspawn = subprocess.Popen(
            [
                "systemd-nspawn", "--quiet", "--boot", f"--directory={BASE}", "--volatile=overlay", "--private-network",
                "--register=no", "--keep-unit", "--machine=clinic-test", "--console=pipe",
                *(f"--bind-ro={folder}" for folder in self.folders),
                # Would hide a folder that is below /tmp.
                "systemd.mask=tmp.mount",
            ],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )  # fmt: skip
        self.init = self.find_init()
        deadline = time.monotonic() + BOOT_TIMEOUT
        while self.run("systemctl is-system-running --quiet || test $(systemctl is-system-running) = degraded").returncode != 0:
            if time.monotonic() > deadline:
                sys.exit("The Debian system did not start.")
            time.sleep(0.5)
        return self

    def __exit__(self, *_):
        self.nspawn.terminate()
        try:
            self.nspawn.wait(20)
        except subprocess.TimeoutExpired:
            self.nspawn.kill()
            self.nspawn.wait()

    def find_init(self):
        """The first process of the container, whose namespaces the commands enter."""
        deadline = time.monotonic() + BOOT_TIMEOUT
        while time.monotonic() < deadline:
            if self.nspawn.poll() is not None:
                sys.exit(f"systemd-nspawn could not start: {self.nspawn.stderr.read().decode()}")
            children = Path(f"/proc/{self.nspawn.pid}/task/{self.nspawn.pid}/children").read_text().split()
            for child in children:
                status = Path(f"/proc/{child}/status").read_text()
                name, ids = (line.split()[1:] for line in status.splitlines() if line.startswith(("Name:", "NSpid:")))
                if name == ["systemd"] and ids[-1] == "1":
                    return child
            time.sleep(0.1)
        sys.exit("systemd-nspawn did not start a system.")

    def run(self, commands, text_input=None, folder="/root"):
        """Runs commands of bash as root, and stops at the first that fails."""
        path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        return subprocess.run(
            [
                "nsenter", f"--target={self.init}", "--all", "env", "-i", path, "HOME=/root", "LC_ALL=C.UTF-8",
                "DEBIAN_FRONTEND=noninteractive", "bash", "-euxo", "pipefail", "-c", f"cd {folder}; {commands}",
            ],
            input=text_input, stdin=None if text_input else subprocess.DEVNULL, text=True, capture_output=True,
            timeout=COMMAND_TIMEOUT,
        )  # fmt: skip

    def start_in_network(self, command, **environment):
        """Starts a program of this machine that sees the network of the container."""
        return subprocess.Popen(
            ["nsenter", f"--target={self.init}", "--net", *command], env={**os.environ, **environment},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def path(self, path):
        """A file of the container, as this machine sees it."""
        return Path(f"/proc/{self.init}/root") / str(path).lstrip("/")


def require_root(script):
    """Starts the script again with sudo when it does not run as root."""
    if os.geteuid() != 0:
        os.execvp("sudo", ["sudo", sys.executable, script, *sys.argv[1:]])
