"""The console's command, and ``python -m cribstats``: imports the rest late, so that Ctrl-C is heard from the start."""

import os
import signal
import sys


def run() -> None:
    """Run the command and leave with its status."""
    try:
        for name in ("stdout", "stderr"):
            if getattr(sys, name) is None:  # closed by who started us
                setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - stays open
        for stream in (sys.stdout, sys.stderr):
            # A terminal that lacks a letter of somebody's file name shows it as "?" instead of a traceback.
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        from cribstats.cli import main

        status = main()
    except KeyboardInterrupt:
        # Whoever presses Ctrl-C twice wants no traceback of the leaving either.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        sys.stderr.write("interrupted\n")
        status = 130
    sys.exit(status)


if __name__ == "__main__":
    run()
