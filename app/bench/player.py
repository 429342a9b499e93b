"""What the players of a table know, and which legal move each of them makes next.

The players of one room share their knowledge of the build piles: a pile that somebody plays to is taken off the list
until the server has answered, so that no two of them race and every move is legal.
"""

import itertools
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.bench.frame import masked

RANKS: Final = "A23456789TJQK"
AFTER: Final = dict(itertools.pairwise(RANKS))


class Room:
    """The middle of a table."""

    __slots__ = ("code", "dry", "host", "players", "plays", "racing", "wants")

    def __init__(self, code: str) -> None:
        self.code = code
        self.players: list[Player] = []
        self.host: int | None = None  # room seat
        self.wants: dict[str, list[str]] = {}  # face of a card -> build piles that take it
        self.plays = 0
        self.dry = 0  # moves since the last play
        self.racing: set[Player] = set()  # who has seen the race begin

    def clear(self) -> None:
        """A new deal."""
        self.wants.clear()
        self.dry = 0
        self.racing.clear()

    @property
    def is_open(self) -> bool:
        """Whether all players may move."""
        return len(self.racing) == len(self.players)


class Player:
    """One seat: its own piles, as the frames show them, and the move that is under way."""

    __slots__ = ("_stock", "_tops", "_waste", "echo", "k", "number", "room", "seat")

    def __init__(self, room: Room) -> None:
        self.room = room
        self.number: int | None = None  # room seat
        self.seat = 0  # seat of the round
        self.k = 0
        self.echo = b""
        """What the frame of the own move under way has in it."""
        self._stock = 0
        self._waste: str | None = None
        self._tops: dict[str, str] = {}

    def dealt(self, seat: int, piles: Mapping[str, Sequence[Any]]) -> None:
        """A whole new table, with the own seat of the round."""
        self.seat = seat
        self._tops.clear()
        self.see(piles)

    def see(self, piles: Mapping[str, Sequence[Any]]) -> None:
        """Piles that have changed, by an own move or by a deal."""
        own = str(self.seat)
        for name, pile in piles.items():
            if name[0] == "b":
                if len(pile) > 1:
                    face = pile[-1][2:]
                    if face[0] != "K":
                        self.room.wants.setdefault(AFTER[face[0]] + face[1], []).append(name)
            elif name[0] == own:
                kind = name[1]
                if kind == "s":
                    self._stock = pile[0]
                elif kind == "w":
                    self._waste = pile[-1] if len(pile) > 1 else None
                elif kind == "t":
                    if len(pile) > 1:
                        self._tops[name] = pile[-1]
                    else:
                        self._tops.pop(name, None)

    def next_move(self) -> bytes | None:
        """The next move as a frame for the server; None when there is none.

        The pounce pile is left alone: a round that nobody wins goes on.
        """
        move = self._play()
        if move is None:
            self.room.dry += 1
            if self._stock:
                move = '["flip"]'
            elif self._waste is not None:
                move = '["pickup"]'
            else:
                return None
        else:
            self.room.dry = 0
            self.room.plays += 1
        self.k += 1
        self.echo = b',"b":%d,"k":%d,' % (self.seat, self.k)
        return masked(b'{"t":"move","k":%d,"m":%b}' % (self.k, move.encode()))

    def _play(self) -> str | None:
        own = self._tops if self._waste is None else {f"{self.seat}w": self._waste, **self._tops}
        for source, card in own.items():
            face = card[2:]
            if face[0] == "A":
                return f'["play","{source}",["{card}"],"new"]'
            piles = self.room.wants.get(face)
            if piles:
                return f'["play","{source}",["{card}"],"{piles.pop()}"]'
        return None


def asked(message: Mapping[str, Any]) -> bytes:
    """A message of a browser as a frame for the server."""
    return masked(json.dumps(message).encode())
