"""Bytes and paint times of the home page on a cheap phone, against the same page built with other frameworks.

The peers are in bench/page_load. They are built from the clinic's own components and the data of the running server. A
peer that cannot be installed, built or loaded fails the run, because its limits were then not checked.
"""

import contextlib
import json
import os
import statistics

from harness.programs.certificate import create_certificate
from harness.server_interface import LISTEN_TLS, QUIET_LOG, TLS_CERT, TLS_KEY
from harness.server import ROOT, TestServer, free_port
from harness.programs.static_nginx import nginx_for_sites
from harness.programs.run_program import ProgramFailed, install_packages, run_program

PROJECTS = ROOT / "bench/page_load"
ROUNDS = 11
OURS = "clinic"
SAVING = "clinic in data-saving mode"
OVER_HTTP1 = "clinic over HTTP/1.1 without TLS"
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
    """Over HTTP/1.1 without TLS."""
    with clinic(binary, folder) as server:
        ours = [{"name": OURS, "port": server.port}, {"name": SAVING, "port": server.port, "saveData": True}]
        costs = measure_against_peers(report, server, folder, ours)
    if costs:
        saving = costs[SAVING]["bytes"]
        report.check("bytes in data-saving mode (at most 45 kB)", saving <= MAX_SAVING_BYTES, f"{saving / 1000:.1f} kB")
        compare(report, costs)


def run_over_tls(report, binary, folder):
    """Over HTTPS and HTTP/2, and this server also over HTTP/1.1 without TLS."""
    certificate, port = create_certificate(folder), free_port()
    flags = [LISTEN_TLS, f"127.0.0.1:{port}", TLS_CERT, str(certificate[0]), TLS_KEY, str(certificate[1])]
    with clinic(binary, folder / "tls", flags), clinic(binary, folder) as over_http1:
        ours = [{"name": OURS, "port": port, "tls": True}, {"name": OVER_HTTP1, "port": over_http1.port}]
        costs = measure_against_peers(report, over_http1, folder, ours, certificate)
    if costs:
        ratio = costs[OURS]["firstPaint"] / costs[OVER_HTTP1]["firstPaint"]
        report.measure("first contentful paint over HTTPS and HTTP/2 against HTTP/1.1 without TLS", f"{ratio:.2f}×")
        compare(report, costs, " over HTTPS and HTTP/2")


@contextlib.contextmanager
def clinic(binary, folder, flags=()):
    folder.mkdir(exist_ok=True)
    # No log line per request: nginx, which serves the peers, writes none either.
    with TestServer(binary, folder / "data", list(flags), environment=QUIET_LOG) as server:
        server.start()
        yield server


def measure_against_peers(report, server, folder, ours, certificate=None):
    """Name of the site -> the median of each measurement. `None` when a step failed, which is then in the report."""
    try:
        download_home_page(server, folder / "home")
        peers = build_peers(report, folder)
        with nginx_for_sites(folder, peers.values(), certificate) as ports:
            is_tls = certificate is not None
            served = [{"name": name, "port": port, "tls": is_tls} for name, port in zip(peers, ports, strict=True)]
            costs = {name: medians(visits) for name, visits in measure([*ours, *served], certificate).items()}
    except ProgramFailed as failure:
        report.not_run("page load over HTTPS" if certificate else "page load", str(failure))
        return None
    for name, cost in costs.items():
        report.measure(f"first visit to /home, {name}", describe(cost))
    return costs


def compare(report, costs, over=""):
    for peer in (NEXT, REACT):
        if peer in costs:
            ratio = costs[OURS]["bytes"] / costs[peer]["bytes"]
            report.check(f"bytes{over} against {peer} (less than 1×)", ratio < 1, f"{ratio:.2f}×")
    for peer, maximum in ((NEXT, 1), (REACT, 1), (ASTRO, 1.1)):
        for key, name in (("firstPaint", "first contentful paint"), ("largestPaint", "largest contentful paint")):
            if peer in costs:
                ratio = costs[OURS][key] / costs[peer][key]
                report.check(f"{name}{over} against {peer} (at most {maximum}×)", ratio <= maximum, f"{ratio:.2f}×")


def describe(cost):
    return (
        f"{cost['bytes'] / 1000:.1f} kB, first contentful paint {cost['firstPaint'] / 1000:.2f} s, "
        f"largest {cost['largestPaint'] / 1000:.2f} s, total blocking time {cost['blockingTime'] / 1000:.2f} s"
    )


def medians(visits):
    return {key: statistics.median(visit[key] for visit in visits) for key in visits[0]}


def download_home_page(server, home):
    home.mkdir()
    install_packages(ROOT / "web")
    run_program("Chromium could not be installed", ["scripts/install-browser", "chromium"], ROOT)
    command = ["node", "download-home-page.mjs", f"http://127.0.0.1:{server.port}", str(home)]
    run_program("the home page could not be downloaded from the server", command, PROJECTS)


def build_peers(report, folder):
    """Name -> folder for nginx, of the peers that could be built."""
    built = set()
    for project in dict.fromkeys(project for project, _ in PEERS.values()):
        try:
            build(PROJECTS / project, folder / "home")
            built.add(project)
        except ProgramFailed as failure:
            report.not_run(f"page load against {project}", str(failure))
    peers = {}
    for name, (project, output) in PEERS.items():
        if project in built:
            peers[name] = folder / "peers" / project / output
            # Its own files, then data and pictures of the clinic.
            sources = [str(PROJECTS / project / output), str(folder / "home/files")]
            run_program(f"{name} could not be compressed", ["node", "compress-other-sites.mjs", str(peers[name]), *sources], PROJECTS)
    return peers


def build(project, home):
    print(f"           building the home page with {project.name}", flush=True)
    install_packages(project)
    environment = {"NEXT_TELEMETRY_DISABLED": "1", "ASTRO_TELEMETRY_DISABLED": "1", "HOME_PAGE": str(home)}
    run_program(f"{project.name} could not be built", ["npm", "run", "build"], project, os.environ | environment)


def measure(sites, certificate):
    timeout = 120 + ROUNDS * len(sites) * 30
    command = ["node", "measure.mjs", str(ROUNDS), json.dumps(sites), *([str(certificate[0])] if certificate else [])]
    return json.loads(run_program("the page visits failed", command, PROJECTS, timeout=timeout))
