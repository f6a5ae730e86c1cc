"""A second implementation of the sight self-check, written from docs/sight-check.md and not from the code. It shows that the
document is complete and that the test vectors can be used by others."""

import json
import math

from harness.server import ROOT

VECTORS = ROOT / "web/src/sight-check/vectors"
TOLERANCE = 0.00001
GUESS, LAPSE = 0.25, 0.03
GRID = [(-0.4 + 0.02 * step, slope) for slope in (6, 9, 14, 20, 28) for step in range(91)]
EASY_TRIALS = (12, 18, 24, 30)
ARC_MINUTE = math.tan(math.radians(1 / 60))


def find_differences():
    """A sentence for each vector on which the two implementations differ."""
    estimates = [problem for vector in read("estimates.json") if (problem := replay(vector))]
    strokes = [problem for vector in read("strokes.json") if (problem := draw(vector))]
    return estimates + strokes


def count_vectors():
    return len(read("estimates.json")) + len(read("strokes.json"))


def read(name):
    return json.loads((VECTORS / name).read_text())


def replay(vector):
    weights = [math.exp(-0.5 * ((threshold - 0.25) / 0.5) ** 2) for threshold, _ in GRID]
    trials = vector["trials"]
    for number, trial in enumerate(trials, 1):
        mean, sd = summarise(weights)
        if number > 32 or (number > 20 and sd < 0.06):
            return f"{vector['name']}: should have ended before trial {number}"
        asked = next_size(number, trials[: number - 1], mean)
        asked = min(vector["largest"], max(vector["smallest"], asked))
        weights = [weight * likelihood(trial, *cell) for weight, cell in zip(weights, GRID, strict=True)]
        mean, sd = summarise(weights)
        if not close([asked, mean, sd], [trial["asked"], trial["mean"], trial["sd"]]):
            return f"{vector['name']}: trial {number} gives {asked}, {mean}, {sd}"
    if len(trials) < 32 and (len(trials) < 20 or sd >= 0.06):
        return f"{vector['name']}: should not have ended after {len(trials)} trials"
    outcome = describe_outcome(vector, mean, sd)
    expected = vector["outcome"]
    same_kind = outcome[0] == expected["kind"]
    if not same_kind or not close(outcome[1:], [expected[key] for key in ("size", "lower", "upper") if key in expected]):
        return f"{vector['name']}: the outcome is {outcome}"
    return None


def next_size(number, trials, mean):
    if number <= 4 and all(trial["answer"] == "right" for trial in trials):
        return (1.0, 0.7, 0.4, 0.1)[number - 1]
    return mean + 0.3 if number in EASY_TRIALS else mean


def likelihood(trial, threshold, slope):
    right = GUESS + (1 - GUESS - LAPSE) / (1 + math.exp(-slope * (trial["drawn"] - threshold)))
    return {"right": right, "wrong": 1 - right, "unseen": right**0.25 * (1 - right) ** 0.75}[trial["answer"]]


def summarise(weights):
    total = math.fsum(weights)
    mean = math.fsum(weight * threshold for weight, (threshold, _) in zip(weights, GRID, strict=True)) / total
    variance = math.fsum(weight * (threshold - mean) ** 2 for weight, (threshold, _) in zip(weights, GRID, strict=True)) / total
    return mean, math.sqrt(variance)


def describe_outcome(vector, mean, sd):
    trials, smallest, largest = vector["trials"], vector["smallest"], vector["largest"]
    at_largest = [trial["answer"] == "right" for trial in trials if trial["drawn"] >= largest - TOLERANCE]
    if at_largest.count(False) >= max(2, at_largest.count(True)):
        return ["largestNotSeen"]
    seen = min((trial["drawn"] for trial in trials if trial["answer"] == "right"), default=math.inf)
    easy = [trials[number - 1] for number in EASY_TRIALS if number <= len(trials)]
    if sum(trial["answer"] != "right" and seen < trial["drawn"] < largest - TOLERANCE for trial in easy) >= 2:
        return ["unreliable"]
    half = 1.96 * 1.3 * sd
    if mean < smallest:
        return ["estimate", smallest, smallest, max(smallest, mean + half)]
    return ["estimate", mean, mean - half, mean + half]


def draw(vector):
    largest = vector["shortSide"] // 11
    pixel = vector["pixelPitch"] / (vector["distance"] * ARC_MINUTE)
    if not close([math.log10(2 * pixel), math.log10(largest * pixel)], [vector["smallest"], vector["largest"]]):
        return f"{vector['device']}: the sizes that can be drawn differ"
    for stroke in vector["strokes"]:
        exact = 10 ** stroke["asked"] / pixel
        pixels = min(largest, max(2, exact if exact < 3 else math.floor(exact + 0.5)))
        if not close([pixels, math.log10(pixels * pixel)], [stroke["pixels"], stroke["drawn"]]):
            return f"{vector['device']}: {stroke['asked']} is drawn with {pixels} pixels"
    return None


def close(values, expected):
    return len(values) == len(expected) and all(abs(value - other) <= TOLERANCE for value, other in zip(values, expected, strict=True))
