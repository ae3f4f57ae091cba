"""Deals played by the averages of a solved play: the tree is walked in its order, with the deals in tow.

A deal's cards, turns, gos and points are those of its own state, by the rules of play/kernels.py; the walk only tells
where the numbers of a decision stand. A deal whose state is not where the walk is would be lost, and is counted.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cribstats.accelerate import kernel, recursive_kernel
from cribstats.play.equilibrium.kernels import NUMBERS, may_play, measure, ranks_above
from cribstats.play.equilibrium.places.kernels import FOLLOWING, GO, after_card, after_go, hand_number
from cribstats.play.kernels import (
    CARD_BITS,
    CARD_MASK,
    COUNT,
    HAND,
    HELD_BITS,
    LEFT,
    MOST_VALUE,
    OF_HALF,
    OVER,
    POINTS,
    RANKS,
    SEATS,
    THIRTY_ONE,
    TURN,
    play_card,
    random_below,
    start_state,
    total_of,
    without_card,
)

PLAYERS = 2


@kernel
def draw_rank(state: NDArray[np.int64], drawn_of_all: float, chances: NDArray[np.float64]) -> int:
    """Draw a rank, from the top, of those of a state's hand that may be played, by chances that need not add up to 1.

    `drawn_of_all`: a random number of 0 to 1. All are equally likely where no chance is above 0.
    """
    hand, count = state[SEATS + HAND * PLAYERS + state[TURN]], state[COUNT]
    total, number = 0.0, 0
    for rank in range(RANKS):
        if is_playable(hand, count, rank):
            total += chances[rank]
            number += 1
    left = drawn_of_all * (total if total > 0 else number)
    drawn = GO
    for rank in range(RANKS):
        chance = chances[rank] if total > 0 else 1.0
        if chance > 0 and is_playable(hand, count, rank):
            drawn = rank
            left -= chance
            if left < 0:
                break
    return drawn


@kernel
def is_playable(hand: int, count: int, rank: int) -> bool:
    """Whether a hand holds a rank, from the top, that may be played on a count."""
    card = RANKS - rank
    while hand & CARD_MASK and hand & CARD_MASK != card:
        hand >>= CARD_BITS
    return hand != 0 and count + min(card, MOST_VALUE) <= THIRTY_ONE


@kernel
def play_opening(
    states: NDArray[np.int64],
    keeps: NDArray[np.int16],
    words: NDArray[np.uint64],
    leads: NDArray[np.float64],
    answers: NDArray[np.float64],
    ends_at_go: bool,
    keep_cards: NDArray[np.uint8],
    hands: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Start all deals, and play lead and answer; returned are their ranks, from the top, shape (deals, 2)."""
    deals, kept = states.shape[0], keep_cards.shape[1]
    opening = np.empty((deals, PLAYERS), dtype=np.int64)
    chances = np.zeros(RANKS)
    for deal in range(deals):
        state = states[deal]
        start_state(state, keeps, deal, keep_cards)
        for seat in range(PLAYERS):
            hand = state[SEATS + HAND * PLAYERS + seat]
            for rank in range(RANKS):
                if is_playable(hand, 0, rank):
                    rest = hand_number(without_card(hand, RANKS - rank), kept - 1, hands)
                    chances[rank] = leads[rank, rest] if seat == 0 else answers[opening[deal, 0], rank, rest]
            rank = draw_rank(state, random_below(words, deal, seat, OF_HALF) / OF_HALF, chances)
            opening[deal, seat] = rank
            play_card(state, RANKS - rank, PLAYERS, ends_at_go)
    return opening


@kernel
def count_lost(
    left: tuple[int, int],
    ranks: tuple[int, int],
    deals: NDArray[np.int64],
    states: NDArray[np.int64],
    hands: NDArray[np.int64],
) -> int:
    """Count the deals of which a player has another number of cards left, or one of more than the first ranks."""
    lost = 0
    for deal in deals:
        for seat in range(PLAYERS):
            number = hand_number(states[deal, SEATS + HAND * PLAYERS + seat], left[seat], hands)
            if states[deal, SEATS + LEFT * PLAYERS + seat] != left[seat] or number >= hands[ranks[seat], left[seat]]:
                lost += 1
                break
    return lost


@kernel
def play_forced(deals: NDArray[np.int64], states: NDArray[np.int64], ends_at_go: bool) -> None:
    """Play deals in which nobody has more than a card to their ends."""
    for deal in deals:
        state = states[deal]
        while state[TURN] != OVER:
            play_card(state, state[SEATS + HAND * PLAYERS + state[TURN]], PLAYERS, ends_at_go)


@kernel
def draw_cards(
    count: int,
    turn: int,
    mine: int,
    step: int,
    numbers: NDArray[np.int64],
    deals: NDArray[np.int64],
    states: NDArray[np.int64],
    words: NDArray[np.uint64],
    averages: NDArray[np.float32],
    ends_at_go: bool,
    hands: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Play a card, drawn by averages, in each deal that lets whose turn it is play one; returned are ranks, or `GO`.

    `numbers`: where those of each rank that may be played stand.
    """
    drawn = np.full(deals.shape[0], GO)
    chances = np.zeros(RANKS)
    for i in range(deals.shape[0]):
        state = states[deals[i]]
        # Who cannot play was passed over: the turn is the other's, or the series is another.
        if state[TURN] != turn or state[COUNT] != count:
            continue
        hand = state[SEATS + HAND * PLAYERS + turn]
        for rank in range(RANKS):
            chances[rank] = 0.0
            if numbers[rank] >= 0 and is_playable(hand, count, rank):
                chances[rank] = 1.0  # a last card is no decision, and has no numbers
                if mine > 1:
                    rest = hand_number(without_card(hand, RANKS - rank), mine - 1, hands)
                    chances[rank] = averages[numbers[rank] + rest]
        drawn[i] = draw_rank(state, random_below(words, deals[i], step, OF_HALF) / OF_HALF, chances)
        play_card(state, RANKS - drawn[i], PLAYERS, ends_at_go)
    return drawn


@recursive_kernel
def play_on(
    count: int,
    left: tuple[int, int],
    ranks: tuple[int, int],
    turn: int,
    went: int,
    used: int,
    start: int,
    deals: NDArray[np.int64],
    states: NDArray[np.int64],
    words: NDArray[np.uint64],
    averages: NDArray[np.float32],
    ends_at_go: bool,
    hands: NDArray[np.int64],
    met: NDArray[np.int64],
    lost: NDArray[np.int64],
) -> int:
    """Play deals that stand at a place of the tree to their ends; return where the numbers after it start.

    The place is described as `walk` takes it; its own numbers are at `start`. `met` is for `measure`; `lost` counts
    deals whose states are elsewhere.
    """
    if deals.shape[0] == 0:
        met[NUMBERS] = 0
        measure(count, left, ranks, turn, went, used, ends_at_go, hands, met)
        return start + met[NUMBERS]
    lost[0] += count_lost(left, ranks, deals, states, hands)
    if lost[0]:
        return start
    if left[0] <= 1 and left[1] <= 1:
        play_forced(deals, states, ends_at_go)
        return start
    mine, limit = left[turn], ranks[turn]
    numbers = np.full(RANKS, -1)
    at = start
    for rank in range(limit):
        if may_play(rank, count, used):
            numbers[rank] = at
            if mine > 1:
                at += hands[limit, mine - 1]
    step = PLAYERS * (hands.shape[1] - 1) - left[0] - left[1]
    drawn = draw_cards(count, turn, mine, step, numbers, deals, states, words, averages, ends_at_go, hands)
    for rank in range(FOLLOWING):
        after, now_ranks, now_used = left, ranks, used
        if rank == GO:
            if ranks_above(THIRTY_ONE - count, limit) == 0:
                continue
            now, now_ranks, now_turn, now_went, over = after_go(count, left, ranks, turn, went, ends_at_go)
        else:
            if rank >= limit or not may_play(rank, count, used):
                continue
            now, after, now_turn, now_went, over = after_card(count, left, turn, went, rank, ends_at_go)
            now_used += 1 << HELD_BITS * rank
        if not over:
            at = play_on(
                now, after, now_ranks, now_turn, now_went, now_used, at, deals[drawn == rank], states, words,
                averages, ends_at_go, hands, met, lost,
            )  # fmt: skip
    return at


@kernel
def sum_points(states: NDArray[np.int64]) -> tuple[int, NDArray[np.int64]]:
    """Count the deals that are over, and add up points: pone's, dealer's, pone's less dealer's; and their squares."""
    over = 0
    sums = np.zeros((2, PLAYERS + 1), dtype=np.int64)
    for state in states:
        over += state[TURN] == OVER
        pone = total_of(state[SEATS + POINTS * PLAYERS])
        dealer = total_of(state[SEATS + POINTS * PLAYERS + 1])
        for i, points in enumerate((pone, dealer, pone - dealer)):
            sums[0, i] += points
            sums[1, i] += points * points
    return over, sums
