"""Shows that other cribbage programs were reported to get wrong, each with its points by kind."""

from __future__ import annotations

import naive
import pytest

from cribstats.cards import parse_card, parse_cards
from cribstats.show import score_hand, score_hands

# What goes wrong elsewhere: hand, starter, points by kind in the order of counting.
CASES = {
    "double double run round a five, to be told aloud": (
        "4C 4D 5H 6S",
        "6H",
        {"fifteen": 8, "run": 12, "pair": 4},
    ),
    "perfect hand, with no word of runs or flushes": (
        "5H 5S 5C JD",
        "5D",
        {"fifteen": 16, "double-pair-royal": 12, "nobs": 1},
    ),
    "nothing, however the starter is laid beside the hand": (
        "TH JH 2D 7H",
        "KS",
        {},
    ),
    "both doubled ranks of a run side by side, low": (
        "4C 4D 5H 5S",
        "6H",
        {"fifteen": 8, "run": 12, "pair": 4},
    ),
    "both doubled ranks of a run side by side, tens and Jacks": (
        "9C TD TH JS",
        "JH",
        {"run": 12, "pair": 4},
    ),
    "both doubled ranks of a run side by side, nines and tens": (
        "TD TS JD 9C",
        "9S",
        {"run": 12, "pair": 4},
    ),
    "run from nine to ten": (
        "8C 9D TS KH",
        "2S",
        {"run": 3},
    ),
    "three of a suit and the starter are no flush": (
        "2H 6H 8H TS",
        "4H",
        {},
    ),
    "starter as the lowest card of a run": (
        "7C 8D 9S KH",
        "6C",
        {"fifteen": 4, "run": 4},
    ),
    "six, seven, eight and two aces": (
        "8S 7H 6D AC",
        "AD",
        {"fifteen": 8, "run": 3, "pair": 2},
    ),
    "six, seven, eight and two deuces": (
        "8S 7H 6D 2C",
        "2D",
        {"fifteen": 6, "run": 3, "pair": 2},
    ),
}

TOTALS = [24, 29, 0, 24, 16, 16, 3, 0, 8, 13, 11]
ALOUD = {
    "double double run round a five, to be told aloud": (
        "fifteen two, fifteen four, fifteen six, fifteen eight, a run of three is eleven, a run of three is fourteen, "
        "a run of three is seventeen, a run of three is twenty, a pair is twenty-two and a pair is twenty-four"
    ),
    "perfect hand, with no word of runs or flushes": (
        "fifteen two, fifteen four, fifteen six, fifteen eight, fifteen ten, fifteen twelve, fifteen fourteen, "
        "fifteen sixteen, a double pair royal is twenty-eight and his nobs is twenty-nine"
    ),
    "nothing, however the starter is laid beside the hand": "nineteen",
    "three of a suit and the starter are no flush": "nineteen",
}

EACH = pytest.mark.parametrize(("cards", "starter", "kinds"), CASES.values(), ids=CASES.keys())


@EACH
def test_the_kinds_that_score_are_listed_and_no_others(cards, starter, kinds):
    points = {}
    for part in score_hand(cards, starter).parts:
        points[part.kind] = points.get(part.kind, 0) + part.points
    assert list(points.items()) == list(kinds.items())


@EACH
def test_the_naive_twin_finds_the_same(cards, starter, kinds):
    assert naive.score_kinds(naive.cards_of(parse_cards(cards)), naive.card_of(parse_card(starter))) == kinds


def test_totals_of_all_cases_are_right_in_each_scorer():
    hands = [parse_cards(cards) for cards, _, _ in CASES.values()]
    starters = [parse_card(starter) for _, starter, _ in CASES.values()]
    assert [score_hand(hand, starter).total for hand, starter in zip(hands, starters, strict=True)] == TOTALS
    assert score_hands(hands, starters).tolist() == TOTALS
    # None of them has a flush, so they are worth as much in the crib.
    assert score_hands(hands, starters, crib=True).tolist() == TOTALS


@pytest.mark.parametrize(("case", "words"), ALOUD.items(), ids=ALOUD.keys())
def test_the_count_is_spoken(case, words):
    cards, starter, _ = CASES[case]
    assert score_hand(cards, starter).aloud() == words
