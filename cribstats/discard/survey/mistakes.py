"""What mistakes cost: how much rules of thumb, and answers to other opponents, lose a deal against an opponent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import PACK_SIZE, RANK_COUNT, RANK_NAMES, SUIT_COUNT
from cribstats.compute import Progress, map_chunks
from cribstats.discard.built import built_crib_means, throw_means
from cribstats.discard.dealt import deal_shares, deal_ways, dealt_hands, hand_means_of_classes
from cribstats.discard.kernels import TIE
from cribstats.discard.opponents import DEFAULT_OPPONENT, OpponentLike, find_pair, list_opponents
from cribstats.discard.pairs import StrategyPair
from cribstats.discard.pegging import pegging_of_classes
from cribstats.discard.results import HEELS
from cribstats.discard.roles import ROLES, check_role, other_role
from cribstats.discard.strategies import table_strategy
from cribstats.discard.survey import kernels
from cribstats.discard.survey.averages import RANK_PAIRS, crib_averages, pair_numbers, two_card_cribs
from cribstats.discard.survey.thumb_rules import THUMB_RULES, Mask, ThrowValues, highest
from cribstats.suits import set_count
from cribstats.variants import SIX_CARD, Variant

if TYPE_CHECKING:
    import pandas as pd

# Whose answers are set beside those to the equilibrium.
SIMPLE_OPPONENTS = ("random", "greedy", "equilibrium-show")
STATIC_TABLE = "static table"

_CHUNK = 1 << 15

# What the crib counts for each role.
SIGNS = dict(zip(ROLES, (1, -1), strict=True))


class Cost(NamedTuple):
    """What a way to throw costs.

    Attributes
    ----------
    loss
        Points a deal behind the best throws.
    wrong
        Share of deals in which its throw is not the best (probability).
    """

    loss: float
    wrong: float


def mistake_costs(role: str, *, opponent: OpponentLike = DEFAULT_OPPONENT, variant: Variant = SIX_CARD) -> pd.DataFrame:
    """Tabulate what rules of thumb lose against an opponent who throws as `opponent` does.

    Parameters
    ----------
    role
        Who goes by the rules: ``dealer`` or ``pone``.
    opponent
        As :func:`cribstats.discard.find_opponent` takes it.
    variant
        The game.

    Returns
    -------
    A frame with a row for each ``rule`` (:data:`cribstats.discard.survey.thumb_rules.THUMB_RULES`), the dearest first:
    its ``loss`` behind the best throws (points a deal), in what share of deals its throw is ``wrong``, not the best
    (probability), and the loss in those deals, ``loss_when_wrong`` (points). Throws among which a rule does not choose
    are equally likely.

    Raises
    ------
    RoleError, OpponentError
        The role or the opponent is not known.

    Examples
    --------
    >>> table = mistake_costs("dealer").set_index("rule")
    >>> round(float(table.loc["best mean hand, crib ignored", "loss"]), 3)
    0.361
    """
    import pandas as pd

    values = throw_values(role, opponent=opponent, variant=variant)
    rows = []
    for rule in THUMB_RULES:
        if values.role in rule.roles and (values.pegging_counts or not rule.of_pegging):
            cost = cost_of(rule.choose(values), values.net, variant)
            when_wrong = cost.loss / cost.wrong if cost.wrong else None
            rows.append({"rule": rule.text, "loss": cost.loss, "wrong": cost.wrong, "loss_when_wrong": when_wrong})
    return pd.DataFrame(rows).sort_values("loss", ascending=False, kind="stable", ignore_index=True)


def throw_values(role: str, *, opponent: OpponentLike = DEFAULT_OPPONENT, variant: Variant = SIX_CARD) -> ThrowValues:
    """Return what every throw of every class of hands is worth, exactly and as tables say.

    Parameters and errors are those of :func:`mistake_costs`.
    """
    role = check_role(role)
    means = throw_means(dealt_hands(variant), role, opponent=opponent, variant=variant)
    other = throw_means(dealt_hands(variant), other_role(role), opponent=opponent, variant=variant)
    averages = crib_averages(role, opponent=opponent, variant=variant)
    numbers = pair_numbers(variant)
    static = static_table(averages)[tuple(np.array(RANK_PAIRS).T)]
    return ThrowValues(
        role=role,
        variant=variant,
        hand_points=means.hand_points,
        pegging=np.zeros((1, 1)) if means.pegging is None else means.pegging,
        net=means.net,
        net_of_other_role=other.net,
        static_crib=static[numbers % len(RANK_PAIRS)],
        two_card_crib=two_card_cribs(find_pair(opponent, variant=variant).of(other_role(role)))[numbers],
    )


def static_table(averages: pd.DataFrame) -> NDArray[np.float64]:
    """Return the table of mean cribs by ranks alone that averages make, shape (13, 13), in points.

    Parameters
    ----------
    averages
        As :func:`cribstats.discard.crib_averages` gives them. Two cards of one suit and of two are weighted by how
        often they are thrown; ranks that never are have the mean over the ways to hold them.
    """
    table = np.zeros((RANK_COUNT, RANK_COUNT))
    for (rank1, rank2), rows in averages.groupby(["rank1", "rank2"]):
        thrown = rows[rows["thrown"] > 0]
        if len(thrown):
            mean = np.average(thrown["realised"], weights=thrown["thrown"])
        else:
            mean = np.average(rows["two_card"], weights=np.where(rows["suited"], 1, SUIT_COUNT - 1))
        one, other = RANK_NAMES.index(str(rank1)), RANK_NAMES.index(str(rank2))
        table[one, other] = table[other, one] = mean
    return table


def static_pair(opponent: OpponentLike = DEFAULT_OPPONENT, *, variant: Variant = SIX_CARD) -> StrategyPair:
    """Return the players who throw by mean hands and the static tables that the throws of `opponent` make."""
    sides = {}
    for role in ROLES:
        table = static_table(crib_averages(role, opponent=opponent, variant=variant))
        sides[role] = table_strategy(table, role, name=STATIC_TABLE, variant=variant)
    return StrategyPair(STATIC_TABLE, sides["dealer"], sides["pone"])


def compare_answers(
    opponents: Sequence[OpponentLike] = (),
    *,
    opponent: OpponentLike = DEFAULT_OPPONENT,
    variant: Variant = SIX_CARD,
    progress: Progress | None = None,
) -> pd.DataFrame:
    """Tabulate how the best throws against some opponents differ from those against one, and what that costs.

    Parameters
    ----------
    opponents
        Whose answers are compared, as :func:`cribstats.discard.find_opponent` takes them; by default the random and the
        greedy player, the equilibrium of the show alone, and those who throw by the static tables that the throws of
        `opponent` make. What keeps peg counts in the answers to those for whom it counts.
    opponent
        Against whom all answers are played.
    variant
        The game.
    progress
        Told how many opponents are done.

    Returns
    -------
    A frame with a row for each ``role`` and opponent, whom the best throws are ``against``: their ``net`` against him,
    mine minus theirs with heels (points a deal); in what share of deals they ``differ`` from those against `opponent`
    (probability); and their ``loss`` if played against `opponent` (points a deal).

    Raises
    ------
    OpponentError
        An opponent is not known.
    """
    import pandas as pd

    base = find_pair(opponent, variant=variant)
    others = [find_pair(other, variant=variant) for other in list_opponents(opponents) or SIMPLE_OPPONENTS]
    if not list_opponents(opponents):
        others.append(static_pair(opponent, variant=variant))
    shares, hands = deal_shares(variant), hand_means_of_classes(variant)
    heels = HEELS * SUIT_COUNT / PACK_SIZE
    nets = {role: _answers(base, role, hands) for role in SIGNS}
    rows = []
    for done, pair in enumerate([*others, base], start=1):
        for role, sign in SIGNS.items():
            theirs = pair.of(other_role(role))
            answers = _answers(pair, role, hands)
            cost = cost_of(highest(answers), nets[role], variant)
            their_hands = float(shares @ (theirs.weights() * hands).sum(axis=1))
            net = float(shares @ answers.max(axis=1)) - their_hands + sign * heels
            rows.append({"role": role, "against": pair.name, "net": net, "differ": cost.wrong, "loss": cost.loss})
        if progress is not None:
            progress(done, len(others) + 1)
    order = {role: place for place, role in enumerate(ROLES)}
    return pd.DataFrame(rows).sort_values("role", key=lambda roles: roles.map(order), kind="stable", ignore_index=True)


def _answers(pair: StrategyPair, role: str, hands: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what every throw of every class is worth against one side of a pair, heels left out."""
    cribs = SIGNS[role] * built_crib_means(pair.of(other_role(role)))
    return np.asarray(hands + cribs + pegging_of_classes(pair.pegging, role, pair.variant))


def cost_of(chosen: Mask, nets: NDArray[np.float64], variant: Variant) -> Cost:
    """Return what it costs to throw one of the chosen throws of each hand, all equally likely.

    Parameters
    ----------
    chosen
        The throws, shape (classes, throws), at least one of each class.
    nets
        What each is worth (points).
    variant
        The game.
    """
    ways = deal_ways(variant)

    def add(start: int) -> tuple[float, float]:
        rows = slice(start, start + _CHUNK)
        loss, wrong = kernels.add_costs(chosen[rows], nets[rows], ways[rows], TIE)
        return loss, wrong

    loss, wrong = np.sum(map_chunks(add, range(0, len(nets), _CHUNK)), axis=0) / set_count(variant.dealt)
    return Cost(float(loss), float(wrong))
