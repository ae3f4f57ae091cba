"""How good a strategy is: its value, and what a best response takes from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from cribstats.discard.dealt import deal_shares, hand_means_of_classes
from cribstats.discard.equilibrium import kernels
from cribstats.discard.pairs import StrategyPair
from cribstats.discard.pegging import Pegging, pegging_of_classes
from cribstats.discard.roles import check_role, other_role
from cribstats.discard.strategies import Strategy
from cribstats.discard.sweep import sweep_crib_means

# Throws within this of the best are told as equally good.
TIE = 1e-9


@dataclass(frozen=True)
class PairMeasure:
    """What two strategies do against each other and what a best response would gain on each.

    Attributes
    ----------
    dealer_gain, pone_gain
        What the dealer's, the pone's, best response to the other would add, in points a deal.
    dealer_hand, pone_hand, crib
        Mean points at the show.
    pegging
        By role, mean points pegged in the play, mine minus theirs, if they are counted.
    mixed_share
        By role, the share of deals in which the throw is mixed (ties of throws that suits alone tell apart
        are no mixture).
    """

    dealer_gain: float
    pone_gain: float
    dealer_hand: float
    pone_hand: float
    crib: float
    mixed_share: dict[str, float]
    pegging: dict[str, float] | None = None

    @property
    def value(self) -> float:
        """The dealer's expected net points a deal, heels left out; pegging counts once, as his net."""
        return self.dealer_hand - self.pone_hand + self.crib + (self.pegging["dealer"] if self.pegging else 0.0)

    @property
    def interval(self) -> tuple[float, float]:
        """The dealer's net against the pone's best response, and with his own best response."""
        return self.value - self.pone_gain, self.value + self.dealer_gain

    @property
    def exploitability(self) -> float:
        """Sum of both gains, in points a deal."""
        return self.dealer_gain + self.pone_gain

    def to_dict(self) -> dict[str, Any]:
        """Return the measure as the command's JSON has it."""
        pegging = {} if self.pegging is None else {"pegging": dict(self.pegging)}
        return {
            "value": list(self.interval),
            "gains": {"dealer": self.dealer_gain, "pone": self.pone_gain},
            "exploitability": self.exploitability,
            "means": {"dealer_hand": self.dealer_hand, "pone_hand": self.pone_hand, "crib": self.crib} | pegging,
            "mixed_share": dict(self.mixed_share),
        }


@dataclass(frozen=True, eq=False)
class BestResponse:
    """The best a player can do against a strategy.

    Attributes
    ----------
    response
        What he throws: the best throw of every hand, equal ones equally likely.
    value
        The dealer's expected net points a deal when he does, heels left out.
    """

    response: Strategy
    value: float


def measure_pair(pair: StrategyPair) -> PairMeasure:
    """Measure two strategies against each other, exactly: two sweeps.

    Parameters
    ----------
    pair
        What the dealer throws and what the pone throws. What its keeps peg counts, if it has a table of that; the
        gains are then those with these tables frozen.
    """
    variant = pair.variant
    hands = hand_means_of_classes(variant)
    deals = deal_shares(variant)
    gains, nets, means, pegged = {}, {}, {}, {}
    for role, sign in (("dealer", 1.0), ("pone", -1.0)):
        weights = pair.of(role).weights()
        plays = pegging_of_classes(pair.pegging, role, variant)
        utilities = hands + plays + sign * sweep_crib_means(pair.of(other_role(role)), variant)
        got = (weights * utilities).sum(axis=1)
        gains[role] = float(deals @ (utilities.max(axis=1) - got))
        means[role] = float(deals @ (weights * hands).sum(axis=1))
        pegged[role] = float(deals @ (weights * plays).sum(axis=1))
        nets[role] = float(deals @ got)
    return PairMeasure(
        dealer_gain=gains["dealer"],
        pone_gain=gains["pone"],
        dealer_hand=means["dealer"],
        pone_hand=means["pone"],
        crib=nets["dealer"] - means["dealer"] - pegged["dealer"],
        pegging=None if pair.pegging is None else pegged,
        mixed_share={role: pair.of(role).mixed_share for role in ("dealer", "pone")},
    )


def best_response(strategy: Strategy, role: str, *, pegging: Pegging | None = None) -> BestResponse:
    """Find the best response to a strategy, exactly: one sweep.

    Parameters
    ----------
    strategy
        What the opponent throws.
    role
        Who responds: ``dealer`` or ``pone``.
    pegging
        What keeps peg; the responder counts it beside hand and crib. Nothing by default.

    Raises
    ------
    RoleError
        The role is neither.

    Notes
    -----
    The value of the game less this value (as the responder sees it) is what the strategy loses a deal against who
    knows it.
    """
    role = check_role(role)
    variant = strategy.variant
    sign = 1.0 if role == "dealer" else -1.0
    hands, deals = hand_means_of_classes(variant), deal_shares(variant)
    utilities = hands + pegging_of_classes(pegging, role, variant) + sign * sweep_crib_means(strategy, variant)
    weights = np.empty_like(utilities)
    kernels.respond(utilities, weights)
    response = Strategy.from_weights(weights, name=f"best response to {strategy.name}", variant=variant)
    theirs = float(deals @ (strategy.weights() * hands).sum(axis=1))
    mine = float(deals @ utilities.max(axis=1))
    return BestResponse(response, sign * (mine - theirs))
