"""Cribs by ranks alone: the published model, reproduced, and how far it is from the exact answer."""

from __future__ import annotations

import csv
import runpy
from itertools import combinations_with_replacement
from math import comb
from pathlib import Path

import numpy as np
import pytest
from naive import score
from naive_ranks import (
    JACK,
    PAIRS,
    RANKS,
    Strategy,
    Tables,
    combination_points,
    counts,
    deals,
    hands,
    law_by_tables,
    law_of_deals,
    realised_averages,
    settle,
    shows,
    throw_best,
    thrown_shares,
    throws,
)

ROOT = Path(__file__).resolve().parents[1]
REFERENCE = ROOT.parent / "shared" / "reference"
needs_reference = pytest.mark.skipif(not REFERENCE.is_dir(), reason=f"no published tables in '{REFERENCE}'")
OPPOSITE_HANDS = comb(46, 6)
STARTERS = 40


def ranks_of(text):
    return tuple(sorted("A23456789TJQK".index(name) + 1 for name in text))


def number_of_hand(text):
    return int(np.flatnonzero((hands() == ranks_of(text)).all(axis=1))[0])


def number_of_pair(text):
    return PAIRS.index(ranks_of(text))


def only(hand, pair):
    """Hold one hand alone and throw one pair from it."""
    return Strategy(np.array([number_of_hand(hand)]), np.array([number_of_pair(pair)]), np.array([1.0]))


def ignoring_the_crib():
    return throw_best(np.zeros(len(PAIRS)))


# The show


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("2468T", 0),
        ("78", 2),  # fifteen
        ("555", 8),  # a fifteen and a pair royal
        ("4444", 12),  # a double pair royal
        ("555J5", 28),  # four fifteens with the Jack, four of fives, a double pair royal
        ("678", 5),  # a fifteen and a run of three
        ("45566", 24),  # four runs of three, two pairs, four fifteens
        ("AA233", 16),  # four runs of three and two pairs
        ("9TJQK", 5),
        ("2345K", 8),  # a run of four, fifteens 2 3 K and 5 K
        ("QKA23", 7),  # the ace does not follow the king
    ],
)
def test_combinations_count_as_the_rules_say(cards, points):
    assert combination_points(ranks_of(cards)) == points


def test_combinations_are_those_of_the_scorer_by_cards():
    held = [ranks for ranks in combinations_with_replacement(RANKS, 5) if max(map(ranks.count, ranks)) <= 4]
    assert len(held) == 6175
    for ranks in held:
        cards = [(rank, "cdhs"[ranks[:place].count(rank)]) for place, rank in enumerate(ranks)]
        # Shown as a crib without a starter there is no nobs, and no flush.
        assert combination_points(ranks) == score(cards, crib=True)


def test_nobs_is_a_quarter_for_each_jack_unless_the_starter_is_one():
    by_starter = dict(zip(RANKS, shows(ranks_of("555J")), strict=True))
    assert by_starter[5] == 28.25
    assert by_starter[JACK] == 22
    assert shows(ranks_of("2JJJ"))[8 - 1] == 6.75


# Hands


def test_the_hands_of_six_ranks_are_all_that_can_be_dealt():
    assert hands().shape == (18_395, 6)
    assert deals().sum() == comb(52, 6)
    assert deals()[number_of_hand("AAAA22")] == 6
    assert deals()[number_of_hand("A23456")] == 4**6


@pytest.mark.parametrize(("thrown", "mean"), [("2J", 12.478), ("3J", 6.304), ("5J", 8.478)])
def test_keeps_without_a_jack_have_the_published_means(thrown, mean):
    """The hand 2 3 4 5 5 J, published by its cards: nothing kept is of one suit."""
    hand, pair, kept = throws()
    row = (hand == number_of_hand("23455J")) & (pair == number_of_pair(thrown))
    assert np.round(kept[row], 3).tolist() == [mean]


def test_a_bonus_decides_and_equal_throws_are_equally_likely():
    bonus = np.zeros(len(PAIRS))
    bonus[[number_of_pair("55"), number_of_pair("5J")]] = 100
    hand, pair, kept = throws()
    best = throw_best(
        bonus - np.bincount(pair, weights=kept * (hand == number_of_hand("23455J")), minlength=len(PAIRS))
    )
    mine = best.hand == number_of_hand("23455J")
    assert best.pair[mine].tolist() == [number_of_pair("55"), number_of_pair("5J")]
    assert best.chance[mine].tolist() == [0.5, 0.5]


# Deals


def test_two_hands_meet_in_as_many_ways_as_their_cards_allow():
    law = law_of_deals(only("AAAA22", "22"), only("23333K", "2K"))
    # One hand in C(4,2) ways, the other in C(2,1) * 1 * 4; left are no ace, one deuce, no three, three kings.
    starters = np.full(13, 4.0)
    starters[[0, 1, 2, 12]] = 0, 1, 0, 3
    assert law[number_of_pair("22"), number_of_pair("2K")].tolist() == (6 * 8 * starters).tolist()
    assert law.sum() == 6 * 8 * STARTERS
    assert law_of_deals(only("AAAA22", "22"), only("A23456", "23")).sum() == 0


def test_a_hand_meets_every_other_and_every_starter_alike():
    """Whatever the other player throws, the starter is any of the 46 cards that a hand leaves."""
    dealer = Strategy(*(column[::50] for column in ignoring_the_crib()))
    law = law_of_deals(dealer, ignoring_the_crib())
    ways = deals()[dealer.hand] * dealer.chance * OPPOSITE_HANDS * STARTERS
    assert law.sum() == pytest.approx(ways.sum(), rel=1e-12)
    assert law.sum(axis=(0, 1)) == pytest.approx(ways @ (4 - counts()[dealer.hand]) / 46, rel=1e-12)


def test_the_mean_crib_of_a_hand_is_that_of_simulated_deals():
    count, seed = 20_000, 11
    pone = ignoring_the_crib()
    mean = realised_by_dealer(law_of_deals(only("5678QK", "QK"), pone))
    thrown = {tuple(hands()[hand]): PAIRS[pair] for hand, pair, _ in zip(*pone, strict=True)}
    mine = [16, 20, 24, 28, 44, 48]  # a card is 4 * (rank - 1) + suit
    rest = np.setdiff1d(np.arange(52), mine)
    dealt = np.random.default_rng(seed).permuted(np.tile(rest, (count, 1)), axis=1)[:, :7] // 4 + 1
    cribs = np.array(
        [
            shows(tuple(sorted((12, 13, *thrown[tuple(sorted(ranks))]))))[starter - 1]
            for *ranks, starter in dealt.tolist()
        ]
    )
    assert abs(cribs.mean() - mean) < 4 * cribs.std() / np.sqrt(count)


def realised_by_dealer(law):
    """Return the mean crib of the one pair that the dealer throws."""
    with np.errstate(invalid="ignore"):
        table = realised_averages(law).dealer
    return table[~np.isnan(table)].item()


# The published tables


@pytest.fixture(scope="module")
def settled():
    return settle()


@pytest.fixture(scope="module")
def settled_law(settled):
    return law_by_tables(settled)


def published_tables():
    tables = []
    for role in Tables._fields:
        with (REFERENCE / f"crib_table_hessel_{role}.csv").open(encoding="utf-8") as stream:
            value = {ranks_of(row["rank1"] + row["rank2"]): float(row["value"]) for row in csv.DictReader(stream)}
        tables.append(np.array([value[pair] for pair in PAIRS]))
    return Tables(*tables)


@needs_reference
@pytest.mark.slow
def test_the_182_published_averages_are_reproduced(settled):
    """Hessel's tables, two decimals: rounding alone makes errors of 0.0025 on average."""
    away = np.abs(np.subtract(settled, published_tables()))
    assert away.shape == (2, 91)
    assert away.mean() < 0.004
    assert away.max() < 0.015


@needs_reference
@pytest.mark.slow
def test_both_published_tables_average_the_crib_of_the_same_deals(settled_law):
    for shares, table in zip(thrown_shares(settled_law), published_tables(), strict=True):
        assert shares.sum() == pytest.approx(1, abs=1e-12)
        assert shares @ table == pytest.approx(4.797, abs=0.001)


@pytest.mark.slow
def test_settled_tables_rest_and_average_the_crib_of_the_same_deals(settled, settled_law):
    reached = realised_averages(settled_law)
    assert np.abs(np.subtract(reached, settled)).max() < 0.02
    for shares, table in zip(thrown_shares(settled_law), settled, strict=True):
        assert shares @ table == pytest.approx(4.797, abs=0.001)


# Against the exact answer


@pytest.fixture(scope="module")
def script():
    """The names of the script that makes the page."""
    return runpy.run_path(str(ROOT / "docs" / "make_rank_only.py"))


@pytest.mark.slow
def test_the_page_tells_how_far_ranks_alone_are_from_the_exact_answer(script, settled):
    frame = script["figures_of_both"](settled)
    lines = (ROOT / "docs" / "rank_only.md").read_text("utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")][2:]
    assert [row[:2] for row in rows] == frame[["figure", "unit"]].to_numpy().tolist()
    for (_, _, *told), (_, _, *found) in zip(rows, frame.to_numpy().tolist(), strict=True):
        assert [float(cell) for cell in told] == pytest.approx(found, abs=1e-4)
    figure = frame.set_index(["figure", "unit"])

    def both(name, unit="points"):
        return figure.loc[(name, unit), ["dealer", "pone"]].to_numpy(dtype=float)

    # Over all throws nobs comes out right, so what is missed is the flush: four cards of one suit, and their starter.
    flush = 4 * comb(13, 4) / comb(52, 4) * (4 + 9 / 48)
    assert both("hand: missed, all throws alike") == pytest.approx(flush, abs=1e-12)
    # The tables are good, and so are throws by them. What ranks alone cost is the flush in the hand.
    assert (both("average crib: mean difference, pairs as often as thrown") < [0.012, 0.024]).all()
    assert (both("average crib: largest difference") < [0.035, 0.07]).all()
    lost = {
        player: both(f"throw by {player}: behind the best", "points a deal")
        for player in (
            "ranks alone",
            "the most that ranks can tell",
            "exact hand, table of ranks alone",
            "exact hand, exact averages by ranks and suits",
        )
    }
    assert (lost["ranks alone"] < 0.13).all()
    assert (lost["the most that ranks can tell"] > 0.09).all()
    assert (lost["the most that ranks can tell"] <= lost["ranks alone"]).all()
    assert (lost["exact hand, table of ranks alone"] < 0.004).all()
    assert (lost["exact hand, exact averages by ranks and suits"] > 0.001).all()


@pytest.mark.slow
def test_one_more_round_moves_the_figures_of_the_page_by_no_more_than_it_says(script, settled, settled_law):
    before, after = (script["figures_of_both"](tables) for tables in (settled, realised_averages(settled_law)))
    moved = np.abs(after[["dealer", "pone"]] - before[["dealer", "pone"]]).max(axis=1)
    assert moved[before["unit"] == "points"].max() < 0.003
    assert moved[before["unit"] == "points a deal"].max() < 1e-4


@pytest.mark.slow
def test_what_ranks_alone_lose_is_what_a_best_response_gains(script, settled):
    """The loss once more from two sweeps, with the throws by ranks as a strategy of the package."""
    from cribstats import SIX_CARD, measure_pair, shipped_pair, throw_means
    from cribstats.discard import Strategy as ExactStrategy
    from cribstats.discard.pairs import StrategyPair

    worth = script["rank_hand_means"]() + settled.dealer[script["rank_pair_numbers"]()]
    by_ranks = ExactStrategy.from_weights(script["throw_most"](worth), name="ranks alone", variant=SIX_CARD)
    measure = measure_pair(StrategyPair("ranks alone", by_ranks, shipped_pair("equilibrium-show").pone))
    behind, _ = script["loss"](worth, throw_means(script["all_hands"](), "dealer", opponent="equilibrium-show").net)
    assert measure.dealer_gain == pytest.approx(behind, abs=1e-9)
