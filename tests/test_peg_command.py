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
