from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from cribstats import (
    SIX_CARD,
    answers_by_rank,
    compare_games,
    crib_averages,
    hand_means,
    lead_values,
    pegging_values,
    shipped_values,
    show_distribution,
)
from cribstats.cards import card_names
from cribstats.catalogue import (
    TABLES,
    build_tables,
    cached_path,
    check_opponents,
    find_table,
    make_table,
    named_metadata,
    table_title,
)
from cribstats.catalogue.seats import CRIB_SAMPLE, SEAT_TABLES
from cribstats.catalogue.two_players import PEGGING_SAMPLE
from cribstats.discard import Pegging, greedy_strategy
from cribstats.discard.opponents import find_pair
from cribstats.discard.roles import ROLES
from cribstats.errors import ArgumentError, FileError, OpponentError, VariantError
from cribstats.files import CACHE_VARIABLE
from cribstats.seats import find_seat_throws, owns_crib
from cribstats.shipped import shipped_facts
from cribstats.suits import unrank_classes
from cribstats.tables import read_metadata, write_table
from cribstats.variants import FIVE_CARD, FOUR_HANDED, THREE_HANDED

FOUR_CARD = replace(SIX_CARD, name="four-card", dealt=4, hand_flush=9)
# Those that come with the package, solved.
SOLVED = [name for name, table in TABLES.items() if table.solved_by]
# Those that are made for any game and any one player: game asks for names that each game knows.
OF_A_PLAYER = [name for name, table in TABLES.items() if table.default_opponents and name != "game"]


@pytest.fixture
def cache(monkeypatch, tmp_path):
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    return tmp_path


def test_every_named_table_says_what_it_is(refuses):
    for name, table in TABLES.items():
        assert find_table(name) is table
        assert table.title
        metadata = named_metadata(name)
        assert metadata["description"].endswith(".")
        assert "{" not in metadata["description"]
        assert metadata["kind"] in ("exact", "solved", "sample", "bound")
        assert metadata["made_by"] == f"cribstats table {name}"
        assert metadata.get("opponents") == (["equilibrium-net"] if table.default_opponents else None)
        counts = table.counts_pegging
        assert (metadata["kind"] == "solved") == (counts or table.kind == "solved")
        assert ("pegging, which is solved within" in metadata["description"]) == counts
    assert named_metadata("keep", opponents=["greedy"])["kind"] == "exact"
    assert named_metadata("keep", opponents=["greedy"])["made_by"] == "cribstats table keep --opponent greedy"
    refuses(ArgumentError, "^'shows' is not a table known here: show.* expected$", find_table, "shows")


def test_the_table_of_shows_is_the_distribution(tmp_path):
    frame = make_table("show")
    pd.testing.assert_frame_equal(frame, show_distribution())
    write_table(frame, tmp_path / "show.parquet", title="", metadata=named_metadata("show"))
    back = pd.read_parquet(tmp_path / "show.parquet").set_index("points")
    assert back["hand"].tolist() == frame["hand"].tolist()
    assert back["crib_share"].tolist() == frame["crib_share"].tolist()


@pytest.mark.parametrize("name", OF_A_PLAYER)
def test_a_table_is_the_same_from_the_cache(cache, monkeypatch, name):
    monkeypatch.setitem(PEGGING_SAMPLE, "n", 2000)
    pegging = Pegging({role: np.linspace(-1, 1, 91) ** 2 for role in ("dealer", "pone")})
    pair = replace(find_pair("greedy", variant=FOUR_CARD), pegging=pegging)
    options = {"opponents": [pair], "variant": FOUR_CARD}
    made = make_table(name, **options)
    assert cached_path(name, **options).exists() == TABLES[name].is_cached
    pd.testing.assert_frame_equal(make_table(name, **options), made)
    roles = set(made["role"]) if TABLES[name].has_roles else set()
    assert roles in (set(), {"dealer", "pone"})
    assert cache.is_dir()


def test_a_damaged_table_is_made_again_and_one_that_cannot_be_kept_is_made(cache):
    options = {"opponents": ["greedy"], "variant": FOUR_CARD}
    made = make_table("keep", **options)
    path = cached_path("keep", **options)
    assert read_metadata(path)["variant"] == "four-card"
    path.write_bytes(path.read_bytes()[:-50])
    pd.testing.assert_frame_equal(make_table("keep", **options), made)
    path.unlink()
    path.mkdir()
    pd.testing.assert_frame_equal(make_table("keep", **options), made)
    assert cache.is_dir()


def test_a_table_with_a_damaged_number_is_made_again(cache):
    options = {"opponents": ["greedy"], "variant": FOUR_CARD}
    made = make_table("keep", **options)
    path = cached_path("keep", **options)
    whole = path.read_bytes()
    for place in range(100, len(whole), len(whole) // 16):  # among the numbers and in the names of columns after them
        damaged = bytearray(whole)
        damaged[place] ^= 1
        path.write_bytes(damaged)
        pd.testing.assert_frame_equal(make_table("keep", **options), made)
    assert cache.is_dir()


@pytest.mark.parametrize("error", [KeyError, TypeError, UnicodeDecodeError("utf-8", b"x", 0, 1, "damaged"), OSError])
def test_however_reading_a_damaged_table_fails_it_is_made_again(cache, monkeypatch, error):
    options = {"opponents": ["greedy"], "variant": FOUR_CARD}
    made = make_table("keep", **options)

    def fail(*_, **__):
        raise error

    monkeypatch.setattr(pd, "read_parquet", fail)
    pd.testing.assert_frame_equal(make_table("keep", **options), made)
    assert cache.is_dir()


def test_tables_of_other_throws_are_kept_apart():
    paths = {
        cached_path("keep", opponents=[opponent], variant=variant)
        for opponent, variant in (("greedy", FOUR_CARD), ("random", FOUR_CARD), ("greedy", SIX_CARD))
    }
    paths.add(cached_path("crib", opponents=["greedy"], variant=FOUR_CARD))
    assert len(paths) == 4


def test_all_that_is_cached_is_built_once(cache, monkeypatch):
    monkeypatch.setattr(
        "cribstats.catalogue.TABLES",
        {name: table for name, table in TABLES.items() if name in ("show", "keep", "card")},
    )
    told: list[tuple[int, int]] = []
    built = build_tables("greedy", variant=FOUR_CARD, progress=lambda done, total: told.append((done, total)))
    assert [each.what for each in built] == ["mean cribs, dealer", "mean cribs, pone", "table keep"]
    # A greedy player throws the same in both roles: one table of mean cribs serves both.
    assert [each.was_there for each in built] == [False, True, False]
    assert all(each.path.exists() and cache in each.path.parents for each in built)
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert all(each.was_there for each in build_tables("greedy", variant=FOUR_CARD))


def test_a_strategy_of_ones_own_has_its_tables():
    strategy = greedy_strategy(FOUR_CARD)
    mine = make_table("card", opponents=[strategy], variant=FOUR_CARD)
    named = make_table("card", opponents=["greedy"], variant=FOUR_CARD)
    assert np.array_equal(mine["kept"], named["kept"])


@pytest.mark.parametrize("name", SOLVED)
def test_solved_tables_say_how_far_and_are_made_for_no_other_throws_and_no_other_game(refuses, name):
    metadata = named_metadata(name)
    assert metadata["kind"] == "solved"
    assert metadata["gap"] == shipped_facts("equilibrium-pegging")["gap"]
    assert f"{metadata['gap']:.2g} points a deal" in metadata["description"]
    told = f"^table {name} is solved for one way to throw: no opponent expected; `table pegging-sample` takes any"
    refuses(ArgumentError, told, make_table, name, opponents=["greedy"])
    message = "^'equilibrium-pegging' is not shipped for the four-card game: nothing is$"
    refuses(FileError, message, make_table, name, variant=FOUR_CARD)
    of_five = named_metadata(name, variant=FIVE_CARD)
    assert of_five["gap"] == shipped_facts("equilibrium-pegging", FIVE_CARD)["gap"] < metadata["gap"]
    assert of_five["made_by"] == f"cribstats table {name} --variant five-card"
    columns = make_table(name).columns
    assert set(TABLES[name].dispensable) < set(columns)
    assert TABLES[name].has_roles == ("role" in columns)


def test_tables_of_the_play_are_those_of_the_shipped_values():
    assert SOLVED == ["pegging", "lead", "lead-by-rank", "answer", "answer-by-rank", "trap"]
    for name, make in (("pegging", pegging_values), ("lead", lead_values), ("answer-by-rank", answers_by_rank)):
        pd.testing.assert_frame_equal(make_table(name), make(shipped_values()))


def test_opponents_that_a_table_does_not_take_are_refused(refuses):
    refuses(
        ArgumentError,
        "^table show is the same for all opponents: none expected$",
        make_table,
        "show",
        opponents=["greedy"],
    )
    refuses(
        ArgumentError, "^2 opponents given: one expected for table keep$", check_opponents, "keep", ["greedy", "random"]
    )
    refuses(OpponentError, "is not an opponent known here", make_table, "keep", opponents=["nobody"])
    assert check_opponents("opponent", ["greedy", "random"]) == ("greedy", "random")
    assert check_opponents("keep", []) == ("equilibrium",)


# Other games


@pytest.mark.parametrize("name", [name for name in TABLES if name not in ("pegging-sample", "points")])
def test_every_table_of_two_players_is_there_for_the_five_card_game(name):
    frame = make_table(name, variant=FIVE_CARD)
    assert len(frame)
    assert list(frame.columns) == list(make_table(name).columns)
    assert named_metadata(name, variant=FIVE_CARD)["variant"] == "five-card"
    assert table_title(name, FIVE_CARD) == f"{find_table(name).title}: five-card game"
    assert table_title(name) == find_table(name).title


def test_games_are_compared_pair_by_pair():
    table = make_table("game", variant=FIVE_CARD)
    assert set(table["beside"]) == {"six-card"}
    for role in ROLES:
        rows = table[table["role"] == role].reset_index(drop=True)
        five, six = (crib_averages(role, variant=variant) for variant in (FIVE_CARD, SIX_CARD))
        for name, values in (("rank1", six["rank1"]), ("rank2", five["rank2"]), ("suited", six["suited"]),
                             ("realised", five["realised"]), ("realised_beside", six["realised"]),
                             ("difference", five["realised"] - six["realised"]),
                             ("when_held", five["when_held"]), ("when_held_beside", six["when_held"])):  # fmt: skip
            pd.testing.assert_series_equal(rows[name], values, check_names=False)
    turned = make_table("game")
    assert set(turned["beside"]) == {"five-card"}
    pd.testing.assert_series_equal(turned["difference"], -table["difference"])
    assert named_metadata("game", variant=FIVE_CARD)["opponents"] == ["equilibrium-net"]


def test_tables_that_a_game_does_not_have_are_refused(refuses):
    refuses(ArgumentError, "^there is no table lead of the three-handed game: show.* expected$", find_table, "lead",
            THREE_HANDED)  # fmt: skip
    refuses(ArgumentError, "^'shows' is not a table known here: show", find_table, "shows", THREE_HANDED)
    refuses(VariantError, "this is for two players: six-card, five-card", build_tables, variant=THREE_HANDED)
    refuses(VariantError, "this is for two players", compare_games, "dealer", variant=THREE_HANDED)


MANY = pytest.mark.parametrize("variant", [THREE_HANDED, FOUR_HANDED], ids=lambda game: game.name)


@MANY
def test_the_tables_of_three_and_four_are_by_seat(cache, monkeypatch, variant):
    monkeypatch.setitem(CRIB_SAMPLE, "n", 20_000)
    monkeypatch.setitem(PEGGING_SAMPLE, "n", 2_000)
    seats = set(range(1, variant.players + 1))
    for name, table in SEAT_TABLES.items():
        frame = make_table(name, variant=variant)
        metadata = named_metadata(name, variant=variant)
        assert metadata["variant"] == variant.name
        assert metadata["made_by"] == f"cribstats table {name} --variant {variant.name}"
        assert metadata["description"].endswith(".")
        assert "{" not in metadata["description"]
        assert set(table.dispensable) < set(frame.columns)
        if name == "show":
            continue
        assert set(frame["seat"]) == seats
        assert metadata["opponents"] == ["iterated"]
        assert metadata["kind"] == "sample"
        pd.testing.assert_frame_equal(make_table(name, variant=variant), frame)
    assert len(list((cache / "built").glob("*.parquet"))) == 2


@MANY
def test_the_throws_of_each_seat_are_listed_with_the_whole_pack(variant):
    table = make_table("throw", variant=variant, opponents=["greedy"])
    strategy = greedy_strategy(variant)
    hands = unrank_classes(np.arange(len(strategy.choices)), variant.dealt)
    for seat, rows in table.groupby("seat"):
        assert rows["ways"].sum() == 2_598_960
        assert set(rows["crib"]) == {owns_crib(int(seat), variant)}
        assert rows["chance"].tolist() == strategy.weights().max(axis=1).tolist()
        for row in rows.sample(20, random_state=1).itertuples():
            cards = {*row.throw.split(), *row.keep.split()}
            assert cards == set(row.hand.split())
            place = row.Index - rows.index[0]
            assert card_names(hands[place]) == row.hand.split()
            means = hand_means(hands[[place]], variant=variant)[0]
            assert row.hand_points == means.max()
            assert means[row.hand.split().index(row.throw)] == means.max()


@MANY
def test_the_opponents_of_a_table_of_seats_are_those_of_seats(variant, refuses):
    throws = find_seat_throws("greedy", variant)
    assert check_opponents("crib", throws, variant) == (throws,)
    assert len(make_table("throw", variant=variant, opponents=[throws])) == variant.players * 134_459
    refuses(OpponentError, "'equilibrium' is not known here as throws of a table", make_table, "throw",
            variant=variant, opponents=["equilibrium"])  # fmt: skip
    message = "^Strategy: throws of all seats, their name or a .npz file expected$"
    refuses(OpponentError, message, make_table, "throw", variant=variant, opponents=[greedy_strategy(variant)])
    refuses(VariantError, "is a game of two players, this is for more", make_table, "crib", opponents=[throws])
