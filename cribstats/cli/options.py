"""Options that several commands take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cribstats.discard import PEGGING_NAMES, Pegging
from cribstats.discard.opponents import find_pair
from cribstats.discard.pairs import is_pair
from cribstats.errors import ArgumentError
from cribstats.variants import SIX_CARD, VARIANTS, Variant

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


def read_pegging(given: str, variant: Variant) -> str | Pegging:
    """Return what counts for pegging: a name, or the table of a file: values of keeps, or strategies that count them.

    Raises
    ------
    ArgumentError, FileError
        It is neither, or the file is of another game.
    """
    if given in PEGGING_NAMES:
        return given
    if not given.lower().endswith(".npz"):
        raise ArgumentError(f"--pegging is '{given}': {', '.join(PEGGING_NAMES)} or a .npz file of values expected")
    if is_pair(Path(given)):
        pair = find_pair(given, variant=variant)
        if pair.pegging is None:
            raise ArgumentError(f"--pegging '{given}': its strategies count no pegging: a file of values expected")
        return pair.pegging
    # The play is not imported by who does not ask for it: that takes a tenth of a second.
    from cribstats.play.equilibrium import KeepValues
    from cribstats.settle import as_pegging

    values = KeepValues.load(given)
    if values.variant != variant:
        raise ArgumentError(f"--pegging '{given}' is of the {values.variant.name} game, not of {variant.name}")
    return as_pegging(values)
