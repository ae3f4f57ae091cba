"""The rules of the play, readable: whose turn it is, what he may play, what it pegs and why.

Seats are numbered from the dealer's left, so the first leads and the last is the dealer. A series is one run of cards
up to thirty-one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cribstats.cards import (
    RANK_VALUES,
    SUIT_COUNT,
    CardsLike,
    card_name,
    card_names,
    check_apart,
    parse_card,
    parse_cards,
)
from cribstats.errors import HandError, PlayError
from cribstats.show.reference import FIFTEEN, PAIR_KINDS, SHORTEST_RUN, Combination, number_word
from cribstats.variants import SIX_CARD, Variant, check_variant

THIRTY_ONE = 31
GO = "go"

# In the order in which they are told.
KINDS = ("fifteen", "thirty-one", "run", "pair", "pair-royal", "double-pair-royal", GO, "last")

_PHRASES = {
    "fifteen": "15 for {points}",
    "thirty-one": "31 for {points}",
    "run": "run of {cards} for {points}",
    "pair": "pair for {points}",
    "pair-royal": "pair royal for {points}",
    "double-pair-royal": "double pair royal for {points}",
    GO: "{points} for the go",
    "last": "last card for {points}",
}
_TELLS_THE_COUNT = ("fifteen", "thirty-one")
_SEPARATORS = re.compile(r"[\s,;\-]+")


@dataclass(frozen=True)
class PlayEvent:
    """One thing that happens in the play: a card laid down, a go said, or a go pegged.

    Attributes
    ----------
    seat
        Who: 0 for the one on the dealer's left, who is the pone where two play.
    card
        The card laid down, or none.
    count
        The count of the series, that card included.
    parts
        What it pegs, in the order of `KINDS`. A go that is said pegs nothing.
    """

    seat: int
    card: int | None
    count: int
    parts: tuple[Combination, ...] = ()

    @property
    def points(self) -> int:
        """What it pegs."""
        return sum(part.points for part in self.parts)

    @property
    def is_go(self) -> bool:
        """Whether somebody says go."""
        return self.card is None and not self.parts

    def told(self) -> str:
        """Tell what happens as a player does, the count first.

        >>> play = score_play(["9C 6D 5H AS", "6H 5C 5D 4S"], "9C 6H 6D 4S 5H")
        >>> play.events[4].told()
        '30, run of three for 3'
        """
        if self.is_go:
            return GO
        phrases = [
            _PHRASES[part.kind].format(points=part.points, cards=number_word(len(part.cards))) for part in self.parts
        ]
        if self.card is not None and not (self.parts and self.parts[0].kind in _TELLS_THE_COUNT):
            phrases.insert(0, str(self.count))
        return ", ".join(phrases)

    def to_dict(self, names: Sequence[str]) -> dict[str, object]:
        """Return the event as the command's JSON has it; `names` are those of the seats."""
        player: dict[str, object] = {"player": names[self.seat]}
        if self.is_go:
            return player | {"go": True}
        if self.card is not None:
            player |= {"card": card_name(self.card), "count": self.count}
        parts = [part.to_dict() if part.cards else {"kind": part.kind, "points": part.points} for part in self.parts]
        return player | {"points": self.points, "parts": parts}


@dataclass(frozen=True)
class PlayState:
    """Where a play stands.

    Attributes
    ----------
    variant
        The game.
    hands
        The cards that each seat has left.
    series
        The cards of this series, in their order.
    turn
        The seat whose turn it is; he can play. None when the play is over.
    gos
        The seats that have said go in this series.
    points
        What each seat has pegged.
    """

    variant: Variant
    hands: tuple[tuple[int, ...], ...]
    series: tuple[int, ...]
    turn: int | None
    gos: frozenset[int]
    points: tuple[int, ...]

    @property
    def count(self) -> int:
        """The count of the series."""
        return count_of(self.series)

    @property
    def legal_cards(self) -> tuple[int, ...]:
        """The cards that whose turn it is may play."""
        return () if self.turn is None else self._playable(self.turn, self.count)

    def play(self, card: CardsLike | int) -> tuple[PlayState, tuple[PlayEvent, ...]]:
        """Lay down a card for whose turn it is; who cannot play after it says go.

        Parameters
        ----------
        card
            The card, or its number.

        Returns
        -------
        The state in which the next player can play, or the play is over, and what happened: the card, the gos that
        it brings, the point for a go.

        Raises
        ------
        PlayError
            The card is not held, takes the count past 31, is another's, or the play is over.
        CardError, HandError
            It is not one card.
        """
        card = parse_card(card)
        seat = self._check(card)
        hands = list(self.hands)
        hands[seat] = tuple(other for other in hands[seat] if other != card)
        series = (*self.series, card)
        count = count_of(series)
        parts = find_play_parts(series)
        if not any(hands) and count != THIRTY_ONE:
            parts.append(Combination("last", (), 1))
        events = [PlayEvent(seat, card, count, tuple(parts))]
        laid = replace(self, hands=tuple(hands), series=series)
        if not any(hands):
            following = replace(laid, turn=None)
        elif count == THIRTY_ONE:
            following = laid._turned_down(seat)
        else:
            following = laid._passed_on(seat, events)
        points = list(self.points)
        for event in events:
            points[event.seat] += event.points
        return replace(following, points=tuple(points)), tuple(events)

    def _passed_on(self, seat: int, events: list[PlayEvent]) -> PlayState:
        """Give the turn to the next who can play; who cannot says go, once a series; if nobody can, `seat` pegs it."""
        gos = set(self.gos)
        for other in self._from_left_of(seat):
            if self._playable(other, self.count):
                return replace(self, turn=other, gos=frozenset(gos))
            if self.hands[other] and other not in gos and other != seat:
                gos.add(other)
                events.append(PlayEvent(other, None, self.count))
        events.append(PlayEvent(seat, None, self.count, (Combination(GO, (), 1),)))
        return self._turned_down(seat)

    def _turned_down(self, seat: int) -> PlayState:
        """End the series that `seat` played last to; the next holder of cards leads."""
        if self.variant.play_ends_at_go:
            return replace(self, turn=None)
        leader = next(other for other in self._from_left_of(seat) if self.hands[other])
        return replace(self, series=(), gos=frozenset(), turn=leader)

    def _from_left_of(self, seat: int) -> list[int]:
        players = len(self.hands)
        return [(seat + step) % players for step in range(1, players + 1)]

    def _playable(self, seat: int, count: int) -> tuple[int, ...]:
        return tuple(card for card in self.hands[seat] if count + card_value(card) <= THIRTY_ONE)

    def _check(self, card: int) -> int:
        """Return whose turn it is, or raise a `PlayError` that names the rule that the card is against."""
        name = card_name(card)
        if self.turn is None:
            raise PlayError(f"{name} comes after the end: the play is over")
        players = len(self.hands)
        mine = seat_phrase(self.turn, players)
        holder = next((seat for seat, hand in enumerate(self.hands) if card in hand), None)
        if holder is None:
            held = " ".join(card_names(self.hands[self.turn]))
            raise PlayError(f"{name} is not held: one of {mine}'s cards, {held}, expected")
        if (count := self.count + card_value(card)) > THIRTY_ONE:
            raise PlayError(f"{name} would make {count}: nobody may pass {THIRTY_ONE}")
        if holder != self.turn:
            raise PlayError(f"{name} is {seat_phrase(holder, players)}'s, out of turn: {mine} is to play")
        return self.turn


@dataclass(frozen=True)
class Play:
    """A play, scored.

    Attributes
    ----------
    events
        What happened, in its order.
    end
        Where the play stands after it.
    """

    events: tuple[PlayEvent, ...]
    end: PlayState

    @property
    def points(self) -> dict[str, int]:
        """What each player pegged, by name."""
        return dict(zip(seat_names(len(self.end.points)), self.end.points, strict=True))

    @property
    def side_points(self) -> dict[str, int]:
        """What each side pegged, by the names of its players: partners, who sit opposite, together.

        >>> from cribstats.variants import FOUR_HANDED
        >>> score_play(["7C", "8D", "9H", "TS"], "7C 8D 9H", variant=FOUR_HANDED).side_points
        {'seat 1 and seat 3': 4, 'seat 2 and dealer': 2}
        """
        names, sides = list(self.points), self.end.variant.sides
        return {" and ".join(names[side::sides]): sum(self.end.points[side::sides]) for side in range(sides)}

    def to_dict(self) -> dict[str, object]:
        """Return the play as the command's JSON has it."""
        told = {"events": [event.to_dict(list(self.points)) for event in self.events], **self.points}
        return told if self.side_points == self.points else told | {"sides": self.side_points}


def seat_names(players: int) -> tuple[str, ...]:
    """Name the seats, from the dealer's left.

    >>> seat_names(2), seat_names(3)
    (('pone', 'dealer'), ('seat 1', 'seat 2', 'dealer'))
    """
    if players == 2:
        return "pone", "dealer"
    return (*(f"seat {seat}" for seat in range(1, players)), "dealer")


def seat_phrase(seat: int, players: int) -> str:
    """Return what a sentence calls a seat, numbered from 0.

    >>> seat_phrase(0, 2), seat_phrase(0, 3), seat_phrase(2, 3)
    ('the pone', 'seat 1', 'the dealer')
    """
    name = seat_names(players)[seat]
    return name if players > 2 and seat + 1 < players else f"the {name}"


def card_value(card: int) -> int:
    """Return what a card adds to the count."""
    return RANK_VALUES[card // SUIT_COUNT]


def count_of(series: Iterable[int]) -> int:
    """Return the count of a series."""
    return sum(map(card_value, series))


def find_play_parts(series: Sequence[int]) -> list[Combination]:
    """Find what the last card of a series pegs by what it makes, go and last card apart.

    Parameters
    ----------
    series
        Numbers of the cards played since the cards were last turned down, in their order.

    Returns
    -------
    The combinations, in the order of `KINDS`: the cards of each are the last ones played, ascending.

    Notes
    -----
    Fifteen and thirty-one count two. Pairs, and runs of three or more in any order, are made by the last cards of the
    series, whoever played them; a card between breaks them.

    Examples
    --------
    >>> from cribstats.cards import parse_cards
    >>> [(part.kind, part.points) for part in find_play_parts(parse_cards("4C 6D 5H").tolist())]
    [('fifteen', 2), ('run', 3)]
    """
    count = count_of(series)
    parts = []
    if count == FIFTEEN:
        parts.append(_combination("fifteen", series, 2))
    if count == THIRTY_ONE:
        parts.append(_combination("thirty-one", series, 2))
    tails = [series[-size:] for size in range(1, len(series) + 1)]
    if runs := [tail for tail in tails if _is_run(tail)]:
        parts.append(_combination("run", runs[-1], len(runs[-1])))
    if pairs := [tail for tail in tails if len(tail) in PAIR_KINDS and len(_ranks(tail)) == 1]:
        kind, points = PAIR_KINDS[len(pairs[-1])]
        parts.append(_combination(kind, pairs[-1], points))
    return parts


def start_play(hands: Sequence[CardsLike], *, variant: Variant = SIX_CARD) -> PlayState:
    """Return the state before the first card.

    Parameters
    ----------
    hands
        The cards that each player kept, from the dealer's left: the pone's and the dealer's where two play. A hand
        may be short; it is played for what it is worth.
    variant
        The game: how many play, and whether the play ends at the first go.

    Raises
    ------
    CardError, HandError
        Something is not a card, a card comes twice, a hand is empty or too long, the number of hands is wrong.

    Examples
    --------
    >>> state = start_play(["JC 9D JS TH", "5C 9S 9H 8D"])
    >>> state.turn, len(state.legal_cards)
    (0, 4)
    """
    check_variant(variant)
    held = [hands] if isinstance(hands, str) or not isinstance(hands, Iterable) else list(hands)
    if len(held) != variant.players:
        given = "1 hand" if len(held) == 1 else f"{len(held)} hands"
        raise HandError(f"{given} given: {variant.players} hands expected in the {variant.name} game")
    dealt: list[tuple[int, ...]] = []
    for name, cards in zip(seat_names(variant.players), held, strict=True):
        hand = parse_cards(cards, count=range(1, variant.kept + 1), what=name)
        check_apart(hand, [card for other in dealt for card in other], f"{name}: {{}} is in another hand too")
        dealt.append(tuple(sorted(hand.tolist())))
    return PlayState(variant, tuple(dealt), (), 0, frozenset(), (0,) * variant.players)


def score_play(hands: Sequence[CardsLike], order: CardsLike, *, variant: Variant = SIX_CARD) -> Play:
    """Play cards in an order, with every go, and score it.

    Parameters
    ----------
    hands
        The cards that each player kept, from the dealer's left: the pone's and the dealer's where two play.
    order
        The cards as they are played. Each `go` that is said may stand among them or be left out: it follows. The
        order may stop before the end.
    variant
        The game.

    Returns
    -------
    What happened, and what each player pegged.

    Raises
    ------
    CardError, HandError
        Something is not a card, a card comes twice, the hands are not those of the game.
    PlayError
        The order is against the rules: a card past 31, not held, out of turn or after the end, a go by who can play.

    Examples
    --------
    >>> play = score_play(["JC 9D JS TH", "5C 9S 9H 8D"], "JC 5C 9D go 9S JS 9H TH 8D")
    >>> play.points
    {'pone': 1, 'dealer': 4}
    """
    state = start_play(hands, variant=variant)
    steps = _read_order(order)
    events: list[PlayEvent] = []
    unsaid = 0
    for step in steps:
        if step is not None:
            state, happened = state.play(step)
            events += happened
            unsaid = sum(event.is_go for event in happened)
        elif unsaid:
            unsaid -= 1
        elif state.turn is None:
            raise PlayError(f"{GO} comes after the end: the play is over")
        else:
            player, card = seat_phrase(state.turn, variant.players), card_name(state.legal_cards[0])
            raise PlayError(f"{GO} is said when {player} can play {card}: who can play must")
    return Play(tuple(events), state)


def _read_order(order: CardsLike) -> list[int | None]:
    """Read cards, and None for each go."""
    items = [order] if isinstance(order, str) or not isinstance(order, Iterable) else order
    words: list[Any] = []
    for item in items:
        words += filter(None, _SEPARATORS.split(item)) if isinstance(item, str) else [item]
    cards = iter(parse_cards([word for word in words if not _says_go(word)], what="order").tolist())
    steps: list[int | None] = []
    for word in words:
        steps += [None] if _says_go(word) else [next(cards) for _ in parse_cards([word])]
    return steps


def _says_go(word: Any) -> bool:
    return isinstance(word, str) and word.lower() == GO


def _combination(kind: str, cards: Sequence[int], points: int) -> Combination:
    return Combination(kind, tuple(sorted(cards)), points)


def _ranks(cards: Sequence[int]) -> set[int]:
    return {card // SUIT_COUNT for card in cards}


def _is_run(cards: Sequence[int]) -> bool:
    ranks = _ranks(cards)
    return len(cards) >= SHORTEST_RUN and len(ranks) == len(cards) and max(ranks) - min(ranks) == len(cards) - 1
