"""The joint law of what the opponent throws and of the starter, given the cards that are known: card removal.

The opponent is dealt his hand from the cards that I do not see and keeps what he does not throw, so the starter is
not uniform given his throw: it avoids what he keeps.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import PACK_SIZE
from cribstats.compute import map_chunks
from cribstats.discard import kernels
from cribstats.discard.strategies import Strategy, count_unit
from cribstats.discard.throws import throws_of
from cribstats.errors import HandError
from cribstats.suits import binomials, suit_tables
from cribstats.variants import Variant, check_two_players


@dataclass(frozen=True)
class ThrowLaw:
    """How likely the opponent throws each set of cards together with each starter.

    Attributes
    ----------
    throws
        uint8, shape (sets, thrown): what he may throw.
    starters
        uint8, shape (starters,): what may be turned up.
    weights
        float64, shape (sets, starters): weight of both; 0 where the starter is thrown. Whole numbers, if he mixes
        no throws unequally, and then below 2**53, so their sums are exact.
    total
        Sum of the weights: their probability is their share of it.
    """

    throws: NDArray[np.uint8]
    starters: NDArray[np.uint8]
    weights: NDArray[np.float64]
    total: float


def uniform_law(known: NDArray[np.uint8], starter: int | None, variant: Variant) -> ThrowLaw:
    """Return the law for an opponent who throws any of his cards equally likely.

    Parameters
    ----------
    known
        Cards that are neither in his hand nor turned up: mine, and dead ones.
    starter
        The starter, if it is known.
    variant
        The game.

    Raises
    ------
    HandError
        Too few cards are left to deal from.
    VariantError
        The game is not one of two players.
    """
    check_two_players(variant)
    pack, starters = _unseen(known, starter, variant)
    places = _throw_places(len(pack), variant.thrown)
    weights = np.ones((len(places), len(starters)))
    if starter is None:
        _clear_thrown(weights, places)
    return ThrowLaw(pack[places], starters, weights, float(weights.sum()))


def strategy_law(strategy: Strategy, known: NDArray[np.uint8], starter: int | None) -> ThrowLaw:
    """Return the law for an opponent with a strategy: goes through all hands that he may be dealt, once.

    Parameters
    ----------
    strategy
        What he throws.
    known, starter
        As in :func:`uniform_law`, whose errors are raised here too.
    """
    variant = strategy.variant
    check_two_players(variant)
    pack, starters = _unseen(known, starter, variant)
    throws = throws_of(variant)
    cards = pack.astype(np.int64)

    def count(top: int) -> NDArray[np.int64]:
        return np.asarray(
            kernels.count_throws(
                cards,
                top,
                throws.thrown,
                throws.kept,
                tuple(range(variant.thrown)),
                tuple(range(variant.kept)),
                strategy.expanded,
                throws.lowest_bits,
                strategy.units,
                binomials(),
            )
        )

    def weigh(top: int) -> NDArray[np.float64]:
        return np.asarray(
            kernels.weigh_mixed_throws(
                cards,
                top,
                throws.thrown,
                throws.kept,
                throws.numbers,
                strategy.expanded,
                strategy.mixed_rows,
                strategy.mixed_weights,
                binomials(),
                suit_tables(variant.dealt),
            )
        )

    # Built before the threads start: two of them would build it twice.
    _ = strategy.expanded
    # One chunk for each highest card, the longest first, and sums in that order: the same on any number of threads.
    tops = range(len(cards) - 1, variant.dealt - 2, -1)
    counts = sum(map_chunks(count, tops)).astype(np.float64)  # type: ignore[union-attr]
    if len(strategy.mixed_classes):
        counts += float(count_unit(variant)) * sum(map_chunks(weigh, tops))
    thrown, kept_with = counts[:, -1:], counts[:, :-1]
    hands = comb(len(cards), variant.dealt) * count_unit(variant)
    places = _throw_places(len(cards), variant.thrown)
    if starter is not None:
        return ThrowLaw(pack[places], starters, thrown, float(hands))
    weights = thrown - kept_with
    _clear_thrown(weights, places)
    return ThrowLaw(pack[places], starters, weights, float(hands * (len(cards) - variant.dealt)))


def _unseen(
    known: NDArray[np.uint8], starter: int | None, variant: Variant
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the cards that the opponent may be dealt and those that may be turned up."""
    away = set(known.tolist()) | ({starter} if starter is not None else set())
    pack = np.array([card for card in range(PACK_SIZE) if card not in away], dtype=np.uint8)
    needed = variant.dealt + (starter is None)
    if len(pack) < needed:
        raise HandError(
            f"{len(known) - variant.dealt} dead cards leave {len(pack)} in the pack: at least {needed} needed to deal"
        )
    return pack, pack if starter is None else np.array([starter], dtype=np.uint8)


def _throw_places(count: int, thrown: int) -> NDArray[np.int64]:
    """List the sets of `thrown` places among `count`, in colex order, as the kernels number them."""
    places = np.array(list(combinations(range(count), thrown)), dtype=np.int64)
    return places[np.lexsort(places.T)]


def _clear_thrown(weights: NDArray[np.float64], places: NDArray[np.int64]) -> None:
    """Set to zero the weight of starters that are thrown."""
    for column in places.T:
        weights[np.arange(len(places)), column] = 0
