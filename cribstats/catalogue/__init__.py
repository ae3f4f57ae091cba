"""The catalogue: the tables that have a name, made on demand, and cached where that takes long."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from cribstats.catalogue.named import NamedTable, Request, ThrowsLike
from cribstats.catalogue.seats import SEAT_TABLES
from cribstats.catalogue.two_players import TABLES
from cribstats.compute import Progress
from cribstats.discard.built import built_crib_means, crib_means_path
from cribstats.discard.opponents import DEFAULT_OPPONENT, OpponentLike, find_pair, list_opponents
from cribstats.discard.pairs import StrategyPair
from cribstats.discard.results import SOLVED
from cribstats.discard.roles import ROLES, other_role
from cribstats.errors import ArgumentError, FileError
from cribstats.files import cache_folder, describe, fingerprint, source_hash, written_whole
from cribstats.seats import SeatThrows, find_seat_throws
from cribstats.shipped import shipped_facts
from cribstats.tables import write_table
from cribstats.variants import SIX_CARD, Variant, variant_words

if TYPE_CHECKING:
    import pandas as pd


class Built(NamedTuple):
    """What is kept in the cache: what it is, where, and whether it was there before."""

    what: str
    path: Path
    was_there: bool


def tables_of(variant: Variant) -> Mapping[str, NamedTable]:
    """Return the tables that there are of a game, by name."""
    return TABLES if variant.players == 2 else SEAT_TABLES


def find_table(name: str, variant: Variant = SIX_CARD) -> NamedTable:
    """Return the table of this name of a game.

    Raises
    ------
    ArgumentError
        There is none.
    """
    known = tables_of(variant)
    if name in known:
        return known[name]
    if name in TABLES or name in SEAT_TABLES:
        raise ArgumentError(f"there is no table {name} of the {variant.name} game: {', '.join(known)} expected")
    raise ArgumentError(f"'{name}' is not a table known here: {', '.join(known)} expected")


def table_title(name: str, variant: Variant = SIX_CARD) -> str:
    """Return what stands above a table; of any game but the usual one it is told.

    >>> from cribstats.variants import FIVE_CARD
    >>> table_title("deal", FIVE_CARD)
    'What the deal is worth: five-card game'
    """
    title = find_table(name, variant).title
    return title if variant == SIX_CARD else f"{title}: {variant.name} game"


def make_table(
    name: str,
    *,
    opponents: Sequence[ThrowsLike] = (),
    variant: Variant = SIX_CARD,
    progress: Progress | None = None,
) -> pd.DataFrame:
    """Make a table that has a name, or read it from the cache if it takes long and was made before.

    Parameters
    ----------
    name
        One of `TABLES`.
    opponents
        By whose throws it is made, as :func:`cribstats.discard.find_opponent` takes them; by default the table's own.
    variant
        The game.
    progress
        Told how much is done, where it takes long.

    Raises
    ------
    ArgumentError
        There is no such table, or it takes no such opponents.
    OpponentError, FileError, StrategyError
        An opponent is not known, or its file cannot be read.

    Examples
    --------
    >>> make_table("deal")["role"].tolist()
    ['dealer', 'pone']
    """
    table = find_table(name, variant)
    chosen = check_opponents(name, opponents, variant)
    if not table.is_cached:
        return table.make(Request(chosen, variant, progress))
    path = cached_path(name, opponents=chosen, variant=variant)
    if (cached := _read_cached(path)) is not None:
        return cached
    frame = table.make(Request(chosen, variant, progress))
    with suppress(OSError, FileError):  # a cache that cannot be written only costs the making
        path.parent.mkdir(parents=True, exist_ok=True)
        metadata = named_metadata(name, opponents=chosen, variant=variant)
        write_table(frame, path, title=table_title(name, variant), metadata=metadata)
        with written_whole(_digest_path(path)) as temporary:
            temporary.write_text(hashlib.sha256(path.read_bytes()).hexdigest(), encoding="ascii")
    return frame


def cached_path(name: str, *, opponents: Sequence[ThrowsLike] = (), variant: Variant = SIX_CARD) -> Path:
    """Return where a table that has a name is kept in the cache, or would be.

    Parameters and errors are those of :func:`make_table`.
    """
    throws = [_find_throws(opponent, variant) for opponent in check_opponents(name, opponents, variant)]
    parts = [part for each in throws for part in (each.name, each.fingerprint)]
    key = fingerprint(name, variant.name, source_hash(), *parts)
    return cache_folder() / "built" / f"{name}-{key}.parquet"


def build_tables(
    opponent: OpponentLike = DEFAULT_OPPONENT, *, variant: Variant = SIX_CARD, progress: Progress | None = None
) -> list[Built]:
    """Build all that is kept in the cache for the throws of an opponent, unless it is there.

    Parameters
    ----------
    opponent
        As :func:`cribstats.discard.find_opponent` takes it.
    variant
        The game.
    progress
        Told how many of the tables are done.

    Raises
    ------
    OpponentError, FileError, StrategyError
        The opponent is not known, or its file cannot be read.
    """
    pair = find_pair(opponent, variant=variant)
    jobs: list[tuple[str, Path, Callable[[], Any]]] = []
    for role in ROLES:
        strategy = pair.of(other_role(role))
        jobs.append((f"mean cribs, {role}", crib_means_path(strategy), partial(built_crib_means, strategy)))
    for name, table in TABLES.items():
        if table.is_cached:
            opponents = (opponent,) if table.default_opponents else ()
            path = cached_path(name, opponents=opponents, variant=variant)
            jobs.append((f"table {name}", path, partial(make_table, name, opponents=opponents, variant=variant)))
    built = []
    for done, (what, path, build) in enumerate(jobs, start=1):
        was_there = path.exists()
        build()
        built.append(Built(what, path, was_there))
        if progress is not None:
            progress(done, len(jobs))
    return built


def check_opponents(
    name: str, opponents: ThrowsLike | Sequence[ThrowsLike], variant: Variant = SIX_CARD
) -> tuple[ThrowsLike, ...]:
    """Return the opponents that a table is made by: those given, or the table's own.

    Raises
    ------
    ArgumentError
        The table takes none, or not so many.
    """
    table = find_table(name, variant)
    given: list[Any] = [opponents] if isinstance(opponents, SeatThrows) else list_opponents(cast(Any, opponents))
    if given and table.solved_by:
        raise ArgumentError(
            f"table {name} is solved for one way to throw: no opponent expected; `table pegging-sample` takes any,"
            " `solve play` solves for any"
        )
    if given and not table.default_opponents and not table.takes_several:
        raise ArgumentError(f"table {name} is the same for all opponents: none expected")
    if len(given) > 1 and not table.takes_several:
        raise ArgumentError(f"{len(given)} opponents given: one expected for table {name}")
    return tuple(given) or table.default_opponents


def named_metadata(name: str, *, opponents: Sequence[ThrowsLike] = (), variant: Variant = SIX_CARD) -> dict[str, Any]:
    """Return the metadata of a table that has a name."""
    table = find_table(name, variant)
    throws = [_find_throws(opponent, variant) for opponent in check_opponents(name, opponents, variant)]
    names = [each.name for each in throws]
    if table.counts_pegging and not throws:  # answers to the default opponent are in it
        throws.append(find_pair(DEFAULT_OPPONENT, variant=variant))
    pairs = [each for each in throws if isinstance(each, StrategyPair) and table.counts_pegging]
    gaps = [pair.pegging.gap for pair in pairs if pair.pegging is not None]
    options = [*variant_words(variant), *(f"--opponent {each}" for each in names if opponents)]
    made_by = " ".join(["cribstats table", name, *options])
    more = dict(table.more)
    if table.solved_by:
        more["gap"] = shipped_facts(table.solved_by, variant)["gap"]
    description = table.description.format(players=", ".join(names), gap=more.get("gap"), exact=_exactness(gaps))
    told = describe(SOLVED if gaps else table.kind, made_by, variant.name, description=description, **more)
    return told | ({"opponents": names} if names else {})


def _find_throws(opponent: ThrowsLike, variant: Variant) -> StrategyPair | SeatThrows:
    """Return what those whose throws a table is made by throw: dealer and pone, or all seats."""
    if variant.players == 2 and not isinstance(opponent, SeatThrows):
        return find_pair(opponent, variant=variant)
    return find_seat_throws(cast(Any, opponent), variant)


def _exactness(gaps: Sequence[float | None]) -> str:
    """Say what is exact in a table that pegging counts in, with the gaps of the play that it comes from."""
    if not gaps:
        return "Exact for these throws."
    known = [gap for gap in gaps if gap is not None]
    within = f" within {max(known):.4f} points a deal" if known else ""
    return f"Exact for these throws, but for pegging, which is solved{within}, and what it is added to."


def _read_cached(path: Path) -> pd.DataFrame | None:
    """Read a table from the cache, or none if it is not there whole."""
    import pandas as pd

    try:
        content = path.read_bytes()
        # The format's own checksums leave out the names of columns.
        if hashlib.sha256(content).hexdigest() != _digest_path(path).read_text(encoding="ascii"):
            return None
        return pd.read_parquet(BytesIO(content), engine="pyarrow")
    except Exception:  # what is no table makes pandas fail in any way
        return None


def _digest_path(path: Path) -> Path:
    """Return where the hash of a cached table stands, by which damage is noticed."""
    return path.with_suffix(".sha256")
