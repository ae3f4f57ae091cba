"""The compact policy, compiled: chances rounded and stored place by place; who is left alone plays what makes most."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cribstats.accelerate import kernel, recursive_kernel
from cribstats.play.equilibrium.kernels import NET, NUMBERS, finish, may_play, measure, ranks_above
from cribstats.play.equilibrium.places.kernels import FOLLOWING, GO, after_card, after_go, hand_number
from cribstats.play.kernels import (
    CARD_BITS,
    CARD_MASK,
    HELD_BITS,
    HISTORY_BITS,
    MOST_VALUE,
    RANKS,
    SEAT_MASK,
    THIRTY_ONE,
    count_pegged,
    pegged,
    total_of,
    without_card,
)


@kernel
def net_before_last(series: int, count: int, turn: int, went: int, card: int, last: int, ends_at_go: bool) -> int:
    """Points, mine less his, of playing a card when one more is left, and the other player has none."""
    series = series << CARD_BITS | card
    made = total_of(pegged(series) + count_pegged(count + min(card, MOST_VALUE)))
    left = (2, 0) if turn == 0 else (0, 2)
    count, _, now_turn, now_went, over = after_card(count, left, turn, went, RANKS - card, ends_at_go)
    if over:
        return made
    if count == 0:
        series = 0
    if turn == 0:
        return made + finish(series, count, now_turn, now_went, last, 0, ends_at_go, NET)
    return made - finish(series, count, now_turn, now_went, 0, last, ends_at_go, NET)


@kernel
def net_alone(series: int, count: int, turn: int, went: int, card: int, others: int, ends_at_go: bool) -> int:
    """Points, mine less his, of playing a card when one or two more are left, and the other player has none, at best.

    Longer hands there cannot be: who has them is never left alone, for the other may play his second card.
    """
    low, high = others & CARD_MASK, others >> CARD_BITS
    if high == 0:
        return net_before_last(series, count, turn, went, card, low, ends_at_go)
    series = series << CARD_BITS | card
    made = total_of(pegged(series) + count_pegged(count + min(card, MOST_VALUE)))
    left = (3, 0) if turn == 0 else (0, 3)
    count, _, _, went, over = after_card(count, left, turn, went, RANKS - card, ends_at_go)
    if not over and count + min(low, MOST_VALUE) > THIRTY_ONE:
        made += 1
        count, over = 0, ends_at_go
    if over:
        return made
    if count == 0:
        series, went = 0, 0
    best = net_before_last(series, count, turn, went, low, high, ends_at_go)
    if count + min(high, MOST_VALUE) <= THIRTY_ONE:
        best = max(best, net_before_last(series, count, turn, went, high, low, ends_at_go))
    return made + best


@kernel
def choose_alone(series: int, count: int, turn: int, went: int, hand: int, ends_at_go: bool) -> int:
    """Choose the card, rank + 1, that makes most in the end when the other player has none left; of equals the lowest.

    At least one of two or three cards may be played.
    """
    best, most = 0, 0
    rest = hand
    while rest:
        card = rest & CARD_MASK
        rest >>= CARD_BITS
        if count + min(card, MOST_VALUE) > THIRTY_ONE:
            break
        net = net_alone(series, count, turn, went, card, without_card(hand, card), ends_at_go)
        if best == 0 or net > most:
            best, most = card, net
    return best


@kernel
def find_place(
    history: int,
    cards: int,
    kept: int,
    turn: int,
    count: int,
    ends_at_go: bool,
    nexts: NDArray[np.int32],
) -> tuple[int, int]:
    """Return the place to which a history of cards leads, or -1 if it is not listed, and whether the other has gone.

    `turn`, `count`: whose turn it is there, and on what count: gos that led there are told by them.
    """
    place, went, at, now = 0, 0, 0, 0
    left = (kept, kept)
    ranks = (RANKS, RANKS)
    for i in range(cards - 1, -2, -1):
        seat, card, value = turn, 0, 0
        if i >= 0:
            entry = history >> HISTORY_BITS * i
            seat, card = (entry >> CARD_BITS) & SEAT_MASK, entry & CARD_MASK
            value = min(card, MOST_VALUE)
        # Who did not play, or not on this count, has said go.
        while at != seat or (now + value > THIRTY_ONE if card else now != count):
            if place >= 0:
                place = nexts[place, GO]
            now, ranks, at, went, _ = after_go(now, left, ranks, at, went, ends_at_go)
        if card:
            if place >= 0:
                place = nexts[place, RANKS - card]
            now, left, at, went, _ = after_card(now, left, at, went, RANKS - card, ends_at_go)
    return place, went


@kernel
def weigh_stored(
    place: int,
    hand: int,
    mine: int,
    count: int,
    chances: NDArray[np.uint8],
    starts: NDArray[np.int32],
    hands: NDArray[np.int64],
    weights: NDArray[np.float64],
) -> bool:
    """Set the weights of ranks to the chances stored for a hand at a place, if there are any."""
    total = 0.0
    weights[:] = 0
    rest = hand
    while rest:
        card = rest & CARD_MASK
        rest >>= CARD_BITS
        if count + min(card, MOST_VALUE) > THIRTY_ONE:
            break
        if weights[card - 1] == 0:
            number = hand_number(without_card(hand, card), mine - 1, hands)
            weights[card - 1] = chances[starts[place, RANKS - card] + number]
            total += weights[card - 1]
    if total == 0:
        return False
    weights /= total
    return True


@kernel
def round_chances(
    table: NDArray[np.float64],
    sources: NDArray[np.int64],
    starts: NDArray[np.int32],
    limit: int,
    mine: int,
    reach: NDArray[np.float64],
    levels: int,
    least: float,
    bigger: NDArray[np.int32],
    hands: NDArray[np.int64],
    chances: NDArray[np.uint8],
) -> None:
    """Round the chances of a place to whole parts of `levels`, those below `least` to none, for hands that reach it.

    `table` has the numbers of ranks from `sources`, `chances` from `starts`: both one for each hand left after it.
    """
    held, rests = hands[limit, mine], hands[limit, mine - 1]
    shares = np.full((held, RANKS), -1.0)
    left = np.zeros((held, RANKS), dtype=np.int64)
    for rank in range(limit):
        if starts[rank] >= 0:
            for h in range(rests):
                hand = bigger[mine - 1, h, rank]
                shares[hand, rank] = max(table[sources[rank] + h], 0)
                left[hand, rank] = starts[rank] + h
    for hand in range(held):
        if reach[hand] <= 0:
            continue
        total, most = 0.0, 0.0
        for rank in range(limit):
            total += max(shares[hand, rank], 0)
            most = max(most, shares[hand, rank])
        kept = 0.0
        for rank in range(limit):
            if shares[hand, rank] >= 0:
                if total == 0:
                    shares[hand, rank] = 1.0
                elif shares[hand, rank] < min(least * total, most):
                    shares[hand, rank] = 0.0
                kept += shares[hand, rank]
        if kept == 0:
            continue  # nothing may be played
        parts = levels
        for rank in range(limit):
            if shares[hand, rank] > 0:
                shares[hand, rank] *= levels / kept
                whole = int(shares[hand, rank])
                chances[left[hand, rank]] = whole
                shares[hand, rank] -= whole
                parts -= whole
        # What rounding down has left goes to the largest remainders.
        for _ in range(parts):
            largest = 0
            for rank in range(limit):
                if shares[hand, rank] > shares[hand, largest]:
                    largest = rank
            chances[left[hand, largest]] += 1
            shares[hand, largest] = -1.0


@kernel
def reach_on(
    reach: NDArray[np.float64],
    chances: NDArray[np.uint8],
    start: int,
    mine: int,
    rests: int,
    rank: int,
    bigger: NDArray[np.int32],
    next_reach: NDArray[np.float64],
) -> None:
    """Tell which hands (above 0) may be left after a card of a rank, whose chances start at `start`; -1: all."""
    for h in range(rests):
        next_reach[h] = reach[bigger[mine - 1, h, rank]]
        if start >= 0 and chances[start + h] == 0:
            next_reach[h] = 0.0


@recursive_kernel
def take(
    place: int,
    count: int,
    left: tuple[int, int],
    ranks: tuple[int, int],
    turn: int,
    went: int,
    used: int,
    start: int,
    rows: tuple[int, int],
    averages: NDArray[np.float32],
    ends_at_go: bool,
    levels: int,
    least: float,
    nexts: NDArray[np.int32],
    starts: NDArray[np.int32],
    bigger: NDArray[np.int32],
    hands: NDArray[np.int64],
    reaches: NDArray[np.float64],
    met: NDArray[np.int64],
    chances: NDArray[np.uint8],
) -> int:
    """Round the averages of a place and of those that follow; return where the averages after them start.

    `place` is its number, or -1 where none follows that is listed: averages there are passed over.
    """
    if place < 0:
        met[NUMBERS] = 0
        measure(count, left, ranks, turn, went, used, ends_at_go, hands, met)
        return start + met[NUMBERS]
    mine = left[turn]
    limit = ranks[turn]
    rests = hands[limit, mine - 1]
    sources = np.full(RANKS, -1)
    at = start
    for rank in range(limit):
        if starts[place, rank] >= 0:
            sources[rank] = at
            at += rests
    reach, next_reach = reaches[turn, rows[turn]], reaches[turn, rows[turn] + 1]
    if mine > 1:
        table = averages[start:at].astype(np.float64)
        round_chances(table, sources - start, starts[place], limit, mine, reach, levels, least, bigger, hands, chances)
    now_rows = (rows[0] + 1, rows[1]) if turn == 0 else (rows[0], rows[1] + 1)
    for rank in range(FOLLOWING):
        after, now_ranks, now_used = left, ranks, used
        if rank == GO:
            if ranks_above(THIRTY_ONE - count, limit) == 0:
                continue
            now, now_ranks, now_turn, now_went, over = after_go(count, left, ranks, turn, went, ends_at_go)
            next_reach[:] = reach
        else:
            if rank >= limit or not may_play(rank, count, used):
                continue
            now, after, now_turn, now_went, over = after_card(count, left, turn, went, rank, ends_at_go)
            now_used += 1 << HELD_BITS * rank
            reach_on(reach, chances, starts[place, rank], mine, rests, rank, bigger, next_reach)
        if not over:
            at = take(
                nexts[place, rank], now, after, now_ranks, now_turn, now_went, now_used, at, now_rows, averages,
                ends_at_go, levels, least, nexts, starts, bigger, hands, reaches, met, chances,
            )  # fmt: skip
    return at


@recursive_kernel
def fill(
    place: int,
    series: int,
    count: int,
    left: tuple[int, int],
    ranks: tuple[int, int],
    turn: int,
    went: int,
    used: int,
    start: int,
    player: int,
    averages: NDArray[np.float32],
    ends_at_go: bool,
    chances: NDArray[np.uint8],
    nexts: NDArray[np.int32],
    starts: NDArray[np.int32],
    hands: NDArray[np.int64],
    packed: NDArray[np.int64],
) -> int:
    """Write what `player` plays at a place and all that follow into `averages`; return where they end.

    `packed[k]`: the cards of each hand of k cards, as play/kernels.py packs them.
    """
    if left[0] <= 1 and left[1] <= 1:
        return start
    mine, theirs = left[turn], left[1 - turn]
    limit = ranks[turn]
    rests = hands[limit, mine - 1]
    sources = np.full(RANKS, -1)
    at = start
    for rank in range(limit):
        if mine > 1 and may_play(rank, count, used):
            sources[rank] = at
            if turn == player:
                for h in range(rests):
                    averages[at + h] = chances[starts[place, rank] + h] if place >= 0 else 0
            at += rests
    if turn == player and mine > 1 and theirs == 0:
        for hand in range(hands[limit, mine]):
            cards = packed[mine, hand]
            if count + min(cards & CARD_MASK, MOST_VALUE) <= THIRTY_ONE:
                card = choose_alone(series, count, turn, went, cards, ends_at_go)
                # Hands with five of a rank there are none.
                if sources[RANKS - card] >= 0:
                    rest = hand_number(without_card(cards, card), mine - 1, hands)
                    averages[sources[RANKS - card] + rest] = 1
    for rank in range(FOLLOWING):
        after, now_ranks, now_used, now_series = left, ranks, used, series
        if rank == GO:
            if ranks_above(THIRTY_ONE - count, limit) == 0:
                continue
            now, now_ranks, now_turn, now_went, over = after_go(count, left, ranks, turn, went, ends_at_go)
        else:
            if rank >= limit or not may_play(rank, count, used):
                continue
            now, after, now_turn, now_went, over = after_card(count, left, turn, went, rank, ends_at_go)
            now_used += 1 << HELD_BITS * rank
            now_series = series << CARD_BITS | (RANKS - rank)
        if not over:
            if now == 0:
                now_series = 0
            at = fill(
                nexts[place, rank] if place >= 0 else -1, now_series, now, after, now_ranks, now_turn, now_went,
                now_used, at, player, averages, ends_at_go, chances, nexts, starts, hands, packed,
            )  # fmt: skip
    return at


@kernel
def pack_hands(kept: int, hands: NDArray[np.int64]) -> NDArray[np.int64]:
    """Pack the cards of all hands of fewer than `kept` cards, in the tree's order: shape (sizes, hands)."""
    packed = np.zeros((kept, hands[RANKS, kept - 1]), dtype=np.int64)
    for size in range(1, kept):
        for hand in range(hands[RANKS, size]):
            # The last rank of a hand, from the top, is its lowest card, and so comes first.
            rest = hand
            for place in range(size, 0, -1):
                rank = RANKS - 1
                while hands[rank, place] > rest:
                    rank -= 1
                rest -= hands[rank, place]
                packed[size, hand] |= (RANKS - rank) << CARD_BITS * (size - place)
    return packed
