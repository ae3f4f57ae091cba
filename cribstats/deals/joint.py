"""How likely both players keep what they keep, together: card removal between two hands, exactly."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import PACK_SIZE, RANK_COUNT, SUIT_COUNT
from cribstats.compute import Progress, map_chunks
from cribstats.deals import kernels
from cribstats.discard.dealt import keep_numbers
from cribstats.discard.pairs import StrategyPair
from cribstats.discard.strategies import Strategy
from cribstats.show.tables import rank_multisets
from cribstats.suits import class_count, class_sizes, rank_classes, suit_tables, unrank_classes

_CHUNKS = 48


class KeptOfClasses(NamedTuple):
    """What a strategy keeps from each class of hands: keeps and how likely each is, from `starts[class]`."""

    starts: NDArray[np.int64]
    keeps: NDArray[np.int16]
    weights: NDArray[np.float64]


def joint_keep_weights(pair: StrategyPair, *, progress: Progress | None = None) -> NDArray[np.float64]:
    """Count how often pone and dealer keep each pair of keeps, in deals of both hands.

    Parameters
    ----------
    pair
        What dealer and pone throw.
    progress
        Told how many parts of the work are done: some fifteen seconds.

    Returns
    -------
    float64 array of shape (keeps, keeps), pone's keep first, in the order of
    :func:`cribstats.show.tables.rank_multisets`. It adds up to the number of deals, C(52, 6) C(46, 6).

    Notes
    -----
    Hands that have no card in common are counted by inclusion and exclusion: with A(T) and B(T) what is kept from all
    hands of pone and dealer that hold the cards T, it is the sum over all T of (-1)^|T| A(T) B(T). Suits being names
    only, T need only go through suit classes.
    """
    variant = pair.variant
    pone, dealer = _kept_of_classes(pair.pone), _kept_of_classes(pair.dealer)
    tables = suit_tables(variant.dealt)
    keeps = len(rank_multisets(variant.kept))
    chunks: list[tuple[int, int, int]] = [(0, 0, 1)]
    for size in range(1, variant.dealt + 1):
        edges = np.unique(np.linspace(0, class_count(size), _CHUNKS + 1).astype(int)).tolist()
        chunks += [(size, first, last) for first, last in pairwise(edges)]

    def add(chunk: tuple[int, int, int]) -> NDArray[np.float64]:
        size, first, last = chunk
        classes = np.arange(first, last)
        sets = unrank_classes(classes, size) if size else np.zeros((1, 0), dtype=np.uint8)
        ways = class_sizes(classes, size) if size else np.ones(1, dtype=np.int64)
        joint = np.zeros((keeps, keeps))
        kernels.add_joint(sets, (-1) ** size * ways, variant.dealt, *pone, *dealer, tables, PACK_SIZE, joint)
        return joint

    total = np.zeros((keeps, keeps))
    # A few at a time: each has a matrix of its own.
    for start in range(0, len(chunks), 8):
        for part in map_chunks(add, chunks[start : start + 8]):
            total += part
        if progress is not None:
            progress(min(start + 8, len(chunks)), len(chunks))
    # What cannot be is zero but for what is left of the sums, some 1e-6 of 2e14; what is never kept is zero.
    total[np.bincount(pone.keeps, minlength=keeps) == 0] = 0
    total[:, np.bincount(dealer.keeps, minlength=keeps) == 0] = 0
    return np.maximum(total, 0)


def keep_weights_beside(strategy: Strategy) -> NDArray[np.float64]:
    """Count what a player keeps from the hands that have none of the cards of a keep of the other one.

    Returns
    -------
    float64 array of shape (keeps, keeps), the other player's keep first, in the order of
    :func:`cribstats.show.tables.rank_multisets`: means over the suits that his keep may have. Each row adds up to the
    hands that are left, C(48, 6). What he has thrown is not taken out: nobody can tell what goes with a keep that is
    never kept.
    """
    variant = strategy.variant
    kept = _kept_of_classes(strategy)
    multisets = np.array(rank_multisets(variant.kept))
    cards = unrank_classes(np.arange(class_count(variant.kept)), variant.kept)
    total = np.zeros((len(cards), len(multisets)))
    for size in range(variant.kept + 1):
        rows = _kept_from_supersets(size, kept, strategy)
        for part in combinations(range(variant.kept), size):
            parts = rank_classes(cards[:, part]) if size else np.zeros(len(cards), dtype=np.int64)
            total += (-1) ** size * rows[parts]
    ranks = cards // SUIT_COUNT
    places = RANK_COUNT ** np.arange(variant.kept)[::-1]
    numbers = np.searchsorted(multisets @ places, ranks.astype(np.int64) @ places)
    ways = class_sizes(np.arange(len(cards)), variant.kept)
    order = np.argsort(numbers, kind="stable")
    starts = np.searchsorted(numbers[order], np.arange(len(multisets)))
    sums = np.add.reduceat((ways[:, None] * total)[order], starts, axis=0)
    return np.maximum(sums / np.add.reduceat(ways[order], starts)[:, None], 0)


def _kept_from_supersets(size: int, kept: KeptOfClasses, strategy: Strategy) -> NDArray[np.float64]:
    """Return what is kept from all hands that hold the representative of each class of sets, shape (classes, keeps)."""
    variant = strategy.variant
    sets = unrank_classes(np.arange(class_count(size)), size) if size else np.zeros((1, 0), dtype=np.uint8)
    keeps = len(rank_multisets(variant.kept))
    edges = np.unique(np.linspace(0, len(sets), _CHUNKS + 1).astype(int)).tolist()

    def rows(bounds: tuple[int, int]) -> NDArray[np.float64]:
        part = sets[slice(*bounds)]
        return np.asarray(kernels.kept_rows(part, variant.dealt, *kept, suit_tables(variant.dealt), PACK_SIZE, keeps))

    return np.concatenate(map_chunks(rows, list(pairwise(edges))))


def _kept_of_classes(strategy: Strategy) -> KeptOfClasses:
    """List what is kept from each class, throws of the same ranks added up."""
    weights = strategy.weights()
    classes, throws = np.nonzero(weights)
    numbers = keep_numbers(strategy.variant)[classes, throws].astype(np.int64)
    keeps = len(rank_multisets(strategy.variant.kept))
    cells, inverse = np.unique(classes * keeps + numbers, return_inverse=True)
    added = np.bincount(inverse, weights=weights[classes, throws]).astype(np.float64, copy=False)
    counts = np.bincount(cells // keeps, minlength=len(weights))
    return KeptOfClasses(np.concatenate([[0], np.cumsum(counts)]), (cells % keeps).astype(np.int16), added)
