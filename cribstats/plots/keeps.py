"""Figures of what is kept: hands by their pairs and runs, and cards by rank."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.container import BarContainer
from matplotlib.lines import Line2D
from matplotlib.ticker import MultipleLocator
from numpy.typing import NDArray

from cribstats.discard.roles import ROLES
from cribstats.plots.style import ROLE_LOOKS, card_labels, percent, rows_of_both

if TYPE_CHECKING:
    import pandas as pd

# Half of the deals of a pattern lie between the inner two, nine of ten between the outer two.
QUANTILES = (0.05, 0.25, 0.75, 0.95)


class PatternArtists(NamedTuple):
    """What a plot of keeps by pattern drew for a role, from the lowest line up.

    Attributes
    ----------
    spans, boxes
        Lines between the outer and the inner quantiles.
    means
        The marks of the means, at (points, line).
    """

    spans: LineCollection
    boxes: LineCollection
    means: Line2D


class BarArtists(NamedTuple):
    """What a plot of bars drew: the bars of each role."""

    dealer: BarContainer
    pone: BarContainer


def plot_keep_patterns(table: pd.DataFrame, ax: Axes | None = None) -> dict[str, PatternArtists]:
    """Draw what hands bring by their pairs and runs: the mean hand of each keep, as often as it is kept.

    Parameters
    ----------
    table
        Both roles' rows of :func:`cribstats.discard.survey.keep_values` with a column ``role``, as table ``keep`` of
        :mod:`cribstats.catalogue` has them.
    ax
        Where to draw; the current axes if none.

    Returns
    -------
    The artists of each role.

    Raises
    ------
    ArgumentError
        The table lacks a column or a role.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from cribstats.catalogue import make_table
    >>> ax = Figure().subplots()
    >>> drawn = plot_keep_patterns(make_table("keep"), ax)
    >>> print(ax.get_yticklabels()[-2].get_text())
    double run
    11 / 11 %
    >>> [round(float(artists.means.get_xdata()[-2]), 1) for artists in drawn.values()]
    [12.3, 12.4]
    """
    rows = rows_of_both(table, ("pattern", "hand_points_when_kept", "kept"), "keep_values")
    kept = {role: found[found["kept"] > 0] for role, found in rows.items()}
    means = {
        role: (found["kept"] * found["hand_points_when_kept"]).groupby(found["pattern"]).sum()
        / found["kept"].groupby(found["pattern"]).sum()
        for role, found in kept.items()
    }
    patterns = means["dealer"].add(means["pone"], fill_value=0).sort_values().index.tolist()
    shares = {role: found["kept"].groupby(found["pattern"]).sum() for role, found in kept.items()}
    ax = plt.gca() if ax is None else ax
    drawn = {}
    for role, offset, marker in (("dealer", 0.17, "o"), ("pone", -0.17, "s")):
        shown = [place for place, pattern in enumerate(patterns) if pattern in means[role]]
        lines = np.array(shown) + offset
        found = [kept[role][kept[role]["pattern"] == patterns[place]] for place in shown]
        ends = np.array(
            [weighted_quantiles(each["hand_points_when_kept"].to_numpy(), each["kept"].to_numpy()) for each in found]
        )
        look = ROLE_LOOKS[role]
        edge = look.get("edgecolor", look["color"])
        spans = ax.hlines(lines, ends[:, 0], ends[:, 3], colors=edge, linewidth=1)
        boxes = ax.hlines(lines, ends[:, 1], ends[:, 2], colors=look["color"], linewidth=9)
        (points,) = ax.plot(
            [means[role][patterns[place]] for place in shown],
            lines,
            linestyle="",
            marker=marker,
            markersize=5.5,
            color="white",
            markeredgecolor="black",
            label=role,
        )
        drawn[role] = PatternArtists(spans, boxes, points)
    ax.set_yticks(
        range(len(patterns)),
        [
            f"{pattern}\n{' / '.join(percent(shares[role].get(pattern, 0.0)) for role in ROLES)} %"
            for pattern in patterns
        ],
    )
    ax.xaxis.set_major_locator(MultipleLocator(2))
    ax.grid(axis="x", color="#DDDDDD", linewidth=0.6)
    ax.set_axisbelow(True)
    handles = [artist for role in ROLES for artist in (drawn[role].boxes, drawn[role].means)]
    labels = [f"{role}: {what}" for role in ROLES for what in ("half of the deals (line: nine of ten)", "mean")]
    ax.legend(handles, labels, loc="lower right", fontsize="small")
    ax.set_ylabel("kept, before the starter is cut\n(share of deals, dealer / pone)")
    ax.set_xlabel("mean hand of the cards kept, over starters (points)")
    ax.set_title("What a hand is worth by its pairs and runs")
    return drawn


def plot_kept_ranks(table: pd.DataFrame, ax: Axes | None = None) -> BarArtists:
    """Draw what share of the cards dealt of each rank is kept, by the dealer and by the pone.

    Parameters
    ----------
    table
        Both roles' rows of :func:`cribstats.discard.survey.kept_ranks` with a column ``role``, as table ``card`` of
        :mod:`cribstats.catalogue` has them.
    ax
        Where to draw; the current axes if none.

    Raises
    ------
    ArgumentError
        The table lacks a column or a role.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from cribstats.catalogue import make_table
    >>> bars = plot_kept_ranks(make_table("card"), Figure().subplots())
    >>> [round(float(bar.get_height()), 2) for bar in bars.pone][4]  # fives
    0.97
    """
    rows = rows_of_both(table, ("rank", "kept", "dealt", "kept_share"), "kept_ranks")
    ax = plt.gca() if ax is None else ax
    bars = {}
    for role, offset in zip(ROLES, (-0.2, 0.2), strict=True):
        shares = rows[role]["kept_share"]
        bars[role] = ax.bar(np.arange(len(shares)) + offset, shares, width=0.38, label=role, **ROLE_LOOKS[role])
        ax.bar_label(
            bars[role],
            [percent(share) for share in shares],
            fontsize="small",
            padding=2,
            # The dashed line stays behind the numbers.
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5},
        )
    mean = rows["dealer"]["kept"].sum() / rows["dealer"]["dealt"].sum()
    line = ax.axhline(
        mean, color="black", linestyle="--", linewidth=1, zorder=0, label=f"of all cards: {percent(mean)} %"
    )
    ranks = rows["dealer"]["rank"].tolist()
    ax.set_xticks(range(len(ranks)), [card_labels(str(rank)) for rank in ranks])
    ax.tick_params(axis="x", length=0)
    ax.yaxis.set_major_formatter(lambda share, _: f"{100 * share:g}")
    ax.margins(x=0.01, y=0.17)
    ax.legend(handles=[bars["dealer"], bars["pone"], line], ncols=3, loc="upper right")
    ax.set_xlabel("rank")
    ax.set_ylabel("share of the cards dealt that is kept (%)")
    ax.set_title("Which cards are kept and which go to the crib")
    return BarArtists(bars["dealer"], bars["pone"])


def weighted_quantiles(
    values: NDArray[np.float64], weights: NDArray[np.float64], shares: tuple[float, ...] = QUANTILES
) -> NDArray[np.float64]:
    """Return the values that shares of all weight do not exceed.

    >>> weighted_quantiles(np.array([3.0, 1.0, 2.0]), np.array([1, 1, 8]), (0.05, 0.5, 0.95)).tolist()
    [1.0, 2.0, 3.0]
    """
    order = np.argsort(values)
    reached = np.cumsum(weights[order])
    places = np.searchsorted(reached, np.array(shares) * reached[-1])
    return np.asarray(values[order][np.minimum(places, len(values) - 1)])
