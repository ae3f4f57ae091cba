"""The five-card game: one hand, the sweep over all of them, the discard solved."""

from __future__ import annotations

import numpy as np

from cribstats import analyse_discard
from cribstats.discard import find_opponent, shipped_pair, sweep_crib_means
from cribstats.discard.equilibrium import solve_discard
from cribstats.suits import rank_classes
from cribstats.variants import FIVE_CARD

HAND = "5H 5C 6D 7S 8H"


def test_one_hand_of_five_against_the_equilibrium(benchmark, report):
    opponent = find_opponent("equilibrium", "dealer", variant=FIVE_CARD)
    assert analyse_discard(HAND, "dealer", opponent=opponent, variant=FIVE_CARD).best.throw == ("5C", "5H")
    report("50 ms")
    benchmark(analyse_discard, HAND, "dealer", opponent=opponent, variant=FIVE_CARD)


def test_sweep_of_one_role_of_the_five_card_game(benchmark, report):
    strategy = shipped_pair("equilibrium-show", FIVE_CARD).pone
    means = sweep_crib_means(strategy, FIVE_CARD)
    hand = np.array([[3, 17, 18, 30, 51]], dtype=np.uint8)
    best = analyse_discard(hand[0], "dealer", opponent=strategy, variant=FIVE_CARD).best
    assert np.abs(means[rank_classes(hand)[0]] - best.crib).min() < 1e-9
    report("a quarter of the sweep of one role of the six-card game")
    benchmark.pedantic(sweep_crib_means, (strategy, FIVE_CARD), rounds=3)


def test_discard_of_the_five_card_game_solved_to_a_hundred_thousandth(benchmark, report):
    report("- (six-card: 5 minutes)")
    _, measure = benchmark.pedantic(solve_discard, (FIVE_CARD,), {"gap": 1e-5}, rounds=1)
    assert measure.exploitability < 1.1e-5
