"""Built tables: the mean crib of every throw of every class of hands, computed once and kept in the cache.

With them a hand needs a look-up instead of a pass over 9,366,819 hands of the opponent. They hold means alone;
distributions and deviations come from the pass (:func:`cribstats.discard.analyse_discard`).
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cribstats import files
from cribstats.accelerate import kernel_hash
from cribstats.cards import JACK, SUIT_COUNT
from cribstats.compute import map_chunks
from cribstats.discard import kernels
from cribstats.discard.hand_means import ascending_hands, keep_sums
from cribstats.discard.opponents import DEFAULT_OPPONENT, OpponentLike, find_pair
from cribstats.discard.pegging import pegging_of_hands
from cribstats.discard.results import HEELS
from cribstats.discard.roles import check_role, other_role
from cribstats.discard.strategies import Strategy
from cribstats.discard.sweep import sweep_crib_means
from cribstats.discard.throws import throws_of
from cribstats.errors import FileError
from cribstats.suits import class_count, suit_tables
from cribstats.variants import SIX_CARD, Variant

_CHUNK = 1 << 15


class ThrowMeans(NamedTuple):
    """Means of every throw of some hands, arrays of shape (hands, throws), in points.

    Attributes
    ----------
    hand_points, crib
        Mean points at the show of hand and crib, whoever owns the crib.
    heels
        Mean points for heels, shape (hands, 1): the same for every throw.
    pegging
        Mean points pegged in the play, mine minus theirs; None if it is not counted.
    net
        Hand + crib + heels for the dealer, hand - crib - heels for the pone; and pegging, if it is counted.
    """

    hand_points: NDArray[np.float64]
    crib: NDArray[np.float64]
    heels: NDArray[np.float64]
    pegging: NDArray[np.float64] | None
    net: NDArray[np.float64]


def crib_means_path(strategy: Strategy) -> Path:
    """Return where the built table against a strategy is, or would be."""
    key = files.fingerprint(strategy.variant.name, strategy.fingerprint, kernel_hash())
    return files.cache_folder() / "built" / f"crib-means-{key}.npy"


def built_crib_means(strategy: Strategy) -> NDArray[np.float64]:
    """Return the mean crib of every throw of every class against a strategy: from the cache, or built and kept.

    Returns
    -------
    float64 array of shape (classes, throws), in points: 116 MB in the six-card game, read as it is needed.
    """
    path = crib_means_path(strategy)
    shape = (class_count(strategy.variant.dealt), strategy.variant.throws)
    try:
        means = np.load(path, mmap_mode="r", allow_pickle=False)
        if means.shape == shape and means.dtype == np.float64:
            return np.asarray(means)
    except (OSError, ValueError, EOFError):
        pass
    means = sweep_crib_means(strategy, strategy.variant)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with files.written_whole(path) as temporary, temporary.open("wb") as stream:
            np.save(stream, means)
    except (OSError, FileError):
        pass  # a cache that cannot be written only costs the building
    return means


def throw_means(
    hands: ArrayLike,
    role: str,
    *,
    opponent: OpponentLike = DEFAULT_OPPONENT,
    variant: Variant = SIX_CARD,
) -> ThrowMeans:
    """Return the exact means of every throw of many hands, from built tables.

    Parameters
    ----------
    hands
        Card numbers 0..51, shape (hands, dealt), each row ascending.
    role
        ``dealer`` or ``pone``.
    opponent
        As :func:`cribstats.discard.find_opponent` takes it. Its table is built if it is not there: some seconds. What
        keeps peg counts if it does for him.
    variant
        The game.

    Returns
    -------
    Arrays of shape (hands, throws): throws in lexicographic order of the places thrown.

    Raises
    ------
    CardError, HandError, RoleError, OpponentError
        Something is not as it must be.

    Examples
    --------
    >>> from cribstats.cards import parse_cards
    >>> means = throw_means([sorted(parse_cards("5H 5C 6D 7S 8H QC"))], "dealer")
    >>> int(means.net.argmax()), float(means.net.max().round(3))
    (4, 18.32)
    """
    role = check_role(role)
    rows = ascending_hands(hands, variant)
    pair = find_pair(opponent, variant=variant)
    pegging = None if pair.pegging is None else pair.pegging.of(role)
    return read_throw_means(rows, role, _open_table(pair.of(other_role(role))), variant, pegging)


def read_throw_means(
    rows: NDArray[np.uint8],
    role: str,
    table: NDArray[np.float64],
    variant: Variant,
    pegging: NDArray[np.float64] | None,
) -> ThrowMeans:
    """Return what :func:`throw_means` does for ascending hands, a table of :func:`built_crib_means` and keeps' values.

    Parameters
    ----------
    rows
        Hands.
    role
        ``dealer`` or ``pone``.
    table
        Mean cribs of all classes, shape (classes, throws).
    variant
        The game.
    pegging
        What each keep pegs, shape (keeps,), or none.
    """
    throws = throws_of(variant)

    def look_up(start: int) -> NDArray[np.float64]:
        return np.asarray(
            kernels.look_up_throws(
                rows[start : start + _CHUNK], throws.thrown, throws.numbers, table, suit_tables(variant.dealt)
            )
        )

    parts = map_chunks(look_up, range(0, len(rows), _CHUNK))
    crib = np.concatenate(parts) if parts else np.zeros((0, variant.throws))
    hand_points = keep_sums(rows, variant) / variant.unseen
    jacks = SUIT_COUNT - (rows // SUIT_COUNT == JACK).sum(axis=1, keepdims=True)
    heels = HEELS * jacks / variant.unseen
    sign = 1 if role == "dealer" else -1
    net = hand_points + sign * (crib + heels)
    pegged = None
    if pegging is not None:
        pegged = pegging_of_hands(pegging, rows, variant)
        net += pegged
    return ThrowMeans(hand_points, crib, heels, pegged, net)


@lru_cache(maxsize=4)
def _open_table(strategy: Strategy) -> NDArray[np.float64]:
    return built_crib_means(strategy)
