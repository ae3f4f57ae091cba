"""Places of the play, compiled: what follows a card or a go; the first places numbered; where a history leads."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cribstats.accelerate import kernel
from cribstats.play.equilibrium.kernels import may_play, next_leader, ranks_above
from cribstats.play.kernels import CARD_BITS, CARD_MASK, HELD_BITS, MOST_VALUE, RANKS, THIRTY_ONE

# What follows a go stands after what follows each rank.
GO = RANKS
FOLLOWING = RANKS + 1
# What a place is described by while places are listed.
COUNT, TURN, WENT, USED, LEFT = 0, 1, 2, 3, 4
LIMIT = LEFT + 2
DESCRIBED = LIMIT + 2


@kernel
def after_card(
    count: int, left: tuple[int, int], turn: int, went: int, rank: int, ends_at_go: bool
) -> tuple[int, tuple[int, int], int, int, bool]:
    """Return count, cards left, whose turn it is, whether the other went, and whether it is over, after a card."""
    mine, theirs = left[turn] - 1, left[1 - turn]
    after = (mine, theirs) if turn == 0 else (theirs, mine)
    now = count + min(RANKS - rank, MOST_VALUE)
    if now == THIRTY_ONE:
        return 0, after, 1 - turn if theirs else turn, 0, ends_at_go
    if theirs and not went:
        return now, after, 1 - turn, 0, False
    if mine:
        return now, after, turn, 1, False
    return 0, after, 1 - turn, 0, ends_at_go


@kernel
def after_go(
    count: int, left: tuple[int, int], ranks: tuple[int, int], turn: int, went: int, ends_at_go: bool
) -> tuple[int, tuple[int, int], int, int, bool]:
    """Return count, of how many first ranks hands are, whose turn it is, whether the other went, and if it is over.

    That is after who cannot play has said go, or, if the other has or has no cards, after the end of the series.
    """
    high = ranks_above(THIRTY_ONE - count, ranks[turn])
    fewer = (high, ranks[1]) if turn == 0 else (ranks[0], high)
    if left[1 - turn] and not went:
        return count, fewer, 1 - turn, 1, False
    return 0, fewer, next_leader(turn, went, left[1 - turn]), 0, ends_at_go


@kernel
def hand_number(hand: int, cards: int, hands: NDArray[np.int64]) -> int:
    """Return the number of a hand of so many cards in the tree's order."""
    number = 0
    for place in range(cards, 0, -1):
        number += hands[RANKS - (hand & CARD_MASK), place]
        hand >>= CARD_BITS
    return number


@kernel
def list_places(
    kept: int, ends_at_go: bool, hands: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
    """List the places at which somebody has a choice and both have cards, as `Places` has them."""
    room = 1 << 10
    described = np.zeros((room, DESCRIBED), dtype=np.int64)
    nexts = np.full((room, FOLLOWING), -1, dtype=np.int32)
    starts = np.full((room, RANKS), -1, dtype=np.int32)
    described[0, LEFT : LEFT + 2] = kept
    described[0, LIMIT : LIMIT + 2] = RANKS
    listed, size = 1, 0
    place = 0
    while place < listed:
        if listed + FOLLOWING > room:
            room *= 2
            more = np.zeros((room, DESCRIBED), dtype=np.int64)
            more[:listed] = described[:listed]
            described = more
            more_nexts = np.full((room, FOLLOWING), -1, dtype=np.int32)
            more_nexts[:listed] = nexts[:listed]
            nexts = more_nexts
            more_starts = np.full((room, RANKS), -1, dtype=np.int32)
            more_starts[:listed] = starts[:listed]
            starts = more_starts
        of_place = described[place]
        count, turn, went, used = of_place[COUNT], of_place[TURN], of_place[WENT], of_place[USED]
        left = (of_place[LEFT], of_place[LEFT + 1])
        ranks = (of_place[LIMIT], of_place[LIMIT + 1])
        for rank in range(FOLLOWING):
            after, now_ranks, now_used = left, ranks, used
            if rank == GO:
                if ranks_above(THIRTY_ONE - count, ranks[turn]) == 0:
                    continue
                now, now_ranks, now_turn, now_went, over = after_go(count, left, ranks, turn, went, ends_at_go)
            else:
                if rank >= ranks[turn] or not may_play(rank, count, used):
                    continue
                if left[turn] > 1:
                    starts[place, rank] = size
                    size += hands[ranks[turn], left[turn] - 1]
                now, after, now_turn, now_went, over = after_card(count, left, turn, went, rank, ends_at_go)
                now_used += np.int64(1) << HELD_BITS * rank
            if over or after[0] == 0 or after[1] == 0 or after[0] + after[1] == 2:
                continue
            nexts[place, rank] = listed
            described[listed, COUNT], described[listed, TURN] = now, now_turn
            described[listed, WENT], described[listed, USED] = now_went, now_used
            for seat in range(2):
                described[listed, LEFT + seat], described[listed, LIMIT + seat] = after[seat], now_ranks[seat]
            listed += 1
        place += 1
    total = np.empty(1, dtype=np.int64)
    total[0] = size
    return nexts[:listed].copy(), starts[:listed].copy(), total
