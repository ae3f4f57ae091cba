"""The throws of one hand weighed against the law of the opponent's throw and the starter."""

from __future__ import annotations

from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import JACK, SUIT_COUNT, card_names
from cribstats.compute import map_chunks, thread_count
from cribstats.discard import kernels
from cribstats.discard.law import ThrowLaw
from cribstats.discard.pegging import pegging_of_hands
from cribstats.discard.results import ThrowAnalysis, summarise
from cribstats.discard.throws import throws_of
from cribstats.show.kernels import KEY_MASK
from cribstats.show.scorer import flush_points, score_hands
from cribstats.show.tables import show_tables
from cribstats.variants import Variant


class CribKinds:
    """Mean points of the crib by kind for each throw, worked out when first asked for."""

    def __init__(self, thrown: NDArray[np.uint8], law: ThrowLaw, variant: Variant) -> None:
        self._thrown, self._law, self._variant = thrown, law, variant

    @cached_property
    def means(self) -> NDArray[np.float64]:
        """Mean points, shape (throws, kinds)."""
        tables = show_tables(self._variant.crib)
        flush = flush_points(self._variant.crib, crib=True, variant=self._variant)
        law = self._law

        def weigh(some: slice) -> NDArray[np.float64]:
            return np.asarray(
                kernels.weigh_crib_kinds(
                    self._thrown[some], law.throws, law.starters, law.weights, tables.codes, tables.by_kind, flush
                )
            )

        return np.concatenate(map_chunks(weigh, _parts(len(self._thrown)))) / law.total

    def row(self, throw: int) -> list[float]:
        """Return the means of one throw, in the order of the kinds."""
        return [float(mean) for mean in self.means[throw]]


def analyse_throws(
    cards: NDArray[np.uint8], role: str, law: ThrowLaw, variant: Variant, pegging: NDArray[np.float64] | None
) -> list[ThrowAnalysis]:
    """Weigh every throw of ascending cards, in the order of :func:`throws_of`; `pegging`: values of keeps, or none."""
    throws = throws_of(variant)
    thrown, kept = cards[throws.thrown], cards[throws.kept]
    starters = law.starters
    points = score_hands(np.repeat(kept, len(starters), axis=0), np.tile(starters, len(kept)), variant=variant).reshape(
        len(kept), len(starters)
    )
    tables = show_tables(variant.crib)
    flush = flush_points(variant.crib, crib=True, variant=variant)
    jacks = (starters // SUIT_COUNT == JACK).astype(np.int64)
    rows = 2 * points.astype(np.int64) + jacks
    hands, cribs = _most_points(variant.kept) + 1, _most_points(variant.crib) + 1

    def weigh(some: slice) -> NDArray[np.float64]:
        return np.asarray(
            kernels.weigh_shows(
                thrown[some],
                rows[some],
                law.throws,
                starters,
                law.weights,
                tables.codes,
                tables.points,
                flush,
                (2 * hands, cribs),
            )
        )

    weights = np.concatenate(map_chunks(weigh, _parts(len(thrown))))
    weights = weights.reshape(len(thrown), hands, 2, cribs)
    shares = law.weights.sum(axis=0) / law.total
    kinds = CribKinds(thrown, law, variant)
    names = card_names(starters)
    starter_points = points.tolist()
    hand_kinds = (_hand_kinds(kept, starters, points, variant) @ shares).tolist()
    pegged: list[float | None] = [None] * len(kept)
    if pegging is not None:
        pegged = pegging_of_hands(pegging, cards[None], variant)[0].tolist()
    return [
        ThrowAnalysis(
            throw=tuple(card_names(thrown[t])),
            keep=tuple(card_names(kept[t])),
            role=role,
            weights=weights[t],
            total=law.total,
            _starters=(names, starter_points[t]),
            _hand_kinds=hand_kinds[t],
            _crib_kinds=partial(kinds.row, t),
            pegging=pegged[t],
            **(told | {"net": told["net"] + (pegged[t] or 0.0)}),
        )
        for t, told in enumerate(summarise(weights, law.total, role))
    ]


def _hand_kinds(
    kept: NDArray[np.uint8], starters: NDArray[np.uint8], points: NDArray[np.uint8], variant: Variant
) -> NDArray[np.float64]:
    """Points of each hand with each starter by kind, shape (hands, kinds, starters)."""
    tables = show_tables(variant.kept)
    keys = (tables.codes[kept] & KEY_MASK).sum(axis=1)
    parts = tables.by_kind[keys[:, None] + (tables.codes[starters] & KEY_MASK)]
    jacks = SUIT_COUNT * JACK + starters % SUIT_COUNT
    nobs = (kept[:, :, None] == jacks).any(axis=1)
    by_rank = [parts & 255, (parts >> 8) & 255, parts >> 16]
    flush = points - sum(by_rank) - nobs
    return np.stack([*by_rank, flush, nobs], axis=1).astype(np.float64)


def _parts(count: int) -> list[slice]:
    """Cut `count` throws into as many parts as there are threads."""
    size = -(-count // thread_count())
    return [slice(start, start + size) for start in range(0, count, size)]


def _most_points(held: int) -> int:
    """Bound what `held` cards and the starter can score: the highest rank part, nobs, a flush and its starter."""
    return int(show_tables(held).points.max()) + 1 + held + 1
