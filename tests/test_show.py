"""The show scored readably: against the naive twin, by what its parts claim, and at the corners of the rules."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribstats.cards import card_names
from cribstats.errors import CardError, HandError
from cribstats.show import reference, score_hand
from cribstats.show.reference import KINDS, Combination, Score, number_word
from cribstats.show.tables import MOST_RANKS, rank_multisets, rank_points
from cribstats.variants import SIX_CARD


def cards_from(pool, most=13):
    """Draw different cards from some."""
    return st.lists(st.sampled_from(pool), unique=True, max_size=min(most, len(pool)))


# Whole pack; one suit; two suits; neighbouring ranks; fives, tens and Jacks.
SHOWS = st.one_of(
    cards_from(range(52)),
    cards_from(range(52), most=5),
    st.integers(0, 3).flatmap(lambda suit: cards_from(range(suit, 52, 4))),
    cards_from([card for card in range(52) if card % 4 < 2], most=6),
    st.integers(0, 8).flatmap(lambda rank: cards_from(range(4 * rank, 4 * rank + 20), most=9)),
    cards_from([*range(16, 20), *range(36, 44)], most=8),
)
FLUSHES = st.sampled_from([3, 4, 5])


def points_by_kind(score):
    """Add up a score's parts by kind."""
    points = Counter()
    for part in score.parts:
        points[part.kind] += part.points
    return dict(points)


@st.composite
def shows(draw):
    """Draw a hand, a starter or none, and whether it is a crib."""
    cards = draw(SHOWS)
    with_starter = bool(cards) and (len(cards) == 13 or draw(st.booleans()))
    return (cards[1:], cards[0], draw(st.booleans())) if with_starter else (cards, None, draw(st.booleans()))


@given(shows(), FLUSHES, FLUSHES)
@settings(max_examples=300)
def test_readable_scores_are_the_naive_ones_by_kind(show, hand_flush, crib_flush):
    hand, starter, crib = show
    variant = replace(SIX_CARD, hand_flush=hand_flush, crib_flush=crib_flush)
    score = score_hand(hand, starter, crib=crib, variant=variant)
    cut = None if starter is None else naive.card_of(starter)
    expected = naive.score_kinds(naive.cards_of(hand), cut, crib=crib, hand_flush=hand_flush, crib_flush=crib_flush)
    assert points_by_kind(score) == expected
    assert score.total == sum(expected.values())


@pytest.mark.parametrize("size", range(1, MOST_RANKS + 1))
def test_points_of_every_multiset_of_ranks_are_the_naive_ones(size):
    points = rank_points()[size].tolist()
    for ranks, (fifteens, runs, pairs) in zip(rank_multisets(size), points, strict=True):
        # Suits that differ within a rank; nobs and flush are not asked for.
        kinds = naive.score_kinds([(rank + 1, "cdhs"[ranks[:i].count(rank)]) for i, rank in enumerate(ranks)])
        assert fifteens == kinds.get("fifteen", 0)
        assert runs == kinds.get("run", 0)
        assert pairs == sum(kinds.get(kind, 0) for kind in ("pair", "pair-royal", "double-pair-royal"))
        assert reference.rank_points(ranks) == (fifteens, runs, pairs)


@given(shows())
@settings(max_examples=200)
def test_parts_are_what_their_kind_says(show):
    hand, starter, crib = show
    shown = set(hand) if starter is None else {*hand, starter}
    score = score_hand(hand, starter, crib=crib)
    assert score.total == sum(part.points for part in score.parts)
    assert len(set(score.parts)) == len(score.parts)
    for part in score.parts:
        assert set(part.cards) <= shown
        assert list(part.cards) == sorted(set(part.cards))
        cards = naive.cards_of(part.cards)
        match part.kind:
            case "fifteen":
                assert naive.is_fifteen(cards)
                assert part.points == 2
            case "run":
                assert naive.is_run(cards)
                assert part.points == len(cards)
            case "pair" | "pair-royal" | "double-pair-royal":
                assert naive.are_alike(cards)
                assert (part.kind, part.points) == {
                    2: ("pair", 2),
                    3: ("pair-royal", 6),
                    4: ("double-pair-royal", 12),
                }[len(cards)]
            case "flush":
                assert len({suit for _, suit in cards}) == 1
                assert set(hand) <= set(part.cards)
                assert part.points == len(cards) >= (5 if crib else 4)
                assert not crib or starter in part.cards
            case "nobs":
                assert cards == [(11, naive.card_of(starter)[1])]
                assert starter not in part.cards
                assert part.points == 1
            case kind:
                pytest.fail(f"unknown kind {kind}")


@given(shows())
def test_kinds_come_in_the_order_in_which_players_count(show):
    hand, starter, crib = show
    kinds = [part.kind for part in score_hand(hand, starter, crib=crib).parts]
    assert kinds == sorted(kinds, key=KINDS.index)


def test_kinds_and_their_order_are_those_of_the_contract():
    assert KINDS == ("fifteen", "run", "pair", "pair-royal", "double-pair-royal", "flush", "nobs")


@given(shows(), st.permutations(range(4)))
def test_renaming_the_suits_leaves_points_alone(show, order):
    hand, starter, crib = show
    renamed = [4 * (card // 4) + order[card % 4] for card in hand]
    cut = None if starter is None else 4 * (starter // 4) + order[starter % 4]
    here = score_hand(hand, starter, crib=crib)
    assert points_by_kind(score_hand(renamed, cut, crib=crib)) == points_by_kind(here)


@given(shows(), st.randoms(use_true_random=False))
def test_the_order_of_cards_is_nothing_to_the_readable_scorer(show, random):
    hand, starter, crib = show
    shuffled = random.sample(hand, len(hand))
    assert score_hand(shuffled, starter, crib=crib) == score_hand(hand, starter, crib=crib)


@given(SHOWS.filter(lambda cards: len(cards) >= 2))
@settings(max_examples=200)
def test_one_card_more_never_lowers_fifteens_runs_pairs_or_nobs(cards):
    starter, added, *hand = cards
    few = points_by_kind(score_hand(hand, starter))
    many = points_by_kind(score_hand([*hand, added], starter))
    pairs = ("pair", "pair-royal", "double-pair-royal")
    for kinds in (("fifteen",), ("run",), pairs, ("nobs",)):
        assert sum(many.get(kind, 0) for kind in kinds) >= sum(few.get(kind, 0) for kind in kinds)


@given(shows().filter(lambda show: show[1] is not None))
def test_the_crib_rule_changes_flushes_alone(show):
    hand, starter, _ = show
    by_hand, by_crib = points_by_kind(score_hand(hand, starter)), points_by_kind(score_hand(hand, starter, crib=True))
    by_hand.pop("flush", 0)
    by_crib.pop("flush", 0)
    assert by_hand == by_crib


@pytest.mark.parametrize(
    ("cards", "starter", "in_hand", "in_crib"),
    [
        ("2H 6H 8H TH", None, 4, 0),
        ("2H 6H 8H TH", "4S", 4, 0),
        ("2H 6H 8H TH", "QH", 5, 5),
        ("2H 6H TH", "8H", 0, 0),  # three and the starter
        ("2H 6H 8H QH KH", "TS", 5, 0),  # a hand with a card too many
        ("2H 6H 8H QH KH", "TH", 6, 6),
        ("2H 6H 8H QH 4H KH", "TC", 6, 0),  # a crib with two too many
        ("2H 6H 8H QH 4H KH", "TH", 7, 7),
        ("2H 6H 8H TS", "QH", 0, 0),
        ("2H 6H 8H QH KS", "TH", 0, 0),  # every card, not four of five
    ],
)
def test_flushes_follow_the_rule_of_hand_and_crib(cards, starter, in_hand, in_crib):
    assert points_by_kind(score_hand(cards, starter)).get("flush", 0) == in_hand
    assert points_by_kind(score_hand(cards, starter, crib=True)).get("flush", 0) == in_crib


@pytest.mark.parametrize(
    ("cards", "starter", "points"),
    [("JH 2S 6C", "8H", 1), ("JS 2S 6C", "8H", 0), ("2H 6S 8C", "JH", 0), ("JH 2S 6C", None, 0), ("JS 2H", "JH", 0)],
)
def test_nobs_is_the_jack_of_the_starters_suit_in_the_hand(cards, starter, points):
    for crib in (False, True):
        assert points_by_kind(score_hand(cards, starter, crib=crib)).get("nobs", 0) == points


def test_ace_is_low_and_runs_do_not_go_round_the_corner():
    assert points_by_kind(score_hand("QH KC AS")) == {}
    assert points_by_kind(score_hand("AH 2C 3S")) == {"run": 3}
    assert points_by_kind(score_hand("9H TC JS QD KC")) == {"run": 5}


def test_two_runs_in_a_long_hand_both_count():
    # Three and three apart, the second with a doubled card; no other kind but those counted.
    assert points_by_kind(score_hand("AC 2D 3H 8S 9C TD TH"))["run"] == 3 + 2 * 3


def test_a_perfect_hand_has_its_combinations_named():
    assert score_hand("5C 5D 5S JH", "5H").to_dict() == {
        "total": 29,
        "parts": [
            *({"kind": "fifteen", "cards": [five, "JH"], "points": 2} for five in ("5C", "5D", "5H", "5S")),
            {"kind": "fifteen", "cards": ["5C", "5D", "5H"], "points": 2},
            {"kind": "fifteen", "cards": ["5C", "5D", "5S"], "points": 2},
            {"kind": "fifteen", "cards": ["5C", "5H", "5S"], "points": 2},
            {"kind": "fifteen", "cards": ["5D", "5H", "5S"], "points": 2},
            {"kind": "double-pair-royal", "cards": ["5C", "5D", "5H", "5S"], "points": 12},
            {"kind": "nobs", "cards": ["JH"], "points": 1},
        ],
    }


@given(shows())
def test_the_json_form_is_plain_and_names_the_same_cards(show):
    hand, starter, crib = show
    score = score_hand(np.array(hand, dtype=np.uint8), starter, crib=crib)
    told = json.loads(json.dumps(score.to_dict()))
    assert told == score.to_dict()
    assert list(told) == ["total", "parts"]
    for part, said in zip(score.parts, told["parts"], strict=True):
        assert said == {"kind": part.kind, "cards": card_names(part.cards), "points": part.points}


@pytest.mark.parametrize(
    ("cards", "starter", "crib", "aloud"),
    [
        ("TH JH 2D 7H", "KS", False, "nineteen"),
        ("", None, False, "nineteen"),
        ("5H JC", None, False, "fifteen two"),
        ("8H 8C", None, False, "a pair is two"),
        ("7H 8C 8D", None, False, "fifteen two, fifteen four and a pair is six"),
        ("JH 4S 5D", "9H", False, "fifteen two and his nobs is three"),
        ("6H 7H 8H 9H", "TH", False, "fifteen two, fifteen four, a run of five is nine and a flush of five is "
         "fourteen"),
        ("2H 6H 8H TH", "4S", False, "a flush of four is four"),
        ("2H 6H 8H TH", "4S", True, "nineteen"),
        ("3H 3C 3D 3S", None, False, "a double pair royal is twelve"),
        ("8H 8C 8D 2S 2C", None, False, "a pair is two and a pair royal is eight"),
        ("9C TD TH JS", "JH", False, "a run of three is three, a run of three is six, a run of three is nine, "
         "a run of three is twelve, a pair is fourteen and a pair is sixteen"),
    ],
)  # fmt: skip
def test_the_count_is_told_aloud_with_the_running_total(cards, starter, crib, aloud):
    assert score_hand(cards, starter, crib=crib).aloud() == aloud


@given(shows())
def test_the_last_word_of_the_count_is_the_total(show):
    score = score_hand(show[0], show[1], crib=show[2])
    assert score.aloud().split()[-1] == (number_word(score.total) if score.parts else "nineteen")


def test_numbers_are_spelled_as_they_are_said():
    words = [number_word(number) for number in range(100)]
    assert len(set(words)) == 100
    assert [words[number] for number in (0, 8, 12, 13, 15, 19, 20, 29, 40, 55, 99)] == [
        "zero", "eight", "twelve", "thirteen", "fifteen", "nineteen", "twenty", "twenty-nine", "forty", "fifty-five",
        "ninety-nine",
    ]  # fmt: skip
    assert number_word(120) == "120"


def test_scores_compare_by_value():
    assert score_hand("5H JC") == Score(2, (Combination("fifteen", (18, 40), 2),))


@pytest.mark.parametrize(
    ("cards", "starter", "error", "match"),
    [
        ("5H 5C", "5H", HandError, "^starter: 5H is in the hand: another card expected$"),
        ([18, 16], 18, HandError, "^starter: 5H is in the hand: another card expected$"),
        (range(13), None, HandError, "^hand: 0 to 12 cards expected, 13 given in "),
        ("5H 5H", None, HandError, "^hand: 5H comes more than once in "),
        ("5H 1H", None, CardError, "^hand: '1H' is not a card"),
        ("5H", "1H", CardError, "^starter: '1H' is not a card"),
        ("5H", "", HandError, "^starter: one card expected, none given$"),
        ("5H", "6H 7H", HandError, "^starter: one card expected, 2 given in '6H 7H'$"),
        ("5H", 52, CardError, "^starter: 52 is not a card number: 0 to 51 expected$"),
        ("5H", -1, CardError, "^starter: -1 is not a card number: 0 to 51 expected$"),
        ("5H", True, CardError, "^starter: True is not a card: "),
        ("5H", 3.0, CardError, "^starter: 3.0 is not a card: "),
        (None, None, CardError, "^hand: None is not a card: "),
    ],
)
def test_what_cannot_be_shown_is_refused(refuses, cards, starter, error, match):
    refuses(error, match, score_hand, cards, starter)


def test_errors_of_a_crib_call_it_a_crib(refuses):
    refuses(HandError, "^crib: 0 to 12 cards expected, 13 given in ", score_hand, range(13), crib=True)


@pytest.mark.parametrize("starter", ["5H", ["5H"], 18, [18], np.uint8(18), np.int64(18), np.array(18), np.array([18])])
def test_a_starter_may_be_text_or_a_number(starter):
    assert score_hand("5C 5S JH", starter).total == score_hand("5C 5S JH", "5H").total == 15
