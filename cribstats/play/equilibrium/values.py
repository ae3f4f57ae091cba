"""What every keep pegs when both players play by a solution: a small file and a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats import files
from cribstats.cards import RANK_COUNT, rank_texts
from cribstats.errors import FileError
from cribstats.play.game import seat_names
from cribstats.shipped import shipped_file
from cribstats.show.tables import rank_multisets
from cribstats.variants import SIX_CARD, Variant, check_two_players, find_variant

if TYPE_CHECKING:
    import pandas as pd

# The values that come with the package.
SHIPPED = "equilibrium-pegging"

_ARRAYS = ("own", "opponent", "net", "held")


class Opening(NamedTuple):
    """The first two cards of the play: ranks in ascending order, keeps in that of `rank_multisets`.

    Attributes
    ----------
    lead_chances, lead_values
        How likely the pone leads each rank from each keep (probability), and what he then pegs, mine minus theirs
        (points), going on as well as he can against the dealer's solution: after cards that he never plays his own
        has learned little. float64 arrays of shape (keeps, ranks). A value is nan where the keep is never held or has
        no such card; keeps that are never held have a chance for each rank, which nothing was learned about.
    answer_chances, answer_values
        The same for the dealer's answer to each lead: float32 arrays of shape (leads, keeps, ranks). A value is nan
        also where the lead is never met.
    met
        How likely a lead and the dealer's keep that meets it are (probability): float64 array of shape (leads, keeps),
        which adds up to 1.
    """

    lead_chances: NDArray[np.float64]
    lead_values: NDArray[np.float64]
    answer_chances: NDArray[np.float32]
    answer_values: NDArray[np.float32]
    met: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class KeepValues:
    """What keeps peg in the play, by player (pone, dealer) and keep: arrays of shape (2, keeps).

    Attributes
    ----------
    own, opponent
        Mean points that who has the keep pegs, and that the other one does; nan for keeps that are never held.
    net
        Mine minus theirs. A keep that is never held has what a best response makes of it, nan if that was not asked.
    held
        How likely the keep is (probability).
    opening
        What is led and answered, and what that is worth.
    variant
        The game.
    metadata
        What made them: gap, gains, rounds.
    """

    own: NDArray[np.float64]
    opponent: NDArray[np.float64]
    net: NDArray[np.float64]
    held: NDArray[np.float64]
    opening: Opening
    variant: Variant
    metadata: dict[str, Any] = field(default_factory=dict)

    @property
    def off_path(self) -> NDArray[np.bool_]:
        """Which keeps are never held: shape (2, keeps)."""
        return np.equal(self.held, 0)

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each player and keep, the dealer's first.

        Returns
        -------
        Frame with ``role``, ``keep``, how likely it is ``held`` (probability), whether it is ``off_path``, never held
        that is, and ``own``, ``opponent`` and ``net`` points (means; off the path the net alone, and that of a best
        response).
        """
        import pandas as pd

        keeps = rank_texts(np.array(rank_multisets(self.variant.kept)))
        frames = [
            pd.DataFrame(
                {
                    "role": role,
                    "keep": keeps,
                    "held": self.held[seat],
                    "off_path": self.off_path[seat],
                    "own": self.own[seat],
                    "opponent": self.opponent[seat],
                    "net": self.net[seat],
                }
            )
            for seat, role in enumerate(seat_names(self.variant.players))
        ]
        return pd.concat(frames[::-1], ignore_index=True)

    def save(self, path: Path, **metadata: Any) -> None:
        """Write the values to an ``.npz`` file, whole or not at all.

        Raises
        ------
        FileError
            The folder is missing or cannot be written.
        """
        told = files.describe("solved", "KeepValues.save", self.variant.name) | self.metadata | metadata
        files.write_arrays(path, {**{name: getattr(self, name) for name in _ARRAYS}, **self.opening._asdict()}, told)

    @classmethod
    def load(cls, path: str | Path) -> KeepValues:
        """Read what :meth:`save` wrote.

        Raises
        ------
        FileError
            The file is missing, damaged or something else.
        """
        place = files.as_path(path, "values")
        arrays, metadata = files.read_arrays(place, "values")
        if set(arrays) != {*_ARRAYS, *Opening._fields}:
            raise FileError(f"'{place}' holds no values of keeps but {', '.join(sorted(arrays)) or 'nothing'}")
        variant = find_variant(str(metadata.get("variant")))
        keeps = len(rank_multisets(variant.kept))
        shapes: dict[str, tuple[int, ...]] = dict.fromkeys(_ARRAYS, (variant.players, keeps))
        shapes |= dict.fromkeys(("lead_chances", "lead_values"), (keeps, RANK_COUNT))
        shapes |= dict.fromkeys(("answer_chances", "answer_values"), (RANK_COUNT, keeps, RANK_COUNT))
        shapes["met"] = (RANK_COUNT, keeps)
        if any(array.shape != shapes[name] for name, array in arrays.items()):
            raise FileError(f"'{place}' holds no values of the keeps of the {variant.name} game")
        return cls(
            own=arrays["own"],
            opponent=arrays["opponent"],
            net=arrays["net"],
            held=arrays["held"],
            opening=Opening(**{name: arrays[name] for name in Opening._fields}),
            variant=variant,
            metadata=metadata,
        )


def shipped_values(variant: Variant = SIX_CARD) -> KeepValues:
    """Return the values that come with the package: both players throw and play by the equilibrium that is shipped.

    Parameters
    ----------
    variant
        The game, of two players.

    Raises
    ------
    VariantError
        The game is not one of two players.
    FileError
        The file is not the one of the package's manifest.

    Examples
    --------
    What the pone pegs less the dealer in a deal: who leads has the worse of it.

    >>> values = shipped_values()
    >>> print(f"{values.held[0] @ values.net[0]:.1f}")
    -1.3
    """
    check_two_players(variant)
    return _load_shipped(variant)


@cache
def _load_shipped(variant: Variant) -> KeepValues:
    with shipped_file(SHIPPED, variant) as path:
        return KeepValues.load(path)
