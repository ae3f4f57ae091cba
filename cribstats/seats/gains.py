"""How good the throws of a table are: what each seat, and each pair of partners, would gain by throwing otherwise.

A game of three sides is not one side against another, and nothing here bounds the value of a deal: a gain says how much
one side loses by not knowing better, the others throwing as they do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import PACK_SIZE, SUIT_COUNT
from cribstats.compute import Progress, map_chunks, stoppable
from cribstats.discard import kernels as discard_kernels
from cribstats.discard.dealt import deal_shares
from cribstats.discard.hand_means import keep_totals
from cribstats.discard.results import HEELS
from cribstats.discard.strategies import Strategy
from cribstats.discard.throws import throws_of
from cribstats.play.randomness import check_seed
from cribstats.seats import kernels
from cribstats.seats.dealing import (
    check_sample,
    chunk_size,
    crib_tables,
    cut_spans,
    deal_tables,
    expand_all,
    new_pack,
    starters_left,
    throw_from,
)
from cribstats.seats.places import crib_share, side_seats
from cribstats.seats.results import SAMPLE
from cribstats.seats.tallies import respond, tally_deals, throw_values
from cribstats.seats.throws import SHIPPED_SEAT_THROWS, SeatThrows, find_seat_throws
from cribstats.shipped import shipped_facts
from cribstats.show.scorer import flush_points
from cribstats.show.tables import show_tables
from cribstats.variants import Variant

DEFAULT_MEASURE_DEALS = 20_000_000

# Partners respond to each other at most so many times each, and in one of so many deals: few are needed to find a
# response (seats/tallies.py), most of them make the bound from above tight.
MOST_TURNS = 3
TURN_PART = 10

# Deals of each purpose follow from keys of their own: those that a response is found in, those of partners in their
# turns, those that the responses are then valued in, and those that say whether another turn was worth it.
_FINDING, _TURNS, _VALUING, _DECIDING = 1, 2, 3, 4


class Change(NamedTuple):
    """Throws of one side that differ from those of the table: seats, from 1, and their strategies."""

    seats: tuple[int, ...]
    strategies: tuple[Strategy, ...]


class Gain(NamedTuple):
    """What one side gains by throwing otherwise, in points of its net a deal, and the standard error."""

    mean: float
    se: float


@dataclass(frozen=True)
class SeatMeasure:
    """What the throws of a table are worth, and what each seat would gain by its best response.

    Attributes
    ----------
    deals, seed
        How many deals each estimate is from, and what all chance follows from.
    low
        For each seat what the response gains that was found in one half of the deals, valued in the other: on the
        average no more than the best response does.
    high
        For each seat what the best throws gain in the very deals in which they were found: on the average no less.
    partners
        For each side of more than one seat its seats and what they gain by responses to each other, found and valued
        likewise: a bound from below, for there may be better pairs.
    hands, crib
        Mean points a deal of each seat's hand, and of the crib.
    """

    deals: int
    seed: int
    low: tuple[Gain, ...]
    high: tuple[float, ...]
    partners: tuple[tuple[tuple[int, ...], Gain], ...]
    hands: tuple[Gain, ...]
    crib: Gain

    def to_dict(self) -> dict[str, Any]:
        """Return the measure as files and JSON have it."""
        told: dict[str, Any] = {
            "kind": SAMPLE,
            "n": self.deals,
            "seed": self.seed,
            "gains": [
                {"seat": seat, "low": low.mean, "low_se": low.se, "high": high}
                for seat, (low, high) in enumerate(zip(self.low, self.high, strict=True), start=1)
            ],
        }
        if self.partners:
            told["partner_gains"] = [
                {"seats": list(seats), "low": gain.mean, "low_se": gain.se} for seats, gain in self.partners
            ]
        told["means"] = {
            "hands": [{"seat": seat, "mean": mean, "se": se} for seat, (mean, se) in enumerate(self.hands, start=1)],
            "crib": self.crib.mean,
            "crib_se": self.crib.se,
        }
        return told


def measure_seats(
    throws: str | Path | SeatThrows,
    *,
    variant: Variant,
    deals: int = DEFAULT_MEASURE_DEALS,
    seed: int = 0,
    progress: Progress | None = None,
) -> SeatMeasure:
    """Measure what each seat, and each pair of partners, gains by its best response to the throws of a table.

    Parameters
    ----------
    throws
        What all seats throw, as :func:`cribstats.seats.find_seat_throws` takes it.
    variant
        The game, of more than two players.
    deals
        How many deals to find responses in, and again as many to value them in; at least 2. Partners take their turns
        in a tenth as many.
    seed
        Whole number from which all chance follows.
    progress
        Told how many parts of each pass over the deals are done.

    Returns
    -------
    Gains with their standard errors, and means; net points a deal, heels left out.

    Raises
    ------
    OpponentError, VariantError, FileError, ArgumentError
        The throws are not known or of another game; deals or seed are none.

    Examples
    --------
    >>> from cribstats.variants import THREE_HANDED
    >>> measure = measure_seats("random", variant=THREE_HANDED, deals=200_000)
    >>> [gain.mean > 1 for gain in measure.low]
    [True, True, True]
    """
    table = find_seat_throws(throws, variant)
    check_sample(deals)
    check_seed(seed)
    seats = range(1, variant.players + 1)
    tallies = tally_deals((seed, _FINDING), deals, table.strategies, progress=progress)
    shares = deal_shares(variant)
    high = [
        float(shares @ (values.max(axis=1) - (values * strategy.weights()).sum(axis=1)))
        for values, strategy in zip(throw_values(tallies, variant, fitted=False), table.strategies, strict=True)
    ]
    values = throw_values(tallies, variant)
    singles = [Change((seat,), (respond(values[seat - 1], "response", variant),)) for seat in seats]
    sides = [side for side in side_seats(variant) if len(side) > 1]
    pairs = [_respond_in_turn(table, side, singles, deals, seed, progress) for side in sides]
    gains, hands, crib = value_changes((seed, _VALUING), deals, table, [*singles, *pairs], progress=progress)
    return SeatMeasure(
        deals=int(deals),
        seed=int(seed),
        low=tuple(gains[: len(seats)]),
        high=tuple(high),
        partners=tuple(zip(sides, gains[len(seats) :], strict=True)),
        hands=tuple(hands),
        crib=crib,
    )


def value_changes(
    key: tuple[int, ...],
    deals: int,
    table: SeatThrows,
    changes: Sequence[Change],
    *,
    progress: Progress | None = None,
) -> tuple[list[Gain], list[Gain], Gain]:
    """Value changes of throws in simulated deals, each deal thrown both ways.

    Returns
    -------
    What the side of each change gains; the mean hand of each seat; the mean crib; in points a deal.
    """
    variant = table.variant
    pack, tables = new_pack(), crib_tables(variant)
    expand_all([*table.strategies, *(strategy for change in changes for strategy in change.strategies)])

    def value(starts: range) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        moments = np.zeros((len(changes), kernels.MOMENTS), dtype=np.int64)
        means = np.zeros((variant.players + 1, 2), dtype=np.int64)
        for start in stoppable(starts):
            dealt = deal_tables((*key, start), chunk_size(start, deals), pack, table.strategies, variant)
            changed = np.repeat(dealt.thrown[None], len(changes), axis=0)
            for number, change in enumerate(changes):
                for seat, strategy in zip(change.seats, change.strategies, strict=True):
                    throw_from(dealt, seat - 1, strategy, changed[number])
            kernels.weigh_changes(
                dealt.hands,
                dealt.thrown,
                changed,
                dealt.extras,
                _keep_sums(dealt.hands, variant),
                pack.ranks,
                pack.suits,
                *tables,
                moments,
                means,
            )
        return moments, means

    parts = map_chunks(value, cut_spans(deals), progress=progress)
    moments = np.sum([part[0] for part in parts], axis=0).tolist()
    means = np.sum([part[1] for part in parts], axis=0).tolist()
    left = starters_left(variant)
    gains = []
    for change, (hands, cribs, hands_square, cribs_square, product) in zip(changes, moments, strict=True):
        scale, share = 1 / variant.unseen, crib_share(change.seats[0], variant) / left
        square = scale**2 * hands_square + share**2 * cribs_square + 2 * scale * share * product
        gains.append(_gain(scale * hands + share * cribs, square, deals))
    *hands, crib = (
        _gain(total / shows, square / shows**2, deals)
        for (total, square), shows in zip(means, [variant.unseen] * variant.players + [left], strict=True)
    )
    return gains, hands, crib


def seat_facts(throws: str | Path | SeatThrows, variant: Variant, **options: Any) -> dict[str, Any]:
    """Return what is told of the throws of a table: of those that are shipped their manifest, else measured anew.

    Parameters
    ----------
    throws, variant
        As :func:`measure_seats` takes them.
    **options
        Those of :func:`measure_seats`, for throws that are measured.

    Returns
    -------
    name, game, kind, n, seed, gains of the seats (and of partners), means, heels; as JSON takes it.
    """
    table = find_seat_throws(throws, variant)
    if isinstance(throws, str) and throws in SHIPPED_SEAT_THROWS:
        told = shipped_facts(throws, variant)
    else:
        told = {**table.metadata, **measure_seats(table, variant=variant, **options).to_dict()}
    heels = HEELS * SUIT_COUNT / PACK_SIZE
    return {"name": table.name, "variant": variant.name, "includes": ["hand", "crib"], **told, "heels": heels}


def _respond_in_turn(
    table: SeatThrows,
    side: tuple[int, ...],
    singles: Sequence[Change],
    deals: int,
    seed: int,
    progress: Progress | None,
) -> Change:
    """Let partners respond to each other until another turn gains nothing that can be told from chance."""
    variant = table.variant
    deals = max(deals // TURN_PART, 2)
    strategies = list(table.strategies)
    strategies[side[0] - 1] = singles[side[0] - 1].strategies[0]
    for turn in range(1, MOST_TURNS * len(side)):
        seat = side[turn % len(side)]
        values = throw_values(tally_deals((seed, _TURNS, seat, turn), deals, strategies, progress=progress), variant)
        response = respond(values[seat - 1], "response", variant)
        so_far = SeatThrows(table.name, tuple(strategies))
        another = Change((seat,), (response,))
        (gain,), _, _ = value_changes((seed, _DECIDING, seat, turn), deals, so_far, [another], progress=progress)
        if gain.mean <= gain.se:
            break
        strategies[seat - 1] = response
    return Change(side, tuple(strategies[seat - 1] for seat in side))


def _keep_sums(hands: NDArray[np.uint8], variant: Variant) -> NDArray[np.int32]:
    """Return the points of each keep of dealt hands over the starters that its player may see.

    On the thread that asks: the deals are spread over all of them already.
    """
    throws, tables = throws_of(variant), show_tables(variant.kept)
    sums = discard_kernels.keep_sums(
        hands.reshape(-1, variant.dealt),
        throws.thrown,
        throws.kept,
        tables.codes,
        tables.rank_keys,
        tables.points,
        keep_totals(variant),
        flush_points(variant.kept, crib=False, variant=variant),
    )
    return np.asarray(sums).reshape(*hands.shape[:2], variant.throws)


def _gain(total: float, square: float, deals: int) -> Gain:
    """Return the mean of a sum over deals and its standard error."""
    variance = max(square - total * total / deals, 0.0) / (deals - 1)
    return Gain(total / deals, float(np.sqrt(variance / deals)))
