"""What is pegged in simulated deals: by side, by kind, by keep and by lead, with standard errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import RANK_COUNT, RANK_NAMES, rank_texts
from cribstats.compute import Progress, map_chunks
from cribstats.deals import kernels
from cribstats.deals.dealing import SEATS, deal_keeps, deal_words, keep_weights
from cribstats.discard.opponents import DEFAULT_OPPONENT, OpponentLike, find_pair
from cribstats.discard.pairs import StrategyPair
from cribstats.play.beliefs import keep_beliefs
from cribstats.play.equilibrium.compact_policy import CompactPolicy
from cribstats.play.policies import BELIEVING, LOOKAHEAD, check_beliefs, equilibrium_tables, policy_codes
from cribstats.play.randomness import check_deals, check_seed, random_words
from cribstats.play.simulation import CHUNK, play_chunk, play_words
from cribstats.play.tables import KINDS, play_tables
from cribstats.show.tables import rank_multisets
from cribstats.variants import SIX_CARD, Variant

if TYPE_CHECKING:
    import pandas as pd

DEFAULT_POLICY = LOOKAHEAD

# Into how many parts the work is cut at most: each has sums of its own, 175 kB.
MOST_SPANS = 64


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
    kind_sums
        int64, shape (2, kinds, 2): for pone and dealer the sum of points and of their squares, by kind.
    keep_tallies, lead_tallies
        int64, shapes (2, keeps, 6) and (13, 6): deals, own points, the other side's, their squares, the square of
        the difference; by the keep of pone and dealer, and for the pone by the rank that he led.
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

        rows: list[tuple[str, str, float, float]] = []
        for seat, role in enumerate(SEATS):
            for kind, (points, squares) in zip(KINDS, self.kind_sums[seat].tolist(), strict=True):
                rows.append((role, kind, *_mean_and_error(self.deals, points, squares)))
            tally = self.keep_tallies[seat].sum(axis=0).tolist()
            rows.append((role, "all", *_mean_and_error(self.deals, tally[kernels.OWN], tally[kernels.OWN_SQUARE])))
        net = tally[kernels.OWN] - tally[kernels.THEIRS]
        rows.append((role, "net", *_mean_and_error(self.deals, net, tally[kernels.NET_SQUARE])))
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
        frames = [_tally_frame(self.keep_tallies[seat], "keep", names) for seat in range(len(SEATS))]
        for frame, role in zip(frames, SEATS, strict=True):
            frame.insert(0, "role", role)
        return pd.concat(frames[::-1], ignore_index=True)

    def by_lead(self) -> pd.DataFrame:
        """Return the pone's mean points by the rank that he led, in the columns of :meth:`by_keep`."""
        return _tally_frame(self.lead_tallies, "lead", list(RANK_NAMES))


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

    Examples
    --------
    >>> sample = simulate_pegging(dealer_throws="greedy", pone_throws="greedy", deals=1000, seed=1)
    >>> frame = sample.by_kind()
    >>> frame[frame.kind == "all"].round(2).values.tolist()
    [['pone', 'all', 2.13, 0.07], ['dealer', 'all', 3.62, 0.08]]
    """
    check_deals(deals)
    check_seed(seed)
    policies = {"pone": pone_plays, "dealer": dealer_plays}
    codes = policy_codes(list(policies.values()), variant=variant)
    dealer, pone = (find_pair(throws, variant=variant) for throws in (dealer_throws, pone_throws))
    pair = StrategyPair("simulated", dealer.dealer, pone.pone)
    beliefs = None
    if BELIEVING.intersection(policies.values()):
        beliefs = keep_beliefs([keep_weights(pair.of(role)) for role in SEATS], variant=variant)
    believed = check_beliefs(beliefs, list(policies.values()), variant)
    compact = equilibrium_tables(list(policies.values()), equilibrium, variant=variant)
    to_deal = deal_words(pair)

    span = CHUNK * -(-deals // (CHUNK * MOST_SPANS))

    def play(begin: int) -> list[NDArray[np.int64]]:
        sums = [
            np.zeros((len(SEATS), len(KINDS), 2), dtype=np.int64),
            np.zeros((len(SEATS), len(play_tables(variant.kept).keep_cards), kernels.TALLIED), dtype=np.int64),
            np.zeros((RANK_COUNT, kernels.TALLIED), dtype=np.int64),
        ]
        end = min(begin + span, deals)
        for start in range(begin, end, CHUNK):
            words = random_words((seed, start), (min(CHUNK, end - start), to_deal + play_words(variant)))
            keeps = deal_keeps(words, pair)
            played = play_chunk(keeps, np.ascontiguousarray(words[:, to_deal:]), codes, believed, compact, variant)
            kernels.tally_deals(played.points, keeps, played.leads, *sums)
        return sums

    chunks = map_chunks(play, range(0, deals, span), progress=progress)
    return PeggingSample(
        throws={"dealer": dealer.name, "pone": pone.name},
        policies=policies,
        variant=variant,
        deals=int(deals),
        seed=int(seed),
        kind_sums=np.sum([chunk[0] for chunk in chunks], axis=0),
        keep_tallies=np.sum([chunk[1] for chunk in chunks], axis=0),
        lead_tallies=np.sum([chunk[2] for chunk in chunks], axis=0),
    )


def _mean_and_error(number: int, points: int, squares: int) -> tuple[float, float]:
    """Return the mean of points and its standard error, from whole-number sums; no error of a single deal."""
    mean = points / number
    if number == 1:
        return mean, float("nan")
    return mean, float(np.sqrt((squares * number - points * points) / number / (number - 1) / number))


def _tally_frame(tallies: NDArray[np.int64], name: str, labels: list[str]) -> pd.DataFrame:
    import pandas as pd

    columns: dict[str, list[Any]] = {column: [] for column in (name, "n")}
    for column in ("own", "opponent", "net"):
        columns |= {column: [], f"{column}_se": []}
    for label, (number, own, theirs, own_square, theirs_square, net_square) in zip(
        labels, tallies.tolist(), strict=True
    ):
        if number:
            columns[name].append(label)
            columns["n"].append(number)
            for column, points, squares in (
                ("own", own, own_square),
                ("opponent", theirs, theirs_square),
                ("net", own - theirs, net_square),
            ):
                mean, error = _mean_and_error(number, points, squares)
                columns[column].append(mean)
                columns[f"{column}_se"].append(error)
    return pd.DataFrame(columns)
