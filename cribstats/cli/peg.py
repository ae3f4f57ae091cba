"""`cribstats peg`: a play, scored and explained card by card."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from cribstats.cards import card_names
from cribstats.cli.console import counted, draw_cards, new_table, print_json, results
from cribstats.cli.options import DEFAULT_VARIANT, JsonOption, VariantOption
from cribstats.errors import ArgumentError
from cribstats.play import Play, score_play
from cribstats.play.game import seat_phrase
from cribstats.variants import Variant, find_variant


def peg_command(
    *,
    pone: Annotated[
        str | None, typer.Option("--pone", metavar="CARDS", help='What the pone kept: "JC 9D JS TH".')
    ] = None,
    dealer: Annotated[
        str | None, typer.Option("--dealer", metavar="CARDS", help='What the dealer kept: "5C 9S 9H 8D".')
    ] = None,
    hand: Annotated[
        list[str] | None,
        typer.Option(
            "--hand",
            metavar="CARDS",
            help="Where more than two play, what each kept: once a seat, from the dealer's left, the dealer the last.",
        ),
    ] = None,
    order: Annotated[
        str,
        typer.Option("--order", metavar="CARDS", help="The cards as they are played. Each go may be told or left out."),
    ],
    variant: VariantOption = DEFAULT_VARIANT,
    as_json: JsonOption = False,
) -> None:
    """Score a play: what each card pegs and why, every go, and what each player gets.

    The pone leads, or who sits on the dealer's left. An order that is against the
    rules is refused. It may stop before the end, and hands may be short.

    For example:
      cribstats peg --pone "JC 9D JS TH" --dealer "5C 9S 9H 8D" --order "JC 5C 9D 9S JS 9H TH 8D"
      cribstats peg --variant five-card --pone "KC 9C 3C" --dealer "KD 8S 4S" --order "KC KD 9C"
      cribstats peg --variant three-handed --hand "KC 4H" --hand "KD 6S" --hand "8D AD" --order "KC KD 8D AD 4H 6S"
    """
    game = find_variant(variant)
    play = score_play(_hands_of_seats(pone, dealer, hand or [], game), order, variant=game)
    if as_json:
        print_json(play.to_dict())
        return
    console = results()
    console.print(_events_table(console, play))
    console.print()
    console.print(_told(play.points))
    if play.side_points != play.points:
        console.print(f"by sides: {_told(play.side_points)}")
    end = play.end
    if end.turn is not None:
        console.print(f"the play is not over: {seat_phrase(end.turn, game.players)} is to play")
    for seat, left in enumerate(end.hands):
        if left:
            player = seat_phrase(seat, game.players)
            console.print(f"not played by {player}: ", draw_cards(console, card_names(left)), sep="")


def _hands_of_seats(pone: str | None, dealer: str | None, hands: list[str], variant: Variant) -> list[str]:
    """Return the hands from the dealer's left, or raise an `ArgumentError`: two players have names, more have seats."""
    if variant.players > 2:
        given = " and ".join(option for option, cards in (("--pone", pone), ("--dealer", dealer)) if cards is not None)
        expected = f"--hand {variant.players} times, once a seat from the dealer's left, expected in {variant.name}"
        if given:
            raise ArgumentError(f"{given} given in a game of {variant.players}: {expected}")
        if len(hands) != variant.players:
            raise ArgumentError(f"{counted(len(hands), 'hand')} given: {expected}")
        return hands
    if hands:
        raise ArgumentError(f"--hand given in a game of two players: --pone and --dealer expected in {variant.name}")
    if pone is None or dealer is None:
        missing = "pone" if pone is None else "dealer"
        raise ArgumentError(f"--{missing} is missing: the cards that the {missing} kept expected")
    return [pone, dealer]


def _told(points: dict[str, int]) -> str:
    return ", ".join(f"{player} {number}" for player, number in points.items())


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
