from __future__ import annotations

from dataclasses import replace
from math import comb, prod

import numpy as np
import pytest
from naive_play import play_out, totals
from scipy.optimize import linprog

from cribstats import SIX_CARD
from cribstats.errors import ArgumentError, FileError
from cribstats.play.equilibrium import KeepValues, Opening, PlaySolver, solve_play, whole_policy
from cribstats.play.equilibrium.built import play_checkpoint_path
from cribstats.play.equilibrium.kernels import finish
from cribstats.play.simulation import policy_means
from cribstats.show.tables import rank_multisets

# Fewer cards kept, the rules of the play the same: trees that other methods can solve.
TWO_KEPT = replace(SIX_CARD, name="two-kept", dealt=4)
THREE_KEPT = replace(SIX_CARD, name="three-kept", dealt=5)
ENDS_AT_GO = replace(SIX_CARD, name="five-card", dealt=5, play_ends_at_go=True)


def dealt_joint(kept: int) -> np.ndarray:
    """Weigh pairs of keeps by the ways to be dealt them."""
    counts = [[keep.count(rank) for rank in range(13)] for keep in rank_multisets(kept)]
    return np.array(
        [
            [prod(comb(4, a) * comb(4 - a, b) for a, b in zip(one, other, strict=True)) for other in counts]
            for one in counts
        ],
        dtype=float,
    )


def of_ranks(ranks):
    return [(rank + 1, "cdhs"[place % 4]) for place, rank in enumerate(ranks)]


def net_of(pone, dealer, lead, answer):
    """Play two cards each by the slow twin, first the lead and the answer; pone's points less the dealer's."""
    first = {0: lead + 1, 1: answer + 1}

    def choose(seat, able, _pile):
        wanted = first.pop(seat, None)
        return next(card for card in able if wanted in (None, card[0]))

    log = play_out([of_ranks(pone), of_ranks(dealer)], choose)
    pegged = [sum(points.values()) for points in totals(log, 2)]
    return pegged[0] - pegged[1]


@pytest.fixture(scope="module")
def two_cards():
    """Some keeps of two cards, their joint weights, and the points of each lead and answer."""
    every = rank_multisets(2)
    chosen = np.random.default_rng(3).choice(len(every), 24, replace=False)
    joint = np.zeros((len(every), len(every)))
    joint[np.ix_(chosen, chosen)] = dealt_joint(2)[np.ix_(chosen, chosen)]
    nets = {
        (one, other, lead, answer): net_of(every[one], every[other], lead, answer)
        for one in chosen
        for other in chosen
        if joint[one, other]
        for lead in set(every[one])
        for answer in set(every[other])
    }
    return every, chosen, joint / joint.sum(), nets


def test_two_cards_each_have_the_value_that_a_linear_program_finds(two_cards):
    """Pone chooses how likely each lead is; for each lead and keep the dealer answers what is worst for him."""
    every, chosen, joint, nets = two_cards
    leads = [(one, lead) for one in chosen for lead in sorted(set(every[one]))]
    worst = [(other, lead) for other in chosen for lead in range(13)]
    rows, limits = [], []
    for column, (other, lead) in enumerate(worst):
        for answer in set(every[other]):
            row = np.zeros(len(leads) + len(worst))
            row[len(leads) + column] = 1
            for place, (one, led) in enumerate(leads):
                if led == lead and joint[one, other]:
                    row[place] = -joint[one, other] * nets[one, other, lead, answer]
            rows.append(row)
            limits.append(0)
    sums = np.zeros((len(chosen), len(leads) + len(worst)))
    for place, (one, _) in enumerate(leads):
        sums[list(chosen).index(one), place] = 1
    costs = np.concatenate([np.zeros(len(leads)), -np.ones(len(worst))])
    bounds = [(0, None)] * len(leads) + [(None, None)] * len(worst)
    solved = linprog(costs, A_ub=np.array(rows), b_ub=limits, A_eq=sums, b_eq=np.ones(len(chosen)), bounds=bounds)
    solver = PlaySolver(joint, TWO_KEPT)
    for _ in range(400):
        solver.iterate()
    measure = solver.measure()
    assert measure.gap < 1e-4
    assert -measure.dealer_gain - 1e-9 <= -solved.fun - measure.value <= measure.pone_gain + 1e-9


def test_best_responses_are_those_of_brute_force(two_cards):
    """Against players who play any rank equally likely: each keep's best lead, each answer's best, by hand."""
    every, chosen, joint, nets = two_cards
    measure = PlaySolver(joint, TWO_KEPT).measure()

    def mean(one, other, lead, answers):
        return np.mean([nets[one, other, lead, answer] for answer in answers])

    value = best_pone = best_dealer = 0.0
    for one in chosen:
        by_lead = {
            lead: sum(
                joint[one, other] * mean(one, other, lead, set(every[other])) for other in chosen if joint[one, other]
            )
            for lead in set(every[one])
        }
        value += np.mean(list(by_lead.values()))
        best_pone += max(by_lead.values())
    for other in chosen:
        for lead in range(13):
            holders = [one for one in chosen if lead in every[one] and joint[one, other]]
            best_dealer += max(
                -sum(joint[one, other] * nets[one, other, lead, answer] / len(set(every[one])) for one in holders)
                for answer in set(every[other])
            )
    assert measure.value == pytest.approx(value, abs=1e-12)
    assert measure.pone_gain == pytest.approx(best_pone - value, abs=1e-12)
    assert measure.dealer_gain == pytest.approx(best_dealer + value, abs=1e-12)


def test_each_lead_and_answer_is_worth_what_brute_force_says(two_cards):
    every, chosen, joint, nets = two_cards
    solver = PlaySolver(joint, TWO_KEPT)
    for _ in range(3):
        solver.iterate()
    opening = solver.keep_values().opening

    def mean(one, other, lead):
        chances = opening.answer_chances[lead, other]
        return sum(float(chances[answer]) * nets[one, other, lead, answer] for answer in set(every[other]))

    for one in chosen:
        assert opening.lead_chances[one].sum() == pytest.approx(1, abs=1e-12)
        for lead in range(13):
            if lead not in every[one]:
                assert opening.lead_chances[one, lead] == 0
                assert np.isnan(opening.lead_values[one, lead])
                continue
            met = [other for other in chosen if joint[one, other]]
            value = sum(joint[one, other] * mean(one, other, lead) for other in met) / joint[one].sum()
            assert opening.lead_values[one, lead] == pytest.approx(value, abs=1e-6)
    for other in chosen:
        for lead in range(13):
            weights = {one: joint[one, other] * opening.lead_chances[one, lead] for one in chosen}
            whole = sum(weights.values())
            for answer in set(every[other]):
                value = -sum(weight * nets[one, other, lead, answer] for one, weight in weights.items() if weight)
                told = opening.answer_values[lead, other, answer]
                assert told == pytest.approx(value / whole, abs=1e-5) if whole else np.isnan(told)


def test_the_best_leads_and_answers_gain_what_best_responses_gain():
    """Whoever plays a card that he does not play by the solution goes on as well as he can."""
    solver = PlaySolver(dealt_joint(3), THREE_KEPT)
    for _ in range(4):
        solver.iterate()
    values, measure = solver.keep_values(), solver.measure()
    opening = values.opening
    best = np.nanmax(np.where(opening.lead_chances >= 0, opening.lead_values, np.nan), axis=1)
    assert values.held[0] @ best - measure.value == pytest.approx(measure.pone_gain, abs=1e-9)
    answers = np.nan_to_num(opening.answer_values, nan=-np.inf).max(axis=2)
    met = opening.met > 0
    assert opening.met.sum() == pytest.approx(1, abs=1e-12)
    assert opening.met[met] @ answers[met] + measure.value == pytest.approx(measure.dealer_gain, abs=1e-6)


@pytest.mark.parametrize("variant", [THREE_KEPT, ENDS_AT_GO, SIX_CARD], ids=lambda variant: variant.name)
def test_any_ranks_alike_are_worth_what_the_walk_over_all_plays_says(variant):
    """Keeps without pairs: any rank is then any card, which is the random policy."""
    every = rank_multisets(variant.kept)
    apart = [number for number, keep in enumerate(every) if len(set(keep)) == len(keep)]
    rng = np.random.default_rng(4)
    pairs = rng.choice(apart, (60, 2))
    joint = np.zeros((len(every), len(every)))
    weights = rng.random(len(pairs))
    np.add.at(joint, tuple(pairs.T), weights)
    means = policy_means(pairs, ["random", "random"], variant=variant).sum(axis=2)
    expected = np.average(means[:, 0] - means[:, 1], weights=weights)
    assert PlaySolver(joint, variant).measure().value == pytest.approx(expected, abs=1e-9)


def test_the_last_cards_are_played_as_the_rules_say():
    """All last cards on some series: by the slow twin, which starts from the beginning of the series."""
    rng = np.random.default_rng(6)
    for _ in range(300):
        ranks = rng.integers(0, 13, 4)
        pone, dealer = ranks[[0, 2]], ranks[[1, 3]]
        order = iter(ranks[:2])
        first = {0: next(order), 1: next(order)}
        series = int(pone[0] + 1) << 4 | int(dealer[0] + 1)
        count = int(sum(min(rank + 1, 10) for rank in ranks[:2]))
        before = -sum({"pair": 2 * (ranks[0] == ranks[1]), "fifteen": 2 * (count == 15)}.values())
        points = finish(series, count, 0, 0, int(pone[1] + 1), int(dealer[1] + 1), False, 0)
        assert before + points == net_of(pone, dealer, first[0], first[1])


def test_regrets_lead_to_an_equilibrium_and_the_gap_says_how_near(two_cards):
    _, _, joint, _ = two_cards
    solver = PlaySolver(joint, TWO_KEPT)
    gaps = []
    for _ in range(40):
        solver.iterate()
        gaps.append(solver.measure().gap)
    assert min(gaps) >= -1e-12
    assert gaps[-1] < gaps[4] / 10


def test_three_cards_each_come_to_rest_the_same_on_any_number_of_threads(monkeypatch):
    joint = dealt_joint(3)
    values = []
    for threads in ("1", "3"):
        monkeypatch.setenv("CRIBSTATS_THREADS", threads)
        solver = PlaySolver(joint, THREE_KEPT)
        for _ in range(30):
            solver.iterate()
        values.append(solver.measure())
    assert values[0] == values[1]
    assert values[0].gap < 0.005
    # The pone leads, and so has the worse of it.
    assert -1.5 < values[0].value < -1.2


def test_keeps_have_the_values_that_the_walk_over_all_plays_says():
    """Uniform play before the first round: keeps without pairs against each other."""
    every = rank_multisets(3)
    apart = [number for number, keep in enumerate(every) if len(set(keep)) == len(keep)][::29]
    joint = np.zeros((len(every), len(every)))
    joint[np.ix_(apart, apart)] = dealt_joint(3)[np.ix_(apart, apart)]
    solver = PlaySolver(joint, THREE_KEPT)
    values, measure = solver.keep_values(), solver.measure()
    pairs = np.array([(one, other) for one in apart for other in apart])
    means = policy_means(pairs, ["random", "random"], variant=THREE_KEPT).sum(axis=2).reshape(len(apart), -1, 2)
    weights = joint[np.ix_(apart, apart)]
    for player in (0, 1):
        shares = weights if player == 0 else weights.T
        pegged = means if player == 0 else means.transpose(1, 0, 2)
        own = (shares * pegged[..., player]).sum(axis=1) / shares.sum(axis=1)
        opponent = (shares * pegged[..., 1 - player]).sum(axis=1) / shares.sum(axis=1)
        assert values.own[player, apart] == pytest.approx(own, abs=1e-9)
        assert values.opponent[player, apart] == pytest.approx(opponent, abs=1e-9)
        assert values.held[player].sum() == pytest.approx(1, abs=1e-12)
        assert np.isnan(values.own[player]).sum() == len(every) - len(apart)
        sign = 1 if player == 0 else -1
        assert np.nansum(values.held[player] * values.net[player]) == pytest.approx(sign * measure.value, abs=1e-9)


def test_a_solve_that_was_interrupted_comes_to_the_same_end(tmp_path, monkeypatch):
    joint = dealt_joint(3)
    _, whole = solve_play(joint, THREE_KEPT, gap=0.01, measured_every=5)
    checkpoint = tmp_path / "play.npz"
    monkeypatch.setattr("cribstats.play.equilibrium.solver.CHECKPOINT_SECONDS", 0.0)

    def interrupt(done):
        if done.number == 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_play(joint, THREE_KEPT, gap=0.01, measured_every=5, checkpoint=checkpoint, on_measure=interrupt)
    told = []
    _, resumed = solve_play(
        joint, THREE_KEPT, gap=0.01, measured_every=5, checkpoint=checkpoint, on_measure=lambda each: told.append(each)
    )
    assert told[0].number == 10
    assert resumed == whole
    assert whole.gap <= 0.01


def test_a_whole_policy_is_solved_once_and_then_read(tmp_path, monkeypatch):
    monkeypatch.setenv("CRIBSTATS_CACHE", str(tmp_path))
    monkeypatch.setattr("cribstats.play.equilibrium.solver.CHECKPOINT_SECONDS", 0.0)
    joint, told = dealt_joint(2), []
    solver, measure = whole_policy(joint, TWO_KEPT, gap=0.01, on_measure=told.append)
    assert measure.gap <= 0.01
    assert told[-1].measure == measure
    assert not play_checkpoint_path(TWO_KEPT).exists()
    read, read_measure = whole_policy(joint, TWO_KEPT, gap=0.01, on_measure=told.append)
    assert len(told) == solver.iterations // 10
    assert read_measure == measure == read.measure()
    assert read.iterations == solver.iterations
    # Another gap, or other weights, are another policy.
    _, closer_measure = whole_policy(joint, TWO_KEPT, gap=0.001)
    assert closer_measure.gap <= 0.001
    assert len(list((tmp_path / "built").glob("play-*.npz"))) == 2


def test_a_whole_policy_interrupted_before_it_was_written_is_not_solved_again(tmp_path, monkeypatch):
    monkeypatch.setenv("CRIBSTATS_CACHE", str(tmp_path))
    monkeypatch.setattr("cribstats.play.equilibrium.solver.CHECKPOINT_SECONDS", 0.0)

    def interrupt(*_arguments, **_options):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("cribstats.play.equilibrium.built.files.describe", interrupt)
        with pytest.raises(KeyboardInterrupt):
            whole_policy(dealt_joint(2), TWO_KEPT, gap=0.01)
    told = []
    whole_policy(dealt_joint(2), TWO_KEPT, gap=0.01, on_measure=told.append)
    assert len(told) == 1


def test_a_cache_that_cannot_be_written_costs_only_the_solving(tmp_path, monkeypatch):
    (tmp_path / "cache").write_text("a file where the folder should be")
    monkeypatch.setenv("CRIBSTATS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("cribstats.play.equilibrium.solver.CHECKPOINT_SECONDS", 0.0)
    _, measure = whole_policy(dealt_joint(2), TWO_KEPT, gap=0.05)
    assert measure.gap <= 0.05


def test_a_gap_or_rounds_that_are_none_are_refused(refuses, two_cards):
    joint = two_cards[2]
    refuses(ArgumentError, "a gap of 0: a positive number", solve_play, joint, TWO_KEPT, gap=0)
    refuses(ArgumentError, "0 rounds", solve_play, joint, TWO_KEPT, most_iterations=0)


def test_values_of_keeps_are_read_back_and_tabulated(tmp_path, refuses):
    solver = PlaySolver(dealt_joint(2), TWO_KEPT)
    solver.iterate()
    values = replace(solver.keep_values(), variant=SIX_CARD)
    refuses(FileError, "there is no file", KeepValues.load, tmp_path / "none.npz")
    values.save(tmp_path / "two.npz", gap=0.5)
    refuses(FileError, "holds no values of the keeps of the six-card game", KeepValues.load, tmp_path / "two.npz")
    keeps = len(rank_multisets(4))
    random = np.random.default_rng(1).random
    own, opponent, net, held = random((4, 2, keeps))
    opening = Opening(*random((2, keeps, 13)), *random((2, 13, keeps, 13)).astype(np.float32), random((13, keeps)))
    KeepValues(own, opponent, net, held, opening, SIX_CARD).save(tmp_path / "four.npz", gap=0.5)
    back = KeepValues.load(tmp_path / "four.npz")
    assert np.array_equal(back.net, net)
    assert np.array_equal(back.opening.answer_values, opening.answer_values)
    assert back.metadata["gap"] == 0.5
    assert np.array_equal(back.opening.met, opening.met)
    held = np.where(random((2, keeps)) < 0.5, 0, held)
    replace(back, held=held).save(tmp_path / "met.npz", gap=0.25)
    again = KeepValues.load(tmp_path / "met.npz")
    assert again.metadata == back.metadata | {"gap": 0.25}
    assert again.to_frame()["off_path"].tolist() == (held[::-1] == 0).ravel().tolist()
    replace(back, opening=opening._replace(met=opening.met[:5])).save(tmp_path / "few.npz")
    refuses(FileError, "holds no values of the keeps of the six-card game", KeepValues.load, tmp_path / "few.npz")
    table = back.to_frame()
    assert len(table) == 2 * keeps
    assert table.loc[0, ["role", "keep"]].tolist() == ["dealer", "A A A A"]
    assert table.loc[0, "net"] == net[1, 0]
