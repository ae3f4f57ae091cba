"""Notation: what is read, what is refused, and in which words."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribstats.cards import (
    RANK_VALUES,
    card_name,
    card_names,
    card_texts,
    check_apart,
    is_ranks_only,
    parse_card,
    parse_cards,
    parse_hands,
    parse_ranks,
)
from cribstats.errors import CardError, CribstatsError, HandError

# Card numbers by hand, from the layout 4 * rank + suit.
FIVE_CLUBS, FIVE_HEARTS, SIX_DIAMONDS, TEN_HEARTS, QUEEN_SPADES = 16, 18, 21, 38, 47
HAND = [FIVE_HEARTS, FIVE_CLUBS, SIX_DIAMONDS, TEN_HEARTS, QUEEN_SPADES]

CARD_LISTS = st.lists(st.integers(0, 51), unique=True, max_size=13)
RANK_FORMS = [["A"], *([digit] for digit in "23456789"), ["10", "T"], ["J"], ["Q"], ["K"]]
SUIT_FORMS = [["C", "♣", "♧"], ["D", "♦", "♢"], ["H", "♥", "♡"], ["S", "♠", "♤"]]


SEPARATORS = ["", " ", ",", ";", "-", ", ", "; ", " - ", "\t"]


@st.composite
def written_cards(draw, lists=CARD_LISTS, separators=(*SEPARATORS, "\n")):
    """Cards and one of the many ways to write them."""
    cards = draw(lists)
    separator = st.sampled_from(separators)
    text = draw(separator)
    for card in cards:
        rank = draw(st.sampled_from(RANK_FORMS[card // 4]))
        suit = draw(st.sampled_from(SUIT_FORMS[card % 4]))
        if not suit.isascii():
            suit += draw(st.sampled_from(["", "\ufe0e", "\ufe0f"]))
        text += draw(st.sampled_from([str.upper, str.lower]))(rank + suit) + draw(separator)
    return cards, text


def test_card_numbers_are_four_times_the_rank_plus_the_suit():
    names = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    assert parse_cards(" ".join(names)).tolist() == list(range(52))
    assert card_names(range(52)) == names
    assert [card_name(card) for card in range(52)] == names


def test_ranks_count_their_pips_and_court_cards_ten():
    assert RANK_VALUES == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


@pytest.mark.parametrize(
    "text",
    [
        "5H 5C 6D TH QS",
        "5H,5C,6D,TH,QS",
        "5H;5C;6D;TH;QS",
        "5H-5C-6D-TH-QS",
        "5H5C6DTHQS",
        "5H5C6D10HQS",
        "5h 5c 6d th qs",
        "5h5c6d10hqs",
        "5H, 5C ; 6D - 10h\tQs\n",
        "  -5H--5C 6D,,TH QS;",
        "5♥ 5♣ 6♦ 10♥ Q♠",
        "5♡5♧6♢T♡Q♤",
        "5♥️ 5♣️ 6♦️ 10♥️ Q♠️",  # with U+FE0F, as phones write them
        "5♥︎5♣︎6♦︎10♥︎Q♠︎",  # with U+FE0E
    ],
)
def test_notations_of_one_hand_read_alike(text):
    assert parse_cards(text).tolist() == HAND


@pytest.mark.parametrize(
    "cards",
    [
        HAND,
        tuple(HAND),
        np.array(HAND),
        np.array(HAND, dtype=np.uint8),
        np.array(HAND, dtype=object),
        iter(HAND),
        ["5H", "5C", "6D", "10H", "QS"],
        ["5H 5C", "6D,TH", "QS"],
        ["5H", 16, "6D", np.uint8(38), np.int64(47)],
        np.array(["5H", "5C", "6D", "TH", "QS"]),
    ],
    ids=lambda cards: type(cards).__name__,
)
def test_sequences_of_texts_and_of_numbers_read_alike(cards):
    numbers = parse_cards(cards)
    assert numbers.dtype == np.uint8
    assert numbers.tolist() == HAND


@given(written_cards())
def test_every_way_to_write_cards_reads_back_in_the_order_given(cards_and_text):
    cards, text = cards_and_text
    assert parse_cards(text).tolist() == cards


@given(st.lists(written_cards(st.lists(st.integers(0, 51), unique=True, min_size=3, max_size=3), SEPARATORS)))
def test_hands_in_the_common_notations_are_all_read_at_once(written):
    cards, read = parse_hands([text for _, text in written], 3)
    assert read.all()
    assert cards.tolist() == [cards for cards, _ in written]


# Letters that make up cards, and all that come near them: ſ is a small s, and a capital S in capitals.
NEAR_CARDS = st.text(
    st.sampled_from("A1023579TJQKHhcsdS♥♧♠ ,;-\t\n\r\v\x1c\xa0\ufe0e\ufe0fſßX.?\0\ud800😀"), max_size=9
)


@given(
    st.lists(st.one_of(NEAR_CARDS, st.text(max_size=6), written_cards().map(lambda pair: pair[1]))), st.integers(1, 4)
)
def test_what_is_read_at_once_is_what_is_read_one_by_one(texts, count):
    cards, read = parse_hands(texts, count)
    assert (cards.shape, read.shape) == ((len(texts), count), (len(texts),))
    for text, row, is_read in zip(texts, cards.tolist(), read.tolist(), strict=True):
        assert row == (parse_cards(text, count=count).tolist() if is_read else [0] * count)


def test_hands_are_read_alike_wherever_they_stand_among_many():
    texts = [f"{card_name(card)} {card_name((card + 7) % 52)}" for card in range(52)] * 700
    texts[20_000], texts[20_001] = "5", "H5H"
    cards, read = parse_hands(texts, 2)
    assert np.flatnonzero(~read).tolist() == [20_000, 20_001]
    expected = [parse_cards(text).tolist() for text in texts[:52]]
    assert cards[read].tolist() == [expected[row % 52] for row in np.flatnonzero(read)]


@given(st.lists(st.lists(st.integers(0, 51), min_size=3, max_size=3)))
def test_rows_of_cards_are_written_by_their_names(rows):
    texts = card_texts(np.array(rows, dtype=np.uint8).reshape(-1, 3))
    assert [text.decode() for text in texts.tolist()] == [" ".join(card_names(row)) for row in rows]


@given(CARD_LISTS)
def test_names_read_back(cards):
    assert parse_cards(card_names(cards)).tolist() == cards
    assert parse_cards("".join(card_names(cards)), count=len(cards)).tolist() == cards


@given(st.integers(0, 51))
def test_one_card_reads_back(card):
    assert parse_card(card_name(card)) == card
    assert parse_card(f" {card_name(card).lower()},") == card


@given(st.lists(st.integers(0, 12), max_size=8).filter(lambda ranks: all(ranks.count(rank) <= 4 for rank in ranks)))
def test_ranks_alone_read_ascending_with_and_without_separators(ranks):
    names = [RANK_FORMS[rank][0] for rank in ranks]
    for text in (" ".join(names), "".join(names), ",".join(names).lower(), "-".join(names).replace("10", "T")):
        assert parse_ranks(text, count=len(ranks)).tolist() == sorted(ranks)
        assert is_ranks_only(text) == bool(ranks)


def test_no_cards_are_no_cards_unless_some_are_asked_for():
    assert parse_cards("").tolist() == []
    assert parse_cards([]).tolist() == []
    assert parse_cards(" , ").dtype == np.uint8
    assert parse_ranks("").tolist() == []


def test_counts_may_be_a_number_or_a_range():
    assert len(parse_cards("5H 6H", count=2)) == 2
    assert len(parse_cards("5H 6H", count=range(2, 5))) == 2
    assert len(parse_cards("5H 6H 7H 8H", count=range(2, 5))) == 4
    assert len(parse_cards("", count=range(3))) == 0


@pytest.mark.parametrize("value", ["5H 6D", "", 18, None, ["A", "2"], np.array([18])])
def test_only_text_without_a_suit_is_ranks_only(value):
    assert not is_ranks_only(value)


RANK_AND_SUIT = re.escape("a rank (A 2 3 4 5 6 7 8 9 T J Q K) and a suit (C D H S), as in 5H or TH expected")
TWELVE = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC"


@pytest.mark.parametrize(
    "text", ["1H", "11H", "0H", "5X", "ZH", "H5", "HEARTS", "5HH", "100H", "♥", "5 ♥", "5H.6H", "?"]
)
def test_what_is_not_a_card_is_named_with_the_form_expected(refuses, text):
    wrong = text.split()[-1]
    refuses(
        CardError, rf"^hand: '{re.escape(wrong)}' (is not a card|has no suit): {RANK_AND_SUIT}$", parse_cards, wrong
    )
    refuses(CardError, RANK_AND_SUIT, parse_cards, text)
    refuses(CardError, RANK_AND_SUIT, parse_cards, f"QC {text}")
    refuses(CardError, RANK_AND_SUIT, parse_cards, ["QC", text])


def test_a_wrong_card_is_named_as_it_was_written(refuses):
    refuses(CardError, "^starter: '1h' is not a card", parse_card, "1h", "starter")
    refuses(CardError, "^dead cards: '5h6x' is not a card", parse_cards, "QC 5h6x", what="dead cards")


@pytest.mark.parametrize("text", ["5", "10", "5H 6 7D", "5H6", "5H 6D 7"])
def test_a_rank_without_a_suit_among_cards_is_refused(refuses, text):
    refuses(CardError, rf"^hand: '(5|6|7|10)' has no suit: {RANK_AND_SUIT}$", parse_cards, text)


@pytest.mark.parametrize("text", ["5H 6 7D", "5 6H", "A23456H", "10 10H"])
def test_ranks_mixed_with_suits_are_neither(refuses, text):
    refuses(
        CardError, "has no suit and other cards have one: write .* for every card or for none$", is_ranks_only, text
    )
    refuses(CardError, "has a suit where ranks alone are expected, as in A 2 7 9 J Q$", parse_ranks, text)


@pytest.mark.parametrize("text", ["1", "11 2", "B", "A 2 X"])
def test_what_is_not_a_rank_is_refused(refuses, text):
    wrong = re.escape(text.split()[-1] if "X" in text else text.split()[0])
    refuses(CardError, rf"^hand: '{wrong}' is not a card", parse_ranks, text)
    refuses(CardError, rf"^hand: '{wrong}' is not a card", is_ranks_only, text)


def test_five_of_a_rank_are_more_than_a_pack_has(refuses):
    refuses(HandError, "^hand: 5 of rank A: a pack has 4 of each rank$", parse_ranks, "A A A A A")
    refuses(HandError, "^keep: 5 of rank T: a pack has 4 of each rank$", parse_ranks, "10 T T 10 t 4", what="keep")
    assert parse_ranks("A A A A").tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "cards",
    ["5H 5C 5H", "5H5h", "10H TH 5H 5h", ["5H", "5♥"], [18, 18], ["5H", 18], np.array([18, 3, 18])],
)
def test_a_card_twice_is_refused_and_named(refuses, cards):
    refuses(
        HandError, r"^hand: (5H|TH) comes more than once in '.*': every card must be different$", parse_cards, cards
    )


@pytest.mark.parametrize(
    ("text", "count", "match"),
    [
        (TWELVE, 6, f"^hand: 6 cards expected, 12 given in '{TWELVE}'$"),
        ("5H 6H", 1, "^hand: one card expected, 2 given in '5H 6H'$"),
        ("", 6, "^hand: 6 cards expected, none given$"),
        ("5H", range(2, 5), "^hand: 2 to 4 cards expected, 1 given in '5H'$"),
        ("5H 6H 7H 8H 9H", range(2, 5), "^hand: 2 to 4 cards expected, 5 given in '5H 6H 7H 8H 9H'$"),
    ],
)
def test_a_wrong_count_tells_both_counts_and_the_cards(refuses, text, count, match):
    refuses(HandError, match, parse_cards, text, count=count)


def test_a_wrong_count_of_ranks_tells_both_counts_and_the_ranks(refuses):
    refuses(HandError, "^hand: 6 cards expected, 3 given in 'A 9 T'$", parse_ranks, "10 9 A", count=6)


@pytest.mark.parametrize("text", ["", " ", "5H 6H"])
def test_one_card_is_exactly_one(refuses, text):
    refuses(HandError, "^starter: one card expected, ", parse_card, text, "starter")


@pytest.mark.parametrize("number", [-1, 52, 255, 10**30, np.int64(-5), np.uint8(52)])
def test_numbers_outside_the_pack_are_refused(refuses, number):
    refuses(CardError, rf"^hand: {number} is not a card number: 0 to 51 expected$", parse_cards, [3, number])


@pytest.mark.parametrize(
    "value",
    [None, True, False, 3.0, float("nan"), 2 + 3j, object(), np.bool_(True), np.float64(3), [18], (18, 19)],
)
def test_what_is_neither_text_nor_a_whole_number_is_refused(refuses, value):
    refuses(CardError, "is not a card: text such as '5H' or a number 0 to 51 expected$", parse_cards, [value])


@pytest.mark.parametrize(
    "value",
    [None, True, 3.0, np.array([3.0]), np.array(3.0), np.array([True]), np.arange(52).reshape(2, 26), [[18, 19]]],
)
def test_arguments_that_are_no_cards_at_all_are_refused_in_one_line(refuses, value):
    refuses(CardError, "is not a card: text such as '5H' or a number 0 to 51 expected$", parse_cards, value)


def test_a_single_number_is_one_card():
    for card in (18, np.uint8(18), np.array(18), np.array("5H")):
        assert parse_cards(card).tolist() == [18]
        assert parse_card(card) == 18


@pytest.mark.parametrize("value", [None, 5, 3.0, True, b"A2", ["A", "2"], np.array(5)])
def test_ranks_that_are_not_text_are_refused(refuses, value):
    refuses(CardError, "^hand: .* is not text: ranks such as 'A 2 7 9 J Q' expected$", parse_ranks, value)


def complaint(function, text):
    """Return what a function says of a text that it refuses; any other exception goes through."""
    try:
        function(text)
    except CribstatsError as error:
        return str(error)
    return ""


@given(st.text(max_size=12))
def test_any_text_is_cards_or_a_one_line_error(text):
    for function in (parse_cards, parse_ranks, is_ranks_only, parse_card):
        assert len(complaint(function, text).splitlines()) <= 1


def test_cards_in_two_places_are_named(refuses):
    check_apart([18, 16], [17], "starter: {} is held")
    refuses(HandError, "^starter: 5H is held$", check_apart, [18], np.array([18, 3]), "starter: {} is held")
