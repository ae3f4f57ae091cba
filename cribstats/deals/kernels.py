"""Compiled work of simulated deals: cards dealt, thrown by a strategy, and what is pegged counted up."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cribstats.accelerate import kernel
from cribstats.discard.kernels import SINGLE
from cribstats.suits.kernels import class_of_order, order_of_masks, suit_mask_bit

CHOICE_MASK = SINGLE - 1

# Columns of a tally: deals; own points; the net, what the own side pegs less the mean of what the other sides do, in
# parts of a point (one less than there are sides); their squares; own times net.
DEALS, OWN, NET, OWN_SQUARE, NET_SQUARE, PRODUCT = 0, 1, 2, 3, 4, 5
TALLIED = PRODUCT + 1


@kernel
def number_keeps(
    hands: NDArray[np.uint8],
    player: int,
    drawn: NDArray[np.int64],
    keeps: NDArray[np.int64],
    rank_keys: NDArray[np.int64],
    keep_at: NDArray[np.int16],
) -> NDArray[np.int16]:
    """Return the number of what a player keeps from each hand after the throw that was drawn."""
    kept = np.empty(hands.shape[0], dtype=np.int16)
    for deal in range(hands.shape[0]):
        key = np.int64(0)
        for i in range(keeps.shape[1]):
            key += rank_keys[hands[deal, player, keeps[drawn[deal], i]] >> 2]
        kept[deal] = keep_at[key]
    return kept


@kernel
def tally(counts: NDArray[np.int64], own: int, net: int) -> None:
    """Add what a deal pegged to the columns of a tally."""
    counts[DEALS] += 1
    counts[OWN] += own
    counts[NET] += net
    counts[OWN_SQUARE] += own * own
    counts[NET_SQUARE] += net * net
    counts[PRODUCT] += own * net


@kernel
def tally_deals(
    points: NDArray[np.uint8],
    keeps: NDArray[np.int16],
    leads: NDArray[np.uint8],
    sides: int,
    by_kind: NDArray[np.int64],
    by_keep: NDArray[np.int64],
    by_lead: NDArray[np.int64],
) -> None:
    """Count up deals: points by kind and their squares, and tallies by keep and, for the first seat, by the rank led.

    `points` has shape (deals, players, kinds), `by_kind` (players, kinds, 2), `by_keep` (players, keeps, 6), `by_lead`
    (ranks, 6). Seats of a side are as far apart as there are sides.
    """
    deals, players, kinds = points.shape
    own = np.empty(players, dtype=np.int64)
    of_side = np.empty(sides, dtype=np.int64)
    for deal in range(deals):
        of_side[:] = 0
        whole = np.int64(0)
        for seat in range(players):
            own[seat] = 0
            for kind in range(kinds):
                pegged = np.int64(points[deal, seat, kind])
                by_kind[seat, kind, 0] += pegged
                by_kind[seat, kind, 1] += pegged * pegged
                own[seat] += pegged
            of_side[seat % sides] += own[seat]
            whole += own[seat]
        for seat in range(players):
            tally(by_keep[seat, keeps[deal, seat]], own[seat], sides * of_side[seat % sides] - whole)
        tally(by_lead[leads[deal]], own[0], sides * of_side[0] - whole)


@kernel
def next_choice(at: NDArray[np.int64], size: int) -> bool:
    """Step to the next choice of places below `size`, ascending; False after the last."""
    i = 0
    while i < at.shape[0]:
        highest = at[i + 1] if i + 1 < at.shape[0] else size
        if at[i] + 1 < highest:
            at[i] += 1
            return True
        at[i] = i
        i += 1
    return False


@kernel
def list_hands(
    cards: NDArray[np.uint8],
    dealt: int,
    starts: NDArray[np.int64],
    keeps: NDArray[np.int16],
    weights: NDArray[np.float64],
    suit_tables: Any,
    pack: int,
    sums: NDArray[np.float64],
    touched: NDArray[np.int64],
) -> int:
    """Add up what is kept from all hands that hold some cards; return how many keeps were touched, and list them.

    What a class of hands keeps is in `keeps` and `weights` from `starts[class]`. `sums` starts as zeros.
    """
    mask_codes, multisets = suit_tables.mask_codes, suit_tables.multisets
    start_of_pattern = suit_tables.start_of_pattern
    masks = np.int64(0)
    others = np.empty(pack - cards.shape[0], dtype=np.int64)
    number = 0
    for card in range(pack):
        held = False
        for i in range(cards.shape[0]):
            held |= cards[i] == card
        if held:
            masks |= suit_mask_bit(card)
        else:
            others[number] = card
            number += 1
    at = np.arange(dealt - cards.shape[0])
    count = 0
    more = True
    while more:
        whole = masks
        for i in range(at.shape[0]):
            whole |= suit_mask_bit(others[at[i]])
        hand = class_of_order(order_of_masks(whole, mask_codes), multisets, start_of_pattern)
        for entry in range(starts[hand], starts[hand + 1]):
            keep = keeps[entry]
            if sums[keep] == 0:
                touched[count] = keep
                count += 1
            sums[keep] += weights[entry]
        more = next_choice(at, number)
    return count


@kernel
def kept_rows(
    sets: NDArray[np.uint8],
    dealt: int,
    starts: NDArray[np.int64],
    keeps: NDArray[np.int16],
    weights: NDArray[np.float64],
    suit_tables: Any,
    pack: int,
    count: int,
) -> NDArray[np.float64]:
    """Add up what is kept from all hands that hold each of some sets of cards, shape (sets, count)."""
    rows = np.zeros((sets.shape[0], count), dtype=np.float64)
    touched = np.empty(count, dtype=np.int64)
    for row in range(sets.shape[0]):
        list_hands(sets[row], dealt, starts, keeps, weights, suit_tables, pack, rows[row], touched)
    return rows


@kernel
def add_joint(
    sets: NDArray[np.uint8],
    signs: NDArray[np.int64],
    dealt: int,
    pone_starts: NDArray[np.int64],
    pone_keeps: NDArray[np.int16],
    pone_weights: NDArray[np.float64],
    dealer_starts: NDArray[np.int64],
    dealer_keeps: NDArray[np.int16],
    dealer_weights: NDArray[np.float64],
    suit_tables: Any,
    pack: int,
    joint: NDArray[np.float64],
) -> None:
    """Add to the joint weight of keeps what the hands do that share each of some sets of cards.

    `signs` counts how many sets each stands for, less than zero if it has an odd number of cards: the sum over all sets
    is what hands do that share nothing.
    """
    sums = np.zeros((2, joint.shape[0]), dtype=np.float64)
    touched = np.empty((2, joint.shape[0]), dtype=np.int64)
    for row in range(sets.shape[0]):
        pones = list_hands(
            sets[row], dealt, pone_starts, pone_keeps, pone_weights, suit_tables, pack, sums[0], touched[0]
        )
        dealers = list_hands(
            sets[row], dealt, dealer_starts, dealer_keeps, dealer_weights, suit_tables, pack, sums[1], touched[1]
        )
        for i in range(pones):
            weight = signs[row] * sums[0, touched[0, i]]
            for j in range(dealers):
                joint[touched[0, i], touched[1, j]] += weight * sums[1, touched[1, j]]
        for i in range(pones):
            sums[0, touched[0, i]] = 0
        for j in range(dealers):
            sums[1, touched[1, j]] = 0
