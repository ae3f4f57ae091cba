"""Deals at a table of three or four, by chance: who holds what, what is thrown, and what the crib then holds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import PACK_SIZE, RANK_COUNT, SUIT_COUNT
from cribstats.discard.drawing import draw_throws
from cribstats.discard.drawing.kernels import deal_hands
from cribstats.discard.strategies import Strategy
from cribstats.errors import ArgumentError
from cribstats.play.randomness import check_deals, random_words
from cribstats.seats import kernels
from cribstats.show.scorer import flush_points
from cribstats.show.tables import rank_multisets, show_tables
from cribstats.suits import binomials
from cribstats.variants import Variant

# Deals that are dealt, thrown and counted at a time, each lot from random words of its own.
CHUNK = 1 << 14

# Into how many parts the work is cut at most: each has sums of its own.
MOST_SPANS = 16


class CribTables(NamedTuple):
    """What scoring a crib with all starters looks up.

    Attributes
    ----------
    rows
        The row of four ranks, as digits.
    points
        In each row the points for fifteens, runs and pairs with a starter of each rank.
    flush
        What the cards of a crib of one suit count, before the starter.
    """

    rows: NDArray[np.int16]
    points: NDArray[np.uint8]
    flush: int


class Pack(NamedTuple):
    """The cards that are dealt from, and the starters before anything is dealt, by rank and by suit."""

    cards: NDArray[np.int64]
    ranks: NDArray[np.uint8]
    suits: NDArray[np.int64]


class DealtTables(NamedTuple):
    """Deals, a row each.

    Attributes
    ----------
    hands
        Cards, those of a hand ascending, shape (deals, players, dealt).
    ranks
        Colex ranks of the hands.
    thrown
        The place in the hand of the card that each throws.
    extras
        What the crib gets from the pack, shape (deals, cards).
    words
        What the chance was; the last halves are for throws that are mixed.
    """

    hands: NDArray[np.uint8]
    ranks: NDArray[np.int64]
    thrown: NDArray[np.uint8]
    extras: NDArray[np.uint8]
    words: NDArray[np.uint64]


@cache
def crib_tables(variant: Variant) -> CribTables:
    """Return the tables that score cribs."""
    tables = show_tables(variant.crib)
    multisets = rank_multisets(variant.crib)
    keys = tables.rank_keys[np.array(multisets)].sum(axis=1)
    rows = np.zeros((RANK_COUNT,) * variant.crib, dtype=np.int16)
    for row, ranks in enumerate(multisets):
        for order in set(permutations(ranks)):
            rows[order] = row
    points = np.zeros((len(keys), kernels.CELLS), dtype=np.uint8)
    points[:, :RANK_COUNT] = tables.points[keys[:, None] + tables.rank_keys]
    return CribTables(
        rows=rows.ravel(),
        points=points,
        flush=flush_points(variant.crib, crib=True, variant=variant),
    )


def new_pack(away: Sequence[int] | NDArray[np.uint8] = (), starter: int | None = None) -> Pack:
    """Return the pack without some cards; of a known starter the counts, and it is not dealt."""
    out = {int(card) for card in away} | ({starter} if starter is not None else set())
    cards = np.array([card for card in range(PACK_SIZE) if card not in out], dtype=np.int64)
    starters = cards if starter is None else np.array([starter])
    return Pack(
        cards,
        np.bincount(starters // SUIT_COUNT, minlength=kernels.CELLS).astype(np.uint8),
        np.bincount(starters % SUIT_COUNT, minlength=SUIT_COUNT),
    )


def starters_left(variant: Variant) -> int:
    """Return how many cards are left when all are dealt and the crib is full."""
    return PACK_SIZE - variant.players * variant.dealt - variant.pack_to_crib


def deal_words(players: int, variant: Variant) -> int:
    """Return how many random words a deal to some players takes: half of one for each card dealt and each throw."""
    return (players * (variant.dealt + 1) + variant.pack_to_crib + 1) // 2


def deal_tables(
    key: tuple[int, ...], deals: int, pack: Pack, strategies: Sequence[Strategy], variant: Variant
) -> DealtTables:
    """Deal to as many players as there are strategies, and let them throw; all chance follows from the key."""
    words = random_words(key, (deals, deal_words(len(strategies), variant)))
    hands, ranks, extras = deal_hands(
        words, pack.cards, len(strategies), variant.dealt, variant.pack_to_crib, binomials()
    )
    dealt = DealtTables(hands, ranks, np.empty((deals, len(strategies)), dtype=np.uint8), extras, words)
    for player, strategy in enumerate(strategies):
        throw_from(dealt, player, strategy, dealt.thrown)
    return dealt


def throw_from(dealt: DealtTables, player: int, strategy: Strategy, thrown: NDArray[np.uint8]) -> None:
    """Set what a player throws by a strategy, in `thrown`; the same chance for every strategy."""
    variant = strategy.variant
    players = dealt.hands.shape[1]
    half = players * variant.dealt + variant.pack_to_crib + player
    # One card is thrown, so the number of a throw is the card's place.
    thrown[:, player] = draw_throws(dealt.hands, dealt.ranks, player, dealt.words, half, strategy)


def cut_spans(deals: int) -> list[range]:
    """Cut a number of deals into parts, each of the starts of its chunks."""
    span = CHUNK * -(-deals // (CHUNK * MOST_SPANS))
    return [range(start, min(start + span, deals), CHUNK) for start in range(0, deals, span)]


def chunk_size(start: int, deals: int) -> int:
    """Return how many deals the chunk from `start` has."""
    return min(CHUNK, deals - start)


def check_sample(deals: int) -> None:
    """Raise an `ArgumentError` unless there are deals enough for a standard error."""
    check_deals(deals)
    if deals == 1:
        raise ArgumentError("deals 1: at least 2 expected, or there is no standard error")


def expand_all(strategies: Sequence[Strategy]) -> None:
    """Build what dealing looks up before threads start: two of them would build it twice."""
    for strategy in strategies:
        _ = strategy.expanded, strategy.mixed_rows
