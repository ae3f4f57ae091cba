"""Tables: any frame written to a file by its ending, with word of what made it."""

from __future__ import annotations

import html
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cribstats.errors import ArgumentError, FileError
from cribstats.files import METADATA_KEY, check_writable, read_text, written_whole

if TYPE_CHECKING:
    import pandas as pd

# What W3C's "Metadata Vocabulary for Tabular Data" has a reader look for beside a CSV.
SIDECAR_ENDING = "-metadata.json"
SIDECAR_CONTEXT = "http://www.w3.org/ns/csvw"

# Decimals of points in pages for people; probabilities have more, see `_decimals`.
POINT_DECIMALS = 3
MOST_DECIMALS = 9

# Pages with more rows than this no browser shows in good time.
MOST_ROWS_OF_A_PAGE = 50_000
# Rows that are turned into JSON at a time: each takes a kilobyte as Python's objects.
ROWS_AT_A_TIME = 10_000


class TextTable(NamedTuple):
    """A table as people read it: headings, which columns are numbers, and the rows."""

    headings: list[str]
    numeric: list[bool]
    rows: list[tuple[str, ...]]


def check_table_path(path: str | Path) -> Path:
    """Return the path of a table, or raise before the work is done.

    Raises
    ------
    FileError
        The ending is not known, the folder is missing or read-only, the path is a folder.
    """
    place = Path(path)
    if place.suffix.lower() not in _WRITERS:
        ending = f"ends in '{place.suffix}'" if place.suffix else "has no ending"
        raise FileError(f"'{place}' {ending}: {' '.join(_WRITERS)} expected")
    check_writable(place)
    if place.suffix.lower() == ".csv":
        check_writable(_sidecar(place))
    return place


def write_table(
    frame: pd.DataFrame | Iterable[pd.DataFrame], path: str | Path, *, title: str, metadata: Mapping[str, Any]
) -> None:
    """Write a frame to a file in the form that the file's ending names, whole or not at all.

    Parameters
    ----------
    frame
        Any frame. Its index is written if it has a name or holds labels; plain row numbers are not. Or the parts of a
        long one, at least one, all of the same columns: to ``.parquet`` and ``.csv`` each is written as it comes.
    path
        ``.parquet`` (metadata in the schema), ``.csv`` (metadata beside it, in ``<name>.csv-metadata.json``),
        ``.json`` (one object, metadata and rows), all three in full precision; ``.html`` (a page to read and to
        print) or ``.md`` (a table for GitHub), both rounded.
    title
        What stands above the table.
    metadata
        What made it, as :func:`cribstats.files.describe` gives it; ``description`` says what is seen and in which
        unit, and pages have it as their caption.

    Raises
    ------
    FileError
        The ending is not known, the file cannot be written, or the rows are too many for a page.
    ArgumentError
        Two columns have the same name.

    Examples
    --------
    >>> import pandas as pd, tempfile
    >>> from cribstats.files import describe
    >>> folder = Path(tempfile.mkdtemp())
    >>> frame = pd.DataFrame({"throw": ["5C QC", "7S QC"], "net": [16.6613, 12.5]})
    >>> write_table(frame, folder / "throws.md", title="Throws", metadata=describe("exact", "example", "six-card"))
    >>> print((folder / "throws.md").read_text(encoding="utf-8").splitlines()[4])
    | 5C QC | 16.661 |
    """
    place = check_table_path(path)
    write = _WRITERS[place.suffix.lower()]
    try:
        write(map(_flat, _parts(frame)), place, {"title": title, **metadata})
    except OSError as error:  # a disk that is full, a file that another program holds
        raise FileError(f"'{place}' cannot be written: {error.strerror or error}") from None


def read_metadata(path: str | Path) -> dict[str, Any]:
    """Read the metadata of a ``.parquet``, ``.csv`` or ``.json`` file that :func:`write_table` wrote.

    Raises
    ------
    FileError
        The ending is another, the file is missing, or it has no metadata of cribstats.
    """
    place = Path(path)
    readers = {".parquet": _parquet_metadata, ".csv": _csv_metadata, ".json": _json_metadata}
    if place.suffix.lower() not in readers:
        raise FileError(f"'{place}' keeps no metadata that can be read back: {' '.join(readers)} expected")
    try:
        told = readers[place.suffix.lower()](place)
    except (LookupError, TypeError, json.JSONDecodeError):
        told = None
    if not isinstance(told, dict):
        raise FileError(f"'{place}' has no metadata of cribstats")
    return told


def table_json(
    frame: pd.DataFrame | Iterable[pd.DataFrame], *, title: str, metadata: Mapping[str, Any]
) -> Iterator[str]:
    """Write a frame, or its parts, as one JSON object, ``{"metadata": ..., "rows": [...]}``, piece by piece."""
    told = json.dumps({"title": title, **metadata}, ensure_ascii=False)
    yield f'{{"metadata": {told},\n"rows": ['
    between = "\n"
    for part in _parts(frame):
        for start in range(0, len(part), ROWS_AT_A_TIME):
            rows = frame_rows(part.iloc[start : start + ROWS_AT_A_TIME])
            yield between + ",\n".join(json.dumps(row, ensure_ascii=False, allow_nan=False) for row in rows)
            between = ",\n"
    yield "\n]}\n"


def frame_rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a frame as JSON can have them: plain numbers in full precision, None for what is missing."""
    flat = _flat(frame)
    # In columns of objects None stays None; in columns of numbers it would turn into NaN again.
    rows = flat.astype(object).where(flat.notna(), None).to_dict("records")
    return [{str(name): value for name, value in row.items()} for row in rows]


def text_table(frame: pd.DataFrame) -> TextTable:
    """Return a frame as people read it: numbers rounded, thousands set apart, nothing where nothing is known."""
    import pandas as pd

    flat = _flat(frame)
    types = pd.api.types
    return TextTable(
        headings=[str(name).replace("_", " ") for name in flat],
        numeric=[types.is_numeric_dtype(kind) and not types.is_bool_dtype(kind) for kind in flat.dtypes],
        rows=list(zip(*(_text_cells(flat[name]) for name in flat), strict=True)),
    )


def _flat(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame whose columns are all there is to write."""
    import pandas as pd

    index = frame.index
    counts_rows = index.nlevels == 1 and index.name is None and pd.api.types.is_integer_dtype(index.dtype)
    flat = frame.reset_index(drop=counts_rows, allow_duplicates=True)
    flat.columns = pd.Index([" ".join(map(str, name)) if isinstance(name, tuple) else str(name) for name in flat])
    if not flat.columns.is_unique:
        twice = flat.columns[flat.columns.duplicated()][0]
        raise ArgumentError(f"column '{twice}' comes twice: columns of different names expected")
    # A column in which nothing is known is one of numbers: files of one kind have the same types.
    unknown = [name for name in flat if flat[name].dtype == object and flat[name].isna().all()]
    return flat.astype(dict.fromkeys(unknown, "float64"))


def csv_text(frame: pd.DataFrame, *, header: bool = True) -> str:
    r"""Return a frame as CSV: numbers in full precision, nothing where nothing is known.

    Examples
    --------
    >>> import pandas as pd
    >>> csv_text(pd.DataFrame({"throw": ["5C QC", "7S QC"], "net": [12.5, None]}))
    'throw,net\n5C QC,12.5\n7S QC,\n'
    """
    flat = _flat(frame)
    head = str(flat.head(0).to_csv(index=False, lineterminator="\n")) if header else ""
    rows = _plain_csv_rows(flat)
    return head + (str(flat.to_csv(index=False, header=False, lineterminator="\n")) if rows is None else rows)


def _plain_csv_rows(frame: pd.DataFrame) -> str | None:
    """Return a frame as rows of CSV, ten times as fast as pandas does; none if it does not have that plain a form.

    Plain are columns of whole numbers, of 64-bit floats and of text that needs no quotes. Rows are as pandas writes
    them, but for the form of exponents: 1e-7 for 1e-07.
    """
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.csv as pa_csv

    if len(frame.columns) == 1:  # where a missing value must not become a blank line
        return None
    try:
        table = pa.Table.from_pandas(frame, preserve_index=False)
    except (pa.ArrowInvalid, pa.ArrowTypeError):  # a column of things of several kinds
        return None
    columns = []
    for column in table.columns:
        kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
        if pa.types.is_float64(kind):
            # A whole number keeps its point: a reader then takes the column for what it is.
            columns.append(pc.replace_substring_regex(pc.cast(column, pa.large_string()), "^(-?[0-9]+)$", r"\1.0"))
        elif pa.types.is_integer(kind) or pa.types.is_string(kind) or pa.types.is_large_string(kind):
            columns.append(pc.cast(column, kind))
        else:
            return None
    rows = io.BytesIO()
    options = pa_csv.WriteOptions(include_header=False, quoting_style="none")
    try:
        pa_csv.write_csv(pa.Table.from_arrays(columns, names=table.column_names), rows, options)
    except pa.ArrowInvalid:  # text that needs quotes
        return None
    return rows.getvalue().decode()


def _write_parquet(parts: Iterable[pd.DataFrame], path: Path, metadata: dict[str, Any]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    with written_whole(path) as temporary, ExitStack() as opened:
        writer: Any = None
        schema: Any = None
        for frame in parts:
            table = pa.Table.from_pandas(frame, schema=schema, preserve_index=False)
            if writer is None:
                told = {**(table.schema.metadata or {}), METADATA_KEY.encode(): json.dumps(metadata).encode()}
                schema = table.schema.with_metadata(told)
                writer = opened.enter_context(pq.ParquetWriter(temporary, schema, write_page_checksum=True))
            writer.write_table(table.replace_schema_metadata(schema.metadata))


def _write_csv(parts: Iterable[pd.DataFrame], path: Path, metadata: dict[str, Any]) -> None:
    sidecar: dict[str, Any] = {"@context": SIDECAR_CONTEXT, "url": path.name, "dc:title": metadata["title"]}
    with (
        written_whole(path) as table,
        written_whole(_sidecar(path)) as beside,
        table.open("w", encoding="utf-8", newline="") as stream,
    ):
        for number, frame in enumerate(parts):
            if number == 0:
                sidecar["tableSchema"] = {"columns": [{"name": name, "titles": name} for name in frame]}
            stream.write(csv_text(frame, header=number == 0))
        sidecar["notes"] = [{METADATA_KEY: metadata}]
        _write_text(beside, json.dumps(sidecar, indent=2, ensure_ascii=False) + "\n")


def _write_json(parts: Iterable[pd.DataFrame], path: Path, metadata: dict[str, Any]) -> None:
    with written_whole(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as stream:
        stream.writelines(table_json(parts, title=metadata["title"], metadata=metadata))


def _write_html(parts: Iterable[pd.DataFrame], path: Path, metadata: dict[str, Any]) -> None:
    shown = text_table(_page_rows(parts, path))
    kinds = [' class="number"' if number else "" for number in shown.numeric]
    head = [f'<th scope="col"{kind}>{html.escape(name)}</th>' for name, kind in zip(shown.headings, kinds, strict=True)]
    rows = [
        "".join(f"<td{kind}>{html.escape(cell)}</td>" for cell, kind in zip(row, kinds, strict=True))
        for row in shown.rows
    ]
    told = [f"<dt>{html.escape(name)}</dt><dd>{html.escape(value)}</dd>" for name, value in _provenance(metadata)]
    page = _PAGE.format(
        title=html.escape(str(metadata["title"])),
        style=_STYLE,
        caption=html.escape(str(metadata.get("description", ""))),
        head="".join(head),
        rows="\n".join(f"<tr>{row}</tr>" for row in rows),
        footer="\n".join(told),
    )
    with written_whole(path) as temporary:
        _write_text(temporary, page)


def _write_markdown(parts: Iterable[pd.DataFrame], path: Path, metadata: dict[str, Any]) -> None:
    shown = text_table(_page_rows(parts, path))
    title, description = (_markdown_text(str(metadata.get(name, ""))) for name in ("title", "description"))
    lines = [
        f"# {title}",
        "",
        *([description, ""] if description else []),
        _markdown_row(map(_markdown_text, shown.headings)),
        _markdown_row("---:" if number else "---" for number in shown.numeric),
        *(_markdown_row(map(_markdown_text, row)) for row in shown.rows),
        "",
        "; ".join(f"{name}: {_markdown_text(value)}" for name, value in _provenance(metadata)),
        "",
    ]
    with written_whole(path) as temporary:
        _write_text(temporary, "\n".join(lines))


def _parts(frame: pd.DataFrame | Iterable[pd.DataFrame]) -> Iterable[pd.DataFrame]:
    import pandas as pd

    return [frame] if isinstance(frame, pd.DataFrame) else frame


def _page_rows(parts: Iterable[pd.DataFrame], path: Path) -> pd.DataFrame:
    """Join the rows of a page, unless they are too many."""
    import pandas as pd

    frames: list[pd.DataFrame] = []
    rows = 0
    for frame in parts:
        frames.append(frame)
        rows += len(frame)
        if rows > MOST_ROWS_OF_A_PAGE:
            raise FileError(
                f"'{path}': more than {MOST_ROWS_OF_A_PAGE:,} rows are no page: .parquet .csv .json expected"
            )
    return frames[0] if len(frames) == 1 else pd.concat(frames, ignore_index=True)


_WRITERS: Mapping[str, Callable[[Iterable[pd.DataFrame], Path, dict[str, Any]], None]] = {
    ".parquet": _write_parquet,
    ".csv": _write_csv,
    ".json": _write_json,
    ".html": _write_html,
    ".md": _write_markdown,
}


def _parquet_metadata(path: Path) -> Any:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        told = pq.read_schema(path).metadata or {}
    except FileNotFoundError:
        raise FileError(f"table: there is no file '{path}'") from None
    except (OSError, pa.ArrowInvalid):
        raise FileError(f"table: '{path}' is not a parquet file") from None
    return json.loads(told[METADATA_KEY.encode()])


def _csv_metadata(path: Path) -> Any:
    return json.loads(read_text(_sidecar(path), "metadata"))["notes"][0][METADATA_KEY]


def _json_metadata(path: Path) -> Any:
    return json.loads(read_text(path, "table"))["metadata"]


def _sidecar(path: Path) -> Path:
    return path.with_name(path.name + SIDECAR_ENDING)


def _write_text(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def _text_cells(column: pd.Series[Any]) -> list[str]:
    import pandas as pd

    form = "{}"
    if pd.api.types.is_float_dtype(column.dtype):
        form = f"{{:,.{_decimals(column)}f}}"
    elif pd.api.types.is_integer_dtype(column.dtype):
        form = "{:,}"
    return ["" if missing else form.format(value) for value, missing in zip(column, column.isna(), strict=True)]


def _decimals(column: pd.Series[Any]) -> int:
    """Choose how many decimals people see: more where all are probabilities, so that the rarest has two figures."""
    sizes = column[column != 0].dropna()
    if sizes.empty or not sizes.between(0, 1).all():
        return POINT_DECIMALS
    leading_zeros = int(f"{sizes.min():e}".partition("e-")[2] or 0) - 1
    return max(POINT_DECIMALS, min(MOST_DECIMALS, leading_zeros + 2))


def _provenance(metadata: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what pages tell of where their numbers come from."""
    labels = {"version": "cribstats", "made_by": "made by", "variant": "game"}
    return [
        (
            labels.get(name, name.replace("_", " ")),
            value if isinstance(value, str) else json.dumps(value, ensure_ascii=False),
        )
        for name, value in metadata.items()
        if name not in ("title", "description")
    ]


def _markdown_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _markdown_text(text: str) -> str:
    r"""Escape what GitHub's Markdown would read as markup.

    >>> _markdown_text("a|b *c*")
    'a\\|b \\*c\\*'
    """
    return re.sub(r"([\\`*_|<>&\[\]])", r"\\\1", " ".join(text.split()))


_STYLE = """\
body { font: 14px/1.45 system-ui, sans-serif; color: #222; max-width: 70em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.4em; font-weight: 600; margin: 0 0 0.6em; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums lining-nums; }
caption { text-align: left; color: #555; max-width: 45em; padding-bottom: 0.8em; }
th, td { text-align: left; padding: 0.15em 0.6em; vertical-align: baseline; white-space: nowrap; }
th { font-weight: normal; color: #555; border-bottom: 1px solid #222; }
th:first-child, td:first-child { padding-left: 0.2em; }
th:last-child, td:last-child { padding-right: 0.2em; }
.number { text-align: right; }
tbody tr:nth-child(5n) td { border-bottom: 1px solid #ddd; }
tbody tr:last-child td { border-bottom: 1px solid #222; }
footer { color: #555; font-size: 0.85em; margin-top: 1.5em; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1em; margin: 0; }
dd { margin: 0; overflow-wrap: anywhere; }
@media print {
  @page { margin: 1.5cm; }
  body { font-size: 9.5pt; max-width: none; margin: 0; padding: 0; color: #000; }
  thead { display: table-header-group; }
  tr, footer { break-inside: avoid; }
  caption, th, footer { color: #000; }
}"""

_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
<h1>{title}</h1>
<table>
<caption>{caption}</caption>
<thead><tr>{head}</tr></thead>
<tbody>
{rows}
</tbody>
</table>
<footer><dl>
{footer}
</dl></footer>
</body>
</html>
"""
