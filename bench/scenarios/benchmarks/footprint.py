"""Size of the program, start time and memory when idle."""

from harness.server import TestServer


def run(report, binary, folder):
    report.measure("size of the binary", f"{binary.stat().st_size / 2**20:.1f} MiB")
    with TestServer(binary, folder / "data") as server:
        report.measure("start to first response", f"{server.start():.2f} s")
        server.wait_until_idle()
        now, peak = server.memory()
        report.measure("resident memory when idle", f"{now:.0f} MiB; peak {peak:.0f} MiB, while compressing")
