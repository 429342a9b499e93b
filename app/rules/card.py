"""Cards by name: `{deck}:{rank}{suit}`, such as `1:TH` for the ten of hearts of deck 1, `{deck}:X{n}` for its jokers.

Names are interned strings.
"""

import sys
from collections.abc import Mapping
from typing import Final, NewType

Card = NewType("Card", str)

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
DECKS: Final = 8
"""How many decks can lie on one table; the tables below know their cards."""

JOKERS: Final = 4
"""How many jokers can be added to a deck."""

HIDDEN: Final = Card("?")
"""A card whose identity the viewer may not know. It has no rank and fits nowhere."""

ACE: Final = 1
KING: Final = 13


def card(deck: int, face: str) -> Card:
    """The card with this face (`TH`) in the deck with this number. Raises KeyError for one that does not exist."""
    return _BY_NAME[f"{deck}:{face}"]


def deck(number: int) -> tuple[Card, ...]:
    """The 52 cards of one deck, unshuffled: spades ace to king, then hearts, diamonds and clubs."""
    return _DECKS[number]


def jokers(number: int, count: int) -> tuple[Card, ...]:
    """The first `count` jokers of one deck."""
    return _JOKERS[number][:count]


def is_joker(of: Card) -> bool:
    """Whether the card has no rank of its own, being a joker."""
    return of[2:3] == "X"


def known(name: str) -> Card | None:
    """The interned card with this name, None if there is none."""
    return _BY_NAME.get(name)


def face(of: Card) -> str:
    """What is printed on the card: `TH`."""
    return of[2:]


_DECKS: Final[tuple[tuple[Card, ...], ...]] = tuple(
    tuple(Card(sys.intern(f"{number}:{rank}{suit}")) for suit in SUITS for rank in RANKS) for number in range(DECKS)
)
_JOKERS: Final[tuple[tuple[Card, ...], ...]] = tuple(
    tuple(Card(sys.intern(f"{number}:X{n}")) for n in range(1, JOKERS + 1)) for number in range(DECKS)
)
_ALL: Final[tuple[Card, ...]] = tuple(each for cards in (*_DECKS, *_JOKERS) for each in cards)
_BY_NAME: Final[Mapping[str, Card]] = {each: each for each in _ALL}

RANK: Final[Mapping[Card, int]] = {each: RANKS.find(each[2]) + 1 for each in _ALL} | {HIDDEN: -99}
"""1 (ace) to 13 (king); a joker has none, which is 0."""

SUIT: Final[Mapping[Card, str]] = {each: "" if is_joker(each) else each[3] for each in _ALL} | {HIDDEN: ""}

RED: Final[Mapping[Card, bool]] = {each: each[3] in "HD" for each in _ALL} | {HIDDEN: False}

DECK: Final[Mapping[Card, int]] = {each: int(each[0]) for each in _ALL} | {HIDDEN: -1}
"""The number of the deck, which in a race is the seat that owns the card."""
