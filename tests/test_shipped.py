from __future__ import annotations

import hashlib
import json
from importlib.resources import files

import numpy as np
import pytest

from cribstats import shipped, shipped_pair, shipped_values, simulate_pegging
from cribstats.data.manifest import describe_file
from cribstats.deals.joint import joint_keep_weights
from cribstats.errors import FileError
from cribstats.play.equilibrium import CompactPolicy, PlaySolver
from cribstats.play.equilibrium.solver import DEALER, PONE
from cribstats.shipped import shipped_facts, shipped_file
from cribstats.variants import FIVE_CARD, SIX_CARD, VARIANTS

DATA = files("cribstats") / "data"
MANIFEST = json.loads((DATA / "manifest.json").read_text(encoding="utf-8"))


def test_the_manifest_describes_every_data_file_and_no_other():
    for game, told in MANIFEST.items():
        assert {f"{name}.npz" for name in told} == {path.name for path in (DATA / game).iterdir()}
    assert set(MANIFEST) == {path.name for path in DATA.iterdir() if path.is_dir() and path.name in VARIANTS}


@pytest.mark.parametrize("game", [name for name, game in VARIANTS.items() if game.players > 2])
def test_the_manifest_tells_of_throws_at_a_table_what_their_file_tells(game):
    for name, told in MANIFEST[game].items():
        assert describe_file(DATA / game / f"{name}.npz") == told


def test_each_game_of_two_players_has_the_same_files():
    assert set(MANIFEST[FIVE_CARD.name]) == set(MANIFEST[SIX_CARD.name])


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, told in MANIFEST.items() for name in told])
def test_each_file_is_that_of_the_manifest_and_small(game, name):
    content = (DATA / game / f"{name}.npz").read_bytes()
    facts = shipped_facts(name, VARIANTS[game])
    assert hashlib.sha256(content).hexdigest() == facts["sha256"]
    assert len(content) < 6_000_000
    assert facts["variant"] == game
    assert facts["made_by"].startswith("cribstats solve ")
    with shipped_file(name, VARIANTS[game]) as path:
        assert path.read_bytes() == content


def test_another_file_in_its_place_and_a_name_that_is_none_are_refused(tmp_path, monkeypatch, refuses):
    refuses(
        FileError, "'nothing' is not shipped for the six-card game: equilibrium-net, equilib", shipped_facts, "nothing"
    )
    told = {SIX_CARD.name: {"one": {"sha256": "0"}}}
    (tmp_path / "manifest.json").write_text(json.dumps(told), encoding="utf-8")
    (tmp_path / SIX_CARD.name).mkdir()
    (tmp_path / SIX_CARD.name / "one.npz").write_bytes(b"other")
    monkeypatch.setattr(shipped, "_data", lambda: tmp_path)
    shipped.shipped_manifest.cache_clear()
    try:
        message = "the package's 'six-card/one.npz' is not the file of its manifest"
        refuses(FileError, message, shipped_file("one").__enter__)
        refuses(FileError, "'one' is not shipped for the five-card game: nothing is", shipped_facts, "one", FIVE_CARD)
    finally:
        shipped.shipped_manifest.cache_clear()


# The play that is shipped: the solve takes an hour, so what came of it is checked by other means. How far it may be
# from solved, in points a deal: the play, its compact policy, and the discard that counts it.
WITHIN = {SIX_CARD: (0.005, 0.005, 0.006), FIVE_CARD: (0.001, 0.001, 0.001)}

GAMES = pytest.mark.parametrize("variant", WITHIN, ids=lambda game: game.name)


@GAMES
def test_the_discard_counts_the_values_that_are_shipped(variant):
    values, pair = shipped_values(variant), shipped_pair("equilibrium-net", variant)
    play, compact, discard = WITHIN[variant]
    for player, role in ((PONE, "pone"), (DEALER, "dealer")):
        assert np.array_equal(pair.pegging.of(role), values.net[player])
        mean = values.held[player] @ values.net[player]
        assert mean == pytest.approx((-1, 1)[player] * values.metadata["value"], abs=1e-9)
    facts = shipped_facts("equilibrium-net", variant)
    assert pair.pegging.gap == values.metadata["gap"] == facts["play"]["gap"] <= play
    assert values.metadata["gap"] == pytest.approx(sum(values.metadata["gains"].values()), abs=1e-12)
    assert facts["exploitability"] < discard
    told = shipped_facts("equilibrium-play", variant)
    assert told["exploitability"] == pytest.approx(told["pone_gain"] + told["dealer_gain"], abs=1e-12)
    assert told["exploitability"] < compact
    assert told["gap"] == values.metadata["gap"]


@GAMES
def test_real_deals_thrown_and_played_by_what_is_shipped_peg_the_value(variant):
    """Cards are dealt, thrown and played one by one: nothing here knows the joint weights or walks the tree."""
    policies = {"dealer_plays": "equilibrium", "pone_plays": "equilibrium"}
    sample = simulate_pegging(**policies, deals=300_000, seed=11, variant=variant)
    frame = sample.by_kind()
    net = frame[frame["kind"] == "net"].iloc[0]
    assert abs(net["mean"] - shipped_facts("equilibrium-pegging", variant)["value"]) < 4 * net["se"]
    values = shipped_values(variant)
    for player, role in ((PONE, "pone"), (DEALER, "dealer")):
        own = frame[(frame["role"] == role) & (frame["kind"] == "all")].iloc[0]
        assert abs(own["mean"] - np.nansum(values.held[player] * values.own[player])) < 4 * own["se"]


@pytest.mark.parametrize(
    "variant", [pytest.param(SIX_CARD, marks=pytest.mark.slow), FIVE_CARD], ids=lambda game: game.name
)
def test_the_compact_policy_is_as_hard_to_exploit_as_is_told_and_makes_the_values(variant):
    """A full best-response pass against it, under the weights that the shipped throws deal."""
    joint = joint_keep_weights(shipped_pair("equilibrium-net", variant))
    values, told = shipped_values(variant), shipped_facts("equilibrium-play", variant)
    assert values.held == pytest.approx(np.stack([joint.sum(axis=1), joint.sum(axis=0)]) / joint.sum(), abs=1e-12)
    solver = PlaySolver(joint, variant)
    with shipped_file("equilibrium-play", variant) as path:
        policy = CompactPolicy.load(path)
    for player in (PONE, DEALER):
        policy.fill(solver, player)
    measure = solver.measure()
    assert measure.value == pytest.approx(told["value"], abs=1e-6)
    assert measure.pone_gain == pytest.approx(told["pone_gain"], abs=1e-6)
    assert measure.dealer_gain == pytest.approx(told["dealer_gain"], abs=1e-6)
    # Nothing but the values came of the whole policy: those of the compact one are next to them.
    again = solver.keep_values()
    for player in (PONE, DEALER):
        away = np.abs(np.nan_to_num(again.net[player] - values.net[player]))
        assert values.held[player] @ away < 0.01
