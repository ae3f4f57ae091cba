"""Tables: any frame written to a file by its ending, with word of what made it; and the tables that have a name."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cribstats.deals import simulate_pegging
from cribstats.discard.averages import crib_averages_of_both
from cribstats.errors import ArgumentError, FileError
from cribstats.files import METADATA_KEY, check_writable, describe, read_text, written_whole
from cribstats.show import show_distribution
from cribstats.variants import SIX_CARD, Variant

if TYPE_CHECKING:
    import pandas as pd

# What W3C's "Metadata Vocabulary for Tabular Data" has a reader look for beside a CSV.
SIDECAR_ENDING = "-metadata.json"
SIDECAR_CONTEXT = "http://www.w3.org/ns/csvw"

# Decimals of points in pages for people; probabilities have more, see `_decimals`.
POINT_DECIMALS = 3
MOST_DECIMALS = 9


@dataclass(frozen=True)
class NamedTable:
    """A table that the command makes by its name.

    Attributes
    ----------
    title
        What stands above it.
    description
        What is seen, and in which unit.
    kind
        ``exact``, ``solved``, ``sample`` or ``bound``.
    make
        Makes it for a game.
    more
        What else its metadata say: how many deals a sample has, and its seed.
    """

    title: str
    description: str
    kind: str
    make: Callable[[Variant], pd.DataFrame]
    more: Mapping[str, Any] = field(default_factory=dict)


# What the table of pegging is counted from: standard errors of some 0.1 points for keeps that are often held.
PEGGING_SAMPLE = {"n": 1_000_000, "seed": 1}


class TextTable(NamedTuple):
    """A table as people read it: headings, which columns are numbers, and the rows."""

    headings: list[str]
    numeric: list[bool]
    rows: list[tuple[str, ...]]


TABLES: Mapping[str, NamedTable] = {
    "show": NamedTable(
        title="How often each score comes at the show",
        description=(
            "Every hand or crib with every starter, all equally likely: how many of them are worth so many points"
            " by the rule for hands and by the rule for cribs, and what share of all that is (probability)."
        ),
        kind="exact",
        make=lambda variant: show_distribution(variant=variant),
    ),
    "crib": NamedTable(
        title="The average crib by the two cards thrown",
        description=(
            "Both players throw as equilibrium-show does. realised: mean crib over the hands that throw the two cards,"
            " as often as they do; two_card: only the two cards are known; least, most: all six cards are known, with"
            " the worst and the best other four (all in points). thrown: share of deals in which the pair is thrown;"
            " when_held: how often it is when it is held (probabilities). Exact for these strategies."
        ),
        kind="exact",
        make=lambda variant: crib_averages_of_both(variant=variant),
    ),
    "pegging": NamedTable(
        title="What each keep pegs in the play, by simulation",
        description=(
            "Both players throw as equilibrium-show does and play by looking ahead. own: mean points that the player"
            " with this keep pegs; opponent: that the other one does; net: the difference; each with its standard"
            f" error (all in points). n: how many of {PEGGING_SAMPLE['n']:,} deals had the keep; those that none had"
            " are not listed."
        ),
        kind="sample",
        make=lambda variant: simulate_pegging(
            deals=PEGGING_SAMPLE["n"], seed=PEGGING_SAMPLE["seed"], variant=variant
        ).by_keep(),
        more=PEGGING_SAMPLE,
    ),
}


def find_table(name: str) -> NamedTable:
    """Return the table of this name.

    Raises
    ------
    ArgumentError
        There is none.
    """
    try:
        return TABLES[name]
    except KeyError:
        raise ArgumentError(f"'{name}' is not a table known here: {', '.join(TABLES)} expected") from None


def named_metadata(name: str, *, variant: Variant = SIX_CARD) -> dict[str, Any]:
    """Return the metadata of a table that has a name."""
    table = find_table(name)
    return describe(table.kind, f"cribstats table {name}", variant.name, description=table.description, **table.more)


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


def write_table(frame: pd.DataFrame, path: str | Path, *, title: str, metadata: Mapping[str, Any]) -> None:
    """Write a frame to a file in the form that the file's ending names, whole or not at all.

    Parameters
    ----------
    frame
        Any frame. Its index is written if it has a name or holds labels; plain row numbers are not.
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
        The ending is not known, or the file cannot be written.
    ArgumentError
        Two columns have the same name.

    Examples
    --------
    >>> import pandas as pd, tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> frame = pd.DataFrame({"throw": ["5C QC", "7S QC"], "net": [16.6613, 12.5]})
    >>> write_table(frame, folder / "throws.md", title="Throws", metadata=describe("exact", "example", "six-card"))
    >>> print((folder / "throws.md").read_text(encoding="utf-8").splitlines()[4])
    | 5C QC | 16.661 |
    """
    place = check_table_path(path)
    write = _WRITERS[place.suffix.lower()]
    try:
        write(_flat(frame), place, {"title": title, **metadata})
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


def table_object(frame: pd.DataFrame, *, title: str, metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return a frame as one object, ``{"metadata": ..., "rows": [...]}``, as ``.json`` files have it."""
    return {"metadata": {"title": title, **metadata}, "rows": frame_rows(frame)}


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


def _write_parquet(frame: pd.DataFrame, path: Path, metadata: dict[str, Any]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.Table.from_pandas(frame, preserve_index=False)
    told = {**(table.schema.metadata or {}), METADATA_KEY.encode(): json.dumps(metadata).encode()}
    with written_whole(path) as temporary:
        pq.write_table(table.replace_schema_metadata(told), temporary)


def _write_csv(frame: pd.DataFrame, path: Path, metadata: dict[str, Any]) -> None:
    sidecar = {
        "@context": SIDECAR_CONTEXT,
        "url": path.name,
        "dc:title": metadata["title"],
        "tableSchema": {"columns": [{"name": name, "titles": name} for name in frame]},
        "notes": [{METADATA_KEY: metadata}],
    }
    with written_whole(path) as table, written_whole(_sidecar(path)) as beside:
        frame.to_csv(table, index=False, lineterminator="\n", encoding="utf-8")
        _write_text(beside, json.dumps(sidecar, indent=2, ensure_ascii=False) + "\n")


def _write_json(frame: pd.DataFrame, path: Path, metadata: dict[str, Any]) -> None:
    rows = ",\n".join(json.dumps(row, ensure_ascii=False, allow_nan=False) for row in frame_rows(frame))
    told = json.dumps(metadata, ensure_ascii=False)
    with written_whole(path) as temporary:
        _write_text(temporary, f'{{"metadata": {told},\n"rows": [\n{rows}\n]}}\n')


def _write_html(frame: pd.DataFrame, path: Path, metadata: dict[str, Any]) -> None:
    shown = text_table(frame)
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


def _write_markdown(frame: pd.DataFrame, path: Path, metadata: dict[str, Any]) -> None:
    shown = text_table(frame)
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


_WRITERS: Mapping[str, Callable[[pd.DataFrame, Path, dict[str, Any]], None]] = {
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
