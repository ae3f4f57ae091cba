"""Hands dealt by chance, and what strategies throw from them: for the simulations above."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cribstats.discard.drawing import kernels
from cribstats.discard.strategies import Strategy
from cribstats.discard.throws import throws_of
from cribstats.suits import suit_tables


def draw_throws(
    hands: NDArray[np.uint8],
    ranks: NDArray[np.int64],
    player: int,
    words: NDArray[np.uint64],
    half: int,
    strategy: Strategy,
) -> NDArray[np.int64]:
    """Return the number of the throw that a strategy draws from each hand of a player.

    Parameters
    ----------
    hands, ranks
        What :func:`cribstats.discard.drawing.kernels.deal_hands` returns.
    player
        Whose hands.
    words, half
        Random words, a row a deal, and which half of a word of the row is for this throw.
    strategy
        What he throws.

    Returns
    -------
    int64 array of shape (deals,), in the order of :func:`cribstats.discard.throws.throws_of`.
    """
    variant = strategy.variant
    throws = throws_of(variant)
    return np.asarray(
        kernels.draw_throws(
            hands,
            ranks,
            player,
            words,
            half,
            strategy.expanded,
            strategy.mixed_rows,
            strategy.mixed_weights,
            throws.thrown,
            throws.numbers,
            throws.lowest_bits,
            suit_tables(variant.dealt),
        )
    )
