"""Requests that no browser sends: request smuggling, path traversal, header injection, oversized input; and security headers."""

import re
import socket
import time

from harness import server_interface
from harness.server_interface import CLAIM, CLAIM_IDS, FINISH_PLAY, START_PLAY

HOST = b"Host: clinic.example\r\n"
INNER = b"GET /smuggled HTTP/1.1\r\nHost: clinic.example\r\n\r\n"


def post(headers, body):
    return f"POST {START_PLAY} HTTP/1.1\r\n".encode() + HOST + headers + b"\r\n" + body


# A proxy could read each of these as one request and the server as two. The inner request must never be answered.
SMUGGLING = {
    "Content-Length and chunked": post(b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n" % (5 + len(INNER)), b"0\r\n\r\n" + INNER),
    "chunked and Content-Length": post(b"Transfer-Encoding: chunked\r\nContent-Length: %d\r\n" % (5 + len(INNER)), b"0\r\n\r\n" + INNER),
    "two different Content-Length headers": post(b"Content-Length: 0\r\nContent-Length: %d\r\n" % len(INNER), INNER),
    "two lengths in one header": post(b"Content-Length: 0, %d\r\n" % len(INNER), INNER),
    "length with a plus sign": post(b"Content-Length: +%d\r\n" % len(INNER), INNER),
    "negative length": post(b"Content-Length: -1\r\n", INNER),
    "hexadecimal length": post(b"Content-Length: 0x10\r\n", INNER),
    "length that overflows": post(b"Content-Length: 99999999999999999999999\r\n", INNER),
    "length with a space inside": post(b"Content-Length: 1 2\r\n", INNER),
    "space before the colon": post(b"Content-Length : %d\r\n" % len(INNER), INNER),
    "space before the colon of Transfer-Encoding": post(b"Transfer-Encoding : chunked\r\n", b"0\r\n\r\n" + INNER),
    "folded header line": post(b"Transfer-Encoding:\r\n chunked\r\n", b"0\r\n\r\n" + INNER),
    "chunked is not the last coding": post(b"Transfer-Encoding: chunked, identity\r\n", b"0\r\n\r\n" + INNER),
    "unknown coding": post(b"Transfer-Encoding: xchunked\r\n", b"0\r\n\r\n" + INNER),
    "two Transfer-Encoding headers": post(b"Transfer-Encoding: identity\r\nTransfer-Encoding: xchunked\r\n", b"0\r\n\r\n" + INNER),
    "vertical tab in the coding": post(b"Transfer-Encoding: \x0bchunked\r\n", b"0\r\n\r\n" + INNER),
    "chunk size with a sign": post(b"Transfer-Encoding: chunked\r\n", b"+0\r\n\r\n" + INNER),
    "chunk size with 0x": post(b"Transfer-Encoding: chunked\r\n", b"0x0\r\n\r\n" + INNER),
    "chunk size that overflows": post(b"Transfer-Encoding: chunked\r\n", b"10000000000000000\r\n\r\n" + INNER),
    "chunk without a line end": post(b"Transfer-Encoding: chunked\r\n", b"1\r\nAB0\r\n\r\n" + INNER),
    "bare line feed in a chunk": post(b"Transfer-Encoding: chunked\r\n", b"0\n\n" + INNER),
    "bare carriage return in a header": post(b"X: a\rContent-Length: 0\r\n", INNER[:1]),
    "NUL in a header": post(b"X: a\x00b\r\n", b""),
    "header without a colon": post(b"Nonsense\r\n", b""),
    "no Host": b"GET /home HTTP/1.1\r\n\r\n",
    "two Host headers": b"GET /home HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "HTTP/0.9": b"GET /home\r\n\r\n",
    "HTTP/2 preface": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "chunked and Content-Length on HTTP/1.0": f"POST {START_PLAY} HTTP/1.0\r\n".encode() + b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n" + INNER,
    "TLS handshake": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(40),
}  # fmt: skip

TRAVERSAL = [
    "/../../../etc/passwd", "/..%2f..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/assets/../../Cargo.toml",
    "/assets/..%2f..%2fCargo.toml", "/assets/....//....//etc/passwd", "/assets/%252e%252e%252fetc%252fpasswd", "/..\\..\\etc\\passwd",
    "/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd", "/pictures/../../clinic.db", "/data/../clinic.db", "/data/..%2fclinic.db.json",
    "//etc/passwd", "/./etc/passwd", "/home/../../../etc/passwd", "/share/../../../etc/passwd", "/%00/etc/passwd", "/assets/%2e%2e%5c%2e%2e%5cetc%5cpasswd",
    "/articles/../../../../etc/passwd", "/file:///etc/passwd", "/proc/self/environ", "/.env", "/.git/config", "/clinic.db", "/data/clinic.db",
]  # fmt: skip

INJECTION = [
    "/HOME%0d%0aSet-Cookie:%20stolen=1", "/Home/%0d%0aX-Injected:%201", "/services/%0aX-Injected:1", "/%0d%0aLocation:%20https://evil.example",
    "//evil.example/%2f..", "/\\evil.example", "/home?x=%0d%0aX-Injected:1", "/.evil.example/", "//evil.example/Home/",
]  # fmt: skip


def claim_request(email, extra_fields=0):
    fields = [("email", email), ("proof", "x"), *CLAIM_IDS.items(), *[("x", "y")] * extra_fields]
    parts = [f'--B\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields]
    body = ("".join(parts) + "--B--\r\n").encode()
    head = f"POST {CLAIM} HTTP/1.1\r\n".encode() + HOST + b"Content-Type: multipart/form-data; boundary=B\r\n"
    return head + b"Content-Length: %d\r\n\r\n" % len(body) + body


INVALID_ADDRESSES = ["a@example.com\r\nBcc: b@example.com", "a@example.com%0aBcc: b@example.com", "a@example.com,b@example.com", "\"a\r\n\"@example.com", "a@example.com>\r\nRCPT TO:<b@example.com", "a@[127.0.0.1]", "a b@example.com"]

FINISH_HEAD = f"POST {FINISH_PLAY} HTTP/1.1\r\n".encode() + HOST + b"Content-Type: application/json\r\n"


def finish_request(body):
    return FINISH_HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body


OVERSIZED = {
    "a path of 100 KB": b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    "a header of 100 KB": b"GET /home HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 100_000 + b"\r\n\r\n",
    "10,000 headers": b"GET /home HTTP/1.1\r\n" + HOST + b"".join(b"X-%d: a\r\n" % n for n in range(10_000)) + b"\r\n",
    "101 short headers": b"GET /home HTTP/1.1\r\n" + HOST + b"X: a\r\n" * 101 + b"\r\n",
    "a method of 10 KB": b"A" * 10_000 + b" /home HTTP/1.1\r\n" + HOST + b"\r\n",
    "a body of 1 MB": finish_request(b" " * 1_000_000),
    "a Content-Length of 1 TB": FINISH_HEAD + b"Content-Length: 1099511627776\r\n\r\n",
    "a chunked body of 1 MB": FINISH_HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + (b"1000\r\n" + b" " * 4096 + b"\r\n") * 256 + b"0\r\n\r\n",
    "a chunk extension of 100 KB": FINISH_HEAD + b"Transfer-Encoding: chunked\r\n\r\n1;" + b"x" * 100_000 + b"\r\n \r\n0\r\n\r\n",
    "JSON nested 8,000 levels deep": finish_request(b"[" * 8_000 + b"]" * 8_000),
    "a game with 7,001 spots": finish_request(b'{"play":"x","found":[[' + b"1," * 7_000 + b"1]]}"),
    # Small enough to pass the limit on the body, so that the limit on the number of fields has to catch it.
    "a form with 256 fields": claim_request("a@example.com", extra_fields=250),
    "an email address of 10,000 letters": claim_request("a" * 10_000 + "@example.com"),
}  # fmt: skip

ROUTES = ["/", "/home", "/services", "/outreaches", "/articles", "/about-us", "/team", "/visionTest", "/privacy", "/nothing-here", "/data/home.json", "/data/nothing.json", "/api/nothing", "/healthz", "/robots.txt", "/sitemap.xml", "/assets/nothing.js", "/icon-192.png", "/desk", "/api/desk/me"]


def run(report, server):
    check_smuggling(report, server)
    check_path_traversal(report, server)
    check_injection(report, server)
    check_oversized(report, server)
    check_security_headers(report, server)
    survived = server.is_running() and server_interface.PANIC not in server.whole_log()
    report.check("the server runs without a panic after all malformed requests", survived, "running" if server.is_running() else "not running")


def send(port, request, timeout=2.0):
    """Everything the server sends until it closes the connection or is silent for a while."""
    received = b""
    with socket.create_connection(("127.0.0.1", port), 5) as connection:
        connection.settimeout(timeout)
        try:
            connection.sendall(request)
        except OSError:
            pass
        deadline = time.monotonic() + 8
        try:
            while time.monotonic() < deadline and (chunk := connection.recv(65536)):
                received += chunk
                connection.settimeout(0.35)
        except OSError:
            pass
    return received


def get(port, path, timeout=2.0):
    return send(port, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode(), timeout)


def header_lines(received):
    return received.split(b"\r\n\r\n")[0].lower().split(b"\r\n")


def statuses(received):
    return [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d{3})", received)]


def check_smuggling(report, server):
    control = statuses(send(server.port, INNER + INNER))
    report.check("request smuggling: a second response would be noticed", control == [404, 404], control)
    smuggled, failed = [], []
    for name, request in SMUGGLING.items():
        observed = statuses(send(server.port, request))
        # The inner request would get a 404; no other request here asks for a missing page.
        if len(observed) > 1 or 404 in observed or 200 in observed:
            smuggled.append(f"{name} {observed}")
        if any(status >= 500 and status != 505 for status in observed):
            failed.append(f"{name} {observed}")
    report.check("request smuggling: no second response and no page for a malformed request", not smuggled, "; ".join(smuggled) or f"{len(SMUGGLING)} requests")
    report.check("request smuggling: no server error", not failed, "; ".join(failed) or "none")


def check_path_traversal(report, server):
    leaks = []
    for path in TRAVERSAL:
        received = get(server.port, path)
        observed = statuses(received)
        if not observed or observed[0] not in (400, 404) or b"root:x:" in received or b"SQLite format" in received:
            leaks.append(f"{path} {observed}")
    report.check("path traversal: only 400 and 404", not leaks, "; ".join(leaks) or f"{len(TRAVERSAL)} paths")


def check_injection(report, server):
    injected = []
    for path in INJECTION:
        for line in header_lines(get(server.port, path)):
            if line.startswith((b"x-injected", b"set-cookie")) or (line.startswith(b"location:") and b"evil" in line):
                injected.append(path)
    report.check("header injection: no injected header or redirect", not injected, injected or f"{len(INJECTION)} paths")
    accepted = [address for address in INVALID_ADDRESSES if (statuses(send(server.port, claim_request(address))) or [0])[0] not in (400, 422)]
    report.check("mail header injection: every invalid address is rejected", not accepted, accepted or f"{len(INVALID_ADDRESSES)} addresses")


def check_oversized(report, server):
    wrong = []
    for name, request in OVERSIZED.items():
        observed = statuses(send(server.port, request))
        # Closing the connection without a response is allowed as well.
        if any(status < 400 or status >= 500 for status in observed):
            wrong.append(f"{name} {observed}")
    report.check("oversized requests get only 4xx", not wrong, "; ".join(wrong) or f"{len(OVERSIZED)} requests")
    report.at_most("peak memory after the malformed requests", server.memory()[1], 300, " MiB")


def check_security_headers(report, server):
    incomplete = []
    for path in ROUTES:
        lines = header_lines(get(server.port, path, timeout=5))
        policy = next((line for line in lines if line.startswith(b"content-security-policy:")), b"")
        is_html = any(line.startswith(b"content-type: text/html") for line in lines)
        is_framable = is_html and b"x-frame-options: deny" not in lines
        if b"x-content-type-options: nosniff" not in lines or not policy or b"unsafe-" in policy or is_framable:
            incomplete.append(path)
    report.check("security headers on every route, including 404 and API", not incomplete, incomplete or f"{len(ROUTES)} routes")
