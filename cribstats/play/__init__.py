"""The play: its rules, policies that play it, and what they peg."""

from cribstats.play.beliefs import keep_beliefs
from cribstats.play.game import Play, PlayEvent, PlayState, find_play_parts, score_play, start_play
from cribstats.play.policies import POLICIES
from cribstats.play.simulation import PlayedDeals, play_keeps, policy_means, policy_weights

__all__ = [
    "POLICIES",
    "Play",
    "PlayEvent",
    "PlayState",
    "PlayedDeals",
    "find_play_parts",
    "keep_beliefs",
    "play_keeps",
    "policy_means",
    "policy_weights",
    "score_play",
    "start_play",
]
