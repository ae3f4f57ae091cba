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
    mask_codes
        For each 13-bit rank mask, how many ranks it holds and its colex rank among masks with as many, as
        (bits << 13 | rank << 2): codes of suits sort longest first, then by mask.
    mask_of_rank
        The inverse, at [ranks held, colex rank].
    multisets
        At [ranks held, g], how many multisets of g masks with that many ranks there are.
    pattern_counts, pattern_starts
        Each way to split the cards over the four suits, longest first, and the first class with it.
    start_of_pattern
        The same start, at (a * base + b) * base + c for a pattern a, b, c, d, the base being the rows of `multisets`.
    """

    mask_codes: NDArray[np.int64]
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
def suit_order(
    mask_0: int, mask_1: int, mask_2: int, mask_3: int, mask_codes: NDArray[np.int64]
) -> tuple[int, int, int, int]:
    """Sort the suits, longest first, then by mask; each comes out as its mask's code with the suit in the low bits."""
    a = mask_codes[mask_0]
    b = mask_codes[mask_1] | 1
    c = mask_codes[mask_2] | 2
    d = mask_codes[mask_3] | 3
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    return a, b, c, d


@kernel
def suit_mask_bit(card: int) -> int:
    """Bit of a card where the four rank masks of a hand stand side by side in one number."""
    return np.int64(1) << (13 * (card & 3) + (card >> 2))


@kernel
def order_of_masks(masks: int, mask_codes: NDArray[np.int64]) -> tuple[int, int, int, int]:
    """Sort the suits of a hand whose rank masks stand side by side in one number."""
    return suit_order(masks & 8191, (masks >> 13) & 8191, (masks >> 26) & 8191, (masks >> 39) & 8191, mask_codes)


@kernel
def class_of_order(
    order: tuple[int, int, int, int], multisets: NDArray[np.int64], start_of_pattern: NDArray[np.int64]
) -> int:
    """Index of the class whose suits are sorted as :func:`suit_order` does: mixed radix, a digit a group.

    Suits that hold equally many ranks are a group, and the digit of a group is the rank of its multiset of masks.
    Spelled out, for this is most of the time of a pass over all hands.
    """
    base = multisets.shape[0]
    n_0, n_1, n_2, n_3 = order[0] >> 13, order[1] >> 13, order[2] >> 13, order[3] >> 13
    r_0 = (order[0] >> 2) & 0x7FF
    r_1 = (order[1] >> 2) & 0x7FF
    r_2 = (order[2] >> 2) & 0x7FF
    r_3 = (order[3] >> 2) & 0x7FF
    if n_0 == n_1:
        if n_1 == n_2:
            index = choose_repeated(r_0, 3) + choose_repeated(r_1, 2) + r_2
            if n_2 == n_3:
                index = choose_repeated(r_0, 4) + choose_repeated(r_1, 3) + choose_repeated(r_2, 2) + r_3
            else:
                index = index * multisets[n_3, 1] + r_3
        else:
            index = choose_repeated(r_0, 2) + r_1
            if n_2 == n_3:
                index = index * multisets[n_2, 2] + choose_repeated(r_2, 2) + r_3
            else:
                index = (index * multisets[n_2, 1] + r_2) * multisets[n_3, 1] + r_3
    elif n_1 == n_2:
        if n_2 == n_3:
            index = r_0 * multisets[n_1, 3] + choose_repeated(r_1, 3) + choose_repeated(r_2, 2) + r_3
        else:
            index = (r_0 * multisets[n_1, 2] + choose_repeated(r_1, 2) + r_2) * multisets[n_3, 1] + r_3
    else:
        index = r_0 * multisets[n_1, 1] + r_1
        if n_2 == n_3:
            index = index * multisets[n_2, 2] + choose_repeated(r_2, 2) + r_3
        else:
            index = (index * multisets[n_2, 1] + r_2) * multisets[n_3, 1] + r_3
    return start_of_pattern[(n_0 * base + n_1) * base + n_2] + index


@kernel
def rank_classes(cards: NDArray[np.uint8], tables: Any) -> NDArray[np.int64]:
    """Suit class of each row of cards."""
    # Taken out of the tuple once: handing the whole tuple to a function copies it for every row, at 80 ns each.
    mask_codes, multisets, start_of_pattern = tables.mask_codes, tables.multisets, tables.start_of_pattern
    classes = np.empty(cards.shape[0], dtype=np.int64)
    masks = np.empty(4, dtype=np.int64)
    for row in range(cards.shape[0]):
        masks[:] = 0
        for i in range(cards.shape[1]):
            masks[cards[row, i] & 3] |= 1 << (cards[row, i] >> 2)
        order = suit_order(masks[0], masks[1], masks[2], masks[3], mask_codes)
        classes[row] = class_of_order(order, multisets, start_of_pattern)
    return classes


@kernel
def unrank_class(
    index: int,
    masks: NDArray[np.int64],
    mask_of_rank: NDArray[np.int64],
    multisets: NDArray[np.int64],
    pattern_counts: NDArray[np.int64],
    pattern_starts: NDArray[np.int64],
) -> None:
    """Fill the four rank masks of a class, longest suit first, then by mask."""
    pattern = pattern_starts.shape[0] - 1
    while pattern_starts[pattern] > index:
        pattern -= 1
    index -= pattern_starts[pattern]
    counts = pattern_counts[pattern]
    i = 3
    while i >= 0:
        held = counts[i]
        g = 1
        while i - g >= 0 and counts[i - g] == held:
            g += 1
        size = multisets[held, g]
        rest = index % size
        index //= size
        for j in range(g):
            # The largest rank whose multisets below it still fit.
            low, high = 0, multisets[held, 1] - 1
            while low < high:
                middle = (low + high + 1) // 2
                if choose_repeated(middle, g - j) <= rest:
                    low = middle
                else:
                    high = middle - 1
            rest -= choose_repeated(low, g - j)
            masks[i - g + 1 + j] = mask_of_rank[held, low]
        i -= g


@kernel
def unrank_classes(indices: NDArray[np.int64], size: int, tables: Any) -> NDArray[np.uint8]:
    """Write out the representative of each class, its cards ascending."""
    mask_of_rank, multisets = tables.mask_of_rank, tables.multisets
    pattern_counts, pattern_starts = tables.pattern_counts, tables.pattern_starts
    cards = np.empty((indices.shape[0], size), dtype=np.uint8)
    masks = np.empty(4, dtype=np.int64)
    for row in range(indices.shape[0]):
        unrank_class(indices[row], masks, mask_of_rank, multisets, pattern_counts, pattern_starts)
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
    mask_of_rank, multisets = tables.mask_of_rank, tables.multisets
    pattern_counts, pattern_starts = tables.pattern_counts, tables.pattern_starts
    sizes = np.empty(indices.shape[0], dtype=np.int64)
    masks = np.empty(4, dtype=np.int64)
    for row in range(indices.shape[0]):
        unrank_class(indices[row], masks, mask_of_rank, multisets, pattern_counts, pattern_starts)
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
