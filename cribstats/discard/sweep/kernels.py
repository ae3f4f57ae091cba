"""Compiled work of the sweep: inclusion and exclusion over all hands at once.

Notation, as in the package's docstring: H is the opponent's hand, s the starter, X = H + s; T a set of cards; d the
cards I throw, p those he throws; R(d, p, s) the crib's points for fifteens, runs and pairs, which depend on ranks
alone. "Gains" are sums of points, "counts" sums of probabilities. Rows of both are kept for a representative of each
suit class; what depends on a suit has a column for each suit of the representative.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats.accelerate import kernel
from cribstats.suits.kernels import class_of_order, order_of_masks, suit_mask_bit

# Columns of a row of gains: the rank pairs d, nobs in what he throws, a flush in each suit.
RANK_PAIRS = 91
NOBS = 91
FLUSH = 92
GAINS = 96

# Columns of a row of counts: the rank pairs p, p with the Jack of each suit, p wholly in each suit.
JACKS = 91
SUITED = 95
COUNTS = 99

JACK = 10
SUIT_LENGTH = 13


class SweepTables(NamedTuple):
    """What every step of the sweep looks up.

    Attributes
    ----------
    crib_points
        R at [rank of s, p, d], columns up to GAINS, zero from RANK_PAIRS on.
    all_starters
        The same summed over the 52 starters, at [p, d].
    rank_pairs
        Number of the pair of two ranks, shape (13, 13).
    flush
        Points of a crib flush, 0 where there is none.
    thrown
        Places of the throws in the hand, shape (throws, 2).
    hands
        Representatives of the classes of hands, shape (classes, dealt).
    mask_codes, multisets, starts
        Tables of suit classes; the starts of patterns by size of the set.
    rows
        Where the rows of each size of set start among the gains of all sets.
    binomials
        C(n, k).
    """

    crib_points: NDArray[np.float64]
    all_starters: NDArray[np.float64]
    rank_pairs: NDArray[np.int64]
    flush: float
    thrown: NDArray[np.int64]
    hands: NDArray[np.uint8]
    mask_codes: NDArray[np.int64]
    multisets: NDArray[np.int64]
    starts: NDArray[np.int64]
    rows: NDArray[np.int64]
    binomials: NDArray[np.int64]


@kernel
def masks_of(cards: NDArray[np.uint8]) -> int:
    """Rank masks of a set, side by side in one number."""
    masks = np.int64(0)
    for i in range(cards.shape[0]):
        masks |= suit_mask_bit(cards[i])
    return masks


@kernel
def label_of(suit: int, order: tuple[int, int, int, int]) -> int:
    """Suit of the representative that stands for a suit of the set."""
    for label in range(3):
        if order[label] & 3 == suit:
            return label
    return 3


@kernel
def in_suit(masks: int, suit: int, mask_codes: NDArray[np.int64]) -> int:
    """How many cards of a set are of a suit."""
    return mask_codes[(masks >> (13 * suit)) & 8191] >> 13


@kernel
def collect_hands(
    sets: NDArray[np.uint8], weights: NDArray[np.float64], tables: Any
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Sum counts and gains of sets one card short of a hand over the hands H = T + x.

    Gains here are those of starters outside H, whatever they are; :func:`add_starters_inside` does the rest.
    """
    crib_points, all_starters, rank_pairs = tables.crib_points, tables.all_starters, tables.rank_pairs
    thrown, hands, flush = tables.thrown, tables.hands, tables.flush
    mask_codes, multisets = tables.mask_codes, tables.multisets
    starts = tables.starts[hands.shape[1]]
    counts = np.zeros((sets.shape[0], COUNTS), dtype=np.float64)
    gains = np.zeros((sets.shape[0], GAINS), dtype=np.float64)
    for row in range(sets.shape[0]):
        masks = masks_of(sets[row])
        for x in range(52):
            bit = suit_mask_bit(x)
            if masks & bit:
                continue
            order = order_of_masks(masks | bit, mask_codes)
            hand = class_of_order(order, multisets, starts)
            for t in range(thrown.shape[0]):
                weight = weights[hand, t]
                if weight == 0:
                    continue
                one, other = np.int64(hands[hand, thrown[t, 0]]), np.int64(hands[hand, thrown[t, 1]])
                p = rank_pairs[one >> 2, other >> 2]
                counts[row, p] += weight
                for d in range(RANK_PAIRS):
                    gains[row, d] -= weight * crib_points[x >> 2, p, d]
                suit = order[one & 3] & 3
                suit_other = order[other & 3] & 3
                if one >> 2 == JACK:
                    counts[row, JACKS + suit] += weight
                    gains[row, NOBS] += weight * (SUIT_LENGTH - in_suit(masks | bit, suit, mask_codes))
                if other >> 2 == JACK:
                    counts[row, JACKS + suit_other] += weight
                    gains[row, NOBS] += weight * (SUIT_LENGTH - in_suit(masks | bit, suit_other, mask_codes))
                if suit == suit_other:
                    counts[row, SUITED + suit] += weight
                    left = SUIT_LENGTH - in_suit(masks | bit, suit, mask_codes)
                    gains[row, FLUSH + suit] += flush * weight * left
        for p in range(RANK_PAIRS):
            weight = counts[row, p]
            if weight:
                for d in range(RANK_PAIRS):
                    gains[row, d] += weight * all_starters[p, d]
                for i in range(sets.shape[1]):
                    rank = sets[row, i] >> 2
                    for d in range(RANK_PAIRS):
                        gains[row, d] -= weight * crib_points[rank, p, d]
    return counts, gains


@kernel
def collect_supersets(
    sets: NDArray[np.uint8],
    above_counts: NDArray[np.float64],
    above_gains: NDArray[np.float64],
    hands: int,
    tables: Any,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Sum counts and gains of sets from those of the sets with one card more; each hand is met `hands` times."""
    mask_codes, multisets = tables.mask_codes, tables.multisets
    starts = tables.starts[sets.shape[1] + 1]
    counts = np.zeros((sets.shape[0], COUNTS), dtype=np.float64)
    gains = np.zeros((sets.shape[0], GAINS), dtype=np.float64)
    for row in range(sets.shape[0]):
        masks = masks_of(sets[row])
        for x in range(52):
            bit = suit_mask_bit(x)
            if masks & bit:
                continue
            order = order_of_masks(masks | bit, mask_codes)
            above = class_of_order(order, multisets, starts)
            for p in range(RANK_PAIRS):
                counts[row, p] += above_counts[above, p]
            for d in range(RANK_PAIRS + 1):
                gains[row, d] += above_gains[above, d]
            for label in range(4):
                suit = order[label] & 3
                counts[row, JACKS + suit] += above_counts[above, JACKS + label]
                counts[row, SUITED + suit] += above_counts[above, SUITED + label]
                gains[row, FLUSH + suit] += above_gains[above, FLUSH + label]
        for p in range(COUNTS):
            counts[row, p] /= hands
        for d in range(GAINS):
            gains[row, d] /= hands
    return counts, gains


@kernel
def add_starters_inside(
    sets: NDArray[np.uint8],
    counts: NDArray[np.float64],
    gains: NDArray[np.float64],
    below_counts: NDArray[np.float64],
    tables: Any,
) -> NDArray[np.float64]:
    """Gains of sets T over all X that hold T: those of s outside T, and for each s in T those of H with T - s."""
    crib_points, flush = tables.crib_points, tables.flush
    mask_codes, multisets = tables.mask_codes, tables.multisets
    starts = tables.starts[sets.shape[1] - 1]
    sums = gains.copy()
    for row in range(sets.shape[0]):
        masks = masks_of(sets[row])
        for i in range(sets.shape[1]):
            starter = np.int64(sets[row, i])
            rank, suit = starter >> 2, starter & 3
            order = order_of_masks(masks ^ suit_mask_bit(starter), mask_codes)
            below = class_of_order(order, multisets, starts)
            label = label_of(suit, order)
            for p in range(RANK_PAIRS):
                weight = below_counts[below, p] - counts[row, p]
                if weight:
                    for d in range(RANK_PAIRS):
                        sums[row, d] += weight * crib_points[rank, p, d]
            sums[row, NOBS] += below_counts[below, JACKS + label] - counts[row, JACKS + suit]
            sums[row, FLUSH + suit] += flush * (below_counts[below, SUITED + label] - counts[row, SUITED + suit])
    return sums


@kernel
def spread_nobs(gains: NDArray[np.float64]) -> None:
    """Add nobs in what he throws to every throw of mine: one look-up fewer for each set."""
    for row in range(gains.shape[0]):
        for d in range(RANK_PAIRS):
            gains[row, d] += gains[row, NOBS]


@kernel
def gain_without(
    masks: int,
    size: int,
    one: int,
    other: int,
    gains: NDArray[np.float64],
    pair: int,
    flush_suit: int,
    mask_codes: NDArray[np.int64],
    multisets: NDArray[np.int64],
    starts: NDArray[np.int64],
    rows: NDArray[np.int64],
) -> float:
    """Gain of a set for a throw of one's own, over X that hold the set and neither card thrown (as bits)."""
    total = 0.0
    for taken in range(4):
        held = masks
        cards = size
        sign = 1.0
        if taken & 1:
            held |= one
            cards += 1
            sign = -sign
        if taken & 2:
            held |= other
            cards += 1
            sign = -sign
        order = order_of_masks(held, mask_codes)
        row = rows[cards] + class_of_order(order, multisets, starts[cards])
        gain = gains[row, pair]
        if flush_suit >= 0:
            gain += gains[row, FLUSH + label_of(flush_suit, order)]
        total += sign * gain
    return total


@kernel
def remove_throw(
    one: int, other: int, pair: int, most: int, gains: NDArray[np.float64], tables: Any
) -> NDArray[np.float64]:
    """Gains for the throw of two cards of every set of `most` others, by colex rank, and with them of its parts.

    A keep has one card more. Each of its parts T of j cards lies in `most` + 1 - j of its sets of `most` cards, so
    each set takes that share of (-1)^j A_d(T), and the sum over all parts of a keep is that over `most` + 1 sets.
    """
    mask_codes, multisets, starts = tables.mask_codes, tables.multisets, tables.starts
    rows, binomials = tables.rows, tables.binomials
    bit_one, bit_other = suit_mask_bit(one), suit_mask_bit(other)
    flush_suit = one & 3 if one & 3 == other & 3 else -1
    starts_by_size = np.zeros(most + 2, dtype=np.int64)
    for size in range(most + 1):
        sets = binomials[51, size] + (binomials[51, size - 1] if size else 0)
        starts_by_size[size + 1] = starts_by_size[size] + sets
    removed = np.zeros(starts_by_size[most + 1], dtype=np.float64)
    place = 0
    for size in range(most + 1):
        cards = np.arange(size)
        more = True
        while more:
            masks = np.int64(0)
            for i in range(size):
                masks |= suit_mask_bit(cards[i])
            if not masks & (bit_one | bit_other):
                removed[place] = gain_without(
                    masks,
                    size,
                    bit_one,
                    bit_other,
                    gains,
                    pair,
                    flush_suit,
                    mask_codes,
                    multisets,
                    starts,
                    rows,
                )
            place += 1
            i = 0
            while i < size and cards[i] + 1 == (cards[i + 1] if i + 1 < size else 52):
                cards[i] = i
                i += 1
            more = i < size
            if more:
                cards[i] += 1
    folded = np.zeros(starts_by_size[most + 1] - starts_by_size[most], dtype=np.float64)
    cards = np.arange(most)
    for row in range(folded.shape[0]):
        for part in range(1 << most):
            place, size = 0, 0
            for i in range(most):
                if (part >> i) & 1:
                    size += 1
                    place += binomials[cards[i], size]
            share = removed[starts_by_size[size] + place] / (most + 1 - size)
            folded[row] += -share if size & 1 else share
        i = 0
        while i < most - 1 and cards[i] + 1 == cards[i + 1]:
            cards[i] = i
            i += 1
        cards[i] += 1
    return folded


@kernel
def sort_cards(cards: NDArray[np.int64]) -> None:
    """Sort a few cards in place."""
    for i in range(1, cards.shape[0]):
        card = cards[i]
        j = i
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


@kernel
def crib_means(
    first: int,
    last: int,
    keeps: NDArray[np.int64],
    weights: NDArray[np.float64],
    counts: NDArray[np.float64],
    count_starts: NDArray[np.int64],
    count_pairs: NDArray[np.int64],
    count_values: NDArray[np.float64],
    gains: NDArray[np.float64],
    removed: NDArray[np.float64],
    deals: float,
    tables: Any,
) -> NDArray[np.float64]:
    """Mean of the crib for each throw of the classes of hands from `first` to `last`.

    `counts` are those of sets one card short of a hand, and beside them their nonzero rank pairs in sparse rows.
    `removed` holds :func:`remove_throw` of each rank pair, first of two suits, then of one.
    """
    crib_points, all_starters, rank_pairs = tables.crib_points, tables.all_starters, tables.rank_pairs
    thrown, hands, flush = tables.thrown, tables.hands, tables.flush
    mask_codes, multisets, starts = tables.mask_codes, tables.multisets, tables.starts
    rows, binomials = tables.rows, tables.binomials
    dealt, kept = hands.shape[1], keeps.shape[1]
    means = np.empty((last - first, thrown.shape[0]), dtype=np.float64)
    whole = np.empty(GAINS, dtype=np.float64)
    short = np.empty(dealt, dtype=np.int64)
    labels = np.empty((dealt, 4), dtype=np.int64)
    renamed = np.empty(4, dtype=np.int64)
    keep = np.empty(kept, dtype=np.int64)
    for hand in range(first, last):
        masks = masks_of(hands[hand])
        whole[:] = 0
        # Gains of S itself. X = S + x: either S is his hand and x the starter, ...
        for t in range(thrown.shape[0]):
            weight = weights[hand, t]
            if weight == 0:
                continue
            one, other = np.int64(hands[hand, thrown[t, 0]]), np.int64(hands[hand, thrown[t, 1]])
            p = rank_pairs[one >> 2, other >> 2]
            for d in range(RANK_PAIRS):
                whole[d] += weight * all_starters[p, d]
            for i in range(dealt):
                rank = hands[hand, i] >> 2
                # Once for the starters in his hand, once for those of the second kind that leave S as his hand.
                for d in range(RANK_PAIRS):
                    whole[d] -= 2 * weight * crib_points[rank, p, d]
            if one >> 2 == JACK:
                whole[NOBS] += weight * (SUIT_LENGTH - 2 * in_suit(masks, one & 3, mask_codes))
            if other >> 2 == JACK:
                whole[NOBS] += weight * (SUIT_LENGTH - 2 * in_suit(masks, other & 3, mask_codes))
            if one & 3 == other & 3:
                left = SUIT_LENGTH - 2 * in_suit(masks, one & 3, mask_codes)
                whole[FLUSH + (one & 3)] += flush * weight * left
        # ... or a card of S is the starter and x fills its place in his hand.
        for i in range(dealt):
            starter = np.int64(hands[hand, i])
            rank, suit = starter >> 2, starter & 3
            order = order_of_masks(masks ^ suit_mask_bit(starter), mask_codes)
            below = class_of_order(order, multisets, starts[dealt - 1])
            short[i] = rows[dealt - 1] + below
            for label in range(4):
                labels[i, order[label] & 3] = label
            for entry in range(count_starts[below], count_starts[below + 1]):
                p, weight = count_pairs[entry], count_values[entry]
                for d in range(RANK_PAIRS):
                    whole[d] += weight * crib_points[rank, p, d]
            whole[NOBS] += counts[below, JACKS + labels[i, suit]]
            whole[FLUSH + suit] += flush * counts[below, SUITED + labels[i, suit]]
        for t in range(thrown.shape[0]):
            with_one, with_other = short[thrown[t, 1]], short[thrown[t, 0]]
            one, other = np.int64(hands[hand, thrown[t, 0]]), np.int64(hands[hand, thrown[t, 1]])
            d = rank_pairs[one >> 2, other >> 2]
            suited = one & 3 == other & 3
            # T = K, the whole keep: with neither card of d, with one, with both.
            order = order_of_masks(masks ^ suit_mask_bit(one) ^ suit_mask_bit(other), mask_codes)
            row = rows[kept] + class_of_order(order, multisets, starts[kept])
            total = whole[d] + whole[NOBS] + gains[row, d] - gains[with_one, d] - gains[with_other, d]
            if suited:
                suit = one & 3
                total += whole[FLUSH + suit] + gains[row, FLUSH + label_of(suit, order)]
                total -= gains[with_one, FLUSH + labels[thrown[t, 1], suit]]
                total -= gains[with_other, FLUSH + labels[thrown[t, 0], suit]]
            if kept & 1:
                total = -total
            # T a part of K, folded into the sets of one card less: looked up with the suits renamed so that d is
            # the throw its table was made for.
            renamed[one & 3] = 0
            renamed[other & 3] = 0 if suited else 1
            name = 1 if suited else 2
            for unused in range(4):
                if unused != one & 3 and unused != other & 3:
                    renamed[unused] = name
                    name += 1
            for i in range(kept):
                card = np.int64(hands[hand, keeps[t, i]])
                keep[i] = (card & ~3) | renamed[card & 3]
            sort_cards(keep)
            table = d + (RANK_PAIRS if suited else 0)
            for left_out in range(kept):
                place = 0
                for i in range(kept - 1):
                    place += binomials[keep[i + (i >= left_out)], i + 1]
                total += removed[table, place]
            mean = total / deals
            # Nobs for a Jack of one's own throw: any unseen card of its suit is as likely the starter.
            if one >> 2 == JACK:
                mean += (SUIT_LENGTH - in_suit(masks, one & 3, mask_codes)) / (52 - dealt)
            if other >> 2 == JACK:
                mean += (SUIT_LENGTH - in_suit(masks, other & 3, mask_codes)) / (52 - dealt)
            means[hand - first, t] = mean
    return means
