"""The discard: keeps of all classes, one hand against random and against a strategy, strategies themselves."""

from __future__ import annotations

import numpy as np
import pytest

from cribstats import analyse_discard, hand_means
from cribstats.discard import Strategy, find_opponent, greedy_strategy
from cribstats.discard.hand_means import keep_sums
from cribstats.suits import class_count, rank_classes, unrank_classes
from cribstats.variants import SIX_CARD

HAND = "5H 5C 6D 7S 8H QC"


@pytest.fixture(scope="module")
def hands() -> np.ndarray:
    """Return the representatives of all 962,988 classes."""
    return unrank_classes(np.arange(class_count(6)), 6)


@pytest.fixture(scope="module")
def mixed() -> Strategy:
    """Make a strategy that mixes unequally in one class of twenty, as an equilibrium may."""
    weights = greedy_strategy().weights()
    rows = np.arange(0, len(weights), 20)
    weights[rows] = np.random.default_rng(1).dirichlet(np.ones(15), len(rows))
    return Strategy.from_weights(weights, name="mixed")


def test_keeps_of_all_classes(benchmark, report, hands):
    sums = keep_sums(hands, SIX_CARD)
    assert np.array_equal(sums[::100_000] / SIX_CARD.unseen, hand_means(hands[::100_000]))
    report("3 Y")
    benchmark(keep_sums, hands, SIX_CARD)


def test_one_hand_against_random(benchmark, report):
    assert round(analyse_discard("5S 4D JD 4C 5C 5H", "dealer", opponent="random").best.crib, 7) == 5.7592446
    report("2 ms")
    benchmark(analyse_discard, HAND, "dealer", opponent="random")


def test_one_hand_against_greedy(benchmark, report):
    opponent = find_opponent("greedy", "dealer")
    law = opponent.law(np.arange(6, dtype=np.uint8), None)
    assert law.weights.sum() == law.total
    report("3 Y, aim 2 Y")
    benchmark(analyse_discard, HAND, "dealer", opponent=opponent)


@pytest.mark.parametrize("pegging", ["none", "solved"])
def test_one_hand_against_the_equilibrium(benchmark, report, pegging):
    opponent = find_opponent("equilibrium", "dealer")
    found = analyse_discard(HAND, "dealer", opponent=opponent, pegging=pegging)
    assert (found.best.pegging is None) == (pegging == "none")
    report("3 Y, aim 2 Y; with pegging within 10 % of without")
    benchmark(analyse_discard, HAND, "dealer", opponent=opponent, pegging=pegging)


def test_one_hand_against_a_mixed_strategy(benchmark, report, mixed):
    opponent = find_opponent(mixed, "dealer")
    analyse_discard(HAND, "dealer", opponent=opponent)
    report("- (one hand in twenty mixes all fifteen throws)")
    benchmark(analyse_discard, HAND, "dealer", opponent=opponent)


def test_distribution_of_a_throw(benchmark, report):
    best = analyse_discard(HAND, "dealer", opponent="random").best
    assert abs(sum(best.net_distribution.values()) - 1) < 1e-12
    report("-")
    benchmark(lambda: best.net_distribution)


def test_build_greedy(benchmark, report):
    report("-")
    benchmark.pedantic(greedy_strategy, rounds=3, warmup_rounds=1)


def test_expand_a_strategy(benchmark, report):
    greedy = greedy_strategy()
    report("-")
    benchmark.pedantic(
        lambda strategy: strategy.expanded,
        setup=lambda: ((Strategy(greedy.name, *_parts(greedy)),), {}),
        rounds=3,
        warmup_rounds=1,
    )


def test_rank_classes_of_all_representatives(benchmark, report, hands):
    assert np.array_equal(rank_classes(hands), np.arange(len(hands)))
    report("-")
    benchmark.pedantic(rank_classes, (hands,), rounds=3)


def _parts(strategy: Strategy) -> tuple:
    return strategy.variant, strategy.choices, strategy.mixed_classes, strategy.mixed_weights
