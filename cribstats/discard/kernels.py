"""Compiled work of the discard: values of keeps, choices of throws, the law of what the opponent throws.

Hands are rows of ascending cards. A throw is a number: which `thrown` of the `dealt` positions go to the crib, in
lexicographic order; `throws[t]` and `keeps[t]` list its positions. A choice is a mask of throws that are equally
likely, and 0 for a hand that mixes them unequally.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cribstats.accelerate import kernel
from cribstats.show.kernels import JACK_SHIFT, KEY_MASK, SUIT_SHIFT
from cribstats.suits.kernels import class_of_order, order_of_masks, suit_mask_bit, unrank_classes

# Sums of points over starters are whole numbers, and means of throws that the suits make equal are the same float;
# a user's table adds decimals, and what differs by less than this is a tie.
TIE = 1e-9

# An expanded choice has this bit if only one throw is taken, and then its number instead of a mask.
SINGLE = 1 << 15

RANKS = 13


@kernel
def keep_sums(
    hands: NDArray[np.uint8],
    throws: NDArray[np.int64],
    keeps: NDArray[np.int64],
    codes: NDArray[np.int64],
    rank_keys: NDArray[np.int64],
    points: NDArray[np.uint8],
    keep_totals: NDArray[np.int16],
    flush: int,
) -> NDArray[np.int32]:
    """Points of each keep of each hand, summed over the starters that the hand leaves.

    `keep_totals` has the sum of the rank part over the starters that the keep leaves, by its key; from it the
    starters that were thrown are taken off. Nobs and flush only ask how many cards of a suit are left.
    """
    rows, dealt = hands.shape
    thrown = throws.shape[1]
    kept = keeps.shape[1]
    unseen = codes.shape[0] - dealt
    suit_length = codes.shape[0] // 4
    sums = np.empty((rows, throws.shape[0]), dtype=np.int32)
    for row in range(rows):
        whole = np.int64(0)
        for i in range(dealt):
            whole += codes[hands[row, i]]
        for t in range(throws.shape[0]):
            code = whole
            for i in range(thrown):
                code -= codes[hands[row, throws[t, i]]]
            key = code & KEY_MASK
            total = np.int64(keep_totals[key])
            for i in range(thrown):
                total -= points[key + rank_keys[hands[row, throws[t, i]] >> 2]]
            jacks = code >> JACK_SHIFT
            if jacks:
                for suit in range(4):
                    if (jacks >> suit) & 1:
                        total += suit_length - ((whole >> (SUIT_SHIFT + 4 * suit)) & 15)
            shift = SUIT_SHIFT + 4 * (hands[row, keeps[t, 0]] & 3)
            if flush > 0 and (code >> shift) & 15 == kept:
                total += flush * unseen + suit_length - ((whole >> shift) & 15)
            sums[row, t] = total
    return sums


@kernel
def choose_throws(
    hands: NDArray[np.uint8],
    sums: NDArray[np.int32],
    throws: NDArray[np.int64],
    unseen: int,
    crib_bonus: NDArray[np.float64],
) -> NDArray[np.uint16]:
    """Choices of who throws what maximises the mean of the hand plus `crib_bonus` of the ranks thrown.

    The bonus stands at the ranks as digits, the first card thrown foremost.
    """
    choices = np.empty(hands.shape[0], dtype=np.uint16)
    values = np.empty(throws.shape[0], dtype=np.float64)
    for row in range(hands.shape[0]):
        best = -np.inf
        for t in range(throws.shape[0]):
            digits = 0
            for i in range(throws.shape[1]):
                digits = digits * RANKS + (hands[row, throws[t, i]] >> 2)
            values[t] = sums[row, t] / unseen + crib_bonus[digits]
            best = max(best, values[t])
        choice = 0
        for t in range(throws.shape[0]):
            if values[t] >= best - TIE:
                choice |= 1 << t
        choices[row] = choice
    return choices


@kernel
def choose_class_throws(
    classes: NDArray[np.int64],
    throws: NDArray[np.int64],
    keeps: NDArray[np.int64],
    suit_tables: Any,
    codes: NDArray[np.int64],
    rank_keys: NDArray[np.int64],
    points: NDArray[np.uint8],
    keep_totals: NDArray[np.int16],
    flush: int,
    crib_bonus: NDArray[np.float64],
) -> NDArray[np.uint16]:
    """Choices of :func:`choose_throws` for the representatives of classes."""
    dealt = throws.shape[1] + keeps.shape[1]
    hands = unrank_classes(classes, dealt, suit_tables)
    sums = keep_sums(hands, throws, keeps, codes, rank_keys, points, keep_totals, flush)
    return choose_throws(hands, sums, throws, codes.shape[0] - dealt, crib_bonus)


@kernel
def place_representative(cards: NDArray[np.int64], order: tuple[int, int, int, int], places: NDArray[np.int64]) -> None:
    """Set `places[i]` to the place in the hand of card i of its class's representative.

    Renaming the suits moves cards only within a rank, so this is the hand sorted by rank and new name.
    """
    names = np.int64(0)
    for i in range(4):
        names |= np.int64(i) << 2 * (order[i] & 3)
    for i in range(cards.shape[0]):
        card = cards[i]
        renamed = (card & ~3) | ((names >> 2 * (card & 3)) & 3)
        j = i
        while j > 0:
            before = cards[places[j - 1]]
            if ((before & ~3) | ((names >> 2 * (before & 3)) & 3)) < renamed:
                break
            places[j] = places[j - 1]
            j -= 1
        places[j] = i


@kernel
def next_set(at: NDArray[np.int64]) -> bool:
    """Step to the next set of positions in colex order; the lowest is the caller's loop, the highest stays."""
    i = 1
    while i < at.shape[0] - 1 and at[i] + 1 == at[i + 1]:
        at[i] = i
        i += 1
    if i == at.shape[0] - 1:
        return False
    at[i] += 1
    return True


@kernel
def look_up_throws(
    hands: NDArray[np.uint8],
    throws: NDArray[np.int64],
    throw_numbers: NDArray[np.int64],
    table: NDArray[np.float64],
    suit_tables: Any,
) -> NDArray[np.float64]:
    """Copy a table's row of each hand's class, from places of the representative to those of the hand."""
    mask_codes, multisets = suit_tables.mask_codes, suit_tables.multisets
    start_of_pattern = suit_tables.start_of_pattern
    dealt = hands.shape[1]
    values = np.empty((hands.shape[0], throws.shape[0]), dtype=np.float64)
    cards = np.empty(dealt, dtype=np.int64)
    places = np.arange(dealt)
    for row in range(hands.shape[0]):
        masks = np.int64(0)
        for i in range(dealt):
            cards[i] = hands[row, i]
            masks |= suit_mask_bit(cards[i])
        order = order_of_masks(masks, mask_codes)
        place_representative(cards, order, places)
        index = class_of_order(order, multisets, start_of_pattern)
        for t in range(throws.shape[0]):
            values[row, throw_numbers[places[throws[t, 0]], places[throws[t, -1]]]] = table[index, t]
    return values


@kernel
def order_throws(nets: NDArray[np.float64], places: int) -> NDArray[np.int64]:
    """List for each row the throws of the first places; ties, which may differ in the last bits, by their numbers."""
    order = np.empty((nets.shape[0], places), dtype=np.int64)
    left = np.empty(nets.shape[1], dtype=np.float64)
    for row in range(nets.shape[0]):
        left[:] = nets[row]
        for place in range(places):
            best = left.max()
            throw = 0
            while left[throw] < best - TIE:
                throw += 1
            order[row, place] = throw
            left[throw] = -np.inf
    return order


@kernel
def expand_choices(
    top: int,
    choices: NDArray[np.uint16],
    throws: NDArray[np.int64],
    throw_numbers: NDArray[np.int64],
    lowest_bits: NDArray[np.uint8],
    binomials: NDArray[np.int64],
    suit_tables: Any,
) -> NDArray[np.uint16]:
    """Write out the choices of classes for every hand whose highest card is `top`, by colex rank.

    What is written is in places of the hand itself: a mask of throws, or `SINGLE` and the number of the only one.
    """
    mask_codes, multisets = suit_tables.mask_codes, suit_tables.multisets
    start_of_pattern = suit_tables.start_of_pattern
    dealt = throw_numbers.shape[0]
    expanded = np.empty(binomials[top, dealt - 1], dtype=np.uint16)
    cards = np.arange(dealt)
    cards[dealt - 1] = top
    places = np.arange(dealt)
    rank = 0
    more = True
    while more:
        upper_masks = np.int64(0)
        upper_paired = False
        for i in range(1, dealt):
            upper_masks |= suit_mask_bit(cards[i])
            upper_paired |= i > 1 and cards[i] >> 2 == cards[i - 1] >> 2
        for lowest in range(cards[1]):
            order = order_of_masks(upper_masks | suit_mask_bit(lowest), mask_codes)
            choice = np.int64(choices[class_of_order(order, multisets, start_of_pattern)])
            if upper_paired or lowest >> 2 == cards[1] >> 2:
                cards[0] = lowest
                place_representative(cards, order, places)
                moved = np.int64(0)
                while choice:
                    t = lowest_bits[choice]
                    choice &= choice - 1
                    moved |= 1 << throw_numbers[places[throws[t, 0]], places[throws[t, -1]]]
                choice = moved
            if choice and choice & (choice - 1) == 0:
                choice = SINGLE | np.int64(lowest_bits[choice])
            expanded[rank] = choice
            rank += 1
        more = next_set(cards)
    return expanded


@kernel
def count_throws(
    pack: NDArray[np.int64],
    top: int,
    throws: NDArray[np.int64],
    keeps: NDArray[np.int64],
    thrown_range: tuple[int, ...],
    kept_range: tuple[int, ...],
    expanded: NDArray[np.uint16],
    lowest_bits: NDArray[np.uint8],
    units: NDArray[np.int64],
    binomials: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Count what is thrown, and what is kept with it, over all hands from `pack` whose highest card is `pack[top]`.

    Hands with an unequal mixture are passed over. A throw among n equal ones counts `units[n - 1]`, so that sums
    are exact. The ranges are 0, 1, ... as tuples: their lengths are known to the compiler, which unrolls the loops
    over the cards (a pass over all hands takes 55 ms, against 85 ms).

    Returns
    -------
    Array of shape (sets of thrown cards of the pack by colex rank, cards of the pack + 1): in the last column how
    often the set is thrown, in that of a card how often the card is kept with it.
    """
    thrown, kept = len(thrown_range), len(kept_range)
    dealt = thrown + kept
    size = pack.shape[0]
    sets = binomials[size - 1, thrown] + binomials[size - 1, thrown - 1]
    counts = np.zeros((sets, size + 1), dtype=np.int64)
    at = np.arange(dealt)
    at[dealt - 1] = top
    more = True
    while more:
        upper_rank = 0
        for i in range(1, dealt):
            upper_rank += binomials[pack[at[i]], i + 1]
        for lowest in range(at[1]):
            at[0] = lowest
            choice = np.int64(expanded[upper_rank + pack[lowest]])
            if choice & SINGLE:
                choice = np.int64(1) << (choice & 15)
                unit = units[0]
            elif choice:
                number = 0
                rest = choice
                while rest:
                    rest &= rest - 1
                    number += 1
                unit = units[number - 1]
            while choice:
                t = lowest_bits[choice]
                choice &= choice - 1
                row = 0
                for i in range(thrown):
                    row += binomials[at[throws[t, i]], i + 1]
                counts[row, size] += unit
                for i in range(kept):
                    counts[row, at[keeps[t, i]]] += unit
        at[0] = 0
        more = next_set(at)
    return counts


@kernel
def weigh_mixed_throws(
    pack: NDArray[np.int64],
    top: int,
    throws: NDArray[np.int64],
    keeps: NDArray[np.int64],
    throw_numbers: NDArray[np.int64],
    expanded: NDArray[np.uint16],
    mixed_rows: NDArray[np.int32],
    weights: NDArray[np.float64],
    binomials: NDArray[np.int64],
    suit_tables: Any,
) -> NDArray[np.float64]:
    """Do for hands with an unequal mixture what :func:`count_throws` does for the others, in hands."""
    mask_codes, multisets = suit_tables.mask_codes, suit_tables.multisets
    start_of_pattern = suit_tables.start_of_pattern
    thrown, kept = throws.shape[1], keeps.shape[1]
    dealt = thrown + kept
    size = pack.shape[0]
    sets = binomials[size - 1, thrown] + binomials[size - 1, thrown - 1]
    sums = np.zeros((sets, size + 1), dtype=np.float64)
    at = np.arange(dealt)
    at[dealt - 1] = top
    cards = np.empty(dealt, dtype=np.int64)
    places = np.arange(dealt)
    more = True
    while more:
        upper_rank = 0
        for i in range(1, dealt):
            cards[i] = pack[at[i]]
            upper_rank += binomials[cards[i], i + 1]
        for lowest in range(at[1]):
            if expanded[upper_rank + pack[lowest]]:
                continue
            at[0] = lowest
            cards[0] = pack[lowest]
            masks = np.int64(0)
            for i in range(dealt):
                masks |= suit_mask_bit(cards[i])
            order = order_of_masks(masks, mask_codes)
            mixture = weights[mixed_rows[class_of_order(order, multisets, start_of_pattern)]]
            place_representative(cards, order, places)
            for i in range(throws.shape[0]):
                if mixture[i] > 0:
                    t = throw_numbers[places[throws[i, 0]], places[throws[i, -1]]]
                    row = 0
                    for j in range(thrown):
                        row += binomials[at[throws[t, j]], j + 1]
                    sums[row, size] += mixture[i]
                    for j in range(kept):
                        sums[row, at[keeps[t, j]]] += mixture[i]
        at[0] = 0
        more = next_set(at)
    return sums


@kernel
def weigh_shows(
    own_throws: NDArray[np.uint8],
    hand_rows: NDArray[np.int64],
    other_throws: NDArray[np.uint8],
    starters: NDArray[np.uint8],
    law: NDArray[np.float64],
    codes: NDArray[np.int64],
    points: NDArray[np.uint8],
    flush: int,
    shape: tuple[int, int],
) -> NDArray[np.float64]:
    """Weigh hand and crib together, for each of one's own throws.

    `law[p, s]` weighs the other side's throw p with starter s, 0 where s is in p; `hand_rows[t, s]` is the row of
    the result that stands for what starter s makes of the hand kept with throw t, its columns are the crib's
    points. Returned is an array of shape (own throws, *shape). Weights that are whole numbers below 2**53 add up
    exactly.
    """
    crib = own_throws.shape[1] + other_throws.shape[1]
    weights = np.zeros((own_throws.shape[0], shape[0], shape[1]), dtype=np.float64)
    starter_keys = np.empty(starters.shape[0], dtype=np.int64)
    for s in range(starters.shape[0]):
        starter_keys[s] = codes[starters[s]] & KEY_MASK
    for t in range(own_throws.shape[0]):
        own = np.int64(0)
        for i in range(own_throws.shape[1]):
            own += codes[own_throws[t, i]]
        suit = own_throws[t, 0] & 3
        for p in range(other_throws.shape[0]):
            code = own
            for i in range(other_throws.shape[1]):
                code += codes[other_throws[p, i]]
            jacks = code >> JACK_SHIFT
            flushes = flush > 0 and (code >> (SUIT_SHIFT + 4 * suit)) & 15 == crib
            for s in range(starters.shape[0]):
                score = points[(code & KEY_MASK) + starter_keys[s]]
                if jacks or flushes:
                    score += (jacks >> (starters[s] & 3)) & 1
                    if flushes and starters[s] & 3 == suit:
                        score += flush + 1
                weights[t, hand_rows[t, s], score] += law[p, s]
    return weights


@kernel
def weigh_crib_kinds(
    own_throws: NDArray[np.uint8],
    other_throws: NDArray[np.uint8],
    starters: NDArray[np.uint8],
    law: NDArray[np.float64],
    codes: NDArray[np.int64],
    by_kind: NDArray[np.uint32],
    flush: int,
) -> NDArray[np.float64]:
    """Weighted points of the crib by kind: fifteens, runs, pairs, flush, nobs, for each of one's own throws."""
    crib = own_throws.shape[1] + other_throws.shape[1]
    sums = np.zeros((own_throws.shape[0], 5), dtype=np.float64)
    for t in range(own_throws.shape[0]):
        own = np.int64(0)
        for i in range(own_throws.shape[1]):
            own += codes[own_throws[t, i]]
        suit = own_throws[t, 0] & 3
        for p in range(other_throws.shape[0]):
            code = own
            for i in range(other_throws.shape[1]):
                code += codes[other_throws[p, i]]
            flushes = flush > 0 and (code >> (SUIT_SHIFT + 4 * suit)) & 15 == crib
            for s in range(starters.shape[0]):
                weight = law[p, s]
                if weight == 0:
                    continue
                starter = starters[s]
                parts = by_kind[(code + codes[starter]) & KEY_MASK]
                sums[t, 0] += weight * (parts & 255)
                sums[t, 1] += weight * ((parts >> 8) & 255)
                sums[t, 2] += weight * (parts >> 16)
                if flushes and starter & 3 == suit:
                    sums[t, 3] += weight * (flush + 1)
                sums[t, 4] += weight * ((code >> (JACK_SHIFT + (starter & 3))) & 1)
    return sums
