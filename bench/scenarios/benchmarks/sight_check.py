"""The error of the sight self-check: simulated visitors with known sight, through the code of the site. Writes the tables of
docs/sight-check.md. Seeds are fixed, so the same code gives the same tables."""

import json
import os
from concurrent.futures import ThreadPoolExecutor

from harness.server import ROOT
from harness.programs.run_program import install_packages, run_program

from .sight_check_vectors import count_vectors, find_differences

DEVICES = 5
OBSERVERS = 2000
DOCUMENT = ROOT / "docs/sight-check.md"
BEGIN, END = "<!-- Written by `bench/run sight-check`: begin -->", "<!-- end -->"


def run(report, _binary, folder):
    differences = find_differences()
    report.check("a second implementation agrees with the test vectors", not differences, "; ".join(differences) or f"{count_vectors()} vectors")
    install_packages(ROOT / "web")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        tables = list(pool.map(lambda device: simulate(device, folder), range(DEVICES)))
    for table in tables:
        for check in table["checks"]:
            report.check(f"{table['name']}, {check['name']}", check["passed"], check["observed"])
    # Also when a limit is missed: the document says how large the error is.
    write_tables(tables)
    report.measure("tables written", DOCUMENT.relative_to(ROOT))


def simulate(device, folder):
    command = ["node", "simulate.mjs", str(device), str(OBSERVERS), str(folder)]
    return json.loads(run_program(f"device {device} could not be simulated", command, ROOT / "bench/sight_check", timeout=3600))


def write_tables(tables):
    text = DOCUMENT.read_text()
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    sections = [devices_table(tables), guessers_table(tables), unseen_table(tables), *map(device_section, tables)]
    DOCUMENT.write_text(f"{before}{BEGIN}\n\n" + "\n\n".join(sections) + f"\n\n{END}{after}")


def devices_table(tables):
    rows = [[t["name"], f"{t['distance'] / 1000:g} m", snellen(t["range"]["smallest"]), snellen(t["range"]["largest"]), t["strokeAt6"]] for t in tables]
    return "### Devices\n\n" + markdown(["device", "distance", "smallest E", "largest E", "stroke of 6/6 in pixels"], rows)


def guessers_table(tables):
    rows = [[t["name"], *(f"{t['guessers'][advice]:,}" for advice in ("noSign", "unreliable", "callToday"))] for t in tables]
    header = ["device", "no sign of reduced sharpness", "please repeat", "please call today"]
    return f"### Visitors who answer at random, of {OBSERVERS:,}\n\n" + markdown(header, rows)


def unseen_table(tables):
    rows = [[t["name"], *figures(t["honest"])] for t in tables]
    return "### Visitors who say \"I can't see it\" instead of guessing (slope 12, slips 3 %)\n\n" + markdown(["device", *FIGURES], rows)


def device_section(table):
    rows = [[row["slope"], percent(row["lapseRate"]), describe_distance(row["nearerBy"]), *figures(row), *map(percent, row["referred"])] for row in table["rows"]]
    header = ["slope", "slips", "distance", *FIGURES, *(f"at {threshold:.1f}" for threshold in table["trueThresholds"])]
    return f"### {table['name'][0].upper()}{table['name'][1:]}\n\n" + markdown(header, rows)


FIGURES = ["bias", "SD", "retest", "coverage", "repeat", "trials"]


def figures(row):
    return [f"{row['bias']:+.3f}", f"{row['sd']:.3f}", f"±{row['retest']:.3f}", percent(row["coverage"], 1), percent(row["unreliable"], 1), f"{row['meanTrials']:.1f}"]


def describe_distance(nearer_by):
    if nearer_by == 0:
        return "as said"
    return f"{percent(abs(nearer_by))} {'nearer' if nearer_by > 0 else 'further'}"


def percent(share, digits=0):
    return f"{100 * share:.{digits}f} %"


def snellen(size):
    return f"6/{6 * 10**size:.1f}"


def markdown(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)
