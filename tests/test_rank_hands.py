"""Hands of ranks alone: every suit pattern once, weighted by its ways, the best versions of a throw in each."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations, permutations, product
from math import comb, prod, sqrt

import numpy as np
import pytest

from cribstats import SIX_CARD, analyse_discard
from cribstats.cards import RANK_NAMES, parse_ranks
from cribstats.discard.built import built_crib_means
from cribstats.discard.pairs import shipped_pair
from cribstats.discard.rank_hands import mean_rank_throws, suit_patterns
from cribstats.discard.strategies import random_strategy

ROLES = ("dealer", "pone")

# Ranks, suit patterns, and the ways to be dealt them.
PATTERNS = {
    "A 2 7 9 J Q": (187, 4_096),
    "A A 7 9 J Q": (None, 6 * 4**4),
    "A A 2 2 J Q": (None, 6 * 6 * 4 * 4),
    "A A 2 2 3 3": (None, 6**3),
    "5 5 5 9 J Q": (None, 4 * 4**3),
    "5 5 5 6 6 6": (2, 4 * 4),
    "5 5 5 6 6 7": (None, 4 * 6 * 4),
    "A A A A 2 2": (1, 6),
    "4 4 4 4 5 6": (2, 4 * 4),
    "5": (1, 4),
    "5 6": (2, 16),
    "5 5 5 5": (1, 1),
}


def assignments(ranks):
    """Give ranks, ascending, all suits that they can have."""
    held = sorted(Counter(ranks).items())
    for suits in product(*(combinations(range(4), times) for _, times in held)):
        yield tuple(4 * rank + suit for (rank, _), some in zip(held, suits, strict=True) for suit in some)


def canonical(cards):
    """Return the least of the 24 hands that renaming the suits makes."""
    return min(tuple(sorted(card // 4 * 4 + order[card % 4] for card in cards)) for order in permutations(range(4)))


def ranks_of(names):
    """Return the ranks of cards."""
    return tuple(name[0] for name in names)


class Mixture:
    """The best versions of a throw of ranks in all hands that have been added, weighted."""

    def __init__(self):
        self.joint = 0
        self.kinds = defaultdict(float)
        self.starters = defaultdict(list)
        self.keeps = set()

    def add(self, throw, weight):
        """Add the version of one hand."""
        self.joint = self.joint + weight * throw.joint
        self.keeps.add(ranks_of(throw.keep))
        for kind, points in throw.hand_kinds.items():
            self.kinds["hand", kind] += weight * points
        for kind, points in throw.crib_kinds.items():
            self.kinds["crib", kind] += weight * points
        for starter, points in throw.starter_points.items():
            self.starters[starter[0]].append((weight, points))

    def check(self, found, role):
        """Compare a throw of ranks with the mixture."""
        points, jack, crib = np.indices(self.joint.shape)
        net = points + 2 * jack + crib if role == "dealer" else points - 2 * jack - crib
        means = {}
        for name, values in (("hand_points", points), ("crib", crib), ("net", net)):
            means[name] = float((self.joint * values).sum())
            assert getattr(found, name) == pytest.approx(means[name], rel=0, abs=1e-12)
            deviation = sqrt(float((self.joint * (values - means[name]) ** 2).sum()))
            told = found.hand_sd if name == "hand_points" else getattr(found, f"{name}_sd")
            assert told == pytest.approx(deviation, rel=0, abs=1e-11)
        assert found.heels == pytest.approx(2 * float(self.joint[:, 1].sum()), rel=0, abs=1e-12)
        assert found.joint.sum() == pytest.approx(1, rel=0, abs=1e-12)
        assert np.abs(found.joint - self.joint).max() < 1e-13
        assert {found.keep} == self.keeps
        assert found.role == role
        for of, kinds in (("hand", found.hand_kinds), ("crib", found.crib_kinds)):
            assert kinds == pytest.approx({kind: self.kinds[of, kind] for kind in kinds}, rel=0, abs=1e-12)
        starters = {
            rank: sum(weight * points for weight, points in seen) / sum(weight for weight, _ in seen)
            for rank, seen in self.starters.items()
        }
        assert found.starter_points == pytest.approx(starters, rel=0, abs=1e-12)
        for shares in (found.hand_distribution, found.crib_distribution, found.net_distribution):
            assert sum(shares.values()) == pytest.approx(1, rel=0, abs=1e-12)
        for need in range(0, 40, 3):
            reached = points + crib * (role == "dealer") >= need
            assert found.chance_to_reach(need) == pytest.approx(float(self.joint[reached].sum()), rel=0, abs=1e-12)


def check_ranks(text, role, opponent, weighted_hands):
    """Check an analysis of ranks against those of hands, each with its weight."""
    mixtures = defaultdict(Mixture)
    for cards, weight in weighted_hands:
        versions = defaultdict(list)
        for throw in analyse_discard(cards, role, opponent=opponent).throws:
            versions[ranks_of(throw.throw)].append(throw)
        for ranks, some in versions.items():
            most = max(throw.net for throw in some)
            alike = [throw for throw in some if throw.net > most - 1e-9]
            for throw in alike:
                mixtures[ranks].add(throw, weight / len(alike))
    analysis = analyse_discard(text, role, opponent=opponent)
    assert analysis.hand == tuple(text.split())
    assert {throw.throw for throw in analysis.throws} == set(mixtures)
    assert len(analysis.throws) == len(mixtures)
    for throw in analysis.throws:
        mixtures[throw.throw].check(throw, role)
    nets = [throw.net for throw in analysis.throws]
    assert nets == pytest.approx(sorted(nets, reverse=True), rel=0, abs=1e-9)
    return analysis


@pytest.mark.parametrize("text", PATTERNS)
def test_suit_patterns_are_the_classes_of_all_suits_with_their_ways(text):
    patterns, ways = PATTERNS[text]
    ranks = parse_ranks(text)
    hands, counts = suit_patterns(ranks)
    expected = Counter(canonical(cards) for cards in assignments(ranks.tolist()))
    assert {canonical(hand): int(count) for hand, count in zip(hands.tolist(), counts, strict=True)} == expected
    assert len(hands) == len(expected)
    assert patterns in (None, len(hands))
    assert int(counts.sum()) == ways == prod(comb(4, times) for times in Counter(ranks.tolist()).values())
    assert (np.sort(hands, axis=1) == hands).all()
    assert (hands // 4 == ranks).all()


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(
    "text", ["5 5 5 5 J J", "4 4 4 4 5 5", "5 5 5 6 6 6", "9 9 9 J J J", "2 2 2 2 5 J", "A A 2 2 3 3"]
)
def test_ranks_against_random_are_the_mean_over_all_suits_they_can_have(text, role):
    hands = list(assignments(parse_ranks(text).tolist()))
    analysis = check_ranks(text, role, "random", [(cards, 1 / len(hands)) for cards in hands])
    assert analysis.patterns == len({canonical(cards) for cards in hands})


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("text", ["5 5 5 5 J J", "5 5 5 6 6 6"])
def test_ranks_against_greedy_are_the_mean_over_all_suits_they_can_have(text, role):
    hands = list(assignments(parse_ranks(text).tolist()))
    check_ranks(text, role, "greedy", [(cards, 1 / len(hands)) for cards in hands])


@pytest.mark.parametrize("text", ["A 2 7 9 J Q", "4 4 5 6 7 J"])
def test_ranks_with_many_suits_against_random_are_the_mean_over_their_patterns(text):
    ways = Counter(canonical(cards) for cards in assignments(parse_ranks(text).tolist()))
    check_ranks(text, "dealer", "random", [(cards, count / ways.total()) for cards, count in ways.items()])


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_six_different_ranks_against_greedy_are_the_mean_over_their_patterns(role):
    text = "4 5 6 J Q K"
    ways = Counter(canonical(cards) for cards in assignments(parse_ranks(text).tolist()))
    analysis = check_ranks(text, role, "greedy", [(cards, count / ways.total()) for cards, count in ways.items()])
    assert analysis.patterns == 187


@pytest.mark.parametrize("role", ROLES)
def test_a_throw_of_ranks_is_never_worse_than_its_versions_blindly_chosen(role):
    # Who sees his suits throws the pone's Jack of the suit that is turned up least, two of a suit to his own crib.
    text = "9 9 9 J J J"
    blind = defaultdict(list)
    for cards in assignments(parse_ranks(text).tolist()):
        for throw in analyse_discard(cards, role, opponent="random").throws:
            blind[ranks_of(throw.throw)].append(throw.net)
    gains = [throw.net - np.mean(blind[throw.throw]) for throw in analyse_discard(text, role, opponent="random").throws]
    assert min(gains) > -1e-12
    assert max(gains) > 1e-3


def test_ranks_are_read_in_any_order_and_told_in_theirs():
    one, other = (analyse_discard(text, "dealer", opponent="random") for text in ("J 5 5 J 5 5", "55 55,jj"))
    assert one.hand == other.hand == ("5", "5", "5", "5", "J", "J")
    assert one.to_dict(distribution=True, starters=True) == other.to_dict(distribution=True, starters=True)
    assert one.to_dict()["patterns"] == 1
    assert one.to_dict()["suits"] is None
    assert [throw.throw for throw in one.throws] == [("J", "J"), ("5", "J"), ("5", "5")]
    assert list(one.best.starter_points) == [rank for rank in RANK_NAMES if rank != "5"]


def test_suit_patterns_are_told_as_they_are_done():
    seen = []
    analyse_discard("5 5 5 6 6 6", "dealer", opponent="random", progress=lambda done, of: seen.append((done, of)))
    assert seen == [(1, 2), (2, 2)]


@pytest.mark.parametrize(
    ("ranks", "role"), [("5 5 5 J J J", "dealer"), ("A A A 4 4 4", "pone"), ("6 6 7 7 8 8", "pone")]
)
def test_means_from_a_built_table_are_those_of_the_analysis(ranks, role):
    parsed = parse_ranks(ranks)
    table = built_crib_means(random_strategy())
    pegging = shipped_pair("equilibrium-net").pegging.of(role)
    read = mean_rank_throws(parsed, role, table, SIX_CARD, pegging)
    analysis = analyse_discard(ranks, role, opponent="random", pegging="solved")
    assert [(throw["throw"], throw["keep"]) for throw in read] == [(each.throw, each.keep) for each in analysis.throws]
    for throw, each in zip(read, analysis.throws, strict=True):
        for name in ("hand_points", "crib", "heels", "pegging", "net"):
            assert throw[name] == pytest.approx(getattr(each, name), abs=1e-9)
