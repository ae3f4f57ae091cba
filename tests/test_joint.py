from __future__ import annotations

from dataclasses import replace
from math import comb

import numpy as np
import pytest

from cribstats import SIX_CARD, shipped_pair
from cribstats.deals import keep_weights
from cribstats.deals.joint import joint_keep_weights, keep_weights_beside
from cribstats.discard.dealt import keep_numbers
from cribstats.discard.opponents import find_pair
from cribstats.show.tables import rank_multisets
from cribstats.suits import rank_classes, unrank_sets

# Three cards dealt, one kept: all pairs of hands can be gone through.
THREE_DEALT = replace(SIX_CARD, name="three-dealt", dealt=3, hand_flush=9)


def kept_by_hand(strategy, hands):
    """How likely each hand keeps each rank, as the strategy of its class tells."""
    classes = rank_classes(hands)
    kept = np.zeros((len(hands), 13))
    for throw in range(3):
        numbers = keep_numbers(THREE_DEALT)[classes, throw]
        np.add.at(kept, (np.arange(len(hands)), numbers), strategy.weights()[classes, throw])
    return kept


def test_joint_weights_are_those_of_all_pairs_of_hands():
    """Each pair of hands by itself, what each keeps being told by the strategy of its class."""
    pair = find_pair("greedy", variant=THREE_DEALT)
    found = joint_keep_weights(pair)
    hands = unrank_sets(np.arange(comb(52, 3)), 3)
    kept = kept_by_hand(pair.pone, hands)
    others = kept_by_hand(pair.dealer, hands)
    masks = (np.uint64(1) << hands.astype(np.uint64)).sum(axis=1)
    expected = np.zeros((13, 13))
    for mask, own in zip(masks, kept, strict=True):
        expected += np.outer(own, others[(masks & mask) == 0].sum(axis=0))
    assert found == pytest.approx(expected, rel=1e-9)
    assert found.sum() == pytest.approx(comb(52, 3) * comb(49, 3), rel=1e-12)


@pytest.mark.slow
def test_joint_weights_of_the_equilibrium_have_the_weights_of_each_side():
    pair = shipped_pair("equilibrium-show")
    joint = joint_keep_weights(pair)
    assert joint.sum() == pytest.approx(comb(52, 6) * comb(46, 6), rel=1e-12)
    for axis, side in ((1, pair.pone), (0, pair.dealer)):
        expected = keep_weights(side) * comb(46, 6)
        assert np.abs(joint.sum(axis=axis) - expected).max() < 1e-12 * joint.sum()
    keeps = rank_multisets(4)
    assert joint[keeps.index((4, 4, 4, 4)), keeps.index((4, 4, 4, 5))] < 1e-3


def test_what_is_kept_beside_a_keep_is_that_of_all_hands_without_its_cards():
    """Each card of a rank taken out by itself, and all hands that are left gone through."""
    strategy = find_pair("greedy", variant=THREE_DEALT).dealer
    found = keep_weights_beside(strategy)
    assert found.sum(axis=1) == pytest.approx([comb(51, 3)] * 13, rel=1e-12)
    hands = unrank_sets(np.arange(comb(52, 3)), 3)
    kept = kept_by_hand(strategy, hands)
    for rank in (0, 6, 12):
        rows = [kept[~(hands == 4 * rank + suit).any(axis=1)].sum(axis=0) for suit in range(4)]
        assert found[rank] == pytest.approx(np.mean(rows, axis=0), rel=1e-9)
