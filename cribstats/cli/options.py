"""Options that several commands take."""

from __future__ import annotations

from typing import Annotated

import typer

from cribstats.errors import ArgumentError
from cribstats.variants import SIX_CARD, VARIANTS

DEFAULT_VARIANT = SIX_CARD.name

VariantOption = Annotated[
    str, typer.Option("--variant", metavar="NAME", help=f"The game: {', '.join(VARIANTS)}.", show_default=False)
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object in full precision.")]


def one_role(dealer: bool, pone: bool) -> str:
    """Return the role that is asked for.

    Raises
    ------
    ArgumentError
        Both are, or neither is.
    """
    if dealer == pone:
        given = "--dealer and --pone are both" if dealer else "neither --dealer nor --pone is"
        raise ArgumentError(f"{given} given: one of them expected")
    return "dealer" if dealer else "pone"
