"""Options that several commands take."""

from __future__ import annotations

from typing import Annotated

import typer

from cribstats.variants import SIX_CARD, VARIANTS

DEFAULT_VARIANT = SIX_CARD.name

VariantOption = Annotated[
    str, typer.Option("--variant", metavar="NAME", help=f"The game: {', '.join(VARIANTS)}.", show_default=False)
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object in full precision.")]
