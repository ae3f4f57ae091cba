"""Files: written whole or not at all, with word of what made them; and the place of the cache."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import platformdirs
from numpy.typing import NDArray

from cribstats.errors import FileError

CACHE_VARIABLE = "CRIBSTATS_CACHE"
METADATA_KEY = "cribstats"

Arrays = dict[str, NDArray[Any]]


def package_version() -> str:
    """Return the version of the installed package."""
    try:
        return version("cribstats")
    except PackageNotFoundError:  # run from a source tree that was never installed
        return "0+unknown"


def cache_folder() -> Path:
    """Return the folder of everything derived: ``CRIBSTATS_CACHE``, or the user's cache folder of the system."""
    if folder := os.environ.get(CACHE_VARIABLE):
        try:
            return Path(folder).expanduser()
        except RuntimeError:
            raise FileError(f"{CACHE_VARIABLE} is '{folder}': there is no such user's folder") from None
    return platformdirs.user_cache_path("cribstats", appauthor=False)


def describe(kind: str, made_by: str, variant: str, **more: Any) -> dict[str, Any]:
    """Return the metadata that a file carries.

    Parameters
    ----------
    kind
        ``exact``, ``solved``, ``sample`` or ``bound``.
    made_by
        The function or command.
    variant
        The game's name.
    **more
        Whatever else says how the numbers came about.
    """
    return {"version": package_version(), "kind": kind, "made_by": made_by, "variant": variant, **more}


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """Give a temporary path beside `path`, which takes its place if the body succeeds and vanishes if not.

    Raises
    ------
    FileError
        The folder does not exist or cannot be written, or the path is a folder.
    """
    check_writable(path)
    path = Path(os.path.realpath(path))  # what a link points to is written, the link stays
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-", suffix=path.suffix)
    except OSError as error:
        raise FileError(f"'{path}' cannot be written: {error.strerror}") from None
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        # mkstemp makes a private file; the result gets the permissions any new file would have.
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        temporary.replace(path)
    except OSError as error:  # a full disk, say
        raise FileError(f"'{path}' cannot be written: {error.strerror or error}") from None
    finally:
        temporary.unlink(missing_ok=True)


def check_writable(path: Path) -> None:
    """Raise a `FileError` if a file cannot be made at `path`, before hours of work are spent on it."""
    try:
        is_folder = path.is_dir()
    except OSError as error:  # a name too long for this system
        raise FileError(f"'{path}' cannot be written: {error.strerror}") from None
    if is_folder:
        raise FileError(f"'{path}' is a folder: the name of a file expected")
    if not path.parent.is_dir():
        raise FileError(f"'{path}' cannot be written: there is no folder '{path.parent}'")
    if not os.access(path.parent, os.W_OK):
        raise FileError(f"'{path}' cannot be written: the folder '{path.parent}' is read-only")


def as_path(path: str | Path, what: str) -> Path:
    """Return a path.

    Raises
    ------
    FileError
        It is neither text nor a path, or no name that a file can have.
    """
    if not isinstance(path, (str, Path)) or "\0" in str(path):
        raise FileError(f"{what}: {path!r} is not the name of a file")
    return Path(path)


def printable(text: str) -> str:
    """Return text that can be written as UTF-8: names of files may hold bytes that are none."""
    return text.encode("utf-8", "backslashreplace").decode()


def read_text(path: Path, what: str) -> str:
    """Read a UTF-8 text file (a byte order mark is passed over).

    Raises
    ------
    FileError
        It is missing, not a file, or not UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise FileError(f"{what}: there is no file '{path}'") from None
    except UnicodeDecodeError as error:
        raise FileError(f"{what}: '{path}' is not UTF-8 text (byte {error.start}): save it as UTF-8") from None
    except OSError as error:
        raise FileError(f"{what}: '{path}' cannot be read: {error.strerror}") from None


def fingerprint(*parts: str | bytes) -> str:
    """Return text that differs between inputs that differ, and between versions of the package."""
    digest = hashlib.sha256(package_version().encode())
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        digest.update(len(content).to_bytes(8, "little"))
        digest.update(content)
    return digest.hexdigest()[:24]


@cache
def source_hash() -> str:
    """Twelve hexadecimal digits that change when any source of the package does."""
    package = Path(__file__).parent
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        digest.update(path.relative_to(package).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def write_arrays(
    path: Path, arrays: Mapping[str, NDArray[Any]], metadata: Mapping[str, Any], *, compress: bool = True
) -> None:
    """Write named arrays and metadata to an ``.npz`` file."""
    with written_whole(path) as temporary, temporary.open("wb") as stream:
        text = np.array(json.dumps(dict(metadata)))
        # numpy's stub takes every keyword for its flag `allow_pickle`.
        save = np.savez_compressed if compress else np.savez
        save(stream, **{METADATA_KEY: text}, **arrays)  # type: ignore[arg-type]


def read_arrays(path: Path, what: str) -> tuple[Arrays, dict[str, Any]]:
    """Read what :func:`write_arrays` wrote.

    Raises
    ------
    FileError
        The file is missing or was not written by cribstats.
    """
    try:
        # Opened here: numpy leaves a file that turns out to be damaged open.
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
        metadata = dict(json.loads(str(arrays.pop(METADATA_KEY)[()])))
    except FileNotFoundError:
        raise FileError(f"{what}: there is no file '{path}'") from None
    except (OSError, ValueError, KeyError, EOFError, AttributeError) as error:
        raise FileError(f"{what}: '{path}' is not a file written by cribstats ({type(error).__name__})") from None
    except Exception as error:  # zipfile raises its own errors, related to nothing
        raise FileError(f"{what}: '{path}' is damaged ({error})") from None
    return arrays, metadata


def derived_arrays(name: str, sources: tuple[ModuleType, ...], build: Callable[[], Arrays]) -> Arrays:
    """Return small derived arrays: from the cache if these sources made them before, else built and kept.

    Parameters
    ----------
    name
        Name of the file in the cache.
    sources
        The modules that the arrays follow from; a change in one of them builds anew.
    build
        Builds the arrays. A cache that cannot be read or written only costs the building.
    """
    digest = hashlib.sha256()
    for module in sources:
        digest.update(Path(str(module.__file__)).read_bytes())
    path = cache_folder() / "derived" / f"{name}-{digest.hexdigest()[:12]}.npz"
    try:
        return read_arrays(path, name)[0]
    except FileError:
        arrays = build()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_arrays(path, arrays, describe("exact", name, "any"))
    except (OSError, FileError):
        return arrays
    return arrays
