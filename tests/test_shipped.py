from __future__ import annotations

import hashlib
import json
from importlib.resources import files

import pytest

from cribstats import shipped
from cribstats.errors import FileError
from cribstats.shipped import shipped_facts, shipped_file

DATA = files("cribstats") / "data"
MANIFEST = json.loads((DATA / "manifest.json").read_text(encoding="utf-8"))


def test_the_manifest_describes_every_data_file_and_no_other():
    assert {f"{name}.npz" for name in MANIFEST} == {path.name for path in DATA.iterdir() if path.name.endswith(".npz")}


@pytest.mark.parametrize("name", MANIFEST)
def test_each_file_is_that_of_the_manifest_and_small(name):
    content = (DATA / f"{name}.npz").read_bytes()
    assert hashlib.sha256(content).hexdigest() == shipped_facts(name)["sha256"]
    assert len(content) < 6_000_000
    assert shipped_facts(name)["made_by"].startswith("cribstats solve ")
    with shipped_file(name) as path:
        assert path.read_bytes() == content


def test_another_file_in_its_place_and_a_name_that_is_none_are_refused(tmp_path, monkeypatch, refuses):
    refuses(FileError, "'nothing' is not shipped: equilibrium-show", shipped_facts, "nothing")
    (tmp_path / "manifest.json").write_text(json.dumps({"one": {"sha256": "0"}}), encoding="utf-8")
    (tmp_path / "one.npz").write_bytes(b"other")
    monkeypatch.setattr(shipped, "_data", lambda: tmp_path)
    shipped_facts.cache_clear()
    try:
        refuses(FileError, "the package's 'one.npz' is not the file of its manifest", shipped_file("one").__enter__)
    finally:
        shipped_facts.cache_clear()
