"""The value of every keep at the show, over the starters that the dealt cards leave."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cribstats.cards import SUIT_COUNT, card_array
from cribstats.compute import map_chunks
from cribstats.discard import kernels
from cribstats.discard.throws import throws_of
from cribstats.errors import CardError, HandError
from cribstats.show.scorer import flush_points
from cribstats.show.tables import rank_multisets, show_tables
from cribstats.suits import class_count, suit_tables
from cribstats.variants import SIX_CARD, Variant, check_variant

_CHUNK = 1 << 15


@cache
def keep_totals(variant: Variant) -> NDArray[np.int16]:
    """Return fifteens, runs and pairs of each keep, summed over the starters it leaves, at the sum of its rank keys."""
    tables = show_tables(variant.kept)
    keeps = np.array(rank_multisets(variant.kept))
    held = np.stack([(keeps == rank).sum(axis=1) for rank in range(len(tables.rank_keys))], axis=1)
    keys = tables.rank_keys[keeps].sum(axis=1)
    totals = np.zeros(int(keys.max()) + 1, dtype=np.int16)
    totals[keys] = ((SUIT_COUNT - held) * tables.points[keys[:, None] + tables.rank_keys]).sum(axis=1)
    return totals


def keep_sums(hands: NDArray[np.uint8], variant: Variant) -> NDArray[np.int32]:
    """Return the points of each keep of ascending hands, summed over the starters: shape (hands, throws).

    Whole numbers: a mean is the sum over ``variant.unseen``.
    """
    throws = throws_of(variant)
    tables = show_tables(variant.kept)
    totals = keep_totals(variant)
    flush = flush_points(variant.kept, crib=False, variant=variant)

    def sums(start: int) -> NDArray[np.int32]:
        rows = hands[start : start + _CHUNK]
        return np.asarray(
            kernels.keep_sums(
                rows, throws.thrown, throws.kept, tables.codes, tables.rank_keys, tables.points, totals, flush
            )
        )

    if len(hands) == 0:
        return np.zeros((0, variant.throws), dtype=np.int32)
    chunks = map_chunks(sums, range(0, len(hands), _CHUNK))
    return np.concatenate(chunks) if len(chunks) > 1 else chunks[0]


def ascending_hands(hands: ArrayLike, variant: Variant) -> NDArray[np.uint8]:
    """Return hands dealt as a uint8 array of shape (hands, dealt).

    Raises
    ------
    CardError, HandError
        The array is not of this form, or a row does not ascend.
    """
    check_variant(variant)
    form = f"(hands, {variant.dealt})"
    rows = card_array(hands, 2, form)
    if rows.shape[1] != variant.dealt:
        raise CardError(f"hands of shape {rows.shape}: integers of shape {form} expected")
    falling = (rows[:, 1:] <= rows[:, :-1]).any(axis=1)
    if falling.any():
        row = int(np.argmax(falling))
        raise HandError(f"row {row}: {rows[row].tolist()} does not ascend: different cards in ascending order expected")
    return rows


def hand_means(hands: ArrayLike, *, variant: Variant = SIX_CARD) -> NDArray[np.float64]:
    """Return the mean points of the hand at the show for each throw of each hand, exactly.

    Parameters
    ----------
    hands
        Card numbers 0..51, shape (hands, dealt), each row ascending.
    variant
        The game.

    Returns
    -------
    float64 array of shape (hands, throws), in points: throws in lexicographic order of the places thrown.

    Raises
    ------
    CardError, HandError
        The array is not of this form, or a row does not ascend.

    Notes
    -----
    Whatever the others do, the starter is any of the cards not dealt to this hand, equally likely.

    Examples
    --------
    >>> from cribstats.cards import parse_cards
    >>> means = hand_means([sorted(parse_cards("2C 3H 4D 5D 5S JS"))])
    >>> float(means[0, 4].round(3))
    12.478
    """
    return keep_sums(ascending_hands(hands, variant), variant) / variant.unseen


def choose_throws(crib_bonus: NDArray[np.float64], variant: Variant) -> NDArray[np.uint16]:
    """Choose for every class of hands the throws of the highest mean hand plus `crib_bonus`, ties together.

    Parameters
    ----------
    crib_bonus
        Points added for the ranks thrown, shape (13,) for each card: (13, 13), symmetric, where two are thrown; zeros
        ignore the crib.
    variant
        The game.

    Returns
    -------
    uint16 array of shape (classes,): masks of throws, in places of the class's representative.
    """
    throws = throws_of(variant)
    tables = show_tables(variant.kept)
    totals = keep_totals(variant)
    flush = flush_points(variant.kept, crib=False, variant=variant)
    classes = class_count(variant.dealt)
    bonus = np.ascontiguousarray(crib_bonus).ravel()

    def choose(start: int) -> NDArray[np.uint16]:
        return np.asarray(
            kernels.choose_class_throws(
                np.arange(start, min(start + _CHUNK, classes)),
                throws.thrown,
                throws.kept,
                suit_tables(variant.dealt),
                tables.codes,
                tables.rank_keys,
                tables.points,
                totals,
                flush,
                bonus,
            )
        )

    return np.concatenate(map_chunks(choose, range(0, classes, _CHUNK)))
