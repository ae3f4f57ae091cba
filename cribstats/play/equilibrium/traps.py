"""How often traps pay: cards led or answered so that the other player walks into more, against the best other card.

A trap is what players and their books call one. Each is told by the cards that set it and by those that could be played
instead; positions that lack one of the two leave no choice and are not counted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import RANK_COUNT, RANK_NAMES
from cribstats.play.equilibrium.leads import DEALER, PONE, answer_points, rank_counts
from cribstats.play.equilibrium.values import KeepValues
from cribstats.play.game import seat_names
from cribstats.show.tables import rank_multisets, rank_points

if TYPE_CHECKING:
    import pandas as pd

# A trap pays, or costs, where it makes as much of a difference (points): by less, two cards are as good as each other
# but for what is left of the gap.
CLOSE = 0.01


def _numbers(names: str) -> tuple[int, ...]:
    return tuple(map(RANK_NAMES.index, names))


LOW, MIDDLE, TEN_CARDS = map(_numbers, ("A234", "6789", "TJQK"))
FOUR, FIVE, SIX = _numbers("456")
# Two ranks that make five with each other, and two that make a run with a five.
FIVE_TOGETHER = tuple(map(_numbers, ("A4", "23")))
RUN_WITH_FIVE = tuple(map(_numbers, ("34", "46", "67")))


class Choice(NamedTuple):
    """Which ranks set a trap from each keep, and which others they are compared with: shape (keeps, ranks) each."""

    sets: NDArray[np.bool_]
    others: NDArray[np.bool_]


class Trap(NamedTuple):
    """A trap.

    Attributes
    ----------
    name
        What is done.
    seat
        Who does it: the pone leads, the dealer answers.
    cards
        Which cards set it; those that are led, where the dealer sets it.
    meaning
        In which positions it is counted, and what it is compared with.
    choose
        What sets it and what is compared, by the counts of ranks in keeps, shape (keeps, ranks), and the rank led, -1
        for the pone.
    leads
        The leads on which the dealer sets it.
    """

    name: str
    seat: int
    cards: str
    meaning: str
    choose: Callable[[NDArray[np.int64], int], Choice]
    leads: tuple[int, ...] = (-1,)


def trap_values(values: KeepValues) -> pd.DataFrame:
    """Tabulate how often each trap can be set, is set, and pays.

    Returns
    -------
    Frame with the ``trap``, the ``role`` of who sets it, the ``cards``, in what share of deals he has the choice
    (``held``), in what share of these he sets it (``played``, probabilities), the mean net points of the best card that
    sets it (``value``) and of the best other (``other``), their difference (``gain``), in what share of the choices it
    ``pays`` and ``costs``, by a hundredth of a point or more, and its ``meaning``. Means are over the deals with the
    choice, as often as they come, and nan where none comes.

    Raises
    ------
    ArgumentError
        The values do not tell how often leads are met.

    Examples
    --------
    A pair of threes is led more often than not, the five hardly ever.

    >>> from cribstats import shipped_values
    >>> traps = trap_values(shipped_values()).set_index(["trap", "cards"])
    >>> bool(traps.loc[("lead from a pair", "3"), "played"] > 0.5), bool(traps.loc[("lead the five", "5"), "gain"] < 0)
    (True, True)
    """
    import pandas as pd

    roles = seat_names(values.variant.players)
    return pd.DataFrame(
        [
            {
                "trap": trap.name,
                "role": roles[trap.seat],
                "cards": trap.cards,
                **_measure(trap, values),
                "meaning": trap.meaning,
            }
            for trap in TRAPS
        ]
    )


def _measure(trap: Trap, values: KeepValues) -> dict[str, float]:
    counts, opening = rank_counts(values.variant.kept), values.opening
    held, played, pays, costs, sums = 0.0, 0.0, 0.0, 0.0, np.zeros(2)
    for lead in trap.leads:
        if trap.seat == PONE:
            weights, chances, worth = values.held[PONE], opening.lead_chances, opening.lead_values
        else:
            weights = values.opening.met[lead]
            chances, worth = opening.answer_chances[lead].astype(np.float64), opening.answer_values[lead]
        choice = trap.choose(counts, lead)
        known = np.where(np.isnan(worth), -np.inf, worth)
        best = np.stack([np.max(known, axis=1, initial=-np.inf, where=ranks) for ranks in choice])
        chosen = (weights > 0) & np.isfinite(best).all(axis=0)
        share, best = weights[chosen], best[:, chosen]
        gains = best[0] - best[1]
        held += share.sum()
        played += share @ (chances * choice.sets)[chosen].sum(axis=1)
        pays += share[gains >= CLOSE].sum()
        costs += share[gains <= -CLOSE].sum()
        sums += best @ share
    with np.errstate(invalid="ignore"):
        value, other = sums / held
        told = {"played": played, "pays": pays, "costs": costs}
        shares = {name: float(np.float64(total) / held) for name, total in told.items()}
    return {
        "held": float(held),
        "played": shares["played"],
        "value": float(value),
        "other": float(other),
        "gain": float(value - other),
        "pays": shares["pays"],
        "costs": shares["costs"],
    }


@cache
def odd_ranks(kept: int) -> NDArray[np.bool_]:
    """Find the card that is in no fifteen, pair or run of its keep where all the others are in one.

    Returns
    -------
    Bool array of shape (keeps, ranks): at most one rank of each keep.

    Examples
    --------
    >>> odd = odd_ranks(4)[rank_multisets(4).index((6, 10, 11, 12))]  # 7 J Q K
    >>> [RANK_NAMES[rank] for rank in odd.nonzero()[0]]
    ['7']
    """
    keeps = rank_multisets(kept)
    points = {
        keep: total
        for size in (kept - 1, kept)
        for keep, total in zip(rank_multisets(size), rank_points()[size].sum(axis=1).tolist(), strict=True)
    }
    odd = np.zeros((len(keeps), RANK_COUNT), dtype=bool)
    for number, keep in enumerate(keeps):
        # Without a card that is in nothing the keep is worth as much.
        idle = [rank for place, rank in enumerate(keep) if points[keep[:place] + keep[place + 1 :]] == points[keep]]
        if len(idle) == 1:
            odd[number, idle[0]] = True
    odd.setflags(write=False)
    return odd


def _against_the_rest(counts: NDArray[np.int64], sets: NDArray[np.bool_]) -> Choice:
    held = counts > 0
    return Choice(sets & held, ~sets & held)


def _is_one_of(ranks: tuple[int, ...]) -> NDArray[np.bool_]:
    return np.isin(np.arange(RANK_COUNT), ranks)


def _has_all(counts: NDArray[np.int64], ranks: tuple[int, ...]) -> NDArray[np.bool_]:
    has: NDArray[np.bool_] = np.all(counts[:, ranks] > 0, axis=1)
    return has


def _of_pairs(ranks: tuple[int, ...]) -> Callable[[NDArray[np.int64], int], Choice]:
    return lambda counts, _: _against_the_rest(counts, (counts > 1) & _is_one_of(ranks))


def _of_five_together(counts: NDArray[np.int64], _: int) -> Choice:
    sets = np.zeros(counts.shape, dtype=bool)
    for two in FIVE_TOGETHER:
        sets |= _has_all(counts, two)[:, None] & _is_one_of(two)
    return _against_the_rest(counts, sets)


def _six_of_four_and_sixes(counts: NDArray[np.int64], _: int) -> Choice:
    has = (counts[:, FOUR] > 0) & (counts[:, SIX] > 1)
    choice = _against_the_rest(counts, has[:, None] & _is_one_of((SIX,)))
    return Choice(choice.sets, choice.others & has[:, None])


def _ten_card_beside_five(counts: NDArray[np.int64], _: int) -> Choice:
    held = (counts > 0) & (counts[:, [FIVE]] > 0)
    return Choice(held & _is_one_of(TEN_CARDS), held & ~_is_one_of((FIVE, *TEN_CARDS)))


def _five(counts: NDArray[np.int64], _: int) -> Choice:
    return _against_the_rest(counts, np.broadcast_to(_is_one_of((FIVE,)), counts.shape))


def _odd_card(counts: NDArray[np.int64], _: int) -> Choice:
    return _against_the_rest(counts, odd_ranks(int(counts[0].sum())))


def _all_but_the_low_card(counts: NDArray[np.int64], _: int) -> Choice:
    held = (counts > 0) & (counts[:, LOW].sum(axis=1, keepdims=True) == 1)
    return Choice(held & ~_is_one_of(LOW), held & _is_one_of(LOW))


def _pair_of_the_lead(counts: NDArray[np.int64], lead: int) -> Choice:
    return _against_the_rest(counts, np.broadcast_to(_is_one_of((lead,)), counts.shape))


def _fifteen_on_the_lead(counts: NDArray[np.int64], lead: int) -> Choice:
    makes = (answer_points()[lead] > 0) & ~_is_one_of((lead,))
    return _against_the_rest(counts, np.broadcast_to(makes, counts.shape))


def _run_kept_for_the_five(counts: NDArray[np.int64], _: int) -> Choice:
    waits = np.zeros(counts.shape, dtype=bool)
    for rank in range(RANK_COUNT):
        left = counts - _is_one_of((rank,))
        waits[:, rank] = _has_run_with_five(left)
    could = (counts > 0) & ((counts[:, FIVE] == 0) & _has_run_with_five(counts))[:, None]
    return Choice(could & waits, could & ~waits)


def _has_run_with_five(counts: NDArray[np.int64]) -> NDArray[np.bool_]:
    has: NDArray[np.bool_] = np.any([_has_all(counts, two) for two in RUN_WITH_FIVE], axis=0)
    return has


_LEADS_A_PAIR = (
    "the pone holds two or more of a rank, and other cards, and leads the rank: who pairs it may meet the third;"
    " against the best other card"
)
_PAIRS = (
    "the dealer holds the rank led, and other cards, and pairs it for two: the third may follow; against the best other"
    " card"
)
_FIFTEENS = "the dealer can make fifteen on the lead, and does; against the best card kept for later"

TRAPS = (
    *(
        Trap("lead from a pair", PONE, " ".join(names), _LEADS_A_PAIR, _of_pairs(_numbers(names)))
        for names in ("234", "6789", "TJQK", *RANK_NAMES)
    ),
    Trap(
        "lead from five together",
        PONE,
        "A 4, 2 3",
        "the pone holds A 4 or 2 3, and other cards, and leads one of the two: a ten-card on it leaves the other to"
        " make fifteen; against the best card that is not one of them",
        _of_five_together,
    ),
    Trap(
        "lead from two sixes and a four",
        PONE,
        "6",
        "the pone holds 4 6 6, and leads a six: a five on it makes a run with the four, and who keeps it meets the"
        " other six; against the best other card",
        _six_of_four_and_sixes,
    ),
    Trap(
        "let the five wait",
        PONE,
        "T J Q K",
        "the pone holds a five, ten-cards and something else, and leads a ten-card; against the best card that is"
        " neither",
        _ten_card_beside_five,
    ),
    Trap(
        "lead the five",
        PONE,
        "5",
        "the pone holds fives and other cards, and leads a five; against the best other card",
        _five,
    ),
    Trap(
        "lead the odd card",
        PONE,
        "any",
        "the sleeper: one card of the pone's is in no fifteen, pair or run of the keep, the others all are, and he"
        " leads it; against the best other card",
        _odd_card,
    ),
    Trap(
        "hold the low card back",
        PONE,
        "5 or more",
        "the pone holds one card of A 2 3 4, and leads another card; against the low card",
        _all_but_the_low_card,
    ),
    *(
        Trap("pair the lead", DEALER, " ".join(names), _PAIRS, _pair_of_the_lead, _numbers(names))
        for names in ("A234", "6789", "TJQK")
    ),
    *(
        Trap("make fifteen", DEALER, " ".join(names), _FIFTEENS, _fifteen_on_the_lead, _numbers(names))
        for names in ("6789", "TJQK")
    ),
    Trap(
        "lie in wait for the five",
        DEALER,
        "T J Q K",
        "a ten-card is led; the dealer holds no five but 3 4, 4 6 or 6 7, which make a run with one, and answers so"
        " that two such are left; against the best card that leaves none",
        _run_kept_for_the_five,
        TEN_CARDS,
    ),
)
