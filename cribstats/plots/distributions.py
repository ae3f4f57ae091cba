"""Figures of distributions by points: of net, of all shows, of hands and cribs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import StepPatch
from matplotlib.text import Text
from matplotlib.ticker import MaxNLocator, MultipleLocator

from cribstats.cards import RANK_NAMES
from cribstats.discard.results import DiscardAnalysis, ThrowAnalysis
from cribstats.errors import ArgumentError
from cribstats.plots.style import card_labels, check_columns

if TYPE_CHECKING:
    import pandas as pd

# How the first, second and third distribution on the same axes look: a light surface, a line, a dotted line, so that
# black-and-white print tells them apart too. Colours: Okabe and Ito, "Color universal design" (2008), the blue lighter.
STEPS: tuple[dict[str, Any], ...] = (
    {"color": "#A3D5F3", "fill": True},
    {"color": "#D55E00", "linewidth": 1.8},
    {"color": "#000000", "linewidth": 1.8, "linestyle": ":"},
)
MEANS: tuple[dict[str, Any], ...] = (
    {"color": "#0072B2", "linestyle": "--"},
    {"color": "#D55E00", "linestyle": "-."},
    {"color": "#000000", "linestyle": (0, (1, 3))},
)

DEAL_COLUMNS: Mapping[str, Mapping[str, str]] = {
    "hand": {"dealer_hand": "dealer's hand", "pone_hand": "pone's hand"},
    "crib": {"crib": "crib"},
}

NET_FORMULAS = {"dealer": "hand + crib + heels", "pone": "hand − crib − heels"}


class DistributionArtists(NamedTuple):
    """What a plot of distributions drew.

    Attributes
    ----------
    steps
        Each distribution: ``get_data()`` tells its probabilities and the edges between its points.
    means
        The line at each mean.
    odds
        The words above what is too rare for its step to be seen; none in a plot of net.
    """

    steps: list[StepPatch]
    means: list[Line2D]
    odds: list[Text]


def plot_net_distribution(
    throws: DiscardAnalysis | Sequence[ThrowAnalysis],
    ax: Axes | None = None,
) -> DistributionArtists:
    """Draw the distribution of net of some throws of one hand.

    Parameters
    ----------
    throws
        One to three throws of a hand; or an analysis, of which the best throw and its runner-up are drawn, and the
        title tells what it was against.
    ax
        Axes to draw on; the current ones if none are given.

    Returns
    -------
    The steps of each throw, probabilities by points of net, and the lines at their means.

    Raises
    ------
    ArgumentError
        There are no throws, more than three, or they are not of one hand in one role.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from cribstats import analyse_discard
    >>> analysis = analyse_discard("4D 5D 5H 6D JD KC", "dealer", opponent="random")
    >>> ax = Figure().subplots()
    >>> drawn = plot_net_distribution(analysis, ax)
    >>> [artist.get_label() for artist in (drawn.steps[0], drawn.means[0])]
    ['throw 5♥ K♣', 'mean 20.63, sd 4.05']
    >>> ax.get_xlabel()
    'net of a deal (points): hand + crib + heels'
    """
    chosen = throws.throws[:2] if isinstance(throws, DiscardAnalysis) else tuple(throws)
    _check_one_hand(chosen)
    ax = plt.gca() if ax is None else ax
    steps, means = _draw_distributions(
        ax,
        [throw.net_distribution for throw in chosen],
        [throw.show_net for throw in chosen],
        [f"throw {card_labels(throw.throw)}" for throw in chosen],
        [f"mean {throw.show_net:.2f}, sd {throw.net_sd:.2f}" for throw in chosen],
    )
    left_out = "" if chosen[0].pegging is None else ", pegging left out"
    ax.set_xlabel(f"net of a deal (points): {NET_FORMULAS[chosen[0].role]}{left_out}")
    ax.set_ylabel("share of deals (%)")
    ax.set_title(_analysis_title(throws) if isinstance(throws, DiscardAnalysis) else _throws_title(chosen))
    return DistributionArtists(steps, means, [])


def plot_show_distribution(
    table: pd.DataFrame,
    ax: Axes | None = None,
    *,
    words_below: float = 0.01,
) -> DistributionArtists:
    """Draw how often each score comes at the show, by hand rule and by crib rule.

    Parameters
    ----------
    table
        Shows by points, as :func:`cribstats.show_distribution` tabulates them.
    ax
        Axes to draw on; the current ones if none are given.
    words_below
        Scores of a smaller probability by hand rule have it told in words: "28: 1 in 170,984", "27: never".

    Returns
    -------
    The steps of hand and crib, probabilities by points; the lines at their means; the words.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from cribstats import show_distribution
    >>> ax = Figure().subplots()
    >>> drawn = plot_show_distribution(show_distribution(), ax)
    >>> [words.get_text() for words in drawn.odds[-3:]]
    ['27: never', '28: 1 in 170,984', '29: 1 in 3,248,700']
    """
    ax = plt.gca() if ax is None else ax
    scores = table.index.tolist()
    shares = [dict(zip(scores, table[column].tolist(), strict=True)) for column in ("hand_share", "crib_share")]
    averages = [sum(points * share for points, share in rule.items()) for rule in shares]
    steps, means = _draw_distributions(
        ax,
        shares,
        averages,
        ["hand rule", "crib rule"],
        [f"mean {mean:.3f}" for mean in averages],
    )
    odds = _write_odds(ax, {points: share for points, share in shares[0].items() if share < words_below})
    ax.set_xlabel("points at the show (in words: the odds by hand rule)")
    ax.set_ylabel("share of all shows (%)")
    ax.set_title(f"How often each score comes in all {table['hand'].sum():,} shows")
    return DistributionArtists(steps, means, odds)


def plot_points_distribution(
    table: pd.DataFrame, shows: pd.DataFrame, ax: Axes | None = None, *, what: str = "hand"
) -> DistributionArtists:
    """Draw how often hands or cribs of players come to each number of points, beside all shows.

    Parameters
    ----------
    table
        Deals by points, as :func:`cribstats.discard.survey.points_distribution` tabulates them.
    shows
        Shows by points, as :func:`cribstats.show_distribution` tabulates them.
    ax
        Axes to draw on; the current ones if none are given.
    what
        ``hand``: the dealer's and the pone's; or ``crib``.

    Returns
    -------
    The steps of all shows and of the players', probabilities by points; the lines at their means.

    Raises
    ------
    ArgumentError
        A table lacks a column, or `what` is neither hand nor crib.

    Examples
    --------
    >>> import pandas as pd
    >>> from matplotlib.figure import Figure
    >>> from cribstats import show_distribution
    >>> table = pd.DataFrame({"points": [0, 2], "crib": [0.25, 0.75]})
    >>> drawn = plot_points_distribution(table, show_distribution(), Figure().subplots(), what="crib")
    >>> [mean.get_label() for mean in drawn.means]
    ['mean 4.735', 'mean 1.500']
    """
    if what not in DEAL_COLUMNS:
        raise ArgumentError(f"'{what}' is not drawn here: {' or '.join(DEAL_COLUMNS)} expected")
    columns = DEAL_COLUMNS[what]
    check_columns(table, ("points", *columns), "points_distribution")
    check_columns(shows, [f"{what}_share"], "show_distribution")
    distributions = {
        f"all shows, {what} rule": dict(zip(shows.index.tolist(), shows[f"{what}_share"].tolist(), strict=True)),
        **{
            label: dict(zip(table["points"].tolist(), table[column].tolist(), strict=True))
            for column, label in columns.items()
        },
    }
    averages = [
        sum(points * share for points, share in distribution.items()) for distribution in distributions.values()
    ]
    ax = plt.gca() if ax is None else ax
    steps, means = _draw_distributions(
        ax, list(distributions.values()), averages, list(distributions), [f"mean {mean:.3f}" for mean in averages]
    )
    ax.set_xlabel("points at the show")
    ax.set_ylabel("share of deals, of all shows (%)")
    ax.set_title(f"Points of a {what}: as the players throw, and in all shows")
    return DistributionArtists(steps, means, [])


def _draw_distributions(
    ax: Axes,
    distributions: Sequence[Mapping[int, float]],
    averages: Sequence[float],
    labels: Sequence[str],
    mean_labels: Sequence[str],
) -> tuple[list[StepPatch], list[Line2D]]:
    """Draw distributions by points with their means, and a legend in two columns."""
    steps = []
    for distribution, label, look in zip(distributions, labels, STEPS, strict=False):
        points = range(min(distribution), max(distribution) + 1)
        edges = np.arange(len(points) + 1) + points.start - 0.5
        steps.append(ax.stairs([distribution.get(number, 0.0) for number in points], edges, label=label, **look))
    means = [
        ax.axvline(mean, label=label, **look) for mean, label, look in zip(averages, mean_labels, MEANS, strict=False)
    ]
    ax.margins(x=0.02, y=0.05 + 0.07 * len(steps))  # room for the legend above the steps
    ax.legend(handles=[*steps, *means], ncols=2, framealpha=1)
    ax.xaxis.set_major_locator(MaxNLocator(nbins=16, steps=[1, 2, 5, 10], integer=True))
    ax.xaxis.set_minor_locator(MultipleLocator(1))
    ax.yaxis.set_major_formatter(lambda share, _: f"{100 * share:g}")
    return steps, means


def _write_odds(ax: Axes, shares: Mapping[int, float]) -> list[Text]:
    """Write the odds of rare scores upwards from their steps, which are too low to be seen."""
    return [
        ax.annotate(
            f"{points}: 1 in {1 / share:,.0f}" if share else f"{points}: never",
            (points, share),
            (0, 4),
            textcoords="offset points",
            rotation=90,
            ha="center",
            va="bottom",
            fontsize="small",
        )
        for points, share in shares.items()
    ]


def _check_one_hand(throws: Sequence[ThrowAnalysis]) -> None:
    if not 1 <= len(throws) <= len(STEPS):
        raise ArgumentError(f"{len(throws)} throws given: 1 to {len(STEPS)} throws of one hand expected")
    if len({(throw.role, _dealt(throw)) for throw in throws}) > 1:
        raise ArgumentError("throws of several hands or roles given: throws of one hand in one role expected")


def _dealt(throw: ThrowAnalysis) -> tuple[str, ...]:
    """Names of the cards dealt, in ascending order."""
    return tuple(sorted(throw.throw + throw.keep, key=lambda name: (RANK_NAMES.index(name[0]), name[1:])))


def _throws_title(throws: Sequence[ThrowAnalysis]) -> str:
    return f"Throws of {card_labels(_dealt(throws[0]))} as {throws[0].role}"


def _analysis_title(analysis: DiscardAnalysis) -> str:
    title = f"Best throws of {card_labels(analysis.hand)} as {analysis.role} against {analysis.opponent}"
    known = {"starter": [analysis.starter] if analysis.starter else [], "dead": analysis.dead}
    told = ", ".join(f"{what} {card_labels(cards)}" for what, cards in known.items() if cards)
    return f"{title}\n{told}" if told else title
