"""A PostgreSQL cluster for tests: with fsync, reachable only through a socket in its own folder."""

import contextlib
import os
import shutil
import subprocess

from .find_program import find_program


@contextlib.contextmanager
def postgres_cluster(folder):
    cluster = PostgresCluster(folder / "postgres")
    cluster.create()
    try:
        yield cluster
    finally:
        cluster.stop("immediate")


class PostgresCluster:
    def __init__(self, folder):
        self.folder, self.data = folder, folder / "data"
        self.url = f"postgres://postgres@localhost/postgres?host={folder}"

    def create(self):
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

    def stop(self, mode):
        with contextlib.suppress(subprocess.CalledProcessError):
            self.run("pg_ctl", "stop", "-m", mode, "-D", self.data)

    def query(self, statement):
        result = subprocess.run(
            [find_program("psql"), "-h", str(self.folder), "-U", "postgres", "-Atc", statement],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        return result.stdout.strip()

    def run(self, program, *arguments):
        account = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}
        subprocess.run(
            [find_program(program), *map(str, arguments)],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder, **account,
        )  # fmt: skip
