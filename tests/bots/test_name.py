"""What bots are called."""

from app.bots.name import NAMES, free_name
from app.rules.rng import Rng


def test_names_are_short_and_different() -> None:
    """Enough for a full table, and short enough for a seat."""
    assert len({name.casefold() for name in NAMES}) == len(NAMES) >= 8
    assert all(3 <= len(name) <= 10 for name in NAMES)


def taken_in_turn(count: int, *people: str, seed: bytes = b"names") -> list[str]:
    """The names of so many bots that sit down one after the other with these people."""
    rng, names = Rng(seed), list[str]()
    for _ in range(count):
        name, rng = free_name([*people, *names], rng)
        names.append(name)
    return names


def test_a_bot_takes_a_free_name() -> None:
    """People keep theirs, however they write it."""
    names = taken_in_turn(len(NAMES) - 2, NAMES[0].upper(), "Ann", NAMES[1].lower())
    assert sorted(names) == sorted(NAMES[2:])


def test_names_come_in_no_order() -> None:
    """Another table, other names; the same chance, the same ones."""
    assert taken_in_turn(4) == taken_in_turn(4)
    assert len({tuple(taken_in_turn(4, seed=bytes([turn]))) for turn in range(20)}) == 20
    assert {taken_in_turn(1, seed=bytes([turn]))[0] for turn in range(200)} == set(NAMES)


def test_there_is_always_a_name() -> None:
    """With a number when all are taken."""
    names = taken_in_turn(3 * len(NAMES))
    assert sorted(names) == sorted(f"{name}{turn}" for name in NAMES for turn in ("", " 2", " 3"))
    assert set(names[: len(NAMES)]) == set(NAMES)
