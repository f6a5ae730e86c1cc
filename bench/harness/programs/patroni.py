"""Three PostgreSQL nodes under Patroni and etcd with HAProxy in front, to be killed, paused and switched over.

Runs the files in deploy/patroni/, which are written for three machines. Only addresses, ports and folders are
replaced, and the watchdog is turned off.
"""

import contextlib
import json
import os
import random
import shlex
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

from .find_program import find_program
from .reverse_proxy import replace_all, running
from ..server import ROOT

CONFIGURATION = ROOT / "deploy/patroni"
SCOPE = "clinic"
ADDRESSES = ["10.0.0.11", "10.0.0.12", "10.0.0.13"]
POSTGRES, REST_API, ETCD_CLIENT, ETCD_PEER = 5432, 8008, 2379, 2380
HAPROXY = "127.0.0.1:5000"
SUPERUSER_PASSWORD, SITE_PASSWORD = "CHANGE-superuser", "site-password"
# A replica that follows the primary is at most this far behind it while the load runs.
MAX_REPLICATION_LAG_BYTES = 1_000_000
# For a control run that must lose data.
ASYNCHRONOUS = {"synchronous_mode: true": "synchronous_mode: false", "synchronous_mode_strict: true": "synchronous_mode_strict: false"}


@contextlib.contextmanager
def patroni_cluster(folder, synchronous=True):
    cluster = PatroniCluster(folder / "patroni", synchronous)
    try:
        cluster.create()
        with running(cluster.haproxy_command(), cluster.port, cluster.folder / "haproxy.log"):
            cluster.create_database()
            yield cluster
    finally:
        cluster.kill()


class PatroniCluster:
    def __init__(self, folder, synchronous):
        self.folder, self.synchronous = folder, synchronous
        configured = [f"{address}:{port}" for address in ADDRESSES for port in (POSTGRES, REST_API, ETCD_CLIENT, ETCD_PEER)]
        self.port, *ports = free_server_ports(1 + len(configured))
        self.replacements = {old: f"127.0.0.1:{new}" for old, new in zip([HAPROXY, *configured], [self.port, *ports], strict=True)}
        self.nodes = [Node(f"db{number + 1}", address, folder, self.replacements, {} if synchronous else ASYNCHRONOUS) for number, address in enumerate(ADDRESSES)]
        self.url = f"postgres://clinic:{SITE_PASSWORD}@127.0.0.1:{self.port}/clinic"

    def create(self):
        self.folder.mkdir()
        # PostgreSQL's account needs the folders when the run is started by root.
        for path in (self.folder.parent, self.folder):
            path.chmod(0o755)
        for node in self.nodes:
            node.create()
        for node in self.nodes:
            node.start_etcd()
        # The first node creates the cluster, the others copy it.
        for node in self.nodes:
            node.start_patroni()
        self.wait_until_healthy()

    def create_database(self):
        url = f"postgres://postgres:{SUPERUSER_PASSWORD}@127.0.0.1:{self.port}/postgres"
        # HAProxy uses every node in turn until its first checks have failed, and the standbys are read-only.
        wait_for(lambda: all(is_writable(url) for _ in self.nodes), 30, "a primary behind HAProxy")
        for statement in (f"CREATE ROLE clinic LOGIN PASSWORD '{SITE_PASSWORD}'", "CREATE DATABASE clinic OWNER clinic"):
            run_psql(url, statement)

    def haproxy_command(self):
        text = (CONFIGURATION / "haproxy.cfg").read_text()
        # A check names the port of the REST API without its address.
        for node in self.nodes:
            server = f"{node.configured_address}:{POSTGRES} check port {REST_API}"
            text = replace_all(text, {server: f"{node.address(POSTGRES)} check port {node.address(REST_API).rsplit(':')[1]}"})
        file = self.folder / "haproxy.cfg"
        file.write_text(replace_all(text, {HAPROXY: self.replacements[HAPROXY]}))
        return [find_program("haproxy"), "-db", "-f", str(file)]

    def query(self, statement):
        return run_psql(self.url, statement)

    def wait_for_primary(self, other_than=None, timeout=90):
        return wait_for(lambda: next((node for node in self.nodes if node is not other_than and node.is_primary()), None), timeout, "a primary")

    def wait_until_healthy(self, timeout=120):
        """Until all three nodes run on one timeline and, in synchronous mode, one of them is the synchronous standby."""
        wait_for(lambda: is_healthy(self.members(), self.synchronous), timeout, "a healthy cluster", self.members)

    def members(self):
        """What Patroni knows of the members, from the primary if there is one."""
        for node in sorted(self.nodes, key=Node.is_primary, reverse=True):
            with contextlib.suppress(OSError, ValueError):
                return node.get("/cluster").get("members", [])
        return []

    def switch_over(self, old, new):
        arguments = ["switchover", SCOPE, "--leader", old.name, "--candidate", new.name, "--force"]
        result = subprocess.run([find_program("patronictl"), "-c", str(old.config), *arguments], capture_output=True, text=True, timeout=60, check=False)
        if result.returncode != 0 or "Successfully" not in result.stdout:
            raise RuntimeError(f"patronictl switchover failed: {result.stdout}{result.stderr}")

    def synchronous_standby(self):
        names = [member["name"] for member in self.members() if member["role"] == "sync_standby"]
        return next(node for node in self.nodes if node.name in names)

    def kill(self):
        for node in self.nodes:
            node.kill()


def is_healthy(members, synchronous):
    leaders = [member for member in members if member["role"] == "leader"]
    replicas = [member for member in members if member["role"] != "leader"]
    return (
        len(leaders) == 1
        and len(members) == len(ADDRESSES)
        and any(member["role"] == "sync_standby" for member in replicas) == synchronous
        and all(member["state"] in ("running", "streaming") for member in members)
        and len({member.get("timeline") for member in members}) == 1
        and all(isinstance(member.get("lag"), int) and member["lag"] < MAX_REPLICATION_LAG_BYTES for member in replicas)
    )


class Node:
    """One machine: PostgreSQL, its Patroni and one member of etcd."""

    def __init__(self, name, address, folder, replacements, settings):
        self.name, self.configured_address, self.replacements, self.settings = name, address, replacements, settings
        self.folder, self.data, self.config = folder / name, folder / name / "data", folder / name / "patroni.yml"
        self.etcd = self.patroni = None

    def address(self, port):
        return self.replacements[f"{self.configured_address}:{port}"]

    def create(self):
        self.folder.mkdir()
        self.config.write_text(self.adapt("patroni.yml", "hosts:", {
            "name: db1": f"name: {self.name}",
            "/usr/lib/postgresql/15/bin": str(Path(find_program("postgres")).parent),
            "/var/lib/postgresql/15/clinic.pgpass": f"{self.folder}/pgpass",
            "/var/lib/postgresql/15/clinic": str(self.data),
            "/var/run/postgresql": str(self.folder),
            "10.0.0.0/24": "127.0.0.1/32",
            # The watchdog would reset the machine that runs the tests.
            "mode: automatic": 'mode: "off"',
            **self.settings,
        }))  # fmt: skip
        if os.getuid() == 0:
            # PostgreSQL refuses to run as root, so its own account needs the folder.
            shutil.chown(self.folder, "postgres")

    def adapt(self, file, shared_line, replacements):
        """The file for this machine. The addresses in `shared_line` are those of all machines."""
        lines = (CONFIGURATION / file).read_text().splitlines()
        text = "\n".join(line if line.strip().startswith(shared_line) else line.replace(ADDRESSES[0], self.configured_address) for line in lines)
        local_addresses = {old: new for old, new in self.replacements.items() if old in text}
        return replace_all(text, {**local_addresses, **replacements})

    def start(self):
        self.start_etcd()
        self.start_patroni()

    def start_etcd(self):
        text = self.adapt("etcd.env", "ETCD_INITIAL_CLUSTER=", {'"db1"': f'"{self.name}"', "/var/lib/etcd/clinic": f"{self.folder}/etcd"})
        settings = dict(assignment.split("=", 1) for assignment in shlex.split(text, comments=True))
        self.etcd = self.spawn([find_program("etcd")], "etcd.log", env=os.environ | settings)

    def start_patroni(self):
        account = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}
        # libpq looks for files in the home folder, and PostgreSQL's account cannot read root's.
        self.patroni = self.spawn([find_program("patroni"), str(self.config)], "patroni.log", env=os.environ | {"HOME": str(self.folder)}, **account)

    def spawn(self, command, log, **options):
        with open(self.folder.parent / f"{self.name}-{log}", "ab") as output:
            return subprocess.Popen(command, stdout=output, stderr=output, cwd=self.folder, start_new_session=True, **options)

    def get(self, path, timeout=1):
        """Patroni's REST API. Raises OSError when there is no answer or another status than 200."""
        with urllib.request.urlopen(f"http://{self.address(REST_API)}{path}", timeout=timeout) as response:
            return json.load(response)

    def is_primary(self):
        try:
            self.get("/primary")
            return True
        except (OSError, ValueError):
            return False

    def query(self, statement):
        """Asks this node itself, not the current primary."""
        return run_psql(f"postgres://clinic:{SITE_PASSWORD}@{self.address(POSTGRES)}/clinic", statement)

    def pause(self):
        """SIGSTOP to every process of the machine."""
        for process in (self.patroni, self.etcd):
            process.send_signal(signal.SIGSTOP)
        # A process may start another one until it is stopped itself.
        stopped = set()
        while new := self.postgres_processes() - stopped:
            send_signal(new, signal.SIGSTOP)
            stopped |= new

    def resume(self):
        send_signal(self.postgres_processes(), signal.SIGCONT)
        for process in (self.patroni, self.etcd):
            process.send_signal(signal.SIGCONT)

    def pause_replication(self):
        """Stops the processes that send the write-ahead log to the standbys."""
        senders = {process for process in self.postgres_processes() if b"walsender" in Path(f"/proc/{process}/cmdline").read_bytes()}
        if not senders:
            raise RuntimeError(f"{self.name} has no standby")
        send_signal(senders, signal.SIGSTOP)

    def kill(self):
        """SIGKILL to every process of the machine."""
        for process in filter(None, (self.patroni, self.etcd)):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        while processes := self.postgres_processes():
            send_signal(processes, signal.SIGKILL)
            time.sleep(0.01)

    def postgres_processes(self):
        """Patroni starts PostgreSQL in a session of its own; all its processes work in the data folder."""
        found = set()
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if os.readlink(process / "cwd") == str(self.data):
                    found.add(int(process.name))
        return found


def free_server_ports(count):
    """Ports below the range of outgoing connections, which could take the port of a stopped node."""
    found = []
    for port in random.sample(range(20_000, 32_000), 1000):
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            found.append(port)
        if len(found) == count:
            return found
    raise RuntimeError("no free ports")


def send_signal(processes, number):
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)


def run_psql(url, statement):
    result = subprocess.run([find_program("psql"), url, "-Atc", statement], capture_output=True, text=True, timeout=30, check=False)
    if result.returncode != 0:
        raise RuntimeError(f"psql failed: {result.stderr}")
    return result.stdout.strip()


def is_writable(url):
    try:
        return run_psql(url, "SELECT pg_is_in_recovery()") == "f"
    except RuntimeError:
        return False


def wait_for(condition, timeout, name, describe=lambda: ""):
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        if result := condition():
            return result
        time.sleep(0.1)
    raise RuntimeError(f"{name} was not there within {timeout} s: {describe()}")
