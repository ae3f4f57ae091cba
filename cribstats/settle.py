"""The discard and the play settled with each other: what is thrown decides what is held, and that what keeps peg.

Alternately the play is solved for the keeps that both players throw, and the discard with what the keeps then peg,
until no keep that is held moves. Each keep counts its pegging, mine minus theirs, beside its hand. From the second
round on the tables go part of the way to what was solved: whole steps overshoot, for who keeps what answers to what it
pegs, and the other way round. In the end the play is solved once more, nearer, for the keeps of the last discard, and
what keeps then peg is what counts: so what the dealer pegs more is what the pone pegs less. Best responses in the
discard are those with these tables frozen.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats import files
from cribstats.deals.joint import joint_keep_weights, keep_weights_beside
from cribstats.discard.equilibrium import PairMeasure, measure_pair, solve_discard
from cribstats.discard.pairs import StrategyPair
from cribstats.discard.pegging import Pegging
from cribstats.discard.roles import ROLES
from cribstats.errors import ArgumentError, FileError
from cribstats.play.equilibrium import KeepValues, PlayMeasure, PlaySolver, solve_play
from cribstats.play.equilibrium.solver import Iteration, check_gap

# By player of the play.
PLAYERS = ("pone", "dealer")

# Keeps that are held more rarely than this (probability) are left of mixtures: that they move is no unrest.
RARE = 1e-5

# How far tables go from one that was counted towards what was solved with it. On the average over deals what keeps peg
# answers with -0.2 of what the table moved by (six cards dealt, measured over two rounds of half steps), so that this
# lands near where both agree. Some of the pone's rarer keeps answer more and swing: 0.005 points a deal are left of it.
STEP = 0.8


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
        What both throw, with the table of what keeps peg in the end.
    values
        What each keep pegs, solved for the keeps of this pair.
    play, discard
        How far the play is solved, and the discard with this table.
    moved, moved_on_average
        How far the table moved at the end, from the one that the last discard was solved with (as in `SettleRound`).
    rounds
        What each round did.
    solver
        The play as solved, with its averages.
    """

    pair: StrategyPair
    values: KeepValues
    play: PlayMeasure
    discard: PairMeasure
    moved: float
    moved_on_average: float
    rounds: tuple[SettleRound, ...]
    solver: PlaySolver


class _Progress(NamedTuple):
    """Where a settling is: the pair, the table that it was solved with, and what was done."""

    pair: StrategyPair
    table: NDArray[np.float64]
    rounds: list[SettleRound]


def settle(
    start: StrategyPair,
    *,
    name: str = "equilibrium-net",
    play_gap: float = 0.005,
    closing_gap: float = 0.002,
    discard_gap: float = 5e-5,
    rest: float = 0.01,
    most_rounds: int = 3,
    checkpoints: Path | None = None,
    on_round: Callable[[SettleRound], None] | None = None,
    on_measure: Callable[[Iteration], None] | None = None,
) -> Settlement:
    """Settle the discard and the play with each other.

    Parameters
    ----------
    start
        What both throw at first. If it has a table of what keeps peg, steps are taken from that one.
    name
        Of the strategies that come of it.
    play_gap, discard_gap
        Where each solve of a round stops, in points a deal.
    closing_gap
        Where the last solve of the play stops, in points a deal.
    rest
        It is settled when what is pegged is no further from the table for any keep that is held (points).
    most_rounds
        Where to stop in any case; 0 solves the play alone, for the throws as they are.
    checkpoints
        A folder to keep the state in after each round, and to go on from if it is there. It stays until
        :func:`forget_checkpoints`, for what is returned is not safe anywhere yet.
    on_round, on_measure
        Told of each round, and of each measure of the play.

    Raises
    ------
    ArgumentError
        The number of rounds is negative, or a gap is not positive.
    """
    check_settling(most_rounds, play_gap, closing_gap, discard_gap)
    variant = start.variant
    key = files.fingerprint(start.fingerprint, repr((play_gap, discard_gap, name)))
    solver, done = _resume(checkpoints, key, start)
    while True:
        # The play for the keeps of the pair so far; after the last discard nearer, for that is what counts.
        is_last = _is_settled(done.rounds, rest, most_rounds)
        joint = joint_keep_weights(done.pair)
        gap = closing_gap if is_last else play_gap
        solver, play = solve_play(joint, variant, gap=gap, start=solver, on_measure=on_measure)
        values = solver.keep_values([keep_weights_beside(done.pair.of(other)) for other in reversed(PLAYERS)])
        away = np.abs(values.net - done.table)
        moved, on_average = float(away[values.held >= RARE].max()), float((away * values.held).sum() / len(PLAYERS))
        if is_last:
            pair = replace(done.pair, pegging=as_pegging(values, play.gap))
            return Settlement(pair, values, play, measure_pair(pair), moved, on_average, tuple(done.rounds), solver)
        step = STEP if done.table.any() else 1.0
        table = done.table + step * (values.net - done.table)
        pegging = Pegging({role: table[PLAYERS.index(role)] for role in ROLES}, gap=play.gap)
        pair, discard = solve_discard(variant, gap=discard_gap, name=name, pegging=pegging)
        rounds = [*done.rounds, SettleRound(len(done.rounds) + 1, play, discard, moved, on_average)]
        done = _Progress(pair, table, rounds)
        if on_round is not None:
            on_round(rounds[-1])
        if checkpoints is not None:
            _keep(checkpoints, key, solver, done)


def check_settling(most_rounds: int, *gaps: float) -> None:
    """Raise an `ArgumentError` unless rounds and gaps are such that can be reached."""
    if most_rounds < 0:
        raise ArgumentError(f"{most_rounds} rounds: 0 or more expected")
    for gap in gaps:
        check_gap(gap)


def as_pegging(values: KeepValues, gap: float | None = None) -> Pegging:
    """Return what keeps peg as the discard counts it: mine minus theirs, by role.

    Parameters
    ----------
    values
        Values of keeps in both roles.
    gap
        How far from solved they are; by default what their file says.
    """
    return Pegging(
        {role: values.net[PLAYERS.index(role)] for role in ROLES},
        gap=values.metadata.get("gap") if gap is None else gap,
    )


def _is_settled(rounds: list[SettleRound], rest: float, most_rounds: int) -> bool:
    return len(rounds) >= most_rounds or (bool(rounds) and rounds[-1].moved <= rest)


def forget_checkpoints(checkpoints: Path) -> None:
    """Remove what :func:`settle` kept, once its results are safe somewhere."""
    for path in _files(checkpoints):
        path.unlink(missing_ok=True)


def _files(checkpoints: Path) -> tuple[Path, Path]:
    return checkpoints / "settle.npz", checkpoints / "settle-play.npz"


def _keep(checkpoints: Path, key: str, solver: PlaySolver, done: _Progress) -> None:
    """Write all that the next round needs; what says how far it is comes last."""
    state, play = _files(checkpoints)
    solver.save_state(play, f"{key} {len(done.rounds)}")
    rounds = json.dumps(
        [{**each._asdict(), "play": asdict(each.play), "discard": asdict(each.discard)} for each in done.rounds]
    )
    done.pair.save(state, key=key, rounds=rounds)


def _resume(checkpoints: Path | None, key: str, start: StrategyPair) -> tuple[PlaySolver | None, _Progress]:
    """Return the solver and where it is: from files of the same key, or from the start."""
    nothing = _Progress(start, _table_of(start), [])
    if checkpoints is None:
        return None, nothing
    state, play = _files(checkpoints)
    try:
        pair = StrategyPair.load(state)
    except FileError:
        return None, nothing
    told: dict[str, Any] = dict(pair.metadata)
    if told.get("key") != key or pair.pegging is None:
        return None, nothing
    rounds = [
        SettleRound(**{**each, "play": PlayMeasure(**each["play"]), "discard": PairMeasure(**each["discard"])})
        for each in json.loads(told["rounds"])
    ]
    # Its weights of keeps are those of the next solve.
    solver = PlaySolver(np.ones((pair.pegging.of("dealer").size,) * 2), pair.variant)
    if not solver.load_state(play, f"{key} {len(rounds)}"):
        return None, nothing
    return solver, _Progress(replace(pair, metadata={}), _table_of(pair), rounds)


def _table_of(pair: StrategyPair) -> NDArray[np.float64]:
    """Return what keeps peg as a pair counts it, shape (players, keeps); zeros, if it does not."""
    if pair.pegging is None:
        return np.zeros((len(PLAYERS), 1))
    return np.stack([pair.pegging.of(player) for player in PLAYERS])
