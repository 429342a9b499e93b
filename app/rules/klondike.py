"""What the games of the Klondike family share: the deal row by row, turning the stock, picking up the waste.

The top of a pile is its last card, so a stock is turned from its end. The functions that take a list of piles change it
in place: the new list of a move that is being made.
"""

from app.rules.card import Card
from app.rules.table import EMPTY, Pile


def rows(cards: tuple[Card, ...], columns: int) -> list[Pile]:
    """Piles of 1, 2, 3 ... cards, dealt row by row from the first card on, the last of each face up."""
    piles: list[list[Card]] = [[] for _ in range(columns)]
    dealt = iter(cards)
    for first in range(columns):
        for pile in piles[first:]:
            pile.append(next(dealt))
    return [Pile(tuple(pile), len(pile) - 1) for pile in piles]


def face_down(cards: tuple[Card, ...]) -> Pile:
    """A pile of nothing but face-down cards, such as a stock."""
    return Pile(cards, len(cards))


def turn(piles: list[Pile], stock: int, waste: int, count: int, *, first_on_top: bool) -> None:
    """Lay the next `count` cards of the stock, or what is left of it, on the waste; `first_on_top`: in one block."""
    cards = piles[stock].cards
    # In one block they lie as they lay in the stock, so that its top card is the top one again.
    turned = cards[-count:] if first_on_top else cards[: -count - 1 : -1]
    piles[stock] = face_down(cards[:-count])
    piles[waste] = Pile(piles[waste].cards + turned)


def pick_up(piles: list[Pile], stock: int, waste: int) -> None:
    """Turn the waste over as it lies: it becomes the stock."""
    piles[stock] = face_down(piles[waste].cards[::-1])
    piles[waste] = EMPTY


def put_under(piles: list[Pile], stock: int, card: Card) -> None:
    """Put a card face down at the bottom of the stock."""
    piles[stock] = face_down((card, *piles[stock].cards))
