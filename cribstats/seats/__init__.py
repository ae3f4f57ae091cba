"""Three and four at the table: what each seat throws, and what that is worth."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cribstats.seats.analysis import analyse_seat
    from cribstats.seats.averages import seat_crib_averages
    from cribstats.seats.gains import SeatMeasure, measure_seats, seat_facts
    from cribstats.seats.iterate import SeatRound, iterate_throws
    from cribstats.seats.places import check_seat, crib_share, owns_crib
    from cribstats.seats.results import SeatAnalysis, SeatThrow
    from cribstats.seats.throws import SEAT_OPPONENTS, SeatThrows, find_seat_throws

# Where each name lives. They are imported when first used: who asks for two players has no need of the rest.
_PLACES = {
    "SEAT_OPPONENTS": "throws",
    "SeatAnalysis": "results",
    "SeatMeasure": "gains",
    "SeatRound": "iterate",
    "SeatThrow": "results",
    "SeatThrows": "throws",
    "analyse_seat": "analysis",
    "check_seat": "places",
    "crib_share": "places",
    "find_seat_throws": "throws",
    "iterate_throws": "iterate",
    "measure_seats": "gains",
    "owns_crib": "places",
    "seat_crib_averages": "averages",
    "seat_facts": "gains",
}

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


def __getattr__(name: str) -> Any:
    """Import a name when it is first used."""
    if name not in _PLACES:
        raise AttributeError(f"module 'cribstats.seats' has no attribute '{name}'")
    value = getattr(import_module(f"cribstats.seats.{_PLACES[name]}"), name)
    globals()[name] = value
    return value
