"""Cards by name."""

import sys

import pytest

from app.rules.card import DECK, DECKS, HIDDEN, JOKERS, RANK, RED, SUIT, card, deck, face, is_joker, jokers, known


def test_a_deck_is_52_cards_in_the_documented_order() -> None:
    """Spades ace to king, then hearts, diamonds and clubs."""
    cards = deck(3)
    assert len(set(cards)) == 52
    assert cards[:2] == ("3:AS", "3:2S")
    assert [face(each) for each in cards[12:14]] == ["KS", "AH"]
    assert cards[-1] == "3:KC"


@pytest.mark.parametrize(
    ("name", "rank", "suit", "red", "number"),
    [("0:AS", 1, "S", False, 0), ("7:TH", 10, "H", True, 7), ("1:KD", 13, "D", True, 1), ("2:JC", 11, "C", False, 2)],
)
def test_a_card_is_known_by_its_name(name: str, rank: int, suit: str, red: bool, number: int) -> None:
    """Rank, suit, colour and deck are looked up."""
    found = known(name)
    assert found is not None
    assert (RANK[found], SUIT[found], RED[found], DECK[found]) == (rank, suit, red, number)
    assert card(number, name[2:]) is found is sys.intern(name)


def test_jokers_are_beside_the_deck() -> None:
    """They have a name and a deck, but no rank, suit or colour of their own."""
    assert jokers(2, 3) == ("2:X1", "2:X2", "2:X3")
    for each in jokers(1, JOKERS):
        assert known(each) is card(1, face(each)) is each
        assert (RANK[each], SUIT[each], RED[each], DECK[each]) == (0, "", False, 1)
        assert is_joker(each)
        assert each not in deck(1)
    assert not any(map(is_joker, (*deck(0), HIDDEN)))


@pytest.mark.parametrize(
    "name", ["", "AS", "0:X", "0:X0", "0:X5", "8:X1", "8:AS", "0:1S", "0:AX", "0:ASS", "-1:AS", "?", "0:as"]
)
def test_other_names_are_no_cards(name: str) -> None:
    """Nothing else is a card, the placeholder of a hidden one included."""
    assert known(name) is None


def test_a_hidden_card_fits_nothing() -> None:
    """Its rank is next to no other, and it has no suit."""
    assert all(abs(RANK[HIDDEN] - RANK[each]) > 1 for number in range(DECKS) for each in deck(number))
    assert SUIT[HIDDEN] == ""
