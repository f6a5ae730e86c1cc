"""Runs schemathesis over the API's own OpenAPI document: no generated request may cause a server error."""

import re
import subprocess

from harness.server_interface import OPENAPI
from harness.programs.find_program import find_schemathesis

TIMEOUT = 150


def run(report, server):
    command = [find_schemathesis(), "run", f"http://127.0.0.1:{server.port}{OPENAPI}", "--checks", "not_a_server_error"]
    command += ["--max-examples", "25", "--seed", "1", "--request-timeout", "20", "--max-time", str(TIMEOUT - 30), "--no-color"]
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False, cwd=server.data.parent)
    except subprocess.TimeoutExpired:
        report.check("schemathesis over the OpenAPI document ends in time", False, f"not within {TIMEOUT} s")
        return
    cases = re.search(r"(\d+) generated", result.stdout)
    summary = f"{cases.group(1)} cases" if cases else result.stdout.strip()[-200:].replace("\n", " ")
    report.check("schemathesis over the OpenAPI document: no server error", result.returncode == 0, summary)
