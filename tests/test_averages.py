from __future__ import annotations

import csv
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from cribstats import SIX_CARD, analyse_discard
from cribstats.cards import parse_cards
from cribstats.discard import find_opponent
from cribstats.discard.built import built_crib_means, crib_means_path, throw_means
from cribstats.discard.dealt import deal_shares
from cribstats.discard.survey.averages import crib_averages, pair_numbers
from cribstats.discard.throws import throws_of
from cribstats.errors import CardError, HandError, OpponentError, RoleError
from cribstats.shipped import shipped_facts
from cribstats.show import score_hands
from cribstats.suits import class_count, rank_classes, unrank_classes

REFERENCE = Path(__file__).parents[2] / "shared" / "reference"


@pytest.fixture(scope="module")
def averages():
    """Of players who count the show alone, as those of published tables do."""
    return {role: crib_averages(role, opponent="equilibrium-show") for role in ("dealer", "pone")}


def published(name):
    path = REFERENCE / f"crib_table_{name}.csv"
    if not path.exists():
        pytest.skip(f"the published figures are not here: {path.name}")
    with path.open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


# Averages


def test_both_sides_average_the_mean_crib_of_the_equilibrium(averages):
    for table in averages.values():
        assert table["thrown"].sum() == pytest.approx(1, abs=1e-12)
        mean = (table["thrown"] * table["realised"]).sum()
        assert mean == pytest.approx(shipped_facts("equilibrium-show")["means"]["crib"], abs=1e-9)


def test_the_mean_of_the_six_card_numbers_over_all_hands_is_the_two_card_number(averages):
    numbers = pair_numbers(SIX_CARD).ravel()
    shares = np.repeat(deal_shares(SIX_CARD), 15)
    for role, table in averages.items():
        strategy = find_opponent("equilibrium-show", role).strategy
        cribs = built_crib_means(strategy).ravel()
        held = np.bincount(numbers, weights=shares, minlength=182)
        points = np.bincount(numbers, weights=shares * cribs, minlength=182)
        six_card = {number: points[number] / held[number] for number in range(182) if held[number]}
        ranks = "A23456789TJQK"
        pairs = [(one, other) for one in range(13) for other in range(one, 13)]
        for row in table.itertuples():
            number = pairs.index((ranks.index(row.rank1), ranks.index(row.rank2))) + 91 * row.suited
            assert row.two_card == pytest.approx(six_card[number], abs=1e-9)
            assert row.least < row.two_card < row.most
            assert row.least - 1e-9 <= row.realised <= row.most + 1e-9


def test_the_two_card_number_is_that_of_simulated_deals():
    deals, seed = 20_000, 3
    rng = np.random.default_rng(seed)
    opponent = find_opponent("greedy", "dealer").strategy
    table = crib_averages("dealer", opponent="greedy")
    row = table[(table["rank1"] == "5") & (table["rank2"] == "J") & table["suited"]].iloc[0]
    mine = parse_cards("5H JH")
    rest = np.setdiff1d(np.arange(52, dtype=np.uint8), mine)
    dealt = rest[rng.random((deals, 50), dtype=np.float32).argpartition(7, axis=1)[:, :7]]
    dealt = rng.permuted(dealt, axis=1)
    hands, starters = np.sort(dealt[:, :6], axis=1), dealt[:, 6]
    weights = opponent.weights()
    cribs = np.empty(deals)
    throws = throws_of(SIX_CARD).thrown
    from test_equilibrium import places_in

    for i, (hand, hand_class) in enumerate(zip(hands, rank_classes(hands), strict=True)):
        places = places_in(tuple(hand.tolist()), tuple(unrank_classes([hand_class], 6)[0].tolist()))
        drawn = rng.choice(np.flatnonzero(weights[hand_class]))
        thrown = hand[[places[place] for place in throws[drawn]]]
        cribs[i] = score_hands([[*mine, *thrown]], [starters[i]], crib=True)[0]
    assert abs(cribs.mean() - row["two_card"]) < 4 * cribs.std() / np.sqrt(deals)


def test_the_two_card_numbers_are_near_a_published_simulation(averages):
    """A Monte Carlo with real suits; its players throw by another strategy, and no standard errors are told."""
    for role, table in averages.items():
        numbers = {(row.rank1, row.rank2, row.suited): row.two_card for row in table.itertuples()}
        away = [
            abs(float(row["value"]) - numbers[row["rank1"], row["rank2"], row["suits"] == "suited"])
            for row in published("fitzgerald_mc")
            if row["role"] == role
        ]
        assert len(away) == 169
        assert max(away) < 0.09
        assert np.mean(away) < 0.025


@pytest.mark.parametrize(("role", "mean_away", "most_away"), [("dealer", 0.012, 0.035), ("pone", 0.024, 0.07)])
def test_the_realised_numbers_are_near_a_published_table_of_ranks(averages, role, mean_away, most_away):
    """Hessel's model has ranks alone and no flush; the exact numbers lie a little off his, and this much bounds it."""
    table = averages[role]
    sums = (
        table.assign(points=table["thrown"] * table["realised"]).groupby(["rank1", "rank2"])[["points", "thrown"]].sum()
    )
    realised = sums["points"] / sums["thrown"]
    away = [abs(float(row["value"]) - realised[row["rank1"], row["rank2"]]) for row in published(f"hessel_{role}")]
    assert len(away) == 91
    assert np.mean(away) < mean_away
    assert max(away) < most_away


@pytest.mark.parametrize("name", ["schell", "colvert"])
@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_the_realised_numbers_have_the_shape_of_older_tables(averages, name, role):
    table = averages[role]
    sums = (
        table.assign(points=table["thrown"] * table["realised"]).groupby(["rank1", "rank2"])[["points", "thrown"]].sum()
    )
    realised = sums["points"] / sums["thrown"]
    rows = published(f"{name}_{role}")
    ours = [realised[row["rank1"], row["rank2"]] for row in rows]
    theirs = [float(row["value"]) for row in rows]
    ranks = [np.argsort(np.argsort(values)) for values in (ours, theirs)]
    assert np.corrcoef(*ranks)[0, 1] > 0.97


def test_pairs_are_numbered_by_rank_and_suit():
    numbers = pair_numbers(SIX_CARD)
    pairs = [(one, other) for one in range(13) for other in range(one, 13)]
    for hand_class in (0, 4_321, 500_000, class_count(6) - 1):
        hand = unrank_classes([hand_class], 6)[0].tolist()
        for throw, (one, other) in enumerate(combinations(hand, 2)):
            suited = one % 4 == other % 4
            assert numbers[hand_class, throw] == pairs.index((one // 4, other // 4)) + 91 * suited


def test_averages_of_no_role_or_opponent_are_refused(refuses):
    refuses(RoleError, "dealer or pone expected", crib_averages, "button")
    refuses(OpponentError, "not an opponent known here", crib_averages, "dealer", opponent="nobody")


# Built tables


@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_hands_read_from_built_tables_have_the_means_of_the_enumeration(role):
    rng = np.random.default_rng(8)
    hands = np.sort(rng.random((12, 52)).argpartition(6, axis=1)[:, :6].astype(np.uint8), axis=1)
    paired = np.sort(np.array([parse_cards(text) for text in ("5S 5H 6C 6S JH JD", "7H 7S 7C 8D 8C 8S")]), axis=1)
    hands = np.vstack([hands, paired])
    means = throw_means(hands, role)
    for row, hand in enumerate(hands):
        found = {throw.throw: throw for throw in analyse_discard(hand, role).throws}
        for throw, places in enumerate(throws_of(SIX_CARD).thrown):
            names = tuple(f"{'A23456789TJQK'[card // 4]}{'CDHS'[card % 4]}" for card in hand[places])
            told = (found[names].hand_points, found[names].crib, found[names].heels, found[names].net)
            looked_up = (
                means.hand_points[row, throw],
                means.crib[row, throw],
                means.heels[row, 0],
                means.net[row, throw],
            )
            assert looked_up == pytest.approx(told, abs=1e-9)


def test_a_built_table_is_kept_and_a_damaged_one_is_built_again(tmp_path, monkeypatch):
    from dataclasses import replace

    from cribstats.discard import greedy_strategy
    from cribstats.files import CACHE_VARIABLE

    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    small = replace(SIX_CARD, name="four-card", dealt=4, hand_flush=9)
    strategy = greedy_strategy(small)
    means = built_crib_means(strategy)
    path = crib_means_path(strategy)
    assert path.exists()
    path.write_bytes(path.read_bytes()[:-100])
    assert np.array_equal(built_crib_means(strategy), means)
    assert np.array_equal(built_crib_means(strategy), means)


def test_no_hands_have_no_means():
    assert throw_means(np.zeros((0, 6), dtype=np.uint8), "dealer").net.shape == (0, 15)


def test_what_are_no_hands_are_refused(refuses):
    refuses(CardError, "integers of shape", throw_means, [[1, 2, 3]], "dealer")
    refuses(HandError, "does not ascend", throw_means, [[5, 4, 3, 2, 1, 0]], "dealer")
    refuses(RoleError, "dealer or pone", throw_means, [[0, 1, 2, 3, 4, 5]], "button")
