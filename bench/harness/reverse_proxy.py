"""nginx with the shipped deploy/nginx.conf in front of test servers. Only names, ports and certificates are replaced."""

import contextlib
import socket
import subprocess
import time

from .programs import find_program
from .server import ROOT, free_port

UPSTREAMS = ["127.0.0.1:8081", "127.0.0.1:8082", "127.0.0.1:8083"]


@contextlib.contextmanager
def nginx(folder, servers):
    port, root = free_port(), folder / "nginx"
    root.mkdir()
    root.parent.chmod(0o755)
    site = adapt_config(
        ROOT / "deploy/nginx.conf", servers,
        {
            "listen 443 ssl http2;": f"listen 127.0.0.1:{port};",
            "listen 80;": f"listen 127.0.0.1:{free_port()};",
            "    ssl_certificate     /etc/letsencrypt/live/www.example.ng/fullchain.pem;\n": "",
            "    ssl_certificate_key /etc/letsencrypt/live/www.example.ng/privkey.pem;\n": "",
            "www.example.ng": "clinic.example",
        },
    )  # fmt: skip
    (root / "site.conf").write_text(site)
    temp_paths = " ".join(f"{name}_temp_path {root}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (root / "nginx.conf").write_text(f"worker_processes 2; pid {root}/pid; error_log {root}/error.log; daemon off;\nevents {{}}\nhttp {{ access_log off; {temp_paths} include {root}/site.conf; }}\n")
    command = [find_program("nginx"), "-c", f"{root}/nginx.conf", "-p", f"{root}", "-e", f"{root}/error.log"]
    with running(command, port, root / "output.log"):
        yield port


def adapt_config(file, servers, replacements):
    addresses = (f"127.0.0.1:{server.port}" for server in servers)
    return replace_all(file.read_text(), {**dict(zip(UPSTREAMS, addresses, strict=True)), **replacements})


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
