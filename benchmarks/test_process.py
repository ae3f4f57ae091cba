"""The command as a whole process: time and peak memory, warm and for the first time on a machine."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "cribstats", "discard", "5H 5C 6D 7S 8H QC", "--dealer", "--json"]


def run(cache: Path | None = None) -> tuple[float, float]:
    """Run the command; return its wall seconds and peak memory in MB."""
    environment = dict(os.environ) | ({"CRIBSTATS_CACHE": str(cache)} if cache else {})
    start = time.perf_counter()
    process = subprocess.Popen(COMMAND, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
    with process.stdout as stream:
        output = stream.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    assert process.returncode == 0
    assert b'"throws"' in output
    return seconds, usage.ru_maxrss / 1024


def test_process_warm(benchmark, report):
    _, memory = run()
    report(f"1.5 s; peak memory {memory:.0f} MB, asked: 500 MB")
    benchmark.pedantic(run, rounds=5, warmup_rounds=1)


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="peak memory of a child needs os.wait4")
def test_process_first_time_ever(benchmark, report, tmp_path):
    report("20 s, from an empty cache")
    benchmark.pedantic(run, setup=lambda: ((tmp_path / str(time.monotonic_ns()),), {}), rounds=1)
