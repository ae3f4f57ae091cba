"""`cribstats discard --file`: the hands of a CSV file to a table."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from cribstats import tables
from cribstats.cli.console import BAD_INPUT, DONE, INTERRUPTED, counted, print_json, progress_bar, say, say_if_compiling
from cribstats.discard.batch import BatchResult, analyse_batch
from cribstats.errors import ArgumentError, FileError
from cribstats.files import describe, printable
from cribstats.variants import Variant

TITLE = "Discards"
DESCRIPTION = (
    "The throws of each hand, the best first. Points are means at the show; net is hand + crib + heels for the dealer"
    " and hand - crib - heels for the pone; pegging is not counted."
)


def discard_file(
    path: Path, out: Path | None, *, opponents: Sequence[str], best: bool, variant: Variant, as_json: bool
) -> int:
    """Analyse a file of hands, write or print the table, and return the exit status."""
    if out is not None:
        tables.check_table_path(out)
        for read in (path, *map(Path, opponents)):
            if out.exists() and read.exists() and out.samefile(read):
                raise ArgumentError(f"--out '{out}' is a file that is read: another name expected")
    say_if_compiling()
    done, total = 0, 0
    try:
        with progress_bar("hands") as draw:

            def progress(now_done: int, of_all: int) -> None:
                nonlocal done, total
                done, total = now_done, of_all
                draw(now_done, of_all)

            result = analyse_batch(path, opponents=opponents, best=best, variant=variant, progress=progress)
    except KeyboardInterrupt:
        if not done:
            raise
        say(f"interrupted: {done} of {counted(total, 'hand')} are kept; the same command goes on from there")
        return INTERRUPTED
    for row in result.bad_rows:
        say(f"{path} line {row.line}: {row.message}")
    if not result.hands:
        raise FileError(f"batch: '{path}' has no hand to analyse: rows such as \"5H 5C 6D 7S 8H QC\",dealer expected")
    if out is not None:
        metadata = describe(
            "exact",
            " ".join(["cribstats discard --file", printable(path.name), *(["--best"] if best else [])]),
            variant.name,
            description=DESCRIPTION,
            hands=result.hands,
            opponents=[printable(each) for each in opponents],
            lines_left_out=[row.line for row in result.bad_rows],
        )
        tables.write_table(result.frame, out, title=TITLE, metadata=metadata)
    elif as_json:
        bad_rows = [{"line": row.line, "message": row.message} for row in result.bad_rows]
        print_json({"rows": tables.frame_rows(result.frame), "bad_rows": bad_rows})
    else:
        result.frame.to_csv(sys.stdout, index=False, lineterminator="\n")
    _say_what_came(result, out)
    result.forget()
    return BAD_INPUT if result.bad_rows else DONE


def _say_what_came(result: BatchResult, out: Path | None) -> None:
    bad = len(result.bad_rows)
    if bad:
        told = f"{result.hands} of {counted(result.hands + bad, 'hand')} analysed, {counted(bad, 'bad row')} left out"
    else:
        told = f"{counted(result.hands, 'hand')} analysed"
    if out is not None:
        say(f"{told}, written to {out}")
    elif bad:
        say(told)
