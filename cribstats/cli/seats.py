"""The throws of a hand at a table of three or four: asked for, and as people read them."""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cribstats.cli.console import (
    can_draw,
    draw_cards,
    new_table,
    print_json,
    progress_bar,
    results,
    say_if_compiling,
)
from cribstats.cli.throws import BEST_MARK, BEST_MARK_ASCII, EQUAL_NETS
from cribstats.seats import SEAT_OPPONENTS, SeatAnalysis, analyse_seat
from cribstats.seats.places import OPPONENT, OWN, PARTNER
from cribstats.seats.throws import DEFAULT_SEAT_OPPONENT
from cribstats.variants import Variant

OWNERS = {OWN: "the crib is yours", PARTNER: "the crib is your partner's", OPPONENT: "the crib is an opponent's"}
PLUS_MINUS, PLUS_MINUS_ASCII = "±", "+-"


def discard_at_seat(
    hand: str,
    seat: int,
    variant: Variant,
    *,
    opponents: Sequence[str] | None,
    dead: str | None,
    starter: str | None,
    deals: int,
    seed: int,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Analyse a hand against each of some opponents, and print what comes of it; none: against the default."""
    say_if_compiling()
    with progress_bar("simulating deals, in {total} parts") as progress:
        analyses = [
            analyse_seat(
                hand,
                seat,
                variant=variant,
                throws=opponent,
                dead=dead or (),
                starter=starter,
                deals=deals,
                seed=seed,
                progress=progress,
            )
            for opponent in opponents or [DEFAULT_SEAT_OPPONENT]
        ]
    if as_json:
        told = [analysis.to_dict() for analysis in analyses]
        print_json(told[0] if len(told) == 1 else {"analyses": told})
    elif as_csv:
        _print_csv(analyses)
    else:
        show_seat_analyses(results(), analyses, opponents)


def show_seat_analyses(console: Console, analyses: Sequence[SeatAnalysis], opponents: Sequence[str] | None) -> None:
    """Print the analyses of one hand, one for each opponent as the user called them; None if he called none."""
    console.print(_hand_line(console, analyses[0]))
    for analysis, asked in zip(analyses, opponents or [DEFAULT_SEAT_OPPONENT], strict=True):
        name = analysis.opponent if opponents else f"{analysis.opponent}, the default"
        console.print(f"opponents {name}: {SEAT_OPPONENTS.get(asked, 'everybody throws as this file says')}")
        console.print()
        console.print(_throws_table(console, analysis))
        console.print()
        for line in _notes(console, analysis):
            console.print(line, style="dim")
        console.print()


def _hand_line(console: Console, analysis: SeatAnalysis) -> Text:
    dealer = ", the dealer" if analysis.seat == analysis.variant.players else ""
    seat = f"seat {analysis.seat} of {analysis.variant.players}{dealer}: {OWNERS[analysis.crib_owner]}"
    line = draw_cards(console, analysis.hand) + f"   {seat}"
    if analysis.starter is not None:
        line = line + "   starter " + draw_cards(console, [analysis.starter])
    if analysis.dead:
        line = line + "   dead " + draw_cards(console, analysis.dead)
    return line


def _throws_table(console: Console, analysis: SeatAnalysis) -> Table:
    mark = BEST_MARK if can_draw(console, BEST_MARK) else BEST_MARK_ASCII
    error = _plus_minus(console)
    is_sample = analysis.deals is not None
    errors = [error] if is_sample else []
    columns = ["", "throw", "keep", "hand", "crib", *errors, "net", "behind", *errors]
    table = new_table(console, *columns, left=("throw", "keep"))
    for place, throw in enumerate(analysis.throws, start=1):
        is_best = throw.behind < EQUAL_NETS
        table.add_row(
            f"{mark if is_best else ' '}{place:2}",
            draw_cards(console, throw.throw),
            draw_cards(console, throw.keep),
            f"{throw.hand_points:.3f}",
            f"{throw.crib:.3f}",
            *([f"{throw.crib_se:.3f}"] if is_sample else []),
            f"{throw.net:.3f}",
            "" if is_best else f"{throw.behind:.3f}",
            *([] if not is_sample else [""] if is_best else [f"{throw.behind_se:.3f}"]),
            style="bold" if is_best else "",
        )
    return table


def _notes(console: Console, analysis: SeatAnalysis) -> list[str]:
    """Return what the numbers are and are not."""
    share, heels = analysis.crib_share, f"heels ({analysis.best.heels:.3f})"
    sign = "+" if share > 0 else "-"
    net = f"{sign} crib {sign} {heels}" if abs(share) == 1 else f"{sign} {abs(share):g} x (crib + {heels})"
    cards = "every starter" if analysis.starter is None else "this starter"
    if analysis.deals is None:
        made = f"exact: every card that the others may throw, {cards}"
    else:
        made = (
            f"hand exact: {cards}; crib a sample of {analysis.deals:,} deals, seed {analysis.seed},"
            f" {_plus_minus(console)} the standard error"
        )
    return [
        f"net = hand {net}: what counts for your side, less what counts for the others;"
        " no throw changes what other hands score, so they are left out",
        f"{made}; pegging is not counted",
    ]


def _plus_minus(console: Console) -> str:
    return PLUS_MINUS if can_draw(console, PLUS_MINUS) else PLUS_MINUS_ASCII


def _print_csv(analyses: Sequence[SeatAnalysis]) -> None:
    """Print a row for each throw against each opponent, in full precision."""
    writer = None
    for analysis in analyses:
        for place, row in enumerate(analysis.rows(), start=1):
            record = {
                "hand": " ".join(analysis.hand),
                "seat": analysis.seat,
                "opponent": analysis.opponent,
                "place": place,
                **row,
                "n": analysis.deals,
                "seed": analysis.seed,
            }
            if writer is None:
                writer = csv.DictWriter(sys.stdout, list(record), lineterminator="\n")
                writer.writeheader()
            writer.writerow(record)
