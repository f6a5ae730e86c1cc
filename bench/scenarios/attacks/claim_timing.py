"""Whether the time of a claim tells if the address has claimed before."""

import asyncio
import bisect
import random
import statistics
import time

from harness.clients.client import Client

PAIRS = 2000
# The share of pairs in which the slower one is the first claim. 0.5 is guessing. A difference of 0.04 is eleven times the
# standard error of 2,000 pairs without any difference.
MAX_ADVANTAGE = 0.04


def run(report, server):
    firsts, repeats = asyncio.run(measure(server))
    for name, times in [("first claims", firsts), ("repeated claims", repeats)]:
        deciles = [value * 1000 for value in statistics.quantiles(times, n=10)]
        report.measure(f"{len(times):,} {name}", f"median {deciles[4]:.2f} ms, tenth {deciles[0]:.2f} ms, nine tenths {deciles[8]:.2f} ms")
    slower = share_slower(firsts, repeats)
    report.check(
        f"a first claim is slower than a repeated one as often as it is faster (at most {MAX_ADVANTAGE} from 0.5)",
        abs(slower - 0.5) <= MAX_ADVANTAGE, f"{slower:.3f}",
    )  # fmt: skip


async def measure(server):
    """Alternates in random order, so that a change of the machine's speed affects both alike."""
    client, times, claimed = Client(server.port), {True: [], False: []}, []
    order = [True, False] * PAIRS
    random.Random(1).shuffle(order)
    for is_first in [True] * 50 + order:
        is_first = is_first or not claimed
        address = f"visitor{len(claimed)}@example.com" if is_first else random.choice(claimed)
        proof = await client.win_game()
        started = time.perf_counter()
        response = await client.claim(address, proof)
        times[is_first].append(time.perf_counter() - started)
        if (response.status, response.text()) != (200, "OK"):
            raise RuntimeError(f"a claim was answered with {response.status}: {response.text()}")
        if is_first:
            claimed.append(address)
    client.close()
    return times[True][50:], times[False]


def share_slower(firsts, repeats):
    """The probability that a random first claim takes longer than a random repeated one (Mann-Whitney U)."""
    repeats = sorted(repeats)
    below = sum((bisect.bisect_left(repeats, value) + bisect.bisect_right(repeats, value)) / 2 for value in firsts)
    return below / (len(firsts) * len(repeats))
