"""`cribstats peg`: what it prints for people and as JSON, and the line for an order against the rules."""

from __future__ import annotations

import json

import pytest

from cribstats.cli import main

EXAMPLE = ("--pone", "9C 6D 5H AS", "--dealer", "6H 5C 5D 4S", "--order")
WHOLE_ORDER = "9C 6H 6D 4S 5H AS 5C 5D"


@pytest.fixture
def run(capsys, monkeypatch):
    """Run `cribstats peg`; return its status, its stdout and its stderr."""
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")

    def call(*arguments):
        status = main(["peg", *arguments])
        told = capsys.readouterr()
        return status, told.out, told.err

    return call


def test_a_play_is_told_line_by_line(run):
    status, out, errors = run(*EXAMPLE, WHOLE_ORDER)
    assert (status, errors) == (0, "")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[0] == "player card count points total"
    assert lines[2:11] == [
        "pone 9♣ 9",
        "dealer 6♥ 15 for 2 2 2",
        "pone 6♦ 21, pair for 2 2 2",
        "dealer 4♠ 25",
        "pone 5♥ 30, run of three for 3 3 5",
        "dealer go",
        "pone A♠ 31 for 2 2 7",
        "dealer 5♣ 5",
        "dealer 5♦ 10, pair for 2, last card for 1 3 5",
    ]
    assert lines[11:] == ["", "pone 7, dealer 5"]


def test_a_play_that_stops_before_the_end_says_who_is_to_play_and_what_is_left(run):
    _, out, _ = run(*EXAMPLE, "9C 6H 6D 4S 5H go")
    assert out.splitlines()[-4:] == [
        "pone 5, dealer 2",
        "the play is not over: the pone is to play",
        "not played by the pone: A♠",
        "not played by the dealer: 5♣ 5♦",
    ]


def test_a_play_as_json(run):
    status, out, errors = run(*EXAMPLE, WHOLE_ORDER, "--json")
    assert (status, errors, out.count("\n")) == (0, "", 1)
    told = json.loads(out)
    assert list(told) == ["events", "pone", "dealer"]
    assert (told["pone"], told["dealer"]) == (7, 5)
    assert told["events"][5] == {"player": "dealer", "go": True}
    assert told["events"][8] == {
        "player": "dealer",
        "card": "5D",
        "count": 10,
        "points": 3,
        "parts": [{"kind": "pair", "cards": ["5C", "5D"], "points": 2}, {"kind": "last", "points": 1}],
    }


THREE = ("--variant", "three-handed", "--hand", "KC 9C AC 4H", "--hand", "KD 8S 7S 6S", "--hand", "8D AD 5C 3S")
FOUR = ("--variant", "four-handed", "--hand", "QC 9C", "--hand", "KD", "--hand", "9D 2D", "--hand", "AD 4S")


def test_a_play_of_three_passes_the_go_on(run):
    status, out, errors = run(*THREE, "--order", "KC KD 8D AC AD 4H")
    assert (status, errors) == (0, "")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[2:] == [
        "seat 1 K♣ 10",
        "seat 2 K♦ 20, pair for 2 2 2",
        "dealer 8♦ 28",
        "seat 1 A♣ 29",
        "seat 2 go",
        "dealer A♦ 30, pair for 2 2 2",
        "seat 1 go",
        "dealer 1 for the go 1 3",
        "seat 1 4♥ 4",
        "",
        "seat 1 0, seat 2 2, dealer 3",
        "the play is not over: seat 2 is to play",
        "not played by seat 1: 9♣",
        "not played by seat 2: 6♠ 7♠ 8♠",
        "not played by the dealer: 3♠ 5♣",
    ]


def test_a_play_of_four_as_json_names_the_seats(run):
    # At thirty seats 1 and 3 say go and seat 2 has no cards: the dealer, who played last, pegs it, and seat 1 leads.
    status, out, errors = run(*FOUR, "--order", "QC KD 9D AD 9C 2D 4S", "--json")
    assert (status, errors, out.count("\n")) == (0, "", 1)
    told = json.loads(out)
    assert list(told) == ["events", "seat 1", "seat 2", "seat 3", "dealer", "sides"]
    assert [event["player"] for event in told["events"]] == [
        "seat 1", "seat 2", "seat 3", "dealer", "seat 1", "seat 3", "dealer", "seat 1", "seat 3", "dealer",
    ]  # fmt: skip
    assert told["events"][4:7] == [
        {"player": "seat 1", "go": True},
        {"player": "seat 3", "go": True},
        {"player": "dealer", "points": 1, "parts": [{"kind": "go", "points": 1}]},
    ]
    # 9 2 4 is fifteen, with the last card of all.
    assert [told[player] for player in ("seat 1", "seat 2", "seat 3", "dealer")] == [0, 0, 0, 4]
    assert told["sides"] == {"seat 1 and seat 3": 0, "seat 2 and dealer": 4}


def test_partners_are_told_what_they_peg_together(run):
    # Seat 2 pairs the Queen, seat 3 makes 29; the aces make thirty, and thirty-one with a pair.
    arguments = ("--variant", "four-handed", "--hand", "QC AC", "--hand", "QD", "--hand", "9D", "--hand", "AD 4S")
    out = run(*arguments, "--order", "QC QD 9D AD AC")[1]
    assert out.splitlines()[-4:] == [
        "seat 1 4, seat 2 2, seat 3 0, dealer 0",
        "by sides: seat 1 and seat 3 4, seat 2 and dealer 2",
        "the play is not over: the dealer is to play",
        "not played by the dealer: 4♠",
    ]


def test_the_play_of_the_five_card_game_ends_at_the_first_go(run):
    five = ("--variant", "five-card", "--pone", "KC 9C 3C", "--dealer", "KD 8S 4S", "--order")
    _, out, _ = run(*five, "KC KD 9C")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[4:] == [
        "pone 9♣ 29",
        "dealer go",
        "pone 1 for the go 1 1",
        "",
        "pone 1, dealer 2",
        "not played by the pone: 3♣",
        "not played by the dealer: 4♠ 8♠",
    ]
    assert run(*five, "KC KD 9C 3C") == (2, "", "cribstats: 3C comes after the end: the play is over\n")
    over = "cribstats: pone: 1 to 3 cards expected, 4 given in '2H 3H 4H 5H'\n"
    assert run("--variant", "five-card", "--pone", "2H 3H 4H 5H", "--dealer", "KD", "--order", "") == (2, "", over)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--pone", "KC", "--order", "KC"), "--dealer is missing: the cards that the dealer kept expected"),
        (("--dealer", "KC", "--order", "KC"), "--pone is missing: the cards that the pone kept expected"),
        (
            ("--pone", "KC", "--dealer", "QC", "--hand", "2C", "--order", "KC"),
            "--hand given in a game of two players: --pone and --dealer expected in six-card",
        ),
        (
            (*FOUR[:-2], "--order", "QC"),
            "3 hands given: --hand 4 times, once a seat from the dealer's left, expected in four-handed",
        ),
        (
            (*THREE, "--hand", "2C", "--order", "QC"),
            "4 hands given: --hand 3 times, once a seat from the dealer's left, expected in three-handed",
        ),
        (
            (*THREE, "--pone", "2C", "--order", "QC"),
            "--pone given in a game of 3: --hand 3 times, once a seat from the dealer's left, expected in three-handed",
        ),
        (
            ("--variant", "four-handed", "--pone", "2C", "--dealer", "3C", "--order", "QC"),
            "--pone and --dealer given in a game of 4: "
            "--hand 4 times, once a seat from the dealer's left, expected in four-handed",
        ),
        ((*THREE[:-1], "8D AD 5C KC", "--order", "KC"), "dealer: KC is in another hand too"),
        ((*THREE, "--order", "KC 8D"), "8D is the dealer's, out of turn: seat 2 is to play"),
        ((*THREE, "--order", "KC KD 9C"), "9C is seat 1's, out of turn: the dealer is to play"),
        ((*THREE, "--order", "KC go"), "go is said when seat 2 can play 6S: who can play must"),
        ((*THREE, "--order", "KC 2C"), "2C is not held: one of seat 2's cards, 6S 7S 8S KD, expected"),
        (("--variant", "three", "--order", "KC"), "'three' is not a game known here: "),
    ],
)
def test_hands_that_are_not_those_of_the_game_are_refused_in_one_line(run, arguments, message):
    status, out, errors = run(*arguments)
    assert (status, out, errors.count("\n")) == (2, "", 1)
    assert errors.startswith(f"cribstats: {message}")


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ("9C 6H 6D 4S 5H 5C", "cribstats: 5C would make 35: nobody may pass 31\n"),
        ("9C KH", "cribstats: KH is not held: one of the dealer's cards, 4S 5C 5D 6H, expected\n"),
        ("9C 6D", "cribstats: 6D is the pone's, out of turn: the dealer is to play\n"),
        ("9C go", "cribstats: go is said when the dealer can play 4S: who can play must\n"),
        ("9C 6H 9C", "cribstats: order: 9C comes more than once in '9C 6H 9C': every card must be different\n"),
    ],
)
def test_an_order_against_the_rules_is_refused_in_one_line(run, order, message):
    assert run(*EXAMPLE, order) == (2, "", message)
