"""Compiled scoring of arrays of hands and cribs."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cribstats.cards import card_array
from cribstats.errors import HandError
from cribstats.show import kernels
from cribstats.show.tables import MOST_RANKS, show_tables
from cribstats.variants import SIX_CARD, Variant, check_variant


def flush_points(held: int, *, crib: bool, variant: Variant) -> int:
    """Return what `held` cards of one suit are worth before the starter, 0 where they are no flush."""
    check_variant(variant)
    if crib:
        return held if held + 1 >= variant.crib_flush else 0
    return held if held >= variant.hand_flush else 0


def score_hands(
    hands: ArrayLike,
    starters: ArrayLike,
    *,
    crib: bool = False,
    variant: Variant = SIX_CARD,
) -> NDArray[np.uint8]:
    """Score hands or cribs at the show, each with its starter.

    Parameters
    ----------
    hands
        Card numbers 0..51, shape (shows, cards) with 1 to 4 cards, the starter not among them.
    starters
        Card numbers 0..51, shape (shows,).
    crib
        Score by the crib's flush rule.
    variant
        The game; its flush rule counts.

    Returns
    -------
    uint8 array of points, shape (shows,).

    Raises
    ------
    CardError
        The arrays are not of this form.
    HandError
        A row has a card twice.

    See Also
    --------
    cribstats.score_hand : names the combinations, for any number of cards.

    Examples
    --------
    >>> score_hands([[18, 16, 19, 41]], [17])
    array([29], dtype=uint8)
    """
    rows = card_array(hands, 2, "(shows, cards)")
    cut = card_array(starters, 1, "(shows,)")
    if len(rows) != len(cut):
        raise HandError(f"{len(rows)} hands and {len(cut)} starters: one starter for each hand expected")
    held = rows.shape[1]
    if not 1 <= held < MOST_RANKS:
        raise HandError(f"hands of {held} cards: 1 to {MOST_RANKS - 1} expected (score_hand takes any number)")
    if (row := int(kernels.find_repeated(rows, cut))) >= 0:
        raise HandError(f"row {row}: cards {rows[row].tolist()} with starter {cut[row]} are not all different")
    tables = show_tables(held)
    flush = flush_points(held, crib=crib, variant=variant)
    return np.asarray(kernels.score_rows(rows, cut, tables.codes, tables.points, flush, crib))
