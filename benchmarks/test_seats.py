"""Three and four at the table: one hand against the iterated throws, against random, and a pass over all deals."""

from __future__ import annotations

import pytest

from cribstats import analyse_seat
from cribstats.seats import find_seat_throws
from cribstats.seats.tallies import tally_deals
from cribstats.variants import FOUR_HANDED, THREE_HANDED

GAMES = pytest.mark.parametrize("game", [THREE_HANDED, FOUR_HANDED], ids=lambda game: game.name)
HAND = "5H 5C 6D 7S 8H"
DEALS = 1_000_000


@GAMES
def test_one_hand_at_a_table(benchmark, report, game):
    found = analyse_seat(HAND, 1, variant=game)
    error = max(throw.crib_se for throw in found.throws)
    assert error <= 0.01
    report(f"2 s at a standard error of 0.01; here {found.deals:,} deals, {error:.4f} points")
    benchmark(analyse_seat, HAND, 1, variant=game)


@GAMES
def test_one_hand_at_a_table_against_random(benchmark, report, game):
    assert analyse_seat(HAND, 1, variant=game, throws="random").deals is None
    report("- (exact)")
    benchmark(analyse_seat, HAND, 1, variant=game, throws="random")


@GAMES
def test_all_hands_of_a_million_deals(benchmark, report, game):
    strategies = find_seat_throws("greedy", game).strategies
    assert int(tally_deals((1,), DEALS, strategies)[0, :, -1].sum()) == DEALS
    report("0.5 s: two million deals a second")
    benchmark.pedantic(tally_deals, ((1,), DEALS, strategies), rounds=3)
