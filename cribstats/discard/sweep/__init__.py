"""The sweep: the exact mean of the crib for every throw of every class of hands, against one opponent, in one pass.

The opponent holds H and throws p from it with probability sigma(p|H); the starter s lies outside his hand and mine.
Hand and starter together are one set X of seven cards that must avoid my six, S. For a throw d let

    phi_d(X) = sum over s in X, H = X - s, p in H, of sigma(p|H) * crib(d, p, s),
    U_d(T)   = sum of phi_d(X) over X that hold T.

By inclusion and exclusion the sum of phi_d(X) over X that avoid S is the sum of (-1)^|T| U_d(T) over the subsets T of
S, and the throw itself can be taken out first: with A_d(T) the sum over X that hold T and avoid d (four terms), it is
the sum of (-1)^|T| A_d(T) over the subsets of the keep. A_d depends on the two ranks of d, and on whether their suits
are the same: 169 tables of all sets of three cards, each with its share of its parts. The keep itself, T = K, is
worked out on the spot.

U needs no sum over seven-card sets. With C_k(T) the sum over H that hold T of the probability of each rank pair thrown,
and G_k(T) that of the points of all starters outside H,

    U_d(T) = G_k(T) + sum over s in T, p, of R(d, p, s) * (C_{k-1}(T - s)[p] - C_k(T)[p]),

and C_k and G_k follow from C_{k+1} and G_{k+1}. Nobs for a Jack in p and flushes are columns of the same sums, by suit;
nobs for a Jack in d does not depend on the opponent.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import JACK, PACK_SIZE, RANK_COUNT, SUIT_COUNT
from cribstats.compute import map_chunks
from cribstats.discard.dealt import dealt_hands
from cribstats.discard.strategies import Strategy
from cribstats.discard.sweep import kernels
from cribstats.discard.sweep.kernels import RANK_PAIRS, SweepTables
from cribstats.discard.throws import throws_of
from cribstats.errors import StrategyError
from cribstats.show.scorer import flush_points
from cribstats.show.tables import RANK_KEYS, show_tables
from cribstats.suits import LARGEST_SET, binomials, class_count, suit_tables, unrank_classes
from cribstats.variants import Variant, check_two_players

__all__ = ["sweep_crib_means", "two_card_means"]

_CHUNKS = 64


@cache
def sweep_tables(variant: Variant) -> SweepTables:
    """Return what every sweep of a game looks up."""
    pairs = list(combinations_with_replacement(range(RANK_COUNT), 2))
    keys = np.array(RANK_KEYS)[np.array(pairs)].sum(axis=1)
    points = show_tables(variant.crib).points
    crib_points = np.zeros((RANK_COUNT, RANK_PAIRS, kernels.GAINS))
    for rank, key in enumerate(RANK_KEYS):
        # Five of a rank score nothing here; inclusion and exclusion takes such sets out again.
        crib_points[rank, :, :RANK_PAIRS] = points[keys[:, None] + keys + key]
    rank_pairs = np.zeros((RANK_COUNT, RANK_COUNT), dtype=np.int64)
    for number, (one, other) in enumerate(pairs):
        rank_pairs[one, other] = rank_pairs[other, one] = number
    sizes = range(variant.dealt)
    starts = np.zeros((LARGEST_SET + 1, (LARGEST_SET + 1) ** 3), dtype=np.int64)
    for size in range(1, variant.dealt + 1):
        starts[size] = suit_tables(size).start_of_pattern
    flush = flush_points(variant.crib, crib=True, variant=variant)
    tables = suit_tables(variant.dealt)
    return SweepTables(
        crib_points=crib_points,
        all_starters=SUIT_COUNT * crib_points.sum(axis=0),
        rank_pairs=rank_pairs,
        flush=float(flush + 1 if flush else 0),
        thrown=throws_of(variant).thrown,
        hands=dealt_hands(variant),
        mask_codes=tables.mask_codes,
        multisets=tables.multisets,
        starts=starts,
        rows=np.concatenate([[0], np.cumsum([len(_sets(size)) for size in sizes])]),
        binomials=binomials(),
    )


def sweep_crib_means(strategy: Strategy | NDArray[np.float64], variant: Variant) -> NDArray[np.float64]:
    """Return the exact mean of the crib for every throw of every class of hands.

    Parameters
    ----------
    strategy
        What the opponent throws: a strategy, or its weights, shape (classes, throws).
    variant
        The game.

    Returns
    -------
    float64 array of shape (classes, throws), in points; throws in places of the class's representative.

    Raises
    ------
    StrategyError
        The strategy is of another game.
    VariantError
        The game is not one of two players.
    """
    weights = _weights(strategy, variant)
    tables = sweep_tables(variant)
    short_counts, gains = _gains_of_sets(weights, variant, tables)
    removed = _remove_throws(gains, variant, tables)
    pairs = short_counts[:, :RANK_PAIRS]
    rows, columns = np.nonzero(pairs)
    count_starts = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=len(pairs)))])
    count_values = pairs[rows, columns]
    deals = float(comb(variant.unseen, variant.dealt) * (variant.unseen - variant.dealt))
    keeps = throws_of(variant).kept

    def means(bounds: tuple[int, int]) -> NDArray[np.float64]:
        return np.asarray(
            kernels.crib_means(
                *bounds,
                keeps,
                weights,
                short_counts,
                count_starts,
                columns,
                count_values,
                gains,
                removed,
                deals,
                tables,
            )
        )

    return np.concatenate(map_chunks(means, _bounds(len(weights))))


def two_card_means(strategy: Strategy | NDArray[np.float64], variant: Variant) -> NDArray[np.float64]:
    """Return the exact mean of the crib when only the two cards thrown are known.

    Parameters and errors are those of :func:`sweep_crib_means`.

    Returns
    -------
    float64 array of shape (182,), in points: rank pairs A-A, A-2, ... K-K of two suits, then those of one (pairs of
    one rank have none: 0).
    """
    weights = _weights(strategy, variant)
    tables = sweep_tables(variant)
    _, gains = _gains_of_sets(weights, variant, tables)
    others = PACK_SIZE - variant.thrown
    deals = comb(others, variant.dealt) * (others - variant.dealt)
    means = np.zeros(2 * RANK_PAIRS)
    for one, other, number in _throws():
        suited = one % SUIT_COUNT == other % SUIT_COUNT
        # The one set of no cards: all hands and starters that avoid the two.
        total = kernels.remove_throw(one, other, number, 0, gains, tables)[0]
        jacks = sum(card // SUIT_COUNT == JACK for card in (one, other))
        # A Jack of one's own finds a starter of its suit among the cards of the suit that are left.
        left = RANK_COUNT - 1 - suited
        means[number + RANK_PAIRS * suited] = total / deals + jacks * left / others
    return means


def _weights(strategy: Strategy | NDArray[np.float64], variant: Variant) -> NDArray[np.float64]:
    check_two_players(variant)
    if not isinstance(strategy, Strategy):
        return np.ascontiguousarray(strategy, dtype=np.float64)
    if strategy.variant != variant:
        raise StrategyError(f"strategy '{strategy.name}' is of the {strategy.variant.name} game")
    return strategy.weights()


def _throws() -> list[tuple[int, int, int]]:
    """List two cards for each rank pair, of two suits and then of one, and the pair's number."""
    pairs = list(combinations_with_replacement(range(RANK_COUNT), 2))
    return [
        (SUIT_COUNT * one, SUIT_COUNT * other + (not suited), number)
        for suited in (False, True)
        for number, (one, other) in enumerate(pairs)
        if not (suited and one == other)
    ]


def _gains_of_sets(
    weights: NDArray[np.float64], variant: Variant, tables: SweepTables
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the counts of sets one card short of a hand, and U of all sets up to that size, stacked by size."""
    largest = variant.dealt - 1
    sets = _sets(largest)

    def collect(bounds: tuple[int, int]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        counts, gains = kernels.collect_hands(sets[slice(*bounds)], weights, tables)
        return counts, gains

    counts, gains = {}, {}
    counts[largest], gains[largest] = _stack(map_chunks(collect, _bounds(len(sets))))
    for size in range(largest - 1, -1, -1):
        counts[size], gains[size] = _collect_supersets(size, counts[size + 1], gains[size + 1], variant, tables)

    def add(size: int) -> NDArray[np.float64]:
        sets, below = _sets(size), counts[size - 1]

        def add_inside(bounds: tuple[int, int]) -> NDArray[np.float64]:
            part = slice(*bounds)
            return np.asarray(
                kernels.add_starters_inside(sets[part], counts[size][part], gains[size][part], below, tables)
            )

        return np.concatenate(map_chunks(add_inside, _bounds(len(sets))))

    stacked = np.concatenate([gains[0], *(add(size) for size in range(1, largest + 1))])
    kernels.spread_nobs(stacked)
    return counts[largest], stacked


def _collect_supersets(
    size: int,
    above_counts: NDArray[np.float64],
    above_gains: NDArray[np.float64],
    variant: Variant,
    tables: SweepTables,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    sets = _sets(size)

    def collect(bounds: tuple[int, int]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        counts, gains = kernels.collect_supersets(
            sets[slice(*bounds)], above_counts, above_gains, variant.dealt - size, tables
        )
        return counts, gains

    return _stack(map_chunks(collect, _bounds(len(sets))))


def _remove_throws(gains: NDArray[np.float64], variant: Variant, tables: SweepTables) -> NDArray[np.float64]:
    """Return A_d, with its signs, of every set one card short of a keep and of its share of its parts.

    Rows are the rank pairs of two suits, then those of one.
    """
    throws = _throws()
    most = variant.kept - 1

    def remove(throw: tuple[int, int, int]) -> NDArray[np.float64]:
        return np.asarray(kernels.remove_throw(*throw, most, gains, tables))

    rows = map_chunks(remove, throws)
    removed = np.zeros((2 * RANK_PAIRS, len(rows[0])))
    for (one, other, number), row in zip(throws, rows, strict=True):
        removed[number + (RANK_PAIRS if one % SUIT_COUNT == other % SUIT_COUNT else 0)] = row
    return removed


@cache
def _sets(size: int) -> NDArray[np.uint8]:
    """Return the representatives of the suit classes of sets of a size, the empty set included."""
    if size == 0:
        return np.zeros((1, 0), dtype=np.uint8)
    return unrank_classes(np.arange(class_count(size)), size)


def _bounds(count: int) -> list[tuple[int, int]]:
    """Cut `count` rows into chunks of about the same size."""
    edges = np.unique(np.linspace(0, count, min(_CHUNKS, count) + 1).astype(int)).tolist()
    return list(pairwise(edges))


def _stack(
    parts: list[tuple[NDArray[np.float64], NDArray[np.float64]]],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return np.concatenate([counts for counts, _ in parts]), np.concatenate([gains for _, gains in parts])
