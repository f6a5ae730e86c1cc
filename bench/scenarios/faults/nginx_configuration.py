"""The shipped nginx.conf with a certificate in place, as docs/operations.md installs it, in front of one instance; then in
front of instances with different files, as during a rolling upgrade."""

import contextlib
import http.client
import shutil
import socket
import ssl
import subprocess

from harness import server_interface
from harness.programs import reverse_proxy
from harness.server import ROOT, TestServer, temporary_folder

HOST = "www.example.ng"
# A picture of the page "services".
CHANGED_PICTURE = "hero-services.svg"
VISITOR, QUERY = "127.0.0.77", "email=ada@example.com"
# As long as the token of an appointment, and paths in which earlier releases, mistakes or attacks have one.
TOKEN = "Q7t" + "x-_Z" * 10 + "9"
PATHS_WITH_TOKEN = [f"{start}{TOKEN}{end}" for start, end in [("/appointment/", ""), ("/appointment/", ".ics"), ("/Appointment/", ""), ("//appointment/", ""), ("/appointment%2F", ""), ("/data/appointment/", ".json"), ("/api/booking/", ""), ("/api/booking/", "/cancel"), ("/", ""), ("/", ".txt"), ("/assets/", ""), ("/home/../appointment/", "")]]
# Header names and what their values must contain.
SECURITY_HEADERS = {"Strict-Transport-Security": "max-age=63072000", "Content-Security-Policy": "frame-ancestors 'none'", "X-Content-Type-Options": "nosniff"}
CHALLENGE, CHALLENGE_ANSWER = "/.well-known/acme-challenge/token", b"answer of certbot"


def run(report, binary):
    arguments = ["--site-url", f"https://{HOST}", server_interface.TRUST_PROXY, "127.0.0.1/32"]
    with temporary_folder() as folder, TestServer(binary, folder / "data", arguments) as server:
        server.start()
        proxy = reverse_proxy.TlsProxy(folder, server, HOST)
        before = proxy.check_configuration()
        report.check("nginx -t: fails without the certificate, which the documented order therefore gets first", before.returncode != 0 and "fullchain.pem" in before.stderr, first_line(before))
        create_certificate(proxy.certificates)
        result = proxy.check_configuration()
        report.check("nginx -t: accepts the shipped file", result.returncode == 0, first_line(result))
        (proxy.webroot / CHALLENGE.lstrip("/")).parent.mkdir(parents=True)
        (proxy.webroot / CHALLENGE.lstrip("/")).write_bytes(CHALLENGE_ANSWER)
        with proxy.running():
            check_requests(report, proxy)
            for path in PATHS_WITH_TOKEN:
                get(connect_tls(proxy), path)
                get(http.client.HTTPConnection("127.0.0.1", proxy.http_port, timeout=10), path)
            server.kill()
            response, _ = get(connect_tls(proxy), f"{server_interface.HOME}?{QUERY}")
            report.check("port 443: an instance that is down is reported as 502", response.status == 502, response.status)
            check_security_headers(report, "an error of nginx", response)
        check_logs(report, proxy.logs())
    check_rolling_upgrade(report, binary)


def check_rolling_upgrade(report, binary):
    """One instance has a picture that the others do not have, and they have one that it does not have."""
    with temporary_folder() as folder, contextlib.ExitStack() as stack:
        changed = folder / "content"
        shutil.copytree(ROOT / "content", changed)
        picture = changed / "pictures" / CHANGED_PICTURE
        picture.write_text(picture.read_text().replace("</svg>", '<rect width="1" height="1" opacity="0"/></svg>'))
        arguments = [["--site-url", "https://clinic.example", server_interface.CONTENT, str(content)] for content in (changed, ROOT / "content", ROOT / "content")]
        servers = [stack.enter_context(TestServer(binary, folder / f"data{number}", flags)) for number, flags in enumerate(arguments)]
        for server in servers:
            server.start()
        pictures = [page_files(server.port) for server in servers]
        differ = pictures[0] - pictures[1] and pictures[1] - pictures[0]
        with reverse_proxy.nginx(folder, servers) as port:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            files = sorted(pictures[0] ^ pictures[1])
            statuses = [get(connection, path, "clinic.example")[0].status for path in files * 12]
            unknown = get(connection, "/pictures/unknown.0000.svg", "clinic.example")[0].status
            home = get(connection, server_interface.HOME, "clinic.example")[0].status
    found = bool(differ) and set(statuses) == {200}
    report.check("rolling upgrade: a file that only some instances have is always found", found, f"{statuses.count(200)} of {len(statuses)} requests")
    report.check("rolling upgrade: a file that no instance has is 404, and the instances stay in use", (unknown, home) == (404, 200), f"{unknown}, then {home}")


def page_files(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    _, body = get(connection, server_interface.SERVICES, "clinic.example")
    return set(server_interface.PAGE_FILES.findall(body.decode()))


def check_requests(report, proxy):
    plain = http.client.HTTPConnection("127.0.0.1", proxy.http_port, timeout=10)
    response, body = get(plain, CHALLENGE)
    report.check("port 80: answers certbot's challenge, so that renewals work", (response.status, body) == (200, CHALLENGE_ANSWER), f"{response.status} {body[:40]!r}")
    response, _ = get(plain, server_interface.HOME)
    location = response.getheader("Location")
    report.check("port 80: redirects pages to https", (response.status, location) == (308, f"https://{HOST}{server_interface.HOME}"), f"{response.status} {location}")
    response, _ = get(plain, server_interface.OPENAPI)
    report.check("port 80: does not redirect calls of the API", response.status == 403, response.status)
    response, body = get(connect_tls(proxy), f"{server_interface.HOME}?{QUERY}")
    report.check("port 443: serves the page of the instance", response.status == 200 and b"<title>" in body, f"{response.status}, {len(body)} bytes")
    check_security_headers(report, "a page", response)
    check_tls_versions(report, proxy)


def check_security_headers(report, answer, response):
    """Each exactly once: nginx adds a header only where the instance has not set it."""
    values = {name: response.headers.get_all(name, []) for name in SECURITY_HEADERS}
    complete = all(len(values[name]) == 1 and part in values[name][0] for name, part in SECURITY_HEADERS.items())
    report.check(f"port 443: {answer} has the security headers, each once", complete, ", ".join(f"{name} {len(found)}" for name, found in values.items()))


def check_tls_versions(report, proxy):
    versions = ("TLSv1", "TLSv1_1", "TLSv1_2", "TLSv1_3")
    accepted = [name for name in versions if accepts(proxy.https_port, ssl.TLSVersion[name], "ALL:@SECLEVEL=0")]
    report.check("port 443: TLS 1.2 and 1.3 only", accepted == ["TLSv1_2", "TLSv1_3"], ", ".join(accepted))
    # Without forward secrecy: who steals the key later can read what was recorded before.
    weak = accepts(proxy.https_port, ssl.TLSVersion.TLSv1_2, "ALL:!ECDHE:!DHE:@SECLEVEL=0") or accepts(proxy.https_port, ssl.TLSVersion.TLSv1_2, "ECDHE+SHA:@SECLEVEL=0")
    report.check("port 443: no cipher suite without forward secrecy or authenticated encryption", not weak, "accepted" if weak else "none accepted")


def accepts(port, version, ciphers):
    context = ssl._create_unverified_context()
    context.minimum_version = context.maximum_version = version
    # The client must offer everything itself, so that only the server can refuse.
    context.set_ciphers(ciphers)
    try:
        with socket.create_connection(("127.0.0.1", port), 10) as connection, context.wrap_socket(connection, server_hostname=HOST):
            return True
    except (ssl.SSLError, ConnectionError):
        return False


def connect_tls(proxy):
    # The certificate is self-signed. The visitor's address is not one that the configuration contains.
    return http.client.HTTPSConnection("127.0.0.1", proxy.https_port, timeout=10, context=ssl._create_unverified_context(), source_address=(VISITOR, 0))


def check_logs(report, logs):
    found = [secret for secret in (VISITOR, QUERY, TOKEN) if secret in logs]
    complete = f"GET {server_interface.HOME} 200" in logs and f"GET {server_interface.HOME} 502" in logs
    report.check("logs: every request with the beginning of its path and its status, no visitor address, no query and no link to an appointment", complete and not found, f"{len(logs.splitlines())} lines, found {found}")


def first_line(result):
    return result.stderr.strip().splitlines()[0][:120]


def get(connection, path, host=HOST):
    connection.request("GET", path, headers={"Host": host})
    response = connection.getresponse()
    return response, response.read()


def create_certificate(folder):
    folder.mkdir(parents=True)
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"]
    command += ["-subj", f"/CN={HOST}", "-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run(command, check=True, capture_output=True)
