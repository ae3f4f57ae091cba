"""`cribstats table`: tables that have a name, printed or written to a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from cribstats import tables
from cribstats.cli.console import new_table, print_json, results, say, say_if_compiling
from cribstats.cli.options import DEFAULT_VARIANT, JsonOption, VariantOption
from cribstats.errors import ArgumentError
from cribstats.variants import find_variant

if TYPE_CHECKING:
    import pandas as pd

# No table is wider than this (letters).
WIDEST = 1000


def table_command(
    name: Annotated[str, typer.Argument(metavar="NAME", help=f"Which table: {', '.join(tables.TABLES)}.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write it to a .parquet, .csv, .json, .html or .md file."),
    ] = None,
    variant: VariantOption = DEFAULT_VARIANT,
    as_json: JsonOption = False,
) -> None:
    """Print a table, or write it to a file.

    show: how often each score comes, over every hand or crib with every starter.
    crib: the average crib by the two cards thrown, for dealer and pone.
    pegging: what each keep pegs in the play, by simulation (half a minute).

    For example:
      cribstats table show
      cribstats table show --out show.html
    """
    if out is not None and as_json:
        raise ArgumentError("--json prints the table and --out writes it to a file: one of them expected")
    chosen = tables.find_table(name)
    game = find_variant(variant)
    if out is not None:
        tables.check_table_path(out)
    say_if_compiling()
    frame = chosen.make(game)
    metadata = tables.named_metadata(name, variant=game)
    if out is not None:
        tables.write_table(frame, out, title=chosen.title, metadata=metadata)
        say(f"{len(frame)} rows written to {out}")
    elif as_json:
        print_json(tables.table_object(frame, title=chosen.title, metadata=metadata))
    else:
        console = results()
        console.print(chosen.title)
        console.print(chosen.description)
        console.print()
        drawn = _rich_table(console, frame)
        if not console.is_terminal:
            # Whoever reads the output of a pipe wants the numbers whole.
            unlimited = console.options.update(max_width=WIDEST)
            console.width = max(console.width, console.measure(drawn, options=unlimited).maximum)
        console.print(drawn)


def _rich_table(console: Console, frame: pd.DataFrame) -> Table:
    shown = tables.text_table(frame)
    texts = [name for name, number in zip(shown.headings, shown.numeric, strict=True) if not number]
    drawn = new_table(console, *shown.headings, left=texts)
    drawn.padding = (0, 0)
    for column in drawn.columns:
        # Two lines rather than a cut-off number where the terminal is narrow.
        column.no_wrap, column.overflow = False, "fold"
    for row in shown.rows:
        drawn.add_row(*row)
    return drawn
