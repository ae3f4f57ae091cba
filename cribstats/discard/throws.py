"""The throws of a hand: which of its cards, ascending, go to the crib."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

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
