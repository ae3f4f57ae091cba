"""`cribstats score`: what a hand or a crib is worth at the show."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cribstats.cards import card_names, parse_card, parse_cards
from cribstats.cli.console import counted, draw_cards, new_table, print_json, results
from cribstats.cli.options import DEFAULT_VARIANT, JsonOption, VariantOption
from cribstats.errors import ArgumentError
from cribstats.show import Score, score_hand
from cribstats.variants import find_variant


def score_command(
    cards: Annotated[
        str,
        typer.Argument(
            metavar="CARDS", help='The cards without the starter, in quotes: "5H 5C 5S JD"; "" if there are none.'
        ),
    ],
    starter: Annotated[
        str | None, typer.Argument(metavar="STARTER", help="The starter: 5D. It may be left out.")
    ] = None,
    crib: Annotated[bool, typer.Option("--crib", help="Count it as a crib: a flush needs the starter too.")] = False,
    void: Annotated[bool, typer.Option("--void", help="The crib is void: it counts nothing.")] = False,
    variant: VariantOption = DEFAULT_VARIANT,
    as_json: JsonOption = False,
) -> None:
    """Count a hand or a crib: every combination and the total.

    Cards are written 5H, 5h, 10h, Th, or with the symbols of the suits. Irregular
    hands and cribs are counted for what they are worth: short or long ones, the
    crib of six cards, a player left with none; or for nothing, if the crib is void.

    For example:
      cribstats score "5H 5C 5S JD" 5D
      cribstats score "2H 6H 8H TH" 4H --crib --json
      cribstats score "2H 6H TH" 8H --variant five-card
      cribstats score "5H 5C" JD
      cribstats score "7C 8D 8H" 9S --crib
      cribstats score "4C 5D 5H 6S 6H JC" 5C --crib
      cribstats score "" 5D
      cribstats score "5H 5C 5S JD KH" 5D --crib --void
    """
    if void and not crib:
        raise ArgumentError("--void is given without --crib: only a crib can be void")
    told = score_hand(cards, starter, crib=crib, void=void, variant=find_variant(variant))
    if as_json:
        print_json(told.to_dict())
        return
    console = results()
    held = card_names(sorted(parse_cards(cards)))
    line = draw_cards(console, held) if held else Text("no cards")
    if starter is not None:
        line = line + "   starter " + draw_cards(console, card_names([parse_card(starter)]))
    console.print(line)
    console.print()
    if told.parts:
        console.print(_parts_table(console, told))
        console.print()
    console.print(f"{told.aloud()}: {counted(told.total, 'point')}")


def _parts_table(console: Console, told: Score) -> Table:
    table = new_table(console, "combination", "cards", "points", "total", left=("combination", "cards"))
    running = 0
    for part in told.parts:
        running += part.points
        name = part.kind.replace("-", " ")
        table.add_row(name, draw_cards(console, card_names(part.cards)), str(part.points), str(running))
    return table
