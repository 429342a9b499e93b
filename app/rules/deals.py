"""Deals by number: a short number names the same cards of a game for one on every server, by whatever options.

The number is open by nature, for practice, sharing and races against oneself: whoever knows it can deal the cards
himself. A match of this seed deals them in its first round; the bytes are pinned by a test and never change.
"""

import hashlib
from typing import Final

MOST: Final = 10**12 - 1
"""The highest number. Those that are drawn for a player are shorter; the long ones are hard to find by trying."""


class NoSuchDeal(ValueError):
    """There is no deal with this number. One sentence."""


def deal_seed(game: str, number: int) -> bytes:
    """The match seed of the deal with this number, from 1: SHA-256 of `pounce deal {game} {number}`.

    Raises `NoSuchDeal`.
    """
    if not 1 <= number <= MOST:
        raise NoSuchDeal(f"A deal has a number from 1 to {MOST}.")
    return hashlib.sha256(f"pounce deal {game} {number}".encode()).digest()
