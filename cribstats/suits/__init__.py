"""Sets of cards as numbers, and their suit-isomorphic classes.

The colex rank of a set is the sum of C(c_i, i + 1) over its cards c_0 < c_1 < ... . Two sets are of one class if
renaming the suits turns one into the other: a class is the multiset of the four 13-bit rank masks. Hands of one
class score alike whatever is done with them, so 20,358,520 six-card hands need 962,988 computations.

Classes are numbered without gaps: first by how many cards the suits hold, longest first, then, suits of one length
being a multiset, by the colex ranks of their masks.
"""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cribstats.cards import PACK_SIZE, RANK_COUNT, SUIT_COUNT, card_array
from cribstats.errors import ArgumentError, HandError
from cribstats.suits import kernels
from cribstats.suits.kernels import SuitTables

# Seven is a hand and the starter; the rank of a set of eight would still fit, but nothing needs it.
LARGEST_SET = 7

__all__ = [
    "LARGEST_SET",
    "SuitTables",
    "binomials",
    "class_count",
    "class_sizes",
    "rank_classes",
    "rank_sets",
    "set_count",
    "suit_tables",
    "unrank_classes",
    "unrank_sets",
]


@cache
def binomials() -> NDArray[np.int64]:
    """Return C(n, k) at [n, k] for the cards of a pack, shape (52, 8): the table of colex ranks."""
    return np.array([[comb(n, k) for k in range(LARGEST_SET + 1)] for n in range(PACK_SIZE)], dtype=np.int64)


@cache
def suit_tables(size: int) -> SuitTables:
    """Return the look-up tables for classes of sets of `size` cards."""
    _check_size(size)
    masks = np.arange(1 << RANK_COUNT)
    bits = np.array([int(mask).bit_count() for mask in masks], dtype=np.int64)
    rank_of_mask = np.zeros(len(masks), dtype=np.int64)
    # One base for the tables of all sizes, so that a kernel needs only the starts of each.
    base = LARGEST_SET + 1
    mask_of_rank = np.zeros((base, max(comb(RANK_COUNT, held) for held in range(base))), dtype=np.int64)
    for held in range(RANK_COUNT + 1):
        # Ascending masks with as many bits are in colex order.
        chosen = masks[bits == held]
        rank_of_mask[chosen] = np.arange(len(chosen))
        if held < base:
            mask_of_rank[held, : len(chosen)] = chosen
    multisets = np.array(
        [[comb(comb(RANK_COUNT, held) + g - 1, g) if g else 1 for g in range(SUIT_COUNT + 1)] for held in range(base)],
        dtype=np.int64,
    )
    patterns = _patterns(size)
    starts = []
    start_of_pattern = np.full(base**3, -1, dtype=np.int64)
    classes = 0
    for pattern in patterns:
        starts.append(classes)
        start_of_pattern[(pattern[0] * base + pattern[1]) * base + pattern[2]] = classes
        product = 1
        for held in set(pattern):
            product *= int(multisets[held, pattern.count(held)])
        classes += product
    return SuitTables(
        mask_codes=bits << 13 | rank_of_mask << 2,
        mask_of_rank=mask_of_rank,
        multisets=multisets,
        pattern_counts=np.array(patterns, dtype=np.int64),
        pattern_starts=np.array(starts, dtype=np.int64),
        start_of_pattern=start_of_pattern,
    )


@cache
def class_count(size: int) -> int:
    """Return how many suit classes of sets of `size` cards there are.

    >>> [class_count(size) for size in range(1, 7)]
    [13, 169, 1755, 16432, 134459, 962988]
    """
    tables = suit_tables(size)
    last = [int(count) for count in tables.pattern_counts[-1]]
    product = 1
    for held in set(last):
        product *= int(tables.multisets[held, last.count(held)])
    return int(tables.pattern_starts[-1]) + product


def set_count(size: int) -> int:
    """Return how many sets of `size` cards a pack has.

    >>> set_count(6)
    20358520
    """
    _check_size(size)
    return comb(PACK_SIZE, size)


def rank_classes(cards: ArrayLike) -> NDArray[np.int64]:
    """Return the number of the suit class of each set of cards.

    Parameters
    ----------
    cards
        Integers 0..51, shape (sets, size) with size 1 to 7; the order within a row is nothing.

    Returns
    -------
    int64 array of shape (sets,), 0 to ``class_count(size) - 1``.

    Raises
    ------
    CardError, HandError
        The array is not of this form, or a row has a card twice.

    Examples
    --------
    >>> from cribstats.cards import parse_cards
    >>> hands = [parse_cards("5H 5C 6D 7S 8H QC"), parse_cards("5D 5S 6C 7H 8D QS")]
    >>> one, other = rank_classes(hands)
    >>> bool(one == other)
    True
    """
    rows = _sorted_rows(cards)
    return np.asarray(kernels.rank_classes(rows, suit_tables(rows.shape[1])))


def unrank_classes(classes: ArrayLike, size: int) -> NDArray[np.uint8]:
    """Return the representative of each class: clubs the longest suit (then the highest mask), then d, h, s.

    Parameters
    ----------
    classes
        Integers 0 to ``class_count(size) - 1``, shape (classes,).
    size
        Cards in a set, 1 to 7.

    Returns
    -------
    uint8 array of shape (classes, size), the cards of a row ascending.

    Raises
    ------
    ArgumentError
        There is no such class or size.

    Examples
    --------
    >>> from cribstats.cards import card_names
    >>> [card_names(cards) for cards in unrank_classes([0, 168], 2)]
    [['AC', '2C'], ['KC', 'KD']]
    """
    indices = _indices(classes, class_count(size), f"class of {size} cards")
    return np.asarray(kernels.unrank_classes(indices, size, suit_tables(size)))


def class_sizes(classes: ArrayLike, size: int) -> NDArray[np.int64]:
    """Return how many sets each class holds: 4, 6, 12, 24 or, the four suits being alike, 1.

    Parameters are those of :func:`unrank_classes`; so are the errors.

    Examples
    --------
    >>> import numpy as np
    >>> int(class_sizes(np.arange(class_count(3)), 3).sum()) == set_count(3)
    True
    """
    indices = _indices(classes, class_count(size), f"class of {size} cards")
    return np.asarray(kernels.class_sizes(indices, suit_tables(size)))


def rank_sets(cards: ArrayLike) -> NDArray[np.int64]:
    """Return the colex rank of each set of cards.

    Parameters and errors are those of :func:`rank_classes`.

    Returns
    -------
    int64 array of shape (sets,), 0 to ``set_count(size) - 1``.

    Examples
    --------
    >>> rank_sets([[0, 1, 2, 3], [51, 50, 49, 48]])
    array([     0, 270724])
    """
    return np.asarray(kernels.rank_sets(_sorted_rows(cards), binomials()))


def unrank_sets(ranks: ArrayLike, size: int) -> NDArray[np.uint8]:
    """Return the set of each colex rank, its cards ascending.

    Parameters
    ----------
    ranks
        Integers 0 to ``set_count(size) - 1``, shape (sets,).
    size
        Cards in a set, 1 to 7.

    Returns
    -------
    uint8 array of shape (sets, size).

    Raises
    ------
    ArgumentError
        There is no such rank or size.

    Examples
    --------
    >>> unrank_sets([0, 270724], 4)
    array([[ 0,  1,  2,  3],
           [48, 49, 50, 51]], dtype=uint8)
    """
    indices = _indices(ranks, set_count(size), f"set of {size} cards")
    return np.asarray(kernels.unrank_sets(indices, size, binomials()))


def _patterns(size: int) -> list[list[int]]:
    """All ways to split cards over four suits, longest suit first, in descending order."""
    return sorted(
        (
            [a, b, c, size - a - b - c]
            for a in range(size + 1)
            for b in range(a + 1)
            for c in range(b + 1)
            if 0 <= size - a - b - c <= c
        ),
        reverse=True,
    )


def _check_size(size: int) -> None:
    if not isinstance(size, (int, np.integer)) or not 1 <= size <= LARGEST_SET:
        raise ArgumentError(f"{size} cards: sets of 1 to {LARGEST_SET} cards expected")


def _sorted_rows(cards: ArrayLike) -> NDArray[np.uint8]:
    array = card_array(cards, 2, "(sets, size)")
    _check_size(array.shape[1])
    rows = np.sort(array, axis=1)
    if (twice := (rows[:, 1:] == rows[:, :-1]).any(axis=1)).any():
        raise HandError(f"row {int(np.argmax(twice))} has a card twice: different cards expected")
    return np.ascontiguousarray(rows)


def _indices(values: ArrayLike, count: int, what: str) -> NDArray[np.int64]:
    array = np.asarray(values)
    if array.size == 0:
        return np.zeros(0, dtype=np.int64)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise ArgumentError(f"{what}: integers of shape (n,) expected, not {array.dtype} of shape {array.shape}")
    if array.min() < 0 or array.max() >= count:
        wrong = array[(array < 0) | (array >= count)][0]
        raise ArgumentError(f"{what}: {wrong} is not one of 0 to {count - 1}")
    return np.ascontiguousarray(array, dtype=np.int64)
