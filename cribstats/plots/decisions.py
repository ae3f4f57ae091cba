"""Figures of decisions: how close they are, and what it costs to take the wrong one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import StepPatch
from matplotlib.text import Text

from cribstats.discard.roles import ROLES
from cribstats.errors import ArgumentError
from cribstats.plots.distributions import STEPS
from cribstats.plots.keeps import BarArtists
from cribstats.plots.style import ROLE_LOOKS, percent, rows_of_both

if TYPE_CHECKING:
    import pandas as pd

# Points at which the histogram of margins ends; what is more is told in words.
WIDEST_MARGIN = 5.0


class MarginArtists(NamedTuple):
    """What a histogram of margins drew: the steps of each role, and the words on what is close and what is beyond."""

    dealer: StepPatch
    pone: StepPatch
    words: Text


def plot_margins(table: pd.DataFrame, ax: Axes | None = None, *, close: float = 0.1) -> MarginArtists:
    """Draw how much the second-best throw of a hand loses: share of deals by margin.

    Parameters
    ----------
    table
        Both roles' rows of :func:`cribstats.discard.survey.best_throws` with a column ``role``, as table ``throw`` of
        :mod:`cribstats.catalogue` has them.
    ax
        Where to draw; the current axes if none.
    close
        Decisions by less than this are told as close; also the width of a step (points).

    Raises
    ------
    ArgumentError
        The table lacks a column or a role, or `close` is not from 0.01 to 1.

    Examples
    --------
    >>> import pandas as pd
    >>> from matplotlib.figure import Figure
    >>> table = pd.DataFrame({"role": ["dealer", "dealer", "pone"], "ways": [4, 12, 24], "margin": [0.05, 6.0, 1.5]})
    >>> print(plot_margins(table, Figure().subplots()).words.get_text())
    under 0.1 points: 25 % of the dealer's deals, 0.0 % of the pone's
    over 5 points: 75 % of the dealer's deals, 0.0 % of the pone's
    """
    if not 0.01 <= close <= 1:
        raise ArgumentError(f"{close:g} points is not a margin that is close: 0.01 to 1 expected")
    rows = rows_of_both(table, ("margin", "ways"), "best_throws")
    ax = plt.gca() if ax is None else ax
    edges = np.arange(0, round(WIDEST_MARGIN / close) + 1) * close
    steps, shares, beyond = {}, {}, {}
    for role, look in zip(ROLES, STEPS, strict=False):
        # Equal throws are some 1e-15 apart by rounding.
        margins = np.maximum(rows[role]["margin"].to_numpy(), 0)
        ways = rows[role]["ways"].to_numpy(dtype=np.float64)
        heights = np.histogram(margins, edges, weights=ways)[0] / ways.sum()
        steps[role] = ax.stairs(heights, edges, label=role, **look)
        shares[role] = ways[margins < close].sum() / ways.sum()
        beyond[role] = ways[margins > edges[-1]].sum() / ways.sum()
    ax.axvline(close, color="black", linestyle=":", linewidth=1)
    words = ax.text(
        0.98,
        0.75,
        "\n".join(
            f"{what}: {percent(told['dealer'])} % of the dealer's deals, {percent(told['pone'])} % of the pone's"
            for what, told in ((f"under {close:g} points", shares), (f"over {edges[-1]:g} points", beyond))
        ),
        transform=ax.transAxes,
        ha="right",
        va="top",
    )
    ax.margins(x=0.01, y=0.05)
    ax.set_ylim(bottom=0)
    ax.yaxis.set_major_formatter(lambda share, _: f"{100 * share:g}")
    ax.legend(loc="upper right", ncols=2)
    ax.set_xlabel("what the second-best throw loses (points); other cards of the same ranks are another throw")
    ax.set_ylabel(f"share of deals (%), steps of {close:g} points")
    ax.set_title("How close the decision is: the best throw and the next")
    return MarginArtists(steps["dealer"], steps["pone"], words)


def plot_mistake_costs(table: pd.DataFrame, ax: Axes | None = None) -> BarArtists:
    """Draw what rules of thumb lose, the dearest at the top.

    Parameters
    ----------
    table
        Both roles' rows of :func:`cribstats.discard.survey.mistake_costs` with a column ``role``, as table ``mistake``
        of :mod:`cribstats.catalogue` has them.
    ax
        Where to draw; the current axes if none.

    Returns
    -------
    The bars of each role, in the order of its rows in the table.

    Raises
    ------
    ArgumentError
        The table lacks a column or a role.

    Examples
    --------
    >>> import pandas as pd
    >>> from matplotlib.figure import Figure
    >>> table = pd.DataFrame({"role": ["dealer", "pone"], "rule": "any", "loss": [3.77, 3.88], "wrong": 0.93})
    >>> ax = Figure().subplots()
    >>> bars = plot_mistake_costs(table, ax)
    >>> [text.get_text() for text in ax.texts]
    ['3.77, 93 %', '3.88, 93 %']
    """
    rows = rows_of_both(table, ("rule", "loss", "wrong"), "mistake_costs")
    dearest = table.groupby("rule")["loss"].max().sort_values()
    both = {rule: all((rows[role]["rule"] == rule).any() for role in ROLES) for rule in dearest.index}
    line = {rule: place for place, rule in enumerate(dearest.index)}
    ax = plt.gca() if ax is None else ax
    bars = {}
    for role, offset in zip(ROLES, (0.2, -0.2), strict=True):
        losses, wrong = rows[role]["loss"], rows[role]["wrong"]
        # The bar of a rule that one role alone goes by is in the middle of its line.
        heights = [line[rule] + offset * both[rule] for rule in rows[role]["rule"]]
        bars[role] = ax.barh(heights, losses, height=0.38, label=role, **ROLE_LOOKS[role])
        ax.bar_label(
            bars[role],
            [
                f"{loss:.2f}, {percent(share)} %" if loss >= 0.095 else f"{loss:.3f}, {percent(share)} %"
                for loss, share in zip(losses, wrong, strict=True)
            ],
            fontsize="small",
            padding=3,
        )
    ax.set_yticks(range(len(line)), list(line))
    ax.tick_params(axis="y", length=0)
    ax.margins(x=0.25, y=0.01)
    ax.set_xlim(left=0)
    ax.legend(loc="lower right")
    ax.set_xlabel("points lost a deal, and the share of deals in which\nthe throw is not the best")
    ax.set_title("What rules of thumb lose against a best player")
    return BarArtists(bars["dealer"], bars["pone"])
