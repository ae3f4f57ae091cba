"""Compiled work at a table of three or four: deals by chance, what is thrown, and what the crib is then worth.

Each player throws one card, so a throw is its place in the ascending hand. A crib is never scored with a starter by
chance: its points are summed over all starters that the deal leaves, a whole number.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cribstats.accelerate import kernel
from cribstats.discard.kernels import SINGLE, place_representative
from cribstats.suits.kernels import class_of_order, order_of_masks, suit_mask_bit

CHOICE_MASK = SINGLE - 1

RANKS = 13
JACK = 10
# Cells of a row of points by rank, and of counts of ranks: the last ones are empty, so that the compiler adds up
# all of them at once (two and a half times as fast as thirteen one by one).
CELLS = 16

# Deals whose tallies are added up together.
BLOCK = 256

# Columns of what is counted of a rank: cards held, the crib's points with each, their squares and product by deals;
# deals in which it is thrown, points and squares.
COUNTED = 8
HELD, POINTS, HELD_SQUARE, PRODUCT, POINTS_SQUARE, THROWN, THROWN_POINTS, THROWN_SQUARE = range(COUNTED)

# Columns of what a change of throws brings: the change of the hands, of the crib, their squares and product.
MOMENTS = 5
HANDS, CRIB, HANDS_SQUARE, CRIB_SQUARE, HANDS_CRIB = range(MOMENTS)


@kernel
def count_left(
    hands: NDArray[np.uint8],
    extras: NDArray[np.uint8],
    deal: int,
    pack_ranks: NDArray[np.uint8],
    pack_suits: NDArray[np.int64],
    rank_left: NDArray[np.uint8],
    suit_left: NDArray[np.int64],
) -> None:
    """Count the starters that a deal leaves, by rank and by suit."""
    rank_left[:] = pack_ranks
    suit_left[:] = pack_suits
    for player in range(hands.shape[1]):
        for i in range(hands.shape[2]):
            card = hands[deal, player, i]
            rank_left[card >> 2] -= 1
            suit_left[card & 3] -= 1
    for i in range(extras.shape[1]):
        rank_left[extras[deal, i] >> 2] -= 1
        suit_left[extras[deal, i] & 3] -= 1


@kernel
def gather_crib(
    hands: NDArray[np.uint8],
    thrown: NDArray[np.uint8],
    extras: NDArray[np.uint8],
    deal: int,
    away: int,
    suit_left: NDArray[np.int64],
) -> tuple[int, int, int]:
    """Put together what all but the player `away` give to the crib, -1 for nobody.

    Returned are its ranks as digits, its points for nobs over the starters left, and the suit of all its cards, or -1.
    """
    digits, nobs, suit, first = np.int64(0), np.int64(0), np.int64(-1), True
    for player in range(hands.shape[1] + extras.shape[1]):
        if player == away:
            continue
        if player < hands.shape[1]:
            card = np.int64(hands[deal, player, thrown[deal, player]])
        else:
            card = np.int64(extras[deal, player - hands.shape[1]])
        digits = digits * RANKS + (card >> 2)
        if card >> 2 == JACK:
            nobs += suit_left[card & 3]
        if first:
            suit, first = card & 3, False
        elif card & 3 != suit:
            suit = np.int64(-1)
    return digits, nobs, suit


@kernel
def fill_totals(
    cards: NDArray[np.uint8],
    digits: int,
    nobs: int,
    suit: int,
    rank_left: NDArray[np.uint8],
    suit_left: NDArray[np.int64],
    rows: NDArray[np.int16],
    points: NDArray[np.uint8],
    flush: int,
    totals: NDArray[np.int64],
) -> None:
    """Set the points, summed over the starters left, of the cribs of each card and the others of :func:`gather_crib`.

    `points[rows[digits]]` are those for fifteens, runs and pairs by rank of the starter; `flush` is what the cards of
    the crib count if the starter is of their suit too, itself not counted.
    """
    for i in range(cards.shape[0]):
        card = np.int64(cards[i])
        total = np.int64(nobs)
        if card >> 2 == JACK:
            total += suit_left[card & 3]
        if suit == card & 3 and flush > 0:
            total += (flush + 1) * suit_left[suit]
        row = points[rows[digits * RANKS + (card >> 2)]]
        for cell in range(CELLS):
            total += np.int64(row[cell]) * np.int64(rank_left[cell])
        totals[i] = total


@kernel
def sum_random_cribs(
    cards: NDArray[np.uint8],
    pack: NDArray[np.int64],
    starter: int,
    pack_ranks: NDArray[np.uint8],
    pack_suits: NDArray[np.int64],
    others: int,
    rows: NDArray[np.int16],
    points: NDArray[np.uint8],
    flush: int,
) -> tuple[NDArray[np.int64], int]:
    """Sum the points of the crib with each of one's own cards over all other cards from the pack, and all starters.

    The starter is any other card of the pack, or, if it is not -1, known; then it is not in the pack, and the counts of
    the pack are its own. Returned are the sums, and how many cribs with a starter they are of.
    """
    sums = np.zeros(cards.shape[0], dtype=np.int64)
    totals = np.empty(cards.shape[0], dtype=np.int64)
    rank_left = np.empty(CELLS, dtype=np.uint8)
    suit_left = np.empty(pack_suits.shape[0], dtype=np.int64)
    at = np.arange(others)
    shows = np.int64(0)
    starters = 1 if starter >= 0 else pack.shape[0] - others
    while True:
        rank_left[:] = pack_ranks
        suit_left[:] = pack_suits
        if starter < 0:
            for i in range(others):
                rank_left[pack[at[i]] >> 2] -= 1
                suit_left[pack[at[i]] & 3] -= 1
        digits, nobs, suit = np.int64(0), np.int64(0), pack[at[0]] & 3
        for i in range(others):
            card = pack[at[i]]
            digits = digits * RANKS + (card >> 2)
            if card >> 2 == JACK:
                nobs += suit_left[card & 3]
            if card & 3 != suit:
                suit = np.int64(-1)
        fill_totals(cards, digits, nobs, suit, rank_left, suit_left, rows, points, flush, totals)
        sums += totals
        shows += starters
        # The next choice of places in colex order.
        i = 0
        while i < others - 1 and at[i] + 1 == at[i + 1]:
            at[i] = i
            i += 1
        if at[i] + 1 == pack.shape[0]:
            return sums, shows
        at[i] += 1


@kernel
def weigh_cards(
    cards: NDArray[np.uint8],
    hands: NDArray[np.uint8],
    thrown: NDArray[np.uint8],
    extras: NDArray[np.uint8],
    known_starter: bool,
    pack_ranks: NDArray[np.uint8],
    pack_suits: NDArray[np.int64],
    rows: NDArray[np.int16],
    points: NDArray[np.uint8],
    flush: int,
    sums: NDArray[np.int64],
    products: NDArray[np.int64],
) -> None:
    """Add up the crib's points with each of one's own cards, and their products, over deals of the others' hands.

    If the starter is known the counts of the pack are its own.
    """
    rank_left = np.empty(CELLS, dtype=np.uint8)
    suit_left = np.empty(pack_suits.shape[0], dtype=np.int64)
    totals = np.empty(cards.shape[0], dtype=np.int64)
    rank_left[:] = pack_ranks
    suit_left[:] = pack_suits
    for deal in range(hands.shape[0]):
        if not known_starter:
            count_left(hands, extras, deal, pack_ranks, pack_suits, rank_left, suit_left)
        digits, nobs, suit = gather_crib(hands, thrown, extras, deal, -1, suit_left)
        fill_totals(cards, digits, nobs, suit, rank_left, suit_left, rows, points, flush, totals)
        for i in range(cards.shape[0]):
            sums[i] += totals[i]
            for j in range(i + 1):
                products[i, j] += totals[i] * totals[j]


@kernel
def tally_classes(
    hands: NDArray[np.uint8],
    thrown: NDArray[np.uint8],
    extras: NDArray[np.uint8],
    pack_ranks: NDArray[np.uint8],
    pack_suits: NDArray[np.int64],
    rows: NDArray[np.int16],
    points: NDArray[np.uint8],
    flush: int,
    suit_tables: Any,
    tallies: NDArray[np.int32],
) -> None:
    """Add up what the crib counts if a player throws each of his cards, the others throwing as they do.

    `tallies` has shape (players, classes, dealt + 1): by class of the hand, in places of its representative, points
    summed over the starters left; in the last column deals.
    """
    mask_codes, multisets = suit_tables.mask_codes, suit_tables.multisets
    start_of_pattern = suit_tables.start_of_pattern
    deals, players, dealt = hands.shape
    rank_left = np.empty(CELLS, dtype=np.uint8)
    suit_left = np.empty(pack_suits.shape[0], dtype=np.int64)
    cards = np.empty(dealt, dtype=np.int64)
    totals = np.empty(dealt, dtype=np.int64)
    places = np.arange(dealt)
    # Rows of tallies are anywhere in memory. Added to by themselves, the processor waits for many of them at a time.
    classes = np.empty((players, BLOCK), dtype=np.int64)
    placed = np.empty((players, BLOCK, dealt), dtype=np.int32)
    for start in range(0, deals, BLOCK):
        count = min(BLOCK, deals - start)
        for j in range(count):
            deal = start + j
            count_left(hands, extras, deal, pack_ranks, pack_suits, rank_left, suit_left)
            for player in range(players):
                digits, nobs, suit = gather_crib(hands, thrown, extras, deal, player, suit_left)
                own = hands[deal, player]
                fill_totals(own, digits, nobs, suit, rank_left, suit_left, rows, points, flush, totals)
                masks = np.int64(0)
                for i in range(dealt):
                    cards[i] = own[i]
                    masks |= suit_mask_bit(cards[i])
                order = order_of_masks(masks, mask_codes)
                place_representative(cards, order, places)
                classes[player, j] = class_of_order(order, multisets, start_of_pattern)
                for i in range(dealt):
                    placed[player, j, i] = totals[places[i]]
        for player in range(players):
            for j in range(count):
                row = tallies[player, classes[player, j]]
                for i in range(dealt):
                    row[i] += placed[player, j, i]
                row[dealt] += 1


@kernel
def tally_ranks(
    hands: NDArray[np.uint8],
    thrown: NDArray[np.uint8],
    extras: NDArray[np.uint8],
    pack_ranks: NDArray[np.uint8],
    pack_suits: NDArray[np.int64],
    rows: NDArray[np.int16],
    points: NDArray[np.uint8],
    flush: int,
    counts: NDArray[np.int64],
) -> None:
    """Count up the crib by the rank that a player throws or might throw, shape (players, ranks, columns)."""
    deals, players, dealt = hands.shape
    rank_left = np.empty(CELLS, dtype=np.uint8)
    suit_left = np.empty(pack_suits.shape[0], dtype=np.int64)
    totals = np.empty(dealt, dtype=np.int64)
    for deal in range(deals):
        count_left(hands, extras, deal, pack_ranks, pack_suits, rank_left, suit_left)
        for player in range(players):
            digits, nobs, suit = gather_crib(hands, thrown, extras, deal, player, suit_left)
            own = hands[deal, player]
            fill_totals(own, digits, nobs, suit, rank_left, suit_left, rows, points, flush, totals)
            i = 0
            while i < dealt:
                rank = hands[deal, player, i] >> 2
                held, with_rank = np.int64(0), np.int64(0)
                # The cards of a hand ascend, so those of a rank stand together.
                while i < dealt and hands[deal, player, i] >> 2 == rank:
                    held += 1
                    with_rank += totals[i]
                    if thrown[deal, player] == i:
                        counts[player, rank, THROWN] += 1
                        counts[player, rank, THROWN_POINTS] += totals[i]
                        counts[player, rank, THROWN_SQUARE] += totals[i] * totals[i]
                    i += 1
                counts[player, rank, HELD] += held
                counts[player, rank, POINTS] += with_rank
                counts[player, rank, HELD_SQUARE] += held * held
                counts[player, rank, PRODUCT] += held * with_rank
                counts[player, rank, POINTS_SQUARE] += with_rank * with_rank


@kernel
def weigh_changes(
    hands: NDArray[np.uint8],
    thrown: NDArray[np.uint8],
    changed: NDArray[np.uint8],
    extras: NDArray[np.uint8],
    keep_sums: NDArray[np.int32],
    pack_ranks: NDArray[np.uint8],
    pack_suits: NDArray[np.int64],
    rows: NDArray[np.int16],
    points: NDArray[np.uint8],
    flush: int,
    moments: NDArray[np.int64],
    means: NDArray[np.int64],
) -> None:
    """Add up what each of some changes of throws, shape (changes, deals, players), brings in hands and in the crib.

    `keep_sums` has the points of each keep over the starters that its player may see, shape (deals, players, dealt);
    `moments` the columns named above for each change; `means` sums of each player's hand, then of the crib, and their
    squares, shape (players + 1, 2), by the throws as they are.
    """
    players = hands.shape[1]
    rank_left = np.empty(CELLS, dtype=np.uint8)
    suit_left = np.empty(pack_suits.shape[0], dtype=np.int64)
    totals = np.empty(1, dtype=np.int64)
    for deal in range(hands.shape[0]):
        count_left(hands, extras, deal, pack_ranks, pack_suits, rank_left, suit_left)
        digits, nobs, suit = gather_crib(hands, thrown, extras, deal, 0, suit_left)
        throw = thrown[deal, 0]
        card = hands[deal, 0, throw : throw + 1]
        fill_totals(card, digits, nobs, suit, rank_left, suit_left, rows, points, flush, totals)
        crib = totals[0]
        for player in range(players):
            hand = np.int64(keep_sums[deal, player, thrown[deal, player]])
            means[player, 0] += hand
            means[player, 1] += hand * hand
        means[players, 0] += crib
        means[players, 1] += crib * crib
        for change in range(changed.shape[0]):
            more = np.int64(0)
            same = True
            for player in range(players):
                throw = changed[change, deal, player]
                if throw != thrown[deal, player]:
                    same = False
                    more += np.int64(keep_sums[deal, player, throw]) - keep_sums[deal, player, thrown[deal, player]]
            if same:
                continue
            digits, nobs, suit = gather_crib(hands, changed[change], extras, deal, 0, suit_left)
            throw = changed[change, deal, 0]
            card = hands[deal, 0, throw : throw + 1]
            fill_totals(card, digits, nobs, suit, rank_left, suit_left, rows, points, flush, totals)
            total = totals[0] - crib
            moments[change, HANDS] += more
            moments[change, CRIB] += total
            moments[change, HANDS_SQUARE] += more * more
            moments[change, CRIB_SQUARE] += total * total
            moments[change, HANDS_CRIB] += more * total
