"""What comes with the package: its data files, and the manifest that says what made each and how good it is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import as_file
from importlib.resources import files as package_files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from cribstats.errors import FileError
from cribstats.variants import SIX_CARD, Variant


@cache
def shipped_manifest() -> dict[str, dict[str, dict[str, Any]]]:
    """Return what is told of all files that come with the package, by game and name."""
    manifest: dict[str, dict[str, dict[str, Any]]] = json.loads((_data() / "manifest.json").read_text(encoding="utf-8"))
    return manifest


def shipped_facts(name: str, variant: Variant = SIX_CARD) -> dict[str, Any]:
    """Return what the manifest says of a file that comes with the package: what made it, and its measures.

    Raises
    ------
    FileError
        There is none of this name for this game.
    """
    told = shipped_manifest().get(variant.name, {})
    if name not in told:
        known = f"{', '.join(told)} expected" if told else "nothing is"
        raise FileError(f"'{name}' is not shipped for the {variant.name} game: {known}")
    return told[name]


@contextmanager
def shipped_file(name: str, variant: Variant = SIX_CARD) -> Iterator[Path]:
    """Give the path of a file that comes with the package, once it is found to be that of the manifest.

    Raises
    ------
    FileError
        There is none of this name for this game, or it is not the one that the manifest describes.
    """
    told = shipped_facts(name, variant)
    with as_file(_data() / variant.name / f"{name}.npz") as path:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        if digest != told["sha256"]:
            raise FileError(
                f"the package's '{variant.name}/{name}.npz' is not the file of its manifest: install cribstats anew"
            )
        yield path


def _data() -> Traversable:
    return package_files("cribstats") / "data"
