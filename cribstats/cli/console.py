"""What the command says and where: results to stdout, messages and progress bars to stderr."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from rich.box import SIMPLE_HEAD, Box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cribstats.accelerate import is_compiled
from cribstats.cards import SUIT_NAMES
from cribstats.compute import Progress

DONE, BAD_INPUT, INTERRUPTED, READER_GONE = 0, 2, 130, 141

# Work shorter than this shows no progress bar (seconds).
PATIENCE = 2.0

SUIT_SYMBOLS = dict(zip(SUIT_NAMES, "♣♦♥♠", strict=True))
RED_SUITS = "DH"
BEST_MARK = "▸"

# Rich would put bars between all columns where there is no line to draw but a hyphen.
SIMPLE_HEAD_ASCII = Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)


def results() -> Console:
    """Return the console that results for people go to; colours only on a terminal, and not if NO_COLOR is set."""
    return Console(file=sys.stdout, highlight=False, markup=False, emoji=False)


def say(message: str) -> None:
    """Write a message to stderr, in one line whatever is in it."""
    line = "".join(letter if letter.isprintable() else " " for letter in message)
    with suppress(OSError, AttributeError):  # stderr full, or closed and so None
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()


def say_if_compiling() -> None:
    """Say that the first run on a machine takes longer, and why."""
    if not is_compiled():
        say("compiling for this machine, once for each kind of work: ten seconds to a minute")


def print_json(told: Any) -> None:
    """Print one JSON object to stdout, numbers in full precision."""
    sys.stdout.write(json.dumps(told, allow_nan=False) + "\n")


def can_draw(console: Console, text: str) -> bool:
    """Tell whether the console's encoding has these characters."""
    try:
        text.encode(console.encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def draw_cards(console: Console, names: Iterable[str]) -> Text:
    """Draw cards as people read them: suits as symbols, red ones red; as letters where there are no symbols."""
    symbols = can_draw(console, "".join(SUIT_SYMBOLS.values()))
    return Text(" ").join(
        Text(
            name[0] + "".join(SUIT_SYMBOLS[suit] if symbols else suit for suit in name[1:]),
            style="red" if name[1:] in tuple(RED_SUITS) else "",
        )
        for name in names
    )


def new_table(console: Console, *columns: str, left: Iterable[str] = ()) -> Table:
    """Return an empty table whose columns hold numbers, but for those that are `left`-aligned."""
    box = SIMPLE_HEAD_ASCII if console.options.ascii_only else SIMPLE_HEAD
    table = Table(box=box, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False, header_style="dim")
    on_the_left = set(left)
    for column in columns:
        table.add_column(column, justify="left" if column in on_the_left else "right", no_wrap=True)
    return table


def counted(number: int, noun: str) -> str:
    """Return a number of things.

    >>> counted(1, "hand"), counted(2, "bad row")
    ('1 hand', '2 bad rows')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


@contextmanager
def progress_bar(label: str) -> Iterator[Progress]:
    """Give a function that takes how much is done of how much, and draws a bar once the work has lasted a while.

    Parameters
    ----------
    label
        What is going on; ``{total}`` in it stands for how much there is.
    """
    bar: Any = None
    task: Any = None
    started = time.monotonic()

    def tell(done: int, total: int) -> None:
        nonlocal bar, task
        if bar is None and done < total and sys.stderr.isatty() and time.monotonic() - started > PATIENCE:
            bar = _new_bar()
            task = bar.add_task(label.format(total=total), total=total)
            bar.start()
        if bar is not None:
            bar.update(task, completed=done, total=total)

    try:
        yield tell
    finally:
        if bar is not None:
            bar.stop()


def _new_bar() -> Any:
    # Imported here: most runs are over before a bar is due.
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(bar_width=16), MofNCompleteColumn(), TimeRemainingColumn())
    return Bar(*columns, console=Console(stderr=True), transient=True)
