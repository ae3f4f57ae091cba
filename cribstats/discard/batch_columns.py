"""The columns of a batch's result: a row for each hand, opponent and throw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import RANK_NAMES
from cribstats.discard.results import DiscardAnalysis
from cribstats.discard.roles import ROLES

if TYPE_CHECKING:
    import pyarrow as pa

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

Records = list[dict[str, Any]]


def throw_records(analysis: DiscardAnalysis, *, line: int = 1) -> Records:
    """Return a record for each throw of an analysis, the best first, with the columns of a batch."""
    told = {"line": line, "hand": " ".join(analysis.hand), "role": analysis.role, "opponent": analysis.opponent}
    records = [{**told, "place": place, **throw} for place, throw in enumerate(analysis.rows(), start=1)]
    return [{name: record[name] for name in COLUMNS} for record in records]


def rank_records(
    throws: Sequence[Mapping[str, Any]], ranks: NDArray[np.uint8], role: str, opponent: str, *, line: int
) -> Records:
    """Return a record for each throw of ranks (:func:`cribstats.discard.rank_hands.mean_rank_throws`), best first."""
    told = {"line": line, "hand": " ".join(RANK_NAMES[rank] for rank in ranks), "role": role, "opponent": opponent}
    records: Records = []
    for place, throw in enumerate(throws, start=1):
        cards = {name: " ".join(throw[name]) for name in ("throw", "keep")}
        record = {**told, **throw, **cards, "place": place}
        records.append({name: record[name] for name in COLUMNS})
    return records


def column_schema() -> pa.Schema:
    """Return the types of the columns: roles and opponents, of which there are few, as categories."""
    import pyarrow as pa

    category = pa.dictionary(pa.int32(), pa.large_string())
    kinds = {
        **dict.fromkeys(COLUMNS, pa.float64()),
        **dict.fromkeys(("line", "place"), pa.int64()),
        **dict.fromkeys(("hand", "throw", "keep"), pa.large_string()),
        **dict.fromkeys(("role", "opponent"), category),
    }
    return pa.schema([(name, kinds[name]) for name in COLUMNS])


def text_column(texts: NDArray[np.bytes_]) -> pa.Array:
    """Return ASCII texts of one length as a column, without making a Python string of each."""
    import pyarrow as pa

    letters = np.ascontiguousarray(texts)
    ends = np.arange(len(letters) + 1, dtype=np.int64) * letters.itemsize
    return pa.LargeStringArray.from_buffers(len(letters), pa.py_buffer(ends), pa.py_buffer(letters))


def column_table(columns: Mapping[str, Any], opponents: Sequence[str]) -> pa.Table:
    """Return columns as a table.

    Parameters
    ----------
    columns
        The values of each column of :data:`COLUMNS`; for roles their numbers in :data:`ROLES`, for opponents theirs in
        `opponents`.
    opponents
        The names of opponents, all different.
    """
    import pyarrow as pa

    schema = column_schema()
    arrays = []
    for name in COLUMNS:
        kind = schema.field(name).type
        if names := {"role": ROLES, "opponent": opponents}.get(name):
            numbers = pa.array(columns[name], kind.index_type)
            arrays.append(pa.DictionaryArray.from_arrays(numbers, pa.array(names, kind.value_type)))
        else:
            arrays.append(pa.array(columns[name], kind))
    return pa.Table.from_arrays(arrays, schema=schema)
