"""How publication grows with the number of articles, and what one edit costs."""

import re
import shutil
import time

from .house import ROOT, House

SIZES = [10, 100, 1000]
EDIT_WITHIN = 60


def grows_linearly(verdict, binary, folder):
    took = {}
    for size in SIZES:
        content = folder / f"content{size}"
        make_content(content, size)
        with House(binary, folder / f"data{size}", ["--content", str(content)]) as house:
            took[size] = house.start(within=600)
            verdict.measure(f"start to first answer with {size} articles", f"{took[size]:.2f} s, {house.memory()[0]:.0f} MiB resident")
            rendered, seconds = edit_one(house, content)
            verdict.promise(f"one edited article of {size} re-renders at most 3 pages", rendered is not None and rendered <= 3, f"{rendered} rendered, live after {seconds:.1f} s")
    small, middle, large = (took[size] for size in SIZES)
    # The fixed cost of a start is taken off, or it would hide what each further article costs.
    growth = (large - small) / max(middle - small, 0.001) / ((SIZES[2] - SIZES[0]) / (SIZES[1] - SIZES[0]))
    verdict.ceiling("cost of a further article, 100 to 1,000 against 10 to 100", growth, 1.5, "×")


def make_content(content, size):
    """The clinic's own articles, copied under other names until there are enough."""
    shutil.copytree(ROOT / "content", content)
    articles = sorted((content / "articles").glob("*.md"))
    for number in range(len(articles), size):
        original = articles[number % len(articles)]
        text = original.read_text()
        title = re.search(r'^title = "(.*)"$', text, re.M).group(1)
        copy = text.replace(f'title = "{title}"', f'title = "{title} {number}"', 1)
        (content / "articles" / f"{original.stem}-{number}.md").write_text(copy)


def edit_one(house, content):
    """Adds a sentence to one article and reads from the log how many pages were rendered for it."""
    file = sorted((content / "articles").glob("*.md"))[0]
    before = house.last_words(10**8).count("published anew")
    begun = time.monotonic()
    file.write_text(file.read_text() + "\nOne more sentence for the benchmark.\n")
    while time.monotonic() - begun < EDIT_WITHIN:
        said = house.last_words(10**8)
        if said.count("published anew") > before:
            return int(re.findall(r"rendered=(\d+)", said)[-1]), time.monotonic() - begun
        time.sleep(0.05)
    return None, time.monotonic() - begun
