"""The discard: which cards to throw to the crib, and what every throw is worth."""

from cribstats.discard.analysis import analyse_discard, compare_opponents
from cribstats.discard.built import throw_means
from cribstats.discard.crib_tables import read_crib_table
from cribstats.discard.equilibrium import best_response, measure_pair, solve_discard
from cribstats.discard.hand_means import hand_means
from cribstats.discard.opponents import (
    AUTO_PEGGING,
    DEFAULT_OPPONENT,
    OPPONENT_NAMES,
    PEGGING_NAMES,
    Opponent,
    find_opponent,
)
from cribstats.discard.pairs import StrategyPair, shipped_pair
from cribstats.discard.pegging import Pegging
from cribstats.discard.results import DiscardAnalysis, ThrowAnalysis
from cribstats.discard.strategies import Strategy, greedy_strategy, table_strategy
from cribstats.discard.sweep import sweep_crib_means

__all__ = [
    "AUTO_PEGGING",
    "DEFAULT_OPPONENT",
    "OPPONENT_NAMES",
    "PEGGING_NAMES",
    "DiscardAnalysis",
    "Opponent",
    "Pegging",
    "Strategy",
    "StrategyPair",
    "ThrowAnalysis",
    "analyse_discard",
    "best_response",
    "compare_opponents",
    "find_opponent",
    "greedy_strategy",
    "hand_means",
    "measure_pair",
    "read_crib_table",
    "shipped_pair",
    "solve_discard",
    "sweep_crib_means",
    "table_strategy",
    "throw_means",
]
