"""An HTTP client with one connection, which plays the game and claims codes."""

import asyncio
import json
import uuid

from .. import server_interface

JSON = ["Content-Type: application/json"]

# What a request raises when the server is killed or unreachable.
CONNECTION_ERRORS = (OSError, asyncio.IncompleteReadError, EOFError, TimeoutError)


class Response:
    def __init__(self, status, headers, body, cookies=()):
        self.status, self.headers, self.body, self.cookies = status, headers, body, cookies

    def json(self):
        return json.loads(self.body)

    def text(self):
        return self.body.decode(errors="replace")


class Client:
    def __init__(self, port, timeout=30):
        self.port, self.timeout = port, timeout
        self.reader = self.writer = None

    async def request(self, method, path, body=None, headers=()):
        """Returns the response. Raises one of CONNECTION_ERRORS when there is none."""
        try:
            async with asyncio.timeout(self.timeout):
                return await self.send_and_receive(method, path, body, headers)
        except BaseException:
            self.close()
            raise

    async def send_and_receive(self, method, path, body, headers):
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        lines = [f"{method} {path} HTTP/1.1", "Host: clinic.example", *headers]
        if body is not None:
            lines.append(f"Content-Length: {len(body)}")
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + (body or b""))
        await self.writer.drain()
        response = await read_response(self.reader, method)
        if response.headers.get("connection") == "close":
            self.close()
        return response

    def close(self):
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None

    async def win_game(self):
        """Plays a perfect game. Returns its proof, or None when the server refused a step."""
        started = await self.request("POST", server_interface.START_PLAY)
        if started.status != 201:
            return None
        finished = await self.finish_game(started.json()["play"])
        return finished.json()["proof"] if finished.status == 200 else None

    async def finish_game(self, play):
        body = json.dumps({"play": play, "found": server_interface.ALL_SPOTS}).encode()
        return await self.request("POST", server_interface.FINISH_PLAY, body, JSON)

    async def claim(self, address, proof):
        content_type, body = claim_form(address, proof)
        return await self.request("POST", server_interface.CLAIM, body, [f"Content-Type: {content_type}"])


def claim_form(address, proof):
    return multipart_form({"email": address, "proof": proof, **server_interface.CLAIM_IDS})


def multipart_form(fields, files=()):
    """Returns the content type and the body. Fields are texts, files are bytes."""
    boundary = uuid.uuid4().hex
    parts = [(f'name="{name}"', value.encode()) for name, value in dict(fields).items()]
    parts += [(f'name="{name}"; filename="{name}"', content) for name, content in dict(files).items()]
    body = b"".join(
        f"--{boundary}\r\nContent-Disposition: form-data; {disposition}\r\n\r\n".encode() + value + b"\r\n"
        for disposition, value in parts
    )
    return f"multipart/form-data; boundary={boundary}", body + f"--{boundary}--\r\n".encode()


def sign_in_body(name, password):
    return json.dumps({"name": name, "password": password}).encode()


async def read_response(reader, method="GET"):
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    status = int(head[0].split()[1])
    headers, cookies = {}, []
    for line in filter(None, head[1:]):
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
        if name.lower() == "set-cookie":
            cookies.append(value.strip())
    if method == "HEAD" or status in (204, 304):
        return Response(status, headers, b"", cookies)
    if headers.get("transfer-encoding") == "chunked":
        return Response(status, headers, await read_chunked_body(reader), cookies)
    return Response(status, headers, await reader.readexactly(int(headers.get("content-length", 0))), cookies)


async def read_chunked_body(reader):
    body = b""
    while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
        body += await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readuntil(b"\r\n")
    return body
