"""Average cribs by the two cards thrown, in the meanings that the phrase has.

* ``six-card``: given one's own six cards. A number for each hand; here the least and the most of them stand.
* ``realised``: the mean over the hands that do throw the two cards, as often as they do.
* ``two-card``: only the two cards are known. It is also the mean of the six-card numbers over all hands that hold them.

They differ by up to 0.3 points. Published tables mostly are of the second kind.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import RANK_COUNT, RANK_NAMES, SUIT_COUNT
from cribstats.discard.built import built_crib_means
from cribstats.discard.dealt import deal_shares, dealt_hands
from cribstats.discard.opponents import DEFAULT_OPPONENT, OpponentLike, find_pair
from cribstats.discard.roles import check_role, other_role
from cribstats.discard.strategies import Strategy
from cribstats.discard.survey import kernels
from cribstats.discard.sweep import two_card_means
from cribstats.discard.throws import throws_of
from cribstats.variants import SIX_CARD, Variant

if TYPE_CHECKING:
    import pandas as pd

RANK_PAIRS = list(combinations_with_replacement(range(RANK_COUNT), 2))


@cache
def pair_numbers(variant: Variant) -> NDArray[np.uint8]:
    """Return the number of the two cards of each throw of each class, shape (classes, throws).

    Rank pairs A-A, A-2, ... K-K of two suits are 0 to 90, those of one suit 91 to 181.
    """
    hands = dealt_hands(variant)
    number = np.zeros((RANK_COUNT, RANK_COUNT), dtype=np.uint8)
    for place, (one, other) in enumerate(RANK_PAIRS):
        number[one, other] = number[other, one] = place
    numbers = np.empty((len(hands), variant.throws), dtype=np.uint8)
    for throw, (one, other) in enumerate(throws_of(variant).thrown):
        suited = hands[:, one] % SUIT_COUNT == hands[:, other] % SUIT_COUNT
        ranks = number[hands[:, one] // SUIT_COUNT, hands[:, other] // SUIT_COUNT]
        numbers[:, throw] = ranks + len(RANK_PAIRS) * suited.astype(np.uint8)
    return numbers


@lru_cache(maxsize=4)
def two_card_cribs(strategy: Strategy) -> NDArray[np.float64]:
    """Return :func:`two_card_means` against a strategy, worked out once."""
    return two_card_means(strategy, strategy.variant)


def crib_averages(role: str, *, opponent: OpponentLike = DEFAULT_OPPONENT, variant: Variant = SIX_CARD) -> pd.DataFrame:
    """Tabulate the average crib by the two cards thrown, both players throwing as `opponent` does.

    Parameters
    ----------
    role
        ``dealer`` (to one's own crib) or ``pone`` (to the opponent's).
    opponent
        As :func:`cribstats.discard.find_opponent` takes it; its two sides play each other.
    variant
        The game.

    Returns
    -------
    A frame of 169 rows, pairs of ranks of two suits and of one: ``rank1``, ``rank2``, ``suited``; in points
    ``realised`` (none if never thrown), ``two_card``, ``least`` and ``most``; the share of deals in
    which the pair is thrown, ``thrown``; and how often it is thrown when it is held, ``when_held``
    (probabilities).

    Raises
    ------
    RoleError, OpponentError
        The role or the opponent is not known.

    Examples
    --------
    >>> table = crib_averages("dealer")
    >>> fives = table[(table.rank1 == "5") & (table.rank2 == "5")]
    >>> fives[["realised", "two_card"]].round(2).values.tolist()
    [[8.94, 8.82]]
    """
    import pandas as pd

    role = check_role(role)
    pair = find_pair(opponent, variant=variant)
    numbers = pair_numbers(variant).ravel()
    cribs = built_crib_means(pair.of(other_role(role)))
    shares = np.repeat(deal_shares(variant), variant.throws)
    thrown_shares = shares * pair.of(role).weights().ravel()
    count = 2 * len(RANK_PAIRS)
    held = np.bincount(numbers, weights=shares, minlength=count)
    thrown = np.bincount(numbers, weights=thrown_shares, minlength=count)
    least, most = kernels.find_extremes(pair_numbers(variant), cribs, count)
    thrown_points = np.bincount(numbers, weights=thrown_shares * cribs.ravel(), minlength=count)
    two_card = two_card_cribs(pair.of(other_role(role)))
    rows = [number for number in range(count) if held[number] > 0]
    with np.errstate(invalid="ignore"):
        frame = pd.DataFrame(
            {
                "rank1": [RANK_NAMES[RANK_PAIRS[number % len(RANK_PAIRS)][0]] for number in rows],
                "rank2": [RANK_NAMES[RANK_PAIRS[number % len(RANK_PAIRS)][1]] for number in rows],
                "suited": [number >= len(RANK_PAIRS) for number in rows],
                "realised": (thrown_points / thrown)[rows],
                "two_card": two_card[rows],
                "least": least[rows],
                "most": most[rows],
                "thrown": thrown[rows],
                "when_held": (thrown / held)[rows],
            }
        )
    order = {name: place for place, name in enumerate(RANK_NAMES)}
    keys = frame.assign(one=frame["rank1"].map(order), other=frame["rank2"].map(order))
    return frame.loc[keys.sort_values(["one", "other", "suited"]).index].reset_index(drop=True)
