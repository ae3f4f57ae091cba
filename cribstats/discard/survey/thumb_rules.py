"""Rules of thumb by which players throw: what each leaves to choose from, for every hand dealt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import RANK_NAMES, RANK_VALUES, SUIT_COUNT
from cribstats.discard.dealt import deal_ways, dealt_hands, keep_numbers
from cribstats.discard.kernels import TIE
from cribstats.discard.roles import ROLES
from cribstats.discard.survey.answers import best_versions, rank_hands
from cribstats.discard.throws import throws_of
from cribstats.show.reference import FIFTEEN
from cribstats.show.scorer import flush_points
from cribstats.show.tables import rank_points
from cribstats.variants import Variant

FIVE = RANK_NAMES.index("5")
SHORTEST_RUN = 3

Mask = NDArray[np.bool_]
Points = NDArray[np.float64]


@dataclass(frozen=True)
class ThrowValues:
    """What every throw of every hand dealt is worth to one role, exactly and as tables say; shape (classes, throws).

    Attributes
    ----------
    role, variant
        Whose throws they are, and the game.
    hand_points, pegging, net
        Mean points of the hand, and net. Pegging is one zero if it does not count.
    net_of_other_role
        Net if the crib were the other player's.
    static_crib
        Mean crib by the ranks of the two cards, over all hands that throw them: what printed tables have.
    two_card_crib
        Mean crib if the two cards are all that is known.
    """

    role: str
    variant: Variant
    hand_points: Points
    pegging: Points
    net: Points
    net_of_other_role: Points
    static_crib: Points
    two_card_crib: Points

    @property
    def pegging_counts(self) -> bool:
        """Whether what keeps peg is part of net."""
        return self.pegging.shape == self.net.shape

    @property
    def sign(self) -> int:
        """What the crib counts."""
        return 1 if self.role == "dealer" else -1

    @cached_property
    def ranks(self) -> NDArray[np.int8]:
        """Ranks of the cards dealt, shape (classes, dealt)."""
        return (dealt_hands(self.variant) // SUIT_COUNT).astype(np.int8)

    @cached_property
    def thrown(self) -> NDArray[np.int8]:
        """Ranks thrown, ascending, shape (classes, throws, thrown)."""
        return self.ranks[:, throws_of(self.variant).thrown]

    @cached_property
    def points_held(self) -> NDArray[np.int64]:
        """Points of the cards kept, before the starter is cut."""
        points = rank_points()[self.variant.kept].sum(axis=1)[keep_numbers(self.variant)]
        suits = dealt_hands(self.variant)[:, throws_of(self.variant).kept] % SUIT_COUNT
        flushes = (suits == suits[:, :, :1]).all(axis=2)
        return np.asarray(points + flush_points(self.variant.kept, crib=False, variant=self.variant) * flushes)

    @cached_property
    def breaks_pair(self) -> Mask:
        """Whether one of two cards of a rank is kept and the other thrown."""
        throws = throws_of(self.variant)
        broken = np.zeros(self.net.shape, dtype=np.bool_)
        for throw, (thrown, kept) in enumerate(zip(throws.thrown, throws.kept, strict=True)):
            broken[:, throw] = (self.ranks[:, thrown, None] == self.ranks[:, None, kept]).any(axis=(1, 2))
        return broken

    @cached_property
    def run_kept(self) -> NDArray[np.int8]:
        """Length of the longest run kept, 0 if there is none."""
        lengths = np.zeros(self.net.shape, dtype=np.int8)
        for throw, kept in enumerate(throws_of(self.variant).kept):
            length = np.ones(len(self.ranks), dtype=np.int8)
            for step in np.diff(self.ranks[:, kept], axis=1).T:
                length = np.where(step == 1, length + 1, np.where(step == 0, length, 1)).astype(np.int8)
                lengths[:, throw] = np.maximum(lengths[:, throw], length)
        return np.asarray(np.where(lengths >= SHORTEST_RUN, lengths, 0))

    @property
    def throws_five(self) -> Mask:
        """Whether a five is thrown."""
        return np.asarray((self.thrown == FIVE).any(axis=2))

    @property
    def throws_pair(self) -> Mask:
        """Whether two cards of one rank are thrown."""
        return np.asarray(self.thrown[..., 0] == self.thrown[..., -1])

    @property
    def throws_neighbours(self) -> Mask:
        """Whether the ranks thrown follow each other."""
        return np.asarray(self.thrown[..., -1] - self.thrown[..., 0] == 1)

    @property
    def throws_five_or_fifteen(self) -> Mask:
        """Whether the cards thrown add up to 5 or to 15 as they are counted."""
        return np.isin(np.array(RANK_VALUES)[self.thrown].sum(axis=2), (RANK_VALUES[FIVE], FIFTEEN))

    @cached_property
    def best_by_ranks(self) -> Mask:
        """Whether the ranks thrown are the best as a mean over the suits that a hand of these ranks may have."""
        hands = rank_hands(self.variant)
        versions, ways = best_versions(self.net, self.variant), deal_ways(self.variant)
        means = np.empty((len(hands.ways), self.variant.throws))
        for throw in range(self.variant.throws):
            means[:, throw] = np.bincount(hands.of_class, weights=ways * versions[:, throw]) / hands.ways
        best = np.take_along_axis(highest(means), hands.first_alike.astype(np.int64), axis=1)
        return np.asarray(best[hands.of_class])


@dataclass(frozen=True)
class ThumbRule:
    """A rule of thumb.

    Attributes
    ----------
    text
        What who goes by it does.
    choose
        The throws that it takes, of every hand at least one; all equally likely.
    roles
        Who goes by it.
    of_pegging
        It says something only where pegging counts.
    """

    text: str
    choose: Callable[[ThrowValues], Mask]
    roles: Sequence[str] = ROLES
    of_pegging: bool = False


def highest(values: NDArray[np.float64], allowed: Mask | None = None) -> Mask:
    """Return which throws of each hand have the highest value of those allowed; of all, if none is allowed."""
    if allowed is not None:
        values = np.where(allowed | ~allowed.any(axis=1, keepdims=True), values, -np.inf)
    return np.asarray(values >= values.max(axis=1, keepdims=True) - TIE)


def _best_of(allowed: Callable[[ThrowValues], Mask]) -> Callable[[ThrowValues], Mask]:
    return lambda values: highest(values.net, allowed(values))


# Who goes by a rule of the second kind is right in all that the rule leaves open.
THUMB_RULES: Sequence[ThumbRule] = (
    ThumbRule("any two cards", lambda values: np.ones(values.net.shape, dtype=np.bool_)),
    ThumbRule("most points held, crib ignored", lambda values: highest(values.points_held.astype(np.float64))),
    ThumbRule("best mean hand, crib ignored", lambda values: highest(values.hand_points)),
    ThumbRule("pegging ignored", lambda values: highest(values.net - values.pegging), of_pegging=True),
    ThumbRule("as if the crib were the other player's", lambda values: highest(values.net_of_other_role)),
    ThumbRule(
        "points held and a table of 91 mean cribs",
        lambda values: highest(values.points_held + values.sign * values.static_crib),
    ),
    ThumbRule(
        "mean hand and a table of 91 mean cribs",
        lambda values: highest(values.hand_points + values.sign * values.static_crib),
    ),
    ThumbRule(
        "mean hand and mean crib, own other cards not removed",
        lambda values: highest(values.hand_points + values.sign * values.two_card_crib),
    ),
    ThumbRule("best for the ranks, suits ignored", lambda values: values.best_by_ranks),
    ThumbRule("never breaks a pair", _best_of(lambda values: ~values.breaks_pair)),
    ThumbRule(
        "always keeps the longest run",
        _best_of(lambda values: values.run_kept == values.run_kept.max(axis=1, keepdims=True)),
    ),
    ThumbRule("never throws a five", _best_of(lambda values: ~values.throws_five)),
    ThumbRule("throws a pair if he can", _best_of(lambda values: values.throws_pair), ("dealer",)),
    ThumbRule("throws a five if he can", _best_of(lambda values: values.throws_five), ("dealer",)),
    ThumbRule("never throws a pair", _best_of(lambda values: ~values.throws_pair), ("pone",)),
    ThumbRule("never throws neighbours", _best_of(lambda values: ~values.throws_neighbours), ("pone",)),
    ThumbRule(
        "never throws cards that add to 5 or 15",
        _best_of(lambda values: ~values.throws_five_or_fifteen),
        ("pone",),
    ),
)
