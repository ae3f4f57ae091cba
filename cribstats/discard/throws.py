"""The throws of a hand: which of its cards, ascending, go to the crib."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import SUIT_COUNT
from cribstats.suits import class_count, class_sizes, unrank_classes
from cribstats.variants import Variant


class Throws(NamedTuple):
    """The throws of a game, numbered in lexicographic order of their places in the hand.

    Attributes
    ----------
    thrown
        Places of the cards thrown, shape (throws, thrown).
    kept
        Places of the cards kept, shape (throws, kept).
    numbers
        The throw's number at [one place, other place], shape (dealt, dealt); -1 where there is none.
    lowest_bits
        For each mask of throws, its lowest throw.
    """

    thrown: NDArray[np.int64]
    kept: NDArray[np.int64]
    numbers: NDArray[np.int64]
    lowest_bits: NDArray[np.uint8]


@cache
def throws_of(variant: Variant) -> Throws:
    """Return the throws of a game.

    >>> from cribstats.variants import SIX_CARD
    >>> throws_of(SIX_CARD).thrown[:3].tolist()
    [[0, 1], [0, 2], [0, 3]]
    """
    places = range(variant.dealt)
    thrown = list(combinations(places, variant.thrown))
    numbers = np.full((variant.dealt, variant.dealt), -1, dtype=np.int64)
    for number, throw in enumerate(thrown):
        numbers[throw[0], throw[-1]] = numbers[throw[-1], throw[0]] = number
    masks = np.arange(1 << len(thrown))
    lowest_bits = np.zeros(len(masks), dtype=np.uint8)
    for bit in range(len(thrown)):
        lowest_bits[1 << bit :: 2 << bit] = bit
    return Throws(
        thrown=np.array(thrown, dtype=np.int64),
        kept=np.array([[place for place in places if place not in throw] for throw in thrown], dtype=np.int64),
        numbers=numbers,
        lowest_bits=lowest_bits,
    )


@cache
def first_equal_throws(variant: Variant) -> NDArray[np.uint8]:
    """Return for each throw of each class the first throw that is the same but for the names of suits.

    If two suits hold the same ranks, the five of one is as good as that of the other.

    Returns
    -------
    uint8 array of shape (classes, throws): most rows are 0, 1, 2, ...

    Examples
    --------
    >>> from cribstats.variants import SIX_CARD
    >>> first_equal_throws(SIX_CARD)[0].tolist()
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]
    """
    classes = class_count(variant.dealt)
    firsts = np.tile(np.arange(variant.throws, dtype=np.uint8), (classes, 1))
    renamings = list(permutations(range(SUIT_COUNT)))
    # A class that holds as many hands as there are renamings has no two suits alike.
    alike = np.flatnonzero(class_sizes(np.arange(classes), variant.dealt) < len(renamings))
    hands = unrank_classes(alike, variant.dealt)
    throws = throws_of(variant)
    ends = throws.thrown[:, [0, -1]]
    for renaming in renamings:
        renamed = hands // SUIT_COUNT * SUIT_COUNT + np.array(renaming, dtype=np.uint8)[hands % SUIT_COUNT]
        order = np.argsort(renamed, axis=1)
        same = (np.take_along_axis(renamed, order, axis=1) == hands).all(axis=1)
        # Place i of the hand is the renamed card of place order[i].
        moved = throws.numbers[order[same][:, ends[:, 0]], order[same][:, ends[:, 1]]]
        rows = alike[same]
        firsts[rows] = np.minimum(firsts[rows], moved)
    return firsts


def share_between_equals(weights: NDArray[np.float64], variant: Variant) -> None:
    """Give throws that are the same but for the names of suits the mean of what they have, in place.

    `weights`: a number a throw of each class, shape (classes, throws).
    """
    firsts = first_equal_throws(variant)
    rows = np.flatnonzero((firsts != np.arange(variant.throws)).any(axis=1))
    totals = np.zeros((len(rows), variant.throws))
    equals = np.zeros((len(rows), variant.throws))
    for throw in range(variant.throws):
        first = firsts[rows, throw]
        totals[np.arange(len(rows)), first] += weights[rows, throw]
        equals[np.arange(len(rows)), first] += 1
    means = totals / np.maximum(equals, 1)
    weights[rows] = np.take_along_axis(means, firsts[rows].astype(np.int64), axis=1)
