"""The desk's calls about content: with the clinic's own articles and no drafts, and with 1,000 articles and 200 pictures in
drafts. Both servers run at the same time and are called in turn."""

import asyncio
import gzip
import hashlib
import json
import random
import sqlite3
import statistics
import struct
import time
import zlib

from harness import server_interface
from harness.clients.client import JSON, Client
from harness.clients.load import create_staff_account, sign_in
from harness.server import ROOT, TestServer

from .publishing import create_content

FEW, MANY, PICTURES = len(list((ROOT / "content/articles").glob("*.md"))), 1000, 200
ARTICLE, DRAWING = "articles/first-aid-for-the-eye.md", "pictures/mark.svg"
ROUNDS, PREVIEWS = 25, 3
MAX_RATIO, MAX_MEMORY, MAX_PREVIEW_MEMORY = 1.5, 1.2, 0.5
CALL_TIMEOUT, PREPARE_TIMEOUT = 60, 900
# 540 kB of noise, which does not compress.
PICTURE_SIZE = (500, 360)
# What has to read or send something for every file.
WITHOUT_LIMIT = {"list, the first after a save", "notes of a document, the first call after a save", "list of pictures", "changes of a revision"}


def run(report, binary, folder):
    with TestServer(binary, folder / f"data{FEW}", environment=server_interface.QUIET_LOG) as few, TestServer(binary, folder / f"data{MANY}", environment=server_interface.QUIET_LOG) as many:
        size_of_few, size_of_many = prepare(few, folder, FEW), prepare(many, folder, MANY)
        # One at the other server, for the thumbnail of a draft.
        added_bytes = size_of_many - size_of_few + add_drafts(many, PICTURES) - add_drafts(few, 1)
        for server in (few, many):
            server.wait_until_idle(PREPARE_TIMEOUT)
        before = [server.memory()[0] for server in (few, many)]
        times = asyncio.run(measure([few, many]))
        after = [server.memory()[0] for server in (few, many)]
        previews = [asyncio.run(memory_of_previews(server)) for server in (few, many)]
    for name, (small, large) in times.items():
        observed = f"{small * 1000:.1f} ms; {large * 1000:.1f} ms; {large / small:.2f}×"
        if name in WITHOUT_LIMIT:
            report.measure(f"{name}, with {FEW} articles; with {MANY:,} and {PICTURES} pictures in drafts; ratio", observed)
        else:
            report.check(f"{name}, with {FEW} articles; with {MANY:,} and {PICTURES} pictures in drafts; ratio (at most {MAX_RATIO}×)", large <= small * MAX_RATIO, observed)
    added = (after[1] - before[1]) - (after[0] - before[0])
    size = added_bytes / 2**20
    report.check(f"memory that these calls add, beyond {FEW} articles, against the bytes of the content (at most {MAX_MEMORY}×)", added <= size * MAX_MEMORY, f"{added:.0f} MiB; {size:.0f} MiB; {added / size:.2f}×")
    added = previews[1] - previews[0]
    report.check(f"memory that a preview adds while it is made, beyond {FEW} articles, against the bytes of the content (at most {MAX_PREVIEW_MEMORY}×)", added <= size * MAX_PREVIEW_MEMORY, f"{added:.0f} MiB; {size:.0f} MiB; {added / size:.2f}×")


def prepare(server, folder, articles):
    """Publishes the articles and one edit. Returns the bytes of the content."""
    content = folder / f"content{articles}"
    create_content(content, articles)
    server.start()
    imported = server.run_command(*server_interface.IMPORT_CONTENT, str(content), "--publish", timeout=PREPARE_TIMEOUT)
    if imported.returncode:
        raise RuntimeError(f"the content could not be imported: {imported.stderr}")
    create_staff_account(server)
    # Until the articles are rendered.
    time.sleep(2)
    server.wait_until_idle(PREPARE_TIMEOUT)
    asyncio.run(publish_edit(server))
    return sum(file.stat().st_size for file in content.rglob("*") if file.is_file())


async def publish_edit(server):
    desk = await Desk.open(server)
    await desk.save(f"Edited {time.time()}.")
    await desk.call("POST", server_interface.OPEN_NOTES, {"path": ARTICLE, "text": "Please check the dose."}, status=201)
    checks = (await desk.call("POST", server_interface.CHECKS, server_interface.OWN_DRAFTS))[0].json()
    await desk.call("POST", server_interface.PUBLISH, {"note": "benchmark", "drafts": checks["drafts"]})
    desk.client.close()


def add_drafts(server, pictures):
    """Stores pictures as drafts, as uploads do. Returns their bytes."""
    total = 0
    with sqlite3.connect(server.data / server_interface.DATABASE_FILE, timeout=60) as database:
        for number in range(pictures):
            path, picture = draft_picture(number), png(number)
            total += len(picture)
            for statement, values in server_interface.draft_rows(path, picture, hashlib.sha256(picture).hexdigest()):
                database.execute(statement, values)
    database.close()
    return total


def draft_picture(number):
    return f"pictures/benchmark-{number}.png"


def png(seed):
    width, height = PICTURE_SIZE
    noise = random.Random(seed)
    pixels = b"".join(b"\0" + noise.randbytes(width * 3) for _ in range(height))
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))  # noqa: E731
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(pixels, 1)) + chunk(b"IEND", b"")


class Desk:
    """An editor who is signed in."""

    def __init__(self, client, headers, pictures=1):
        self.client, self.headers, self.pictures = client, headers, pictures

    @classmethod
    async def open(cls, server, pictures=1):
        client = Client(server.port, timeout=CALL_TIMEOUT)
        # As browsers do.
        return cls(client, [f"Cookie: {await sign_in(client)}", "Accept-Encoding: gzip, br", *JSON], pictures)

    async def newest_revision(self):
        return (await self.call("GET", server_interface.HISTORY))[0].json()["revisions"][0]["number"]

    async def call(self, method, path, body=None, headers=(), status=200):
        """Returns the answer and the seconds that it took."""
        started = time.perf_counter()
        body = None if body is None else json.dumps(body).encode()
        response = await self.client.request(method, path, body, [*self.headers, *headers])
        seconds = time.perf_counter() - started
        if response.status != status:
            raise RuntimeError(f"{method} {path} was answered with {response.status}: {response.text()}")
        return response, seconds

    async def save(self, sentence):
        document = (await self.call("GET", server_interface.DRAFT + ARTICLE))[0].json()
        version, text = document["version"], document["published"] + f"\n{sentence}\n"
        return (await self.call("PUT", server_interface.DRAFT + ARTICLE, {"text": text}, [f'If-Match: "{version}"']))[1]

    async def list(self):
        """As when the desk is opened. After a save it asks only for the first of the two."""
        drafts, seconds = await self.call("GET", server_interface.CONTENT_LIST)
        published = json.loads(gzip.decompress(drafts.body))["published"]
        return seconds + (await self.call("GET", server_interface.PUBLISHED_LIST + published))[1]

    async def round(self, number, revision):
        """Everything but one list is called right after a save, so what the save has changed is part of it."""
        # Connects.
        await self.call("GET", server_interface.HISTORY)
        times = {"list": await self.list(), "save": await self.save(f"Sentence {number}.")}
        opened = {"path": ARTICLE, "tab": f"tab-{number}"}
        calls = {
            "open": ("GET", server_interface.DRAFT + ARTICLE),
            "who has the document open": ("POST", server_interface.OPEN_DOCUMENTS, opened),
            "thumbnail": ("GET", f"{server_interface.PICTURES}/{DRAWING}"),
            "thumbnail of a draft": ("GET", f"{server_interface.PICTURES}/{draft_picture(number % self.pictures)}"),
            "history": ("GET", server_interface.HISTORY),
            "changes of a revision": ("GET", f"{server_interface.HISTORY}/{revision}"),
            "notes of a document, the first call after a save": ("GET", server_interface.NOTES_OF_DOCUMENT + ARTICLE),
            "notes of a document": ("GET", server_interface.NOTES_OF_DOCUMENT + ARTICLE),
            "open notes": ("GET", server_interface.OPEN_NOTES),
        }
        for name, call in calls.items():
            times[name] = (await self.call(*call))[1]
        # The drafts were put together for the notes, so they are changed once more.
        await self.save(f"Sentence {number}, again.")
        times["list, the first after a save"] = (await self.call("GET", server_interface.CONTENT_LIST))[1]
        times["list, again"] = (await self.call("GET", server_interface.CONTENT_LIST))[1]
        times["list of pictures"] = (await self.call("GET", server_interface.PICTURES))[1]
        await self.call("POST", server_interface.OPEN_DOCUMENTS + "/leave", opened, status=204)
        # The other server is called now, perhaps for longer than this one keeps an idle connection.
        self.client.close()
        return times


async def memory_of_previews(server):
    """The peak in MiB, beyond what the server has in memory anyway."""
    desk = await Desk.open(server)
    text = (await desk.call("GET", server_interface.DRAFT + ARTICLE))[0].json()["text"]
    peaks = []
    for number in range(PREVIEWS):
        server.forget_peak_memory()
        before = server.memory()[0]
        document = {"path": ARTICLE, "text": f"{text}\nPreview {number}.\n"}
        await desk.call("POST", server_interface.PREVIEW, {"page": f"/{ARTICLE.removesuffix('.md')}", "document": document})
        peaks.append(server.memory()[1] - before)
    desk.client.close()
    return statistics.median(peaks)


async def measure(servers):
    desks = [await Desk.open(server, pictures) for server, pictures in zip(servers, (1, PICTURES))]
    revisions = [await desk.newest_revision() for desk in desks]
    rounds = [[await desk.round(number, revision) for desk, revision in zip(desks, revisions)] for number in range(ROUNDS)]
    for desk in desks:
        desk.client.close()
    # The first round fills the memory.
    return {name: [statistics.median(times[index][name] for times in rounds[1:]) for index in range(len(desks))] for name in rounds[0][0]}
