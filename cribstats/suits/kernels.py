"""Compiled ranking and unranking of card sets and of their suit classes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats.accelerate import kernel


class SuitTables(NamedTuple):
    """What ranking suit classes of sets of one size looks up.

    Attributes
    ----------
    bits, rank_of_mask
        For each 13-bit rank mask, how many ranks it holds, and its colex rank among masks with as many.
    mask_of_rank
        The inverse, at [ranks held, colex rank].
    multisets
        At [ranks held, g], how many multisets of g masks with that many ranks there are.
    pattern_counts, pattern_starts
        Each way to split the cards over the four suits, longest first, and the first class with it.
    start_of_pattern
        The same start, at (a * base + b) * base + c for a pattern a, b, c, d with base one more than the cards.
    """

    bits: NDArray[np.int64]
    rank_of_mask: NDArray[np.int64]
    mask_of_rank: NDArray[np.int64]
    multisets: NDArray[np.int64]
    pattern_counts: NDArray[np.int64]
    pattern_starts: NDArray[np.int64]
    start_of_pattern: NDArray[np.int64]


@kernel
def choose_repeated(n: int, g: int) -> int:
    """Count multisets of g out of n things, g from 1 to 4."""
    if g == 1:
        return n
    if g == 2:
        return n * (n + 1) // 2
    if g == 3:
        return n * (n + 1) * (n + 2) // 6
    return n * (n + 1) * (n + 2) * (n + 3) // 24


@kernel
def suit_order(mask_0: int, mask_1: int, mask_2: int, mask_3: int, tables: Any) -> tuple[int, int, int, int]:
    """Sort the suits, longest first, then by mask; each comes out as (bits << 13 | rank << 2 | suit)."""
    bits, rank = tables.bits, tables.rank_of_mask
    a = bits[mask_0] << 13 | rank[mask_0] << 2
    b = bits[mask_1] << 13 | rank[mask_1] << 2 | 1
    c = bits[mask_2] << 13 | rank[mask_2] << 2 | 2
    d = bits[mask_3] << 13 | rank[mask_3] << 2 | 3
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    return a, b, c, d


@kernel
def class_of_order(order: tuple[int, int, int, int], tables: Any) -> int:
    """Index of the class whose suits are sorted as :func:`suit_order` does."""
    base = tables.multisets.shape[0]
    first, second, third = order[0] >> 13, order[1] >> 13, order[2] >> 13
    index = 0
    i = 0
    while i < 4:
        held = order[i] >> 13
        g = 1
        while i + g < 4 and order[i + g] >> 13 == held:
            g += 1
        index *= tables.multisets[held, g]
        for j in range(g):
            index += choose_repeated((order[i + j] >> 2) & 0x7FF, g - j)
        i += g
    return tables.start_of_pattern[(first * base + second) * base + third] + index


@kernel
def rank_classes(cards: NDArray[np.uint8], tables: Any) -> NDArray[np.int64]:
    """Suit class of each row of cards."""
    classes = np.empty(cards.shape[0], dtype=np.int64)
    masks = np.empty(4, dtype=np.int64)
    for row in range(cards.shape[0]):
        masks[:] = 0
        for i in range(cards.shape[1]):
            masks[cards[row, i] & 3] |= 1 << (cards[row, i] >> 2)
        classes[row] = class_of_order(suit_order(masks[0], masks[1], masks[2], masks[3], tables), tables)
    return classes


@kernel
def unrank_class(index: int, masks: NDArray[np.int64], tables: Any) -> None:
    """Fill the four rank masks of a class, longest suit first, then by mask."""
    pattern = tables.pattern_starts.shape[0] - 1
    while tables.pattern_starts[pattern] > index:
        pattern -= 1
    index -= tables.pattern_starts[pattern]
    counts = tables.pattern_counts[pattern]
    i = 3
    while i >= 0:
        held = counts[i]
        g = 1
        while i - g >= 0 and counts[i - g] == held:
            g += 1
        size = tables.multisets[held, g]
        rest = index % size
        index //= size
        for j in range(g):
            # The largest rank whose multisets below it still fit.
            low, high = 0, tables.multisets[held, 1] - 1
            while low < high:
                middle = (low + high + 1) // 2
                if choose_repeated(middle, g - j) <= rest:
                    low = middle
                else:
                    high = middle - 1
            rest -= choose_repeated(low, g - j)
            masks[i - g + 1 + j] = tables.mask_of_rank[held, low]
        i -= g


@kernel
def unrank_classes(indices: NDArray[np.int64], size: int, tables: Any) -> NDArray[np.uint8]:
    """Write out the representative of each class, its cards ascending."""
    cards = np.empty((indices.shape[0], size), dtype=np.uint8)
    masks = np.empty(4, dtype=np.int64)
    for row in range(indices.shape[0]):
        unrank_class(indices[row], masks, tables)
        i = 0
        for rank in range(13):
            for suit in range(4):
                if (masks[suit] >> rank) & 1:
                    cards[row, i] = 4 * rank + suit
                    i += 1
    return cards


@kernel
def class_sizes(indices: NDArray[np.int64], tables: Any) -> NDArray[np.int64]:
    """How many sets each class holds: 24 over the ways to swap equal suits."""
    sizes = np.empty(indices.shape[0], dtype=np.int64)
    masks = np.empty(4, dtype=np.int64)
    for row in range(indices.shape[0]):
        unrank_class(indices[row], masks, tables)
        swaps = 1
        run = 1
        for suit in range(1, 4):
            run = run + 1 if masks[suit] == masks[suit - 1] else 1
            swaps *= run
        sizes[row] = 24 // swaps
    return sizes


@kernel
def rank_sets(cards: NDArray[np.uint8], binomials: NDArray[np.int64]) -> NDArray[np.int64]:
    """Colex rank of each row of ascending cards."""
    ranks = np.zeros(cards.shape[0], dtype=np.int64)
    for row in range(cards.shape[0]):
        for i in range(cards.shape[1]):
            ranks[row] += binomials[cards[row, i], i + 1]
    return ranks


@kernel
def unrank_sets(ranks: NDArray[np.int64], size: int, binomials: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Ascending cards of each colex rank."""
    cards = np.empty((ranks.shape[0], size), dtype=np.uint8)
    for row in range(ranks.shape[0]):
        rest = ranks[row]
        card = binomials.shape[0] - 1
        for i in range(size - 1, -1, -1):
            while binomials[card, i + 1] > rest:
                card -= 1
            rest -= binomials[card, i + 1]
            cards[row, i] = card
            card -= 1
    return cards
