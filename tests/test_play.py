"""The rules of the play: golden examples, what other programs get wrong, orders against the rules, the slow twin."""

from __future__ import annotations

import random

import naive
import naive_play
import pytest

from cribstats.cards import PACK_SIZE, card_name, card_names, parse_card, parse_cards
from cribstats.errors import CardError, HandError, PlayError
from cribstats.play import find_play_parts, score_play, start_play
from cribstats.variants import FIVE_CARD, FOUR_HANDED, THREE_HANDED, VARIANTS

GAMES = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)

FIRST_EXAMPLE = (["JC 9D JS TH", "5C 9S 9H 8D"], "JC 5C 9D 9S JS 9H TH 8D")
SECOND_EXAMPLE = (["9C 6D 5H AS", "6H 5C 5D 4S"], "9C 6H 6D 4S 5H AS 5C 5D")


def tell(play):
    """Tell a play in lines."""
    names = list(play.points)
    return [
        f"{names[event.seat]} {'' if event.card is None else card_name(event.card) + ' '}{event.told()}"
        for event in play.events
    ]


def test_the_first_golden_example_move_by_move():
    play = score_play(*FIRST_EXAMPLE)
    assert tell(play) == [
        "pone JC 10",
        "dealer 5C 15 for 2",
        "pone 9D 24",
        "dealer go",
        "pone 1 for the go",
        "dealer 9S 9",
        "pone JS 19",
        "dealer 9H 28",
        "pone go",
        "dealer 1 for the go",
        "pone TH 10",
        "dealer 8D 18, last card for 1",
    ]
    assert play.points == {"pone": 1, "dealer": 4}


def test_the_second_golden_example_move_by_move():
    play = score_play(*SECOND_EXAMPLE)
    assert tell(play) == [
        "pone 9C 9",
        "dealer 6H 15 for 2",
        "pone 6D 21, pair for 2",
        "dealer 4S 25",
        "pone 5H 30, run of three for 3",
        "dealer go",
        "pone AS 31 for 2",
        "dealer 5C 5",
        "dealer 5D 10, pair for 2, last card for 1",
    ]
    assert play.points == {"pone": 7, "dealer": 5}


def test_a_play_as_one_object():
    told = score_play(*FIRST_EXAMPLE).to_dict()
    assert told["events"][0] == {"player": "pone", "card": "JC", "count": 10, "points": 0, "parts": []}
    assert told["events"][1]["parts"] == [{"kind": "fifteen", "cards": ["5C", "JC"], "points": 2}]
    assert told["events"][3] == {"player": "dealer", "go": True}
    assert told["events"][4] == {"player": "pone", "points": 1, "parts": [{"kind": "go", "points": 1}]}
    assert told["events"][-1]["parts"] == [{"kind": "last", "points": 1}]
    assert (told["pone"], told["dealer"]) == (1, 4)


# What other programs were reported to get wrong: the pile, what its last card pegs, and with which cards.
PILES = {
    "five on four and six: fifteen and a run": ("4C 6D 5H", [("fifteen", 2, "4C 5H 6D"), ("run", 3, "4C 5H 6D")]),
    "thirty-one and a pair": ("8C 9D 7H 7S", [("thirty-one", 2, "7H 7S 8C 9D"), ("pair", 2, "7H 7S")]),
    "fifteen from seven on eight": ("8C 7D", [("fifteen", 2, "7D 8C")]),
    "three fives: fifteen and a pair royal": (
        "5C 5D 5H",
        [("fifteen", 2, "5C 5D 5H"), ("pair-royal", 6, "5C 5D 5H")],
    ),
    "the last three alone are the run": ("2C AD 3H 2S", [("run", 3, "AD 2S 3H")]),
    "thirty-one by the last card of a series": ("9C JD 2H TS", [("thirty-one", 2, "2H 9C TS JD")]),
    "a card between breaks a pair": ("9C 2D 9H", []),
    "a pair breaks a run": ("4C 5D 5H 6S", []),
    "four of a kind": ("3C 3D 3H 3S", [("double-pair-royal", 12, "3C 3D 3H 3S")]),
    "a pair on a pair of another rank": ("4C 4D 5H 5S", [("pair", 2, "5H 5S")]),
    "a run of seven in no order": ("2C 5D AH 3S 4C 7D 6H", [("run", 7, "AH 2C 3S 4C 5D 6H 7D")]),
    "ten and nine are neighbours": ("JC 9D TH", [("run", 3, "9D TH JC")]),
    "King and ace are not": ("QC KD AH", []),
}


@pytest.mark.parametrize(("pile", "parts"), PILES.values(), ids=PILES.keys())
def test_what_the_last_card_pegs(pile, parts):
    found = find_play_parts(parse_cards(pile).tolist())
    assert [(part.kind, part.points, " ".join(card_names(part.cards))) for part in found] == parts
    assert naive_play.pegs(naive.cards_of(parse_cards(pile))) == {kind: points for kind, points, _ in parts}


def test_who_could_only_pass_thirty_one_says_go():
    state = start_play(["9C 6D TC 2C", "7C 8D KS JH"])
    for card in ("9C", "JH", "6D"):
        state, events = state.play(parse_card(card))
    assert state.count == 25
    assert events[-1].is_go
    assert events[-1].seat == 1
    # The pone, who has a deuce, goes on.
    assert (state.turn, card_names(state.legal_cards)) == (0, ["2C"])


def test_thirty_one_on_the_last_card_of_all_is_two_and_no_more():
    play = score_play(["9C 2H", "JD TS"], "9C JD 2H TS")
    assert tell(play)[-1] == "dealer TS 31 for 2"
    assert play.points == {"pone": 0, "dealer": 2}
    assert play.end.turn is None


def test_thirty_one_after_a_go_is_two_and_no_more():
    play = score_play(["TC 9C 2H KD", "TD KS QS JS"], "TC TD 9C 2H KS")
    assert tell(play)[2:] == ["pone 9C 29", "dealer go", "pone 2H 31 for 2", "dealer KS 10"]


def test_who_is_left_alone_pegs_the_go_plays_on_and_scores_with_his_own_cards():
    play = score_play(["KC", "KD KH 8S 7S"], "KC KD KH 8S 7S")
    assert tell(play) == [
        "pone KC 10",
        "dealer KD 20, pair for 2",
        "dealer KH 30, pair royal for 6",
        "dealer 1 for the go",
        "dealer 8S 8",
        "dealer 7S 15 for 2, last card for 1",
    ]


def test_the_cards_of_who_has_none_left_still_bring_him_the_go():
    play = score_play(["KC 9C", "KD 8S"], "KC KD 9C 8S")
    assert tell(play)[2:] == ["pone 9C 29", "dealer go", "pone 1 for the go", "dealer 8S 8, last card for 1"]


def test_the_play_of_the_five_card_game_ends_at_the_first_go():
    play = score_play(["KC 9C 3C", "KD 8S 4S"], "KC KD 9C", variant=FIVE_CARD)
    assert tell(play)[2:] == ["pone 9C 29", "dealer go", "pone 1 for the go"]
    assert play.end.turn is None
    assert [card_names(hand) for hand in play.end.hands] == [["3C"], ["4S", "8S"]]


def test_who_is_told_go_in_the_five_card_game_plays_on_while_he_can():
    play = score_play(["KC 9C AC", "KD 8S 4S"], "KC KD 9C AC", variant=FIVE_CARD)
    assert tell(play)[2:] == ["pone 9C 29", "dealer go", "pone AC 30", "pone 1 for the go"]
    assert play.end.turn is None


def test_the_play_of_the_five_card_game_ends_at_thirty_one_or_with_the_last_card():
    play = score_play(["KC 9C 2C", "KD 8S 3S"], "KC KD 9C 2C", variant=FIVE_CARD)
    assert tell(play)[-1] == "pone 2C 31 for 2"
    assert play.end.turn is None
    play = score_play(["AC 2C 3C", "4D 5D 6D"], "AC 4D 2C 5D 3C 6D", variant=FIVE_CARD)
    assert tell(play)[-1] == "dealer 6D 21, run of six for 6, last card for 1"


def test_a_go_passes_the_turn_on_where_three_play():
    play = score_play(["KC 9C AC 4H", "KD 8S 7S 6S", "8D AD 5C 3S"], "KC KD 8D AC AD 4H", variant=THREE_HANDED)
    assert tell(play) == [
        "seat 1 KC 10",
        "seat 2 KD 20, pair for 2",
        "dealer 8D 28",
        "seat 1 AC 29",
        "seat 2 go",
        "dealer AD 30, pair for 2",
        "seat 1 go",
        "dealer 1 for the go",
        "seat 1 4H 4",
    ]


def test_who_played_last_pegs_the_go_and_the_next_holder_leads_where_four_play():
    hands = ["KC 9C 8C 7H", "KD", "QD", "AD AS 5S 4S"]
    play = score_play(hands, "KC KD QD AD 9C", variant=FOUR_HANDED)
    assert tell(play)[3:] == ["dealer AD 31 for 2", "seat 1 9C 9"]
    hands = ["QC 9C 8C 7H", "KD", "9D", "AD 4S 5S 6S"]
    play = score_play(hands, "QC KD 9D AD", variant=FOUR_HANDED)
    assert tell(play)[3:] == ["dealer AD 30", "seat 1 go", "dealer 1 for the go"]
    # Seats 2 and 3 have no cards: they neither say go nor lead.
    assert play.end.turn == 0


def test_gos_may_be_told_or_left_out():
    hands, order = FIRST_EXAMPLE
    plain = score_play(hands, order)
    assert score_play(hands, "JC 5C 9D go 9S JS 9H GO TH 8D") == plain
    assert score_play(hands, "JC, 5C, 9D-go; 9SJS 9h TH8D") == plain
    assert score_play(hands, ["JC", "5C 9D", "go", "9S JS 9H TH 8D"]) == plain


def test_cards_may_be_numbers():
    hands, order = ([parse_cards(cards) for cards in FIRST_EXAMPLE[0]], parse_cards(FIRST_EXAMPLE[1]))
    plain = score_play(*FIRST_EXAMPLE)
    assert score_play(hands, order) == plain
    assert score_play([hand.tolist() for hand in hands], [*order[:3].tolist(), "go", *order[3:].tolist()]) == plain
    assert start_play(hands).play("JC") == start_play(hands).play(parse_card("JC"))


def test_an_order_may_stop_before_the_end():
    play = score_play(FIRST_EXAMPLE[0], "JC 5C")
    assert play.points == {"pone": 0, "dealer": 2}
    assert play.end.turn == 0
    assert score_play(FIRST_EXAMPLE[0], "").events == ()


TIGHT = ["TC 9C AS 4S", "KC KD 8S 7S"]


@pytest.mark.parametrize(
    ("hands", "order", "message"),
    {
        "over": (["TC 9C 4S", "KC KD 2S"], "TC KC 9C KD", "^KD would make 39: nobody may pass 31$"),
        "over after a go": (TIGHT, "TC KC 9C 8S", "^8S would make 37: nobody may pass 31$"),
        "not held": (TIGHT, "TC 5D", "^5D is not held: one of the dealer's cards, 7S 8S KC KD, expected$"),
        "out of turn": (TIGHT, "TC 9C", "^9C is the pone's, out of turn: the dealer is to play$"),
        "the dealer leads": (TIGHT, "KC", "^KC is the dealer's, out of turn: the pone is to play$"),
        "a go when able": (TIGHT, "TC go", "^go is said when the dealer can play 7S: who can play must$"),
        "a second go": (TIGHT, "TC KC 9C go go", "^go is said when the pone can play AS: who can play must$"),
        "a go at the start": (TIGHT, "go TC", "^go is said when the pone can play AS: who can play must$"),
        "a go at the end": (["TC", "KC"], "TC KC go", "^go comes after the end: the play is over$"),
    }.values(),
)
def test_orders_against_the_rules_are_refused_with_the_card_and_the_rule(refuses, hands, order, message):
    refuses(PlayError, message, score_play, hands, order)


def test_a_card_after_the_end_is_refused(refuses):
    play = score_play(["KC 9C 3C", "KD 8S 4S"], "KC KD 9C", variant=FIVE_CARD)
    refuses(PlayError, "^3C comes after the end: the play is over$", play.end.play, parse_card("3C"))


@pytest.mark.parametrize(
    ("error", "hands", "order", "message"),
    [
        (HandError, ["JC 9D", "5C JC"], "JC", "^dealer: JC is in another hand too$"),
        (HandError, ["JC 9D", "5C", "4C"], "JC", "^3 hands given: 2 hands expected in the six-card game$"),
        (HandError, "JC 9D", "JC", "^1 hand given: 2 hands expected in the six-card game$"),
        (HandError, ["JC 9D TC TH 2C", "5C"], "JC", "^pone: 1 to 4 cards expected, 5 given in 'JC 9D TC TH 2C'$"),
        (HandError, ["JC", ""], "JC", "^dealer: 1 to 4 cards expected, none given$"),
        (HandError, ["JC 2C", "5C"], "JC 5C JC", "^order: JC comes more than once in 'JC 5C JC'"),
        (HandError, None, "JC", "^1 hand given: 2 hands expected in the six-card game$"),
        (CardError, ["JC 2C", "5C"], None, "^order: None is not a card"),
        (CardError, ["JC 2C", None], "JC", "^dealer: None is not a card"),
        (CardError, ["JC 2C", "5C"], "JC gone", "^order: 'gone' is not a card"),
        (CardError, ["JX", "5C"], "JC", "^pone: 'JX' is not a card"),
    ],
)
def test_hands_and_orders_that_are_none_are_refused(refuses, error, hands, order, message):
    refuses(error, message, score_play, hands, order)


def deal_hands(variant, rng):
    """Deal hands of cards kept."""
    cards = rng.sample(range(PACK_SIZE), variant.players * variant.kept)
    return [cards[seat :: variant.players] for seat in range(variant.players)]


@GAMES
def test_random_plays_score_as_the_slow_twin_says(variant):
    rng = random.Random(f"play {variant.name}")
    kinds = set()
    for _ in range(400):
        hands = deal_hands(variant, rng)
        log = naive_play.play_out(
            [naive.cards_of(hand) for hand in hands],
            lambda _seat, able, _pile: rng.choice(able),
            ends_at_go=variant.play_ends_at_go,
        )
        cards = [naive.number_of(what) for _, what, _ in log if isinstance(what, tuple)]
        gos = ["go" if isinstance(what, str) else card_name(naive.number_of(what)) for _, what, _ in log if what]
        play = score_play(hands, gos, variant=variant)
        assert play == score_play(hands, card_names(cards), variant=variant)
        assert play.end.turn is None
        assert [
            (
                event.seat,
                "go" if event.is_go else None if event.card is None else naive.card_of(event.card),
                {part.kind: part.points for part in event.parts},
            )
            for event in play.events
        ] == log
        kinds |= {part.kind for event in play.events for part in event.parts}
    assert {"fifteen", "thirty-one", "run", "pair", "pair-royal", "go", "last"} <= kinds
