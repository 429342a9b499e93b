"""Build sequences."""

import pytest

from app.rules.build import COUNTED, FIRSTS, Step, Suits, counting, followers
from app.rules.card import HIDDEN, known


def names(words: str) -> set[str]:
    return set(words.split())


@pytest.mark.parametrize(
    ("step", "suits", "below", "above"),
    [
        (1, "same", "0:4H", "5H"),
        (1, "same", "0:KH", ""),
        (1, "colour", "0:8S", "9S 9C"),
        (1, "colour", "0:QD", "KH KD"),
        (-1, "alternate", "0:8S", "7H 7D"),
        (-1, "alternate", "0:8D", "7S 7C"),
        (-1, "alternate", "0:AD", ""),
        (-1, "other", "0:8D", "7S 7C 7H"),
        (1, "any", "0:QC", "KS KH KD KC"),
    ],
)
def test_followers(step: Step, suits: Suits, below: str, above: str) -> None:
    """The cards of every deck that may lie on one card."""
    found = followers(step, suits)[known(below) or HIDDEN]
    assert {each[2:] for each in found} == names(above)
    assert {each[0] for each in found} == (set("01234567") if above else set())


def test_nothing_follows_a_hidden_card() -> None:
    """What is not known takes nothing."""
    assert followers(1, "any")[HIDDEN] == frozenset()


def test_first_cards() -> None:
    """An empty pile begins with any card, an ace or a king."""
    assert {each[2:] for each in FIRSTS["ace"]} == names("AS AH AD AC")
    assert {each[2:] for each in FIRSTS["king"]} == names("KS KH KD KC")
    assert FIRSTS["ace_or_king"] == FIRSTS["ace"] | FIRSTS["king"]
    assert len(FIRSTS["any"]) == 8 * 52


def test_with_wild_cards_the_number_of_cards_counts() -> None:
    """On n cards the rank n + 1 of any suit, and what is wild; a pile of more than is counted takes only that."""
    sets = counting(follow=True, first="ace", wild="king")
    assert {each[2:] for each in sets[0]} == names("AS AH AD AC")
    assert {each[2:] for each in sets[10]} == names("JS JH JD JC KS KH KD KC")
    assert {each[2:] for each in sets[COUNTED]} == names("KS KH KD KC")
    assert sets[1] != counting(follow=False, first="ace", wild="king")[1] == frozenset()
    assert len(counting(follow=True, first=None, wild="any")[7]) == 8 * 52
    assert counting(follow=True, first=None, wild="any")[0] == frozenset()
