"""What bots are called."""

from app.bots.name import NAMES, free_name


def test_names_are_short_and_different() -> None:
    """Enough for a full table, and short enough for a seat."""
    assert len({name.casefold() for name in NAMES}) == len(NAMES) >= 8
    assert all(3 <= len(name) <= 10 for name in NAMES)


def test_a_bot_takes_the_first_free_name() -> None:
    """People keep theirs, however they write it."""
    assert free_name([]) == NAMES[0]
    assert free_name([NAMES[0].upper(), "Ann", NAMES[1]]) == NAMES[2]


def test_there_is_always_a_name() -> None:
    """With a number when all are taken."""
    assert free_name(NAMES) == f"{NAMES[0]} 2"
    assert free_name([*NAMES, f"{NAMES[0]} 2"]) == f"{NAMES[1]} 2"
