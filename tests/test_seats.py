"""Three and four at the table: throws of a hand, iterated throws, what seats gain, average cribs."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb, hypot, sqrt
from random import Random

import naive_discard
import naive_seats
import numpy as np
import pytest
from naive import card_of, cards_of, number_of
from naive_discard import PACK, cards_named, names_of, throw_anything, throw_best, without
from naive_seats import GAME, crib_law, crib_mean, hand_mean, mean_and_error, shuffle_deal, throw_lowest_or_highest

from cribstats import analyse_seat, files, iterate_throws, score_hands, seat_crib_averages
from cribstats.cards import RANK_NAMES
from cribstats.compute import THREADS_VARIABLE
from cribstats.discard import Strategy, greedy_strategy
from cribstats.discard.dealt import deal_ways, dealt_hands
from cribstats.discard.hand_means import hand_means
from cribstats.discard.strategies import random_strategy
from cribstats.discard.throws import throws_of
from cribstats.errors import (
    ArgumentError,
    FileError,
    HandError,
    OpponentError,
    StrategyError,
    VariantError,
)
from cribstats.files import read_arrays, write_arrays
from cribstats.seats import SeatThrows, crib_share, find_seat_throws, measure_seats, owns_crib, seat_facts
from cribstats.seats.dealing import deal_tables, new_pack
from cribstats.seats.gains import Change, value_changes
from cribstats.seats.places import side_seats
from cribstats.seats.tallies import fit_cribs, respond, tally_deals, throw_values
from cribstats.suits import class_count, rank_sets
from cribstats.variants import FIVE_CARD, FOUR_HANDED, SIX_CARD, THREE_HANDED

GAMES = pytest.mark.parametrize("game", [THREE_HANDED, FOUR_HANDED], ids=lambda game: game.name)
HAND = "5H 5C 6D 7S 8H"


def lowest_or_highest(game):
    """Make the strategy of the naive player of that name: unequal mixtures in nearly all hands."""
    hands = dealt_hands(game)
    weights = np.zeros((len(hands), game.throws))
    ranks = hands // 4
    for rank, share in ((ranks[:, :1], 2 / 3), (ranks[:, -1:], 1 / 3)):
        of_rank = ranks == rank
        weights += share * of_rank / of_rank.sum(axis=1, keepdims=True)
    return Strategy.from_weights(weights, name="lowest-or-highest", variant=game)


@pytest.fixture(scope="module")
def mixed():
    """Make the throws of a table at which all throw lowest or highest, for each game."""
    return {
        game: SeatThrows("lowest-or-highest", (lowest_or_highest(game),) * game.players)
        for game in (THREE_HANDED, FOUR_HANDED)
    }


def small_pack(hand, size, starter=None):
    """Return dead cards that leave `size` cards unseen, a known starter not among them, and those cards."""
    rest = [card for card in PACK if card not in hand and card != starter]
    left = Random(5).sample(rest, size)
    return names_of(without(rest, left)), tuple(sorted(left))


def by_throw(analysis):
    """Return the throws of an analysis by the card thrown."""
    return {throw.throw[0]: throw for throw in analysis.throws}


def numbers(analysis):
    """Return all numbers of an analysis by the card thrown."""
    return {
        throw.throw[0]: [value for value in throw.to_dict().values() if isinstance(value, float)]
        for throw in analysis.throws
    }


# Seats


@pytest.mark.parametrize(
    ("game", "owners", "shares"),
    [
        (THREE_HANDED, ["opponent", "opponent", "own"], [-0.5, -0.5, 1]),
        (FOUR_HANDED, ["opponent", "partner", "opponent", "own"], [-1, 1, -1, 1]),
    ],
)
def test_the_crib_is_the_dealers_and_what_one_side_gets_of_it_the_others_lose(game, owners, shares):
    seats = range(1, game.players + 1)
    assert [owns_crib(seat, game) for seat in seats] == owners
    assert [crib_share(seat, game) for seat in seats] == shares
    sides = side_seats(game)
    assert sorted(seat for side in sides for seat in side) == list(seats)
    assert len(sides) == game.sides
    assert sum(crib_share(side[0], game) for side in sides) == 0
    assert all(len({crib_share(seat, game) for seat in side}) == 1 for side in sides)


# Dealing


@GAMES
def test_each_deal_is_of_different_cards_and_every_card_comes_equally_often(game):
    deals, pack = 60_000, new_pack([0, 51], 17)
    players = game.players - 1
    dealt = deal_tables((1,), deals, pack, [greedy_strategy(game)] * players, game)
    cards = np.sort(np.hstack([dealt.hands.reshape(deals, -1), dealt.extras]).astype(int), axis=1)
    assert (np.diff(cards, axis=1) > 0).all()
    assert not np.isin(cards, [0, 17, 51]).any()
    assert (np.diff(dealt.hands.astype(int), axis=2) > 0).all()
    assert np.array_equal(dealt.ranks[:, -1], rank_sets(dealt.hands[:, -1]))
    for part in [dealt.hands[:, player] for player in range(players)] + [dealt.extras]:
        share = part.shape[1] / 49
        counts = np.bincount(part.ravel(), minlength=52)[pack.cards]
        assert (np.abs(counts - deals * share) < 5 * sqrt(deals * share * (1 - share) + 1e-9)).all()


@GAMES
def test_throws_are_those_of_the_strategy_as_often_as_it_says(game, mixed):
    deals = 50_000
    dealt = deal_tables((2,), deals, new_pack(), mixed[game].strategies, game)
    expected = np.zeros(game.dealt)
    seen = np.zeros(game.dealt)
    for hand, place in zip(dealt.hands[:, 1], dealt.thrown[:, 1], strict=True):
        cards = tuple(cards_of(hand))
        chances = throw_lowest_or_highest(cards)
        assert (cards[place],) in chances
        seen[place] += 1
        for (card,), chance in chances.items():
            expected[cards.index(card)] += float(chance)
    assert (np.abs(seen - expected) < 5 * np.sqrt(deals / 4)).all()


# One hand


@GAMES
@pytest.mark.parametrize(("dead", "starter"), [("", None), ("KC KD QS 2H", None), ("5S 3D", "JC")])
def test_against_random_the_crib_is_the_mean_over_all_cards_that_it_may_get(game, dead, starter):
    hand = cards_named(HAND)
    cut = cards_named(starter)[0] if starter else None
    unseen = without(PACK, [*hand, *cards_named(dead), *([cut] if cut else [])])
    found = by_throw(analyse_seat(HAND, 1, variant=game, throws="random", dead=dead, starter=starter))
    # A seeded choice of rows is scored by the package's own scorer, which is checked elsewhere, all others too.
    others = np.array(list(combinations([number_of(card) for card in unseen], game.crib - 1)), dtype=np.uint8)
    for card in hand:
        cribs = np.column_stack([np.full(len(others), number_of(card), dtype=np.uint8), others])
        total = count = 0
        for start in [cut] if cut else unseen:
            rows = cribs[~(others == number_of(start)).any(axis=1)]
            shown = score_hands(rows, np.full(len(rows), number_of(start)), crib=True, variant=game)
            total, count = total + int(shown.sum()), count + len(shown)
        throw = found[names_of([card])[0]]
        assert throw.crib == pytest.approx(total / count, abs=1e-12)
        assert throw.crib_se == throw.net_se == throw.behind_se == 0
        assert throw.hand_points == pytest.approx(float(hand_mean(hand, card, [cut] if cut else unseen)), abs=1e-12)
        jacks = [start for start in ([cut] if cut else unseen) if start[0] == 11]
        assert throw.heels == pytest.approx(2 * len(jacks) / len([cut] if cut else unseen), abs=1e-12)


@pytest.mark.parametrize("starter", [None, "JC"])
@pytest.mark.parametrize("player", ["greedy", "mixed"])
def test_of_a_small_pack_all_deals_to_three_are_gone_through_by_the_twin(player, starter, mixed):
    """Dead cards leave just enough to deal: the law of throws, pack and starter in full."""
    hand = cards_named(HAND)
    cut = cards_named(starter)[0] if starter else None
    dead, unseen = small_pack(hand, 2 * GAME.dealt + 1 + (cut is None), cut)
    one = throw_best(GAME) if player == "greedy" else throw_lowest_or_highest
    law = crib_law(unseen, [one, one], THREE_HANDED.pack_to_crib, cut)
    throws = "greedy" if player == "greedy" else mixed[THREE_HANDED]
    analysis = analyse_seat(HAND, 2, variant=THREE_HANDED, throws=throws, dead=dead, starter=starter, deals=400_000)
    for name, throw in by_throw(analysis).items():
        assert abs(throw.crib - crib_mean(cards_named(name)[0], law)) < 4 * throw.crib_se
        assert throw.crib_se < 0.01


def test_at_random_all_deals_of_a_small_pack_have_the_symmetric_law():
    """The exact numbers take it that whatever is thrown at random is any card: here every deal and throw is made."""
    hand, cut = cards_named(HAND), cards_named("JC")[0]
    dead, unseen = small_pack(hand, 2 * GAME.dealt + 1, cut)
    law = crib_law(unseen, [throw_anything(GAME)] * 2, THREE_HANDED.pack_to_crib, cut)
    analysis = analyse_seat(HAND, 3, variant=THREE_HANDED, throws="random", dead=dead, starter="JC")
    for name, throw in by_throw(analysis).items():
        assert throw.crib == pytest.approx(crib_mean(cards_named(name)[0], law), abs=1e-9)


@pytest.mark.slow
def test_of_a_small_pack_all_deals_to_four_are_gone_through_by_the_twin(mixed):
    hand, cut = cards_named(HAND), cards_named("JC")[0]
    dead, unseen = small_pack(hand, 3 * GAME.dealt, cut)
    law = crib_law(unseen, [throw_lowest_or_highest] * 3, FOUR_HANDED.pack_to_crib, cut)
    analysis = analyse_seat(HAND, 4, variant=FOUR_HANDED, throws=mixed[FOUR_HANDED], dead=dead, starter="JC")
    for name, throw in by_throw(analysis).items():
        assert abs(throw.crib - crib_mean(cards_named(name)[0], law)) < 4 * throw.crib_se


@GAMES
@pytest.mark.parametrize(("dead", "starter"), [("", None), ("KC KD QS 2H", None), ("", "9D")])
def test_cribs_are_those_of_shuffled_deals(game, dead, starter, mixed):
    hand = cards_named(HAND)
    cut = cards_named(starter)[0] if starter else None
    unseen = without(PACK, [*hand, *cards_named(dead)])
    random = Random(3)
    players = [throw_lowest_or_highest] * (game.players - 1)
    dealt = [shuffle_deal(random, players, game.pack_to_crib, unseen, cut) for _ in range(4_000)]
    analysis = analyse_seat(
        HAND, game.players, variant=game, throws=mixed[game], dead=dead, starter=starter, deals=200_000
    )
    for name, throw in by_throw(analysis).items():
        card = cards_named(name)[0]
        points = [naive_discard.points(tuple(sorted((card, *deal.crib))), deal.starter, True, GAME) for deal in dealt]
        mean, error = mean_and_error(points)
        assert abs(throw.crib - mean) < 4 * sqrt(error**2 + throw.crib_se**2)


@GAMES
def test_the_crib_at_random_is_that_of_a_strategy_that_throws_at_random_by_simulation(game):
    """A table at which one seat alone is greedy, and that seat is one's own, is random: and exact."""
    random, greedy = random_strategy(game), greedy_strategy(game)
    table = SeatThrows("greedy dealer", (*(random,) * (game.players - 1), greedy))
    exact = analyse_seat(HAND, game.players, variant=game, throws=table)
    assert exact.kinds == {"hand": "exact", "crib": "exact", "pegging": None}
    assert by_throw(exact) == by_throw(analyse_seat(HAND, game.players, variant=game, throws="random"))
    almost = random.weights()
    almost[0] = np.eye(game.throws)[0]
    other = SeatThrows("almost", (Strategy.from_weights(almost, variant=game),) * game.players)
    sample = analyse_seat(HAND, game.players, variant=game, throws=other)
    assert sample.kinds["crib"] == "sample"
    for name, throw in by_throw(sample).items():
        assert abs(throw.crib - by_throw(exact)[name].crib) < 4 * throw.crib_se


@GAMES
@pytest.mark.parametrize("throws", ["random", "greedy"])
def test_net_is_hand_and_share_of_crib_and_heels_best_first_and_errors_are_scaled_alike(game, throws):
    for seat in range(1, game.players + 1):
        analysis = analyse_seat(HAND, seat, variant=game, throws=throws, deals=20_000, seed=4)
        share = crib_share(seat, game)
        assert analysis.crib_share == share
        assert analysis.crib_owner == owns_crib(seat, game)
        nets = [throw.net for throw in analysis.throws]
        assert nets == sorted(nets, reverse=True)
        assert len(nets) == game.throws
        best = analysis.best
        assert (best.behind, best.behind_se) == (0, 0)
        for throw in analysis.throws:
            assert throw.net == pytest.approx(throw.hand_points + share * (throw.crib + throw.heels), abs=1e-12)
            assert throw.net_se == pytest.approx(abs(share) * throw.crib_se, abs=1e-15)
            assert throw.behind == pytest.approx(best.net - throw.net, abs=1e-12)
            assert throw.behind_se <= throw.net_se + best.net_se + 1e-12
            assert sorted((*throw.throw, *throw.keep)) == sorted(analysis.hand)
    means = hand_means([sorted(number_of(card) for card in cards_named(HAND))], variant=game)[0]
    kept = {analysis.hand[int(place)]: mean for (place,), mean in zip(throws_of(game).thrown, means, strict=True)}
    assert {throw.throw[0]: throw.hand_points for throw in analysis.throws} == pytest.approx(kept, abs=1e-12)


@GAMES
def test_differences_are_surer_than_means_and_errors_are_those_of_repeated_samples(game):
    samples = [analyse_seat(HAND, 1, variant=game, throws="greedy", deals=4_000, seed=seed) for seed in range(40)]
    for name, first in by_throw(samples[0]).items():
        cribs = [by_throw(sample)[name].crib for sample in samples]
        assert np.std(cribs, ddof=1) == pytest.approx(first.crib_se, rel=0.5)
        behind = [by_throw(sample)[name].behind for sample in samples]
        if first.behind:
            assert np.std(behind, ddof=1) == pytest.approx(first.behind_se, rel=0.5)
            assert first.behind_se < hypot(first.net_se, samples[0].best.net_se)


@GAMES
@pytest.mark.parametrize("throws", ["random", "greedy"])
def test_other_names_of_suits_change_no_number(game, throws):
    known = {"dead": "KC KD QS", "starter": "2H"}
    first = analyse_seat("5H 5C 6D 7S 8H", 1, variant=game, throws=throws, deals=20_000, **known)
    names = str.maketrans("CDHS", "HSDC")
    renamed = analyse_seat(
        "5H 5C 6D 7S 8H".translate(names),
        1,
        variant=game,
        throws=throws,
        deals=20_000,
        **{what: cards.translate(names) for what, cards in known.items()},
    )
    assert numbers(renamed) == {name.translate(names): told for name, told in numbers(first).items()}


@GAMES
def test_throws_that_differ_in_suits_alone_have_the_same_numbers(game):
    analysis = by_throw(analyse_seat("5H 5C 6D 7S 9S", 1, variant=game, throws="greedy", deals=20_000))
    one, other = analysis["5H"], analysis["5C"]
    assert (one.crib, one.crib_se, one.net) == (other.crib, other.crib_se, other.net)
    assert abs(one.behind - other.behind) < 1e-12
    dead = by_throw(analyse_seat("5H 5C 6D 7S 9S", 1, variant=game, throws="greedy", dead="KH", deals=20_000))
    assert dead["5H"].crib != dead["5C"].crib


@GAMES
def test_chance_follows_from_the_seed_on_any_number_of_threads(game, monkeypatch):
    def told():
        return analyse_seat(HAND, 2, variant=game, throws="greedy", deals=100_000, seed=7).to_dict()

    table = find_seat_throws("greedy", game)
    change = Change((1,), (random_strategy(game),))
    analyses, averages, tallies, gains = ([] for _ in range(4))
    for threads in ("1", "2"):
        monkeypatch.setenv(THREADS_VARIABLE, threads)
        analyses.append(told())
        averages.append(seat_crib_averages(variant=game, throws="greedy", deals=100_000, seed=7))
        tallies.append(tally_deals((7,), 100_000, table.strategies))
        gains.append(value_changes((7,), 100_000, table, [change]))
    assert analyses[0] == analyses[1]
    assert averages[0].equals(averages[1])
    assert np.array_equal(*tallies)
    assert gains[0] == gains[1]
    other = analyse_seat(HAND, 2, variant=game, throws="greedy", deals=100_000, seed=8).to_dict()
    assert other["throws"] != analyses[0]["throws"]


@GAMES
def test_the_default_number_of_deals_makes_the_standard_error_a_hundredth_of_a_point(game):
    for hand in (HAND, "AC AD KH KS 2C", "5C 5D 5H 5S JC"):
        analysis = analyse_seat(hand, 1, variant=game, throws="greedy")
        assert max(throw.crib_se for throw in analysis.throws) <= 0.01


def test_to_dict_and_to_frame_tell_the_same(mixed):
    analysis = analyse_seat(HAND, 2, variant=FOUR_HANDED, throws=mixed[FOUR_HANDED], deals=1_000, dead="KC", seed=3)
    told = analysis.to_dict()
    assert {key: told[key] for key in list(told)[:7]} == {
        "hand": ["5C", "5H", "6D", "7S", "8H"],
        "seat": 2,
        "players": 4,
        "opponent": "lowest-or-highest",
        "variant": "four-handed",
        "crib_owner": "partner",
        "crib_share": 1.0,
    }
    assert (told["n"], told["seed"], told["dead"]) == (1_000, 3, ["KC"])
    assert told["kinds"] == {"hand": "exact", "crib": "sample", "pegging": None}
    frame = analysis.to_frame()
    assert list(frame["place"]) == [1, 2, 3, 4, 5]
    for column, key in (("hand_points", "hand"), ("crib", "crib"), ("net", "net"), ("behind_se", "behind_se")):
        assert list(frame[column]) == [throw[key] for throw in told["throws"]]


def test_what_cannot_be_is_refused(refuses):
    def analyse(hand=HAND, seat=1, variant=THREE_HANDED, **options):
        return analyse_seat(hand, seat, variant=variant, **options)

    refuses(HandError, "hand: 5 cards expected, 6 given", analyse, hand="5H 5C 6D 7S 8H QC")
    refuses(HandError, "has no suits: in three-handed cards with suits expected", analyse, hand="5 5 6 7 8")
    for seat in (0, 4, True, "1", 1.0):
        refuses(ArgumentError, "1, on the dealer's left, to 3, the dealer, expected", analyse, seat=seat)
    refuses(VariantError, "six-card is a game of two players, this is for more", analyse, variant=SIX_CARD)
    refuses(OpponentError, "random, greedy, iterated or a .npz file expected", analyse, throws="equilibrium")
    refuses(HandError, "dead cards: 5H is in the hand", analyse, throws="greedy", dead="5H")
    refuses(HandError, "starter: 5H is in the hand", analyse, throws="greedy", starter="5H")
    refuses(HandError, "starter: KH is among the dead", analyse, throws="greedy", starter="KH", dead="KH")
    refuses(ArgumentError, "deals 1: at least 2 expected", analyse, throws="greedy", deals=1)
    refuses(ArgumentError, "deals 0: a whole number of at least 1", analyse, throws="greedy", deals=0)
    refuses(ArgumentError, "seed -1: a whole number", analyse, throws="greedy", seed=-1)
    dead = small_pack(cards_named(HAND), 11)[0]
    refuses(HandError, "leave 11 in the pack: at least 12 needed", analyse, throws="greedy", dead=dead)
    dead = small_pack(cards_named(HAND), 15)[0]
    refuses(HandError, "at least 16 needed", analyse, variant=FOUR_HANDED, throws="random", dead=dead)


# Throws of a table in files


def test_throws_of_a_table_are_saved_and_loaded(tmp_path, mixed):
    table = mixed[FOUR_HANDED]
    table.save(tmp_path / "table.npz", made_by="a test")
    again = SeatThrows.load(tmp_path / "table.npz")
    assert again.name == table.name
    assert again.variant == FOUR_HANDED
    assert again.fingerprint == table.fingerprint
    assert again.metadata["made_by"] == "a test"
    assert find_seat_throws(str(tmp_path / "table.npz"), FOUR_HANDED).fingerprint == table.fingerprint
    one, other = (
        analyse_seat(HAND, 1, variant=FOUR_HANDED, throws=throws, deals=5_000)
        for throws in (table, tmp_path / "table.npz")
    )
    assert one == other


def test_files_that_are_not_throws_of_a_table_are_refused(tmp_path, refuses, mixed):
    path = tmp_path / "table.npz"
    mixed[THREE_HANDED].save(path)
    refuses(OpponentError, "of the three-handed game, not of four-handed", find_seat_throws, path, FOUR_HANDED)
    refuses(VariantError, "five-card is a game of two players", find_seat_throws, path, FIVE_CARD)
    arrays, metadata = read_arrays(path, "table")
    write_arrays(path, arrays, metadata | {"variant": "four-handed"})
    refuses(StrategyError, "does not hold the throws of 4 seats", SeatThrows.load, path)
    write_arrays(path, arrays | {"seat1_choices": arrays["seat1_choices"][1:]}, metadata)
    refuses(StrategyError, "its arrays do not fit", SeatThrows.load, path)
    choices = np.ones(class_count(5), dtype=np.uint16)
    nothing = {"seat1_mixed_classes": np.zeros(0, dtype=np.int64), "seat1_mixed_weights": np.zeros((0, 5))}
    write_arrays(path, arrays | nothing | {"seat1_choices": choices}, metadata)
    refuses(StrategyError, "it throws by the names of suits", SeatThrows.load, path)
    path.write_bytes(path.read_bytes()[:1000])
    refuses(FileError, "damaged|not a file written by", SeatThrows.load, path)
    refuses(FileError, "there is no file", SeatThrows.load, tmp_path / "none.npz")


# What throws are worth to all seats at once


@GAMES
def test_tallies_are_the_cribs_of_single_hands(game):
    """A pass over all deals values a hand as the analysis of that hand does, for every seat."""
    table = find_seat_throws("greedy", game)
    deals = 2_000_000
    values = throw_values(tally_deals((3,), deals, table.strategies), game)
    raw = throw_values(tally_deals((3,), deals, table.strategies), game, fitted=False)
    assert values.shape == (game.players, class_count(game.dealt), game.throws)
    hands = dealt_hands(game)
    # One after the other from classes of all kinds: how often each is dealt does not matter to the fit.
    for row in (20_000, 77_777, 120_000):
        for seat in (1, game.players):
            analysis = by_throw(analyse_seat(hands[row], seat, variant=game, throws=table))
            for place, card in enumerate(cards_of(hands[row])):
                throw = analysis[names_of([card])[0]]
                net = throw.net - crib_share(seat, game) * throw.heels
                assert abs(values[seat - 1, row, place] - net) < 0.06
    ways = deal_ways(game)
    assert np.average(np.abs(values - raw).mean(axis=(0, 2)), weights=ways) < 0.5


def test_a_fit_finds_what_is_linear_in_the_cards_kept():
    hands = dealt_hands(FOUR_HANDED)
    ranks, suits = hands // 4, hands % 4
    expected = np.empty((1, len(hands), 5))
    for place in range(5):
        kept = np.delete(ranks, place, axis=1)
        of_suit = (np.delete(suits, place, axis=1) == suits[:, place : place + 1]).sum(axis=1)
        expected[0, :, place] = 4 + 0.1 * ranks[:, place] - 0.01 * kept.sum(axis=1) + 0.05 * of_suit
    deals = np.arange(len(hands))[None] % 3
    assert fit_cribs(expected * deals[:, :, None], deals, FOUR_HANDED) == pytest.approx(expected, abs=1e-9)


@GAMES
def test_means_and_gains_of_a_change_are_those_of_shuffled_deals(game, mixed):
    """The dealer throws greedily where the table throws lowest or highest: both ways in deals of plain Python."""
    table, greedy = mixed[game], throw_best(GAME)
    seat, count, random = game.players, 400, Random(6)
    means, crib, gain = ([] for _ in range(3))
    for _ in range(count):
        deal = shuffle_deal(random, [throw_lowest_or_highest] * game.players, game.pack_to_crib)
        shown = [
            naive_discard.points(without(hand, [card]), deal.starter, False, GAME)
            for hand, card in zip(deal.hands, deal.thrown, strict=True)
        ]
        points = naive_discard.points(deal.crib, deal.starter, True, GAME)
        means.append(shown[0])
        crib.append(points)
        chances = greedy(deal.hands[-1])
        (card,) = random.choice(list(chances))
        changed = tuple(sorted((*deal.thrown[:-1], card, *deal.extra)))
        gain.append(
            naive_discard.points(without(deal.hands[-1], [card]), deal.starter, False, GAME)
            + naive_discard.points(changed, deal.starter, True, GAME)
            - shown[-1]
            - points
        )
    gains, hands, mean_crib = value_changes((4,), 200_000, table, [Change((seat,), (greedy_strategy(game),))])
    for values, (mean, se) in ((means, hands[0]), (crib, mean_crib), (gain, gains[0])):
        slow, error = mean_and_error(values)
        assert abs(slow - mean) < 4 * sqrt(error**2 + se**2)


@GAMES
def test_no_change_gains_nothing(game, mixed):
    table = mixed[game]
    same = [Change((seat,), (table.strategies[seat - 1],)) for seat in range(1, game.players + 1)]
    gains, hands, crib = value_changes((5,), 20_000, table, same)
    assert [tuple(gain) for gain in gains] == [(0, 0)] * game.players
    assert len(hands) == game.players
    assert crib.se > 0


@GAMES
def test_a_best_response_gains_much_on_greedy_and_next_to_nothing_on_what_is_shipped(game):
    greedy = measure_seats("greedy", variant=game, deals=1_000_000)
    iterated = measure_seats("iterated", variant=game, deals=1_000_000)
    for one, other in zip(greedy.low, iterated.low, strict=True):
        assert one.mean > 20 * one.se
        assert one.mean > 5 * other.mean
        assert other.mean < 0.003
    assert [high > low.mean for high, low in zip(greedy.high, greedy.low, strict=True)] == [True] * game.players
    assert [seats for seats, _ in greedy.partners] == [side for side in side_seats(game) if len(side) > 1]
    for seats, gain in greedy.partners:
        assert gain.mean > max(greedy.low[seat - 1].mean for seat in seats)


def test_a_planted_mistake_is_found_and_told_of_the_seat_that_makes_it():
    """One seat of a good table throws greedily: it alone gains by throwing otherwise."""
    good = find_seat_throws("iterated", THREE_HANDED)
    first, second, _ = good.strategies
    table = SeatThrows("greedy dealer", (first, second, greedy_strategy(THREE_HANDED)))
    measure = measure_seats(table, variant=THREE_HANDED, deals=500_000)
    assert [gain.mean > 0.05 for gain in measure.low] == [False, False, True]


@GAMES
def test_a_response_throws_what_is_worth_most(game):
    rng = np.random.default_rng(8)
    values = rng.normal(size=(class_count(game.dealt), game.throws))
    strategy = respond(values, "response", game)
    weights = strategy.weights()
    assert np.array_equal(weights.argmax(axis=1), values.argmax(axis=1))
    assert (weights.max(axis=1) == 1).all()


@GAMES
def test_an_iteration_goes_on_where_it_was_interrupted(game, tmp_path):
    whole = iterate_throws(game, rounds=2, deals=50_000, seed=2)
    checkpoint = tmp_path / "checkpoint.npz"

    def interrupt(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        iterate_throws(game, rounds=2, deals=50_000, seed=2, checkpoint=checkpoint, on_round=interrupt)
    assert checkpoint.exists()
    rounds = []
    parts = iterate_throws(game, rounds=2, deals=50_000, seed=2, checkpoint=checkpoint, on_round=rounds.append)
    assert parts.fingerprint == whole.fingerprint
    assert [done.number for done in rounds] == [2]
    assert checkpoint.exists()
    # What is kept after the last round is not a state of fewer rounds, nor is what is no state at all.
    fewer = iterate_throws(game, rounds=1, deals=50_000, seed=2)
    again = iterate_throws(game, rounds=1, deals=50_000, seed=2, checkpoint=checkpoint)
    assert again.fingerprint == fewer.fingerprint
    arrays, metadata = files.read_arrays(checkpoint, "checkpoint")
    for odd, told in (
        ({}, metadata),
        (arrays, {"key": metadata["key"]}),
        ({"sums": np.full_like(arrays["sums"], np.nan)}, metadata),
        ({"sums": arrays["sums"].astype(str)}, metadata),
        ({"sums": arrays["sums"][:1]}, metadata),
    ):
        files.write_arrays(checkpoint, odd, told)
        again = iterate_throws(game, rounds=1, deals=50_000, seed=2, checkpoint=checkpoint)
        assert again.fingerprint == fewer.fingerprint
    assert whole.metadata["n"] == 100_000
    assert iterate_throws(game, rounds=2, deals=50_000, seed=3).fingerprint != whole.fingerprint


def test_an_iteration_that_cannot_be_is_refused(refuses):
    refuses(VariantError, "six-card is a game of two players", iterate_throws, SIX_CARD)
    refuses(ArgumentError, "rounds 0: a whole number", iterate_throws, THREE_HANDED, rounds=0)
    refuses(ArgumentError, "deals 0: a whole number", iterate_throws, THREE_HANDED, deals=0)
    refuses(ArgumentError, "seed -1: a whole number", iterate_throws, THREE_HANDED, seed=-1)


# What is shipped


@GAMES
def test_facts_of_the_shipped_throws_are_those_of_the_manifest(game):
    facts = seat_facts("iterated", game)
    assert facts["kind"] == "sample"
    assert facts["includes"] == ["hand", "crib"]
    assert facts["variant"] == game.name
    assert [gain["seat"] for gain in facts["gains"]] == list(range(1, game.players + 1))
    for gain in facts["gains"]:
        assert gain["low"] < 0.002
        assert gain["low"] < gain["high"]
    assert ("partner_gains" in facts) == (game.sides < game.players)
    assert facts["n"] >= 10_000_000
    assert "equilibrium" not in str(facts)
    measured = seat_facts("greedy", game, deals=20_000, seed=1)
    assert (measured["name"], measured["n"], measured["seed"]) == ("greedy", 20_000, 1)


@pytest.mark.slow
@GAMES
def test_the_gains_of_the_manifest_are_found_again_in_fresh_deals(game):
    facts = seat_facts("iterated", game)
    measure = measure_seats("iterated", variant=game, deals=5_000_000, seed=99)
    for told, gain in zip(facts["gains"], measure.low, strict=True):
        # A response found in fewer deals is no better.
        assert gain.mean < told["low"] + 4 * sqrt(gain.se**2 + told["low_se"] ** 2)
        assert gain.mean > told["low"] - 0.001 - 4 * sqrt(gain.se**2 + told["low_se"] ** 2)
    for told, hand in zip(facts["means"]["hands"], measure.hands, strict=True):
        assert abs(told["mean"] - hand.mean) < 4 * sqrt(told["se"] ** 2 + hand.se**2)
    crib = measure.crib
    assert abs(facts["means"]["crib"] - crib.mean) < 4 * sqrt(facts["means"]["crib_se"] ** 2 + crib.se**2)


# Average cribs


@GAMES
def test_average_cribs_are_those_of_shuffled_deals(game, mixed):
    frame = seat_crib_averages(variant=game, throws=mixed[game], deals=200_000, seed=2)
    random = Random(9)
    realised = {(seat, rank): [] for seat in range(1, game.players + 1) for rank in RANK_NAMES}
    count = 4_000
    for _ in range(count):
        deal = shuffle_deal(random, [throw_lowest_or_highest] * game.players, game.pack_to_crib)
        points = naive_discard.points(deal.crib, deal.starter, True, GAME)
        for seat, card in enumerate(deal.thrown, start=1):
            realised[seat, RANK_NAMES[card[0] - 1]].append(points)
    for row in frame.itertuples():
        points = realised[row.seat, row.rank]
        assert abs(row.thrown - len(points) / count) < 4 * sqrt(row.thrown * (1 - row.thrown) / count) + 1e-9
        if len(points) > 100:
            mean, error = mean_and_error(points)
            assert abs(row.realised - mean) < 4.5 * sqrt(error**2 + row.realised_se**2)


@GAMES
def test_the_average_crib_of_a_card_is_the_mean_of_hands_that_hold_it(game):
    """Hands with a five, each analysed by itself, against the pass over all deals."""
    frame = seat_crib_averages(variant=game, throws="greedy", deals=1_000_000).set_index(["seat", "rank"])
    rng, means = np.random.default_rng(4), []
    others = [card for card in range(52) if card != 18]
    for number in range(150):
        hand = [18, *rng.choice(others, game.dealt - 1, replace=False)]
        analysis = analyse_seat(
            [int(card) for card in hand], 1, variant=game, throws="greedy", deals=2_000, seed=number
        )
        means.append(by_throw(analysis)["5H"].crib)
    mean, error = mean_and_error(means)
    row = frame.loc[(1, "5")]
    assert abs(row["one_card"] - mean) < 4 * sqrt(error**2 + row["one_card_se"] ** 2)


@GAMES
def test_average_cribs_add_up(game):
    frame = seat_crib_averages(variant=game, throws="greedy", deals=300_000, seed=1)
    assert len(frame) == 13 * game.players
    assert set(frame["kind"]) == {"sample"}
    assert set(frame["n"]) == {300_000}
    assert list(frame["crib"].unique()) == list(dict.fromkeys(owns_crib(s, game) for s in range(1, game.players + 1)))
    by_seat = frame.groupby("seat")
    assert by_seat["thrown"].sum().to_numpy() == pytest.approx(np.ones(game.players), abs=1e-12)
    # The crib of a deal is the same whoever's throw it is told by.
    cribs = by_seat[["realised", "thrown"]].apply(lambda rows: (rows["realised"] * rows["thrown"]).sum())
    assert cribs.to_numpy() == pytest.approx(np.full(game.players, cribs.iloc[0]), abs=1e-9)
    repeated = [seat_crib_averages(variant=game, throws="greedy", deals=5_000, seed=seed) for seed in range(30)]
    for column in ("one_card", "realised"):
        spread = np.std([sample[column] for sample in repeated], axis=0, ddof=1)
        told = np.mean([sample[f"{column}_se"] for sample in repeated], axis=0)
        often = np.array(frame["thrown"] > 0.02)
        assert np.median((spread / told)[often]) == pytest.approx(1, abs=0.15)


@GAMES
def test_average_cribs_at_random_are_exact_and_the_same_for_all_seats(game):
    frame = seat_crib_averages(variant=game, throws="random")
    assert set(frame["kind"]) == {"exact"}
    assert set(frame["n"]) == {0}
    assert frame["thrown"].to_numpy() == pytest.approx(np.full(len(frame), 1 / 13))
    assert frame["one_card"].equals(frame["realised"])
    almost = random_strategy(game).weights()
    almost[0] = np.eye(game.throws)[0]
    table = SeatThrows("almost", (Strategy.from_weights(almost, variant=game),) * game.players)
    sample = seat_crib_averages(variant=game, throws=table, deals=500_000)
    for column in ("one_card", "realised"):
        away = np.abs(sample[column] - frame[column]) / sample[f"{column}_se"]
        assert (away < 4.5).all()


# Known odds


def test_a_29_is_one_in_649740_with_five_cards_dealt_and_four_kept():
    """Every hand dealt and every starter: whether any keep gives 29. Published: 1 in 649,740."""
    hands, ways = dealt_hands(THREE_HANDED), deal_ways(THREE_HANDED)
    keeps = throws_of(THREE_HANDED).kept
    found = 0
    for start in range(0, len(hands), 1 << 13):
        some = hands[start : start + (1 << 13)]
        best = np.zeros((len(some), 52), dtype=np.uint8)
        held = (some[:, :, None] == np.arange(52)).any(axis=1)
        rows, starters = np.nonzero(~held)
        for keep in keeps:
            shown = score_hands(some[rows][:, keep], starters, variant=THREE_HANDED)
            best[rows, starters] = np.maximum(best[rows, starters], shown)
        found += int(((best == 29).sum(axis=1) * ways[start : start + (1 << 13)]).sum())
    assert Fraction(found, comb(52, 5) * 47) == Fraction(1, 649_740)
    assert card_of(0) == (1, "c")
    assert naive_seats.GAME.dealt == THREE_HANDED.dealt
