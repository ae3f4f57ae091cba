"""Many hands from a file: bad rows are reported, good ones kept, and an interrupted batch goes on where it stopped.

Hands are read from built tables (:mod:`cribstats.discard.built`), a million of them in seconds. Where a table is not
there and few hands ask for it, they are enumerated one by one, which is quicker than building it. Both ways are exact
and agree to some 1e-13 points, the rounding of two different orders of adding up. A hand of which only the ranks are
known is read as the up to 187 hands that it may be.

What is analysed one by one is noted as it goes, for that may take hours. What is read from tables is not: a table that
is built stays in the cache, and reading a hand from it takes less time than reading a note would.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats import files
from cribstats.accelerate import kernel_hash
from cribstats.cards import card_texts, parse_ranks
from cribstats.compute import Progress
from cribstats.discard.analysis import analyse_discard
from cribstats.discard.batch_columns import (
    COLUMNS,
    Records,
    column_schema,
    column_table,
    rank_records,
    text_column,
    throw_records,
)
from cribstats.discard.batch_files import BadRow, parse_batch
from cribstats.discard.built import built_crib_means, crib_means_path, read_throw_means
from cribstats.discard.journal import Journal
from cribstats.discard.opponents import (
    AUTO_PEGGING,
    DEFAULT_OPPONENT,
    Opponent,
    OpponentLike,
    PeggingLike,
    find_opponent,
    list_opponents,
)
from cribstats.discard.rank_hands import mean_rank_throws
from cribstats.discard.results import place_order
from cribstats.discard.roles import ROLES
from cribstats.discard.strategies import Strategy, random_strategy
from cribstats.discard.throws import throws_of
from cribstats.errors import ArgumentError
from cribstats.variants import SIX_CARD, Variant

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

# Up to so many hands of a role are enumerated if the table they would be read from is not there: to build it takes four
# seconds, a hand against a strategy 60 ms and one against random throws 2 ms.
FEW_HANDS = 60
FEW_HANDS_AGAINST_RANDOM = 2_000

# Hands whose rows are made at a time: with every throw they are half a million rows, 60 MB.
HANDS_AT_A_TIME = 1 << 15


@dataclass(frozen=True)
class BatchResult:
    """What came of a batch.

    Attributes
    ----------
    frame
        A row for each hand, opponent and throw, in the order of the file, the best throw first. Role and opponent are
        categories.
    bad_rows
        The lines left out.
    hands
        How many hands were analysed.
    notes
        The file in the cache that lets the same batch go on, or come again at once; it is there if hands were analysed
        one by one.
    """

    frame: pd.DataFrame
    bad_rows: tuple[BadRow, ...]
    hands: int
    notes: Path

    def forget(self) -> None:
        """Remove the notes, once the results are safe somewhere."""
        with suppress(OSError):
            self.notes.unlink()


class Side(NamedTuple):
    """An opponent of a role, and the strategy whose table hands are read from; none if they are enumerated."""

    opponent: Opponent
    strategy: Strategy | None

    def pegging(self, role: str) -> NDArray[np.float64] | None:
        """Return what keeps peg, if it counts."""
        return None if self.opponent.pegging is None else self.opponent.pegging.of(role)


class Part(NamedTuple):
    """Some rows of the result, and a number for each that puts them in order among other parts."""

    table: pa.Table
    places: NDArray[np.int64]


class Batch:
    """The hands of a file, read and not yet analysed, and whom each is to be analysed against.

    Parameters
    ----------
    path
        CSV with the columns ``hand`` and ``role``.
    opponents
        As :func:`cribstats.discard.find_opponent` takes them; each hand is analysed against each.
    pegging
        What pegging counts, as :func:`cribstats.discard.find_opponent` takes it.
    best
        Keep only the best throw of each hand.
    variant
        The game.

    Attributes
    ----------
    bad_rows
        The lines left out.
    hands
        How many hands there are.
    one_by_one
        How many of them are analysed one by one, and noted.
    noted
        How many of these are done.

    Raises
    ------
    FileError, OpponentError, ArgumentError
        The file, or an opponent, cannot be read, or none is given. Bad rows raise nothing.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        opponents: Sequence[OpponentLike] = (DEFAULT_OPPONENT,),
        pegging: PeggingLike = AUTO_PEGGING,
        best: bool = False,
        variant: Variant = SIX_CARD,
    ) -> None:
        listed = list_opponents(opponents)
        if not listed:
            raise ArgumentError("no opponents given: at least one expected")
        place = files.as_path(path, "batch")
        text = files.read_text(place, "batch")
        self._rows, bad = parse_batch(text, place, variant)
        self._best, self._variant = best, variant
        self._sides: dict[str, list[Side]] = {}
        slow = ~self._rows.suited
        for number in np.unique(self._rows.roles).tolist():
            role = ROLES[number]
            with_suits = self._rows.suited & (self._rows.roles == number)
            some = [find_opponent(each, role, pegging=pegging, variant=variant) for each in listed]
            self._sides[role] = [_choose_way(each, int(with_suits.sum()), variant) for each in some]
            if any(side.strategy is None for side in self._sides[role]):
                slow |= with_suits
        self._names = list(dict.fromkeys(side.opponent.name for sides in self._sides.values() for side in sides))
        self._slow = slow
        self._journal = Journal(_batch_key(text, self._sides, best, variant))
        self.bad_rows = tuple(bad)
        self.hands = len(self._rows.lines)
        self.one_by_one = int(slow.sum())
        self.noted = 0

    @property
    def notes(self) -> Path:
        """The file in the cache that lets the same batch go on."""
        return self._journal.path

    @property
    def counts_pegging(self) -> bool:
        """Whether what keeps peg counts against any of the opponents."""
        return any(side.opponent.pegging is not None for sides in self._sides.values() for side in sides)

    @property
    def tables_to_build(self) -> int:
        """How many tables are needed and not there: some seconds each."""
        return sum(not path.exists() for path in self._tables_read())

    def frames(self, *, progress: Progress | None = None) -> Iterator[pd.DataFrame]:
        """Analyse the hands, and yield the rows of some at a time, in the order of the file.

        They are what :class:`BatchResult` has in one frame; of a file without hands there are none.

        Parameters
        ----------
        progress
            Told how many hands are done, of how many.
        """
        return (table.to_pandas() for table in self._tables(progress))

    def whole_frame(self, *, progress: Progress | None = None) -> pd.DataFrame:
        """Analyse the hands, and return the rows of all."""
        import pyarrow as pa

        tables = list(self._tables(progress))
        frame: pd.DataFrame = (pa.concat_tables(tables) if tables else column_schema().empty_table()).to_pandas()
        return frame

    def forget(self) -> None:
        """Remove the notes, once the results are safe somewhere."""
        self._journal.forget()

    def _tables_read(self) -> dict[Path, Strategy]:
        """Return the strategies whose tables are read, by the places of these: both roles may have one opponent."""
        strategies = [side.strategy for sides in self._sides.values() for side in sides if side.strategy is not None]
        return {crib_means_path(strategy): strategy for strategy in strategies}

    def _tables(self, progress: Progress | None) -> Iterator[pa.Table]:
        built = {path: built_crib_means(strategy) for path, strategy in self._tables_read().items()}
        done = self._journal.read() if self.one_by_one else {}
        self.noted = 0
        notes: AbstractContextManager[object] = self._journal if self.one_by_one else nullcontext()
        with notes:
            for start in range(0, self.hands, HANDS_AT_A_TIME):
                rows = np.arange(start, min(start + HANDS_AT_A_TIME, self.hands))
                yield self._analyse(rows, built, done, progress)

    def _analyse(
        self,
        rows: NDArray[np.int64],
        built: Mapping[Path, NDArray[np.float64]],
        done: dict[int, Records],
        progress: Progress | None,
    ) -> pa.Table:
        """Analyse some hands of the file, one after the other."""
        import pyarrow as pa

        records: dict[int, Records] = {}
        for number, row in enumerate(rows[self._slow[rows]].tolist(), start=1):
            line = int(self._rows.lines[row])
            if line not in done:
                done[line] = self._analyse_row(row, built)
                self._journal.note(line, done[line])
            records[row] = done[line]
            self.noted += 1
            if progress is not None:
                progress(int(rows[0]) + number, self.hands)
        parts = [self._table_of_records(records)] if records else []
        for role, sides in self._sides.items():
            chosen = rows[self._rows.suited[rows] & (self._rows.roles[rows] == ROLES.index(role))]
            for side_number, side in enumerate(sides):
                if side.strategy is not None and len(chosen):
                    crib_means = built[crib_means_path(side.strategy)]
                    parts.append(self._table_of_means(chosen, role, side_number, crib_means))
        if progress is not None and len(records) < len(rows):
            progress(int(rows[-1]) + 1, self.hands)
        if len(parts) == 1:
            return parts[0][0]
        order = np.argsort(np.concatenate([places for _, places in parts]), kind="stable")
        return pa.concat_tables([table for table, _ in parts]).take(order)

    def _analyse_row(self, row: int, built: Mapping[Path, NDArray[np.float64]]) -> Records:
        """Analyse a hand by itself: against opponents whose tables are not read, or one of ranks alone."""
        role, text, line = ROLES[self._rows.roles[row]], self._rows.texts[row], int(self._rows.lines[row])
        records: Records = []
        for _, side in self._enumerated_sides(row):
            if side.strategy is None:
                analysis = analyse_discard(text, role, opponent=side.opponent, variant=self._variant)
                throws = throw_records(analysis, line=line)
            else:
                ranks = parse_ranks(text, count=self._variant.dealt)
                crib_means = built[crib_means_path(side.strategy)]
                means = mean_rank_throws(ranks, role, crib_means, self._variant, side.pegging(role))
                throws = rank_records(means, ranks, role, side.opponent.name, line=line)
            records += throws[:1] if self._best else throws
        return records

    def _enumerated_sides(self, row: int) -> list[tuple[int, Side]]:
        sides = enumerate(self._sides[ROLES[self._rows.roles[row]]])
        return [(number, side) for number, side in sides if side.strategy is None or not self._rows.suited[row]]

    def _table_of_records(self, records: Mapping[int, Records]) -> Part:
        """Return the records of some hands."""
        rows, sides = [], []
        for row, some in records.items():
            numbers = [number for number, _ in self._enumerated_sides(row)]
            rows += [row] * len(some)
            # The best throw against an opponent begins what there is against him.
            sides += [numbers[turn - 1] for turn in accumulate(record["place"] == 1 for record in some)]
        flat = [record for some in records.values() for record in some]
        columns: dict[str, Any] = {name: [record[name] for record in flat] for name in COLUMNS}
        columns["role"] = [ROLES.index(role) for role in columns["role"]]
        columns["opponent"] = [self._names.index(name) for name in columns["opponent"]]
        places = self._places(np.array(rows, dtype=np.int64), np.array(sides, dtype=np.int64))
        return Part(column_table(columns, self._names), places)

    def _table_of_means(self, rows: NDArray[np.int64], role: str, side: int, crib_means: NDArray[np.float64]) -> Part:
        """Return the throws of some hands of a role against one opponent, read from his table."""
        hands = self._rows.cards[rows]
        pegging = self._sides[role][side].pegging(role)
        means = read_throw_means(hands, role, crib_means, self._variant, pegging)
        order = place_order(means.net, 1 if self._best else None)
        places, chosen = order.shape[1], order.ravel()
        throws = throws_of(self._variant)
        each = np.repeat(np.arange(len(rows)), places)

        def cards_at(positions: NDArray[np.int64]) -> pa.Array:
            return text_column(card_texts(hands[each[:, None], positions[chosen]]))

        columns = {
            "line": self._rows.lines[rows][each],
            "hand": text_column(card_texts(hands)[each]),
            "role": np.full(len(each), ROLES.index(role)),
            "opponent": np.full(len(each), self._names.index(self._sides[role][side].opponent.name)),
            "place": np.tile(np.arange(1, places + 1), len(rows)),
            "throw": cards_at(throws.thrown),
            "keep": cards_at(throws.kept),
            "hand_points": means.hand_points[each, chosen],
            "crib": means.crib[each, chosen],
            "heels": means.heels[each, 0],
            "pegging": [None] * len(each) if means.pegging is None else means.pegging[each, chosen],
            "net": means.net[each, chosen],
        }
        return Part(column_table(columns, self._names), self._places(rows[each], np.full(len(each), side)))

    def _places(self, rows: NDArray[np.int64], sides: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return numbers that put rows in order by hand and opponent; the throws of each are in order already."""
        return rows * max(map(len, self._sides.values())) + sides


def analyse_batch(
    path: str | Path,
    *,
    opponents: Sequence[OpponentLike] = (DEFAULT_OPPONENT,),
    pegging: PeggingLike = AUTO_PEGGING,
    best: bool = False,
    variant: Variant = SIX_CARD,
    progress: Progress | None = None,
) -> BatchResult:
    """Analyse all hands of a CSV file.

    Parameters
    ----------
    path
        CSV with the columns ``hand`` and ``role``.
    opponents
        As :func:`cribstats.discard.find_opponent` takes them; each hand is analysed against each.
    pegging
        What pegging counts, as :func:`cribstats.discard.find_opponent` takes it.
    best
        Keep only the best throw of each hand.
    variant
        The game.
    progress
        Told how many hands are done, of how many.

    Raises
    ------
    FileError, OpponentError, ArgumentError
        The file, or an opponent, cannot be read, or none is given. Bad rows raise nothing; they are in the result.

    Notes
    -----
    Hands are read from built tables: those that are missing are built, some seconds each, unless enumerating the few
    hands that ask for one is quicker. Both ways are exact, and agree to some 1e-13 points.

    What is enumerated, and hands of ranks alone, is noted in the cache as it goes, and stays there until
    :meth:`BatchResult.forget`, or for a month. A batch of the same file, opponents and options takes up the notes and
    does the rest.

    The frame takes some 115 bytes for each hand, opponent and throw, and while it is put together twice that;
    :meth:`Batch.frames` gives it in parts.
    """
    batch = Batch(path, opponents=opponents, pegging=pegging, best=best, variant=variant)
    frame = batch.whole_frame(progress=progress)
    return BatchResult(frame, batch.bad_rows, batch.hands, batch.notes)


def _choose_way(opponent: Opponent, hands: int, variant: Variant) -> Side:
    """Choose whether hands against an opponent are read from his table or, there being few and no table, enumerated."""
    strategy = opponent.strategy or random_strategy(variant)
    few = FEW_HANDS_AGAINST_RANDOM if opponent.strategy is None else FEW_HANDS
    return Side(opponent, strategy if hands > few or crib_means_path(strategy).exists() else None)


def _batch_key(text: str, sides: Mapping[str, Sequence[Side]], best: bool, variant: Variant) -> str:
    """Return text that is the same for a batch whose notes are the same."""
    digest = hashlib.sha256(text.encode())
    told = {
        "best": best,
        "variant": variant.name,
        "version": files.package_version(),
        "kernels": kernel_hash(),
        "columns": COLUMNS,
        # Notes hold nothing of what is read from tables.
        "opponents": {
            role: [(side.opponent.fingerprint, side.strategy is None) for side in some] for role, some in sides.items()
        },
    }
    digest.update(json.dumps(told, sort_keys=True).encode())
    return digest.hexdigest()[:24]
