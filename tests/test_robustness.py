"""What users do to a program: cut-off caches, full disks, pipes, forks, threads within threads, Ctrl-C."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from cribstats import SIX_CARD, Strategy, analyse_batch, analyse_discard
from cribstats.compute import THREADS_VARIABLE, change_chunks, map_chunks
from cribstats.discard import table_strategy
from cribstats.discard.journal import Journal
from cribstats.errors import ArgumentError, FileError, OpponentError, RoleError, StrategyError
from cribstats.files import CACHE_VARIABLE, as_path, cache_folder, printable, written_whole
from cribstats.suits import class_count

HAND = "5H 5C 6D 7S 8H QC"
OTHER = "2H 3H 4H 9S JS QD"
COMMAND = [sys.executable, "-m", "cribstats"]

posix = pytest.mark.skipif(os.name != "posix", reason="signals, pipes and forks as POSIX has them")


def best_net(hand=HAND):
    return analyse_discard(hand, "dealer", opponent="random").best.net


# Threads and processes


def test_work_within_work_does_not_wait_for_itself(monkeypatch):
    monkeypatch.setenv(THREADS_VARIABLE, "2")
    expected = [best_net(), best_net(OTHER)] * 3
    assert map_chunks(best_net, [HAND, OTHER] * 3) == expected
    counts = np.zeros(40)

    def add(rows):
        counts[rows] += 1

    map_chunks(lambda _: change_chunks(add, len(counts), 7), range(4))
    assert (counts == 4).all()


@posix
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork.*:DeprecationWarning")
def test_a_forked_child_has_threads_of_its_own(monkeypatch):
    monkeypatch.setenv(THREADS_VARIABLE, "2")
    expected = best_net()
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply_async(best_net).get(timeout=60) == expected


# Objects that kernels would trust


@pytest.mark.parametrize(
    "choices",
    [
        pytest.param(np.ones(10, np.uint16), id="too few"),
        pytest.param(np.zeros(962_988, np.uint16), id="nothing thrown"),
        pytest.param(np.full(962_988, 1 << 15, np.uint16), id="no such throw"),
        pytest.param(np.ones(962_988, np.int64), id="another type"),
        pytest.param([1] * 962_988, id="no array"),
    ],
)
def test_a_strategy_whose_arrays_do_not_fit_is_refused(refuses, choices):
    nothing = (np.zeros(0, np.int64), np.zeros((0, 15)))
    refuses(StrategyError, "'x' is not a strategy of the six-card game", Strategy, "x", SIX_CARD, choices, *nothing)


def test_a_file_that_throws_by_the_names_of_suits_is_refused(refuses, tmp_path):
    choices = np.ones(class_count(6), dtype=np.uint16)  # the two lowest cards, whichever suits are alike
    Strategy("suits", SIX_CARD, choices, np.zeros(0, np.int64), np.zeros((0, 15))).save(tmp_path / "suits.npz")
    refuses(StrategyError, "it throws by the names of suits", Strategy.load, tmp_path / "suits.npz")


def test_a_table_that_is_none_makes_no_strategy(refuses):
    refuses(OpponentError, "has shape", table_strategy, np.zeros((3, 3)), "dealer")
    refuses(OpponentError, "a number of points expected", table_strategy, np.full((13, 13), np.nan), "dealer")
    refuses(RoleError, "dealer or pone", table_strategy, np.zeros((13, 13)), "button")


# Files


@posix
def test_batches_from_pipes_are_not_taken_for_one_another(tmp_path):
    environment = {**os.environ, CACHE_VARIABLE: str(tmp_path), "PYTHONWARNINGS": "error"}
    outputs = []
    for hand in (HAND, OTHER):
        program = (
            "from cribstats import analyse_batch;"
            "print(analyse_batch('/dev/stdin', opponents=['random'], best=True).frame['hand'][0])"
        )
        done = subprocess.run(
            [sys.executable, "-c", program],
            input=f"hand,role\n{hand},pone\n",
            env=environment,
            text=True,
            capture_output=True,
            check=True,
        )
        outputs.append(done.stdout.strip())
    assert outputs == ["5C 5H 6D 7S 8H QC", "2H 3H 4H 9S JS QD"]


def test_a_full_cache_only_costs_the_resuming(tmp_path, monkeypatch):
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    path = tmp_path / "hands.csv"
    path.write_text(f"hand,role\n{HAND},dealer\n{OTHER},pone\n")

    class Full:
        def write(self, _):
            raise OSError(28, "No space left on device")

        def close(self):
            raise OSError(28, "No space left on device")

    def enter(self):
        self._stream = Full()
        return self

    monkeypatch.setattr(Journal, "__enter__", enter)
    assert analyse_batch(path, opponents=["random"], best=True).hands == 2


@posix
def test_what_a_link_points_to_is_written_and_the_link_stays(tmp_path):
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("before")
    link.symlink_to(target)
    with written_whole(link) as temporary:
        temporary.write_text("after")
    assert link.is_symlink()
    assert target.read_text() == "after"


@pytest.mark.parametrize("name", [None, 5, b"x", "a\0b"])
def test_what_is_no_name_of_a_file_is_refused(refuses, name):
    refuses(FileError, "is not the name of a file", as_path, name, "batch")
    refuses(FileError, "is not the name of a file", analyse_batch, name)


def test_names_with_bytes_that_are_no_text_can_be_told():
    assert printable("g\udcff.csv") == "g\\udcff.csv"


def test_a_cache_in_the_folder_of_nobody_is_refused(refuses, monkeypatch):
    monkeypatch.setenv(CACHE_VARIABLE, "~no-such-user-here/x")
    refuses(FileError, "no such user", cache_folder)


@pytest.mark.parametrize("kept", [0.0, 0.5])
def test_a_damaged_kernel_cache_only_costs_compiling(tmp_path, kept):
    environment = {**os.environ, CACHE_VARIABLE: str(tmp_path)}
    program = [*COMMAND, "table", "show", "--json"]
    first = subprocess.run(program, env=environment, capture_output=True, check=True)
    kernels = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any(path.suffix == ".nbc" for path in kernels)
    for path in kernels:
        content = path.read_bytes()
        path.write_bytes(content[: int(kept * len(content))])
    for _ in range(2):
        again = subprocess.run(program, env=environment, capture_output=True, check=True)
        assert again.stdout == first.stdout
        assert b"Traceback" not in again.stderr


# The console


@posix
@pytest.mark.parametrize("after", [0.02, 0.2])
def test_an_interruption_during_the_imports_is_told_in_one_line(tmp_path, after):
    path = tmp_path / "hands.csv"
    path.write_text("hand,role\n" + f"{HAND},dealer\n" * 400)
    out = tmp_path / "out.csv"
    # The clock starts when the command does: how long Python takes to be there is not its affair.
    program = (
        "import os, signal, sys, threading; from cribstats.__main__ import run;"
        f"sys.argv = ['cribstats', 'discard', '--file', {str(path)!r}, '--out', {str(out)!r}];"
        f"threading.Timer({after}, os.kill, (os.getpid(), signal.SIGINT)).start(); run()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.stderr.splitlines() == ["interrupted"]
    assert done.returncode == 130
    assert not out.exists()


@posix
def test_closed_outputs_make_no_traceback():
    command = " ".join(map(repr, COMMAND))
    for closed in (">&-", "2>&-", ">&- 2>&-"):
        done = subprocess.run(
            f"{' '.join(map(repr, COMMAND))} score 5H5C5SJD 5D {closed}", shell=True, capture_output=True
        )
        assert b"Traceback" not in done.stderr
    done = subprocess.run(f"{command} score zz 5D 2>&-", shell=True, capture_output=True)
    assert done.returncode == 2


@pytest.mark.parametrize("option", [("--need", "9" * 5000), ("--need", "²"), ("--need", "-1")])
def test_numbers_out_of_reach_are_told_in_one_line(capsys, option):
    from cribstats.cli import main

    assert main(["discard", HAND, "--dealer", "--opponent", "random", *option]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("row", ["x" * 50_000 + ",dealer", "5H " * 30_000 + ",pone", HAND + "," + "x" * 50_000])
def test_values_that_fill_pages_are_cut_in_messages(tmp_path, row):
    path = tmp_path / "hands.csv"
    path.write_text(f"hand,role\n{HAND},dealer\n{row}\n")
    (bad,) = analyse_batch(path, opponents=["random"], best=True).bad_rows
    assert len(bad.message) < 1100
    assert bad.message.startswith(("hand: ", "role "))
    assert bad.message.endswith(("expected", "every card must be different"))


def test_an_output_that_is_an_opponent_is_refused(capsys, tmp_path, monkeypatch):
    from cribstats.cli import main

    monkeypatch.chdir(tmp_path)
    Path("hands.csv").write_text(f"hand,role\n{HAND},dealer\n")
    Path("table.csv").write_text("not touched")
    assert main(["discard", "--file", "hands.csv", "--opponent", "table.csv", "--out", "table.csv"]) == 2
    assert "is a file that is read" in capsys.readouterr().err
    assert Path("table.csv").read_text() == "not touched"


def test_thread_counts_out_of_reach_are_refused(refuses, monkeypatch):
    monkeypatch.setenv(THREADS_VARIABLE, "9" * 5000)
    refuses(ArgumentError, "1 to 9999", map_chunks, abs, [1])
