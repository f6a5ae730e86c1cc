"""Finds the external programs that the runs need. A missing one ends the run: a skipped scenario would prove nothing."""

import os
import shutil
from pathlib import Path

from ..server import ROOT


def find_program(name):
    """The program's path. Debian keeps PostgreSQL's in a folder per version and nginx in /usr/sbin, outside most PATHs."""
    candidates = [*sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True), shutil.which(name), shutil.which(name, path="/usr/sbin")]
    return str(next(filter(None, candidates), None) or exit_missing(name))


def fake_clock(offset_file, offset="+0"):
    """The environment of a program whose clock differs from the system's by what the file says."""
    found = sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))
    offset_file.write_text(f"{offset}\n")
    return {
        "LD_PRELOAD": str(found[0]) if found else exit_missing("libfaketime"),
        "FAKETIME_TIMESTAMP_FILE": str(offset_file),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }


def find_schemathesis():
    local = ROOT / "target/schemathesis/bin/schemathesis"
    return os.environ.get("SCHEMATHESIS") or (str(local) if local.exists() else shutil.which("schemathesis")) or exit_missing("schemathesis")


def exit_missing(name):
    raise SystemExit(f"{name} is not installed. Run `scripts/install-bench-tools all` to install everything that these runs need.")


def root_prefix():
    """What to put before a command that only root may run."""
    return [] if os.getuid() == 0 else [find_program("sudo")]
