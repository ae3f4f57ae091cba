"""The play solved: an equilibrium on ranks, its certified gap, the value of every keep, what is led and answered."""

from cribstats.play.equilibrium.built import whole_policy
from cribstats.play.equilibrium.compact_policy import CompactMeasure, CompactPolicy, compact, measure_compact
from cribstats.play.equilibrium.leads import (
    answer_values,
    answers_by_rank,
    lead_values,
    leads_by_rank,
    mixed_share,
    pegging_values,
)
from cribstats.play.equilibrium.sampling import AveragesSample, simulate_averages
from cribstats.play.equilibrium.solver import PlayMeasure, PlaySolver, solve_play
from cribstats.play.equilibrium.traps import trap_values
from cribstats.play.equilibrium.values import SHIPPED, KeepValues, Opening, shipped_values

__all__ = [
    "SHIPPED",
    "AveragesSample",
    "CompactMeasure",
    "CompactPolicy",
    "KeepValues",
    "Opening",
    "PlayMeasure",
    "PlaySolver",
    "answer_values",
    "answers_by_rank",
    "compact",
    "lead_values",
    "leads_by_rank",
    "measure_compact",
    "mixed_share",
    "pegging_values",
    "shipped_values",
    "simulate_averages",
    "solve_play",
    "trap_values",
    "whole_policy",
]
