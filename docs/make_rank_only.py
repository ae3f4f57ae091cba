"""Measure how far ranks alone are from the exact answer: run ``PYTHONPATH=tests python docs/make_rank_only.py``.

The model of ranks alone is that of ``tests/naive_ranks.py``; settling its tables takes a minute.
"""

from functools import cache
from pathlib import Path

import naive_ranks
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from cribstats import SIX_CARD, crib_averages, hand_means, shipped_pair, throw_means
from cribstats.cards import RANK_NAMES, SUIT_COUNT
from cribstats.discard.dealt import deal_shares
from cribstats.discard.equilibrium.measure import TIE
from cribstats.discard.survey.averages import RANK_PAIRS, pair_numbers
from cribstats.files import describe
from cribstats.suits import class_count, unrank_classes
from cribstats.tables import write_table

PAGE = Path(__file__).parent / "rank_only.md"
TITLE = "How far ranks alone are from the exact answer"
DESCRIPTION = (
    "Hessel's published tables of average cribs know ranks alone. The model: 18,395 hands of six ranks, nobs worth 1/4"
    " for a Jack unless the starter is one, no flush; each player throws what makes the most of his mean hand plus"
    " (dealer) or minus (pone) the table's number for the two ranks thrown; that number is the mean crib over the deals"
    " in which they are thrown; tables make throws and throws make tables until they settle (gap: the most that one"
    " more round moves a number, in points). The settled tables agree with the published ones to 0.01. Here they meet"
    " the exact answer: real suits, all six cards out of the pack, an opponent who throws as equilibrium-show does."
    " Behind the best and not the best are taken over all 962,988 classes of hands, as often as they are dealt; throws"
    " between which a player sees no difference are equally likely. What ranks alone miss in the hand is the flush."
    " Exact for these tables and this opponent; the tables are solved: one more round moves the differences of averages"
    " by up to 0.003 and the points behind the best by less than 0.0001."
)

Points = NDArray[np.float64]
Figures = dict[tuple[str, str], float]


@cache
def all_hands() -> NDArray[np.uint8]:
    """Return one hand of each class, shape (classes, 6)."""
    return unrank_classes(np.arange(class_count(SIX_CARD.dealt)), SIX_CARD.dealt)


@cache
def rank_hand_numbers() -> NDArray[np.int64]:
    """Return which of the hands of six ranks each class is of, shape (classes,)."""
    digits = 14 ** np.arange(SIX_CARD.dealt)[::-1]
    return np.searchsorted(naive_ranks.hands() @ digits, (all_hands() // SUIT_COUNT + 1) @ digits)


@cache
def rank_pair_numbers() -> NDArray[np.int64]:
    """Return which pair of ranks each throw of each class is, shape (classes, throws)."""
    return pair_numbers(SIX_CARD) % len(RANK_PAIRS)


@cache
def rank_hand_means() -> Points:
    """Return the mean hand of each throw of each class as the model of ranks alone has it, shape (classes, throws)."""
    throws = naive_ranks.throws()
    kept = np.full((len(naive_ranks.hands()), len(RANK_PAIRS)), np.nan)
    kept[throws.hand, throws.pair] = throws.kept
    return kept[rank_hand_numbers()[:, None], rank_pair_numbers()]


def throw_most(worth: Points) -> Points:
    """Return how likely each throw is for a player who throws what he thinks is worth most, equal throws alike."""
    best = worth >= worth.max(axis=1, keepdims=True) - TIE
    return best / best.sum(axis=1, keepdims=True)


def loss(worth: Points, net: Points) -> tuple[float, float]:
    """Return how far behind the best who goes by `worth` is, in points a deal, and his share of worse throws."""
    chances = throw_most(worth)
    behind = net.max(axis=1, keepdims=True) - net
    deals = deal_shares(SIX_CARD)
    return float(deals @ (chances * behind).sum(axis=1)), float(deals @ (chances * (behind > TIE)).sum(axis=1))


def means_by_ranks(net: Points) -> Points:
    """Return the mean net of each throw over all hands of the same six ranks: the most that ranks can tell."""
    cells = rank_hand_numbers()[:, None] * len(RANK_PAIRS) + rank_pair_numbers()
    shares = np.repeat(deal_shares(SIX_CARD), SIX_CARD.throws)
    held = np.bincount(cells.ravel(), weights=shares)
    points = np.bincount(cells.ravel(), weights=shares * net.ravel())
    return points[cells] / held[cells]


@cache
def exact_averages(role: str) -> tuple[Points, Points, Points]:
    """Return realised average cribs by the 91 pairs of ranks, their shares of deals, and the averages by suits too.

    The last, of shape (182,), tell pairs of one suit apart, in the order of `pair_numbers`.
    """
    table = crib_averages(role, opponent="equilibrium-show")
    one, other = (table[name].map(RANK_NAMES.index) for name in ("rank1", "rank2"))
    pair = np.array([RANK_PAIRS.index(ranks) for ranks in zip(one, other, strict=True)])
    thrown = np.bincount(pair, weights=table["thrown"])
    by_ranks = np.bincount(pair, weights=table["thrown"] * table["realised"]) / thrown
    by_suits = np.full(2 * len(RANK_PAIRS), np.nan)
    by_suits[pair + len(RANK_PAIRS) * table["suited"].to_numpy()] = table["realised"]
    return by_ranks, thrown, by_suits


def table_figures(role: str, table: Points) -> Figures:
    """Tell how far a table of ranks alone is from the exact averages, and its hands from the exact hands."""
    exact, thrown, _ = exact_averages(role)
    away = np.abs(table - exact)
    missed = hand_means(all_hands()) - rank_hand_means()
    equilibrium = shipped_pair("equilibrium-show").of(role).weights()
    deals = deal_shares(SIX_CARD)
    return {
        ("average crib: mean difference, pairs as often as thrown", "points"): float(thrown @ away),
        ("average crib: mean difference, 91 pairs alike", "points"): float(away.mean()),
        ("average crib: largest difference", "points"): float(away.max()),
        ("average crib: correlation", ""): float(np.corrcoef(table, exact)[0, 1]),
        ("hand: missed, throws of the equilibrium", "points"): float(deals @ (equilibrium * missed).sum(axis=1)),
        ("hand: missed, all throws alike", "points"): float(deals @ missed.mean(axis=1)),
    }


def throw_figures(role: str, table: Points) -> Figures:
    """Tell what players lose who throw by ranks, by a table, or by both."""
    exact, _, exact_by_suits = exact_averages(role)
    means = throw_means(all_hands(), role, opponent="equilibrium-show")
    sign = 1 if role == "dealer" else -1
    players = {
        "ranks alone": rank_hand_means() + sign * table[rank_pair_numbers()],
        "the most that ranks can tell": means_by_ranks(means.net),
        "exact hand, table of ranks alone": means.hand_points + sign * table[rank_pair_numbers()],
        "exact hand, exact averages by ranks": means.hand_points + sign * exact[rank_pair_numbers()],
        "exact hand, exact averages by ranks and suits": means.hand_points
        + sign * exact_by_suits[pair_numbers(SIX_CARD)],
    }
    figures = {}
    for player, worth in players.items():
        behind, missed = loss(worth, means.net)
        figures[f"throw by {player}: behind the best", "points a deal"] = behind
        figures[f"throw by {player}: not the best", "share of deals"] = missed
    return figures


def figures_of_both(tables: naive_ranks.Tables) -> pd.DataFrame:
    """Return the figures of both roles, one row a figure with its unit."""
    both = [table_figures(role, table) | throw_figures(role, table) for role, table in tables._asdict().items()]
    names, units = zip(*both[0], strict=True)
    return pd.DataFrame({"figure": names, "unit": units, "dealer": both[0].values(), "pone": both[1].values()})


def gap(tables: naive_ranks.Tables) -> float:
    """Return the most that one more whole round moves a number, in points."""
    reached = naive_ranks.realised_averages(naive_ranks.law_by_tables(tables))
    return float(np.abs(np.subtract(reached, tables)).max())


def write_page() -> None:
    """Write the page."""
    tables = naive_ranks.settle()
    told = describe(
        "solved", "docs/make_rank_only.py", SIX_CARD.name, gap=f"{gap(tables):.3f}", description=DESCRIPTION
    )
    write_table(figures_of_both(tables), PAGE, title=TITLE, metadata=told)


if __name__ == "__main__":
    write_page()
