"""Compiled work of simulated deals: cards dealt, thrown by a strategy, and what is pegged counted up."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cribstats.accelerate import kernel
from cribstats.discard.kernels import SINGLE, place_representative
from cribstats.play.kernels import OF_HALF, random_below
from cribstats.suits.kernels import class_of_order, order_of_masks, suit_mask_bit

CHOICE_MASK = SINGLE - 1

# Columns of a tally: deals; own points; the net, what the own side pegs less the mean of what the other sides do, in
# parts of a point (one less than there are sides); their squares; own times net.
DEALS, OWN, NET, OWN_SQUARE, NET_SQUARE, PRODUCT = 0, 1, 2, 3, 4, 5
TALLIED = PRODUCT + 1


@kernel
def deal_hands(
    words: NDArray[np.uint64], players: int, dealt: int, binomials: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Deal hands, one deal a row of words: cards, ascending, shape (deals, players, dealt), and hands' colex ranks."""
    deals = words.shape[0]
    hands = np.empty((deals, players, dealt), dtype=np.uint8)
    ranks = np.empty((deals, players), dtype=np.int64)
    size = binomials.shape[0]
    # Cards drawn from any order of the pack are random, so nothing is put back in its place.
    pack = np.arange(size)
    for deal in range(deals):
        for player in range(players):
            for i in range(dealt):
                drawn = player * dealt + i
                at = drawn + random_below(words, deal, drawn, size - drawn)
                card = pack[at]
                pack[at] = pack[drawn]
                pack[drawn] = card
                j = i
                while j > 0 and hands[deal, player, j - 1] > card:
                    hands[deal, player, j] = hands[deal, player, j - 1]
                    j -= 1
                hands[deal, player, j] = card
            rank = 0
            for i in range(dealt):
                rank += binomials[hands[deal, player, i], i + 1]
            ranks[deal, player] = rank
    return hands, ranks


@kernel
def keep_cards(
    hands: NDArray[np.uint8],
    ranks: NDArray[np.int64],
    player: int,
    words: NDArray[np.uint64],
    half: int,
    expanded: NDArray[np.uint16],
    mixed_rows: NDArray[np.int32],
    mixed_weights: NDArray[np.float64],
    throws: NDArray[np.int64],
    keeps: NDArray[np.int64],
    throw_numbers: NDArray[np.int64],
    lowest_bits: NDArray[np.uint8],
    rank_keys: NDArray[np.int64],
    keep_at: NDArray[np.int16],
    suit_tables: Any,
) -> NDArray[np.int16]:
    """Throw by a strategy from the hands of a player, and number the keeps; chance is in that half of the words."""
    mask_codes, multisets = suit_tables.mask_codes, suit_tables.multisets
    start_of_pattern = suit_tables.start_of_pattern
    deals, dealt = hands.shape[0], hands.shape[2]
    kept = np.empty(deals, dtype=np.int16)
    cards = np.empty(dealt, dtype=np.int64)
    places = np.arange(dealt)
    # Looked up by themselves: the processor then waits for many of them at a time.
    choices = np.empty(deals, dtype=np.int64)
    for deal in range(deals):
        choices[deal] = expanded[ranks[deal, player]]
    for deal in range(deals):
        choice = choices[deal]
        throw = np.int64(0)
        if choice & SINGLE:
            throw = choice & CHOICE_MASK
        elif choice:
            number, rest = 0, choice
            while rest:
                rest &= rest - 1
                number += 1
            for _ in range(random_below(words, deal, half, number)):
                choice &= choice - 1
            throw = np.int64(lowest_bits[choice & -choice])
        else:
            masks = np.int64(0)
            for i in range(dealt):
                cards[i] = hands[deal, player, i]
                masks |= suit_mask_bit(cards[i])
            order = order_of_masks(masks, mask_codes)
            place_representative(cards, order, places)
            row = mixed_rows[class_of_order(order, multisets, start_of_pattern)]
            left = random_below(words, deal, half, OF_HALF) / OF_HALF
            for i in range(throws.shape[0]):
                if mixed_weights[row, i] > 0:
                    throw = throw_numbers[places[throws[i, 0]], places[throws[i, -1]]]
                    left -= mixed_weights[row, i]
                    if left < 0:
                        break
        key = np.int64(0)
        for i in range(keeps.shape[1]):
            key += rank_keys[hands[deal, player, keeps[throw, i]] >> 2]
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
