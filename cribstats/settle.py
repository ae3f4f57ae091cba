"""The discard and the play settled with each other: what is thrown decides what is held, and that what keeps peg.

Alternately the play is solved for the keeps that both players throw, and the discard with what the keeps then peg,
until no keep that is held moves. Each keep counts its pegging, mine minus theirs, beside its hand; best responses in
the discard are those with these tables frozen. From the second round on the tables go half the way to what was solved:
whole steps overshoot, for who keeps what answers to what it pegs, and the other way round.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats.deals.joint import joint_keep_weights, keep_weights_beside
from cribstats.discard.equilibrium import PairMeasure, solve_discard
from cribstats.discard.pairs import StrategyPair
from cribstats.discard.roles import ROLES
from cribstats.errors import ArgumentError
from cribstats.play.equilibrium import KeepValues, PlayMeasure, solve_play

# By player of the play.
PLAYERS = ("pone", "dealer")

# Keeps that are held more rarely than this (probability) are left of mixtures: that they move is no unrest.
RARE = 1e-5
STEP = 0.5


class SettleRound(NamedTuple):
    """One round.

    Attributes
    ----------
    number
        From 1.
    play, discard
        How far the play is solved for the keeps of the discard before, and the discard with the tables of pegging.
    moved, moved_on_average
        How far what keeps peg was from the table that the discard before counted: the most of any keep that is held,
        and the mean over deals (points a keep).
    """

    number: int
    play: PlayMeasure
    discard: PairMeasure
    moved: float
    moved_on_average: float


@dataclass(frozen=True, eq=False)
class Settlement:
    """What discard and play come to.

    Attributes
    ----------
    pair
        What both throw, pegging counted.
    values
        What each keep pegs, solved for the keeps of the discard before; `net` is the table by which they throw.
    rounds
        What each round did.
    """

    pair: StrategyPair
    values: KeepValues
    rounds: tuple[SettleRound, ...]


def settle(
    start: StrategyPair,
    *,
    name: str = "equilibrium-net",
    play_gap: float = 0.005,
    discard_gap: float = 1e-5,
    rest: float = 0.01,
    most_rounds: int = 2,
    on_round: Callable[[SettleRound], None] | None = None,
) -> Settlement:
    """Settle the discard and the play with each other.

    Parameters
    ----------
    start
        What both throw at first, pegging not counted.
    name
        Of the strategies that come of it.
    play_gap, discard_gap
        Where each solve stops, in points a deal.
    rest
        It is settled when what is pegged is no further from the table for any keep that is held (points).
    most_rounds
        Where to stop in any case.
    on_round
        Told of each round.

    Raises
    ------
    ArgumentError
        The number of rounds is none, or a gap is not positive.
    """
    if most_rounds < 1:
        raise ArgumentError(f"{most_rounds} rounds: at least one expected")
    variant = start.variant
    pair, solver = start, None
    table: NDArray[np.float64] | None = None
    rounds: list[SettleRound] = []
    while True:
        solver, play = solve_play(joint_keep_weights(pair), variant, gap=play_gap, start=solver)
        values = solver.keep_values([keep_weights_beside(pair.of(other)) for other in reversed(PLAYERS)])
        away = np.abs(values.net - (0.0 if table is None else table))
        table = values.net if table is None else table + STEP * (values.net - table)
        pegging = {role: table[PLAYERS.index(role)] for role in ROLES}
        pair, discard = solve_discard(variant, gap=discard_gap, name=name, pegging=pegging)
        moved, on_average = float(away[values.held >= RARE].max()), float((away * values.held).sum() / len(PLAYERS))
        rounds.append(SettleRound(len(rounds) + 1, play, discard, moved, on_average))
        if on_round is not None:
            on_round(rounds[-1])
        if moved <= rest or len(rounds) >= most_rounds:
            return Settlement(pair, replace(values, net=table), tuple(rounds))
