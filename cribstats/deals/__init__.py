"""Whole deals by chance: dealt, thrown by strategies of the discard, played by policies of the play."""

from cribstats.deals.dealing import deal_keeps, keep_weights
from cribstats.deals.joint import joint_keep_weights
from cribstats.deals.pegging import PeggingSample, simulate_pegging
from cribstats.deals.seat_pegging import SeatPeggingSample, simulate_seat_pegging

__all__ = [
    "PeggingSample",
    "SeatPeggingSample",
    "deal_keeps",
    "joint_keep_weights",
    "keep_weights",
    "simulate_pegging",
    "simulate_seat_pegging",
]
