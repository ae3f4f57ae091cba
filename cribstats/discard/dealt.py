"""All hands dealt, a row for each suit class: their cards, how often they are dealt, what their keeps are worth."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import SUIT_COUNT
from cribstats.discard.hand_means import keep_sums
from cribstats.discard.throws import throws_of
from cribstats.show.tables import rank_multisets, show_tables
from cribstats.suits import class_count, class_sizes, set_count, unrank_classes
from cribstats.variants import Variant, check_variant


@cache
def dealt_hands(variant: Variant) -> NDArray[np.uint8]:
    """Return the representative of each class of hands dealt, its cards ascending, shape (classes, dealt)."""
    check_variant(variant)
    hands = unrank_classes(np.arange(class_count(variant.dealt)), variant.dealt)
    hands.flags.writeable = False
    return hands


@cache
def deal_ways(variant: Variant) -> NDArray[np.int64]:
    """Return how many hands each class stands for, shape (classes,)."""
    ways = class_sizes(np.arange(class_count(variant.dealt)), variant.dealt)
    ways.flags.writeable = False
    return ways


def deal_shares(variant: Variant) -> NDArray[np.float64]:
    """Return the share of deals of each class, shape (classes,)."""
    return np.asarray(deal_ways(variant) / set_count(variant.dealt))


def hand_means_of_classes(variant: Variant) -> NDArray[np.float64]:
    """Return the mean hand of every throw of every class, shape (classes, throws), in points."""
    return np.asarray(keep_sums(dealt_hands(variant), variant) / variant.unseen)


@cache
def keep_numbers(variant: Variant) -> NDArray[np.int16]:
    """Return the number of the keep of each throw of each class, in the order of :func:`rank_multisets`.

    int16 array of shape (classes, throws): 29 MB in the six-card game.
    """
    return number_keeps(dealt_hands(variant), variant)


def number_keeps(hands: NDArray[np.uint8], variant: Variant) -> NDArray[np.int16]:
    """Return the number of the keep of each throw of some hands, int16 of shape (hands, throws).

    Keeps are numbered in the order of :func:`rank_multisets`, whatever their suits.
    """
    rank_keys, number_at = _keep_numbers_by_key(variant)
    keys = rank_keys[hands // SUIT_COUNT]
    numbers = np.empty((len(hands), variant.throws), dtype=np.int16)
    for throw, kept in enumerate(throws_of(variant).kept):
        numbers[:, throw] = number_at[keys[:, kept].sum(axis=1)]
    return numbers


@cache
def _keep_numbers_by_key(variant: Variant) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """Return the keys of ranks, and the number of each keep at the sum of its keys."""
    rank_keys = show_tables(variant.kept).rank_keys
    keeps = rank_keys[np.array(rank_multisets(variant.kept))].sum(axis=1)
    number_at = np.zeros(int(keeps.max()) + 1, dtype=np.int16)
    number_at[keeps] = np.arange(len(keeps))
    return rank_keys, number_at
