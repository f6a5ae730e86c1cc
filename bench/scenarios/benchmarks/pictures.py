"""A photograph of 12 megapixels, in the content folder and uploaded at the desk: time and memory, against libvips."""

import asyncio
import re
import shutil
import subprocess
import time
import urllib.request

from harness import server_interface
from harness.clients.client import Client, multipart_form
from harness.clients.load import create_staff_account, sign_in
from harness.server import ROOT, TestServer

WIDTHS = [480, 960, 1440]
TIMEOUT = 120


def run(report, binary, folder):
    photo = folder / "photo.jpg"
    create_photo(photo, folder)
    report.measure("size of the photograph", f"{photo.stat().st_size / 2**20:.1f} MiB")
    peer = reduce_with_vips(photo, folder)
    content = folder / "content"
    shutil.copytree(ROOT / "content", content)
    with TestServer(binary, folder / "data", [server_interface.CONTENT, str(content)]) as server:
        server.start()
        added, (seconds, largest) = memory_added(server, lambda: publish(server, content, photo))
    report.measure("from saving it to the page with it, and libvips for the three sizes alone", f"{seconds:.2f} s, {peer:.2f} s")
    report.at_most("time against libvips", seconds / peer, 6, "×")
    report.at_most("peak memory added by it", added, 200, " MiB")
    report.at_most("bytes of the largest size against the photograph", largest / photo.stat().st_size, 0.5, "×")
    with TestServer(binary, folder / "uploaded") as server:
        server.start()
        create_staff_account(server)
        added, seconds = memory_added(server, lambda: asyncio.run(upload(server, photo)))
    report.measure("upload at the desk until the answer", f"{seconds:.2f} s")
    report.at_most("upload against libvips", seconds / peer, 6, "×")
    report.at_most("peak memory added by the upload", added, 200, " MiB")


def memory_added(server, work):
    """Returns the peak memory in MiB beyond what the idle server had, and the result of the work."""
    server.wait_until_idle()
    server.reset_peak_memory()
    before = server.memory()[0]
    result = work()
    return max(server.memory()[1] - before, 0), result


def create_photo(photo, folder):
    """Soft shapes in three colours, as out-of-focus parts of a photograph, with noise as of a sensor."""
    vips = lambda *arguments: subprocess.run(["vips", *arguments], check=True, cwd=folder)  # noqa: E731
    for seed, color in enumerate("rgb", start=1):
        vips("perlin", f"{color}.v", "4000", "3000", "--cell-size", "60", "--seed", str(seed))
    vips("bandjoin", "r.v g.v b.v", "shapes.v")
    vips("gaussnoise", "noise.v", "4000", "3000", "--mean", "0", "--sigma", "0.04", "--seed", "1")
    vips("add", "shapes.v", "noise.v", "sum.v")
    vips("linear", "sum.v", "scaled.v", "110", "128", "--uchar")
    vips("copy", "scaled.v", "photo.v", "--interpretation", "srgb")
    vips("jpegsave", "photo.v", str(photo), "--Q", "90")


def reduce_with_vips(photo, folder):
    started = time.monotonic()
    for width in WIDTHS:
        output = folder / f"{width}.webp"
        subprocess.run(["vipsthumbnail", photo, "--size", f"{width}x", "--output", f"{output}[Q=78,strip]"], check=True)
    return time.monotonic() - started


def publish(server, content, photo):
    """Uses the photograph on a page. Returns the seconds until the page shows it, and the bytes of its largest form."""
    page = content / "team/director.md"
    text = page.read_text()
    started = time.monotonic()
    shutil.copy(photo, content / "pictures/director.jpg")
    page.write_text(text.replace("team-director.svg", "director.jpg"))
    while time.monotonic() - started < TIMEOUT:
        found = re.search(r' src="(/pictures/director\.[^"]+)"', get(server, "/team").decode())
        if found:
            return time.monotonic() - started, len(get(server, found.group(1)))
        time.sleep(0.02)
    raise TimeoutError("the photograph was not published")


async def upload(server, photo):
    """Returns the seconds until the picture is stored."""
    client = Client(server.port, timeout=TIMEOUT)
    cookie = await sign_in(client)
    content_type, body = multipart_form({"description": "Soft shapes"}, {"file": photo.read_bytes()})
    started = time.monotonic()
    response = await client.request("POST", server_interface.PICTURES, body, [f"Cookie: {cookie}", f"Content-Type: {content_type}"])
    seconds = time.monotonic() - started
    client.close()
    if response.status != 201:
        raise RuntimeError(f"the upload was answered with {response.status}: {response.text()}")
    return seconds


def get(server, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{path}", timeout=10) as response:
        return response.read()
