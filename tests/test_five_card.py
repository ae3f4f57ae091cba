"""The five-card game of the rule books: five dealt, two thrown, three kept, the play over at the first go."""

from __future__ import annotations

from itertools import combinations

import naive_full_pack as twin
import numpy as np
import pytest

from cribstats import Strategy, analyse_discard, score_hand, shipped_pair, show_distribution
from cribstats.cards import card_names
from cribstats.discard import greedy_strategy
from cribstats.discard.dealt import deal_shares
from cribstats.discard.opponents import find_opponent
from cribstats.discard.sweep import sweep_crib_means
from cribstats.discard.throws import throws_of
from cribstats.suits import class_count, set_count, unrank_classes
from cribstats.variants import FIVE_CARD

CLASSES = class_count(5)


@pytest.fixture(scope="module")
def mixed() -> Strategy:
    """Greedy, but one class of five mixes its throws in any shares."""
    weights = greedy_strategy(FIVE_CARD).weights()
    rows = np.arange(2, CLASSES, 5)
    weights[rows] = np.random.default_rng(6).dirichlet(np.ones(10), len(rows))
    return Strategy.from_weights(weights, name="mixed", variant=FIVE_CARD)


def test_there_are_as_many_deals_and_classes_as_the_game_has():
    assert (set_count(5), CLASSES) == (2_598_960, 134_459)


def test_a_flush_takes_three_of_the_hand_and_the_starter_makes_one_more():
    assert score_hand("2H 6H 8H", "TS", variant=FIVE_CARD).total == 3
    assert score_hand("2H 6H 8H", "KH", variant=FIVE_CARD).total == 4
    assert score_hand("2H 6H 8S", "KH", variant=FIVE_CARD).total == 0
    # In the crib all five count, as in the six-card game.
    assert score_hand("2H 6H 8H KH", "TS", crib=True, variant=FIVE_CARD).total == 0
    assert score_hand("2H 6H 8H KH", "TH", crib=True, variant=FIVE_CARD).total == 5


@pytest.mark.parametrize("seed", [1, 2])
def test_a_random_hand_against_greedy_is_that_of_a_whole_pack_gone_through(seed):
    hand = np.sort(np.random.default_rng(seed).choice(52, 5, replace=False)).astype(np.uint8)
    law = twin.greedy_law(hand.tolist(), dealt=5, thrown=2, flush=3)
    means = twin.keep_means(hand[None].astype(np.int64), thrown=2, flush=3)[0] / 47
    for role in ("dealer", "pone"):
        analysis = analyse_discard(hand, role, opponent="greedy", variant=FIVE_CARD)
        found = {throw.throw: throw for throw in analysis.throws}
        for number, throw in enumerate(combinations(hand.tolist(), 2)):
            told = found[tuple(card_names(throw))]
            assert told.hand_points == pytest.approx(means[number], abs=1e-12)
            assert told.crib == pytest.approx(twin.crib_mean(throw, law), abs=1e-9)


@pytest.mark.parametrize("name", ["greedy", "mixed", "equilibrium-net"])
def test_the_sweep_is_the_enumeration(name, mixed):
    pair = shipped_pair("equilibrium-net", FIVE_CARD)
    strategy = {"greedy": greedy_strategy(FIVE_CARD), "mixed": mixed, "equilibrium-net": pair.pone}[name]
    means = sweep_crib_means(strategy, FIVE_CARD)
    for hand_class in np.random.default_rng(3).integers(0, CLASSES, 12):
        hand = unrank_classes([hand_class], 5)[0]
        cribs = {
            throw.throw: throw.crib
            for throw in analyse_discard(hand, "dealer", opponent=strategy, variant=FIVE_CARD).throws
        }
        enumerated = [cribs[tuple(card_names(hand[places]))] for places in throws_of(FIVE_CARD).thrown]
        assert means[hand_class] == pytest.approx(enumerated, abs=1e-9)


def test_the_mean_crib_is_the_same_from_both_sides(mixed):
    pair = shipped_pair("equilibrium-net", FIVE_CARD)
    shares = deal_shares(FIVE_CARD)
    for mine, theirs in ((pair.dealer, pair.pone), (pair.dealer, mixed), (mixed, greedy_strategy(FIVE_CARD))):
        from_mine = shares @ (mine.weights() * sweep_crib_means(theirs, FIVE_CARD)).sum(axis=1)
        from_theirs = shares @ (theirs.weights() * sweep_crib_means(mine, FIVE_CARD)).sum(axis=1)
        assert from_mine == pytest.approx(from_theirs, abs=1e-9)


def test_the_whole_law_of_a_hand_adds_up_to_its_deals():
    hand = np.array([3, 17, 18, 30, 51], dtype=np.uint8)
    law = find_opponent("greedy", "dealer", variant=FIVE_CARD).law(hand, None)
    # Hands that the other one may be dealt from 47 cards, with 42 starters each: 1,533,939 of them.
    assert law.total == law.weights.sum()
    assert law.total / 1_533_939 / 42 == pytest.approx(2520)  # a hand counts the least that 1 to 10 throws divide


def test_shows_of_three_and_the_starter_are_all_counted():
    table = show_distribution(variant=FIVE_CARD)
    assert table["hand"].sum() == 22_100 * 49
    assert table["crib"].sum() == 270_725 * 48
