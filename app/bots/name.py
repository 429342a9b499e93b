"""What bots are called."""

from collections.abc import Collection
from typing import Final

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


def free_name(taken: Collection[str]) -> str:
    """The first name that nobody at the table has, whatever its case; with all taken, the first with a number."""
    lower = {name.casefold() for name in taken}
    candidates = (f"{name} {turn}" if turn > 1 else name for turn in range(1, len(lower) + 2) for name in NAMES)
    return next(name for name in candidates if name.casefold() not in lower)
