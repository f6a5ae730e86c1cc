"""Bytes and paint times of the home page on a cheap phone, against the same page built with other frameworks.

The peers are in bench/page_load. They are built from the clinic's own components and the data of the running server. A
peer that cannot be installed, built or loaded fails the run, because its limits were then not checked.
"""

import contextlib
import json
import os
import signal
import statistics
import subprocess

from harness.contract import QUIET_LOG
from harness.server import ROOT, TestServer

PROJECTS = ROOT / "bench/page_load"
ROUNDS = 11
OURS = "clinic"
SAVING = "clinic in data-saving mode"
MAX_SAVING_BYTES = 45_000
NEXT, ASTRO, REACT = "Next.js", "Astro", "React with a router"
# Name -> project folder, and the folder in it with the built site.
PEERS = {
    NEXT: ("next", "out"),
    ASTRO: ("astro", "dist"),
    REACT: ("react", "router/dist"),
    "React without a router": ("react", "no-router/dist"),
}


def run(report, binary, folder):
    # No log line per request: the peers' server writes none either.
    with TestServer(binary, folder / "data", environment=QUIET_LOG) as server:
        server.start()
        try:
            download_home_page(server, folder / "home")
            ours = [{"name": OURS, "port": server.port}, {"name": SAVING, "port": server.port, "saveData": True}]
            sites = [*ours, *build_peers(report, folder / "home")]
            costs = {name: medians(visits) for name, visits in measure(sites).items()}
        except StepFailed as failure:
            report.not_run("page load", str(failure))
            return
    for name, cost in costs.items():
        report.measure(f"first visit to /home, {name}", describe(cost))
    compare(report, costs)


def compare(report, costs):
    saving = costs[SAVING]["bytes"]
    report.check("bytes in data-saving mode (at most 45 kB)", saving <= MAX_SAVING_BYTES, f"{saving / 1000:.1f} kB")
    for peer in (NEXT, REACT):
        if peer in costs:
            ratio = costs[OURS]["bytes"] / costs[peer]["bytes"]
            report.check(f"bytes against {peer} (less than 1×)", ratio < 1, f"{ratio:.2f}×")
    for peer, maximum in ((NEXT, 1), (REACT, 1), (ASTRO, 1.1)):
        for key, name in (("firstPaint", "first contentful paint"), ("largestPaint", "largest contentful paint")):
            if peer in costs:
                ratio = costs[OURS][key] / costs[peer][key]
                report.check(f"{name} against {peer} (at most {maximum}×)", ratio <= maximum, f"{ratio:.2f}×")


def describe(cost):
    return (
        f"{cost['bytes'] / 1000:.1f} kB, first contentful paint {cost['firstPaint'] / 1000:.2f} s, "
        f"largest {cost['largestPaint'] / 1000:.2f} s, total blocking time {cost['blockingTime'] / 1000:.2f} s"
    )


def medians(visits):
    return {key: statistics.median(visit[key] for visit in visits) for key in visits[0]}


class StepFailed(Exception):
    """A step of the preparation or the measurement failed; the message says which one."""


def download_home_page(server, home):
    home.mkdir()
    install_packages(ROOT / "web")
    run_step("Chromium could not be installed", ["scripts/install-browser", "chromium"], ROOT)
    command = ["node", "download-home-page.mjs", f"http://127.0.0.1:{server.port}", str(home)]
    run_step("the home page could not be downloaded from the server", command, PROJECTS)


def build_peers(report, home):
    """The peers that could be built, each with the folders to serve: its own files, then data and pictures."""
    built = set()
    for project in dict.fromkeys(project for project, _ in PEERS.values()):
        try:
            build(PROJECTS / project, home)
            built.add(project)
        except StepFailed as failure:
            report.not_run(f"page load against {project}", str(failure))
    return [
        {"name": name, "folders": [str(PROJECTS / project / output), str(home / "files")]}
        for name, (project, output) in PEERS.items()
        if project in built
    ]


def build(project, home):
    print(f"           building the home page with {project.name}", flush=True)
    install_packages(project)
    environment = {"NEXT_TELEMETRY_DISABLED": "1", "ASTRO_TELEMETRY_DISABLED": "1", "HOME_PAGE": str(home)}
    run_step(f"{project.name} could not be built", ["npm", "run", "build"], project, os.environ | environment)


def install_packages(project):
    # npm writes this file last, so an interrupted installation is repeated, and so is one of older versions.
    installed = project / "node_modules/.package-lock.json"
    if installed.is_file() and installed.stat().st_mtime >= (project / "package.json").stat().st_mtime:
        return
    run_step(f"the npm packages of {project.name} could not be installed", ["npm", "install", "--no-save"], project)
    installed.touch()


def measure(sites):
    timeout = 120 + ROUNDS * len(sites) * 30
    command = ["node", "measure.mjs", str(ROUNDS), json.dumps(sites)]
    return json.loads(run_step("the page visits failed", command, PROJECTS, timeout=timeout))


def run_step(failure, command, folder, environment=None, timeout=900):
    """Returns the output of the command. `failure` is the message when it fails."""
    process = subprocess.Popen(
        command, cwd=folder, env=environment, text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        output, errors = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired as error:
        raise StepFailed(f"{failure} within {timeout} s") from error
    finally:
        # Build tools and browsers leave child processes behind when they are interrupted.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    if process.returncode:
        raise StepFailed(f"{failure}: {' '.join((errors or output).split())[-600:]}")
    return output
