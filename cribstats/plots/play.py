"""Figures of the play: what keeps peg, what is led and answered, and whether traps pay."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.container import BarContainer
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from cribstats.cards import RANK_COUNT, RANK_NAMES
from cribstats.discard.roles import ROLES
from cribstats.errors import ArgumentError
from cribstats.plots.rank_pairs import HeatMapArtists, draw_squares
from cribstats.plots.style import ROLE_LOOKS, card_labels, check_columns, percent, rows_of_both, rows_of_one, signed

if TYPE_CHECKING:
    import pandas as pd

# Keeps that are held more rarely (probability) are left out of the best and the worst.
RARE_KEEP = 1e-3


class PeggingArtists(NamedTuple):
    """What a plot of keeps drew, from the top line down.

    Attributes
    ----------
    own, opponent
        The bars of what who has the keep pegs, to the right, and of what the other one does, to the left.
    net
        The marks of the difference, at (points, line).
    """

    own: BarContainer
    opponent: BarContainer
    net: Line2D


class LeadArtists(NamedTuple):
    """What a plot of leads drew: bars of what is held and of what is led, and the marks and numbers of the net."""

    held: BarContainer
    led: BarContainer
    numbers: list[Text]


class AnswerArtists(NamedTuple):
    """What a map of answers drew: the map, and the frames of answers that peg at once."""

    squares: HeatMapArtists
    frames: list[Rectangle]


def plot_pegging(
    table: pd.DataFrame,
    ax: Axes | None = None,
    *,
    role: str | None = None,
    count: int = 10,
    least_held: float = RARE_KEEP,
) -> PeggingArtists:
    """Draw what the keeps with the best and the worst net pegging peg, for a player and against him.

    Parameters
    ----------
    table
        Rows as :func:`cribstats.pegging_values` makes them.
    ax
        Where to draw; the current axes if none.
    role
        Whose rows, ``dealer`` or ``pone``; none if the table has those of one alone.
    count
        How many of the best, and of the worst.
    least_held
        Keeps that are held more rarely are left out (probability).

    Raises
    ------
    ArgumentError
        The table lacks a column, is of both roles and none is chosen, or has fewer such keeps.
    RoleError
        The role is not known.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from cribstats import pegging_values, shipped_values
    >>> ax = Figure().subplots()
    >>> drawn = plot_pegging(pegging_values(shipped_values()), ax, role="pone", count=3)
    >>> len(drawn.own), ax.get_title().splitlines()[0]
    (6, 'What the best and the worst keeps peg: pone')
    """
    rows, told = rows_of_one(table, role, ("role", "keep", "held", "own", "opponent", "net"), "pegging_values")
    if told is None:
        raise ArgumentError("the table is of both roles: 'dealer' or 'pone' expected")
    rows = rows[rows["held"] >= least_held].sort_values("net", ascending=False, kind="stable")
    if not 1 <= count <= len(rows) // 2:
        raise ArgumentError(f"{count} best and worst of {len(rows)} keeps: 1 to {len(rows) // 2} expected")
    best, worst = rows.head(count), rows.tail(count)
    ax = plt.gca() if ax is None else ax
    # The worst stand below the best, with a line between them left empty.
    lines = np.concatenate([np.arange(count), np.arange(count) + count + 1])
    own, opponent, net = (
        np.concatenate([part[name].to_numpy(dtype=float) for part in (best, worst)])
        for name in ("own", "opponent", "net")
    )
    other = next(name for name in ROLES if name != told)
    right = ax.barh(lines, own, height=0.7, label=f"{told} pegs", **ROLE_LOOKS[told])
    left = ax.barh(lines, -opponent, height=0.7, label=f"{other} pegs", **ROLE_LOOKS[other])
    (marks,) = ax.plot(
        net, lines, linestyle="", marker="D", markersize=5.5, color="white", markeredgecolor="black", label="net"
    )
    for bars, points in ((right, own), (left, opponent)):
        ax.bar_label(bars, [f"{number:.1f}" for number in points], fontsize="small", padding=3)
    keeps = [*best["keep"], *worst["keep"]]
    ax.set_yticks(
        lines, [f"{card_labels(keep.split())}   {signed(each)}" for keep, each in zip(keeps, net, strict=True)]
    )
    ax.tick_params(axis="y", length=0)
    ax.axvline(0, color="black", linewidth=0.8)
    ax.invert_yaxis()
    ax.margins(x=0.1, y=0.01)
    ax.xaxis.set_major_formatter(lambda points, _: f"{abs(points):g}")
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.09), ncols=3, fontsize="small")
    ax.set_ylabel("keep, and its net (points)")
    ax.set_xlabel("mean points pegged in the play")
    ax.set_title(
        f"What the best and the worst keeps peg: {told}\nof the keeps held in {percent(least_held)} % of deals or more",
        fontsize=10,
    )
    return PeggingArtists(right, left, marks)


def plot_leads(table: pd.DataFrame, ax: Axes | None = None) -> LeadArtists:
    """Draw how often the pone has each rank and leads it, with his net when he does.

    Parameters
    ----------
    table
        As :func:`cribstats.leads_by_rank` makes it.
    ax
        Where to draw; the current axes if none.

    Raises
    ------
    ArgumentError
        The table lacks a column.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from cribstats import leads_by_rank, shipped_values
    >>> drawn = plot_leads(leads_by_rank(shipped_values()), Figure().subplots())
    >>> max(drawn.led, key=lambda bar: bar.get_height()) is drawn.led[3]  # fours
    True
    """
    check_columns(table, ("lead", "held", "led", "value"), "leads_by_rank")
    ax = plt.gca() if ax is None else ax
    places = np.arange(len(table))
    held = ax.bar(places, table["held"], width=0.8, color="#E5E5E5", edgecolor="#999999", label="the pone has it")
    led = ax.bar(places, table["led"], width=0.8, label="he leads it", **ROLE_LOOKS["pone"])
    ax.bar_label(led, [percent(share) for share in table["led"]], fontsize="small", padding=2)
    numbers: list[Text] = [
        ax.annotate(
            _two_decimals(points),
            (place, share),
            (0, 4),
            textcoords="offset points",
            ha="center",
            fontsize="small",
            style="italic",
        )
        for place, share, points in zip(places.tolist(), table["held"], table["value"], strict=True)
    ]
    ax.set_xticks(places, [card_labels(str(rank)) for rank in table["lead"]])
    ax.tick_params(axis="x", length=0)
    ax.yaxis.set_major_formatter(lambda share, _: f"{100 * share:g}")
    ax.margins(x=0.01, y=0.2)
    ax.legend(loc="upper right", ncols=2)
    ax.set_xlabel("rank; in italics the pone's mean net in the play when it is led (points)")
    ax.set_ylabel("share of deals (%)")
    ax.set_title("What the pone has kept, and what he leads")
    return LeadArtists(held, led, numbers)


def plot_answers(table: pd.DataFrame, ax: Axes | None = None, *, value: str = "answered") -> AnswerArtists:
    """Draw how often the dealer answers each lead with each rank, in percent; answers that peg at once are framed.

    Parameters
    ----------
    table
        As :func:`cribstats.answers_by_rank` makes it.
    ax
        Where to draw; the current axes if none.
    value
        ``answered``, of all deals with the lead, or ``when_held``, of those in which he has the rank.

    Raises
    ------
    ArgumentError
        The table lacks a column or a row, or has no such value to draw.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from cribstats import answers_by_rank, shipped_values
    >>> drawn = plot_answers(answers_by_rank(shipped_values()), Figure().subplots())
    >>> len(drawn.squares.numbers), len(drawn.frames)
    (169, 25)
    """
    told = {"answered": "of the deals with this lead", "when_held": "of those in which he has the rank of the answer"}
    if value not in told:
        raise ArgumentError(f"'{value}' is not a frequency that can be drawn: {', '.join(told)} expected")
    check_columns(table, ("lead", "answer", "pegs", value), "answers_by_rank")
    if len(table) != RANK_COUNT**2:
        raise ArgumentError(f"{len(table)} rows: one for each lead and answer, {RANK_COUNT**2}, expected")
    squares = np.full((RANK_COUNT, RANK_COUNT), np.nan)
    places = [(RANK_NAMES.index(str(row.lead)), RANK_NAMES.index(str(row.answer))) for row in table.itertuples()]
    squares[tuple(np.array(places).T)] = table[value]
    ax = plt.gca() if ax is None else ax
    artists = draw_squares(ax, squares, percent)
    frames = []
    for (lead, answer), points in zip(places, table["pegs"], strict=True):
        if points:
            frame = Rectangle((answer - 0.46, lead - 0.46), 0.92, 0.92, fill=False, edgecolor="#D55E00", linewidth=1.6)
            frames.append(frame)
            ax.add_patch(frame)
    ax.set_xlabel("the dealer's answer; framed: pegs a pair or fifteen at once")
    ax.set_ylabel("the pone's lead")
    ax.set_title(f"What the dealer answers to each lead (%)\n{told[value]}", fontsize=10)
    return AnswerArtists(artists, frames)


def plot_traps(table: pd.DataFrame, ax: Axes | None = None) -> dict[str, BarContainer]:
    """Draw what each trap gains against the best other card, in the order of the table.

    Parameters
    ----------
    table
        Both roles' rows of :func:`cribstats.trap_values`, or some of them.
    ax
        Where to draw; the current axes if none.

    Returns
    -------
    The bars of each role.

    Raises
    ------
    ArgumentError
        The table lacks a column or a role.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from cribstats import shipped_values, trap_values
    >>> bars = plot_traps(trap_values(shipped_values()), Figure().subplots())
    >>> len(bars["pone"]) > len(bars["dealer"]) > 3
    True
    """
    rows_of_both(table, ("trap", "cards", "held", "played", "gain", "pays"), "trap_values")
    ax = plt.gca() if ax is None else ax
    bars = {}
    lines = np.arange(len(table))
    for role in ROLES:
        chosen = (table["role"] == role).to_numpy()
        bars[role] = ax.barh(
            lines[chosen], table.loc[chosen, "gain"], height=0.75, label=f"the {role}'s", **ROLE_LOOKS[role]
        )
    numbers = table[["gain", "played", "pays"]].to_numpy(dtype=np.float64).tolist()
    for line, (gain, played, pays) in zip(lines.tolist(), numbers, strict=True):
        ax.annotate(
            f"{_two_decimals(gain)}; set {percent(played)} %, pays {percent(pays)} %",
            (max(gain, 0.0), line),
            (4, 0),
            textcoords="offset points",
            va="center",
            fontsize="small",
        )
    names = [f"{trap}: {cards}".replace("T", "10") for trap, cards in zip(table["trap"], table["cards"], strict=True)]
    ax.set_yticks(lines, names)
    ax.tick_params(axis="y", length=0)
    ax.axvline(0, color="black", linewidth=0.8)
    ax.invert_yaxis()
    ends = min(table["gain"].min(), 0), max(table["gain"].max(), 0)
    width = ends[1] - ends[0]
    ax.set_xlim(ends[0] - 0.05 * width, ends[1] + 0.5 * width)
    ax.margins(y=0.01)
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.1), ncols=2, fontsize="small")
    ax.set_xlabel(
        "mean gain against the best other card, where there is the choice (points)\n"
        "set: how often it is chosen; pays: how often it gains 0.01 or more"
    )
    ax.set_title("Do traps pay against a player who knows them?")
    return bars


def _two_decimals(points: float) -> str:
    """Write a difference with its sign and two decimals."""
    return f"{points:+.2f}".replace("-", "−") if abs(points) >= 0.005 else "0.00"
