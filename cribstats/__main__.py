"""``python -m cribstats`` is the command."""

from cribstats.cli import run

run()
