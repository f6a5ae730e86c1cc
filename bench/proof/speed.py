"""Pages per second against nginx with the same compressed bytes under the same headers, on the same cores, in alternating
rounds."""

import contextlib
import os
import re
import statistics
import subprocess
import urllib.request

from .house import free_port

# Many short rounds: a neighbour on the machine disturbs some of them, not the median.
ROUNDS = 15
SECONDS = 1
CONNECTIONS = 64
# With fewer, the cores would wait for whoever asks, and every server would look equally fast.
ASKING = os.cpu_count() or 1

# What nginx says by itself, in its own words.
ITS_OWN = {"date", "server", "connection", "content-length", "content-type", "content-encoding", "etag", "vary", "last-modified"}


def against_nginx(verdict, house, folder):
    url = f"http://127.0.0.1:{house.port}/home"
    house.rest()
    packed, said = fetch(url, {"Accept-Encoding": "gzip"})
    with nginx(folder, packed, fetch(url, {})[0], said) as port:
        peer = f"http://127.0.0.1:{port}/home.html"
        peer_packed, peer_said = fetch(peer, {"Accept-Encoding": "gzip"})
        if peer_packed != packed or {name.lower() for name in said} - {name.lower() for name in peer_said}:
            raise RuntimeError("nginx does not serve the same bytes; the comparison would be unfair")
        tag, peer_tag = said["ETag"], peer_said["ETag"]
        compare(verdict, "gzip, keep-alive", url, peer, ["Accept-Encoding: gzip"], ["Accept-Encoding: gzip"], "200")
        compare(verdict, "304, keep-alive", url, peer, [f"If-None-Match: {tag}"], [f"If-None-Match: {peer_tag}"], "304")
    alone = [wrk(url, ["Accept-Encoding: br"]) for _ in range(ROUNDS)]
    verdict.measure("/home, brotli, keep-alive", f"{statistics.median(run.rate for run in alone):.0f} a second, p99 {statistics.median(run.p99 for run in alone):.1f} ms")


def compare(verdict, what, url, peer, headers, peer_headers, status):
    """Alternating, so that a noisy neighbour disturbs both; the ratio of the medians is the figure."""
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(wrk(url, headers))
        theirs.append(wrk(peer, peer_headers))
    rate, peer_rate = (statistics.median(run.rate for run in runs) for runs in (ours, theirs))
    p99, peer_p99 = (statistics.median(run.p99 for run in runs) for runs in (ours, theirs))
    verdict.measure(f"/home {what} ({status})", f"{rate:.0f} a second, p99 {p99:.1f} ms; nginx {peer_rate:.0f}, p99 {peer_p99:.1f} ms")
    verdict.floor(f"/home {what}: pages per second against nginx", rate / peer_rate, 1.0)


def fetch(url, headers):
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=10) as answer:
        return answer.read(), answer.headers


class Run:
    def __init__(self, report):
        self.rate = float(re.search(r"Requests/sec:\s+([\d.]+)", report).group(1))
        amount, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", report).groups()
        self.p99 = float(amount) * {"us": 0.001, "ms": 1, "s": 1000}[unit]
        if "Socket errors" in report:
            raise RuntimeError(f"wrk met errors: {report}")


def wrk(url, headers):
    flags = [flag for header in headers for flag in ("-H", header)]
    command = ["wrk", f"-t{ASKING}", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "--latency", *flags, url]
    return Run(subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout)


@contextlib.contextmanager
def nginx(folder, packed, plain, headers):
    """As many workers as cores, no access log, the file opened once: nginx at its best."""
    said = "".join(f"add_header {name} \"{value}\" always; " for name, value in headers.items() if name.lower() not in ITS_OWN)
    port, root = free_port(), folder / "nginx"
    (root / "pages").mkdir(parents=True)
    root.parent.chmod(0o755)
    (root / "pages/home.html").write_bytes(plain)
    (root / "pages/home.html.gz").write_bytes(packed)
    (root / "nginx.conf").write_text(f"""
        worker_processes auto; pid {root}/pid; error_log {root}/error.log; daemon off;
        events {{ worker_connections 1024; }}
        http {{
          access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; open_file_cache max=100;
          types {{ text/html html; }}
          client_body_temp_path {root}/body; proxy_temp_path {root}/proxy; fastcgi_temp_path {root}/fastcgi;
          uwsgi_temp_path {root}/uwsgi; scgi_temp_path {root}/scgi;
          server {{ listen 127.0.0.1:{port}; root {root}/pages; gzip_static on; gzip_vary on; {said} }}
        }}
    """)
    server = subprocess.Popen(["nginx", "-c", str(root / "nginx.conf"), "-p", str(root)], stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        wait_for(port, server)
        yield port
    finally:
        server.terminate()
        server.wait(10)


def wait_for(port, server):
    for _ in range(100):
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/home.html", timeout=1).close()
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            raise RuntimeError(f"nginx ended with {server.wait(0.1)}")
    raise RuntimeError("nginx did not start")
