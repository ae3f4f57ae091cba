"""Who sits where: seats are numbered from the dealer's left, from 1, and the dealer is the last.

Where partners play they sit opposite, so seats of a side are as far apart as there are sides.
"""

from __future__ import annotations

import numpy as np

from cribstats.errors import ArgumentError
from cribstats.variants import Variant

OWN, PARTNER, OPPONENT = "own", "partner", "opponent"

# As people read it of a seat.
OWNED_BY = {OWN: "his own", PARTNER: "his partner's", OPPONENT: "an opponent's"}


def check_seat(seat: int, variant: Variant) -> int:
    """Return a seat, or raise an `ArgumentError` unless it is one of the game: 1, on the dealer's left, and so on."""
    if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)) or not 1 <= seat <= variant.players:
        raise ArgumentError(
            f"seat {seat!r}: 1, on the dealer's left, to {variant.players}, the dealer, expected in {variant.name}"
        )
    return int(seat)


def owns_crib(seat: int, variant: Variant) -> str:
    """Tell whose the crib is, seen from a seat: his own, his partner's, or an opponent's.

    >>> from cribstats.variants import FOUR_HANDED
    >>> [owns_crib(seat, FOUR_HANDED) for seat in (1, 2, 3, 4)]
    ['opponent', 'partner', 'opponent', 'own']
    """
    if seat == variant.players:
        return OWN
    return PARTNER if (variant.players - seat) % variant.sides == 0 else OPPONENT


def crib_share(seat: int, variant: Variant) -> float:
    """Return how a point of the crib, or of heels, counts in the net of a seat.

    The net is what one's own side scores less the mean of what the other sides do, so it is 1 for the dealer's side; of
    the others a point takes one over how many sides each of them plays against: 1 where there are two, a half of
    three. Over the sides it adds up to nothing.

    >>> from cribstats.variants import FOUR_HANDED, THREE_HANDED
    >>> [crib_share(seat, THREE_HANDED) for seat in (1, 2, 3)], [crib_share(seat, FOUR_HANDED) for seat in (1, 2)]
    ([-0.5, -0.5, 1.0], [-1.0, 1.0])
    """
    return -1 / (variant.sides - 1) if owns_crib(seat, variant) == OPPONENT else 1.0


def side_seats(variant: Variant) -> list[tuple[int, ...]]:
    """Return the seats of each side.

    >>> from cribstats.variants import FOUR_HANDED
    >>> side_seats(FOUR_HANDED)
    [(1, 3), (2, 4)]
    """
    seats = range(1, variant.players + 1)
    return [
        tuple(seat for seat in seats if seat % variant.sides == first % variant.sides)
        for first in seats[: variant.sides]
    ]
