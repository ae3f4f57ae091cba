"""The tree of the play, walked with what both players may hold: regrets, best responses and values in one walk.

Ranks are numbered from the top here, King 0 to ace 12, so that who says go, and so has no low cards, has a hand of the
first ranks; and hands of k cards in colex order, so that hands of the first n ranks are the first hands. What a player
may still hold is then a beginning of all hands, and vectors over hands only get shorter.

A place in the tree is public: the series, who may play, and for each player how many cards are left, how many ranks
they may have and which were played. A vector has a number for each hand that a player may have left there. Numbers of
a player's decision are stored rank by rank: for each rank that may be played those of the hands that are left after
it, which stand for all hands that hold it. Walks meet decisions in one order, so their numbers need no addresses.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cribstats.accelerate import kernel, recursive_kernel
from cribstats.play.kernels import (
    CARD_BITS,
    HELD_BITS,
    HELD_MASK,
    MOST_VALUE,
    OF_A_RANK,
    RANKS,
    THIRTY_ONE,
    count_pegged,
    pegged,
    total_of,
)

# What a walk does for the player that it is for: adds up regrets and averages, finds the best response, or plays by
# the averages too.
UPDATE, RESPOND, VALUE = 0, 1, 2
# Which points count: pone's less dealer's, pone's, dealer's.
NET, OF_PONE, OF_DEALER = 0, 1, 2
# What a walk has met: numbers stored for decisions, and points stored for ends.
NUMBERS, ENDS = 0, 1


@kernel
def counted(points: int, seat: int, what: int) -> int:
    """Return what points of a seat count."""
    if what == NET:
        return points if seat == 0 else -points
    return points if seat == what - OF_PONE else 0


@kernel
def may_play(rank: int, count: int, used: int) -> bool:
    """Whether a rank, from the top, may be played on a count, and not all four of it were."""
    value = min(RANKS - rank, MOST_VALUE)
    return count + value <= THIRTY_ONE and (used >> HELD_BITS * rank) & HELD_MASK < OF_A_RANK


@kernel
def finish(
    series: int, count: int, turn: int, went: int, pone_card: int, dealer_card: int, ends_at_go: bool, what: int
) -> int:
    """Points of the rest of a play in which each player has one card (rank + 1) or none (0): nobody has a choice.

    `went`: the other player has said go, or has no cards, so whose turn it is laid down the last card of the series.
    """
    total = 0
    while pone_card or dealer_card:
        other = 1 - turn
        card, card_of_other = (pone_card, dealer_card) if turn == 0 else (dealer_card, pone_card)
        if card and count + min(card, MOST_VALUE) <= THIRTY_ONE:
            series = series << CARD_BITS | card
            count += min(card, MOST_VALUE)
            total += counted(total_of(pegged(series) + count_pegged(count)), turn, what)
            if turn == 0:
                pone_card = 0
            else:
                dealer_card = 0
            if card_of_other == 0:
                if count < THIRTY_ONE:
                    total += counted(1, turn, what)
                break
            if count == THIRTY_ONE or went:
                if count < THIRTY_ONE:
                    total += counted(1, turn, what)
                if ends_at_go:
                    break
                series, count = 0, 0
            turn, went = other, 0
        elif went or card_of_other == 0:
            last = turn if went else other
            total += counted(1, last, what)
            if ends_at_go:
                break
            series, count = 0, 0
            leader = 1 - last
            if (pone_card if leader == 0 else dealer_card) == 0:
                leader = last
            turn, went = leader, 0
        else:
            turn, went = other, 1
    return total


@recursive_kernel
def measure(
    series_count: int,
    left: tuple[int, int],
    ranks: tuple[int, int],
    turn: int,
    went: int,
    used: int,
    ends_at_go: bool,
    hands: NDArray[np.int64],
    met: NDArray[np.int64],
) -> None:
    """Count the numbers and the ends that a walk from this place meets; `hands[n, k]` hands of k cards of n ranks."""
    if left[0] <= 1 and left[1] <= 1:
        met[ENDS] += hands[ranks[0], left[0]] * hands[ranks[1], left[1]]
        return
    mine, theirs = left[turn], left[1 - turn]
    limit = ranks[turn]
    for rank in range(limit):
        if not may_play(rank, series_count, used):
            continue
        count = series_count + min(RANKS - rank, MOST_VALUE)
        if mine > 1:
            met[NUMBERS] += hands[limit, mine - 1]
        after = (mine - 1, theirs) if turn == 0 else (theirs, mine - 1)
        now_used = used + (np.int64(1) << HELD_BITS * rank)
        if count == THIRTY_ONE:
            if not ends_at_go:
                measure(0, after, ranks, 1 - turn if theirs else turn, 0, now_used, ends_at_go, hands, met)
        elif theirs and not went:
            measure(count, after, ranks, 1 - turn, 0, now_used, ends_at_go, hands, met)
        elif mine > 1:
            measure(count, after, ranks, turn, 1, now_used, ends_at_go, hands, met)
        elif not ends_at_go:
            measure(0, after, ranks, 1 - turn, 0, now_used, ends_at_go, hands, met)
    high = ranks_above(THIRTY_ONE - series_count, limit)
    if high:
        fewer = (high, ranks[1]) if turn == 0 else (ranks[0], high)
        if not went and theirs:
            measure(series_count, left, fewer, 1 - turn, 1, used, ends_at_go, hands, met)
        elif not ends_at_go:
            leader = next_leader(turn, went, theirs)
            measure(0, left, fewer, leader, 0, used, ends_at_go, hands, met)


@kernel
def ranks_above(value: int, limit: int) -> int:
    """How many of the first `limit` ranks are worth more than a value."""
    if value >= MOST_VALUE:
        return 0
    return min(limit, RANKS - value)


@kernel
def next_leader(turn: int, went: int, theirs: int) -> int:
    """Who leads when whose turn it is cannot play and the series ends: the one after who laid down the last card."""
    if went:
        return 1 - turn if theirs else turn
    return turn


@kernel
def settle(
    left: tuple[int, int],
    ranks: tuple[int, int],
    played: tuple[int, int],
    points: int,
    rows: tuple[int, int],
    player: int,
    what: int,
    joint: NDArray[np.float64],
    joins: NDArray[np.int32],
    join_starts: NDArray[np.int64],
    hands: NDArray[np.int64],
    reaches: NDArray[np.float64],
    value: NDArray[np.float64],
) -> None:
    """Value the hands of `player` where the play is over and cards are left: the points that were made."""
    sign = -1.0 if player == 1 and what == NET else 1.0
    kept = join_starts.shape[0] - 1
    pones, dealers = hands[ranks[0], left[0]], hands[ranks[1], left[1]]
    pone_row = join_starts[kept - left[0]] + played[0] * hands[RANKS, left[0]]
    dealer_row = join_starts[kept - left[1]] + played[1] * hands[RANKS, left[1]]
    value[: pones if player == 0 else dealers] = 0
    for i in range(pones):
        for j in range(dealers):
            worth = sign * joint[joins[pone_row + i], joins[dealer_row + j]] * points
            if player == 0:
                value[i] += worth * reaches[1, rows[1], j]
            else:
                value[j] += worth * reaches[0, rows[0], i]


@kernel
def end_values(
    series: int,
    count: int,
    left: tuple[int, int],
    ranks: tuple[int, int],
    turn: int,
    went: int,
    played: tuple[int, int],
    points: int,
    end: int,
    player: int,
    what: int,
    fills: bool,
    ends_at_go: bool,
    ends: NDArray[np.int8],
    blocks: NDArray[np.float64],
    joint: NDArray[np.float64],
    joins: NDArray[np.int32],
    join_starts: NDArray[np.int64],
    hands: NDArray[np.int64],
    reach_pone: NDArray[np.float64],
    reach_dealer: NDArray[np.float64],
    value: NDArray[np.float64],
) -> int:
    """Value the hands of `player` where nobody has a choice any more; return where the next end's points stand."""
    pones, dealers = hands[ranks[0], left[0]], hands[ranks[1], left[1]]
    if fills:
        for i in range(pones):
            for j in range(dealers):
                pone_card = RANKS - i if left[0] else 0
                dealer_card = RANKS - j if left[1] else 0
                ends[end + i * dealers + j] = finish(
                    series, count, turn, went, pone_card, dealer_card, ends_at_go, what
                )
    value[: pones if player == 0 else dealers] = 0
    sign = -1.0 if player == 1 and what == NET else 1.0
    kept = join_starts.shape[0] - 1
    if left[0] and left[1]:
        block = blocks[played[0], played[1]]
        for i in range(pones):
            if player == 0:
                worth = 0.0
                for j in range(dealers):
                    worth += block[i, j] * reach_dealer[j] * (points + ends[end + i * dealers + j])
                value[i] = sign * worth
            else:
                reach_of_one = sign * reach_pone[i]
                for j in range(dealers):
                    value[j] += reach_of_one * block[i, j] * (points + ends[end + i * dealers + j])
    else:
        pone_row = join_starts[kept - left[0]] + played[0] * hands[RANKS, left[0]]
        dealer_row = join_starts[kept - left[1]] + played[1] * hands[RANKS, left[1]]
        for i in range(pones):
            for j in range(dealers):
                worth = sign * joint[joins[pone_row + i], joins[dealer_row + j]]
                worth *= points + ends[end + i * dealers + j]
                if player == 0:
                    value[i] += worth * reach_dealer[j]
                else:
                    value[j] += worth * reach_pone[i]
    return end + pones * dealers


@recursive_kernel
def walk(
    series: int,
    count: int,
    left: tuple[int, int],
    ranks: tuple[int, int],
    turn: int,
    went: int,
    used: int,
    played: tuple[int, int],
    points: int,
    rows: tuple[int, int],
    at: tuple[int, int],
    player: int,
    mode: int,
    what: int,
    fills: bool,
    ends_at_go: bool,
    weight: float,
    regrets: NDArray[np.float32],
    averages: NDArray[np.float32],
    ends: NDArray[np.int8],
    blocks: NDArray[np.float64],
    joint: NDArray[np.float64],
    joins: NDArray[np.int32],
    join_starts: NDArray[np.int64],
    bigger: NDArray[np.int32],
    hands: NDArray[np.int64],
    reaches: NDArray[np.float64],
    values: NDArray[np.float64],
    sums: NDArray[np.float64],
    branch_values: NDArray[np.float64],
    branch_chances: NDArray[np.float64],
) -> tuple[int, int]:
    """Walk the tree from a place, and leave in `values` what each hand of `player` is worth to him, weighed.

    Parameters
    ----------
    series, count, left, ranks, turn, went, used, points
        The place: `left` cards of pone and dealer, of the first `ranks` ranks; `used` counts ranks played; `points`
        were pegged on the way.
    played
        Which cards pone and dealer have played, as hands.
    rows
        The rows of `reaches` with how likely each hand of pone and dealer plays to this place; a row further down is
        free. Values are left in the row of the sum of both.
    at
        Where the numbers of the first decision, and the points of the first end, stand.
    player, mode, what
        For whom, what is done and which points count.
    fills
        Points of ends are worked out and stored; otherwise they are read.
    weight
        What this walk weighs in the averages.
    blocks, joint
        Joint weights of keeps: of those that go on from what was played by one card each, and of all.
    joins, join_starts
        The keep of cards played and cards left: of j played, from `join_starts[j]`, one row a hand played.
    bigger
        `bigger[k, h, r]`: the hand of k + 1 cards of hand h and rank r.

    Returns
    -------
    Where the numbers and points after those of this walk stand.
    """
    row = rows[0] + rows[1]
    value = values[row]
    own = hands[ranks[player], left[player]]
    value[:own] = 0
    if left[0] <= 1 and left[1] <= 1:
        end = end_values(
            series, count, left, ranks, turn, went, played, points, at[1], player, what, fills, ends_at_go,
            ends, blocks, joint, joins, join_starts, hands, reaches[0, rows[0]], reaches[1, rows[1]], value,
        )  # fmt: skip
        return at[0], end
    mine, theirs = left[turn], left[1 - turn]
    limit = ranks[turn]
    acts = player == turn
    decides = mine > 1
    after_hands = hands[limit, mine - 1]
    reach = reaches[turn, rows[turn]]
    next_reach = reaches[turn, rows[turn] + 1]
    start = at[0]
    numbers = start
    total, number = sums[0, row], sums[1, row]
    table = regrets if mode == UPDATE else averages
    kept = join_starts.shape[0] - 1
    if decides:
        held = hands[limit, mine]
        total[:held] = 0
        number[:held] = 0
        for rank in range(limit):
            if not may_play(rank, count, used):
                continue
            for h in range(after_hands):
                hand = bigger[mine - 1, h, rank]
                total[hand] += max(table[numbers + h], np.float32(0))
                number[hand] += 1
            numbers += after_hands
        for hand in range(held):
            # What a positive number is divided by, and, where there is none, what each rank gets.
            if total[hand] > 0:
                total[hand] = 1 / total[hand]
                number[hand] = 0
            elif number[hand] > 0:
                number[hand] = 1 / number[hand]
        if acts and mode == RESPOND:
            for hand in range(held):
                if total[hand] > 0 or number[hand] > 0:
                    value[hand] = -np.inf
    at = (numbers, at[1])
    place = start
    for rank in range(limit):
        if not may_play(rank, count, used):
            continue
        now = count + min(RANKS - rank, MOST_VALUE)
        chances = branch_chances[row]
        for h in range(after_hands):
            hand = bigger[mine - 1, h, rank]
            chances[h] = 1.0
            if decides:
                chances[h] = max(table[place + h], np.float32(0)) * total[hand] + number[hand]
            next_reach[h] = reach[hand] * chances[h]
        now_series = series << CARD_BITS | (RANKS - rank)
        made = points + counted(total_of(pegged(now_series) + count_pegged(now)), turn, what)
        now_used = used + (np.int64(1) << HELD_BITS * rank)
        now_played = bigger[kept - mine, played[turn], rank]
        after = (mine - 1, theirs) if turn == 0 else (theirs, mine - 1)
        now_rows = (rows[0] + 1, rows[1]) if turn == 0 else (rows[0], rows[1] + 1)
        plays = (now_played, played[1]) if turn == 0 else (played[0], now_played)
        over = False
        next_turn, next_went = 1 - turn, 0
        if now == THIRTY_ONE:
            now_series, now = 0, 0
            over = ends_at_go
            if theirs == 0:
                next_turn = turn
        elif theirs and not went:
            pass
        elif mine > 1:
            next_turn, next_went = turn, 1
        else:
            made += counted(1, turn, what)
            now_series, now = 0, 0
            over = ends_at_go
        child = values[now_rows[0] + now_rows[1]]
        if over:
            settle(after, ranks, plays, made, now_rows, player, what, joint, joins, join_starts, hands, reaches, child)
        elif after[0] <= 1 and after[1] <= 1:
            end = end_values(
                now_series, now, after, ranks, next_turn, next_went, plays, made, at[1], player, what, fills,
                ends_at_go, ends, blocks, joint, joins, join_starts, hands, reaches[0, now_rows[0]],
                reaches[1, now_rows[1]], child,
            )  # fmt: skip
            at = (at[0], end)
        else:
            at = walk(
                now_series, now, after, ranks, next_turn, next_went, now_used, plays, made, now_rows, at,
                player, mode, what, fills, ends_at_go, weight, regrets, averages, ends, blocks, joint, joins,
                join_starts, bigger, hands,
                reaches, values, sums, branch_values, branch_chances,
            )  # fmt: skip
        if not acts:
            for h in range(own):
                value[h] += child[h]
        else:
            of_branch = branch_values[row, rank]
            for h in range(after_hands):
                hand = bigger[mine - 1, h, rank]
                if not decides:
                    value[hand] = child[h]
                elif mode == RESPOND:
                    value[hand] = max(value[hand], child[h])
                else:
                    of_branch[h] = child[h]
                    value[hand] += chances[h] * child[h]
                    if mode == UPDATE:
                        averages[place + h] += np.float32(weight * next_reach[h])
        if decides:
            place += after_hands
    high = ranks_above(THIRTY_ONE - count, limit)
    if high:
        fewer = (high, ranks[1]) if turn == 0 else (ranks[0], high)
        cannot = hands[high, mine]
        made = points
        over = False
        if not went and theirs:
            go_turn, go_went, go_series, go_count = 1 - turn, 1, series, count
        else:
            made += counted(1, turn if went else 1 - turn, what)
            go_turn, go_went, go_series, go_count = next_leader(turn, went, theirs), 0, 0, 0
            over = ends_at_go
        # The values of this place are in use: those of a hand that says go are worked out a row further down.
        go_rows = (rows[0] + 1, rows[1]) if turn == 0 else (rows[0], rows[1] + 1)
        next_reach[:cannot] = reach[:cannot]
        child = values[go_rows[0] + go_rows[1]]
        if over:
            settle(left, fewer, played, made, go_rows, player, what, joint, joins, join_starts, hands, reaches, child)
        else:
            at = walk(
                go_series, go_count, left, fewer, go_turn, go_went, used, played, made, go_rows, at,
                player, mode, what, fills, ends_at_go, weight, regrets, averages, ends, blocks, joint, joins,
                join_starts, bigger, hands,
                reaches, values, sums, branch_values, branch_chances,
            )  # fmt: skip
        if acts:
            for hand in range(cannot):
                value[hand] = child[hand]
        else:
            for h in range(own):
                value[h] += child[h]
    if acts and decides and mode == UPDATE:
        place = start
        for rank in range(limit):
            if not may_play(rank, count, used):
                continue
            of_branch = branch_values[row, rank]
            for h in range(after_hands):
                regret = regrets[place + h] + of_branch[h] - value[bigger[mine - 1, h, rank]]
                regrets[place + h] = np.float32(max(regret, 0.0))
            place += after_hands
    return at
