"""Opponents by name or file: what a user may call the other player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import RANK_COUNT
from cribstats.discard.crib_tables import check_crib_table, read_crib_table
from cribstats.discard.law import ThrowLaw, strategy_law, uniform_law
from cribstats.discard.pairs import SHIPPED, StrategyPair, is_pair, shipped_pair
from cribstats.discard.roles import ROLES, check_role, other_role
from cribstats.discard.strategies import Strategy, greedy_strategy, random_strategy, table_strategy
from cribstats.errors import OpponentError
from cribstats.variants import SIX_CARD, Variant

DEFAULT_OPPONENT = "equilibrium"

# Each name with what its player does.
OPPONENT_NAMES = {
    "random": "throws any two of his cards, all equally likely",
    "greedy": "keeps the hand of the highest mean show and ignores the crib",
    "equilibrium-show": "throws what is best against a best player, points at the show alone counted",
    "equilibrium": "the best equilibrium that is shipped, now equilibrium-show",
}

# What `equilibrium` stands for.
BEST_SHIPPED = "equilibrium-show"


@dataclass(frozen=True, eq=False)
class Opponent:
    """The other player: a name for results, and a strategy, or none if he throws at random."""

    name: str
    variant: Variant
    strategy: Strategy | None

    @property
    def fingerprint(self) -> str:
        """Text that differs between opponents who throw differently or are called differently."""
        return self.name if self.strategy is None else f"{self.name} {self.strategy.fingerprint}"

    def law(self, known: NDArray[np.uint8], starter: int | None) -> ThrowLaw:
        """Return the joint law of his throw and the starter given what is known."""
        if self.strategy is None:
            return uniform_law(known, starter, self.variant)
        return strategy_law(self.strategy, known, starter)


# What a function takes for an opponent: a name, a file, a strategy, or a table of mean cribs.
OpponentLike = str | Path | Strategy | Opponent | NDArray[np.floating]


def find_opponent(opponent: OpponentLike, role: str, *, variant: Variant = SIX_CARD) -> Opponent:
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
    variant
        The game.

    Raises
    ------
    OpponentError, FileError, StrategyError, RoleError
        The opponent is not known, or its file does not describe one.

    Examples
    --------
    >>> find_opponent("random", "dealer").name
    'random'
    """
    theirs = other_role(check_role(role))
    if isinstance(opponent, Opponent):
        _check_game(opponent.name, opponent.variant, variant)
        return opponent
    if isinstance(opponent, Strategy):
        return _with_strategy(opponent.name, opponent, variant)
    if isinstance(opponent, np.ndarray):
        table = check_crib_table(opponent)
        return Opponent("table", variant, _table_strategy(table.tobytes(), theirs, "table", variant))
    text = str(opponent)
    if text == "random":
        return Opponent(text, variant, None)
    if text == "greedy":
        return Opponent(text, variant, _greedy(variant))
    if pair := _shipped(text):
        return _with_strategy(pair.name, pair.of(theirs), variant)
    path = Path(text)
    if path.suffix.lower() == ".csv":
        table = read_crib_table(path)
        return Opponent(path.name, variant, _table_strategy(table.tobytes(), theirs, path.name, variant))
    if path.suffix.lower() == ".npz":
        strategy = StrategyPair.load(path).of(theirs) if is_pair(path) else Strategy.load(path)
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
    if isinstance(opponent, (str, Path)):
        text = str(opponent)
        if pair := _shipped(text):
            _check_game(pair.name, pair.variant, variant)
            return pair
        if text.lower().endswith(".npz") and is_pair(Path(text)):
            return StrategyPair.load(text)
    sides = {}
    for role in ROLES:
        side = find_opponent(opponent, other_role(role), variant=variant)
        sides[role] = side.strategy or random_strategy(variant)
    return StrategyPair(sides["dealer"].name, sides["dealer"], sides["pone"])


def list_opponents(opponents: OpponentLike | Sequence[OpponentLike]) -> list[OpponentLike]:
    """Return opponents as a list; one alone, a name above all, is one and not its letters.

    >>> list_opponents("greedy"), list_opponents(["greedy", "random"])
    (['greedy'], ['greedy', 'random'])
    """
    if isinstance(opponents, (str, Path, Strategy, Opponent, np.ndarray)):
        return [opponents]
    return list(opponents)


def _shipped(name: str) -> StrategyPair | None:
    """Return the pair that is shipped under a name, or for `equilibrium` the best one; none if it is no such name."""
    full_name = BEST_SHIPPED if name == "equilibrium" else name
    return shipped_pair(full_name) if full_name in SHIPPED else None


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
