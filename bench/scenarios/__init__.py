"""The scenarios of bench/run (benchmarks), bench/faults (faults) and bench/attack (attacks), a folder each."""
