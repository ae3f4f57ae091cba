"""The command as a whole process: time and peak memory, warm and for the first time on a machine."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from cribstats.cards import card_texts
from cribstats.discard import shipped_pair
from cribstats.discard.built import built_crib_means
from cribstats.tables import read_metadata

DISCARD = [sys.executable, "-m", "cribstats", "discard"]
COMMAND = [*DISCARD, "5H 5C 6D 7S 8H QC", "--dealer", "--json"]
HANDS = 1_000_000

# A small process in between: a child started from here would be charged with the memory of the benchmarks.
MEASURE = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[2:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True)
assert sys.argv[1].encode() in done.stdout
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def run(cache: Path | None = None, *, command: list[str] = COMMAND, expected: str = '"throws"') -> float:
    """Run a command that prints what is expected; return its peak memory in MB."""
    environment = dict(os.environ) | ({"CRIBSTATS_CACHE": str(cache)} if cache else {})
    measured = [sys.executable, "-c", MEASURE, expected, *command]
    return int(subprocess.run(measured, env=environment, check=True, capture_output=True).stdout) / 1024


def test_process_warm(benchmark, report):
    memory = run()
    report(f"1.5 s; peak memory {memory:.0f} MB, asked: 500 MB")
    benchmark.pedantic(run, rounds=5, warmup_rounds=1)


def test_process_first_time_ever(benchmark, report, tmp_path):
    report("20 s, from an empty cache")
    benchmark.pedantic(run, setup=lambda: ((tmp_path / str(time.monotonic_ns()),), {}), rounds=1)


@pytest.fixture(scope="module")
def million_hands(tmp_path_factory) -> Path:
    """Write a file of a million random hands, in any order of cards and either role, and have its tables built."""
    for role in ("dealer", "pone"):
        built_crib_means(shipped_pair("equilibrium-net").of(role))
    rng = np.random.default_rng(1)
    dealt = rng.random((HANDS, 52), dtype=np.float32).argpartition(6, axis=1)[:, :6].astype(np.uint8)
    hands = [text.decode() for text in card_texts(dealt).tolist()]
    roles = np.array(["dealer", "pone"])[rng.integers(0, 2, HANDS)].tolist()
    path = tmp_path_factory.mktemp("batch") / "hands.csv"
    path.write_text("hand,role\n" + "\n".join(map(",".join, zip(hands, roles, strict=True))) + "\n")
    return path


@pytest.mark.parametrize(
    ("ending", "options", "asked"),
    [
        (".parquet", ["--best"], "10 s"),
        (".csv", ["--best"], "10 s"),
        (".parquet", [], "- (every throw: 15 million rows)"),
    ],
)
def test_a_file_of_a_million_hands(benchmark, report, million_hands, ending, options, asked):
    out = million_hands.with_name(f"results{ending}")
    command = [*DISCARD, "--file", str(million_hands), "--out", str(out), *options]
    memory = run(command=command, expected="1,000,000 hands analysed")
    assert read_metadata(out)["hands"] == HANDS
    report(f"{asked}; peak memory {memory:.0f} MB, asked: 1000 MB")
    benchmark.pedantic(lambda: run(command=command, expected="1,000,000 hands analysed"), rounds=2)
