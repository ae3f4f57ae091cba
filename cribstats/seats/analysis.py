"""The discard of one hand at a table of three or four: the hand exactly, the crib exactly or by simulated deals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import JACK, SUIT_COUNT, CardsLike, card_names, check_apart, is_ranks_only, parse_card, parse_cards
from cribstats.compute import Progress, map_chunks, stoppable
from cribstats.discard.results import HEELS, place_order
from cribstats.discard.strategies import Strategy
from cribstats.discard.throws import throws_of
from cribstats.errors import HandError
from cribstats.play.randomness import check_seed
from cribstats.seats import kernels
from cribstats.seats.dealing import (
    Pack,
    check_sample,
    chunk_size,
    crib_tables,
    cut_spans,
    deal_tables,
    expand_all,
    new_pack,
)
from cribstats.seats.places import check_seat, crib_share
from cribstats.seats.results import DEFAULT_DEALS, SeatAnalysis, SeatThrow
from cribstats.seats.throws import DEFAULT_SEAT_OPPONENT, SeatThrows, find_seat_throws
from cribstats.show.scorer import score_hands
from cribstats.variants import Variant


class Known(NamedTuple):
    """The cards that a player knows: his hand, ascending, dead ones and, or none, the starter."""

    cards: NDArray[np.uint8]
    dead: NDArray[np.uint8]
    starter: int | None

    def renamed(self, names: tuple[int, ...]) -> Known:
        """Give the suits other names; the cards stay in their order."""
        suits = np.array(names, dtype=np.uint8)

        def rename(cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
            return np.asarray(cards // SUIT_COUNT * SUIT_COUNT + suits[cards % SUIT_COUNT])

        starter = None if self.starter is None else int(rename(np.array([self.starter], dtype=np.uint8))[0])
        return Known(rename(self.cards), rename(self.dead), starter)


def analyse_seat(
    hand: CardsLike,
    seat: int,
    *,
    variant: Variant,
    throws: str | Path | SeatThrows = DEFAULT_SEAT_OPPONENT,
    dead: CardsLike = (),
    starter: CardsLike | None = None,
    deals: int = DEFAULT_DEALS,
    seed: int = 0,
    progress: Progress | None = None,
) -> SeatAnalysis:
    """Analyse every throw of a hand at a table of three or four.

    Parameters
    ----------
    hand
        The cards dealt, as text (``"5H 5C 6D 7S 8H"``) or numbers.
    seat
        1 on the dealer's left, and so on; the dealer is the last.
    variant
        The game, of more than two players.
    throws
        What the others throw, as :func:`cribstats.seats.find_seat_throws` takes it: ``iterated`` (the default),
        ``greedy``, ``random``, a file, or the throws of all seats.
    dead
        Cards known to be in neither the others' hands nor the pack.
    starter
        The starter, if it is known; the others throw without knowing it.
    deals
        How many deals of the others' hands to simulate, at least 2. Against ``random`` none are: that is exact.
    seed
        Whole number from which all chance follows; the result is the same on any number of threads.
    progress
        Told how many parts of the work are done.

    Returns
    -------
    The throws, best first, in points; the means of the hand and of heels exact, that of the crib with its standard
    error.

    Raises
    ------
    CardError, HandError, OpponentError, VariantError, ArgumentError
        Something is not as it must be; one line names the value and the form expected.

    Notes
    -----
    The net is what the own side scores more than the mean of the other sides, as far as the throw matters: the others'
    hands and the partner's do not depend on it and are left out. In each simulated deal all throws are weighed, each
    with all starters that the deal leaves. Throws that a renaming of suits makes the same get the same numbers.

    Examples
    --------
    >>> from cribstats.variants import FOUR_HANDED
    >>> analysis = analyse_seat("5H 5C 6D 7S 8H", 4, variant=FOUR_HANDED, throws="greedy", deals=20_000, seed=1)
    >>> analysis.best.throw, round(analysis.best.hand_points, 3), analysis.kinds["crib"], analysis.best.crib_se < 0.03
    (('8H',), 12.213, 'sample', True)
    """
    others = find_seat_throws(throws, variant)
    check_seat(seat, variant)
    check_sample(deals)
    check_seed(seed)
    if is_ranks_only(hand):
        raise HandError(f"hand: {hand!r} has no suits: in {variant.name} cards with suits expected, as in 5H or TH")
    cards = np.sort(parse_cards(hand, count=variant.dealt))
    out = np.sort(parse_cards(dead, what="dead cards"))
    check_apart(out, cards, "dead cards: {} is in the hand: other cards expected")
    cut = None
    if starter is not None:
        cut = parse_card(starter, "starter")
        check_apart([cut], cards, "starter: {} is in the hand: another card expected")
        check_apart([cut], out, "starter: {} is among the dead cards: another card expected")
    strategies = [strategy for other, strategy in enumerate(others.strategies, start=1) if other != seat]
    pack = new_pack([*cards, *out], cut)
    needed = len(strategies) * variant.dealt + variant.pack_to_crib + (cut is None)
    if len(pack.cards) < needed:
        raise HandError(f"{len(out)} dead cards leave {len(pack.cards)} in the pack: at least {needed} needed to deal")
    known = Known(cards, out, cut)
    renamings = _canonical_renamings(known)
    exact = all(strategy.is_random for strategy in strategies)
    if exact:
        sums, shows = random_crib_sums(cards, pack, cut, variant)
        cribs, covariances = sums / shows, np.zeros((len(cards), len(cards)))
    else:
        cribs, covariances = _sample_cribs(known, renamings[0], strategies, deals, seed, progress)
    mixing = _equal_means(known, renamings)
    cribs, covariances = mixing @ cribs, mixing @ covariances @ mixing.T
    return SeatAnalysis(
        hand=tuple(card_names(cards)),
        seat=int(seat),
        opponent=others.name,
        variant=variant,
        throws=_weigh(cards, pack, cut, seat, cribs, covariances, variant),
        deals=None if exact else int(deals),
        seed=None if exact else int(seed),
        dead=tuple(card_names(out)),
        starter=None if cut is None else card_names([cut])[0],
    )


def random_crib_sums(
    cards: NDArray[np.uint8], pack: Pack, starter: int | None, variant: Variant
) -> tuple[NDArray[np.int64], int]:
    """Return the points of the crib with each of some cards, summed over all other cards and starters; and of how many.

    If everybody else throws at random, the other cards of the crib are any cards of the pack, and so is the starter.
    """
    sums, shows = kernels.sum_random_cribs(
        cards,
        pack.cards,
        -1 if starter is None else starter,
        pack.ranks,
        pack.suits,
        variant.crib - variant.thrown,
        *crib_tables(variant),
    )
    return np.asarray(sums), int(shows)


def _sample_cribs(
    known: Known,
    names: tuple[int, ...],
    strategies: Sequence[Strategy],
    deals: int,
    seed: int,
    progress: Progress | None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the mean crib with each card over simulated deals of the others' hands, and the covariances of the means.

    What is known is simulated under other names of suits, so that hands that differ in names alone have one result.
    """
    variant = strategies[0].variant
    cards, dead, starter = known.renamed(names)
    order = np.argsort(cards)
    ascending = cards[order]
    pack, tables = new_pack([*cards, *dead], starter), crib_tables(variant)
    expand_all(strategies)

    def weigh(starts: range) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        sums = np.zeros(len(cards), dtype=np.int64)
        products = np.zeros((len(cards), len(cards)), dtype=np.int64)
        for start in stoppable(starts):
            dealt = deal_tables((seed, start), chunk_size(start, deals), pack, strategies, variant)
            kernels.weigh_cards(
                ascending,
                dealt.hands,
                dealt.thrown,
                dealt.extras,
                starter is not None,
                pack.ranks,
                pack.suits,
                *tables,
                sums,
                products,
            )
        return sums, products

    parts = map_chunks(weigh, cut_spans(deals), progress=progress)
    sums = np.sum([part[0] for part in parts], axis=0).astype(float)
    lower = np.sum([part[1] for part in parts], axis=0).astype(float)
    products = lower + np.tril(lower, -1).T
    shows = 1
    if starter is None:
        shows = len(pack.cards) - len(strategies) * variant.dealt - variant.pack_to_crib
    covariances = (products - np.outer(sums, sums) / deals) / ((deals - 1) * deals * shows * shows)
    back = np.argsort(order)
    return np.asarray(sums[back] / (deals * shows)), np.asarray(covariances[np.ix_(back, back)])


def _weigh(
    cards: NDArray[np.uint8],
    pack: Pack,
    starter: int | None,
    seat: int,
    cribs: NDArray[np.float64],
    covariances: NDArray[np.float64],
    variant: Variant,
) -> tuple[SeatThrow, ...]:
    """Put the throws together, best first."""
    throws = throws_of(variant)
    kept = cards[throws.kept]
    starters = pack.cards.astype(np.uint8) if starter is None else np.array([starter], dtype=np.uint8)
    points = score_hands(np.repeat(kept, len(starters), axis=0), np.tile(starters, len(kept)), variant=variant)
    hands = points.reshape(len(kept), -1).sum(axis=1, dtype=np.int64) / len(starters)
    heels = float(HEELS * (starters // SUIT_COUNT == JACK).sum() / len(starters))
    share = crib_share(seat, variant)
    nets = hands + share * (cribs + heels)
    (order,) = place_order(nets[None])
    best = order[0]
    errors = np.sqrt(np.diag(covariances))
    variances = np.diag(covariances)
    apart = np.sqrt(np.maximum(variances + variances[best] - 2 * covariances[best], 0))
    apart[best] = 0
    return tuple(
        SeatThrow(
            throw=tuple(card_names(cards[throws.thrown[t]])),
            keep=tuple(card_names(kept[t])),
            hand_points=float(hands[t]),
            crib=float(cribs[t]),
            crib_se=float(errors[t]),
            heels=heels,
            net=float(nets[t]),
            net_se=float(abs(share) * errors[t]),
            behind=float(nets[best] - nets[t]),
            behind_se=float(abs(share) * apart[t]),
        )
        for t in order
    )


def _canonical_renamings(known: Known) -> list[tuple[int, ...]]:
    """List the renamings of suits that bring what is known into one form, the same for all hands alike."""

    def form(names: tuple[int, ...]) -> tuple[list[int], list[int], int]:
        cards, dead, starter = known.renamed(names)
        return sorted(cards.tolist()), sorted(dead.tolist()), -1 if starter is None else starter

    forms = {names: form(names) for names in permutations(range(SUIT_COUNT))}
    first = min(forms.values())
    return [names for names, told in forms.items() if told == first]


def _equal_means(known: Known, renamings: list[tuple[int, ...]]) -> NDArray[np.float64]:
    """Return the matrix that gives throws their mean which a renaming of suits makes the same."""
    places = np.array([known.renamed(names).cards for names in renamings])
    forms = [frozenset(column) for column in places.T.tolist()]
    equal = np.array([[one == other for other in forms] for one in forms], dtype=float)
    return np.asarray(equal / equal.sum(axis=1, keepdims=True))
