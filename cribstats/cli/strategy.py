"""`cribstats strategy`: what a pair of strategies is worth and what it can be exploited for."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from cribstats.cli.console import print_json, results, say, say_if_compiling
from cribstats.cli.options import DEFAULT_VARIANT, JsonOption, VariantOption
from cribstats.discard.equilibrium import measure_pair
from cribstats.discard.opponents import find_pair
from cribstats.discard.pairs import SHIPPED, shipped_measure
from cribstats.variants import find_variant


def strategy_command(
    name: Annotated[str, typer.Argument(metavar="NAME|FILE", help="As --opponent takes it.")],
    recompute: Annotated[
        bool, typer.Option("--recompute", help="Measure a shipped strategy anew instead of telling its manifest.")
    ] = False,
    variant: VariantOption = DEFAULT_VARIANT,
    as_json: JsonOption = False,
) -> None:
    """Tell the value of the deal, what best responses gain, and the means, with a strategy on both sides.

    For example:
      cribstats strategy equilibrium
      cribstats strategy greedy --json
    """
    game = find_variant(variant)
    pair = find_pair(name, variant=game)
    if pair.name in SHIPPED and not recompute:
        told = shipped_measure(pair.name)
    else:
        say_if_compiling()
        say("measuring: two sweeps over all hands, some ten seconds")
        told = {**pair.metadata, **measure_pair(pair).to_dict()}
    told = {"name": pair.name, "includes": ["hand", "crib"], **told}
    if as_json:
        print_json(told)
    else:
        _print(told)


def _print(told: dict[str, Any]) -> None:
    console = results()
    low, high = told["value"]
    means, gains, mixed = told["means"], told["gains"], told["mixed_share"]
    console.print(f"{told['name']}: points at the show, hand and crib, heels left out and told apart")
    console.print()
    for label, text in (
        ("value to the dealer", f"{low:.8f} to {high:.8f} points a deal"),
        ("exploitability", f"{told['exploitability']:.2e} points a deal, the sum of both gains"),
        ("gains of best responses", f"dealer {gains['dealer']:.2e}, pone {gains['pone']:.2e}"),
        ("mean hand", f"dealer {means['dealer_hand']:.4f}, pone {means['pone_hand']:.4f}"),
        ("mean crib", f"{means['crib']:.4f}"),
        ("deals with a mixed throw", f"dealer {mixed['dealer']:.2%}, pone {mixed['pone']:.2%}"),
        ("heels", "2 points in 4 of 52 deals, 0.1538 a deal to the dealer"),
    ):
        console.print(f"{label:26}{text}")
    if made_by := told.get("made_by"):
        console.print(f"{'made by':26}{made_by}, cribstats {told.get('version')}")
