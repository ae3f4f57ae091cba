"""Throws for all seats of a table by iteration: each throws what is best against what the others threw before.

All seats begin greedily. In each round fresh deals value every throw of every hand (:mod:`cribstats.seats.tallies`),
the others throwing as after the round before; values are averaged over the rounds, the latest counting most, so that
seats that all change at once do not swing to and fro, and chance averages out. What comes of it is all but a best
response for each seat, and how nearly is measured (:mod:`cribstats.seats.gains`); it is no more than that.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats import files
from cribstats.compute import Progress
from cribstats.discard.dealt import deal_shares
from cribstats.discard.strategies import greedy_strategy
from cribstats.errors import ArgumentError, FileError
from cribstats.play.randomness import check_deals, check_seed
from cribstats.seats.results import SAMPLE
from cribstats.seats.tallies import respond, tally_deals, throw_values
from cribstats.seats.throws import ITERATED, SeatThrows, check_many_players
from cribstats.suits import class_count
from cribstats.variants import Variant

DEFAULT_ROUNDS = 12
DEFAULT_ROUND_DEALS = 10_000_000

# How much the deals of a round count in the next one: partners then soon find what they gain together, and what seats
# do to each other still does not swing.
KEPT_SHARE = 0.5

# Deals of the iteration follow from keys of their own, so those that measure its result are fresh (seats/gains.py).
_ITERATING = 5


class SeatRound(NamedTuple):
    """What a round of the iteration came to.

    Attributes
    ----------
    number
        From 1.
    gains
        For each seat what it gains by the new throws on those that were thrown in this round, by the averaged values
        (points a deal); too high, for chance is in it.
    moved
        For each seat the share of deals in which its throw changed.
    """

    number: int
    gains: tuple[float, ...]
    moved: tuple[float, ...]


def iterate_throws(
    variant: Variant,
    *,
    rounds: int = DEFAULT_ROUNDS,
    deals: int = DEFAULT_ROUND_DEALS,
    seed: int = 0,
    name: str = ITERATED,
    checkpoint: Path | None = None,
    on_round: Callable[[SeatRound], None] | None = None,
    progress: Progress | None = None,
) -> SeatThrows:
    """Let all seats of a table improve their throws, in rounds of simulated deals.

    Parameters
    ----------
    variant
        The game, of more than two players.
    rounds
        How many.
    deals
        Simulated in each.
    seed
        Whole number from which all chance follows; the result is the same on any number of threads.
    name
        Of the throws.
    checkpoint
        A file to keep the state in after each round, and to go on from if it is there. It stays, for what is returned
        is not safe anywhere yet.
    on_round
        Told of each round.
    progress
        Told how many parts of a round are done.

    Returns
    -------
    What each seat throws; its points are those of the show, net of the others (:func:`cribstats.seats.crib_share`).

    Raises
    ------
    VariantError, ArgumentError
        Two play the game; rounds, deals or seed are none.

    Examples
    --------
    >>> from cribstats.variants import FOUR_HANDED
    >>> table = iterate_throws(FOUR_HANDED, rounds=1, deals=100_000)
    >>> table.name, len(table.strategies), table.metadata["n"]
    ('iterated', 4, 100000)
    """
    check_many_players(variant)
    if not isinstance(rounds, (int, np.integer)) or isinstance(rounds, bool) or rounds < 1:
        raise ArgumentError(f"rounds {rounds!r}: a whole number of at least 1 expected")
    check_deals(deals)
    check_seed(seed)
    key = files.fingerprint(variant.name, str(int(deals)), str(int(seed)))
    done, sums = _load(checkpoint, key, rounds, variant)
    strategies = [greedy_strategy(variant)] * variant.players
    if done:
        strategies = [respond(values, name, variant) for values in throw_values(sums, variant)]
    shares = deal_shares(variant)
    for number in range(done + 1, rounds + 1):
        sums = KEPT_SHARE * sums + tally_deals((seed, _ITERATING, number), deals, strategies, progress=progress)
        values = throw_values(sums, variant)
        before, strategies = strategies, [respond(values[seat], name, variant) for seat in range(variant.players)]
        if checkpoint is not None:
            files.write_arrays(checkpoint, {"sums": sums}, {"key": key, "rounds": number}, compress=False)
        if on_round is not None:
            gains, moved = [], []
            for seat, (old, new) in enumerate(zip(before, strategies, strict=True)):
                weights = old.weights()
                gains.append(float(shares @ (values[seat].max(axis=1) - (values[seat] * weights).sum(axis=1))))
                moved.append(float(shares @ np.abs(new.weights() - weights).sum(axis=1) / 2))
            on_round(SeatRound(number, tuple(gains), tuple(moved)))
    told = {
        "kind": SAMPLE,
        "includes": ["hand", "crib"],
        "n": int(rounds * deals),
        "seed": int(seed),
        "iteration": {"rounds": int(rounds), "deals": int(deals), "seed": int(seed)},
    }
    return SeatThrows(name, tuple(strategies), told)


def _load(checkpoint: Path | None, key: str, rounds: int, variant: Variant) -> tuple[int, NDArray[np.float64]]:
    """Return the rounds done and their weighted tallies: from a checkpoint of this iteration, not past its end."""
    shape = (variant.players, class_count(variant.dealt), variant.dealt + 1)
    if checkpoint is not None:
        try:
            arrays, metadata = files.read_arrays(checkpoint, "checkpoint")
        except FileError:
            pass
        else:
            sums, done = arrays.get("sums", np.zeros(0)), metadata.get("rounds")
            is_sound = sums.shape == shape and sums.dtype == np.float64 and bool(np.isfinite(sums).all())
            if is_sound and metadata.get("key") == key and isinstance(done, int) and 0 < done <= rounds:
                return done, sums
    return 0, np.zeros(shape)
