"""Figures that set games beside each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.text import Text

from cribstats.cards import RANK_NAMES
from cribstats.errors import ArgumentError
from cribstats.plots.rank_pairs import PAIR_COLUMNS, HeatMapArtists, draw_pairs, pair_squares, write_title
from cribstats.plots.style import card_labels, check_columns, rows_of_one, signed
from cribstats.seats.places import OWNED_BY

if TYPE_CHECKING:
    import pandas as pd

MADE_BY = "compare_games"

# Lines of seats, from the dealer's left. Seats of a side all but coincide: those drawn first have open marks, so large
# that they stand around those drawn over them. Colours: Okabe and Ito, "Color universal design" (2008).
SEAT_LOOKS: Sequence[Mapping[str, Any]] = (
    {"color": "#E69F00", "marker": "o", "markersize": 11, "markerfacecolor": "none"},
    {"color": "#009E73", "marker": "s", "markersize": 10, "markerfacecolor": "none"},
    {"color": "#CC79A7", "marker": "^", "markersize": 5, "linestyle": "--"},
    {"color": "#0072B2", "marker": "D", "markersize": 4, "linestyle": "--"},
)

SEAT_MEANINGS = {
    "realised": "over the deals that throw the card",
    "one_card": "only the card thrown known",
}


class SeatArtists(NamedTuple):
    """What a plot by seat drew: a line a seat, in their order, and a name beside each."""

    lines: list[Line2D]
    names: list[Text]


# What each difference is of, and its unit.
DIFFERENCES = {
    "realised": ("mean crib, {player}", "points, over the hands that throw them"),
    "when_held": ("how often the {player} throws them", "percentage points of the deals that hold them"),
}


def plot_game_difference(
    table: pd.DataFrame,
    ax: Axes | None = None,
    *,
    game: str,
    value: str = "realised",
    role: str | None = None,
    beside: str | None = None,
) -> HeatMapArtists:
    """Draw how much more a number is in one game than in another, by the two cards thrown.

    Parameters
    ----------
    table
        One role's rows of :func:`cribstats.compare_games`; or both roles' with a column ``role``.
    ax
        Where to draw; the current axes if none.
    game
        What the title calls the game that the table is of.
    value
        ``realised``, the mean crib (points), or ``when_held``, how often the cards are thrown (percentage points).
    role
        Whose rows to draw, ``dealer`` or ``pone``; none if the table has those of one alone.
    beside
        Beside which game; none if the table has one alone.

    Raises
    ------
    ArgumentError
        The table has no such column or game, or is of several and none is chosen.
    RoleError
        The role is not known.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from cribstats import compare_games
    >>> from cribstats.variants import FIVE_CARD
    >>> table = compare_games("dealer", opponent="greedy", variant=FIVE_CARD)
    >>> artists = plot_game_difference(table, Figure().subplots(), game="five-card", role="dealer")
    >>> artists.numbers[13 * 4 + 4].get_text()  # two fives
    '−.31'
    """
    if value not in DIFFERENCES or value not in table or f"{value}_beside" not in table:
        raise ArgumentError(f"'{value}' is not a column that can be drawn: {', '.join(DIFFERENCES)} expected")
    chosen, role = rows_of_one(table, role, ("beside", *PAIR_COLUMNS), MADE_BY)
    games = chosen["beside"].unique().tolist()
    if beside is None and len(games) == 1:
        beside = games[0]
    if beside not in games:
        raise ArgumentError(f"the table has no rows beside {beside!r}: one of {', '.join(games)} expected")
    rows = chosen[chosen["beside"] == beside]
    scale = 1 if value == "realised" else 100
    numbers = scale * (pair_squares(rows, value) - pair_squares(rows, f"{value}_beside"))
    ax = plt.gca() if ax is None else ax
    write = _hundredths if value == "realised" else signed
    artists = draw_pairs(ax, numbers, write, diverging=True)
    what, unit = DIFFERENCES[value]
    whose = {"dealer": "to one's own", "pone": "to the opponent's", None: "by the cards thrown"}[role]
    player = whose if value == "realised" else role or "player"
    write_title(ax, f"{game} less {beside}: {what.format(player=player)}", f"({unit})")
    return artists


def plot_seat_cribs(table: pd.DataFrame, ax: Axes | None = None, *, value: str = "realised") -> SeatArtists:
    """Draw the mean crib by the rank that each seat throws to it, a line a seat.

    Parameters
    ----------
    table
        Rows of :func:`cribstats.seat_crib_averages`.
    ax
        Where to draw; the current axes if none.
    value
        ``realised``, over the deals in which the seat throws the rank, or ``one_card``, only the card known (points).

    Raises
    ------
    ArgumentError
        The table has no such column.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from cribstats import seat_crib_averages
    >>> from cribstats.variants import THREE_HANDED
    >>> ax = Figure().subplots()
    >>> table = seat_crib_averages(variant=THREE_HANDED, throws="random", deals=10)
    >>> artists = plot_seat_cribs(table, ax, value="one_card")
    >>> [name.get_text() for name in artists.names]
    ["seat 1: an opponent's", "seat 2: an opponent's", 'dealer: his own']
    """
    if value not in SEAT_MEANINGS:
        raise ArgumentError(f"'{value}' is not an average that can be drawn: {', '.join(SEAT_MEANINGS)} expected")
    check_columns(table, ("seat", "crib", "rank", value), "seat_crib_averages")
    ax = plt.gca() if ax is None else ax
    seats = sorted(table["seat"].unique().tolist())
    places = {rank: place for place, rank in enumerate(RANK_NAMES)}
    lines = []
    for seat, looks in zip(seats, SEAT_LOOKS[-len(seats) :], strict=True):
        rows = table[table["seat"] == seat]
        heights = np.full(len(RANK_NAMES), np.nan)
        heights[rows["rank"].map(places)] = rows[value]
        (line,) = ax.plot(range(len(RANK_NAMES)), heights, **looks)
        whose = OWNED_BY[str(rows["crib"].iloc[0])]
        line.set_label(f"{'dealer' if seat == seats[-1] else f'seat {seat}'}: {whose}")
        lines.append(line)
    legend = ax.legend(title="who throws: whose crib", fontsize="small")
    ax.set_xticks(range(len(RANK_NAMES)), [card_labels(rank) for rank in RANK_NAMES])
    ax.set_xlabel("rank thrown")
    ax.set_ylabel("mean crib (points)")
    write_title(ax, f"Mean crib by the card thrown, {len(seats)} players", SEAT_MEANINGS[value])
    ax.grid(axis="y", alpha=0.3)
    return SeatArtists(lines, list(legend.get_texts()))


def _hundredths(points: float) -> str:
    """Write a difference that fits into a square."""
    if abs(points) < 0.005:
        return "0"
    return f"{points:+.2f}".replace("-", "−").replace("0.", ".", 1 if abs(points) < 1 else 0)
