"""Cards: the border where text becomes numbers and numbers become text.

A card is ``4 * rank + suit`` as ``uint8``: rank 0..12 for A..K, suit 0..3 for c d h s. Read are ``5H``, ``5h``,
``5♥``, ``10h`` and ``Th``, separated by spaces, commas, semicolons, hyphens or nothing; written is ``5H``.

:func:`parse_cards` reads one text and says what is wrong with it. :func:`parse_hands` reads a million of them, and
leaves whatever it does not take to `parse_cards`, so there is one place where it is decided what a card is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cribstats.errors import CardError, HandError

RANK_COUNT = 13
SUIT_COUNT = 4
PACK_SIZE = RANK_COUNT * SUIT_COUNT

RANK_NAMES = "A23456789TJQK"
SUIT_NAMES = "CDHS"
JACK = RANK_NAMES.index("J")

# What a card counts towards fifteen and in the play: the ace one, court cards ten.
RANK_VALUES = tuple(min(rank + 1, 10) for rank in range(RANK_COUNT))

# What a function takes for cards: text, card names, or numbers.
CardsLike = str | Sequence[str] | Sequence[int] | NDArray[np.integer]

_SUIT_LETTERS = {
    **{letter: suit for suit, letter in enumerate(SUIT_NAMES)},
    **{letter: suit for suit, letter in enumerate("♣♦♥♠")},
    **{letter: suit for suit, letter in enumerate("♧♢♡♤")},
}
_RANK_LETTERS = {**{letter: rank for rank, letter in enumerate(RANK_NAMES)}, "10": RANK_NAMES.index("T")}
_TOKEN = re.compile(f"(10|[{RANK_NAMES}])([{''.join(_SUIT_LETTERS)}]?)")
_SEPARATORS = re.compile(r"[\s,;\-]+")
_VARIATION_SELECTORS = dict.fromkeys((0xFE0E, 0xFE0F))  # what phones put behind ♥

# What letters are to `parse_hands`: ranks are their numbers, suits theirs after those of the ranks.
_SUIT_KINDS = RANK_COUNT
_SEPARATOR_KIND = _SUIT_KINDS + SUIT_COUNT
_ONE_KIND, _ZERO_KIND, _OTHER_KIND = range(_SEPARATOR_KIND + 1, _SEPARATOR_KIND + 4)

# Texts that `parse_hands` reads at a time: their letters stay in the processor's cache.
_TEXTS_AT_A_TIME = 1 << 14

CARD_FORM = "a rank (A 2 3 4 5 6 7 8 9 T J Q K) and a suit (C D H S), as in 5H or TH"


def card_name(card: int) -> str:
    """Name a card.

    >>> card_name(18)
    '5H'
    """
    return RANK_NAMES[card // SUIT_COUNT] + SUIT_NAMES[card % SUIT_COUNT]


def card_names(cards: ArrayLike) -> list[str]:
    """Name each of some cards.

    >>> card_names([18, 51])
    ['5H', 'KS']
    """
    return [card_name(int(card)) for card in np.asarray(cards).ravel()]


def parse_card(card: CardsLike | int, what: str = "card") -> int:
    """Read one card.

    Parameters
    ----------
    card
        A card such as ``5H``, or its number.
    what
        What the card is, for the error: "starter", say.

    Returns
    -------
    The card's number, 0..51.

    Raises
    ------
    CardError
        The text is not a card.
    HandError
        It is not exactly one.

    Examples
    --------
    >>> parse_card("10♥")
    38
    """
    return int(parse_cards([card] if isinstance(card, (int, np.integer)) else card, count=1, what=what)[0])


def parse_cards(
    cards: CardsLike,
    *,
    count: int | range | None = None,
    what: str = "hand",
) -> NDArray[np.uint8]:
    """Read different cards, in the order given.

    Parameters
    ----------
    cards
        Text (``"5H 5C 6D"``, ``"5h,5c,6d"``, ``"5H5C6D"``), a sequence of such texts, or card numbers 0..51.
    count
        How many cards there must be: a number, or a range of them. Any number by default.
    what
        What the cards are, for the error message.

    Returns
    -------
    uint8 array of shape (cards,).

    Raises
    ------
    CardError
        Something is not a card.
    HandError
        A card comes twice, or the count is wrong.

    Examples
    --------
    >>> parse_cards("5H 5c 10♦")
    array([18, 16, 37], dtype=uint8)
    """
    numbers = _numbers(cards, what)
    names = [card_name(card) for card in numbers]
    if twice := [name for name, times in Counter(names).items() if times > 1]:
        raise HandError(f"{what}: {twice[0]} comes more than once in '{' '.join(names)}': every card must be different")
    check_count(names, count, what)
    return np.array(numbers, dtype=np.uint8)


def parse_ranks(text: str, *, count: int | None = None, what: str = "hand") -> NDArray[np.uint8]:
    """Read ranks alone, a hand of unknown suits, in ascending order.

    Parameters
    ----------
    text
        Ranks such as ``"A 2 7 9 J Q"`` or ``"A279JQ"``.
    count
        How many there must be; any number by default.
    what
        What the ranks are, for the error message.

    Returns
    -------
    uint8 array of ranks 0..12, ascending.

    Raises
    ------
    CardError
        Something is not a rank, or has a suit.
    HandError
        More than four of a rank, or the count is wrong.

    Examples
    --------
    >>> parse_ranks("J 5 10 A")
    array([ 0,  4,  9, 10], dtype=uint8)
    """
    if not isinstance(text, str):
        raise CardError(f"{what}: {text!r} is not text: ranks such as 'A 2 7 9 J Q' expected")
    tokens = _tokens(text, what)
    if with_suit := [rank + suit for rank, suit in tokens if suit]:
        raise CardError(f"{what}: '{with_suit[0]}' has a suit where ranks alone are expected, as in A 2 7 9 J Q")
    ranks = sorted(_RANK_LETTERS[rank] for rank, _ in tokens)
    for rank, times in Counter(ranks).items():
        if times > SUIT_COUNT:
            raise HandError(f"{what}: {times} of rank {RANK_NAMES[rank]}: a pack has {SUIT_COUNT} of each rank")
    check_count([RANK_NAMES[rank] for rank in ranks], count, what)
    return np.array(ranks, dtype=np.uint8)


def parse_hands(texts: Sequence[str], count: int) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Read many texts of as many different cards each, in the common notations.

    What is read is what :func:`parse_cards` reads. A text that is not read here may be good or bad: `parse_cards`
    takes more (unusual spaces, letters whose capital is one of ours) and says what is wrong.

    Parameters
    ----------
    texts
        Each as `parse_cards` takes it.
    count
        How many cards there must be in each.

    Returns
    -------
    cards
        uint8 array of shape (texts, count), cards in the order given; zeros where a text is not read.
    read
        bool array of shape (texts,): which texts are read.

    Examples
    --------
    >>> cards, read = parse_hands(["5H 6D", "10♥ac", "5H 5H", "5H 6"], 2)
    >>> cards[:2].tolist(), read.tolist()
    ([[18, 21], [38, 0]], [True, True, False, False])
    """
    cards = np.zeros((len(texts), count), dtype=np.uint8)
    read = np.zeros(len(texts), dtype=np.bool_)
    for start in range(0, len(texts), _TEXTS_AT_A_TIME):
        part = slice(start, start + _TEXTS_AT_A_TIME)
        _read_texts(texts[part], cards[part], read[part])
    return cards, read


def card_texts(cards: NDArray[np.uint8]) -> NDArray[np.bytes_]:
    """Return each row of cards as ASCII text, names with spaces between them.

    Parameters
    ----------
    cards
        Card numbers 0..51, shape (rows, size).

    Returns
    -------
    Array of bytes, shape (rows,), all texts of one length.

    Examples
    --------
    >>> card_texts(np.array([[18, 51], [0, 38]], dtype=np.uint8)).tolist()
    [b'5H KS', b'AC TH']
    """
    rows, size = cards.shape
    names = np.frombuffer("".join(map(card_name, range(PACK_SIZE))).encode(), dtype=np.uint8).reshape(PACK_SIZE, -1)
    letters = np.full((rows, size, names.shape[1] + 1), ord(" "), dtype=np.uint8)
    letters[:, :, :-1] = names[cards]
    texts = np.ascontiguousarray(letters.reshape(rows, size * letters.shape[2])[:, :-1])
    return texts.view(f"S{texts.shape[1]}").ravel()


def rank_texts(ranks: NDArray[np.uint8]) -> list[str]:
    """Return each row of ranks as text, names with spaces between them.

    >>> rank_texts(np.array([[0, 9], [12, 12]]))
    ['A T', 'K K']
    """
    return [" ".join(RANK_NAMES[rank] for rank in row) for row in ranks.tolist()]


def card_array(cards: ArrayLike, dimensions: int, form: str) -> NDArray[np.uint8]:
    """Return an array of card numbers as contiguous uint8.

    Parameters
    ----------
    cards
        Card numbers 0..51.
    dimensions
        How many dimensions there must be.
    form
        The shape expected, for the error: ``(hands, 6)``, say.

    Raises
    ------
    CardError
        The shape or the type is another, or a number is no card.

    Examples
    --------
    >>> card_array([[0, 51]], 2, "(hands, cards)")
    array([[ 0, 51]], dtype=uint8)
    """
    try:
        array = np.asarray(cards)
    except ValueError:  # rows of several lengths
        raise CardError(f"cards in rows of several lengths: integers of shape {form} expected") from None
    if array.ndim != dimensions or array.dtype.kind not in "iu":
        raise CardError(f"cards of shape {array.shape} and type {array.dtype}: integers of shape {form} expected")
    if array.size and (array.min() < 0 or array.max() >= PACK_SIZE):
        wrong = array[(array < 0) | (array >= PACK_SIZE)][0]
        raise CardError(f"{wrong} is not a card number: 0 to {PACK_SIZE - 1} expected")
    return np.ascontiguousarray(array, dtype=np.uint8)


def is_ranks_only(text: object) -> bool:
    """Tell whether a text is ranks without suits (a hand of unknown suits).

    Raises
    ------
    CardError
        Some cards have a suit and some have none, or something is not a card.

    Examples
    --------
    >>> is_ranks_only("A 2 7 9 J Q"), is_ranks_only("AH 2H")
    (True, False)
    """
    if not isinstance(text, str):
        return False
    tokens = _tokens(text, "hand")
    without = [rank for rank, suit in tokens if not suit]
    if without and len(without) < len(tokens):
        raise CardError(
            f"hand: '{without[0]}' has no suit and other cards have one: write {CARD_FORM}, for every card or for none"
        )
    return bool(without)


def check_count(names: Sequence[str], count: int | range | None, what: str) -> None:
    """Raise a `HandError` unless there are as many cards as there must be."""
    if count is None or (len(names) == count if isinstance(count, int) else len(names) in count):
        return
    if isinstance(count, int):
        expected = "one card" if count == 1 else f"{count} cards"
    else:
        expected = f"{count[0]} to {count[-1]} cards"
    given = f"{len(names)} given in '{' '.join(names)}'" if len(names) else "none given"
    raise HandError(f"{what}: {expected} expected, {given}")


def check_apart(cards: Iterable[int], others: Iterable[int], message: str) -> None:
    """Raise a `HandError` if a card is in both; `message` has a place ``{}`` for its name."""
    if both := sorted(set(map(int, cards)) & set(map(int, others))):
        raise HandError(message.format(card_name(both[0])))


def _numbers(cards: CardsLike, what: str) -> list[int]:
    if isinstance(cards, np.ndarray):
        cards = cards.tolist()  # an array of no dimensions is one card, and a row of a larger one is told in one line
    if isinstance(cards, str):
        return [_card_of(rank, suit, what) for rank, suit in _tokens(cards, what)]
    items = list(cards) if isinstance(cards, Iterable) else [cards]
    numbers: list[int] = []
    for item in items:
        if isinstance(item, str):
            numbers.extend(_card_of(rank, suit, what) for rank, suit in _tokens(item, what))
        elif isinstance(item, (int, np.integer)) and not isinstance(item, (bool, np.bool_)):
            if not 0 <= item < PACK_SIZE:
                raise CardError(f"{what}: {item} is not a card number: 0 to {PACK_SIZE - 1} expected")
            numbers.append(int(item))
        else:
            raise CardError(f"{what}: {item!r} is not a card: text such as '5H' or a number 0 to 51 expected")
    return numbers


def _card_of(rank: str, suit: str, what: str) -> int:
    if not suit:
        raise CardError(f"{what}: '{rank}' has no suit: {CARD_FORM} expected")
    return SUIT_COUNT * _RANK_LETTERS[rank] + _SUIT_LETTERS[suit]


def _tokens(text: str, what: str) -> list[tuple[str, str]]:
    """Split text into (rank, suit) letters, the suit empty where there is none."""
    tokens: list[tuple[str, str]] = []
    for chunk in _SEPARATORS.split(text.translate(_VARIATION_SELECTORS)):
        letters = chunk.upper()
        place = 0
        while place < len(letters):
            match = _TOKEN.match(letters, place)
            if match is None:
                raise CardError(f"{what}: '{chunk}' is not a card: {CARD_FORM} expected")
            tokens.append((match[1], match[2]))
            place = match.end()
    return tokens


@cache
def _letter_kinds() -> NDArray[np.uint8]:
    """Return the kind of each letter by its code; the last is that of all letters beyond."""
    kinds: dict[str, int] = dict.fromkeys(" ,;-\t", _SEPARATOR_KIND)
    kinds |= {letter: rank for letter, rank in _RANK_LETTERS.items() if len(letter) == 1}
    kinds |= {letter: _SUIT_KINDS + suit for letter, suit in _SUIT_LETTERS.items()}
    kinds |= {"1": _ONE_KIND, "0": _ZERO_KIND}
    table = np.full(max(map(ord, kinds)) + 2, _OTHER_KIND, dtype=np.uint8)
    for letter, kind in kinds.items():
        table[ord(letter)] = table[ord(letter.lower())] = kind
    return table


def _read_texts(texts: Sequence[str], cards: NDArray[np.uint8], read: NDArray[np.bool_]) -> None:
    """Read some texts into rows of cards, and note which are read."""
    # A span is a text and the space before it, so nothing of a text stands beside anything of the next one.
    spans = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts)) + 1
    starts = np.concatenate([[0], np.cumsum(spans)[:-1]])
    letters = np.frombuffer(f" {' '.join(texts)} ".encode("utf-32-le", "surrogatepass"), dtype="<u4")
    selectors = np.isin(letters, list(_VARIATION_SELECTORS))
    if selectors.any():
        before = np.concatenate([[0], np.cumsum(selectors)])
        starts -= before[starts]
        spans = np.diff(starts, append=len(letters) - 1 - before[-1])
        letters = letters[~selectors]
    table = _letter_kinds()
    kinds = table[np.minimum(letters, len(table) - 1)]
    ones = np.flatnonzero((kinds[:-1] == _ONE_KIND) & (kinds[1:] == _ZERO_KIND))
    kinds[ones] = _SEPARATOR_KIND
    kinds[ones + 1] = _RANK_LETTERS["T"]
    ranks = kinds < _SUIT_KINDS
    suits = (kinds >= _SUIT_KINDS) & (kinds < _SEPARATOR_KIND)
    wrong = kinds > _SEPARATOR_KIND
    # After each rank stands a suit, and after nothing else.
    wrong[:-1] |= ranks[:-1] != suits[1:]
    count = cards.shape[1]
    read[:] = (np.add.reduceat(suits, starts, dtype=np.int64) == count) & ~np.logical_or.reduceat(wrong, starts)
    places = np.flatnonzero(suits[:-1] & np.repeat(read, spans))
    cards[read] = (SUIT_COUNT * kinds[places - 1] + kinds[places] - _SUIT_KINDS).reshape(-1, count)
    ascending = np.sort(cards, axis=1)
    read &= (ascending[:, 1:] != ascending[:, :-1]).all(axis=1)
    cards[~read] = 0
