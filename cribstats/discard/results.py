"""What an analysis of a discard says: its throws, their means, deviations and distributions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cribstats.discard import kernels
from cribstats.variants import Variant

if TYPE_CHECKING:
    import pandas as pd

HEELS = 2

# What the means by kind of combination tell apart; pairs include pairs royal and double pairs royal.
KINDS = ("fifteens", "runs", "pairs", "flush", "nobs")

# What numbers are: exact, or solved, of a model of the play.
EXACT, SOLVED = "exact", "solved"


@dataclass(frozen=True, eq=False)
class ThrowAnalysis:
    """One throw of a hand and what it is worth.

    Attributes
    ----------
    throw, keep
        Names of the cards thrown and kept.
    hand_points, crib, heels
        Mean points at the show of the hand and of the crib, and mean points for heels, whoever owns the crib.
    net
        Hand + crib + heels for the dealer, hand - crib - heels for the pone (points); and pegging, if it is counted.
    hand_sd, crib_sd, net_sd
        Standard deviations (points). That of net is of the show and heels together, and takes into account that hand
        and crib share the starter.
    pegging
        Mean points pegged in the play, mine minus theirs; None if it is not counted.
    weights, total
        Weight of each (hand points, starter a Jack or not, crib points), shape (hands, 2, cribs), and what all of
        them add up to. Whole numbers, if the opponent mixes no throws unequally: nothing is rounded before the
        division.
    """

    throw: tuple[str, ...]
    keep: tuple[str, ...]
    role: str
    hand_points: float
    crib: float
    heels: float
    net: float
    hand_sd: float
    crib_sd: float
    net_sd: float
    pegging: float | None
    weights: NDArray[np.float64] = field(repr=False)
    total: float = field(repr=False)
    _starters: tuple[Sequence[str], Sequence[float]] = field(repr=False)
    _hand_kinds: Sequence[float] = field(repr=False)
    _crib_kinds: Callable[[], Sequence[float]] = field(repr=False)

    @property
    def show_net(self) -> float:
        """Net of the show and heels alone, pegging left out: the mean of `net_distribution`."""
        return self.net - (self.pegging or 0.0)

    @property
    def joint(self) -> NDArray[np.float64]:
        """Probability of each (hand points, starter a Jack or not, crib points), shape (hands, 2, cribs)."""
        return self.weights / self.total

    @property
    def starter_points(self) -> dict[str, float]:
        """Points of the hand by starter; by its rank, and then means, if the suits of the hand are not known."""
        return dict(zip(*self._starters, strict=True))

    @property
    def hand_kinds(self) -> dict[str, float]:
        """Mean points of the hand by kind of combination."""
        return dict(zip(KINDS, self._hand_kinds, strict=True))

    @property
    def crib_kinds(self) -> dict[str, float]:
        """Mean points of the crib by kind of combination."""
        return dict(zip(KINDS, self._crib_kinds(), strict=True))

    @property
    def hand_distribution(self) -> dict[int, float]:
        """Probability of each number of points of the hand."""
        return _distribution(np.arange(len(self.weights)), self.weights.sum(axis=(1, 2)) / self.total)

    @property
    def crib_distribution(self) -> dict[int, float]:
        """Probability of each number of points of the crib."""
        return _distribution(np.arange(self.weights.shape[2]), self.weights.sum(axis=(0, 1)) / self.total)

    @property
    def net_distribution(self) -> dict[int, float]:
        """Probability of each net at the show: of hand, crib and heels together, pegging left out."""
        values = net_values(self.weights.shape, self.role).ravel()
        lowest = int(values.min())
        shares = np.bincount(values - lowest, weights=self.weights.ravel()) / self.total
        return _distribution(np.arange(lowest, lowest + len(shares)), shares)

    def chance_to_reach(self, points: int) -> float:
        """Return the probability of at least `points` at the show: hand and crib for the dealer, hand for the pone.

        Heels are pegged at the cut and do not count here.
        """
        hand, _, crib = np.indices(self.weights.shape)
        own = hand + crib if self.role == "dealer" else hand
        return float(self.weights[own >= points].sum() / self.total)

    def to_dict(self, *, distribution: bool = False, starters: bool = False, need: int | None = None) -> dict[str, Any]:
        """Return the throw as the command's JSON has it; the arguments are the command's options."""
        told: dict[str, Any] = {
            "throw": list(self.throw),
            "keep": list(self.keep),
            "hand": self.hand_points,
            "crib": self.crib,
            "heels": self.heels,
            "pegging": self.pegging,
            "net": self.net,
            "hand_sd": self.hand_sd,
            "crib_sd": self.crib_sd,
            "net_sd": self.net_sd,
        }
        if distribution:
            told["distribution"] = {
                "hand": _json_keys(self.hand_distribution),
                "crib": _json_keys(self.crib_distribution),
                "net": _json_keys(self.net_distribution),
            }
        if starters:
            told["starters"] = self.starter_points
            told["least"] = min(self.starter_points.values())
            told["most"] = max(self.starter_points.values())
            told["by_kind"] = {"hand": self.hand_kinds, "crib": self.crib_kinds}
        if need is not None:
            told["chance_to_reach"] = {"points": need, "probability": self.chance_to_reach(need)}
        return told


@dataclass(frozen=True, eq=False)
class DiscardAnalysis:
    """All throws of a hand against one opponent, best first.

    Attributes
    ----------
    hand
        Names of the cards dealt, or of their ranks if the suits are not known.
    role
        ``dealer`` or ``pone``.
    opponent
        Name of the opponent.
    variant
        The game.
    throws
        The throws, the highest net first.
    dead, starter
        Cards known to be out of the pack, and the starter if it is known.
    patterns
        Suit patterns that the numbers are means over; none if the suits are known.
    play_gap
        If pegging is counted, how far from solved the play is that it comes from (points a deal), as far as is known.
    """

    hand: tuple[str, ...]
    role: str
    opponent: str
    variant: Variant
    throws: tuple[ThrowAnalysis, ...]
    dead: tuple[str, ...] = ()
    starter: str | None = None
    patterns: int | None = None
    play_gap: float | None = None

    @property
    def kinds(self) -> dict[str, str | None]:
        """What the numbers are: hand and crib exact; pegging solved, or None if it is not counted."""
        return {"hand": EXACT, "crib": EXACT, "pegging": None if self.best.pegging is None else SOLVED}

    @property
    def best(self) -> ThrowAnalysis:
        """The throw of the highest net."""
        return self.throws[0]

    def to_frame(self) -> pd.DataFrame:
        """Return a row a throw, best first, with its place from 1.

        Examples
        --------
        >>> from cribstats import analyse_discard
        >>> analysis = analyse_discard("5H 5C 6D 7S 8H QC", "dealer", opponent="random")
        >>> analysis.to_frame()[["place", "throw", "hand_points", "crib", "net"]].head(2).round(3)
           place  throw  hand_points   crib     net
        0      1  5C QC        9.565  6.908  16.648
        1      2  5H QC        9.565  6.854  16.593
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
                "heels": throw.heels,
                "pegging": throw.pegging,
                "net": throw.net,
                "hand_sd": throw.hand_sd,
                "crib_sd": throw.crib_sd,
                "net_sd": throw.net_sd,
            }

    def to_dict(self, *, distribution: bool = False, starters: bool = False, need: int | None = None) -> dict[str, Any]:
        """Return the analysis as the command's JSON has it; the arguments are the command's options."""
        told: dict[str, Any] = {"hand": list(self.hand), "role": self.role, "opponent": self.opponent}
        told["variant"] = self.variant.name
        if self.patterns is not None:
            told["suits"] = None
            told["patterns"] = self.patterns
        if self.dead:
            told["dead"] = list(self.dead)
        if self.starter is not None:
            told["starter"] = self.starter
        told["kinds"] = self.kinds
        if self.play_gap is not None:
            told["play_gap"] = self.play_gap
        told["throws"] = [
            throw.to_dict(distribution=distribution, starters=starters, need=need) for throw in self.throws
        ]
        return told


def net_values(shape: tuple[int, ...], role: str) -> NDArray[np.int64]:
    """Return the net of each (hand points, starter a Jack or not, crib points)."""
    hand, jack, crib = np.indices(shape)
    return np.asarray(hand + HEELS * jack + crib if role == "dealer" else hand - HEELS * jack - crib)


def place_order(nets: NDArray[np.float64], places: int | None = None) -> NDArray[np.int64]:
    """Return which throws come first: the highest net, and of equal ones the first in the order of cards.

    Parameters
    ----------
    nets
        Net of each throw of each hand in points, shape (hands, throws).
    places
        How many places are asked for; all by default.

    Returns
    -------
    int64 array of shape (hands, places): numbers of throws.

    Examples
    --------
    >>> place_order(np.array([[3.5, 4.25, 4.25 + 1e-14]])).tolist()
    [[1, 2, 0]]
    """
    return np.asarray(kernels.order_throws(nets, nets.shape[1] if places is None else places))


def best_first(throws: Sequence[ThrowAnalysis]) -> list[ThrowAnalysis]:
    """Sort throws by net; equal ones stay in the order of their cards."""
    (order,) = place_order(np.array([[throw.net for throw in throws]]))
    return [throws[throw] for throw in order]


def summarise(weights: NDArray[np.float64], total: float, role: str) -> list[dict[str, float]]:
    """Work out means and deviations of throws from the weights of what they show, shape (throws, hands, 2, cribs).

    Sums of whole weights times points stay below 2**53, so a mean is rounded once, in the division.
    """
    shape = weights.shape[1:]
    cells, values = weights.reshape(len(weights), -1), _moment_values(shape, role)
    moments = (cells @ values) / total
    means, squares = moments[:, :3], moments[:, 3:6]
    deviations = np.sqrt(np.maximum(squares - means**2, 0))
    # Of what is all but certain (the hand, if the starter is known) that difference is rounding, and its root 1e-7.
    for throw, column in np.argwhere(deviations**2 < 1e-6 * squares):
        deviations[throw, column] = np.sqrt(cells[throw] @ (values[:, column] - means[throw, column]) ** 2 / total)
    columns = np.column_stack([means[:, :2], moments[:, 6], means[:, 2], deviations])
    names = ("hand_points", "crib", "heels", "net", "hand_sd", "crib_sd", "net_sd")
    return [dict(zip(names, row, strict=True)) for row in columns.tolist()]


@lru_cache(maxsize=64)
def _moment_values(shape: tuple[int, ...], role: str) -> NDArray[np.float64]:
    """Hand, crib, net, their squares, and heels, for each cell of a joint distribution."""
    hand, jack, crib = (values.ravel().astype(np.float64) for values in np.indices(shape))
    net = net_values(shape, role).ravel().astype(np.float64)
    return np.column_stack([hand, crib, net, hand**2, crib**2, net**2, HEELS * jack])


def _distribution(values: NDArray[np.integer], shares: NDArray[np.float64]) -> dict[int, float]:
    return {int(value): float(share) for value, share in zip(values, shares, strict=True) if share > 0}


def _json_keys(distribution: Mapping[int, float]) -> dict[str, float]:
    return {str(value): share for value, share in distribution.items()}
