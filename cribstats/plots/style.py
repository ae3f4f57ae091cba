"""What the figures have in common: how cards are written, how roles look, and how tables are checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from cribstats.cards import SUIT_NAMES
from cribstats.discard.roles import ROLES, check_role
from cribstats.errors import ArgumentError

if TYPE_CHECKING:
    import pandas as pd

SUIT_SYMBOLS = dict(zip(SUIT_NAMES, "♣♦♥♠", strict=True))

# The dealer's is dark and the pone's light, so that black-and-white print tells them apart too. Colours: Okabe and Ito,
# "Color universal design" (2008).
ROLE_LOOKS: Mapping[str, Mapping[str, Any]] = {
    "dealer": {"color": "#0072B2"},
    "pone": {"color": "#F0C05A", "edgecolor": "#5C4508", "linewidth": 0.6},
}


def card_labels(names: Iterable[str]) -> str:
    """Write cards with the symbols of their suits; ranks alone have none.

    >>> card_labels(["TH", "KC"])
    '10♥ K♣'
    """
    return " ".join(name[0].replace("T", "10") + "".join(SUIT_SYMBOLS[suit] for suit in name[1:]) for name in names)


def signed(points: float) -> str:
    """Write a difference with its sign: two digits, or one behind the point.

    >>> signed(-0.26), signed(1.04), signed(0.04), signed(-16.6)
    ('−0.3', '+1.0', '0.0', '−17')
    """
    if abs(points) < 0.05:
        return "0.0"
    return (f"{points:+.1f}" if abs(points) < 9.95 else f"{points:+.0f}").replace("-", "−")


def percent(share: float) -> str:
    """Write a share in percent, without the sign: two digits, or one behind the point.

    >>> percent(0.276), percent(0.0123), percent(0.0004), percent(0.9999), percent(1)
    ('28', '1.2', '0.04', '>99', '100')
    """
    points = 100 * share
    if 0 < points < 0.095:
        return f"{points:.2f}"
    if 99.5 <= points < 100:
        return ">99"
    return f"{points:.1f}" if points < 9.95 else f"{points:.0f}"


def check_columns(table: pd.DataFrame, columns: Iterable[str], made_by: str) -> None:
    """Check that a table has some columns; `made_by` is the function that makes such tables.

    Raises
    ------
    ArgumentError
        It lacks one.
    """
    lacking = [column for column in columns if column not in table]
    if lacking:
        raise ArgumentError(f"the table has no column '{lacking[0]}': one as {made_by} makes it expected")


def rows_of_both(table: pd.DataFrame, columns: Iterable[str], made_by: str) -> dict[str, pd.DataFrame]:
    """Return the dealer's and the pone's rows of a table of both, as :func:`check_columns` checks it.

    Raises
    ------
    ArgumentError
        It lacks a column, or a role.
    """
    check_columns(table, ("role", *columns), made_by)
    rows = {role: table[table["role"] == role].reset_index(drop=True) for role in ROLES}
    lacking = [role for role, found in rows.items() if found.empty]
    if lacking:
        raise ArgumentError(f"the table has no rows of the {lacking[0]}: rows of both roles expected")
    return rows


def rows_of_one(
    table: pd.DataFrame, role: str | None, columns: Iterable[str], made_by: str
) -> tuple[pd.DataFrame, str | None]:
    """Return one role's rows of a table, and which role it is, if that can be told.

    Parameters
    ----------
    table
        Rows of one role; or of both with a column ``role``.
    role
        Whose rows; none if the table has those of one alone.
    columns, made_by
        What it must have, and what makes such a table.

    Raises
    ------
    RoleError, ArgumentError
        The role is not known, or the table lacks a column.
    """
    check_columns(table, columns, made_by)
    if role is not None:
        role = check_role(role)
        return (rows_of_both(table, columns, made_by)[role] if "role" in table else table), role
    roles = table["role"].unique().tolist() if "role" in table else []
    return table, roles[0] if len(roles) == 1 else None
