"""Deals by chance, as far as the play asks: who keeps what, by one strategy of the discard a seat."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import PACK_SIZE
from cribstats.deals import kernels
from cribstats.discard.dealt import deal_ways, keep_numbers
from cribstats.discard.drawing import draw_throws
from cribstats.discard.drawing.kernels import deal_hands
from cribstats.discard.strategies import Strategy
from cribstats.discard.throws import throws_of
from cribstats.play.tables import play_tables
from cribstats.suits import binomials
from cribstats.variants import Variant


def deal_words(variant: Variant) -> int:
    """Return how many random words a deal takes: half of one for each card dealt and for each throw."""
    halves = variant.players * (variant.dealt + 1)
    return (halves + 1) // 2


def deal_keeps(words: NDArray[np.uint64], strategies: Sequence[Strategy]) -> NDArray[np.int16]:
    """Deal, and let every player throw.

    What the crib gets from the pack is not drawn: it changes nothing of what is kept.

    Parameters
    ----------
    words
        Random words, shape (deals, :func:`deal_words` or more).
    strategies
        What each seat throws, from the dealer's left: the pone's and the dealer's where two play.

    Returns
    -------
    int16 array of shape (deals, players): the numbers of the keeps, in the order of
    :func:`cribstats.show.tables.rank_multisets`.
    """
    variant = strategies[0].variant
    throws = throws_of(variant)
    tables = play_tables(variant.kept)
    hands, ranks, _ = deal_hands(words, np.arange(PACK_SIZE), variant.players, variant.dealt, 0, binomials())
    keeps = np.empty((len(words), variant.players), dtype=np.int16)
    for seat, strategy in enumerate(strategies):
        drawn = draw_throws(hands, ranks, seat, words, variant.players * variant.dealt + seat, strategy)
        keeps[:, seat] = kernels.number_keeps(hands, seat, drawn, throws.kept, tables.rank_keys, tables.keep_at)
    return keeps


def keep_weights(strategy: Strategy) -> NDArray[np.float64]:
    """Return how often each keep is held, in deals of all hands: shape (keeps,), in the order of `deal_keeps`.

    Examples
    --------
    >>> from cribstats.discard import greedy_strategy
    >>> weights = keep_weights(greedy_strategy())
    >>> len(weights), float(weights.sum())
    (1820, 20358520.0)
    """
    variant = strategy.variant
    weights = strategy.weights() * deal_ways(variant)[:, None]
    count = len(play_tables(variant.kept).keep_cards)
    numbers = keep_numbers(variant)
    return np.bincount(numbers.ravel(), weights=weights.ravel(), minlength=count).astype(np.float64, copy=False)
