"""The reverse proxy of deploy/, started from the very file that is shipped: only names and ports are exchanged."""

import contextlib
import socket
import subprocess
import time

from .house import ROOT, free_port
from .tools import need

INSTANCES = ["127.0.0.1:8081", "127.0.0.1:8082", "127.0.0.1:8083"]


@contextlib.contextmanager
def nginx(folder, houses):
    port, root = free_port(), folder / "nginx"
    root.mkdir()
    root.parent.chmod(0o755)
    site = exchange(
        ROOT / "deploy/nginx.conf", houses,
        {
            "listen 443 ssl http2;": f"listen 127.0.0.1:{port};",
            "listen 80;": f"listen 127.0.0.1:{free_port()};",
            "    ssl_certificate     /etc/letsencrypt/live/www.example.ng/fullchain.pem;\n": "",
            "    ssl_certificate_key /etc/letsencrypt/live/www.example.ng/privkey.pem;\n": "",
            "www.example.ng": "clinic.example",
        },
    )  # fmt: skip
    (root / "site.conf").write_text(site)
    places = " ".join(f"{name}_temp_path {root}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (root / "nginx.conf").write_text(f"worker_processes 2; pid {root}/pid; error_log {root}/error.log; daemon off;\nevents {{}}\nhttp {{ access_log off; {places} include {root}/site.conf; }}\n")
    with running([need("nginx"), "-c", f"{root}/nginx.conf", "-p", f"{root}", "-e", f"{root}/error.log"], port, root / "said"):
        yield port


def exchange(file, houses, names):
    text = file.read_text()
    for old, new in {**dict(zip(INSTANCES, (f"127.0.0.1:{house.port}" for house in houses), strict=True)), **names}.items():
        if old not in text:
            raise RuntimeError(f"{file.name} no longer says {old!r}: the proxy would not be the one that is shipped")
        text = text.replace(old, new)
    return text


@contextlib.contextmanager
def running(command, port, log):
    with open(log, "wb") as said:
        proxy = subprocess.Popen(command, stdout=said, stderr=said)
    try:
        wait_until_up(proxy, port, log)
        yield
    finally:
        proxy.terminate()
        proxy.wait(20)


def wait_until_up(proxy, port, log, within=30):
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        if proxy.poll() is not None:
            break
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise RuntimeError(f"the proxy did not start: {log.read_text()[-500:]}")
