"""Tables: each form read back, its metadata with it, written whole or not at all."""

from __future__ import annotations

import csv
import io
import json
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribstats import tables
from cribstats.errors import ArgumentError, FileError
from cribstats.files import describe
from cribstats.tables import MOST_ROWS_OF_A_PAGE, check_table_path, read_metadata, table_json, write_table

ENDINGS = (".parquet", ".csv", ".json", ".html", ".md")
TITLE = "Throws & <cribs>"
DESCRIPTION = "What is seen | in points."
METADATA = describe("exact", "test", "six-card", description=DESCRIPTION, opponents=["a<b", "ö"])


@pytest.fixture
def frame():
    """Return text that needs escaping, whole numbers, floats, what is missing, and a column of nothing."""
    return pd.DataFrame(
        {
            "line": [2, 1234567],
            "throw": ["5C <QC> & \"x\" 'y'", "a|b *c* _d_, é\nf"],
            "net": [1 / 3, -16.6613],
            "crib": [4.5, np.nan],
            "pegging": [None, None],
            "chance": [0.25, 4 / 12994800],
        }
    )


@pytest.fixture
def write(frame, tmp_path):
    """Write the frame in the form of an ending and return the path."""

    def write_as(ending):
        path = tmp_path / f"throws{ending}"
        write_table(frame, path, title=TITLE, metadata=METADATA)
        return path

    return write_as


class Page(HTMLParser):
    """Reads the cells of a page's table, and the text outside of it."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.texts, self.tags, self.classes = [], {}, [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self.classes.append(dict(attributes).get("class"))

    def handle_endtag(self, tag):
        while self.tags and self.tags.pop() != tag:
            pass

    def handle_data(self, data):
        if not self.tags:
            return
        if self.tags[-1] in ("td", "th"):
            self.rows[-1][-1] += data
        self.texts[self.tags[-1]] = self.texts.get(self.tags[-1], "") + data


@pytest.mark.parametrize("ending", [".parquet", ".csv", ".json"])
def test_metadata_is_read_back(write, ending):
    assert read_metadata(write(ending)) == {"title": TITLE, **METADATA}


def test_parquet_is_read_back_exactly(frame, write):
    path = write(".parquet")
    back = pd.read_parquet(path)
    assert list(back) == list(frame)
    for name in ("line", "throw", "net", "chance"):
        assert back[name].tolist() == frame[name].tolist()
    # A file of throws with pegging and one without have the same types.
    assert back.dtypes["pegging"] == np.float64
    assert back["pegging"].isna().all()
    stored = pq.read_schema(path).metadata
    assert set(stored) == {b"pandas", b"cribstats"}
    assert json.loads(stored[b"cribstats"])["title"] == TITLE


def test_csv_is_read_back_exactly_and_has_a_sidecar(frame, write):
    path = write(".csv")
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert list(rows[0]) == list(frame)
    assert [row["throw"] for row in rows] == frame["throw"].tolist()
    assert [float(row["net"]) for row in rows] == frame["net"].tolist()
    assert [float(row["chance"]) for row in rows] == frame["chance"].tolist()
    assert [row["crib"] for row in rows] == ["4.5", ""]
    assert b"\r" not in path.read_bytes()
    sidecar = json.loads((path.parent / "throws.csv-metadata.json").read_text("utf-8"))
    assert sidecar["@context"] == "http://www.w3.org/ns/csvw"
    assert sidecar["url"] == "throws.csv"
    assert [column["name"] for column in sidecar["tableSchema"]["columns"]] == list(frame)


NUMBERS = st.floats(allow_infinity=False) | st.integers(-(10**6), 10**6).map(float)
PLAIN_TEXT = st.text(st.characters(codec="utf-8", exclude_characters='",\r\n\0'), max_size=5)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(-(2**63), 2**63 - 1), NUMBERS, PLAIN_TEXT), min_size=1, max_size=20))
def test_plain_columns_are_written_as_pandas_does_but_for_exponents(rows):
    frame = pd.DataFrame(rows, columns=["line", "net", "throw"])
    frame["role"] = pd.Categorical(["pone", "dealer"] * len(rows), ["dealer", "pone", "none"])[: len(rows)]
    assert tables._plain_csv_rows(frame) is not None
    ours = list(csv.reader(io.StringIO(tables.csv_text(frame), newline="")))
    theirs = list(csv.reader(io.StringIO(frame.to_csv(index=False), newline="")))
    assert [(line, throw, role) for line, _, throw, role in ours] == [
        (line, throw, role) for line, _, throw, role in theirs
    ]
    for (_, cell, *_), (_, expected, *_) in zip(ours[1:], theirs[1:], strict=True):
        assert cell == expected or ("e" in cell and float(cell) == float(expected))


@pytest.mark.parametrize(
    "column",
    [
        pytest.param([True, False], id="truth"),
        pytest.param(['a "b"', "c,d"], id="quotes"),
        pytest.param(["a\nb", None], id="line ends"),
        pytest.param([1, "a"], id="several kinds"),
        pytest.param(pd.Categorical([1.5, 2.5]), id="categories of numbers"),
        pytest.param(np.array([0.1, 2], dtype=np.float32), id="32 bits"),
        pytest.param(pd.to_datetime(["2020-01-01", None]), id="dates"),
    ],
)
def test_other_columns_are_written_as_pandas_does(column):
    frame = pd.DataFrame({"line": [1, 2], "column": column})
    assert tables.csv_text(frame) == frame.to_csv(index=False)
    assert tables.csv_text(frame, header=False) == frame.to_csv(index=False, header=False)


def test_a_missing_value_of_a_single_column_is_no_blank_line():
    assert tables.csv_text(pd.DataFrame({"net": [1.5, None]})) == 'net\n1.5\n""\n'


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_table_in_parts_is_written_as_the_whole(frame, tmp_path, ending):
    long = pd.concat([frame] * 3, ignore_index=True)
    whole, parts = tmp_path / f"whole{ending}", tmp_path / f"parts{ending}"
    write_table(long, whole, title=TITLE, metadata=METADATA)
    write_table((long[start : start + 2] for start in range(0, 6, 2)), parts, title=TITLE, metadata=METADATA)
    if ending == ".parquet":
        pd.testing.assert_frame_equal(pd.read_parquet(parts), pd.read_parquet(whole), check_exact=True)
        assert pq.read_schema(parts).equals(pq.read_schema(whole))
    else:
        assert parts.read_bytes() == whole.read_bytes()
    if ending in (".parquet", ".csv", ".json"):
        assert read_metadata(parts) == {"title": TITLE, **METADATA}


def test_json_is_one_object_in_full_precision(frame, write):
    told = json.loads(write(".json").read_text("utf-8"))
    assert list(told) == ["metadata", "rows"]
    assert [list(row) for row in told["rows"]] == [list(frame)] * 2
    assert [row["net"] for row in told["rows"]] == frame["net"].tolist()
    assert [row["throw"] for row in told["rows"]] == frame["throw"].tolist()
    assert [row["crib"] for row in told["rows"]] == [4.5, None]
    assert told["rows"][1]["pegging"] is None
    assert told["rows"][0]["line"] == 2
    assert isinstance(told["rows"][0]["line"], int)


def test_html_shows_title_caption_every_row_and_what_made_it(frame, write):
    text = write(".html").read_text("utf-8")
    page = Page(text)
    assert page.texts["h1"] == page.texts["title"] == TITLE
    assert page.texts["caption"] == DESCRIPTION
    assert page.rows[0] == list(frame)
    assert page.rows[1] == ["2", frame["throw"][0], "0.333", "4.500", "", "0.25000000"]
    assert page.rows[2] == ["1,234,567", frame["throw"][1], "-16.661", "", "", "0.00000031"]
    assert len(page.rows) == 1 + len(frame)
    assert page.classes == [*["number", None, "number", "number", "number", "number"] * 3]
    assert METADATA["version"] in page.texts["dd"]
    assert '["a<b", "ö"]' in page.texts["dd"]
    assert "@media print" in text
    assert "<QC>" not in text
    for link in ("http", "src=", "href=", "url(", "@import"):
        assert link not in text


def test_markdown_is_a_github_table_with_a_line_of_provenance(write):
    lines = write(".md").read_text("utf-8").splitlines()
    assert lines[0] == r"# Throws \& \<cribs\>"
    assert lines[2] == r"What is seen \| in points."
    assert lines[4:6] == [
        "| line | throw | net | crib | pegging | chance |",
        "| ---: | --- | ---: | ---: | ---: | ---: |",
    ]
    assert lines[6] == r"""| 2 | 5C \<QC\> \& "x" 'y' | 0.333 | 4.500 |  | 0.25000000 |"""
    assert lines[7] == r"| 1,234,567 | a\|b \*c\* \_d\_, é f | -16.661 |  |  | 0.00000031 |"
    assert lines[9].startswith(f"cribstats: {METADATA['version']}; kind: exact; made by: test; game: six-card")
    assert len(lines) == 10


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_frame_without_rows_is_written(tmp_path, ending):
    path = tmp_path / f"nothing{ending}"
    write_table(pd.DataFrame({"hand": [], "net": []}), path, title="", metadata={})
    assert path.stat().st_size > 0


def test_endings_may_be_in_capitals(frame, tmp_path):
    write_table(frame, tmp_path / "T.CSV", title=TITLE, metadata=METADATA)
    assert read_metadata(tmp_path / "T.CSV")["title"] == TITLE


def test_an_index_with_a_name_or_labels_is_written_and_row_numbers_are_not():
    numbers = pd.DataFrame({"x": [1, 2, 3]})
    assert tables.frame_rows(numbers[numbers.x > 1]) == [{"x": 2}, {"x": 3}]
    assert tables.frame_rows(numbers.rename_axis("points"))[2] == {"points": 2, "x": 3}
    assert tables.frame_rows(pd.DataFrame({"x": [1]}, index=["A"])) == [{"index": "A", "x": 1}]
    grid = pd.DataFrame([[1.5]], index=pd.Index([5], name="rank"), columns=[("crib", 5)])
    assert tables.frame_rows(grid) == [{"rank": 5, "crib 5": 1.5}]


def test_columns_of_one_name_are_refused(refuses, tmp_path):
    twice = pd.DataFrame([[1, 2]], columns=["net", "net"])
    refuses(ArgumentError, "^column 'net' comes twice", write_table, twice, tmp_path / "x.csv", title="", metadata={})
    index_too = pd.DataFrame({"net": [1]}).rename_axis("net")
    refuses(ArgumentError, "^column 'net' comes twice", tables.frame_rows, index_too)


@pytest.mark.parametrize("name", ["throws.xlsx", "throws", "throws.csv.gz"])
def test_an_ending_not_known_is_named_with_the_five(refuses, frame, tmp_path, name):
    match = r"throws.*: \.parquet \.csv \.json \.html \.md expected$"
    refuses(FileError, match, write_table, frame, tmp_path / name, title="", metadata={})
    refuses(FileError, match, check_table_path, name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_missing_folder_is_named(refuses, frame, tmp_path, ending):
    path = tmp_path / "none" / f"throws{ending}"
    refuses(FileError, "there is no folder", check_table_path, path)
    refuses(FileError, "there is no folder", write_table, frame, path, title="", metadata={})


def test_a_sidecar_that_cannot_be_written_is_found_before_the_work(refuses, tmp_path):
    (tmp_path / "throws.csv-metadata.json").mkdir()
    refuses(FileError, "csv-metadata.json' is a folder", check_table_path, tmp_path / "throws.csv")


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_failed_write_leaves_what_was_there(refuses, monkeypatch, frame, tmp_path, ending):
    path = tmp_path / f"throws{ending}"
    write_table(frame, path, title=TITLE, metadata=METADATA)
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}

    def fail(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tables, "_write_text", fail)
    monkeypatch.setattr(tables, "table_json", fail)
    monkeypatch.setattr(pq.ParquetWriter, "write_table", fail)
    refuses(FileError, "cannot be written: No space left", write_table, frame, path, title="new", metadata=METADATA)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before


def test_metadata_that_is_not_there_is_refused(refuses, tmp_path):
    for name in ("none.parquet", "none.csv", "none.json"):
        refuses(FileError, "there is no file", read_metadata, tmp_path / name)
    refuses(FileError, "keeps no metadata", read_metadata, tmp_path / "page.html")
    frame = pd.DataFrame({"x": [1]})
    frame.to_parquet(tmp_path / "foreign.parquet")
    (tmp_path / "foreign.json").write_text('{"rows": []}')
    (tmp_path / "list.json").write_text("[1]")
    (tmp_path / "cut.json").write_text('{"metadata": {')
    (tmp_path / "foreign.csv-metadata.json").write_text('{"notes": []}')
    for name in ("foreign.parquet", "foreign.json", "list.json", "cut.json", "foreign.csv"):
        refuses(FileError, "has no metadata of cribstats", read_metadata, tmp_path / name)
    (tmp_path / "text.parquet").write_text("x")
    refuses(FileError, "is not a parquet file", read_metadata, tmp_path / "text.parquet")


@pytest.mark.parametrize("ending", [".html", ".md"])
def test_a_million_rows_are_no_page(refuses, tmp_path, ending):
    frame = pd.DataFrame({"number": range(MOST_ROWS_OF_A_PAGE + 1)})
    refuses(
        FileError,
        "more than 50,000 rows are no page",
        write_table,
        frame,
        tmp_path / f"a{ending}",
        title=TITLE,
        metadata=METADATA,
    )
    assert not list(tmp_path.iterdir())


def test_json_in_pieces_is_one_object(monkeypatch):
    frame = pd.DataFrame({"number": range(7), "text": list("abcdefg")})
    for rows_at_a_time in (1, 3, 7, 100):
        monkeypatch.setattr(tables, "ROWS_AT_A_TIME", rows_at_a_time)
        told = json.loads("".join(table_json(frame, title=TITLE, metadata=METADATA)))
        assert [row["number"] for row in told["rows"]] == list(range(7))
    assert json.loads("".join(table_json(frame[:0], title=TITLE, metadata=METADATA)))["rows"] == []
