"""Build sequences: which cards may lie on which card, as ready-made sets."""

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias

from app.rules.card import DECKS, HIDDEN, RANK, RED, SUIT, Card, deck, face

Step: TypeAlias = Literal[1, -1]
Suits: TypeAlias = Literal["same", "alternate", "other", "any"]


@cache
def followers(step: Step, suits: Suits) -> Mapping[Card, frozenset[Card]]:
    """For every card the cards that may be laid on it, of any deck. Ask for membership; the sets have no order.

    There is no wrap-around: nothing lies above a king going up, or on an ace going down.
    """
    everything = [card for number in range(DECKS) for card in deck(number)]
    by_face = {
        face(below): frozenset(
            above for above in everything if RANK[above] == RANK[below] + step and _agree(suits, below, above)
        )
        for below in deck(0)
    }
    return {below: by_face[face(below)] for below in everything} | {HIDDEN: frozenset()}


def _agree(suits: Suits, below: Card, above: Card) -> bool:
    match suits:
        case "same":
            return SUIT[below] == SUIT[above]
        case "alternate":
            return RED[below] != RED[above]
        case "other":
            return SUIT[below] != SUIT[above]
        case "any":
            return True
