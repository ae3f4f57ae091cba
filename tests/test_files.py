"""Files: whole or not there, refused when damaged, and derived anew when the cache fails."""

from __future__ import annotations

import os
import stat
import types
from pathlib import Path

import numpy as np
import platformdirs
import pytest

from cribstats import files
from cribstats.errors import FileError
from cribstats.files import CACHE_VARIABLE, describe, read_arrays, read_text, write_arrays, written_whole


def names_in(folder):
    """List what is in a folder, hidden files too."""
    return sorted(path.name for path in folder.iterdir())


def test_a_file_appears_only_when_it_is_whole(tmp_path):
    path = tmp_path / "table.csv"
    with written_whole(path) as temporary:
        assert temporary.parent == tmp_path
        assert temporary.suffix == ".csv"
        temporary.write_text("half")
        assert not path.exists()
        temporary.write_text("whole")
    assert path.read_text() == "whole"
    assert names_in(tmp_path) == ["table.csv"]


@pytest.mark.parametrize(
    ("failure", "told"), [(ValueError, ValueError), (OSError, FileError), (KeyboardInterrupt,) * 2]
)
@pytest.mark.parametrize("before", [None, "what was there before"])
def test_a_failed_write_leaves_everything_as_it_was(tmp_path, failure, told, before):
    path = tmp_path / "table.csv"
    if before is not None:
        path.write_text(before)

    def write():
        with written_whole(path) as temporary:
            temporary.write_text("half")
            raise failure

    with pytest.raises(told):
        write()
    assert names_in(tmp_path) == ([] if before is None else ["table.csv"])
    assert before is None or path.read_text() == before


def test_a_successful_write_replaces_what_was_there(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("old and longer than the new")
    with written_whole(path) as temporary:
        temporary.write_text("new")
    assert path.read_text() == "new"


@pytest.mark.skipif(os.name != "posix", reason="permission bits are those of POSIX")
def test_a_written_file_has_the_permissions_of_any_new_file(tmp_path):
    (tmp_path / "plain").touch()
    with written_whole(tmp_path / "whole"):
        pass
    assert stat.S_IMODE((tmp_path / "whole").stat().st_mode) == stat.S_IMODE((tmp_path / "plain").stat().st_mode)


def write_nothing(path):
    """Open a file for writing and close it."""
    with written_whole(path):
        pass


def test_places_that_cannot_be_written_are_refused_before_the_work(refuses, monkeypatch, tmp_path):
    refuses(FileError, f"^'{tmp_path}' is a folder: the name of a file expected$", write_nothing, tmp_path)
    nowhere = tmp_path / "missing"
    refuses(FileError, f"^'.*' cannot be written: there is no folder '{nowhere}'$", write_nothing, nowhere / "a.csv")
    (tmp_path / "file").touch()
    refuses(FileError, "cannot be written: there is no folder", write_nothing, tmp_path / "file" / "a.csv")
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda *_: False)
        refuses(FileError, f"the folder '{tmp_path}' is read-only$", write_nothing, tmp_path / "a.csv")
    too_long = tmp_path / ("a" * 300)
    refuses(FileError, "^'.*' cannot be written: .+$", write_nothing, too_long)
    assert names_in(tmp_path) == ["file"]


ARRAYS = {
    "shares": np.array([0.1, 1 / 3, np.nan, np.inf]),
    "counts": np.arange(6, dtype=np.uint16).reshape(2, 3),
    "none": np.zeros((0, 4), dtype=np.int8),
    "names": np.array(["5H", "♥"]),
}
METADATA = describe(
    "sample", "a test", "six-card", n=1000, seed=7, standard_errors=[0.125, 1e-300], note="♥ 'quoted'\n"
)


def test_arrays_and_metadata_come_back_as_they_were(tmp_path):
    path = tmp_path / "arrays.npz"
    write_arrays(path, ARRAYS, METADATA)
    arrays, metadata = read_arrays(path, "strategy")
    assert metadata == METADATA
    assert arrays.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype
        assert np.array_equal(arrays[name], array, equal_nan=array.dtype.kind == "f")
    assert names_in(tmp_path) == ["arrays.npz"]


def test_metadata_say_what_made_a_file():
    assert describe("exact", "count", "six-card", seed=1) == {
        "version": files.package_version(),
        "kind": "exact",
        "made_by": "count",
        "variant": "six-card",
        "seed": 1,
    }
    assert files.package_version()


def test_arrays_keep_the_name_they_are_given_whatever_its_ending(tmp_path):
    write_arrays(tmp_path / "arrays.strategy", ARRAYS, METADATA)
    assert names_in(tmp_path) == ["arrays.strategy"]
    assert read_arrays(tmp_path / "arrays.strategy", "strategy")[1] == METADATA


def fill_the_disk(stream, **_):
    """Write half of something and find the disk full."""
    stream.write(b"half")
    raise OSError(28, "No space left on device")


def test_arrays_that_cannot_be_written_leave_the_old_file(monkeypatch, tmp_path):
    path = tmp_path / "arrays.npz"
    write_arrays(path, ARRAYS, METADATA)
    with pytest.raises(TypeError):
        write_arrays(path, {}, {"made_by": object()})

    monkeypatch.setattr(np, "savez_compressed", fill_the_disk)
    with pytest.raises(FileError, match=r"arrays\.npz' cannot be written: No space left"):
        write_arrays(path, {}, {})
    assert names_in(tmp_path) == ["arrays.npz"]
    assert read_arrays(path, "strategy")[1] == METADATA


def test_a_missing_file_of_arrays_is_named(refuses, tmp_path):
    path = tmp_path / "nothing.npz"
    refuses(FileError, f"^strategy: there is no file '{path}'$", read_arrays, path, "strategy")
    refuses(FileError, f"^strategy: '{tmp_path}' is not a file written by cribstats", read_arrays, tmp_path, "strategy")


@pytest.mark.parametrize(
    "content", [b"", b"rank1,rank2,value\n1,1,5.8\n", b"PK\x03\x04", b"\x80\x04K\x01.", bytes(999)]
)
def test_files_that_are_no_arrays_are_refused(refuses, tmp_path, content):
    path = tmp_path / "garbage.npz"
    path.write_bytes(content)
    refuses(
        FileError, f"^strategy: '{path}' is (not a file written by cribstats|damaged)", read_arrays, path, "strategy"
    )


def test_arrays_of_other_programs_are_refused(refuses, tmp_path):
    path = tmp_path / "foreign.npz"
    np.savez(path, shares=np.arange(3))
    refuses(FileError, f"^strategy: '{path}' is not a file written by cribstats", read_arrays, path, "strategy")
    np.savez(path, **{files.METADATA_KEY: np.array("no JSON")})
    refuses(FileError, f"^strategy: '{path}' is not a file written by cribstats", read_arrays, path, "strategy")
    np.savez(path, **{files.METADATA_KEY: np.array([{}], dtype=object)})
    refuses(FileError, f"^strategy: '{path}' is not a file written by cribstats", read_arrays, path, "strategy")
    np.save(tmp_path / "foreign.npy", np.arange(3))
    refuses(FileError, "^strategy: '.*foreign.npy' is ", read_arrays, tmp_path / "foreign.npy", "strategy")


def test_a_file_cut_off_anywhere_is_refused(refuses, tmp_path):
    path = tmp_path / "arrays.npz"
    write_arrays(path, ARRAYS, METADATA)
    whole = path.read_bytes()
    for length in range(0, len(whole), 7):
        path.write_bytes(whole[:length])
        refuses(
            FileError, "^strategy: '.*' is (not a file written by cribstats|damaged)", read_arrays, path, "strategy"
        )


def test_a_file_with_a_damaged_byte_is_refused_or_unharmed(tmp_path):
    path = tmp_path / "arrays.npz"
    write_arrays(path, ARRAYS, METADATA)
    whole = path.read_bytes()
    refused = 0
    for place in range(0, len(whole), 7):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            arrays, metadata = read_arrays(path, "strategy")
        except FileError:
            refused += 1
        else:  # a date or a name in the archive, not the numbers
            assert metadata == METADATA
            for name in arrays.keys() & ARRAYS.keys():
                assert np.array_equal(arrays[name], ARRAYS[name], equal_nan=ARRAYS[name].dtype.kind == "f")
    assert refused > len(range(0, len(whole), 7)) / 3


def test_text_is_read_with_and_without_a_byte_order_mark(tmp_path):
    for content in ("hand,role\n5♥\n".encode(), "hand,role\n5♥\n".encode("utf-8-sig")):
        (tmp_path / "hands.csv").write_bytes(content)
        assert read_text(tmp_path / "hands.csv", "hands") == "hand,role\n5♥\n"


def test_text_that_cannot_be_read_is_refused(refuses, tmp_path):
    path = tmp_path / "hands.csv"
    refuses(FileError, f"^hands: there is no file '{path}'$", read_text, path, "hands")
    refuses(FileError, f"^hands: '{tmp_path}' cannot be read: ", read_text, tmp_path, "hands")
    path.write_bytes("5♥".encode("utf-16"))
    refuses(FileError, f"^hands: '{path}' is not UTF-8 text", read_text, path, "hands")
    path.write_bytes(b"5H \xe9")
    refuses(FileError, f"^hands: '{path}' is not UTF-8 text .byte 3.: save it as UTF-8$", read_text, path, "hands")


def test_the_caches_place_is_the_systems_or_the_users_choice(monkeypatch, tmp_path):
    monkeypatch.delenv(CACHE_VARIABLE, raising=False)
    systems = platformdirs.user_cache_path("cribstats", appauthor=False)
    assert files.cache_folder() == systems
    monkeypatch.setenv(CACHE_VARIABLE, "")
    assert files.cache_folder() == systems
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "mine"))
    assert files.cache_folder() == tmp_path / "mine"
    monkeypatch.setenv(CACHE_VARIABLE, "~/mine")
    assert files.cache_folder() == Path.home() / "mine"


class Derived:
    """Derived arrays that follow from a source file, and how often they were built."""

    def __init__(self, source):
        source.write_text("rule = 1")
        self.source = source
        self.module = types.ModuleType("rules")
        self.module.__file__ = str(source)
        self.builds = 0

    def build(self):
        self.builds += 1
        return {"points": np.arange(self.builds, self.builds + 3)}

    def points(self):
        return files.derived_arrays("points", (self.module,), self.build)["points"].tolist()


@pytest.fixture
def derived(monkeypatch, tmp_path):
    """Derived arrays with a cache of their own."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    return Derived(tmp_path / "rules.py")


def cached(tmp_path):
    """List the files in the test's own cache."""
    return sorted(path for path in (tmp_path / "cache").rglob("*") if path.is_file())


def test_derived_arrays_are_built_once(derived, tmp_path):
    assert derived.points() == derived.points() == [1, 2, 3]
    assert derived.builds == 1
    (path,) = cached(tmp_path)
    assert path.name.startswith("points-")
    assert read_arrays(path, "points")[1]["kind"] == "exact"


def test_derived_arrays_are_built_anew_when_a_source_changes(derived, tmp_path):
    assert derived.points() == [1, 2, 3]
    derived.source.write_text("rule = 2")
    assert derived.points() == derived.points() == [2, 3, 4]
    derived.source.write_text("rule = 1")
    assert derived.points() == [1, 2, 3]
    assert len(cached(tmp_path)) == 2


@pytest.mark.parametrize("part", [slice(0), slice(-40), slice(30, None)], ids=["empty", "cut off", "without its head"])
def test_derived_arrays_are_built_anew_when_the_cache_is_damaged(derived, tmp_path, part):
    assert derived.points() == [1, 2, 3]
    (path,) = cached(tmp_path)
    path.write_bytes(path.read_bytes()[part])
    assert derived.points() == derived.points() == [2, 3, 4]
    assert cached(tmp_path) == [path]


def test_derived_arrays_are_built_each_time_when_the_cache_cannot_be_written(derived, tmp_path):
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert derived.points() == [1, 2, 3]
    assert derived.points() == [2, 3, 4]


def test_derived_arrays_are_built_each_time_when_the_disk_is_full(derived, monkeypatch, tmp_path):
    monkeypatch.setattr(np, "savez_compressed", fill_the_disk)
    assert derived.points() == [1, 2, 3]
    assert derived.points() == [2, 3, 4]
    assert cached(tmp_path) == []
