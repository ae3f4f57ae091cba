from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from cribstats import SIX_CARD
from cribstats.deals.joint import joint_keep_weights, keep_weights_beside
from cribstats.discard.equilibrium import measure_pair, solve_discard
from cribstats.discard.opponents import find_pair
from cribstats.discard.pairs import StrategyPair
from cribstats.errors import ArgumentError
from cribstats.play.equilibrium import solve_play
from cribstats.settle import forget_checkpoints, settle

# Four cards dealt, two kept: everything takes seconds.
FOUR_CARD = replace(SIX_CARD, name="four-card", dealt=4, hand_flush=9)


@pytest.fixture(scope="module")
def settled():
    told = []
    start = find_pair("greedy", variant=FOUR_CARD)
    settlement = settle(
        start,
        play_gap=0.001,
        closing_gap=0.001,
        discard_gap=1e-3,
        rest=0.01,
        most_rounds=5,
        on_round=told.append,
    )
    assert tuple(told) == settlement.rounds
    return settlement


def test_discard_and_play_come_nearer_to_rest(settled):
    """So few cards are kept here that mixtures go on moving; on the average over deals they come to rest."""
    on_average = [each.moved_on_average for each in settled.rounds]
    assert on_average[-1] < on_average[1] / 3
    for each in settled.rounds:
        assert each.play.gap <= 0.001
        assert each.discard.exploitability <= 1e-3
        assert each.moved >= each.moved_on_average
    values = [each.discard.value for each in settled.rounds]
    assert values[-1] == pytest.approx(values[-2], abs=0.02)


def test_pegging_changes_what_is_thrown(settled):
    """With the table frozen, who ignores it loses against who throws by it."""
    without, _ = solve_discard(FOUR_CARD, gap=1e-3, name="show alone")
    ignoring = StrategyPair("ignores pegging", without.dealer, settled.pair.pone, pegging=settled.pair.pegging)
    assert measure_pair(ignoring).dealer_gain > 0.05
    assert measure_pair(settled.pair).dealer_gain < 0.02
    assert measure_pair(settled.pair) == settled.discard


def test_the_dealers_net_pegging_is_minus_the_pones_under_the_joint_law(settled):
    """Values are solved for the keeps of the pair itself: what one side pegs the other one loses."""
    joint = joint_keep_weights(settled.pair)
    held = np.stack([joint.sum(axis=1), joint.sum(axis=0)]) / joint.sum()
    assert settled.values.held == pytest.approx(held, abs=1e-12)
    means = (held * settled.values.net).sum(axis=1)
    assert means[0] == pytest.approx(settled.play.value, abs=1e-9)
    assert sum(means) == pytest.approx(0, abs=1e-9)
    assert settled.discard.pegging["dealer"] == pytest.approx(means[1], abs=1e-9)
    assert settled.discard.pegging["pone"] == pytest.approx(means[0], abs=1e-9)
    # It counts once in the value of the deal.
    without = measure_pair(replace(settled.pair, pegging=None))
    assert settled.discard.value == pytest.approx(without.value + means[1], abs=1e-9)


def test_a_settling_that_was_interrupted_comes_to_the_same_end(tmp_path, monkeypatch):
    from cribstats import variants

    monkeypatch.setitem(variants.VARIANTS, FOUR_CARD.name, FOUR_CARD)
    start = find_pair("greedy", variant=FOUR_CARD)
    chosen = {"play_gap": 0.01, "closing_gap": 0.01, "discard_gap": 1e-2, "most_rounds": 2}
    whole = settle(start, **chosen)
    rounds = []

    def interrupt(done):
        rounds.append(done.number)
        if len(rounds) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        settle(start, **chosen, checkpoints=tmp_path, on_round=interrupt)
    told = []
    resumed = settle(start, **chosen, checkpoints=tmp_path, on_round=lambda done: told.append(done.number))
    assert told == [2]
    assert resumed.rounds == whole.rounds
    assert resumed.discard == whole.discard
    assert np.array_equal(resumed.values.net, whole.values.net)
    # What came of it is not in a file yet.
    assert len(list(tmp_path.iterdir())) == 2
    forget_checkpoints(tmp_path)
    assert not list(tmp_path.iterdir())


def test_no_rounds_give_throws_what_their_keeps_peg():
    start = find_pair("greedy", variant=FOUR_CARD)
    found = settle(start, closing_gap=0.01, most_rounds=0)
    assert found.rounds == ()
    assert found.pair.dealer is start.dealer
    assert found.pair.pegging.gap == found.play.gap <= 0.01
    assert found.discard.pegging["dealer"] == pytest.approx(-found.play.value, abs=1e-9)


def test_keeps_that_are_never_held_have_the_value_of_a_best_response():
    """A keep that is held is worth no more to a best response than it is held for, but for the gap."""
    pair = find_pair("greedy", variant=FOUR_CARD)
    solver, measure = solve_play(joint_keep_weights(pair), FOUR_CARD, gap=0.001)
    beside = [keep_weights_beside(pair.of(role)) for role in ("dealer", "pone")]
    values = solver.keep_values(beside)
    assert np.isfinite(values.net).all()
    never = values.held == 0
    assert never.any()
    assert np.isnan(values.own[never]).all()
    assert np.abs(values.net).max() < 8
    for player in (0, 1):
        # The same passes on the joint weights themselves: nobody gains more than the gap says.
        joint = joint_keep_weights(pair)
        weights = joint if player == 0 else joint.T
        held = weights.sum(axis=1) > 0
        own = np.where(held[:, None], weights, 1.0)
        gains = (solver.response_values(player, own) - values.net[player])[held] * values.held[player][held]
        assert gains.min() > -1e-9
        assert gains.sum() == pytest.approx((measure.pone_gain, measure.dealer_gain)[player], abs=1e-9)


def test_fewer_rounds_than_none_are_refused(refuses):
    refuses(ArgumentError, "-1 rounds: 0 or more expected", settle, find_pair("greedy"), most_rounds=-1)
