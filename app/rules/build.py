"""Build sequences: which cards may lie on which card, and which may come first, as ready-made sets."""

from collections.abc import Mapping
from functools import cache
from typing import Final, Literal, TypeAlias

from app.rules.card import ACE, DECKS, HIDDEN, KING, RANK, RED, SUIT, Card, deck, face

Step: TypeAlias = Literal[1, -1]
Suits: TypeAlias = Literal["same", "colour", "alternate", "other", "any"]
First: TypeAlias = Literal["any", "ace", "king", "ace_or_king"]

COUNTED: Final = KING
"""A pile with wild cards that has more cards than this takes what it takes with so many: the wild ones."""

_EVERYTHING: Final = tuple(each for number in range(DECKS) for each in deck(number))

FIRSTS: Final[Mapping[First, frozenset[Card]]] = {
    "any": frozenset(_EVERYTHING),
    "ace": frozenset(each for each in _EVERYTHING if RANK[each] == ACE),
    "king": frozenset(each for each in _EVERYTHING if RANK[each] == KING),
    "ace_or_king": frozenset(each for each in _EVERYTHING if RANK[each] in {ACE, KING}),
}
"""The cards with which an empty pile may begin, or that are wild on a pile."""


@cache
def followers(step: Step, suits: Suits) -> Mapping[Card, frozenset[Card]]:
    """For every card the cards that may be laid on it, of any deck. Ask for membership; the sets have no order.

    There is no wrap-around: nothing lies above a king going up, or on an ace going down.
    """
    by_face = {
        face(below): frozenset(
            above for above in _EVERYTHING if RANK[above] == RANK[below] + step and _agree(suits, below, above)
        )
        for below in deck(0)
    }
    return {below: by_face[face(below)] for below in _EVERYTHING} | {HIDDEN: frozenset()}


@cache
def fitting(step: Step, suits: Suits, follow: bool, first: First | None) -> Mapping[Card | None, frozenset[Card]]:
    """For every top card, None being an empty pile, the cards that a pile takes next.

    `follow`: whether it takes any once it has cards; `first`: with what it may begin, None with nothing.
    """
    nothing: frozenset[Card] = frozenset()
    sets: dict[Card | None, frozenset[Card]] = {None: nothing if first is None else FIRSTS[first]}
    sets.update((top, above if follow else nothing) for top, above in followers(step, suits).items())
    return sets


@cache
def counting(follow: bool, first: First | None, wild: First) -> Mapping[int, frozenset[Card]]:
    """For every number of cards, from 0 to `COUNTED`, those that a pile with wild cards takes next: on n cards the
    rank n + 1, and the wild ones, which are worth as much as is needed.
    """
    nothing: frozenset[Card] = frozenset()
    sets = {0: nothing if first is None else FIRSTS[first]}
    for count in range(1, COUNTED + 1):
        next_ones = frozenset(each for each in _EVERYTHING if RANK[each] == count + 1) | FIRSTS[wild]
        sets[count] = next_ones if follow else nothing
    return sets


def _agree(suits: Suits, below: Card, above: Card) -> bool:
    match suits:
        case "same":
            return SUIT[below] == SUIT[above]
        case "colour":
            return RED[below] == RED[above]
        case "alternate":
            return RED[below] != RED[above]
        case "other":
            return SUIT[below] != SUIT[above]
        case "any":
            return True
