"""Where the time of a sweep goes, and how near each part is to the machine: run ``python benchmarks/sweep_parts.py``.

Processor seconds of each part, all cores together, beside what it does: multiplications with an addition, and numbers
looked up at random; and how long these alone take one core at the rates that numpy reaches, measured first.

On the machine this was written on the last part takes 4.6 s, of which 3.1 s are its four thousand million
multiply-adds and 0.4 s its look-ups: it is arithmetic that a faster sweep would have to save.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from cribstats import SIX_CARD, shipped_pair
from cribstats.discard import sweep
from cribstats.discard.dealt import dealt_hands
from cribstats.discard.sweep import kernels

REPEATS = 3


def processor_seconds(work: Callable[[], Any]) -> float:
    """Return the fewest processor seconds of some runs."""
    taken = []
    for _ in range(REPEATS):
        started = time.process_time()
        work()
        taken.append(time.process_time() - started)
    return min(taken)


def machine() -> tuple[float, float]:
    """Return multiply-adds a second and random look-ups a second of one core, as numpy reaches them."""
    row, table = np.random.default_rng(0).random((2, 1 << 12))
    total = np.zeros(1 << 12)

    def multiply() -> None:
        for _ in range(5000):
            np.multiply(row, table, out=total)
            np.add(total, row, out=total)

    places = np.random.default_rng(1).integers(0, 4_000_000, 2_000_000)
    values = np.zeros(4_000_000)
    return 5000 * len(row) / processor_seconds(multiply), len(places) / processor_seconds(lambda: values[places])


def parts() -> list[tuple[str, float, float, float]]:
    """Return for each part of a sweep its processor seconds, its multiply-adds and its look-ups at random."""
    strategy, variant = shipped_pair("equilibrium-show").pone, SIX_CARD
    weights, tables = strategy.weights(), sweep.sweep_tables(variant)
    counts, gains = sweep._gains_of_sets(weights, variant, tables)
    hands, throws = len(dealt_hands(variant)), variant.throws
    entries = np.count_nonzero(counts[:, : kernels.RANK_PAIRS]) / len(counts)
    columns = gains.shape[1]
    supersets = sum(len(sweep._sets(size)) * (52 - size) for size in range(variant.dealt))
    collect = processor_seconds(lambda: sweep._gains_of_sets(weights, variant, tables))
    removed = processor_seconds(lambda: sweep._remove_throws(gains, variant, tables))
    whole = processor_seconds(lambda: sweep.sweep_crib_means(strategy, variant))
    triples = len(sweep._throws()) * 22_100
    return [
        ("sums over hands and starters that hold a set", collect, 2.0 * supersets * columns, float(supersets)),
        ("a throw taken out, parts folded into threes", removed, 16.0 * triples, 16.0 * triples),
        (
            "the mean of every throw of every hand",
            whole - collect - removed,
            hands * variant.dealt * entries * kernels.RANK_PAIRS,
            hands * throws * (variant.kept + 3.0),
        ),
    ]


def main() -> None:
    """Print the table."""
    arithmetic, random = machine()
    table = Table("part", "processor s", "multiply-adds", "s of arithmetic", "look-ups", "s of look-ups")
    for name, seconds, products, look_ups in parts():
        table.add_row(
            name,
            f"{seconds:.2f}",
            f"{products:.2e}",
            f"{products / arithmetic:.2f}",
            f"{look_ups:.2e}",
            f"{look_ups / random:.2f}",
        )
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
