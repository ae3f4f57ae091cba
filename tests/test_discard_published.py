"""The discard against figures that other people and other programs published."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from cribstats import analyse_discard
from cribstats.cards import RANK_NAMES
from cribstats.discard import find_opponent, read_crib_table

PUBLISHED_HAND = "2C 3H 4D 5D 5S JS"

# Mean of what is kept by what is thrown, three decimals.
KEEP_MEANS = {"2C JS": 12.478, "2C 3H": 9.761, "5D 5S": 8.174, "5D JS": 8.478, "3H JS": 6.304}

# Mean of the crib against any two cards, three decimals.
CRIB_MEANS = {
    "2C JS": 3.898,
    "2C 4D": 4.545,
    "3H 4D": 4.883,
    "2C 3H": 6.739,
    "5D 5S": 9.027,
    "5S JS": 7.238,
    "5D JS": 7.183,
}

# Hand and crib against any two cards, seven decimals; on the first three other programs agree.
FIVES = "5S 4D JD 4C 5C 5H"
FIVES_MEANS = {"4C 4D": (16.6304348, 5.7592446), "4D JD": (12.9130435, 3.8266359)}

# Figures that are not ours to ship: beside the repository, if at all.
REFERENCE = Path(__file__).resolve().parents[2] / "shared" / "reference"
needs_reference = pytest.mark.skipif(not REFERENCE.is_dir(), reason=f"no published tables in '{REFERENCE}'")
TABLES = [
    f"crib_table_{source}_{role}.csv" for source in ("hessel", "schell", "colvert") for role in ("dealer", "pone")
]


def against_random(hand, role="dealer"):
    """Analyse a hand against any two cards: throws by their names."""
    return {" ".join(throw.throw): throw for throw in analyse_discard(hand, role, opponent="random").throws}


@pytest.fixture(scope="module")
def published():
    return against_random(PUBLISHED_HAND)


@pytest.fixture(scope="module")
def fives():
    return against_random(FIVES)


@pytest.mark.parametrize("throw", KEEP_MEANS)
def test_keep_means_are_the_published_ones(published, throw):
    assert round(published[throw].hand_points, 3) == KEEP_MEANS[throw]


@pytest.mark.parametrize("opponent", ["random", "greedy"])
@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_keep_means_have_nothing_to_do_with_the_opponent(role, opponent):
    throws = {" ".join(throw.throw): throw for throw in analyse_discard(PUBLISHED_HAND, role, opponent=opponent).throws}
    assert {throw: round(throws[throw].hand_points, 3) for throw in KEEP_MEANS} == KEEP_MEANS


@pytest.mark.parametrize("throw", CRIB_MEANS)
def test_crib_means_against_random_are_the_published_ones(published, throw):
    assert round(published[throw].crib, 3) == CRIB_MEANS[throw]


@pytest.mark.parametrize("throw", FIVES_MEANS)
def test_hand_and_crib_against_random_are_those_of_other_programs(fives, throw):
    found = fives[throw]
    assert (round(found.hand_points, 7), round(found.crib, 7)) == FIVES_MEANS[throw]


def test_hand_and_crib_together_are_those_of_other_programs_and_the_net_has_heels_on_top(fives):
    joint = fives["4C 4D"].joint.sum(axis=1)
    points, crib = np.indices(joint.shape)
    mean = float((joint * (points + crib)).sum())
    deviation = sqrt(float((joint * (points + crib - mean) ** 2).sum()))
    assert round(mean, 7) == 22.3896794
    assert round(deviation, 4) == 4.5247
    assert round(fives["4C 4D"].net - mean, 7) == 0.1304348
    assert fives["4C 4D"].heels == pytest.approx(2 * 3 / 46, rel=0, abs=1e-12)


def test_a_flush_kept_is_worth_what_is_published():
    assert round(against_random("2H 6H 8H TH 4S KC")["4S KC"].hand_points, 7) == 6.4565217


@needs_reference
@pytest.mark.parametrize("name", TABLES)
def test_published_tables_are_read_and_symmetric(name):
    table = read_crib_table(REFERENCE / name)
    assert table.shape == (13, 13)
    assert (table == table.T).all()
    assert 2.5 < table.min() < table.max() < 11
    assert np.unravel_index(table.argmax(), table.shape) == (4, 4)


@needs_reference
@pytest.mark.parametrize("source", ["hessel", "schell", "colvert"])
@pytest.mark.parametrize(("role", "other"), [("dealer", "pone"), ("pone", "dealer")])
def test_cribs_against_who_throws_by_a_published_table_are_near_that_table(source, role, other):
    opponent = REFERENCE / f"crib_table_{source}_{other}.csv"
    analysis = analyse_discard(PUBLISHED_HAND, role, opponent=opponent)
    assert analysis.opponent == opponent.name
    assert find_opponent(str(opponent), role).name == opponent.name
    # What a table calls the crib of two ranks is a mean over hands, and here is that of one; all the same it is nearer
    # to the table of its own role than to that of the other.
    cribs = np.array([throw.crib for throw in analysis.throws])
    own, others = (
        np.array([table[tuple(RANK_NAMES.index(name[0]) for name in throw.throw)] for throw in analysis.throws])
        for table in (read_crib_table(REFERENCE / f"crib_table_{source}_{side}.csv") for side in (role, other))
    )
    assert np.corrcoef(cribs, own)[0, 1] > 0.97
    assert np.abs(cribs - own).mean() < np.abs(cribs - others).mean()
