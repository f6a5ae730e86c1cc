"""Programs that the runs need and do not bring along. A missing one ends the run: a story left out proves nothing."""

import os
import shutil
from pathlib import Path

from .house import ROOT


def need(name):
    """The program's path. Debian keeps PostgreSQL's in a folder by version and nginx where only root looks."""
    found = [*sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True), shutil.which(name), shutil.which(name, path="/usr/sbin")]
    return str(next(filter(None, found), None) or missing(name))


def need_faketime():
    return str(next(iter(sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))), None) or missing("libfaketime"))


def need_schemathesis():
    own = ROOT / "target/schemathesis/bin/schemathesis"
    return os.environ.get("SCHEMATHESIS") or (str(own) if own.exists() else shutil.which("schemathesis")) or missing("schemathesis")


def missing(name):
    raise SystemExit(f"{name} is not installed. `scripts/need-proof schemathesis` installs everything that these runs need.")


def as_root():
    """What to put before a command that only root may run."""
    return [] if os.getuid() == 0 else [need("sudo")]
