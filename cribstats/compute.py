"""Work on all cores: chunks of work go to threads, results come back in order, so they never depend on how many.

Kernels release the interpreter's lock, so plain threads use all cores. The seam for clusters is
:func:`use_executor`: an executor with ``concurrent.futures``' interface takes the chunks, if it can send functions
that are defined inside others: threads can, and dask's ``client.get_executor()``; plain process pools cannot.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TypeVar

from cribstats.errors import ArgumentError

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")
Item = TypeVar("Item")

# Told how much is done and how much there is, in whatever unit the caller counts.
Progress = Callable[[int, int], None]

THREADS_VARIABLE = "CRIBSTATS_THREADS"
MOST_DIGITS = 4

_NAME = "cribstats-worker"

# Of each thread of ours: what tells it that the work is given up.
_working = threading.local()

_executor: ContextVar[Executor | None] = ContextVar("executor", default=None)


def thread_count() -> int:
    """Return how many threads work: ``CRIBSTATS_THREADS``, or the cores this process may use.

    Raises
    ------
    ArgumentError
        The variable is set to something that is not a positive whole number.
    """
    text = os.environ.get(THREADS_VARIABLE, "")
    if not text:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not (text.isdecimal() and text.isascii() and len(text) <= MOST_DIGITS and int(text)):
        raise ArgumentError(f"{THREADS_VARIABLE} is '{text}': a whole number of threads, 1 to 9999, expected")
    return int(text)


@contextmanager
def use_executor(executor: Executor) -> Iterator[None]:
    """Send chunks of work to this executor instead of threads of our own.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(1) as executor, use_executor(executor):
    ...     map_chunks(abs, [-1, -2, -3])
    [1, 2, 3]
    """
    token = _executor.set(executor)
    try:
        yield
    finally:
        _executor.reset(token)


def map_chunks(
    function: Callable[[Chunk], Result],
    chunks: Sequence[Chunk],
    *,
    progress: Progress | None = None,
) -> list[Result]:
    """Apply a function to each chunk, side by side, and return the results in the order of the chunks.

    Parameters
    ----------
    function
        What is done with a chunk; it gains from threads if it spends its time in kernels.
    chunks
        The work, cut up. Put big chunks first.
    progress
        Told after each chunk how many are done, from the calling thread.
    """
    executor = _executor.get()
    threads = thread_count()
    # Work within work stays on its thread: all of them might be waiting for each other.
    alone = threads == 1 or len(chunks) == 1 or _is_ours(threading.current_thread())
    if executor is None and alone:
        results = []
        for done, chunk in enumerate(chunks, start=1):
            results.append(function(chunk))
            if progress is not None:
                progress(done, len(chunks))
        return results
    stopped = threading.Event()
    if executor is None:
        futures = [_threads(threads).submit(_work, stopped, function, chunk) for chunk in chunks]
    else:
        futures = [executor.submit(function, chunk) for chunk in chunks]
    try:
        if progress is not None:
            for done, _ in enumerate(as_completed(futures), start=1):
                progress(done, len(chunks))
        return [future.result() for future in futures]
    except BaseException:
        stopped.set()
        _cancel(futures)
        raise


def stoppable(items: Iterable[Item]) -> Iterator[Item]:
    """Yield the items of a long chunk, until the work that it is a part of is given up.

    A thread cannot be interrupted: who waits for it can, and then the chunks that are at work end here.

    Examples
    --------
    >>> list(stoppable([1, 2]))
    [1, 2]
    """
    stopped = getattr(_working, "stopped", None)
    for item in items:
        if stopped is not None and stopped.is_set():
            raise CancelledError
        yield item


def change_chunks(change: Callable[[slice], None], count: int, size: int) -> None:
    """Let threads of this process change arrays in place, rows `size` at a time.

    Never sent to an executor of the caller's: another process would change copies.
    """
    chunks = [slice(start, min(start + size, count)) for start in range(0, count, size)]
    if _is_ours(threading.current_thread()):
        for chunk in chunks:
            change(chunk)
        return
    for future in [_threads(thread_count()).submit(change, chunk) for chunk in chunks]:
        future.result()


def _work(stopped: threading.Event, function: Callable[[Chunk], Result], chunk: Chunk) -> Result:
    """Do a chunk on a thread of ours, which :func:`stoppable` looks at."""
    _working.stopped = stopped
    return function(chunk)


def _cancel(futures: Sequence[Future[Result]]) -> None:
    for future in futures:
        future.cancel()


@cache
def _threads(count: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(count, thread_name_prefix=_NAME)


def _is_ours(thread: threading.Thread) -> bool:
    return thread.name.startswith(_NAME)


if hasattr(os, "register_at_fork"):
    # The threads of a parent do not live on in its child.
    os.register_at_fork(after_in_child=_threads.cache_clear)
