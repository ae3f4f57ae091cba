"""What is for two players refuses games of three and four in one line, before anything reads past its arrays."""

from __future__ import annotations

import numpy as np
import pytest

from cribstats import (
    analyse_batch,
    analyse_discard,
    analyse_seat,
    best_response,
    best_throws,
    best_throws_by_rank,
    compare_answers,
    compare_games,
    crib_averages,
    deal_values,
    hand_means,
    iterate_throws,
    keep_values,
    kept_ranks,
    mistake_costs,
    points_distribution,
    score_hand,
    score_hands,
    score_play,
    seat_crib_averages,
    shipped_pair,
    shipped_values,
    show_distribution,
    simulate_pegging,
    simulate_seat_pegging,
    throw_means,
)
from cribstats.catalogue import build_tables
from cribstats.discard import find_opponent, greedy_strategy, sweep_crib_means
from cribstats.discard.equilibrium import Solver, solve_discard
from cribstats.discard.law import strategy_law, uniform_law
from cribstats.discard.opponents import find_pair
from cribstats.discard.pairs import StrategyPair
from cribstats.discard.strategies import table_strategy
from cribstats.discard.survey import pegging_changes
from cribstats.errors import StrategyError, VariantError
from cribstats.play.equilibrium import PlaySolver, solve_play
from cribstats.play.policies import shipped_policy
from cribstats.seats import SeatThrows, find_seat_throws, measure_seats
from cribstats.seats.listed import list_seat_throws
from cribstats.variants import FIVE_CARD, FOUR_HANDED, SIX_CARD, THREE_HANDED

HAND = "5H 5C 6D 7S 8H"
MANY = pytest.mark.parametrize("variant", [THREE_HANDED, FOUR_HANDED], ids=lambda game: game.name)

CALLS = {
    "analyse_discard": lambda variant: analyse_discard(HAND, "dealer", opponent="random", variant=variant),
    "of ranks": lambda variant: analyse_discard("5 5 6 7 8", "pone", variant=variant),
    "throw_means": lambda variant: throw_means([[0, 1, 2, 3, 4]], "dealer", opponent="greedy", variant=variant),
    "crib_averages": lambda variant: crib_averages("dealer", variant=variant),
    "best_throws": lambda variant: best_throws("dealer", variant=variant),
    "best_throws_by_rank": lambda variant: best_throws_by_rank("pone", opponent="greedy", variant=variant),
    "keep_values": lambda variant: keep_values("dealer", variant=variant),
    "kept_ranks": lambda variant: kept_ranks("dealer", variant=variant),
    "deal_values": lambda variant: deal_values(variant=variant),
    "mistake_costs": lambda variant: mistake_costs("dealer", variant=variant),
    "compare_answers": lambda variant: compare_answers(["greedy"], variant=variant),
    "compare_games": lambda variant: compare_games("dealer", variant=variant),
    "points_distribution": lambda variant: points_distribution(variant=variant),
    "pegging_changes": lambda variant: pegging_changes("dealer", variant=variant),
    "best_response": lambda variant: best_response(greedy_strategy(variant), "dealer"),
    "simulate_pegging": lambda variant: simulate_pegging(deals=10, variant=variant),
    "shipped_pair": lambda variant: shipped_pair("equilibrium-net", variant),
    "shipped_values": shipped_values,
    "shipped_policy": shipped_policy,
    "build_tables": lambda variant: build_tables(variant=variant),
    "find_opponent": lambda variant: find_opponent("greedy", "dealer", variant=variant),
    "find_pair": lambda variant: find_pair("random", variant=variant),
    "StrategyPair": lambda variant: StrategyPair("both", *[greedy_strategy(variant)] * 2),
    "sweep": lambda variant: sweep_crib_means(greedy_strategy(variant), variant),
    "sweep of weights": lambda variant: sweep_crib_means(np.zeros((2, 5)), variant),
    "table": lambda variant: table_strategy(np.zeros((13, 13)), "dealer", variant=variant),
    "law of chance": lambda variant: uniform_law(np.arange(5, dtype=np.uint8), None, variant),
    "law of a strategy": lambda variant: strategy_law(greedy_strategy(variant), np.arange(5, dtype=np.uint8), None),
    "Solver": Solver,
    "solve_discard": solve_discard,
    "PlaySolver": lambda variant: PlaySolver(np.ones((1820, 1820)), variant),
    "solve_play": lambda variant: solve_play(np.ones((1820, 1820)), variant),
}


@MANY
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_what_is_for_two_players_refuses_more(call, variant, refuses):
    message = f"^{variant.name} is a game of {variant.players}, this is for two players: six-card, five-card expected$"
    refuses(VariantError, message, call, variant)


@MANY
def test_a_batch_of_more_players_is_refused(variant, refuses, tmp_path):
    path = tmp_path / "hands.csv"
    path.write_text(f"hand,role\n{HAND},dealer\n", encoding="utf-8")
    refuses(VariantError, "this is for two players", analyse_batch, path, variant=variant)


def test_a_pair_of_strategies_of_two_games_is_refused(refuses):
    strategies = greedy_strategy(SIX_CARD), greedy_strategy(FIVE_CARD)
    refuses(
        StrategyError, "^strategies of six-card and five-card: of one game expected$", StrategyPair, "b", *strategies
    )


NO_GAMES = pytest.mark.parametrize("variant", ["five-card", None, 4], ids=repr)


@NO_GAMES
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_what_is_no_game_is_refused_with_the_form_expected(call, variant, refuses):
    if call in (CALLS["best_response"], CALLS["StrategyPair"], CALLS["sweep"], CALLS["law of a strategy"]):
        call = greedy_strategy
    refuses(VariantError, f"^{variant!r} is not a game: find_variant\\(\\) of one of six-card, ", call, variant)


OF_MANY = {
    "analyse_seat": lambda variant: analyse_seat(HAND, 1, variant=variant),
    "seat_crib_averages": lambda variant: seat_crib_averages(variant=variant),
    "measure_seats": lambda variant: measure_seats("greedy", variant=variant),
    "iterate_throws": iterate_throws,
    "list_seat_throws": lambda variant: list_seat_throws(variant=variant),
    "simulate_seat_pegging": lambda variant: simulate_seat_pegging(variant=variant),
    "score_hand": lambda variant: score_hand("5H 5C", "5S", variant=variant),
    "score_hands": lambda variant: score_hands([[0, 1, 2, 3]], [4], variant=variant),
    "show_distribution": lambda variant: show_distribution(variant=variant),
    "hand_means": lambda variant: hand_means([[0, 1, 2, 3, 4, 5]], variant=variant),
    "score_play": lambda variant: score_play(["5H", "6H"], "", variant=variant),
}


@NO_GAMES
@pytest.mark.parametrize("call", OF_MANY.values(), ids=OF_MANY)
def test_what_is_no_game_is_refused_by_what_is_for_more_players_or_any(call, variant, refuses):
    refuses(VariantError, f"^{variant!r} is not a game: find_variant\\(\\) of one of six-card, ", call, variant)


def test_throws_that_are_not_one_for_each_seat_of_one_game_are_refused(refuses):
    four, three = greedy_strategy(FOUR_HANDED), greedy_strategy(THREE_HANDED)
    for count in (1, 2, 3, 5):
        message = f"^throws 'x' have {count} strategies: one for each of the 4 seats of four-handed expected$"
        refuses(StrategyError, message, SeatThrows, "x", (four,) * count)
    mixed = "^throws 'x' are of the games four-handed, three-handed: of one expected$"
    refuses(StrategyError, mixed, SeatThrows, "x", (four, four, three, four))
    refuses(StrategyError, "are of the games three-handed, five-card", SeatThrows, "x",
            (three, greedy_strategy(FIVE_CARD), three))  # fmt: skip
    for nothing in ((), (None,) * 4, (four, "greedy", four, four)):
        refuses(StrategyError, "^throws 'x': a tuple of strategies, one a seat, expected$", SeatThrows, "x", nothing)
    refuses(VariantError, "is a game of two players, this is for more", SeatThrows, "x", (greedy_strategy(),) * 2)


def test_the_other_way_round_files_say_of_which_game_they_are(refuses, tmp_path):
    shipped_pair("equilibrium-show", FIVE_CARD).save(tmp_path / "pair.npz")
    refuses(StrategyError, "pair.npz' is of five-card, a game of two players: throws of all seats expected",
            find_seat_throws, tmp_path / "pair.npz", FOUR_HANDED)  # fmt: skip
    find_seat_throws("greedy", THREE_HANDED).save(tmp_path / "seats.npz")
    refuses(StrategyError, "seats.npz' holds throws of the three-handed game, of 3 players: a strategy of one expected",
            find_opponent, tmp_path / "seats.npz", "dealer")  # fmt: skip
