"""The solver: regret matching on the discard, a round at a time."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cribstats import files
from cribstats.compute import change_chunks, map_chunks
from cribstats.discard.dealt import hand_means_of_classes
from cribstats.discard.equilibrium import kernels
from cribstats.discard.equilibrium.measure import PairMeasure, measure_pair
from cribstats.discard.pairs import StrategyPair
from cribstats.discard.pegging import Pegging, pegging_of_classes
from cribstats.discard.roles import other_role
from cribstats.discard.strategies import Strategy, greedy_strategy
from cribstats.discard.sweep import sweep_crib_means, sweep_tables
from cribstats.discard.throws import first_equal_throws
from cribstats.errors import ArgumentError, FileError
from cribstats.suits import class_sizes, set_count
from cribstats.variants import SIX_CARD, Variant, check_two_players

_CHUNK = 1 << 14

SIGNS = {"dealer": 1.0, "pone": -1.0}

# Rounds of plain best responses before regrets are kept: they bring both players near, and then go in circles.
WARM_ROUNDS = 3

# The state is a gigabyte.
CHECKPOINT_SECONDS = 60.0

# Probabilities in a file are whole numbers of this: what early rounds left of a throw given up since is less, and
# the exploitability is measured on the rounded strategies.
GRAIN = 1 / 1024


@dataclass(frozen=True)
class Round:
    """Where the solver stands after a round.

    Attributes
    ----------
    number
        Rounds done.
    dealer_gain, pone_gain
        What a best response to the other's average would add, in points a deal.
    value
        The dealer's expected net of the two averages against each other, heels left out.
    """

    number: int
    dealer_gain: float
    pone_gain: float
    value: float

    @property
    def exploitability(self) -> float:
        """Sum of both gains, in points a deal."""
        return self.dealer_gain + self.pone_gain


class Solver:
    """Regret matching + on the discard, a round at a time.

    Parameters
    ----------
    variant
        The game.
    pegging
        What keeps peg in the play: it counts beside hand and crib. Nothing by default.
    """

    def __init__(self, variant: Variant = SIX_CARD, *, pegging: Pegging | None = None) -> None:
        check_two_players(variant)
        self.variant = variant
        hands = sweep_tables(variant).hands
        self._hand_means = hand_means_of_classes(variant)
        self._own_means = {role: self._hand_means + pegging_of_classes(pegging, role, variant) for role in SIGNS}
        self._deals = class_sizes(np.arange(len(hands)), variant.dealt).astype(np.float64)
        self._equals = first_equal_throws(variant)
        shape = self._own_means["dealer"].shape
        start = greedy_strategy(variant).weights()
        self.strategies = {"dealer": start.copy(), "pone": start}
        self.regrets = {role: np.zeros(shape) for role in SIGNS}
        self.averages = {role: np.zeros(shape) for role in SIGNS}
        self.gained = {role: np.zeros(shape) for role in SIGNS}
        self._utilities = np.empty(shape)
        self.weight = 0.0
        self.number = 0

    def warm_up(self) -> None:
        """Let each player respond to the other a few times, from greedy play."""
        for _ in range(WARM_ROUNDS):
            for role in SIGNS:
                utilities = self._against(role, self.strategies[other_role(role)])
                self._each(kernels.respond, utilities, self.strategies[role])

    def step(self) -> Round:
        """Do one round: the dealer's turn, then the pone's."""
        self.number += 1
        weight = float(self.number) ** 2
        for role in SIGNS:
            other = other_role(role)
            faced = self.strategies[other]
            utilities = self._against(role, faced)
            self._each(kernels.match_regrets, utilities, self.regrets[role], self.strategies[role])
            # Averaged is what was faced, with the utilities it led to: the mean utility is that against the average.
            self._each(kernels.accumulate, self.averages[other], faced, weight=weight)
            self._each(kernels.accumulate, self.gained[role], utilities, weight=weight)
        self.weight += weight
        return self.measure()

    def measure(self) -> Round:
        """Measure the averages: both gains and the value, in which pegging counts once, as the dealer's net."""
        gains = {}
        nets = {}
        for role in SIGNS:
            nets[role], gain = self._value_and_gain(self.gained[role], self.averages[role])
            gains[role] = gain / self.weight
        pone_hand, _ = self._value_and_gain(self._hand_means, self.averages["pone"])
        return Round(self.number, gains["dealer"], gains["pone"], nets["dealer"] / self.weight - pone_hand)

    def average(self, role: str) -> NDArray[np.float64]:
        """Return the average strategy, float64 of shape (classes, throws)."""
        averages = self.averages[role]
        return np.asarray(averages / averages.sum(axis=1, keepdims=True))

    def pair(self, name: str) -> StrategyPair:
        """Return the averages as strategies, probabilities rounded to `GRAIN`."""
        strategies = {
            role: Strategy.from_weights(_rounded(self.average(role)), name=name, variant=self.variant) for role in SIGNS
        }
        return StrategyPair(name, strategies["dealer"], strategies["pone"])

    def save_state(self, path: Path, key: str) -> None:
        """Write all there is to go on from, whole or not at all."""
        arrays = {f"{what}_{role}": states[role] for what, states in self._states().items() for role in SIGNS}
        files.write_arrays(path, arrays, {"key": key, "number": self.number, "weight": self.weight}, compress=False)

    def load_state(self, path: Path, key: str) -> bool:
        """Go on from a state written before, if there is one of the same game, payoff and version."""
        try:
            arrays, metadata = files.read_arrays(path, "checkpoint")
        except FileError:
            return False
        if metadata.get("key") != key:
            return False
        for what, states in self._states().items():
            for role in SIGNS:
                states[role][:] = arrays[f"{what}_{role}"]
        self.number, self.weight = int(metadata["number"]), float(metadata["weight"])
        return True

    def _states(self) -> dict[str, dict[str, NDArray[np.float64]]]:
        return {
            "strategies": self.strategies,
            "regrets": self.regrets,
            "averages": self.averages,
            "gained": self.gained,
        }

    def _against(self, role: str, faced: NDArray[np.float64]) -> NDArray[np.float64]:
        cribs = sweep_crib_means(faced, self.variant)
        own, sign = self._own_means[role], SIGNS[role]

        def change(rows: slice) -> None:
            kernels.set_utilities(self._utilities[rows], own[rows], cribs[rows], sign, self._equals[rows])

        change_chunks(change, len(cribs), _CHUNK)
        return self._utilities

    def _each(self, kernel: Callable[..., None], *arrays: NDArray[np.float64], **scalars: float) -> None:
        def change(rows: slice) -> None:
            kernel(*(array[rows] for array in arrays), *scalars.values())

        change_chunks(change, len(self._deals), _CHUNK)

    def _value_and_gain(self, utilities: NDArray[np.float64], strategy: NDArray[np.float64]) -> tuple[float, float]:
        """Mean over deals of what a strategy gets and of what a best response would get more."""

        def measure(start: int) -> tuple[float, float]:
            rows = slice(start, start + _CHUNK)
            value, gain = kernels.value_and_gain(utilities[rows], strategy[rows], self._deals[rows])
            return value, gain

        parts = map_chunks(measure, range(0, len(self._deals), _CHUNK))
        deals = set_count(self.variant.dealt)
        return sum(value for value, _ in parts) / deals, sum(gain for _, gain in parts) / deals


def solve_discard(
    variant: Variant = SIX_CARD,
    *,
    gap: float = 1e-6,
    most_rounds: int = 1000,
    name: str = "equilibrium-show",
    pegging: Pegging | None = None,
    checkpoint: Path | None = None,
    on_round: Callable[[Round], None] | None = None,
) -> tuple[StrategyPair, PairMeasure]:
    """Solve the discard until the averages can be exploited for at most `gap` points a deal.

    Parameters
    ----------
    variant
        The game.
    gap
        Exploitability at which to stop: the sum of both best responses' gains, in points a deal.
    most_rounds
        Where to stop in any case.
    name
        Of the strategies.
    pegging
        As :class:`Solver` takes it.
    checkpoint
        A file to keep the state in, once a minute, and to go on from if it is there; removed when done.
    on_round
        Told of each round.

    Returns
    -------
    The strategies, and their measure: by fresh sweeps, of the strategies as they are returned.

    Raises
    ------
    ArgumentError
        The gap is not positive, or the number of rounds; or the pegging has not a number for each keep.

    Notes
    -----
    Nothing is random: the result is the same every time, on any number of threads, interrupted or not.
    """
    if not 0 < gap < math.inf:
        raise ArgumentError(f"a gap of {gap}: a positive number of points a deal expected")
    if most_rounds < 1:
        raise ArgumentError(f"{most_rounds} rounds: at least one expected")
    if pegging is not None:
        pegging.check(variant)
    solver = Solver(variant, pegging=pegging)
    key = files.fingerprint(variant.name, "" if pegging is None else pegging.fingerprint)
    if checkpoint is None or not solver.load_state(checkpoint, key):
        solver.warm_up()
    saved = time.monotonic()
    while True:
        done = solver.step()
        if on_round is not None:
            on_round(done)
        if done.exploitability <= gap or done.number >= most_rounds:
            break
        if checkpoint is not None and time.monotonic() - saved >= CHECKPOINT_SECONDS:
            solver.save_state(checkpoint, key)
            saved = time.monotonic()
    pair = replace(solver.pair(name), pegging=pegging)
    measured = measure_pair(pair)
    if checkpoint is not None:
        checkpoint.unlink(missing_ok=True)
    return pair, measured


def _rounded(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Round probabilities to whole grains, and rescale: throws of one probability stay so."""
    grains = np.rint(weights / GRAIN)
    return np.asarray(grains / grains.sum(axis=1, keepdims=True))
