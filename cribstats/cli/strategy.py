"""`cribstats strategy`: what a pair of strategies is worth and what it can be exploited for."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from cribstats.cards import PACK_SIZE, SUIT_COUNT
from cribstats.cli.console import print_json, results, say, say_if_compiling
from cribstats.cli.options import DEFAULT_VARIANT, JsonOption, VariantOption
from cribstats.discard.equilibrium import measure_pair
from cribstats.discard.opponents import find_pair
from cribstats.discard.pairs import SHIPPED
from cribstats.discard.results import EXACT, HEELS, SOLVED
from cribstats.shipped import shipped_facts
from cribstats.variants import find_variant


def strategy_command(
    name: Annotated[str, typer.Argument(metavar="NAME|FILE", help="As --opponent takes it.")],
    recompute: Annotated[
        bool, typer.Option("--recompute", help="Measure a shipped strategy anew instead of telling its manifest.")
    ] = False,
    variant: VariantOption = DEFAULT_VARIANT,
    as_json: JsonOption = False,
) -> None:
    """Tell what a strategy is worth with both sides playing it, what best responses gain on it, and the means.

    For example:
      cribstats strategy equilibrium
      cribstats strategy greedy --json
    """
    game = find_variant(variant)
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
