"""The value of the deal to either side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cribstats.cards import PACK_SIZE, SUIT_COUNT
from cribstats.discard.built import built_crib_means
from cribstats.discard.dealt import deal_shares, hand_means_of_classes
from cribstats.discard.opponents import DEFAULT_OPPONENT, OpponentLike, find_pair
from cribstats.discard.pegging import pegging_of_classes
from cribstats.discard.results import HEELS
from cribstats.discard.roles import ROLES, other_role
from cribstats.variants import SIX_CARD, Variant

if TYPE_CHECKING:
    import pandas as pd


def deal_values(*, opponent: OpponentLike = DEFAULT_OPPONENT, variant: Variant = SIX_CARD) -> pd.DataFrame:
    """Tabulate what the deal is worth to the dealer and to the pone, both players throwing as `opponent` does.

    Parameters
    ----------
    opponent
        As :func:`cribstats.discard.find_opponent` takes it; its two sides play each other.
    variant
        The game.

    Returns
    -------
    A frame with a row for each ``role``: the mean ``hand_points``; ``crib`` and ``heels``, which are the dealer's and
    count against the pone; ``pegging``, mine minus theirs, if it counts for these players; mine minus theirs of all
    that, ``net_without_heels`` and with them ``net``; and the ``gain`` that a best response to the other's throws would
    add, what keeps peg being as it is (all in points a deal).

    Raises
    ------
    OpponentError
        The opponent is not known.

    Examples
    --------
    >>> deal_values().set_index("role")["net"].round(3).to_dict()
    {'dealer': 6.101, 'pone': -6.101}
    """
    import pandas as pd

    pair = find_pair(opponent, variant=variant)
    hands, shares = hand_means_of_classes(variant), deal_shares(variant)
    heels = HEELS * SUIT_COUNT / PACK_SIZE
    hand_points, cribs, pegged, gains = {}, {}, {}, {}
    for role, sign in zip(ROLES, (1, -1), strict=True):
        weights, crib = pair.of(role).weights(), built_crib_means(pair.of(other_role(role)))
        hand_points[role] = float(shares @ (weights * hands).sum(axis=1))
        cribs[role] = float(shares @ (weights * crib).sum(axis=1))
        plays = pegging_of_classes(pair.pegging, role, variant)
        pegged[role] = float(shares @ (weights * plays).sum(axis=1))
        best = float(shares @ (hands + plays + sign * crib).max(axis=1))
        gains[role] = best - hand_points[role] - pegged[role] - sign * cribs[role]
    rows = []
    for role, sign in zip(ROLES, (1, -1), strict=True):
        net = hand_points[role] - hand_points[other_role(role)] + sign * cribs[role] + pegged[role]
        rows.append(
            {
                "role": role,
                "hand_points": hand_points[role],
                "crib": sign * cribs[role],
                "heels": sign * heels,
                "pegging": np.nan if pair.pegging is None else pegged[role],
                "net_without_heels": net,
                "net": net + sign * heels,
                "gain": gains[role],
            }
        )
    return pd.DataFrame(rows)
