"""Deals and stocks of the Klondike family."""

import pytest

from app.rules.card import Card, card, deck
from app.rules.klondike import face_down, pick_up, put_under, rows, turn
from app.rules.table import EMPTY, Pile


def numbers(cards: tuple[Card, ...]) -> list[int]:
    """Where the cards were in the deck, from 1."""
    return [deck(0).index(each) + 1 for each in cards]


def test_rows_are_dealt_one_after_another() -> None:
    """First a card to every pile, then one to every pile but the first, the last of each face up."""
    piles = rows(deck(0), 3)
    assert [numbers(pile.cards) for pile in piles] == [[1], [2, 4], [3, 5, 6]]
    assert [pile.down for pile in piles] == [0, 1, 2]


def stock(count: int) -> list[Pile]:
    """A stock whose top is card 1, and an empty waste."""
    return [face_down(deck(0)[:count][::-1]), EMPTY]


def tops(*, first_on_top: bool, count: int, passes: int) -> list[list[int]]:
    """The card on top of the waste after every flip, pass by pass."""
    piles = stock(28)
    seen: list[list[int]] = []
    for _ in range(passes):
        seen.append([])
        while piles[0].cards:
            turn(piles, 0, 1, count, first_on_top=first_on_top)
            seen[-1] += numbers(piles[1].cards[-1:])
        pick_up(piles, 0, 1)
    return seen


def test_in_one_block_the_first_is_on_top() -> None:
    """Pass 1 shows 1, 4, 7 ... 28, pass 2 shows 3, 6, 9 ... 27, 28, pass 3 is pass 1 again."""
    first, second, third = tops(first_on_top=True, count=3, passes=3)
    assert first == [*range(1, 28, 3), 28]
    assert second == [*range(3, 28, 3), 28]
    assert third == first


def test_one_by_one_the_third_is_on_top() -> None:
    """As in Klondike, every pass is the same."""
    first, second = tops(first_on_top=False, count=3, passes=2)
    assert first == second == [*range(3, 28, 3), 28]


@pytest.mark.parametrize("first_on_top", [True, False])
def test_flipping_single_cards_is_the_same_either_way(first_on_top: bool) -> None:
    """All 28 in their order, pass after pass."""
    assert tops(first_on_top=first_on_top, count=1, passes=2) == [list(range(1, 29))] * 2


def test_the_last_flip_turns_what_is_left() -> None:
    """One or two cards, the first of them on top."""
    piles = stock(2)
    turn(piles, 0, 1, 3, first_on_top=True)
    assert (piles[0], numbers(piles[1].cards)) == (EMPTY, [2, 1])


def test_a_card_put_under_the_stock_is_turned_last() -> None:
    """And it lies face down; of an empty stock it is all."""
    piles = stock(2)
    put_under(piles, 0, card(0, "KC"))
    assert piles[0] == Pile(cards=(card(0, "KC"), *deck(0)[1::-1]), down=3)
    empty = [EMPTY]
    put_under(empty, 0, card(0, "KC"))
    assert empty == [Pile((card(0, "KC"),), 1)]
