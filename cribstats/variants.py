"""What a game of cribbage is: the one place where its sizes stand.

Everything else reads them from a :class:`Variant`; the sizes of the pack are in :mod:`cribstats.cards`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from cribstats.cards import PACK_SIZE
from cribstats.errors import VariantError


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
    game, skunk, double_skunk
        The hole that wins; the losing scores below which a game counts double and triple.
    """

    name: str
    players: int
    dealt: int
    thrown: int
    pack_to_crib: int
    hand_flush: int
    crib_flush: int
    play_ends_at_go: bool
    game: int
    skunk: int
    double_skunk: int

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


SIX_CARD = Variant(
    name="six-card",
    players=2,
    dealt=6,
    thrown=2,
    pack_to_crib=0,
    hand_flush=4,
    crib_flush=5,
    play_ends_at_go=False,
    game=121,
    skunk=91,
    double_skunk=61,
)

VARIANTS = {variant.name: variant for variant in (SIX_CARD,)}


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
