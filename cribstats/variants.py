"""What a game of cribbage is: the one place where its sizes stand.

Everything else reads them from a :class:`Variant`; the sizes of the pack are in :mod:`cribstats.cards`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from cribstats.cards import PACK_SIZE
from cribstats.errors import VariantError


@dataclass(frozen=True)
class Game:
    """How far a game goes, and when it counts for more than one.

    Attributes
    ----------
    hole
        The hole that wins.
    doubled_below, trebled_below
        The losing scores below which it counts double (a lurch, a skunk) and treble; none where it cannot.
    if_agreed
        Whether that holds only if it was agreed before the game (law xvii of the club).
    """

    hole: int
    doubled_below: int
    trebled_below: int | None = None
    if_agreed: bool = False


# The game of the rule books, with the lurch; and today's, with skunk and double skunk.
GAME_OF_61 = Game(hole=61, doubled_below=31, if_agreed=True)
GAME_OF_121 = Game(hole=121, doubled_below=91, trebled_below=61)


@dataclass(frozen=True)
class Variant:
    """The sizes of a game.

    Attributes
    ----------
    name
        As the command takes it.
    players, dealt, thrown, pack_to_crib
        Players; cards dealt to each; cards each throws to the crib; cards the crib gets from the pack.
    hand_flush, crib_flush
        The fewest cards of one suit that make a flush: in the hand without the starter, in the crib with it.
    play_ends_at_go
        The play ends at the first go or thirty-one (five-card game), not when all cards are played.
    sides
        How many sides win or lose: with partners who sit opposite, fewer than players.
    games
        How far a game may go, the usual one first.
    """

    name: str
    players: int
    dealt: int
    thrown: int
    pack_to_crib: int
    hand_flush: int
    crib_flush: int
    play_ends_at_go: bool
    sides: int
    games: tuple[Game, ...]

    @property
    def kept(self) -> int:
        """Cards kept in the hand."""
        return self.dealt - self.thrown

    @property
    def crib(self) -> int:
        """Cards in the crib before the starter."""
        return self.players * self.thrown + self.pack_to_crib

    @property
    def throws(self) -> int:
        """Ways to choose the cards thrown."""
        return comb(self.dealt, self.thrown)

    @property
    def unseen(self) -> int:
        """Cards a player does not see after the deal."""
        return PACK_SIZE - self.dealt

    @property
    def game(self) -> Game:
        """The usual game."""
        return self.games[0]


SIX_CARD = Variant(
    name="six-card",
    players=2,
    dealt=6,
    thrown=2,
    pack_to_crib=0,
    hand_flush=4,
    crib_flush=5,
    play_ends_at_go=False,
    sides=2,
    games=(GAME_OF_121, GAME_OF_61),
)

FIVE_CARD = Variant(
    name="five-card",
    players=2,
    dealt=5,
    thrown=2,
    pack_to_crib=0,
    hand_flush=3,
    crib_flush=5,
    play_ends_at_go=True,
    sides=2,
    games=(GAME_OF_61,),
)

THREE_HANDED = Variant(
    name="three-handed",
    players=3,
    dealt=5,
    thrown=1,
    pack_to_crib=1,
    hand_flush=4,
    crib_flush=5,
    play_ends_at_go=False,
    sides=3,
    games=(GAME_OF_121, GAME_OF_61),
)

FOUR_HANDED = Variant(
    name="four-handed",
    players=4,
    dealt=5,
    thrown=1,
    pack_to_crib=0,
    hand_flush=4,
    crib_flush=5,
    play_ends_at_go=False,
    sides=2,
    games=(GAME_OF_121, GAME_OF_61),
)

VARIANTS = {variant.name: variant for variant in (SIX_CARD, FIVE_CARD, THREE_HANDED, FOUR_HANDED)}


def find_variant(name: str) -> Variant:
    """Return the game of this name.

    Raises
    ------
    VariantError
        There is none.

    Examples
    --------
    >>> find_variant("six-card").kept
    4
    """
    try:
        return VARIANTS[name]
    except KeyError:
        raise VariantError(f"'{name}' is not a game known here: {', '.join(VARIANTS)} expected") from None


def check_variant(variant: object) -> None:
    """Raise a `VariantError` unless it is a game: not its name, above all."""
    if not isinstance(variant, Variant):
        names = ", ".join(VARIANTS)
        raise VariantError(f"{variant!r} is not a game: find_variant() of one of {names}, expected")


def check_two_players(variant: Variant) -> None:
    """Raise a `VariantError` unless two play the game: what pits one dealer against one pone asks for it."""
    check_variant(variant)
    if variant.players != 2:
        names = ", ".join(name for name, other in VARIANTS.items() if other.players == 2)
        raise VariantError(f"{variant.name} is a game of {variant.players}, this is for two players: {names} expected")


def variant_words(variant: Variant) -> list[str]:
    """Return what a command line says of the game: nothing of the usual one.

    >>> variant_words(SIX_CARD), variant_words(FIVE_CARD)
    ([], ['--variant', 'five-card'])
    """
    return [] if variant == SIX_CARD else ["--variant", variant.name]
