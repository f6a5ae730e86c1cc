"""The report of a run: a line per check while it runs, a table at the end, exit code 1 when a check failed."""

import contextlib
import sys
import time
import traceback


class Report:
    def __init__(self, title):
        self.title, self.rows, self.started = title, [], time.monotonic()

    def check(self, name, passed, observed):
        """A failed check fails the run."""
        self.rows.append((name, str(observed), "pass" if passed else "FAIL"))
        print(f"  {'pass' if passed else 'FAIL'}     {name}: {observed}", flush=True)

    def at_least(self, name, value, minimum, unit="×"):
        self.check(f"{name} (at least {minimum}{unit})", value >= minimum, f"{value:.2f}{unit}")

    def at_most(self, name, value, maximum, unit=""):
        self.check(f"{name} (at most {maximum}{unit})", value <= maximum, f"{value:.1f}{unit}")

    def measure(self, name, value):
        """A figure without a limit."""
        self.rows.append((name, str(value), ""))
        print(f"           {name}: {value}", flush=True)

    def not_run(self, name, reason):
        """A check that could not be made also fails the run."""
        self.rows.append((name, reason, "not run"))
        print(f"  not run  {name}: {reason}", flush=True)

    @contextlib.contextmanager
    def scenario(self, name):
        """Times a scenario. An exception fails it, and the run goes on with the next one."""
        print(f"{name}:", flush=True)
        started = time.monotonic()
        try:
            yield
        except Exception as error:
            traceback.print_exc()
            self.check(f"{name}: completes", False, f"{type(error).__name__}: {error}"[:300].replace("\n", " "))
        self.measure(f"{name}: duration", f"{time.monotonic() - started:.0f} s")

    def has_passed(self):
        return not any(result in ("FAIL", "not run") for _, _, result in self.rows)

    def print_and_exit(self):
        print(f"\n{self.title} ({time.monotonic() - self.started:.0f} s)\n")
        print("| check | observed | result |\n| --- | --- | --- |")
        for row in self.rows:
            print("| " + " | ".join(cell.replace("|", "/") for cell in row) + " |")
        if not self.has_passed():
            print("\nFailed: at least one check failed or could not be run.")
        sys.exit(0 if self.has_passed() else 1)
