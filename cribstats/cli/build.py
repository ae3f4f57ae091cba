"""`cribstats build`: the tables that are derived once and kept."""

from __future__ import annotations

from typing import Annotated

import typer

from cribstats.catalogue import build_tables
from cribstats.cli.console import progress_bar, results, say_if_compiling
from cribstats.cli.options import DEFAULT_VARIANT, PairVariantOption
from cribstats.discard.opponents import DEFAULT_OPPONENT
from cribstats.variants import find_variant


def build_command(
    opponent: Annotated[
        str, typer.Option("--opponent", metavar="NAME|FILE", help="Against whom, as `discard --opponent` takes it.")
    ] = DEFAULT_OPPONENT,
    variant: PairVariantOption = DEFAULT_VARIANT,
) -> None:
    """Build the tables that are read from the cache, and tell where they are.

    Mean cribs of every throw of every hand, which many hands are read from, and
    the tables of `cribstats table` that take long. All are built when first
    needed in any case; together they take some minutes and 670 MB, for the table
    opponent needs the mean cribs against four players. Another opponent takes 235
    MB more. Interrupted, the same command builds the rest. CRIBSTATS_CACHE sets
    the place; what is in it may be removed at any time.

    For example:
      cribstats build
    """
    game = find_variant(variant)
    say_if_compiling()
    with progress_bar("tables") as progress:
        built = build_tables(opponent, variant=game, progress=progress)
    console = results()
    for what, path, was_there in built:
        console.print(f"{what}: {'was there' if was_there else 'built'}, {path}", soft_wrap=True)
