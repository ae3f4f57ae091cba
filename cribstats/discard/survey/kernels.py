"""Compiled work of surveys: distributions of hand and crib when both players throw by their strategies."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cribstats.accelerate import kernel
from cribstats.discard.kernels import next_set, place_representative
from cribstats.show.kernels import JACK_SHIFT, KEY_MASK, SUIT_SHIFT
from cribstats.suits.kernels import class_of_order, order_of_masks, suit_mask_bit


@kernel
def weigh_hands(
    hands: NDArray[np.uint8],
    ways: NDArray[np.int64],
    weights: NDArray[np.float64],
    keeps: NDArray[np.int64],
    codes: NDArray[np.int64],
    points: NDArray[np.uint8],
    flush: int,
    scores: int,
) -> NDArray[np.float64]:
    """Weigh the points of the hands kept: every hand dealt, every throw that it makes, every starter that it leaves.

    `ways` weighs each hand dealt, `weights` each of its throws. Returned is an array of shape (scores,); what whole
    numbers weigh adds up exactly.
    """
    rows, dealt = hands.shape
    kept = keeps.shape[1]
    histogram = np.zeros(scores, dtype=np.float64)
    in_hand = np.zeros(codes.shape[0], dtype=np.bool_)
    for row in range(rows):
        for i in range(dealt):
            in_hand[hands[row, i]] = True
        for t in range(keeps.shape[0]):
            if weights[row, t] == 0:
                continue
            weight = ways[row] * weights[row, t]
            code = np.int64(0)
            for i in range(kept):
                code += codes[hands[row, keeps[t, i]]]
            jacks = code >> JACK_SHIFT
            suit = hands[row, keeps[t, 0]] & 3
            flushes = flush > 0 and (code >> (SUIT_SHIFT + 4 * suit)) & 15 == kept
            for starter in range(codes.shape[0]):
                if in_hand[starter]:
                    continue
                score = points[(code + codes[starter]) & KEY_MASK] + ((jacks >> (starter & 3)) & 1)
                if flushes:
                    score += flush + (starter & 3 == suit)
                histogram[score] += weight
        for i in range(dealt):
            in_hand[hands[row, i]] = False
    return histogram


@kernel
def find_extremes(numbers: NDArray[np.uint8], values: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    """Least and greatest value at each number, shape (2, count); infinite where there is none."""
    extremes = np.empty((2, count), dtype=np.float64)
    extremes[0], extremes[1] = np.inf, -np.inf
    for row in range(numbers.shape[0]):
        for t in range(numbers.shape[1]):
            number, value = numbers[row, t], values[row, t]
            extremes[0, number] = min(extremes[0, number], value)
            extremes[1, number] = max(extremes[1, number], value)
    return extremes


@kernel
def add_costs(
    chosen: NDArray[np.bool_], nets: NDArray[np.float64], ways: NDArray[np.int64], tie: float
) -> tuple[float, float]:
    """How far the chosen throws are behind the best, and how often they are, equally likely in each hand."""
    loss, wrong = 0.0, 0.0
    for row in range(nets.shape[0]):
        best = nets[row].max()
        number, behind, worse = 0, 0.0, 0
        for t in range(nets.shape[1]):
            if chosen[row, t]:
                regret = best - nets[row, t]
                number += 1
                behind += regret
                worse += regret > tie
        loss += ways[row] * behind / number
        wrong += ways[row] * worse / number
    return loss, wrong


@kernel
def list_keeps(
    thrown: NDArray[np.uint8],
    others: NDArray[np.uint8],
    kept: int,
    weights: NDArray[np.float64],
    throw_numbers: NDArray[np.int64],
    suit_tables: Any,
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """List the keeps, out of the `others`, with which a strategy throws these cards, and how likely it does so."""
    mask_codes, multisets = suit_tables.mask_codes, suit_tables.multisets
    start_of_pattern = suit_tables.start_of_pattern
    dealt = kept + thrown.shape[0]
    cards = np.empty(dealt, dtype=np.int64)
    places = np.arange(dealt)
    at_representative = np.empty(dealt, dtype=np.int64)
    keeps, probabilities = [], []
    for top in range(kept - 1, others.shape[0]):
        at = np.arange(kept)
        at[kept - 1] = top
        more = True
        while more:
            for lowest in range(at[1]):
                at[0] = lowest
                i, j = 0, 0
                masks = np.int64(0)
                for place in range(dealt):
                    if j == thrown.shape[0] or (i < kept and others[at[i]] < thrown[j]):
                        cards[place] = others[at[i]]
                        i += 1
                    else:
                        cards[place] = thrown[j]
                        j += 1
                    masks |= suit_mask_bit(cards[place])
                order = order_of_masks(masks, mask_codes)
                place_representative(cards, order, places)
                for place in range(dealt):
                    at_representative[places[place]] = place
                one, other = np.searchsorted(cards, thrown[0]), np.searchsorted(cards, thrown[-1])
                throw = throw_numbers[at_representative[one], at_representative[other]]
                weight = weights[class_of_order(order, multisets, start_of_pattern), throw]
                if weight > 0:
                    for place in range(kept):
                        keeps.append(np.uint8(others[at[place]]))
                    probabilities.append(weight)
            at[0] = 0
            more = next_set(at)
    return np.array(keeps, dtype=np.uint8).reshape((len(probabilities), kept)), np.array(probabilities)


@kernel
def rank_parts(
    cards: NDArray[np.uint8],
    tops: NDArray[np.int64],
    sizes: NDArray[np.int64],
    rows: NDArray[np.int64],
    binomials: NDArray[np.int64],
    parts: NDArray[np.int32],
) -> None:
    """Write where each part of a set of cards stands in a table of all sets, stacked by size, the empty set first.

    Part m holds the cards whose bits m has: the part without its highest card, which is in place `tops[m]`, and it.
    """
    parts[0] = 0
    for mask in range(1, parts.shape[0]):
        top = tops[mask]
        size = sizes[mask]
        parts[mask] = parts[mask ^ (1 << top)] + rows[size] - rows[size - 1] + binomials[cards[top], size]


@kernel
def cross_throws(
    their_throw: NDArray[np.uint8],
    their_keeps: NDArray[np.uint8],
    their_weights: NDArray[np.float64],
    own_throws: NDArray[np.uint8],
    own_classes: NDArray[np.int64],
    own_suits: NDArray[np.uint8],
    keeps: NDArray[np.uint8],
    weights: NDArray[np.float64],
    starts: NDArray[np.int64],
    tops: NDArray[np.int64],
    sizes: NDArray[np.int64],
    rows: NDArray[np.int64],
    binomials: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Weigh each starter together with one throw of theirs and each of some throws of one's own.

    The two keeps must have no card in common, which inclusion and exclusion over the parts of one of them sees to. The
    starter lies in neither: what all weigh, less what weighs with the starter in one keep or in the other.

    `keeps` and `weights` list what is kept with the representative of each class of throws, from `starts[class]`;
    an own throw is the one of class `own_classes[t]` with its suits renamed by `own_suits[t]`.

    Returns
    -------
    Array of shape (own throws, cards): 0 for cards thrown.
    """
    kept = keeps.shape[1]
    whole = (1 << kept) - 1
    sign_of_whole = 1 - 2 * (kept & 1)
    smaller = rows[kept]
    their_count = their_keeps.shape[0]
    their_parts = np.empty((their_count, whole + 1), dtype=np.int32)
    their_masks = np.zeros(their_count, dtype=np.int64)
    # The whole keep of theirs as its own part: only where both keep the same four. A bit says where to look, for the
    # table itself does not fit into the processor's cache.
    same = np.zeros(binomials[-1, kept] + binomials[-1, kept - 1], dtype=np.float64)
    is_kept = np.zeros(same.shape[0] // 64 + 1, dtype=np.uint64)
    for k in range(their_count):
        rank_parts(their_keeps[k], tops, sizes, rows, binomials, their_parts[k])
        for i in range(kept):
            their_masks[k] |= np.int64(1) << their_keeps[k, i]
        rank = their_parts[k, whole] - smaller
        same[rank] = their_weights[k]
        is_kept[rank >> 6] |= np.uint64(1) << np.uint64(rank & 63)
    longest = 0
    for t in range(starts.shape[0] - 1):
        longest = max(longest, starts[t + 1] - starts[t])
    own_keeps = np.empty((longest, kept), dtype=np.uint8)
    own_weights = np.empty(longest, dtype=np.float64)
    own_parts = np.empty((longest, whole + 1), dtype=np.int32)
    their_thrown = np.int64(0)
    for i in range(their_throw.shape[0]):
        their_thrown |= np.int64(1) << their_throw[i]
    theirs = np.empty(smaller, dtype=np.float64)
    own = np.empty(smaller, dtype=np.float64)
    inside = np.empty(binomials.shape[0], dtype=np.float64)
    law = np.zeros((own_throws.shape[0], binomials.shape[0]), dtype=np.float64)
    for t in range(own_throws.shape[0]):
        own_thrown = np.int64(0)
        for i in range(own_throws.shape[1]):
            own_thrown |= np.int64(1) << own_throws[t, i]
        own[:] = 0
        theirs[:] = 0
        count = 0
        for k in range(starts[own_classes[t]], starts[own_classes[t] + 1]):
            mask = np.int64(0)
            for i in range(kept):
                card = (keeps[k, i] & 252) | own_suits[t, keeps[k, i] & 3]
                mask |= np.int64(1) << card
                j = i
                while j > 0 and own_keeps[count, j - 1] > card:
                    own_keeps[count, j] = own_keeps[count, j - 1]
                    j -= 1
                own_keeps[count, j] = card
            if mask & their_thrown == 0:
                rank_parts(own_keeps[count], tops, sizes, rows, binomials, own_parts[count])
                weight = weights[k]
                own_weights[count] = weight
                for part in range(whole):
                    own[own_parts[count, part]] += weight
                count += 1
        for k in range(their_count):
            if their_masks[k] & own_thrown == 0:
                weight = their_weights[k]
                for part in range(whole):
                    theirs[their_parts[k, part]] += weight
        for size in range(1, kept, 2):
            for part in range(rows[size], rows[size + 1]):
                own[part] = -own[part]
                theirs[part] = -theirs[part]
        total = 0.0
        inside[:] = 0
        for k in range(count):
            apart = 0.0
            for part in range(whole):
                apart += theirs[own_parts[k, part]]
            rank = own_parts[k, whole] - smaller
            matched = 0.0
            if (is_kept[rank >> 6] >> np.uint64(rank & 63)) & np.uint64(1):
                matched = sign_of_whole * own_weights[k] * same[rank]
            weight = own_weights[k] * apart + matched
            total += weight
            for i in range(kept):
                # With its part in what is inside their keep, which is the same four cards.
                inside[own_keeps[k, i]] += weight + matched
        for k in range(their_count):
            if their_masks[k] & own_thrown == 0:
                apart = 0.0
                for part in range(whole):
                    apart += own[their_parts[k, part]]
                for i in range(kept):
                    inside[their_keeps[k, i]] += their_weights[k] * apart
        for card in range(law.shape[1]):
            if ((own_thrown | their_thrown) >> card) & 1 == 0:
                law[t, card] = total - inside[card]
    return law
