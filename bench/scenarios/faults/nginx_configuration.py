"""The shipped nginx.conf with a certificate in place, as docs/operations.md installs it, in front of one instance."""

import http.client
import ssl
import subprocess

from harness import contract, reverse_proxy
from harness.server import TestServer, temporary_folder

HOST = "www.example.ng"
CHALLENGE, CHALLENGE_ANSWER = "/.well-known/acme-challenge/token", b"answer of certbot"


def run(report, binary):
    arguments = ["--site-url", f"https://{HOST}", contract.TRUST_PROXY, "127.0.0.1/32"]
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


def check_requests(report, proxy):
    plain = http.client.HTTPConnection("127.0.0.1", proxy.http_port, timeout=10)
    response, body = get(plain, CHALLENGE)
    report.check("port 80: answers certbot's challenge, so that renewals work", (response.status, body) == (200, CHALLENGE_ANSWER), f"{response.status} {body[:40]!r}")
    response, _ = get(plain, contract.HOME)
    location = response.getheader("Location")
    report.check("port 80: redirects pages to https", (response.status, location) == (308, f"https://{HOST}{contract.HOME}"), f"{response.status} {location}")
    # The certificate is self-signed.
    tls = http.client.HTTPSConnection("127.0.0.1", proxy.https_port, timeout=10, context=ssl._create_unverified_context())
    response, body = get(tls, contract.HOME)
    report.check("port 443: serves the page of the instance", response.status == 200 and b"<title>" in body, f"{response.status}, {len(body)} bytes")


def first_line(result):
    return result.stderr.strip().splitlines()[0][:120]


def get(connection, path):
    connection.request("GET", path, headers={"Host": HOST})
    response = connection.getresponse()
    return response, response.read()


def create_certificate(folder):
    folder.mkdir(parents=True)
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1"]
    command += ["-subj", f"/CN={HOST}", "-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run(command, check=True, capture_output=True)
