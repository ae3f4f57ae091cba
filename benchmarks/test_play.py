"""The play: whole deals, thrown and played, by policy; exact means of policies."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from cribstats.deals import simulate_pegging, simulate_seat_pegging
from cribstats.play import play_keeps, policy_means
from cribstats.play.equilibrium import PlaySolver
from cribstats.show.tables import rank_multisets
from cribstats.variants import FOUR_HANDED, THREE_HANDED

DEALS = 1_000_000
AHEAD = 50_000

GREEDY = {"dealer_plays": "greedy", "pone_plays": "greedy"}


def simulate(deals: int, throws: str, **policies: str) -> float:
    """Simulate deals and return the dealer's mean net."""
    sample = simulate_pegging(dealer_throws=throws, pone_throws=throws, deals=deals, seed=1, **policies)
    return sample.by_kind().query("kind == 'net'")["mean"].item()


@pytest.mark.parametrize("throws", ["greedy", "equilibrium"])
def test_a_million_deals_greedy_against_greedy(benchmark, report, throws):
    # Strategies are written out for all hands once, before the clock runs.
    assert 1 < simulate(10_000, throws, **GREEDY) < 1.6
    report("0.5 s (2 million a second)")
    benchmark.pedantic(simulate, (DEALS, throws), GREEDY, rounds=5, warmup_rounds=1)


@pytest.mark.parametrize("variant", [THREE_HANDED, FOUR_HANDED], ids=lambda game: game.name)
def test_a_million_deals_of_more_than_two_greedy_each(benchmark, report, variant):
    options = {"throws": "greedy", "plays": "greedy", "variant": variant}
    totals = simulate_seat_pegging(deals=10_000, **options).by_kind().query("kind == 'all'")["mean"]
    assert 7 < totals.sum() < 12
    report("no other program measured")
    benchmark.pedantic(simulate_seat_pegging, kwargs={"deals": DEALS, **options}, rounds=5, warmup_rounds=1)


def test_fifty_thousand_deals_looking_ahead(benchmark, report):
    assert 0.9 < simulate(10_000, "equilibrium") < 1.6
    report("2.5 s (20,000 a second)")
    benchmark.pedantic(simulate, (AHEAD, "equilibrium"), rounds=3, warmup_rounds=1)


def test_exact_means_of_random_plays_of_a_pair_of_keeps(benchmark, report):
    row = np.array([[900, 1200]])
    exact = policy_means(row, ("random", "random"))[0].sum(axis=1)
    played = play_keeps(np.tile(row, (100_000, 1)), ("random", "random"), seed=1).points.sum(axis=2)
    assert np.allclose(exact, played.mean(axis=0), atol=0.03)
    report("-")
    benchmark(policy_means, row, ("random", "random"))


def test_one_round_of_the_play_solver(benchmark, report):
    """The prototype took 45 s for both players; at least three times as fast is asked."""
    counts = np.array([[keep.count(rank) for rank in range(13)] for keep in rank_multisets(4)])
    ways = np.array([[comb(4 - held, more) for more in range(5)] for held in range(5)])
    joint = np.prod(ways[0, counts], axis=1)[:, None] * np.prod(ways[counts[:, None], counts[None]], axis=2)
    solver = PlaySolver(joint.astype(float))
    solver.iterate()
    report("15 s")
    benchmark.pedantic(solver.iterate, rounds=3)
