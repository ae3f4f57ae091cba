"""Compiled scorers of the show.

Flush rules come as numbers: `hand_flush` points for a hand all of one suit (0 where it does not count), and whether
cards are scored as a crib, whose flush needs the starter.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats.accelerate import kernel

# The layout of a card's code (show/tables.py): key, then a counter for each suit, then a flag for each Jack.
KEY_MASK = (1 << 20) - 1
SUIT_SHIFT = 20
JACK_SHIFT = 36


class ShowTables(NamedTuple):
    """What scoring a show looks up.

    Attributes
    ----------
    codes
        Each card's code: codes of a hand add up.
    rank_keys
        Each rank's key, the low bits of the code.
    points
        Points for fifteens, runs and pairs at the sum of the keys of all cards, starter included.
    by_kind
        The same by kind: fifteens in the low byte, then runs, then pairs.
    """

    codes: NDArray[np.int64]
    rank_keys: NDArray[np.int64]
    points: NDArray[np.uint8]
    by_kind: NDArray[np.uint32]


@kernel
def find_repeated(hands: NDArray[np.uint8], starters: NDArray[np.uint8]) -> int:
    """First row in which a card comes twice, or -1."""
    rows, held = hands.shape
    for row in range(rows):
        taken = np.int64(1) << starters[row]
        for i in range(held):
            card = np.int64(1) << hands[row, i]
            if taken & card:
                return row
            taken |= card
    return -1


@kernel
def score_rows(
    hands: NDArray[np.uint8],
    starters: NDArray[np.uint8],
    codes: NDArray[np.int64],
    points: NDArray[np.uint8],
    flush: int,
    crib: bool,
) -> NDArray[np.uint8]:
    """Points of each row of cards with its starter; `flush` is what a flush without the starter is worth."""
    rows, held = hands.shape
    scores = np.empty(rows, dtype=np.uint8)
    for row in range(rows):
        code = codes[hands[row, 0]]
        for i in range(1, held):
            code += codes[hands[row, i]]
        starter = starters[row]
        suit = starter & 3
        score = points[(code + codes[starter]) & KEY_MASK] + ((code >> (JACK_SHIFT + suit)) & 1)
        if (code >> (SUIT_SHIFT + 4 * (hands[row, 0] & 3))) & 15 == held:
            matches = suit == hands[row, 0] & 3
            if flush > 0 and (matches or not crib):
                score += flush + matches
        scores[row] = score
    return scores


@kernel
def count_shows(
    hands: NDArray[np.uint8],
    codes: NDArray[np.int64],
    rank_keys: NDArray[np.int64],
    points: NDArray[np.uint8],
    flush: int,
    crib: bool,
) -> NDArray[np.int64]:
    """Histogram of the points of every row of cards with every starter it leaves, one look-up a show."""
    rows, held = hands.shape
    # Shows of one hand often score alike, and adding to the bin just added to waits for it: the starters of a
    # rank have histograms of their own.
    histograms = np.zeros((4, 64), dtype=np.int64)
    extras = np.zeros(4, dtype=np.int64)
    for row in range(rows):
        code = np.int64(0)
        taken = np.int64(0)
        for i in range(held):
            code += codes[hands[row, i]]
            taken |= np.int64(1) << hands[row, i]
        suit = hands[row, 0] & 3
        flushes = flush > 0 and (code >> (SUIT_SHIFT + 4 * suit)) & 15 == held
        for u in range(4):
            extras[u] = (code >> (JACK_SHIFT + u)) & 1
            if flushes and (u == suit or not crib):
                extras[u] += flush + (u == suit)
        code &= KEY_MASK
        for key in rank_keys:
            for u in range(4):
                if not taken & 1:
                    histograms[u, points[code + key] + extras[u]] += 1
                taken >>= 1
    return histograms.sum(axis=0)
