"""How games of two players differ by the two cards thrown: what they bring to the crib, how often they are thrown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cribstats.discard.opponents import DEFAULT_OPPONENT, OpponentLike
from cribstats.discard.survey.averages import crib_averages
from cribstats.variants import SIX_CARD, VARIANTS, Variant, check_two_players

if TYPE_CHECKING:
    import pandas as pd


def compare_games(role: str, *, opponent: OpponentLike = DEFAULT_OPPONENT, variant: Variant = SIX_CARD) -> pd.DataFrame:
    """Compare a game with each other game of two players, by the two cards thrown.

    Parameters
    ----------
    role
        ``dealer`` (to one's own crib) or ``pone`` (to the opponent's).
    opponent
        A name as :func:`cribstats.discard.find_opponent` takes it; in each game both players throw as it does there.
    variant
        The game that is compared.

    Returns
    -------
    A frame of 169 rows for each other game, which ``beside`` names: ``rank1``, ``rank2``, ``suited``; the mean crib
    over the hands that throw the pair, in this game ``realised`` and in the other ``realised_beside``, and their
    ``difference`` (points; none if never thrown); how often it is thrown when it is held, ``when_held`` and
    ``when_held_beside`` (probabilities).

    Raises
    ------
    RoleError, OpponentError
        The role is not known, or the opponent is not one of all these games.
    VariantError
        The game is not one of two players.

    Examples
    --------
    >>> from cribstats.variants import FIVE_CARD
    >>> table = compare_games("dealer", opponent="greedy", variant=FIVE_CARD)
    >>> fives = table[(table.rank1 == "5") & (table.rank2 == "5")]
    >>> fives[["beside", "realised", "realised_beside"]].round(2).values.tolist()
    [['six-card', 8.89, 9.2]]
    """
    import pandas as pd

    check_two_players(variant)
    others = [other for other in VARIANTS.values() if other.players == variant.players and other != variant]
    this = crib_averages(role, opponent=opponent, variant=variant)
    frames = []
    for other in others:
        # Rows of both are in one order: that of the ranks.
        that = crib_averages(role, opponent=opponent, variant=other)
        frame = this[["rank1", "rank2", "suited"]].copy()
        frame.insert(0, "beside", other.name)
        frame["realised"], frame["realised_beside"] = this["realised"], that["realised"]
        frame["difference"] = this["realised"] - that["realised"]
        frame["when_held"], frame["when_held_beside"] = this["when_held"], that["when_held"]
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)
