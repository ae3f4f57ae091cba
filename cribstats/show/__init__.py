"""The show: hands and cribs scored, readably or fast, and the distribution of all shows."""

from cribstats.show.distribution import count_shows, show_distribution
from cribstats.show.reference import Combination, Score, score_hand
from cribstats.show.scorer import score_hands

__all__ = ["Combination", "Score", "count_shows", "score_hand", "score_hands", "show_distribution"]
