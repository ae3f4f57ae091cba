"""Opponents by name or file: what a user may call the other player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import RANK_COUNT
from cribstats.discard.crib_tables import check_crib_table, read_crib_table
from cribstats.discard.law import ThrowLaw, strategy_law, uniform_law
from cribstats.discard.pairs import SHIPPED, StrategyPair, is_pair, shipped_pair
from cribstats.discard.pegging import Pegging
from cribstats.discard.roles import ROLES, check_role, other_role
from cribstats.discard.strategies import Strategy, greedy_strategy, random_strategy, table_strategy
from cribstats.errors import ArgumentError, OpponentError
from cribstats.variants import SIX_CARD, Variant, check_two_players

DEFAULT_OPPONENT = "equilibrium"

# Each name with what its player does.
OPPONENT_NAMES = {
    "random": "throws any two of his cards, all equally likely",
    "greedy": "keeps the hand of the highest mean show and ignores the crib",
    "equilibrium-show": "throws what is best against a best player, points at the show alone counted",
    "equilibrium-net": "throws what is best against a best player, the play counted too",
    "equilibrium": "the best equilibrium that is shipped, now equilibrium-net",
}

# What `equilibrium` stands for.
BEST_SHIPPED = "equilibrium-net"

# What pegging is counted beside hand and crib, by name.
AUTO_PEGGING = "auto"
PEGGING_NAMES = {
    AUTO_PEGGING: "if it counts for the opponent, as for equilibrium-net",
    "none": "not at all",
    "solved": "as in equilibrium-net, whoever the opponent is",
}
PeggingLike = str | Pegging


@dataclass(frozen=True, eq=False)
class Opponent:
    """The other player: a name for results, a strategy, or none if he throws at random; and what keeps then peg."""

    name: str
    variant: Variant
    strategy: Strategy | None
    pegging: Pegging | None = None

    @property
    def fingerprint(self) -> str:
        """Text that differs between opponents who throw differently or are called differently."""
        strategy = "" if self.strategy is None else f" {self.strategy.fingerprint}"
        return self.name + strategy + ("" if self.pegging is None else f" {self.pegging.fingerprint}")

    @property
    def play_gap(self) -> float | None:
        """If pegging counts, how far from solved the play is that it comes from (points a deal), if that is known."""
        return None if self.pegging is None else self.pegging.gap

    def law(self, known: NDArray[np.uint8], starter: int | None) -> ThrowLaw:
        """Return the joint law of his throw and the starter given what is known."""
        if self.strategy is None:
            return uniform_law(known, starter, self.variant)
        return strategy_law(self.strategy, known, starter)


# What a function takes for an opponent: a name, a file, a strategy or a pair of them, or a table of mean cribs.
OpponentLike = str | Path | Strategy | StrategyPair | Opponent | NDArray[np.floating]


def find_opponent(
    opponent: OpponentLike, role: str, *, pegging: PeggingLike = AUTO_PEGGING, variant: Variant = SIX_CARD
) -> Opponent:
    """Resolve what a user calls an opponent.

    Parameters
    ----------
    opponent
        ``random``; ``greedy``; ``equilibrium``, the best that is shipped, or its full name; the path of a table of mean
        cribs (``.csv``) or of strategies (``.npz``); a :class:`Strategy`; or an array of mean cribs by the two ranks
        thrown, shape (13, 13).
    role
        Whose opponent it is: ``dealer`` or ``pone``. A table is one for the *other* role: the opponent of the dealer
        is the pone, who throws what maximises his hand minus the table.
    pegging
        What pegging counts beside hand and crib: ``auto``, what comes with the opponent, as it does with
        ``equilibrium-net`` and files of such pairs; ``none``; ``solved``, that of ``equilibrium-net``; or a table.
    variant
        The game.

    Raises
    ------
    OpponentError, FileError, StrategyError, RoleError, ArgumentError
        The opponent or the pegging is not known, or its file does not describe one.
    VariantError
        The game is not one of two players.

    Examples
    --------
    >>> find_opponent("random", "dealer").name
    'random'
    """
    found = _find_opponent(opponent, role, variant)
    return replace(found, pegging=_find_pegging(pegging, found.pegging, variant))


def _find_opponent(opponent: OpponentLike, role: str, variant: Variant) -> Opponent:
    theirs = other_role(check_role(role))
    check_two_players(variant)
    if isinstance(opponent, Opponent):
        _check_game(opponent.name, opponent.variant, variant)
        return opponent
    if isinstance(opponent, Strategy):
        return _with_strategy(opponent.name, opponent, variant)
    if isinstance(opponent, StrategyPair):
        return _with_side(opponent, theirs, variant)
    if isinstance(opponent, np.ndarray):
        table = check_crib_table(opponent)
        return Opponent("table", variant, _table_strategy(table.tobytes(), theirs, "table", variant))
    text = str(opponent)
    if text == "random":
        return Opponent(text, variant, None)
    if text == "greedy":
        return Opponent(text, variant, _greedy(variant))
    if pair := _shipped(text, variant):
        return _with_side(pair, theirs, variant)
    path = Path(text)
    if path.suffix.lower() == ".csv":
        table = read_crib_table(path)
        return Opponent(path.name, variant, _table_strategy(table.tobytes(), theirs, path.name, variant))
    if path.suffix.lower() == ".npz":
        if is_pair(path):
            return _with_side(StrategyPair.load(path), theirs, variant)
        strategy = Strategy.load(path)
        return _with_strategy(strategy.name, strategy, variant)
    raise OpponentError(
        f"{text!r} is not an opponent known here: {', '.join(OPPONENT_NAMES)}, a .csv table of mean cribs"
        " or a .npz strategy expected"
    )


def find_pair(opponent: OpponentLike, *, variant: Variant = SIX_CARD) -> StrategyPair:
    """Resolve what a user calls an opponent to what he throws as dealer and as pone.

    Parameters and errors are those of :func:`find_opponent`. A table or a single strategy is taken for both roles.

    Examples
    --------
    >>> find_pair("greedy").dealer.name
    'greedy'
    """
    check_two_players(variant)
    pair = opponent if isinstance(opponent, StrategyPair) else None
    if isinstance(opponent, (str, Path)):
        text = str(opponent)
        pair = _shipped(text, variant)
        if text.lower().endswith(".npz") and is_pair(Path(text)):
            pair = StrategyPair.load(text)
    if pair is not None:
        _check_game(pair.name, pair.variant, variant)
        return pair
    sides = {}
    for role in ROLES:
        side = find_opponent(opponent, other_role(role), variant=variant)
        sides[role] = side.strategy or random_strategy(variant)
    return StrategyPair(sides["dealer"].name, sides["dealer"], sides["pone"], pegging=side.pegging)


def list_opponents(opponents: OpponentLike | Sequence[OpponentLike]) -> list[OpponentLike]:
    """Return opponents as a list; one alone, a name above all, is one and not its letters.

    >>> list_opponents("greedy"), list_opponents(["greedy", "random"])
    (['greedy'], ['greedy', 'random'])
    """
    if isinstance(opponents, (str, Path, Strategy, StrategyPair, Opponent, np.ndarray)):
        return [opponents]
    return list(opponents)


def _shipped(name: str, variant: Variant) -> StrategyPair | None:
    """Return the pair that is shipped under a name, or for `equilibrium` the best one; none if it is no such name."""
    full_name = BEST_SHIPPED if name == "equilibrium" else name
    return shipped_pair(full_name, variant) if full_name in SHIPPED else None


def _find_pegging(pegging: PeggingLike, of_opponent: Pegging | None, variant: Variant) -> Pegging | None:
    """Resolve what pegging counts; `of_opponent` comes with the opponent."""
    if isinstance(pegging, Pegging):
        pegging.check(variant)
        return pegging
    if not isinstance(pegging, str) or pegging not in PEGGING_NAMES:
        raise ArgumentError(f"pegging {pegging!r}: {', '.join(PEGGING_NAMES)} or a table expected")
    if pegging == AUTO_PEGGING:
        return of_opponent
    if pegging == "none":
        return None
    return shipped_pair("equilibrium-net", variant).pegging


def _with_side(pair: StrategyPair, role: str, variant: Variant) -> Opponent:
    """Return the opponent who throws as one side of a pair, with what keeps peg if that counts."""
    return replace(_with_strategy(pair.name, pair.of(role), variant), pegging=pair.pegging)


def _with_strategy(name: str, strategy: Strategy, variant: Variant) -> Opponent:
    _check_game(name, strategy.variant, variant)
    return Opponent(name, variant, strategy)


def _check_game(name: str, played: Variant, variant: Variant) -> None:
    if played != variant:
        raise OpponentError(f"opponent {name!r} is of the {played.name} game, not of {variant.name}")


@lru_cache(maxsize=4)
def _greedy(variant: Variant) -> Strategy:
    return greedy_strategy(variant)


@lru_cache(maxsize=4)
def _table_strategy(table: bytes, role: str, name: str, variant: Variant) -> Strategy:
    array = np.frombuffer(table).reshape(RANK_COUNT, RANK_COUNT)
    return table_strategy(array, role, name=name, variant=variant)
