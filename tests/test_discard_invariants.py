"""What holds of every discard: sums, symmetries, other ways to the same number, and deals played out at random."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations
from math import comb

import naive_discard as twin
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import cards_of

from cribstats import Strategy, analyse_discard, compare_opponents, hand_means, score_hand, score_hands
from cribstats.cards import card_names, parse_cards
from cribstats.compute import THREADS_VARIABLE
from cribstats.discard import find_opponent
from cribstats.discard.results import place_order
from cribstats.suits import class_count, class_sizes, rank_classes, rank_sets, unrank_classes, unrank_sets
from cribstats.variants import SIX_CARD

THROWS = list(combinations(range(6), 2))
SUIT_ORDERS = list(permutations(range(4)))
ROLES = ("dealer", "pone")

# Suits alike, nothing but pairs, flushes, nobs, and what scores nothing.
NASTY_HANDS = (
    "5C 5D 5H 5S JC JD",
    "JC JD JH JS 5C 5D",
    "AC AD AH AS 2C 2D",
    "KC KD KH KS QC QD",
    "2C 2D 3C 3D 4C 4D",
    "2C 2D 3H 3S 4C 4H",
    "5C 5D 5H JC JD JH",
    "4H 5H 6H 7H 8H JH",
    "2S 4S 6S 8S TS QS",
    "AC 3D 6H 8S TC QD",
    "5H 5C 6D 7S 8H QC",
)

HANDS = st.one_of(
    st.lists(st.integers(0, 51), unique=True, min_size=6, max_size=6),
    # Few ranks: suits are often alike.
    st.lists(st.integers(12, 23), unique=True, min_size=6, max_size=6),
)


def numbers_of(hand):
    """Read a hand into ascending numbers."""
    return np.sort(parse_cards(hand))


def by_throw(analysis):
    """Order an analysis by the cards thrown."""
    return {throw.throw: throw for throw in analysis.throws}


def moments(throw):
    """Take the numbers of a throw."""
    return [throw.hand_points, throw.crib, throw.heels, throw.net, throw.hand_sd, throw.crib_sd, throw.net_sd]


def random_hands(seed, count, lowest=0, highest=51):
    """Draw hands of six, ascending, each card of a range equally likely."""
    random = np.random.default_rng(seed)
    shuffled = random.permuted(np.tile(np.arange(lowest, highest + 1, dtype=np.uint8), (count, 1)), axis=1)
    return np.sort(shuffled[:, :6], axis=1)


def thrown_by(strategy, hand):
    """Read off the expanded choices what is thrown from an ascending hand, as the twin's cards."""
    choice = int(strategy.expanded[rank_sets([hand])[0]])
    # The highest bit says that the number of the only throw follows, not a mask.
    mask = 1 << (choice & 15) if choice >> 15 else choice
    throws = twin.throws_from(cards_of(hand), strategy.variant)
    return {throw for number, throw in enumerate(throws) if mask >> number & 1}


@pytest.fixture(scope="session")
def greedy():
    return find_opponent("greedy", "dealer").strategy


@pytest.fixture(scope="session")
def mixed():
    """Mix two thirds of the classes whose suits are all different, where no throw has an equal; others are greedy."""
    greedy = find_opponent("greedy", "dealer").strategy
    random = np.random.default_rng(30)
    classes = np.flatnonzero(
        (class_sizes(np.arange(class_count(6)), 6) == 24) & (random.random(class_count(6)) < 2 / 3)
    )
    weights = random.random((len(classes), len(THROWS))) ** 4
    choices = greedy.choices.copy()
    choices[classes] = 0
    return Strategy("mixed", SIX_CARD, choices, classes, weights / weights.sum(axis=1)[:, None])


# Sums.


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("opponent", ["random", "greedy"])
@pytest.mark.parametrize("hand", NASTY_HANDS)
def test_distributions_add_up_to_one_and_have_the_means_and_deviations_told(hand, opponent, role):
    analysis = analyse_discard(hand, role, opponent=opponent)
    assert len(analysis.throws) == len(by_throw(analysis)) == 15
    sign = 1 if role == "dealer" else -1
    for throw in analysis.throws:
        assert sorted([*throw.throw, *throw.keep]) == sorted(analysis.hand)
        assert (throw.joint >= 0).all()
        for shares, mean, deviation in (
            (throw.hand_distribution, throw.hand_points, throw.hand_sd),
            (throw.crib_distribution, throw.crib, throw.crib_sd),
            (throw.net_distribution, throw.net, throw.net_sd),
        ):
            values, chances = np.array(list(shares)), np.array(list(shares.values()))
            assert chances.sum() == pytest.approx(1, rel=0, abs=1e-12)
            assert (values * chances).sum() == pytest.approx(mean, rel=0, abs=1e-11)
            assert ((values - mean) ** 2 * chances).sum() == pytest.approx(deviation**2, rel=0, abs=1e-10)
        assert throw.net == pytest.approx(throw.hand_points + sign * (throw.crib + throw.heels), rel=0, abs=1e-12)
        assert sum(throw.hand_kinds.values()) == pytest.approx(throw.hand_points, rel=0, abs=1e-12)
        assert sum(throw.crib_kinds.values()) == pytest.approx(throw.crib, rel=0, abs=1e-12)
        assert throw.chance_to_reach(0) == pytest.approx(1, rel=0, abs=1e-12)
        assert throw.chance_to_reach(80) == 0
        chances = np.array([throw.chance_to_reach(need) for need in range(60)])
        assert (np.diff(chances) < 1e-12).all()
        jacks = sum(name[0] == "J" for name in analysis.hand)
        assert throw.heels == pytest.approx(2 * (4 - jacks) / 46, rel=0, abs=1e-12)


@pytest.mark.parametrize("hand", NASTY_HANDS)
def test_every_hand_mean_is_that_of_a_plain_loop_over_the_starters(hand):
    for throw in analyse_discard(hand, "dealer", opponent="random").throws:
        starters = [name for name in card_names(range(52)) if name not in throw.throw + throw.keep]
        points = {starter: score_hand(throw.keep, starter).total for starter in starters}
        assert throw.starter_points == points
        assert throw.hand_points == pytest.approx(sum(points.values()) / 46, rel=0, abs=1e-12)


@pytest.mark.parametrize("hand", NASTY_HANDS)
def test_the_law_of_greedy_is_whole_numbers_that_add_up_to_all_deals(greedy, hand):
    cards = numbers_of(hand)
    law = find_opponent(greedy, "dealer").law(cards, None)
    assert law.weights.sum() == law.total < 2**53
    assert (law.weights == np.rint(law.weights)).all()
    assert (law.weights >= 0).all()
    # 360,360 can be split among any number of throws up to 15.
    assert law.total == comb(46, 6) * 40 * 360_360
    # Any starter is as likely as any other, whatever he throws.
    assert (law.weights.sum(axis=0) == law.total / 46).all()
    thrown = (law.throws[:, :, None] == law.starters).any(axis=1)
    assert (law.weights[thrown] == 0).all()
    cut = int(law.starters[7])
    known = find_opponent(greedy, "dealer").law(cards, cut)
    assert known.weights.sum() == known.total == comb(45, 6) * 360_360
    assert known.starters.tolist() == [cut]


def test_the_law_of_random_is_the_same_for_every_throw_and_starter():
    law = find_opponent("random", "dealer").law(numbers_of(NASTY_HANDS[0]), None)
    thrown = (law.throws[:, :, None] == law.starters).any(axis=1)
    assert law.weights.shape == (comb(46, 2), 46)
    assert (law.weights == ~thrown).all()
    assert law.weights.sum() == law.total == comb(46, 2) * 44


# Symmetries.


def check_renamed(cards, order, opponent):
    """Rename the suits of a hand and check that every throw keeps its numbers."""
    renamed = [4 * (card // 4) + order[card % 4] for card in cards]
    before, after = (by_throw(analyse_discard(hand, "pone", opponent=opponent)) for hand in (cards, renamed))
    for one, other in THROWS:
        cards_thrown = np.sort([[cards[one], cards[other]], [renamed[one], renamed[other]]], axis=1)
        old, new = before[tuple(card_names(cards_thrown[0]))], after[tuple(card_names(cards_thrown[1]))]
        assert np.abs(old.joint - new.joint).max() < 1e-13
        assert moments(new) == pytest.approx(moments(old), rel=0, abs=1e-11)


@given(HANDS, st.sampled_from(SUIT_ORDERS))
@settings(max_examples=25)
def test_suits_can_be_renamed_against_random(cards, order):
    check_renamed(cards, order, "random")


@given(HANDS, st.sampled_from(SUIT_ORDERS))
@settings(max_examples=5)
def test_suits_can_be_renamed_against_greedy(cards, order):
    check_renamed(cards, order, "greedy")


@given(HANDS.flatmap(lambda cards: st.tuples(st.just(cards), st.permutations(cards))))
@settings(max_examples=25)
def test_the_order_of_the_cards_is_nothing(hands):
    one, other = (analyse_discard(cards, "dealer", opponent="random") for cards in hands)
    assert one.hand == other.hand
    assert list(by_throw(one)) == list(by_throw(other))
    for throw, same in zip(one.throws, other.throws, strict=True):
        assert moments(throw) == moments(same)
        assert np.array_equal(throw.joint, same.joint)


@pytest.mark.parametrize("opponent", ["random", "greedy", "mixed"])
def test_equal_throws_have_equal_numbers_and_stand_in_the_order_of_their_cards(mixed, opponent):
    opponent = mixed if opponent == "mixed" else opponent
    throws = by_throw(analyse_discard("4C 4D 4H 6C 6D 6H", "dealer", opponent=opponent))
    # Where the suits are the same and where they differ.
    for names in (["4C 6C", "4D 6D", "4H 6H"], ["4C 6D", "4C 6H", "4D 6C", "4D 6H", "4H 6C", "4H 6D"]):
        alike = [tuple(name.split()) for name in names]
        assert [throw for throw in throws if throw in alike] == alike
        for throw in alike:
            assert moments(throws[throw]) == pytest.approx(moments(throws[alike[0]]), rel=0, abs=1e-11)


@given(st.lists(st.lists(st.integers(-3, 3), min_size=4, max_size=4), min_size=1, max_size=5), st.integers(0, 99))
def test_places_go_by_net_and_then_by_the_order_of_cards_whatever_the_last_bits_are(nets, seed):
    noise = np.random.default_rng(seed).uniform(-1e-13, 1e-13, (len(nets), 4))
    expected = [sorted(range(4), key=lambda throw: (-row[throw], throw)) for row in nets]
    assert place_order(np.array(nets) / 2 + noise).tolist() == expected
    assert place_order(np.array(nets) / 2 + noise, 1).tolist() == [row[:1] for row in expected]


def test_several_opponents_are_analysed_in_their_order(greedy):
    opponents = ["random", greedy, "greedy"]
    analyses = compare_opponents(NASTY_HANDS[0], "pone", opponents, dead="2C", starter="3D")
    assert [analysis.opponent for analysis in analyses] == ["random", "greedy", "greedy"]
    for analysis, opponent in zip(analyses, opponents, strict=True):
        alone = analyse_discard(NASTY_HANDS[0], "pone", opponent=opponent, dead="2C", starter="3D")
        assert analysis.to_dict(distribution=True) == alone.to_dict(distribution=True)


# Other ways to the same number.


def test_the_crib_against_random_is_the_plain_sum_over_throws_and_starters():
    hand = twin.cards_named("5S 4D JD 4C 5C 5H")
    throw = twin.cards_named("4D JD")
    unseen = twin.without(twin.PACK, hand)
    points = sum(
        twin.points(tuple(sorted(throw + other)), starter, True, twin.SIX_CARD)
        for other in combinations(unseen, 2)
        for starter in twin.without(unseen, other)
    )
    found = by_throw(analyse_discard(twin.names_of(hand), "dealer", opponent="random"))[twin.names_of(throw)]
    assert found.crib == pytest.approx(points / (comb(46, 2) * 44), rel=0, abs=1e-12)


def test_hand_means_are_those_of_a_plain_loop_over_the_starters():
    random = np.random.default_rng(31)
    classes = np.unique(random.integers(class_count(6), size=150))
    hands = np.concatenate([unrank_classes(classes, 6), random_hands(32, 100), random_hands(33, 50, 12, 23)])
    means = hand_means(hands)
    assert means.shape == (len(hands), 15)
    for hand, row in zip(hands, means, strict=True):
        starters = np.setdiff1d(np.arange(52), hand)
        for (one, other), mean in zip(THROWS, row, strict=True):
            keep = np.delete(hand, [one, other])
            points = score_hands(np.tile(keep, (46, 1)), starters)
            assert mean == points.sum() / 46


def test_hand_means_of_all_classes_are_those_of_their_hands(greedy):
    means = hand_means(unrank_classes(np.arange(class_count(6)), 6))
    assert means.shape == (class_count(6), 15)
    assert means.min() >= 0
    best = means == means.max(axis=1)[:, None]
    taken = greedy.choices[:, None] >> np.arange(15, dtype=np.uint16) & 1
    assert (taken == best).all()


def test_expanded_greedy_choices_are_the_naive_ones(greedy):
    deals = [*random_hands(34, 25), *random_hands(35, 25, 12, 31), *(numbers_of(hand) for hand in NASTY_HANDS)]
    player = twin.throw_best(twin.SIX_CARD)
    for hand in deals:
        assert thrown_by(greedy, hand) == set(player(tuple(cards_of(hand))))


def test_expanded_greedy_choices_keep_the_best_means_of_each_hand(greedy):
    # Means by hand know nothing of classes, so this finds a throw in the wrong place; all are drawn alike.
    ranks = np.random.default_rng(36).integers(comb(52, 6), size=300_000)
    hands = np.concatenate([unrank_sets(ranks, 6), random_hands(37, 100_000, 12, 27)])
    means = hand_means(hands)
    best = means == means.max(axis=1)[:, None]
    choices = greedy.expanded[rank_sets(hands)]
    single = choices >> 15 == 1
    masks = np.where(single, 1 << (choices & 15), choices)
    assert (masks == best @ (1 << np.arange(15))).all()
    assert (single == (best.sum(axis=1) == 1)).all()
    assert 0.5 < single.mean() < 0.95


def test_expanded_choices_are_none_where_throws_are_mixed_unequally(mixed):
    hands = random_hands(38, 50_000)
    unequal = mixed.expanded[rank_sets(hands)] == 0
    assert (unequal == np.isin(rank_classes(hands), mixed.mixed_classes)).all()
    assert 0.1 < unequal.mean() < 2 / 3


def test_a_strategy_made_of_its_own_weights_is_the_same(greedy):
    again = Strategy.from_weights(greedy.weights(), name="again")
    assert np.array_equal(again.choices, greedy.choices)
    assert len(again.mixed_classes) == len(again.mixed_weights) == 0
    assert again.name == "again"
    one, other = (analyse_discard(NASTY_HANDS[5], "dealer", opponent=each) for each in (greedy, again))
    for throw, same in zip(one.throws, other.throws, strict=True):
        assert moments(throw) == moments(same)
        assert np.array_equal(throw.joint, same.joint)


def test_a_strategy_is_saved_and_read_back(tmp_path, mixed):
    path = tmp_path / "mixed.npz"
    mixed.save(path, kind="solved", exploitability=0.25)
    again = Strategy.load(path)
    assert (again.name, again.variant) == ("mixed", SIX_CARD)
    assert again.metadata["kind"] == "solved"
    assert again.metadata["exploitability"] == 0.25
    for name in ("choices", "mixed_classes", "mixed_weights"):
        assert np.array_equal(getattr(again, name), getattr(mixed, name))
        assert getattr(again, name).dtype == getattr(mixed, name).dtype
    found = find_opponent(str(path), "dealer")
    assert found.name == "mixed"
    assert found.fingerprint == find_opponent(mixed, "dealer").fingerprint


def test_fingerprints_tell_strategies_apart_whatever_they_are_called(greedy, mixed):
    renamed = Strategy("greedy", SIX_CARD, mixed.choices, mixed.mixed_classes, mixed.mixed_weights)
    reweighted = Strategy("greedy", SIX_CARD, mixed.choices, mixed.mixed_classes, mixed.mixed_weights[:, ::-1])
    prints = {find_opponent(each, "dealer").fingerprint for each in (greedy, renamed, reweighted, "random")}
    assert len(prints) == 4


@pytest.mark.parametrize("opponent", ["random", "greedy", "mixed"])
def test_numbers_do_not_depend_on_how_many_threads_work(monkeypatch, greedy, mixed, opponent):
    results = []
    for threads in ("1", "2", "3"):
        monkeypatch.setenv(THREADS_VARIABLE, threads)
        if opponent == "random":
            known = opponent
        else:
            # Made anew, so that it is expanded by as many threads too.
            made = greedy if opponent == "greedy" else mixed
            known = Strategy(opponent, SIX_CARD, made.choices, made.mixed_classes, made.mixed_weights)
        results.append(analyse_discard("5H 5C 6D 7S 8H JC", "pone", opponent=known))
    for result in results[1:]:
        assert [throw.throw for throw in result.throws] == [throw.throw for throw in results[0].throws]
        for throw, same in zip(result.throws, results[0].throws, strict=True):
            assert moments(throw) == moments(same)
            assert np.array_equal(throw.joint, same.joint)
            assert throw.crib_kinds == same.crib_kinds
            assert throw.hand_kinds == same.hand_kinds


def test_the_crib_has_one_mean_whether_the_dealer_or_the_pone_looks():
    # All deals of four cards each from ten. The dealer throws anything, the pone is greedy: what the dealer expects of
    # his crib against greedy is over all deals what the pone expects of it against random.
    variant = replace(SIX_CARD, name="two-kept", dealt=4, hand_flush=2)
    deck = parse_cards("2H 3H 5H JH QH 2C JC 5D 3S KS")
    dead = np.setdiff1d(np.arange(52), deck)
    greedy = find_opponent("greedy", "dealer", variant=variant).strategy
    hands = [np.array(hand) for hand in combinations(np.sort(deck).tolist(), 4)]
    cribs = {}
    for role, opponent in (("dealer", greedy), ("pone", "random")):
        means = []
        for hand in hands:
            analysis = analyse_discard(hand, role, opponent=opponent, dead=dead, variant=variant)
            thrown = thrown_by(greedy, hand) if role == "pone" else twin.throws_from(cards_of(hand), variant)
            means.append(np.mean([throw.crib for throw in analysis.throws if twin.cards_named(throw.throw) in thrown]))
        cribs[role] = np.mean(means)
    assert cribs["dealer"] == pytest.approx(cribs["pone"], rel=0, abs=1e-12)


# Deals at random.


@pytest.mark.parametrize(("hand", "seed"), [("5H 5C 6D 7S 8H JC", 40), ("2H 4H 9H JH JS QC", 41)])
def test_deals_at_random_against_greedy_have_the_exact_means_and_deviations(hand, seed):
    deals = 200_000
    cards = numbers_of(hand)
    random = np.random.default_rng(seed)
    unseen = np.setdiff1d(np.arange(52, dtype=np.uint8), cards)
    dealt = random.permuted(np.tile(unseen, (deals, 1)), axis=1)[:, :7]
    theirs, starters = np.sort(dealt[:, :6], axis=1), dealt[:, 6]
    # Each of the best throws as often as any other.
    means = hand_means(theirs)
    best = means == means.max(axis=1)[:, None]
    places = np.array(THROWS)[(best * (1 + random.random(best.shape))).argmax(axis=1)]
    thrown = np.take_along_axis(theirs, places, axis=1)
    heels = 2 * (starters // 4 == 10)
    exact = {role: by_throw(analyse_discard(hand, role, opponent="greedy")) for role in ROLES}
    for one, other in THROWS:
        own = cards[[one, other]]
        keep = np.delete(cards, [one, other])
        points = score_hands(np.tile(keep, (deals, 1)), starters).astype(int)
        cribs = score_hands(np.concatenate([np.tile(own, (deals, 1)), thrown], axis=1), starters, crib=True).astype(int)
        for role in ROLES:
            found = exact[role][tuple(card_names(own))]
            nets = points + cribs + heels if role == "dealer" else points - cribs - heels
            values, chances = map(np.array, zip(*found.net_distribution.items(), strict=True))
            fourth = ((values - found.net) ** 4 * chances).sum()
            error_of_deviation = np.sqrt((fourth - found.net_sd**4) / deals) / (2 * found.net_sd)
            assert abs(cribs.mean() - found.crib) < 4 * found.crib_sd / np.sqrt(deals)
            assert abs(nets.mean() - found.net) < 4 * found.net_sd / np.sqrt(deals)
            assert abs(nets.std() - found.net_sd) < 4 * error_of_deviation
