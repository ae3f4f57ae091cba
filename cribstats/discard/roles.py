"""The two roles of a deal."""

from __future__ import annotations

from cribstats.errors import RoleError

ROLES = ("dealer", "pone")


def check_role(role: str) -> str:
    """Return the role in lower case.

    Raises
    ------
    RoleError
        It is neither dealer nor pone.
    """
    text = role.strip().lower() if isinstance(role, str) else role
    if text not in ROLES:
        raise RoleError(f"role {role!r} is not known: dealer or pone expected")
    return text


def other_role(role: str) -> str:
    """Return pone for the dealer and dealer for the pone."""
    return ROLES[1 - ROLES.index(role)]
