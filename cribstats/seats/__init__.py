"""Three and four at the table: what each seat throws, and what that is worth."""

from cribstats.seats.analysis import analyse_seat
from cribstats.seats.averages import seat_crib_averages
from cribstats.seats.gains import SeatMeasure, measure_seats, seat_facts
from cribstats.seats.iterate import SeatRound, iterate_throws
from cribstats.seats.places import check_seat, crib_share, owns_crib
from cribstats.seats.results import SeatAnalysis, SeatThrow
from cribstats.seats.throws import SEAT_OPPONENTS, SeatThrows, find_seat_throws

__all__ = [
    "SEAT_OPPONENTS",
    "SeatAnalysis",
    "SeatMeasure",
    "SeatRound",
    "SeatThrow",
    "SeatThrows",
    "analyse_seat",
    "check_seat",
    "crib_share",
    "find_seat_throws",
    "iterate_throws",
    "measure_seats",
    "owns_crib",
    "seat_crib_averages",
    "seat_facts",
]
