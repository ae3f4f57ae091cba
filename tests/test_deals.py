"""Simulated deals: what is dealt and kept, and what is counted of the play."""

from __future__ import annotations

import numpy as np
import pytest

from cribstats import catalogue
from cribstats.cards import RANK_NAMES
from cribstats.catalogue import two_players
from cribstats.deals import deal_keeps, keep_weights, simulate_pegging
from cribstats.deals.dealing import deal_words
from cribstats.deals.pegging import SEATS
from cribstats.discard import Strategy, greedy_strategy, shipped_pair
from cribstats.discard.dealt import keep_numbers
from cribstats.discard.drawing.kernels import deal_hands
from cribstats.discard.opponents import find_pair
from cribstats.discard.pairs import StrategyPair
from cribstats.errors import ArgumentError, OpponentError
from cribstats.play import play_keeps
from cribstats.play.randomness import random_words
from cribstats.play.tables import KINDS
from cribstats.show.tables import rank_multisets
from cribstats.suits import binomials, rank_classes, rank_sets
from cribstats.variants import FIVE_CARD, SIX_CARD

DEALS = 200_000


def by_seat(pair):
    """List the strategies of a pair from the dealer's left."""
    return [pair.of(role) for role in SEATS]


@pytest.fixture(scope="module")
def mixed():
    """Make a pair of strategies, the dealer's one mixing unequally in a third of the classes."""
    weights = greedy_strategy().weights()
    rows = np.arange(0, len(weights), 3)
    weights[rows] = np.random.default_rng(1).dirichlet(np.full(15, 0.3), len(rows))
    return StrategyPair("mixed", Strategy.from_weights(weights), greedy_strategy())


@pytest.fixture(scope="module")
def greedy_sample():
    """Simulate deals that are thrown and played greedily."""
    return simulate_pegging(
        dealer_throws="greedy", pone_throws="greedy", dealer_plays="greedy", pone_plays="greedy", deals=DEALS, seed=2
    )


def test_hands_are_dealt_from_one_pack_all_cards_equally_likely():
    words = random_words((3,), (DEALS, 6))
    hands, ranks, _ = deal_hands(words, np.arange(52), 2, 6, 0, binomials())
    assert (np.diff(hands.astype(int), axis=2) > 0).all()
    both = np.sort(hands.reshape(DEALS, 12), axis=1)
    assert (np.diff(both.astype(int), axis=1) > 0).all()
    assert np.array_equal(ranks[:, 1], rank_sets(hands[:, 1]))
    for player in range(2):
        dealt = np.bincount(hands[:, player].ravel(), minlength=52)
        # Hypergeometric counts of a card: variance n p (1 - p).
        errors = np.sqrt(DEALS * 6 / 52 * 46 / 52)
        assert (np.abs(dealt - DEALS * 6 / 52) < 5 * errors).all()
    # How often two given cards come together: the first two ranks drawn are independent enough to show a bias.
    together = ((hands[:, 0] == 0).any(axis=1) & (hands[:, 1] == 51).any(axis=1)).mean()
    expected = 6 / 52 * 6 / 51
    assert abs(together - expected) < 5 * np.sqrt(expected / DEALS)


@pytest.mark.parametrize("name", ["greedy", "equilibrium"])
def test_keeps_are_what_the_strategies_keep_from_the_hands_dealt(name):
    pair = find_pair(name)
    words = random_words((5,), (20_000, deal_words(pair.variant)))
    hands, _, _ = deal_hands(words, np.arange(52), 2, 6, 0, binomials())
    keeps = deal_keeps(words, by_seat(pair))
    numbers = keep_numbers(pair.variant)
    for seat, role in enumerate(SEATS):
        classes = rank_classes(hands[:, seat])
        may_keep = (numbers[classes] == keeps[:, seat, None]) & (pair.of(role).weights()[classes] > 0)
        assert may_keep.any(axis=1).all()


@pytest.mark.parametrize("name", ["random", "mixed", "equilibrium"])
def test_keeps_come_as_often_as_the_strategies_hold_them(name, mixed):
    pair = mixed if name == "mixed" else find_pair(name)
    keeps = deal_keeps(random_words((6,), (DEALS, deal_words(pair.variant))), by_seat(pair))
    for seat, role in enumerate(SEATS):
        expected = keep_weights(pair.of(role)) / 20_358_520 * DEALS
        assert expected.sum() == pytest.approx(DEALS)
        found = np.bincount(keeps[:, seat], minlength=1820)
        assert not found[expected == 0].any()
        often = expected >= 10
        squares = ((found - expected) ** 2 / np.maximum(expected, 1))[often]
        # Chi squared has mean n and variance 2 n.
        freedom = len(squares)
        assert freedom > 500
        assert abs(squares.sum() - freedom) < 5 * np.sqrt(2 * freedom)


def test_kinds_add_up_to_all_for_both_sides(greedy_sample):
    frame = greedy_sample.by_kind()
    for role in SEATS:
        of_role = frame[frame.role == role].set_index("kind")["mean"]
        assert sum(of_role[kind] for kind in KINDS) == pytest.approx(of_role["all"], abs=1e-12)
    whole = frame[frame.kind == "all"].set_index("role")["mean"]
    net = frame[frame.kind == "net"]["mean"].item()
    assert net == pytest.approx(whole["dealer"] - whole["pone"], abs=1e-12)


def test_tallies_by_keep_and_by_lead_add_up_to_all_deals(greedy_sample):
    by_keep, by_lead = greedy_sample.by_keep(), greedy_sample.by_lead()
    whole = greedy_sample.by_kind().query("kind == 'all'").set_index("role")["mean"]
    for role, frame in by_keep.groupby("role"):
        assert frame["n"].sum() == DEALS
        assert (frame["own"] * frame["n"]).sum() / DEALS == pytest.approx(whole[role], abs=1e-9)
        np.testing.assert_allclose(frame["net"], frame["own"] - frame["opponent"], atol=1e-12)
    assert by_lead["n"].sum() == DEALS
    assert (by_lead["opponent"] * by_lead["n"]).sum() / DEALS == pytest.approx(whole["dealer"], abs=1e-9)


def test_dealer_and_pone_peg_about_what_people_say(greedy_sample):
    # People quote about 3.5 for the dealer and 2.1 for the pone.
    whole = greedy_sample.by_kind().query("kind == 'all'").set_index("role")["mean"]
    assert 3 < whole["dealer"] < 4
    assert 1.6 < whole["pone"] < 2.6


@pytest.mark.parametrize("policies", [("random", "random"), ("greedy", "random"), ("random", "greedy")])
def test_the_dealer_pegs_in_every_deal(policies):
    # If the pone plays the last card of all, the dealer had a go or made thirty-one before it.
    pair = find_pair("greedy")
    keeps = deal_keeps(random_words((8,), (DEALS, deal_words(pair.variant))), by_seat(pair))
    points = play_keeps(keeps, policies, seed=8).points.sum(axis=2)
    assert points[:, 1].min() == 1
    assert points[:, 0].min() == 0


@pytest.mark.parametrize("policy", ["random", "greedy", "lookahead"])
def test_deals_of_the_five_card_game_end_once_with_a_go_thirty_one_or_the_last_card(policy):
    sample = simulate_pegging(
        dealer_throws="greedy",
        pone_throws="greedy",
        dealer_plays=policy,
        pone_plays=policy,
        deals=5000,
        variant=FIVE_CARD,
    )
    pone, dealer = (dict(zip(KINDS, points, strict=True)) for points in sample.kind_sums[:, :, 0].tolist())
    ends = {kind: pone[kind] + dealer[kind] for kind in KINDS}
    assert ends["go"] + ends["thirty-one"] // 2 + ends["last"] == 5000
    # Six cards without a go: the dealer's is the last.
    assert pone["last"] == 0 < dealer["last"]


def test_a_keep_that_was_held_once_has_no_standard_error():
    frame = simulate_pegging(deals=1, dealer_plays="random", pone_plays="random").by_keep()
    assert frame["role"].tolist() == ["dealer", "pone"]
    assert frame["n"].tolist() == [1, 1]
    assert frame["own_se"].isna().all()
    assert frame["own"][0] == frame["opponent"][1]


def test_means_have_the_standard_errors_of_repeated_samples():
    options = {"dealer_plays": "greedy", "pone_plays": "random", "dealer_throws": "greedy", "pone_throws": "greedy"}
    samples = [simulate_pegging(deals=4000, seed=seed, **options).by_kind() for seed in range(60)]
    means = np.array([sample["mean"] for sample in samples])
    told = np.array([sample["se"] for sample in samples]).mean(axis=0)
    spread = means.std(axis=0, ddof=1)
    # The spread of 60 means is known to 1 / sqrt(2 * 59), 9 in 100.
    np.testing.assert_allclose(spread, told, rtol=4 * 0.092)


def test_looking_ahead_pegs_more_than_greedy_and_greedy_more_than_chance():
    options = {"deals": 30_000, "seed": 9, "dealer_throws": "greedy", "pone_throws": "greedy", "dealer_plays": "greedy"}
    nets = {}
    for policy in ("random", "greedy", "lookahead"):
        frame = simulate_pegging(pone_plays=policy, **options).by_kind().query("kind == 'net'")
        nets[policy] = (frame["mean"].item(), frame["se"].item())
    for worse, better in (("random", "greedy"), ("greedy", "lookahead")):
        gain = nets[worse][0] - nets[better][0]
        assert gain > 4 * np.hypot(nets[worse][1], nets[better][1])


def test_the_same_seed_gives_the_same_sums_on_any_number_of_threads(monkeypatch):
    samples = []
    for threads in ("1", "2", "3"):
        monkeypatch.setenv("CRIBSTATS_THREADS", threads)
        samples.append(simulate_pegging(deals=50_000, seed=4, dealer_plays="random", pone_plays="greedy"))
    first = samples[0]
    for sample in samples[1:]:
        assert np.array_equal(sample.kind_sums, first.kind_sums)
        assert np.array_equal(sample.keep_tallies, first.keep_tallies)
        assert np.array_equal(sample.lead_tallies, first.lead_tallies)
    monkeypatch.setattr("cribstats.deals.tallies.MOST_SPANS", 1)
    alone = simulate_pegging(deals=50_000, seed=4, dealer_plays="random", pone_plays="greedy")
    assert np.array_equal(alone.keep_tallies, first.keep_tallies)
    other = simulate_pegging(deals=50_000, seed=5, dealer_plays="random", pone_plays="greedy")
    assert not np.array_equal(other.kind_sums, first.kind_sums)


def test_each_side_throws_by_its_own_strategy_and_plays_by_its_own_policy():
    sample = simulate_pegging(
        dealer_throws="greedy", pone_throws=greedy_strategy(), dealer_plays="random", pone_plays="greedy", deals=10
    )
    assert sample.throws == {"dealer": "greedy", "pone": "greedy"}
    assert sample.policies == {"dealer": "random", "pone": "greedy"}
    assert simulate_pegging(deals=10, dealer_plays="random", pone_plays="random").throws["pone"] == "equilibrium-net"


def test_keep_weights_count_all_hands():
    weights = keep_weights(shipped_pair("equilibrium-show").pone)
    assert weights.sum() == pytest.approx(20_358_520, rel=1e-12)
    # Four Kings are always kept together, with any other two cards: C(48, 2).
    names = ["".join(RANK_NAMES[rank] for rank in keep) for keep in rank_multisets(4)]
    assert weights[names.index("KKKK")] <= 48 * 47 / 2
    assert keep_weights(greedy_strategy())[names.index("5555")] == 48 * 47 / 2


def test_the_table_of_pegging_is_a_sample_that_tells_its_size_its_seed_and_its_errors(monkeypatch):
    monkeypatch.setitem(two_players.PEGGING_SAMPLE, "n", 3000)
    frame = catalogue.TABLES["pegging-sample"].make(catalogue.Request(("greedy",), SIX_CARD, None))
    metadata = catalogue.named_metadata("pegging-sample")
    assert (metadata["kind"], metadata["n"], metadata["seed"]) == ("sample", 3000, 1)
    assert frame.groupby("role")["n"].sum().tolist() == [3000, 3000]
    assert {"own_se", "opponent_se", "net_se"} < set(frame)


@pytest.mark.parametrize(
    ("error", "options", "message"),
    [
        (ArgumentError, {"deals": 0}, "^deals 0: a whole number of at least 1 expected$"),
        (ArgumentError, {"deals": 1.5}, "^deals 1.5: a whole number"),
        (ArgumentError, {"seed": -3}, "^seed -3: a whole number of at least 0 expected$"),
        (ArgumentError, {"dealer_plays": "best"}, "^'best' is not a policy known here: random, greedy, lookahead"),
        (ArgumentError, {"pone_plays": ["greedy"]}, r"^\['greedy'\] is not a policy known here"),
        (OpponentError, {"pone_throws": "nobody"}, "^'nobody' is not an opponent known here"),
    ],
)
def test_what_cannot_be_simulated_is_refused(refuses, error, options, message):
    refuses(error, message, simulate_pegging, **options)
