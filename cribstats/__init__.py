"""Exact answers to cribbage: which cards to throw, what they are worth, and why.

>>> import cribstats
>>> analysis = cribstats.analyse_discard("5H 5C 6D 7S 8H QC", "dealer")
>>> analysis.best.throw, round(analysis.best.net, 3)
(('5C', 'QC'), 18.32)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cribstats.catalogue import make_table
    from cribstats.deals import PeggingSample, SeatPeggingSample, simulate_pegging, simulate_seat_pegging
    from cribstats.discard import (
        DiscardAnalysis,
        Strategy,
        ThrowAnalysis,
        analyse_discard,
        best_response,
        compare_opponents,
        measure_pair,
        shipped_pair,
        throw_means,
    )
    from cribstats.discard.batch import analyse_batch
    from cribstats.discard.hand_means import hand_means
    from cribstats.discard.survey import (
        best_throws,
        best_throws_by_rank,
        compare_answers,
        compare_games,
        crib_averages,
        deal_values,
        keep_values,
        kept_ranks,
        mistake_costs,
        points_distribution,
    )
    from cribstats.errors import CribstatsError
    from cribstats.play import Play, score_play
    from cribstats.play.equilibrium import (
        KeepValues,
        answer_values,
        answers_by_rank,
        lead_values,
        leads_by_rank,
        pegging_values,
        shipped_values,
        trap_values,
    )
    from cribstats.seats import SeatAnalysis, analyse_seat, iterate_throws, seat_crib_averages
    from cribstats.show import Combination, Score, score_hand, score_hands, show_distribution
    from cribstats.variants import FIVE_CARD, FOUR_HANDED, SIX_CARD, THREE_HANDED, Variant

    __version__: str

# Where each public name lives. They are imported when first used: the compiler alone takes a third of a second.
_PLACES = {
    "FIVE_CARD": "variants",
    "FOUR_HANDED": "variants",
    "SIX_CARD": "variants",
    "THREE_HANDED": "variants",
    "Combination": "show",
    "CribstatsError": "errors",
    "DiscardAnalysis": "discard",
    "KeepValues": "play.equilibrium",
    "PeggingSample": "deals",
    "Play": "play",
    "Score": "show",
    "SeatAnalysis": "seats",
    "SeatPeggingSample": "deals",
    "Strategy": "discard",
    "ThrowAnalysis": "discard",
    "Variant": "variants",
    "analyse_batch": "discard.batch",
    "analyse_discard": "discard",
    "best_response": "discard",
    "compare_opponents": "discard",
    "measure_pair": "discard",
    "shipped_pair": "discard",
    "throw_means": "discard",
    "hand_means": "discard.hand_means",
    "make_table": "catalogue",
    "best_throws": "discard.survey",
    "best_throws_by_rank": "discard.survey",
    "compare_answers": "discard.survey",
    "compare_games": "discard.survey",
    "crib_averages": "discard.survey",
    "deal_values": "discard.survey",
    "keep_values": "discard.survey",
    "kept_ranks": "discard.survey",
    "mistake_costs": "discard.survey",
    "points_distribution": "discard.survey",
    "answer_values": "play.equilibrium",
    "answers_by_rank": "play.equilibrium",
    "lead_values": "play.equilibrium",
    "leads_by_rank": "play.equilibrium",
    "pegging_values": "play.equilibrium",
    "shipped_values": "play.equilibrium",
    "trap_values": "play.equilibrium",
    "score_hand": "show",
    "score_hands": "show",
    "score_play": "play",
    "show_distribution": "show",
    "simulate_pegging": "deals",
    "analyse_seat": "seats",
    "iterate_throws": "seats",
    "seat_crib_averages": "seats",
    "simulate_seat_pegging": "deals",
}

__all__ = [
    "FIVE_CARD",
    "FOUR_HANDED",
    "SIX_CARD",
    "THREE_HANDED",
    "Combination",
    "CribstatsError",
    "DiscardAnalysis",
    "KeepValues",
    "PeggingSample",
    "Play",
    "Score",
    "SeatAnalysis",
    "SeatPeggingSample",
    "Strategy",
    "ThrowAnalysis",
    "Variant",
    "__version__",
    "analyse_batch",
    "analyse_discard",
    "analyse_seat",
    "answer_values",
    "answers_by_rank",
    "best_response",
    "best_throws",
    "best_throws_by_rank",
    "compare_answers",
    "compare_games",
    "compare_opponents",
    "crib_averages",
    "deal_values",
    "hand_means",
    "iterate_throws",
    "keep_values",
    "kept_ranks",
    "lead_values",
    "leads_by_rank",
    "make_table",
    "measure_pair",
    "mistake_costs",
    "pegging_values",
    "points_distribution",
    "score_hand",
    "score_hands",
    "score_play",
    "seat_crib_averages",
    "shipped_pair",
    "shipped_values",
    "show_distribution",
    "simulate_pegging",
    "simulate_seat_pegging",
    "throw_means",
    "trap_values",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name == "__version__":
        from cribstats.files import package_version

        return package_version()
    if name not in _PLACES:
        raise AttributeError(f"module 'cribstats' has no attribute '{name}'")
    value = getattr(import_module(f"cribstats.{_PLACES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
