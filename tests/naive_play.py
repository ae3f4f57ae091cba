"""The slow twin of the play, written from the rules and from nothing else: no line of cribstats is used here.

Cards are those of `naive`. Players sit from the dealer's left; everybody in turn is asked for a card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from naive import KINDS_OF_ALIKE, Card, are_alike, is_run

KINDS = ("fifteen", "thirty-one", "run", *KINDS_OF_ALIKE.values(), "go", "last")
OF_PAIRS = tuple(KINDS_OF_ALIKE.values())

# A line of the log: who; the card, "go" if he says so, or None if he pegs one; points by kind.
Line = tuple[int, Card | str | None, dict[str, int]]


def worth(cards: Sequence[Card]) -> int:
    """Count cards."""
    return sum(10 if rank > 10 else rank for rank, _ in cards)


def pegs(pile: Sequence[Card]) -> dict[str, int]:
    """Tell what the last card of a pile pegs, by kind."""
    points: dict[str, int] = {}
    if worth(pile) == 15:
        points["fifteen"] = 2
    if worth(pile) == 31:
        points["thirty-one"] = 2
    for start in range(len(pile)):  # the longest tail first
        tail = pile[start:]
        if is_run(tail) and "run" not in points:
            points["run"] = len(tail)
        if are_alike(tail) and not set(OF_PAIRS) & set(points):
            points[KINDS_OF_ALIKE[len(tail)]] = len(tail) * (len(tail) - 1)
    return points


def play_out(
    hands: Sequence[Sequence[Card]],
    choose: Callable[[int, list[Card], list[Card]], Card],
    *,
    ends_at_go: bool = False,
) -> list[Line]:
    """Play hands to their end; `choose` is given who plays, what he may play, and the pile."""
    held = [list(hand) for hand in hands]
    pile: list[Card] = []
    said: set[int] = set()
    log: list[Line] = []
    seat = last = silent = 0
    while any(held):
        able = [card for card in held[seat] if worth([*pile, card]) <= 31]
        if able:
            card = choose(seat, able, list(pile))
            held[seat].remove(card)
            pile.append(card)
            points = pegs(pile)
            if not any(held) and worth(pile) < 31:
                points["last"] = 1
            log.append((seat, card, points))
            last, silent = seat, 0
            if worth(pile) == 31:
                pile, said = [], set()
                if ends_at_go:
                    break
        else:
            silent += 1
            if silent == len(held) and pile:
                log.append((last, None, {"go": 1}))
                pile, said, silent, seat = [], set(), 0, last
                if ends_at_go:
                    break
            elif held[seat] and pile and seat not in said:
                said.add(seat)
                log.append((seat, "go", {}))
        seat = (seat + 1) % len(held)
    return log


def all_plays(hands: Sequence[Sequence[Card]], *, ends_at_go: bool = False) -> Iterator[list[Line]]:
    """Give every play of some hands, by playing again and again and taking another turn at the last fork."""
    path: list[int] = []
    while True:
        forks: list[int] = []

        def follow(_seat: int, able: list[Card], _pile: list[Card], forks: list[int] = forks) -> Card:
            if len(forks) == len(path):
                path.append(0)
            forks.append(len(able))
            return able[path[len(forks) - 1]]

        yield play_out(hands, follow, ends_at_go=ends_at_go)
        del path[len(forks) :]
        while path and path[-1] + 1 == forks[len(path) - 1]:
            path.pop()
        if not path:
            return
        path[-1] += 1


def totals(log: Sequence[Line], players: int) -> list[dict[str, int]]:
    """Add up what each player pegs by kind."""
    sums: list[dict[str, int]] = [dict.fromkeys(KINDS, 0) for _ in range(players)]
    for seat, _, points in log:
        for kind, number in points.items():
            sums[seat][kind] += number
    return sums


# Policies, written from what the package says of them. Each is told what the player knows: his hand, what may be
# played, the pile, and the cards that he has seen (those that he kept and those that others played).

RANKS = range(1, 14)


def reply_points(pile: Sequence[Card], rank: int) -> int | None:
    """Tell what a card of a rank would peg, None if it would pass thirty-one."""
    after = [*pile, (rank, "?")]
    return None if worth(after) > 31 else sum(pegs(after).values())


def danger(pile: Sequence[Card], seen: Sequence[Card]) -> int:
    """Add up what the next card would peg, over all cards not seen."""
    unseen = Counter(RANKS) + Counter(RANKS) + Counter(RANKS) + Counter(RANKS) - Counter(rank for rank, _ in seen)
    return sum((reply_points(pile, rank) or 0) * number for rank, number in unseen.items())


def greedy_rank(able: Sequence[Card], pile: Sequence[Card], seen: Sequence[Card]) -> int:
    """Choose what pegs most, then what is least dangerous, then the highest."""

    def merit(card: Card) -> tuple[int, int, int]:
        after = [*pile, card]
        return sum(pegs(after).values()), -danger(after, seen), card[0]

    return max(able, key=merit)[0]


def best_of(hand: Sequence[Card], pile: Sequence[Card]) -> tuple[int, Card | None]:
    """Tell what pegs most of a hand, of equals the highest: points and card, or no card if none may be played."""
    able = [(points, card) for card in hand if (points := reply_points(pile, card[0])) is not None]
    return max(able, key=lambda each: (each[0], each[1][0])) if able else (0, None)


def alone(hand: Sequence[Card], pile: Sequence[Card]) -> int:
    """Tell what somebody pegs who goes on alone to the end of a series."""
    points, card = best_of(hand, pile)
    if card is None:
        return 1
    after = [*pile, card]
    left = [other for other in hand if other is not card]
    return points + (0 if worth(after) == 31 else alone(left, after))


def lookahead_values(
    hand: Sequence[Card], pile: Sequence[Card], rests: Sequence[tuple[float, Sequence[Card]]]
) -> dict[int, float]:
    """Tell the mean of what each rank pegs, less what the opponent answers, plus what is pegged on that.

    `rests` are the hands that he may have left, with their weights.
    """
    values = {}
    for card in hand:
        now = reply_points(pile, card[0])
        if now is None:
            continue
        after = [*pile, card]
        left = [other for other in hand if other is not card]
        outcomes = []
        for _, rest in rests:
            his, answer = best_of(rest, after)
            if worth(after) == 31:
                outcomes.append(0)
            elif answer is None:
                outcomes.append(alone(left, after))
            else:
                answered = [*after, answer]
                mine, reply = best_of(left, answered)
                stuck = reply is None and worth(answered) < 31
                outcomes.append((-1 if stuck else mine) - his)
        whole = sum(weight for weight, _ in rests)
        mean = sum(weight * outcome for (weight, _), outcome in zip(rests, outcomes, strict=True)) / whole
        values[card[0]] = now + mean
    return values
