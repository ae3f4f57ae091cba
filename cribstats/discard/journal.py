"""The notes of a batch: what is analysed one by one, so that an interrupted batch goes on where it stopped."""

from __future__ import annotations

import hashlib
import io
import json
import time
from contextlib import suppress
from typing import Any

from cribstats import files

# How long the notes of a batch are kept: a month.
KEPT_SECONDS = 30 * 86_400


class Journal:
    """Notes of what a batch has done: a line for each hand, its JSON after a checksum of it.

    A line that is cut off or damaged loses its hand and no other.

    Parameters
    ----------
    key
        Text that is the same for a batch that would give the same result.
    """

    def __init__(self, key: str) -> None:
        self.path = files.cache_folder() / "batches" / f"{key}.notes"
        self._stream: io.BufferedIOBase | None = None

    def read(self) -> dict[int, list[dict[str, Any]]]:
        """Return the records of each line of the batch that is noted."""
        done: dict[int, list[dict[str, Any]]] = {}
        try:
            lines = self.path.read_bytes().splitlines()
        except OSError:
            return done
        for line in lines:
            checksum, _, text = line.partition(b" ")
            if checksum == _checksum(text):
                number, records = json.loads(text)
                done[number] = records
        return done

    def __enter__(self) -> Journal:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._clear_old()
            self._stream = self.path.open("ab")
            # Ends a line that an interruption cut off.
            self._stream.write(b"\n")
        except OSError:
            self._stream = None  # a cache that cannot be written only costs the resuming
        return self

    def note(self, line: int, records: list[dict[str, Any]]) -> None:
        """Note the records of a line of the batch."""
        try:
            if self._stream is not None:
                text = json.dumps([line, records]).encode()
                self._stream.write(_checksum(text) + b" " + text + b"\n")
                self._stream.flush()
        except OSError:  # a full disk only costs the resuming
            self._close()

    def __exit__(self, *_: object) -> None:
        self._close()

    def forget(self) -> None:
        """Remove the notes."""
        with suppress(OSError):
            self.path.unlink()

    def _close(self) -> None:
        if self._stream is not None:
            with suppress(OSError):
                self._stream.close()
            self._stream = None

    def _clear_old(self) -> None:
        """Remove the notes of batches that nobody went on with."""
        for path in self.path.parent.glob("*.notes"):
            with suppress(OSError):
                if time.time() - path.stat().st_mtime > KEPT_SECONDS:
                    path.unlink()


def _checksum(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest()[:16].encode()
