"""Slow twins, written from the rules of the show and from nothing else: no line of cribstats is used here.

A card is (rank 1..13, suit letter). Each rule is asked of every subset of the cards shown, one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, pairwise

Card = tuple[int, str]

KINDS_OF_ALIKE = {2: "pair", 3: "pair-royal", 4: "double-pair-royal"}


def card_of(number: int) -> Card:
    """Turn a card number 0..51 into a card."""
    return int(number) // 4 + 1, "cdhs"[int(number) % 4]


def cards_of(numbers: Iterable[int]) -> list[Card]:
    """Turn card numbers into cards."""
    return [card_of(number) for number in numbers]


def number_of(card: Card) -> int:
    """Turn a card into its number."""
    rank, suit = card
    return 4 * (rank - 1) + "cdhs".index(suit)


def subsets(cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Give every choice of some of the cards, from none to all."""
    return chain.from_iterable(combinations(cards, size) for size in range(len(cards) + 1))


def is_fifteen(cards: Sequence[Card]) -> bool:
    """Tell whether cards add up to fifteen."""
    return sum(10 if rank > 10 else rank for rank, _ in cards) == 15


def is_run(cards: Sequence[Card]) -> bool:
    """Tell whether cards are a sequence of three or more."""
    ranks = sorted(rank for rank, _ in cards)
    return len(ranks) >= 3 and all(high - low == 1 for low, high in pairwise(ranks))


def are_alike(cards: Sequence[Card]) -> bool:
    """Tell whether cards are two or more of one rank."""
    return len(cards) >= 2 and len({rank for rank, _ in cards}) == 1


def score_kinds(
    hand: Sequence[Card],
    starter: Card | None = None,
    *,
    crib: bool = False,
    hand_flush: int = 4,
    crib_flush: int = 5,
) -> dict[str, int]:
    """Score a show: points by kind of combination, kinds that score nothing left out."""
    shown = [*hand] if starter is None else [*hand, starter]
    points = dict.fromkeys(["fifteen", "run", *KINDS_OF_ALIKE.values(), "flush", "nobs"], 0)
    for some in subsets(shown):
        if is_fifteen(some):
            points["fifteen"] += 2
        # A run or a pair that another card shown would make longer is not counted by itself.
        if is_run(some) and not any(is_run([*some, card]) for card in shown if card not in some):
            points["run"] += len(some)
        if are_alike(some) and not any(are_alike([*some, card]) for card in shown if card not in some):
            points[KINDS_OF_ALIKE[len(some)]] += sum(2 for _ in combinations(some, 2))
    if crib:
        if starter is not None and len(shown) >= crib_flush and len({suit for _, suit in shown}) == 1:
            points["flush"] = len(shown)
    elif len(hand) >= hand_flush and len({suit for _, suit in hand}) == 1:
        points["flush"] = len(hand)
        if starter is not None and starter[1] == hand[0][1]:
            points["flush"] += 1
    if starter is not None and (11, starter[1]) in hand:
        points["nobs"] = 1
    return {kind: worth for kind, worth in points.items() if worth}


def score(
    hand: Sequence[Card],
    starter: Card | None = None,
    *,
    crib: bool = False,
    hand_flush: int = 4,
    crib_flush: int = 5,
) -> int:
    """Score a show in one number."""
    return sum(score_kinds(hand, starter, crib=crib, hand_flush=hand_flush, crib_flush=crib_flush).values())
