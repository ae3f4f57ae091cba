"""The compiler: the one place with its options, and the place where compiled kernels are kept.

Every function decorated with :func:`kernel` lives in a file called ``kernels.py``. Numba's own cache looks at
the file of a function alone and so misses a change in a kernel that it calls from another file; here the cache's
folder is named after a hash of all kernel sources instead, and no stale machine code can be loaded.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from cribstats import files

# `nogil` lets threads run kernels side by side (compute.py). No `fastmath`: sums are exact where they are
# called exact. No `parallel`: the threads are ours, so results cannot depend on how many there are.
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": False}


@cache
def kernel_hash() -> str:
    """Twelve hexadecimal digits that change when any kernel source does."""
    package = Path(__file__).parent
    digest = hashlib.sha256()
    for path in [Path(__file__), *sorted(package.rglob("kernels.py"))]:
        digest.update(path.relative_to(package).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def kernel_folder() -> Path:
    """Return the folder in which the compiled kernels of these sources are kept."""
    return files.cache_folder() / "kernels" / kernel_hash()


def is_compiled() -> bool:
    """Tell whether kernels of these sources were compiled here before (the first run says that it compiles)."""
    try:
        return any(kernel_folder().glob("*.nbi"))
    except OSError:
        return False


class _KernelLocator(_CacheLocator):  # type: ignore[misc]
    """Points numba to :func:`kernel_folder`, whatever the environment says of other packages' caches."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._py_file = py_file
        # Two packages may have a kernel of one name on one line of their kernels.py.
        self._place = f"{Path(py_file).parent.name}-{py_func.__code__.co_firstlineno}"

    def get_cache_path(self) -> str:
        return str(kernel_folder())

    def get_source_stamp(self) -> str:
        return kernel_hash()

    def get_disambiguator(self) -> str:
        return self._place

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> _KernelLocator | None:
        locator = cls(py_func, py_file)
        try:
            locator.ensure_cache_path()
        except OSError:
            return None
        return locator


class _KernelCacheImplementation(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_KernelLocator,)


class _KernelCache(FunctionCache):  # type: ignore[misc]
    """A cache that costs compiling, and nothing else, when it is damaged or cannot be written."""

    _impl_class = _KernelCacheImplementation

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # whatever reading half a file raises
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except Exception:  # a full disk; or the index is the damaged file, and is begun anew
            with suppress(OSError):
                self.flush()


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function on its first call and keep the machine code for the next process.

    Where the cache's folder cannot be written, the function is compiled anew in each process.
    """
    dispatcher = numba.njit(**OPTIONS)(function)
    if not hasattr(dispatcher, "_cache"):
        return dispatcher  # NUMBA_DISABLE_JIT=1: the plain function, for coverage and debugging
    try:
        dispatcher._cache = _KernelCache(dispatcher.py_func)
    except RuntimeError:  # no locator took the function
        return dispatcher
    return dispatcher


def recursive_kernel(function: Callable[..., Any]) -> Any:
    """Compile a function that calls itself, in each process anew: numba crashes on such functions from a cache."""
    return numba.njit(**OPTIONS)(function)
