"""What is pegged in simulated deals: by side, by kind, by keep and by lead, with standard errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import RANK_NAMES, rank_texts
from cribstats.compute import Progress
from cribstats.deals.tallies import kind_rows, net_row, tally_frame, tally_simulated_deals
from cribstats.discard.opponents import DEFAULT_OPPONENT, OpponentLike, find_pair
from cribstats.play.equilibrium.compact_policy import CompactPolicy
from cribstats.play.game import seat_names
from cribstats.play.policies import LOOKAHEAD
from cribstats.show.tables import rank_multisets
from cribstats.variants import SIX_CARD, Variant, check_two_players

if TYPE_CHECKING:
    import pandas as pd

DEFAULT_POLICY = LOOKAHEAD

# By seat from the dealer's left: the order of the play.
SEATS = seat_names(2)
_COLUMNS = ("own", "opponent", "net")


@dataclass(frozen=True, eq=False)
class PeggingSample:
    """What was pegged in simulated deals.

    Attributes
    ----------
    throws, policies
        By whose strategy each side throws, and by which policy it plays: `dealer` and `pone`.
    variant
        The game.
    deals, seed
        How many deals, and the number that all chance follows from.
    kind_sums, keep_tallies, lead_tallies
        What was counted up, for pone and dealer (:class:`cribstats.deals.tallies.Tallies`).
    """

    throws: dict[str, str]
    policies: dict[str, str]
    variant: Variant
    deals: int
    seed: int
    kind_sums: NDArray[np.int64]
    keep_tallies: NDArray[np.int64]
    lead_tallies: NDArray[np.int64]

    def by_kind(self) -> pd.DataFrame:
        """Return the mean points a deal of each side by kind, and in all; `net` is the dealer's less the pone's.

        Returns
        -------
        Frame with the columns `role`, `kind`, `mean`, `se` (points a deal).
        """
        import pandas as pd

        rows = [
            (role, *row)
            for role, sums, tallies in zip(SEATS, self.kind_sums, self.keep_tallies, strict=True)
            for row in kind_rows(sums, tallies)
        ]
        rows.append((SEATS[-1], *net_row(self.keep_tallies[-1])))
        return pd.DataFrame(rows, columns=["role", "kind", "mean", "se"])

    def by_keep(self) -> pd.DataFrame:
        """Return the mean points of each keep that was held, for dealer and pone.

        Returns
        -------
        Frame with the columns `role`, `keep`, `n` (deals), and means in points with their standard errors: `own`,
        `own_se`, `opponent`, `opponent_se`, `net`, `net_se`. An error is missing where a keep was held once.
        """
        import pandas as pd

        names = rank_texts(np.array(rank_multisets(self.variant.kept)))
        frames = [tally_frame(tallies, "keep", names, _COLUMNS) for tallies in self.keep_tallies]
        for frame, role in zip(frames, SEATS, strict=True):
            frame.insert(0, "role", role)
        return pd.concat(frames[::-1], ignore_index=True)

    def by_lead(self) -> pd.DataFrame:
        """Return the pone's mean points by the rank that he led, in the columns of :meth:`by_keep`."""
        return tally_frame(self.lead_tallies, "lead", RANK_NAMES, _COLUMNS)


def simulate_pegging(
    *,
    dealer_throws: OpponentLike = DEFAULT_OPPONENT,
    pone_throws: OpponentLike = DEFAULT_OPPONENT,
    dealer_plays: str = DEFAULT_POLICY,
    pone_plays: str = DEFAULT_POLICY,
    deals: int = 100_000,
    seed: int = 0,
    equilibrium: CompactPolicy | None = None,
    variant: Variant = SIX_CARD,
    progress: Progress | None = None,
) -> PeggingSample:
    """Simulate deals, thrown by strategies and played by policies, and count up what is pegged.

    Parameters
    ----------
    dealer_throws, pone_throws
        Strategies, as :func:`cribstats.discard.find_pair` takes them.
    dealer_plays, pone_plays
        Policies (:data:`cribstats.play.policies.POLICIES`). Who looks ahead believes the other to throw by his
        strategy.
    deals
        How many, at least 1.
    seed
        Whole number from which all chance follows; the result is the same on any number of threads.
    equilibrium
        What the policy `equilibrium` plays; by default that which comes with the package.
    variant
        The game, of two players.
    progress
        Told how many parts of the work are done.

    Returns
    -------
    Sums from which means and standard errors come.

    Raises
    ------
    ArgumentError
        A policy is not known, the number of deals or the seed are none.
    OpponentError, StrategyError, FileError
        A strategy is not known.
    VariantError
        More than two play the game: :func:`simulate_seat_pegging` is for them.

    Examples
    --------
    >>> sample = simulate_pegging(dealer_throws="greedy", pone_throws="greedy", deals=1000, seed=1)
    >>> frame = sample.by_kind()
    >>> frame[frame.kind == "all"].round(2).values.tolist()
    [['pone', 'all', 2.13, 0.07], ['dealer', 'all', 3.62, 0.08]]
    """
    check_two_players(variant)
    dealer, pone = (find_pair(throws, variant=variant) for throws in (dealer_throws, pone_throws))
    tallies = tally_simulated_deals(
        (pone.pone, dealer.dealer),
        (pone_plays, dealer_plays),
        deals=deals,
        seed=seed,
        equilibrium=equilibrium,
        progress=progress,
    )
    return PeggingSample(
        throws={"dealer": dealer.name, "pone": pone.name},
        policies={"pone": pone_plays, "dealer": dealer_plays},
        variant=variant,
        deals=int(deals),
        seed=int(seed),
        **tallies._asdict(),
    )
