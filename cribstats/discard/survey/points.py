"""How often hands and cribs come to each number of points when both players throw by their strategies, exactly."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import PACK_SIZE, SUIT_COUNT
from cribstats.compute import Progress, map_chunks
from cribstats.discard.dealt import deal_ways, dealt_hands
from cribstats.discard.kernels import weigh_shows
from cribstats.discard.opponents import DEFAULT_OPPONENT, OpponentLike, find_pair
from cribstats.discard.pairs import StrategyPair
from cribstats.discard.roles import ROLES
from cribstats.discard.strategies import Strategy, count_unit
from cribstats.discard.survey import kernels
from cribstats.discard.throws import throws_of
from cribstats.show.scorer import flush_points
from cribstats.show.tables import show_tables
from cribstats.suits import binomials, class_count, class_sizes, set_count, suit_tables, unrank_classes
from cribstats.variants import SIX_CARD, Variant

if TYPE_CHECKING:
    import pandas as pd

_CHUNK = 1 << 15


class Keeps(NamedTuple):
    """What a strategy keeps with the representative of each class of throws.

    Attributes
    ----------
    cards, weights
        The keeps, ascending, and the probability of the throw from each: stacked, one class after the other.
    starts
        Where the keeps of each class start, and the end.
    """

    cards: NDArray[np.uint8]
    weights: NDArray[np.float64]
    starts: NDArray[np.int64]


class ThrowPairs(NamedTuple):
    """The throws of one player that stand beside one throw of the other, suits being names only.

    Attributes
    ----------
    throws
        Cards thrown, shape (pairs, thrown).
    classes, suits
        Each is the representative of its class with its suits renamed: suit u is called `suits[pair, u]`.
    ways
        How many pairs of throws each stands for.
    """

    throws: NDArray[np.uint8]
    classes: NDArray[np.int64]
    suits: NDArray[np.uint8]
    ways: NDArray[np.int64]


def hand_distribution(strategy: Strategy) -> NDArray[np.float64]:
    """Return the probability of each number of points of the hand that a strategy keeps, from 0 up."""
    variant = strategy.variant
    tables = show_tables(variant.kept)
    flush = flush_points(variant.kept, crib=False, variant=variant)
    hands = dealt_hands(variant)
    ways, weights = deal_ways(variant), strategy.counts()

    def weigh(start: int) -> NDArray[np.float64]:
        rows = slice(start, start + _CHUNK)
        return np.asarray(
            kernels.weigh_hands(
                hands[rows],
                ways[rows],
                weights[rows],
                throws_of(variant).kept,
                tables.codes,
                tables.points,
                flush,
                _scores(variant),
            )
        )

    weighed = np.sum(map_chunks(weigh, range(0, len(hands), _CHUNK)), axis=0)
    return np.asarray(weighed / (count_unit(variant) * set_count(variant.dealt) * variant.unseen))


def crib_distribution(pair: StrategyPair, *, progress: Progress | None = None) -> NDArray[np.float64]:
    """Return the probability of each number of points of the crib, from 0 up.

    Parameters
    ----------
    pair
        What the dealer throws and what the pone throws.
    progress
        Told how many of the dealer's throws are done.

    Notes
    -----
    The crib depends on both hands dealt and on the starter. For two throws and a starter the ways to be dealt them are
    the pairs of keeps, one of each player, that have no card in common and leave the starter: some 80,000 pairs of
    throws, suits being names only.
    """
    variant = pair.variant
    dealers, pones = (_list_keeps(pair.of(role)) for role in ROLES)
    thrown = unrank_classes(np.arange(class_count(variant.thrown)), variant.thrown)
    masks = np.arange(1 << variant.kept)
    tops = np.array([max(int(mask).bit_length() - 1, 0) for mask in masks])
    sizes = np.array([int(mask).bit_count() for mask in masks])
    rows = np.concatenate([[0, 1], 1 + np.cumsum([set_count(size) for size in range(1, variant.kept + 1)])])
    tables = show_tables(variant.crib)
    flush = flush_points(variant.crib, crib=True, variant=variant)
    starters = np.arange(PACK_SIZE, dtype=np.uint8)

    def weigh(number: int) -> NDArray[np.float64]:
        beside = throw_pairs(variant)[number]
        chosen = slice(dealers.starts[number], dealers.starts[number + 1])
        law = kernels.cross_throws(
            thrown[number],
            dealers.cards[chosen],
            dealers.weights[chosen],
            beside.throws,
            beside.classes,
            beside.suits,
            pones.cards,
            pones.weights,
            pones.starts,
            tops,
            sizes,
            rows,
            binomials(),
        )
        no_hand = np.zeros((1, PACK_SIZE), dtype=np.int64)
        weighed = weigh_shows(
            thrown[number : number + 1],
            no_hand,
            beside.throws,
            starters,
            law * beside.ways[:, None],
            tables.codes,
            tables.points,
            flush,
            (1, _scores(variant)),
        )
        return np.asarray(weighed[0, 0])

    weighed = np.sum(map_chunks(weigh, range(len(thrown)), progress=progress), axis=0)
    return np.asarray(weighed / _deals(variant))


@cache
def throw_pairs(variant: Variant) -> list[ThrowPairs]:
    """Return for the representative of each class of throws the throws of the other player, as :class:`ThrowPairs`."""
    classes = np.arange(class_count(variant.thrown))
    representatives = unrank_classes(classes, variant.thrown)
    renamings = np.array(list(permutations(range(SUIT_COUNT))), dtype=np.uint8)
    # Every throw, as a renamed representative: the first renaming that makes it.
    renamed = np.sort(_rename(representatives[:, None], renamings[None]), axis=-1).reshape(-1, variant.thrown)
    every, first = np.unique(renamed, axis=0, return_index=True)
    class_of, renaming_of = np.divmod(first, len(renamings))
    pairs = []
    for theirs, ways in zip(representatives, class_sizes(classes, variant.thrown), strict=True):
        same = (np.sort(_rename(theirs, renamings), axis=-1) == theirs).all(axis=1)
        images = np.sort(_rename(every[:, None], renamings[same][None]), axis=-1).astype(np.int64)
        keys = (images * PACK_SIZE ** np.arange(variant.thrown)).sum(axis=-1).min(axis=1)
        apart = np.flatnonzero(~np.isin(every, theirs).any(axis=1))
        _, chosen, counts = np.unique(keys[apart], return_index=True, return_counts=True)
        rows = apart[chosen]
        pairs.append(ThrowPairs(every[rows], class_of[rows], renamings[renaming_of[rows]], counts * ways))
    return pairs


def points_distribution(
    *, opponent: OpponentLike = DEFAULT_OPPONENT, variant: Variant = SIX_CARD, progress: Progress | None = None
) -> pd.DataFrame:
    """Tabulate how often hands and cribs come to each number of points, both players throwing as `opponent` does.

    Parameters
    ----------
    opponent
        As :func:`cribstats.discard.find_opponent` takes it; its two sides play each other.
    variant
        The game.
    progress
        Told how much of the crib's distribution is done: it takes most of a minute.

    Returns
    -------
    A frame with a row for each number of ``points``: the share of deals in which ``dealer_hand``, ``pone_hand`` and
    ``crib`` are worth so many (probabilities).

    Raises
    ------
    OpponentError
        The opponent is not known.
    """
    import pandas as pd

    pair = find_pair(opponent, variant=variant)
    columns = {f"{role}_hand": hand_distribution(pair.of(role)) for role in ROLES}
    columns["crib"] = crib_distribution(pair, progress=progress)
    frame = pd.DataFrame({"points": np.arange(_scores(variant)), **columns})
    most = int(np.flatnonzero(frame.drop(columns="points").any(axis=1)).max())
    return frame[: most + 1]


def _list_keeps(strategy: Strategy) -> Keeps:
    variant = strategy.variant
    weights = strategy.weights()
    throws = throws_of(variant)
    pack = np.arange(PACK_SIZE, dtype=np.uint8)

    def list_keeps(thrown: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
        others = np.setdiff1d(pack, thrown)
        cards, probabilities = kernels.list_keeps(
            thrown, others, variant.kept, weights, throws.numbers, suit_tables(variant.dealt)
        )
        return cards, probabilities

    parts = map_chunks(list_keeps, list(unrank_classes(np.arange(class_count(variant.thrown)), variant.thrown)))
    starts = np.cumsum([0, *(len(probabilities) for _, probabilities in parts)])
    return Keeps(
        np.concatenate([cards for cards, _ in parts]),
        np.concatenate([probabilities for _, probabilities in parts]),
        starts,
    )


def _rename(cards: NDArray[np.uint8], renamings: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Rename the suits of cards, shape (..., cards), by each renaming, shape (..., suits)."""
    shape = np.broadcast_shapes(cards.shape[:-1], renamings.shape[:-1])
    suits = np.broadcast_to(cards % SUIT_COUNT, (*shape, cards.shape[-1])).astype(np.int64)
    new_suits = np.take_along_axis(np.broadcast_to(renamings, (*shape, SUIT_COUNT)), suits, axis=-1)
    return np.asarray(cards // SUIT_COUNT * SUIT_COUNT + new_suits, dtype=np.uint8)


def _deals(variant: Variant) -> float:
    """Return how many ways there are to deal both hands and to cut the starter."""
    return float(set_count(variant.dealt) * comb(variant.unseen, variant.dealt) * (variant.unseen - variant.dealt))


def _scores(variant: Variant) -> int:
    """Return one more than the most points that the tables know."""
    return int(max(show_tables(variant.kept).points.max(), show_tables(variant.crib).points.max())) + 2
