"""An equilibrium of the play on ranks, and the gap that certifies it.

The keeps are dealt with a joint weight, both players see what is played and where go is said, and all that counts is
pegged points. Regret matching+ with weighted averages over the whole tree (:mod:`cribstats.play.equilibrium.kernels`),
one player's regrets after the other's. The gap is what both best responses to the averages gain together.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats import files
from cribstats.cards import RANK_COUNT, RANK_VALUES
from cribstats.compute import map_chunks
from cribstats.errors import ArgumentError, FileError
from cribstats.play.equilibrium import kernels
from cribstats.play.equilibrium.tree import tree_tables
from cribstats.play.equilibrium.values import KeepValues, Opening
from cribstats.play.kernels import CARD_BITS, HELD_BITS, count_pegged, pegged, total_of
from cribstats.variants import SIX_CARD, Variant, check_two_players

PONE, DEALER = 0, 1
CHECKPOINT_SECONDS = 300.0

_STATE = ("regrets", "averages", "lead_regrets", "lead_averages", "answer_regrets", "answer_averages")

# A walk goes down a row for each card and each go.
_MOST_ROWS = 24


class Branch(NamedTuple):
    """What follows a lead and the answer to it: a part of the tree that one thread walks.

    Attributes
    ----------
    lead, answer
        Ranks from the top.
    points
        What the answer pegs for the dealer: a pair, or fifteen.
    numbers, ends
        Where its numbers and the points of its ends start.
    """

    lead: int
    answer: int
    points: int
    numbers: int
    ends: int


@dataclass(frozen=True)
class PlayMeasure:
    """What the averages are worth and what best responses to them gain, in points a deal.

    Attributes
    ----------
    value
        Pone's mean points less the dealer's.
    pone_gain, dealer_gain
        What a best response of the pone, of the dealer, would add.
    """

    value: float
    pone_gain: float
    dealer_gain: float

    @property
    def gap(self) -> float:
        """Sum of both gains: neither player can gain more."""
        return self.pone_gain + self.dealer_gain

    def to_dict(self) -> dict[str, float]:
        """Return value and gains by name."""
        return {"value": self.value, "pone_gain": self.pone_gain, "dealer_gain": self.dealer_gain}


class Iteration(NamedTuple):
    """How far a solve is: its number of rounds, and the measure of the averages."""

    number: int
    measure: PlayMeasure


class PlaySolver:
    """Regrets and averages over the whole tree of the play.

    Parameters
    ----------
    joint
        How likely pone and dealer have kept each pair of keeps: weights of shape (keeps, keeps), pone's keep first, in
        the order of :func:`cribstats.show.tables.rank_multisets`; pairs that five of a rank would make have none.
        Rescaled to add up to 1.
    variant
        The game, of two players.
    """

    def __init__(self, joint: NDArray[np.float64], variant: Variant = SIX_CARD) -> None:
        check_two_players(variant)
        self.variant = variant
        self.kept = variant.kept
        self.tables = tree_tables(self.kept)
        self.joint = np.zeros(joint.shape)
        self.joint[np.ix_(self.tables.order, self.tables.order)] = joint / joint.sum()
        self.blocks = self._blocks()
        self.branches, numbers, ends = self._measure()
        self.regrets = np.zeros(numbers, dtype=np.float32)
        self.averages = np.zeros(numbers, dtype=np.float32)
        self.ends = np.zeros(ends, dtype=np.int8)
        rest = self.blocks.shape[0]
        self.lead_regrets, self.lead_averages = np.zeros((2, RANK_COUNT, rest))
        self.answer_regrets, self.answer_averages = np.zeros((2, RANK_COUNT, RANK_COUNT, rest))
        self.iterations = 0
        self._filled = False

    def renew(self, joint: NDArray[np.float64]) -> None:
        """Take other weights of keeps: regrets stay as they are, averages begin again."""
        self.joint[np.ix_(self.tables.order, self.tables.order)] = joint / joint.sum()
        self.blocks = self._blocks()
        for averages in (self.averages, self.lead_averages, self.answer_averages):
            averages[:] = 0
        self.iterations = 0

    def iterate(self) -> None:
        """Do one round: a walk for the pone's regrets, then one for the dealer's."""
        self.iterations += 1
        for player in (PONE, DEALER):
            self._walk_all(player, kernels.UPDATE, kernels.NET, weight=float(self.iterations) ** 2)

    def measure(self) -> PlayMeasure:
        """Measure the averages: their value and what best responses gain."""
        value = self.value()
        best_pone = float(self._walk_all(PONE, kernels.RESPOND, kernels.NET).sum())
        best_dealer = float(self._walk_all(DEALER, kernels.RESPOND, kernels.NET).sum())
        return PlayMeasure(value, best_pone - value, best_dealer + value)

    def value(self) -> float:
        """Return pone's mean points less the dealer's, both playing by the averages."""
        return float(self._walk_all(PONE, kernels.VALUE, kernels.NET).sum())

    def keep_values(self, beside: Sequence[NDArray[np.float64]] | None = None) -> KeepValues:
        """Value every keep of both players, both playing by the averages.

        Parameters
        ----------
        beside
            For pone and dealer the weights of the other's keeps beside each keep of his, as :meth:`response_values`
            takes them: keeps that are never held are then worth what a best response makes of them.
        """
        held = np.stack([self.joint.sum(axis=1), self.joint.sum(axis=0)])
        pegged = np.empty((2, 2, held.shape[1]))
        for what in (kernels.OF_PONE, kernels.OF_DEALER):
            self._filled = False
            for player in (PONE, DEALER):
                weighed = self._walk_all(player, kernels.VALUE, what)
                with np.errstate(divide="ignore", invalid="ignore"):
                    pegged[player, what - kernels.OF_PONE] = np.where(held[player] > 0, weighed / held[player], np.nan)
        self._filled = False
        pegged, held = pegged[..., self.tables.order], held[:, self.tables.order]
        own, opponent = np.stack([pegged[0, 0], pegged[1, 1]]), np.stack([pegged[0, 1], pegged[1, 0]])
        net = own - opponent
        for player in (PONE, DEALER):
            if beside is not None and not held[player].all():
                responses = self.response_values(player, beside[player])
                net[player] = np.where(held[player] > 0, net[player], responses)
        return KeepValues(own=own, opponent=opponent, net=net, held=held, opening=self.opening(), variant=self.variant)

    def response_values(self, player: int, beside: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return what each keep is worth, mine minus theirs, to a player who responds best to the averages.

        Parameters
        ----------
        player
            0 the pone, 1 the dealer.
        beside
            Weights of the other player's keeps beside each keep of his, shape (keeps, keeps), his own first.

        Returns
        -------
        float64 array of shape (keeps,), in points.
        """
        weights = np.zeros_like(self.joint)
        weights[np.ix_(self.tables.order, self.tables.order)] = beside / beside.sum(axis=1, keepdims=True)
        joint, blocks = self.joint, self.blocks
        self.joint = np.ascontiguousarray(weights if player == PONE else weights.T)
        self.blocks = self._blocks()
        try:
            return self._walk_all(player, kernels.RESPOND, kernels.NET)[self.tables.order]
        finally:
            self.joint, self.blocks = joint, blocks

    def save_state(self, path: Path, key: str) -> None:
        """Write all that is needed to go on, whole or not at all: 0.9 GB in the six-card game."""
        arrays: files.Arrays = {name: getattr(self, name) for name in _STATE}
        metadata = files.describe("solved", "play solver", self.variant.name, key=key, iterations=self.iterations)
        files.write_arrays(path, arrays, metadata, compress=False)

    def load_state(self, path: Path, key: str) -> bool:
        """Go on from a state written before, if there is one of the same game, weights and version."""
        try:
            arrays, metadata = files.read_arrays(path, "checkpoint")
        except FileError:
            return False
        if metadata.get("key") != key:
            return False
        for name in _STATE:
            getattr(self, name)[:] = arrays[name]
        self.iterations = int(metadata["iterations"])
        return True

    def opening(self) -> Opening:
        """Return what both players lead and answer by the averages, and what each lead and answer is worth at best."""
        bigger, order = self.tables.bigger[self.kept - 1], self.tables.order
        leads, answers = self.openings()
        worth = {
            player: self._walk_branches(player, kernels.RESPOND, kernels.NET, leads, answers)
            for player in (PONE, DEALER)
        }
        held = self.joint.sum(axis=1)
        shape = (RANK_COUNT, len(held))
        lead_chances, lead_values = np.zeros(shape), np.full(shape, np.nan)
        answer_chances = np.zeros((RANK_COUNT, *shape))
        answer_values = np.full((RANK_COUNT, *shape), np.nan)
        all_met = np.zeros(shape)
        with np.errstate(divide="ignore", invalid="ignore"):
            for lead in range(RANK_COUNT):
                hands = bigger[:, lead]
                lead_chances[lead, hands] = leads[lead]
                lead_values[lead, hands] = worth[PONE][lead].sum(axis=0) / held[hands]
                met = all_met[lead] = leads[lead] @ self.joint[hands]
                for answer in range(RANK_COUNT):
                    hands = bigger[:, answer]
                    answer_chances[lead, answer, hands] = answers[lead][answer]
                    answer_values[lead, answer, hands] = worth[DEALER][lead, answer] / met[hands]
        # Ranks and keeps here are numbered from the top.
        return Opening(
            lead_chances=lead_chances[::-1].T[order],
            lead_values=lead_values[::-1].T[order],
            answer_chances=answer_chances[::-1, ::-1].transpose(0, 2, 1)[:, order].astype(np.float32),
            answer_values=answer_values[::-1, ::-1].transpose(0, 2, 1)[:, order].astype(np.float32),
            met=all_met[::-1, order],
        )

    def openings(self, *, updates: bool = False) -> tuple[NDArray[np.float64], list[NDArray[np.float64]]]:
        """Return how likely each rank is led, and answered to each lead: by averages, or by regrets.

        Returns
        -------
        Shape (ranks, rests), and a list of the same by lead: by what is left after the card, in the tree's order.
        """
        bigger = self.tables.bigger[self.kept - 1]
        leads = self.lead_regrets if updates else self.lead_averages
        answers = self.answer_regrets if updates else self.answer_averages
        return _mix(leads, bigger), [_mix(table, bigger) for table in answers]

    def _walk_branches(
        self,
        player: int,
        mode: int,
        what: int,
        leads: NDArray[np.float64],
        answers: list[NDArray[np.float64]],
        weight: float = 0.0,
    ) -> NDArray[np.float64]:
        """Walk all that may follow a lead and an answer, and return what it is worth to a player, weighed.

        Returns
        -------
        float64 array of shape (leads, answers, rests): by what is left after his card of the two, in the tree's order.
        """
        bigger = self.tables.bigger[self.kept - 1]
        fills = not self._filled

        def walk(branch: Branch) -> NDArray[np.float64]:
            rest = bigger.shape[0]
            reaches = np.zeros((2, _MOST_ROWS, rest))
            reaches[PONE, 0] = leads[branch.lead]
            reaches[DEALER, 0] = answers[branch.lead][branch.answer]
            values = np.zeros((_MOST_ROWS, rest))
            series, count, used = start_of_branch(branch)
            kernels.walk(
                series,
                count,
                (self.kept - 1, self.kept - 1),
                (RANK_COUNT, RANK_COUNT),
                PONE,
                0,
                used,
                (branch.lead, branch.answer),
                int(kernels.counted(branch.points, DEALER, what)),
                (0, 0),
                (branch.numbers, branch.ends),
                player,
                mode,
                what,
                fills,
                self.variant.play_ends_at_go,
                weight,
                self.regrets,
                self.averages,
                self.ends,
                self.blocks,
                self.joint,
                self.tables.joins,
                self.tables.join_starts,
                self.tables.bigger,
                self.tables.hands,
                reaches,
                values,
                np.zeros((2, _MOST_ROWS, rest)),
                np.zeros((_MOST_ROWS, RANK_COUNT, rest)),
                np.zeros((_MOST_ROWS, rest)),
            )
            return np.asarray(values[0])

        found = map_chunks(walk, self.branches)
        self._filled = True
        worth = np.zeros((RANK_COUNT, RANK_COUNT, bigger.shape[0]))
        for branch, value in zip(self.branches, found, strict=True):
            worth[branch.lead, branch.answer] = value
        return worth

    def _walk_all(self, player: int, mode: int, what: int, weight: float = 0.0) -> NDArray[np.float64]:
        """Walk the tree for a player, and return what each of his keeps is worth, weighed, in the tree's order."""
        bigger = self.tables.bigger[self.kept - 1]
        updates = mode == kernels.UPDATE
        leads, answers = self.openings(updates=updates)
        worth = self._walk_branches(player, mode, what, leads, answers, weight)
        if player == PONE:
            by_lead = worth.sum(axis=1)
            value, regrets = _decide(by_lead, leads, bigger, best=mode == kernels.RESPOND)
            if updates:
                self.lead_regrets = np.maximum(self.lead_regrets + regrets, 0)
                self.lead_averages += weight * leads
            return value
        total = np.zeros(len(self.joint))
        for lead in range(RANK_COUNT):
            value, regrets = _decide(worth[lead], answers[lead], bigger, best=mode == kernels.RESPOND)
            total += value
            if updates:
                self.answer_regrets[lead] = np.maximum(self.answer_regrets[lead] + regrets, 0)
                self.answer_averages[lead] += weight * answers[lead]
        return total

    def _blocks(self) -> NDArray[np.float64]:
        """Return the joint weights of keeps that go on by one card from what both have played, rank by rank."""
        after = self.tables.bigger[self.kept - 1]
        return np.ascontiguousarray(self.joint[after[:, None, :, None], after[None, :, None, :]])

    def _measure(self) -> tuple[list[Branch], int, int]:
        """List the parts of the tree, and count its numbers and ends."""
        branches = []
        met = np.zeros(2, dtype=np.int64)
        for lead in range(RANK_COUNT):
            for answer in range(RANK_COUNT):
                branch = Branch(lead, answer, 0, int(met[kernels.NUMBERS]), int(met[kernels.ENDS]))
                series, count, used = start_of_branch(branch)
                answered = int(total_of(pegged(series) + count_pegged(count)))
                branches.append(branch._replace(points=answered))
                left = (self.kept - 1, self.kept - 1)
                ranks = (RANK_COUNT, RANK_COUNT)
                kernels.measure(count, left, ranks, PONE, 0, used, self.variant.play_ends_at_go, self.tables.hands, met)
        return branches, int(met[kernels.NUMBERS]), int(met[kernels.ENDS])


def check_gap(gap: float) -> None:
    """Raise an `ArgumentError` unless a gap, in points a deal, can be reached."""
    if not 0 < gap < math.inf:
        raise ArgumentError(f"a gap of {gap}: a positive number of points a deal expected")


def solve_play(
    joint: NDArray[np.float64],
    variant: Variant = SIX_CARD,
    *,
    gap: float = 0.01,
    most_iterations: int = 10_000,
    measured_every: int = 10,
    start: PlaySolver | None = None,
    checkpoint: Path | None = None,
    on_measure: Callable[[Iteration], None] | None = None,
) -> tuple[PlaySolver, PlayMeasure]:
    """Solve the play until both best responses together gain at most `gap` points a deal.

    Parameters
    ----------
    joint
        As :class:`PlaySolver` takes it.
    variant
        The game.
    gap
        Where to stop, in points a deal.
    most_iterations
        Where to stop in any case.
    measured_every
        How many rounds lie between two measures; a measure takes longer than a round.
    start
        A solver whose regrets to start from; it takes the weights and is what is returned.
    checkpoint
        A file to keep the state in, every five minutes, and to go on from if it is there. It stays when done: who
        has made sure of the result removes it.
    on_measure
        Told of each measure.

    Returns
    -------
    The solver with its averages, and their measure.

    Raises
    ------
    ArgumentError
        The gap is not positive, or a number of rounds is not.

    Notes
    -----
    Nothing is random: the result is the same every time, on any number of threads, interrupted or not.
    """
    check_gap(gap)
    if most_iterations < 1 or measured_every < 1:
        raise ArgumentError(f"{most_iterations} rounds, measured every {measured_every}: at least one expected")
    if start is None:
        solver = PlaySolver(joint, variant)
    else:
        solver = start
        solver.renew(joint)
    key = files.fingerprint(variant.name, np.ascontiguousarray(joint).tobytes())
    if checkpoint is not None:
        solver.load_state(checkpoint, key)
    saved = time.monotonic()
    while True:
        solver.iterate()
        if solver.iterations % measured_every == 0 or solver.iterations >= most_iterations:
            measure = solver.measure()
            if on_measure is not None:
                on_measure(Iteration(solver.iterations, measure))
            if measure.gap <= gap or solver.iterations >= most_iterations:
                break
        if checkpoint is not None and time.monotonic() - saved >= CHECKPOINT_SECONDS:
            solver.save_state(checkpoint, key)
            saved = time.monotonic()
    return solver, measure


def start_of_branch(branch: Branch) -> tuple[int, int, int]:
    """Return series, count and ranks used after a lead and the answer to it."""
    cards = [RANK_COUNT - rank for rank in (branch.lead, branch.answer)]
    count = sum(RANK_VALUES[card - 1] for card in cards)
    used = sum(1 << HELD_BITS * rank for rank in (branch.lead, branch.answer))
    return cards[0] << CARD_BITS | cards[1], count, used


def _mix(table: NDArray[np.float64], bigger: NDArray[np.int32]) -> NDArray[np.float64]:
    """Return how likely each rank is played from each hand that holds it, by what is left: shape (ranks, rests)."""
    positive = np.maximum(table, 0)
    totals = np.zeros(bigger.max() + 1)
    number = np.zeros(len(totals))
    np.add.at(totals, bigger.T, positive)
    np.add.at(number, bigger.T, 1)
    shares = totals[bigger.T]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(shares > 0, positive / shares, 1 / number[bigger.T])


def _decide(
    values: NDArray[np.float64], chances: NDArray[np.float64], bigger: NDArray[np.int32], *, best: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return what each hand is worth, and how much more each rank would be, from values of ranks by what is left."""
    worth = np.full(bigger.max() + 1, -np.inf if best else 0.0)
    if best:
        np.maximum.at(worth, bigger.T, values)
    else:
        np.add.at(worth, bigger.T, chances * values)
    return worth, values - worth[bigger.T]
