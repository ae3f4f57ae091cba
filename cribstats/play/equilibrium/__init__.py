"""The play solved: an equilibrium on ranks, its certified gap, the value of every keep."""

from cribstats.play.equilibrium.built import whole_policy
from cribstats.play.equilibrium.compact_policy import CompactMeasure, CompactPolicy, compact, measure_compact
from cribstats.play.equilibrium.sampling import AveragesSample, simulate_averages
from cribstats.play.equilibrium.solver import PlayMeasure, PlaySolver, solve_play
from cribstats.play.equilibrium.values import KeepValues, Opening

__all__ = [
    "AveragesSample",
    "CompactMeasure",
    "CompactPolicy",
    "KeepValues",
    "Opening",
    "PlayMeasure",
    "PlaySolver",
    "compact",
    "measure_compact",
    "simulate_averages",
    "solve_play",
    "whole_policy",
]
