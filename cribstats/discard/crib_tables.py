"""Tables of mean cribs by the two ranks thrown, as people publish them."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cribstats import files
from cribstats.cards import RANK_COUNT, RANK_NAMES, parse_ranks
from cribstats.errors import CribstatsError, FileError, OpponentError

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?", re.ASCII | re.IGNORECASE)


def check_crib_table(table: ArrayLike) -> NDArray[np.float64]:
    """Return a table of mean cribs as float64 of shape (13, 13).

    Raises
    ------
    OpponentError
        The shape is wrong, an entry is not a finite number, or the table is not symmetric.
    """
    try:
        array = np.asarray(table, dtype=np.float64)
    except (TypeError, ValueError):
        raise OpponentError("a table of mean cribs holds something that is not a number of points") from None
    if array.shape != (RANK_COUNT, RANK_COUNT):
        raise OpponentError(f"a table of mean cribs has shape {(RANK_COUNT, RANK_COUNT)}, not {array.shape}")
    if not np.isfinite(array).all():
        one, other = np.argwhere(~np.isfinite(array))[0]
        raise OpponentError(f"mean crib of {_pair(one, other)} is {array[one, other]}: a number of points expected")
    if (array != array.T).any():
        one, other = np.argwhere(array != array.T)[0]
        raise OpponentError(
            f"mean crib of {_pair(one, other)} is {array[one, other]} and of {_pair(other, one)} {array[other, one]}:"
            " a throw has no order, one number expected"
        )
    return array


def read_crib_table(path: str | Path) -> NDArray[np.float64]:
    """Read a table of mean cribs: 91 rows ``rank1,rank2,value`` under that header, or a 13 x 13 grid A to K.

    The grid may have ranks above and before it, and may leave out what lies below its diagonal.

    Returns
    -------
    float64 array of shape (13, 13), in points.

    Raises
    ------
    FileError
        The file cannot be read.
    OpponentError
        It is not such a table; the line or the pair of ranks is named.
    """
    place = files.as_path(path, "table of mean cribs")
    text = files.read_text(place, "table of mean cribs")
    try:
        rows = [
            (line, [cell.strip() for cell in row])
            for line, row in enumerate(csv.reader(io.StringIO(text)), start=1)
            if any(cell.strip() for cell in row)
        ]
    except csv.Error as error:
        raise FileError(f"table of mean cribs: '{place}' is not CSV: {error}") from None
    if not rows:
        raise FileError(f"table of mean cribs: '{place}' is empty: rows rank1,rank2,value or a 13 x 13 grid expected")
    header = [cell.lower() for cell in rows[0][1]]
    table = np.full((RANK_COUNT, RANK_COUNT), np.nan)
    if {"rank1", "rank2", "value"} <= set(header):
        if twice := [name for name in ("rank1", "rank2", "value") if header.count(name) > 1]:
            raise OpponentError(f"'{place}' has more than one column '{twice[0]}'")
        columns = [header.index(name) for name in ("rank1", "rank2", "value")]
        for line, row in rows[1:]:
            if len(row) != len(header):
                raise OpponentError(f"'{place}' line {line}: {','.join(row)!r} is not rank1,rank2,value")
            names = [row[column] for column in columns]
            _enter(table, _rank(names[0], place, line), _rank(names[1], place, line), names[2], place, line)
    else:
        if header[-1:] == ["k"]:
            line, cells = rows.pop(0)
            if [_rank(cell, place, line) for cell in cells[-RANK_COUNT:]] != list(range(RANK_COUNT)):
                raise OpponentError(f"'{place}' line {line}: {','.join(cells)!r}: the ranks A to K expected, in order")
        if len(rows) != RANK_COUNT:
            raise OpponentError(
                f"'{place}' has {len(rows)} rows of numbers: a header rank1,rank2,value or a 13 x 13 grid expected"
            )
        for first, (line, row) in enumerate(rows):
            cells = row[1:] if len(row) > RANK_COUNT and _rank(row[0], place, line) == first else row
            if len(cells) != RANK_COUNT:
                raise OpponentError(f"'{place}' line {line}: {len(cells)} numbers, {RANK_COUNT} expected")
            for second, text_value in enumerate(cells):
                if text_value or second >= first:
                    _enter(table, first, second, text_value, place, line)
    if np.isnan(table).any():
        one, other = np.argwhere(np.isnan(table))[0]
        raise OpponentError(f"'{place}' has no mean crib of {_pair(one, other)}: every pair of ranks expected")
    return check_crib_table(table)


def _enter(table: NDArray[np.float64], one: int, other: int, text: str, place: Path, line: int) -> None:
    # What float() takes besides (nan, 1_0, digits of other scripts) is a slip in a table.
    if not _NUMBER.fullmatch(text):
        raise OpponentError(f"'{place}' line {line}: {text!r} is not a number of points")
    value = float(text)
    before = table[one, other]
    if not np.isnan(before) and before != value:
        raise OpponentError(
            f"'{place}' line {line}: mean crib of {_pair(one, other)} is {value}, before {before}: one number expected"
        )
    table[one, other] = table[other, one] = value


def _rank(text: str, place: Path, line: int) -> int:
    try:
        return int(parse_ranks(text, count=1, what="rank")[0])
    except CribstatsError as error:
        raise OpponentError(f"'{place}' line {line}: {error}") from None


def _pair(one: int, other: int) -> str:
    return f"{RANK_NAMES[one]}-{RANK_NAMES[other]}"
