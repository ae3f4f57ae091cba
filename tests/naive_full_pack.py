"""A slow twin of a whole pack: a greedy player is dealt each hand that the other one leaves him, one by one.

The rules are those of RULES, by the naive scorer; no line of cribstats is used here. Points by rank stand in tables
made by that scorer: millions of hands can be gone through in numpy. Cards are numbers 0..51, rank = number // 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb

import numpy as np
from naive import score

JACK = 10
CHUNK = 100_000


@cache
def rank_points(cards: int) -> np.ndarray:
    """Fifteens, pairs and runs of some cards by their ranks in any order, an axis a card."""
    table = np.zeros((13,) * cards, dtype=np.int64)
    for ranks in combinations_with_replacement(range(13), cards):
        if any(ranks.count(rank) > 4 for rank in ranks):
            continue
        # Suits that make neither flush nor nobs: a Jack's suit is never the starter's, and there is none.
        worth = score([(rank + 1, "cdhs"[place % 4]) for place, rank in enumerate(ranks)], hand_flush=99)
        for order in set(permutations(ranks)):
            table[order] = worth
    return table


def keep_means(hands: np.ndarray, thrown: int, flush: int) -> np.ndarray:
    """Mean of each keep over all cards that were not dealt, times their number: shape (hands, throws)."""
    dealt = hands.shape[1]
    ranks, suits = hands // 4, hands % 4
    left = 4 - np.stack([(ranks == rank).sum(axis=1) for rank in range(13)], axis=1)
    of_suit = 13 - np.stack([(suits == suit).sum(axis=1) for suit in range(4)], axis=1)
    sums = []
    for throw in combinations(range(dealt), thrown):
        keep = [place for place in range(dealt) if place not in throw]
        by_starter = rank_points(len(keep) + 1)[tuple(ranks[:, keep].T)]
        total = (by_starter * left).sum(axis=1)
        for place in keep:
            total += (ranks[:, place] == JACK) * of_suit[np.arange(len(hands)), suits[:, place]]
        if len(keep) >= flush:
            flushes = (suits[:, keep] == suits[:, keep[:1]]).all(axis=1)
            total += flushes * (len(keep) * (52 - dealt) + of_suit[np.arange(len(hands)), suits[:, keep[0]]])
        sums.append(total)
    return np.stack(sums, axis=1)


def greedy_law(known: Sequence[int], dealt: int, thrown: int, flush: int) -> np.ndarray:
    """Weight of each two cards thrown together with each starter, shape (52, 52, 52), the lower card first.

    Each hand that can be dealt from the cards not known counts one, shared among its best throws.
    """
    unseen = np.array([card for card in range(52) if card not in known])
    throws = list(combinations(range(dealt), thrown))
    # How often each two are thrown, and together with each card that is then kept.
    pairs, held = np.zeros(52 * 52), np.zeros(52 * 52 * 52)
    hands = combinations(unseen.tolist(), dealt)
    total = comb(len(unseen), dealt)
    for start in range(0, total, CHUNK):
        size = min(CHUNK, total - start)
        rows = np.fromiter((card for _, hand in zip(range(size), hands, strict=False) for card in hand), np.int64)
        rows = rows.reshape(size, dealt)
        sums = keep_means(rows, thrown, flush)
        best = sums == sums.max(axis=1)[:, None]
        shares = best / best.sum(axis=1)[:, None]
        for number, (one, other) in enumerate(throws):
            cell = rows[:, one] * 52 + rows[:, other]
            pairs += np.bincount(cell, weights=shares[:, number], minlength=52 * 52)
            for place in range(dealt):
                held += np.bincount(cell * 52 + rows[:, place], weights=shares[:, number], minlength=52 * 52 * 52)
    law = np.zeros((52, 52, 52))
    law[:, :, unseen] = pairs.reshape(52, 52)[:, :, None] - held.reshape(52, 52, 52)[:, :, unseen]
    return law


def crib_mean(throw: Sequence[int], law: np.ndarray, crib_flush: int = 5) -> float:
    """Mean crib of two cards thrown to it, over what the other one throws and the starter."""
    ones, others, starters = np.nonzero(law)
    weights = law[ones, others, starters]
    cards = np.stack([np.full_like(ones, throw[0]), np.full_like(ones, throw[1]), ones, others, starters], axis=1)
    points = rank_points(5)[tuple((cards // 4).T)].astype(float)
    suits = cards % 4
    points += ((cards[:, :4] // 4 == JACK) & (suits[:, :4] == suits[:, 4:])).any(axis=1)
    if cards.shape[1] >= crib_flush:
        points += cards.shape[1] * (suits == suits[:, :1]).all(axis=1)
    return float(points @ weights / weights.sum())
