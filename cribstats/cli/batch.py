"""`cribstats discard --file`: the hands of a CSV file to a table."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from cribstats import tables
from cribstats.cli.console import BAD_INPUT, DONE, INTERRUPTED, counted, print_json, progress_bar, say, say_if_compiling
from cribstats.compute import Progress
from cribstats.discard.batch import Batch
from cribstats.discard.opponents import PeggingLike
from cribstats.discard.results import EXACT, SOLVED
from cribstats.errors import ArgumentError, FileError
from cribstats.files import describe, printable
from cribstats.variants import Variant

TITLE = "Discards"
DESCRIPTION = (
    "The throws of each hand, the best first. Points are means; hand, crib and heels at the show, exact; pegging, where"
    " it counts, is mine minus theirs in the play, solved. Net is hand + crib + heels + pegging for the dealer and hand"
    " - crib - heels + pegging for the pone."
)


def discard_file(
    path: Path,
    out: Path | None,
    *,
    opponents: Sequence[str],
    pegging: PeggingLike,
    best: bool,
    variant: Variant,
    as_json: bool,
) -> int:
    """Analyse a file of hands, write or print the table, and return the exit status."""
    if out is not None:
        tables.check_table_path(out)
        for read in (path, *map(Path, opponents)):
            if out.exists() and read.exists() and out.samefile(read):
                raise ArgumentError(f"--out '{out}' is a file that is read: another name expected")
    say_if_compiling()
    batch = Batch(path, opponents=opponents, pegging=pegging, best=best, variant=variant)
    for row in batch.bad_rows:
        say(f"{path} line {row.line}: {row.message}")
    if not batch.hands:
        raise FileError(f"batch: '{path}' has no hand to analyse: rows such as \"5H 5C 6D 7S 8H QC\",dealer expected")
    if tables_to_build := batch.tables_to_build:
        say(f"building {counted(tables_to_build, 'table')} for this batch, once: some seconds each")
    try:
        with progress_bar("hands") as progress:
            if out is not None:
                _write(batch, path, out, opponents, best, variant, progress)
            elif as_json:
                bad_rows = [{"line": row.line, "message": row.message} for row in batch.bad_rows]
                print_json({"rows": tables.frame_rows(batch.whole_frame(progress=progress)), "bad_rows": bad_rows})
            else:
                for number, frame in enumerate(batch.frames(progress=progress)):
                    sys.stdout.write(tables.csv_text(frame, header=number == 0))
    except KeyboardInterrupt:
        if not batch.noted:
            raise
        of_all = counted(batch.one_by_one, "hand")
        say(f"interrupted: {batch.noted} of {of_all} are kept; the same command goes on from there")
        return INTERRUPTED
    _say_what_came(batch, out)
    batch.forget()
    return BAD_INPUT if batch.bad_rows else DONE


def _write(
    batch: Batch,
    path: Path,
    out: Path,
    opponents: Sequence[str],
    best: bool,
    variant: Variant,
    progress: Progress,
) -> None:
    metadata = describe(
        SOLVED if batch.counts_pegging else EXACT,
        " ".join(["cribstats discard --file", printable(path.name), *(["--best"] if best else [])]),
        variant.name,
        description=DESCRIPTION,
        hands=batch.hands,
        opponents=[printable(each) for each in opponents],
        lines_left_out=[row.line for row in batch.bad_rows],
    )
    tables.write_table(batch.frames(progress=progress), out, title=TITLE, metadata=metadata)


def _say_what_came(batch: Batch, out: Path | None) -> None:
    bad = len(batch.bad_rows)
    if bad:
        told = f"{batch.hands} of {counted(batch.hands + bad, 'hand')} analysed, {counted(bad, 'bad row')} left out"
    else:
        told = f"{counted(batch.hands, 'hand')} analysed"
    if out is not None:
        say(f"{told}, written to {out}")
    elif bad:
        say(told)
