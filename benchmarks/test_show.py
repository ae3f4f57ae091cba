"""Scoring: the count of all shows, unrelated rows, and the readable scorer beside them."""

from __future__ import annotations

import numpy as np
import pytest

from cribstats.show import count_shows, score_hand, score_hands, tables
from cribstats.show import kernels as show_kernels
from cribstats.show.scorer import flush_points
from cribstats.variants import SIX_CARD

ROWS = 10_000_000


@pytest.fixture(scope="module")
def shows() -> np.ndarray:
    """Ten million unrelated shows, shape (rows, 5): four cards and the starter."""
    rng = np.random.default_rng(1)
    shows = np.empty((ROWS, 5), dtype=np.uint8)
    for start in range(0, ROWS, 1_000_000):
        shows[start : start + 1_000_000] = rng.random((1_000_000, 52), dtype=np.float32).argpartition(5, axis=1)[:, :5]
    return shows


def test_count_all_shows(benchmark, report):
    assert count_shows()[29] == 4
    report("0.6 Y")
    benchmark(count_shows)


def test_score_ten_million_rows_on_one_core(benchmark, report, shows):
    hands, starters = np.ascontiguousarray(shows[:, :4]), np.ascontiguousarray(shows[:, 4])
    points = tables.show_tables(4)
    flush = flush_points(4, crib=False, variant=SIX_CARD)
    arguments = (hands, starters, points.codes, points.points, flush, False)
    scores = show_kernels.score_rows(*arguments)
    for row in range(200):
        assert scores[row] == score_hand(hands[row], int(starters[row])).total
    report("67 ms (150 million rows a second)")
    benchmark(show_kernels.score_rows, *arguments)


def test_score_hands_checked(benchmark, report, shows):
    hands, starters = shows[:, :4], shows[:, 4]
    score_hands(hands[:10], starters[:10])
    report("-")
    benchmark.pedantic(score_hands, (hands, starters), rounds=3)


def test_readable_scorer(benchmark, report):
    assert score_hand("5H 5C 5S JD", "5D").total == 29
    report("-")
    benchmark(score_hand, "5H 5C 5S JD", "5D")
