"""The show scored slowly and readably: any number of cards, every combination named.

The look-up tables of the compiled scorers are built from here (:mod:`cribstats.show.tables`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from cribstats.cards import (
    JACK,
    RANK_COUNT,
    RANK_VALUES,
    SUIT_COUNT,
    CardsLike,
    card_name,
    check_apart,
    check_count,
    parse_card,
    parse_cards,
)
from cribstats.errors import ArgumentError
from cribstats.variants import SIX_CARD, Variant, check_variant

FIFTEEN = 15
SHORTEST_RUN = 3
# Two hands' worth; the longest real one is the six-card crib of an irregular deal (with the starter, seven).
MOST_CARDS = 12

# What players say for the second, third and fourth card of a rank.
PAIR_KINDS = {2: ("pair", 2), 3: ("pair-royal", 6), 4: ("double-pair-royal", 12)}

# The order in which players count aloud.
KINDS = ("fifteen", "run", "pair", "pair-royal", "double-pair-royal", "flush", "nobs")


@dataclass(frozen=True)
class Combination:
    """One scoring combination: its kind, its cards in ascending order, its points."""

    kind: str
    cards: tuple[int, ...]
    points: int

    def to_dict(self) -> dict[str, object]:
        """Return the combination as the command's JSON has it."""
        return {"kind": self.kind, "cards": [card_name(card) for card in self.cards], "points": self.points}


@dataclass(frozen=True)
class Score:
    """What a hand or crib is worth at the show.

    Attributes
    ----------
    total
        Points.
    parts
        The combinations that make them, in the order in which players count aloud.
    void
        Whether it is a crib that is void, and so worth nothing whatever it holds.
    """

    total: int
    parts: tuple[Combination, ...]
    void: bool = False

    def aloud(self) -> str:
        """Tell the count as a player does, with the running total.

        >>> score_hand("4C 5D 6H 6S", "AH").aloud()
        'fifteen two, fifteen four, a run of three is seven, a run of three is ten and a pair is twelve'
        """
        if self.void:
            return "the crib is void"
        if not self.parts:
            return "nineteen"
        phrases = []
        running = 0
        for part in self.parts:
            running += part.points
            cards = number_word(len(part.cards))
            phrases.append(_PHRASES[part.kind].format(cards=cards, running=number_word(running)))
        return phrases[0] if len(phrases) == 1 else f"{', '.join(phrases[:-1])} and {phrases[-1]}"

    def to_dict(self) -> dict[str, object]:
        """Return the score as the command's JSON has it."""
        told: dict[str, object] = {"total": self.total, "parts": [part.to_dict() for part in self.parts]}
        return told | {"void": True} if self.void else told


def score_hand(
    cards: CardsLike,
    starter: CardsLike | int | None = None,
    *,
    crib: bool = False,
    void: bool = False,
    variant: Variant = SIX_CARD,
) -> Score:
    """Score a hand or a crib at the show, naming every combination.

    Parameters
    ----------
    cards
        The cards without the starter, 0 to 12 of them: irregular hands are shown for what they are worth.
    starter
        The starter, or none if it is not known or not cut.
    crib
        Score by the crib's flush rule: the starter must match too.
    void
        The crib is void, as some irregular deals make it: it counts nothing.
    variant
        The game; its flush rule counts.

    Returns
    -------
    The points and the combinations.

    Raises
    ------
    CardError, HandError
        Something is not a card, a card comes twice, the starter is in the hand.
    ArgumentError
        It is a hand that is to be void.

    Notes
    -----
    Fifteens count two, pairs two, six and twelve, a run its length for every way to choose it. A flush is every card
    of the hand in one suit (at least four cards, three in the five-card game), one more if the starter matches;
    in the crib every card and the starter (at least five). The Jack of the starter's suit is nobs, for one.

    Examples
    --------
    >>> score_hand("5H 5C 5S JD", "5D").total
    29
    >>> [part.kind for part in score_hand("2H 6H 8H TH", "4S").parts]
    ['flush']

    A hand that is short, a crib of six cards, a crib that is void:

    >>> score_hand("5H 5C", "JD").total, score_hand("2H 4H 6H 8H QH KH", "TH", crib=True).aloud()
    (6, 'a flush of seven is seven')
    >>> score_hand("5H 5C 5S JD", "5D", crib=True, void=True).aloud()
    'the crib is void'
    """
    check_variant(variant)
    held = [int(card) for card in parse_cards(cards, what="crib" if crib else "hand")]
    check_count([card_name(card) for card in held], range(MOST_CARDS + 1), "crib" if crib else "hand")
    cut = None
    if starter is not None:
        cut = parse_card(starter, "starter")
        check_apart([cut], held, "starter: {} is in the hand: another card expected")
    if void and not crib:
        raise ArgumentError("a hand cannot be void: a crib expected")
    parts = () if void else tuple(_combinations(held, cut, crib, variant))
    return Score(sum(part.points for part in parts), parts, void)


def rank_points(ranks: Sequence[int]) -> tuple[int, int, int]:
    """Points of some ranks for fifteens, for runs and for pairs, pairs royal and double pairs royal.

    >>> rank_points([4, 4, 4, 4, 10])
    (16, 0, 12)
    """
    cards = _cards_of_ranks(ranks)
    fifteens = sum(part.points for part in find_fifteens(cards))
    runs = sum(part.points for part in find_runs(cards))
    pairs = sum(part.points for part in find_pairs(cards))
    return fifteens, runs, pairs


def find_fifteens(cards: Iterable[int]) -> list[Combination]:
    """Find the sets of cards that add up to fifteen, small sets first."""
    ordered = sorted(cards)
    values = {card: RANK_VALUES[card // SUIT_COUNT] for card in ordered}
    return [
        Combination("fifteen", chosen, 2)
        for size in range(2, len(ordered) + 1)
        for chosen in combinations(ordered, size)
        if sum(values[card] for card in chosen) == FIFTEEN
    ]


def find_runs(cards: Iterable[int]) -> list[Combination]:
    """Find the longest sequences of three or more, each way to choose one; the ace is low."""
    by_rank = _by_rank(cards)
    runs = []
    rank = 0
    while rank < RANK_COUNT:
        length = 0
        while rank + length < RANK_COUNT and by_rank[rank + length]:
            length += 1
        if length >= SHORTEST_RUN:
            runs += [Combination("run", chosen, length) for chosen in product(*by_rank[rank : rank + length])]
        rank += length + 1
    return runs


def find_pairs(cards: Iterable[int]) -> list[Combination]:
    """Find pairs, pairs royal and double pairs royal."""
    return [
        Combination(PAIR_KINDS[len(alike)][0], tuple(alike), PAIR_KINDS[len(alike)][1])
        for alike in _by_rank(cards)
        if len(alike) in PAIR_KINDS
    ]


def find_flush(held: Sequence[int], starter: int | None, crib: bool, variant: Variant) -> list[Combination]:
    """Find the flush: every card held, and the starter where it matches; in the crib it must match."""
    suits = {card % SUIT_COUNT for card in held}
    if len(suits) != 1:
        return []
    with_starter = starter is not None and starter % SUIT_COUNT in suits
    flush = [*held, starter] if with_starter and starter is not None else list(held)
    enough = len(flush) >= variant.crib_flush if crib else len(held) >= variant.hand_flush
    counts = enough and (with_starter or not crib)
    return [Combination("flush", tuple(sorted(flush)), len(flush))] if counts else []


def find_nobs(held: Iterable[int], starter: int | None) -> list[Combination]:
    """Find the Jack of the starter's suit."""
    if starter is None:
        return []
    nobs = SUIT_COUNT * JACK + starter % SUIT_COUNT
    return [Combination("nobs", (nobs,), 1)] if nobs in held else []


def number_word(number: int) -> str:
    """Spell a number below one hundred, as it is said at the board.

    >>> number_word(29)
    'twenty-nine'
    """
    if number >= 100:
        return str(number)
    if number < len(_UNITS):
        return _UNITS[number]
    tens, units = divmod(number, 10)
    return _TENS[tens] + (f"-{_UNITS[units]}" if units else "")


# fmt: off
_UNITS = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]
# fmt: on
_TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_PHRASES = {
    "fifteen": "fifteen {running}",
    "run": "a run of {cards} is {running}",
    "pair": "a pair is {running}",
    "pair-royal": "a pair royal is {running}",
    "double-pair-royal": "a double pair royal is {running}",
    "flush": "a flush of {cards} is {running}",
    "nobs": "his nobs is {running}",
}


def _combinations(held: Sequence[int], starter: int | None, crib: bool, variant: Variant) -> list[Combination]:
    shown = [*held] if starter is None else [*held, starter]
    pairs = sorted(find_pairs(shown), key=lambda part: KINDS.index(part.kind))
    return [
        *find_fifteens(shown),
        *find_runs(shown),
        *pairs,
        *find_flush(held, starter, crib, variant),
        *find_nobs(held, starter),
    ]


def _by_rank(cards: Iterable[int]) -> list[list[int]]:
    by_rank: list[list[int]] = [[] for _ in range(RANK_COUNT)]
    for card in sorted(cards):
        by_rank[card // SUIT_COUNT].append(card)
    return by_rank


def _cards_of_ranks(ranks: Sequence[int]) -> list[int]:
    """Give the ranks suits: the first of a rank clubs, the next diamonds."""
    return [SUIT_COUNT * rank + list(ranks[:i]).count(rank) for i, rank in enumerate(ranks)]
