"""Compiled steps of the solver; arrays are changed in place, a slice of classes at a time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cribstats.accelerate import kernel

# Utilities of throws that are equally good differ by less than this for rounding; what is really better, by more.
TIE = 1e-11


@kernel
def set_utilities(
    utilities: NDArray[np.float64],
    hand_means: NDArray[np.float64],
    crib_means: NDArray[np.float64],
    sign: float,
    first_equals: NDArray[np.uint8],
) -> None:
    """Net of each throw; throws that a renaming of suits makes the same get the same number to the last bit."""
    for row in range(utilities.shape[0]):
        for t in range(utilities.shape[1]):
            first = first_equals[row, t]
            utilities[row, t] = hand_means[row, first] + sign * crib_means[row, first]


@kernel
def respond_row(utilities: NDArray[np.float64], strategy: NDArray[np.float64], row: int) -> None:
    """Set the best response of one class, equal throws equally likely."""
    throws = utilities.shape[1]
    best = utilities[row, 0]
    for t in range(1, throws):
        best = max(best, utilities[row, t])
    equal = 0
    for t in range(throws):
        equal += utilities[row, t] >= best - TIE
    for t in range(throws):
        strategy[row, t] = 1 / equal if utilities[row, t] >= best - TIE else 0.0


@kernel
def respond(utilities: NDArray[np.float64], strategy: NDArray[np.float64]) -> None:
    """Set the best response, equal throws equally likely."""
    for row in range(utilities.shape[0]):
        respond_row(utilities, strategy, row)


@kernel
def match_regrets(
    utilities: NDArray[np.float64],
    regrets: NDArray[np.float64],
    strategy: NDArray[np.float64],
) -> None:
    """Add this round's regrets, cut them at zero, and play as if the next round brought the same once more.

    Predictive regret matching +: the regrets that are kept do not contain the prediction.
    """
    throws = utilities.shape[1]
    for row in range(utilities.shape[0]):
        value = 0.0
        for t in range(throws):
            value += strategy[row, t] * utilities[row, t]
        total = 0.0
        for t in range(throws):
            regret = utilities[row, t] - value
            regrets[row, t] = max(regrets[row, t] + regret, 0.0)
            strategy[row, t] = max(regrets[row, t] + regret, 0.0)
            total += strategy[row, t]
        if total > TIE:
            for t in range(throws):
                strategy[row, t] /= total
        else:
            respond_row(utilities, strategy, row)


@kernel
def accumulate(totals: NDArray[np.float64], values: NDArray[np.float64], weight: float) -> None:
    """Add weighted values to totals."""
    for row in range(totals.shape[0]):
        for t in range(totals.shape[1]):
            totals[row, t] += weight * values[row, t]


@kernel
def value_and_gain(
    utilities: NDArray[np.float64],
    strategy: NDArray[np.float64],
    deals: NDArray[np.float64],
) -> tuple[float, float]:
    """Sum over deals of what a strategy gets, and of what a best response would get more.

    The strategy need not be normalised: its rows are.
    """
    value, gain = 0.0, 0.0
    for row in range(utilities.shape[0]):
        best = utilities[row, 0]
        total, got = 0.0, 0.0
        for t in range(utilities.shape[1]):
            best = max(best, utilities[row, t])
            total += strategy[row, t]
            got += strategy[row, t] * utilities[row, t]
        got /= total
        value += deals[row] * got
        gain += deals[row] * (best - got)
    return value, gain
