"""Scenarios of bench/attack."""
