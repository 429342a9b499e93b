"""Chance as a value: a generator that anybody can recompute from its seed, and a scripted one for recorded shuffles.

Byte conventions (a browser recomputes them):

- *Draw*. Draw number `counter` is `HMAC-SHA-256(key = seed, message = counter as 8 bytes, big-endian)`; its value is
  the first 4 bytes of that, big-endian: 0 .. 2**32 - 1. Every draw uses up one counter, rejected ones included.
- *below(n)*. Draw until the value is smaller than `2**32 - 2**32 mod n`; the answer is the value modulo n.
- *shuffled*. Fisher-Yates from the end: for i = len - 1 down to 1, j = below(i + 1), swap i and j.
- *Round r of a match* (from 1) starts at counter `r * 2**32`, so the 8 bytes are the round and the number of the draw,
  4 bytes each, and a round does not depend on how many draws an earlier one took.
- *Match seed*. `SHA-256(server seed (32 bytes) + additions (16 bytes each) in seat order)`, 32 bytes.
- *Commitment*. `SHA-256(server seed)` in lower-case hex, published before any addition is known.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from app.rules.card import Card, face

SERVER_SEED_BYTES: Final = 32
ADDITION_BYTES: Final = 16
_SPAN: Final = 2**32


class Chance(Protocol):
    """What a game draws from. A value: each draw answers with the chance that is left."""

    def below(self, n: int) -> "tuple[int, Chance]":
        """A number from 0 to n - 1."""

    def shuffled(self, cards: Sequence[Card]) -> "tuple[tuple[Card, ...], Chance]":
        """The same cards in another order."""


class BadShuffle(ValueError):
    """A recorded shuffle does not hold the cards that are being shuffled, or there is none left. One sentence."""


class Rng(NamedTuple):
    """A seeded generator: the same seed and counter give the same draws on every platform."""

    seed: bytes
    counter: int = 0

    @classmethod
    def for_round(cls, seed: bytes, number: int) -> "Rng":
        """The chance of round `number` (from 1) of the match with this seed."""
        return cls(seed, number * _SPAN)

    def below(self, n: int) -> "tuple[int, Rng]":
        """A number from 0 to n - 1, each equally likely. 1 <= n <= 2**32."""
        value, counter = _draw(self.seed, self.counter, n)
        return value, Rng(self.seed, counter)

    def shuffled(self, cards: Sequence[Card]) -> "tuple[tuple[Card, ...], Rng]":
        """The same cards in another order, each order equally likely."""
        order = list(cards)
        seed, counter = self
        for i in range(len(order) - 1, 0, -1):
            j, counter = _draw(seed, counter, i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order), Rng(seed, counter)


class Scripted(NamedTuple):
    """Recorded shuffles, taken in turn whenever the game shuffles. It cannot draw single numbers."""

    orders: tuple[tuple[str, ...], ...]

    def below(self, n: int) -> "tuple[int, Scripted]":  # noqa: ARG002 - the shape of Chance
        """Raises BadShuffle: a script holds shuffles only."""
        raise BadShuffle("The record has shuffles but no seed, and the game draws a number.")

    def shuffled(self, cards: Sequence[Card]) -> "tuple[tuple[Card, ...], Scripted]":
        """The next recorded order. It may name cards without their deck (`TH`) where only one deck is shuffled.

        Raises BadShuffle when it does not hold exactly `cards`.
        """
        if not self.orders:
            raise BadShuffle("The record has fewer shuffles than the game makes.")
        by_name: dict[str, Card] = {face(each): each for each in cards}
        if len(by_name) < len(cards):
            by_name = {}
        by_name.update((each, each) for each in cards)
        order = tuple(by_name[name] for name in self.orders[0] if name in by_name)
        if len(order) != len(self.orders[0]) or sorted(order) != sorted(cards):
            raise BadShuffle("A shuffle of the record does not hold exactly the cards that are shuffled.")
        return order, Scripted(self.orders[1:])


def commitment(server_seed: bytes) -> str:
    """What the room publishes before the match: SHA-256 of the server seed in hex."""
    return hashlib.sha256(server_seed).hexdigest()


def match_seed(server_seed: bytes, additions: Sequence[bytes]) -> bytes:
    """The seed of a match, which neither the server nor any one browser could choose. `additions` in seat order.

    The server's share is committed to before anybody adds, and no browser knows it. Who is both, server and the last
    browser to add, could choose: against that it would take a round of commitments by the browsers.
    """
    if len(server_seed) != SERVER_SEED_BYTES:
        raise ValueError(f"a server seed has {SERVER_SEED_BYTES} bytes")
    if any(len(addition) != ADDITION_BYTES for addition in additions):
        raise ValueError(f"an addition has {ADDITION_BYTES} bytes")
    return hashlib.sha256(server_seed + b"".join(additions)).digest()


def _draw(seed: bytes, counter: int, n: int) -> tuple[int, int]:
    if not 1 <= n <= _SPAN:
        raise ValueError("n must be from 1 to 2**32")
    limit = _SPAN - _SPAN % n
    while True:
        digest = hmac.digest(seed, counter.to_bytes(8, "big"), "sha256")
        counter += 1
        value = int.from_bytes(digest[:4], "big")
        if value < limit:
            return value % n, counter
