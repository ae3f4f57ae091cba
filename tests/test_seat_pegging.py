"""Simulated deals of three and four players: what is dealt, kept and pegged, seat by seat and side by side."""

from __future__ import annotations

import random

import naive
import naive_play
import numpy as np
import pytest

from cribstats.cards import RANK_NAMES
from cribstats.deals import deal_keeps, keep_weights, simulate_seat_pegging
from cribstats.deals.dealing import deal_words
from cribstats.discard import Strategy, greedy_strategy
from cribstats.discard.dealt import keep_numbers
from cribstats.discard.drawing.kernels import deal_hands
from cribstats.discard.strategies import random_strategy
from cribstats.errors import ArgumentError, OpponentError, VariantError
from cribstats.play.randomness import random_words
from cribstats.play.simulation import play_words
from cribstats.play.tables import KINDS
from cribstats.seats import SeatThrows
from cribstats.show.tables import rank_multisets
from cribstats.suits import binomials, rank_classes, rank_sets
from cribstats.variants import FIVE_CARD, FOUR_HANDED, SIX_CARD, THREE_HANDED

DEALS = 100_000
TABLES = pytest.mark.parametrize("variant", [THREE_HANDED, FOUR_HANDED], ids=lambda game: game.name)


def strategies_of_their_own(variant):
    """Make a strategy for each seat: one greedy, one random, the others mixing in a third of the classes."""
    mixed = []
    for seat in range(2, variant.players):
        weights = greedy_strategy(variant).weights()
        rows = np.arange(seat, len(weights), 3)
        weights[rows] = np.random.default_rng(seat).dirichlet(np.full(variant.throws, 0.3), len(rows))
        mixed.append(Strategy.from_weights(weights, variant=variant))
    return SeatThrows("their own", (greedy_strategy(variant), random_strategy(variant), *mixed))


def keeps_dealt(seed, deals, strategies, variant):
    """Deal keeps by the words of the first deals of a simulation."""
    words = random_words((seed, 0), (deals, deal_words(variant) + play_words(variant)))
    return deal_keeps(words, strategies)


def naive_hands(keeps, variant):
    """Give the cards of keeps of one deal; suits are nothing to the play, but cards of a rank have to differ."""
    multisets = rank_multisets(variant.kept)
    return [[(rank + 1, f"{seat}{i}") for i, rank in enumerate(multisets[keep])] for seat, keep in enumerate(keeps)]


def points_by_kind(log, variant):
    """Add up a log of the slow twin by seat and by the kinds of the compiled play."""
    points = []
    for of_seat in naive_play.totals(log, variant.players):
        pairs = sum(of_seat[kind] for kind in naive_play.OF_PAIRS)
        points.append([pairs if kind == "pairs" else of_seat["run" if kind == "runs" else kind] for kind in KINDS])
    return points


def greedy_points(keeps, variant):
    """Play keeps of one deal greedily by the slow twin: points by seat and kind, and the rank led."""
    hands = naive_hands(keeps, variant)
    played = [[] for _ in hands]

    def choose(seat, able, pile):
        seen = [*hands[seat], *(card for other, cards in enumerate(played) if other != seat for card in cards)]
        rank = naive_play.greedy_rank(able, pile, seen)
        card = next(card for card in able if card[0] == rank)
        played[seat].append(card)
        return card

    log = naive_play.play_out(hands, choose)
    return points_by_kind(log, variant), log[0][1][0]


@TABLES
def test_hands_are_dealt_from_one_pack_all_cards_equally_likely(variant):
    words = random_words((3,), (DEALS, deal_words(variant)))
    hands, ranks, _ = deal_hands(words, np.arange(52), variant.players, variant.dealt, 0, binomials())
    drawn = variant.players * variant.dealt
    together = np.sort(hands.reshape(DEALS, drawn).astype(int), axis=1)
    assert (np.diff(together, axis=1) > 0).all()
    share = variant.dealt / 52
    for player in range(variant.players):
        assert np.array_equal(ranks[:, player], rank_sets(hands[:, player]))
        dealt = np.bincount(hands[:, player].ravel(), minlength=52)
        assert (np.abs(dealt - DEALS * share) < 5 * np.sqrt(DEALS * share * (1 - share))).all()
    # Two given cards with the first and the last player.
    both = ((hands[:, 0] == 0).any(axis=1) & (hands[:, -1] == 51).any(axis=1)).mean()
    expected = share * variant.dealt / 51
    assert abs(both - expected) < 5 * np.sqrt(expected / DEALS)


@TABLES
def test_each_seat_keeps_what_its_own_strategy_keeps_as_often_as_it_does(variant):
    throws = strategies_of_their_own(variant)
    words = random_words((6,), (DEALS, deal_words(variant)))
    hands, _, _ = deal_hands(words, np.arange(52), variant.players, variant.dealt, 0, binomials())
    keeps = deal_keeps(words, throws.strategies)
    assert keeps.shape == (DEALS, variant.players)
    numbers = keep_numbers(variant)
    for seat, strategy in enumerate(throws.strategies):
        classes = rank_classes(hands[:20_000, seat])
        may_keep = (numbers[classes] == keeps[:20_000, seat, None]) & (strategy.weights()[classes] > 0)
        assert may_keep.any(axis=1).all()
        expected = keep_weights(strategy) / 2_598_960 * DEALS
        assert expected.sum() == pytest.approx(DEALS)
        found = np.bincount(keeps[:, seat], minlength=len(expected))
        assert not found[expected == 0].any()
        often = expected >= 10
        # Chi squared has mean n and variance 2 n.
        squares = ((found - expected)[often] ** 2 / expected[often]).sum()
        assert abs(squares - often.sum()) < 5 * np.sqrt(2 * often.sum())


@TABLES
def test_what_is_counted_of_greedy_deals_is_what_the_slow_twin_pegs_on_them(variant):
    deals, seed = 150, 11
    throws = strategies_of_their_own(variant)
    sample = simulate_seat_pegging(throws=throws, plays="greedy", deals=deals, seed=seed, variant=variant)
    keeps = keeps_dealt(seed, deals, throws.strategies, variant)
    played = [greedy_points(row, variant) for row in keeps.tolist()]
    points = np.array([of_deal for of_deal, _ in played])
    assert sample.kind_sums.tolist() == np.stack([points.sum(axis=0), (points**2).sum(axis=0)], axis=-1).tolist()

    totals = points.sum(axis=2).astype(float)
    nets = np.empty_like(totals)
    for seat in range(variant.players):
        if variant is THREE_HANDED:
            left, right = (totals[:, (seat + step) % 3] for step in (1, 2))
            nets[:, seat] = totals[:, seat] - (left + right) / 2
        else:
            partner, left, right = (totals[:, (seat + step) % 4] for step in (2, 1, 3))
            nets[:, seat] = totals[:, seat] + partner - left - right
    frame = sample.by_kind().set_index(["seat", "kind"])
    by_keep = sample.by_keep().set_index(["seat", "keep"])
    names = [" ".join(RANK_NAMES[rank] for rank in keep) for keep in rank_multisets(variant.kept)]
    held_often = 0
    for seat in range(variant.players):
        for kind, values in (("all", totals[:, seat]), ("net", nets[:, seat])):
            mean, error = frame.loc[(seat + 1, kind), ["mean", "se"]]
            assert mean == pytest.approx(values.mean(), abs=1e-12)
            assert error == pytest.approx(values.std(ddof=1) / np.sqrt(deals), rel=1e-12)
        for keep in set(keeps[:, seat].tolist()):
            rows = keeps[:, seat] == keep
            told = by_keep.loc[(seat + 1, names[keep])]
            assert told["n"] == rows.sum()
            assert told["own"] == pytest.approx(totals[rows, seat].mean(), abs=1e-12)
            assert told["net"] == pytest.approx(nets[rows, seat].mean(), abs=1e-12)
            if rows.sum() > 1:
                held_often += 1
                error = nets[rows, seat].std(ddof=1) / np.sqrt(rows.sum())
                assert told["net_se"] == pytest.approx(error, rel=1e-9, abs=1e-9)
            else:
                assert np.isnan(told["own_se"])
                assert np.isnan(told["net_se"])
    assert held_often > 5
    by_lead = sample.by_lead().set_index("lead")
    leads = np.array([lead for _, lead in played])
    assert by_lead["n"].sum() == deals
    for rank in set(leads.tolist()):
        assert by_lead.loc[RANK_NAMES[rank - 1], "net"] == pytest.approx(nets[leads == rank, 0].mean(), abs=1e-12)


@TABLES
def test_deals_of_the_slow_twin_peg_within_four_standard_errors_of_as_much(variant):
    # Any card is thrown and any played: each player keeps four cards of the pack, whatever else was dealt.
    deals, rng = 6000, random.Random(f"whole deals {variant.name}")
    pegged = np.zeros((deals, variant.players, len(KINDS)))
    for deal in pegged:
        cards = rng.sample(range(52), 4 * variant.players)
        hands = [naive.cards_of(cards[seat :: variant.players]) for seat in range(variant.players)]
        log = naive_play.play_out(hands, lambda _seat, able, _pile: rng.choice(able))
        deal[:] = points_by_kind(log, variant)
    sample = simulate_seat_pegging(throws="random", plays="random", deals=DEALS, seed=3, variant=variant)
    told = sample.by_kind().set_index(["seat", "kind"])
    for seat in range(variant.players):
        for place, kind in enumerate(KINDS):
            mean, error = told.loc[(seat + 1, kind), ["mean", "se"]]
            values = pegged[:, seat, place]
            assert abs(values.mean() - mean) <= 4 * np.hypot(error, values.std(ddof=1) / np.sqrt(deals))


@TABLES
def test_kinds_add_up_and_nets_come_to_nothing_over_the_sides(variant):
    sample = simulate_seat_pegging(throws="random", plays="random", deals=20_000, seed=2, variant=variant)
    frame = sample.by_kind()
    assert list(frame) == ["seat", "kind", "mean", "se"]
    assert frame["seat"].unique().tolist() == list(range(1, variant.players + 1))
    means = frame.pivot(index="seat", columns="kind", values="mean")
    np.testing.assert_allclose(means[list(KINDS)].sum(axis=1), means["all"], atol=1e-12)
    assert means["net"].sum() == pytest.approx(0, abs=1e-12)
    if variant is FOUR_HANDED:  # partners sit opposite and share their net
        assert means["net"][1] == means["net"][3] == -means["net"][2] == -means["net"][4]
    # Every deal has one last card, or thirty-one with it.
    assert 0 < means["last"].sum() < 1
    by_keep = sample.by_keep()
    assert list(by_keep) == ["seat", "keep", "n", "own", "own_se", "net", "net_se"]
    for seat, rows in by_keep.groupby("seat"):
        assert rows["n"].sum() == 20_000
        assert (rows["own"] * rows["n"]).sum() / 20_000 == pytest.approx(means["all"][seat], abs=1e-9)


@TABLES
def test_means_have_the_standard_errors_of_repeated_samples(variant):
    samples = [
        simulate_seat_pegging(throws="greedy", plays="greedy", deals=4000, seed=seed, variant=variant).by_kind()
        for seed in range(60)
    ]
    told = np.array([sample["se"] for sample in samples]).mean(axis=0)
    spread = np.array([sample["mean"] for sample in samples]).std(axis=0, ddof=1)
    # The spread of 60 means is known to 1 / sqrt(2 * 59), 9 in 100.
    np.testing.assert_allclose(spread, told, rtol=4 * 0.092)


@TABLES
def test_each_seat_plays_by_its_own_policy_and_greedy_pegs_more_than_chance(variant):
    options = {"throws": "greedy", "deals": 30_000, "seed": 9, "variant": variant}
    by_chance = simulate_seat_pegging(plays="random", **options)
    assert by_chance.policies == ("random",) * variant.players
    for seat in range(variant.players):
        policies = ["random"] * variant.players
        policies[seat] = "greedy"
        one_greedy = simulate_seat_pegging(plays=policies, **options)
        assert one_greedy.policies == tuple(policies)
        (now, error), (before, error_before) = (
            sample.by_kind().query(f"seat == {seat + 1} and kind == 'all'")[["mean", "se"]].to_numpy()[0]
            for sample in (one_greedy, by_chance)
        )
        assert now - before > 4 * np.hypot(error, error_before)


def test_the_same_seed_gives_the_same_sums_on_any_number_of_threads(monkeypatch):
    options = {"throws": "greedy", "plays": "random", "deals": 50_000, "variant": FOUR_HANDED}
    samples = []
    for threads in ("1", "2", "3"):
        monkeypatch.setenv("CRIBSTATS_THREADS", threads)
        samples.append(simulate_seat_pegging(seed=4, **options))
    for sample in samples[1:]:
        for sums in ("kind_sums", "keep_tallies", "lead_tallies"):
            assert np.array_equal(getattr(sample, sums), getattr(samples[0], sums))
    assert not np.array_equal(simulate_seat_pegging(seed=5, **options).kind_sums, samples[0].kind_sums)
    assert (samples[0].deals, samples[0].seed, samples[0].throws) == (50_000, 4, "greedy")


@pytest.mark.parametrize(
    ("error", "options", "message"),
    [
        (ArgumentError, {"deals": 0}, "^deals 0: a whole number of at least 1 expected$"),
        (ArgumentError, {"seed": -3}, "^seed -3: a whole number of at least 0 expected$"),
        (ArgumentError, {"plays": "best"}, "^'best' is not a policy known here: random, greedy, lookahead"),
        (ArgumentError, {"plays": "lookahead"}, "^'lookahead' is a policy for two players, not for 3$"),
        (
            ArgumentError,
            {"plays": ["greedy", "equilibrium", "greedy"]},
            "^'equilibrium' is a policy for two players, not for 3$",
        ),
        (
            ArgumentError,
            {"plays": ["greedy", "random"]},
            r"^policies \['greedy', 'random'\]: one for each of 3 players",
        ),
        (ArgumentError, {"plays": None}, "^policies None: one for each of 3 players expected$"),
        (OpponentError, {"throws": "nobody"}, "^'nobody' is not known here as throws of a table: "),
        (VariantError, {"variant": SIX_CARD}, "^six-card is a game of two players, this is for more: "),
        (VariantError, {"variant": FIVE_CARD}, "^five-card is a game of two players, this is for more: "),
    ],
)
def test_what_cannot_be_simulated_is_refused(refuses, error, options, message):
    refuses(error, message, simulate_seat_pegging, **{"throws": "random", "variant": THREE_HANDED, **options})
