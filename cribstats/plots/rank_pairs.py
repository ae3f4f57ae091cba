"""Figures of what is thrown: a square for each pair of ranks, or a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import CenteredNorm
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.text import Text
from numpy.typing import NDArray

from cribstats.cards import RANK_NAMES
from cribstats.discard.roles import ROLES
from cribstats.errors import ArgumentError
from cribstats.plots.style import card_labels, percent, rows_of_both, rows_of_one, signed

if TYPE_CHECKING:
    import pandas as pd

CRIB_MEANINGS = {
    "realised": "over the hands that throw them",
    "two_card": "only the two known",
    "least": "with the worst other cards",
    "most": "with the best other cards",
}

FREQUENCIES = {
    "thrown": ("How often the {player} throws each two cards", "share of all deals (%)"),
    "when_held": ("When dealt two cards, how often the {player} throws them", "share of the deals that hold them (%)"),
}

THROWERS = {
    "dealer": "the dealer's throws to his own",
    "pone": "the pone's throws to the dealer's",
    None: "by the two cards thrown",
}

PAIR_COLUMNS = ("rank1", "rank2", "suited")

MADE_BY = "crib_averages"

# How bright red, green and blue are, as monitors and printers weigh them.
LUMINANCE = np.array([0.299, 0.587, 0.114])


class HeatMapArtists(NamedTuple):
    """What a heat map drew: the image, and the number in each square, line by line."""

    image: AxesImage
    numbers: list[Text]


class RangeArtists(NamedTuple):
    """What a plot of ranges drew.

    Attributes
    ----------
    ranges
        The line from least to most of each pair.
    realised, two_card
        The marks of the two means, at (points, line).
    numbers
        What stands beside the lines.
    """

    ranges: LineCollection
    realised: Line2D
    two_card: Line2D
    numbers: Sequence[Text]


def plot_crib_averages(
    table: pd.DataFrame, ax: Axes | None = None, *, value: str = "realised", role: str | None = None
) -> HeatMapArtists:
    """Draw the average crib by the two cards thrown: above the diagonal of two suits, below it of one.

    Parameters
    ----------
    table
        One role's rows of :func:`cribstats.crib_averages`; or both roles' with a column ``role``.
    ax
        Where to draw; the current axes if none.
    value
        Which column: ``realised``, ``two_card``, ``least`` or ``most`` (points).
    role
        Whose rows to draw, ``dealer`` or ``pone``; none if the table has those of one alone.

    Raises
    ------
    ArgumentError
        The table has no such column, or is of both roles and none is chosen.
    RoleError
        The role is not known.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from cribstats import crib_averages
    >>> artists = plot_crib_averages(crib_averages("dealer"), Figure().subplots())
    >>> len(artists.numbers)
    169
    """
    if value not in CRIB_MEANINGS or value not in table:
        raise ArgumentError(f"'{value}' is not an average that can be drawn: {', '.join(CRIB_MEANINGS)} expected")
    rows, role = rows_of_one(table, role, PAIR_COLUMNS, MADE_BY)
    ax = plt.gca() if ax is None else ax
    artists = draw_pairs(ax, pair_squares(rows, value), lambda points: f"{points:.1f}")
    write_title(ax, f"Average crib, {THROWERS[role]} (points)", CRIB_MEANINGS[value])
    return artists


def plot_throw_frequencies(
    table: pd.DataFrame, ax: Axes | None = None, *, value: str = "when_held", role: str | None = None
) -> HeatMapArtists:
    """Draw how often each two cards are thrown, in percent: above the diagonal of two suits, below it of one.

    Parameters
    ----------
    table, ax, role
        As :func:`plot_crib_averages` takes them.
    value
        ``when_held``, of the deals that hold them, or ``thrown``, of all deals.

    Raises
    ------
    ArgumentError
        The table has no such column, or is of both roles and none is chosen.
    RoleError
        The role is not known.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from cribstats import crib_averages
    >>> artists = plot_throw_frequencies(crib_averages("pone"), Figure().subplots(), role="pone")
    >>> [artists.numbers[13 * RANK_NAMES.index(rank) + 12].get_text() for rank in "5T"]  # with a king of another suit
    ['0.5', '31']
    """
    if value not in FREQUENCIES or value not in table:
        raise ArgumentError(f"'{value}' is not a frequency that can be drawn: {', '.join(FREQUENCIES)} expected")
    rows, role = rows_of_one(table, role, PAIR_COLUMNS, MADE_BY)
    ax = plt.gca() if ax is None else ax
    artists = draw_pairs(ax, pair_squares(rows, value), percent)
    what, unit = FREQUENCIES[value]
    write_title(ax, what.format(player=role or "player"), unit)
    return artists


def plot_role_difference(table: pd.DataFrame, ax: Axes | None = None, *, value: str = "realised") -> HeatMapArtists:
    """Draw the dealer's less the pone's number for each two cards: above the diagonal of two suits, below it of one.

    Parameters
    ----------
    table
        Both roles' rows of :func:`cribstats.crib_averages` with a column ``role``, as table ``crib`` of
        :mod:`cribstats.catalogue` has them.
    ax
        Where to draw; the current axes if none.
    value
        Which column: an average (points) or a frequency (points of percent).

    Raises
    ------
    ArgumentError
        The table has no such column, or lacks a role.

    Examples
    --------
    >>> import pandas as pd
    >>> from matplotlib.figure import Figure
    >>> from cribstats import crib_averages
    >>> table = pd.concat([crib_averages(role).assign(role=role) for role in ("dealer", "pone")])
    >>> plot_role_difference(table, Figure().subplots()).numbers[0].get_text()  # two aces
    '−0.8'
    """
    if value not in {**CRIB_MEANINGS, **FREQUENCIES} or value not in table:
        expected = ", ".join([*CRIB_MEANINGS, *FREQUENCIES])
        raise ArgumentError(f"'{value}' is not a column that can be drawn: {expected} expected")
    rows = rows_of_both(table, (*PAIR_COLUMNS, value), MADE_BY)
    ax = plt.gca() if ax is None else ax
    dealer, pone = (pair_squares(rows[role], value) for role in ROLES)
    # The dark ends of this map have two colours that differ to the colour-blind too; grey print has the signs.
    if value in CRIB_MEANINGS:
        artists = draw_pairs(ax, dealer - pone, signed, diverging=True)
        write_title(
            ax,
            "Own crib less the opponent's, same two cards (points)",
            CRIB_MEANINGS[value],
        )
    else:
        artists = draw_pairs(ax, 100 * (dealer - pone), signed, diverging=True)
        unit = FREQUENCIES[value][1].removesuffix(" (%)")
        write_title(ax, "How much oftener the dealer throws two cards than the pone", f"{unit} (percentage points)")
    return artists


def plot_role_agreement(table: pd.DataFrame, ax: Axes | None = None) -> HeatMapArtists:
    """Draw how often a pone would throw the same two ranks that are the dealer's best throw, in percent.

    Parameters
    ----------
    table
        Both roles' rows of :func:`cribstats.discard.survey.best_throws` with a column ``role``, as table ``throw`` of
        :mod:`cribstats.catalogue` has them.
    ax
        Where to draw; the current axes if none.

    Returns
    -------
    The map by the dealer's best throw; the title tells the share of all deals.

    Raises
    ------
    ArgumentError
        The table lacks a column or a role, or its throws are not of two cards.

    Notes
    -----
    Ranks are compared, for cards of the same ranks are often as good, and then the table has one of them.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from cribstats.catalogue import make_table
    >>> ax = Figure().subplots()
    >>> artists = plot_role_agreement(make_table("throw"), ax)
    >>> print(ax.get_title().splitlines()[0])
    Dealer and pone would throw the same ranks in 40 % of deals
    """
    import pandas as pd

    rows = rows_of_both(table, ("hand", "throw", "ways"), "best_throws")
    dealer, pone = (rows[role] for role in ROLES)
    if not np.array_equal(dealer["hand"].to_numpy(), pone["hand"].to_numpy()):
        raise ArgumentError("the dealer's and the pone's rows are of different hands: the same hands expected")
    numbers, names = pd.factorize(pd.concat([dealer["throw"], pone["throw"]]))
    thrown = [str(name).split() for name in names]
    if wrong := [name for name, cards in zip(names, thrown, strict=True) if len(cards) != 2]:
        raise ArgumentError(f"'{wrong[0]}' is a throw in the table: throws of two cards expected")
    ranks, _ = pd.factorize(np.array([one[0] + other[0] for one, other in thrown], dtype=object))
    squares = np.array([_square(one[0], other[0], suited=one[1] == other[1]) for one, other in thrown])
    by_dealer, by_pone = numbers.reshape(2, -1)
    ways = dealer["ways"].to_numpy(dtype=np.float64)
    totals, sames = np.zeros((2, len(RANK_NAMES), len(RANK_NAMES)))
    np.add.at(totals, tuple(squares[by_dealer].T), ways)
    np.add.at(sames, tuple(squares[by_dealer].T), ways * (ranks[by_dealer] == ranks[by_pone]))
    ax = plt.gca() if ax is None else ax
    with np.errstate(invalid="ignore"):
        artists = draw_pairs(ax, sames / totals, percent)
    write_title(
        ax,
        f"Dealer and pone would throw the same ranks in {percent(sames.sum() / ways.sum())} % of deals",
        "by the dealer's best throw: how often the pone's is the same (%)",
    )
    return artists


def plot_crib_meanings(
    table: pd.DataFrame, pairs: Sequence[str], ax: Axes | None = None, *, role: str | None = None
) -> RangeArtists:
    """Draw how far the mean crib with two cards of two suits depends on the other cards, and what a table has for it.

    Parameters
    ----------
    table, ax, role
        As :func:`plot_crib_averages` takes them.
    pairs
        Pairs of ranks, the first one at the top: ``["5 5", "5 J"]``.

    Raises
    ------
    ArgumentError
        The table lacks a column, is of both roles and none is chosen, or has no such pair.
    RoleError
        The role is not known.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from cribstats import crib_averages
    >>> artists = plot_crib_meanings(crib_averages("dealer"), ["5 5", "8 9"], Figure().subplots())
    >>> [number.get_text() for number in artists.numbers]
    ['8.34', '3.73', '9.27', '5.28']
    """
    rows, role = rows_of_one(table, role, (*PAIR_COLUMNS, *CRIB_MEANINGS), MADE_BY)
    _check_one_of_each(rows)
    by_pair = rows[~rows["suited"]].assign(pair=lambda row: row["rank1"] + " " + row["rank2"]).set_index("pair")
    unknown = [pair for pair in pairs if pair not in by_pair.index]
    if unknown or not len(pairs):
        raise ArgumentError(f"'{''.join(unknown[:1])}' is not a pair of ranks in the table: some as '5 J' expected")
    chosen = by_pair.loc[list(pairs), list(CRIB_MEANINGS)]
    lines = np.arange(len(pairs))
    ax = plt.gca() if ax is None else ax
    ranges = ax.hlines(lines, chosen["least"], chosen["most"], colors="#A3D5F3", linewidth=9)
    (two_card,) = ax.plot(chosen["two_card"], lines, linestyle="", marker="|", markersize=17, color="black", mew=2)
    (realised,) = ax.plot(chosen["realised"], lines, linestyle="", marker="o", markersize=7, color="#D55E00")
    numbers = [
        ax.annotate(
            f"{end:.2f}",
            (end, line),
            (-5 if side == "least" else 5, 0),
            textcoords="offset points",
            ha="right" if side == "least" else "left",
            va="center",
            fontsize="small",
        )
        for side in ("least", "most")
        for line, end in zip(lines.tolist(), chosen[side].tolist(), strict=True)
    ]
    ax.margins(x=0.12)
    ax.set_ylim(len(pairs) - 0.5, -0.5)
    ax.legend(
        [ranges, two_card, realised],
        ["all cards dealt known: worst to best others", "only the two known", "mean over the hands that throw them"],
        loc="upper center",
        bbox_to_anchor=(0.5, -0.14),
        ncols=3,
        fontsize="small",
    )
    ax.set_yticks(lines, [card_labels(pair.split()) for pair in pairs])
    ax.set_ylabel("two cards, of two suits")
    ax.set_xlabel("mean crib (points)")
    ax.set_title(f"Mean crib, {THROWERS[role]}: how far it depends on the other cards")
    return RangeArtists(ranges, realised, two_card, numbers)


def write_title(ax: Axes, *lines: str) -> None:
    """Write a title of several lines, small enough to stand over a narrow map."""
    ax.set_title("\n".join(lines), fontsize=10)


def _square(rank1: str, rank2: str, *, suited: bool) -> tuple[int, int]:
    low, high = sorted((RANK_NAMES.index(rank1), RANK_NAMES.index(rank2)))
    return (high, low) if suited else (low, high)


def _check_one_of_each(rows: pd.DataFrame) -> None:
    if len(rows) > len(RANK_NAMES) ** 2:
        raise ArgumentError(f"{len(rows)} rows: those of one role, {len(RANK_NAMES) ** 2}, expected")


def pair_squares(rows: pd.DataFrame, value: str) -> NDArray[np.float64]:
    """Return a column of one role by pairs of ranks, shape (13, 13): two suits above the diagonal, one below."""
    _check_one_of_each(rows)
    numbers = np.full((len(RANK_NAMES), len(RANK_NAMES)), np.nan)
    for row in rows.itertuples():
        numbers[_square(str(row.rank1), str(row.rank2), suited=bool(row.suited))] = getattr(row, value)
    return numbers


def draw_pairs(
    ax: Axes, numbers: NDArray[np.float64], write: Callable[[float], str], *, diverging: bool = False
) -> HeatMapArtists:
    """Draw numbers by two cards thrown."""
    artists = draw_squares(ax, numbers, write, diverging=diverging)
    ax.set_xlabel("above the diagonal: two suits")
    ax.set_ylabel("below the diagonal: one suit")
    return artists


def draw_squares(
    ax: Axes, numbers: NDArray[np.float64], write: Callable[[float], str], *, diverging: bool = False
) -> HeatMapArtists:
    """Draw numbers by two ranks, shape (13, 13), the first one downwards; what there is no number of has a dash."""
    image = ax.imshow(
        np.ma.masked_invalid(numbers),
        cmap="PuOr" if diverging else "cividis",
        norm=CenteredNorm(0) if diverging else None,
    )
    ax.set_facecolor("#E5E5E5")
    dark = image.to_rgba(numbers)[..., :3] @ LUMINANCE < 0.5
    texts = [
        ax.text(
            column,
            line,
            "–" if np.isnan(number := float(numbers[line, column])) else write(number),
            ha="center",
            va="center",
            fontsize=8,
            color="white" if dark[line, column] and not np.isnan(number) else "black",
        )
        for line in range(len(numbers))
        for column in range(len(numbers))
    ]
    labels = [card_labels(rank) for rank in RANK_NAMES]
    ax.set_xticks(range(len(RANK_NAMES)), labels)
    ax.set_yticks(range(len(RANK_NAMES)), labels)
    ax.tick_params(length=0)
    return HeatMapArtists(image, texts)
