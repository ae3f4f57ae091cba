"""A pair of strategies, the dealer's and the pone's: one file, and the one that is shipped."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from cribstats import files
from cribstats.discard.pegging import Pegging
from cribstats.discard.roles import ROLES
from cribstats.discard.strategies import Strategy
from cribstats.errors import ArgumentError, StrategyError
from cribstats.shipped import shipped_file
from cribstats.variants import SIX_CARD, Variant, check_two_players, find_variant

# The pairs that are shipped, for each game of two players.
SHIPPED = ("equilibrium-show", "equilibrium-net")

_ARRAYS = ("choices", "mixed_classes", "mixed_weights")
_PEGGING = "pegging"


@dataclass(frozen=True, eq=False)
class StrategyPair:
    """What the dealer throws and what the pone throws.

    Attributes
    ----------
    name
        As results call it.
    dealer, pone
        The strategies.
    metadata
        What made them.
    pegging
        What keeps peg in the play, if that counts for them beside hand and crib.
    """

    name: str
    dealer: Strategy
    pone: Strategy
    metadata: dict[str, Any] = field(default_factory=dict)
    pegging: Pegging | None = None

    def __post_init__(self) -> None:
        """Refuse strategies of games that no two players play, and of two games."""
        check_two_players(self.dealer.variant)
        if self.pone.variant != self.dealer.variant:
            games = f"{self.dealer.variant.name} and {self.pone.variant.name}"
            raise StrategyError(f"strategies of {games}: of one game expected")

    @property
    def variant(self) -> Variant:
        """The game."""
        return self.dealer.variant

    def of(self, role: str) -> Strategy:
        """Return the strategy of ``dealer`` or ``pone``."""
        return self.dealer if role == "dealer" else self.pone

    @property
    def fingerprint(self) -> str:
        """Text that differs between pairs that throw or peg differently."""
        pegging = () if self.pegging is None else (self.pegging.fingerprint,)
        return files.fingerprint(self.dealer.fingerprint, self.pone.fingerprint, *pegging)

    def save(self, path: str | Path, **metadata: Any) -> None:
        """Write both strategies to an ``.npz`` file, whole or not at all.

        Raises
        ------
        FileError
            The folder is missing or cannot be written.
        """
        told = {**self.metadata, **metadata, "name": self.name, "variant": self.variant.name}
        arrays: files.Arrays = {f"{role}_{name}": getattr(self.of(role), name) for role in ROLES for name in _ARRAYS}
        if self.pegging is not None:
            arrays |= {f"{role}_{_PEGGING}": self.pegging.of(role) for role in ROLES}
            told["pegging_gap"] = self.pegging.gap
        files.write_arrays(Path(path), arrays, told)

    @classmethod
    def load(cls, path: str | Path, *, trusted: bool = False) -> StrategyPair:
        """Read what :meth:`save` wrote.

        Parameters
        ----------
        path
            The file.
        trusted
            The file is known to be one of ours, by its hash: it is not asked whether suits are names only in it.

        Raises
        ------
        FileError
            The file is missing or damaged.
        StrategyError
            It is not a pair of strategies of a game known here.
        """
        place = files.as_path(path, "strategy")
        arrays, metadata = files.read_arrays(place, "strategy")
        pegged = {role: arrays.pop(f"{role}_{_PEGGING}") for role in ROLES if f"{role}_{_PEGGING}" in arrays}
        expected = {f"{role}_{name}" for role in ROLES for name in _ARRAYS}
        if set(arrays) != expected:
            raise StrategyError(f"'{place}' is not a pair of strategies: it holds {', '.join(sorted(arrays))}")
        name = str(metadata.get("name", place.stem))
        variant = find_variant(str(metadata.get("variant")))
        try:
            sides = [
                Strategy(
                    name,
                    variant,
                    arrays[f"{role}_choices"],
                    arrays[f"{role}_mixed_classes"],
                    arrays[f"{role}_mixed_weights"],
                    metadata,
                )
                for role in ROLES
            ]
        except StrategyError:
            raise StrategyError(f"'{place}' is not a pair of strategies: its arrays do not fit") from None
        pegging = Pegging(pegged, gap=metadata.get("pegging_gap")) if pegged else None
        if pegging is not None:
            try:
                pegging.check(variant)
            except ArgumentError as error:
                raise StrategyError(f"'{place}' is not a pair of strategies: {error}") from None
        if not trusted:
            for side in sides:
                side.check_symmetry(str(place))
        return cls(name, sides[0], sides[1], metadata, pegging)


def is_pair(path: Path) -> bool:
    """Tell whether an ``.npz`` file holds a pair of strategies rather than one."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            return "dealer_choices" in stored.files
    except Exception:  # whatever is wrong with it, reading it tells
        return False


def shipped_pair(name: str, variant: Variant = SIX_CARD) -> StrategyPair:
    """Return a pair that comes with the package.

    Raises
    ------
    StrategyError
        There is none of this name.
    VariantError
        The game is not one of two players.
    FileError
        The package's file is not the one that its manifest describes.
    """
    if name not in SHIPPED:
        raise StrategyError(f"'{name}' is not shipped: {', '.join(SHIPPED)} expected")
    check_two_players(variant)
    return _load_shipped(name, variant)


@cache
def _load_shipped(name: str, variant: Variant) -> StrategyPair:
    with shipped_file(name, variant) as path:
        return StrategyPair.load(path, trusted=True)
