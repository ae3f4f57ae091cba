"""Exact answers to cribbage: which cards to throw, what they are worth, and why.

>>> import cribstats
>>> analysis = cribstats.analyse_discard("5H 5C 6D 7S 8H QC", "dealer")
>>> analysis.best.throw, round(analysis.best.net, 3)
(('5C', 'QC'), 16.389)
"""

from cribstats.discard import (
    DiscardAnalysis,
    Strategy,
    ThrowAnalysis,
    analyse_discard,
    compare_opponents,
    hand_means,
)
from cribstats.discard.batch import analyse_batch
from cribstats.errors import CribstatsError
from cribstats.files import package_version
from cribstats.show import Combination, Score, score_hand, score_hands, show_distribution
from cribstats.variants import SIX_CARD, Variant

__version__ = package_version()

__all__ = [
    "SIX_CARD",
    "Combination",
    "CribstatsError",
    "DiscardAnalysis",
    "Score",
    "Strategy",
    "ThrowAnalysis",
    "Variant",
    "__version__",
    "analyse_batch",
    "analyse_discard",
    "compare_opponents",
    "hand_means",
    "score_hand",
    "score_hands",
    "show_distribution",
]
