"""Editing at the desk in a real browser: from a key to the preview that shows it, the weight of the editor, and how many
pages a publication renders. With the articles of the clinic and with 1,000, so that each figure has one to compare with.
Then the desk's calls alone."""

import asyncio
import json
import statistics
import time

from harness import server_interface
from harness.clients.client import JSON, Client
from harness.clients.load import create_staff_account, sign_in
from harness.server import ROOT, TestServer
from harness.programs.run_program import install_packages, run_program

from . import editing_calls
from .publishing import create_content

ARTICLES = [len(list((ROOT / "content/articles").glob("*.md"))), 1000]
ARTICLE = "articles/first-aid-for-the-eye.md"
ROUNDS = 9
PUBLISH_TIMEOUT = 60
# The scripts and style sheets that opening a document adds to the desk, compressed.
MAX_EDITOR_BYTES = 150_000


def run(report, binary, folder):
    install_packages(ROOT / "web")
    run_program("Chromium could not be installed", ["scripts/install-browser", "chromium"], ROOT)
    previews = {}
    for articles in ARTICLES:
        create_content(folder / f"content{articles}", articles)
        with TestServer(binary, folder / f"data{articles}", server_interface.NO_LIMITS) as server:
            server.start()
            import_content(server, folder / f"content{articles}")
            server.wait_until_idle()
            create_staff_account(server)
            measured = type_in_browser(server)
            previews[articles] = statistics.median(measured["times"])
            report.measure(f"from a key to the preview that shows it, with {articles} articles", describe(measured["times"]))
            rendered, seconds = asyncio.run(publish_edit(server))
            report.check(f"publishing one edit among {articles} articles renders at most 3 pages", rendered <= 3, f"{rendered} rendered, live after {seconds:.2f} s")
    ratio = previews[ARTICLES[1]] / previews[ARTICLES[0]]
    report.at_most(f"from a key to the preview, with {ARTICLES[1]:,} articles against {ARTICLES[0]}", ratio, 3, "×")
    added = measured["withEditor"] - measured["desk"]
    report.check(f"scripts and styles of the editor, compressed (at most {MAX_EDITOR_BYTES // 1000} kB)", added <= MAX_EDITOR_BYTES, f"{added / 1000:.1f} kB on top of {measured['desk'] / 1000:.1f} kB of the desk")
    editing_calls.run(report, binary, folder / "calls")


def import_content(server, content):
    imported = server.run_command(*server_interface.IMPORT_CONTENT, str(content), "--publish")
    if imported.returncode:
        raise RuntimeError(f"the content could not be imported: {imported.stderr}")


def type_in_browser(server):
    origin = f"http://127.0.0.1:{server.port}"
    command = ["node", "measure.mjs", origin, server_interface.STAFF_NAME, server_interface.STAFF_PASSWORD, ARTICLE, str(ROUNDS)]
    return json.loads(run_program("the editor could not be measured", command, ROOT / "bench/editing"))


def describe(times):
    return f"{statistics.median(times):.0f} ms, slowest of {len(times)} {max(times):.0f} ms"


async def publish_edit(server):
    """Publishes what was typed. Returns the number of rendered pages and the seconds until visitors see it."""
    client = Client(server.port, timeout=PUBLISH_TIMEOUT)
    headers = [f"Cookie: {await sign_in(client)}", *JSON]
    own = json.dumps(server_interface.OWN_DRAFTS).encode()
    checks = (await client.request("POST", server_interface.CHECKS, own, headers)).json()
    # The start and the import have written such lines too.
    before = len(server_interface.RENDERED_PAGES.findall(server.whole_log()))
    started = time.monotonic()
    body = json.dumps({"note": "benchmark", "drafts": checks["drafts"]}).encode()
    response = await client.request("POST", server_interface.PUBLISH, body, headers)
    if response.status != 200:
        raise RuntimeError(f"publishing was answered with {response.status}: {response.text()}")
    page = f"/{ARTICLE.removesuffix('.md')}"
    while "benchmark0x" not in (await client.request("GET", page)).text():
        if time.monotonic() - started > PUBLISH_TIMEOUT:
            raise TimeoutError("the edit did not appear on the site")
        await asyncio.sleep(0.01)
    seconds = time.monotonic() - started
    client.close()
    return int(server_interface.RENDERED_PAGES.findall(server.whole_log())[before]), seconds
