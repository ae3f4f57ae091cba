"""What the play is worth to a throw: points that its keep pegs, mine minus theirs, beside hand and crib.

They come from outside, a number for each keep of ranks: whoever solved or sampled the play made them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from cribstats import files
from cribstats.discard.dealt import keep_numbers, number_keeps
from cribstats.discard.roles import ROLES
from cribstats.errors import ArgumentError
from cribstats.show.tables import rank_multisets
from cribstats.variants import Variant


@dataclass(frozen=True, eq=False)
class Pegging:
    """What keeps peg in the play, for dealer and pone.

    Attributes
    ----------
    values
        By role, mean points mine minus theirs of each keep, float64 of shape (keeps,), in the order of
        :func:`cribstats.show.tables.rank_multisets`.
    gap
        How far from solved the play is that they come from: what both best responses gain together, in points a deal.
    """

    values: Mapping[str, NDArray[np.float64]]
    gap: float | None = field(default=None, kw_only=True)

    def of(self, role: str) -> NDArray[np.float64]:
        """Return the values of ``dealer`` or ``pone``."""
        return self.values[role]

    @property
    def fingerprint(self) -> str:
        """Text that differs between values that differ."""
        return files.fingerprint(*(np.ascontiguousarray(self.values[role]).tobytes() for role in ROLES))

    def check(self, variant: Variant) -> None:
        """Raise an `ArgumentError` unless there is a number for each keep of a game, in both roles."""
        keeps = len(rank_multisets(variant.kept))
        for role in ROLES:
            values = self.values.get(role)
            if not isinstance(values, np.ndarray) or values.dtype.kind != "f" or values.shape != (keeps,):
                found = f"shape {values.shape}" if isinstance(values, np.ndarray) else repr(values)
                raise ArgumentError(f"pegging of the {role} is {found}: {(keeps,)} floats expected, a number a keep")
            if not np.isfinite(values).all():
                raise ArgumentError(f"pegging of the {role}: {values[~np.isfinite(values)][0]} is no number of points")


def pegging_of_classes(pegging: Pegging | None, role: str, variant: Variant) -> NDArray[np.float64]:
    """Return what the keep of each throw of each class pegs, shape (classes, throws), or one zero for nothing."""
    return np.zeros((1, 1)) if pegging is None else np.asarray(pegging.of(role)[keep_numbers(variant)])


def pegging_of_hands(values: NDArray[np.float64], rows: NDArray[np.uint8], variant: Variant) -> NDArray[np.float64]:
    """Return what the keep of each throw of ascending hands pegs, shape (hands, throws), from values of keeps."""
    return np.asarray(values[number_keeps(rows, variant)])
