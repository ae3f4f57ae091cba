"""The tables of games of more than two players, by seat."""

from __future__ import annotations

from collections.abc import Mapping

from cribstats.catalogue.named import NamedTable
from cribstats.catalogue.two_players import PEGGING_SAMPLE, TABLES
from cribstats.deals import simulate_seat_pegging
from cribstats.play.policies import GREEDY
from cribstats.seats.averages import seat_crib_averages
from cribstats.seats.listed import list_seat_throws
from cribstats.seats.throws import DEFAULT_SEAT_OPPONENT

# What the table of cribs is counted from: standard errors below 0.01 points, even where a rank is hardly ever thrown.
CRIB_SAMPLE = {"n": 20_000_000, "seed": 1}

SEAT_TABLES: Mapping[str, NamedTable] = {
    "show": TABLES["show"],
    "crib": NamedTable(
        title="The average crib by the card thrown and the seat",
        description=(
            f"A sample of {CRIB_SAMPLE['n']:,} deals, seed {CRIB_SAMPLE['seed']}, exact where all throw at random. All"
            " seats throw as {players} does; seats are counted from the dealer's left, the dealer is the last. crib:"
            " whose it is, seen from the seat. realised: mean crib over the deals in which the seat throws a card of"
            " the rank; one_card: only the card is known; each with its standard error (all in points). thrown: share"
            " of deals in which the rank is thrown (probability)."
        ),
        kind="sample",
        make=lambda asked: seat_crib_averages(
            variant=asked.variant,
            throws=asked.opponent,
            deals=CRIB_SAMPLE["n"],
            seed=CRIB_SAMPLE["seed"],
            progress=asked.progress,
        ),
        more=CRIB_SAMPLE,
        default_opponents=(DEFAULT_SEAT_OPPONENT,),
        has_roles=False,
        has_seats=True,
        dispensable=("kind", "n"),
        is_cached=True,
    ),
    "throw": NamedTable(
        title="What each seat throws from every hand",
        description=(
            "All seats throw as {players} does; seats are counted from the dealer's left, the dealer is the last. A row"
            " for each seat and each hand that is not the same but for the names of suits, dealt in so many ways. crib:"
            " whose it is, seen from the seat. throw: the likeliest, the first of those that are equally likely, with"
            " how likely it is (chance: probability). hand_points: mean points of the keep at the show, exact."
        ),
        kind="sample",
        make=lambda asked: list_seat_throws(variant=asked.variant, throws=asked.opponent),
        default_opponents=(DEFAULT_SEAT_OPPONENT,),
        has_roles=False,
        has_seats=True,
    ),
    "pegging-sample": NamedTable(
        title="What each keep pegs in the play by seat, by simulation",
        description=(
            f"A sample of {PEGGING_SAMPLE['n']:,} deals, seed {PEGGING_SAMPLE['seed']}. All seats throw as"
            " {players} does and play by the policy greedy; seats are counted from the dealer's left, the dealer is"
            " the last. own: mean points that the player with this keep pegs; net: what his side pegs less the mean"
            " of the other sides; each with its standard error (all in points). n: how many of the deals had the"
            " keep, of which few say little; keeps that none had are not listed."
        ),
        kind="sample",
        make=lambda asked: simulate_seat_pegging(
            throws=asked.opponent,
            plays=GREEDY,
            deals=PEGGING_SAMPLE["n"],
            seed=PEGGING_SAMPLE["seed"],
            variant=asked.variant,
            progress=asked.progress,
        ).by_keep(),
        more=PEGGING_SAMPLE,
        default_opponents=(DEFAULT_SEAT_OPPONENT,),
        has_roles=False,
        has_seats=True,
        is_cached=True,
    ),
}
