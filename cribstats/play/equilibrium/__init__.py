"""The play solved: an equilibrium on ranks, its certified gap, the value of every keep."""

from cribstats.play.equilibrium.solver import KeepValues, PlayMeasure, PlaySolver, solve_play

__all__ = ["KeepValues", "PlayMeasure", "PlaySolver", "solve_play"]
