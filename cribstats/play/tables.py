"""Look-up tables of the compiled play: keeps, and the hands that a player may have left."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats.show.tables import RANK_KEYS, rank_multisets

# The kinds that the compiled play tells apart, in the order in which they are packed.
KINDS = ("fifteen", "thirty-one", "pairs", "runs", "go", "last")


class PlayTables(NamedTuple):
    """What the compiled play looks up. Its cards are rank + 1, as play/kernels.py packs them.

    Attributes
    ----------
    keep_cards
        The cards of each keep, ascending, in the order of :func:`cribstats.show.tables.rank_multisets`.
    rank_keys
        Each rank's key: sums of keys tell hands apart.
    keep_at
        The number of the keep at the sum of its keys.
    rest_cards
        The lowest and the highest card of each hand of 0, 1, ... cards, size by size; without cards 14 and 0.
    rest_keys
        The sum of its keys.
    rest_before
        The number of the hand without its highest card.
    rest_starts
        Where the hands of each size start.
    """

    keep_cards: NDArray[np.uint8]
    rank_keys: NDArray[np.int64]
    keep_at: NDArray[np.int16]
    rest_cards: NDArray[np.uint8]
    rest_keys: NDArray[np.int64]
    rest_before: NDArray[np.int64]
    rest_starts: NDArray[np.int64]


@cache
def play_tables(kept: int) -> PlayTables:
    """Return the tables of the play of hands of `kept` cards.

    >>> play_tables(4).rest_starts.tolist()
    [0, 1, 14, 105, 560, 2380]
    """
    sizes = [rank_multisets(size) for size in range(kept + 1)]
    rests = [hand for hands in sizes for hand in hands]
    number = {hand: i for i, hand in enumerate(rests)}
    keep_keys = [sum(RANK_KEYS[rank] for rank in keep) for keep in sizes[kept]]
    keep_at = np.zeros(max(keep_keys) + 1, dtype=np.int16)
    keep_at[keep_keys] = np.arange(len(keep_keys))
    return PlayTables(
        keep_cards=np.array(sizes[kept], dtype=np.uint8) + np.uint8(1),
        rank_keys=np.array(RANK_KEYS, dtype=np.int64),
        keep_at=keep_at,
        rest_cards=np.array([(hand[0] + 1, hand[-1] + 1) if hand else (14, 0) for hand in rests], dtype=np.uint8),
        rest_keys=np.array([sum(RANK_KEYS[rank] for rank in hand) for hand in rests], dtype=np.int64),
        rest_before=np.array([number[hand[:-1]] for hand in rests], dtype=np.int64),
        rest_starts=np.cumsum([0, *map(len, sizes)]),
    )
