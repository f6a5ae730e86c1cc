"""Pages per second against nginx: the same compressed bytes and headers, the same cores, alternating rounds."""

import contextlib
import os
import re
import statistics
import subprocess
import urllib.request

from harness.server_interface import HOME
from harness.programs.find_program import find_program
from harness.server import free_port

# Many short rounds: another process on the machine disturbs some of them, but not the median.
ROUNDS = 15
SECONDS = 1
CONNECTIONS = 64
# wrk needs a thread per core. With fewer, wrk is the bottleneck and every server looks equally fast.
WRK_THREADS = os.cpu_count() or 1

# The lowest accepted ratios to nginx.
GZIP_FLOOR = 0.9
NOT_MODIFIED_FLOOR = 1.4

# Headers that nginx sets itself.
SET_BY_NGINX = {"date", "server", "connection", "content-length", "content-type", "content-encoding", "etag", "vary", "last-modified"}


def run(report, server, folder):
    url = f"http://127.0.0.1:{server.port}{HOME}"
    gzip = "Accept-Encoding: gzip"
    server.wait_until_idle()
    compressed, headers = fetch(url, {"Accept-Encoding": "gzip"})
    with nginx(folder, compressed, fetch(url, {})[0], headers) as port:
        peer_url = f"http://127.0.0.1:{port}/home.html"
        peer_compressed, peer_headers = fetch(peer_url, {"Accept-Encoding": "gzip"})
        if peer_compressed != compressed or {name.lower() for name in headers} - {name.lower() for name in peer_headers}:
            raise RuntimeError("nginx does not send the same bytes and headers, so the comparison would be unfair")
        compare(report, "gzip (200)", (url, gzip), (peer_url, gzip), GZIP_FLOOR)
        validators = [f"If-None-Match: {found['ETag']}" for found in (headers, peer_headers)]
        compare(report, "If-None-Match (304)", (url, validators[0]), (peer_url, validators[1]), NOT_MODIFIED_FLOOR)
    runs = [run_wrk(url, "Accept-Encoding: br") for _ in range(ROUNDS)]
    report.measure(f"{HOME} brotli (200)", f"{statistics.median(run.rate for run in runs):.0f}/s, p99 {statistics.median(run.p99 for run in runs):.1f} ms")


def compare(report, name, request, peer_request, floor):
    """Rounds alternate, so that other load on the machine disturbs both sides. The result is the ratio of the medians."""
    ours, peers = [], []
    for _ in range(ROUNDS):
        ours.append(run_wrk(*request))
        peers.append(run_wrk(*peer_request))
    rate, peer_rate = (statistics.median(run.rate for run in runs) for runs in (ours, peers))
    p99, peer_p99 = (statistics.median(run.p99 for run in runs) for runs in (ours, peers))
    report.measure(f"{HOME} {name}", f"{rate:.0f}/s, p99 {p99:.1f} ms; nginx {peer_rate:.0f}/s, p99 {peer_p99:.1f} ms")
    report.at_least(f"{HOME} {name}: requests per second against nginx", rate / peer_rate, floor)


def fetch(url, headers):
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=10) as response:
        return response.read(), response.headers


class WrkResult:
    def __init__(self, output):
        self.rate = float(re.search(r"Requests/sec:\s+([\d.]+)", output).group(1))
        amount, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", output).groups()
        self.p99 = float(amount) * {"us": 0.001, "ms": 1, "s": 1000}[unit]
        if "Socket errors" in output:
            raise RuntimeError(f"wrk reported errors: {output}")


def run_wrk(url, header):
    command = ["wrk", f"-t{WRK_THREADS}", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "--latency", "-H", header, url]
    return WrkResult(subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout)


@contextlib.contextmanager
def nginx(folder, compressed, uncompressed, headers):
    """nginx in its fastest configuration: a worker per core, no access log, cached file handles."""
    add_headers = "".join(f"add_header {name} \"{value}\" always; " for name, value in headers.items() if name.lower() not in SET_BY_NGINX)
    port, root = free_port(), folder / "nginx"
    (root / "pages").mkdir(parents=True)
    root.parent.chmod(0o755)
    (root / "pages/home.html").write_bytes(uncompressed)
    (root / "pages/home.html.gz").write_bytes(compressed)
    (root / "nginx.conf").write_text(f"""
        worker_processes auto; pid {root}/pid; error_log {root}/error.log; daemon off;
        events {{ worker_connections 1024; }}
        http {{
          access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; open_file_cache max=100;
          types {{ text/html html; }}
          client_body_temp_path {root}/body; proxy_temp_path {root}/proxy; fastcgi_temp_path {root}/fastcgi;
          uwsgi_temp_path {root}/uwsgi; scgi_temp_path {root}/scgi;
          server {{ listen 127.0.0.1:{port}; root {root}/pages; gzip_static on; gzip_vary on; {add_headers} }}
        }}
    """)
    command = [find_program("nginx"), "-c", str(root / "nginx.conf"), "-p", str(root)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        wait_until_ready(port, process)
        yield port
    finally:
        process.terminate()
        process.wait(10)


def wait_until_ready(port, process):
    for _ in range(100):
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/home.html", timeout=1).close()
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            raise RuntimeError(f"nginx exited with {process.wait(0.1)}")
    raise RuntimeError("nginx did not start")
