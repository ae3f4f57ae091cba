"""Compiled work of dealing by chance: hands from a pack, and what a strategy throws from each."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cribstats.accelerate import kernel
from cribstats.discard.kernels import SINGLE, place_representative
from cribstats.play.kernels import OF_HALF, random_below
from cribstats.suits.kernels import class_of_order, order_of_masks, suit_mask_bit

CHOICE_MASK = SINGLE - 1


@kernel
def deal_hands(
    words: NDArray[np.uint64],
    pack: NDArray[np.int64],
    players: int,
    dealt: int,
    extra: int,
    binomials: NDArray[np.int64],
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.uint8]]:
    """Deal hands and `extra` cards to the crib from a pack, one deal a row of words.

    Returned are the hands, ascending, shape (deals, players, dealt), their colex ranks, and the extra cards.
    """
    deals = words.shape[0]
    hands = np.empty((deals, players, dealt), dtype=np.uint8)
    ranks = np.empty((deals, players), dtype=np.int64)
    extras = np.empty((deals, extra), dtype=np.uint8)
    size = pack.shape[0]
    # Cards drawn from any order of the pack are random, so nothing is put back in its place.
    order = pack.copy()
    for deal in range(deals):
        for player in range(players):
            for i in range(dealt):
                drawn = player * dealt + i
                at = drawn + random_below(words, deal, drawn, size - drawn)
                card = order[at]
                order[at] = order[drawn]
                order[drawn] = card
                j = i
                while j > 0 and hands[deal, player, j - 1] > card:
                    hands[deal, player, j] = hands[deal, player, j - 1]
                    j -= 1
                hands[deal, player, j] = card
            rank = 0
            for i in range(dealt):
                rank += binomials[hands[deal, player, i], i + 1]
            ranks[deal, player] = rank
        for i in range(extra):
            drawn = players * dealt + i
            at = drawn + random_below(words, deal, drawn, size - drawn)
            card = order[at]
            order[at] = order[drawn]
            order[drawn] = card
            extras[deal, i] = card
    return hands, ranks, extras


@kernel
def draw_throws(
    hands: NDArray[np.uint8],
    ranks: NDArray[np.int64],
    player: int,
    words: NDArray[np.uint64],
    half: int,
    expanded: NDArray[np.uint16],
    mixed_rows: NDArray[np.int32],
    mixed_weights: NDArray[np.float64],
    throws: NDArray[np.int64],
    throw_numbers: NDArray[np.int64],
    lowest_bits: NDArray[np.uint8],
    suit_tables: Any,
) -> NDArray[np.int64]:
    """Draw the number of the throw from each hand of a player, by a strategy; chance is in that half of the words."""
    mask_codes, multisets = suit_tables.mask_codes, suit_tables.multisets
    start_of_pattern = suit_tables.start_of_pattern
    deals, dealt = hands.shape[0], hands.shape[2]
    cards = np.empty(dealt, dtype=np.int64)
    places = np.arange(dealt)
    # Looked up by themselves: the processor then waits for many of them at a time.
    drawn = np.empty(deals, dtype=np.int64)
    for deal in range(deals):
        drawn[deal] = expanded[ranks[deal, player]]
    for deal in range(deals):
        choice = drawn[deal]
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
        drawn[deal] = throw
    return drawn
