"""What players believe of each other's keeps: weights, with the cards of their own keep removed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cribstats.cards import RANK_COUNT, SUIT_COUNT
from cribstats.errors import ArgumentError
from cribstats.show.tables import rank_multisets
from cribstats.variants import SIX_CARD, Variant

# Weights up to here can be multiplied by points and added up; an infinite sum would leave a policy without a card.
MOST_WEIGHT = 1e100


@cache
def dealt_weights(variant: Variant) -> NDArray[np.float64]:
    """Return in how many ways the pack makes each keep, of any suits: the weights of keeps of unknown players.

    >>> int(dealt_weights(SIX_CARD).sum())
    270725
    """
    return np.asarray(np.prod(_WAYS[0][_held(variant)], axis=1))


def keep_beliefs(weights: Sequence[ArrayLike], *, variant: Variant = SIX_CARD) -> NDArray[np.float64]:
    """Return what each player believes of the next one's keep, from how often that one holds each keep.

    Parameters
    ----------
    weights
        For each seat, from the dealer's left, the weights of its keeps: shape (keeps,), in the order of
        :func:`cribstats.show.tables.rank_multisets`, 1,820 in the six-card game.
    variant
        The game.

    Returns
    -------
    float64 array of shape (players, keeps, keeps): row k of seat s has the weights of the next seat's keeps when s
    keeps k.

    Raises
    ------
    ArgumentError
        The weights are not of this form, negative, above `MOST_WEIGHT` or all zero.

    Notes
    -----
    The cards that a player keeps are removed from what the next one may hold: its weights are multiplied by the share
    of the ways to make them that is left. The cards that a player threw and the starter are left out, and so is what
    the throws say of each other.

    Examples
    --------
    >>> beliefs = keep_beliefs([dealt_weights(SIX_CARD)] * 2)
    >>> beliefs.shape, float(beliefs[0, 0, 0])  # who holds four aces knows that nobody else has one
    ((2, 1820, 1820), 0.0)
    """
    keeps = len(_held(variant))
    array = check_weights(weights, "weights of keeps", (variant.players, keeps))
    if not array.any(axis=1).all():
        raise ArgumentError("weights of keeps are all 0: some above it expected")
    # What the next seat holds is what this one believes of.
    return ways_left(variant) * np.roll(array, -1, axis=0)[:, None, :]


def check_weights(given: ArrayLike | Sequence[ArrayLike], what: str, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """Return weights of keeps as float64, or raise an `ArgumentError`."""
    try:
        array = np.asarray(given)
    except ValueError:  # rows of several lengths
        raise ArgumentError(f"{what} in rows of several lengths: shape {shape} expected") from None
    if array.shape != shape or array.dtype.kind not in "iuf":
        raise ArgumentError(f"{what} of shape {array.shape} and type {array.dtype}: numbers of shape {shape} expected")
    array = np.ascontiguousarray(array, dtype=np.float64)
    if not ((array >= 0) & (array <= MOST_WEIGHT)).all():
        raise ArgumentError(f"{what} are not weights: numbers of 0 to {MOST_WEIGHT:g} expected")
    return array


# In how many ways cards of one rank can be held, at [how many another holds, how many].
_WAYS = np.array(
    [[comb(SUIT_COUNT - other, held) for held in range(SUIT_COUNT + 1)] for other in range(SUIT_COUNT + 1)],
    dtype=np.float64,
)


@cache
def _held(variant: Variant) -> NDArray[np.int64]:
    """How many cards of each rank each keep holds, shape (keeps, 13)."""
    keeps = np.array(rank_multisets(variant.kept))
    return np.stack([(keeps == rank).sum(axis=1) for rank in range(RANK_COUNT)], axis=1)


@cache
def ways_left(variant: Variant) -> NDArray[np.float64]:
    """Share of the ways to make each keep (column) that another keep (row) leaves."""
    held = _held(variant)
    share = _WAYS / _WAYS[0]
    left = np.ones((len(held), len(held)))
    for rank in range(RANK_COUNT):
        left *= share[held[:, rank]][:, held[:, rank]]
    return left
