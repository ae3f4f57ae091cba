"""Slow twins of the table of three and four, written from RULES 2 to 4: no line of cribstats is used here.

Cards, hands and players are those of the naive discard. Deals are gone through one by one, or dealt by Python's own
shuffle, the starter cut from what is left.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import sqrt
from random import Random
from typing import NamedTuple

from naive import Card
from naive_discard import PACK, Game, Hand, Player, points, without

# Five are dealt, one is thrown, by three or four players.
GAME = Game(dealt=5, thrown=1)

# What the others and the pack give to the crib, with the starter: how likely each is.
CribLaw = dict[tuple[Hand, Card], float]


def throw_lowest_or_highest(hand: Hand) -> dict[Hand, Fraction]:
    """Throw a card of the lowest rank two times in three, else one of the highest; of one rank any, equally likely."""
    chances: dict[Hand, Fraction] = defaultdict(Fraction)
    for rank, chance in ((hand[0][0], Fraction(2, 3)), (hand[-1][0], Fraction(1, 3))):
        cards = [card for card in hand if card[0] == rank]
        for card in cards:
            chances[(card,)] += chance / len(cards)
    return dict(chances)


def crib_law(unseen: Hand, players: Sequence[Player], from_pack: int, starter: Card | None = None) -> CribLaw:
    """Deal the others every hand from `unseen`, let them throw, and cut every card that is left."""
    law: CribLaw = defaultdict(float)

    def deal(left: Hand, others: Sequence[Player], thrown: Hand, chance: float) -> None:
        if others:
            for hand in combinations(left, GAME.dealt):
                for throw, share in others[0](hand).items():
                    deal(without(left, hand), others[1:], thrown + throw, chance * float(share))
            return
        for extra in combinations(left, from_pack):
            for cut in [starter] if starter else without(left, extra):
                law[tuple(sorted(thrown + extra)), cut] += chance

    deal(without(unseen, [starter] if starter else []), players, (), 1.0)
    total = sum(law.values())
    return {outcome: chance / total for outcome, chance in law.items()}


def crib_mean(card: Card, law: CribLaw) -> float:
    """Return the mean of the crib with one's own card."""
    return sum(
        chance * points(tuple(sorted((card, *others))), starter, True, GAME)
        for (others, starter), chance in law.items()
    )


def hand_mean(hand: Hand, card: Card, starters: Sequence[Card]) -> Fraction:
    """Return the mean of what is kept if a card is thrown."""
    keep = without(hand, [card])
    return Fraction(sum(points(keep, starter, False, GAME) for starter in starters), len(starters))


class Deal(NamedTuple):
    """What was dealt to each player, thrown by each, given to the crib by the pack, and cut."""

    hands: list[Hand]
    thrown: list[Card]
    extra: Hand
    starter: Card

    @property
    def crib(self) -> Hand:
        """The four cards of the crib."""
        return tuple(sorted((*self.thrown, *self.extra)))


def shuffle_deal(
    random: Random, players: Sequence[Player], from_pack: int, pack: Hand = PACK, starter: Card | None = None
) -> Deal:
    """Shuffle, deal, let everybody throw, and cut."""
    cards = list(without(pack, [starter] if starter else []))
    random.shuffle(cards)
    hands = [tuple(sorted(cards[GAME.dealt * place : GAME.dealt * (place + 1)])) for place in range(len(players))]
    rest = cards[GAME.dealt * len(players) :]
    thrown = []
    for hand, player in zip(hands, players, strict=True):
        chances = player(hand)
        thrown += random.choices([card for (card,) in chances], [float(chance) for chance in chances.values()])
    return Deal(hands, thrown, tuple(rest[:from_pack]), starter or random.choice(rest[from_pack:]))


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return a mean and its standard error."""
    mean = sum(values) / len(values)
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
