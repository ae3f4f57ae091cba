"""The discard by enumeration against its slow twin, on short decks: every number of every throw.

Most of the pack is declared dead, so that the twin can go through all hands of the other player. What is left holds
Jacks, flushes for hand and crib, pairs and suits that are alike.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

import naive_discard as twin
import numpy as np
import pytest
from naive import cards_of, number_of

from cribstats import Strategy, analyse_discard
from cribstats.discard import find_opponent
from cribstats.suits import class_count, class_sizes, rank_classes, unrank_classes
from cribstats.variants import FIVE_CARD, SIX_CARD, Variant

ROLES = ("dealer", "pone")
OPPONENTS = ("random", "greedy", "table", "mixed")


class Deck(NamedTuple):
    """A game, my hand, what is left of the pack, and starters to know."""

    variant: Variant
    hand: twin.Hand
    left: twin.Hand
    starters: tuple[str | None, ...]

    @property
    def game(self):
        """What the twin needs to know of the game."""
        variant = self.variant
        return twin.Game(variant.dealt, variant.thrown, variant.hand_flush, variant.crib_flush)

    @property
    def dead(self):
        """All cards that are neither mine nor left."""
        return twin.without(twin.PACK, self.hand + self.left)


def deck_of(variant, hand, left, *starters):
    """Make a deck of names of cards."""
    return Deck(variant, twin.cards_named(hand), twin.cards_named(left), (None, *starters))


TWO_KEPT = replace(SIX_CARD, name="two-kept", dealt=4, hand_flush=2)


DECKS = {
    "hearts and Jacks": deck_of(SIX_CARD, "5C 5H 6H 7H 8H JH", "2H 5S 6C 9H TH JC JD QC QH KS", "JC", "9H"),
    "pairs and suits alike": deck_of(SIX_CARD, "4C 4D 4H 9C 9D JS", "4S 5C 5D 5H 9H 9S JC JD JH", "JD", "4S"),
    "two kept, aces to fours": deck_of(TWO_KEPT, "AC 2C 3D 3H", "AD AH AS 2D 2H 2S 3C 3S 4C 4D 4H 4S", "4C"),
    "two kept, hearts and Jacks": deck_of(
        replace(TWO_KEPT, name="two-kept-no-flush", hand_flush=3),
        "4H 5H JH JS",
        "AH 2H 5S 6C 7H 9H 9S TH JC QD",
        "JC",
        "2H",
    ),
    "five-card, aces to fours": deck_of(FIVE_CARD, "AC 2C 3C 3H 4D", "AD AH AS 2D 2H 2S 3D 3S 4C 4H 4S", "4C"),
}
CASES = [
    pytest.param(deck, starter, id=f"{deck}-{starter or 'any starter'}")
    for deck, stacked in DECKS.items()
    for starter in stacked.starters
]


def table_entry(one, other):
    """Give two ranks 1..13 a mean crib in tenths of a point, a stranger to any real table."""
    return Fraction((one * other * 7 + one + other) % 83, 10)


TABLE = np.array([[float(table_entry(one, other)) for other in range(1, 14)] for one in range(1, 14)])


def mixture(seed, variant):
    """Draw weights of all classes: a third pure, a third equal among some throws, a third any mixture of some."""
    random = np.random.default_rng(seed)
    shape = (class_count(variant.dealt), variant.throws)
    weights = random.random(shape)
    some = random.random(shape) < 0.4
    some[np.arange(shape[0]), random.integers(variant.throws, size=shape[0])] = True
    of_sort = random.integers(3, size=shape[0])[:, None]
    pure = weights == weights.max(axis=1)[:, None]
    weights = np.select([of_sort == 0, of_sort == 1], [pure, some], some * weights)
    return weights / weights.sum(axis=1)[:, None]


def throw_mixture(weights, variant):
    """Return the player who reads off his class's weights, averaged over all ways to be the representative."""

    def player(hand):
        group = int(rank_classes([[number_of(card) for card in hand]])[0])
        representative = cards_of(unrank_classes([group], variant.dealt)[0])
        chances = defaultdict(Fraction)
        ways = 0
        for order in permutations("cdhs"):
            renamed = {card: (card[0], order["cdhs".index(card[1])]) for card in representative}
            if tuple(sorted(renamed.values())) == hand:
                ways += 1
                for throw, weight in zip(twin.throws_from(representative, variant), weights[group], strict=True):
                    chances[tuple(sorted(renamed[card] for card in throw))] += Fraction(float(weight))
        return {throw: chance / ways for throw, chance in chances.items()}

    return player


class Mixtures:
    """The mixed strategies of the games, each made when first asked for."""

    def __init__(self):
        self._made = {}

    def __call__(self, variant):
        if variant not in self._made:
            weights = mixture(20, variant)
            self._made[variant] = weights, Strategy.from_weights(weights, name="mixed", variant=variant)
        return self._made[variant]


@pytest.fixture(scope="module")
def mixtures():
    return Mixtures()


@pytest.fixture(scope="module")
def players(mixtures):
    """Name an opponent on a deck, and get what the package takes for him and the twin's player."""

    def find(name, deck, role):
        if name == "random":
            return name, twin.throw_anything(deck.game)
        if name == "greedy":
            return name, twin.throw_best(deck.game)
        if name == "table":
            # The table is the other player's crib if I am the pone, and mine if I am the dealer.
            sign = -1 if role == "dealer" else 1
            return TABLE, twin.throw_best(deck.game, lambda one, other: sign * table_entry(one, other))
        weights, strategy = mixtures(deck.variant)
        return strategy, throw_mixture(weights, deck.variant)

    return find


@pytest.fixture(scope="module")
def laws(players):
    """Name an opponent on a deck, and get what the package takes for him and the twin's law, gone through once."""
    found = {}

    def find(name, deck, starter, role):
        known, player = players(name, deck, role)
        key = name, deck, starter, role if name == "table" else None
        if key not in found:
            cut = twin.cards_named(starter) if starter else ()
            found[key] = twin.throw_law(deck.left, player, deck.game, *cut)
        return known, found[key]

    return find


def near(expected):
    """Compare a number to 1e-12."""
    return pytest.approx(float(expected), rel=0, abs=1e-12)


def far_apart(found, expected):
    """List where two dictionaries of numbers differ by more than 1e-12; what is not there is 0."""
    return {
        key: (found.get(key, 0), float(expected.get(key, 0)))
        for key in {*found, *expected}
        if not abs(found.get(key, 0) - expected.get(key, 0)) <= 1e-12
    }


def check_throw(found, deck, throw, law, role):
    """Check every number of a throw."""
    hand, game = deck.hand, deck.game
    joint = twin.show_joint(hand, throw, law, game)
    hands = twin.distribution(joint, lambda shown: shown[0])
    heels = twin.distribution(joint, lambda shown: shown[1])
    cribs = twin.distribution(joint, lambda shown: shown[2])
    nets = twin.distribution(joint, lambda shown: twin.net_of(shown, role))
    keep = twin.without(hand, throw)
    assert found.keep == twin.names_of(keep)
    assert found.role == role
    assert (found.joint >= 0).all()
    cells = {(points, 2 * jack, crib): share for (points, jack, crib), share in np.ndenumerate(found.joint)}
    assert not far_apart(cells, joint)
    assert found.hand_points == near(twin.mean_of(hands))
    assert found.heels == near(twin.mean_of(heels))
    assert found.crib == near(twin.mean_of(cribs))
    assert found.net == near(twin.mean_of(nets))
    assert found.hand_sd == near(twin.deviation_of(hands))
    assert found.crib_sd == near(twin.deviation_of(cribs))
    assert found.net_sd == near(twin.deviation_of(nets))
    assert not far_apart(found.hand_distribution, hands)
    assert not far_apart(found.crib_distribution, cribs)
    assert not far_apart(found.net_distribution, nets)
    for need in range(40):
        chance = sum(share for (points, _, crib), share in joint.items() if points + crib * (role == "dealer") >= need)
        assert found.chance_to_reach(need) == near(chance)
    assert not far_apart(found.hand_kinds, twin.mean_kinds(hand, throw, law, game, crib=False))
    assert not far_apart(found.crib_kinds, twin.mean_kinds(hand, throw, law, game, crib=True))
    assert found.starter_points == {
        twin.name_of(starter): twin.points(keep, starter, False, game) for starter in sorted({cut for _, cut in law})
    }
    assert found.pegging is None


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize(("deck", "starter"), CASES)
def test_every_number_of_every_throw_is_the_twins(laws, deck, starter, opponent, role):
    deck = DECKS[deck]
    known, law = laws(opponent, deck, starter, role)
    analysis = analyse_discard(
        twin.names_of(deck.hand),
        role,
        opponent=known,
        dead=twin.names_of(deck.dead),
        starter=starter,
        variant=deck.variant,
    )
    assert (analysis.hand, analysis.dead) == (twin.names_of(deck.hand), twin.names_of(deck.dead))
    assert (analysis.role, analysis.opponent, analysis.starter) == (role, opponent, starter)
    throws = twin.throws_from(deck.hand, deck.game)
    assert len(analysis.throws) == len(throws)
    found = {throw.throw: throw for throw in analysis.throws}
    for throw in throws:
        check_throw(found[twin.names_of(throw)], deck, throw, law, role)
    nets = [throw.net for throw in analysis.throws]
    assert nets == pytest.approx(sorted(nets, reverse=True), rel=0, abs=1e-9)


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize(("deck", "starter"), CASES)
def test_the_law_of_throw_and_starter_is_the_twins(laws, deck, starter, opponent):
    deck = DECKS[deck]
    known, expected = laws(opponent, deck, starter, "pone")
    gone = np.array([number_of(card) for card in deck.hand + deck.dead], dtype=np.uint8)
    cut = None if starter is None else number_of(*twin.cards_named(starter))
    law = find_opponent(known, "pone", variant=deck.variant).law(gone, cut)
    assert (law.weights >= 0).all()
    found = {
        (tuple(cards_of(throw)), *cards_of([card])): weight / law.total
        for throw, weights in zip(law.throws, law.weights, strict=True)
        for card, weight in zip(law.starters, weights, strict=True)
    }
    assert not far_apart(found, expected)


def test_the_greedy_twin_splits_ties_and_keeps_a_flush():
    greedy = twin.throw_best(twin.SIX_CARD)
    assert greedy(twin.cards_named("5C 5D 5H 5S JC JD")) == {twin.cards_named("JC JD"): 1}
    assert greedy(twin.cards_named("4C 4D 4H 6C 6D 6S")) == {
        twin.cards_named(sixes): Fraction(1, 3) for sixes in ("6C 6D", "6C 6S", "6D 6S")
    }
    flush = greedy(twin.cards_named("2H 4S 6H 8H TH KC"))
    assert flush == {twin.cards_named("4S KC"): 1}


@pytest.mark.parametrize("deck", ["pairs and suits alike", "two kept, aces to fours", "five-card, aces to fours"])
def test_weights_are_shared_between_throws_that_a_renaming_of_suits_makes_the_same(mixtures, deck):
    variant = DECKS[deck].variant
    weights, strategy = mixtures(variant)
    kept = strategy.weights()
    assert np.abs(kept.sum(axis=1) - 1).max() < 1e-12
    sizes = class_sizes(np.arange(len(weights)), variant.dealt)
    # Where no renaming leaves the hand as it is, nothing is shared.
    assert np.abs(kept - weights)[sizes == 24].max() < 1e-15
    player = throw_mixture(weights, variant)
    random = np.random.default_rng(21)
    alike = random.choice(np.flatnonzero(sizes < 24), 200, replace=False)
    changed = 0
    for group in alike.tolist():
        hand = tuple(cards_of(unrank_classes([group], variant.dealt)[0]))
        chances = player(hand)
        expected = [float(chances[throw]) for throw in twin.throws_from(hand, variant)]
        assert kept[group] == pytest.approx(expected, rel=0, abs=1e-12)
        changed += kept[group] != pytest.approx(weights[group], rel=0, abs=1e-12)
    assert changed > 20


def test_the_mixed_strategies_hold_throws_of_every_sort(mixtures):
    _, strategy = mixtures(SIX_CARD)
    equal = strategy.choices[strategy.choices > 0]
    alone = (equal & (equal - 1)) == 0
    assert 0.2 < len(strategy.mixed_classes) / len(strategy.choices) < 0.5
    assert 0.2 < alone.mean() < 0.8
