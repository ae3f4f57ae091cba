from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import comb, prod

import numpy as np
import pandas as pd
import pytest
from naive import cards_of, is_fifteen, subsets

from cribstats import SIX_CARD, analyse_discard, throw_means
from cribstats.cards import card_names, parse_cards
from cribstats.discard import best_response, find_opponent, greedy_strategy, measure_pair
from cribstats.discard.dealt import deal_shares, deal_ways, dealt_hands
from cribstats.discard.kernels import weigh_shows
from cribstats.discard.law import strategy_law
from cribstats.discard.opponents import find_pair
from cribstats.discard.pairs import StrategyPair, shipped_pair
from cribstats.discard.strategies import random_strategy
from cribstats.discard.survey import (
    best_throws,
    best_throws_by_rank,
    compare_answers,
    crib_averages,
    deal_values,
    keep_values,
    kept_ranks,
    mistake_costs,
    pegging_changes,
    points_distribution,
)
from cribstats.discard.survey.keeps import PATTERNS, keep_pattern
from cribstats.discard.survey.mistakes import STATIC_TABLE, cost_of, static_table, throw_values
from cribstats.discard.survey.points import crib_distribution, hand_distribution, throw_pairs
from cribstats.discard.survey.thumb_rules import THUMB_RULES, highest
from cribstats.discard.throws import throws_of
from cribstats.errors import OpponentError, RoleError
from cribstats.shipped import shipped_facts
from cribstats.show import show_distribution
from cribstats.show.tables import rank_multisets
from cribstats.suits import class_count, rank_classes

ROLES = ("dealer", "pone")
# Real rules on fewer cards: what is random can be enumerated.
FOUR_CARD = replace(SIX_CARD, name="four-card", dealt=4, hand_flush=9)


@pytest.fixture(scope="module")
def told():
    return shipped_facts("equilibrium-net")


@pytest.fixture(scope="module")
def best():
    return {role: best_throws(role) for role in ROLES}


@pytest.fixture(scope="module")
def keeps():
    return {role: keep_values(role) for role in ROLES}


@pytest.fixture(scope="module")
def values():
    return throw_values("pone")


def some_classes(count, seed=5):
    return np.random.default_rng(seed).integers(0, class_count(6), count)


# The best throw of every hand


@pytest.mark.parametrize("role", ROLES)
def test_the_best_throw_of_a_hand_is_that_of_the_one_hand_analysis(best, role):
    nasty = ["5H 5C 5S JC JD JH", "AC 2C 3C 4C 5C 6C", "2C 2D 7C 7D KC KD", "8C 8D 8H 8S AC KS"]
    classes = [*some_classes(12), *rank_classes([sorted(parse_cards(hand)) for hand in nasty])]
    for row in best[role].iloc[classes].itertuples():
        analysis = analyse_discard(row.hand, role)
        first = analysis.best
        assert (row.throw, row.keep) == (" ".join(first.throw), " ".join(first.keep))
        assert row.net == pytest.approx(first.net, abs=1e-9)
        assert (row.hand_points, row.crib) == pytest.approx((first.hand_points, first.crib), abs=1e-9)
        different = [throw.net for throw in analysis.throws if not is_renamed(first.throw, throw.throw, row.hand)]
        assert row.margin == pytest.approx(first.net - max(different), abs=1e-9)


def is_renamed(one, other, hand):
    """Whether a renaming of suits that leaves the hand as it is turns one throw into the other."""
    from itertools import permutations

    cards = set(hand.split())
    for names in permutations("CDHS"):
        rename = dict(zip("CDHS", names, strict=True))

        def renamed(some, rename=rename):
            return {card[0] + rename[card[1]] for card in some}

        if renamed(cards) == cards and renamed(one) == set(other):
            return True
    return False


def test_the_best_throws_make_the_value_of_the_game(best, told):
    shares = deal_shares(SIX_CARD)
    low, high = told["value"]
    dealer, pone = (shares @ best[role]["net"] for role in ROLES)
    means = told["means"]
    # Each is a best response: with the dealer's the value is the highest, with the pone's the lowest.
    assert dealer - means["pone_hand"] == pytest.approx(high + 2 / 13, abs=1e-9)
    assert pone - means["dealer_hand"] == pytest.approx(-low - 2 / 13, abs=1e-9)
    assert best["dealer"]["ways"].sum() == 20_358_520


@pytest.fixture(scope="module")
def by_rank():
    return {role: best_throws_by_rank(role).set_index("hand") for role in ROLES}


@pytest.mark.parametrize(("ranks", "role"), [("5 5 5 J J J", "dealer"), ("A A 2 2 3 3", "pone")])
def test_ranks_have_the_best_throw_that_their_analysis_finds(by_rank, ranks, role):
    row = by_rank[role].loc[ranks]
    analysis = analyse_discard(ranks, role)
    assert row["throw"] == " ".join(analysis.best.throw)
    assert row["net"] == pytest.approx(analysis.best.net, abs=1e-9)


def test_ranks_say_where_suits_change_the_answer(best, by_rank):
    """Each class by itself: the ranks of its best throws, ties of them included."""
    table = by_rank["dealer"]
    assert len(table) == 18_395
    assert table["ways"].sum() == 20_358_520
    assert (table["suits_matter"] == (table["best_share"] < 1)).all()
    assert (table["net_with_suits"] - table["net"]).min() > -1e-9
    assert (table.loc[~table["suits_matter"], "net_with_suits"] - table.loc[~table["suits_matter"], "net"]).max() < 1e-9
    ranks = best["dealer"]["hand"].str.replace("[CDHS]", "", regex=True)
    answers = best["dealer"]["throw"].str.replace("[CDHS]", "", regex=True).groupby(ranks).nunique()
    # The first of several equal throws stands in one table, any of them counts in the other.
    assert (answers[~table["suits_matter"].reindex(answers.index)] > 1).mean() < 0.01
    assert (answers[table["suits_matter"].reindex(answers.index)] > 1).all()
    mean = np.average(table["net_with_suits"], weights=table["ways"])
    assert mean == pytest.approx(deal_shares(SIX_CARD) @ best["dealer"]["net"], abs=1e-9)


# Keeps and cards


@pytest.mark.parametrize("role", ROLES)
def test_keeps_are_kept_as_often_as_hands_are_dealt(keeps, told, role):
    table = keeps[role]
    assert len(table) == 1_820
    assert table["kept"].sum() == pytest.approx(1, abs=1e-12)
    assert (table["kept"] <= table["held"] + 1e-12).all()
    kept = table[table["kept"] > 0]
    hand = (kept["kept"] * kept["hand_points_when_kept"]).sum()
    crib = (kept["kept"] * kept["crib_when_kept"]).sum()
    assert hand == pytest.approx(told["means"][f"{role}_hand"], abs=1e-9)
    assert crib == pytest.approx(told["means"]["crib"], abs=1e-9)
    assert kept["kept"] @ kept["pegging"] == pytest.approx(told["means"]["pegging"][role], abs=1e-9)
    net = kept["hand_points_when_kept"] + (1 if role == "dealer" else -1) * kept["crib_when_kept"] + kept["pegging"]
    assert kept["net_when_kept"].tolist() == pytest.approx(net.tolist())
    assert table.loc[table["kept"] == 0, "net_when_kept"].isna().all()


def test_keeps_are_held_as_often_as_they_can_be(keeps):
    """Four aces: two more of 48 cards. Two of one rank and two of another: counted by hand."""
    held = keeps["dealer"].set_index("keep")["held"]
    assert held["A A A A"] == pytest.approx(1128 / 20_358_520, abs=1e-15)
    ways = sum(
        pairs_of(aces) * pairs_of(kings) * others(6 - aces - kings)
        for aces in (2, 3, 4)
        for kings in (2, 3, 4)
        if aces + kings <= 6
    )
    assert held["A A K K"] == pytest.approx(ways / 20_358_520, abs=1e-15)


def pairs_of(cards):
    return {2: 6, 3: 4, 4: 1}[cards]


def others(cards):
    return {0: 1, 1: 44, 2: 946}[cards]


def test_the_mean_of_a_keep_that_takes_all_of_a_rank_is_counted_by_hand(keeps):
    """Any of 48 starters, equally likely: four fives are 20, 28 with one of the sixteen tens; four aces are 12."""
    points = keeps["pone"].set_index("keep")["hand_points"]
    assert points["5 5 5 5"] == pytest.approx(20 + 8 * 16 / 48, abs=1e-12)
    assert points["A A A A"] == pytest.approx(12, abs=1e-12)


def test_patterns_and_fifteens_of_keeps_are_those_of_the_rules(keeps):
    table = keeps["dealer"]
    assert set(table["pattern"]) == set(PATTERNS)
    names = "A23456789TJQK"
    for row in table.iloc[::37].itertuples():
        ranks = [names.index(rank) for rank in row.keep.split()]
        cards = cards_of(4 * rank + place for place, rank in enumerate(ranks))
        assert row.fifteens == sum(map(is_fifteen, subsets(cards)))
        times = sorted(Counter(ranks).values())
        lengths = [
            size
            for size in (3, 4)
            for chosen in combinations(ranks, size)
            if np.diff(chosen).tolist() == [1] * (size - 1)
        ]
        if lengths:
            expected = "double run" if times[-1] == 2 else f"run of {max(lengths)}"
        else:
            expected = {
                (1, 1, 1, 1): "no pair, no run",
                (1, 1, 2): "pair",
                (2, 2): "two pairs",
                (1, 3): "pair royal",
                (4,): "double pair royal",
            }[tuple(times)]
        assert row.pattern == expected
    assert keep_pattern([0, 12, 12]) == "pair"
    assert keep_pattern([4, 5, 6]) == "run of 3"


@pytest.mark.parametrize("role", ROLES)
def test_cards_kept_are_those_of_the_keeps(keeps, role):
    cards = kept_ranks(role).set_index("rank")
    assert cards["dealt"].tolist() == pytest.approx([6 / 13] * 13, abs=1e-11)
    assert (cards["kept"].sum(), cards["thrown"].sum()) == pytest.approx((4, 2), abs=1e-11)
    table = keeps[role]
    for rank in cards.index:
        kept = (table["keep"].str.count(rank) * table["kept"]).sum()
        assert cards.loc[rank, "kept"] == pytest.approx(kept, abs=1e-11)


# The value of the deal


def test_the_deal_is_worth_what_the_equilibrium_is_measured_to_be(told):
    table = deal_values().set_index("role")
    means = told["means"]
    value = means["dealer_hand"] - means["pone_hand"] + means["crib"] + means["pegging"]["dealer"]
    assert table.loc["dealer", "net_without_heels"] == pytest.approx(value, abs=1e-9)
    assert table.loc["dealer", "net"] == pytest.approx(table.loc["dealer", "net_without_heels"] + 2 / 13, abs=1e-12)
    assert table["net"].sum() == pytest.approx(0, abs=1e-12)
    assert table["crib"].sum() == pytest.approx(0, abs=1e-9)
    for role in ROLES:
        assert table.loc[role, "hand_points"] == pytest.approx(told["means"][f"{role}_hand"], abs=1e-9)
        assert table.loc[role, "pegging"] == pytest.approx(means["pegging"][role], abs=1e-9)
        assert table.loc[role, "gain"] == pytest.approx(told["gains"][role], abs=1e-9)
    of_show = deal_values(opponent="equilibrium-show").set_index("role")
    assert of_show["pegging"].isna().all()
    assert of_show.loc["dealer", "net_without_heels"] == pytest.approx(4.632805, abs=1e-6)


# Hands and cribs by points


def test_cribs_of_random_throws_are_all_shows():
    """Whoever throws any two cards makes a crib of any four cards, with any starter."""
    strategy = random_strategy(FOUR_CARD)
    found = crib_distribution(StrategyPair("random", strategy, strategy))
    expected = show_distribution()["crib_share"]
    assert found[: len(expected)] == pytest.approx(expected.tolist(), abs=1e-13)
    assert not found[len(expected) :].any()


def test_hands_of_random_throws_are_all_shows():
    found = hand_distribution(random_strategy())
    expected = show_distribution()["hand_share"]
    assert found[: len(expected)].tolist() == expected.tolist()


def test_pairs_of_throws_stand_for_all_there_are():
    pairs = throw_pairs(SIX_CARD)
    assert sum(int(beside.ways.sum()) for beside in pairs) == 1326 * 1225
    thrown = throw_pairs(FOUR_CARD)[100].throws
    assert (thrown[:, 0] < thrown[:, 1]).all()


@pytest.mark.slow
def test_cribs_of_a_greedy_pair_are_those_of_one_hand_after_the_other():
    """Four cards dealt: the law of what the other throws, enumerated for each class of hands by itself."""
    pair = find_pair("greedy", variant=FOUR_CARD)
    found = crib_distribution(pair)
    hands, shares, weights = dealt_hands(FOUR_CARD), deal_shares(FOUR_CARD), pair.dealer.weights()
    from cribstats.show.tables import show_tables

    tables = show_tables(4)
    expected = np.zeros(len(found))
    for cards, share, mix in zip(hands, shares, weights, strict=True):
        law = strategy_law(pair.pone, cards, None)
        no_hand = np.zeros((6, len(law.starters)), dtype=np.int64)
        own = cards[throws_of(FOUR_CARD).thrown]
        weighed = weigh_shows(
            own, no_hand, law.throws, law.starters, law.weights, tables.codes, tables.points, 4, (1, len(found))
        )
        expected += share * (mix @ weighed[:, 0]) / law.total
    assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.slow
def test_points_under_the_equilibrium_have_its_means(told):
    table = points_distribution()
    for column in ("dealer_hand", "pone_hand", "crib"):
        assert table[column].sum() == pytest.approx(1, abs=1e-12)
        assert table["points"] @ table[column] == pytest.approx(told["means"][column], abs=1e-9)
        assert (table.loc[table["points"].isin([19, 25, 26, 27]), column] == 0).all()
    assert table["points"].max() == 29


# Mistakes


def test_what_a_rule_costs_is_what_a_best_response_gains_on_it():
    """A greedy dealer against the equilibrium's pone: measured by the sweep and by the table."""
    pair = shipped_pair("equilibrium-net")
    measure = measure_pair(StrategyPair("greedy dealer", greedy_strategy(), pair.pone, pegging=pair.pegging))
    costs = mistake_costs("dealer").set_index("rule")["loss"]
    assert costs["best mean hand, crib ignored"] == pytest.approx(measure.dealer_gain, abs=1e-9)
    assert costs.is_monotonic_decreasing
    assert len(costs) == sum("dealer" in rule.roles for rule in THUMB_RULES)


def test_rules_leave_what_they_say(values):
    """Each hand by itself, from its cards."""
    names = {rule.text: rule.choose(values) for rule in THUMB_RULES if "pone" in rule.roles}
    for hand_class in some_classes(150, seed=8):
        hand = dealt_hands(SIX_CARD)[hand_class]
        nets = values.net[hand_class]
        throws = [(hand[list(t)], np.delete(hand, list(t))) for t in combinations(range(6), 2)]
        rules = {
            "never breaks a pair": lambda thrown, kept: not {c // 4 for c in thrown} & {c // 4 for c in kept},
            "never throws a five": lambda thrown, _: 4 not in [c // 4 for c in thrown],
            "never throws a pair": lambda thrown, _: thrown[0] // 4 != thrown[1] // 4,
            "never throws neighbours": lambda thrown, _: abs(int(thrown[0] // 4) - int(thrown[1] // 4)) != 1,
            "never throws cards that add to 5 or 15": lambda thrown, _: (
                sum(min(int(c) // 4 + 1, 10) for c in thrown) not in (5, 15)
            ),
        }
        for text, allows in rules.items():
            allowed = [allows(thrown, kept) for thrown, kept in throws]
            if not any(allowed):
                allowed = [True] * 15
            best_net = max(net for net, may in zip(nets, allowed, strict=True) if may)
            expected = [may and net > best_net - 1e-9 for net, may in zip(nets, allowed, strict=True)]
            assert names[text][hand_class].tolist() == expected, (text, card_names(hand))
        longest = [longest_run(kept) for _, kept in throws]
        assert values.run_kept[hand_class].tolist() == longest
        assert names["any two cards"][hand_class].all()
        for chosen in names.values():
            assert chosen[hand_class].any()


def longest_run(kept):
    ranks = sorted({int(card) // 4 for card in kept})
    return max(
        (len(some) for size in (3, 4) for some in combinations(ranks, size) if max(some) - min(some) == size - 1),
        default=0,
    )


def test_points_held_are_those_of_the_four_cards_alone(values):
    from cribstats import score_hand

    for hand_class in some_classes(40, seed=9):
        hand = dealt_hands(SIX_CARD)[hand_class]
        expected = [score_hand(hand[kept]).total for kept in throws_of(SIX_CARD).kept]
        assert values.points_held[hand_class].tolist() == expected


def test_a_static_table_is_the_average_crib_by_ranks():
    averages = crib_averages("dealer")
    table = static_table(averages)
    assert np.array_equal(table, table.T)
    assert not (table == 0).any()
    rows = averages[(averages["rank1"] == "5") & (averages["rank2"] == "J")]
    assert table[4, 10] == pytest.approx(np.average(rows["realised"], weights=rows["thrown"]))


@pytest.mark.parametrize("role", ROLES)
def test_what_pegging_changes_costs_what_ignoring_it_costs(role):
    table = pegging_changes(role)
    assert (table["throw"] != table["throw_at_show"]).all()
    assert (table["loss"] > 0).all()
    assert (table["pegging"] > table["pegging_at_show"]).all()
    assert table["cost"].is_monotonic_decreasing
    assert table["ways"] @ table["loss"] == pytest.approx(table["cost"].sum() * 20_358_520, abs=1e-3)
    means = throw_means(dealt_hands(SIX_CARD), role)
    cost = cost_of(highest(means.net - means.pegging), means.net, SIX_CARD)
    # The rule of thumb breaks ties of the show evenly, the table takes the first.
    assert table["cost"].sum() == pytest.approx(cost.loss, rel=0.02)
    for row in table.head(3).itertuples():
        analyses = {name: analyse_discard(row.hand, role, pegging=name).throws for name in ("auto", "none")}
        chosen = {name: " ".join(throws[0].throw) for name, throws in analyses.items()}
        pegs = {" ".join(throw.throw): throw.pegging for throw in analyses["auto"]}
        assert pegs[row.throw] == pytest.approx(row.pegging, abs=1e-12)
        assert pegs[row.throw_at_show] == pytest.approx(row.pegging_at_show, abs=1e-12)
        if row.ways == rank_ways(row.hand):
            assert chosen == {"auto": row.throw, "none": row.throw_at_show}


def rank_ways(hand):
    return prod(comb(4, times) for times in Counter(hand.split()).values())


def test_pegging_that_counts_for_nobody_changes_nothing(refuses):
    refuses(OpponentError, "'greedy' does not count pegging", pegging_changes, "dealer", opponent="greedy")
    texts = [rule.text for rule in THUMB_RULES if rule.of_pegging]
    assert texts == ["pegging ignored"]
    small = {"opponent": "greedy", "variant": FOUR_CARD}
    assert not mistake_costs("dealer", **small)["rule"].isin(texts).any()


def test_the_best_throws_cost_nothing_and_any_others_something(values):
    best_of_all = values.net >= values.net.max(axis=1, keepdims=True) - 1e-9
    assert cost_of(best_of_all, values.net, SIX_CARD).wrong == 0
    worst = values.net <= values.net.min(axis=1, keepdims=True)
    cost = cost_of(worst, values.net, SIX_CARD)
    assert cost.loss > 5
    assert cost.wrong == pytest.approx(1, abs=1e-12)


def test_answers_to_a_greedy_player_win_what_a_best_response_wins():
    table = compare_answers(["greedy"]).set_index(["role", "against"])
    assert set(table.index.get_level_values("against")) == {"greedy", "equilibrium-net"}
    won = best_response(find_opponent("greedy", "dealer").strategy, "dealer").value
    row = table.loc[("dealer", "greedy")]
    assert row["net"] == pytest.approx(won + 2 / 13, abs=1e-9)
    assert 0 < row["loss"] < 0.2
    assert 0 < row["differ"] < 0.2
    same = table.xs("equilibrium-net", level="against")
    assert (same["differ"] == 0).all()
    assert same["loss"].tolist() == pytest.approx([0, 0], abs=1e-12)


@pytest.mark.slow
def test_answers_to_random_greedy_and_static_players_stand_beside_those_to_the_equilibrium():
    table = compare_answers()
    assert table["against"].tolist() == ["random", "greedy", "equilibrium-show", STATIC_TABLE, "equilibrium-net"] * 2
    # At the show alone a best player is worst to play against, and a random one best.
    nets = table[table["against"] != "equilibrium-net"].set_index(["role", "against"])["net"]
    for role in ROLES:
        assert nets[role].idxmax() == "random"
        assert nets[role].idxmin() == "equilibrium-show"
    costs = table.set_index(["role", "against"])["loss"]
    for role in ROLES:
        assert costs[role, "equilibrium-net"] == pytest.approx(0, abs=1e-12)
        assert (costs[role].drop("equilibrium-net") > 0.01).all()


@pytest.mark.parametrize("make", [best_throws, best_throws_by_rank, keep_values, kept_ranks, mistake_costs])
def test_what_is_no_role_or_no_opponent_is_refused(refuses, make):
    refuses(RoleError, "dealer or pone", make, "button")
    refuses(OpponentError, "is not an opponent known here", make, "dealer", opponent="nobody")


def test_surveys_work_for_other_sizes_of_hands():
    small = {"opponent": "greedy", "variant": FOUR_CARD}
    table = best_throws("dealer", **small)
    assert table["ways"].sum() == 270_725
    keeps = keep_values("pone", **small)
    assert len(keeps) == 91
    assert keeps["kept"].sum() == pytest.approx(1, abs=1e-12)
    assert best_throws_by_rank("pone", **small)["ways"].sum() == 270_725
    assert deal_values(**small)["net"].sum() == pytest.approx(0, abs=1e-12)
    assert isinstance(mistake_costs("pone", **small), pd.DataFrame)
    assert deal_ways(FOUR_CARD).sum() == 270_725
    assert len(rank_multisets(2)) == 91
