"""Bad input of the discard is refused in one line that names it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from csv_text import csv_of

from cribstats import Strategy, analyse_discard, compare_opponents, hand_means
from cribstats.cards import RANK_NAMES, card_names
from cribstats.discard import find_opponent, read_crib_table
from cribstats.errors import (
    ArgumentError,
    CardError,
    FileError,
    HandError,
    OpponentError,
    RoleError,
    StrategyError,
    VariantError,
)
from cribstats.suits import class_count
from cribstats.variants import SIX_CARD

HAND = "5H 5C 6D 7S 8H QC"
OTHERS = [name for name in card_names(range(52)) if name not in HAND]
TWO_KEPT = replace(SIX_CARD, name="two-kept", dealt=4)

# Hands.

BAD_HANDS = [
    ("", HandError, "6 cards expected, none given"),
    ([], HandError, "6 cards expected, none given"),
    ("5H", HandError, "6 cards expected, 1 given"),
    ("5H 5C 6D 7S 8H", HandError, "6 cards expected, 5 given in '5H 5C 6D 7S 8H'"),
    ("5H 5C 6D 7S 8H QC KC", HandError, "6 cards expected, 7 given"),
    ("5H 5C 6D 7S 8H 5H", HandError, "5H comes more than once"),
    ([18, 16, 21, 27, 30, 18], HandError, "5H comes more than once"),
    ("5H 5C 6D 7S 8H 1C", CardError, "'1C' is not a card"),
    ("5H 5C\n6D 7S 8H Q?", CardError, r"'Q\?' is not a card"),
    ([18, 16, 21, 27, 30, 52], CardError, "52 is not a card number"),
    ([18, 16, 21, 27, 30, -1], CardError, "-1 is not a card number"),
    ([18, 16, 21, 27, 30, 44.0], CardError, "44.0 is not a card"),
    (None, CardError, "None is not a card"),
    ([HAND, None], CardError, "None is not a card"),
    (np.arange(12).reshape(2, 6), CardError, "is not a card"),
    # Ranks alone, and ranks among cards.
    ("5H 5C 6D 7S 8H Q", CardError, "'Q' has no suit and other cards have one"),
    ("5 5 6 7 8 QC", CardError, "'5' has no suit and other cards have one"),
    ("A A A A A 2", HandError, "5 of rank A: a pack has 4"),
    ("A 2 7 9 J", HandError, "6 cards expected, 5 given in 'A 2 7 9 J'"),
    ("A 2 7 9 J Q K", HandError, "6 cards expected, 7 given"),
]


@pytest.mark.parametrize("role", ["dealer", "pone"])
@pytest.mark.parametrize(("hand", "error", "match"), BAD_HANDS)
def test_what_is_no_hand_is_refused(refuses, hand, error, match, role):
    refuses(error, match, analyse_discard, hand, role, opponent="random")
    refuses(error, match, compare_opponents, hand, role, ["random"])


@pytest.mark.parametrize("role", ["", "dealers", "d", None, 0, ["dealer"], "pone\ndealer"])
def test_what_is_no_role_is_refused(refuses, role):
    refuses(RoleError, "dealer or pone expected", analyse_discard, HAND, role, opponent="random")
    refuses(RoleError, "dealer or pone expected", compare_opponents, HAND, role, ["random"])
    refuses(RoleError, "dealer or pone expected", find_opponent, "random", role)


def test_roles_are_read_in_any_case():
    assert analyse_discard(HAND, " Dealer ", opponent="random").role == "dealer"


@pytest.mark.parametrize(
    ("known", "error", "match"),
    [
        ({"starter": "5H"}, HandError, "starter: 5H is in the hand"),
        ({"starter": "4D", "dead": "9C 4D"}, HandError, "starter: 4D is among the dead cards"),
        ({"starter": "4D 9C"}, HandError, "starter: one card expected, 2 given"),
        ({"starter": ""}, HandError, "starter: one card expected, none given"),
        ({"starter": "4"}, CardError, "starter: '4' has no suit"),
        ({"starter": 52}, CardError, "starter: 52 is not a card number"),
        ({"dead": "9C QC"}, HandError, "dead cards: QC is in the hand"),
        ({"dead": "9C 9C"}, HandError, "dead cards: 9C comes more than once"),
        ({"dead": "9"}, CardError, "dead cards: '9' has no suit"),
        ({"dead": None}, CardError, "dead cards: None is not a card"),
        ({"dead": OTHERS}, HandError, "46 dead cards leave 0 in the pack: at least 7 needed"),
        ({"dead": OTHERS[:40]}, HandError, "40 dead cards leave 6 in the pack: at least 7 needed"),
        ({"dead": OTHERS[:40], "starter": OTHERS[45]}, HandError, "40 dead cards leave 5 in the pack: at least 6"),
    ],
)
@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_cards_known_that_cannot_be_are_refused(refuses, opponent, known, error, match):
    refuses(error, match, analyse_discard, HAND, "dealer", opponent=opponent, **known)
    refuses(error, match, compare_opponents, HAND, "pone", [opponent], **known)


@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_the_last_cards_that_can_be_dealt_are_analysed(opponent):
    seven_left = analyse_discard(HAND, "dealer", opponent=opponent, dead=OTHERS[:39])
    assert set(seven_left.best.starter_points) == set(OTHERS[39:])
    dealt_out = analyse_discard(HAND, "dealer", opponent=opponent, dead=OTHERS[:39], starter=OTHERS[39])
    assert set(dealt_out.best.starter_points) == {OTHERS[39]}
    assert dealt_out.best.hand_sd == 0


@pytest.mark.parametrize("known", [{"dead": "4D"}, {"starter": "4D"}, {"dead": "4D", "starter": "9C"}])
@pytest.mark.parametrize("ranks", ["A 2 7 9 J Q", "A 2 7\n9 J Q"])
def test_ranks_alone_take_no_cards_that_are_known(refuses, ranks, known):
    match = "suits of .* are not known, so dead cards or a starter cannot be taken out of it"
    refuses(HandError, match, analyse_discard, ranks, "dealer", opponent="random", **known)


def test_bad_dead_cards_beside_ranks_are_told_first(refuses):
    refuses(CardError, "dead cards: '9' has no suit", analyse_discard, "A 2 7 9 J Q", "dealer", dead="9")


# Opponents.


@pytest.mark.parametrize("name", ["nobody", "", "random.txt", "equi\nlibrium", None, 7, "equilibrium-gross"])
def test_an_opponent_not_known_is_refused_and_those_known_are_listed(refuses, name):
    known = "random, greedy, equilibrium-show, equilibrium-net, equilibrium"
    match = rf"is not an opponent known here: {known}, a \.csv table .* or a \.npz strategy expected"
    refuses(OpponentError, match, find_opponent, name, "dealer")
    refuses(OpponentError, match, analyse_discard, HAND, "dealer", opponent=name)
    refuses(OpponentError, match, compare_opponents, HAND, "dealer", ["random", name])


@pytest.mark.parametrize("opponents", [[], ()])
def test_no_opponents_are_refused(refuses, opponents):
    refuses(ArgumentError, "at least one expected", compare_opponents, HAND, "dealer", opponents)


@pytest.mark.parametrize("name", ["missing.csv", "missing.npz"])
def test_an_opponent_whose_file_is_missing_is_refused(refuses, tmp_path, name):
    refuses(FileError, f"there is no file '.*{name}'", analyse_discard, HAND, "dealer", opponent=tmp_path / name)


def test_an_opponent_of_another_game_is_refused(refuses):
    strategy = find_opponent("greedy", "dealer").strategy
    other = find_opponent("random", "dealer", variant=TWO_KEPT)
    refuses(OpponentError, "of the six-card game, not of two-kept", find_opponent, strategy, "dealer", variant=TWO_KEPT)
    refuses(OpponentError, "of the two-kept game, not of six-card", find_opponent, other, "dealer")
    refuses(OpponentError, "of the two-kept game, not of six-card", analyse_discard, HAND, "dealer", opponent=other)


@pytest.mark.parametrize(
    ("table", "match"),
    [
        (np.zeros((13, 12)), r"shape \(13, 13\), not \(13, 12\)"),
        (np.zeros(91), r"shape \(13, 13\), not \(91,\)"),
        (np.full((13, 13), np.nan), "mean crib of A-A is nan"),
        (np.diag([*[1.0] * 12, np.inf]), "mean crib of K-K is inf"),
        (np.arange(169).reshape(13, 13), "mean crib of A-2 is 1.0 and of 2-A 13.0"),
        (np.full((13, 13), "many"), "something that is not a number of points"),
        (np.full((13, 13), None), "mean crib of A-A is nan"),
        (np.full((13, 13), {}), "something that is not a number of points"),
    ],
)
def test_an_array_that_is_no_table_of_mean_cribs_is_refused(refuses, table, match):
    refuses(OpponentError, match, find_opponent, table, "dealer")
    refuses(OpponentError, match, analyse_discard, HAND, "dealer", opponent=table)


# Tables of mean cribs.

HEADER = "rank1,rank2,value"
PAIRS = [(one, other) for one in range(13) for other in range(one, 13)]
ROWS = [f"{RANK_NAMES[one]},{RANK_NAMES[other]},{(one + other) / 4}" for one, other in PAIRS]
GRID = [[(one + other) / 4 for other in range(13)] for one in range(13)]
NAMED_GRID = [[name, *row] for name, row in zip(RANK_NAMES, GRID, strict=True)]


def grid_with(one, other, value):
    """Return the text of the grid with one cell changed."""
    return csv_of(
        [[value if (i, j) == (one, other) else cell for j, cell in enumerate(row)] for i, row in enumerate(GRID)]
    )


@pytest.fixture
def table_file(tmp_path):
    """Write the text, or bytes, of a table."""

    def write(content):
        path = tmp_path / "cribs.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


GOOD_TABLES = {
    "rows": csv_of([HEADER, *ROWS]),
    "rows in any order": csv_of([HEADER, *reversed(ROWS)]),
    "spaces and blank lines": csv_of(["Rank1, Rank2, Value", *ROWS, "", "  ,,"]),
    "byte order mark": "\ufeff" + csv_of([HEADER, *ROWS]),
    "10 for T": csv_of([HEADER, *ROWS]).replace("T", "10"),
    "lower case": csv_of([HEADER, *ROWS]).lower(),
    "told twice alike": csv_of([HEADER, *ROWS, "K,A,3", "A,K,3.0"]),
    "other columns": csv_of(
        ["source,value,rank2,rank1", *(f"me,{(i + j) / 4},{RANK_NAMES[j]},{RANK_NAMES[i]}" for i, j in PAIRS)]
    ),
    "grid": csv_of(GRID),
    "grid with ranks": csv_of([["", *RANK_NAMES], *NAMED_GRID]),
    "grid with ranks above it": csv_of([[*RANK_NAMES], *GRID]).replace("T", "10"),
    "grid with ranks before it": csv_of(NAMED_GRID),
    "triangle": csv_of(
        [[cell if other >= one else "" for other, cell in enumerate(row)] for one, row in enumerate(GRID)]
    ),
}


@pytest.mark.parametrize("name", GOOD_TABLES)
def test_tables_in_every_form_are_read(table_file, name):
    assert read_crib_table(table_file(GOOD_TABLES[name])).tolist() == GRID


BAD_TABLES = [
    ("", FileError, "is empty"),
    ("\n ,\n", FileError, "is empty"),
    (b"\xff\xfe\x00", FileError, r"is not UTF-8 text \(byte 0\)"),
    ("1" * 200_000, FileError, "is not CSV: field larger"),
    (csv_of([HEADER, *ROWS[:-1]]), OpponentError, "no mean crib of K-K"),
    (csv_of([HEADER, *ROWS[1:]]), OpponentError, "no mean crib of A-A"),
    (csv_of([HEADER]), OpponentError, "no mean crib of A-A"),
    (csv_of([HEADER, *ROWS, "A,A,9"]), OpponentError, "line 93: mean crib of A-A is 9.0, before 0.0"),
    (csv_of([HEADER, *ROWS, "2,A,9"]), OpponentError, "line 93: mean crib of 2-A is 9.0, before 0.25"),
    (csv_of([HEADER, *ROWS[:-1], "K,K,many"]), OpponentError, "line 92: 'many' is not a number"),
    (csv_of([HEADER, *ROWS[:-1], "K,K,nan"]), OpponentError, "line 92: 'nan' is not a number"),
    (csv_of([HEADER, *ROWS[:-1], "K,K,-inf"]), OpponentError, "line 92: '-inf' is not a number"),
    (csv_of([HEADER, *ROWS[:-1], "K,K,"]), OpponentError, "line 92: '' is not a number"),
    (csv_of([HEADER, *ROWS[:-1], 'K,K,"5\n6"']), OpponentError, r"line 92: '5\\n6' is not a number"),
    (csv_of([HEADER, *ROWS[:-1], "K,K"]), OpponentError, "line 92: 'K,K' is not rank1,rank2,value"),
    (csv_of([HEADER, *ROWS[:-1], "X,K,6"]), OpponentError, "line 92: .*'X' is not a card"),
    (csv_of([HEADER, *ROWS[:-1], "KS,K,6"]), OpponentError, "line 92: .*'KS' has a suit"),
    (csv_of([HEADER, *ROWS[:-1], "QK,K,6"]), OpponentError, "line 92: .*one card expected, 2 given"),
    (csv_of(["rank1,rank2,mean", *ROWS]), OpponentError, "92 rows of numbers"),
    (csv_of(GRID[:12]), OpponentError, "12 rows of numbers"),
    (csv_of([*GRID, GRID[12]]), OpponentError, "14 rows of numbers"),
    (csv_of([row[:12] for row in GRID]), OpponentError, "line 1: 12 numbers, 13 expected"),
    (csv_of([*GRID[:12], GRID[12][:5]]), OpponentError, "line 13: 5 numbers, 13 expected"),
    (csv_of([row[one:] for one, row in enumerate(GRID)]), OpponentError, "line 2: 12 numbers, 13 expected"),
    (grid_with(3, 1, 9), OpponentError, "line 4: mean crib of 4-2 is 9.0, before 1.0"),
    (grid_with(12, 0, "x"), OpponentError, "line 13: 'x' is not a number"),
    (grid_with(0, 12, ""), OpponentError, "line 1: '' is not a number"),
    (grid_with(5, 5, "nan"), OpponentError, "line 6: 'nan' is not a number"),
    # Ranks in an order of their own.
    (csv_of(["2,A,3,4,5,6,7,8,9,T,J,Q,K", *GRID]), OpponentError, "line 1: .*the ranks A to K expected, in order"),
    (csv_of([[RANK_NAMES[12 - one], *row] for one, row in enumerate(GRID)]), OpponentError, "line 1: 14 numbers"),
]


@pytest.mark.parametrize(("text", "error", "match"), BAD_TABLES, ids=[match for *_, match in BAD_TABLES])
def test_what_is_no_table_is_refused(refuses, table_file, text, error, match):
    path = table_file(text)
    refuses(error, match, read_crib_table, path)
    refuses(error, match, analyse_discard, HAND, "dealer", opponent=str(path))


def test_a_folder_is_no_table(refuses, tmp_path):
    refuses(FileError, "cannot be read", read_crib_table, tmp_path)


# Hand means.


@pytest.mark.parametrize(
    ("hands", "error", "match"),
    [
        ([], CardError, r"shape \(0,\)"),
        (HAND, CardError, r"shape \(\)"),
        (None, CardError, r"shape \(\)"),
        ([[1, 2, 3, 4, 5]], CardError, r"shape \(1, 5\)"),
        ([1, 2, 3, 4, 5, 6], CardError, r"shape \(6,\)"),
        ([[1, 2, 3, 4, 5, 6], [1, 2]], CardError, "rows of several lengths"),
        ([[1.0, 2, 3, 4, 5, 6]], CardError, "type float64"),
        ([[True] * 6], CardError, "type bool"),
        ([[1, 2, 3, 4, 5, 52]], CardError, "52 is not a card number"),
        ([[-1, 2, 3, 4, 5, 6]], CardError, "-1 is not a card number"),
        ([[1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 6, 5]], HandError, r"row 1: \[1, 2, 3, 4, 6, 5\] does not ascend"),
        ([[1, 2, 3, 4, 5, 5]], HandError, "row 0: .* does not ascend"),
    ],
)
def test_what_are_no_hands_have_no_means(refuses, hands, error, match):
    refuses(error, match, hand_means, hands)


def test_no_hands_have_no_means():
    assert hand_means(np.zeros((0, 6), dtype=np.uint8)).shape == (0, 15)


# Strategies.


def weights_with(row):
    """Return weights of the small game, all equal, with one row changed."""
    weights = np.full((class_count(4), 6), 1 / 6)
    weights[7] = row
    return weights


@pytest.mark.parametrize(
    ("weights", "match"),
    [
        (weights_with([-0.5, 1.5, 0, 0, 0, 0]), r"class 7 .*\[-0.5, 1.5"),
        (weights_with(np.nan), "class 7 .*nan"),
        (weights_with(0), "class 7 .*add up to 1"),
        (weights_with(1 / 7), "class 7 .*add up to 1"),
        (weights_with(np.inf), "class 7 .*inf"),
        (weights_with([np.inf, -np.inf, 0, 0, 0, 0]), "class 7 .*inf"),
        (weights_with(1 / 6)[:-1], r"shape \(16431, 6\): \(16432, 6\) expected"),
        (weights_with(1 / 6)[:, :5], r"shape \(16432, 5\): \(16432, 6\) expected"),
        (weights_with(1 / 6)[0], r"shape \(6,\): \(16432, 6\) expected"),
        (None, r"shape \(\): \(16432, 6\) expected"),
        ("greedy", r"not numbers of shape \(16432, 6\)"),
        ([{}], r"not numbers of shape \(16432, 6\)"),
        ([[1], [1, 2]], r"not numbers of shape \(16432, 6\)"),
    ],
)
def test_what_are_no_weights_make_no_strategy(refuses, weights, match):
    refuses(StrategyError, match, Strategy.from_weights, weights, variant=TWO_KEPT)


def test_weights_that_miss_1_by_rounding_are_rescaled_and_left_as_they_were():
    weights = weights_with([0.25 + 1e-7, 0.75, 0, 0, 0, 0])
    before = weights.copy()
    strategy = Strategy.from_weights(weights, variant=TWO_KEPT)
    assert (weights == before).all()
    assert np.abs(strategy.weights().sum(axis=1) - 1).max() < 1e-15


@pytest.fixture
def strategy_file(tmp_path):
    """Write a strategy with some of its arrays, or its metadata, changed; an array of None is left out."""
    strategy = find_opponent("greedy", "dealer").strategy

    def write(metadata='{"name": "odd", "variant": "six-card"}', **changed):
        arrays = {name: getattr(strategy, name) for name in ("choices", "mixed_classes", "mixed_weights")}
        arrays |= {
            name: change(arrays[name]) if isinstance(change, Callable) else change for name, change in changed.items()
        }
        path = tmp_path / "odd.npz"
        kept = {name: array for name, array in arrays.items() if array is not None}
        np.savez(path, cribstats=np.array(metadata), **kept)
        return path

    return write


def with_choice(place, choice):
    """Return a function that changes one choice."""
    return lambda choices: np.where(np.arange(len(choices)) == place, choice, choices).astype(choices.dtype)


FIT = "is not a strategy of the six-card game: its arrays do not fit"
MIXED = {"choices": with_choice(3, 0), "mixed_classes": np.array([3])}


@pytest.mark.parametrize(
    ("changed", "error", "match"),
    [
        ({"choices": None}, StrategyError, "it holds mixed_classes, mixed_weights"),
        ({"more": np.zeros(2)}, StrategyError, "it holds choices, mixed_classes, mixed_weights, more"),
        ({"choices": lambda choices: choices[:-1]}, StrategyError, FIT),
        ({"choices": lambda choices: choices.astype(np.int64)}, StrategyError, FIT),
        ({"choices": with_choice(3, 1 << 15)}, StrategyError, FIT),
        ({"choices": with_choice(3, 0)}, StrategyError, FIT),
        ({"mixed_classes": np.array([3])}, StrategyError, FIT),
        ({"mixed_classes": np.array(3)}, StrategyError, FIT),
        ({"mixed_weights": np.array(3.0)}, StrategyError, FIT),
        ({**MIXED, "mixed_weights": np.full((1, 14), 1 / 14)}, StrategyError, FIT),
        ({**MIXED, "mixed_weights": np.full((1, 15), 1 / 14)}, StrategyError, FIT),
        ({**MIXED, "mixed_weights": np.full((1, 15), np.nan)}, StrategyError, FIT),
        ({**MIXED, "mixed_weights": np.array([[2.0, -1.0, *[0.0] * 13]])}, StrategyError, FIT),
        ({**MIXED, "mixed_weights": np.full((1, 15), 1 / 15, dtype=np.float32)}, StrategyError, FIT),
        ({**MIXED, "mixed_weights": np.full((1, 15), "x")}, StrategyError, FIT),
        ({"choices": np.array([{}])}, FileError, "is not a file written by cribstats"),
        ({"metadata": "{"}, FileError, "is not a file written by cribstats"),
        ({"metadata": "[1]"}, FileError, "is damaged"),
        ({"metadata": "{}"}, VariantError, "'None' is not a game known here: six-card, five-card, "),
        ({"metadata": '{"variant": "seven-card"}'}, VariantError, "'seven-card' is not a game known here"),
    ],
)
def test_a_file_that_holds_no_strategy_is_refused(refuses, strategy_file, changed, error, match):
    path = strategy_file(**changed)
    refuses(error, match, Strategy.load, path)
    refuses(error, match, analyse_discard, HAND, "dealer", opponent=path)


def test_a_file_that_holds_a_strategy_is_read(strategy_file):
    assert Strategy.load(strategy_file()).name == "odd"
    weights = np.array([[0.25, 0.75, *[0.0] * 13]])
    mixed = Strategy.load(strategy_file(**MIXED, mixed_weights=weights))
    assert mixed.weights()[3].tolist() == weights[0].tolist()


@pytest.mark.parametrize("content", [b"", b"garbage", b"PK\x03\x04 and then garbage", b"\x93NUMPY and then garbage"])
def test_a_file_of_garbage_is_no_strategy(refuses, tmp_path, content):
    path = tmp_path / "garbage.npz"
    path.write_bytes(content)
    refuses(FileError, "is not a file written by cribstats|is damaged", Strategy.load, path)


def test_files_of_others_are_no_strategy(refuses, tmp_path):
    np.save(tmp_path / "array.npy", np.arange(3))
    refuses(FileError, "is damaged", Strategy.load, tmp_path / "array.npy")
    np.savez(tmp_path / "arrays.npz", choices=np.arange(3))
    refuses(FileError, "is not a file written by cribstats", Strategy.load, tmp_path / "arrays.npz")
    refuses(FileError, "is not a file written by cribstats", Strategy.load, tmp_path)
    refuses(FileError, "there is no file", Strategy.load, tmp_path / "missing.npz")


def test_a_strategy_is_not_saved_where_it_cannot_be(refuses, tmp_path):
    strategy = find_opponent("greedy", "dealer").strategy
    refuses(FileError, "is a folder", strategy.save, tmp_path)
    refuses(FileError, "there is no folder", strategy.save, tmp_path / "missing" / "strategy.npz")
    assert list(tmp_path.iterdir()) == []
