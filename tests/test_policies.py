"""Compiled plays and policies against slow twins; simulated means against exact ones."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations_with_replacement
from math import comb

import naive
import naive_play
import numpy as np
import pytest

from cribstats.cards import PACK_SIZE, RANK_COUNT, RANK_VALUES, SUIT_COUNT, card_names
from cribstats.errors import ArgumentError
from cribstats.play import kernels, play_keeps, policy_means, policy_weights, score_play, start_play
from cribstats.play.beliefs import MOST_WEIGHT, dealt_weights, keep_beliefs
from cribstats.play.equilibrium import CompactPolicy
from cribstats.play.equilibrium.places import list_places
from cribstats.play.game import FIFTEEN, THIRTY_ONE
from cribstats.play.policies import POLICIES, policy_codes
from cribstats.play.tables import KINDS, play_tables
from cribstats.show.tables import rank_multisets
from cribstats.variants import FIVE_CARD, FOUR_HANDED, SIX_CARD, THREE_HANDED, VARIANTS

GAMES = pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
OF_KIND = {"pair": "pairs", "pair-royal": "pairs", "double-pair-royal": "pairs", "run": "runs"}


def deal_hands(variant, rng):
    """Deal hands of cards kept."""
    cards = rng.sample(range(PACK_SIZE), variant.players * variant.kept)
    return [sorted(cards[seat :: variant.players]) for seat in range(variant.players)]


@cache
def keep_numbers(kept):
    """Number all keeps."""
    return {keep: number for number, keep in enumerate(rank_multisets(kept))}


def keep_number(hand, variant):
    """Find the number of a keep."""
    return keep_numbers(variant.kept)[tuple(sorted(card // 4 for card in hand))]


def kind_totals(log, variant):
    """Add up a log of the slow twin by the kinds of the compiled play."""
    sums = np.zeros((variant.players, len(KINDS)), dtype=int)
    for seat, points in enumerate(naive_play.totals(log, variant.players)):
        for kind, number in points.items():
            sums[seat, KINDS.index(OF_KIND.get(kind, kind))] += number
    return sums


def test_the_numbers_of_the_compiled_play_are_those_of_the_pack_and_of_the_rules():
    assert (RANK_COUNT, SUIT_COUNT, max(RANK_VALUES)) == (kernels.RANKS, kernels.OF_A_RANK, kernels.MOST_VALUE)
    assert (kernels.FIFTEEN, kernels.THIRTY_ONE) == (FIFTEEN, THIRTY_ONE)
    assert [min(rank + 1, kernels.MOST_VALUE) for rank in range(RANK_COUNT)] == list(RANK_VALUES)
    places = (kernels.FOR_FIFTEEN, kernels.FOR_THIRTY_ONE, kernels.PAIRS, kernels.RUNS, kernels.GO, kernels.LAST)
    assert places == tuple(kernels.POINT_BITS * place for place in range(len(KINDS)))


@GAMES
def test_compiled_plays_are_those_of_the_slow_twin(variant):
    rng = random.Random(f"compiled {variant.name}")
    tables = play_tables(variant.kept)
    state = np.zeros(kernels.SEATS + kernels.BLOCKS * variant.players, dtype=np.int64)
    for _ in range(150):
        hands = deal_hands(variant, rng)
        log = naive_play.play_out(
            [naive.cards_of(hand) for hand in hands],
            lambda _seat, able, _pile: rng.choice(able),
            ends_at_go=variant.play_ends_at_go,
        )
        keeps = np.array([[keep_number(hand, variant) for hand in hands]], dtype=np.int16)
        kernels.start_state(state, keeps, 0, tables.keep_cards)
        for seat, what, _ in log:
            if isinstance(what, tuple):
                assert state[kernels.TURN] == seat
                kernels.play_card(state, what[0], variant.players, variant.play_ends_at_go)
        assert state[kernels.TURN] == kernels.OVER
        points = state[kernels.SEATS + kernels.POINTS * variant.players :]
        by_kind = (points[:, None] >> np.arange(len(KINDS)) * kernels.POINT_BITS) & kernels.POINT_MASK
        assert by_kind.tolist() == kind_totals(log, variant).tolist()


def check_card_by_card(hands, choose, variant):
    """Play hands by the readable rules and compiled, and compare what stands after each card; return all of them."""
    tables = play_tables(variant.kept)
    state = np.zeros(kernels.SEATS + kernels.BLOCKS * variant.players, dtype=np.int64)
    keeps = np.array([[keep_number(hand, variant) for hand in hands]], dtype=np.int16)
    kernels.start_state(state, keeps, 0, tables.keep_cards)
    blocks = state[kernels.SEATS :].reshape(kernels.BLOCKS, variant.players)
    readable = start_play(hands, variant=variant)
    events = []
    while readable.turn is not None:
        assert state[kernels.TURN] == readable.turn
        card = choose(readable.legal_cards)
        readable, happened = readable.play(card)
        kernels.play_card(state, card // 4 + 1, variant.players, variant.play_ends_at_go)
        events += happened
        totals = (blocks[kernels.POINTS, :, None] >> np.arange(len(KINDS)) * kernels.POINT_BITS) & kernels.POINT_MASK
        assert totals.sum(axis=1).tolist() == list(readable.points)
        assert blocks[kernels.LEFT].tolist() == [len(hand) for hand in readable.hands]
        if readable.turn is not None:
            assert state[kernels.COUNT] == readable.count
            series = [(int(state[kernels.SERIES]) >> kernels.CARD_BITS * i) & 15 for i in range(len(readable.series))]
            assert series == [card // 4 + 1 for card in readable.series[::-1]]
            # Who has said go cannot play: the compiled play knows at which count.
            said = [seat for seat in range(variant.players) if blocks[kernels.GO_AT, seat] < kernels.THIRTY_ONE]
            assert readable.gos <= set(said)
    assert state[kernels.TURN] == kernels.OVER
    return events


@GAMES
def test_compiled_plays_are_those_of_the_readable_rules_card_by_card(variant):
    rng = random.Random(f"readable {variant.name}")
    for _ in range(200):
        check_card_by_card(deal_hands(variant, rng), rng.choice, variant)


def test_thirteen_cards_are_the_longest_series_and_go_down_where_four_play():
    # Each seat has an ace, a deuce, a three and a four, and plays them in this order: 28 after the first four.
    hands = [[4 * rank + suit for rank in range(4)] for suit in range(4)]
    events = check_card_by_card(hands, min, FOUR_HANDED)
    pegged = [(event.seat, event.count, [(part.kind, part.points) for part in event.parts]) for event in events]
    royals = [[], [("pair", 2)], [("pair-royal", 6)], [("double-pair-royal", 12)]]
    cards = [
        (seat, before + (seat + 1) * (rank + 1), royals[seat])
        for rank, before in enumerate((0, 4, 12))
        for seat in range(4)
    ]
    # The first three makes fifteen.
    assert pegged[:12] == [
        (seat, count, [("fifteen", 2), *parts] if count == 15 else parts) for seat, count, parts in cards
    ]
    assert pegged[12:] == [
        (0, 28, []),
        (1, 28, []),
        (2, 28, []),
        (3, 28, []),
        (0, 28, [("go", 1)]),
        (1, 4, []),
        (2, 8, [("pair", 2)]),
        (3, 12, [("pair-royal", 6), ("last", 1)]),
    ]
    assert [event.is_go for event in events[13:16]] == [True] * 3


def test_a_run_of_seven_is_pegged_where_four_play():
    hands = [[0, 16, 32, 36], [4, 20, 33, 37], [8, 24, 34, 38], [12, 40, 44, 48]]
    order = iter([0, 4, 8, 12, 16, 20, 24])
    events = check_card_by_card(
        hands, lambda able: next((card for card in order if card in able), able[0]), FOUR_HANDED
    )
    runs = [part.points for event in events for part in event.parts if part.kind == "run"]
    assert runs[:5] == [3, 4, 5, 6, 7]


@GAMES
def test_greedy_plays_what_the_slow_twin_plays(variant):
    rng = random.Random(f"greedy {variant.name}")
    decided = 0
    for _ in range(60):
        hands = [naive.cards_of(hand) for hand in deal_hands(variant, rng)]
        played = [[] for _ in hands]

        def choose(seat, able, pile, hands=hands, played=played):
            seen = [*hands[seat], *(card for other, cards in enumerate(played) if other != seat for card in cards)]
            rank = naive_play.greedy_rank(able, pile, seen)
            card = next(card for card in able if card[0] == rank)
            played[seat].append(card)
            return card

        log = naive_play.play_out(hands, choose, ends_at_go=variant.play_ends_at_go)
        numbers = [[keep_number(list(map(naive.number_of, hand)), variant) for hand in hands]]
        found = play_keeps(numbers, ["greedy"] * variant.players, variant=variant)
        assert found.points[0].tolist() == kind_totals(log, variant).tolist()
        assert found.leads[0] == log[0][1][0] - 1
        decided += len({card[0] for card in hands[0]}) > 1
    assert decided > 40


def possible_rests(play, variant, weights):
    """List what the player who is not to play may have left, as the player to play knows it, with weights."""
    turn = play.end.turn
    other = 1 - turn
    laid = [event.card // 4 for event in play.events if event.card is not None and event.seat == other]
    own = [card // 4 for card in play.end.hands[turn]]
    own += [event.card // 4 for event in play.events if event.card is not None and event.seat == turn]
    gos = [event.count for event in play.events if event.is_go and event.seat == other]
    rests = []
    for rest in combinations_with_replacement(range(13), variant.kept - len(laid)):
        keep = tuple(sorted([*laid, *rest]))
        if any(keep.count(rank) > 4 for rank in keep):
            continue
        if any(count + min(rank + 1, 10) <= 31 for count in gos for rank in rest):
            continue
        weight = weights[keep_numbers(variant.kept)[keep]]
        for rank in set(keep):
            weight *= comb(4 - own.count(rank), keep.count(rank)) / comb(4, keep.count(rank))
        if weight:
            rests.append((weight, [(rank + 1, "?") for rank in rest]))
    return rests


@pytest.mark.parametrize("variant", [SIX_CARD, FIVE_CARD], ids=lambda game: game.name)
def test_lookahead_plays_what_the_slow_twin_plays(variant):
    rng = random.Random(f"lookahead {variant.name}")
    generator = np.random.default_rng(4)
    after_go = decided = 0
    for _ in range(60 if variant is FIVE_CARD else 24):
        # Beliefs of any shape, with keeps that are never held.
        weights = generator.random((2, len(keep_numbers(variant.kept)))) * (generator.random() < 0.7)
        weights += dealt_weights(variant)
        beliefs = keep_beliefs(weights, variant=variant)
        hands = deal_hands(variant, rng)
        order = [
            card_names([naive.number_of(what)])[0]
            for _, what, _ in naive_play.play_out(
                [naive.cards_of(hand) for hand in hands], lambda _s, able, _p: rng.choice(able)
            )
            if isinstance(what, tuple)
        ]
        stop = rng.randrange(1, len(order) - 1)
        if variant.play_ends_at_go:
            stop = min(stop, 2)
        play = score_play(hands, order[:stop], variant=variant)
        if play.end.turn is None:
            continue
        rests = possible_rests(play, variant, weights[1 - play.end.turn])
        hand = naive.cards_of(play.end.hands[play.end.turn])
        pile = naive.cards_of(play.end.series)
        values = naive_play.lookahead_values(hand, pile, rests)
        found = policy_weights(play, "lookahead", beliefs=beliefs)
        chosen = {naive.card_of(naive_number(name))[0] for name, weight in found.items() if weight > 0}
        assert len(chosen) == 1
        assert values[chosen.pop()] >= max(values.values()) - 1e-9
        decided += len(values) > 1
        after_go += any(event.is_go for event in play.events)
    assert decided >= 12
    assert after_go >= 3 or variant.play_ends_at_go


def naive_number(name):
    """Read a card's name."""
    return naive.number_of(("A23456789TJQK".index(name[0]) + 1, name[1].lower()))


def test_lookahead_takes_the_hand_that_the_beliefs_leave():
    play = score_play(["9C TC QC KC", "4D 5D 6S JS"], "9C")
    # Who is sure that the pone holds four nines fears no pair of nines, but the fourth: he counts on the only keep.
    weights = np.zeros(1820)
    weights[keep_numbers(4)[8, 9, 11, 12]] = 1
    beliefs = keep_beliefs([weights, weights])
    # The six makes fifteen. The other cards peg nothing now, and let the pone peg little.
    assert policy_weights(play, "lookahead", beliefs=beliefs)["6S"] == 1
    # Beliefs that have come to nothing are replaced by any keep.
    nobody = np.zeros(1820)
    nobody[0] = 1
    assert policy_weights(play, "lookahead", beliefs=keep_beliefs([nobody, nobody]))["6S"] == 1


def test_greedy_takes_the_fifteen_that_another_program_missed():
    play = score_play(["8C JD QD KD", "7H 2C TS 4H"], "8C")
    assert policy_weights(play, "greedy") == {"2C": 0, "4H": 0, "7H": 1, "TS": 0}


def test_random_plays_any_card_that_may_be_played():
    play = score_play(["TC JD QD 2D", "7H 8C 9S 9H"], "TC 7H JD")
    assert play.end.turn == 0
    assert policy_weights(play, "random") == {"2D": 1}
    play = score_play(["TC JD QD 2D", "7H 8C 9S 9H"], "TC")
    assert policy_weights(play, "random") == dict.fromkeys(["7H", "8C", "9S", "9H"], 0.25)


@pytest.mark.parametrize("variant", [SIX_CARD, FIVE_CARD, THREE_HANDED], ids=lambda game: game.name)
def test_means_over_all_random_plays_are_those_of_the_slow_twin(variant):
    hands = deal_hands(variant, random.Random(f"walk {variant.name}"))
    expected = np.zeros((variant.players, len(KINDS)))
    whole = 0
    for log in naive_play.all_plays([naive.cards_of(hand) for hand in hands], ends_at_go=variant.play_ends_at_go):
        likely = likelihood(hands, log)
        expected += likely * kind_totals(log, variant)
        whole += likely
    assert whole == pytest.approx(1)
    keeps = [[keep_number(hand, variant) for hand in hands]]
    means = policy_means(keeps, ["random"] * variant.players, variant=variant)
    np.testing.assert_allclose(means[0], expected, atol=1e-12)


def likelihood(hands, log):
    """Tell how likely a play is where any card that may be played is equally likely."""
    held = [naive.cards_of(hand) for hand in hands]
    pile, chance = [], 1.0
    for seat, what, _ in log:
        if isinstance(what, tuple):
            able = [card for card in held[seat] if naive_play.worth([*pile, card]) <= 31]
            chance /= len(able)
            held[seat].remove(what)
            pile.append(what)
        if what is None or naive_play.worth(pile) == 31:
            pile = []
    return chance


PAIRS_OF_KEEPS = [("4567", "5566"), ("A234", "TJQK"), ("2379", "78TT"), ("5JJK", "A449"), ("3333", "2456")]


def numbers_of(keeps):
    """Find the numbers of keeps that are written as ranks."""
    return [keep_numbers(4)[tuple("A23456789TJQK".index(rank) for rank in keep)] for keep in keeps]


@pytest.mark.parametrize("keeps", PAIRS_OF_KEEPS)
@pytest.mark.parametrize("policies", [("random", "random"), ("random", "greedy"), ("lookahead", "random")])
def test_simulated_means_are_within_four_standard_errors_of_the_exact_ones(keeps, policies):
    deals = 40_000
    row = numbers_of(keeps)
    exact = policy_means([row], policies)[0]
    points = play_keeps(np.tile(row, (deals, 1)), policies, seed=7).points
    errors = points.std(axis=0, ddof=1) / np.sqrt(deals)
    assert (np.abs(points.mean(axis=0) - exact) <= 4 * errors + 1e-12).all()
    both = points.sum(axis=2, dtype=float)
    net = both[:, 1] - both[:, 0]
    difference = net.mean() - (exact[1].sum() - exact[0].sum())
    assert abs(difference) <= 4 * net.std(ddof=1) / np.sqrt(deals) + 1e-12


@pytest.mark.parametrize(
    ("variant", "keeps", "policies"),
    [
        (THREE_HANDED, ("4567", "5566", "A8TT"), ("random", "random", "random")),
        (THREE_HANDED, ("A234", "TJQK", "3378"), ("greedy", "random", "random")),
        (FOUR_HANDED, ("4567", "5566", "A8TT", "2JQK"), ("random", "greedy", "random", "greedy")),
        (FOUR_HANDED, ("A223", "A334", "TTJK", "6789"), ("random", "random", "random", "greedy")),
    ],
)
def test_simulated_means_of_more_than_two_are_within_four_standard_errors_of_the_exact_ones(variant, keeps, policies):
    deals = 40_000
    row = numbers_of(keeps)
    exact = policy_means([row], policies, variant=variant)[0]
    points = play_keeps(np.tile(row, (deals, 1)), policies, seed=7, variant=variant).points
    errors = points.std(axis=0, ddof=1) / np.sqrt(deals)
    assert (errors > 0).any(axis=1).all()
    assert (np.abs(points.mean(axis=0) - exact) <= 4 * errors + 1e-12).all()


@pytest.mark.parametrize("keeps", PAIRS_OF_KEEPS)
def test_no_policy_pegs_more_than_exhaustive_search_finds(keeps):
    row = numbers_of(keeps)
    hands = [
        [("A23456789TJQK".index(rank) + 1, f"{seat}{i}") for i, rank in enumerate(keep)]
        for seat, keep in enumerate(keeps)
    ]
    totals = {
        tuple(sum(points.values()) for points in naive_play.totals(log, 2)) for log in naive_play.all_plays(hands)
    }
    most = np.array(list(totals)).max(axis=0)
    # Whatever is stored: any numbers for hands and places, so that all of them come up.
    chances = np.random.default_rng(3).integers(0, 3, list_places(4).size[0], dtype=np.uint8)
    anything = CompactPolicy(chances, SIX_CARD)
    for policies in [(one, other) for one in POLICIES for other in POLICIES]:
        points = play_keeps(np.tile(row, (2000, 1)), policies, seed=3, equilibrium=anything).points.sum(axis=2)
        # Every play is one of those that there are, so none pegs more than the best of them.
        assert {tuple(pair) for pair in points.tolist()} <= totals
        assert (points.max(axis=0) <= most).all()
    every = play_keeps(np.tile(row, (20_000, 1)), ("random", "random"), seed=3).points.sum(axis=2)
    assert {tuple(pair) for pair in every.tolist()} == totals


def test_the_same_seed_gives_the_same_on_any_number_of_threads(monkeypatch):
    keeps = np.tile(numbers_of(("4567", "5566")), (70_000, 1))
    found = []
    for threads in ("1", "2", "3"):
        monkeypatch.setenv("CRIBSTATS_THREADS", threads)
        found.append(play_keeps(keeps, ("random", "random"), seed=5))
    assert all(np.array_equal(each.points, found[0].points) for each in found[1:])
    assert all(np.array_equal(each.leads, found[0].leads) for each in found[1:])
    other = play_keeps(keeps, ("random", "random"), seed=6)
    assert not np.array_equal(other.points, found[0].points)


def test_no_deals_are_played_as_none():
    empty = np.zeros((0, 2), dtype=np.int64)
    assert play_keeps(empty, ("greedy", "random")).points.shape == (0, 2, len(KINDS))
    assert policy_means(empty, ("greedy", "random")).shape == (0, 2, len(KINDS))


def test_beliefs_leave_out_ones_own_cards():
    beliefs = keep_beliefs([dealt_weights(SIX_CARD)] * 2)
    own = keep_numbers(4)[0, 0, 0, 1]
    # Of the 48 cards that are not three aces and a deuce, any four.
    assert beliefs[0, own].sum() == comb(48, 4)
    assert beliefs[0, own, own] == 0
    np.testing.assert_array_equal(beliefs[0], beliefs[1])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([[0, 1819]], ["greedy"]), r"^policies \['greedy'\]: one for each of 2 players expected$"),
        (([[0, 1819]], "greedy"), "^policies 'greedy': one for each of 2 players expected$"),
        (([[0, 1819]], None), "^policies None: one for each of 2 players expected$"),
        (([[0, 1819]], {"greedy", "random"}), "^policies {.*}: one for each of 2 players expected$"),
        (([[0, 1819]], ["greedy", ["random"]]), r"^\['random'\] is not a policy known here"),
        (
            ([[0, 1819]], ["greedy", "best"]),
            "^'best' is not a policy known here: random, greedy, lookahead, equilibrium expected$",
        ),
        (([0, 1], ["greedy", "greedy"]), r"^keeps: integers of shape \(deals, 2\) expected, not int64 of shape"),
        (([[0.0, 1.0]], ["greedy", "greedy"]), "^keeps: integers of shape"),
        (([[0, 1], [2]], ["greedy", "greedy"]), "^keeps in rows of several lengths: integers of shape"),
        (([[0, 1820]], ["greedy", "greedy"]), "^keep 1820 is not one of 0 to 1819$"),
        (([[-1, 0]], ["greedy", "greedy"]), "^keep -1 is not one of 0 to 1819$"),
        (([[5, 5], [0, 0]], ["greedy", "greedy"]), r"^row 0: keeps \[5, 5\] have more than four cards of a rank"),
    ],
)
def test_keeps_and_policies_that_are_none_are_refused(refuses, arguments, message):
    refuses(ArgumentError, message, play_keeps, *arguments)
    refuses(ArgumentError, message, policy_means, *arguments)


def test_seeds_and_beliefs_that_are_none_are_refused(refuses):
    call = ([[0, 1819]], ["lookahead", "greedy"])
    refuses(ArgumentError, "^seed -1: a whole number of at least 0 expected$", play_keeps, *call, seed=-1)
    refuses(ArgumentError, "^seed 1.5: a whole number", play_keeps, *call, seed=1.5)
    expected = r"numbers of shape \(2, 1820, 1820\) expected$"
    for beliefs, given in (
        ([1, 2, 3], r"shape \(3,\) and type int64"),
        ("even", r"shape \(\) and type <U4"),
        (np.full((2, 1820, 1820), 1j), r"shape \(2, 1820, 1820\) and type complex128"),
    ):
        refuses(ArgumentError, f"^beliefs of {given}: {expected}", play_keeps, *call, beliefs=beliefs)
    refuses(ArgumentError, "^beliefs in rows of several lengths", play_keeps, *call, beliefs=[[1], [1, 2]])
    refuses(ArgumentError, r"^weights of keeps of shape \(1, 1820\)", keep_beliefs, [np.ones(1820)])
    refuses(ArgumentError, r"^weights of keeps of shape \(2, 5\)", keep_beliefs, [np.ones(5)] * 2)
    refuses(ArgumentError, "^weights of keeps in rows of several lengths", keep_beliefs, [[1], [1, 2]])
    refuses(ArgumentError, r"^weights of keeps of shape \(\)", keep_beliefs, None)
    refuses(ArgumentError, "^weights of keeps are all 0", keep_beliefs, [np.ones(1820), np.zeros(1820)])


@pytest.mark.parametrize("weight", [-1.0, np.nan, np.inf, 1e308])
def test_weights_that_cannot_be_added_up_are_refused(refuses, weight):
    # A sum that is infinite leaves no card that is better than none, and the play would not end.
    call = ([[0, 1819]], ["lookahead", "greedy"])
    message = "are not weights: numbers of 0 to 1e[+]100 expected$"
    refuses(ArgumentError, message, play_keeps, *call, beliefs=np.full((2, 1820, 1820), weight))
    refuses(ArgumentError, message, keep_beliefs, [np.full(1820, weight)] * 2)


@pytest.mark.parametrize("weight", [5e-324, MOST_WEIGHT])
def test_what_is_played_does_not_depend_on_the_size_of_weights(weight):
    call = ([[5, 700], [1000, 3]], ["lookahead", "lookahead"])
    even = play_keeps(*call, beliefs=np.ones((2, 1820, 1820))).points
    np.testing.assert_array_equal(play_keeps(*call, beliefs=np.full((2, 1820, 1820), weight)).points, even)


@pytest.mark.parametrize("policy", ["lookahead", "equilibrium"])
@pytest.mark.parametrize("variant", [THREE_HANDED, FOUR_HANDED], ids=lambda game: game.name)
def test_looking_ahead_and_the_equilibrium_are_for_two(refuses, policy, variant):
    message = f"^'{policy}' is a policy for two players, not for {variant.players}$"
    refuses(ArgumentError, message, policy_codes, [policy] * variant.players, variant=variant)


def test_positions_without_a_choice_to_make_are_refused(refuses):
    over = score_play(["KC", "KD"], "KC KD")
    refuses(ArgumentError, "^the play is over: one that goes on expected$", policy_weights, over, "greedy")
    short = score_play(["KC 2C", "KD 3C 4C 5C"], "")
    refuses(ArgumentError, "^hands of 2, 4 cards: 4 expected$", policy_weights, short, "greedy")
