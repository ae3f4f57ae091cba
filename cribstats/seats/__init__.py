"""Three and four at the table: what each seat throws, and what that is worth."""

from cribstats.seats.places import check_seat, crib_share, owns_crib
from cribstats.seats.throws import SEAT_OPPONENTS, SeatThrows, find_seat_throws

__all__ = [
    "SEAT_OPPONENTS",
    "SeatThrows",
    "check_seat",
    "crib_share",
    "find_seat_throws",
    "owns_crib",
]
