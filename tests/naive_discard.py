"""Slow twins of the discard, written from RULES and from DESIGN 4.1 to 4.3: no line of cribstats is used here.

Cards are those of the naive scorer, (rank 1..13, suit letter), and a hand is a tuple of them in ascending order. A
player is a function that takes a hand and returns how likely each throw is. All hands that he may be dealt are gone
through, and all starters; probabilities are fractions, so nothing is rounded.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import sqrt

from naive import Card, card_of, score_kinds

Hand = tuple[Card, ...]
Player = Callable[[Hand], dict[Hand, Fraction]]
# Probability of each throw of the other player together with each starter.
Law = dict[tuple[Hand, Card], Fraction]
# Probability of each (points of the hand, points for heels, points of the crib).
Joint = dict[tuple[int, int, int], Fraction]

PACK: Hand = tuple(card_of(number) for number in range(52))

# Kinds of the naive scorer as the analysis puts them together.
KINDS = {
    "fifteens": ("fifteen",),
    "runs": ("run",),
    "pairs": ("pair", "pair-royal", "double-pair-royal"),
    "flush": ("flush",),
    "nobs": ("nobs",),
}


@dataclass(frozen=True)
class Game:
    """What the twins need to know of a game."""

    dealt: int = 6
    thrown: int = 2
    hand_flush: int = 4
    crib_flush: int = 5


SIX_CARD = Game()


def cards_named(names: Iterable[str] | str) -> Hand:
    """Read names such as 5H, ascending."""
    words = names.split() if isinstance(names, str) else names
    return tuple(sorted(("A23456789TJQK".index(word[0]) + 1, word[1].lower()) for word in words))


def name_of(card: Card) -> str:
    """Name a card as cribstats does."""
    return "A23456789TJQK"[card[0] - 1] + card[1].upper()


def names_of(cards: Iterable[Card]) -> tuple[str, ...]:
    """Name some cards."""
    return tuple(name_of(card) for card in cards)


def without(cards: Iterable[Card], taken: Iterable[Card]) -> Hand:
    """Leave out some cards."""
    gone = set(taken)
    return tuple(card for card in cards if card not in gone)


def throws_from(hand: Sequence[Card], game: Game) -> list[Hand]:
    """List the throws of a hand."""
    return list(combinations(hand, game.thrown))


@cache
def kinds(cards: Hand, starter: Card, crib: bool, game: Game) -> tuple[int, ...]:
    """Score a hand or a crib by kind, in the order of `KINDS`."""
    parts = score_kinds(cards, starter, crib=crib, hand_flush=game.hand_flush, crib_flush=game.crib_flush)
    return tuple(sum(parts.get(name, 0) for name in names) for names in KINDS.values())


@cache
def points(cards: Hand, starter: Card, crib: bool, game: Game) -> int:
    """Score a hand or a crib."""
    return sum(kinds(cards, starter, crib, game))


def keep_mean(hand: Hand, throw: Hand, game: Game) -> Fraction:
    """Return the mean of what is kept over every card of the pack that was not dealt to this hand."""
    keep = without(hand, throw)
    unseen = without(PACK, hand)
    return Fraction(sum(points(keep, starter, False, game) for starter in unseen), len(unseen))


def throw_anything(game: Game) -> Player:
    """Return the player who throws any of his cards, all equally likely."""

    def player(hand: Hand) -> dict[Hand, Fraction]:
        throws = throws_from(hand, game)
        return {throw: Fraction(1, len(throws)) for throw in throws}

    return player


def throw_best(game: Game, bonus: Callable[[int, int], Fraction] | None = None) -> Player:
    """Return the player who keeps the highest mean plus a bonus for the two ranks thrown; ties are equally likely.

    Without a bonus this is greedy.
    """

    @cache
    def player(hand: Hand) -> dict[Hand, Fraction]:
        worth = {
            throw: keep_mean(hand, throw, game) + (bonus(throw[0][0], throw[1][0]) if bonus else 0)
            for throw in throws_from(hand, game)
        }
        best = [throw for throw, value in worth.items() if value == max(worth.values())]
        return {throw: Fraction(1, len(best)) for throw in best}

    return player


def throw_law(unseen: Sequence[Card], player: Player, game: Game, starter: Card | None = None) -> Law:
    """Deal the other player every hand from `unseen`, let him throw, and cut every card that is left."""
    law: Law = defaultdict(Fraction)
    hands = list(combinations(without(unseen, [starter] if starter else []), game.dealt))
    for hand in hands:
        starters = [starter] if starter else without(unseen, hand)
        for throw, chance in player(hand).items():
            for cut in starters:
                law[throw, cut] += chance / (len(hands) * len(starters))
    return dict(law)


def show_joint(hand: Hand, throw: Hand, law: Law, game: Game) -> Joint:
    """Show hand and crib with every throw of the other player and every starter."""
    keep = without(hand, throw)
    joint: Joint = defaultdict(Fraction)
    for (other, starter), chance in law.items():
        crib = tuple(sorted(throw + other))
        heels = 2 if starter[0] == 11 else 0
        joint[points(keep, starter, False, game), heels, points(crib, starter, True, game)] += chance
    return dict(joint)


def mean_kinds(hand: Hand, throw: Hand, law: Law, game: Game, *, crib: bool) -> dict[str, Fraction]:
    """Return the mean points of hand or crib by kind."""
    keep = without(hand, throw)
    shares: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for (other, starter), chance in law.items():
        shares[kinds(tuple(sorted(throw + other)) if crib else keep, starter, crib, game)] += chance
    return {
        kind: sum((worth[place] * share for worth, share in shares.items()), Fraction(0))
        for place, kind in enumerate(KINDS)
    }


def net_of(shown: tuple[int, int, int], role: str) -> int:
    """Return the net of hand, heels and crib: the dealer adds all three, the pone takes the last two off."""
    hand, heels, crib = shown
    return hand + heels + crib if role == "dealer" else hand - heels - crib


def distribution(joint: Joint, value: Callable[[tuple[int, int, int]], int]) -> dict[int, Fraction]:
    """Return how likely each value is."""
    shares: dict[int, Fraction] = defaultdict(Fraction)
    for shown, chance in joint.items():
        shares[value(shown)] += chance
    return dict(shares)


def mean_of(shares: dict[int, Fraction]) -> Fraction:
    """Return the mean of a distribution."""
    return sum((value * share for value, share in shares.items()), Fraction(0))


def deviation_of(shares: dict[int, Fraction]) -> float:
    """Return the standard deviation of a distribution."""
    mean = mean_of(shares)
    return sqrt(sum(((value - mean) ** 2 * share for value, share in shares.items()), Fraction(0)))
