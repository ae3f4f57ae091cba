from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from cribstats.cards import RANK_NAMES
from cribstats.errors import ArgumentError, RoleError
from cribstats.plots import plot_game_difference, plot_seat_cribs


@pytest.fixture
def ax():
    return Figure().subplots()


@pytest.fixture(scope="module")
def games():
    """A table of two games beside one, every number another."""
    random = np.random.default_rng(1)
    rows = [
        (role, beside, one, other, suited)
        for role in ("dealer", "pone")
        for beside in ("first", "second")
        for place, one in enumerate(RANK_NAMES)
        for other in RANK_NAMES[place:]
        for suited in ([False] if one == other else [False, True])
    ]
    frame = pd.DataFrame(rows, columns=["role", "beside", "rank1", "rank2", "suited"])
    for name in ("realised", "realised_beside", "when_held", "when_held_beside"):
        frame[name] = random.random(len(frame))
    return frame


@pytest.mark.parametrize(("value", "scale"), [("realised", 1), ("when_held", 100)])
@pytest.mark.parametrize("beside", ["first", "second"])
def test_the_map_has_the_difference_of_two_games(ax, games, value, scale, beside):
    artists = plot_game_difference(games, ax, game="new", role="pone", value=value, beside=beside)
    drawn = np.ma.filled(artists.image.get_array(), np.nan)
    for row in games[(games["role"] == "pone") & (games["beside"] == beside)].itertuples():
        low, high = RANK_NAMES.index(row.rank1), RANK_NAMES.index(row.rank2)
        expected = scale * (getattr(row, value) - getattr(row, f"{value}_beside"))
        assert drawn[(high, low) if row.suited else (low, high)] == pytest.approx(expected)
    assert ax.get_title().startswith(f"new less {beside}: ")
    assert "points" in ax.get_title()


def test_what_cannot_be_told_of_games_is_refused(ax, games, refuses):
    refuses(ArgumentError, "'thrown' is not a column that can be drawn: realised, when_held", plot_game_difference,
            games, ax, game="new", role="pone", value="thrown")  # fmt: skip
    refuses(ArgumentError, "no rows beside None: one of first, second expected", plot_game_difference, games, ax,
            game="new", role="pone")  # fmt: skip
    refuses(ArgumentError, "no rows beside 'third'", plot_game_difference, games, ax, game="new", role="pone",
            beside="third")  # fmt: skip
    refuses(RoleError, "'cut'", plot_game_difference, games, ax, game="new", role="cut", beside="first")
    refuses(ArgumentError, "no column 'beside'", plot_game_difference, games.drop(columns="beside"), ax, game="new",
            role="pone")  # fmt: skip


@pytest.fixture(scope="module")
def seats():
    """Cribs of four seats, ranks in any order, one of them never thrown."""
    frame = pd.DataFrame(
        [(seat, crib, rank) for seat, crib in enumerate(("opponent", "partner", "opponent", "own"), start=1)
         for rank in reversed(RANK_NAMES)],
        columns=["seat", "crib", "rank"],
    )  # fmt: skip
    frame["realised"] = np.arange(len(frame)) / 7
    frame["one_card"] = np.arange(len(frame)) / 11
    frame.loc[3, "realised"] = np.nan
    return frame


@pytest.mark.parametrize("value", ["realised", "one_card"])
def test_each_seat_has_a_line_by_rank_and_says_whose_crib_it_is(ax, seats, value):
    artists = plot_seat_cribs(seats, ax, value=value)
    assert len(artists.lines) == 4
    for seat, line in enumerate(artists.lines, start=1):
        rows = seats[seats["seat"] == seat].set_index("rank")[value]
        assert line.get_ydata().tolist() == pytest.approx(rows[list(RANK_NAMES)].tolist(), nan_ok=True)
    assert [name.get_text() for name in artists.names] == [
        "seat 1: an opponent's", "seat 2: his partner's", "seat 3: an opponent's", "dealer: his own",
    ]  # fmt: skip
    assert len({line.get_color() for line in artists.lines}) == len({line.get_marker() for line in artists.lines}) == 4
    assert "4 players" in ax.get_title()
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("rank thrown", "mean crib (points)")


def test_what_cannot_be_told_of_seats_is_refused(ax, seats, refuses):
    refuses(ArgumentError, "'two_card' is not an average", plot_seat_cribs, seats, ax, value="two_card")
    refuses(ArgumentError, "no column 'crib'", plot_seat_cribs, seats.drop(columns="crib"), ax)
