"""Latencies and failures of ordinary page visits during an attack."""


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
