"""The table at the end of a run, and whether every promise in it was kept."""

import contextlib
import sys
import time
import traceback


class Verdict:
    def __init__(self, title):
        self.title, self.rows, self.begun = title, [], time.monotonic()

    def promise(self, what, kept, seen):
        """A promise with what was seen of it; a broken one fails the run."""
        self.rows.append((what, str(seen), "kept" if kept else "BROKEN"))
        print(f"  {'kept  ' if kept else 'BROKEN'}  {what}: {seen}", flush=True)

    def floor(self, what, value, least, unit="×"):
        self.promise(f"{what} (at least {least}{unit})", value >= least, f"{value:.2f}{unit}")

    def ceiling(self, what, value, most, unit=""):
        self.promise(f"{what} (at most {most}{unit})", value <= most, f"{value:.1f}{unit}")

    def measure(self, what, seen):
        """A figure without a floor."""
        self.rows.append((what, str(seen), ""))
        print(f"          {what}: {seen}", flush=True)

    def skip(self, what, why):
        """A story that could not be told fails the run too: it proved nothing."""
        self.rows.append((what, why, "not run"))
        print(f"  not run {what}: {why}", flush=True)

    @contextlib.contextmanager
    def story(self, name):
        """The time a story took; one that breaks down is a broken promise, and the others are still told."""
        begun = time.monotonic()
        try:
            yield
        except Exception as error:
            traceback.print_exc()
            self.promise(f"{name}: told to its end", False, f"{type(error).__name__}: {error}"[:300].replace("\n", " "))
        self.measure(f"{name}: time taken", f"{time.monotonic() - begun:.0f} s")

    def is_kept(self):
        return not any(row[2] in ("BROKEN", "not run") for row in self.rows)

    def conclude(self):
        print(f"\n{self.title} ({time.monotonic() - self.begun:.0f} s)\n")
        print("| what | seen | verdict |\n| --- | --- | --- |")
        for row in self.rows:
            print("| " + " | ".join(cell.replace("|", "/") for cell in row) + " |")
        if not self.is_kept():
            print("\nA promise was broken or not put to the test.")
        sys.exit(0 if self.is_kept() else 1)
