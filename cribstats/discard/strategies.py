"""Strategies: which cards a player throws from every hand he may be dealt, mixtures included."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import lcm
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cribstats import files
from cribstats.cards import RANK_COUNT
from cribstats.compute import map_chunks
from cribstats.discard import kernels
from cribstats.discard.crib_tables import check_crib_table
from cribstats.discard.hand_means import choose_throws
from cribstats.discard.roles import check_role
from cribstats.discard.throws import first_equal_throws, share_between_equals, throws_of
from cribstats.errors import StrategyError
from cribstats.suits import binomials, class_count, class_sizes, set_count, suit_tables
from cribstats.variants import SIX_CARD, VARIANTS, Variant, check_two_players, check_variant, find_variant

# Weights closer than this are equal: what a solver or a file leaves of one third.
WEIGHT_TOLERANCE = 1e-12
# How far from 1 the weights of a hand may add up before they are refused; within it they are rescaled.
SUM_TOLERANCE = 1e-6


@dataclass(frozen=True, eq=False)
class Strategy:
    """What a player throws, for every suit class of hands.

    Nearly every hand throws one pair of cards, or several equally often; those are kept as masks and counted in
    whole numbers. Hands that mix unequally carry weights.

    Attributes
    ----------
    name
        As results call it.
    variant
        The game.
    choices
        uint16, shape (classes,): mask of the throws that are equally likely, in places of the class's
        representative (:func:`cribstats.suits.unrank_classes`); 0 for a hand that mixes unequally.
    mixed_classes
        int64, ascending: the classes that mix unequally.
    mixed_weights
        float64, shape (mixed classes, throws): the probability of each throw.
    metadata
        What made it.
    """

    name: str
    variant: Variant
    choices: NDArray[np.uint16]
    mixed_classes: NDArray[np.int64]
    mixed_weights: NDArray[np.float64]
    metadata: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse arrays that do not fit: kernels look up what they say without asking."""
        self._check_arrays()

    @classmethod
    def from_weights(cls, weights: ArrayLike, *, name: str = "strategy", variant: Variant = SIX_CARD) -> Strategy:
        """Make a strategy of the probabilities of all throws of all classes.

        Parameters
        ----------
        weights
            Probabilities, shape (962988, 15) in the six-card game: row c for the hands of suit class c, column t for
            throw t of its representative. Throws that a renaming of suits within the hand makes the same share
            their weight, or the strategy would depend on what the suits are called.
        name
            As results call it.
        variant
            The game.

        Raises
        ------
        StrategyError
            The shape is wrong, a weight is negative or not a number, or a row does not add up to 1.

        Examples
        --------
        >>> import numpy as np
        >>> strategy = Strategy.from_weights(np.full((962988, 15), 1 / 15), name="any two")
        >>> strategy.mixed_share
        1.0
        """
        shape = (class_count(variant.dealt), variant.throws)
        try:
            array = np.array(weights, dtype=np.float64)
        except (TypeError, ValueError):
            raise StrategyError(f"weights are not numbers of shape {shape}, a row a class of hands") from None
        if array.shape != shape:
            raise StrategyError(f"weights of shape {array.shape}: {shape} expected, a row a class of hands")
        with np.errstate(invalid="ignore"):  # infinities of both signs
            sums = array.sum(axis=1)
        wrong = ~((array >= 0).all(axis=1) & (np.abs(sums - 1) <= SUM_TOLERANCE))
        if wrong.any():
            row = int(np.argmax(wrong))
            raise StrategyError(f"weights of class {row} are not probabilities that add up to 1: {array[row].tolist()}")
        array /= sums[:, None]
        share_between_equals(array, variant)
        thrown = array > 0
        equal = np.where(thrown, np.abs(array * thrown.sum(axis=1)[:, None] - 1) <= WEIGHT_TOLERANCE, True)
        mixed = np.flatnonzero(~equal.all(axis=1))
        choices = (thrown.astype(np.uint16) << np.arange(variant.throws, dtype=np.uint16)).sum(axis=1, dtype=np.uint16)
        choices[mixed] = 0
        return cls(name, variant, choices, mixed, array[mixed])

    @classmethod
    def load(cls, path: str | Path) -> Strategy:
        """Read a strategy that :meth:`save` wrote.

        Raises
        ------
        FileError
            The file is missing or damaged.
        StrategyError
            It is not a strategy of a game known here.
        """
        place = files.as_path(path, "strategy")
        arrays, metadata = files.read_arrays(place, "strategy")
        if metadata.get("variant") in VARIANTS and (played := find_variant(metadata["variant"])).players > 2:
            raise StrategyError(
                f"'{place}' holds throws of the {played.name} game, of {played.players} players:"
                " a strategy of one expected"
            )
        if set(arrays) != {"choices", "mixed_classes", "mixed_weights"}:
            raise StrategyError(f"'{place}' is not a strategy: it holds {', '.join(sorted(arrays)) or 'nothing'}")
        variant = find_variant(str(metadata.get("variant")))
        name = str(metadata.get("name", place.stem))
        try:
            strategy = cls(name, variant, arrays["choices"], arrays["mixed_classes"], arrays["mixed_weights"], metadata)
        except StrategyError:
            raise StrategyError(
                f"'{place}' is not a strategy of the {variant.name} game: its arrays do not fit"
            ) from None
        strategy.check_symmetry(str(place))
        return strategy

    def save(self, path: str | Path, **metadata: Any) -> None:
        """Write the strategy to an ``.npz`` file, whole or not at all.

        Parameters
        ----------
        path
            Where to.
        **metadata
            More to keep with it, beside name, version and game.

        Raises
        ------
        FileError
            The folder is missing or cannot be written.
        """
        told: dict[str, Any] = {"kind": "exact", "made_by": "Strategy.save", **self.metadata, **metadata}
        told |= {"version": files.package_version(), "variant": self.variant.name, "name": self.name}
        arrays: files.Arrays = {
            "choices": self.choices,
            "mixed_classes": self.mixed_classes,
            "mixed_weights": self.mixed_weights,
        }
        files.write_arrays(Path(path), arrays, told)

    def weights(self) -> NDArray[np.float64]:
        """Return the probability of each throw, float64 of shape (classes, throws): 116 MB in the six-card game."""
        taken = (self.choices[:, None] >> np.arange(self.variant.throws, dtype=np.uint16)) & 1
        weights = np.asarray(taken / np.maximum(taken.sum(axis=1), 1)[:, None], dtype=np.float64)
        weights[self.mixed_classes] = self.mixed_weights
        return weights

    def counts(self) -> NDArray[np.float64]:
        """Return :meth:`weights` in units of which a hand counts :func:`count_unit`: whole, but for unequal mixtures.

        What is thrown equally often then adds up exactly, in any order.
        """
        taken = (self.choices[:, None] >> np.arange(self.variant.throws, dtype=np.uint16)) & 1
        counts = np.asarray(
            taken * (count_unit(self.variant) // np.maximum(taken.sum(axis=1), 1))[:, None], dtype=float
        )
        counts[self.mixed_classes] = count_unit(self.variant) * self.mixed_weights
        return counts

    @property
    def mixed_share(self) -> float:
        """Share of deals in which throws that are not the same but for suits are mixed (probability)."""
        firsts = first_equal_throws(self.variant)
        bits = np.arange(self.variant.throws, dtype=np.uint16)
        taken = ((self.choices[:, None] >> bits) & 1).astype(bool)
        highest = np.where(taken, firsts, 0).max(axis=1)
        lowest = np.where(taken, firsts, self.variant.throws).min(axis=1)
        mixed = np.flatnonzero((self.choices == 0) | (highest > lowest))
        return float(class_sizes(mixed, self.variant.dealt).sum() / set_count(self.variant.dealt))

    @property
    def is_random(self) -> bool:
        """Whether all throws of every hand are equally likely."""
        return bool((self.choices == (1 << self.variant.throws) - 1).all())

    @cached_property
    def fingerprint(self) -> str:
        """Text that differs between strategies that throw differently, whatever they are called."""
        arrays = (self.choices, self.mixed_classes, self.mixed_weights)
        return files.fingerprint(*(np.ascontiguousarray(array).tobytes() for array in arrays))

    @cached_property
    def mixed_rows(self) -> NDArray[np.int32]:
        """Row of `mixed_weights` for each class, -1 for a class that does not mix unequally."""
        rows = np.full(len(self.choices), -1, dtype=np.int32)
        rows[self.mixed_classes] = np.arange(len(self.mixed_classes), dtype=np.int32)
        return rows

    @cached_property
    def expanded(self) -> NDArray[np.uint16]:
        """Choices of all 20,358,520 hands by colex rank, in places of the hand itself: 41 MB, built once.

        It makes one pass over an opponent's hands four times faster than looking up their classes.
        """
        throws = throws_of(self.variant)
        tables = suit_tables(self.variant.dealt)

        def expand(top: int) -> NDArray[np.uint16]:
            return np.asarray(
                kernels.expand_choices(
                    top, self.choices, throws.thrown, throws.numbers, throws.lowest_bits, binomials(), tables
                )
            )

        tops = range(len(binomials()) - 1, self.variant.dealt - 2, -1)
        return np.concatenate(map_chunks(expand, tops)[::-1])

    @cached_property
    def units(self) -> NDArray[np.int64]:
        """What a throw among n equal ones counts, at n - 1: whole numbers, with 1 / n between them."""
        return np.array([count_unit(self.variant) // number for number in range(1, self.variant.throws + 1)])

    def check_symmetry(self, place: str) -> None:
        """Raise a `StrategyError` if throws that suits alone tell apart are not equally likely.

        Strategies made here are so by construction; a file, `place`, may say anything.
        """
        firsts = first_equal_throws(self.variant).astype(np.int64)
        for throw in range(self.variant.throws):
            taken = (self.choices >> np.uint16(throw)) & 1
            like_first = (self.choices >> firsts[:, throw].astype(np.uint16)) & 1
            if (taken != like_first).any():
                raise StrategyError(f"'{place}' is not a strategy: it throws by the names of suits")
        if (np.take_along_axis(self.mixed_weights, firsts[self.mixed_classes], axis=1) != self.mixed_weights).any():
            raise StrategyError(f"'{place}' is not a strategy: it throws by the names of suits")

    def _check_arrays(self) -> None:
        classes, throws = class_count(self.variant.dealt), self.variant.throws
        arrays = (self.choices, self.mixed_classes, self.mixed_weights)
        sound = (
            all(isinstance(array, np.ndarray) for array in arrays)
            and self.choices.shape == (classes,)
            and self.choices.dtype == np.uint16
            and self.mixed_classes.dtype == np.int64
            and self.mixed_weights.dtype == np.float64
            and self.mixed_weights.shape == (*self.mixed_classes.shape, throws)
            and np.array_equal(np.flatnonzero(self.choices == 0), self.mixed_classes)
            and int(self.choices.max()) < 1 << throws
            and bool((self.mixed_weights >= 0).all())
            and bool((np.abs(self.mixed_weights.sum(axis=1) - 1) <= WEIGHT_TOLERANCE).all())
        )
        if not sound:
            raise StrategyError(
                f"'{self.name}' is not a strategy of the {self.variant.name} game: its arrays do not fit"
            )


def count_unit(variant: Variant) -> int:
    """Return what one hand counts where throws are counted in whole numbers: divisible by every number of ties."""
    return lcm(*range(1, variant.throws + 1))


def random_strategy(variant: Variant = SIX_CARD) -> Strategy:
    """Return the strategy that throws any cards, equally likely."""
    check_variant(variant)
    choices = np.full(class_count(variant.dealt), (1 << variant.throws) - 1, dtype=np.uint16)
    return _pure_strategy("random", choices, variant)


def greedy_strategy(variant: Variant = SIX_CARD) -> Strategy:
    """Return the strategy that keeps the highest mean hand and ignores the crib; ties are equally likely."""
    check_variant(variant)
    bonus = np.zeros((RANK_COUNT,) * variant.thrown)
    return _pure_strategy("greedy", choose_throws(bonus, variant), variant)


def table_strategy(
    table: NDArray[np.float64], role: str, *, name: str = "table", variant: Variant = SIX_CARD
) -> Strategy:
    """Return the strategy that maximises the mean hand plus (dealer) or minus (pone) a table of mean cribs.

    Parameters
    ----------
    table
        Mean points of the crib by the two ranks thrown, shape (13, 13), symmetric.
    role
        ``dealer`` or ``pone``: who throws by it.
    name
        As results call it.
    variant
        The game.

    Raises
    ------
    OpponentError, RoleError
        The table is not symmetric, not of this shape or not of numbers; the role is neither.
    VariantError
        The game is not one of two players.
    """
    check_two_players(variant)
    cribs = check_crib_table(table)
    bonus = cribs if check_role(role) == "dealer" else -cribs
    return _pure_strategy(name, choose_throws(bonus, variant), variant)


def _pure_strategy(name: str, choices: NDArray[np.uint16], variant: Variant) -> Strategy:
    nothing = np.zeros(0, dtype=np.int64)
    return Strategy(name, variant, choices, nothing, np.zeros((0, variant.throws)))
