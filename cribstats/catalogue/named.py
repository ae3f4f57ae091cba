"""What a table that has a name is: what it tells, how it is made, and for which throws."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from cribstats.compute import Progress
from cribstats.discard.opponents import DEFAULT_OPPONENT, OpponentLike
from cribstats.seats import SeatThrows
from cribstats.variants import Variant

if TYPE_CHECKING:
    import pandas as pd


# By whose throws a table is made: those of two players, or of all seats.
ThrowsLike = OpponentLike | SeatThrows


class Request(NamedTuple):
    """What a table is asked for.

    Attributes
    ----------
    opponents
        By whose throws it is made.
    variant
        The game.
    progress
        Told how much is done, where it takes long.
    """

    opponents: Sequence[Any]
    variant: Variant
    progress: Progress | None

    @property
    def opponent(self) -> Any:
        """The one by whose throws it is made."""
        return self.opponents[0]


@dataclass(frozen=True)
class NamedTable:
    """A table that the command makes by its name.

    Attributes
    ----------
    title
        What stands above it.
    description
        What is seen, and in which unit; ``{players}`` stands for the names of the players by whose throws it is made,
        ``{exact}`` for what is exact in it and what is not.
    kind
        ``exact``, ``solved``, ``sample`` or ``bound``.
    make
        Makes it.
    solved_by
        The file of the package that it is read from, if it is: a solution for the throws that it was made for alone,
        whose gap stands for ``{gap}`` in the description and goes into the metadata.
    counts_pegging
        What keeps peg is in it, and in its net, if it counts for these players: it is then solved, not exact.
    more
        What else its metadata say: how many deals a sample has, and its seed.
    default_opponents
        Whose throws it is made by if nobody is named; none for a table that does not depend on throws.
    takes_several
        Several may be named.
    has_roles, has_seats
        It has rows of the dealer and of the pone, or of each seat.
    dispensable
        Columns that a narrow terminal does not show, the first ones first.
    is_cached
        It takes long enough to be made once and cached.
    """

    title: str
    description: str
    kind: str
    make: Callable[[Request], pd.DataFrame]
    solved_by: str | None = None
    counts_pegging: bool = False
    more: Mapping[str, Any] = field(default_factory=dict)
    default_opponents: tuple[str, ...] = (DEFAULT_OPPONENT,)
    takes_several: bool = False
    has_roles: bool = True
    has_seats: bool = False
    dispensable: tuple[str, ...] = ()
    is_cached: bool = False
