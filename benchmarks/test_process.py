"""The command as a whole process: time and peak memory, warm and for the first time on a machine."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

COMMAND = [sys.executable, "-m", "cribstats", "discard", "5H 5C 6D 7S 8H QC", "--dealer", "--json"]


# A small process in between: a child started from here would be charged with the memory of the benchmarks.
MEASURE = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
assert b'"throws"' in done.stdout
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def run(cache: Path | None = None) -> float:
    """Run the command; return its peak memory in MB."""
    environment = dict(os.environ) | ({"CRIBSTATS_CACHE": str(cache)} if cache else {})
    measured = [sys.executable, "-c", MEASURE, *COMMAND]
    return int(subprocess.run(measured, env=environment, check=True, capture_output=True).stdout) / 1024


def test_process_warm(benchmark, report):
    memory = run()
    report(f"1.5 s; peak memory {memory:.0f} MB, asked: 500 MB")
    benchmark.pedantic(run, rounds=5, warmup_rounds=1)


def test_process_first_time_ever(benchmark, report, tmp_path):
    report("20 s, from an empty cache")
    benchmark.pedantic(run, setup=lambda: ((tmp_path / str(time.monotonic_ns()),), {}), rounds=1)
