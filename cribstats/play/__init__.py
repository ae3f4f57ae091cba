"""The play: its rules, policies that play it, and what they peg."""

from cribstats.play.game import Play, PlayEvent, PlayState, find_play_parts, score_play, start_play

__all__ = ["Play", "PlayEvent", "PlayState", "find_play_parts", "score_play", "start_play"]
