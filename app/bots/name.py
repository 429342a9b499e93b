"""What bots are called."""

from collections.abc import Collection
from typing import Final

from app.rules.rng import Rng

NAMES: Final = (
    "Marble",
    "Thistle",
    "Biscuit",
    "Juniper",
    "Pebble",
    "Clover",
    "Rusty",
    "Hazel",
    "Domino",
    "Poppy",
    "Barley",
    "Willow",
    "Smudge",
    "Ginger",
    "Tansy",
    "Bramble",
)


def free_name(taken: Collection[str], rng: Rng) -> tuple[str, Rng]:
    """One of the names that nobody at the table has, whatever its case; with all taken, one of those with a number."""
    lower = {name.casefold() for name in taken}
    turn = 1
    while not (free := [name for name in _turn(turn) if name.casefold() not in lower]):
        turn += 1
    at, rng = rng.below(len(free))
    return free[at], rng


def _turn(turn: int) -> list[str]:
    return [f"{name} {turn}" if turn > 1 else name for name in NAMES]
