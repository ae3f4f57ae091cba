"""Surveys: tables over all hands dealt, both players throwing by their strategies."""

from cribstats.discard.survey.answers import best_throws, best_throws_by_rank
from cribstats.discard.survey.averages import crib_averages
from cribstats.discard.survey.deal import deal_values
from cribstats.discard.survey.games import compare_games
from cribstats.discard.survey.keeps import keep_values, kept_ranks
from cribstats.discard.survey.mistakes import compare_answers, mistake_costs
from cribstats.discard.survey.pegging_changes import pegging_changes
from cribstats.discard.survey.points import points_distribution

__all__ = [
    "best_throws",
    "best_throws_by_rank",
    "compare_answers",
    "compare_games",
    "crib_averages",
    "deal_values",
    "keep_values",
    "kept_ranks",
    "mistake_costs",
    "pegging_changes",
    "points_distribution",
]
