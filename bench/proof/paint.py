"""Page weight and paint of the home page on a cheap phone, beside the same page built with other frameworks.

The peers lie in bench/paint and are built from the clinic's own components and from what the running server gives. A
peer that cannot be installed, built or shown fails the run: a floor that was not shown is not met.
"""

import contextlib
import json
import os
import signal
import statistics
import subprocess

from .house import ROOT, House

PAINT = ROOT / "bench/paint"
ROUNDS = 11
OURS = "the clinic's server"
NEXT, ASTRO, REACT = "Next.js", "Astro", "React with a router"
# Where each is built: the project, and the folder in it that a host would serve.
PEERS = {
    NEXT: ("next", "out"),
    ASTRO: ("astro", "dist"),
    REACT: ("react", "router/dist"),
    "React alone": ("react", "bare/dist"),
}


def beside_other_frameworks(verdict, binary, folder):
    # Without a line in the log for every request, as the peers' host runs beside it.
    with House(binary, folder / "paint", environment={"CLINIC_LOG": "warn"}) as house:
        house.start()
        try:
            prepare(house, folder / "home")
            sites = [{"name": OURS, "port": house.port}, *peers(verdict, folder / "home")]
            costs = {name: medians(visits) for name, visits in measure(sites).items()}
        except Failed as failure:
            verdict.skip("page weight and paint", str(failure))
            return
    for name, cost in costs.items():
        verdict.measure(f"first visit to /home, {name}", describe(cost))
    compare(verdict, costs)


def compare(verdict, costs):
    for peer in (NEXT, REACT):
        if peer in costs:
            verdict.promise(f"bytes against {peer} (less than 1×)", *below(costs, "bytes", peer, 1, strictly=True))
    for peer, most in ((NEXT, 1), (REACT, 1), (ASTRO, 1.1)):
        for key, paint in (("first", "first paint"), ("largest", "largest paint")):
            if peer in costs:
                verdict.promise(f"{paint} against {peer} (at most {most}×)", *below(costs, key, peer, most))


def below(costs, key, peer, most, strictly=False):
    ratio = costs[OURS][key] / costs[peer][key]
    return ratio < most if strictly else ratio <= most, f"{ratio:.2f}×"


def describe(cost):
    return (
        f"{cost['bytes'] / 1000:.1f} kB, first paint {cost['first'] / 1000:.2f} s, "
        f"largest {cost['largest'] / 1000:.2f} s, blocked for {cost['blocking'] / 1000:.2f} s"
    )


def medians(visits):
    return {key: statistics.median(visit[key] for visit in visits) for key in visits[0]}


class Failed(Exception):
    """A step that did not work, in a sentence."""


def prepare(house, home):
    home.mkdir()
    install(ROOT / "web")
    run("there is no Chromium and it could not be installed", ["scripts/need-browser"], ROOT)
    gather = ["node", "gather.mjs", f"http://127.0.0.1:{house.port}", str(home)]
    run("the home page could not be read from the server", gather, PAINT)


def peers(verdict, home):
    """Those that could be built, each with the folders that its host serves: its own files, then data and pictures."""
    built = {}
    for project in dict.fromkeys(project for project, _ in PEERS.values()):
        try:
            build(PAINT / project, home)
            built[project] = True
        except Failed as failure:
            verdict.skip(f"page weight and paint beside {project}", str(failure))
    return [
        {"name": name, "folders": [str(PAINT / project / result), str(home / "files")]}
        for name, (project, result) in PEERS.items()
        if project in built
    ]


def build(project, home):
    print(f"          building the page with {project.name}", flush=True)
    install(project)
    quiet = {"NEXT_TELEMETRY_DISABLED": "1", "ASTRO_TELEMETRY_DISABLED": "1"}
    environment = os.environ | quiet | {"HOME_PAGE": str(home)}
    run(f"{project.name} could not be built", ["npm", "run", "build"], project, environment)


def install(project):
    # npm writes this file last, so an installation that was broken off is made again, as is one of other versions.
    installed = project / "node_modules/.package-lock.json"
    if installed.is_file() and installed.stat().st_mtime >= (project / "package.json").stat().st_mtime:
        return
    run(f"the packages of {project.name} could not be installed", ["npm", "install", "--no-save"], project)
    installed.touch()


def measure(sites):
    seconds = 120 + ROUNDS * len(sites) * 30
    visits = ["node", "measure.mjs", str(ROUNDS), json.dumps(sites)]
    return json.loads(run("the visits did not come to their end", visits, PAINT, within=seconds))


def run(otherwise, command, folder, environment=None, within=900):
    child = subprocess.Popen(
        command, cwd=folder, env=environment, text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        said, complained = child.communicate(timeout=within)
    except subprocess.TimeoutExpired as trouble:
        raise Failed(f"{otherwise} within {within} s") from trouble
    finally:
        # Builders and browsers have children of their own.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()
    if child.returncode:
        raise Failed(f"{otherwise}: {' '.join((complained or said).split())[-600:]}")
    return said
