"""Drawing and proving a set of the game's pictures: processor time, against Node.js and librsvg, which only draw."""

import os
import re
import statistics
import subprocess

from harness.server import ROOT

SEEDS = range(1, 8)
# The proofs look at each picture at these widths, with and without what is to be found.
WIDTHS = [288, 398, 600]
MAX_KIB = 12

DRAW = """
import { writeFileSync } from "node:fs";
const [modules, seed, folder] = process.argv.slice(1);
const { drawSet } = await import(modules);
for (const [name, text] of Object.entries(drawSet(Number(seed)))) writeFileSync(`${folder}/${name}`, text);
"""


def run(report, binary, folder):
    times, peers, bytes_of_pictures = [], [], []
    for seed in SEEDS:
        drawn = folder / f"peer-{seed}"
        drawn.mkdir()
        peers.append(draw_with_peers(seed, drawn))
        # A refused seed takes as long as a proven one: all proofs are made.
        seconds, output = cpu_seconds([binary, "game", "generate", "--seed", str(seed), "--out", folder / f"set-{seed}"])
        times.append(seconds)
        bytes_of_pictures += [int(size) for size in re.findall(r"(\d+) bytes with Brotli", output)]
    peer, own = statistics.median(peers), statistics.median(times)
    report.measure("processor time of a set, and of Node.js and librsvg", f"{own:.2f} s, {peer:.2f} s")
    report.at_most("drawing and proving against drawing alone", own / peer, 1, "×")
    report.check("sets that are proven", len(bytes_of_pictures) > 0, f"{len(bytes_of_pictures) // 3} of {len(SEEDS)}")
    report.at_most("largest picture", max(bytes_of_pictures, default=0) / 1024, MAX_KIB, " KiB with Brotli")


def draw_with_peers(seed, folder):
    """Draws the same set with the same modules in Node.js, and rasterises it as often as the proofs do with librsvg."""
    seconds, _ = cpu_seconds(["node", "--input-type=module", "--eval", DRAW, ROOT / "web/pictures/set.mjs", str(seed), folder])
    for picture in folder.glob("*.svg"):
        for width in WIDTHS * 2:
            # The pictures are 600 units wide.
            seconds += cpu_seconds(["vips", "svgload", picture, folder / "pixels.v", "--scale", str(width / 600)])[0]
    return seconds


def cpu_seconds(command):
    """Runs a program. Returns its processor time, which other programs on the machine change less than the time of day."""
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    output, errors = process.stdout.read(), process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1) or (process.returncode == 1 and "is refused" not in errors):
        raise RuntimeError(f"{command[0]} failed: {errors}")
    return used.ru_utime + used.ru_stime, output
