"""Figures that set games beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

from cribstats.errors import ArgumentError
from cribstats.plots.rank_pairs import PAIR_COLUMNS, HeatMapArtists, draw_pairs, pair_squares, write_title
from cribstats.plots.style import rows_of_one, signed

if TYPE_CHECKING:
    import pandas as pd

MADE_BY = "compare_games"

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
    '−0.3'
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
    artists = draw_pairs(ax, numbers, signed, diverging=True)
    what, unit = DIFFERENCES[value]
    whose = {"dealer": "to one's own", "pone": "to the opponent's", None: "by the cards thrown"}[role]
    player = whose if value == "realised" else role or "player"
    write_title(ax, f"The {game} game less the {beside} game: {what.format(player=player)}", f"({unit})")
    return artists
