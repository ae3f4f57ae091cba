"""Chance that follows from a seed, the same on any number of threads."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cribstats.errors import ArgumentError

# Sums of squares of points stay whole numbers of 64 bits up to here, and a day would not be enough.
MOST_DEALS = 10**11


def random_words(key: tuple[int, ...], shape: tuple[int, ...]) -> NDArray[np.uint64]:
    """Return random 64-bit words that follow from a key of whole numbers."""
    return np.random.Generator(np.random.PCG64(key)).integers(1 << 64, size=shape, dtype=np.uint64)


def check_seed(seed: int) -> None:
    """Raise an `ArgumentError` unless a seed is a whole number of at least 0."""
    if not isinstance(seed, (int, np.integer)) or isinstance(seed, bool) or seed < 0:
        raise ArgumentError(f"seed {seed!r}: a whole number of at least 0 expected")


def check_deals(deals: int) -> None:
    """Raise an `ArgumentError` unless a number of deals is a whole number of at least 1."""
    if not isinstance(deals, (int, np.integer)) or isinstance(deals, bool) or deals < 1:
        raise ArgumentError(f"deals {deals!r}: a whole number of at least 1 expected")
    if deals > MOST_DEALS:
        raise ArgumentError(f"deals {deals}: at most {MOST_DEALS:,} expected")
