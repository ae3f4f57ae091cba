"""The play solved: an equilibrium on ranks, its certified gap, the value of every keep."""

from cribstats.play.equilibrium.solver import PlayMeasure, PlaySolver, solve_play
from cribstats.play.equilibrium.values import KeepValues, Opening

__all__ = ["KeepValues", "Opening", "PlayMeasure", "PlaySolver", "solve_play"]
