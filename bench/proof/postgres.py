"""A PostgreSQL cluster of our own, reachable by a socket in its folder only, with its syncs on."""

import contextlib
import os
import shutil
import subprocess

from .tools import need


@contextlib.contextmanager
def cluster(folder):
    postgres = Postgres(folder / "postgres")
    postgres.make()
    try:
        yield postgres
    finally:
        postgres.stop("immediate")


class Postgres:
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
            [need("psql"), "-h", str(self.folder), "-U", "postgres", "-Atc", statement],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout.strip()

    def run(self, name, *arguments):
        account = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}
        subprocess.run(
            [need(name), *map(str, arguments)],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder, **account,
        )  # fmt: skip
