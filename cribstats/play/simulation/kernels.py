"""What policies make of given keeps, compiled: one play by chance, a walk through all plays, one choice."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cribstats.accelerate import kernel
from cribstats.play.kernels import (
    BLOCKS,
    OF_A_RANK,
    OF_HALF,
    OVER,
    POINT_BITS,
    POINT_MASK,
    POINTS,
    RANKS,
    SEATS,
    TURN,
    play_card,
    random_below,
    start_state,
)
from cribstats.play.policies.kernels import (
    EQUILIBRIUM,
    MIXED,
    choose,
    choose_at_sight,
    choose_by_equilibrium,
)


@kernel
def play_deals(
    keeps: NDArray[np.int16],
    words: NDArray[np.uint64],
    policies: NDArray[np.int64],
    beliefs: NDArray[np.float64],
    ends_at_go: bool,
    keep_cards: NDArray[np.uint8],
    rank_keys: NDArray[np.int64],
    keep_at: NDArray[np.int16],
    rest_cards: NDArray[np.uint8],
    rest_keys: NDArray[np.int64],
    rest_before: NDArray[np.int64],
    rest_starts: NDArray[np.int64],
    nexts: NDArray[np.int32],
    starts: NDArray[np.int32],
    chances: NDArray[np.uint8],
    hands: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Play deals by policies, half a random word a card: points by kind, shape (deals, players), and leads."""
    deals, players = keeps.shape
    points = np.empty((deals, players), dtype=np.int64)
    leads = np.empty(deals, dtype=np.uint8)
    state = np.empty(SEATS + BLOCKS * players, dtype=np.int64)
    weights = np.empty(RANKS, dtype=np.float64)
    # A lead depends on the keep alone, and is the dearest choice of who looks ahead: each is made once.
    leads_of_keeps = np.zeros(keep_cards.shape[0], dtype=np.int64)
    for deal in range(deals):
        start_state(state, keeps, deal, keep_cards)
        step = 0
        while state[TURN] != OVER:
            card = leads_of_keeps[keeps[deal, 0]] if step == 0 else 0
            if card == 0:
                card = choose_at_sight(state, players, policies)
            if card == 0 and policies[state[TURN]] == EQUILIBRIUM:
                card = choose_by_equilibrium(state, ends_at_go, nexts, starts, chances, hands, weights)
            if card == 0:
                card = choose(
                    state,
                    players,
                    policies,
                    beliefs,
                    weights,
                    rank_keys,
                    keep_at,
                    rest_cards,
                    rest_keys,
                    rest_before,
                    rest_starts,
                )
            if step == 0 and card != MIXED:
                leads_of_keeps[keeps[deal, 0]] = card
            if card == MIXED:
                left = random_below(words, deal, step, OF_HALF) / OF_HALF
                for rank in range(RANKS):
                    if weights[rank] > 0:
                        card = rank + 1
                        left -= weights[rank]
                        if left < 0:
                            break
            if step == 0:
                leads[deal] = card - 1
            play_card(state, card, players, ends_at_go)
            step += 1
        for seat in range(players):
            points[deal, seat] = state[SEATS + POINTS * players + seat]
    return points, leads


@kernel
def walk_plays(
    keeps: NDArray[np.int16],
    policies: NDArray[np.int64],
    beliefs: NDArray[np.float64],
    kinds: int,
    ends_at_go: bool,
    keep_cards: NDArray[np.uint8],
    rank_keys: NDArray[np.int64],
    keep_at: NDArray[np.int16],
    rest_cards: NDArray[np.uint8],
    rest_keys: NDArray[np.int64],
    rest_before: NDArray[np.int64],
    rest_starts: NDArray[np.int64],
    nexts: NDArray[np.int32],
    starts: NDArray[np.int32],
    chances: NDArray[np.uint8],
    hands: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Mean points by kind of policies on given keeps, over all plays that they may make of them.

    Depth first, a row of each array for each card played. Returned is an array of shape (rows, players, kinds).
    """
    rows, players = keeps.shape
    means = np.zeros((rows, players, kinds), dtype=np.float64)
    depths = players * keep_cards.shape[1] + 1
    states = np.empty((depths, SEATS + BLOCKS * players), dtype=np.int64)
    weights = np.empty((depths, RANKS), dtype=np.float64)
    reach = np.ones(depths, dtype=np.float64)
    following = np.empty(depths, dtype=np.int64)
    for row in range(rows):
        start_state(states[0], keeps, row, keep_cards)
        following[0] = MIXED
        depth = 0
        while depth >= 0:
            state = states[depth]
            if state[TURN] == OVER:
                for seat in range(players):
                    for kind in range(kinds):
                        points = (state[SEATS + POINTS * players + seat] >> POINT_BITS * kind) & POINT_MASK
                        means[row, seat, kind] += reach[depth] * points
                depth -= 1
                continue
            if following[depth] == MIXED:
                card = choose_at_sight(state, players, policies)
                if card == 0 and policies[state[TURN]] == EQUILIBRIUM:
                    card = choose_by_equilibrium(state, ends_at_go, nexts, starts, chances, hands, weights[depth])
                if card == 0:
                    card = choose(
                        state,
                        players,
                        policies,
                        beliefs,
                        weights[depth],
                        rank_keys,
                        keep_at,
                        rest_cards,
                        rest_keys,
                        rest_before,
                        rest_starts,
                    )
                if card != MIXED:
                    weights[depth] = 0
                    weights[depth, card - 1] = 1
                following[depth] = 0
            while following[depth] < RANKS and weights[depth, following[depth]] == 0:
                following[depth] += 1
            if following[depth] == RANKS:
                depth -= 1
                continue
            rank = following[depth]
            following[depth] += 1
            states[depth + 1] = state
            play_card(states[depth + 1], rank + 1, players, ends_at_go)
            reach[depth + 1] = reach[depth] * weights[depth, rank]
            depth += 1
            following[depth] = MIXED
    return means


@kernel
def weigh_cards(
    keeps: NDArray[np.int16],
    cards: NDArray[np.uint8],
    policies: NDArray[np.int64],
    beliefs: NDArray[np.float64],
    ends_at_go: bool,
    keep_cards: NDArray[np.uint8],
    rank_keys: NDArray[np.int64],
    keep_at: NDArray[np.int16],
    rest_cards: NDArray[np.uint8],
    rest_keys: NDArray[np.int64],
    rest_before: NDArray[np.int64],
    rest_starts: NDArray[np.int64],
    nexts: NDArray[np.int32],
    starts: NDArray[np.int32],
    chances: NDArray[np.uint8],
    hands: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Weights of the ranks that a policy plays from one row of keeps after some cards, rank + 1, were played."""
    players = keeps.shape[1]
    state = np.empty(SEATS + BLOCKS * players, dtype=np.int64)
    start_state(state, keeps, 0, keep_cards)
    for i in range(cards.shape[0]):
        play_card(state, np.int64(cards[i]), players, ends_at_go)
    weights = np.zeros(RANKS, dtype=np.float64)
    card = choose_at_sight(state, players, policies)
    if card == 0 and policies[state[TURN]] == EQUILIBRIUM:
        card = choose_by_equilibrium(state, ends_at_go, nexts, starts, chances, hands, weights)
    if card == 0:
        card = choose(
            state,
            players,
            policies,
            beliefs,
            weights,
            rank_keys,
            keep_at,
            rest_cards,
            rest_keys,
            rest_before,
            rest_starts,
        )
    if card != MIXED:
        weights[card - 1] = 1
    return weights


@kernel
def find_overdrawn(keeps: NDArray[np.int16], keep_cards: NDArray[np.uint8]) -> int:
    """First row whose keeps have more than four of a rank together, or -1."""
    held = np.zeros(RANKS + 1, dtype=np.int64)
    for row in range(keeps.shape[0]):
        held[:] = 0
        for seat in range(keeps.shape[1]):
            for i in range(keep_cards.shape[1]):
                held[keep_cards[keeps[row, seat], i]] += 1
        if held.max() > OF_A_RANK:
            return row
    return -1
