"""A batch loses nothing but its bad rows, and goes on where it stopped."""

from __future__ import annotations

import os

import pandas as pd
import pytest
from csv_text import csv_of

from cribstats import analyse_batch, analyse_discard
from cribstats.discard import batch
from cribstats.discard.batch import COLUMNS
from cribstats.discard.batch_files import BadRow, read_batch
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
                assert rows[column].tolist() == [getattr(throw, column) for throw in analysis.throws]
            assert rows["pegging"].isna().all()
    best = run(hands_file, opponents=["random", "greedy"], best=True).frame
    pd.testing.assert_frame_equal(best, frame[frame["place"] == 1].reset_index(drop=True), check_exact=True)


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
    old = notes.with_name("old.jsonl")
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
        pytest.param(lambda notes: notes.replace("crib", "brib", 1), id="other columns"),
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


def test_notes_that_are_not_text_only_cost_the_resuming(cache, hands_file, analysed):
    first = run(hands_file)
    whole = first.frame
    first.forget()
    interrupt(hands_file, 2)
    (notes,) = notes_in(cache)
    notes.write_bytes(b"\xff\xfe" + notes.read_bytes())
    analysed.clear()
    pd.testing.assert_frame_equal(run(hands_file).frame, whole, check_exact=True)
    assert len(analysed) == 4


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
