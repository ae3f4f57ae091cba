"""All hands at once: the sweep, and hands read from built tables."""

from __future__ import annotations

import numpy as np
import pytest

from cribstats import SIX_CARD, analyse_discard, throw_means
from cribstats.discard import shipped_pair, sweep_crib_means
from cribstats.suits import rank_classes

HANDS = 1_000_000


@pytest.fixture(scope="module")
def hands() -> np.ndarray:
    """Return a million random hands."""
    rng = np.random.default_rng(1)
    dealt = rng.random((HANDS, 52), dtype=np.float32).argpartition(6, axis=1)[:, :6]
    return np.sort(dealt.astype(np.uint8), axis=1)


def test_sweep_of_one_role(benchmark, report, hands):
    strategy = shipped_pair("equilibrium-show").pone
    means = sweep_crib_means(strategy, SIX_CARD)
    best = analyse_discard(hands[0], "dealer", opponent="equilibrium-show").best
    assert np.abs(means[rank_classes(hands[:1])[0]] - best.crib).min() < 1e-9
    report("130 Y, aim 70 Y")
    benchmark.pedantic(sweep_crib_means, (strategy, SIX_CARD), rounds=3)


def test_a_million_hands_from_built_tables(benchmark, report, hands):
    means = throw_means(hands[:1], "dealer")
    assert abs(means.net.max() - analyse_discard(hands[0], "dealer").best.net) < 1e-9
    report("1 s")
    benchmark.pedantic(throw_means, (hands, "dealer"), rounds=3, warmup_rounds=1)


def test_one_hand_from_built_tables(benchmark, report, hands):
    throw_means(hands[:1], "dealer")
    report("0.1 ms")
    benchmark(throw_means, hands[:1], "dealer")
