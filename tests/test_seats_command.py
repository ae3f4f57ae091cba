"""`cribstats discard --seat` and `cribstats solve seats`: what they print, and the line for whatever is wrong."""

from __future__ import annotations

import csv
import io
import json

import pytest

from cribstats import analyse_seat
from cribstats.cli import console, main
from cribstats.discard import greedy_strategy, shipped_pair
from cribstats.seats import SeatThrows, measure_seats
from cribstats.variants import FOUR_HANDED, SIX_CARD, THREE_HANDED

HAND = "5H 5C 6D 7S 8H"
THREE = ("discard", HAND, "--variant", "three-handed")
FOUR = ("discard", HAND, "--variant", "four-handed")
QUICK = ("--opponent", "greedy", "--deals", "5000")


@pytest.fixture
def run(capsys, monkeypatch):
    """Run the command at a terminal of 80 columns; return its status, its stdout and the lines of its stderr."""
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(console, "is_compiled", lambda: True)

    def call(*arguments):
        status = main([str(argument) for argument in arguments])
        told = capsys.readouterr()
        return status, told.out, told.err.splitlines()

    return call


@pytest.fixture
def prints(run):
    """Run the command, which must succeed in silence, and return its stdout."""

    def call(*arguments):
        status, out, errors = run(*arguments)
        assert (status, errors) == (0, [])
        return out

    return call


def test_json_is_the_analysis_in_full_precision(prints):
    out = prints(*THREE, "--seat", 2, *QUICK, "--seed", 3, "--dead", "KH", "--starter", "JC", "--json")
    assert out.count("\n") == 1
    analysis = analyse_seat(HAND, 2, variant=THREE_HANDED, throws="greedy", deals=5000, seed=3, dead="KH", starter="JC")
    assert json.loads(out) == analysis.to_dict()


def test_the_dealer_is_the_last_seat(prints):
    by_role, by_seat = (prints(*FOUR, *asked, *QUICK, "--json") for asked in (["--dealer"], ["--seat", "4"]))
    assert by_role == by_seat
    assert json.loads(by_role)["crib_owner"] == "own"


def test_several_opponents_are_several_analyses(prints):
    told = json.loads(prints(*FOUR, "--seat", 1, "--opponent", "random", *QUICK, "--json"))
    assert [analysis["opponent"] for analysis in told["analyses"]] == ["random", "greedy"]
    assert [analysis["kinds"]["crib"] for analysis in told["analyses"]] == ["exact", "sample"]


def test_the_default_opponents_are_the_iterated_throws(prints):
    told = json.loads(prints(*FOUR, "--seat", 1, "--deals", "5000", "--json"))
    assert told["opponent"] == "iterated"
    assert "opponents iterated, the default: everybody throws what is best, or all but best" in prints(
        *FOUR, "--dealer"
    )


def test_csv_has_a_row_a_throw(prints):
    rows = list(csv.DictReader(io.StringIO(prints(*FOUR, "--seat", 2, *QUICK, "--opponent", "random", "--csv"))))
    assert [row["opponent"] for row in rows] == ["greedy"] * 5 + ["random"] * 5
    analysis = analyse_seat(HAND, 2, variant=FOUR_HANDED, throws="greedy", deals=5000)
    assert [float(row["net"]) for row in rows[:5]] == [throw.net for throw in analysis.throws]
    assert [row["n"] for row in rows] == ["5000"] * 5 + [""] * 5
    assert {row["seat"] for row in rows} == {"2"}


@pytest.mark.parametrize(
    ("asked", "crib", "net"),
    [
        (
            (*THREE, "--seat", "1"),
            "seat 1 of 3: the crib is an opponent's",
            "net = hand - 0.5 x (crib + heels (0.170))",
        ),
        ((*THREE, "--dealer"), "seat 3 of 3, the dealer: the crib is yours", "net = hand + crib + heels (0.170)"),
        ((*FOUR, "--seat", "2"), "seat 2 of 4: the crib is your partner's", "net = hand + crib + heels (0.170)"),
        ((*FOUR, "--seat", "3"), "seat 3 of 4: the crib is an opponent's", "net = hand - crib - heels (0.170)"),
    ],
)
def test_people_are_told_whose_the_crib_is_and_what_net_is(prints, asked, crib, net):
    lines = prints(*asked, *QUICK).splitlines()
    assert crib in lines[0]
    assert any(line.startswith(net) for line in lines)
    assert all(len(line) <= 80 for line in lines)


def test_people_read_a_row_a_throw_with_its_standard_errors(prints):
    out = " ".join(prints(*THREE, "--dealer", *QUICK, "--seed", "2").split())
    analysis = analyse_seat(HAND, 3, variant=THREE_HANDED, throws="greedy", deals=5000, seed=2)
    best, second = analysis.throws[:2]
    assert "throw keep hand crib ± net behind ±" in out
    assert f"▸ 1 8♥ 5♣ 5♥ 6♦ 7♠ {best.hand_points:.3f} {best.crib:.3f} {best.crib_se:.3f} {best.net:.3f}" in out
    assert f"{second.net:.3f} {second.behind:.3f} {second.behind_se:.3f}" in out
    assert "hand exact: every starter; crib a sample of 5,000 deals, seed 2, ± the standard error" in out
    assert "pegging is not counted" in out
    exact = " ".join(prints(*THREE, "--dealer", "--opponent", "random", "--starter", "9D").split())
    assert "throw keep hand crib net behind 1" not in exact
    assert "±" not in exact
    assert "exact: every card that the others may throw, this starter; pegging is not counted" in exact
    assert "starter 9♦" in exact


def test_throws_from_a_file_are_opponents(prints, tmp_path):
    table = SeatThrows("mine", (greedy_strategy(THREE_HANDED),) * 3)
    table.save(tmp_path / "mine.npz")
    out = prints(*THREE, "--seat", "1", "--deals", "5000", "--opponent", tmp_path / "mine.npz")
    assert "opponents mine: everybody throws as this file says" in out


REFUSED = {
    "no seat": (THREE, "no seat is given: --seat 1, on the dealer's left, to --seat 3, the dealer, expected"),
    "pone": ((*THREE, "--pone"), "--pone cannot be given with three-handed: it is for games of two players"),
    "two seats": ((*FOUR, "--seat", "1", "--dealer"), "--dealer and --seat are both given: one of them expected"),
    "seat 0": ((*FOUR, "--seat", "0"), "seat 0: 1, on the dealer's left, to 4, the dealer, expected"),
    "seat 4 of 3": ((*THREE, "--seat", "4"), "seat 4: 1, on the dealer's left, to 3, the dealer, expected"),
    "seat x": ((*THREE, "--seat", "x"), "invalid value for '--seat'"),
    "no hand": (("discard", "--seat", "1", "--variant", "three-handed"), "no hand is given: one such as"),
    "six cards": (("discard", f"{HAND} QC", *THREE[2:], "--seat", "1"), "hand: 5 cards expected, 6 given"),
    "ranks": (
        ("discard", "5 5 6 7 8", *THREE[2:], "--seat", "1"),
        "'5 5 6 7 8' has no suits: in three-handed cards with suits expected",
    ),
    "distribution": ((*THREE, "--seat", "1", "--distribution"), "--distribution cannot be given with three-handed"),
    "starters": ((*THREE, "--seat", "1", "--starters"), "--starters cannot be given with three-handed"),
    "need": ((*THREE, "--seat", "1", "--need", "8"), "--need cannot be given with three-handed"),
    "pegging": ((*THREE, "--seat", "1", "--pegging", "none"), "--pegging cannot be given with three-handed"),
    "file": ((*THREE[2:], "--file", "hands.csv"), "--file cannot be given with three-handed: hands come one by one"),
    "out": ((*THREE, "--seat", "1", "--out", "a.csv"), "--out cannot be given with three-handed"),
    "best": ((*THREE, "--seat", "1", "--best"), "--best cannot be given with three-handed"),
    "both": ((*THREE, "--seat", "1", "--json", "--csv"), "--json and --csv are both given"),
    "deals": ((*THREE, "--seat", "1", "--deals", "1"), "deals 1: at least 2 expected"),
    "seed": ((*THREE, "--seat", "1", "--seed", "-1"), "seed -1: a whole number of at least 0 expected"),
    "opponent": ((*THREE, "--seat", "1", "--opponent", "equilibrium"), "random, greedy, iterated or a .npz file"),
    "two seated": (("discard", f"{HAND} QC", "--seat", "1"), "--seat cannot be given with six-card"),
    "two dealt": (("discard", f"{HAND} QC", "--dealer", "--deals", "9"), "--deals cannot be given with six-card"),
    "two seeded": (("discard", HAND, "--variant", "five-card", "--dealer", "--seed", "1"), "--seed cannot be given"),
    "solve six": (("solve", "seats", "--out", "s.npz"), "six-card is a game of two players, this is for more"),
    "solve to text": (("solve", "seats", "--out", "s.txt"), "strategies and values are written to a .npz file"),
    "solve nothing": (
        ("solve", "seats", "--out", "s.npz", "--variant", "four-handed", "--rounds", "0"),
        "rounds 0: a whole number of at least 1 expected",
    ),
    "solve unmeasured": (
        ("solve", "seats", "--out", "s.npz", "--variant", "four-handed", "--measure", "1"),
        "deals 1: at least 2 expected",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_asked_is_refused_in_one_line(run, case, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arguments, message = REFUSED[case]
    if arguments[0] != "discard" and arguments[0] != "solve":
        arguments = ("discard", *arguments)
    status, out, errors = run(*arguments)
    assert (status, out) == (2, "")
    assert len(errors) == 1
    assert message in errors[0]
    assert not list(tmp_path.iterdir())


def test_a_pair_of_two_players_is_no_table(run, tmp_path):
    shipped_pair("equilibrium-show", SIX_CARD).save(tmp_path / "pair.npz")
    status, _, errors = run(*THREE, "--seat", "1", "--opponent", tmp_path / "pair.npz")
    assert (status, len(errors)) == (2, 1)
    assert "is of six-card, a game of two players" in errors[0]


def test_solving_writes_throws_with_their_measured_gains(run, tmp_path):
    out = tmp_path / "found.npz"
    options = ("--rounds", "1", "--deals", "200000", "--measure", "50000", "--seed", "4")
    status, printed, errors = run("solve", "seats", "--variant", "three-handed", *options, "--out", out)
    assert (status, printed) == (0, "")
    assert errors[0].startswith("round 1: the seats gained 0.")
    assert errors[-1] == f"written to {out}"
    table = SeatThrows.load(out)
    assert (table.name, table.variant) == ("found", THREE_HANDED)
    told = table.metadata
    assert told["made_by"] == f"cribstats solve seats --variant three-handed {' '.join(options)}"
    assert told["iteration"] == {"rounds": 1, "deals": 200_000, "seed": 4}
    measured = measure_seats(table, variant=THREE_HANDED, deals=50_000, seed=4).to_dict()
    assert {key: told[key] for key in measured} == json.loads(json.dumps(measured))
