"""What all seats throw: one strategy a seat, by name or from a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from cribstats import files
from cribstats.discard.strategies import Strategy, greedy_strategy, random_strategy
from cribstats.errors import OpponentError, StrategyError, VariantError
from cribstats.shipped import shipped_file
from cribstats.variants import VARIANTS, Variant, check_variant, find_variant

# The throws that come with the package, for each game of more than two players.
ITERATED = "iterated"
SHIPPED_SEAT_THROWS = (ITERATED,)

SEAT_OPPONENTS = {
    "random": "everybody throws any card, all equally likely",
    "greedy": "everybody keeps the hand of the highest mean show and ignores the crib",
    ITERATED: "everybody throws what is best, or all but best, against the others",
}
DEFAULT_SEAT_OPPONENT = ITERATED

_ARRAYS = ("choices", "mixed_classes", "mixed_weights")


@dataclass(frozen=True, eq=False)
class SeatThrows:
    """What each seat throws.

    Attributes
    ----------
    name
        As results call it.
    strategies
        One a seat, from the dealer's left; the dealer's is the last.
    metadata
        What made them.
    """

    name: str
    strategies: tuple[Strategy, ...]
    metadata: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse strategies that are not one a seat of one game: kernels look up what they say without asking."""
        if not self.strategies or not all(isinstance(strategy, Strategy) for strategy in self.strategies):
            raise StrategyError(f"throws {self.name!r}: a tuple of strategies, one a seat, expected")
        check_many_players(self.variant)
        games = {strategy.variant.name: strategy.variant for strategy in self.strategies}
        if len(games) > 1 or any(strategy.variant != self.variant for strategy in self.strategies):
            raise StrategyError(f"throws {self.name!r} are of the games {', '.join(games)}: of one expected")
        if len(self.strategies) != self.variant.players:
            raise StrategyError(
                f"throws {self.name!r} have {len(self.strategies)} strategies: one for each of the"
                f" {self.variant.players} seats of {self.variant.name} expected"
            )

    @property
    def variant(self) -> Variant:
        """The game."""
        return self.strategies[0].variant

    @property
    def fingerprint(self) -> str:
        """Text that differs between throws that differ, whatever they are called."""
        return files.fingerprint(*(strategy.fingerprint for strategy in self.strategies))

    def save(self, path: str | Path, **metadata: Any) -> None:
        """Write the strategies to an ``.npz`` file, whole or not at all.

        Raises
        ------
        FileError
            The folder is missing or cannot be written.
        """
        told = {**self.metadata, **metadata, "name": self.name, "variant": self.variant.name}
        arrays: files.Arrays = {
            f"seat{seat}_{name}": getattr(strategy, name)
            for seat, strategy in enumerate(self.strategies, start=1)
            for name in _ARRAYS
        }
        files.write_arrays(Path(path), arrays, told)

    @classmethod
    def load(cls, path: str | Path) -> SeatThrows:
        """Read what :meth:`save` wrote.

        Raises
        ------
        FileError
            The file is missing or damaged.
        StrategyError
            It does not hold the throws of all seats of a game known here.
        """
        place = files.as_path(path, "throws")
        arrays, metadata = files.read_arrays(place, "throws")
        variant = find_variant(str(metadata.get("variant")))
        if variant.players == 2:
            raise StrategyError(f"'{place}' is of {variant.name}, a game of two players: throws of all seats expected")
        seats = range(1, variant.players + 1)
        if set(arrays) != {f"seat{seat}_{name}" for seat in seats for name in _ARRAYS}:
            held = ", ".join(sorted(arrays)) or "nothing"
            raise StrategyError(f"'{place}' does not hold the throws of {variant.players} seats: it holds {held}")
        name = str(metadata.get("name", place.stem))
        try:
            strategies = tuple(
                Strategy(
                    name,
                    variant,
                    arrays[f"seat{seat}_choices"],
                    arrays[f"seat{seat}_mixed_classes"],
                    arrays[f"seat{seat}_mixed_weights"],
                )
                for seat in seats
            )
        except StrategyError:
            raise StrategyError(
                f"'{place}' does not hold the throws of the {variant.name} game: its arrays do not fit"
            ) from None
        for strategy in strategies:
            strategy.check_symmetry(str(place))
        return cls(name, strategies, metadata)


def find_seat_throws(throws: str | Path | SeatThrows, variant: Variant) -> SeatThrows:
    """Resolve what a user calls the throws of a table.

    Parameters
    ----------
    throws
        A name of `SEAT_OPPONENTS`, the path of a ``.npz`` file, or the throws themselves.
    variant
        The game, of more than two players.

    Raises
    ------
    OpponentError, FileError, StrategyError
        They are not known, are of another game, or their file does not describe any.
    VariantError
        Two play the game: strategies of dealer and pone are for them.

    Examples
    --------
    >>> from cribstats.variants import THREE_HANDED
    >>> len(find_seat_throws("greedy", THREE_HANDED).strategies)
    3
    """
    check_many_players(variant)
    if not isinstance(throws, (str, Path, SeatThrows)):
        raise OpponentError(f"{type(throws).__name__}: throws of all seats, their name or a .npz file expected")
    if not isinstance(throws, SeatThrows):
        text = str(throws)
        if text in SEAT_OPPONENTS:
            return _named(text, variant)
        if Path(text).suffix.lower() != ".npz":
            raise OpponentError(
                f"{text!r} is not known here as throws of a table: {', '.join(SEAT_OPPONENTS)} or a .npz file expected"
            )
        throws = SeatThrows.load(text)
    if throws.variant != variant:
        raise OpponentError(f"throws {throws.name!r} are of the {throws.variant.name} game, not of {variant.name}")
    return throws


def check_many_players(variant: Variant) -> None:
    """Raise a `VariantError` unless more than two play the game."""
    check_variant(variant)
    if variant.players == 2:
        names = ", ".join(name for name, other in VARIANTS.items() if other.players > 2)
        raise VariantError(f"{variant.name} is a game of two players, this is for more: {names} expected")


@cache
def _named(name: str, variant: Variant) -> SeatThrows:
    if name == ITERATED:
        with shipped_file(name, variant) as path:
            return SeatThrows.load(path)
    strategy = random_strategy(variant) if name == "random" else greedy_strategy(variant)
    return SeatThrows(name, (strategy,) * variant.players)
