"""The discard of one hand: every throw, exactly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cribstats.cards import CardsLike, card_names, check_apart, is_ranks_only, parse_card, parse_cards, parse_ranks
from cribstats.compute import Progress
from cribstats.discard.one_hand import analyse_throws
from cribstats.discard.opponents import (
    AUTO_PEGGING,
    DEFAULT_OPPONENT,
    OpponentLike,
    PeggingLike,
    find_opponent,
    list_opponents,
)
from cribstats.discard.rank_hands import analyse_ranks
from cribstats.discard.results import DiscardAnalysis, best_first
from cribstats.discard.roles import check_role
from cribstats.errors import ArgumentError, HandError
from cribstats.variants import SIX_CARD, Variant, check_two_players


def analyse_discard(
    hand: CardsLike,
    role: str,
    *,
    opponent: OpponentLike = DEFAULT_OPPONENT,
    pegging: PeggingLike = AUTO_PEGGING,
    dead: CardsLike = (),
    starter: CardsLike | None = None,
    variant: Variant = SIX_CARD,
    progress: Progress | None = None,
) -> DiscardAnalysis:
    """Analyse every throw of a hand, exactly.

    Parameters
    ----------
    hand
        The cards dealt, as text (``"5H 5C 6D 7S 8H QC"``) or numbers. Ranks alone (``"A 2 7 9 J Q"``) are a hand of
        unknown suits: every suit pattern is weighted by the ways to be dealt it, and in each a throw of ranks is
        valued at its best version.
    role
        ``dealer`` (the crib is mine) or ``pone`` (it is theirs).
    opponent
        The other player, as :func:`cribstats.discard.find_opponent` takes it: ``equilibrium`` (the default),
        ``greedy``, ``random``, a file, a strategy, a 13 x 13 table of mean cribs.
    pegging
        What pegging counts beside hand and crib: ``auto``, what comes with the opponent, as it does with
        ``equilibrium``; ``none``; ``solved``, that of the equilibrium, whoever the opponent is; or a table of what
        keeps peg (:class:`cribstats.discard.Pegging`).
    dead
        Cards known to be in neither the opponent's hand nor the pack; the rest is conditioned on it exactly.
    starter
        The starter, if it is known; the opponent throws without knowing it.
    variant
        The game.
    progress
        Told how many suit patterns are done, of how many: six different ranks have 187.

    Returns
    -------
    The throws, best first, in points.

    Raises
    ------
    CardError, HandError, RoleError, OpponentError, ArgumentError
        Something is not as it must be; one line names the value and the form expected.

    Notes
    -----
    The crib's mean goes once through all hands H that the opponent may be dealt: it is the sum over H, over what he
    throws from H and over the starters outside H, divided by their number. Nothing is sampled. Pegging is no such
    mean but solved: what a keep pegs when both play their best, not knowing starter or throws.

    Examples
    --------
    >>> analysis = analyse_discard("5S 4D JD 4C 5C 5H", "dealer", opponent="random")
    >>> best = analysis.best
    >>> best.throw, round(best.hand_points, 7), round(best.crib, 7)
    (('4C', '4D'), 16.6304348, 5.7592446)
    """
    role = check_role(role)
    check_two_players(variant)
    if is_ranks_only(hand):
        ranks = parse_ranks(str(hand), count=variant.dealt)
        if len(parse_cards(dead, what="dead cards")) or starter is not None:
            raise HandError(
                f"hand: the suits of {hand!r} are not known, so dead cards or a starter cannot be taken out of it:"
                " cards with suits expected, as in 5H or TH"
            )
        return analyse_ranks(
            ranks, role, find_opponent(opponent, role, pegging=pegging, variant=variant), progress=progress
        )
    cards = np.sort(parse_cards(hand, count=variant.dealt))
    out = np.sort(parse_cards(dead, what="dead cards"))
    check_apart(out, cards, "dead cards: {} is in the hand: other cards expected")
    cut = None
    if starter is not None:
        cut = parse_card(starter, "starter")
        check_apart([cut], cards, "starter: {} is in the hand: another card expected")
        check_apart([cut], out, "starter: {} is among the dead cards: another card expected")
    other = find_opponent(opponent, role, pegging=pegging, variant=variant)
    law = other.law(np.concatenate([cards, out]), cut)
    pegged = None if other.pegging is None else other.pegging.of(role)
    return DiscardAnalysis(
        hand=tuple(card_names(cards)),
        role=role,
        opponent=other.name,
        variant=variant,
        throws=tuple(best_first(analyse_throws(cards, role, law, variant, pegged))),
        dead=tuple(card_names(out)),
        starter=None if cut is None else card_names([cut])[0],
        play_gap=other.play_gap,
    )


def compare_opponents(
    hand: CardsLike,
    role: str,
    opponents: Sequence[OpponentLike],
    *,
    pegging: PeggingLike = AUTO_PEGGING,
    dead: CardsLike = (),
    starter: CardsLike | None = None,
    variant: Variant = SIX_CARD,
    progress: Progress | None = None,
) -> list[DiscardAnalysis]:
    """Analyse a hand against each of several opponents, in their order.

    Parameters and errors are those of :func:`analyse_discard`.

    Examples
    --------
    >>> analyses = compare_opponents("5H 5C 6D 7S 8H QC", "dealer", ["random", "greedy"])
    >>> [(analysis.opponent, round(analysis.best.net, 3)) for analysis in analyses]
    [('random', 16.648), ('greedy', 16.661)]
    """
    listed = list_opponents(opponents)
    if not listed:
        raise ArgumentError("no opponents given: at least one expected")
    return [
        analyse_discard(
            hand,
            role,
            opponent=opponent,
            pegging=pegging,
            dead=dead,
            starter=starter,
            variant=variant,
            progress=progress,
        )
        for opponent in listed
    ]
