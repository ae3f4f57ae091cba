"""How often each score comes over all possible shows."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cribstats.compute import map_chunks
from cribstats.show import kernels
from cribstats.show.scorer import flush_points
from cribstats.show.tables import show_tables
from cribstats.suits import set_count, unrank_sets
from cribstats.variants import SIX_CARD, Variant, check_variant

if TYPE_CHECKING:
    import pandas as pd

_CHUNKS = 32


def count_shows(*, crib: bool = False, variant: Variant = SIX_CARD) -> NDArray[np.int64]:
    """Count all shows by their points: every set of cards with every starter it leaves, equally likely.

    Parameters
    ----------
    crib
        Count by the crib's flush rule.
    variant
        The game: how many cards are held, and its flush rule.

    Returns
    -------
    int64 array, shows with 0, 1, 2, ... points, up to the highest there is.

    Examples
    --------
    >>> shows = count_shows()
    >>> int(shows.sum()), int(shows[29])
    (12994800, 4)
    """
    check_variant(variant)
    held = variant.crib if crib else variant.kept
    tables = show_tables(held)
    flush = flush_points(held, crib=crib, variant=variant)

    def count(bounds: tuple[int, int]) -> NDArray[np.int64]:
        hands = unrank_sets(np.arange(*bounds), held)
        return np.asarray(
            kernels.count_shows(hands, tables.codes, tables.rank_keys, tables.points, flush, crib),
        )

    edges = np.linspace(0, set_count(held), _CHUNKS + 1).astype(int).tolist()
    counts = np.sum(map_chunks(count, list(pairwise(edges))), axis=0)
    return np.asarray(np.trim_zeros(counts, "b"))


def show_distribution(*, variant: Variant = SIX_CARD) -> pd.DataFrame:
    """Tabulate all shows by points, by hand rule and by crib rule.

    Parameters
    ----------
    variant
        The game.

    Returns
    -------
    A frame indexed by points, 0 to the highest: columns ``hand`` and ``crib`` (counts of shows) and
    ``hand_share`` and ``crib_share`` (probabilities).

    Examples
    --------
    >>> table = show_distribution()
    >>> table.loc[[0, 24, 29], ["hand", "crib"]]
               hand     crib
    points
    0       1009008  1022208
    24         3680     3680
    29            4        4
    """
    import pandas as pd

    counts = {"hand": count_shows(variant=variant), "crib": count_shows(crib=True, variant=variant)}
    length = max(map(len, counts.values()))
    frame = pd.DataFrame({rule: np.pad(count, (0, length - len(count))) for rule, count in counts.items()})
    for rule in counts:
        frame[f"{rule}_share"] = frame[rule] / frame[rule].sum()
    frame.index.name = "points"
    return frame
