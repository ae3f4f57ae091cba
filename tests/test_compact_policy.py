"""The compact policy of the play: what is stored, what it costs, and that the simulation plays it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from naive_play import all_plays, totals
from test_play_equilibrium import ENDS_AT_GO, THREE_KEPT, TWO_KEPT, dealt_joint, of_ranks

from cribstats import SIX_CARD, score_play, simulate_pegging
from cribstats.errors import ArgumentError, FileError
from cribstats.play import play_keeps, policy_means, policy_weights
from cribstats.play.equilibrium import CompactPolicy, PlaySolver, compact, measure_compact
from cribstats.play.equilibrium.compact_policy.kernels import choose_alone, net_alone
from cribstats.play.equilibrium.places import list_places
from cribstats.show.tables import rank_multisets

GAMES = pytest.mark.parametrize("variant", [TWO_KEPT, THREE_KEPT, ENDS_AT_GO], ids=lambda variant: variant.name)


def solved(variant, rounds=20):
    solver = PlaySolver(dealt_joint(variant.kept), variant)
    for _ in range(rounds):
        solver.iterate()
    return solver


@GAMES
def test_little_is_lost_by_rounding_and_less_by_finer_rounding(variant):
    solver = solved(variant)
    whole, before = solver.measure(), solver.averages.copy()
    policy = compact(solver)
    assert np.array_equal(solver.averages, before)
    told = policy.metadata
    assert told["gap"] == whole.gap
    assert told["whole_value"] == whole.value
    assert told["exploitability"] < whole.gap + 0.02
    # Against the whole policy a best response gains no more than this, and so nothing loses less than that.
    for loss, gain in ((told["pone_loss"], whole.pone_gain), (told["dealer_loss"], whole.dealer_gain)):
        assert -gain - 1e-9 <= loss < 0.01
    fine = measure_compact(compact(solver, levels=255, least=0.0, measured=False), solver)
    assert abs(fine.value - whole.value) < 2e-3
    assert abs(fine.exploitability - whole.gap) < 4e-3
    coarse = measure_compact(compact(solver, levels=1, measured=False), solver)
    assert coarse.exploitability > told["exploitability"] > fine.exploitability - 1e-3


@pytest.mark.parametrize(
    "variant",
    [TWO_KEPT, THREE_KEPT, ENDS_AT_GO, pytest.param(SIX_CARD, marks=pytest.mark.slow)],
    ids=lambda variant: variant.name,
)
def test_the_simulated_mean_of_the_compact_policy_is_its_value_by_a_pass(variant):
    solver = solved(variant, 1 if variant == SIX_CARD else 5)
    policy = compact(solver, measured=False)
    value = measure_compact(policy, solver).value
    weights = dealt_joint(variant.kept)
    rng = np.random.default_rng(5)
    keeps = np.stack(
        divmod(rng.choice(weights.size, 200_000, p=(weights / weights.sum()).ravel()), len(weights)), axis=1
    )
    played = play_keeps(keeps, ["equilibrium"] * 2, seed=3, equilibrium=policy, variant=variant)
    points = played.points.sum(axis=2).astype(int)
    net = points[:, 0] - points[:, 1]
    assert abs(net.mean() - value) < 4 * net.std() / np.sqrt(len(net))


def test_exact_means_of_pairs_of_keeps_weighed_are_the_value_by_a_pass():
    """Over all plays, not by chance: a few keeps of three cards, all their pairs."""
    every = rank_multisets(3)
    chosen = np.random.default_rng(2).choice(len(every), 40, replace=False)
    joint = np.zeros((len(every), len(every)))
    joint[np.ix_(chosen, chosen)] = dealt_joint(3)[np.ix_(chosen, chosen)]
    solver = PlaySolver(joint, THREE_KEPT)
    for _ in range(5):
        solver.iterate()
    policy = compact(solver, measured=False)
    pairs = np.argwhere(joint)
    means = policy_means(pairs, ["equilibrium"] * 2, equilibrium=policy, variant=THREE_KEPT).sum(axis=2)
    weights = joint[tuple(pairs.T)]
    value = np.average(means[:, 0] - means[:, 1], weights=weights)
    assert value == pytest.approx(measure_compact(policy, solver).value, abs=1e-9)


def test_chances_in_a_position_are_those_that_the_averages_round_to():
    solver = solved(THREE_KEPT)
    policy = compact(solver, measured=False)
    opening = solver.opening()
    numbers = {keep: number for number, keep in enumerate(rank_multisets(3))}
    mixed = 0
    for keep, number in list(numbers.items())[::7]:
        hand = [f"{'A23456789TJQK'[rank]}{'CDH'[place]}" for place, rank in enumerate(keep)]
        other = [f"{name}S" for name in "A23456789TJQK" if f"{name}S" not in hand][:3]
        lead = score_play([hand, other], "", variant=THREE_KEPT)
        weights = policy_weights(lead, "equilibrium", equilibrium=policy)
        assert sum(weights.values()) == pytest.approx(1, abs=1e-12)
        by_rank = np.zeros(13)
        for card, weight in weights.items():
            by_rank["A23456789TJQK".index(card[0])] += weight
        exact = opening.lead_chances[number]
        kept = np.where(exact < 0.02, 0, exact)
        assert np.abs(by_rank - kept / kept.sum()).max() < 1 / 31
        assert by_rank * 31 == pytest.approx(np.round(by_rank * 31), abs=1e-9)
        mixed += (by_rank > 0).sum() > 1
    assert mixed > 3


def test_who_is_left_alone_plays_what_makes_most_by_the_slow_twin():
    """Three cards after the other player's have run out: all orders by the slow twin."""
    rng = np.random.default_rng(8)
    hands = [sorted(rng.integers(0, 13, 3)) for _ in range(60)]
    for hand in hands:
        packed = sum(int(rank + 1) << 4 * place for place, rank in enumerate(hand))
        # Pone leads alone, at the beginning of a series: the dealer, with no cards, says nothing.
        nets = {}
        for log in all_plays([of_ranks(hand), []]):
            first = log[0][1][0] - 1
            points = [sum(each.values()) for each in totals(log, 2)]
            nets[first] = max(nets.get(first, -99), points[0] - points[1])
        for first, net in nets.items():
            rest = list(hand)
            rest.remove(first)
            others = sum(int(rank + 1) << 4 * place for place, rank in enumerate(rest))
            assert net_alone(0, 0, 0, 0, int(first) + 1, others, False) == net
        assert nets[choose_alone(0, 0, 0, 0, packed, False) - 1] == max(nets.values())


def test_every_place_of_the_six_card_game_has_numbers_of_its_own():
    places = list_places(4)
    starts = places.starts[places.starts >= 0]
    assert len(np.unique(starts)) == len(starts)
    assert starts.max() < places.size[0]
    reached = np.unique(places.nexts[places.nexts >= 0])
    assert np.array_equal(reached, np.arange(1, len(places.nexts)))


def test_a_policy_is_read_back_as_it_was_written(tmp_path, refuses):
    policy = replace(compact(solved(TWO_KEPT, 3)), variant=SIX_CARD)
    path = tmp_path / "policy.npz"
    refuses(FileError, "there is no file", CompactPolicy.load, path)
    policy.save(path)
    refuses(FileError, "holds no policy of the six-card game", CompactPolicy.load, path)
    chances = np.zeros(list_places(4).size[0], dtype=np.uint8)
    chances[::1000] = 7
    CompactPolicy(chances, SIX_CARD, {"gap": 0.5}).save(path, throws="greedy")
    back = CompactPolicy.load(path)
    assert np.array_equal(back.chances, chances)
    assert (back.metadata["gap"], back.metadata["throws"], back.metadata["kind"]) == (0.5, "greedy", "solved")
    again = tmp_path / "again.npz"
    back.save(again, made_by="a test")
    assert CompactPolicy.load(again).metadata == {**back.metadata, "made_by": "a test"}
    path.write_bytes(path.read_bytes()[:-40])
    refuses(FileError, "policy: ", CompactPolicy.load, path)


def test_hands_of_which_nothing_is_known_look_ahead():
    policy = CompactPolicy(np.zeros(list_places(4).size[0], dtype=np.uint8), SIX_CARD)
    play = score_play(["7H 2C TS 4H", "8C 9C JD QD"], "7H 8C")
    ahead = policy_weights(play, "lookahead")
    assert policy_weights(play, "equilibrium", equilibrium=policy) == ahead
    assert sorted(ahead.values()) == [0, 0, 1]


def test_other_games_and_other_numbers_are_refused(refuses):
    policy = compact(solved(TWO_KEPT, 1), measured=False)
    many = replace(SIX_CARD, name="three-handed", players=3, dealt=5, thrown=1, pack_to_crib=1)
    keeps = [[0, 1500]]
    refuses(ArgumentError, "'equilibrium' is a policy for two players, not for 3", play_keeps, [[0, 1500, 1600]],
            ["greedy", "greedy", "equilibrium"], variant=many)  # fmt: skip
    refuses(ArgumentError, "'equilibrium' is solved for the two-kept game, not for six-card", play_keeps, keeps,
            ["equilibrium"] * 2, equilibrium=policy)  # fmt: skip
    refuses(ArgumentError, "'equilibrium' is solved for the two-kept game, not for six-card", simulate_pegging,
            dealer_plays="equilibrium", equilibrium=policy)  # fmt: skip
    refuses(ArgumentError, "0 levels: 1 to 255", compact, solved(TWO_KEPT, 1), levels=0)
    refuses(ArgumentError, "a least chance of 1", compact, solved(TWO_KEPT, 1), least=1)
    refuses(ArgumentError, "of the two-kept game: three-kept", measure_compact, policy, solved(THREE_KEPT, 1))
