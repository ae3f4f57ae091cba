"""What goes wrong at the border: each error is a `ValueError` whose message names the value and the form expected."""

from __future__ import annotations

# Longer messages are cut in the middle (letters): a value may be a whole file, the form expected comes at the end.
LONGEST = 1000


class CribstatsError(ValueError):
    """Base of every error that cribstats raises on purpose; the command prints it in one line."""

    def __str__(self) -> str:
        """Return the message, cut in the middle if a value in it is too long for a line that is read."""
        message = super().__str__()
        return message if len(message) <= LONGEST else f"{message[: LONGEST // 2]} ... {message[-LONGEST // 2 :]}"


class CardError(CribstatsError):
    """A text or a number is not a card."""


class HandError(CribstatsError):
    """The cards are real but cannot be this hand: wrong count, a card twice, a starter that is held."""


class RoleError(CribstatsError):
    """A role is neither dealer nor pone."""


class VariantError(CribstatsError):
    """A game of this name is not known, or what was asked does not exist in it."""


class OpponentError(CribstatsError):
    """An opponent is neither a known name nor a file that describes one."""


class StrategyError(CribstatsError):
    """An array or a file is not a strategy: wrong shape, not probabilities, made for another game."""


class FileError(CribstatsError):
    """A file cannot be read or written as asked: missing, empty, in a form not known."""


class ArgumentError(CribstatsError):
    """An argument is outside the values it can take."""


class PlayError(CribstatsError):
    """A card or a go is against the rules of the play."""
