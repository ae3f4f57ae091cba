"""The command: what it prints where, the status it leaves with, and one line for whatever is wrong."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import typer
from rich.console import Console

from cribstats import (
    SIX_CARD,
    __version__,
    analyse_discard,
    catalogue,
    score_hand,
    shipped_pair,
    show_distribution,
    tables,
)
from cribstats.cli import app, batch, console, discard, main, throws
from cribstats.cli import table as cli_table
from cribstats.discard import batch as discard_batch
from cribstats.discard.batch_columns import COLUMNS
from cribstats.files import CACHE_VARIABLE
from cribstats.play.equilibrium import KeepValues, Opening
from cribstats.show.tables import rank_multisets
from cribstats.tables import read_metadata

HAND = "5H 5C 6D 7S 8H QC"
RANDOM = ("--opponent", "random")
TABLE_COLUMNS = ["throw", "keep", "hand", "crib", "heels", "pegging", "net", "hand_sd", "crib_sd", "net_sd"]


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch):
    """Stand at a terminal of 80 columns, the kernels compiled."""
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(console, "is_compiled", lambda: True)


@pytest.fixture
def run(capsys):
    """Run the command; return its status, its stdout and the lines of its stderr."""

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


@pytest.fixture
def prints_json(prints):
    """Run the command with --json and read the one object that it prints."""

    def call(*arguments):
        out = prints(*arguments, "--json")
        assert out.count("\n") == 1
        return json.loads(out)

    return call


@pytest.fixture
def hands(tmp_path):
    """Write a batch file of these lines under the header hand,role."""

    def write(*lines, name="hands.csv", header="hand,role"):
        path = tmp_path / name
        path.write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
        return path

    return write


GOOD_LINES = (f"{HAND},dealer", "AH 2H 3C 4D TH JS,pone", "A 4 5 5 5 5,dealer")
BAD_LINES = ("5H 5C,dealer", f"{HAND},both")


# Help and version


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_without_a_command_help_is_printed(prints, arguments):
    out = prints(*arguments)
    for name in ("discard", "score", "table", "--version", "For example"):
        assert name in out


def test_every_command_and_option_has_help(prints):
    group = typer.main.get_command(app)
    names = group.list_commands(None)
    assert set(names) == {"build", "discard", "peg", "score", "solve", "strategy", "table"}
    commands = {(name,): group.get_command(None, name) for name in names if name != "solve"}
    commands |= {("solve", name): command for name, command in group.get_command(None, "solve").commands.items()}
    for names, command in commands.items():
        assert command.help
        assert "cribstats" in command.help, "an example to paste"
        assert all(parameter.help for parameter in command.params)
        out = prints(*names, "--help")
        for parameter in command.params:
            assert max(parameter.opts, key=len) in out or parameter.metavar in out


def test_the_version_is_that_of_the_package(prints):
    assert prints("--version") == f"cribstats {__version__}\n"


# Score


def test_score_tells_every_combination_and_counts_aloud(prints):
    lines = prints("score", "5H 5C 5S JD", "5D").splitlines()
    assert lines[0] == "5♣ 5♥ 5♠ J♦   starter 5♦"
    assert lines[4].split() == ["fifteen", "5♣", "J♦", "2", "2"]
    assert lines[12].split() == ["double", "pair", "royal", "5♣", "5♦", "5♥", "5♠", "12", "28"]
    assert lines[13].split() == ["nobs", "J♦", "1", "29"]
    aloud = " ".join(" ".join(lines[15:]).split())
    assert aloud.startswith("fifteen two, fifteen four, fifteen six,")
    assert aloud.endswith("a double pair royal is twenty-eight and his nobs is twenty-nine: 29 points")


def test_a_hand_worth_nothing_is_nineteen(prints):
    assert prints("score", "2H 4S 6D 8C", "KH").splitlines()[-1] == "nineteen: 0 points"


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (("", "5D"), ["no cards   starter 5♦", "", "nineteen: 0 points"]),
        (("",), ["no cards", "", "nineteen: 0 points"]),
        (("", "5D", "--crib"), ["no cards   starter 5♦", "", "nineteen: 0 points"]),
        (
            ("5H 5C 5S JD KH", "5D", "--crib", "--void"),
            ["5♣ 5♥ 5♠ J♦ K♥   starter 5♦", "", "the crib is void: 0 points"],
        ),
    ],
)
def test_a_player_left_without_cards_has_nineteen_and_a_void_crib_nothing(prints, arguments, lines):
    assert prints("score", *arguments).splitlines() == lines


def test_irregular_shows_are_counted_by_the_rules_of_the_game(prints, prints_json):
    assert prints("score", "2H 6H TH", "8H").splitlines()[-1] == "nineteen: 0 points"
    assert (
        prints("score", "2H 6H TH", "8H", "--variant", "five-card").splitlines()[-1]
        == "a flush of four is four: 4 points"
    )
    assert prints_json("score", "2H 4H 6H 8H QH KH", "TH", "--crib")["total"] == 7
    assert prints_json("score", "5H 5C 5S JD", "5D", "--crib", "--void") == {"total": 0, "parts": [], "void": True}
    assert prints_json("score", "", "--crib") == {"total": 0, "parts": []}


@pytest.mark.parametrize(
    ("cards", "starter", "crib"),
    [("5H 5C 5S JD", "5D", False), ("2H 6H 8H TH", "4H", True), ("2H 6H 8H TH", "4S", True), ("5h,10♥", None, False)],
)
def test_score_as_json_is_the_score(prints_json, cards, starter, crib):
    arguments = [cards, *([starter] if starter else []), *(["--crib"] if crib else [])]
    told = prints_json("score", *arguments)
    assert list(told) == ["total", "parts"]
    assert all(list(part) == ["kind", "cards", "points"] for part in told["parts"])
    assert told == score_hand(cards, starter, crib=crib).to_dict()


# Discard of one hand


def test_discard_as_json_is_the_analysis_in_full_precision(prints_json):
    told = prints_json("discard", HAND, "--dealer", *RANDOM)
    assert list(told) == ["hand", "role", "opponent", "variant", "kinds", "throws"]
    assert told["hand"] == ["5C", "5H", "6D", "7S", "8H", "QC"]
    assert (told["role"], told["opponent"]) == ("dealer", "random")
    assert told["kinds"] == {"hand": "exact", "crib": "exact", "pegging": None}
    assert all(list(throw) == TABLE_COLUMNS for throw in told["throws"])
    assert told["throws"][0]["throw"] == ["5C", "QC"]
    assert told == analyse_discard(HAND, "dealer", opponent="random").to_dict()


def test_the_opponent_is_the_shipped_equilibrium_unless_told(prints_json, prints):
    told = prints_json("discard", HAND, "--pone")
    assert told["opponent"] == "equilibrium-net"
    assert told == analyse_discard(HAND, "pone").to_dict()
    assert "opponent equilibrium-net, the default: throws what is best against" in prints("discard", HAND, "--pone")


def test_the_equilibrium_that_counts_the_play_tells_its_gap_and_what_is_frozen(prints_json, prints):
    told = prints_json("strategy", "equilibrium")
    assert (told["name"], told["kind"], told["includes"]) == ("equilibrium-net", "solved", ["hand", "crib", "pegging"])
    assert told["gains_with"] == "pegging tables frozen"
    assert 0 < told["play"]["gap"] < 0.005
    means = told["means"]
    both = means["dealer_hand"] - means["pone_hand"] + means["crib"] + means["pegging"]["dealer"]
    assert told["value"] == pytest.approx([both - told["gains"]["pone"], both + told["gains"]["dealer"]], abs=1e-9)
    out = " ".join(prints("strategy", "equilibrium").split())
    assert f"{both:.8f} points a deal to the dealer" in out
    assert "the sum of both gains, what keeps peg being as it is" in out
    assert f"gap of the play {told['play']['gap']:.4f}" in out


@pytest.mark.parametrize(("game", "players"), [("three-handed", 3), ("four-handed", 4)])
def test_the_throws_of_a_table_are_told_with_what_each_seat_would_gain(prints, prints_json, game, players):
    told = prints_json("strategy", "iterated", "--variant", game)
    assert (told["name"], told["variant"], told["kind"]) == ("iterated", game, "sample")
    assert [gain["seat"] for gain in told["gains"]] == list(range(1, players + 1))
    assert all(gain["low"] < 0.0002 and gain["high"] < 0.005 for gain in told["gains"])
    out = " ".join(prints("strategy", "iterated", "--variant", game).split())
    assert f"mean crib {told['means']['crib']:.4f}" in out
    assert f"sample of {told['n']:,} deals, seed {told['seed']}" in out
    assert ("gain of 2 and 4" in out) == (players == 4)
    assert "equilibrium" not in out


def test_pegging_is_shown_as_solved_and_can_be_left_out(run, prints_json, prints, tmp_path):
    told = prints_json("discard", HAND, "--dealer")
    assert told["kinds"] == {"hand": "exact", "crib": "exact", "pegging": "solved"}
    assert 0 < told["play_gap"] < 0.02
    first = told["throws"][0]
    assert first["net"] == pytest.approx(first["hand"] + first["crib"] + first["heels"] + first["pegging"], abs=1e-9)
    without = prints_json("discard", HAND, "--dealer", "--pegging", "none")
    assert without["kinds"]["pegging"] is None
    assert "play_gap" not in without
    assert {throw["pegging"] for throw in without["throws"]} == {None}
    out = prints("discard", HAND, "--dealer", "--opponent", "equilibrium", "--opponent", "greedy")
    assert "pegging is not counted against greedy" in " ".join(out.split())
    assert "pegging solved within 0.00" in out
    keeps = len(rank_multisets(4))
    random = np.random.default_rng(1).random
    opening = Opening(*random((2, keeps, 13)), *random((2, 13, keeps, 13)).astype(np.float32), random((13, keeps)))
    values = KeepValues(*random((4, 2, keeps)), opening, SIX_CARD)
    values.save(tmp_path / "mine.npz", gap=0.25)
    mine = prints_json("discard", HAND, "--dealer", "--opponent", "greedy", "--pegging", str(tmp_path / "mine.npz"))
    assert mine["play_gap"] == 0.25
    assert all(throw["pegging"] in values.net[1] for throw in mine["throws"])
    shipped_pair("equilibrium-net").save(tmp_path / "pair.npz")
    by_pair = prints_json("discard", HAND, "--dealer", *RANDOM, "--pegging", str(tmp_path / "pair.npz"))
    assert by_pair == prints_json("discard", HAND, "--dealer", *RANDOM, "--pegging", "solved")
    shipped_pair("equilibrium-show").save(tmp_path / "show.npz")
    with_none = run("discard", HAND, "--dealer", "--pegging", str(tmp_path / "show.npz"))
    check_refused(with_none, "its strategies count no pegging")


def test_options_of_discard_reach_the_analysis(prints_json):
    told = prints_json(
        *("discard", HAND, "--pone", *RANDOM, "--dead", "4D 9C", "--starter", "KH", "--variant", "six-card"),
        *("--distribution", "--starters", "--need", "8"),
    )
    assert (told["dead"], told["starter"]) == (["4D", "9C"], "KH")
    for throw in told["throws"]:
        assert list(throw["distribution"]) == ["hand", "crib", "net"]
        assert list(throw["by_kind"]) == ["hand", "crib"]
        assert throw["starters"] == {"KH": throw["least"]}
        assert throw["chance_to_reach"]["points"] == 8
    analysis = analyse_discard(HAND, "pone", opponent="random", dead="4D 9C", starter="KH")
    assert told == analysis.to_dict(distribution=True, starters=True, need=8)


def test_several_opponents_give_several_analyses(prints_json, prints):
    told = prints_json("discard", HAND, "--dealer", *RANDOM, "--opponent", "greedy")
    assert list(told) == ["analyses"]
    assert [analysis["opponent"] for analysis in told["analyses"]] == ["random", "greedy"]
    out = prints("discard", HAND, "--dealer", *RANDOM, "--opponent", "greedy")
    side_by_side = out.partition("the best throw against each opponent")[2].splitlines()
    assert [line.split()[0] for line in side_by_side[4:6]] == ["random", "greedy"]
    assert "the default" not in out


def test_discard_for_people_has_a_row_a_throw_best_first(prints):
    out = prints("discard", HAND, "--dealer", *RANDOM)
    lines = out.splitlines()
    analysis = analyse_discard(HAND, "dealer", opponent="random")
    assert lines[0] == "5♣ 5♥ 6♦ 7♠ 8♥ Q♣   dealer: the crib is yours"
    assert lines[1] == "opponent random: throws any two of his cards, all equally likely"
    assert lines[3].split() == ["throw", "keep", "hand", "crib", "net", "behind", "sd"]
    rows = lines[5 : 5 + len(analysis.throws)]
    assert rows[0].split() == ["▸", "1", "5♣", "Q♣", "5♥", "6♦", "7♠", "8♥", "9.565", "6.908", "16.648", "3.45"]
    assert rows[1].split() == ["2", "5♥", "Q♣", "5♣", "6♦", "7♠", "8♥", "9.565", "6.854", "16.593", "0.054", "3.42"]
    assert [row.split()[-3] for row in rows[1:]] == [f"{throw.net:.3f}" for throw in analysis.throws[1:]]
    assert out.count("▸") == 1
    assert f"net = hand + crib + heels ({analysis.best.heels:.3f})" in out
    assert "exact: every hand the opponent may hold, every starter; pegging is not counted" in out


def test_for_the_pone_the_crib_and_heels_are_taken_off(prints):
    out = prints("discard", HAND, "--pone", *RANDOM, "--dead", "4D", "--starter", "KH")
    assert "pone: the crib is the opponent's   starter K♥   dead 4♦" in out
    assert "net = hand - crib - heels (0.000)" in out
    assert "this starter" in out


def test_equal_throws_are_all_marked_best(prints):
    hand = "6C 6D 7C 7D 8C 8D"
    analysis = analyse_discard(hand, "pone", opponent="random")
    equal = [throw for throw in analysis.throws if throw.net == pytest.approx(analysis.best.net, abs=1e-9)]
    assert len(equal) > 1
    assert prints("discard", hand, "--pone", *RANDOM).count("▸") == len(equal)


def test_extras_for_people_tell_of_the_best_throw(prints):
    out = prints("discard", HAND, "--dealer", *RANDOM, "--distribution", "--starters", "--need", "12")
    assert "reaches 12" in out.splitlines()[3]
    assert "how likely each number of points is, throwing 5♣ Q♣" in out
    assert "the hand by starter, throwing 5♣ Q♣: 8 to 14, mean 9.565" in out
    best = analyse_discard(HAND, "dealer", opponent="random").best
    for starter in best.starter_points:
        assert starter[0] + console.SUIT_SYMBOLS[starter[1]] in out.partition("the hand by starter")[2]
    kinds = next(line for line in out.splitlines() if line.startswith("crib  "))
    assert kinds.split()[1:] == [f"{mean:.3f}" for mean in [*best.crib_kinds.values(), best.crib]]
    assert f"{best.chance_to_reach(12):.1%}" in out
    assert max(map(len, out.splitlines())) <= 80


def test_ranks_alone_are_a_mean_over_suit_patterns(prints, prints_json):
    # Few patterns: the four fives have every suit.
    ranks = "5 5 5 5 J A"
    out = prints("discard", ranks, "--dealer", *RANDOM, "--starters")
    told = prints_json("discard", ranks, "--dealer", *RANDOM)
    assert told["suits"] is None
    assert f"suits not known: mean over {told['patterns']} suit patterns" in out
    assert out.startswith("A 5 5 5 5 J   dealer")


def test_csv_of_a_hand_has_the_columns_of_a_batch(prints):
    rows = list(csv.DictReader(io.StringIO(prints("discard", HAND, "--dealer", *RANDOM, "--csv"))))
    analysis = analyse_discard(HAND, "dealer", opponent="random")
    assert tuple(rows[0]) == COLUMNS
    assert [float(row["net"]) for row in rows] == [throw.net for throw in analysis.throws]
    assert {row["line"] for row in rows} == {"1"}
    assert {row["pegging"] for row in rows} == {""}


# Colours, symbols, compiling, progress


def test_colours_are_for_terminals_and_not_with_no_color(run, monkeypatch):
    assert "\x1b" not in run("score", "5H 5C", "JD")[1]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert "\x1b[31m5♥" in run("score", "5H 5C", "JD")[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert "[31m" not in run("score", "5H 5C", "JD")[1]


def test_the_first_run_says_that_it_compiles_and_json_stays_clean(run, monkeypatch):
    monkeypatch.setattr(console, "is_compiled", lambda: False)
    status, out, errors = run("discard", HAND, "--dealer", *RANDOM, "--json")
    assert (status, errors) == (0, ["compiling for this machine, once for each kind of work: ten seconds to a minute"])
    assert json.loads(out)["role"] == "dealer"


@pytest.mark.parametrize(("patience", "terminal", "drawn"), [(0, True, True), (0, False, False), (60, True, False)])
def test_a_progress_bar_is_for_terminals_and_long_work(capsys, monkeypatch, patience, terminal, drawn):
    monkeypatch.setattr(console, "PATIENCE", patience)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    with console.progress_bar("mean over {total} suit patterns") as progress:
        for done in range(1, 4):
            progress(done, 3)
    told = capsys.readouterr()
    assert told.out == ""
    assert ("mean over 3 suit patterns" in told.err) == drawn


# Batches


def test_a_batch_prints_csv(prints, hands):
    rows = list(csv.DictReader(io.StringIO(prints("discard", "--file", hands(*GOOD_LINES[:2]), *RANDOM))))
    assert tuple(rows[0]) == COLUMNS
    nets = [throw.net for throw in analyse_discard(HAND, "dealer", opponent="random").throws]
    # To the last digit only if the hand is enumerated: a table, where one is built, adds up in another order.
    assert [float(row["net"]) for row in rows if row["line"] == "2"] == pytest.approx(nets, abs=1e-11)
    assert {row["role"] for row in rows if row["line"] == "3"} == {"pone"}


def test_the_best_throw_of_each_hand_against_each_opponent(prints_json, hands):
    told = prints_json("discard", "--file", hands(*GOOD_LINES[:2]), "--best", *RANDOM, "--opponent", "greedy")
    assert list(told) == ["rows", "bad_rows"]
    assert [tuple(row) for row in told["rows"]] == [COLUMNS] * 4
    assert [(row["line"], row["opponent"], row["place"]) for row in told["rows"]] == [
        (2, "random", 1),
        (2, "greedy", 1),
        (3, "random", 1),
        (3, "greedy", 1),
    ]
    best = analyse_discard(HAND, "dealer", opponent="random").best
    assert told["rows"][0]["net"] == pytest.approx(best.net, abs=1e-11)
    assert told["rows"][0]["pegging"] is None


@pytest.mark.parametrize("ending", [".parquet", ".csv", ".json", ".html", ".md"])
def test_a_batch_is_written_in_each_form(run, hands, tmp_path, ending):
    out = tmp_path / f"results{ending}"
    status, printed, errors = run("discard", "--file", hands(*GOOD_LINES[:2]), "--best", *RANDOM, "--out", out)
    assert (status, printed, errors) == (0, "", [f"2 hands analysed, written to {out}"])
    if ending in (".parquet", ".csv", ".json"):
        metadata = read_metadata(out)
        assert metadata["kind"] == "exact"
        assert metadata["made_by"] == "cribstats discard --file hands.csv --best"
        assert metadata["opponents"] == ["random"]
        assert metadata["hands"] == 2
    if ending == ".parquet":
        assert tuple(pd.read_parquet(out)) == COLUMNS
    assert "5H 6D 7S 8H" in out.read_bytes().decode("utf-8", "replace")


def test_bad_rows_are_named_and_the_good_ones_still_written(run, hands, tmp_path):
    path = hands(GOOD_LINES[0], *BAD_LINES, GOOD_LINES[1])
    out = tmp_path / "results.parquet"
    status, printed, errors = run("discard", "--file", path, "--best", *RANDOM, "--out", out)
    assert (status, printed) == (2, "")
    assert errors == [
        f"{path} line 3: hand: 6 cards expected, 2 given in '5H 5C'",
        f"{path} line 4: role 'both' is not known: dealer or pone expected",
        f"2 of 4 hands analysed, 2 bad rows left out, written to {out}",
    ]
    assert pd.read_parquet(out)["line"].tolist() == [2, 5]
    assert read_metadata(out)["lines_left_out"] == [3, 4]
    status, printed, errors = run("discard", "--file", path, "--best", *RANDOM, "--json")
    assert (status, errors[-1]) == (2, "2 of 4 hands analysed, 2 bad rows left out")
    assert [row["line"] for row in json.loads(printed)["bad_rows"]] == [3, 4]


@pytest.mark.parametrize("lines", [BAD_LINES, ()])
def test_a_batch_without_a_good_row_writes_nothing(run, hands, tmp_path, lines):
    path = hands(*lines)
    status, printed, errors = run("discard", "--file", path, "--out", tmp_path / "results.csv")
    assert (status, printed) == (2, "")
    assert len(errors) == len(lines) + 1
    assert f"'{path}' has no hand to analyse" in errors[-1]
    assert [each.name for each in tmp_path.iterdir()] == ["hands.csv"]


def test_an_interrupted_batch_goes_on_where_it_stopped(run, hands, tmp_path, monkeypatch):
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    path, out = hands(*GOOD_LINES), tmp_path / "results.csv"
    command = ("discard", "--file", path, "--best", *RANDOM, "--out", out)
    analysed = []

    def interrupt_at_the_third(hand, *arguments, **options):
        analysed.append(hand)
        if len(analysed) == 3:
            raise KeyboardInterrupt
        return analyse_discard(hand, *arguments, **options)

    monkeypatch.setattr(discard_batch, "analyse_discard", interrupt_at_the_third)
    status, printed, errors = run(*command)
    assert (status, printed) == (130, "")
    assert errors == ["interrupted: 2 of 3 hands are kept; the same command goes on from there"]
    assert not out.exists()
    assert run(*command)[0] == 0
    # The two that were kept are not analysed again.
    assert len(analysed) == 4
    assert len(out.read_text("utf-8").splitlines()) == 4


def test_an_interruption_before_anything_is_done_says_so(run, hands, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(batch, "Batch", interrupt)
    monkeypatch.setattr(discard, "compare_opponents", interrupt)
    assert run("discard", "--file", hands(*GOOD_LINES)) == (130, "", ["interrupted"])
    assert run("discard", HAND, "--dealer") == (130, "", ["interrupted"])


def test_tables_that_a_batch_needs_are_told_before_they_are_built(run, hands, tmp_path, monkeypatch):
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))

    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(discard_batch, "FEW_HANDS", 1)
    monkeypatch.setattr(discard_batch, "built_crib_means", interrupt)
    monkeypatch.setattr(batch, "say_if_compiling", lambda: None)
    path = hands(GOOD_LINES[0], GOOD_LINES[0], GOOD_LINES[1])
    told = ["building 1 table for this batch, once: some seconds each", "interrupted"]
    assert run("discard", "--file", path, "--out", tmp_path / "results.csv") == (130, "", told)


def test_an_existing_result_survives_a_run_that_fails(run, hands, tmp_path, monkeypatch):
    out = tmp_path / "results.json"
    out.write_text("what was there")

    def fail(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tables, "table_json", fail)
    status, _, errors = run("discard", "--file", hands(GOOD_LINES[0]), *RANDOM, "--out", out)
    assert (status, errors) == (2, [f"cribstats: '{out}' cannot be written: No space left on device"])
    assert out.read_text() == "what was there"
    assert run("discard", "--file", hands(*BAD_LINES), *RANDOM, "--out", out)[0] == 2
    assert out.read_text() == "what was there"


# Tables


def test_the_table_of_shows_is_printed(prints, prints_json):
    lines = prints("table", "show").splitlines()
    assert lines[0] == catalogue.TABLES["show"].title
    assert lines[-1].split() == ["29", "4", "4", "0.00000031", "0.00000031"]
    told = prints_json("table", "show")
    assert list(told) == ["metadata", "rows"]
    assert told["rows"][0] == {"points": 0, **show_distribution().loc[0].to_dict()}


def test_the_table_of_shows_is_written(run, tmp_path):
    out = tmp_path / "show.csv"
    assert run("table", "show", "--out", out) == (0, "", [f"30 rows written to {out}"])
    assert read_metadata(out)["made_by"] == "cribstats table show"


def test_a_table_of_one_role_has_its_rows_alone(run, prints, prints_json):
    told = prints_json("table", "card", "--pone")
    assert [row["role"] for row in told["rows"]] == ["pone"] * 13
    assert told["metadata"]["opponents"] == ["equilibrium-net"]
    lines = prints("table", "card", "--dealer", "--opponent", "greedy").splitlines()
    assert "Both players throw as greedy does." in " ".join(lines)
    assert sum(line.startswith("dealer") for line in lines) == 13
    assert run("table", "deal", "--dealer")[1].count("dealer") == 2  # its row, and whose the crib is


def test_on_a_narrow_terminal_columns_are_left_out_and_numbers_stay_whole(run, monkeypatch):
    frame = pd.DataFrame(
        {"role": ["dealer"] * 2, "long_name_of_a_value": [0.000055, 0.123456], "keep": ["5 5 5 J"] * 2}
    )
    monkeypatch.setattr(cli_table.catalogue, "make_table", lambda *_, **__: frame)
    for width, headings in ((80, "role long name of a value keep"), (16, "long name of a value keep")):
        with_width = partial(Console, file=sys.stdout, force_terminal=True, color_system=None, width=width)
        monkeypatch.setattr(cli_table, "results", lambda new=with_width: new(file=sys.stdout))
        _, out, errors = run("table", "card", "--dealer")
        # Below the words on what is seen: headings, a line, rows.
        table = out.rpartition("\n\n")[2].splitlines()
        rule = next(number for number, line in enumerate(table) if "─" in line)
        assert table[rule + 1].split()[-5:] == ["0.000055", "5", "5", "5", "J"]
        assert sorted(" ".join(table[:rule]).split()) == sorted(headings.split())
        assert errors == ([] if width == 80 else ["not shown, for want of room: role"])


def test_of_a_long_table_the_first_rows_are_shown(run, monkeypatch):
    monkeypatch.setattr(cli_table, "MOST_ROWS_SHOWN", 20)
    status, out, errors = run("table", "card")
    assert (status, errors) == (0, ["the first 20 of 26 rows: --out FILE writes all, --json prints all"])
    assert out.splitlines()[-1].split()[:2] == ["pone", "7"]


def test_what_is_built_is_told_with_its_place(prints, monkeypatch):
    monkeypatch.setattr("cribstats.catalogue.TABLES", {"keep": catalogue.TABLES["keep"]})
    prints("build", "--opponent", "greedy")
    lines = prints("build", "--opponent", "greedy").splitlines()
    assert [line.split(":")[0] for line in lines] == ["mean cribs, dealer", "mean cribs, pone", "table keep"]
    for line in lines:
        what, _, path = line.partition(": was there, ")
        assert what
        assert Path(path).exists()


# What is refused: one line, status 2


ONE_HAND = ("discard", HAND)
REFUSED = {
    "no hand": (("discard", "--dealer"), "no hand is given"),
    "empty hand": (("discard", "", "--dealer"), "hand: 6 cards expected, none given"),
    "five cards": (("discard", "5H 5C 6D 7S 8H", "--dealer"), "6 cards expected, 5 given in '5H 5C 6D 7S 8H'"),
    "seven cards": (("discard", f"{HAND} KC", "--dealer"), "6 cards expected, 7 given"),
    "a card twice": (("discard", "5H 5H 6D 7S 8H QC", "--dealer"), "5H comes more than once"),
    "no card": (("discard", "5H 5C 6D 7S 8H QX", "--dealer"), "'QX' is not a card"),
    "hand not in quotes": (("discard", *HAND.split(), "--dealer"), "a hand stands in quotes"),
    "starter in the hand": ((*ONE_HAND, "--dealer", "--starter", "QC"), "starter: QC is in the hand"),
    "two starters": ((*ONE_HAND, "--dealer", "--starter", "KC KH"), "starter: one card expected"),
    "dead card in the hand": ((*ONE_HAND, "--dealer", "--dead", "QC"), "dead cards: QC is in the hand"),
    "some suits": (("discard", "5 5C 6D 7S 8H QC", "--dealer"), "'5' has no suit and other cards have one"),
    "five aces": (("discard", "A A A A A 5", "--dealer"), "5 of rank A: a pack has 4"),
    "ranks and dead cards": (("discard", "A 2 7 9 J Q", "--dealer", "--dead", "5H"), "are not known"),
    "no role": (ONE_HAND, "neither --dealer nor --pone is given"),
    "both roles": ((*ONE_HAND, "--dealer", "--pone"), "--dealer and --pone are both given"),
    "no opponent": ((*ONE_HAND, "--dealer", "--opponent", "bob"), "'bob' is not an opponent known here: random"),
    "no table": ((*ONE_HAND, "--dealer", "--opponent", "none.csv"), "there is no file 'none.csv'"),
    "no game": ((*ONE_HAND, "--dealer", "--variant", "x-card"), "'x-card' is not a game known here: six-card"),
    "need a word": ((*ONE_HAND, "--dealer", "--need", "x"), "--need is 'x': a whole number of points"),
    "need below zero": ((*ONE_HAND, "--dealer", "--need", "-1"), "--need is '-1': a whole number of points"),
    "need nothing": ((*ONE_HAND, "--dealer", "--need"), "'--need' requires an argument"),
    "json and csv": ((*ONE_HAND, "--dealer", "--json", "--csv"), "--json and --csv are both given"),
    "csv and need": ((*ONE_HAND, "--dealer", "--csv", "--need", "4"), "--need cannot be given with --csv"),
    "out for one hand": ((*ONE_HAND, "--dealer", "--out", "x.csv"), "--out cannot be given with one hand"),
    "best for one hand": ((*ONE_HAND, "--dealer", "--best"), "--best cannot be given with one hand"),
    "no option": ((*ONE_HAND, "--dealr"), "cribstats discard: no such option --dealr (did you mean --dealer?)"),
    "no such option": ((*ONE_HAND, "--xyzzy"), "cribstats discard: no such option"),
    "no command": (("shuffle",), "no such command 'shuffle'"),
    "no cards": (("score",), "cribstats score: missing argument 'CARDS': the cards without the starter"),
    "void hand": (("score", "5H 5C", "JD", "--void"), "--void is given without --crib: only a crib can be void"),
    "starter held": (("score", "5H 5C 5S JD", "JD"), "starter: JD is in the hand"),
    "score without suits": (("score", "5 5 5 J"), "'5' has no suit"),
    "no table name": (("table",), "cribstats table: missing argument 'NAME'"),
    "no such table": (("table", "shows"), "'shows' is not a table known here: show, crib, throw, "),
    "table to xls": (("table", "show", "--out", "show.xls"), "ends in '.xls': .parquet .csv .json .html .md expected"),
    "table to no folder": (("table", "show", "--out", "none/show.csv"), "there is no folder 'none'"),
    "pegging of no name": (
        ("discard", HAND, "--dealer", "--pegging", "some"),
        "--pegging is 'some': auto, none, solved or a .npz file of values expected",
    ),
    "pegging of no file": (
        ("discard", HAND, "--dealer", "--pegging", "missing.npz"),
        "values: there is no file 'missing.npz'",
    ),
    "net to a text": (("solve", "net", "--out", "net.txt"), "strategies and values are written to a .npz file"),
    "net in fewer": (("solve", "net", "--out", "net.npz", "--rounds", "-1"), "-1 rounds: 0 or more expected"),
    "play to a text": (("solve", "play", "--out", "pegging.txt"), "strategies and values are written to a .npz file"),
    "play to no folder": (("solve", "play", "--out", "none/pegging.npz"), "there is no folder 'none'"),
    "play to no gap": (("solve", "play", "--out", "p.npz", "--gap", "0"), "a gap of 0.0: a positive number of points"),
    "play of nobody": (("solve", "play", "--out", "p.npz", "--throws", "bob"), "'bob' is not an opponent known here"),
    "table of all": (("table", "show", "--opponent", "greedy"), "table show is the same for all opponents"),
    "table of two": (("table", "keep", "--opponent", "greedy", "--opponent", "random"), "one expected for table keep"),
    "table of nobody": (("table", "keep", "--opponent", "bob"), "'bob' is not an opponent known here: random"),
    "table of no role": (("table", "show", "--dealer"), "table show has no rows of a role"),
    "table of both roles": (("table", "card", "--dealer", "--pone"), "--dealer and --pone are both given"),
    "table json and out": (("table", "show", "--json", "--out", "show.csv"), "--json"),
}
OF_A_FILE = {
    "hand": ((HAND,), "and --file are both given"),
    "dealer": (("--dealer",), "--dealer cannot be given with --file: each row has a role"),
    "pone": (("--pone",), "--pone cannot be given with --file"),
    "dead": (("--dead", "KC"), "--dead cannot be given with --file"),
    "starter": (("--starter", "KC"), "--starter cannot be given with --file"),
    "distribution": (("--distribution",), "--distribution cannot be given with --file"),
    "starters": (("--starters",), "--starters cannot be given with --file"),
    "need": (("--need", "4"), "--need cannot be given with --file"),
    "json and out": (("--json", "--out", "x.csv"), "--json cannot be given with --out"),
    "csv and out": (("--csv", "--out", "x.csv"), "--csv cannot be given with --out"),
    "json and csv": (("--json", "--csv"), "--json and --csv are both given"),
    "no folder": (("--out", "none/x.csv"), "there is no folder 'none'"),
    "no form": (("--out", "x.xlsx"), "ends in '.xlsx': .parquet .csv .json .html .md expected"),
    "itself": (("--out", "hands.csv"), "is a file that is read"),
    "opponent": (("--opponent", "bob"), "'bob' is not an opponent known here"),
}


def check_refused(told, match):
    """Check that a run printed nothing but one line that says this, and left with status 2."""
    status, out, errors = told
    assert (status, out, len(errors)) == (2, "", 1)
    assert match in errors[0]
    assert errors[0].startswith("cribstats")


@pytest.mark.parametrize(("arguments", "match"), REFUSED.values(), ids=REFUSED)
def test_what_is_wrong_is_told_in_one_line(run, monkeypatch, tmp_path, arguments, match):
    monkeypatch.chdir(tmp_path)
    check_refused(run(*arguments), match)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("arguments", "match"), OF_A_FILE.values(), ids=OF_A_FILE)
def test_what_does_not_go_with_a_file_is_refused(run, hands, monkeypatch, tmp_path, arguments, match):
    monkeypatch.chdir(tmp_path)
    before = hands(*GOOD_LINES).read_bytes()
    check_refused(run("discard", "--file", "hands.csv", *arguments), match)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {"hands.csv": before}


@pytest.mark.parametrize(
    ("content", "match"),
    [
        (None, "there is no file"),
        (b"", "is empty"),
        (b"cards,role\nAH,dealer\n", "has no column 'hand'"),
        (b"hand\nAH\n", "has no column 'role'"),
        (b"hand,role\n5\xe9,dealer\n", "is not UTF-8"),
    ],
    ids=["missing", "empty", "no hands", "no roles", "latin-1"],
)
def test_a_file_that_is_no_batch_is_refused(run, tmp_path, content, match):
    path = tmp_path / "hands.csv"
    if content is not None:
        path.write_bytes(content)
    check_refused(run("discard", "--file", path, "--out", tmp_path / "x.csv"), match)


def test_messages_stay_in_one_line_whatever_was_given(run):
    check_refused(run("discard", HAND, "--dealer", "--opponent", "a\nb\x1b[31m.csv"), "'a b [31m.csv'")
    check_refused(run("score", "5H", "K\x1b"), "is not a card")


# The whole process


def process(*arguments, **environment):
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "cribstats", *arguments],
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )


def test_a_terminal_without_suit_symbols_gets_letters():
    told = process("score", "5♥ J♦", "5C", PYTHONIOENCODING="ascii")
    assert (told.returncode, told.stderr) == (0, b"")
    assert told.stdout.decode("ascii").splitlines()[0] == "5H JD   starter 5C"


def test_a_reader_that_has_gone_is_no_error():
    read, write = os.pipe()
    os.close(read)
    told = subprocess.run(
        [sys.executable, "-m", "cribstats", "score", "5H 5C 5S JD", "5D"],
        stdout=write,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(write)
    assert (told.returncode, told.stderr) == (console.READER_GONE, b"")


def test_one_hand_needs_neither_pandas_nor_pyarrow_nor_matplotlib():
    code = f"""
import sys
from cribstats.cli import main
assert main(["discard", "{HAND}", "--dealer", "--opponent", "random"]) == 0
assert main(["score", "5H 5C 5S JD", "5D", "--json"]) == 0
print([name for name in ("pandas", "pyarrow", "matplotlib") if name in sys.modules])
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True, encoding="utf-8")
    assert told.stdout.splitlines()[-1] == "[]"
    assert throws.BEST_MARK in told.stdout
