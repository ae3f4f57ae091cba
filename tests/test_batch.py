"""A batch loses nothing but its bad rows, and goes on where it stopped."""

from __future__ import annotations

import os
import re

import numpy as np
import pandas as pd
import pytest
from csv_text import csv_of

from cribstats import analyse_batch, analyse_discard
from cribstats.cards import card_names
from cribstats.discard import batch, find_opponent
from cribstats.discard.batch import Batch
from cribstats.discard.batch_columns import COLUMNS
from cribstats.discard.batch_files import BadRow, read_batch
from cribstats.discard.built import crib_means_path
from cribstats.errors import (
    ArgumentError,
    FileError,
    OpponentError,
)
from cribstats.files import CACHE_VARIABLE

HAND = "5H 5C 6D 7S 8H QC"

BATCH_HANDS = [
    (HAND, "dealer"),
    ("AC 2D 3H 4S JC QD", "pone"),
    ("5 5 5 5 J J", "dealer"),
    ("2H 4H 6H 8H TH KH", "pone"),
]


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """Keep the notes of batches in a folder of the test's own."""
    folder = tmp_path / "cache"
    monkeypatch.setenv(CACHE_VARIABLE, str(folder))
    return folder


@pytest.fixture
def batch_file(cache):
    """Write the text, or bytes, of a batch."""

    def write(content):
        path = cache.parent / "hands.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.fixture
def hands_file(batch_file):
    return batch_file(csv_of(["hand,role", *BATCH_HANDS]))


@pytest.fixture
def analysed(monkeypatch):
    """Note which hands a batch analyses."""
    hands = []

    def analyse(hand, *arguments, **options):
        hands.append(hand)
        return analyse_discard(hand, *arguments, **options)

    monkeypatch.setattr(batch, "analyse_discard", analyse)
    return hands


def run(path, **options):
    """Analyse a batch against random."""
    return analyse_batch(path, **{"opponents": ["random"], **options})


def notes_in(cache):
    """List the files of notes that batches left."""
    return list((cache / "batches").glob("*"))


def interrupt(path, after, **options):
    """Run a batch and press Ctrl-C when some hands are done."""

    def progress(done, _):
        if done == after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(path, progress=progress, **options)


BAD_BATCHES = [
    ("", "is empty: a CSV with the columns hand,role expected"),
    ("\n \n,\n", "is empty"),
    ("hand\n" + HAND, "has no column 'role' but hand"),
    ("role\ndealer", "has no column 'hand' but role"),
    ("cards,role\n", "has no column 'hand' but cards,role"),
    (b"hand,role\n5H 5C 6D 7S 8H Q\xe7,dealer\n", r"is not UTF-8 text \(byte 26\)"),
    ("h" * 200_000 + ",role\n", "line 1 is not CSV: field larger"),
]


@pytest.mark.parametrize(("content", "match"), BAD_BATCHES, ids=[match for _, match in BAD_BATCHES])
def test_a_file_that_is_no_batch_is_refused(refuses, batch_file, content, match):
    path = batch_file(content)
    refuses(FileError, match, read_batch, path)
    refuses(FileError, match, run, path)


def test_a_batch_that_is_missing_is_refused(refuses, tmp_path):
    refuses(FileError, "batch: there is no file", run, tmp_path / "missing.csv")
    refuses(FileError, "batch: .* cannot be read", run, tmp_path)


def test_a_batch_against_nobody_is_refused(refuses, hands_file):
    refuses(ArgumentError, "at least one expected", run, hands_file, opponents=[])
    refuses(OpponentError, "'nobody' is not an opponent", run, hands_file, opponents=["random", "nobody"])


def test_bad_rows_are_reported_with_their_lines_and_good_ones_kept(batch_file):
    lines = [
        "number,hand,role",
        f"1,{HAND},dealer",
        "2,5H 5C 6D 7S 8H,dealer",
        "",
        f"3,{HAND},button",
        f"4,{HAND}",
        f"5,{HAND},dealer,6",
        "6,5H 5C 6D 7S 8H Q,dealer",
        "7,5H 5C 6D 7S 8H 5C,dealer",
        "8,,dealer",
        "9,5 5 5 5 5 J,dealer",
        '10,"5H\n5C 6D ?? 8H QC",dealer',
        f'11,{HAND},"dea\nler"',
        " , ,",
        '12,"5H,5C,6D,7S,8H,QC", PONE ',
        '13,5H,"dealer',
        f"14,{HAND},pone",
        f"15,{'5' * 200_000},pone",
    ]
    result = run(batch_file(csv_of(lines)))
    expected = {
        3: "6 cards expected, 5 given",
        5: "role 'button' is not known",
        6: "2 cells, 3 expected",
        7: "4 cells, 3 expected",
        8: "'Q' has no suit and other cards have one",
        9: "5C comes more than once",
        10: "6 cards expected, none given",
        11: "5 of rank 5",
        # A record is a line: a quoted line end makes two bad ones and leaves the rest alone.
        12: "2 cells, 3 expected",
        13: "2 cells, 3 expected",
        14: "role 'dea' is not known",
        15: "1 cells, 3 expected",
        18: "6 cards expected, 1 given",
        20: "not CSV",
    }
    assert {row.line: expected[row.line] in row.message for row in result.bad_rows} == dict.fromkeys(expected, True)
    assert all(isinstance(row, BadRow) and len(row.message.splitlines()) == 1 for row in result.bad_rows)
    assert result.hands == 3
    told = result.frame[["line", "role", "opponent"]].drop_duplicates()
    assert told.to_numpy().tolist() == [[2, "dealer", "random"], [17, "pone", "random"], [19, "pone", "random"]]


GOOD_BATCHES = {
    "plain": csv_of(["hand,role", *BATCH_HANDS]),
    "byte order mark": "\ufeff" + csv_of(["hand,role", *BATCH_HANDS]),
    "two characters a line end": csv_of(["hand,role", *BATCH_HANDS]).replace("\n", "\r\n"),
    "other columns": csv_of(["Role , HAND,note", *((role, hand, "x") for hand, role in BATCH_HANDS)]),
}


@pytest.mark.parametrize("name", GOOD_BATCHES)
def test_batches_in_every_form_are_read(batch_file, name):
    rows, bad = read_batch(batch_file(GOOD_BATCHES[name]))
    assert [(row.line, row.hand, row.role) for row in rows] == [
        (line, *cells) for line, cells in enumerate(BATCH_HANDS, start=2)
    ]
    assert bad == []


def test_blank_lines_before_the_header_count_as_lines(batch_file):
    rows, bad = read_batch(batch_file(csv_of(["", " ", "hand,role", "", BATCH_HANDS[0]])))
    assert [(row.line, *bad) for row in rows] == [(5,)]


def test_a_header_alone_is_a_batch_of_nothing(batch_file):
    result = run(batch_file("hand,role\n"))
    assert (len(result.frame), list(result.frame.columns), result.bad_rows, result.hands) == (0, list(COLUMNS), (), 0)


def test_a_batch_holds_every_throw_of_every_hand_against_every_opponent(hands_file):
    seen = []
    result = run(hands_file, opponents=["random", "greedy"], progress=lambda done, of: seen.append((done, of)))
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert result.hands == 4
    frame = result.frame
    assert list(frame.columns) == list(COLUMNS)
    for line, (hand, role) in enumerate(BATCH_HANDS, start=2):
        for opponent in ("random", "greedy"):
            analysis = analyse_discard(hand, role, opponent=opponent)
            rows = frame[(frame["line"] == line) & (frame["opponent"] == opponent)]
            assert rows["place"].tolist() == list(range(1, len(analysis.throws) + 1))
            assert (rows["hand"] == " ".join(analysis.hand)).all()
            assert (rows["role"] == role).all()
            assert rows["throw"].tolist() == [" ".join(throw.throw) for throw in analysis.throws]
            assert rows["keep"].tolist() == [" ".join(throw.keep) for throw in analysis.throws]
            for column in ("hand_points", "crib", "heels", "net"):
                expected = [getattr(throw, column) for throw in analysis.throws]
                assert rows[column].tolist() == pytest.approx(expected, abs=1e-11)
            assert rows["pegging"].isna().all()
    best = run(hands_file, opponents=["random", "greedy"], best=True).frame
    pd.testing.assert_frame_equal(best, frame[frame["place"] == 1].reset_index(drop=True), check_exact=True)


@pytest.fixture
def all_from_tables(monkeypatch):
    """Have even one hand of a role read from a table, which is built if it is not there."""
    monkeypatch.setattr(batch, "FEW_HANDS", 0)
    monkeypatch.setattr(batch, "FEW_HANDS_AGAINST_RANDOM", 0)


def random_hands(count, seed):
    """Deal hands, and between them some of which the suits make throws equal."""
    rng = np.random.default_rng(seed)
    dealt = [" ".join(card_names(rng.permutation(52)[:6])) for _ in range(count)]
    alike = ["5C 5D 5H 5S JC JD", "7C 7D 8C 8D 9C 9D", "AC AD AH AS 2C 2D", "4H 4S 6H 6S 9D TD", "KC KD QH QS JH JS"]
    return [(hand, ("dealer", "pone")[number % 2]) for number, hand in enumerate(dealt + alike * 2)]


def expect(frame, rows, opponents):
    """Check a frame against the analyses of its hands, one by one and in the order of the file."""
    expected = [
        (line, " ".join(analysis.hand), role, analysis.opponent, place, *map(" ".join, (throw.throw, throw.keep)))
        for line, (hand, role) in enumerate(rows, start=2)
        for analysis in (analyse_discard(hand, role, opponent=opponent) for opponent in opponents)
        for place, throw in enumerate(analysis.throws, start=1)
    ]
    texts = ["line", "hand", "role", "opponent", "place", "throw", "keep"]
    assert list(frame[texts].itertuples(index=False, name=None)) == expected
    points = [
        (throw.hand_points, throw.crib, throw.heels, throw.net)
        for hand, role in rows
        for opponent in opponents
        for throw in analyse_discard(hand, role, opponent=opponent).throws
    ]
    np.testing.assert_allclose(frame[["hand_points", "crib", "heels", "net"]], points, rtol=0, atol=1e-12)


@pytest.mark.usefixtures("all_from_tables")
def test_hands_read_from_tables_are_those_that_are_enumerated(tmp_path, analysed):
    rows = random_hands(16, seed=5)
    path = tmp_path / "hands.csv"
    path.write_text(csv_of(["hand,role", *rows]))
    told = Batch(path, opponents=["equilibrium"])
    assert (told.hands, told.one_by_one) == (len(rows), 0)
    seen = []
    whole = told.whole_frame(progress=lambda done, of: seen.append((done, of)))
    assert analysed == []
    assert seen == [(len(rows), len(rows))]
    assert not told.notes.exists()
    expect(whole, rows, ["equilibrium"])
    best = analyse_batch(path, opponents=["equilibrium"], best=True).frame
    pd.testing.assert_frame_equal(best, whole[whole["place"] == 1].reset_index(drop=True), check_exact=True)


@pytest.mark.usefixtures("all_from_tables")
def test_hands_of_both_ways_stand_in_the_order_of_the_file(tmp_path, monkeypatch, analysed):
    rows = [*random_hands(3, seed=6)[:4], ("5 5 5 5 J J", "pone"), (HAND, "pone"), ("3 3 3 3 K K", "dealer")]
    path = tmp_path / "hands.csv"
    path.write_text(csv_of(["hand,role", *rows]))
    opponents = ["random", "equilibrium"]
    monkeypatch.setattr(batch, "FEW_HANDS_AGAINST_RANDOM", 10)
    monkeypatch.setattr(batch, "crib_means_path", lambda strategy: tmp_path / strategy.fingerprint)
    told = Batch(path, opponents=opponents)
    # Only what is read from tables against both is not noted; hands of ranks alone are noted, read or not.
    assert (told.one_by_one, told.tables_to_build) == (len(rows), 2)
    told.forget()
    whole = told.whole_frame()
    assert len(analysed) == len(rows)
    expect(whole, rows, opponents)
    monkeypatch.setattr(batch, "HANDS_AT_A_TIME", 3)
    seen = []
    parts = list(told.frames(progress=lambda done, of: seen.append((done, of))))
    assert [len(part["line"].unique()) for part in parts] == [3, 3, 1]
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1] == (7, 7)
    pd.testing.assert_frame_equal(pd.concat(parts, ignore_index=True), whole, check_exact=True)
    assert len(analysed) == len(rows)
    told.forget()


@pytest.mark.parametrize(
    ("dealers", "opponents", "one_by_one", "tables"),
    [
        (2, ["greedy"], 3, 0),
        (3, ["greedy"], 1, 1),
        (3, ["random"], 4, 0),
        (4, ["random"], 1, 1),
        (3, ["random", "greedy"], 4, 1),
    ],
)
def test_few_hands_are_enumerated_and_many_read_from_a_table(
    batch_file, monkeypatch, dealers, opponents, one_by_one, tables
):
    monkeypatch.setattr(batch, "FEW_HANDS", 2)
    monkeypatch.setattr(batch, "FEW_HANDS_AGAINST_RANDOM", 3)
    ranks_alone = ("2 2 2 2 9 9", "dealer")
    told = Batch(batch_file(csv_of(["hand,role", *[(HAND, "dealer")] * dealers, ranks_alone])), opponents=opponents)
    assert (told.hands, told.one_by_one, told.tables_to_build) == (dealers + 1, one_by_one, tables)


def test_few_hands_are_read_from_a_table_that_is_there(hands_file):
    for role in ("dealer", "pone"):
        path = crib_means_path(find_opponent("greedy", role).strategy)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    told = Batch(hands_file, opponents=["greedy"])
    assert (told.hands, told.one_by_one, told.tables_to_build) == (4, 1, 0)


def test_notes_of_a_batch_are_not_taken_for_those_of_one_that_reads_tables(hands_file, monkeypatch):
    before = Batch(hands_file, opponents=["greedy"]).notes
    monkeypatch.setattr(batch, "FEW_HANDS", 1)
    assert Batch(hands_file, opponents=["greedy"]).notes != before


def test_opponents_of_one_name_are_kept_apart(tmp_path, hands_file):
    paths = [tmp_path / folder / "table.csv" for folder in ("one", "other")]
    for number, path in enumerate(paths):
        path.parent.mkdir()
        ranks = "A23456789TJQK"
        pairs = [(one, other) for i, one in enumerate(ranks) for other in ranks[i:]]
        header = "rank1,rank2,value"
        path.write_text(csv_of([header, *((one, other, number * (one == other)) for one, other in pairs)]))
    whole = run(hands_file, opponents=paths).frame
    assert whole["opponent"].unique().tolist() == ["table.csv"]
    expect(whole, BATCH_HANDS, paths)


@pytest.mark.parametrize("best", [False, True])
def test_an_interrupted_batch_goes_on_where_it_stopped(cache, hands_file, analysed, best):
    first = run(hands_file, best=best)
    whole = first.frame
    assert analysed == [hand for hand, _ in BATCH_HANDS]
    first.forget()
    assert notes_in(cache) == []
    interrupt(hands_file, 2, best=best)
    assert len(notes_in(cache)) == 1
    analysed.clear()
    seen = []
    resumed = run(hands_file, best=best, progress=lambda done, of: seen.append((done, of)))
    assert analysed == [hand for hand, _ in BATCH_HANDS[2:]]
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]
    pd.testing.assert_frame_equal(resumed.frame, whole, check_exact=True)


def test_a_finished_batch_comes_again_at_once_until_it_is_forgotten(cache, hands_file, analysed):
    first = run(hands_file)
    analysed.clear()
    again = run(hands_file)
    assert analysed == []
    pd.testing.assert_frame_equal(again.frame, first.frame, check_exact=True)
    again.forget()
    again.forget()
    assert notes_in(cache) == []
    run(hands_file)
    assert analysed == [hand for hand, _ in BATCH_HANDS]


def test_notes_of_batches_that_nobody_went_on_with_are_cleared_away(cache, hands_file):
    interrupt(hands_file, 2)
    (notes,) = notes_in(cache)
    old = notes.with_name("old.notes")
    notes.rename(old)
    os.utime(old, (0, 0))
    interrupt(hands_file, 2)
    assert not old.exists()


def test_a_batch_may_be_interrupted_again_and_again(hands_file, analysed):
    for after in (1, 2, 3):
        interrupt(hands_file, after)
    run(hands_file)
    assert analysed == [hand for hand, _ in BATCH_HANDS]


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda notes: notes[:-20], id="cut off"),
        pytest.param(lambda notes: notes + "\n[4, [{", id="half a line"),
        pytest.param(lambda notes: notes + "7\nnull\n\n{}\n[]\n[4]\n", id="no notes"),
        pytest.param(lambda notes: notes + "[[4], []]\n[4, 5]\n[4, []]\n[4, [{}]]\n[5, [7]]\n", id="no records"),
        pytest.param(lambda notes: notes.replace("crib", "brib", 1), id="another letter"),
        pytest.param(lambda notes: notes.replace('"dealer"', '"nobody"'), id="no role"),
        pytest.param(lambda notes: re.sub(r'("net": -?)\d', r"\g<1>99", notes, count=1), id="another number"),
        pytest.param(lambda notes: notes.replace('"random"', "null", 1), id="no opponent"),
    ],
)
def test_spoilt_notes_of_a_batch_cost_nothing_but_their_hand(cache, hands_file, analysed, spoil):
    first = run(hands_file)
    whole = first.frame
    first.forget()
    interrupt(hands_file, 2)
    (notes,) = notes_in(cache)
    before = notes.read_text()
    notes.write_text(spoil(before))
    analysed.clear()
    resumed = run(hands_file).frame
    assert analysed[-2:] == [hand for hand, _ in BATCH_HANDS[2:]]
    assert len(analysed) <= 3
    pd.testing.assert_frame_equal(resumed, whole, check_exact=True)


def test_notes_that_are_not_text_only_cost_their_hand(cache, hands_file, analysed):
    first = run(hands_file)
    whole = first.frame
    first.forget()
    interrupt(hands_file, 2)
    (notes,) = notes_in(cache)
    notes.write_bytes(notes.read_bytes().replace(b"crib", b"cr\xffb", 1))
    analysed.clear()
    pd.testing.assert_frame_equal(run(hands_file).frame, whole, check_exact=True)
    assert len(analysed) == 3


def test_notes_are_of_this_file_these_opponents_and_these_options_alone(batch_file, hands_file, analysed):
    interrupt(hands_file, 2)
    for options in ({"best": True}, {"opponents": ["greedy"]}, {"opponents": ["random", "greedy"]}):
        analysed.clear()
        run(hands_file, **options)
        assert len(analysed) == 4 * len(options.get("opponents", "1"))
    batch_file(csv_of(["hand,role", *reversed(BATCH_HANDS)]))
    analysed.clear()
    run(hands_file)
    assert len(analysed) == 4


def test_a_cache_that_cannot_be_written_only_costs_the_resuming(tmp_path, monkeypatch, hands_file):
    expected = run(hands_file).frame
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "file"))
    pd.testing.assert_frame_equal(run(hands_file).frame, expected, check_exact=True)
