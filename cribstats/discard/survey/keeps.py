"""What is kept: the value and the frequency of each keep of ranks, and how often cards of each rank are kept."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import RANK_COUNT, RANK_NAMES, RANK_VALUES, SUIT_COUNT, rank_texts
from cribstats.discard.built import built_crib_means
from cribstats.discard.dealt import deal_ways, dealt_hands, hand_means_of_classes, keep_numbers
from cribstats.discard.opponents import DEFAULT_OPPONENT, OpponentLike, find_pair
from cribstats.discard.roles import check_role, other_role
from cribstats.discard.survey.answers import rank_hands
from cribstats.discard.throws import throws_of
from cribstats.show.reference import FIFTEEN
from cribstats.show.tables import rank_multisets
from cribstats.suits import set_count
from cribstats.variants import SIX_CARD, Variant

if TYPE_CHECKING:
    import pandas as pd

SHORTEST_RUN = 3
REPEATS = {2: "pair", 3: "pair royal", 4: "double pair royal"}
NO_PATTERN = "no pair, no run"
# From the commonest to the rarest, as far as the six-card game has them.
PATTERNS = (
    NO_PATTERN,
    "pair",
    "run of 3",
    "two pairs",
    "run of 4",
    "double run",
    "pair royal",
    "double pair royal",
)


def keep_values(role: str, *, opponent: OpponentLike = DEFAULT_OPPONENT, variant: Variant = SIX_CARD) -> pd.DataFrame:
    """Tabulate the keeps: what each is worth and how often it is kept, both players throwing as `opponent` does.

    Parameters
    ----------
    role
        ``dealer`` or ``pone``.
    opponent
        As :func:`cribstats.discard.find_opponent` takes it; its two sides play each other.
    variant
        The game.

    Returns
    -------
    A frame with a row for each keep of ranks, 1,820 in the six-card game: ``keep``, its ``pattern`` of pairs and
    runs and how many ``fifteens`` it holds; the mean ``hand_points`` over all deals that could keep it; the same when
    it is kept, with the crib, the ``pegging`` if that counts for these players, and the net then, heels left out
    (points, nothing if it never is); the share of deals in which it could be kept, ``held``, and in which it is,
    ``kept``, and their quotient ``when_held`` (probabilities).

    Raises
    ------
    RoleError, OpponentError
        The role or the opponent is not known.

    Examples
    --------
    >>> table = keep_values("dealer").set_index("keep")
    >>> table.loc["5 5 5 J", "pattern"], int(table.loc["5 5 5 J", "fifteens"]), round(float(table["kept"].sum()), 9)
    ('pair royal', 4, 1.0)
    """
    import pandas as pd

    role = check_role(role)
    sign = 1 if role == "dealer" else -1
    pair = find_pair(opponent, variant=variant)
    keeps = np.array(rank_multisets(variant.kept), dtype=np.uint8)
    numbers = keep_numbers(variant).ravel()
    hands = hand_means_of_classes(variant).ravel()
    cribs = built_crib_means(pair.of(other_role(role))).ravel()
    # Ways rather than shares: what is thrown or not, but not mixed, adds up in whole numbers.
    ways = deal_ways(variant)[:, None]
    kept_ways = (ways * pair.of(role).weights()).ravel()
    held_ways = (ways / _versions(variant)).ravel()

    def add_up(weights: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(np.bincount(numbers, weights=weights, minlength=len(keeps)), dtype=np.float64)

    held, kept = add_up(held_ways), add_up(kept_ways)
    pegging = np.full(len(keeps), np.nan) if pair.pegging is None else np.asarray(pair.pegging.of(role))
    with np.errstate(invalid="ignore"):
        hand_when_kept = add_up(kept_ways * hands) / kept
        crib_when_kept = add_up(kept_ways * cribs) / kept
    return pd.DataFrame(
        {
            "keep": rank_texts(keeps),
            "pattern": [keep_pattern(keep) for keep in keeps.tolist()],
            "fifteens": [_count_fifteens(keep) for keep in keeps.tolist()],
            "hand_points": add_up(held_ways * hands) / held,
            "hand_points_when_kept": hand_when_kept,
            "crib_when_kept": crib_when_kept,
            "pegging": pegging,
            "net_when_kept": hand_when_kept + sign * crib_when_kept + np.nan_to_num(pegging),
            "held": held / set_count(variant.dealt),
            "kept": kept / set_count(variant.dealt),
            "when_held": kept / held,
        }
    )


def kept_ranks(role: str, *, opponent: OpponentLike = DEFAULT_OPPONENT, variant: Variant = SIX_CARD) -> pd.DataFrame:
    """Tabulate how many cards of each rank are dealt, kept and thrown, a player throwing as `opponent` does.

    Parameters and errors are those of :func:`keep_values`.

    Returns
    -------
    A frame with a row for each ``rank``: how many of it are ``dealt``, ``kept`` and ``thrown`` in a deal (mean
    number of cards), and what share of those dealt is kept, ``kept_share`` (probability).

    Examples
    --------
    >>> table = kept_ranks("pone").set_index("rank")
    >>> table["kept_share"].idxmax(), table["kept_share"].idxmin()
    ('5', 'K')
    """
    import pandas as pd

    weights = find_pair(opponent, variant=variant).of(check_role(role)).weights()
    ways = deal_ways(variant)
    ranks = dealt_hands(variant) // SUIT_COUNT
    dealt, thrown = np.zeros(RANK_COUNT), np.zeros(RANK_COUNT)
    for place in range(variant.dealt):
        goes = weights[:, (throws_of(variant).thrown == place).any(axis=1)].sum(axis=1)
        dealt += np.bincount(ranks[:, place], weights=ways, minlength=RANK_COUNT)
        thrown += np.bincount(ranks[:, place], weights=ways * goes, minlength=RANK_COUNT)
    deals = set_count(variant.dealt)
    return pd.DataFrame(
        {
            "rank": list(RANK_NAMES),
            "dealt": dealt / deals,
            "kept": (dealt - thrown) / deals,
            "thrown": thrown / deals,
            "kept_share": 1 - thrown / dealt,
        }
    )


def keep_pattern(ranks: list[int]) -> str:
    """Name the pairs and runs of ascending ranks, the starter not yet cut.

    >>> keep_pattern([4, 4, 5, 6]), keep_pattern([0, 2, 4, 8])
    ('double run', 'no pair, no run')
    """
    repeats = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    runs = [
        length
        for length in range(len(ranks), SHORTEST_RUN - 1, -1)
        if any(set(range(first, first + length)) <= set(ranks) for first in ranks)
    ]
    if runs:
        return "double run" if repeats[0] > 1 else f"run of {runs[0]}"
    if repeats[0] == 1:
        return NO_PATTERN
    return "two pairs" if repeats[:2] == [2, 2] else REPEATS[repeats[0]]


def _count_fifteens(ranks: list[int]) -> int:
    values = [RANK_VALUES[rank] for rank in ranks]
    return sum(sum(chosen) == FIFTEEN for size in range(2, len(values) + 1) for chosen in combinations(values, size))


def _versions(variant: Variant) -> NDArray[np.int64]:
    """Return how many throws of each class keep the same ranks as each throw does, shape (classes, throws)."""
    hands = rank_hands(variant)
    alike = (hands.first_alike[:, :, None] == hands.first_alike[:, None, :]).sum(axis=2)
    return np.asarray(alike[hands.of_class])
