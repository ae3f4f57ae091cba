"""Deals by chance, as far as the play asks: who keeps what, by two strategies of the discard."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cribstats.deals import kernels
from cribstats.discard.dealt import deal_ways, keep_numbers
from cribstats.discard.pairs import StrategyPair
from cribstats.discard.strategies import Strategy
from cribstats.discard.throws import throws_of
from cribstats.play.game import seat_names
from cribstats.play.tables import play_tables
from cribstats.suits import binomials, suit_tables

# By seat from the dealer's left: the order of the play.
SEATS = seat_names(2)


def deal_words(pair: StrategyPair) -> int:
    """Return how many random words a deal takes: half of one for each card dealt and for each throw."""
    halves = len(SEATS) * (pair.variant.dealt + 1)
    return (halves + 1) // 2


def deal_keeps(words: NDArray[np.uint64], pair: StrategyPair) -> NDArray[np.int16]:
    """Deal, and let both players throw.

    Parameters
    ----------
    words
        Random words, shape (deals, :func:`deal_words` or more).
    pair
        What dealer and pone throw.

    Returns
    -------
    int16 array of shape (deals, 2): the numbers of the keeps of pone and dealer, in the order of
    :func:`cribstats.show.tables.rank_multisets`.
    """
    variant = pair.variant
    throws = throws_of(variant)
    tables = play_tables(variant.kept)
    hands, ranks = kernels.deal_hands(words, len(SEATS), variant.dealt, binomials())
    keeps = np.empty((len(words), len(SEATS)), dtype=np.int16)
    for seat, role in enumerate(SEATS):
        strategy = pair.of(role)
        keeps[:, seat] = kernels.keep_cards(
            hands,
            ranks,
            seat,
            words,
            len(SEATS) * variant.dealt + seat,
            strategy.expanded,
            strategy.mixed_rows,
            strategy.mixed_weights,
            throws.thrown,
            throws.kept,
            throws.numbers,
            throws.lowest_bits,
            tables.rank_keys,
            tables.keep_at,
            suit_tables(variant.dealt),
        )
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
