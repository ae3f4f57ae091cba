"""The tree of the play: what walks over it look up, and how large it is."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import RANK_COUNT
from cribstats.show.tables import rank_multisets


class TreeTables(NamedTuple):
    """What walks over the tree look up. Ranks are numbered from the top, hands of a size in colex order.

    Attributes
    ----------
    hands
        How many hands of k cards the first n ranks make, at [n, k].
    bigger
        The hand of k + 1 cards of hand h and rank r, at [k, h, r].
    joins, join_starts
        The keep of j cards played and the others left: at `join_starts[j]`, one row for each hand played.
    order
        The number of each keep in the order of :func:`cribstats.show.tables.rank_multisets`.
    """

    hands: NDArray[np.int64]
    bigger: NDArray[np.int32]
    joins: NDArray[np.int32]
    join_starts: NDArray[np.int64]
    order: NDArray[np.int64]


@cache
def tree_tables(kept: int) -> TreeTables:
    """Return the tables of the tree in which each player has kept so many cards.

    >>> tree_tables(4).hands[[4, 13]].tolist()
    [[1, 4, 10, 20, 35], [1, 13, 91, 455, 1820]]
    """
    sizes = range(kept + 1)
    hands = np.array([[comb(n + k - 1, k) if n else int(k == 0) for k in sizes] for n in range(RANK_COUNT + 1)])
    listed = [sorted(combinations_with_replacement(range(RANK_COUNT), k), key=lambda hand: hand[::-1]) for k in sizes]
    numbers = [{hand: number for number, hand in enumerate(of_size)} for of_size in listed]
    bigger = np.full((kept, len(listed[kept - 1]), RANK_COUNT), -1, dtype=np.int32)
    for size in range(kept):
        for hand, number in numbers[size].items():
            for rank in range(RANK_COUNT):
                bigger[size, number, rank] = numbers[size + 1][tuple(sorted((*hand, rank)))]
    joins = [
        numbers[kept][tuple(sorted(played + left))]
        for size in sizes
        for played in listed[size]
        for left in listed[kept - size]
    ]
    starts = np.cumsum([0, *(len(listed[size]) * len(listed[kept - size]) for size in range(kept))])
    order = [numbers[kept][tuple(sorted(RANK_COUNT - 1 - rank for rank in keep))] for keep in rank_multisets(kept)]
    return TreeTables(hands, bigger, np.array(joins, dtype=np.int32), starts, np.array(order))
