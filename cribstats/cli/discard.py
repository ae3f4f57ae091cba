"""`cribstats discard`: every throw of a hand, or of the hands in a file, and what it is worth."""

from __future__ import annotations

import csv
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from cribstats.cli.console import DONE, print_json, progress_bar, results, say_if_compiling
from cribstats.cli.options import (
    DEFAULT_VARIANT,
    JsonOption,
    VariantOption,
    one_role,
    one_seat,
    read_pegging,
    whole_number,
)
from cribstats.cli.throws import View, show_analyses
from cribstats.compute import MOST_DIGITS
from cribstats.discard import AUTO_PEGGING, DEFAULT_OPPONENT, OPPONENT_NAMES, PEGGING_NAMES, compare_opponents
from cribstats.discard.batch_columns import COLUMNS, throw_records
from cribstats.errors import ArgumentError
from cribstats.seats.results import DEFAULT_DEALS as SEAT_DEALS
from cribstats.seats.throws import DEFAULT_SEAT_OPPONENT, SEAT_OPPONENTS
from cribstats.variants import find_variant

HAND_EXAMPLE = '"5H 5C 6D 7S 8H QC"'
SEAT_EXAMPLE = '"5H 5C 6D 7S 8H"'


def discard_command(
    hand: Annotated[
        str | None,
        typer.Argument(
            metavar="HAND",
            help=f'The cards dealt, in quotes: {HAND_EXAMPLE}. Of two players ranks alone, "A 2 7 9 J Q", will do.',
        ),
    ] = None,
    dealer: Annotated[
        bool, typer.Option("--dealer", help="The crib is yours: at a table of three or four the last seat.")
    ] = False,
    pone: Annotated[bool, typer.Option("--pone", help="The crib is the opponent's.")] = False,
    opponent: Annotated[
        list[str] | None,
        typer.Option(
            "--opponent",
            metavar="NAME|FILE",
            help=f"The opponent: {', '.join(OPPONENT_NAMES)}, a .csv table of mean cribs or a .npz strategy;"
            f" {DEFAULT_OPPONENT} if not given. With --seat: {', '.join(SEAT_OPPONENTS)} or a .npz file;"
            f" {DEFAULT_SEAT_OPPONENT} if not given. May be given several times.",
            show_default=False,
        ),
    ] = None,
    pegging: Annotated[
        str,
        typer.Option(
            "--pegging",
            metavar="|".join([*PEGGING_NAMES, "FILE"]),
            help="Whether the play counts: "
            + "; ".join(f"{name}, {what}" for name, what in PEGGING_NAMES.items())
            + "; or as in a .npz file that `solve play` or `solve net` wrote.",
        ),
    ] = AUTO_PEGGING,
    dead: Annotated[
        str | None, typer.Option("--dead", metavar="CARDS", help="Cards known to be out of the pack.")
    ] = None,
    starter: Annotated[
        str | None, typer.Option("--starter", metavar="CARD", help="The starter, if it is known.")
    ] = None,
    distribution: Annotated[
        bool, typer.Option("--distribution", help="Add how likely each number of points is.")
    ] = False,
    starters: Annotated[
        bool, typer.Option("--starters", help="Add the hand's points by starter, and means by kind of combination.")
    ] = False,
    need: Annotated[
        str | None,
        typer.Option("--need", metavar="N", help="Add the chance to reach N points at the show."),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="FILE", help="Analyse the hands of a CSV file, columns hand and role."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="With --file: write a .parquet, .csv, .json, .html or .md file."),
    ] = None,
    best: Annotated[bool, typer.Option("--best", help="With --file: the best throw of each hand alone.")] = False,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat",
            parser=whole_number,
            metavar="N",
            help="Three and four at the table: 1 on the dealer's left, the dealer the last.",
        ),
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(
            "--deals",
            parser=whole_number,
            metavar="N",
            help=f"With --seat: deals to simulate, {SEAT_DEALS:,} if not given.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            parser=whole_number,
            metavar="N",
            help="With --seat: what their chance follows from, 0 if not given.",
        ),
    ] = None,
    variant: VariantOption = DEFAULT_VARIANT,
    as_json: JsonOption = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV in full precision.")] = False,
) -> int:
    """Weigh every throw of a hand, exactly, or of every hand in a file.

    Points are means at the show, over every hand that the opponent may hold and
    every starter; and, solved, what the keep pegs in the play, mine minus theirs.
    A hand of ranks alone is a mean over the suits it may have.

    With three or four at the table (--variant, --seat) the hand is exact and the
    crib a sample of deals, but against random; the play is not counted.

    With --file the role of each hand is in the file. Rows that are no hand are
    told on stderr, the others still analysed, and the exit status is 2. Many hands
    are read from tables (see `cribstats build`), which are built if they are not
    there. When a batch was interrupted, the same command goes on from there.

    For example:
      cribstats discard "5H 5C 6D 7S 8H QC" --dealer
      cribstats discard "5H 5C 6D 7S 8H QC" --pone --opponent mine.csv
      cribstats discard "5H 5C 6D 7S 8H QC" --pone --pegging none
      cribstats discard "A 2 7 9 J Q" --dealer --need 8
      cribstats discard --file hands.csv --out results.parquet --best
      cribstats discard "5H 5C 6D 7S 8H" --variant three-handed --seat 1
    """
    view = View(distribution, starters, None if need is None else _points("--need", need))
    extras = {"--distribution": distribution, "--starters": starters, "--need": need is not None}
    if as_json and as_csv:
        raise ArgumentError("--json and --csv are both given: one of them expected")
    game = find_variant(variant)
    if game.players > 2:
        _refuse(
            {"--pone": pone, "--pegging": pegging != AUTO_PEGGING, **extras},
            game.name,
            "it is for games of two players",
        )
        _refuse(
            {"--file": file is not None, "--out": out is not None, "--best": best}, game.name, "hands come one by one"
        )
        if hand is None:
            raise ArgumentError(f"no hand is given: one such as {SEAT_EXAMPLE} expected")
        # What is for other games or files is imported by who asks for it: both take a tenth of a second.
        from cribstats.cli.seats import discard_at_seat

        discard_at_seat(
            hand,
            one_seat(seat, dealer, game),
            game,
            opponents=opponent,
            dead=dead,
            starter=starter,
            deals=SEAT_DEALS if deals is None else deals,
            seed=0 if seed is None else seed,
            as_json=as_json,
            as_csv=as_csv,
        )
        return DONE
    _refuse(
        {"--seat": seat is not None, "--deals": deals is not None, "--seed": seed is not None},
        game.name,
        "it is for three or four at the table",
    )
    opponents = opponent or [DEFAULT_OPPONENT]
    if file is not None:
        if hand is not None:
            raise ArgumentError(f"the hand '{hand}' and --file are both given: one of them expected")
        _refuse({"--dealer": dealer, "--pone": pone}, "--file", "each row has a role")
        _refuse(
            {"--dead": dead is not None, "--starter": starter is not None, **extras}, "--file", "it is for one hand"
        )
        if out is not None:
            _refuse({"--json": as_json, "--csv": as_csv}, "--out", "the file's ending says in which form it is written")
        from cribstats.cli.batch import discard_file

        return discard_file(
            file,
            out,
            opponents=opponents,
            pegging=read_pegging(pegging, game),
            best=best,
            variant=game,
            as_json=as_json,
        )
    if hand is None:
        raise ArgumentError(f"no hand is given: one such as {HAND_EXAMPLE}, or --file, expected")
    _refuse({"--out": out is not None, "--best": best}, "one hand", "it goes with --file")
    role = one_role(dealer, pone)
    if as_csv:
        _refuse(extras, "--csv", "its columns are those of a batch")
    say_if_compiling()
    with progress_bar("suits not known: mean over {total} suit patterns") as progress:
        analyses = compare_opponents(
            hand,
            role,
            opponents,
            pegging=read_pegging(pegging, game),
            dead=dead or (),
            starter=starter,
            variant=game,
            progress=progress,
        )
    if as_csv:
        writer = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(record for analysis in analyses for record in throw_records(analysis))
    elif as_json:
        told = [analysis.to_dict(**view._asdict()) for analysis in analyses]
        print_json(told[0] if len(told) == 1 else {"analyses": told})
    else:
        show_analyses(results(), analyses, opponents if opponent else None, view)
    return DONE


def _points(option: str, text: str) -> int:
    """Read a number of points; typer's own message would not say which value is wrong."""
    if not (text.isdecimal() and text.isascii() and len(text) <= MOST_DIGITS):
        raise ArgumentError(f"{option} is '{text}': a whole number of points, 0 to 9999, expected")
    return int(text)


def _refuse(options: Mapping[str, bool], where: str, why: str) -> None:
    """Raise an `ArgumentError` if one of these options is given."""
    for name, given in options.items():
        if given:
            raise ArgumentError(f"{name} cannot be given with {where}: {why}")
