"""Sets of cards and their suit classes: numbered without gaps, back and forth, and rightly told apart."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cribstats.errors import ArgumentError, CardError, HandError
from cribstats.suits import (
    LARGEST_SET,
    binomials,
    class_count,
    class_sizes,
    rank_classes,
    rank_sets,
    set_count,
    suit_tables,
    unrank_classes,
    unrank_sets,
)

# Published counts of suit classes: of two cards the 169 starting hands of poker, of seven the 6,009,159 of its boards.
CLASS_COUNTS = {1: 13, 2: 169, 3: 1_755, 4: 16_432, 5: 134_459, 6: 962_988, 7: 6_009_159}
SIZES = list(CLASS_COUNTS)
SUIT_ORDERS = list(permutations(range(4)))

SETS = st.integers(1, LARGEST_SET).flatmap(
    # Half of them from few ranks, where suits are often alike.
    lambda size: st.one_of(
        st.lists(st.integers(0, 51), unique=True, min_size=size, max_size=size),
        st.lists(st.integers(20, 31), unique=True, min_size=size, max_size=size),
    )
)


def renamed(cards, order):
    """Rename the suits of cards."""
    return [4 * (card // 4) + order[card % 4] for card in cards]


def canonical(cards):
    """Return the least of the 24 hands that renaming the suits makes: the class, by brute force."""
    return min(tuple(sorted(renamed(cards, order))) for order in SUIT_ORDERS)


def random_sets(seed, count, size, lowest=0, highest=51):
    """Draw sets of cards, each card of a range equally likely."""
    random = np.random.default_rng(seed)
    return random.permuted(np.tile(np.arange(lowest, highest + 1), (count, 1)), axis=1)[:, :size]


def power_series_product(factors):
    """Multiply polynomials in x, each (1 + x^step)^power, up to x^7."""
    product = [1] + [0] * LARGEST_SET
    for step, power in factors:
        factor = [comb(power, n // step) if n % step == 0 else 0 for n in range(LARGEST_SET + 1)]
        product = [sum(product[i] * factor[n - i] for i in range(n + 1)) for n in range(LARGEST_SET + 1)]
    return product


@pytest.mark.parametrize(("size", "count"), CLASS_COUNTS.items())
def test_class_counts_are_the_published_ones(size, count):
    assert class_count(size) == count


@pytest.mark.parametrize("size", SIZES)
def test_class_counts_follow_from_burnsides_lemma(size):
    # By the cycles of a suit permutation: how many permutations have them, and the sets that they leave alone.
    fixed = [
        (1, [(1, 52)]),
        (6, [(1, 26), (2, 13)]),
        (3, [(2, 26)]),
        (8, [(1, 13), (3, 13)]),
        (6, [(4, 13)]),
    ]
    total = sum(times * power_series_product(factors)[size] for times, factors in fixed)
    assert Fraction(total, 24) == class_count(size)


@pytest.mark.parametrize("size", SIZES)
def test_set_counts_are_binomial(size):
    assert set_count(size) == comb(52, size)


def test_binomials_are_those_of_the_textbook():
    table = binomials()
    assert table.shape == (52, 8)
    assert all(table[n, k] == comb(n, k) for n in range(52) for k in range(8))


@pytest.mark.parametrize("size", SIZES)
def test_every_class_is_the_class_of_its_representative(size):
    classes = np.arange(class_count(size))
    assert np.array_equal(rank_classes(unrank_classes(classes, size)), classes)


@pytest.mark.parametrize("size", SIZES)
def test_class_sizes_sum_to_all_sets(size):
    sizes = class_sizes(np.arange(class_count(size)), size)
    assert sizes.dtype == np.int64
    assert sizes.sum() == comb(52, size)
    assert set(np.unique(sizes)) <= {1, 4, 6, 12, 24}


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_every_set_falls_into_a_class_as_often_as_the_class_is_large(size):
    classes = rank_classes(unrank_sets(np.arange(set_count(size)), size))
    counts = np.bincount(classes, minlength=class_count(size))
    assert np.array_equal(counts, class_sizes(np.arange(class_count(size)), size))


@pytest.mark.parametrize("size", [1, 2, 3])
def test_two_sets_are_of_one_class_exactly_if_the_suits_can_be_renamed_completely(size):
    sets = list(combinations(range(52), size))
    of_form = {}
    for cards, suit_class in zip(sets, rank_classes(sets).tolist(), strict=True):
        assert of_form.setdefault(canonical(cards), suit_class) == suit_class
    assert len(of_form) == len(set(of_form.values())) == class_count(size)


@pytest.mark.parametrize("size", [4, 5, 6, 7])
@pytest.mark.parametrize(("lowest", "highest"), [(0, 51), (16, 27)], ids=["whole pack", "three ranks"])
def test_two_sets_are_of_one_class_exactly_if_the_suits_can_be_renamed(size, lowest, highest):
    sets = random_sets(size, 1500, size, lowest, highest)
    of_form, of_class = {}, {}
    for cards, suit_class in zip(sets.tolist(), rank_classes(sets).tolist(), strict=True):
        form = canonical(cards)
        assert of_form.setdefault(form, suit_class) == suit_class
        assert of_class.setdefault(suit_class, form) == form


@pytest.mark.parametrize("size", SIZES)
def test_class_sizes_are_those_of_brute_force(size):
    classes = np.random.default_rng(size).integers(class_count(size), size=300)
    # And the last ones, where the cards are spread over the suits and the suits often alike.
    classes = np.concatenate([classes, np.arange(class_count(size))[-100:]])
    sizes = class_sizes(classes, size)
    for cards, class_size in zip(unrank_classes(classes, size).tolist(), sizes.tolist(), strict=True):
        assert class_size == len({tuple(sorted(renamed(cards, order))) for order in SUIT_ORDERS})


@given(SETS, st.permutations(range(4)))
def test_renaming_the_suits_keeps_the_class(cards, order):
    here, there = rank_classes([cards, renamed(cards, order)])
    assert here == there


@given(SETS.flatmap(lambda cards: st.tuples(st.just(cards), st.permutations(cards))))
def test_the_order_of_cards_is_nothing(orders):
    here, there = rank_classes(orders)
    assert here == there
    here, there = rank_sets(orders)
    assert here == there


@given(SETS)
def test_the_representative_is_of_the_same_class_by_brute_force(cards):
    representative = unrank_classes(rank_classes([cards]), len(cards))[0].tolist()
    assert canonical(representative) == canonical(cards)


@pytest.mark.parametrize("size", SIZES)
def test_representatives_have_ascending_cards_and_the_longest_suit_first(size):
    cards = unrank_classes(np.arange(min(class_count(size), 200_000)), size)
    assert cards.dtype == np.uint8
    assert (cards[:, 1:] > cards[:, :-1]).all()
    lengths = np.stack([(cards % 4 == suit).sum(axis=1) for suit in range(4)], axis=1)
    assert (lengths[:, 1:] <= lengths[:, :-1]).all()
    masks = np.stack(
        [((cards % 4 == suit) * (1 << (cards // 4).astype(np.int64))).sum(axis=1) for suit in range(4)], axis=1
    )
    of_one_length = lengths[:, 1:] == lengths[:, :-1]
    assert (masks[:, 1:] <= masks[:, :-1])[of_one_length].all()


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_sets_are_numbered_in_colex_order_completely(size):
    in_order = sorted(combinations(range(52), size), key=lambda cards: cards[::-1])
    ranks = np.arange(set_count(size))
    assert np.array_equal(unrank_sets(ranks, size), in_order)
    assert np.array_equal(rank_sets(in_order), ranks)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_ranks_of_large_sets_go_back_and_forth(size):
    ranks = np.random.default_rng(size).integers(set_count(size), size=100_000)
    ranks[:2] = 0, set_count(size) - 1
    sets = unrank_sets(ranks, size)
    assert (sets[:, 1:] > sets[:, :-1]).all()
    assert np.array_equal(rank_sets(sets), ranks)


@given(SETS)
def test_a_colex_rank_is_the_sum_of_binomials(cards):
    rank = sum(comb(card, i + 1) for i, card in enumerate(sorted(cards)))
    assert rank_sets([cards]).tolist() == [rank]
    assert unrank_sets([rank], len(cards))[0].tolist() == sorted(cards)


@pytest.mark.parametrize("size", SIZES)
def test_no_sets_give_empty_arrays_of_the_right_form(size):
    nothing = np.zeros((0, size), dtype=np.uint8)
    for function in (rank_classes, rank_sets):
        assert function(nothing).shape == (0,)
        assert function(nothing).dtype == np.int64
    for function in (unrank_classes, unrank_sets):
        assert function([], size).shape == (0, size)
        assert function([], size).dtype == np.uint8
    assert class_sizes([], size).shape == (0,)


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int32, np.int64, np.uint64])
def test_any_integer_type_is_taken(dtype):
    sets = np.array([[51, 3, 18]], dtype=dtype)
    assert rank_sets(sets).tolist() == [comb(3, 1) + comb(18, 2) + comb(51, 3)]
    assert rank_classes(sets).tolist() == rank_classes([[3, 18, 51]]).tolist()
    assert unrank_classes(np.array([12], dtype=dtype), 1).tolist() == [[48]]


@pytest.mark.parametrize("function", [rank_classes, rank_sets])
@pytest.mark.parametrize(
    ("cards", "error", "match"),
    [
        ([1, 2], CardError, r"shape \(2,\) and type int64: integers of shape \(sets, size\) expected$"),
        ([[1.0, 2.0]], CardError, r"type float64: integers of shape \(sets, size\) expected$"),
        ([[True, False]], CardError, r"type bool: integers of shape \(sets, size\) expected$"),
        ("5H 5C", CardError, r"integers of shape \(sets, size\) expected$"),
        ([["5H", "5C"]], CardError, r"integers of shape \(sets, size\) expected$"),
        ([[1, 52]], CardError, "^52 is not a card number: 0 to 51 expected$"),
        ([[1, 2], [-1, 3]], CardError, "^-1 is not a card number: 0 to 51 expected$"),
        ([[1, 2], [5, 5]], HandError, "^row 1 has a card twice: different cards expected$"),
        ([[3, 1, 3]], HandError, "^row 0 has a card twice: different cards expected$"),
        (np.zeros((3, 0), dtype=int), ArgumentError, "^0 cards: sets of 1 to 7 cards expected$"),
        ([range(8)], ArgumentError, "^8 cards: sets of 1 to 7 cards expected$"),
    ],
)
def test_cards_of_a_wrong_form_are_refused(refuses, function, cards, error, match):
    refuses(error, match, function, cards)


@pytest.mark.parametrize("function", [unrank_classes, unrank_sets, class_sizes])
@pytest.mark.parametrize("size", [0, 8, -1, 2.0, "2", None])
def test_sizes_out_of_range_are_refused(refuses, function, size):
    refuses(ArgumentError, f"^{size} cards: sets of 1 to 7 cards expected$", function, [0], size)


@pytest.mark.parametrize("function", [class_count, set_count, suit_tables])
@pytest.mark.parametrize("size", [0, 8, 2.5])
def test_counts_of_sizes_out_of_range_are_refused(refuses, function, size):
    refuses(ArgumentError, f"^{size} cards: sets of 1 to 7 cards expected$", function, size)


@pytest.mark.parametrize(
    ("function", "count", "what"),
    [
        (unrank_classes, 169, "class of 2 cards"),
        (class_sizes, 169, "class of 2 cards"),
        (unrank_sets, 1326, "set of 2"),
    ],
)
def test_numbers_out_of_range_are_refused(refuses, function, count, what):
    refuses(ArgumentError, f"^{what}.*: {count} is not one of 0 to {count - 1}$", function, [0, count], 2)
    refuses(ArgumentError, f"^{what}.*: -1 is not one of 0 to {count - 1}$", function, [0, -1], 2)
    refuses(ArgumentError, r"integers of shape \(n,\) expected, not float64 of shape \(1,\)$", function, [0.0], 2)
    refuses(ArgumentError, r"integers of shape \(n,\) expected, not int64 of shape \(1, 2\)$", function, [[0, 1]], 2)
    refuses(ArgumentError, r"integers of shape \(n,\) expected, not int64 of shape \(\)$", function, 0, 2)
