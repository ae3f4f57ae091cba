"""Policies at play: what they play in a position, what they peg on keeps by chance or over all plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cribstats.cards import SUIT_COUNT, card_name
from cribstats.compute import map_chunks
from cribstats.errors import ArgumentError
from cribstats.play.equilibrium.compact_policy import CompactPolicy, CompactTables
from cribstats.play.game import Play
from cribstats.play.policies import check_beliefs, equilibrium_tables, policy_codes
from cribstats.play.randomness import check_seed, random_words
from cribstats.play.simulation import kernels
from cribstats.play.tables import KINDS, play_tables
from cribstats.show.tables import rank_multisets
from cribstats.variants import SIX_CARD, Variant

# Deals that a thread plays at a time. Each chunk has its own randomness, so results do not depend on the threads.
CHUNK = 1 << 14


class PlayedDeals(NamedTuple):
    """What deals pegged.

    Attributes
    ----------
    points
        uint8, shape (deals, players, kinds): by seat from the dealer's left and by kind in the order of
        :data:`cribstats.play.tables.KINDS`.
    leads
        uint8, shape (deals,): the rank that was led first.
    """

    points: NDArray[np.uint8]
    leads: NDArray[np.uint8]


def play_keeps(
    keeps: ArrayLike,
    policies: Sequence[str],
    *,
    seed: int = 0,
    beliefs: ArrayLike | None = None,
    equilibrium: CompactPolicy | None = None,
    variant: Variant = SIX_CARD,
) -> PlayedDeals:
    """Play keeps by policies, once each.

    Parameters
    ----------
    keeps
        Numbers of keeps in the order of :func:`cribstats.show.tables.rank_multisets`, shape (deals, players), from the
        dealer's left: the pone's and the dealer's where two play.
    policies
        Names of policies, one a seat.
    seed
        Whole number from which all chance follows; the result is the same on any number of threads.
    beliefs
        What each player believes of the next one's keep (:func:`cribstats.play.policies.keep_beliefs`); by default
        that it is any that may be dealt.
    equilibrium
        What `equilibrium` plays; by default the policy that comes with the package.
    variant
        The game.

    Returns
    -------
    What each deal pegged, and its lead.

    Raises
    ------
    ArgumentError
        A keep, a policy, the seed or the beliefs are not of this form, or the equilibrium is of another game.

    Examples
    --------
    >>> played = play_keeps([[0, 1819]], ["greedy", "greedy"])  # four aces and four Kings
    >>> played.points.sum(axis=2).tolist(), played.leads.tolist()
    ([[3, 3]], [0])
    """
    rows = check_keeps(keeps, variant)
    codes = policy_codes(policies, variant=variant)
    believed = check_beliefs(beliefs, policies, variant)
    compact = equilibrium_tables(policies, equilibrium, variant=variant)
    check_seed(seed)

    def play(start: int) -> PlayedDeals:
        chunk = rows[start : start + CHUNK]
        words = random_words((seed, start), (len(chunk), play_words(variant)))
        return play_chunk(chunk, words, codes, believed, compact, variant)

    played = map_chunks(play, range(0, len(rows), CHUNK)) if len(rows) else [play(0)]
    return PlayedDeals(*(np.concatenate(arrays) for arrays in zip(*played, strict=True)))


def policy_means(
    keeps: ArrayLike,
    policies: Sequence[str],
    *,
    beliefs: ArrayLike | None = None,
    equilibrium: CompactPolicy | None = None,
    variant: Variant = SIX_CARD,
) -> NDArray[np.float64]:
    """Return what policies peg on given keeps on the average, exactly: over all plays that they may make.

    Parameters and errors are those of :func:`play_keeps`.

    Returns
    -------
    float64 array of shape (rows, players, kinds), in points.

    Examples
    --------
    >>> means = policy_means([[0, 1819]], ["random", "random"])
    >>> means.sum(axis=2).round(4).tolist()
    [[3.0, 3.0]]
    """
    rows = check_keeps(keeps, variant)
    codes = policy_codes(policies, variant=variant)
    believed = check_beliefs(beliefs, policies, variant)
    tables = (*play_tables(variant.kept), *equilibrium_tables(policies, equilibrium, variant=variant))

    def walk(start: int) -> NDArray[np.float64]:
        return np.asarray(
            kernels.walk_plays(
                rows[start : start + CHUNK],
                codes,
                believed,
                len(KINDS),
                variant.play_ends_at_go,
                *tables,
            )
        )

    return np.concatenate(map_chunks(walk, range(0, max(len(rows), 1), CHUNK)))


def policy_weights(
    play: Play, policy: str, *, beliefs: ArrayLike | None = None, equilibrium: CompactPolicy | None = None
) -> dict[str, float]:
    """Return which cards a policy plays where a play stands, and how likely each is.

    Parameters
    ----------
    play
        A play that is not over (:func:`cribstats.score_play`), of whole hands. The policy knows of it what the player
        knows whose turn it is.
    policy
        Its name.
    beliefs, equilibrium
        As :func:`play_keeps` takes them.

    Returns
    -------
    The probability of each card that may be played, by name. Cards of one rank are equally likely.

    Raises
    ------
    ArgumentError
        The play is over, a hand was short, the policy is not known or the beliefs are not of this form.

    Examples
    --------
    >>> from cribstats import score_play
    >>> policy_weights(score_play(["7H 2C TS 4H", "8C 9C JD QD"], ""), "greedy")
    {'2C': 0.0, '4H': 1.0, '7H': 0.0, 'TS': 0.0}
    """
    variant, turn = play.end.variant, play.end.turn
    if turn is None:
        raise ArgumentError("the play is over: one that goes on expected")
    cards = [(event.seat, event.card) for event in play.events if event.card is not None]
    hands = [[*hand, *(card for seat, card in cards if seat == own)] for own, hand in enumerate(play.end.hands)]
    if any(len(hand) != variant.kept for hand in hands):
        raise ArgumentError(f"hands of {', '.join(str(len(hand)) for hand in hands)} cards: {variant.kept} expected")
    numbers = {keep: number for number, keep in enumerate(rank_multisets(variant.kept))}
    keeps = np.array([[numbers[tuple(sorted(card // SUIT_COUNT for card in hand))] for hand in hands]], dtype=np.int16)
    policies = [policy] * variant.players
    weights = kernels.weigh_cards(
        keeps,
        np.array([card // SUIT_COUNT + 1 for _, card in cards], dtype=np.uint8),
        policy_codes(policies, variant=variant),
        check_beliefs(beliefs, policies, variant),
        variant.play_ends_at_go,
        *play_tables(variant.kept),
        *equilibrium_tables(policies, equilibrium, variant=variant),
    )
    legal = play.end.legal_cards
    ranks = [card // SUIT_COUNT for card in legal]
    return {card_name(card): float(weights[rank]) / ranks.count(rank) for card, rank in zip(legal, ranks, strict=True)}


def play_chunk(
    keeps: NDArray[np.int16],
    words: NDArray[np.uint64],
    codes: NDArray[np.int64],
    beliefs: NDArray[np.float64],
    compact: CompactTables,
    variant: Variant,
) -> PlayedDeals:
    """Play keeps that are known to be sound, each by its own row of random words."""
    tables = play_tables(variant.kept)
    points, leads = kernels.play_deals(keeps, words, codes, beliefs, variant.play_ends_at_go, *tables, *compact)
    by_kind = points.astype("<i8", copy=False).view(np.uint8).reshape(*points.shape, points.itemsize)
    return PlayedDeals(by_kind[..., : len(KINDS)], leads)


def play_words(variant: Variant) -> int:
    """Return how many random words a play takes: half of one for each card."""
    return (variant.players * variant.kept + 1) // 2


def check_keeps(keeps: ArrayLike, variant: Variant) -> NDArray[np.int16]:
    """Return numbers of keeps as int16 of shape (deals, players).

    Raises
    ------
    ArgumentError
        They are not of this form, or players hold more than four of a rank together.
    """
    tables = play_tables(variant.kept)
    try:
        array = np.asarray(keeps)
    except ValueError:  # rows of several lengths
        raise ArgumentError(
            f"keeps in rows of several lengths: integers of shape (deals, {variant.players}) expected"
        ) from None
    if array.ndim != 2 or array.shape[1] != variant.players or array.dtype.kind not in "iu":
        raise ArgumentError(
            f"keeps: integers of shape (deals, {variant.players}) expected, not {array.dtype} of shape {array.shape}"
        )
    count = len(tables.keep_cards)
    if array.size and (array.min() < 0 or array.max() >= count):
        raise ArgumentError(f"keep {array[(array < 0) | (array >= count)][0]} is not one of 0 to {count - 1}")
    rows = np.ascontiguousarray(array, dtype=np.int16)
    if (row := int(kernels.find_overdrawn(rows, tables.keep_cards))) >= 0:
        raise ArgumentError(f"row {row}: keeps {rows[row].tolist()} have more than four cards of a rank together")
    return rows
