"""The command: parses, calls one function of the library, prints."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any

import typer

from cribstats.cli.console import BAD_INPUT, DONE, INTERRUPTED, READER_GONE, say
from cribstats.errors import CribstatsError
from cribstats.files import package_version

NAME = "cribstats"

# Older versions of typer have it from click, newer ones bring their own: the parent of BadParameter either way.
USAGE_ERROR: Any = typer.BadParameter.__base__

# Each command has a module of its name, with its function or, where it has commands of its own, its app. A module is
# imported when its command is asked for: all of them take half a second.
COMMANDS = ("build", "discard", "peg", "score", "solve", "strategy", "table")


class Commands(typer.core.TyperGroup):
    """The commands, each imported when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """Return their names."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return one of them."""
        if cmd_name not in COMMANDS:
            meant = "".join(f" (did you mean {name}?)" for name in get_close_matches(cmd_name, COMMANDS, n=1))
            raise USAGE_ERROR(f"no such command '{cmd_name}'{meant}", ctx)
        module = import_module(f"cribstats.cli.{cmd_name}")
        made = typer.Typer(add_completion=False)
        if hasattr(module, "app"):
            made = module.app
        else:
            made.command(cmd_name)(getattr(module, f"{cmd_name}_command"))
        command: Any = typer.main.get_command(made)
        command.name = cmd_name
        return command


app = typer.Typer(
    name=NAME,
    cls=Commands,
    add_completion=False,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def cribstats(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Exact answers to cribbage: which cards to throw, what they are worth, and why.

    Every command has --help; those that tell something have --json, for one JSON
    object in full precision.

    For example:
      cribstats discard "5H 5C 6D 7S 8H QC" --dealer
      cribstats score "5H 5C 5S JD" 5D
      cribstats table show --out show.html
    """
    if version:
        typer.echo(f"{NAME} {package_version()}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status.

    0 when all is done; 2 when something given is not as it must be, or rows of a batch were left out; 130 when
    interrupted. Errors are one line on stderr.
    """
    try:
        status = _invoke(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except CribstatsError as error:
        say(f"{NAME}: {error}")
        return BAD_INPUT
    except USAGE_ERROR as error:
        say(_usage_line(error))
        return BAD_INPUT
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # rich leaves by SystemExit when the reader of its output has gone
        _forget_stdout()
        return READER_GONE
    except OSError as error:
        say(f"{NAME}: {error.filename or 'the output'} cannot be written: {error.strerror or error}")
        return BAD_INPUT
    return status


def _invoke(argv: list[str]) -> int:
    command = typer.main.get_command(app)
    try:
        # What `command.main` adds to this is its own way to tell errors.
        with command.make_context(NAME, argv) as context:
            return command.invoke(context) or DONE
    except typer.Exit as leaving:  # after --help, --version
        return leaving.exit_code


def _usage_line(error: Any) -> str:
    """Tell in one line what is wrong with the arguments: which, and what is expected."""
    where = error.ctx.command_path if error.ctx is not None else NAME
    message = " ".join(error.format_message().split()).rstrip(".")
    if possible := getattr(error, "possibilities", None):
        closest = get_close_matches(error.option_name, possible, n=1, cutoff=0)
        message = f"no such option {error.option_name} (did you mean {closest[0]}?)"
    elif "extra argument" in message:
        message += ': a hand stands in quotes, as in "5H 5C 6D 7S 8H QC"'
    elif (parameter := getattr(error, "param", None)) is not None and message.startswith("Missing"):
        message += f": {_lower(parameter.help.rstrip('.'))}"
    return f"{where}: {_lower(message)}"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _forget_stdout() -> None:
    """Point stdout at nothing, or Python would complain about the closed pipe once more on leaving."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
