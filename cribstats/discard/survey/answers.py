"""The best throw of every hand: of all classes of hands, and of all hands of which the ranks alone are told."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import RANK_COUNT, SUIT_COUNT, card_texts, rank_texts
from cribstats.discard.built import throw_means
from cribstats.discard.dealt import deal_ways, dealt_hands
from cribstats.discard.kernels import TIE
from cribstats.discard.opponents import DEFAULT_OPPONENT, OpponentLike
from cribstats.discard.results import place_order
from cribstats.discard.throws import first_equal_throws, throws_of
from cribstats.variants import SIX_CARD, Variant

if TYPE_CHECKING:
    import pandas as pd


class RankHands(NamedTuple):
    """Hands by their ranks alone.

    Attributes
    ----------
    ranks
        The ranks of each, ascending, uint8 of shape (rank hands, dealt).
    of_class
        The rank hand of each class of hands.
    ways
        How many hands of cards each stands for.
    first_alike
        For each throw of each rank hand the first throw of the same ranks, shape (rank hands, throws).
    """

    ranks: NDArray[np.uint8]
    of_class: NDArray[np.int64]
    ways: NDArray[np.int64]
    first_alike: NDArray[np.uint8]


def best_throws(role: str, *, opponent: OpponentLike = DEFAULT_OPPONENT, variant: Variant = SIX_CARD) -> pd.DataFrame:
    """Tabulate the best throw of every class of hands.

    Parameters
    ----------
    role
        ``dealer`` or ``pone``.
    opponent
        As :func:`cribstats.discard.find_opponent` takes it.
    variant
        The game.

    Returns
    -------
    A frame of 962,988 rows in the six-card game, in the order of the classes: ``hand``, one of the class, and in how
    many ``ways`` its like are dealt; ``throw`` and ``keep``; ``hand_points``, ``crib``, ``heels``, ``pegging`` (nothing
    if it does not count for this opponent) and ``net`` of this throw; and by how much it is better than the next that
    is not the same but for the names of suits, ``margin`` (all in points).

    Raises
    ------
    RoleError, OpponentError
        The role or the opponent is not known.

    Examples
    --------
    >>> table = best_throws("dealer")
    >>> int(table["ways"].sum()), round(float(table["ways"] @ table["net"] / table["ways"].sum()), 3)
    (20358520, 14.163)
    """
    import pandas as pd

    means = throw_means(dealt_hands(variant), role, opponent=opponent, variant=variant)
    hands, rows = dealt_hands(variant), np.arange(len(means.net))
    best = place_order(means.net, 1)[:, 0]
    throws = throws_of(variant)
    firsts = first_equal_throws(variant)
    others = np.where(firsts == firsts[rows, best][:, None], -np.inf, means.net)
    return pd.DataFrame(
        {
            "hand": _text_column(card_texts(hands)),
            "ways": deal_ways(variant),
            "throw": _text_column(card_texts(np.take_along_axis(hands, throws.thrown[best], axis=1))),
            "keep": _text_column(card_texts(np.take_along_axis(hands, throws.kept[best], axis=1))),
            "hand_points": means.hand_points[rows, best],
            "crib": means.crib[rows, best],
            "heels": means.heels[:, 0],
            "pegging": np.nan if means.pegging is None else means.pegging[rows, best],
            "net": means.net[rows, best],
            "margin": means.net[rows, best] - others.max(axis=1),
        }
    )


def best_throws_by_rank(
    role: str, *, opponent: OpponentLike = DEFAULT_OPPONENT, variant: Variant = SIX_CARD
) -> pd.DataFrame:
    """Tabulate the best throw of every hand of which the ranks alone are told, as a mean over its suits.

    Parameters and errors are those of :func:`best_throws`.

    Returns
    -------
    A frame of 18,395 rows in the six-card game: ``hand``, ``throw`` and ``keep`` in ranks, in how many ``ways`` the
    hand is dealt; the mean ``net`` of the throw in its best version for the suits held (points); in what share of the
    deals of the hand it is best, ``best_share`` (probability); whether it is not in all of them, ``suits_matter``; and
    the mean net of who throws what is best for his suits, ``net_with_suits`` (points).

    Examples
    --------
    >>> table = best_throws_by_rank("dealer").set_index("hand")
    >>> table.loc["5 5 5 J J J", "throw"], bool(table.loc["5 5 5 J J J", "suits_matter"])
    ('J J', False)
    """
    import pandas as pd

    hands = rank_hands(variant)
    nets = best_versions(throw_means(dealt_hands(variant), role, opponent=opponent, variant=variant).net, variant)
    ways = deal_ways(variant)
    total, best_total = np.empty(nets.shape[1:] + hands.ways.shape), np.empty(nets.shape[1:] + hands.ways.shape)
    most = nets.max(axis=1)
    for throw in range(variant.throws):
        total[throw] = np.bincount(hands.of_class, weights=ways * nets[:, throw])
        is_best = nets[:, throw] >= most - TIE
        best_total[throw] = np.bincount(hands.of_class, weights=ways * is_best)
    rows = np.arange(len(hands.ways))
    means = (total / hands.ways).T
    best = place_order(means, 1)[:, 0]
    throws = throws_of(variant)
    times_best = best_total[best, rows]
    return pd.DataFrame(
        {
            "hand": rank_texts(hands.ranks),
            "ways": hands.ways,
            "throw": rank_texts(np.take_along_axis(hands.ranks, throws.thrown[best], axis=1)),
            "keep": rank_texts(np.take_along_axis(hands.ranks, throws.kept[best], axis=1)),
            "net": means[rows, best],
            "best_share": times_best / hands.ways,
            "suits_matter": times_best < hands.ways,
            "net_with_suits": np.bincount(hands.of_class, weights=ways * most) / hands.ways,
        }
    )


@cache
def rank_hands(variant: Variant) -> RankHands:
    """Return the hands by their ranks alone, in the order of their ranks: 18,395 in the six-card game."""
    ranks = dealt_hands(variant) // SUIT_COUNT
    keys = ranks @ (RANK_COUNT ** np.arange(variant.dealt)[::-1])
    _, first, of_class = np.unique(keys, return_index=True, return_inverse=True)
    every = ranks[first]
    thrown = every[:, throws_of(variant).thrown]
    alike = (thrown[:, :, None] == thrown[:, None, :]).all(axis=3)
    ways = np.bincount(of_class, weights=deal_ways(variant)).astype(np.int64)
    return RankHands(every, of_class, ways, alike.argmax(axis=2).astype(np.uint8))


def best_versions(nets: NDArray[np.float64], variant: Variant) -> NDArray[np.float64]:
    """Return the net of the best of the throws of the same ranks, in the place of the first; elsewhere -inf.

    Parameters
    ----------
    nets
        Net of every throw of every class, shape (classes, throws).
    variant
        The game.
    """
    hands = rank_hands(variant)
    first_alike = hands.first_alike[hands.of_class]
    best = np.full_like(nets, -np.inf)
    rows = np.arange(len(nets))
    for throw in range(variant.throws):
        places = first_alike[:, throw]
        best[rows, places] = np.maximum(best[rows, places], nets[:, throw])
    return best


def _text_column(texts: NDArray[np.bytes_]) -> pd.Series[str]:
    """Return texts as a column that does not hold a Python object for each of a million rows."""
    import pandas as pd

    return pd.Series(texts.astype(str), dtype="string[pyarrow]")
