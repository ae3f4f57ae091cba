from __future__ import annotations

import numpy as np
import pytest

from cribstats import SIX_CARD, Strategy, analyse_discard
from cribstats.cards import card_names, parse_cards
from cribstats.discard import greedy_strategy, table_strategy
from cribstats.discard.dealt import keep_numbers
from cribstats.discard.hand_means import keep_sums
from cribstats.discard.sweep import sweep_crib_means
from cribstats.discard.throws import first_equal_throws, throws_of
from cribstats.errors import StrategyError
from cribstats.show.tables import rank_multisets
from cribstats.suits import class_count, class_sizes, rank_classes, set_count, unrank_classes

CLASSES = class_count(6)

NASTY = [
    "5C 5D 5H JC JD JH",
    "5C 5D 5H 5S JC JD",
    "JC JD JH JS 5C 5D",
    "KC KD KH KS QC QD",
    "AC AD AH AS KC KD",
    "AC 2C 3C 4C 5C JC",
    "5C 6C 7C 8C 9C JC",
    "2C 2D 3C 3D 4C 4D",
    "2C 2D 3H 3S 4C 4H",
    "7C 7D 7H 8C 8D 8H",
    "TC JC QC KC AC 5D",
    "9C 9D JC JD TH TS",
]


@pytest.fixture(scope="module")
def mixed() -> Strategy:
    """Greedy, but one class of seven mixes its throws in any shares."""
    weights = greedy_strategy().weights()
    rows = np.arange(3, CLASSES, 7)
    weights[rows] = np.random.default_rng(5).dirichlet(np.ones(15), len(rows))
    return Strategy.from_weights(weights, name="mixed")


@pytest.fixture(scope="module")
def crib_lover() -> Strategy:
    """Throws fives and other good cribs."""
    table = np.add.outer(np.arange(13) == 4, np.arange(13) == 4) * 6.0 + np.eye(13)
    return table_strategy(table, "dealer", name="crib lover")


@pytest.fixture(scope="module")
def sweeps(mixed: Strategy, crib_lover: Strategy) -> dict[str, tuple[Strategy, np.ndarray]]:
    strategies = [greedy_strategy(), mixed, crib_lover]
    return {strategy.name: (strategy, sweep_crib_means(strategy, SIX_CARD)) for strategy in strategies}


def enumerated(hand: np.ndarray, strategy: Strategy) -> list[float]:
    """The crib's mean of each throw by going through the opponent's hands, in the order of the throws."""
    cribs = {throw.throw: throw.crib for throw in analyse_discard(hand, "dealer", opponent=strategy).throws}
    return [cribs[tuple(card_names(hand[places]))] for places in throws_of(SIX_CARD).thrown]


@pytest.mark.parametrize("name", ["greedy", "mixed", "crib lover"])
def test_the_sweep_is_the_enumeration_on_nasty_hands(name, sweeps):
    strategy, means = sweeps[name]
    for text in NASTY:
        hand_class = rank_classes([parse_cards(text)])
        hand = unrank_classes(hand_class, 6)[0]
        assert means[hand_class[0]] == pytest.approx(enumerated(hand, strategy), abs=1e-9)


@pytest.mark.parametrize("name", ["greedy", "mixed"])
def test_the_sweep_is_the_enumeration_on_random_hands(name, sweeps):
    strategy, means = sweeps[name]
    for hand_class in np.random.default_rng(11).integers(0, CLASSES, 12):
        hand = unrank_classes([hand_class], 6)[0]
        assert means[hand_class] == pytest.approx(enumerated(hand, strategy), abs=1e-9)


def test_the_mean_crib_is_the_same_from_both_sides(sweeps):
    shares = class_sizes(np.arange(CLASSES), 6) / set_count(6)
    for one in ("greedy", "mixed"):
        for other in ("mixed", "crib lover"):
            (mine, against_mine), (theirs, against_theirs) = sweeps[one], sweeps[other]
            from_mine = shares @ (mine.weights() * against_theirs).sum(axis=1)
            from_theirs = shares @ (theirs.weights() * against_mine).sum(axis=1)
            assert from_mine == pytest.approx(from_theirs, abs=1e-9)


def test_the_mean_crib_against_random_throws_follows_from_the_unseen_cards():
    any_two = np.full((CLASSES, 15), 1 / 15)
    means = sweep_crib_means(any_two, SIX_CARD)
    for text in NASTY[:6]:
        hand_class = rank_classes([parse_cards(text)])
        hand = unrank_classes(hand_class, 6)[0]
        cribs = {throw.throw: throw.crib for throw in analyse_discard(hand, "pone", opponent="random").throws}
        expected = [cribs[tuple(card_names(hand[places]))] for places in throws_of(SIX_CARD).thrown]
        assert means[hand_class[0]] == pytest.approx(expected, abs=1e-9)


def test_the_sweep_does_not_depend_on_the_number_of_threads(sweeps, monkeypatch):
    strategy, means = sweeps["mixed"]
    monkeypatch.setenv("CRIBSTATS_THREADS", "1")
    assert np.array_equal(sweep_crib_means(strategy, SIX_CARD), means)


def test_throws_that_suits_alone_tell_apart_have_the_same_mean(sweeps):
    firsts = first_equal_throws(SIX_CARD).astype(np.int64)
    _, means = sweeps["greedy"]
    assert np.abs(np.take_along_axis(means, firsts, axis=1) - means).max() < 1e-9


def test_equal_throws_are_those_that_a_renaming_of_suits_exchanges():
    hand_class = rank_classes([parse_cards("5C 5D 6C 6D 7H 8H")])[0]
    hand = unrank_classes([hand_class], 6)[0]
    firsts = first_equal_throws(SIX_CARD)[hand_class]
    groups: dict[int, set[str]] = {}
    for first, places in zip(firsts, throws_of(SIX_CARD).thrown, strict=True):
        groups.setdefault(int(first), set()).add(" ".join(card_names(hand[places])))
    alike = {frozenset(group) for group in groups.values() if len(group) > 1}
    # The two suits with a five and a six are exchanged as wholes.
    assert {len(group) for group in alike} == {2}
    five_with_seven = {name for group in alike for name in group if name.startswith("5") and "7" in name}
    assert len(five_with_seven) == 2
    assert sum(len(group) for group in alike) == 12


def test_a_strategy_of_another_game_is_refused():
    from dataclasses import replace

    with pytest.raises(StrategyError, match="greedy"):
        sweep_crib_means(greedy_strategy(), replace(SIX_CARD, name="other"))


def test_keeps_are_numbered_as_rank_multisets_are_listed():
    numbers = keep_numbers(SIX_CARD)
    keeps = rank_multisets(4)
    for hand_class in (0, 12_345, 654_321, CLASSES - 1):
        hand = unrank_classes([hand_class], 6)[0]
        for throw, places in enumerate(throws_of(SIX_CARD).kept):
            assert keeps[numbers[hand_class, throw]] == tuple(sorted((hand[places] // 4).tolist()))


def test_hand_sums_of_all_classes_weigh_up_to_all_shows():
    # Each set of four lies in as many hands of six as there are ways to add two, with its starters outside them.
    hands = unrank_classes(np.arange(CLASSES), 6)
    total = (class_sizes(np.arange(CLASSES), 6) * keep_sums(hands, SIX_CARD).sum(axis=1)).sum()
    # Every show of four and a starter comes once for each two of the 47 other cards.
    assert total == 61_974_180 * (47 * 46 // 2)
