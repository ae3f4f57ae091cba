"""The averages of a solved play, simulated card by card; and mistakes planted in them, found at their cost."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from math import comb

import numpy as np
import pytest
from naive_play import all_plays, totals
from test_play_equilibrium import ENDS_AT_GO, THREE_KEPT, TWO_KEPT, dealt_joint, of_ranks

from cribstats import SIX_CARD
from cribstats.errors import ArgumentError, PlayError
from cribstats.play.equilibrium import PlaySolver, simulate_averages
from cribstats.play.equilibrium.solver import start_of_branch
from cribstats.show.tables import rank_multisets


def agrees(solver, deals, seed):
    """Check that the value by a pass is the mean of simulated deals, give or take four standard errors."""
    sample, measure = simulate_averages(solver, deals, seed), solver.measure()
    assert abs(sample.net - measure.value) < 4 * sample.net_se
    assert sample.own[0] - sample.own[1] == pytest.approx(sample.net, abs=1e-12)
    assert (sample.deals, sample.seed) == (deals, seed)
    return sample


@pytest.mark.parametrize("variant", [TWO_KEPT, THREE_KEPT, ENDS_AT_GO], ids=lambda variant: variant.name)
def test_the_value_by_a_pass_is_the_mean_of_deals_played_card_by_card(variant):
    solver = PlaySolver(dealt_joint(variant.kept), variant)
    uniform = agrees(solver, 100_000, 1)
    for _ in range(5):
        solver.iterate()
    solved = agrees(solver, 100_000, 2)
    assert abs(uniform.net - solved.net) > 10 * solved.net_se


@pytest.mark.slow
def test_the_value_by_a_pass_is_the_mean_of_deals_in_the_six_card_game():
    solver = PlaySolver(dealt_joint(4), SIX_CARD)
    solver.iterate()
    agrees(solver, 300_000, 3)


def test_simulated_averages_are_the_same_on_any_number_of_threads(monkeypatch):
    solver = PlaySolver(dealt_joint(3), THREE_KEPT)
    solver.iterate()
    samples = []
    for threads in ("1", "3"):
        monkeypatch.setenv("CRIBSTATS_THREADS", threads)
        samples.append(simulate_averages(solver, 20_000, 4))
    assert samples[0] == samples[1]
    assert simulate_averages(solver, 20_000, 5) != samples[0]


def test_deals_or_seeds_that_are_none_are_refused(refuses):
    solver = PlaySolver(dealt_joint(2), TWO_KEPT)
    refuses(ArgumentError, "deals 0: a whole number of at least 1", simulate_averages, solver, 0)
    refuses(ArgumentError, "seed -1: a whole number", simulate_averages, solver, 10, seed=-1)


def test_deals_that_the_tree_has_no_place_for_are_reported(refuses, monkeypatch):
    """A walk that begins with a count one too high is not where the deals are."""

    def miscounted(branch):
        series, count, used = start_of_branch(branch)
        return series, count + 1, used

    monkeypatch.setattr("cribstats.play.equilibrium.sampling.start_of_branch", miscounted)
    refuses(PlayError, "deals lost", simulate_averages, PlaySolver(dealt_joint(3), THREE_KEPT), 5000)


def net_of_policy(pone, dealer, chance):
    """Play two keeps in all ways by the slow twin: pone's mean points less the dealer's.

    `chance(seat, rank, hand, said)`: how likely a seat plays a rank of what he has left after what was said.
    """
    hands = [of_ranks(pone), of_ranks(dealer)]
    net = 0.0
    for log in all_plays(hands):
        left, said, weight = [list(pone), list(dealer)], [], 1.0
        for seat, what, _ in log:
            if isinstance(what, tuple):
                rank = what[0] - 1
                weight *= chance(seat, rank, sorted(left[seat]), tuple(said))
                left[seat].remove(rank)
            said.append((seat, what if what in ("go", None) else what[0] - 1))
        pegged = [sum(points.values()) for points in totals(log, 2)]
        net += weight * (pegged[0] - pegged[1])
    return net


def alike(_seat, _rank, hand, said):
    """Play any card alike: of hands without pairs, in which every play of the slow twin has this chance."""
    count = 0
    for _, what in said:
        count = 0 if what is None else count + (0 if what == "go" else min(what + 1, 10))
        count = 0 if count == 31 else count
    return 1 / sum(count + min(rank + 1, 10) <= 31 for rank in hand)


@pytest.fixture(scope="module")
def three_cards():
    """Some keeps of three different ranks, their joint weights, and a solver that plays any of them alike."""
    every = rank_multisets(3)
    apart = [number for number, keep in enumerate(every) if len(set(keep)) == len(keep)]
    chosen = np.random.default_rng(7).choice(apart, 9, replace=False)
    weights = np.zeros((len(every), len(every)))
    weights[np.ix_(chosen, chosen)] = dealt_joint(3)[np.ix_(chosen, chosen)]
    return every, chosen, weights / weights.sum()


def place_of_rest(hand):
    """Number a hand in the tree's order, from its ranks: from the King down, colex."""
    return sum(comb(12 - rank + place, place + 1) for place, rank in enumerate(sorted(hand, reverse=True)))


@pytest.mark.parametrize("where", ["lead", "answer", "third card"])
def test_a_planted_mistake_is_found_by_best_responses_at_its_cost(three_cards, where):
    """One keep is made to play one card always: all else alike, the slow twin tells what that costs."""
    every, chosen, joint = three_cards
    solver = PlaySolver(joint, THREE_KEPT)
    before = solver.measure()
    keep = list(every[chosen[0]])
    others = [number for number in chosen if joint[chosen[0], number]]
    met = every[others[0]]
    seat, said = {
        "lead": (0, ()),
        "answer": (1, ((0, met[0]),)),
        "third card": (0, ((0, keep[1]), (1, met[0]))),
    }[where]
    hand = [rank for rank in keep if (seat, rank) not in said]

    def forced(card):
        def chance(who, rank, left, heard):
            if who == seat and heard == said and left == hand:
                return float(rank == card)
            return alike(who, rank, left, heard)

        return chance

    def value(chance):
        total = 0.0
        for one, other in product(chosen, chosen):
            if joint[one, other] and chosen[0] == (one, other)[seat]:
                total += joint[one, other] * net_of_policy(every[one], every[other], chance)
        return total

    costs = {card: value(alike) - value(forced(card)) for card in hand}
    sign = 1 if seat == 0 else -1
    worst = max(hand, key=lambda card: sign * costs[card])
    assert sign * costs[worst] > 1e-4
    numbers = defaultdict(float)
    for card in hand:
        rest = [rank for rank in hand if rank != card]
        numbers[12 - card, place_of_rest(rest)] = float(card == worst)
    for (rank, rest), number in numbers.items():
        if where == "lead":
            solver.lead_averages[rank, rest] = number
        elif where == "answer":
            solver.answer_averages[12 - met[0]][rank, rest] = number
        else:
            # At the start of the branch after lead and answer: a number for each rank and each single card left.
            branch = next(
                each for each in solver.branches if (each.lead, each.answer) == (12 - said[0][1], 12 - said[1][1])
            )
            solver.averages[branch.numbers + 13 * rank + rest] = number
    after = solver.measure()
    assert before.value - after.value == pytest.approx(costs[worst], abs=1e-12)
    gains = (after.pone_gain - before.pone_gain, after.dealer_gain - before.dealer_gain)
    assert gains[seat] == pytest.approx(sign * costs[worst], abs=1e-12)
