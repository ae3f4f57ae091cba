"""The places of the play at which players who both have cards have a choice, numbered."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats.play.equilibrium.places import kernels
from cribstats.play.equilibrium.tree import tree_tables


class Places(NamedTuple):
    """Public states of the play in which both players have cards and one of them more than one; 0 is the beginning.

    Attributes
    ----------
    nexts
        The place after each rank, from the top, and, last, after a go; -1 where none may follow, or only one player has
        a choice of the order of his last cards. Shape (places, 14).
    starts
        Where the numbers of each rank that may be decided on start, one for each hand that may be left after it; -1
        where it may not be played or is a last card. Shape (places, 13).
    size
        How many numbers there are, shape (1,).
    """

    nexts: NDArray[np.int32]
    starts: NDArray[np.int32]
    size: NDArray[np.int64]


@cache
def list_places(kept: int, *, ends_at_go: bool = False) -> Places:
    """Return the places of the play of hands of `kept` cards.

    >>> places = list_places(2)
    >>> places.nexts.shape, places.size  # the lead, and the answer to each rank
    ((14, 14), array([2366]))
    """
    return Places(*kernels.list_places(kept, ends_at_go, tree_tables(kept).hands))
