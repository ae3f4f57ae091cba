"""What the benchmarks share: the yardstick, measured in the same run, and the report of ratios to it."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import yardstick

_rows: list[tuple[str, float, float, str]] = []


@pytest.fixture(scope="session")
def yard() -> float:
    """Seconds of the yardstick on this machine, now."""
    return yardstick.measure()


@pytest.fixture
def report(request: pytest.FixtureRequest, yard: float, benchmark: Any) -> Iterator[Callable[[str], None]]:
    """Note the median of the benchmark as a ratio to the yardstick, beside what is asked of it."""
    asked = ""

    def ask(text: str) -> None:
        nonlocal asked
        asked = text

    yield ask
    if benchmark.stats is not None:
        _rows.append((request.node.name, benchmark.stats.stats.median, yard, asked))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the ratios under the benchmarks' own table."""
    if not _rows:
        return
    versions = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba"))
    terminalreporter.section("ratios to the yardstick Y")
    terminalreporter.write_line(
        f"{_processor()}, {os.cpu_count()} cores, Python {platform.python_version()}, {versions}"
    )
    for name, median, yard, asked in _rows:
        terminalreporter.write_line(
            f"{name:44} {1000 * median:10.3f} ms  {median / yard:8.3f} Y  (Y = {1000 * yard:.1f} ms)  asked: {asked}"
        )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())
