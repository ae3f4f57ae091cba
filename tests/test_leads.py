"""What is led and answered, and how often traps pay: against slow loops, and as sums that must come out."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest

from cribstats import SIX_CARD, shipped_values
from cribstats.play.equilibrium import (
    KeepValues,
    Opening,
    PlaySolver,
    answer_values,
    answers_by_rank,
    lead_values,
    leads_by_rank,
    mixed_share,
    pegging_values,
    trap_values,
)
from cribstats.play.equilibrium.leads import answer_points
from cribstats.play.equilibrium.traps import odd_ranks
from cribstats.show.tables import rank_multisets

TWO_KEPT = replace(SIX_CARD, name="two-kept", dealt=4)
RANKS = "A23456789TJQK"
KEEPS = rank_multisets(4)


@pytest.fixture(scope="module")
def solved():
    """A few rounds of the play with two cards each: of some keeps, in any pairs."""
    rng = np.random.default_rng(5)
    joint = rng.random((91, 91))
    joint[rng.choice(91, 15)] = 0
    joint[:, rng.choice(91, 15)] = 0
    solver = PlaySolver(joint, TWO_KEPT)
    for _ in range(5):
        solver.iterate()
    values = solver.keep_values()
    met = values.opening.lead_chances.T @ (joint / joint.sum())
    assert values.opening.met == pytest.approx(met, abs=1e-12)
    return values


@pytest.fixture(scope="module")
def random_values():
    """Keeps of four cards with any numbers; half of the keeps are never held, and half of the leads never met."""
    rng = np.random.default_rng(6)
    counts = np.array([[keep.count(rank) for rank in range(13)] for keep in KEEPS])
    held = rng.random((2, len(KEEPS))) * (rng.random((2, len(KEEPS))) < 0.5)
    held /= held.sum(axis=1, keepdims=True)
    met = rng.random((13, len(KEEPS))) * (held[1] > 0) * (rng.random((13, len(KEEPS))) < 0.5)
    met /= met.sum()

    def chances(*shape):
        some = rng.random(shape) * (counts > 0) * (rng.random(shape) < 0.5) + 1e-9 * (counts > 0)
        return some / some.sum(axis=-1, keepdims=True)

    def worth(known):
        # In steps, so that there are equal ones.
        return np.where((counts > 0) & known[..., None], rng.integers(-8, 9, (*known.shape, 13)) / 4, np.nan)

    opening = Opening(
        chances(len(KEEPS), 13),
        worth(held[0] > 0),
        chances(13, len(KEEPS), 13).astype(np.float32),
        worth(met > 0).astype(np.float32),
        met,
    )
    return KeepValues(*rng.random((3, 2, len(KEEPS))), held, opening, SIX_CARD)


def names(keep):
    return " ".join(RANKS[rank] for rank in keep)


def check_order(group):
    """Check that what is usual stands first, in the order of its chances, then the rest in that of what it loses."""
    usual = group["chance"] >= 0.05
    assert usual.is_monotonic_decreasing
    assert group["chance"][usual].is_monotonic_decreasing
    assert group["behind"][~usual].is_monotonic_increasing
    assert group["behind"].min() == 0


def test_leads_are_those_of_the_keep_the_usual_first(solved):
    frame = lead_values(solved)
    opening, rows = solved.opening, dict(iter(frame.groupby("keep")))
    held = [number for number, share in enumerate(solved.held[0]) if share > 0]
    assert set(rows) == {names(rank_multisets(2)[number]) for number in held}
    for number in held:
        keep = rank_multisets(2)[number]
        group = rows[names(keep)]
        assert set(group["lead"]) == {RANKS[rank] for rank in keep}
        assert group["held"].tolist() == [solved.held[0, number]] * len(group)
        best = max(opening.lead_values[number, rank] for rank in keep)
        for row in group.itertuples():
            rank = RANKS.index(row.lead)
            assert row.chance == opening.lead_chances[number, rank]
            assert row.value == opening.lead_values[number, rank]
            assert row.behind == best - row.value
        check_order(group)
        assert group["mixed"].tolist() == [(group["chance"] >= 0.05).sum() > 1] * len(group)
    told = mixed_share(solved)
    assert told == pytest.approx(frame.drop_duplicates("keep").query("mixed")["held"].sum(), abs=1e-12)
    assert 0 < told < 1


def test_a_keep_is_worth_the_sum_of_its_leads(solved):
    frame = lead_values(solved)
    assert frame.groupby("keep")["chance"].sum().to_numpy() == pytest.approx(1, abs=1e-12)
    worth = (frame["chance"] * frame["value"]).groupby(frame["keep"]).sum()
    for number, keep in enumerate(rank_multisets(2)):
        if solved.held[0, number]:
            assert worth[names(keep)] == pytest.approx(solved.net[0, number], abs=1e-9)


def test_leads_by_rank_are_means_over_all_deals(solved):
    frame, every = leads_by_rank(solved), lead_values(solved)
    assert frame["lead"].tolist() == list(RANKS)
    assert frame["led"].sum() == pytest.approx(1, abs=1e-12)
    for row in frame.itertuples():
        of_rank = every[every["lead"] == row.lead]
        led = of_rank["held"] * of_rank["chance"]
        assert row.held == pytest.approx(of_rank["held"].sum(), abs=1e-12)
        assert row.led == pytest.approx(led.sum(), abs=1e-12)
        assert row.when_held == pytest.approx(row.led / row.held, abs=1e-12)
        assert row.value == pytest.approx((led * of_rank["value"]).sum() / led.sum(), abs=1e-9)
        assert row.mixed == pytest.approx(led[of_rank["mixed"]].sum() / led.sum(), abs=1e-9)
    assert (frame["led"] * frame["mixed"]).sum() == pytest.approx(mixed_share(solved), abs=1e-12)
    assert (frame["led"] * frame["value"]).sum() == pytest.approx(np.nansum(solved.held[0] * solved.net[0]), abs=1e-9)


def test_answers_are_those_of_keeps_that_meet_the_lead(solved):
    frame, opening = answer_values(solved), solved.opening
    assert frame.drop_duplicates(["lead", "keep"])["met"].sum() == pytest.approx(1, abs=1e-12)
    numbers = {names(keep): number for number, keep in enumerate(rank_multisets(2))}
    assert len(frame) == sum(
        len(set(keep)) for keep, met in zip(rank_multisets(2), opening.met.T, strict=True) for share in met if share
    )
    for (lead, keep), group in frame.groupby(["lead", "keep"]):
        place, number = RANKS.index(lead), numbers[keep]
        answers = [RANKS.index(answer) for answer in group["answer"]]
        assert set(group["answer"]) == set(keep.split())
        assert group["met"].tolist() == [opening.met[place, number]] * len(group)
        assert group["chance"].tolist() == opening.answer_chances[place, number, answers].tolist()
        assert group["chance"].sum() == pytest.approx(1, abs=1e-6)
        assert group["value"].tolist() == opening.answer_values[place, number, answers].tolist()
        assert group["behind"].to_numpy() == pytest.approx(group["value"].max() - group["value"], abs=1e-6)
        check_order(group)
        assert group["pegs"].tolist() == [answer_points()[place, answer] for answer in answers]


def test_what_the_dealer_pegs_by_answers_is_what_the_pone_loses_by_leads(solved):
    leads, answers = leads_by_rank(solved), answer_values(solved)
    net = (leads["led"] * leads["value"]).sum()
    assert (answers["met"] * answers["chance"] * answers["value"]).sum() == pytest.approx(-net, abs=1e-6)


def test_answers_by_rank_are_means_over_the_deals_with_the_lead(solved):
    frame, every = answers_by_rank(solved), answer_values(solved)
    assert len(frame) == 169
    led = leads_by_rank(solved).set_index("lead")["led"]
    for lead, group in frame.groupby("lead"):
        assert group["answered"].sum() == pytest.approx(1, abs=1e-6)
        assert group["answered"].is_monotonic_decreasing
        for row in group.itertuples():
            chosen = every[(every["lead"] == lead) & (every["answer"] == row.answer)]
            played = chosen["met"] * chosen["chance"]
            assert row.held == pytest.approx(chosen["met"].sum() / led[lead], abs=1e-9)
            assert row.answered == pytest.approx(played.sum() / led[lead], abs=1e-9)
            assert row.when_held == pytest.approx(row.answered / row.held, abs=1e-9)
            assert row.value == pytest.approx((played * chosen["value"]).sum() / played.sum(), abs=1e-6)


def test_an_answer_pegs_two_for_a_pair_and_for_fifteen():
    values = [min(rank + 1, 10) for rank in range(13)]
    for lead in range(13):
        for answer in range(13):
            assert answer_points()[lead, answer] == 2 * (lead == answer or values[lead] + values[answer] == 15)


def test_each_keep_of_the_pone_has_his_most_usual_lead(random_values):
    frame = pegging_values(random_values)
    assert frame["role"].tolist() == ["dealer"] * len(KEEPS) + ["pone"] * len(KEEPS)
    dealer, pone = frame.iloc[: len(KEEPS)], frame.iloc[len(KEEPS) :]
    assert dealer[["lead", "lead_chance", "lead_value"]].isna().all(axis=None)
    assert frame["off_path"].tolist() == (random_values.held[::-1] == 0).ravel().tolist()
    assert pone["off_path"].tolist() == pone["lead"].isna().tolist()
    opening = random_values.opening
    for number, row in enumerate(pone.itertuples()):
        if not row.off_path:
            rank = RANKS.index(row.lead)
            assert row.lead_chance == opening.lead_chances[number].max() == opening.lead_chances[number, rank]
            assert row.lead_value == opening.lead_values[number, rank]


def of_a_pair(ranks):
    def choose(keep, _):
        sets = {card for card in keep if keep.count(card) >= 2 and card in ranks}
        return sets, set(keep) - sets

    return choose


def of_five_together(keep, _):
    sets = {card for two in ("A4", "23") if set(two) <= set(keep) for card in two}
    return sets, set(keep) - sets


def of_fifteen(keep, lead):
    value = {name: min(number + 1, 10) for number, name in enumerate(RANKS)}
    sets = {card for card in keep if value[card] + value[lead] == 15}
    return sets, set(keep) - sets


def waiting_for_five(keep, _):
    def waits(cards):
        return any(set(two) <= set(cards) for two in ("34", "46", "67"))

    if "5" in keep or not waits(keep):
        return set(), set()
    sets = {card for card in keep if waits(keep.replace(card, "", 1))}
    return sets, set(keep) - sets


def is_combination(cards):
    ranks = sorted(RANKS.index(card) for card in cards)
    run = len(ranks) > 2 and all(later - rank == 1 for rank, later in pairwise(ranks))
    pair = len(ranks) == 2 and ranks[0] == ranks[1]
    return run or pair or sum(min(rank + 1, 10) for rank in ranks) == 15


def odd_card(keep, _=None):
    used = {
        place
        for size in (2, 3, 4)
        for places in combinations(range(4), size)
        if is_combination([keep[place] for place in places])
        for place in places
    }
    sets = {keep[place] for place in range(4) if place not in used} if len(used) == 3 else set()
    return sets, set(keep) - sets


# By trap and cards: what sets it and what it is compared with, told once more; and the leads it is set on.
CHOICES = {
    **{("lead from a pair", " ".join(ranks)): (of_a_pair(ranks), None) for ranks in ("234", "6789", "TJQK", *RANKS)},
    ("lead from five together", "A 4, 2 3"): (of_five_together, None),
    ("lead from two sixes and a four", "6"): (
        lambda keep, _: ({"6"}, set(keep) - {"6"}) if "4" in keep and keep.count("6") > 1 else (set(), set()),
        None,
    ),
    ("let the five wait", "T J Q K"): (
        lambda keep, _: (set(keep) & set("TJQK"), set(keep) - set("5TJQK")) if "5" in keep else (set(), set()),
        None,
    ),
    ("lead the five", "5"): (lambda keep, _: (set(keep) & {"5"}, set(keep) - {"5"}), None),
    ("lead the odd card", "any"): (odd_card, None),
    ("hold the low card back", "5 or more"): (
        lambda keep, _: (
            (set(keep) - set("A234"), set(keep) & set("A234"))
            if sum(card in "A234" for card in keep) == 1
            else (set(), set())
        ),
        None,
    ),
    **{
        ("pair the lead", " ".join(leads)): (lambda keep, lead: ({lead} & set(keep), set(keep) - {lead}), leads)
        for leads in ("A234", "6789", "TJQK")
    },
    **{("make fifteen", " ".join(leads)): (of_fifteen, leads) for leads in ("6789", "TJQK")},
    ("lie in wait for the five", "T J Q K"): (waiting_for_five, "TJQK"),
}


@pytest.fixture(scope="module")
def random_traps(random_values):
    return trap_values(random_values).set_index(["trap", "cards"])


def test_no_trap_is_told_twice_and_each_says_what_it_means(random_traps):
    assert set(random_traps.index) == set(CHOICES)
    assert random_traps.index.is_unique
    assert (random_traps["meaning"].str.contains("; against ")).all()
    assert set(random_traps["role"]) == {"pone", "dealer"}


@pytest.mark.parametrize("trap", CHOICES, ids=" ".join)
def test_a_trap_is_measured_as_a_loop_over_all_positions_does(random_values, random_traps, trap):
    choose, leads = CHOICES[trap]
    opening = random_values.opening
    held = played = pays = costs = value = other = 0.0
    for lead in leads or [None]:
        place = None if lead is None else RANKS.index(lead)
        for number, keep in enumerate(KEEPS):
            weight = random_values.held[0, number] if lead is None else opening.met[place, number]
            worth = opening.lead_values[number] if lead is None else opening.answer_values[place, number]
            chances = opening.lead_chances[number] if lead is None else opening.answer_chances[place, number]
            sets, others = choose("".join(RANKS[rank] for rank in keep), lead)
            if not (weight and sets and others):
                continue
            best, rest = (max(float(worth[RANKS.index(card)]) for card in cards) for cards in (sets, others))
            held += weight
            played += weight * sum(float(chances[RANKS.index(card)]) for card in sets)
            value += weight * best
            other += weight * rest
            pays += weight * (best > rest)
            costs += weight * (best < rest)
    row = random_traps.loc[trap]
    assert row["role"] == ("dealer" if leads else "pone")
    assert row["held"] == pytest.approx(held, abs=1e-12)
    assert held > 0
    told = row[["played", "value", "other", "gain", "pays", "costs"]].to_numpy(dtype=float)
    expected = np.array([played, value, other, value - other, pays, costs]) / held
    assert told == pytest.approx(expected, abs=1e-9)


def test_a_difference_under_a_hundredth_of_a_point_neither_pays_nor_costs(random_values):
    opening = random_values.opening
    tiny = np.where(np.isnan(opening.lead_values), np.nan, 0.0099 * np.sign(opening.lead_values))
    close = replace(random_values, opening=opening._replace(lead_values=tiny / 2))
    pone = trap_values(close).query("role == 'pone'")
    assert pone[["pays", "costs"]].eq(0).all(axis=None)
    assert pone["gain"].ne(0).any()


def test_traps_that_no_keep_can_set_have_no_means(solved):
    traps = trap_values(solved).set_index("trap")
    assert traps.loc["let the five wait", "held"] == 0
    assert np.isnan(traps.loc["let the five wait", ["played", "value", "gain"]].to_numpy(dtype=float)).all()


def test_the_odd_card_is_in_no_combination_and_the_other_three_are():
    for number, keep in enumerate(KEEPS):
        sets, _ = odd_card("".join(RANKS[rank] for rank in keep))
        assert {RANKS[rank] for rank in odd_ranks(4)[number].nonzero()[0]} == sets


@pytest.fixture(scope="module")
def shipped():
    return shipped_values()


def test_what_one_player_pegs_in_the_shipped_values_the_other_is_pegged(shipped):
    pegged = {
        (seat, name): np.nansum(shipped.held[seat] * getattr(shipped, name)[seat])
        for seat in (0, 1)
        for name in ("own", "opponent")
    }
    assert shipped.held.sum(axis=1) == pytest.approx(1, abs=1e-9)
    assert pegged[0, "own"] == pytest.approx(pegged[1, "opponent"], abs=1e-6)
    assert pegged[0, "opponent"] == pytest.approx(pegged[1, "own"], abs=1e-6)
    assert np.isnan(shipped.own).tolist() == shipped.off_path.tolist()
    assert not np.isnan(shipped.net).any()


def test_shipped_leads_and_answers_are_worth_the_value_of_the_play_and_at_most_the_gap_more(shipped):
    """Going on as well as one can is no worse than going on by the solution, and the gap is what that may gain."""
    gap = shipped.metadata["gap"]
    value = np.nansum(shipped.held[0] * (shipped.own[0] - shipped.opponent[0]))
    leads, answers = lead_values(shipped), answer_values(shipped)
    assert -1e-6 <= (leads["held"] * leads["chance"] * leads["value"]).sum() - value <= gap
    assert -1e-6 <= (answers["met"] * answers["chance"] * answers["value"]).sum() + value <= gap
    assert (leads["held"] * leads["chance"] * leads["behind"]).sum() <= gap
    assert shipped.opening.met.sum(axis=0) == pytest.approx(shipped.held[1], abs=1e-9)
    led = leads_by_rank(shipped)["led"]
    assert shipped.opening.met.sum(axis=1) == pytest.approx(led, abs=1e-9)


def test_shipped_leads_are_what_good_players_lead(shipped):
    led = leads_by_rank(shipped).set_index("lead")
    assert led["led"].idxmin() == "5"
    assert set(led["led"].nlargest(2).index) == set("34")
    traps = trap_values(shipped).set_index(["trap", "cards"])
    assert traps.loc[("lead from a pair", "2 3 4"), "gain"] > traps.loc[("lead from a pair", "6 7 8 9"), "gain"]
    assert traps.loc[("lead the five", "5"), "costs"] > 0.9
    assert traps.loc[("make fifteen", "T J Q K"), "pays"] > traps.loc[("make fifteen", "T J Q K"), "costs"]
