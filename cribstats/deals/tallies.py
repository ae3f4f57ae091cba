"""What simulated deals peg, counted up in whole numbers, and the means and standard errors that come of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import RANK_COUNT
from cribstats.compute import Progress, map_chunks
from cribstats.deals import kernels
from cribstats.deals.dealing import deal_keeps, deal_words, keep_weights
from cribstats.discard.strategies import Strategy
from cribstats.play.beliefs import keep_beliefs
from cribstats.play.equilibrium.compact_policy import CompactPolicy
from cribstats.play.policies import BELIEVING, check_beliefs, equilibrium_tables, policy_codes
from cribstats.play.randomness import check_deals, check_seed, random_words
from cribstats.play.simulation import CHUNK, play_chunk, play_words
from cribstats.play.tables import KINDS, play_tables

if TYPE_CHECKING:
    import pandas as pd

# Into how many parts the work is cut at most: each has sums of its own, 175 kB where two play.
MOST_SPANS = 64


class Tallies(NamedTuple):
    """What deals pegged, counted up.

    Attributes
    ----------
    kind_sums
        int64, shape (players, kinds, 2): for each seat the sum of points and of their squares, by kind.
    keep_tallies, lead_tallies
        int64, shapes (players, keeps, 6) and (13, 6): deals, own points, the net (what the own side pegs less the mean
        of what the other sides do, in parts of a point: one less than there are sides), their squares, own times net;
        by the keep of each seat, and for the first seat by the rank that it led.
    """

    kind_sums: NDArray[np.int64]
    keep_tallies: NDArray[np.int64]
    lead_tallies: NDArray[np.int64]


def tally_simulated_deals(
    strategies: Sequence[Strategy],
    policies: Sequence[str],
    *,
    deals: int,
    seed: int,
    equilibrium: CompactPolicy | None = None,
    progress: Progress | None = None,
) -> Tallies:
    """Simulate deals, thrown by strategies and played by policies, one a seat, and count up what is pegged.

    Raises
    ------
    ArgumentError
        A policy is not known or not for so many players, the number of deals or the seed are none.
    """
    check_deals(deals)
    check_seed(seed)
    variant = strategies[0].variant
    codes = policy_codes(policies, variant=variant)
    beliefs = None
    if BELIEVING.intersection(policies):
        beliefs = keep_beliefs([keep_weights(strategy) for strategy in strategies], variant=variant)
    believed = check_beliefs(beliefs, policies, variant)
    compact = equilibrium_tables(policies, equilibrium, variant=variant)
    to_deal = deal_words(variant)
    span = CHUNK * -(-deals // (CHUNK * MOST_SPANS))

    def play(begin: int) -> Tallies:
        sums = Tallies(
            np.zeros((variant.players, len(KINDS), 2), dtype=np.int64),
            np.zeros((variant.players, len(play_tables(variant.kept).keep_cards), kernels.TALLIED), dtype=np.int64),
            np.zeros((RANK_COUNT, kernels.TALLIED), dtype=np.int64),
        )
        end = min(begin + span, deals)
        for start in range(begin, end, CHUNK):
            words = random_words((seed, start), (min(CHUNK, end - start), to_deal + play_words(variant)))
            keeps = deal_keeps(words, strategies)
            played = play_chunk(keeps, np.ascontiguousarray(words[:, to_deal:]), codes, believed, compact, variant)
            kernels.tally_deals(played.points, keeps, played.leads, variant.sides, *sums)
        return sums

    chunks = map_chunks(play, range(0, deals, span), progress=progress)
    return Tallies(*(np.sum(sums, axis=0) for sums in zip(*chunks, strict=True)))


def mean_and_error(number: int, points: int, squares: int, *, parts: int = 1) -> tuple[float, float]:
    """Return the mean of points and its standard error, from whole-number sums; no error of a single deal.

    The sums are those of `parts` of a point.

    >>> mean_and_error(2, 4, 16)
    (2.0, 2.0)
    """
    mean = points / number / parts
    if number == 1:
        return mean, float("nan")
    return mean, float(np.sqrt((squares * number - points * points) / number / (number - 1) / number)) / parts


def kind_rows(kind_sums: NDArray[np.int64], keep_tallies: NDArray[np.int64]) -> list[tuple[str, float, float]]:
    """Return for one seat the mean points a deal and their standard error, by kind and in all."""
    whole = keep_tallies.sum(axis=0).tolist()
    sums = [*zip(KINDS, kind_sums.tolist(), strict=True), ("all", (whole[kernels.OWN], whole[kernels.OWN_SQUARE]))]
    return [(kind, *mean_and_error(whole[kernels.DEALS], points, squares)) for kind, (points, squares) in sums]


def net_row(keep_tallies: NDArray[np.int64], *, parts: int = 1) -> tuple[str, float, float]:
    """Return for one seat the mean net a deal and its standard error."""
    whole = keep_tallies.sum(axis=0).tolist()
    return "net", *mean_and_error(whole[kernels.DEALS], whole[kernels.NET], whole[kernels.NET_SQUARE], parts=parts)


def tally_frame(
    tallies: NDArray[np.int64], name: str, labels: Sequence[str], columns: Sequence[str], *, parts: int = 1
) -> pd.DataFrame:
    """Return means and standard errors of what is tallied, a row for each label that came up.

    Parameters
    ----------
    tallies
        Shape (labels, 6), as :class:`Tallies` has them.
    name, labels
        What the rows are told apart by.
    columns
        Of `own`, `opponent` (where there are two sides of one) and `net`.
    parts
        In which parts of a point the net is counted.
    """
    import pandas as pd

    told: dict[str, list[Any]] = {column: [] for column in (name, "n")}
    for column in columns:
        told |= {column: [], f"{column}_se": []}
    for label, (number, own, net, own_square, net_square, product) in zip(labels, tallies.tolist(), strict=True):
        if number:
            told[name].append(label)
            told["n"].append(number)
            sums = {
                "own": (own, own_square, 1),
                "opponent": (own - net, own_square - 2 * product + net_square, 1),
                "net": (net, net_square, parts),
            }
            for column in columns:
                points, squares, of_a_point = sums[column]
                mean, error = mean_and_error(number, points, squares, parts=of_a_point)
                told[column].append(mean)
                told[f"{column}_se"].append(error)
    return pd.DataFrame(told)
