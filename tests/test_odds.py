"""Known odds and known counts, by exact counting; each with an argument of its own in the comment."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

import naive
import numpy as np
import pytest

from cribstats.discard import greedy_strategy
from cribstats.discard.throws import throws_of
from cribstats.show import count_shows, score_hands, show_distribution
from cribstats.suits import class_count, class_sizes, rank_classes, set_count, unrank_classes, unrank_sets
from cribstats.variants import FIVE_CARD, FOUR_HANDED, SIX_CARD, THREE_HANDED

FIVE, JACK = 4, 10  # ranks, the ace being 0
FIVES = range(4 * FIVE, 4 * FIVE + 4)


@cache
def best_shows(least):
    """List the keeps of four and their starters that score so much, of all 12,994,800 shows: points, keep, starter."""
    hands = unrank_sets(np.arange(set_count(4)), 4)
    found = []
    for starter in range(52):
        rest = hands[(hands != starter).all(axis=1)]
        scores = score_hands(rest, np.full(len(rest), starter))
        rows = np.flatnonzero(scores >= least)
        found += [(int(scores[row]), frozenset(rest[row].tolist()), starter) for row in rows]
    return found


def deals_that_can_make(points, dealt):
    """Count the hands dealt and starters with which the best keep of four makes so many points, and no more."""
    best = {}
    for score, keep, starter in best_shows(points):
        others = [card for card in range(52) if card != starter and card not in keep]
        for more in combinations(others, dealt - len(keep)):
            deal = (keep.union(more), starter)
            best[deal] = max(best.get(deal, 0), score)
    return Counter(best.values())[points]


def test_twenty_nine_is_one_in_216_580_of_six_cards_if_the_four_kept_are_the_best_for_the_starter():
    # The starter is one of four fives; the hand holds the other three, the Jack of its suit and two more of the 47.
    ways = deals_that_can_make(29, SIX_CARD.dealt)
    assert ways == 4 * comb(47, 2)
    assert Fraction(ways, comb(52, 6) * 46) == Fraction(1, 216_580)


@pytest.mark.parametrize("variant", [THREE_HANDED, FOUR_HANDED], ids=lambda game: game.name)
def test_twenty_nine_is_one_in_649_740_where_five_are_dealt_and_four_kept(variant):
    # The same, with one card more of the 47.
    ways = deals_that_can_make(29, variant.dealt)
    assert ways == 4 * 47
    assert Fraction(ways, comb(52, variant.dealt) * variant.unseen) == Fraction(1, 649_740)


def test_twenty_eight_is_one_in_15_028_of_six_cards_if_the_four_kept_are_the_best_for_the_starter():
    # Four fives and a ten-card, one of them the starter. If that is one of the 16 ten-cards, the fives are held and two
    # more of the 47; if it is a five, the other three are held, and three more of the 48, not all of them of the 32
    # that are no ten-cards. Not counted are the deals that make 29.
    ways = deals_that_can_make(28, SIX_CARD.dealt)
    assert ways == 16 * comb(47, 2) + 4 * (comb(48, 3) - comb(32, 3)) - 4 * comb(47, 2)
    assert round(comb(52, 6) * 46 / ways) == 15_028


def test_four_kept_before_the_cut_make_twenty_nine_a_little_less_often():
    # With 5 5 5 J and another Jack, whoever does not see the starter yet keeps the Jack of whose suit more cards are
    # unseen, and either if there are as many: by symmetry count the hands for the five of clubs, then four suits.
    starter, suits = FIVES[0], range(4)
    needed = [*FIVES[1:], 4 * JACK]
    others = [card for card in range(52) if card != starter and card not in needed]
    hands = [sorted([*needed, *more]) for more in combinations(others, 2)]
    kept = Fraction(0)
    for hand in hands:
        unseen = [13 - sum(card % 4 == suit for card in hand) for suit in suits]
        jacks = [card % 4 for card in hand if card // 4 == JACK]
        likeliest = [suit for suit in jacks if unseen[suit] == max(unseen[suit] for suit in jacks)]
        kept += Fraction(0 in likeliest, len(likeliest))
    assert 4 * kept == 4258 < 4 * comb(47, 2)

    classes = rank_classes(np.array(hands))
    throws, weights = throws_of(SIX_CARD), greedy_strategy().weights()[classes]
    keeps = unrank_classes(classes, SIX_CARD.dealt)[:, throws.kept].astype(int)
    # Suits have other names in the class: the Jack is that of the suit of which the hand has no five.
    fives, jacks = keeps // 4 == FIVE, keeps // 4 == JACK
    missing = sum(suits) - np.where(fives, keeps % 4, 0).sum(axis=2)
    makes = (fives.sum(axis=2) == 3) & (jacks & (keeps % 4 == missing[..., None])).any(axis=2)
    assert 4 * weights[makes].sum() == pytest.approx(4258, rel=1e-12)


def test_shows_deals_and_classes_are_as_many_as_is_known():
    assert comb(52, 4) * 48 == count_shows().sum() == 12_994_800
    assert count_shows()[29] == 4
    # The twenty-nine of each suit; of the 76 shows of 28 the starter is a ten-card in 16, a five in 60.
    assert [(score, starter // 4) for score, _, starter in best_shows(29)] == [(29, FIVE)] * 4
    of_twenty_eight = Counter(starter // 4 == FIVE for score, _, starter in best_shows(28) if score == 28)
    assert of_twenty_eight == {False: 16, True: 4 * 16 - 4}
    for dealt, deals, classes in ((5, 2_598_960, 134_459), (6, 20_358_520, 962_988)):
        assert set_count(dealt) == comb(52, dealt) == deals
        assert class_count(dealt) == classes
        assert class_sizes(np.arange(classes), dealt).sum() == deals


@cache
def five_card_shows():
    """Count the shows of three cards kept and a starter by points, by the slow twin on ranks, and by suits."""
    on_ranks = {
        ranks: naive.score([(rank + 1, f"{place}") for place, rank in enumerate(ranks)])
        for ranks in combinations_with_replacement(range(13), 4)
    }
    shows = Counter()
    for hand in combinations(range(52), 3):
        ranks = [card // 4 for card in hand]
        of_one_suit = len({card % 4 for card in hand}) == 1
        # The starter is a club: the other suits are as many shows again.
        for starter in range(0, 52, 4):
            if starter not in hand:
                points = on_ranks[tuple(sorted([*ranks, starter // 4]))] + (4 * JACK in hand)
                points += (3 + (hand[0] % 4 == 0)) * of_one_suit
                shows[points] += 4
    return shows


def test_shows_of_the_five_card_game_are_those_of_the_slow_twin():
    expected = five_card_shows()
    counts = count_shows(variant=FIVE_CARD)
    assert counts.sum() == sum(expected.values()) == comb(52, 3) * 49
    assert counts.tolist() == [expected[points] for points in range(max(expected) + 1)]
    table = show_distribution(variant=FIVE_CARD)
    assert table["hand"].tolist()[: len(counts)] == counts.tolist()
    assert table["crib"].tolist() == count_shows(crib=True).tolist()  # four cards as in the six-card game
    assert table["hand_share"].sum() == pytest.approx(1, abs=1e-12)


def test_the_highest_show_of_the_five_card_game_is_twenty_and_none_of_sixteen_to_nineteen_can_be_held():
    counts = count_shows(variant=FIVE_CARD)
    # Four fives: six pairs are twelve, and each three of them fifteen. Any of the four is the starter.
    assert (len(counts) - 1, counts[-1]) == (20, 4)
    assert naive.score([(5, suit) for suit in "cdh"], (5, "s")) == 20
    impossible = np.flatnonzero(counts == 0).tolist()
    assert impossible == [points for points in range(21) if not five_card_shows()[points]]
    assert impossible == [16, 17, 18, 19]
    # Fifteen: three fives, one the starter, and the Jack of its suit; or three of a suit that are 4 5 6 with another
    # card of those ranks, or 6 7 8 or 7 8 9 with another seven or eight.
    assert counts[15] == 4 * comb(3, 2) + 4 * (9 + 6 + 6)
