"""Hands of which only the ranks are known: every suit pattern, weighted by the ways to be dealt it."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import chain, combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import RANK_NAMES, SUIT_COUNT
from cribstats.compute import Progress
from cribstats.discard.built import read_throw_means
from cribstats.discard.kernels import TIE
from cribstats.discard.one_hand import analyse_throws
from cribstats.discard.opponents import Opponent
from cribstats.discard.results import KINDS, DiscardAnalysis, ThrowAnalysis, best_first, place_order, summarise
from cribstats.discard.throws import throws_of
from cribstats.suits import rank_classes, unrank_classes
from cribstats.variants import Variant


def suit_patterns(ranks: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """List the suit classes that hands of these ranks fall into.

    Parameters
    ----------
    ranks
        Ranks 0..12, ascending.

    Returns
    -------
    Representatives, uint8 of shape (classes, cards), and how many hands each stands for, int64.

    Examples
    --------
    >>> import numpy as np
    >>> hands, ways = suit_patterns(np.array([0, 1, 6, 8, 10, 11], dtype=np.uint8))
    >>> len(hands), int(ways.sum())
    (187, 4096)
    """
    choices = [
        [[SUIT_COUNT * rank + suit for suit in suits] for suits in combinations(range(SUIT_COUNT), times)]
        for rank, times in sorted(Counter(ranks.tolist()).items())
    ]
    hands = np.array([list(chain(*chosen)) for chosen in product(*choices)], dtype=np.uint8)
    classes, ways = np.unique(rank_classes(hands), return_counts=True)
    return unrank_classes(classes, len(ranks)), ways.astype(np.int64)


def analyse_ranks(
    ranks: NDArray[np.uint8], role: str, opponent: Opponent, *, progress: Progress | None = None
) -> DiscardAnalysis:
    """Analyse every throw of ranks, as a mean over the suits that the hand may have.

    Parameters
    ----------
    ranks
        Ranks 0..12, ascending.
    role
        ``dealer`` or ``pone``.
    opponent
        The other player.
    progress
        Told how many suit patterns are done.

    Notes
    -----
    The player sees his suits: within a pattern a throw of ranks is the best of its versions, and the mean is over
    patterns. Versions that are worth the same (which Jack is thrown may move points from hand to crib) are equally
    likely, or hand and crib would depend on what the suits are called.
    """
    variant = opponent.variant
    pegging = None if opponent.pegging is None else opponent.pegging.of(role)
    patterns, ways = suit_patterns(ranks)
    shares = ways / ways.sum()
    versions: dict[tuple[str, ...], list[tuple[float, ThrowAnalysis]]] = defaultdict(list)
    for done, (cards, share) in enumerate(zip(patterns, shares.tolist(), strict=True), start=1):
        chosen: dict[tuple[str, ...], list[ThrowAnalysis]] = defaultdict(list)
        law = opponent.law(cards, None)
        for throw in best_first(analyse_throws(cards, role, law, variant, pegging)):
            alike = chosen[_ranks_of(throw.throw)]
            if not alike or throw.net >= alike[0].net - TIE:
                alike.append(throw)
        for names, alike in chosen.items():
            # The crib by kind is worked out here, while the law it comes from is at hand.
            versions[names] += [(share / len(alike), _with_kinds(throw)) for throw in alike]
        if progress is not None:
            progress(done, len(patterns))
    throws = [_mean_throw(names, seen, role) for names, seen in sorted(versions.items(), key=_by_rank)]
    return DiscardAnalysis(
        hand=tuple(RANK_NAMES[rank] for rank in ranks),
        role=role,
        opponent=opponent.name,
        variant=variant,
        throws=tuple(best_first(throws)),
        patterns=len(patterns),
        play_gap=opponent.play_gap,
    )


def mean_rank_throws(
    ranks: NDArray[np.uint8],
    role: str,
    crib_means: NDArray[np.float64],
    variant: Variant,
    pegging: NDArray[np.float64] | None,
) -> list[dict[str, Any]]:
    """Return what :func:`analyse_ranks` does, means alone, from a built table: a thousand times as fast.

    Parameters
    ----------
    ranks
        Ranks 0..12, ascending.
    role
        ``dealer`` or ``pone``.
    crib_means
        The built table against the opponent (:func:`cribstats.discard.built.built_crib_means`).
    variant
        The game.
    pegging
        Values of keeps, shape (keeps,), or none.

    Returns
    -------
    For each throw of ranks, the best first: ``throw`` and ``keep``, and mean ``hand_points``, ``crib``, ``heels``,
    ``pegging`` (None if it is not counted) and ``net`` (points).
    """
    patterns, ways = suit_patterns(ranks)
    shares = ways / ways.sum()
    means = read_throw_means(patterns, role, crib_means, variant, pegging)
    throws = throws_of(variant)
    alike: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for number, places in enumerate(throws.thrown):
        alike[tuple(ranks[places].tolist())].append(number)
    told: list[dict[str, Any]] = []
    for thrown, versions in alike.items():
        nets = means.net[:, versions]
        best = nets >= nets.max(axis=1, keepdims=True) - TIE
        weights = shares[:, None] * best / best.sum(axis=1, keepdims=True)
        kept = ranks[throws.kept[versions[0]]]
        points = {name: getattr(means, name)[:, versions] for name in ("hand_points", "crib", "net")}
        told.append(
            {
                "throw": tuple(RANK_NAMES[rank] for rank in thrown),
                "keep": tuple(RANK_NAMES[rank] for rank in kept),
                **{name: float((weights * values).sum()) for name, values in points.items()},
                "heels": float(shares @ means.heels[:, 0]),
                # All suits of these ranks keep, and so peg, the same.
                "pegging": None if means.pegging is None else float(means.pegging[0, versions[0]]),
            }
        )
    (order,) = place_order(np.array([[throw["net"] for throw in told]]))
    return [told[number] for number in order]


def _with_kinds(throw: ThrowAnalysis) -> ThrowAnalysis:
    _ = throw.crib_kinds
    return throw


def _mean_throw(names: tuple[str, ...], versions: list[tuple[float, ThrowAnalysis]], role: str) -> ThrowAnalysis:
    """Mix the versions of a throw of ranks, one for each suit pattern."""
    joint = np.sum([share * version.joint for share, version in versions], axis=0)
    by_rank: dict[str, list[tuple[float, float]]] = defaultdict(list)
    hand_kinds, crib_kinds = np.zeros(len(KINDS)), np.zeros(len(KINDS))
    for share, version in versions:
        hand_kinds += share * np.array(list(version.hand_kinds.values()))
        crib_kinds += share * np.array(list(version.crib_kinds.values()))
        for starter, points in version.starter_points.items():
            by_rank[starter[0]].append((share, points))
    starters = {
        name: sum(share * points for share, points in by_rank[name]) / sum(share for share, _ in by_rank[name])
        for name in RANK_NAMES
        if name in by_rank
    }
    crib_means = [float(mean) for mean in crib_kinds]
    pegging = versions[0][1].pegging
    told = summarise(joint[None], 1.0, role)[0]
    return ThrowAnalysis(
        throw=names,
        keep=_ranks_of(versions[0][1].keep),
        role=role,
        weights=joint,
        total=1.0,
        _starters=(list(starters), list(starters.values())),
        _hand_kinds=[float(mean) for mean in hand_kinds],
        _crib_kinds=lambda: crib_means,
        pegging=pegging,
        **(told | {"net": told["net"] + (pegging or 0.0)}),
    )


def _ranks_of(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name[0] for name in names)


def _by_rank(item: tuple[tuple[str, ...], object]) -> list[int]:
    return [RANK_NAMES.index(name) for name in item[0]]
