"""Policies: what a player plays from what he knows, by name; and what he believes the next player to hold.

Policies are compiled (policies/kernels.py) and know what their player knows: the cards that he has left and those that
he has seen, the series and its count; of the next player what he laid down, how many cards he has left, the count at
which he said go, and how likely each of his keeps was at the start. The solved play knows the order of all cards too.
They name a card, or weights of ranks.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cribstats.errors import ArgumentError
from cribstats.play.beliefs import check_weights, dealt_weights, keep_beliefs
from cribstats.play.equilibrium.compact_policy import CompactPolicy, CompactTables
from cribstats.play.policies import kernels
from cribstats.shipped import shipped_file
from cribstats.show.tables import rank_multisets
from cribstats.variants import SIX_CARD, Variant, check_two_players

# Each name with what its player does.
POLICIES = {
    "random": "plays any card that he may, all equally likely",
    "greedy": (
        "plays what pegs most now; of equal cards the one of least danger (the points that the next card would peg,"
        " added up over all cards not seen); of those the highest"
    ),
    "lookahead": (
        "plays what pegs most on the average now, less what the opponent answers, plus what can be pegged on that; the"
        " opponent holds any keep that fits what he played and where he said go, and answers with what pegs most"
    ),
    "equilibrium": (
        "plays what the solved play of two players in the six-card game plays, as often as it does; keeps that nobody"
        " holds there look ahead"
    ),
}
GREEDY, LOOKAHEAD, EQUILIBRIUM = "greedy", "lookahead", "equilibrium"
# Who asks for beliefs.
BELIEVING = frozenset({LOOKAHEAD, EQUILIBRIUM})

SHIPPED_POLICY = "equilibrium-play"

_NO_TABLES = CompactTables(
    nexts=np.zeros((1, 1), dtype=np.int32),
    starts=np.zeros((1, 1), dtype=np.int32),
    chances=np.zeros(1, dtype=np.uint8),
    hands=np.zeros((1, 1), dtype=np.int64),
)
_CODES = {
    "random": kernels.RANDOM,
    GREEDY: kernels.GREEDY,
    LOOKAHEAD: kernels.LOOKAHEAD,
    EQUILIBRIUM: kernels.EQUILIBRIUM,
}


def policy_codes(policies: Sequence[str], *, variant: Variant = SIX_CARD) -> NDArray[np.int64]:
    """Return the numbers by which kernels know policies, one a seat.

    Parameters
    ----------
    policies
        Names, from the dealer's left: the pone's and the dealer's where two play.
    variant
        The game.

    Raises
    ------
    ArgumentError
        A name is not known, their number is not that of the players, or more than two look ahead.

    Examples
    --------
    >>> policy_codes(["greedy", "random"]).tolist()
    [1, 0]
    """
    if isinstance(policies, str) or not isinstance(policies, Sequence) or len(policies) != variant.players:
        raise ArgumentError(f"policies {policies!r}: one for each of {variant.players} players expected")
    for name in policies:
        if not isinstance(name, str) or name not in _CODES:
            raise ArgumentError(f"{name!r} is not a policy known here: {', '.join(POLICIES)} expected")
    for name in BELIEVING.intersection(policies):
        if variant.players != 2:
            raise ArgumentError(f"'{name}' is a policy for two players, not for {variant.players}")
    return np.array([_CODES[name] for name in policies], dtype=np.int64)


def equilibrium_tables(
    policies: Sequence[str], equilibrium: CompactPolicy | None = None, *, variant: Variant = SIX_CARD
) -> CompactTables:
    """Return what kernels look up for `equilibrium`: that of a policy, or of the one shipped; else next to nothing.

    Raises
    ------
    ArgumentError
        The policy is of another game.
    FileError
        The package's own is missing or not that of its manifest.
    """
    if EQUILIBRIUM not in policies:
        return _NO_TABLES
    policy = shipped_policy(variant) if equilibrium is None else equilibrium
    if policy.variant != variant:
        raise ArgumentError(f"'{EQUILIBRIUM}' is solved for the {policy.variant.name} game, not for {variant.name}")
    return policy.tables()


def shipped_policy(variant: Variant = SIX_CARD) -> CompactPolicy:
    """Return the compact policy of the solved play that comes with the package, for a game of two players.

    Raises
    ------
    FileError
        It is missing or not that of its manifest.
    """
    check_two_players(variant)
    return _shipped_policy(variant)


@cache
def _shipped_policy(variant: Variant) -> CompactPolicy:
    with shipped_file(SHIPPED_POLICY, variant) as path:
        return CompactPolicy.load(path)


def check_beliefs(beliefs: ArrayLike | None, policies: Sequence[str], variant: Variant) -> NDArray[np.float64]:
    """Return beliefs as kernels take them: those given, or, where somebody needs them, of any keep that may be dealt.

    Raises
    ------
    ArgumentError
        The shape is wrong, or a weight is not a number of 0 to `MOST_WEIGHT`.
    """
    keeps = len(rank_multisets(variant.kept))
    if beliefs is None:
        if BELIEVING.intersection(policies):
            return keep_beliefs([dealt_weights(variant)] * variant.players, variant=variant)
        return np.zeros((variant.players, 1, keeps))
    return check_weights(beliefs, "beliefs", (variant.players, keeps, keeps))
