"""Codes as they are drawn, and as people write them."""

import pytest

from app.rooms.codes import ALPHABET, new_code, tidy_code
from tests.support.rooms import Chance


@pytest.mark.parametrize("text", ["KQ7M4X", "kq7m4x", "KQ7 M4X", "kq7-m4x", " K Q 7 M 4 X ", "KQ7\u00a0M4X"])
def test_a_code_is_understood_as_people_write_it(text: str) -> None:
    assert tidy_code(text) == "KQ7M4X"


@pytest.mark.parametrize(
    "text", ["", "KQ7M4", "KQ7M4XX", "KQ7M4O", "KQ7M41", "KQ7M4/", "ＫＱ７Ｍ４Ｘ", "K" * 10_000, "ß" * 6]
)
def test_what_cannot_be_a_code_is_none(text: str) -> None:
    assert tidy_code(text) is None


def test_codes_have_no_letters_that_look_alike() -> None:
    assert len(ALPHABET) == 31
    assert not set("ILO01") & set(ALPHABET)


def test_a_code_follows_from_chance() -> None:
    """Bytes that would make some letters likelier than others are drawn again."""
    drawn = iter([bytes([255, 1, 2, 3, 254, 4]), bytes([5, 6] * 3)])
    assert new_code(lambda count: next(drawn)) == "BCDEFG"


def test_a_code_is_one_that_is_understood() -> None:
    chance = Chance()
    codes = [new_code(chance) for _ in range(100)]
    assert [tidy_code(code) for code in codes] == codes
    assert set("".join(codes)) == set(ALPHABET)
