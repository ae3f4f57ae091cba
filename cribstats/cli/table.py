"""`cribstats table`: tables that have a name, printed or written to a file."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from cribstats import catalogue, tables
from cribstats.cli.console import counted, new_table, progress_bar, results, say, say_if_compiling
from cribstats.cli.options import DEFAULT_VARIANT, JsonOption, VariantOption, one_role, one_seat, whole_number
from cribstats.errors import ArgumentError
from cribstats.seats import check_seat
from cribstats.variants import find_variant

if TYPE_CHECKING:
    import pandas as pd

# No table is wider than this (letters).
WIDEST = 1000

# Of a table with more rows than people read, the first are shown.
MOST_ROWS_SHOWN = 400
FIRST_ROWS = 20


def table_command(
    name: Annotated[str, typer.Argument(metavar="NAME", help=f"Which table: {', '.join(catalogue.TABLES)}.")],
    dealer: Annotated[bool, typer.Option("--dealer", help="The dealer's rows alone.")] = False,
    pone: Annotated[bool, typer.Option("--pone", help="The pone's rows alone.")] = False,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat",
            parser=whole_number,
            metavar="N",
            help="Of three or four, the rows of one seat, from the dealer's left.",
        ),
    ] = None,
    opponent: Annotated[
        list[str] | None,
        typer.Option(
            "--opponent",
            metavar="NAME|FILE",
            help="By whose throws, as `discard --opponent` takes it. Several for the table opponent.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write it to a .parquet, .csv, .json, .html or .md file."),
    ] = None,
    variant: VariantOption = DEFAULT_VARIANT,
    as_json: JsonOption = False,
) -> None:
    """Print a table, or write it to a file.

    show: how often each score comes, over every hand or crib with every starter.
    crib: the average crib by the two cards thrown.
    throw: the best throw of every hand; throw-by-rank: by the ranks alone.
    keep: what each keep is worth and how often it is kept; card: how often cards
    of each rank are.
    deal: what the deal is worth; points: how often hands and cribs come to so much.
    opponent: how answers to other opponents differ; mistake: what rules of thumb
    lose; game: how the game differs from the other one of two players.
    pegging: what each keep pegs in the play, solved; pegging-sample: simulated.
    pegging-change: which throws the play changes.
    lead, lead-by-rank: what the pone leads; answer, answer-by-rank: what the
    dealer answers; trap: how often traps pay.

    Of three and four at the table there are show, and by seat crib (by the card
    thrown), throw (what each seat throws from every hand) and pegging-sample.

    For example:
      cribstats table mistake --dealer
      cribstats table throw --out throws.parquet
      cribstats table game --variant five-card
      cribstats table crib --variant four-handed --seat 2
    """
    if out is not None and as_json:
        raise ArgumentError("--json prints the table and --out writes it to a file: one of them expected")
    game = find_variant(variant)
    chosen = catalogue.find_table(name, game)
    opponents = catalogue.check_opponents(name, opponent or (), game)
    title = catalogue.table_title(name, game)
    if chosen.has_seats and dealer and not pone:
        seat = one_seat(seat, dealer, game)
        dealer = False
    role = one_role(dealer, pone) if dealer or pone else None
    if role and not chosen.has_roles:
        raise ArgumentError(f"table {name} has no rows of a role: neither --dealer nor --pone expected")
    if seat is not None:
        if not chosen.has_seats:
            raise ArgumentError(f"table {name} has no rows of a seat: no --seat expected")
        check_seat(seat, game)
    if out is not None:
        tables.check_table_path(out)
    say_if_compiling()
    metadata = catalogue.named_metadata(name, opponents=opponents, variant=game)
    if chosen.is_cached and not catalogue.cached_path(name, opponents=opponents, variant=game).exists():
        say(f"making table {name}, which is then kept: up to two minutes")
    with progress_bar(f"table {name}") as progress:
        frame = catalogue.make_table(name, opponents=opponents, variant=game, progress=progress)
    if role:
        frame = frame[frame["role"] == role].reset_index(drop=True)
    if seat is not None:
        frame = frame[frame["seat"] == seat].reset_index(drop=True)
    if out is not None:
        tables.write_table(frame, out, title=title, metadata=metadata)
        say(f"{counted(len(frame), 'row')} written to {out}")
    elif as_json:
        # In one line, as all commands print JSON; within it a line break is written as \n.
        pieces = tables.table_json(frame, title=title, metadata=metadata)
        sys.stdout.writelines(piece.replace("\n", "") for piece in pieces)
        sys.stdout.write("\n")
    else:
        # Of one role it need not be told row by row.
        dispensable = [*(["role"] if role else []), *(["seat", "crib"] if seat else []), *chosen.dispensable]
        _print_table(frame, title, metadata["description"], dispensable)


def _print_table(frame: pd.DataFrame, title: str, description: str, dispensable: Sequence[str]) -> None:
    console = results()
    console.print(title)
    console.print(description)
    console.print()
    shown = frame if len(frame) <= MOST_ROWS_SHOWN else frame.head(FIRST_ROWS)
    drawn = _rich_table(console, shown)
    left_out = []
    if not console.is_terminal:
        # Whoever reads the output of a pipe wants all columns.
        console.width = max(console.width, _width(console, drawn))
    for name in dispensable:
        if _width(console, drawn) > console.width:
            left_out.append(name)
            drawn = _rich_table(console, shown.drop(columns=left_out))
    console.print(drawn)
    if left_out:
        say(f"not shown, for want of room: {', '.join(left_out)}")
    if len(shown) < len(frame):
        say(f"the first {len(shown)} of {counted(len(frame), 'row')}: --out FILE writes all, --json prints all")


def _width(console: Console, drawn: Table) -> int:
    """Return how wide a table would be if nothing in it were cut or folded."""
    return console.measure(drawn, options=console.options.update(max_width=WIDEST)).maximum


def _rich_table(console: Console, frame: pd.DataFrame) -> Table:
    """Draw a frame: headings in as many lines as keep their columns narrow, numbers never broken."""
    shown = tables.text_table(frame)
    widths = [max(map(len, cells), default=0) for cells in zip(*shown.rows, strict=True)] or [0] * len(shown.headings)
    headings = [
        "\n".join(wrap(heading, max(width, *map(len, heading.split()))))
        for heading, width in zip(shown.headings, widths, strict=True)
    ]
    texts = [name for name, number in zip(headings, shown.numeric, strict=True) if not number]
    drawn = new_table(console, *headings, left=texts)
    drawn.padding = (0, 0)
    for column, number in zip(drawn.columns, shown.numeric, strict=True):
        if not number:
            column.no_wrap, column.overflow = False, "fold"
    for row in shown.rows:
        drawn.add_row(*row)
    return drawn
