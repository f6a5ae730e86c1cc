"""SIGTERM while the server compresses pages in the background."""

import subprocess
import time

from harness.server_interface import COMPRESSION_DELAY, NO_LIMITS
from harness.server import TestServer, temporary_folder


def run(report, binary, timeout=30):
    with temporary_folder() as folder, TestServer(binary, folder / "data", NO_LIMITS) as server:
        server.start()
        time.sleep(COMPRESSION_DELAY + 0.5)
        started = time.monotonic()
        try:
            code = server.stop(timeout)
        except subprocess.TimeoutExpired:
            code = "none"
        took = time.monotonic() - started
        report.check(f"the server stops within {timeout} s of SIGTERM", code == 0, f"exit code {code} after {took:.1f} s")
