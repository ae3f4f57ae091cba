"""The rules of the play, compiled: what a card pegs, and states on ranks.

Suits do not matter in the play, and what it asks for is small enough for whole numbers:

* cards in an order, `CARD_BITS` each, rank + 1, the first in the lowest bits: a hand (ascending), or a series (the
  latest card first);
* cards that are counted, `HELD_BITS` for how many of each rank: such numbers add up;
* points, `POINT_BITS` for each kind, in the order of `KINDS` in play/tables.py: they add up too.

A state is a row of int64: the columns named below, then blocks of one column a seat. What a rank is worth and where
points are made is arithmetic here, without tables: a whole play takes well under a microsecond.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cribstats.accelerate import kernel

CARD_BITS = 4
CARD_MASK = 15
HELD_BITS = 3
HELD_MASK = 7
POINT_BITS = 8
POINT_MASK = 255

RANKS = 13
OF_A_RANK = 4
MOST_VALUE = 10
FIFTEEN = 15
THIRTY_ONE = 31

FOR_FIFTEEN, FOR_THIRTY_ONE, PAIRS, RUNS, GO, LAST = 0, 8, 16, 24, 32, 40
ALL_KINDS = 0x010101010101

# Columns of a state (HISTORY: the cards played and by whom), then its blocks, one column a seat: cards left (in
# order), number of the keep, cards seen (counted: kept by the seat or played by others), cards laid down (counted), how
# many are left, the count at which the seat could not play (THIRTY_ONE if it always could), points.
SERIES, COUNT, TURN, HISTORY, SEATS = 0, 1, 2, 3, 4
HAND, KEEP, SEEN, LAID, LEFT, GO_AT = 0, 1, 2, 3, 4, 5
POINTS = GO_AT + 1
BLOCKS = POINTS + 1
OVER = -1

# A history has the last ten cards played, the latest in the lowest bits: the card, and above it the seat.
SEAT_BITS = 2
SEAT_MASK = 3
HISTORY_BITS = CARD_BITS + SEAT_BITS
HISTORY_MASK = (1 << 10 * HISTORY_BITS) - 1

HALF = np.uint64(32)
LOW_HALF = np.uint64(0xFFFFFFFF)
OF_HALF = 1 << 32


@kernel
def random_below(words: NDArray[np.uint64], row: int, half: int, bound: int) -> int:
    """Return a random number below `bound` made of one half of a random word of a row.

    Of the 2**32 halves each number gets as many as any other, give or take one: a card of the pack is too likely or
    too unlikely by less than one part in 2**26.
    """
    word = words[row, half >> 1]
    if half & 1:
        word >>= HALF
    return np.int64(((word & LOW_HALF) * np.uint64(bound)) >> HALF)


@kernel
def total_of(points: int) -> int:
    """Add up points by kind."""
    return ((points * ALL_KINDS) >> LAST) & POINT_MASK


@kernel
def pegged(series: int) -> int:
    """Points by kind that the last card of a series makes by pairs and runs."""
    last = series & CARD_MASK
    rest = series >> CARD_BITS
    if rest & CARD_MASK == last:
        alike = 1
        while rest & CARD_MASK == last:
            alike += 1
            rest >>= CARD_BITS
        return alike * (alike - 1) << PAIRS
    ranks = 1 << last
    number = 1
    length = 0
    while rest:
        rank = 1 << (rest & CARD_MASK)
        if ranks & rank:
            break
        ranks |= rank
        number += 1
        # Neighbours: adding the lowest carries through all of them.
        if number > 2 and (ranks + (ranks & -ranks)) & ranks == 0:
            length = number
        rest >>= CARD_BITS
    return length << RUNS


@kernel
def count_pegged(count: int) -> int:
    """Points by kind for making a count."""
    if count == FIFTEEN:
        return 2 << FOR_FIFTEEN
    return 2 << FOR_THIRTY_ONE if count == THIRTY_ONE else 0


@kernel
def run_lengths(series: int) -> int:
    """Length of the run that each rank would make with the last cards of a series, in the places of rank + 1."""
    lengths = np.int64(0)
    low = high = added = series & CARD_MASK
    ranks = 1 << low
    number = 1
    rest = series >> CARD_BITS
    while rest:
        rank = rest & CARD_MASK
        if ranks >> rank & 1:
            break
        ranks |= 1 << rank
        number += 1
        added += rank
        low, high = min(low, rank), max(high, rank)
        missing = high - low + 1 - number
        if missing <= 1:
            length = np.int64(number + 1)
            if missing:
                at = CARD_BITS * ((low + high) * (number + 1) // 2 - added)
                lengths = lengths & ~(CARD_MASK << at) | length << at
            else:
                # Places 0 and 14 are no ranks, and nobody asks for them.
                at = CARD_BITS * (low - 1)
                lengths = lengths & ~(CARD_MASK << at) | length << at
                at = CARD_BITS * (high + 1)
                lengths = lengths & ~(CARD_MASK << at) | length << at
        rest >>= CARD_BITS
    return lengths


@kernel
def alike_at_end(series: int) -> int:
    """How many cards of one rank a series, not empty, ends with."""
    last = series & CARD_MASK
    alike = 1
    rest = series >> CARD_BITS
    while rest & CARD_MASK == last:
        alike += 1
        rest >>= CARD_BITS
    return alike


@kernel
def without_card(hand: int, card: int) -> int:
    """Take a card out of a hand."""
    at = 0
    while (hand >> at) & CARD_MASK != card:
        at += CARD_BITS
    below = (np.int64(1) << at) - 1
    return (hand & below) | ((hand >> CARD_BITS) & ~below)


@kernel
def start_state(state: NDArray[np.int64], keeps: NDArray[np.int16], row: int, keep_cards: NDArray[np.uint8]) -> None:
    """Set a state to the beginning of a play of the keeps in a row, one for each seat."""
    players = keeps.shape[1]
    kept = keep_cards.shape[1]
    state[:SEATS] = 0
    for seat in range(players):
        hand, counted = np.int64(0), np.int64(0)
        for i in range(kept):
            card = np.int64(keep_cards[keeps[row, seat], i])
            hand |= card << CARD_BITS * i
            counted += np.int64(1) << HELD_BITS * (card - 1)
        state[SEATS + HAND * players + seat] = hand
        state[SEATS + KEEP * players + seat] = keeps[row, seat]
        state[SEATS + SEEN * players + seat] = counted
        state[SEATS + LAID * players + seat] = 0
        state[SEATS + LEFT * players + seat] = kept
        state[SEATS + GO_AT * players + seat] = THIRTY_ONE
        state[SEATS + POINTS * players + seat] = 0


@kernel
def play_card(state: NDArray[np.int64], card: int, players: int, ends_at_go: bool) -> None:
    """Lay down a card for whose turn it is, peg what it makes, and pass the turn to the next who can play."""
    seat = state[TURN]
    counted = np.int64(1) << HELD_BITS * (card - 1)
    hands = SEATS + HAND * players
    state[hands + seat] = without_card(state[hands + seat], card)
    state[SEATS + LEFT * players + seat] -= 1
    state[SEATS + LAID * players + seat] += counted
    series = state[SERIES] << CARD_BITS | card
    count = state[COUNT] + min(card, MOST_VALUE)
    points = pegged(series) + count_pegged(count)
    leader, turn = OVER, OVER
    other = seat
    for _ in range(players):
        other = other + 1 if other + 1 < players else 0
        if other != seat:
            state[SEATS + SEEN * players + other] += counted
        hand = state[hands + other]
        if hand:
            if leader == OVER:
                leader = other
            if count + min(hand & CARD_MASK, MOST_VALUE) <= THIRTY_ONE:
                if turn == OVER:
                    turn = other
            elif turn == OVER and other != seat and count < state[SEATS + GO_AT * players + other]:
                # He says go. At thirty-one, where nobody needs to, it says nothing of his cards.
                state[SEATS + GO_AT * players + other] = count
    if turn == OVER:
        # The cards are turned down: at thirty-one, after the last card of all, or when nobody can play.
        if count < THIRTY_ONE:
            points += np.int64(1) << (LAST if leader == OVER else GO)
        series, count = 0, 0
        turn = OVER if ends_at_go else leader
    state[HISTORY] = (state[HISTORY] << HISTORY_BITS | seat << CARD_BITS | card) & HISTORY_MASK
    state[SERIES] = series
    state[COUNT] = count
    state[TURN] = turn
    state[SEATS + POINTS * players + seat] += points
