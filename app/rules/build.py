"""Build sequences: which cards may lie on which card, as ready-made sets."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, Literal, TypeAlias

from app.rules.card import DECKS, HIDDEN, RANK, RED, SUIT, Card, deck

Step: TypeAlias = Literal[1, -1]
Suits: TypeAlias = Literal["same", "alternate", "other", "any"]

_AGREE: Final[Mapping[Suits, Callable[[Card, Card], bool]]] = {
    "same": lambda below, above: SUIT[below] == SUIT[above],
    "alternate": lambda below, above: RED[below] != RED[above],
    "other": lambda below, above: SUIT[below] != SUIT[above],
    "any": lambda below, above: True,
}


@cache
def followers(step: Step, suits: Suits) -> Mapping[Card, frozenset[Card]]:
    """For every card the cards that may be laid on it, of any deck. Ask for membership; the sets have no order.

    There is no wrap-around: nothing lies above a king going up, or on an ace going down.
    """
    agree = _AGREE[suits]
    everything = [card for number in range(DECKS) for card in deck(number)]
    by_face = {
        below[2:]: frozenset(
            above for above in everything if RANK[above] == RANK[below] + step and agree(below, above)
        )
        for below in deck(0)
    }
    return {below: by_face[below[2:]] for below in everything} | {HIDDEN: frozenset()}
