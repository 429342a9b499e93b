"""Names as people type them, and as a seat can show them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rooms.names import MOST, distinct, tidy

FAMILY = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}"
ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\ufe0f"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \t Lee\n", "Ann Lee"),
        ("A\u00a0n\u2003n", "A n n"),
        ("x" * 10_000, "x" * MOST),
        ("Ann\u202egnp.exe", "Anngnp.exe"),  # nothing turns the line around
        ("\u2067שלום\u2069", "שלום"),
        ("مرحبا", "مرحبا"),
        ("A\u200bn\u2060n", "Ann"),
        ("\x00A\x1b[31mnn", "A[31mnn"),
        ("\N{WOLF FACE}", "\N{WOLF FACE}"),
        (FAMILY, FAMILY),
        ("\N{BLACK HEART SUIT}\ufe0f", "\N{BLACK HEART SUIT}"),
        ("\U0001f1e6\U0001f1f9", "\U0001f1e6\U0001f1f9"),
        ("e\u0301", "é"),
        ("a" + "\u0316" * 40, "a\u0316\u0316"),
        ("<b>&\"'", "<b>&\"'"),
        ("x" * (MOST - 1) + " y", "x" * (MOST - 1)),
        ("7", "7"),
        ("?", "?"),
    ],
)
def test_a_name_is_shown(typed: str, shown: str) -> None:
    """Trimmed, normalised, bounded, without what cannot be seen."""
    assert tidy(typed) == shown


@pytest.mark.parametrize("typed", ["", " ", "\t\n", ZERO_WIDTH, "\u200d" * 5000, "\u202e", "\u0301", "\x00", "\u3164"])
def test_nothing_to_see_is_no_name(typed: str) -> None:
    assert tidy(typed) is None


@given(st.text(max_size=200))
def test_whatever_is_typed_makes_a_name_or_none(typed: str) -> None:
    """A name is short, on one line, survives UTF-8, and tidying it again changes nothing."""
    name = tidy(typed)
    if name is not None:
        assert 1 <= len(name) <= MOST
        assert name == name.strip()
        assert not any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in name)
        name.encode()
        assert tidy(name) == name


@pytest.mark.parametrize("other", ["ann", "ANN", "A nn", "Ａｎｎ", "ann "])
def test_a_name_that_looks_like_another_is_numbered(other: str) -> None:
    assert distinct("Ann", [other]) == "Ann 2"


@pytest.mark.parametrize(
    ("typed", "other"),
    [
        ("Аnn", "Ann"),
        ("Αnn", "Ann"),
        ("A\u200dnn", "Ann"),
        ("Вера", "Bepa"),
        ("Bo", "B0"),
        ("Ian", "lan"),
        ("Al1", "Ali"),
    ],
)
def test_letters_of_other_alphabets_that_look_the_same_are_the_same(typed: str, other: str) -> None:
    assert distinct(typed, [other]) == f"{typed} 2"
    assert distinct(other, [typed]) == f"{other} 2"


@pytest.mark.parametrize(("typed", "other"), [("Анна", "Ahna"), ("Лев", "Lev"), ("Nina", "Nino"), ("Ζωή", "Zoe")])
def test_names_that_can_be_told_apart_are_not_numbered(typed: str, other: str) -> None:
    assert distinct(typed, [other]) == typed


def test_numbers_go_on_until_one_is_free() -> None:
    assert distinct("Ann", ["Ann", "ANN 2", "ann 3"]) == "Ann 4"
    assert distinct("Ann", ["Bob", "Anna"]) == "Ann"


def test_a_long_name_keeps_its_number_within_bounds() -> None:
    name = distinct("x" * MOST, ["X" * MOST])
    assert len(name) <= MOST
    assert name.endswith(" 2")


def test_another_line_is_tidied_in_the_same_way() -> None:
    """Longer than a name, but of the same characters."""
    assert tidy("x" * 200, 120) == "x" * 120
    assert tidy(" a\u202e\n b ", 120) == "a b"
    assert tidy("\u200b", 120) is None
