"""Many hands from a file: bad rows are reported, good ones kept, and an interrupted batch goes on where it stopped."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cribstats import files
from cribstats.accelerate import kernel_hash
from cribstats.cards import is_ranks_only, parse_cards, parse_ranks
from cribstats.compute import Progress
from cribstats.discard.analysis import analyse_discard
from cribstats.discard.opponents import DEFAULT_OPPONENT, Opponent, OpponentLike, find_opponent
from cribstats.discard.results import DiscardAnalysis
from cribstats.discard.roles import check_role
from cribstats.errors import ArgumentError, CribstatsError, FileError
from cribstats.variants import SIX_CARD, Variant

if TYPE_CHECKING:
    import pandas as pd

# How long the notes of a batch are kept: a month.
KEPT_SECONDS = 30 * 86_400

COLUMNS = (
    "line",
    "hand",
    "role",
    "opponent",
    "place",
    "throw",
    "keep",
    "hand_points",
    "crib",
    "heels",
    "pegging",
    "net",
)


@dataclass(frozen=True)
class BatchRow:
    """A hand of a batch file, with the line it stands on (the header is line 1)."""

    line: int
    hand: str
    role: str


@dataclass(frozen=True)
class BadRow:
    """A line of a batch file that is no hand, and why."""

    line: int
    message: str


@dataclass(frozen=True)
class BatchResult:
    """What came of a batch.

    Attributes
    ----------
    frame
        A row for each hand, opponent and throw, in the order of the file, the best throw first.
    bad_rows
        The lines left out.
    hands
        How many hands were analysed.
    notes
        The file in the cache that lets the same batch go on, or come again at once.
    """

    frame: pd.DataFrame
    bad_rows: tuple[BadRow, ...]
    hands: int
    notes: Path

    def forget(self) -> None:
        """Remove the notes, once the results are safe somewhere."""
        with suppress(OSError):
            self.notes.unlink()


def read_batch(path: str | Path, *, variant: Variant = SIX_CARD) -> tuple[list[BatchRow], list[BadRow]]:
    """Read a CSV of hands with the columns ``hand`` and ``role``; others are passed over.

    Returns
    -------
    The good rows, and the bad ones with the reason.

    Raises
    ------
    FileError
        The file is missing, empty, not UTF-8 or without one of the columns.
    """
    place = files.as_path(path, "batch")
    return _parse_batch(files.read_text(place, "batch"), place, variant)


def _parse_batch(text: str, place: Path, variant: Variant) -> tuple[list[BatchRow], list[BadRow]]:
    """Read each line as a record of its own: a quote that is not closed spoils its line and no other."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip(" \t,;")]
    if not lines:
        raise FileError(f"batch: '{place}' is empty: a CSV with the columns hand,role expected")
    header = [cell.strip().lower() for cell in _cells(lines[0][1], f"batch: '{place}' line {lines[0][0]}")]
    if missing := [name for name in ("hand", "role") if name not in header]:
        raise FileError(f"batch: '{place}' has no column '{missing[0]}' but {','.join(header)}: hand,role expected")
    if twice := [name for name in ("hand", "role") if header.count(name) > 1]:
        raise FileError(f"batch: '{place}' has more than one column '{twice[0]}': hand,role expected")
    hand_column, role_column = header.index("hand"), header.index("role")
    good: list[BatchRow] = []
    bad: list[BadRow] = []
    for line, content in lines[1:]:
        try:
            row = _cells(content, "the line")
            good.append(_check_row(line, row, hand_column, role_column, len(header), variant))
        except CribstatsError as error:
            bad.append(BadRow(line, str(error)))
    return good, bad


def analyse_batch(
    path: str | Path,
    *,
    opponents: Sequence[OpponentLike] = (DEFAULT_OPPONENT,),
    best: bool = False,
    variant: Variant = SIX_CARD,
    progress: Progress | None = None,
) -> BatchResult:
    """Analyse all hands of a CSV file.

    Parameters
    ----------
    path
        CSV with the columns ``hand`` and ``role``.
    opponents
        As :func:`cribstats.discard.find_opponent` takes them; each hand is analysed against each.
    best
        Keep only the best throw of each hand.
    variant
        The game.
    progress
        Told how many hands are done, of how many.

    Raises
    ------
    FileError, OpponentError, ArgumentError
        The file, or an opponent, cannot be read, or none is given. Bad rows raise nothing; they are in the result.

    Notes
    -----
    What is done is noted in the cache as it goes, and stays there until :meth:`BatchResult.forget`, or for a month. A
    batch of the same file, opponents and options takes up the notes and does the rest.
    """
    import pandas as pd

    if not opponents:
        raise ArgumentError("no opponents given: at least one expected")
    place = files.as_path(path, "batch")
    text = files.read_text(place, "batch")
    rows, bad = _parse_batch(text, place, variant)
    resolved = {role: [find_opponent(each, role, variant=variant) for each in opponents] for role in _roles(rows)}
    journal = _Journal(_batch_key(text, resolved, best, variant))
    done = journal.read()
    with journal:
        for number, row in enumerate(rows, start=1):
            if row.line not in done:
                done[row.line] = _analyse_row(row, resolved[row.role], best, variant)
                journal.note(row.line, done[row.line])
            if progress is not None:
                progress(number, len(rows))
    records = [record for row in rows for record in done[row.line]]
    frame = pd.DataFrame(records, columns=list(COLUMNS))
    return BatchResult(frame, tuple(bad), len(rows), journal.path)


def throw_records(analysis: DiscardAnalysis, *, line: int = 1) -> list[dict[str, Any]]:
    """Return a record for each throw of an analysis, the best first, with the columns of a batch."""
    told = {"line": line, "hand": " ".join(analysis.hand), "role": analysis.role, "opponent": analysis.opponent}
    records = [{**told, "place": place, **throw} for place, throw in enumerate(analysis.rows(), start=1)]
    return [{name: record[name] for name in COLUMNS} for record in records]


def _cells(line: str, what: str) -> list[str]:
    try:
        return next(csv.reader([line]))
    except csv.Error as error:
        raise FileError(f"{what} is not CSV: {error}") from None


def _check_row(
    line: int, row: list[str], hand_column: int, role_column: int, columns: int, variant: Variant
) -> BatchRow:
    if len(row) != columns:
        raise FileError(f"{len(row)} cells, {columns} expected (a hand that holds commas stands in quotes)")
    hand = row[hand_column].strip()
    if is_ranks_only(hand):
        parse_ranks(hand, count=variant.dealt)
    else:
        parse_cards(hand, count=variant.dealt)
    return BatchRow(line, hand, check_role(row[role_column]))


def _analyse_row(row: BatchRow, opponents: Sequence[Opponent], best: bool, variant: Variant) -> list[dict[str, Any]]:
    records = []
    for opponent in opponents:
        analysis = analyse_discard(row.hand, row.role, opponent=opponent, variant=variant)
        throws = throw_records(analysis, line=row.line)
        records += throws[:1] if best else throws
    return records


def _roles(rows: Sequence[BatchRow]) -> list[str]:
    return sorted({row.role for row in rows})


def _batch_key(text: str, opponents: dict[str, list[Opponent]], best: bool, variant: Variant) -> str:
    """Text that is the same for a batch that would give the same result."""
    digest = hashlib.sha256(text.encode())
    told = {
        "best": best,
        "variant": variant.name,
        "version": files.package_version(),
        "kernels": kernel_hash(),
        "opponents": {role: [each.fingerprint for each in some] for role, some in opponents.items()},
    }
    digest.update(json.dumps(told, sort_keys=True).encode())
    return digest.hexdigest()[:24]


class _Journal:
    """Notes of what a batch has done: a line of JSON for each hand, so a cut-off last line loses one hand at most."""

    def __init__(self, key: str) -> None:
        self.path = files.cache_folder() / "batches" / f"{key}.jsonl"
        self._stream: io.TextIOBase | None = None

    def read(self) -> dict[int, list[dict[str, Any]]]:
        done: dict[int, list[dict[str, Any]]] = {}
        try:
            lines = self.path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return done
        for line in lines:
            try:
                number, records = json.loads(line)
                if records and all(tuple(record) == COLUMNS for record in records):
                    done[number] = records
            except (TypeError, ValueError, RecursionError):
                continue
        return done

    def __enter__(self) -> _Journal:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._clear_old()
            self._stream = self.path.open("a", encoding="utf-8")
            # Ends a line that an interruption cut off.
            self._stream.write("\n")
        except OSError:
            self._stream = None  # a cache that cannot be written only costs the resuming
        return self

    def note(self, line: int, records: list[dict[str, Any]]) -> None:
        try:
            if self._stream is not None:
                self._stream.write(json.dumps([line, records]) + "\n")
                self._stream.flush()
        except OSError:  # a full disk only costs the resuming
            self._close()

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        if self._stream is not None:
            with suppress(OSError):
                self._stream.close()
            self._stream = None

    def _clear_old(self) -> None:
        """Remove the notes of batches that nobody went on with."""
        for path in self.path.parent.glob("*.jsonl"):
            with suppress(OSError):
                if time.time() - path.stat().st_mtime > KEPT_SECONDS:
                    path.unlink()
