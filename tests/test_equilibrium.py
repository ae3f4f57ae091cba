from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from cribstats import SIX_CARD, Strategy, analyse_discard, compare_opponents, throw_means
from cribstats.cards import card_names, parse_cards
from cribstats.discard import find_opponent, greedy_strategy
from cribstats.discard.dealt import deal_shares, hand_means_of_classes, keep_numbers, number_keeps
from cribstats.discard.equilibrium import Solver, best_response, measure_pair, solve_discard, solver
from cribstats.discard.opponents import find_pair
from cribstats.discard.pairs import SHIPPED, StrategyPair, shipped_pair
from cribstats.discard.pegging import Pegging
from cribstats.discard.roles import ROLES, other_role
from cribstats.discard.sweep import sweep_crib_means
from cribstats.discard.throws import first_equal_throws, throws_of
from cribstats.errors import ArgumentError, FileError, StrategyError
from cribstats.shipped import shipped_facts
from cribstats.show import score_hands
from cribstats.show.tables import rank_multisets
from cribstats.suits import class_count, rank_classes, rank_sets, unrank_classes
from cribstats.variants import FIVE_CARD

# Real rules on fewer cards: the solver takes seconds. Four dealt, two thrown; and the five-card deal.
FOUR_CARD = replace(SIX_CARD, name="four-card", dealt=4, hand_flush=9)


# What a best response may gain on each pair that is shipped, in points a deal.
GAINS = {"equilibrium-show": 5e-7, "equilibrium-net": 0.006}


ALL_SHIPPED = {f"{name}-{game.name}": (name, game) for game in (SIX_CARD, FIVE_CARD) for name in SHIPPED}


@pytest.fixture(scope="module", params=ALL_SHIPPED.values(), ids=ALL_SHIPPED)
def shipped(request) -> StrategyPair:
    return shipped_pair(*request.param)


@pytest.fixture(scope="module")
def nets(shipped: StrategyPair) -> dict[str, np.ndarray]:
    """Net of every throw of every class against the other side of the shipped pair, by role, heels left out."""
    hands = hand_means_of_classes(shipped.variant)
    found = {
        "dealer": hands + sweep_crib_means(shipped.pone, shipped.variant),
        "pone": hands - sweep_crib_means(shipped.dealer, shipped.variant),
    }
    if shipped.pegging is not None:
        for role in ROLES:
            found[role] += shipped.pegging.of(role)[keep_numbers(shipped.variant)]
    return found


@pytest.fixture(scope="module")
def solved() -> tuple[StrategyPair, object]:
    return solve_discard(FOUR_CARD, gap=1e-5, name="four")


# What is shipped


def test_the_shipped_pair_is_described_by_the_manifest(shipped):
    told = shipped_facts(shipped.name, shipped.variant)
    assert shipped.metadata["made_by"] == told["made_by"]
    assert shipped.metadata["variant"] == shipped.variant.name


def test_the_shipped_pair_has_the_exploitability_that_its_manifest_tells(shipped, nets):
    told = shipped_facts(shipped.name, shipped.variant)
    shares = deal_shares(shipped.variant)
    for role in ("dealer", "pone"):
        got = (shipped.of(role).weights() * nets[role]).sum(axis=1)
        gain = shares @ (nets[role].max(axis=1) - got)
        assert gain == pytest.approx(told["gains"][role], abs=1e-9)
        assert 0 <= gain < GAINS[shipped.name]
    assert told["exploitability"] == pytest.approx(sum(told["gains"].values()), abs=1e-15)
    assert told["value"][1] - told["value"][0] == pytest.approx(told["exploitability"], abs=1e-12)


def test_one_hand_enumeration_finds_the_same_gain_on_every_hand_tried(shipped, nets):
    """The enumeration shares no code with the sweep that the solver uses."""
    rng = np.random.default_rng(20)
    for role in ("dealer", "pone"):
        strategy = shipped.of(role)
        weights = strategy.weights()
        tried = [*rng.integers(0, class_count(shipped.variant.dealt), 40), *rng.choice(strategy.mixed_classes, 20)]
        for hand_class in tried:
            hand = unrank_classes([hand_class], shipped.variant.dealt)[0]
            found = {
                throw.throw: throw
                for throw in analyse_discard(hand, role, opponent=shipped.name, variant=shipped.variant).throws
            }
            ordered = [found[tuple(card_names(hand[places]))] for places in throws_of(shipped.variant).thrown]
            # Heels are the same whatever is thrown, and are not in the value.
            sign = 1 if role == "dealer" else -1
            enumerated = np.array([throw.net - sign * throw.heels for throw in ordered])
            assert enumerated == pytest.approx(nets[role][hand_class], abs=1e-9)
            gain = enumerated.max() - weights[hand_class] @ enumerated
            swept = nets[role][hand_class].max() - weights[hand_class] @ nets[role][hand_class]
            assert gain == pytest.approx(swept, abs=1e-9)


def test_throws_that_suits_alone_tell_apart_are_equally_likely(shipped):
    firsts = first_equal_throws(shipped.variant).astype(np.int64)
    for role in ("dealer", "pone"):
        weights = shipped.of(role).weights()
        assert np.array_equal(np.take_along_axis(weights, firsts, axis=1), weights)


def test_simulated_deals_between_the_shipped_strategies_have_the_means_told(shipped):
    deals, seed, game = 200_000, 7, shipped.variant
    dealt = game.dealt
    rng = np.random.default_rng(seed)
    cards = (
        rng.random((deals, 52), dtype=np.float32).argpartition(2 * dealt, axis=1)[:, : 2 * dealt + 1].astype(np.uint8)
    )
    rng.permuted(cards, axis=1, out=cards)
    starters = cards[:, -1]
    thrown, points, kept_numbers = {}, {}, {}
    for role, hands in (
        ("dealer", np.sort(cards[:, :dealt], axis=1)),
        ("pone", np.sort(cards[:, dealt : 2 * dealt], axis=1)),
    ):
        throws = draw_throws(shipped.of(role), hands, rng)
        thrown[role] = np.take_along_axis(hands, throws_of(game).thrown[throws], axis=1)
        kept = np.take_along_axis(hands, throws_of(game).kept[throws], axis=1)
        points[role] = score_hands(kept, starters, variant=game).astype(float)
        kept_numbers[role] = np.take_along_axis(number_keeps(hands, game), throws[:, None], axis=1)[:, 0]
    crib = score_hands(np.hstack([thrown["dealer"], thrown["pone"]]), starters, crib=True).astype(float)
    told = shipped_facts(shipped.name, game)
    means = told["means"]
    net = points["dealer"] - points["pone"] + crib
    if shipped.pegging is not None:
        # What keeps peg was solved for these very deals: under their law it adds up to nothing.
        pegged = {role: shipped.pegging.of(role)[kept_numbers[role]] for role in ROLES}
        both = pegged["dealer"] + pegged["pone"]
        assert abs(both.mean()) < 4 * both.std() / np.sqrt(deals)
        assert means["pegging"]["dealer"] == pytest.approx(-means["pegging"]["pone"], abs=1e-9)
        assert abs(pegged["dealer"].mean() - means["pegging"]["dealer"]) < 4 * pegged["dealer"].std() / np.sqrt(deals)
        net += pegged["dealer"]
    value = means["dealer_hand"] - means["pone_hand"] + means["crib"]
    value += means["pegging"]["dealer"] if "pegging" in means else 0
    assert told["value"][0] <= value <= told["value"][1]
    for sample, expected in (
        (points["dealer"], means["dealer_hand"]),
        (points["pone"], means["pone_hand"]),
        (crib, means["crib"]),
        (net, value),
    ):
        assert abs(sample.mean() - expected) < 4 * sample.std() / np.sqrt(deals)


def draw_throws(strategy: Strategy, hands: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draw a throw for each hand, by renaming its suits to those of its class's representative."""
    classes, ways = rank_classes(hands), throws_of(strategy.variant)
    weights = strategy.weights()
    throws = np.empty(len(hands), dtype=np.int64)
    for row, (hand, hand_class) in enumerate(zip(hands, classes, strict=True)):
        representative = unrank_cached(int(hand_class), strategy.variant.dealt)
        mixture = weights[hand_class]
        drawn = ways.thrown[rng.choice(len(mixture), p=mixture) if mixture.max() < 1 else mixture.argmax()]
        places = places_in(tuple(hand.tolist()), representative)
        throws[row] = ways.numbers[places[drawn[0]], places[drawn[1]]]
    return throws


REPRESENTATIVES: dict[int, list[tuple[int, ...]]] = {}


def unrank_cached(hand_class: int, dealt: int) -> tuple[int, ...]:
    if dealt not in REPRESENTATIVES:
        REPRESENTATIVES[dealt] = list(map(tuple, unrank_classes(np.arange(class_count(dealt)), dealt).tolist()))
    return REPRESENTATIVES[dealt][hand_class]


def places_in(hand: tuple[int, ...], representative: tuple[int, ...]) -> list[int]:
    """Find where each card of the representative is in the hand."""
    if len({card // 4 for card in hand}) == len(hand):
        return list(range(len(hand)))
    for renaming in permutations(range(4)):
        renamed = [card // 4 * 4 + renaming[card % 4] for card in hand]
        if sorted(renamed) == list(representative):
            return [renamed.index(card) for card in representative]
    raise AssertionError("the representative is of another class")


# Solving


@pytest.mark.parametrize("variant", [FOUR_CARD, FIVE_CARD], ids=lambda variant: variant.name)
def test_the_sweep_of_smaller_games_is_the_enumeration(variant):
    strategy = greedy_strategy(variant)
    weights = strategy.weights()
    rows = np.arange(0, len(weights), 5)
    weights[rows] = np.random.default_rng(3).dirichlet(np.ones(variant.throws), len(rows))
    mixed = Strategy.from_weights(weights, name="mixed", variant=variant)
    means = sweep_crib_means(mixed, variant)
    for hand_class in np.random.default_rng(4).integers(0, len(weights), 12):
        hand = unrank_classes([hand_class], variant.dealt)[0]
        found = {
            throw.throw: throw.crib for throw in analyse_discard(hand, "dealer", opponent=mixed, variant=variant).throws
        }
        expected = [found[tuple(card_names(hand[places]))] for places in throws_of(variant).thrown]
        assert means[hand_class] == pytest.approx(expected, abs=1e-9)


def test_the_gap_reported_is_that_of_the_averages():
    solving = Solver(FOUR_CARD)
    solving.warm_up()
    for _ in range(4):
        told = solving.step()
    averages = {
        role: Strategy.from_weights(solving.average(role), variant=FOUR_CARD, name=role) for role in ("dealer", "pone")
    }
    measured = measure_pair(StrategyPair("averages", averages["dealer"], averages["pone"]))
    assert told.dealer_gain == pytest.approx(measured.dealer_gain, abs=1e-10)
    assert told.pone_gain == pytest.approx(measured.pone_gain, abs=1e-10)
    assert told.value == pytest.approx(measured.value, abs=1e-10)
    # Not of the strategies of the last round, which can be exploited for something else.
    last = {
        role: Strategy.from_weights(solving.strategies[role], variant=FOUR_CARD, name=role)
        for role in ("dealer", "pone")
    }
    assert measure_pair(StrategyPair("last", last["dealer"], last["pone"])).exploitability != pytest.approx(
        told.exploitability, rel=1e-3
    )


def test_best_responses_to_best_responses_go_in_circles_and_the_gap_shows_it(solved):
    pair = StrategyPair("greedy", greedy_strategy(FOUR_CARD), greedy_strategy(FOUR_CARD))
    gaps = []
    for _ in range(12):
        dealer = best_response(pair.pone, "dealer").response
        pone = best_response(dealer, "pone").response
        pair = StrategyPair("responses", dealer, pone)
        gaps.append(measure_pair(pair).exploitability)
    # The pone's gain is nothing, for he has just responded; the dealer's stays, round after round.
    assert min(gaps[4:]) > 20 * solved[1].exploitability
    assert solved[1].exploitability <= 2e-5


def test_an_interrupted_solve_goes_on_to_the_same_end(solved, tmp_path, monkeypatch):
    monkeypatch.setattr(solver, "CHECKPOINT_SECONDS", 0)
    checkpoint = tmp_path / "state.npz"

    def interrupt(done):
        if done.number == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_discard(FOUR_CARD, gap=1e-5, name="four", checkpoint=checkpoint, on_round=interrupt)
    assert checkpoint.exists()
    rounds = []
    pair, measured = solve_discard(
        FOUR_CARD, gap=1e-5, name="four", checkpoint=checkpoint, on_round=lambda done: rounds.append(done.number)
    )
    assert rounds[0] == 3
    assert not checkpoint.exists()
    for role in ("dealer", "pone"):
        assert np.array_equal(pair.of(role).weights(), solved[0].of(role).weights())
    assert measured == solved[1]


def test_a_checkpoint_of_another_payoff_is_not_taken_up(tmp_path):
    path = tmp_path / "state.npz"
    Solver(FOUR_CARD).save_state(path, "one payoff")
    assert Solver(FOUR_CARD).load_state(path, "one payoff")
    assert not Solver(FOUR_CARD).load_state(path, "another")
    assert not Solver(FOUR_CARD).load_state(tmp_path / "missing.npz", "one payoff")


def test_pegging_that_is_the_same_for_every_keep_changes_nothing(solved):
    flat = np.full(len(rank_multisets(2)), 2.5)
    pair, _ = solve_discard(FOUR_CARD, gap=1e-5, name="four", pegging=Pegging({"dealer": flat, "pone": -flat}))
    for role in ("dealer", "pone"):
        assert pair.of(role).weights() == pytest.approx(solved[0].of(role).weights(), abs=2e-3)


def test_a_keep_that_pegs_hugely_is_kept():
    keeps = rank_multisets(2)
    pegging = np.zeros(len(keeps))
    pegging[keeps.index((0, 1))] = 100
    both = Pegging({"dealer": pegging, "pone": np.zeros(len(keeps))})
    pair, _ = solve_discard(FOUR_CARD, gap=1, name="four", pegging=both)
    assert pair.pegging is both
    hands = unrank_classes(np.arange(class_count(4)), 4)
    weights = pair.dealer.weights()
    for hand_class in np.flatnonzero(((hands // 4 == 0).any(axis=1)) & ((hands // 4 == 1).any(axis=1)))[::50]:
        kept = [sorted((hands[hand_class][places] // 4).tolist()) for places in throws_of(FOUR_CARD).kept]
        assert all(keep == [0, 1] for keep, weight in zip(kept, weights[hand_class], strict=True) if weight > 0)


def test_pegging_of_a_wrong_shape_and_gaps_of_nothing_are_refused(refuses):
    short = Pegging({"dealer": np.zeros(3), "pone": np.zeros(3)})
    refuses(ArgumentError, "a number a keep", solve_discard, FOUR_CARD, pegging=short)
    refuses(ArgumentError, "positive number of points", solve_discard, FOUR_CARD, gap=0)
    refuses(ArgumentError, "at least one", solve_discard, FOUR_CARD, most_rounds=0)


def test_a_best_response_gains_what_the_measure_says():
    greedy = find_pair("greedy", variant=FOUR_CARD)
    measured = measure_pair(greedy)
    assert best_response(greedy.pone, "dealer").value == pytest.approx(measured.interval[1], abs=1e-10)
    assert best_response(greedy.dealer, "pone").value == pytest.approx(measured.interval[0], abs=1e-10)
    # Greedy play loses to a best player what is far above the solver's gap.
    assert measured.pone_gain > 0.01
    assert measured.dealer_gain > 0.01


# Files and names


def test_a_pair_comes_back_from_its_file(solved, tmp_path, monkeypatch):
    from cribstats import variants

    monkeypatch.setitem(variants.VARIANTS, FOUR_CARD.name, FOUR_CARD)
    path = tmp_path / "pair.npz"
    solved[0].save(path, note="kept")
    again = StrategyPair.load(path)
    assert again.name == "four"
    assert again.metadata["note"] == "kept"
    for role in ("dealer", "pone"):
        assert np.array_equal(again.of(role).weights(), solved[0].of(role).weights())
        opponent = find_opponent(path, other_role(role), variant=FOUR_CARD)
        assert np.array_equal(opponent.strategy.choices, solved[0].of(role).choices)


def test_what_is_no_pair_is_refused(refuses, tmp_path):
    greedy_strategy(FOUR_CARD).save(tmp_path / "single.npz")
    refuses(StrategyError, "is not a pair of strategies", StrategyPair.load, tmp_path / "single.npz")
    refuses(FileError, "there is no file", StrategyPair.load, tmp_path / "missing.npz")
    refuses(StrategyError, "is not shipped", shipped_pair, "equilibrium-gross")


def test_equilibrium_is_the_best_that_is_shipped():
    by_name, by_default, by_full_name = (
        analyse_discard("5H 5C 6D 7S 8H QC", "pone", **chosen)
        for chosen in ({"opponent": "equilibrium"}, {}, {"opponent": "equilibrium-net"})
    )
    assert by_name.opponent == by_default.opponent == by_full_name.opponent == "equilibrium-net"
    assert [throw.net for throw in by_name.throws] == [throw.net for throw in by_full_name.throws]


def test_each_role_faces_the_other_side_of_the_pair():
    as_dealer, as_pone = (find_opponent("equilibrium", role).strategy for role in ("dealer", "pone"))
    shipped = shipped_pair("equilibrium-net")
    assert as_dealer is shipped.pone
    assert as_pone is shipped.dealer
    against_best, against_random = compare_opponents("5H 5C 6D 7S 8H QC", "dealer", ["equilibrium", "random"])
    # A pone who knows whose crib it is throws worse cards to it.
    assert against_best.best.crib < against_random.best.crib


def test_the_expanded_mixtures_are_left_to_their_weights(shipped):
    hand = unrank_classes(shipped.pone.mixed_classes[:1], shipped.variant.dealt)
    assert shipped.pone.expanded[rank_sets(hand)[0]] == 0


# Pegging counted


def test_pegging_is_added_to_every_net_and_told_as_solved():
    hand = "5H 5C 6D 7S 8H QC"
    with_it, without = (analyse_discard(hand, "pone", pegging=name) for name in ("auto", "none"))
    values = shipped_pair("equilibrium-net").pegging.of("pone")
    keeps = {tuple(keep): number for number, keep in enumerate(rank_multisets(4))}
    shown = {throw.throw: throw for throw in without.throws}
    for throw in with_it.throws:
        keep = tuple(sorted(rank for rank in (parse_cards(throw.keep) // 4).tolist()))
        assert throw.pegging == values[keeps[keep]]
        assert throw.net == pytest.approx(shown[throw.throw].net + throw.pegging, abs=1e-12)
        assert throw.net_sd == shown[throw.throw].net_sd
        mean = sum(points * share for points, share in throw.net_distribution.items())
        assert throw.show_net == pytest.approx(shown[throw.throw].net, abs=1e-12) == pytest.approx(mean, abs=1e-9)
    assert with_it.kinds == {"hand": "exact", "crib": "exact", "pegging": "solved"}
    assert without.kinds["pegging"] is None
    assert with_it.play_gap == shipped_facts("equilibrium-net")["play"]["gap"]
    assert without.play_gap is None
    nets = [throw.net for throw in with_it.throws]
    assert nets == sorted(nets, reverse=True)


def test_pegging_counts_against_whom_it_is_asked_for():
    hand = "5H 5C 6D 7S 8H QC"
    assert analyse_discard(hand, "dealer", opponent="greedy").best.pegging is None
    assert analyse_discard(hand, "dealer", opponent="equilibrium-show").best.pegging is None
    solved_for_greedy = analyse_discard(hand, "dealer", opponent="greedy", pegging="solved")
    best = analyse_discard(hand, "dealer")
    pegs = {throw.throw: throw.pegging for throw in best.throws}
    assert all(throw.pegging == pegs[throw.throw] for throw in solved_for_greedy.throws)
    mine = Pegging({role: np.arange(len(rank_multisets(4)), dtype=float) for role in ROLES})
    own = analyse_discard(hand, "dealer", opponent="random", pegging=mine)
    assert own.best.pegging == max(throw.pegging for throw in own.throws)
    assert own.play_gap is None


def test_hands_of_ranks_and_tables_count_the_same_pegging():
    ranks, role = "5 5 5 J J J", "dealer"
    analysis = analyse_discard(ranks, role)
    with_suits = analyse_discard("5C 5D 5H JC JD JH", role)
    pegs = {tuple(name[0] for name in throw.keep): throw.pegging for throw in with_suits.throws}
    for throw in analysis.throws:
        assert throw.pegging == pegs[throw.keep]
    hands = np.sort(parse_cards("5C 5D 5H JC JD JH"))[None]
    means = throw_means(hands, role)
    by_throw = {throw.throw: throw for throw in with_suits.throws}
    for number, places in enumerate(throws_of(SIX_CARD).thrown):
        throw = by_throw[tuple(card_names(hands[0, places]))]
        assert means.pegging[0, number] == throw.pegging
        assert means.net[0, number] == pytest.approx(throw.net, abs=1e-9)


def test_pegging_of_a_pair_comes_back_from_its_file(solved, tmp_path, refuses, monkeypatch):
    from cribstats import variants

    monkeypatch.setitem(variants.VARIANTS, FOUR_CARD.name, FOUR_CARD)
    keeps = len(rank_multisets(2))
    pegging = Pegging({role: np.linspace(-1, sign, keeps) for role, sign in zip(ROLES, (1, 2), strict=True)}, gap=0.5)
    pair = replace(solved[0], pegging=pegging)
    pair.save(tmp_path / "pair.npz")
    again = StrategyPair.load(tmp_path / "pair.npz")
    assert again.pegging.gap == 0.5
    for role in ROLES:
        assert np.array_equal(again.pegging.of(role), pegging.of(role))
        found = find_opponent(tmp_path / "pair.npz", role, variant=FOUR_CARD)
        assert np.array_equal(found.pegging.of(role), pegging.of(role))
        assert found.play_gap == 0.5
    assert again.fingerprint == pair.fingerprint != solved[0].fingerprint
    bad = replace(pair, pegging=Pegging({role: np.zeros(3) for role in ROLES}))
    bad.save(tmp_path / "bad.npz")
    refuses(StrategyError, "a number a keep", StrategyPair.load, tmp_path / "bad.npz")


def test_pegging_that_is_none_is_refused(refuses):
    hand = "5H 5C 6D 7S 8H QC"
    refuses(ArgumentError, "pegging 'some': auto, none, solved", analyse_discard, hand, "dealer", pegging="some")
    refuses(
        ArgumentError, "auto, none, solved or a table expected", find_opponent, "random", "pone", pegging=np.zeros(3)
    )
    nan = Pegging(dict.fromkeys(ROLES, np.full(len(rank_multisets(4)), np.nan)))
    refuses(ArgumentError, "nan is no number of points", analyse_discard, hand, "dealer", pegging=nan)
    message = "'equilibrium-net' is not shipped for the four-card game: nothing is"
    refuses(FileError, message, find_opponent, "random", "pone", pegging="solved", variant=FOUR_CARD)
