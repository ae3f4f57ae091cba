"""The discard by ranks alone: the model behind Hessel's tables of average cribs.

No line of cribstats is used here; numpy is all that is needed. The model:

* A card is its rank, 1 (ace) to 13 (king), and four cards of a rank are alike. A hand is a multiset of six ranks: there
  are 18,395.
* At the show fifteens, pairs and runs count. A Jack in hand or crib has nobs for 1/4 of a point, one suit in four,
  unless the starter is a Jack, which is of another suit. There is no flush, and heels belong to no card thrown.
* A hand is worth its mean over the 46 cards not dealt to it. The crib is worth what a table says of the two ranks
  thrown, whatever the other four cards are: one table of 91 numbers for the dealer and one for the pone.
* The dealer throws what makes the most of hand + table, the pone what makes the most of hand - table.
* The number in a table is the mean crib over the deals in which these two ranks are thrown. So tables make throws and
  throws make tables; it is gone round until the tables settle.

The way round is short, because one array holds all that can happen: in how many ways the dealer throws one pair of
ranks, the pone another, and the starter is of a rank. Both tables are means over that array.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np

RANKS = range(1, 14)
JACK = 11
ALIKE = 4  # cards of one rank
DEALT = 6
UNSEEN = 52 - DEALT
ROUNDS = 14  # from here to thirty the tables come no nearer to the published ones

PAIRS = list(combinations_with_replacement(RANKS, 2))
PAIR_NUMBERS = {pair: number for number, pair in enumerate(PAIRS)}


class Throws(NamedTuple):
    """Throws of the 18,395 hands, one a row, those of a hand together, each pair of ranks once: numbers of the hand and
    of the pair, and the mean hand that is kept."""

    hand: np.ndarray
    pair: np.ndarray
    kept: np.ndarray


class Strategy(NamedTuple):
    """What is thrown: numbers of hand and pair, and how likely the hand is to throw it."""

    hand: np.ndarray
    pair: np.ndarray
    chance: np.ndarray


class Tables(NamedTuple):
    """The mean crib by the pair thrown, in the order of `PAIRS`."""

    dealer: np.ndarray
    pone: np.ndarray


# The show


@cache
def combination_points(ranks: tuple[int, ...]) -> int:
    """Count fifteens, pairs and runs of some ranks, ascending."""
    values = [min(rank, 10) for rank in ranks]
    fifteens = sum(sum(some) == 15 for size in range(2, len(ranks) + 1) for some in combinations(values, size))
    pairs = sum(one == other for one, other in combinations(ranks, 2))
    return 2 * fifteens + 2 * pairs + run_points(ranks)


def run_points(ranks: tuple[int, ...]) -> int:
    """Count runs: in each sequence that no rank held makes longer, its length for every way to choose its cards."""
    points = length = 0
    ways = 1
    for rank in range(1, 15):  # there is no rank 14: it ends the last sequence
        if rank in ranks:
            length += 1
            ways *= ranks.count(rank)
        else:
            points += length * ways if length >= 3 else 0
            length, ways = 0, 1
    return points


@cache
def shows(four: tuple[int, ...]) -> np.ndarray:
    """Return what four cards are worth with each rank of starter, nobs at its mean."""
    nobs = four.count(JACK) / 4
    return np.array(
        [combination_points(tuple(sorted((*four, starter)))) + (0 if starter == JACK else nobs) for starter in RANKS]
    )


@cache
def crib_points() -> np.ndarray:
    """Return what a crib is worth by the pairs that the two players throw and the starter, shape (91, 91, 13).

    Five of a rank get a number too, and no weight.
    """
    return np.array([[shows(tuple(sorted(one + other))) for other in PAIRS] for one in PAIRS])


# Hands and throws


@cache
def hands() -> np.ndarray:
    """List every hand of six ranks, ascending, shape (18395, 6)."""
    every = combinations_with_replacement(RANKS, DEALT)
    return np.array([hand for hand in every if max(map(hand.count, hand)) <= ALIKE])


@cache
def counts() -> np.ndarray:
    """Return how many cards of each rank each hand has, shape (18395, 13)."""
    return np.stack([(hands() == rank).sum(axis=1) for rank in RANKS], axis=1)


def ways_of_rank() -> np.ndarray:
    """Return in how many ways n of the cards left of a rank can be dealt, [left, n]."""
    return np.array([[comb(left, n) for n in range(ALIKE + 1)] for left in range(ALIKE + 1)], dtype=float)


@cache
def deals() -> np.ndarray:
    """Return in how many ways each hand can be dealt from a full pack: together C(52, 6)."""
    return ways_of_rank()[ALIKE][counts()].prod(axis=1)


@cache
def throws() -> Throws:
    """List the throws of every hand with the mean of what is kept over the 46 cards that may be the starter."""
    rows = []
    for number, (hand, held) in enumerate(zip(hands().tolist(), counts(), strict=True)):
        for pair in sorted(set(combinations(hand, 2))):
            kept = list(hand)
            for rank in pair:
                kept.remove(rank)
            rows.append((number, PAIR_NUMBERS[pair], shows(tuple(kept)) @ (ALIKE - held) / UNSEEN))
    hand, pair, kept = zip(*rows, strict=True)
    return Throws(np.array(hand), np.array(pair), np.array(kept))


def throw_best(bonus: np.ndarray) -> Strategy:
    """Throw what makes the most of the hand and a bonus for the pair thrown; equal throws are equally likely."""
    hand, pair, kept = throws()
    worth = kept + bonus[pair]
    first = np.flatnonzero(np.diff(hand, prepend=-1))
    best = worth > np.maximum.reduceat(worth, first)[hand] - 1e-9
    return Strategy(hand[best], pair[best], 1 / np.bincount(hand[best])[hand[best]])


# Deals and tables


@cache
def ways_to_meet() -> list[tuple[np.ndarray, np.ndarray]]:
    """Return in how many ways a hand can be dealt when another hand is gone, as two factors: low and high ranks.

    Each factor is a number for every hand, that of its cards of these ranks, and the ways by the two numbers,
    [gone, dealt].
    """
    factors = []
    for ranks in (slice(0, 7), slice(7, 13)):
        kinds, number = np.unique(counts()[:, ranks], axis=0, return_inverse=True)
        ways = np.ones((len(kinds), len(kinds)))
        for held in kinds.T:
            ways *= ways_of_rank()[ALIKE - held[:, None], held]
        factors.append((number.ravel(), ways))
    return factors


def law_of_deals(dealer: Strategy, pone: Strategy) -> np.ndarray:
    """Count the deals by what the dealer throws, what the pone throws, and the starter: shape (91, 91, 13).

    Every hand of the dealer meets every hand of the pone in as many ways as the cards that he leaves allow; the starter
    is one of the cards that both leave. All counts together are C(52, 6) * C(46, 6) * 40.
    """
    law = np.zeros((len(PAIRS), len(PAIRS), len(RANKS)))
    theirs = [np.flatnonzero(pone.pair == pair) for pair in range(len(PAIRS))]
    for pair in range(len(PAIRS)):
        mine = np.flatnonzero(dealer.pair == pair)
        my_hands = dealer.hand[mine]
        my_ways = deals()[my_hands] * dealer.chance[mine]
        for other, rows in enumerate(theirs):
            their_hands = pone.hand[rows]
            meetings = np.outer(my_ways, pone.chance[rows])
            for number, ways in ways_to_meet():
                meetings *= ways[number[my_hands][:, None], number[their_hands]]
            # Four of each rank, less what the dealer holds, less what the pone holds.
            gone = meetings.sum(axis=1) @ counts()[my_hands] + meetings.sum(axis=0) @ counts()[their_hands]
            law[pair, other] = ALIKE * meetings.sum() - gone
    return law


def realised_averages(law: np.ndarray) -> Tables:
    """Return the mean crib over the deals in which the dealer, or the pone, throws each pair."""
    points = law * crib_points()
    return Tables(points.sum(axis=(1, 2)) / law.sum(axis=(1, 2)), points.sum(axis=(0, 2)) / law.sum(axis=(0, 2)))


def thrown_shares(law: np.ndarray) -> Tables:
    """Return in what share of deals the dealer, and the pone, throws each pair."""
    return Tables(law.sum(axis=(1, 2)) / law.sum(), law.sum(axis=(0, 2)) / law.sum())


def law_by_tables(tables: Tables) -> np.ndarray:
    """Count the deals of a dealer and a pone who throw by these tables."""
    return law_of_deals(throw_best(tables.dealer), throw_best(-tables.pone))


def settle(rounds: int = ROUNDS) -> Tables:
    """Go round from tables to throws to tables, each time half the way.

    The first tables are those of players who ignore the crib; they throw every pair with some hand. Whole ways
    overshoot: after 14 of them numbers still move by 0.03. Half ways end with a few hands, nearly indifferent, that go
    on changing their minds and move numbers by less than 0.01.
    """
    nothing = np.zeros(len(PAIRS))
    tables = realised_averages(law_by_tables(Tables(nothing, nothing)))
    for _ in range(rounds):
        reached = realised_averages(law_by_tables(tables))
        tables = Tables(*(np.add(tables, reached) / 2))
    return tables
