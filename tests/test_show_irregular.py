"""Irregular shows: hands and cribs with too few or too many cards, none at all, and cribs that are void."""

from __future__ import annotations

from collections import Counter

import naive
import numpy as np
import pytest

from cribstats.errors import ArgumentError, HandError
from cribstats.show import score_hand, score_hands
from cribstats.show.reference import Score
from cribstats.variants import FIVE_CARD, SIX_CARD, VARIANTS

GAMES = pytest.mark.parametrize("variant", [SIX_CARD, FIVE_CARD], ids=lambda game: game.name)
RULES = pytest.mark.parametrize("crib", [False, True], ids=["hand rule", "crib rule"])


def irregular_shows(seed, count):
    """Draw hands of none to eight cards: of the whole pack, of a suit, of neighbouring ranks, or of few ranks."""
    random = np.random.default_rng(seed)
    for number in range(count):
        pool = np.arange(52)
        match number % 4:
            case 1:
                pool = pool[pool % 4 == random.integers(4)]
            case 2:
                pool = pool[(pool // 4 - random.integers(10)) % 13 < 4]
            case 3:
                pool = pool[np.isin(pool // 4, [4, 9, 10, random.integers(13)])]
        cards = random.choice(pool, size=min(len(pool), random.integers(9) + 1), replace=False).tolist()
        yield cards[1:], cards[0]


@GAMES
@RULES
def test_hands_of_none_to_eight_cards_score_as_the_slow_twin_counts_every_subset(variant, crib):
    rules = {"crib": crib, "hand_flush": 3 if variant is FIVE_CARD else 4}
    sizes, kinds = Counter(), Counter()
    for hand, starter in irregular_shows(len(variant.name) + crib, 1200):
        for cut in (None, starter):
            expected = naive.score_kinds(naive.cards_of(hand), None if cut is None else naive.card_of(cut), **rules)
            score = score_hand(hand, cut, crib=crib, variant=variant)
            found = Counter()
            for part in score.parts:
                found[part.kind] += part.points
            assert found == expected
            assert score.total == sum(expected.values())
        sizes[len(hand)] += 1
        kinds.update(expected.keys())
    assert set(sizes) == set(range(9))
    assert min(sizes.values()) > 50
    assert min(kinds[kind] for kind in ("fifteen", "run", "pair", "pair-royal", "flush", "nobs")) > 20


# A hand, its starter, whether it is a crib; its points in the six-card and in the five-card game.
IRREGULAR = {
    "no cards": ("", None, False, 0, 0),
    "no cards, and a starter": ("", "5D", False, 0, 0),
    "a crib without a card": ("", "JD", True, 0, 0),
    "one card that pairs the starter": ("5H", "5D", False, 2, 2),
    "one Jack of the starter's suit": ("JD", "9D", False, 1, 1),
    "two of a suit are no flush": ("2H 6H", "8H", False, 0, 0),
    "three of a suit flush in the five-card game alone": ("2H 6H TH", None, False, 0, 3),
    "the starter makes it one more": ("2H 6H TH", "8H", False, 0, 4),
    "the starter of another suit does not": ("2H 6H TH", "8S", False, 0, 3),
    "two of three are no flush": ("2H 6H TS", "8H", False, 0, 0),
    "a hand of three: fifteen by seven and eight, and a run": ("7C 8D KH", "9S", False, 5, 5),
    "a short crib of a suit with the starter is no flush": ("2H 6H TH", "8H", True, 0, 0),
    "a short crib: a double run": ("7C 8D 8H", "9S", True, 12, 12),
    "a full crib flushes with the starter": ("2H 6H 8H TH", "QH", True, 5, 5),
    "it does not without": ("2H 6H 8H TH", None, True, 0, 0),
    "a long hand of five of a suit": ("2H 6H 8H QH KH", "TS", False, 5, 5),
    "a long hand of five and the starter": ("2H 6H 8H QH KH", "TH", False, 6, 6),
    "four of five are no flush": ("2H 6H 8H QH KS", "TH", False, 0, 0),
    "seven of a suit": ("2H 4H 6H 8H TH QH KH", "2S", False, 9, 9),
    "the six-card crib of a suit": ("2H 4H 6H 8H QH KH", "TH", True, 7, 7),
    "the six-card crib with another starter": ("2H 4H 6H 8H QH KH", "TS", True, 0, 0),
    "a run of seven, fifteen by seven and eight, and nobs": ("9C TD JH QS KC 7D", "8H", True, 10, 10),
    "four of a kind, a pair and the starter": ("4C 4D 4H 4S KC KD", "2H", True, 14, 14),
}


@pytest.mark.parametrize(("cards", "starter", "crib", "six", "five"), IRREGULAR.values(), ids=IRREGULAR)
def test_irregular_shows_are_worth_what_they_hold(cards, starter, crib, six, five):
    assert score_hand(cards, starter, crib=crib).total == six
    assert score_hand(cards, starter, crib=crib, variant=FIVE_CARD).total == five


def test_the_six_card_crib_is_told_with_its_runs_and_royals():
    score = score_hand("4C 5D 5H 6S 6H JC", "5C", crib=True)
    kinds = Counter(part.kind for part in score.parts)
    # Six runs 4 5 6, and fifteen by each of them, by three fives, by each five with the Jack.
    assert kinds == {"fifteen": 6 + 1 + 3, "run": 6, "pair": 1, "pair-royal": 1, "nobs": 1}
    assert score.total == 20 + 18 + 2 + 6 + 1
    assert score.aloud().endswith("a pair is forty, a pair royal is forty-six and his nobs is forty-seven")


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_a_void_crib_counts_nothing_whatever_it_holds(variant):
    score = score_hand("5H 5C 5S JD", "5D", crib=True, void=True, variant=variant)
    assert score == Score(0, (), void=True)
    assert score.aloud() == "the crib is void"
    assert score.to_dict() == {"total": 0, "parts": [], "void": True}
    assert "void" not in score_hand("5H 5C 5S JD", "5D", crib=True, variant=variant).to_dict()
    assert score_hand("", void=True, crib=True).total == 0


def test_a_void_crib_is_still_of_real_cards_and_hands_are_not_void(refuses):
    refuses(HandError, "^starter: 5D is in the hand", score_hand, "5D 5C", "5D", crib=True, void=True)
    refuses(ArgumentError, "^a hand cannot be void: a crib expected$", score_hand, "5D 5C", "JD", void=True)


@GAMES
@RULES
@pytest.mark.parametrize("held", [1, 2, 3, 4])
def test_arrays_of_short_hands_score_as_one_by_one(held, variant, crib):
    random = np.random.default_rng(held)
    cards = np.array([random.permutation(52)[: held + 1] for _ in range(300)])
    cards[::3] = cards[::3] // 4 * 4 + 1  # of one suit
    ranks = np.sort(cards // 4, axis=1)
    cards = cards[(np.diff(ranks, axis=1) > 0).all(axis=1)]
    hands, starters = cards[:, :-1], cards[:, -1]
    expected = [
        score_hand(hand, starter, crib=crib, variant=variant).total
        for hand, starter in zip(hands.tolist(), starters.tolist(), strict=True)
    ]
    assert score_hands(hands, starters, crib=crib, variant=variant).tolist() == expected


@pytest.mark.parametrize("held", [0, 5, 6])
def test_arrays_of_hands_that_the_tables_do_not_hold_are_refused_with_what_takes_them(refuses, held):
    expected = rf"^hands of {held} cards: 1 to 4 expected \(score_hand takes any number\)$"
    refuses(HandError, expected, score_hands, np.arange(2 * held).reshape(2, held), [50, 51])
