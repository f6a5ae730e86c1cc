"""Ordinary page visits during an attack: their latencies and failures."""

import asyncio
import time

from .client import CONNECTION_ERRORS

VISITORS = 6
VISIT_SECONDS = 6.0


async def visit_repeatedly(visit_once, seconds=VISIT_SECONDS):
    """Several visitors call `visit_once`, which opens a connection of its own, one time after the other."""
    visits, deadline = Visits(), time.monotonic() + seconds

    async def visitor():
        while time.monotonic() < deadline:
            started = time.monotonic()
            try:
                async with asyncio.timeout(5):
                    await visit_once()
                visits.seconds.append(time.monotonic() - started)
            except CONNECTION_ERRORS:
                visits.failures += 1
            await asyncio.sleep(0.02)

    await asyncio.gather(*(visitor() for _ in range(VISITORS)))
    return visits


class Visits:
    def __init__(self):
        self.seconds, self.failures = [], 0

    def are_acceptable(self):
        return self.failures == 0 and self.seconds and max(self.seconds) < 2.0

    def __str__(self):
        if not self.seconds:
            return f"no response, {self.failures} failures"
        ordered = sorted(self.seconds)
        percentile = lambda share: ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000  # noqa: E731
        return f"{len(ordered)} visits, median {percentile(0.5):.1f} ms, p99 {percentile(0.99):.1f} ms, max {ordered[-1] * 1000:.0f} ms, {self.failures} failures"
