"""The tables of games of more than two players, by seat."""

from __future__ import annotations

from collections.abc import Mapping

from cribstats.catalogue.named import NamedTable
from cribstats.catalogue.two_players import TABLES

SEAT_TABLES: Mapping[str, NamedTable] = {
    "show": TABLES["show"],
}
