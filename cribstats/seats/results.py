"""What an analysis of a discard at a table of three or four says: its throws, their means and how sure these are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cribstats.discard.results import EXACT
from cribstats.seats.places import crib_share, owns_crib
from cribstats.variants import Variant

if TYPE_CHECKING:
    import pandas as pd

SAMPLE = "sample"

# The standard error of the mean crib is then 0.002 points, in a third of a second on two cores.
DEFAULT_DEALS = 2_000_000


@dataclass(frozen=True)
class SeatThrow:
    """One throw of a hand and what it is worth.

    Attributes
    ----------
    throw, keep
        Names of the cards thrown and kept.
    hand_points, heels
        Mean points of the hand at the show, and for heels, whoever owns the crib: exact.
    crib, crib_se
        Mean points of the crib, whoever owns it, and its standard error; 0 where it is exact.
    net, net_se
        The hand, and the share of the seat's side in crib and heels (:func:`cribstats.seats.crib_share`).
    behind, behind_se
        How far the net is behind that of the best throw. All throws are weighed in the same deals, so this is more
        certain than the nets are.
    """

    throw: tuple[str, ...]
    keep: tuple[str, ...]
    hand_points: float
    crib: float
    crib_se: float
    heels: float
    net: float
    net_se: float
    behind: float
    behind_se: float

    def to_dict(self) -> dict[str, Any]:
        """Return the throw as the command's JSON has it."""
        return {
            "throw": list(self.throw),
            "keep": list(self.keep),
            "hand": self.hand_points,
            "crib": self.crib,
            "crib_se": self.crib_se,
            "heels": self.heels,
            "pegging": None,
            "net": self.net,
            "net_se": self.net_se,
            "behind": self.behind,
            "behind_se": self.behind_se,
        }


@dataclass(frozen=True)
class SeatAnalysis:
    """All throws of a hand at a table of three or four, best first.

    Attributes
    ----------
    hand
        Names of the cards dealt.
    seat
        1 on the dealer's left, and so on; the dealer is the last.
    opponent
        Name of what the others throw.
    variant
        The game.
    throws
        The throws, the highest net first.
    deals, seed
        How many deals were simulated and what their chance follows from; none if the crib is exact.
    dead, starter
        Cards known to be out of the pack, and the starter if it is known.
    """

    hand: tuple[str, ...]
    seat: int
    opponent: str
    variant: Variant
    throws: tuple[SeatThrow, ...]
    deals: int | None = None
    seed: int | None = None
    dead: tuple[str, ...] = ()
    starter: str | None = None

    @property
    def kinds(self) -> dict[str, str | None]:
        """What the numbers are: the hand exact; the crib exact or a sample; pegging None, for it is not counted."""
        return {"hand": EXACT, "crib": EXACT if self.deals is None else SAMPLE, "pegging": None}

    @property
    def crib_owner(self) -> str:
        """Whose the crib is, seen from the seat: `own`, `partner` or `opponent`."""
        return owns_crib(self.seat, self.variant)

    @property
    def crib_share(self) -> float:
        """How a point of crib or heels counts in the net."""
        return crib_share(self.seat, self.variant)

    @property
    def best(self) -> SeatThrow:
        """The throw of the highest net."""
        return self.throws[0]

    def to_frame(self) -> pd.DataFrame:
        """Return a row a throw, best first, with its place from 1.

        Examples
        --------
        >>> from cribstats import analyse_seat
        >>> from cribstats.variants import THREE_HANDED
        >>> analysis = analyse_seat("5H 5C 6D 7S 8H", 3, variant=THREE_HANDED, throws="random")
        >>> analysis.to_frame()[["place", "throw", "hand_points", "crib", "net"]].head(2).round(3)
           place throw  hand_points   crib     net
        0      1    8H       12.213  4.207  16.590
        1      2    5C        9.532  6.502  16.204
        """
        import pandas as pd

        return pd.DataFrame([{"place": place, **row} for place, row in enumerate(self.rows(), start=1)])

    def rows(self) -> Iterable[dict[str, Any]]:
        """Yield each throw as a flat record, best first, cards as text."""
        for throw in self.throws:
            yield {
                "throw": " ".join(throw.throw),
                "keep": " ".join(throw.keep),
                "hand_points": throw.hand_points,
                "crib": throw.crib,
                "crib_se": throw.crib_se,
                "heels": throw.heels,
                "net": throw.net,
                "net_se": throw.net_se,
                "behind": throw.behind,
                "behind_se": throw.behind_se,
            }

    def to_dict(self) -> dict[str, Any]:
        """Return the analysis as the command's JSON has it."""
        told: dict[str, Any] = {
            "hand": list(self.hand),
            "seat": self.seat,
            "players": self.variant.players,
            "opponent": self.opponent,
            "variant": self.variant.name,
            "crib_owner": self.crib_owner,
            "crib_share": self.crib_share,
        }
        if self.dead:
            told["dead"] = list(self.dead)
        if self.starter is not None:
            told["starter"] = self.starter
        told["kinds"] = self.kinds
        if self.deals is not None:
            told |= {"n": self.deals, "seed": self.seed}
        told["throws"] = [throw.to_dict() for throw in self.throws]
        return told
