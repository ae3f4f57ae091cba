"""Policies, compiled: cards, points and states are packed as play/kernels.py says."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cribstats.accelerate import kernel
from cribstats.play.equilibrium.compact_policy.kernels import choose_alone, find_place, weigh_stored
from cribstats.play.kernels import (
    CARD_BITS,
    CARD_MASK,
    COUNT,
    FIFTEEN,
    GO_AT,
    HAND,
    HELD_BITS,
    HELD_MASK,
    HISTORY,
    KEEP,
    LAID,
    LEFT,
    MOST_VALUE,
    OF_A_RANK,
    RANKS,
    SEATS,
    SEEN,
    SERIES,
    THIRTY_ONE,
    TURN,
    alike_at_end,
    count_pegged,
    pegged,
    run_lengths,
    total_of,
    without_card,
)

RANDOM, GREEDY, LOOKAHEAD, EQUILIBRIUM = 0, 1, 2, 3
# What a policy says that mixes: its weights tell which ranks.
MIXED = -1


@kernel
def unseen_of_rank(seen: int, card: int) -> int:
    """Count the cards of rank + 1 that are not among those seen."""
    return OF_A_RANK - ((seen >> HELD_BITS * (card - 1)) & HELD_MASK)


@kernel
def danger(series: int, count: int, seen: int) -> int:
    """Points that the next card would peg, added up over all cards not seen that may be played."""
    room = THIRTY_ONE - count
    risk = 0
    closing = FIFTEEN - count if count < FIFTEEN else room
    if 0 < closing < MOST_VALUE:
        risk = 2 * unseen_of_rank(seen, closing)
    elif closing == MOST_VALUE:
        for card in range(MOST_VALUE, RANKS + 1):
            risk += 2 * unseen_of_rank(seen, card)
    last = series & CARD_MASK
    if min(last, MOST_VALUE) <= room:
        alike = alike_at_end(series)
        risk += alike * (alike + 1) * unseen_of_rank(seen, last)
    lengths = run_lengths(series) >> CARD_BITS
    card = 1
    while lengths and card <= RANKS:
        if lengths & CARD_MASK and min(card, MOST_VALUE) <= room:
            risk += (lengths & CARD_MASK) * unseen_of_rank(seen, card)
        lengths >>= CARD_BITS
        card += 1
    return risk


@kernel
def choose_greedily(hand: int, seen: int, series: int, count: int) -> int:
    """Choose the card that pegs most; of equal ones that of the least danger, then the highest."""
    room = THIRTY_ONE - count
    last = series & CARD_MASK
    paired, lengths = 0, 0
    if last:
        alike = alike_at_end(series)
        paired = alike * (alike + 1)
        lengths = run_lengths(series)
    most, tied, ties = -1, 0, 0
    rest, before = hand, 0
    while rest:
        card = rest & CARD_MASK
        value = min(card, MOST_VALUE)
        if value > room:
            break
        if card != before:
            points = (lengths >> CARD_BITS * card) & CARD_MASK
            if card == last:
                points = paired
            if value == room or count + value == FIFTEEN:
                points += 2
            if points > most:
                most, tied, ties = points, card, 1
            elif points == most:
                tied = tied << CARD_BITS | card
                ties += 1
        before = card
        rest >>= CARD_BITS
    if ties == 1:
        return tied
    # The highest of them comes first.
    best, least = 0, 1 << 40
    while tied:
        card = tied & CARD_MASK
        risk = danger(series << CARD_BITS | card, count + min(card, MOST_VALUE), seen)
        if risk < least:
            best, least = card, risk
        tied >>= CARD_BITS
    return best


@kernel
def weigh_random(hand: int, count: int, weights: NDArray[np.float64]) -> None:
    """Set the weights of the cards that may be played, all equally likely."""
    weights[:] = 0
    number = 0
    rest = hand
    while rest and min(rest & CARD_MASK, MOST_VALUE) <= THIRTY_ONE - count:
        weights[(rest & CARD_MASK) - 1] += 1
        number += 1
        rest >>= CARD_BITS
    weights /= number


@kernel
def best_alone(hand: int, series: int, count: int) -> tuple[int, int]:
    """Card that pegs most, of equals the highest, and its points: (0, -1) if none may be played."""
    best, most = 0, -1
    rest = hand
    while rest:
        card = rest & CARD_MASK
        counted = count + min(card, MOST_VALUE)
        if counted > THIRTY_ONE:
            break
        points = total_of(pegged(series << CARD_BITS | card) + count_pegged(counted))
        if points >= most:
            best, most = card, points
        rest >>= CARD_BITS
    return best, most


@kernel
def play_alone(hand: int, series: int, count: int) -> int:
    """Points of who goes on alone to the end of a series, each card the one that pegs most, the go included."""
    sum_of_points = 0
    while count < THIRTY_ONE:
        card, points = best_alone(hand, series, count)
        if card == 0:
            return sum_of_points + 1
        hand = without_card(hand, card)
        series = series << CARD_BITS | card
        count += min(card, MOST_VALUE)
        sum_of_points += points
    return sum_of_points


@kernel
def weigh_answers(
    hand: int, series: int, count: int, answers: NDArray[np.int64], outcomes: NDArray[np.float64]
) -> None:
    """Say which answer the other player prefers after a series, and what follows from each for me.

    `answers[card]` is higher for what he prefers, with the card, rank + 1, in its low bits; 0 for what he may not
    play. `outcomes[card]` is what I peg on that answer less what he pegs; `outcomes[0]` what I peg if he says go.
    """
    outcomes[0] = play_alone(hand, series, count)
    for card in range(1, RANKS + 1):
        answers[card] = 0
        answered = count + min(card, MOST_VALUE)
        if answered > THIRTY_ONE:
            continue
        laid = series << CARD_BITS | card
        his = total_of(pegged(laid) + count_pegged(answered))
        answers[card] = his << CARD_BITS | card
        # If I cannot go on he pegs the go at least: -1.
        mine = best_alone(hand, laid, answered)[1] if answered < THIRTY_ONE else 0
        outcomes[card] = mine - his


@kernel
def choose_by_lookahead(
    hand: int,
    series: int,
    count: int,
    his_laid: int,
    his_left: int,
    his_go_at: int,
    believed: NDArray[np.float64],
    rank_keys: NDArray[np.int64],
    keep_at: NDArray[np.int16],
    rest_cards: NDArray[np.uint8],
    rest_keys: NDArray[np.int64],
    rest_before: NDArray[np.int64],
    rest_starts: NDArray[np.int64],
) -> int:
    """Choose the card of the highest mean of what I peg, less what he answers, plus what I peg on that.

    He holds any keep that he may have been dealt, by weight, that has the cards he played and none that he could have
    played when he said go. He answers with what pegs most, of equals the highest. If no keep of any weight is left,
    all that he may have are equally likely.
    """
    start, end = rest_starts[his_left], rest_starts[his_left + 1]
    key = np.int64(0)
    for rank in range(RANKS):
        key += ((his_laid >> HELD_BITS * rank) & HELD_MASK) * rank_keys[rank]
    unplayable = THIRTY_ONE - his_go_at
    weights = np.zeros(end, dtype=np.float64)
    whole = 0.0
    for i in range(start, end):
        if min(rest_cards[i, 0], MOST_VALUE) > unplayable:
            weights[i] = believed[keep_at[key + rest_keys[i]]]
            whole += weights[i]
    if whole == 0:
        for i in range(start, end):
            if min(rest_cards[i, 0], MOST_VALUE) > unplayable:
                weights[i] = 1.0
                whole += 1.0
    answers = np.zeros(RANKS + 1, dtype=np.int64)
    outcomes = np.zeros(RANKS + 1, dtype=np.float64)
    # His answer from each hand of up to as many cards as he has left, from that of the hand without its highest card.
    chosen = np.zeros(end, dtype=np.int64)
    most, best = -np.inf, 0
    rest, before = hand, 0
    while rest:
        card = rest & CARD_MASK
        rest >>= CARD_BITS
        counted = count + min(card, MOST_VALUE)
        if counted > THIRTY_ONE:
            break
        if card == before:
            continue
        before = card
        laid = series << CARD_BITS | card
        value = np.float64(total_of(pegged(laid) + count_pegged(counted)))
        if counted < THIRTY_ONE:
            weigh_answers(without_card(hand, card), laid, counted, answers, outcomes)
            for i in range(1, start):
                chosen[i] = max(chosen[rest_before[i]], answers[rest_cards[i, 1]])
            mean = 0.0
            for i in range(start, end):
                answer = max(chosen[rest_before[i]], answers[rest_cards[i, 1]])
                mean += weights[i] * outcomes[answer & CARD_MASK]
            value += mean / whole
        if value >= most:
            most, best = value, card
    return best


@kernel
def choose_at_sight(state: NDArray[np.int64], players: int, policies: NDArray[np.int64]) -> int:
    """Choose a card, rank + 1, for whose turn it is where that takes no tables: the only one, or greedily; else 0.

    What a policy is given is what the player knows: the cards that he has left, those that he has seen, the series
    and its count. (Apart from :func:`choose`, because a call with that many arrays costs more than a greedy choice.)
    """
    seat = state[TURN]
    hand, count = state[SEATS + HAND * players + seat], state[COUNT]
    first = hand & CARD_MASK
    rest = hand >> CARD_BITS
    while rest & CARD_MASK == first:
        rest >>= CARD_BITS
    if rest == 0 or count + min(rest & CARD_MASK, MOST_VALUE) > THIRTY_ONE:
        return first
    if policies[seat] == GREEDY:
        return choose_greedily(hand, state[SEATS + SEEN * players + seat], state[SERIES], count)
    return 0


@kernel
def choose_by_equilibrium(
    state: NDArray[np.int64],
    ends_at_go: bool,
    nexts: NDArray[np.int32],
    starts: NDArray[np.int32],
    chances: NDArray[np.uint8],
    hands: NDArray[np.int64],
    weights: NDArray[np.float64],
) -> int:
    """Choose a card, rank + 1, by the compact policy of two players, or say `MIXED` and set the weights; else 0.

    It is given the cards played in their order, and what whose turn it is has left. 0: it knows nothing of his hand.
    """
    seat, count = state[TURN], state[COUNT]
    hand, mine = state[SEATS + HAND * 2 + seat], state[SEATS + LEFT * 2 + seat]
    theirs = state[SEATS + LEFT * 2 + 1 - seat]
    kept = hands.shape[1] - 1
    place, went = find_place(state[HISTORY], 2 * kept - mine - theirs, kept, seat, count, ends_at_go, nexts)
    if theirs == 0:
        return choose_alone(state[SERIES], count, seat, went, hand, ends_at_go)
    return MIXED if weigh_stored(place, hand, mine, count, chances, starts, hands, weights) else 0


@kernel
def choose(
    state: NDArray[np.int64],
    players: int,
    policies: NDArray[np.int64],
    beliefs: NDArray[np.float64],
    weights: NDArray[np.float64],
    rank_keys: NDArray[np.int64],
    keep_at: NDArray[np.int16],
    rest_cards: NDArray[np.uint8],
    rest_keys: NDArray[np.int64],
    rest_before: NDArray[np.int64],
    rest_starts: NDArray[np.int64],
) -> int:
    """Choose a card, rank + 1, by a policy that :func:`choose_at_sight` leaves, or say `MIXED` and set the weights.

    What a policy is given is what the player knows: beside what is given there, of the next player the cards that he
    laid down, how many he has left, the count at which he said go, and how likely each of his keeps was at the start.
    Hands of which the equilibrium knows nothing look ahead: there they are never held, or never come so far.
    """
    seat = state[TURN]
    hand = state[SEATS + HAND * players + seat]
    if policies[seat] != RANDOM:
        other = seat + 1 if seat + 1 < players else 0
        return choose_by_lookahead(
            hand,
            state[SERIES],
            state[COUNT],
            state[SEATS + LAID * players + other],
            state[SEATS + LEFT * players + other],
            state[SEATS + GO_AT * players + other],
            beliefs[seat, state[SEATS + KEEP * players + seat]],
            rank_keys,
            keep_at,
            rest_cards,
            rest_keys,
            rest_before,
            rest_starts,
        )
    weigh_random(hand, state[COUNT], weights)
    return MIXED
