"""`cribstats peg`: a play, scored and explained card by card."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from cribstats.cards import card_names
from cribstats.cli.console import draw_cards, new_table, print_json, results
from cribstats.cli.options import DEFAULT_VARIANT, JsonOption, VariantOption
from cribstats.play import Play, score_play
from cribstats.play.game import seat_names
from cribstats.variants import find_variant


def peg_command(
    pone: Annotated[str, typer.Option("--pone", metavar="CARDS", help='What the pone kept: "JC 9D JS TH".')],
    dealer: Annotated[str, typer.Option("--dealer", metavar="CARDS", help='What the dealer kept: "5C 9S 9H 8D".')],
    order: Annotated[
        str,
        typer.Option("--order", metavar="CARDS", help="The cards as they are played. Each go may be told or left out."),
    ],
    variant: VariantOption = DEFAULT_VARIANT,
    as_json: JsonOption = False,
) -> None:
    """Score a play: what each card pegs and why, every go, and what each player gets.

    The pone leads. An order that is against the rules is refused. It may stop
    before the end.

    For example:
      cribstats peg --pone "JC 9D JS TH" --dealer "5C 9S 9H 8D" --order "JC 5C 9D 9S JS 9H TH 8D"
    """
    play = score_play([pone, dealer], order, variant=find_variant(variant))
    if as_json:
        print_json(play.to_dict())
        return
    console = results()
    console.print(_events_table(console, play))
    console.print()
    console.print(", ".join(f"{player} {points}" for player, points in play.points.items()))
    end = play.end
    if end.turn is not None:
        names = seat_names(len(end.hands))
        console.print(f"the play is not over: the {names[end.turn]} is to play")
    for name, hand in zip(play.points, end.hands, strict=True):
        if hand:
            console.print(f"not played by the {name}: ", draw_cards(console, card_names(hand)), sep="")


def _events_table(console: Console, play: Play) -> Table:
    table = new_table(console, "player", "card", "count", "points", "total", left=("player", "card", "count"))
    totals = dict.fromkeys(play.points, 0)
    names = list(totals)
    for event in play.events:
        name = names[event.seat]
        totals[name] += event.points
        card = draw_cards(console, [] if event.card is None else card_names([event.card]))
        points = (str(event.points), str(totals[name])) if event.parts else ("", "")
        table.add_row(name, card, event.told(), *points)
    return table
