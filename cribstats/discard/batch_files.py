"""Files of hands: a CSV with the columns hand and role, each line a record of its own."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats import files
from cribstats.cards import is_ranks_only, parse_cards, parse_hands, parse_ranks
from cribstats.discard.roles import ROLES, check_role
from cribstats.errors import CribstatsError, FileError
from cribstats.variants import SIX_CARD, Variant

# What a line may hold and still be blank.
BLANK = " \t,;"


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


class BatchHands(NamedTuple):
    """The hands of a batch file, column by column.

    Attributes
    ----------
    lines
        The line that each stands on, int64 of shape (hands,).
    texts
        Each as it is written.
    roles
        Numbers of roles, in the order of :data:`cribstats.discard.roles.ROLES`: int8 of shape (hands,).
    cards
        Cards in ascending order, uint8 of shape (hands, dealt); zeros where only the ranks are known.
    suited
        Whether the suits are known, bool of shape (hands,).
    """

    lines: NDArray[np.int64]
    texts: list[str]
    roles: NDArray[np.int8]
    cards: NDArray[np.uint8]
    suited: NDArray[np.bool_]


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
    hands, bad = parse_batch(files.read_text(place, "batch"), place, variant)
    rows = zip(hands.lines.tolist(), hands.texts, hands.roles.tolist(), strict=True)
    return [BatchRow(line, text, ROLES[role]) for line, text, role in rows], bad


def parse_batch(text: str, place: Path, variant: Variant) -> tuple[BatchHands, list[BadRow]]:
    """Do what :func:`read_batch` does for the text of the file at `place`.

    Each line is a record of its own: a quote that is not closed spoils its line and no other.
    """
    lines = text.splitlines()
    first = next((number for number, line in enumerate(lines, start=1) if line.strip(BLANK)), None)
    if first is None:
        raise FileError(f"batch: '{place}' is empty: a CSV with the columns hand,role expected")
    hand_column, role_column, columns = _read_header(lines[first - 1], first, place)
    numbers: list[int] = []
    texts: list[str] = []
    roles: list[str] = []
    bad: list[BadRow] = []
    longest = csv.field_size_limit()
    for number, line in enumerate(lines[first:], start=first + 1):
        if not line.strip(BLANK):
            continue
        try:
            # Without quotes a record is cut at its commas, which is three times as quick as asking the csv module.
            cells = line.split(",") if '"' not in line and len(line) <= longest else _cells(line, "the line")
            if len(cells) != columns:
                raise FileError(f"{len(cells)} cells, {columns} expected (a hand that holds commas stands in quotes)")
        except FileError as error:
            bad.append(BadRow(number, str(error)))
            continue
        numbers.append(number)
        texts.append(cells[hand_column].strip())
        roles.append(cells[role_column])
    hands, not_hands = _check_rows(np.array(numbers, dtype=np.int64), texts, roles, variant)
    return hands, sorted(bad + not_hands, key=lambda row: row.line)


def _read_header(line: str, number: int, place: Path) -> tuple[int, int, int]:
    """Return the columns of the hand and of the role, and how many columns there are."""
    header = [cell.strip().lower() for cell in _cells(line, f"batch: '{place}' line {number}")]
    if missing := [name for name in ("hand", "role") if name not in header]:
        raise FileError(f"batch: '{place}' has no column '{missing[0]}' but {','.join(header)}: hand,role expected")
    if twice := [name for name in ("hand", "role") if header.count(name) > 1]:
        raise FileError(f"batch: '{place}' has more than one column '{twice[0]}': hand,role expected")
    return header.index("hand"), header.index("role"), len(header)


def _cells(line: str, what: str) -> list[str]:
    try:
        return next(csv.reader([line]))
    except csv.Error as error:
        raise FileError(f"{what} is not CSV: {error}") from None


def _check_rows(
    lines: NDArray[np.int64], texts: list[str], roles: list[str], variant: Variant
) -> tuple[BatchHands, list[BadRow]]:
    """Read the cells: at once what is written as most do, the rest one by one."""
    cards, suited = parse_hands(texts, variant.dealt)
    role_numbers = {text: _role_number(text) for text in set(roles)}
    numbers = np.fromiter(map(role_numbers.__getitem__, roles), dtype=np.int8, count=len(roles))
    good = np.ones(len(texts), dtype=np.bool_)
    bad = []
    for row in np.flatnonzero(~suited | (numbers < 0)).tolist():
        try:
            if is_ranks_only(texts[row]):
                parse_ranks(texts[row], count=variant.dealt)
            else:
                cards[row] = parse_cards(texts[row], count=variant.dealt)
                suited[row] = True
            check_role(roles[row])
        except CribstatsError as error:
            good[row] = False
            bad.append(BadRow(int(lines[row]), str(error)))
    if bad:
        texts = [texts[row] for row in np.flatnonzero(good).tolist()]
    return BatchHands(lines[good], texts, numbers[good], np.sort(cards[good], axis=1), suited[good]), bad


def _role_number(text: str) -> int:
    """Return the number of a role, -1 if the text is none."""
    try:
        return ROLES.index(check_role(text))
    except CribstatsError:
        return -1
