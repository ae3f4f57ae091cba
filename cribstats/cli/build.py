"""`cribstats build`: the tables that are derived once and kept."""

from __future__ import annotations

from typing import Annotated

import typer

from cribstats.cli.console import progress_bar, results, say_if_compiling
from cribstats.cli.options import DEFAULT_VARIANT, VariantOption
from cribstats.discard.built import build_tables
from cribstats.discard.opponents import DEFAULT_OPPONENT
from cribstats.variants import find_variant


def build_command(
    opponent: Annotated[
        str, typer.Option("--opponent", metavar="NAME|FILE", help="Against whom, as `discard --opponent` takes it.")
    ] = DEFAULT_OPPONENT,
    variant: VariantOption = DEFAULT_VARIANT,
) -> None:
    """Build the tables of mean cribs that many hands are read from, and tell where they are.

    They are built when first needed in any case; 116 MB a role, some seconds. CRIBSTATS_CACHE sets the place.

    For example:
      cribstats build
    """
    game = find_variant(variant)
    say_if_compiling()
    with progress_bar("tables") as progress:
        tables = build_tables(opponent, variant=game, progress=progress)
    console = results()
    for table in tables:
        state = "was there" if table.was_there else "built"
        console.print(f"{table.role} against {table.opponent}: {state}, {table.path}", soft_wrap=True)
