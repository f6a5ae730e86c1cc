"""Requests that no browser sends: ambiguous lengths, broken chunks, paths out of the folder, smuggled headers, too much of everything."""

import re
import socket
import time

HOST = b"Host: clinic.example\r\n"
INNER = b"GET /smuggled HTTP/1.1\r\nHost: clinic.example\r\n\r\n"


def post(headers, body):
    return b"POST /api/plays HTTP/1.1\r\n" + HOST + headers + b"\r\n" + body


# Each could be read as one request by a proxy and as two by us. The inner one must never be answered.
SMUGGLING = {
    "length and chunks": post(b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n" % (5 + len(INNER)), b"0\r\n\r\n" + INNER),
    "chunks and length": post(b"Transfer-Encoding: chunked\r\nContent-Length: %d\r\n" % (5 + len(INNER)), b"0\r\n\r\n" + INNER),
    "two lengths that differ": post(b"Content-Length: 0\r\nContent-Length: %d\r\n" % len(INNER), INNER),
    "two lengths in one line": post(b"Content-Length: 0, %d\r\n" % len(INNER), INNER),
    "length with a plus": post(b"Content-Length: +%d\r\n" % len(INNER), INNER),
    "negative length": post(b"Content-Length: -1\r\n", INNER),
    "hexadecimal length": post(b"Content-Length: 0x10\r\n", INNER),
    "length too large for a number": post(b"Content-Length: 99999999999999999999999\r\n", INNER),
    "length with a space inside": post(b"Content-Length: 1 2\r\n", INNER),
    "space before the colon": post(b"Content-Length : %d\r\n" % len(INNER), INNER),
    "space before the colon of chunks": post(b"Transfer-Encoding : chunked\r\n", b"0\r\n\r\n" + INNER),
    "folded header": post(b"Transfer-Encoding:\r\n chunked\r\n", b"0\r\n\r\n" + INNER),
    "chunked that is not the last coding": post(b"Transfer-Encoding: chunked, identity\r\n", b"0\r\n\r\n" + INNER),
    "unknown coding": post(b"Transfer-Encoding: xchunked\r\n", b"0\r\n\r\n" + INNER),
    "coding twice": post(b"Transfer-Encoding: identity\r\nTransfer-Encoding: xchunked\r\n", b"0\r\n\r\n" + INNER),
    "vertical tab in the coding": post(b"Transfer-Encoding: \x0bchunked\r\n", b"0\r\n\r\n" + INNER),
    "chunk size with a sign": post(b"Transfer-Encoding: chunked\r\n", b"+0\r\n\r\n" + INNER),
    "chunk size with 0x": post(b"Transfer-Encoding: chunked\r\n", b"0x0\r\n\r\n" + INNER),
    "chunk size that overflows": post(b"Transfer-Encoding: chunked\r\n", b"10000000000000000\r\n\r\n" + INNER),
    "chunk without its end of line": post(b"Transfer-Encoding: chunked\r\n", b"1\r\nAB0\r\n\r\n" + INNER),
    "bare line feed in a chunk": post(b"Transfer-Encoding: chunked\r\n", b"0\n\n" + INNER),
    "bare carriage return in a header": post(b"X: a\rContent-Length: 0\r\n", INNER[:1]),
    "nul in a header": post(b"X: a\x00b\r\n", b""),
    "header without a colon": post(b"Nonsense\r\n", b""),
    "no host": b"GET /home HTTP/1.1\r\n\r\n",
    "two hosts": b"GET /home HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "version 0.9": b"GET /home\r\n\r\n",
    "version 2 preface": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "length on an old version": b"POST /api/plays HTTP/1.0\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n" + INNER,
    "not HTTP at all": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(40),
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


def form(email):
    lines = []
    for name, value in {"email": email, "proof": "x", "service_id": "clinic", "template_id": "discount", "user_id": "website"}.items():
        lines.append(f'--B\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n')
    body = ("".join(lines) + "--B--\r\n").encode()
    head = b"POST /api/v1.0/email/send-form HTTP/1.1\r\n" + HOST + b"Content-Type: multipart/form-data; boundary=B\r\n"
    return head + b"Content-Length: %d\r\n\r\n" % len(body) + body


ADDRESSES = ["a@example.com\r\nBcc: b@example.com", "a@example.com%0aBcc: b@example.com", "a@example.com,b@example.com", "\"a\r\n\"@example.com", "a@example.com>\r\nRCPT TO:<b@example.com", "a@[127.0.0.1]", "a b@example.com"]


def finish(body):
    head = b"POST /api/plays/finish HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"
    return head + b"Content-Length: %d\r\n\r\n" % len(body) + body


OVERSIZED = {
    "an address of 100 KB": b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    "a header of 100 KB": b"GET /home HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 100_000 + b"\r\n\r\n",
    "10,000 headers": b"GET /home HTTP/1.1\r\n" + HOST + b"".join(b"X-%d: a\r\n" % n for n in range(10_000)) + b"\r\n",
    "101 short headers": b"GET /home HTTP/1.1\r\n" + HOST + b"X: a\r\n" * 101 + b"\r\n",
    "a method of 10 KB": b"A" * 10_000 + b" /home HTTP/1.1\r\n" + HOST + b"\r\n",
    "a body of 1 MB": finish(b" " * 1_000_000),
    "a body that announces 1 TB": b"POST /api/plays/finish HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\nContent-Length: 1099511627776\r\n\r\n",
    "1 MB in chunks": b"POST /api/plays/finish HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" + (b"1000\r\n" + b" " * 4096 + b"\r\n") * 256 + b"0\r\n\r\n",
    "a chunk extension of 100 KB": b"POST /api/plays/finish HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1;" + b"x" * 100_000 + b"\r\n \r\n0\r\n\r\n",
    "JSON 8,000 deep": finish(b"[" * 8_000 + b"]" * 8_000),
    "a million spots": finish(b'{"play":"x","found":[[' + b"1," * 7_000 + b"1]]}"),
    "a form of 1,000 fields": form("a@example.com").replace(b"--B--", b"--B\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\ny\r\n" * 250 + b"--B--").replace(b"Content-Length: ", b"X-Was: ").replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n", 1),
    "an address of 10,000 letters": form("a" * 10_000 + "@example.com"),
}  # fmt: skip

ROUTES = ["/", "/home", "/services", "/outreaches", "/articles", "/about-us", "/team", "/visionTest", "/privacy", "/nothing-here", "/data/home.json", "/data/nothing.json", "/api/nothing", "/healthz", "/robots.txt", "/sitemap.xml", "/assets/nothing.js", "/icon-192.png", "/desk", "/api/desk/me"]


def stories(verdict, house):
    smuggle(verdict, house)
    wander(verdict, house)
    inject(verdict, house)
    overload(verdict, house)
    check_headers(verdict, house)
    verdict.promise("the server outlives the corpus without a panic", house.is_running() and "panicked" not in house.last_words(10**8), "running")


def exchange(port, request, wait=2.0):
    """Everything the server says to these bytes until it closes or has been silent for a while."""
    said = b""
    with socket.create_connection(("127.0.0.1", port), 5) as door:
        door.settimeout(wait)
        try:
            door.sendall(request)
        except OSError:
            pass
        end = time.monotonic() + 8
        try:
            while time.monotonic() < end and (piece := door.recv(65536)):
                said += piece
                door.settimeout(0.35)
        except OSError:
            pass
    return said


def statuses(said):
    return [int(found) for found in re.findall(rb"HTTP/1\.[01] (\d{3})", said)]


def smuggle(verdict, house):
    control = statuses(exchange(house.port, INNER + INNER))
    verdict.promise("request smuggling: the corpus would notice a second answer", control == [404, 404], control)
    fooled, crashed = [], []
    for name, request in SMUGGLING.items():
        answers = statuses(exchange(house.port, request))
        # A 404 is what the inner request would get; nothing else in this corpus asks for what is not there.
        if len(answers) > 1 or 404 in answers or 200 in answers:
            fooled.append(f"{name} {answers}")
        if any(status >= 500 and status != 505 for status in answers):
            crashed.append(f"{name} {answers}")
    verdict.promise("request smuggling: never two answers, never a page for a malformed request", not fooled, "; ".join(fooled) or f"{len(SMUGGLING)} requests")
    verdict.promise("request smuggling: never a server error", not crashed, "; ".join(crashed) or "none")


def wander(verdict, house):
    leaks = []
    for path in TRAVERSAL:
        said = exchange(house.port, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        answers = statuses(said)
        if not answers or answers[0] not in (400, 404) or b"root:x:" in said or b"SQLite format" in said:
            leaks.append(f"{path} {answers}")
    verdict.promise("path traversal: nothing but 400 and 404", not leaks, "; ".join(leaks) or f"{len(TRAVERSAL)} paths")


def inject(verdict, house):
    injected = []
    for path in INJECTION:
        head = exchange(house.port, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()).split(b"\r\n\r\n")[0].lower()
        if any(line.startswith((b"x-injected", b"set-cookie")) or (line.startswith(b"location:") and b"evil" in line) for line in head.split(b"\r\n")):
            injected.append(path)
    verdict.promise("header injection: no header and no redirect of the caller's choice", not injected, injected or f"{len(INJECTION)} paths")
    taken = [address for address in ADDRESSES if (statuses(exchange(house.port, form(address))) or [0])[0] not in (400, 422)]
    verdict.promise("mail header injection: every such address is refused", not taken, taken or f"{len(ADDRESSES)} addresses")


def overload(verdict, house):
    wrong = []
    for name, request in OVERSIZED.items():
        answers = statuses(exchange(house.port, request))
        # A server that has seen enough may also close without a word.
        if any(status < 400 or status >= 500 for status in answers):
            wrong.append(f"{name} {answers}")
    verdict.promise("oversized requests are refused and nothing else", not wrong, "; ".join(wrong) or f"{len(OVERSIZED)} requests")
    memory = house.memory()[1]
    verdict.ceiling("memory at its highest after the corpus", memory, 300, " MiB")


def check_headers(verdict, house):
    bare = []
    for path in ROUTES:
        head = exchange(house.port, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode(), 5).split(b"\r\n\r\n")[0].lower()
        policy = next((line for line in head.split(b"\r\n") if line.startswith(b"content-security-policy:")), b"")
        if b"x-content-type-options: nosniff" not in head or not policy or b"unsafe-" in policy:
            bare.append(path)
        if b"content-type: text/html" in head and b"x-frame-options: deny" not in head:
            bare.append(path)
    verdict.promise("security headers on every route, 404 and API included", not bare, bare or f"{len(ROUTES)} routes")
