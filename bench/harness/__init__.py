"""Shared by the benchmarks, the fault runs and the attack runs: test server, HTTP client, load, checks, report.

Standard library only. Connects to nothing but 127.0.0.1.
"""
