"""Benchmarks of bench/run."""
