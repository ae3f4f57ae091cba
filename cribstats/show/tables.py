"""Look-up tables of the compiled scorers, built from the readable scorer."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from cribstats import cards, files, variants
from cribstats.cards import JACK, PACK_SIZE, RANK_COUNT, SUIT_COUNT
from cribstats.show import reference
from cribstats.show.kernels import ShowTables

# Sums of any five of these, none taken more than four times, are all different, so the sum of its cards' keys
# addresses a multiset of ranks. Found greedily: each is the smallest number that keeps the sums apart.
RANK_KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
MOST_RANKS = 5

# A card as one number that adds up over a hand: its rank key in the low bits, then a counter for each suit,
# then a flag for each Jack.
KEY_BITS = 20
SUIT_BITS = 4
JACK_SHIFT = KEY_BITS + SUIT_COUNT * SUIT_BITS


def rank_multisets(size: int) -> list[tuple[int, ...]]:
    """List the multisets of ranks that `size` cards can have: 6,175 of five.

    >>> len(rank_multisets(5))
    6175
    """
    return [
        ranks
        for ranks in combinations_with_replacement(range(RANK_COUNT), size)
        if all(ranks.count(rank) <= SUIT_COUNT for rank in set(ranks))
    ]


@cache
def rank_points() -> dict[int, NDArray[np.uint8]]:
    """Return points by rank multiset, for each number of cards 1 to 5.

    Returns
    -------
    For each size an array of shape (multisets, 3) in the order of :func:`rank_multisets`: points for fifteens,
    runs and pairs.
    """

    def build() -> files.Arrays:
        return {
            str(size): np.array([reference.rank_points(ranks) for ranks in rank_multisets(size)], dtype=np.uint8)
            for size in range(1, MOST_RANKS + 1)
        }

    arrays = files.derived_arrays("rank-points", (reference, cards, variants), build)
    return {int(size): array for size, array in arrays.items()}


@cache
def card_codes() -> NDArray[np.int64]:
    """Return each card's code, shape (52,): rank key, suit counter and Jack flag in one number that adds up."""
    codes = np.zeros(PACK_SIZE, dtype=np.int64)
    for card in range(PACK_SIZE):
        rank, suit = divmod(card, SUIT_COUNT)
        codes[card] = RANK_KEYS[rank] | 1 << (KEY_BITS + suit * SUIT_BITS)
        if rank == JACK:
            codes[card] |= 1 << (JACK_SHIFT + suit)
    return codes


@cache
def show_tables(held: int) -> ShowTables:
    """Return the tables that score `held` cards and the starter.

    Points of a multiset of ranks stand at the sum of their keys. The tables go on to five Kings, which are no hand,
    so that a kernel may look up what it weighs with zero.
    """
    size = held + 1
    multisets = rank_multisets(size)
    keys = np.array(RANK_KEYS, dtype=np.int64)[np.array(multisets)].sum(axis=1)
    parts = rank_points()[size]
    points = np.zeros(size * max(RANK_KEYS) + 1, dtype=np.uint8)
    points[keys] = parts.sum(axis=1)
    by_kind = np.zeros(len(points), dtype=np.uint32)
    by_kind[keys] = parts[:, 0] | parts[:, 1].astype(np.uint32) << 8 | parts[:, 2].astype(np.uint32) << 16
    return ShowTables(
        codes=card_codes(),
        rank_keys=np.array(RANK_KEYS, dtype=np.int64),
        points=points,
        by_kind=by_kind,
    )
