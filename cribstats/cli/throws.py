"""The throws of a hand as people read them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cribstats.cli.console import can_draw, counted, draw_cards, new_table
from cribstats.discard import DEFAULT_OPPONENT, OPPONENT_NAMES, DiscardAnalysis, ThrowAnalysis

BEST_MARK = "▸"
BEST_MARK_ASCII = ">"

# Nets closer than this are those of one and the same throw, added up in another order.
EQUAL_NETS = 1e-9

ROLES = {"dealer": "dealer: the crib is yours", "pone": "pone: the crib is the opponent's"}
# Heels are worth the same whatever is thrown, so they need no column.
NETS = {"dealer": "net = hand + crib + heels ({:.3f})", "pone": "net = hand - crib - heels ({:.3f})"}
PEGGING = " + pegging, mine minus theirs"
FILES = {".csv": "throws what is best by this table of mean cribs", ".npz": "throws by this strategy"}

# Smaller probabilities are told as less than this.
LEAST_SHARE = 1e-5


class View(NamedTuple):
    """What is shown beside the means."""

    distribution: bool = False
    starters: bool = False
    need: int | None = None


def show_analyses(
    console: Console, analyses: Sequence[DiscardAnalysis], opponents: Sequence[str] | None, view: View
) -> None:
    """Print the analyses of one hand, one for each opponent as the user called them; None if he called none."""
    first = analyses[0]
    console.print(_hand_line(console, first))
    for analysis, asked in zip(analyses, opponents or [DEFAULT_OPPONENT], strict=True):
        name = analysis.opponent if opponents else f"{analysis.opponent}, the default"
        what = OPPONENT_NAMES[analysis.opponent] if asked in OPPONENT_NAMES else FILES[Path(asked).suffix.lower()]
        console.print(f"opponent {name}: {what}")
        console.print()
        console.print(_throws_table(console, analysis, view.need))
        pegging, of_show = ("", "") if analysis.best.pegging is None else (PEGGING, " at the show")
        net = NETS[analysis.role].format(analysis.best.heels)
        console.print(f"{net}{pegging}; sd is that of net{of_show}", style="dim")
        console.print()
        if view.distribution:
            _show_distribution(console, analysis.best)
        if view.starters:
            _show_starters(console, analysis.best)
    if len(analyses) > 1:
        console.print("the best throw against each opponent; lead: its net less that of the next throw")
        console.print()
        console.print(_opponents_table(console, analyses))
        console.print()
    for line in _notes(analyses, view):
        console.print(line, style="dim")


def _hand_line(console: Console, analysis: DiscardAnalysis) -> Text:
    line = draw_cards(console, analysis.hand) + f"   {ROLES[analysis.role]}"
    if analysis.starter is not None:
        line = line + "   starter " + draw_cards(console, [analysis.starter])
    if analysis.dead:
        line = line + "   dead " + draw_cards(console, analysis.dead)
    return line


def _throws_table(console: Console, analysis: DiscardAnalysis, need: int | None) -> Table:
    mark = BEST_MARK if can_draw(console, BEST_MARK) else BEST_MARK_ASCII
    counts_pegging = analysis.best.pegging is not None
    columns = ["", "throw", "keep", "hand", "crib", *(["pegging"] if counts_pegging else []), "net", "behind", "sd"]
    if need is not None:
        columns.append(f"reaches {need}")
    table = new_table(console, *columns, left=("throw", "keep"))
    for place, throw in enumerate(analysis.throws, start=1):
        behind = analysis.best.net - throw.net
        is_best = behind < EQUAL_NETS
        cells: list[str | Text] = [
            f"{mark if is_best else ' '}{place:2}",
            draw_cards(console, throw.throw),
            draw_cards(console, throw.keep),
            f"{throw.hand_points:.3f}",
            f"{throw.crib:.3f}",
            *([] if throw.pegging is None else [f"{throw.pegging:.3f}"]),
            f"{throw.net:.3f}",
            "" if is_best else f"{behind:.3f}",
            f"{throw.net_sd:.2f}",
        ]
        if need is not None:
            cells.append(f"{throw.chance_to_reach(need):.1%}")
        table.add_row(*cells, style="bold" if is_best else "")
    return table


def _show_distribution(console: Console, throw: ThrowAnalysis) -> None:
    """Print how likely each number of points of a throw is."""
    net = throw.net_distribution
    told = (throw.hand_distribution, throw.crib_distribution, net)
    at_show = "" if throw.pegging is None else " at the show"
    console.print(Text(f"how likely each number of points is{at_show}, throwing ") + draw_cards(console, throw.throw))
    console.print()
    table = new_table(console, "points", "hand", "crib", "net", "net at least")
    values = {value for distribution in told for value in distribution}
    for value in range(min(values), max(values) + 1):
        cells = [_share(distribution[value]) if value in distribution else "" for distribution in told]
        at_least = sum(share for points, share in net.items() if points >= value)
        table.add_row(str(value), *cells, f"{at_least:.2%}" if at_least else "")
    console.print(table)
    console.print()


def _show_starters(console: Console, throw: ThrowAnalysis) -> None:
    """Print the hand's points by starter, and the means of hand and crib by kind of combination."""
    points = throw.starter_points
    lowest, highest = _points(min(points.values())), _points(max(points.values()))
    title = Text("the hand by starter, throwing ") + draw_cards(console, throw.throw)
    console.print(title + f": {lowest} to {highest}, mean {throw.hand_points:.3f}")
    console.print()
    alike: dict[str, list[str]] = defaultdict(list)
    for starter, value in sorted(points.items(), key=lambda item: -item[1]):
        alike[_points(value)].append(starter)
    table = new_table(console, "hand", "how many", "starters", left=("starters",))
    table.columns[-1].no_wrap = False
    for told, starters in alike.items():
        table.add_row(told, str(len(starters)), draw_cards(console, starters))
    console.print(table)
    console.print()
    kinds = new_table(console, "mean points", *throw.hand_kinds, "all", left=("mean points",))
    for name, means, total in (
        ("hand", throw.hand_kinds, throw.hand_points),
        ("crib", throw.crib_kinds, throw.crib),
    ):
        kinds.add_row(name, *(f"{mean:.3f}" for mean in means.values()), f"{total:.3f}")
    console.print(kinds)
    console.print()


def _opponents_table(console: Console, analyses: Sequence[DiscardAnalysis]) -> Table:
    table = new_table(console, "opponent", "throw", "keep", "net", "lead", left=("opponent", "throw", "keep"))
    for analysis in analyses:
        best, *others = analysis.throws
        lead = best.net - others[0].net if others else 0.0
        cards = (draw_cards(console, best.throw), draw_cards(console, best.keep))
        table.add_row(analysis.opponent, *cards, f"{best.net:.3f}", f"{lead:.3f}")
    return table


def _notes(analyses: Sequence[DiscardAnalysis], view: View) -> list[str]:
    """Return what the numbers are and are not."""
    analysis = analyses[0]
    starters = "every starter" if analysis.starter is None else "this starter"
    pegs = [each for each in analyses if each.best.pegging is not None]
    exact = "hand and crib exact" if pegs else "exact"
    without = "" if len(pegs) == len(analyses) else "; pegging is not counted"
    if pegs and without:
        without += " against " + ", ".join(each.opponent for each in analyses if each.best.pegging is None)
    notes = [f"{exact}: every hand the opponent may hold, {starters}{without}"]
    if pegs:
        gaps = [each.play_gap for each in pegs if each.play_gap is not None]
        within = f" within {max(gaps):.4f} points a deal" if gaps else ""
        notes.append(f"pegging solved{within}: what the keep pegs if both play their best, by ranks")
    if analysis.patterns is not None:
        patterns = counted(analysis.patterns, "suit pattern")
        notes.append(f"suits not known: mean over {patterns}, in each the best throw of these ranks")
    if view.need is not None:
        whose = "hand and crib" if analysis.role == "dealer" else "the hand"
        notes.append(
            f"reaches {view.need}: chance to count {view.need} or more at the show with {whose}; heels left out"
        )
    return notes


def _share(share: float) -> str:
    """Write a probability; one that is not nothing does not look like it."""
    return f"{share:.3%}" if share >= LEAST_SHARE else "<0.001%"


def _points(value: float) -> str:
    """Write points: whole ones as such, means of unknown suits with decimals."""
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.2f}"
