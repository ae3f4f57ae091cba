"""Text of CSV files for tests."""

from __future__ import annotations


def csv_of(rows):
    """Join cells, or whole lines, to the text of a file."""
    return "\n".join(row if isinstance(row, str) else ",".join(map(str, row)) for row in rows)
