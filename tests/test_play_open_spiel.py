"""Another program's play: deals played at random in OpenSpiel's cribbage, move by move against ours.

What differs, and is pinned here: in OpenSpiel "Pass" is also what a player says who has no cards left, and what the
player says who has nothing to add to the other's go; the points of a go or of the last card come with that second
Pass. By the rules here nobody says either; points are the same. (Never ask it who won: when both players get home in
one show, version 2.0.2 names the wrong one.)
"""

from __future__ import annotations

import random
import re

import pytest

from cribstats.cards import card_names, parse_card
from cribstats.play import start_play
from cribstats.play.game import GO

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed: it has wheels for Linux and macOS alone", exc_type=ImportError
)

DEALS = 3000
PASS = "Pass"


class Table:
    """A deal in OpenSpiel, its play to come; `player` is who plays, as a seat of ours."""

    def __init__(self, rng):
        self.state = pyspiel.load_game("cribbage").new_initial_state()
        while not self.playing:
            self.state.apply_action(rng.choice(self.state.legal_actions()))
        self.dealer = int(self.read("Dealer"))
        self.hands = [self.read(f"P{player} Hand") for player in (1 - self.dealer, self.dealer)]
        self.heels = self.points

    def read(self, name):
        """Read one line of the state's text."""
        return re.search(rf"^{name}:(.*)$", str(self.state), re.MULTILINE)[1].strip()

    @property
    def playing(self):
        """Whether the play goes on."""
        return "Starter" in str(self.state)

    @property
    def player(self):
        """Who plays: 0 the pone, 1 the dealer."""
        return int(self.state.current_player() == self.dealer)

    @property
    def moves(self):
        """What may be played, or Pass."""
        player = self.state.current_player()
        names = {self.state.action_to_string(player, action): action for action in self.state.legal_actions()}
        return {name.removeprefix("Choose "): action for name, action in names.items()}

    @property
    def points(self):
        """What pone and dealer have."""
        scores = [round(float(score)) for score in self.read("Scores").split()]
        return [scores[1 - self.dealer], scores[self.dealer]]

    def gained(self):
        """What pone and dealer have pegged in the play."""
        return [now - before for now, before in zip(self.points, self.heels, strict=True)]

    def passes(self):
        """Let players pass while there is nothing else to do; give who does, and what each Pass brings."""
        who, brings = [], []
        while self.playing and list(self.moves) == [PASS]:
            before = sum(self.gained())
            who.append(self.player)
            self.state.apply_action(self.moves[PASS])
            brings.append(sum(self.gained()) - before)
        return who, brings


def play_deal(seed):
    """Play a deal in both programs and compare them at every step; give the kinds of what was seen."""
    rng = random.Random(seed)
    table = Table(rng)
    ours = start_play(table.hands)
    seen = set()
    while True:
        assert table.player == ours.turn
        assert sorted(table.moves) == sorted(card_names(ours.legal_cards))
        name = rng.choice(sorted(table.moves))
        table.state.apply_action(table.moves[name])
        gos_before = ours.gos
        ours, events = ours.play(parse_card(name))
        kinds = {part.kind for event in events for part in event.parts}
        seen |= kinds
        if ours.turn is None:
            break
        passes, brings = table.passes()
        assert table.gained() == list(ours.points)
        # Who passes first says go, if he has cards and has not said it. The second Pass pegs it.
        closed = "thirty-one" in kinds
        saying = [] if closed else passes[:1]
        gos = [player for player in saying if ours.hands[player] and player not in gos_before]
        assert [event.seat for event in events if event.is_go] == gos
        assert (GO in kinds) == (not closed and len(passes) >= 2)
        assert brings == [0, 1, 0][: len(passes)] if not closed else not any(brings)
        # Who should lead and has no cards passes as well.
        leading = passes if closed else passes[2:]
        assert leading == [player for player in leading if not ours.hands[player]]
        if saying and not gos:
            seen.add("pass without go")
        if leading:
            seen.add("pass for the lead")
    if table.playing:
        # The point for the last card is still to come, with the second Pass and the points of the show.
        assert kinds & {"last", "thirty-one"} == {"last"}
        table.state.apply_action(table.moves[PASS])
        expected = list(ours.points)
        expected[events[0].seat] -= 1
        assert table.gained() == expected
    else:
        assert "thirty-one" in kinds
        assert "last" not in kinds
    return seen


def test_thousands_of_random_plays_go_the_same_way():
    seen = set()
    for seed in range(DEALS):
        seen |= play_deal(seed)
    assert {"fifteen", "thirty-one", "run", "pair", "pair-royal", "go", "last"} <= seen
    assert {"pass without go", "pass for the lead"} <= seen
