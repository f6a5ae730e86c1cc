"""A run of schemathesis over the API's own description: whatever it invents, no server error."""

import re
import subprocess

from .tools import need_schemathesis

SECONDS = 150


def stories(verdict, house):
    command = [need_schemathesis(), "run", f"http://127.0.0.1:{house.port}/api/openapi.json", "--checks", "not_a_server_error"]
    command += ["--max-examples", "25", "--seed", "1", "--request-timeout", "20", "--max-time", str(SECONDS - 30), "--no-color"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False, cwd=house.data.parent)
    except subprocess.TimeoutExpired:
        verdict.promise("schemathesis over the API's description ends in time", False, f"not within {SECONDS} s")
        return
    cases = re.search(r"(\d+) generated", done.stdout)
    summary = f"{cases.group(1)} cases" if cases else done.stdout.strip()[-200:].replace("\n", " ")
    verdict.promise("schemathesis over the API's description: no server error", done.returncode == 0, summary)
