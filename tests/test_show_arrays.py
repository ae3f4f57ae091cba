"""Arrays of shows: the compiled scorer and its tables against the naive twin."""

from __future__ import annotations

from dataclasses import replace

import naive
import numpy as np
import pytest

from cribstats.errors import CardError, HandError
from cribstats.show import score_hand, score_hands
from cribstats.show.scorer import flush_points
from cribstats.show.tables import RANK_KEYS, rank_multisets, rank_points, show_tables
from cribstats.variants import FIVE_CARD, SIX_CARD

RULES = pytest.mark.parametrize("crib", [False, True], ids=["hand rule", "crib rule"])


def random_shows(seed, count, held, *, suit_weight=1, jack_weight=1):
    """Draw hands and starters, the cards of one suit (another in each row) and the Jacks likelier than others."""
    random = np.random.default_rng(seed)
    weights = np.ones((count, 13, 4))
    weights[np.arange(count), :, random.integers(4, size=count)] *= suit_weight
    weights[:, 10, :] *= jack_weight
    # The least of exponential variables with these rates: sampling without replacement by weight.
    cards = np.argsort(random.exponential(size=(count, 52)) / weights.reshape(count, 52), axis=1)[:, : held + 1]
    return cards[:, :held], cards[:, held]


RICH = pytest.mark.parametrize(
    "weights",
    [{}, {"suit_weight": 30}, {"jack_weight": 20}, {"suit_weight": 12, "jack_weight": 8}],
    ids=["plain", "rich in flushes", "rich in Jacks", "rich in both"],
)


def naive_scores(hands, starters, **rules):
    """Score rows with the naive twin."""
    return [
        naive.score(naive.cards_of(hand), naive.card_of(starter), **rules)
        for hand, starter in zip(hands.tolist(), starters.tolist(), strict=True)
    ]


@RULES
@RICH
@pytest.mark.parametrize("held", [1, 2, 3, 4])
def test_compiled_scores_are_the_naive_ones(held, weights, crib):
    hands, starters = random_shows(held, 2000 if held == 4 else 800, held, **weights)
    scores = score_hands(hands, starters, crib=crib)
    assert scores.dtype == np.uint8
    assert scores.tolist() == naive_scores(hands, starters, crib=crib)


@RULES
@RICH
@pytest.mark.parametrize("held", [3, 4])
def test_compiled_scores_are_the_naive_ones_with_three_card_flushes(held, weights, crib):
    hands, starters = random_shows(10 + held, 800, held, **weights)
    scores = score_hands(hands, starters, crib=crib, variant=FIVE_CARD)
    assert scores.tolist() == naive_scores(hands, starters, crib=crib, hand_flush=3)
    crib_of_four = replace(FIVE_CARD, crib_flush=4)
    scores = score_hands(hands, starters, crib=crib, variant=crib_of_four)
    assert scores.tolist() == naive_scores(hands, starters, crib=crib, hand_flush=3, crib_flush=4)


def test_a_three_card_flush_counts_in_its_game_alone():
    hands, starters = [[2, 22, 30], [2, 22, 30]], [38, 36]  # AH 6H 8H; TH, TC
    assert score_hands(hands, starters).tolist() == [2, 2]
    assert score_hands(hands, starters, variant=FIVE_CARD).tolist() == [6, 5]
    assert score_hands(hands, starters, variant=FIVE_CARD, crib=True).tolist() == [2, 2]
    assert score_hand(hands[0], starters[0], variant=FIVE_CARD).total == 6
    assert score_hand(hands[1], starters[1], variant=FIVE_CARD).total == 5


@pytest.mark.parametrize(
    ("held", "in_hand", "in_crib"), [(1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 4, 4), (5, 5, 5), (6, 6, 6)]
)
def test_cards_of_one_suit_are_worth_their_number_from_four_on(held, in_hand, in_crib):
    assert flush_points(held, crib=False, variant=SIX_CARD) == in_hand
    assert flush_points(held, crib=True, variant=SIX_CARD) == in_crib
    assert flush_points(held, crib=False, variant=FIVE_CARD) == (held if held >= 3 else 0)


@RULES
def test_compiled_and_readable_scores_agree(crib):
    hands, starters = random_shows(5, 2000, 4, suit_weight=8, jack_weight=3)
    readable = [score_hand(hand, starter, crib=crib).total for hand, starter in zip(hands, starters, strict=True)]
    assert score_hands(hands, starters, crib=crib).tolist() == readable


@RULES
def test_order_of_cards_and_names_of_suits_are_nothing_to_the_compiled_scorer(crib):
    random = np.random.default_rng(6)
    hands, starters = random_shows(6, 20_000, 4, suit_weight=8, jack_weight=3)
    scores = score_hands(hands, starters, crib=crib)
    shuffled = random.permuted(hands, axis=1)
    assert np.array_equal(score_hands(shuffled, starters, crib=crib), scores)
    order = np.array([2, 0, 3, 1])
    renamed, cut = (cards // 4 * 4 + order[cards % 4] for cards in (hands, starters))
    assert np.array_equal(score_hands(renamed, cut, crib=crib), scores)


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int32, np.uint64])
def test_any_integer_type_and_memory_order_is_scored(dtype):
    hands, starters = random_shows(7, 500, 4)
    scores = score_hands(hands, starters)
    assert np.array_equal(score_hands(np.asfortranarray(hands.astype(dtype)), starters.astype(dtype)), scores)
    assert np.array_equal(score_hands(hands[::-2], starters[::-2]), scores[::-2])


def test_no_shows_score_nothing():
    assert score_hands(np.zeros((0, 4), dtype=int), np.zeros(0, dtype=int)).shape == (0,)


@pytest.mark.parametrize(("size", "count"), [(1, 13), (2, 91), (3, 455), (4, 1820), (5, 6175)])
def test_tables_hold_the_points_of_each_multiset_at_the_sum_of_its_keys(size, count):
    multisets = rank_multisets(size)
    assert len(multisets) == count
    keys = [sum(RANK_KEYS[rank] for rank in ranks) for ranks in multisets]
    assert len(set(keys)) == count  # no two multisets share a place
    if size > 1:
        tables = show_tables(size - 1)
        points = rank_points()[size].astype(int)
        assert tables.points[keys].tolist() == points.sum(axis=1).tolist()
        by_kind = tables.by_kind[keys].astype(int)
        assert np.array_equal(np.stack([by_kind >> shift & 255 for shift in (0, 8, 16)], axis=1), points)


@pytest.mark.parametrize(
    ("hands", "starters", "error", "match"),
    [
        ([1, 2], [3], CardError, r"shape \(2,\) and type int64: integers of shape \(shows, cards\) expected$"),
        ([[1, 2]], 3, CardError, r"shape \(\) and type int64: integers of shape \(shows,\) expected$"),
        ([[1, 2]], [[3]], CardError, r"shape \(1, 1\) and type int64: integers of shape \(shows,\) expected$"),
        ([[1.0, 2.0]], [3], CardError, r"type float64: integers of shape \(shows, cards\) expected$"),
        ([["5H", "6H"]], [3], CardError, r"integers of shape \(shows, cards\) expected$"),
        ([[1, 2]], [True], CardError, r"type bool: integers of shape \(shows,\) expected$"),
        ([[1, 2]], [52], CardError, "^52 is not a card number: 0 to 51 expected$"),
        ([[1, -2]], [3], CardError, "^-2 is not a card number: 0 to 51 expected$"),
        ([[1, 300]], [3], CardError, "^300 is not a card number: 0 to 51 expected$"),
        ([[1, 2], [3, 4]], [5], HandError, "^2 hands and 1 starters: one starter for each hand expected$"),
        ([range(5)], [9], HandError, r"^hands of 5 cards: 1 to 4 expected \(score_hand takes any number\)$"),
        (np.zeros((2, 0), dtype=int), [1, 2], HandError, "^hands of 0 cards: 1 to 4 expected "),
        ([[1, 2, 3], [4, 5, 4]], [9, 9], HandError, r"^row 1: cards \[4, 5, 4\] with starter 9 are not all different$"),
        ([[1, 2, 3]], [2], HandError, r"^row 0: cards \[1, 2, 3\] with starter 2 are not all different$"),
    ],
)
def test_arrays_of_a_wrong_form_are_refused(refuses, hands, starters, error, match):
    refuses(error, match, score_hands, hands, starters)
