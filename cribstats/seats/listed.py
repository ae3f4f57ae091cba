"""What each seat throws from every hand, as a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cribstats.cards import card_texts
from cribstats.discard.dealt import deal_ways, dealt_hands, hand_means_of_classes
from cribstats.discard.throws import throws_of
from cribstats.seats.places import owns_crib
from cribstats.seats.throws import DEFAULT_SEAT_OPPONENT, SeatThrows, find_seat_throws
from cribstats.variants import Variant

if TYPE_CHECKING:
    import pandas as pd


def list_seat_throws(*, variant: Variant, throws: str | Path | SeatThrows = DEFAULT_SEAT_OPPONENT) -> pd.DataFrame:
    """List what each seat throws from every class of hands.

    Parameters
    ----------
    variant
        The game, of more than two players.
    throws
        What all seats throw, as :func:`cribstats.seats.find_seat_throws` takes it.

    Returns
    -------
    A frame of a row for each seat and class: ``seat``; ``crib``, whose it is (own, partner, opponent); ``hand``, one of
    the class, and in how many ``ways`` its like are dealt; the ``throw`` that is likeliest, the first of equal ones,
    how likely it is, ``chance`` (probability), and the ``keep``, worth ``hand_points`` on the average at the show.

    Raises
    ------
    OpponentError, VariantError, FileError, StrategyError
        The throws are not known or of another game.

    Examples
    --------
    >>> from cribstats.variants import FOUR_HANDED
    >>> table = list_seat_throws(variant=FOUR_HANDED, throws="greedy")
    >>> len(table), table.loc[0, ["hand", "throw"]].tolist()
    (537836, ['AC 2C 3C 4C 5C', 'AC'])
    """
    import pandas as pd

    table = find_seat_throws(throws, variant)
    hands, ways, means = dealt_hands(variant), deal_ways(variant), hand_means_of_classes(variant)
    places = throws_of(variant)
    rows = np.arange(len(hands))
    texts = _texts(hands)
    frames = []
    for seat, strategy in enumerate(table.strategies, start=1):
        weights = strategy.weights()
        usual = weights.argmax(axis=1)
        frames.append(
            pd.DataFrame(
                {
                    "seat": seat,
                    "crib": owns_crib(seat, variant),
                    "hand": texts,
                    "ways": ways,
                    "throw": _texts(np.take_along_axis(hands, places.thrown[usual], axis=1)),
                    "chance": weights[rows, usual],
                    "keep": _texts(np.take_along_axis(hands, places.kept[usual], axis=1)),
                    "hand_points": means[rows, usual],
                }
            )
        )
    return pd.concat(frames, ignore_index=True)


def _texts(cards: NDArray[np.uint8]) -> list[str]:
    return [text.decode("ascii") for text in card_texts(cards).tolist()]
