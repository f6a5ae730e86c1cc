"""How the start time grows with the number of articles, and how many pages one edit renders again."""

import re
import shutil
import time

from harness import server_interface
from harness.server import ROOT, TestServer

SIZES = [10, 100, 1000]
EDIT_TIMEOUT = 60


def run(report, binary, folder):
    start_times = {}
    for size in SIZES:
        content = folder / f"content{size}"
        create_content(content, size)
        with TestServer(binary, folder / f"data{size}", [server_interface.CONTENT, str(content)]) as server:
            start_times[size] = server.start(timeout=600)
            report.measure(f"start to first response with {size} articles", f"{start_times[size]:.2f} s, {server.memory()[0]:.0f} MiB resident")
            rendered, seconds = edit_article(server, content)
            report.check(f"editing one of {size} articles renders at most 3 pages again", rendered is not None and rendered <= 3, f"{rendered} rendered, live after {seconds:.1f} s")
    small, medium, large = (start_times[size] for size in SIZES)
    # Differences, because the fixed cost of a start would hide the cost of each further article.
    growth = (large - small) / max(medium - small, 0.001) / ((SIZES[2] - SIZES[0]) / (SIZES[1] - SIZES[0]))
    report.at_most("cost per further article, from 100 to 1,000 against from 10 to 100", growth, 1.5, "×")


def create_content(content, size):
    """The clinic's own content, with its articles copied under other names until there are enough."""
    shutil.copytree(ROOT / "content", content)
    articles = sorted((content / "articles").glob("*.md"))
    for number in range(len(articles), size):
        original = articles[number % len(articles)]
        text = original.read_text()
        title = re.search(r'^title = "(.*)"$', text, re.M).group(1)
        copy = text.replace(f'title = "{title}"', f'title = "{title} {number}"', 1)
        (content / "articles" / f"{original.stem}-{number}.md").write_text(copy)


def edit_article(server, content):
    """Adds a sentence to one article. Returns the number of pages rendered for it, from the log, and the seconds."""
    file = sorted((content / "articles").glob("*.md"))[0]
    before = len(server_interface.RENDERED_PAGES.findall(server.whole_log()))
    started = time.monotonic()
    file.write_text(file.read_text() + "\nOne more sentence for the benchmark.\n")
    while time.monotonic() - started < EDIT_TIMEOUT:
        publications = server_interface.RENDERED_PAGES.findall(server.whole_log())
        if len(publications) > before:
            return int(publications[-1]), time.monotonic() - started
        time.sleep(0.05)
    return None, time.monotonic() - started
