"""`cribstats strategy`: what a pair of strategies is worth and what it can be exploited for."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from cribstats.cards import PACK_SIZE, SUIT_COUNT
from cribstats.cli.console import new_table, print_json, progress_bar, results, say, say_if_compiling
from cribstats.cli.options import DEFAULT_VARIANT, JsonOption, VariantOption
from cribstats.discard.equilibrium import measure_pair
from cribstats.discard.opponents import find_pair
from cribstats.discard.pairs import SHIPPED
from cribstats.discard.results import EXACT, HEELS, SOLVED
from cribstats.seats import find_seat_throws
from cribstats.seats.gains import seat_facts
from cribstats.seats.places import OWNED_BY, owns_crib
from cribstats.seats.throws import SHIPPED_SEAT_THROWS
from cribstats.shipped import shipped_facts
from cribstats.variants import Variant, find_variant


def strategy_command(
    name: Annotated[str, typer.Argument(metavar="NAME|FILE", help="As --opponent takes it.")],
    recompute: Annotated[
        bool, typer.Option("--recompute", help="Measure a shipped strategy anew instead of telling its manifest.")
    ] = False,
    variant: VariantOption = DEFAULT_VARIANT,
    as_json: JsonOption = False,
) -> None:
    """Tell what a strategy is worth with both sides playing it, what best responses gain on it, and the means.

    In games of three and four a strategy is what all seats throw. What each seat,
    and each pair of partners, would gain by the best response is told; nothing
    there is an equilibrium.

    For example:
      cribstats strategy equilibrium
      cribstats strategy greedy --json
      cribstats strategy iterated --variant three-handed
    """
    game = find_variant(variant)
    if game.players > 2:
        _tell_seats(name, game, recompute=recompute, as_json=as_json)
        return
    pair = find_pair(name, variant=game)
    if pair.name in SHIPPED and not recompute:
        told = shipped_facts(pair.name, game)
    else:
        say_if_compiling()
        say("measuring: two sweeps over all hands, up to a minute")
        told = {**pair.metadata, **measure_pair(pair).to_dict()}
    includes, kind = (["hand", "crib"], EXACT) if pair.pegging is None else (["hand", "crib", "pegging"], SOLVED)
    told = {"name": pair.name, "includes": includes, "kind": kind, "variant": game.name, **told}
    told["heels"] = HEELS * SUIT_COUNT / PACK_SIZE
    if as_json:
        print_json(told)
    else:
        _print(told)


def _tell_seats(name: str, game: Variant, *, recompute: bool, as_json: bool) -> None:
    """Tell what the throws of all seats of a table are worth, and what each seat would gain by the best response."""
    if recompute or name not in SHIPPED_SEAT_THROWS:
        say_if_compiling()
        say("measuring by simulated deals: up to a minute")
    with progress_bar("deals simulated, in {total} parts") as progress:
        # Throws that have no name are measured, those that are shipped too.
        told = seat_facts(find_seat_throws(name, game) if recompute else name, game, progress=progress)
    if as_json:
        print_json(told)
    else:
        _print_seats(told, game)


def _play_lines(told: dict[str, Any]) -> list[tuple[str, str]]:
    """Return what is told of the play, if it counts."""
    if "pegging" not in told["means"]:
        return []
    lines = [("mean pegging", f"the dealer {told['means']['pegging']['dealer']:.4f} more than the pone")]
    if (gap := told.get("pegging_gap")) is not None:
        lines.append(("gap of the play", f"{gap:.4f} points a deal, what best responses in the play gain together"))
    if settled := told.get("settled"):
        moved = f"{settled['moved']:.3f} points at most, {settled['moved_on_average']:.4f} on average"
        lines.append(("settled", f"{settled['rounds']} rounds; in the end what a keep pegs moved {moved}"))
    return lines


def _print(told: dict[str, Any]) -> None:
    console = results()
    low, high = told["value"]
    means, gains, mixed = told["means"], told["gains"], told["mixed_share"]
    pegging = means.get("pegging")
    console.print(f"{told['name']}: " + ("hand, crib and play" if pegging else "points at the show, hand and crib"))
    console.print()
    played = means["dealer_hand"] - means["pone_hand"] + means["crib"] + (pegging["dealer"] if pegging else 0.0)
    frozen = ", what keeps peg being as it is" if pegging else ""
    for label, text in (
        ("both play it", f"{played:.8f} points a deal to the dealer"),
        ("against the best pone", f"{low:.8f}"),
        ("for the best dealer", f"{high:.8f}"),
        ("gains of best responses", f"dealer {gains['dealer']:.3g}, pone {gains['pone']:.3g} points a deal"),
        ("exploitability", f"{told['exploitability']:.3g} points a deal, the sum of both gains{frozen}"),
        ("mean hand", f"dealer {means['dealer_hand']:.4f}, pone {means['pone_hand']:.4f}"),
        ("mean crib", f"{means['crib']:.4f}"),
        *_play_lines(told),
        ("deals with a mixed throw", f"dealer {mixed['dealer']:.2%}, pone {mixed['pone']:.2%}, ties included"),
        ("heels", f"{told['heels']:.4f} a deal to the dealer, not in the numbers above"),
        ("kind", f"{told['kind']}; gains and means at the show of the strategies as they are: exact"),
    ):
        console.print(f"{label:25}{text}")
    if made_by := told.get("made_by"):
        console.print(f"{'made by':25}{made_by}, cribstats {told.get('version')}")


def _print_seats(told: dict[str, Any], game: Variant) -> None:
    """Print what is told of the throws of a table."""
    console = results()
    console.print(f"{told['name']}: points at the show, hand and crib; {game.name}")
    console.print()
    table = new_table(console, "seat", "the crib is", "mean hand", "±", "gain", "±", "at most", left=("the crib is",))
    for seat, gain in zip(told["means"]["hands"], told["gains"], strict=True):
        number = seat["seat"]
        table.add_row(
            f"{number}",
            OWNED_BY[owns_crib(number, game)],
            f"{seat['mean']:.4f}",
            f"{seat['se']:.4f}",
            _gained(gain["low"]),
            f"{gain['low_se']:.5f}",
            f"{gain['high']:.5f}",
        )
    console.print(table)
    console.print()
    means = told["means"]
    lines = [
        ("mean crib", f"{means['crib']:.4f}, standard error {means['crib_se']:.4f}"),
        ("gain", "what the best response that was found gains, the others throwing as they do (points a deal)"),
        ("at most", "what no response gains more than, but for chance: found and valued in the same deals"),
        *(
            (
                f"gain of {' and '.join(map(str, pair['seats']))}",
                f"{_gained(pair['low'])}, standard error {pair['low_se']:.5f}: by responses to each other, from below",
            )
            for pair in told.get("partner_gains", ())
        ),
        ("heels", f"{told['heels']:.4f} a deal to the dealer, not in the numbers above"),
        ("kind", f"sample of {told['n']:,} deals, seed {told['seed']}; ± is the standard error"),
    ]
    if made_by := told.get("made_by"):
        lines.append(("made by", f"{made_by}, cribstats {told.get('version')}"))
    for label, text in lines:
        console.print(f"{label:25}{text}")


def _gained(points: float) -> str:
    """Write a gain; chance may make one of nothing a little less."""
    return f"{points:.5f}".replace("-0.00000", "0.00000")
