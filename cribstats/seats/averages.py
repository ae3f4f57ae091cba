"""Average cribs by the rank thrown at a table of three or four, seat by seat, in the meanings that the phrase has.

* ``one_card``: only the card thrown is known; the hand that it comes from is any that holds it, the others throw as
  they do.
* ``realised``: the mean over the deals in which the seat does throw a card of the rank.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import RANK_COUNT, RANK_NAMES, SUIT_COUNT
from cribstats.compute import Progress, map_chunks, stoppable
from cribstats.discard.results import EXACT
from cribstats.play.randomness import check_seed
from cribstats.seats import kernels
from cribstats.seats.analysis import random_crib_sums
from cribstats.seats.dealing import (
    check_sample,
    chunk_size,
    crib_tables,
    cut_spans,
    deal_tables,
    expand_all,
    new_pack,
    starters_left,
)
from cribstats.seats.places import owns_crib
from cribstats.seats.results import SAMPLE
from cribstats.seats.throws import DEFAULT_SEAT_OPPONENT, SeatThrows, find_seat_throws
from cribstats.variants import Variant

if TYPE_CHECKING:
    import pandas as pd

DEFAULT_AVERAGE_DEALS = 5_000_000


def seat_crib_averages(
    *,
    variant: Variant,
    throws: str | Path | SeatThrows = DEFAULT_SEAT_OPPONENT,
    deals: int = DEFAULT_AVERAGE_DEALS,
    seed: int = 0,
    progress: Progress | None = None,
) -> pd.DataFrame:
    """Tabulate the average crib by the rank thrown, for each seat.

    Parameters
    ----------
    variant
        The game, of more than two players.
    throws
        What all seats throw, as :func:`cribstats.seats.find_seat_throws` takes it.
    deals
        How many to simulate, at least 2. If all throw at random none are: that is exact.
    seed
        Whole number from which all chance follows; the result is the same on any number of threads.
    progress
        Told how many parts of the work are done.

    Returns
    -------
    A frame of a row for each seat and rank: ``seat``, ``crib`` (whose it is: own, partner, opponent), ``rank``; in
    points ``one_card`` and ``realised`` (none if never thrown) with standard errors ``one_card_se``, ``realised_se``;
    the share of deals in which the rank is thrown, ``thrown`` (probability); ``n``, the deals, 0 if exact; ``kind``,
    exact or sample.

    Raises
    ------
    OpponentError, VariantError, FileError, ArgumentError
        The throws are not known or of another game; deals or seed are none.

    Examples
    --------
    >>> from cribstats.variants import THREE_HANDED
    >>> table = seat_crib_averages(variant=THREE_HANDED, throws="random")
    >>> table[(table.seat == 3) & (table["rank"] == "5")][["crib", "one_card", "kind"]].round(3).values.tolist()
    [['own', 6.646, 'exact']]
    """
    import pandas as pd

    table = find_seat_throws(throws, variant)
    check_sample(deals)
    check_seed(seed)
    if all(strategy.is_random for strategy in table.strategies):
        told = [_exact_rows(variant)] * variant.players
    else:
        counts = _count(table, deals, seed, progress).tolist()
        told = [[_sample_row(row, deals, variant) for row in rows] for rows in counts]
    return pd.DataFrame(
        [
            {"seat": seat, "crib": owns_crib(seat, variant), "rank": rank, **row}
            for seat, rows in enumerate(told, start=1)
            for rank, row in zip(RANK_NAMES, rows, strict=True)
        ]
    )


def _count(table: SeatThrows, deals: int, seed: int, progress: Progress | None) -> NDArray[np.int64]:
    """Count up simulated deals by seat and rank, in the columns of the kernel."""
    variant = table.variant
    pack, tables = new_pack(), crib_tables(variant)
    expand_all(table.strategies)

    def count(starts: range) -> NDArray[np.int64]:
        counts = np.zeros((variant.players, RANK_COUNT, kernels.COUNTED), dtype=np.int64)
        for start in stoppable(starts):
            dealt = deal_tables((seed, start), chunk_size(start, deals), pack, table.strategies, variant)
            kernels.tally_ranks(dealt.hands, dealt.thrown, dealt.extras, pack.ranks, pack.suits, *tables, counts)
        return counts

    return np.asarray(np.sum(map_chunks(count, cut_spans(deals), progress=progress), axis=0))


def _sample_row(row: list[int], deals: int, variant: Variant) -> dict[str, Any]:
    """Return the means of a rank from what was counted, whole numbers, and their standard errors."""
    held, points, held_square, product, points_square, thrown, thrown_points, thrown_square = row
    left = starters_left(variant)
    one_card = one_card_se = realised = realised_se = float("nan")
    if held:
        # A ratio of sums over deals: what a deal adds to it is its points less the mean for each card of the rank.
        mean = points / held
        square = points_square - 2 * mean * product + mean * mean * held_square
        one_card, one_card_se = mean / left, float(np.sqrt(max(square, 0.0))) / held / left
    if thrown:
        realised = thrown_points / thrown / left
    if thrown > 1:
        variance = (thrown_square * thrown - thrown_points**2) / thrown / (thrown - 1)
        realised_se = float(np.sqrt(variance / thrown)) / left
    return {
        "one_card": one_card,
        "one_card_se": one_card_se,
        "realised": realised,
        "realised_se": realised_se,
        "thrown": thrown / deals,
        "n": int(deals),
        "kind": SAMPLE,
    }


def _exact_rows(variant: Variant) -> list[dict[str, Any]]:
    """Return the means of each rank if all throw at random: then a card thrown says nothing of its hand."""
    rows = []
    for rank in range(RANK_COUNT):
        card = np.array([SUIT_COUNT * rank], dtype=np.uint8)
        sums, shows = random_crib_sums(card, new_pack(card), None, variant)
        mean = float(sums[0] / shows)
        share = 1 / RANK_COUNT
        rows.append(
            {
                "one_card": mean,
                "one_card_se": 0.0,
                "realised": mean,
                "realised_se": 0.0,
                "thrown": share,
                "n": 0,
                "kind": EXACT,
            }
        )
    return rows
