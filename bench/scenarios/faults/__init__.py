"""Scenarios of bench/faults."""
