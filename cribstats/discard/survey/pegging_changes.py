"""Which throws the play changes: hands whose best throw is another one once what keeps peg is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cribstats.cards import rank_texts
from cribstats.discard.built import throw_means
from cribstats.discard.dealt import deal_ways, dealt_hands
from cribstats.discard.kernels import TIE
from cribstats.discard.opponents import DEFAULT_OPPONENT, OpponentLike, find_pair
from cribstats.discard.pegging import pegging_of_hands
from cribstats.discard.results import place_order
from cribstats.discard.roles import check_role
from cribstats.discard.survey.answers import best_versions, rank_hands
from cribstats.discard.throws import throws_of
from cribstats.errors import OpponentError
from cribstats.suits import set_count
from cribstats.variants import SIX_CARD, Variant

if TYPE_CHECKING:
    import pandas as pd


def pegging_changes(
    role: str, *, opponent: OpponentLike = DEFAULT_OPPONENT, variant: Variant = SIX_CARD
) -> pd.DataFrame:
    """Tabulate the hands whose best throw is of other ranks if what keeps peg is counted.

    Parameters
    ----------
    role
        ``dealer`` or ``pone``.
    opponent
        As :func:`cribstats.discard.find_opponent` takes it; one for whom pegging counts.
    variant
        The game.

    Returns
    -------
    A frame with a row for each ``hand`` of ranks and change, what ignoring it costs most in all first: the best
    ``throw_at_show`` and the best ``throw``, pegging counted, and what each of the two keeps pegs, mine minus theirs,
    ``pegging_at_show`` and ``pegging``; in how many ``ways`` the hand is dealt with suits of which that is so; how much
    less the throw at the show is worth then, ``loss`` (all in points); and what that costs over all deals, ``cost``
    (points a deal).

    Raises
    ------
    RoleError, OpponentError
        The role or the opponent is not known, or pegging does not count for the opponent.

    Examples
    --------
    >>> table = pegging_changes("dealer")
    >>> bool((table["loss"] > 0).all()), bool((table["throw"] != table["throw_at_show"]).all())
    (True, True)
    """
    import pandas as pd

    role = check_role(role)
    pair = find_pair(opponent, variant=variant)
    if pair.pegging is None:
        raise OpponentError(
            f"opponent '{pair.name}' does not count pegging: one that does, as equilibrium-net, expected"
        )
    means = throw_means(dealt_hands(variant), role, opponent=pair, variant=variant)
    hands, throws, rows = rank_hands(variant), throws_of(variant), np.arange(len(means.net))
    plays = pegging_of_hands(pair.pegging.of(role), dealt_hands(variant), variant)
    # Throws of the same ranks keep, and peg, the same: the best version of each is in the place of the first.
    nets, shows = best_versions(means.net, variant), best_versions(means.net - plays, variant)
    best, at_show = place_order(nets, 1)[:, 0], place_order(shows, 1)[:, 0]
    losses = nets[rows, best] - nets[rows, at_show]
    changed = np.flatnonzero(losses > TIE)
    cells = np.stack([hands.of_class[changed], at_show[changed], best[changed]], axis=1)
    found, first, inverse = np.unique(cells, axis=0, return_index=True, return_inverse=True)
    weights = deal_ways(variant)[changed].astype(np.float64)
    ways = np.bincount(inverse.ravel(), weights=weights)
    costs = np.bincount(inverse.ravel(), weights=weights * losses[changed])
    ranks = hands.ranks[found[:, 0]]
    numbers = changed[first]
    frame = pd.DataFrame(
        {
            "hand": rank_texts(ranks),
            "throw_at_show": rank_texts(np.take_along_axis(ranks, throws.thrown[found[:, 1]], axis=1)),
            "throw": rank_texts(np.take_along_axis(ranks, throws.thrown[found[:, 2]], axis=1)),
            "pegging_at_show": plays[numbers, found[:, 1]],
            "pegging": plays[numbers, found[:, 2]],
            "ways": ways.astype(np.int64),
            "loss": costs / ways,
            "cost": costs / set_count(variant.dealt),
        }
    )
    return frame.sort_values("cost", ascending=False, kind="stable", ignore_index=True)
