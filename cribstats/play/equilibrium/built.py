"""The whole policy of a solved play: solved once for given weights of keeps, and kept in the cache."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cribstats import files
from cribstats.accelerate import kernel_hash
from cribstats.errors import FileError
from cribstats.play.equilibrium.solver import Iteration, PlayMeasure, PlaySolver, check_gap, solve_play
from cribstats.variants import SIX_CARD, Variant

_AVERAGES = ("averages", "lead_averages", "answer_averages")


def whole_policy_path(joint: NDArray[np.float64], variant: Variant = SIX_CARD, *, gap: float) -> Path:
    """Return where the whole policy for these weights and this gap is, or would be."""
    weights = np.ascontiguousarray(joint, dtype=np.float64).tobytes()
    key = files.fingerprint(variant.name, weights, f"{gap!r}", kernel_hash())
    return files.cache_folder() / "built" / f"play-{key}.npz"


def play_checkpoint_path(variant: Variant = SIX_CARD) -> Path:
    """Return where a solve of the play that is not done keeps its state."""
    return files.cache_folder() / "checkpoints" / f"play-{variant.name}.npz"


def whole_policy(
    joint: NDArray[np.float64],
    variant: Variant = SIX_CARD,
    *,
    gap: float = 0.01,
    on_measure: Callable[[Iteration], None] | None = None,
) -> tuple[PlaySolver, PlayMeasure]:
    """Return a solver whose averages are an equilibrium of the play: from the cache, or solved and kept.

    Parameters
    ----------
    joint
        How likely pone and dealer have kept each pair of keeps, as :class:`PlaySolver` takes it.
    variant
        The game.
    gap
        What both best responses gain together at most, in points a deal.
    on_measure
        Told of each measure while it is solved.

    Returns
    -------
    The solver, to be measured, valued and simulated, and its measure. One from the cache has no regrets to go on from.

    Raises
    ------
    ArgumentError
        The gap is not positive.

    Notes
    -----
    The file has 434 MB in the six-card game. A solve that was interrupted goes on from its last state, kept every five
    minutes until the whole policy is written.
    """
    check_gap(gap)
    path = whole_policy_path(joint, variant, gap=gap)
    solver = PlaySolver(joint, variant)
    with suppress(FileError):
        arrays, metadata = files.read_arrays(path, "whole policy")
        if all(name in arrays and arrays[name].shape == getattr(solver, name).shape for name in _AVERAGES):
            for name in _AVERAGES:
                setattr(solver, name, arrays[name])
            solver.iterations = int(metadata["rounds"])
            return solver, PlayMeasure(**metadata["measure"])
    checkpoint: Path | None = play_checkpoint_path(variant)
    # A cache that cannot be written only costs the solving.
    try:
        for place in (path, play_checkpoint_path(variant)):
            place.parent.mkdir(parents=True, exist_ok=True)
            files.check_writable(place)
    except (OSError, FileError):
        checkpoint = None
    solver, measure = solve_play(joint, variant, gap=gap, start=solver, checkpoint=checkpoint, on_measure=on_measure)
    told = files.describe(
        "solved", "whole_policy", variant.name, gap=measure.gap, rounds=solver.iterations, measure=measure.to_dict()
    )
    if checkpoint is not None:
        with suppress(FileError):
            files.write_arrays(path, {name: getattr(solver, name) for name in _AVERAGES}, told, compress=False)
            checkpoint.unlink(missing_ok=True)
    return solver, measure
