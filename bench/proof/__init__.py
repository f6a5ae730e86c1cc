"""What the benchmarks and the fault and attack runs share: a server to torment, visitors, and a verdict.

Standard library only. Talks to nobody but 127.0.0.1.
"""
