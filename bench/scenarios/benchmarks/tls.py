"""Pages over TLS 1.3 and new handshakes against nginx and Caddy: the same bytes, headers, certificate and cipher."""

import contextlib
import os
import re
import ssl
import statistics
import subprocess
import urllib.request

from harness.programs.certificate import create_certificate
from harness.server_interface import HOME, LISTEN_TLS, NO_LIMITS, QUIET_LOG, TLS_CERT, TLS_KEY
from harness.programs.find_program import find_program
from harness.programs.reverse_proxy import running
from harness.server import TestServer, free_port

from .pages import SET_BY_NGINX

# Many short rounds: another process on the machine disturbs some of them, but not the median.
ROUNDS = 9
# A number rather than a time: with a time h2load 1.52 did not always end.
REQUESTS = 30_000
CONNECTIONS = 64
STREAMS = 10
# h2load needs a thread per core. With fewer, it is the bottleneck and every server looks equally fast.
THREADS = os.cpu_count() or 1
HANDSHAKES = 600
CIPHER = "TLS_AES_128_GCM_SHA256"

# The lowest accepted ratios.
NGINX_FLOOR = 1.0
CADDY_FLOOR = 1.5
CADDY_HANDSHAKES_FLOOR = 1.0
# Headers that Caddy sets itself.
SET_BY_CADDY = {"date", "server", "connection", "content-length"}


def run(report, binary, folder):
    h2load = find_program("h2load")
    certificate = create_certificate(folder)
    port = free_port()
    flags = [LISTEN_TLS, f"127.0.0.1:{port}", TLS_CERT, str(certificate[0]), TLS_KEY, str(certificate[1])]
    # No log line per request: the others write none either.
    with TestServer(binary, folder / "data", [*NO_LIMITS, *flags], environment=QUIET_LOG) as server:
        server.start()
        server.wait_until_idle()
        ours = f"https://127.0.0.1:{port}{HOME}"
        page = Page(ours)
        with nginx(folder, certificate, page) as nginx_port, caddy(folder, certificate, page) as caddy_port:
            urls = {"clinic": ours, "nginx": f"https://127.0.0.1:{nginx_port}{HOME}", "Caddy": f"https://127.0.0.1:{caddy_port}{HOME}"}
            for name, url in urls.items():
                page.require_same(name, url)
            for protocol, arguments in {"HTTP/2": ["--npn-list=h2", f"-m{STREAMS}"], "HTTP/1.1": ["--h1"]}.items():
                rates = alternate(urls, lambda url: request_rate(h2load, url, arguments))  # noqa: B023
                report.measure(f"{HOME} gzip over {protocol} and TLS 1.3", describe(rates))
                report.at_least(f"{HOME} over {protocol} and TLS: requests per second against nginx", rates["clinic"] / rates["nginx"], NGINX_FLOOR)
                report.at_least(f"{HOME} over {protocol} and TLS: requests per second against Caddy", rates["clinic"] / rates["Caddy"], CADDY_FLOOR)
            rates = alternate(urls, lambda url: handshake_rate(h2load, url))
            report.measure("new TLS 1.3 handshakes, each with one request", describe(rates))
            report.at_least("new handshakes per second against Caddy", rates["clinic"] / rates["Caddy"], CADDY_HANDSHAKES_FLOOR)
        report.measure("peak resident memory under that load", f"{server.memory()[1]:.0f} MiB")


class Page:
    """The home page as this server sends it, which the others have to send too."""

    def __init__(self, url):
        self.compressed, headers = fetch(url, {"Accept-Encoding": "gzip"})
        self.uncompressed, _ = fetch(url, {})
        self.headers = dict(headers.items())

    def require_same(self, name, url):
        compressed, headers = fetch(url, {"Accept-Encoding": "gzip"})
        # Caddy sends compressed files without their length.
        missing = {header.lower() for header in self.headers} - {header.lower() for header in headers} - {"content-length"}
        if compressed != self.compressed or missing:
            raise RuntimeError(f"{name} does not send the same bytes and headers (missing: {missing}), so the comparison would be unfair")

    def headers_not_in(self, names):
        return {name: value for name, value in self.headers.items() if name.lower() not in names}


def fetch(url, headers):
    context = ssl._create_unverified_context()  # noqa: S323, SLF001
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=10, context=context) as response:
        return response.read(), response.headers


def alternate(urls, measure):
    """Rounds alternate, so that other load on the machine disturbs all sides. Returns the median of each."""
    rates = {name: [] for name in urls}
    for _ in range(ROUNDS):
        for name, url in urls.items():
            rates[name].append(measure(url))
    return {name: statistics.median(found) for name, found in rates.items()}


def request_rate(h2load, url, arguments):
    return run_h2load([h2load, f"-t{THREADS}", f"-c{CONNECTIONS}", f"-n{REQUESTS}", *arguments], url)


def handshake_rate(h2load, url):
    """Each request has a connection of its own. h2load never resumes a session."""
    return run_h2load([h2load, f"-t{THREADS}", f"-c{HANDSHAKES}", f"-n{HANDSHAKES}", "--npn-list=h2"], url)


def run_h2load(command, url):
    options = ["-H", "accept-encoding: gzip", f"--tls13-ciphers={CIPHER}", "--groups=X25519"]
    output = subprocess.run([*command, *options, url], capture_output=True, text=True, check=True, timeout=120).stdout
    failed = re.search(r"(\d+) failed, (\d+) errored, (\d+) timeout", output).groups()
    succeeded = int(re.search(r"(\d+) succeeded", output).group(1))
    if f"Cipher: {CIPHER}" not in output or not succeeded or any(int(count) > 0 for count in failed):
        raise RuntimeError(f"h2load reported errors: {output}")
    return float(re.search(r"([\d.]+) req/s", output).group(1))


def describe(rates):
    return ", ".join(f"{name} {rate:.0f}/s" for name, rate in rates.items())


@contextlib.contextmanager
def nginx(folder, certificate, page):
    """nginx in its fastest configuration: a worker per core, no access log, cached file handles."""
    root, port = folder / "nginx", free_port()
    add_headers = "".join(f'add_header {name} "{value}" always; ' for name, value in page.headers_not_in(SET_BY_NGINX).items())
    (root / "pages").mkdir(parents=True)
    folder.chmod(0o755)
    (root / f"pages{HOME}").write_bytes(page.uncompressed)
    (root / f"pages{HOME}.gz").write_bytes(page.compressed)
    temporary = " ".join(f"{name}_temp_path {root}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (root / "nginx.conf").write_text(f"""
        worker_processes auto; pid {root}/pid; error_log {root}/error.log; daemon off;
        events {{ worker_connections 2048; }}
        http {{
          access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; open_file_cache max=100;
          default_type "text/html; charset=utf-8"; {temporary}
          server {{
            listen 127.0.0.1:{port} ssl http2; root {root}/pages; gzip_static on; gzip_vary on; {add_headers}
            ssl_certificate {certificate[0]}; ssl_certificate_key {certificate[1]}; ssl_protocols TLSv1.3;
          }}
        }}
    """)
    with running([find_program("nginx"), "-c", f"{root}/nginx.conf", "-p", str(root)], port, root / "output.log"):
        yield port


@contextlib.contextmanager
def caddy(folder, certificate, page):
    """Debian's Caddy as a file server of compressed files."""
    root, port = folder / "caddy", free_port()
    (root / "pages").mkdir(parents=True)
    (root / f"pages{HOME}").write_bytes(page.uncompressed)
    (root / f"pages{HOME}.gz").write_bytes(page.compressed)
    headers = "\n".join(f'header {name} "{value.replace(chr(34), chr(92) + chr(34))}"' for name, value in page.headers_not_in(SET_BY_CADDY | {"content-encoding"}).items())
    (root / "Caddyfile").write_text(f"""
        {{
          admin off
          auto_https off
          storage file_system {root}/storage
        }}
        https://127.0.0.1:{port} {{
          tls {certificate[0]} {certificate[1]}
          {headers}
          root * {root}/pages
          file_server {{
            precompressed gzip
          }}
        }}
    """)
    command = [find_program("caddy"), "run", "--config", str(root / "Caddyfile"), "--adapter", "caddyfile"]
    with running(command, port, root / "output.log"):
        yield port
