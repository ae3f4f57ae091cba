"""Figures: axes in, artists out.

Each function draws the numbers that it is given on the axes that it is given (the current ones if none), and returns
what it drew.
"""

from cribstats.plots.decisions import plot_margins, plot_mistake_costs
from cribstats.plots.distributions import (
    STEPS,
    DistributionArtists,
    plot_net_distribution,
    plot_points_distribution,
    plot_show_distribution,
)
from cribstats.plots.games import SeatArtists, plot_game_difference, plot_seat_cribs
from cribstats.plots.keeps import plot_keep_patterns, plot_kept_ranks
from cribstats.plots.play import (
    AnswerArtists,
    LeadArtists,
    PeggingArtists,
    plot_answers,
    plot_leads,
    plot_pegging,
    plot_traps,
)
from cribstats.plots.rank_pairs import (
    HeatMapArtists,
    plot_crib_averages,
    plot_crib_meanings,
    plot_role_agreement,
    plot_role_difference,
    plot_throw_frequencies,
)
from cribstats.plots.style import ROLE_LOOKS, card_labels

__all__ = [
    "ROLE_LOOKS",
    "STEPS",
    "AnswerArtists",
    "DistributionArtists",
    "HeatMapArtists",
    "LeadArtists",
    "PeggingArtists",
    "SeatArtists",
    "card_labels",
    "plot_answers",
    "plot_crib_averages",
    "plot_crib_meanings",
    "plot_game_difference",
    "plot_keep_patterns",
    "plot_kept_ranks",
    "plot_leads",
    "plot_margins",
    "plot_mistake_costs",
    "plot_net_distribution",
    "plot_pegging",
    "plot_points_distribution",
    "plot_role_agreement",
    "plot_role_difference",
    "plot_seat_cribs",
    "plot_show_distribution",
    "plot_throw_frequencies",
    "plot_traps",
]
