"""Options that several commands take."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from cribstats.discard import PEGGING_NAMES, Pegging
from cribstats.discard.opponents import find_pair
from cribstats.discard.pairs import is_pair
from cribstats.errors import ArgumentError
from cribstats.variants import SIX_CARD, VARIANTS, Variant

DEFAULT_VARIANT = SIX_CARD.name


def _variant_option(names: list[str]) -> Any:
    """Return the option that takes the name of one of these games."""
    return typer.Option("--variant", metavar="NAME", help=f"The game: {', '.join(names)}.", show_default=False)


_FOR_TWO = [name for name, variant in VARIANTS.items() if variant.players == 2]
_FOR_MORE = [name for name in VARIANTS if name not in _FOR_TWO]

VariantOption = Annotated[str, _variant_option(list(VARIANTS))]
PairVariantOption = Annotated[str, _variant_option(_FOR_TWO)]
SeatVariantOption = Annotated[str, _variant_option(_FOR_MORE)]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object in full precision.")]


def whole_number(text: str) -> int:
    """Read the value of an option that is a whole number; typer's own message would not say which value is wrong."""
    try:
        # Not what Python takes beside digits: underscores, other scripts.
        if re.fullmatch(r"[+-]?[0-9]{1,18}", text):
            return int(text)
    except TypeError:  # a default, that is a number already
        return int(text)
    raise typer.BadParameter(f"'{text}': a whole number expected")


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


def one_seat(seat: int | None, dealer: bool, variant: Variant) -> int:
    """Return the seat that is asked for.

    Raises
    ------
    ArgumentError
        None is, or two are.
    """
    if seat is not None and dealer:
        raise ArgumentError("--dealer and --seat are both given: one of them expected")
    if dealer:
        return variant.players
    if seat is None:
        raise ArgumentError(
            f"no seat is given: --seat 1, on the dealer's left, to --seat {variant.players}, the dealer, expected"
        )
    return seat


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
