"""The averages of a solved play, played by chance: what a pass over the tree must say too."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import RANK_COUNT
from cribstats.compute import map_chunks
from cribstats.errors import PlayError
from cribstats.play.equilibrium.sampling import kernels
from cribstats.play.equilibrium.solver import DEALER, PONE, Branch, PlaySolver, start_of_branch
from cribstats.play.kernels import BLOCKS, SEATS
from cribstats.play.randomness import check_deals, check_seed, random_words
from cribstats.play.tables import play_tables


class AveragesSample(NamedTuple):
    """What simulated deals pegged: means and standard errors in points a deal.

    Attributes
    ----------
    net, net_se
        Pone's points less the dealer's.
    own, own_se
        The points of pone and dealer.
    deals, seed
        How many deals, and the number that all chance follows from.
    """

    net: float
    net_se: float
    own: tuple[float, float]
    own_se: tuple[float, float]
    deals: int
    seed: int


def simulate_averages(solver: PlaySolver, deals: int, seed: int = 0) -> AveragesSample:
    """Deal keeps by their joint weights, play them by a solver's averages, and count what is pegged card by card.

    Parameters
    ----------
    solver
        Its averages are played, uniformly where they have none.
    deals
        How many, at least 2; a million takes a quarter of a gigabyte.
    seed
        Whole number from which all chance follows; the result is the same on any number of threads.

    Raises
    ------
    ArgumentError
        The number of deals or the seed is none.
    PlayError
        A deal went where the tree has no place for it: its rules are not those of :mod:`cribstats.play.kernels`.

    Notes
    -----
    Of the solver's work only its numbers and their places are used: whose turn it is, gos and points come from the
    rules of the simulation, so that the mean is a check of :meth:`PlaySolver.measure`.
    """
    check_deals(deals)
    check_seed(seed)
    keeps = _deal_keeps(solver, deals, seed)
    variant, hands = solver.variant, solver.tables.hands
    words = random_words((seed, 1), (deals, variant.kept))
    states = np.empty((deals, SEATS + BLOCKS * variant.players), dtype=np.int64)
    leads, answers = solver.openings()
    opening = kernels.play_opening(
        states,
        keeps,
        words,
        leads,
        np.stack(answers),
        variant.play_ends_at_go,
        play_tables(variant.kept).keep_cards,
        hands,
    )

    def play(branch: Branch) -> tuple[int, int, NDArray[np.int64]]:
        here = (opening[:, PONE] == branch.lead) & (opening[:, DEALER] == branch.answer)
        played, lost = states[here], np.zeros(1, dtype=np.int64)
        if not len(played):
            return 0, 0, np.zeros((2, variant.players + 1), dtype=np.int64)
        _, count, used = start_of_branch(branch)
        kernels.play_on(
            count,
            (solver.kept - 1, solver.kept - 1),
            (RANK_COUNT, RANK_COUNT),
            PONE,
            0,
            used,
            branch.numbers,
            np.arange(len(played)),
            played,
            words[here],
            solver.averages,
            variant.play_ends_at_go,
            hands,
            np.zeros(2, dtype=np.int64),
            lost,
        )
        return int(lost[0]), *kernels.sum_points(played)

    played = map_chunks(play, solver.branches)
    lost, over = sum(part[0] for part in played), sum(part[1] for part in played)
    sums = np.sum([part[2] for part in played], axis=0)
    if lost or over < deals:
        raise PlayError(f"{lost} deals lost and {deals - over} not over of {deals}: a place for each expected")
    means = sums[0] / deals
    errors = np.sqrt((sums[1] / deals - means**2) / (deals - 1))
    pone, dealer, net = zip(means.tolist(), errors.tolist(), strict=True)
    return AveragesSample(*net, (pone[0], dealer[0]), (pone[1], dealer[1]), int(deals), int(seed))


def _deal_keeps(solver: PlaySolver, deals: int, seed: int) -> NDArray[np.int16]:
    """Deal pairs of keeps by their joint weights: numbers in the order of `rank_multisets`, shape (deals, 2)."""
    weights = solver.joint[np.ix_(solver.tables.order, solver.tables.order)]
    cells = np.flatnonzero(weights)
    sums = np.cumsum(weights.ravel()[cells])
    drawn = np.random.Generator(np.random.PCG64((seed, 0))).random(deals) * sums[-1]
    chosen = cells[np.minimum(np.searchsorted(sums, drawn, side="right"), len(cells) - 1)]
    return np.stack(np.divmod(chosen, len(weights)), axis=1).astype(np.int16)
