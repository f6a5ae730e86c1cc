"""nginx with the shipped deploy/nginx.conf in front of test servers. Only names, ports and certificates are replaced."""

import contextlib
import socket
import subprocess
import time

from .find_program import find_program
from ..server import ROOT, free_port

UPSTREAMS = ["127.0.0.1:8080", "127.0.0.1:8081", "127.0.0.1:8082"]
# The shipped file has one instance enabled and two more as comments.
ENABLE_ALL_INSTANCES = {"    # server 127.": "    server 127."}
CERTIFICATES, WEBROOT, LOGS = "/etc/letsencrypt/live", "/var/www/html", "/var/log/nginx"


@contextlib.contextmanager
def nginx(folder, servers):
    if len(servers) != len(UPSTREAMS):
        raise ValueError(f"the shipped configuration has {len(UPSTREAMS)} instances, not {len(servers)}")
    port, root = free_port(), folder / "nginx"
    root.mkdir()
    root.parent.chmod(0o755)
    site = adapt_config(
        ROOT / "deploy/nginx.conf", servers,
        ENABLE_ALL_INSTANCES | {
            "listen 443 ssl http2;": f"listen 127.0.0.1:{port};",
            "listen 80;": f"listen 127.0.0.1:{free_port()};",
            "    ssl_certificate     /etc/letsencrypt/live/www.example.ng/fullchain.pem;\n": "",
            "    ssl_certificate_key /etc/letsencrypt/live/www.example.ng/privkey.pem;\n": "",
            "www.example.ng": "clinic.example",
            LOGS: str(root),
        },
    )  # fmt: skip
    with running(command_for(root, site), port, root / "output.log"):
        yield port


class TlsProxy:
    """nginx with TLS in front of one instance. Only ports and the folders of certificates and challenges are replaced."""

    def __init__(self, folder, server, host):
        self.root, self.http_port, self.https_port = folder / "nginx-tls", free_port(), free_port()
        self.root.mkdir()
        folder.chmod(0o755)
        certificates, self.webroot = self.root / "certificates", self.root / "webroot"
        self.certificates = certificates / host
        site = adapt_config(
            ROOT / "deploy/nginx.conf", [server],
            {
                "listen 443 ssl http2;": f"listen 127.0.0.1:{self.https_port} ssl http2;",
                "listen 80;": f"listen 127.0.0.1:{self.http_port};",
                CERTIFICATES: str(certificates),
                WEBROOT: str(self.webroot),
                LOGS: str(self.root),
            },
        )  # fmt: skip
        self.command = command_for(self.root, site)

    def check_configuration(self):
        return subprocess.run([*self.command, "-t"], capture_output=True, text=True)

    def logs(self):
        return "".join((self.root / name).read_text() for name in ("clinic.log", "clinic-error.log"))

    def running(self):
        return running(self.command, self.https_port, self.root / "output.log")


def command_for(root, site):
    (root / "site.conf").write_text(site)
    temp_paths = " ".join(f"{name}_temp_path {root}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (root / "nginx.conf").write_text(f"worker_processes 2; pid {root}/pid; error_log {root}/error.log; daemon off;\nevents {{}}\nhttp {{ access_log off; {temp_paths} include {root}/site.conf; }}\n")
    return [find_program("nginx"), "-c", f"{root}/nginx.conf", "-p", f"{root}", "-e", f"{root}/error.log"]


def adapt_config(file, servers, replacements):
    """Replaces the addresses of the first instances by those of `servers`."""
    addresses = (f"127.0.0.1:{server.port}" for server in servers)
    return replace_all(file.read_text(), {**dict(zip(UPSTREAMS, addresses, strict=False)), **replacements})


def replace_all(text, replacements):
    for old, new in replacements.items():
        if old not in text:
            raise RuntimeError(f"the configuration no longer contains {old!r}, so the test would not run the documented one")
        text = text.replace(old, new)
    return text


@contextlib.contextmanager
def running(command, port, log):
    with open(log, "wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        wait_until_listening(process, port, log)
        yield
    finally:
        process.terminate()
        process.wait(20)


def wait_until_listening(process, port, log, timeout=30):
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise RuntimeError(f"{process.args[0]} did not start: {log.read_text()[-500:]}")
