"""Work in chunks: results in order, errors out, progress told, whatever does the work."""

from __future__ import annotations

import itertools
import os
import threading
from concurrent.futures import Executor, Future, ThreadPoolExecutor

import pytest

from cribstats.compute import THREADS_VARIABLE, map_chunks, stoppable, thread_count, use_executor
from cribstats.errors import ArgumentError

THREADS = pytest.mark.parametrize("threads", ["1", "2", "5"])


@THREADS
@pytest.mark.parametrize("count", [0, 1, 2, 40])
def test_results_come_in_the_order_of_the_chunks(monkeypatch, threads, count):
    monkeypatch.setenv(THREADS_VARIABLE, threads)
    assert map_chunks(lambda chunk: chunk**2, range(count)) == [chunk**2 for chunk in range(count)]


def test_order_is_kept_when_the_first_chunk_is_the_last_to_finish(monkeypatch):
    monkeypatch.setenv(THREADS_VARIABLE, "2")
    second_is_done = threading.Event()

    def work(chunk):
        if chunk == "first":
            assert second_is_done.wait(timeout=60)
        else:
            second_is_done.set()
        return chunk

    assert map_chunks(work, ["first", "second"]) == ["first", "second"]


@THREADS
def test_an_exception_in_a_chunk_comes_out(monkeypatch, threads):
    monkeypatch.setenv(THREADS_VARIABLE, threads)

    def work(chunk):
        if chunk == 3:
            raise ZeroDivisionError(f"chunk {chunk}")
        return chunk

    for progress in (None, lambda *_: None):
        with pytest.raises(ZeroDivisionError, match="chunk 3"):
            map_chunks(work, range(8), progress=progress)
    assert map_chunks(work, range(3)) == [0, 1, 2]


@THREADS
def test_progress_is_told_after_each_chunk_from_the_calling_thread(monkeypatch, threads):
    monkeypatch.setenv(THREADS_VARIABLE, threads)
    told = []
    map_chunks(abs, range(7), progress=lambda *counts: told.append((*counts, threading.get_ident())))
    assert told == [(done, 7, threading.get_ident()) for done in range(1, 8)]


class RecordingExecutor(Executor):
    """Runs nothing: the first chunk fails and the rest stay in the queue."""

    def __init__(self):
        self.futures = []

    def submit(self, *_):
        future = Future()
        if not self.futures:
            future.set_exception(ZeroDivisionError())
        self.futures.append(future)
        return future


def test_chunks_still_waiting_are_cancelled_when_one_fails():
    executor = RecordingExecutor()
    with use_executor(executor), pytest.raises(ZeroDivisionError):
        map_chunks(abs, range(4))
    assert [future.cancelled() for future in executor.futures] == [False, True, True, True]


@pytest.mark.parametrize("count", [1, 2, 9])
def test_a_given_executor_does_the_work_and_no_longer_than_it_is_lent(monkeypatch, count):
    monkeypatch.setenv(THREADS_VARIABLE, "1")

    def name_thread(chunk):
        return chunk, threading.current_thread().name.rpartition("_")[0]

    with ThreadPoolExecutor(2, thread_name_prefix="lent") as executor:
        with use_executor(executor):
            assert map_chunks(name_thread, range(count)) == [(chunk, "lent") for chunk in range(count)]
            assert map_chunks(name_thread, []) == []
        with pytest.raises(ZeroDivisionError), use_executor(executor):
            map_chunks(lambda chunk: 1 // chunk, [0])
    here = threading.current_thread().name.rpartition("_")[0]
    assert map_chunks(name_thread, range(count)) == [(chunk, here) for chunk in range(count)]


@pytest.mark.parametrize(("text", "count"), [("1", 1), ("2", 2), ("64", 64)])
def test_the_number_of_threads_can_be_set(monkeypatch, text, count):
    monkeypatch.setenv(THREADS_VARIABLE, text)
    assert thread_count() == count


@pytest.mark.parametrize("text", [None, ""])
def test_all_cores_work_unless_told_otherwise(monkeypatch, text):
    monkeypatch.delenv(THREADS_VARIABLE, raising=False)
    if text is not None:
        monkeypatch.setenv(THREADS_VARIABLE, text)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 5}, raising=False)
    assert thread_count() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 11)
    assert thread_count() == 11
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert thread_count() == 1


@pytest.mark.parametrize("text", ["0", "-1", "two", "1.5", " 2", "2 ", "1e3", "²", "9" * 400])
def test_a_wrong_number_of_threads_is_named(refuses, monkeypatch, text):
    monkeypatch.setenv(THREADS_VARIABLE, text)
    match = f"^CRIBSTATS_THREADS is '{text}': a whole number of threads, 1 to 9999, expected$"
    refuses(ArgumentError, match, thread_count)
    refuses(ArgumentError, match, map_chunks, abs, [1, 2])


def test_long_chunks_end_when_the_work_is_given_up(monkeypatch):
    monkeypatch.setenv("CRIBSTATS_THREADS", "2")
    ended = threading.Event()
    begun = threading.Event()

    def work(chunk):
        if chunk == "fails":
            begun.wait(10)
            raise ValueError("given up")
        try:
            for _ in stoppable(itertools.count()):
                begun.set()
        finally:
            ended.set()

    with pytest.raises(ValueError, match="given up"):
        map_chunks(work, ["fails", "goes on for ever"])
    assert ended.wait(10)


def test_chunks_that_are_not_given_up_have_all_their_items(monkeypatch):
    monkeypatch.setenv("CRIBSTATS_THREADS", "2")
    assert map_chunks(lambda size: list(stoppable(range(size))), [3, 2, 4]) == [[0, 1, 2], [0, 1], [0, 1, 2, 3]]
