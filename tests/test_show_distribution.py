"""All 12,994,800 shows: as published, as scored one by one, and however many threads count."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product

import naive
import numpy as np
import pytest

from cribstats.compute import THREADS_VARIABLE
from cribstats.show import count_shows, score_hands, show_distribution
from cribstats.suits import unrank_sets
from cribstats.variants import FIVE_CARD, SIX_CARD

RULES = pytest.mark.parametrize("crib", [False, True], ids=["hand rule", "crib rule"])

# Counts of all shows by hand rule: S. Lumetta, "Amusing Cribbage Facts", also OEIS A066354.
# fmt: off
PUBLISHED = [
    1_009_008, 99_792, 2_813_796, 505_008, 2_855_676, 697_508, 1_800_268, 751_324, 1_137_236, 361_224,
    388_740, 51_680, 317_340, 19_656, 90_100, 9_168, 58_248, 11_196, 2_708, 0,
    8_068, 2_496, 444, 356, 3_680, 0, 0, 0, 76, 4,
]
# fmt: on


@RULES
def test_all_shows_are_counted_as_published(crib):
    counts = count_shows(crib=crib)
    assert counts.dtype == np.int64
    assert counts.sum() == 12_994_800
    assert counts[0] == (1_022_208 if crib else 1_009_008)
    assert counts[[24, 28, 29]].tolist() == [3680, 76, 4]
    assert counts[[19, 25, 26, 27]].tolist() == [0, 0, 0, 0]
    assert len(counts) == 30


def test_all_hands_have_the_published_distribution_and_mean():
    counts = count_shows()
    assert counts.tolist() == PUBLISHED
    assert counts @ np.arange(30) == 61_974_180


def test_cribs_differ_from_hands_by_the_flushes_of_four_alone():
    # Four clubs and a starter of another suit, of which diamonds stand for three; then four suits for clubs.
    lost = Counter()
    for ranks in combinations(range(1, 14), 4):
        hand = [(rank, "c") for rank in ranks]
        lost.update(naive.score(hand, (rank, "d")) for rank in range(1, 14))
    expected = np.array(PUBLISHED)
    for points, shows_lost in lost.items():
        expected[points] -= 12 * shows_lost
        expected[points - 4] += 12 * shows_lost
    assert count_shows(crib=True).tolist() == expected.tolist()


@RULES
def test_counting_all_shows_is_scoring_them_one_by_one(crib):
    hands = unrank_sets(np.arange(0, 270_725), 4)
    counts = np.zeros(30, dtype=np.int64)
    for starter in range(52):
        rest = hands[(hands != starter).all(axis=1)]
        scores = score_hands(rest, np.full(len(rest), starter), crib=crib)
        counts += np.bincount(scores, minlength=30)
    assert count_shows(crib=crib).tolist() == counts.tolist()


@pytest.mark.parametrize("kept", [1, 2])
def test_small_games_are_counted_as_naively(kept):
    variant = replace(SIX_CARD, dealt=kept + 2, hand_flush=2)
    # By symmetry the starter is a club, and each stands for four.
    scores = Counter()
    for rank, cards in product(range(1, 14), combinations(range(52), kept)):
        hand = naive.cards_of(cards)
        if (rank, "c") not in hand:
            scores[naive.score(hand, (rank, "c"), hand_flush=2)] += 4
    expected = [scores[points] for points in range(max(scores) + 1)]
    assert count_shows(variant=variant).tolist() == expected


@RULES
def test_counts_do_not_depend_on_the_number_of_threads(monkeypatch, crib):
    counts = []
    for threads in ("1", "2", "3"):
        monkeypatch.setenv(THREADS_VARIABLE, threads)
        counts.append(count_shows(crib=crib).tolist())
    assert counts[0] == counts[1] == counts[2]


def test_the_distribution_table_holds_both_rules_and_their_shares():
    table = show_distribution()
    assert list(table.columns) == ["hand", "crib", "hand_share", "crib_share"]
    assert table.index.name == "points"
    assert table.index.tolist() == list(range(30))
    assert table["hand"].tolist() == PUBLISHED
    assert table["crib"].tolist() == count_shows(crib=True).tolist()
    for rule in ("hand", "crib"):
        assert table[f"{rule}_share"].sum() == pytest.approx(1, abs=1e-12)
        assert np.allclose(table[f"{rule}_share"] * 12_994_800, table[rule])


def test_the_distribution_table_of_a_three_card_game_has_cribs_of_four():
    table = show_distribution(variant=FIVE_CARD)
    assert table["hand"].sum() == 22_100 * 49
    assert table["crib"].sum() == 12_994_800
