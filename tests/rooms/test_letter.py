"""Letters between workers are read as they were written, or not at all."""

import pytest

from app.rooms.letter import HEAD, OPEN, RESET, SHOW, Damaged, item, letter, opened

NAME = "0123456789abcdef" * 2


@pytest.mark.parametrize("items", [[], [(RESET, 0, b"")], [(OPEN, 1, b"{}"), (SHOW, 2**32 - 1, bytes(70_000))]])
def test_a_letter_is_read_as_it_was_written(items: list[tuple[bytes, int, bytes]]) -> None:
    written = letter(NAME, 2**40, [item(*one) for one in items])
    assert opened(written) == (NAME, 2**40, items)


def test_what_is_cut_off_anywhere_is_no_letter() -> None:
    """Only between two items it cannot be seen."""
    first = item(OPEN, 1, b"first")
    whole = letter(NAME, 1, [first, item(SHOW, 2, b"second")])
    seen = {0, len(first)}
    for length in range(len(whole)):
        if length - HEAD.size not in seen:
            with pytest.raises(Damaged):
                opened(whole[:length])
