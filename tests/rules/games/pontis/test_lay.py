"""The arithmetic: numbers that are wanted, and what answers them."""

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rules.card import RANK, deck, jokers
from app.rules.games.pontis.lay import (
    ALL_RANKS,
    Want,
    doubles,
    fits,
    has_lay,
    lays,
    letter,
    rank_of,
    singles,
    values,
    wanted,
)
from tests.support.pontis import cards


def told(own: str, before: str) -> str:
    """What is wanted, in words."""
    want = wanted(rank_of(own), rank_of(before))
    return "pair" if want.pair else " ".join(map(str, want.numbers))


@pytest.mark.parametrize(
    ("own", "before", "expected"),
    [
        ("9", "K", "4"),
        ("K", "9", "4"),
        ("J", "Q", "1"),
        ("A", "5", "4 9"),
        ("5", "A", "4 9"),
        ("A", "K", "1 12"),
        ("2", "A", "1 12"),
        ("A", "7", "6 7"),
        ("A", "A", "13"),
        ("K", "K", "pair"),
        ("2", "2", "pair"),
    ],
)
def test_what_two_tops_want(own: str, before: str, expected: str) -> None:
    """The difference; an ace is 1 or 14, two aces are 1 and 14, other equal tops are a bridge of their own."""
    assert told(own, before) == expected


def ranks(text: str) -> list[int]:
    return [rank_of(each) for each in text]


@pytest.mark.parametrize(
    ("number", "laid", "answers"),
    [
        (3, "3", True),
        (3, "KT", True),
        (3, "TK", True),
        (3, "A2", True),
        (3, "33", False),
        (4, "22", True),
        (4, "4", True),
        (4, "5A", True),
        (9, "5A", True),
        (1, "A", True),
        (13, "K", True),
        (13, "67", True),
        (13, "AQ", True),
        (13, "AA", True),
        (2, "AA", True),
        (12, "AA", False),
        (12, "2A", True),
        (3, "111", False),
        (3, "", False),
        (6, "222", False),
    ],
)
def test_what_answers_a_number(number: int, laid: str, answers: bool) -> None:
    """One card of its value, or two that make it by sum or difference."""
    assert fits(Want((number,)), ranks(laid)) is answers


def test_a_pair_is_two_cards_of_one_rank() -> None:
    """And nothing else answers a bridge of equal tops."""
    want = Want((), pair=True)
    assert [rank for rank in ALL_RANKS if singles(want)[rank]] == []
    assert all(doubles(want)[one][other] is (one == other) for one, other in product(ALL_RANKS, repeat=2))


@given(st.integers(1, 13), st.integers(1, 13))
def test_every_want_can_be_answered(own: int, before: int) -> None:
    """Numbers lie from 1 to 13, and the order of the tops does not matter."""
    want = wanted(own, before)
    assert want == wanted(before, own)
    assert want.pair == (own == before != 1)
    assert want.pair or (1 <= min(want.numbers) <= max(want.numbers) <= 13)
    if not want.pair:
        expected = {abs(one - other) for one in values(own) for other in values(before)} - {0}
        assert set(want.numbers) == expected


EVERYTHING = (*deck(0), *jokers(0, 4))


@given(st.lists(st.sampled_from(EVERYTHING), max_size=9, unique=True), st.integers(1, 13), st.integers(1, 13))
def test_lays_are_all_lays(hand: list[str], own: int, before: int) -> None:
    """Each once, whichever cards, whichever on top, whatever a joker is named."""
    want = wanted(own, before)
    named = [
        (card, rank)
        for card in hand
        for rank in ([RANK[card]] if RANK[card] else ALL_RANKS)  # type: ignore[index]
    ]
    tried = [(each,) for each in named]
    pairs = [(one, other) for one, other in permutations(named, 2) if one[0] != other[0]]
    expected = [lay for lay in [*tried, *pairs] if fits(want, [rank for _, rank in lay])]
    found = list(lays(want, hand))  # type: ignore[arg-type]
    assert len(set(found)) == len(found)
    assert sorted(found) == sorted(expected)
    assert has_lay(want, hand) is bool(expected)  # type: ignore[arg-type]


def test_lays_come_in_a_fixed_order() -> None:
    """One card before two, lower before higher, jokers last: what the house lays for somebody comes first."""
    hand = cards("9S 4H X1 5C 4D AS KD")
    found = [
        " ".join(card[2:] if RANK[card] else f"{card[2:]}={letter(rank)}" for card, rank in lay)
        for lay in lays(wanted(1, 5), hand)
    ]
    assert found[:5] == ["4H", "4D", "9S", "X1=4", "X1=9"]
    assert found[5:9] == ["9S 5C", "5C 9S", "9S KD", "KD 9S"]
    natural = sum("X1" not in each for each in found)
    assert not any("X1" in each for each in [*found[:3], *found[5 : natural + 2]])
    assert all("X1" in each for each in found[natural + 2 :])


def test_an_ace_alone_is_a_one() -> None:
    """Fourteen is never wanted."""
    assert [list(lays(Want((number,)), cards("AS"))) != [] for number in range(1, 14)] == [True] + [False] * 12


def test_hidden_cards_answer_nothing() -> None:
    assert list(lays(Want((4,)), ("?", "?"))) == []  # type: ignore[arg-type]


def test_letters_and_ranks() -> None:
    assert [rank_of(letter(rank)) for rank in ALL_RANKS] == list(ALL_RANKS)
    assert [rank_of(text) for text in ("", "X", "1", "10", "A2", "a")] == [0] * 6
