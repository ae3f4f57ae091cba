"""A compact policy of the play: the averages of a solved one, rounded, where both players have cards; a small file.

Stored is what hands play that a player may come to by what is stored of him; most of the numbers are 0, and so the file
is small. Who is left alone plays what makes most in the end, which takes no file.
"""

from __future__ import annotations

import lzma
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats import files
from cribstats.cards import RANK_COUNT
from cribstats.compute import map_chunks
from cribstats.errors import ArgumentError, FileError
from cribstats.play.equilibrium.compact_policy import kernels
from cribstats.play.equilibrium.places import list_places
from cribstats.play.equilibrium.solver import DEALER, PONE, Branch, PlaySolver, start_of_branch
from cribstats.play.equilibrium.tree import tree_tables
from cribstats.variants import Variant, find_variant

# In the six-card game, solved to a gap of 0.0025, this makes 3.7 MB with an exploitability of 0.0041; 15 and 0.05 make
# 3.3 MB and 0.0082, 63 and 0.01 make 4.1 MB and 0.0029. To find last choices on the spot, best against what the other
# may still have by his chances, would save two thirds of the file and cost 0.25: who is all but indifferent must mix.
LEVELS, LEAST = 31, 0.02
MOST_LEVELS = 255

# A walk goes down a row for each card and each go.
_MOST_ROWS = 24


class CompactTables(NamedTuple):
    """What kernels look up: places (:class:`cribstats.play.equilibrium.places.Places`), chances, numbers of hands."""

    nexts: NDArray[np.int32]
    starts: NDArray[np.int32]
    chances: NDArray[np.uint8]
    hands: NDArray[np.int64]


class CompactMeasure(NamedTuple):
    """What rounding costs, in points a deal.

    Attributes
    ----------
    value
        Pone's mean points less the dealer's, both playing compactly.
    pone_gain, dealer_gain
        What best responses of pone and dealer to the compact policy gain.
    pone_loss, dealer_loss
        What a player loses who plays compactly against the whole policy.
    whole_value
        Pone's mean points less the dealer's, both playing the whole policy.
    """

    value: float
    pone_gain: float
    dealer_gain: float
    pone_loss: float
    dealer_loss: float
    whole_value: float

    @property
    def exploitability(self) -> float:
        """Sum of both gains."""
        return self.pone_gain + self.dealer_gain


@dataclass(frozen=True, eq=False)
class CompactPolicy:
    """What both players play, rounded to whole parts.

    Attributes
    ----------
    chances
        uint8: for each place and each rank that may be played there one number for each hand that may be left after
        it, as :class:`cribstats.play.equilibrium.places.Places` tells. They are alike in sum for all ranks of a hand;
        a hand that is never held, or never comes to a place, has none.
    variant
        The game.
    metadata
        What made it, and its measures.
    """

    chances: NDArray[np.uint8]
    variant: Variant
    metadata: dict[str, Any] = field(default_factory=dict)

    def tables(self) -> CompactTables:
        """Return what kernels look up."""
        places = list_places(self.variant.kept, ends_at_go=self.variant.play_ends_at_go)
        return CompactTables(places.nexts, places.starts, self.chances, tree_tables(self.variant.kept).hands)

    def fill(self, solver: PlaySolver, player: int) -> None:
        """Write what a player plays by this policy into a solver's averages.

        Hands of which nothing is stored play any rank alike there, and are never held or never come so far.

        Parameters
        ----------
        solver
            Of the same game.
        player
            0 the pone, 1 the dealer.
        """
        nexts, starts, chances, hands = self.tables()
        rests = np.arange(solver.lead_averages.shape[1])
        if player == PONE:
            solver.lead_averages[:] = chances[starts[0][:, None] + rests]
        else:
            solver.answer_averages[:] = chances[starts[nexts[0, :RANK_COUNT]][:, :, None] + rests]
        packed = kernels.pack_hands(solver.kept, hands)

        def write(branch: Branch) -> None:
            series, count, used = start_of_branch(branch)
            kernels.fill(
                int(nexts[nexts[0, branch.lead], branch.answer]),
                series,
                count,
                (solver.kept - 1, solver.kept - 1),
                (RANK_COUNT, RANK_COUNT),
                PONE,
                0,
                used,
                branch.numbers,
                player,
                solver.averages,
                self.variant.play_ends_at_go,
                chances,
                nexts,
                starts,
                hands,
                packed,
            )

        map_chunks(write, solver.branches)

    def save(self, path: Path, **metadata: Any) -> None:
        """Write the policy to an ``.npz`` file, whole or not at all.

        Raises
        ------
        FileError
            The folder is missing or cannot be written.
        """
        told = files.describe("solved", "CompactPolicy.save", self.variant.name) | self.metadata | metadata
        packed = lzma.compress(self.chances.tobytes(), preset=9)
        files.write_arrays(path, {"chances": np.frombuffer(packed, dtype=np.uint8)}, told, compress=False)

    @classmethod
    def load(cls, path: str | Path) -> CompactPolicy:
        """Read what :meth:`save` wrote.

        Raises
        ------
        FileError
            The file is missing, damaged or something else.
        """
        place = files.as_path(path, "policy")
        arrays, metadata = files.read_arrays(place, "policy")
        if set(arrays) != {"chances"}:
            raise FileError(f"'{place}' holds no policy of the play but {', '.join(sorted(arrays)) or 'nothing'}")
        variant = find_variant(str(metadata.get("variant")))
        try:
            chances = np.frombuffer(lzma.decompress(arrays["chances"].tobytes()), dtype=np.uint8)
        except lzma.LZMAError as error:
            raise FileError(f"'{place}' is damaged ({error})") from None
        if chances.shape != list_places(variant.kept, ends_at_go=variant.play_ends_at_go).size:
            raise FileError(f"'{place}' holds no policy of the {variant.name} game")
        return cls(chances, variant, metadata)


def compact(solver: PlaySolver, *, levels: int = LEVELS, least: float = LEAST, measured: bool = True) -> CompactPolicy:
    """Round a solver's averages to a compact policy.

    Parameters
    ----------
    solver
        With averages; they stay as they are.
    levels
        Chances are rounded to whole parts of it, 1 to 255; 1 leaves each hand the rank that it plays most.
    least
        Smaller chances are left out, and shared by the others (probability).
    measured
        Whether its measures are found too and told in its metadata: some minutes.

    Raises
    ------
    ArgumentError
        A number is out of its range.
    """
    if not 1 <= levels <= MOST_LEVELS:
        raise ArgumentError(f"{levels} levels: 1 to {MOST_LEVELS} expected")
    if not 0 <= least < 1:
        raise ArgumentError(f"a least chance of {least}: 0 or more, and less than 1, expected")
    variant, kept, tables = solver.variant, solver.kept, solver.tables
    places = list_places(kept, ends_at_go=variant.play_ends_at_go)
    chances = np.zeros(places.size[0], dtype=np.uint8)
    held = (solver.joint.sum(axis=1), solver.joint.sum(axis=0))
    leads, answers = solver.openings()
    rests = leads.shape[1]

    def round_opening(place: int, table: NDArray[np.float64], player: int) -> None:
        kernels.round_chances(
            np.ascontiguousarray(table).ravel(),
            np.arange(RANK_COUNT) * rests,
            places.starts[place],
            RANK_COUNT,
            kept,
            held[player],
            levels,
            least,
            tables.bigger,
            tables.hands,
            chances,
        )

    round_opening(0, leads, PONE)
    for lead in range(RANK_COUNT):
        round_opening(int(places.nexts[0, lead]), answers[lead], DEALER)

    def take(branch: Branch) -> None:
        _, count, used = start_of_branch(branch)
        reaches = np.zeros((2, _MOST_ROWS, rests))
        answering = int(places.nexts[0, branch.lead])
        for player, place, rank in ((PONE, 0, branch.lead), (DEALER, answering, branch.answer)):
            kernels.reach_on(
                held[player], chances, places.starts[place, rank], kept, rests, rank, tables.bigger, reaches[player, 0]
            )
        kernels.take(
            int(places.nexts[answering, branch.answer]),
            count,
            (kept - 1, kept - 1),
            (RANK_COUNT, RANK_COUNT),
            PONE,
            0,
            used,
            branch.numbers,
            (0, 0),
            solver.averages,
            variant.play_ends_at_go,
            levels,
            least,
            places.nexts,
            places.starts,
            tables.bigger,
            tables.hands,
            reaches,
            np.zeros(2, dtype=np.int64),
            chances,
        )

    map_chunks(take, solver.branches)
    policy = CompactPolicy(chances, variant, {"levels": levels, "least": least, "rounds": solver.iterations})
    if not measured:
        return policy
    measure = measure_compact(policy, solver)
    told = {"gap": solver.measure().gap, **measure._asdict(), "exploitability": measure.exploitability}
    return replace(policy, metadata={**policy.metadata, **told})


def measure_compact(policy: CompactPolicy, solver: PlaySolver) -> CompactMeasure:
    """Measure a compact policy against the averages that a solver has, which stay as they are, and by best responses.

    Raises
    ------
    ArgumentError
        They are of different games.
    """
    if policy.variant != solver.variant:
        raise ArgumentError(f"a policy of the {policy.variant.name} game: {solver.variant.name} expected")
    averages: tuple[NDArray[Any], ...] = (solver.averages, solver.lead_averages, solver.answer_averages)
    whole = [array.copy() for array in averages]

    def restore() -> None:
        for array, kept in zip(averages, whole, strict=True):
            array[:] = kept

    try:
        whole_value = solver.value()
        policy.fill(solver, PONE)
        pone_value = solver.value()
        policy.fill(solver, DEALER)
        both = solver.measure()
        restore()
        policy.fill(solver, DEALER)
        dealer_value = solver.value()
    finally:
        restore()
    losses = (whole_value - pone_value, dealer_value - whole_value)
    return CompactMeasure(both.value, both.pone_gain, both.dealer_gain, *losses, whole_value)
