"""What is pegged in simulated deals of three and four players: by seat, by kind, by keep and by lead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import RANK_NAMES, rank_texts
from cribstats.compute import Progress
from cribstats.deals.tallies import kind_rows, net_row, tally_frame, tally_simulated_deals
from cribstats.play.policies import GREEDY
from cribstats.seats.throws import DEFAULT_SEAT_OPPONENT, SeatThrows, find_seat_throws
from cribstats.show.tables import rank_multisets
from cribstats.variants import Variant

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = ("own", "net")


@dataclass(frozen=True, eq=False)
class SeatPeggingSample:
    """What was pegged in simulated deals of three or four players.

    The net of a seat is what its own side pegs less the mean of what the other sides do: every seat is a side of its
    own where three play, and partners share theirs.

    Attributes
    ----------
    throws
        Whose strategies the seats throw by.
    policies
        By which policy each seat plays, from the dealer's left; the dealer's is the last.
    variant
        The game.
    deals, seed
        How many deals, and the number that all chance follows from.
    kind_sums, keep_tallies, lead_tallies
        What was counted up, by seat from the dealer's left (:class:`cribstats.deals.tallies.Tallies`).
    """

    throws: str
    policies: tuple[str, ...]
    variant: Variant
    deals: int
    seed: int
    kind_sums: NDArray[np.int64]
    keep_tallies: NDArray[np.int64]
    lead_tallies: NDArray[np.int64]

    def by_kind(self) -> pd.DataFrame:
        """Return the mean points a deal of each seat by kind, in all, and net.

        Returns
        -------
        Frame with the columns `seat` (1 on the dealer's left, the dealer the last), `kind`, `mean`, `se` (points a
        deal).
        """
        import pandas as pd

        rows = [
            (seat, *row)
            for seat, (sums, tallies) in enumerate(zip(self.kind_sums, self.keep_tallies, strict=True), start=1)
            for row in (*kind_rows(sums, tallies), net_row(tallies, parts=self._parts))
        ]
        return pd.DataFrame(rows, columns=["seat", "kind", "mean", "se"])

    def by_keep(self) -> pd.DataFrame:
        """Return the mean points of each keep that was held, for each seat.

        Returns
        -------
        Frame with the columns `seat`, `keep`, `n` (deals), and means in points with their standard errors: `own`,
        `own_se`, `net`, `net_se`. An error is missing where a keep was held once.
        """
        import pandas as pd

        names = rank_texts(np.array(rank_multisets(self.variant.kept)))
        frames = [tally_frame(tallies, "keep", names, _COLUMNS, parts=self._parts) for tallies in self.keep_tallies]
        for seat, frame in enumerate(frames, start=1):
            frame.insert(0, "seat", seat)
        return pd.concat(frames, ignore_index=True)

    def by_lead(self) -> pd.DataFrame:
        """Return the mean points of seat 1, who leads, by the rank led, in the columns of :meth:`by_keep`."""
        return tally_frame(self.lead_tallies, "lead", RANK_NAMES, _COLUMNS, parts=self._parts)

    @property
    def _parts(self) -> int:
        """In which parts of a point the net is counted."""
        return self.variant.sides - 1


def simulate_seat_pegging(
    *,
    throws: str | Path | SeatThrows = DEFAULT_SEAT_OPPONENT,
    plays: str | Sequence[str] = GREEDY,
    deals: int = 100_000,
    seed: int = 0,
    variant: Variant,
    progress: Progress | None = None,
) -> SeatPeggingSample:
    """Simulate deals of three or four players, thrown by strategies and played by policies, and count what is pegged.

    Parameters
    ----------
    throws
        What each seat throws, as :func:`cribstats.seats.find_seat_throws` takes it.
    plays
        A policy (:data:`cribstats.play.policies.POLICIES`) that all play by, or one a seat from the dealer's left:
        `random` or `greedy`, as the others are for two players.
    deals
        How many, at least 1.
    seed
        Whole number from which all chance follows; the result is the same on any number of threads.
    variant
        The game, of more than two players.
    progress
        Told how many parts of the work are done.

    Returns
    -------
    Sums from which means and standard errors come.

    Raises
    ------
    ArgumentError
        A policy is not known or for two players alone, the number of deals or the seed are none.
    OpponentError, StrategyError, FileError
        The throws are not known.
    VariantError
        Two play the game: :func:`cribstats.simulate_pegging` is for them.

    Examples
    --------
    >>> from cribstats.variants import FOUR_HANDED
    >>> sample = simulate_seat_pegging(throws="greedy", deals=1000, seed=1, variant=FOUR_HANDED)
    >>> frame = sample.by_kind()
    >>> frame[frame.kind == "all"].round(2).values.tolist()
    [[1, 'all', 1.66, 0.05], [2, 'all', 2.72, 0.06], [3, 'all', 3.02, 0.07], [4, 'all', 3.19, 0.07]]
    """
    thrown = find_seat_throws(throws, variant)
    policies = (plays,) * variant.players if isinstance(plays, str) else plays
    tallies = tally_simulated_deals(thrown.strategies, policies, deals=deals, seed=seed, progress=progress)
    return SeatPeggingSample(
        throws=thrown.name,
        policies=tuple(policies),
        variant=variant,
        deals=int(deals),
        seed=int(seed),
        **tallies._asdict(),
    )
