"""A room's log as it lies in the store of a running or killed server, folded anew, and held against what people saw."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

from app.rooms.entry import Entry, Moved, decode
from app.rooms.fold import fold, start
from app.rooms.point import Point
from app.rooms.view import room_view
from app.rules.card import deck
from app.rules.game import HOUSE
from app.rules.registry import games
from app.storage.sqlite import DATABASE
from tests.support.sight import Message, Sight

# While rows are being sorted by room they lie in both tables.
_NEWER = """
    SELECT seq, body FROM entry WHERE room = :room AND seq >= :seq
    UNION SELECT seq, body FROM recent WHERE room = :room AND seq >= :seq ORDER BY seq
"""


class Told(Protocol):
    """Somebody who keeps what he was sent."""

    @property
    def name(self) -> str: ...
    @property
    def digest(self) -> str:
        """By which the log knows the person."""

    @property
    def received(self) -> Sequence[str]: ...


class Log:
    """`entries[i]` leads from `points[i - 1]` to `points[i]`."""

    def __init__(self, bodies: Iterable[bytes] = ()) -> None:
        self.entries: list[Entry] = []
        self.points: list[Point] = []
        for body in bodies:
            self.add(body)

    def add(self, body: bytes) -> None:
        """One entry more, as it lies in the store."""
        entry = decode(body)
        if isinstance(entry, Moved):
            # Folding takes moves for judged; a log must not hold one that the rules refuse.
            assert not self.points[-1].room.paused, "a move in a pause"
            game = games()[self.points[-1].room.game]
            game.check(self.points[-1].state, entry.seat, entry.move)
        self.points.append(fold(self.points[-1], entry, games()) if self.points else start(entry, games()))
        self.entries.append(entry)

    def at(self, n: int) -> Point:
        """The room after `n` entries, as a frame with this number shows it."""
        assert self.points[n - 1].seq == n
        return self.points[n - 1]

    @property
    def last(self) -> Point:
        return self.points[-1]

    def of_kind(self, kind: str) -> list[Entry]:
        """The entries of one kind."""
        return [entry for entry in self.entries if entry.kind == kind]

    def acks(self) -> Counter[str]:
        """How often the log holds each move that a browser sent, by "load:k"."""
        return Counter(entry.ack for entry in self.entries if isinstance(entry, Moved) and entry.ack)

    def assert_conserved(self) -> int:
        """At every step all 52 cards of each deck lie on the table, each once. How many tables were counted."""
        counted = 0
        table: object = None
        for point in self.points:
            if point.state is None or point.state.table is table:
                continue
            table = point.state.table
            lying = [card for pile in point.state.table.piles for card in pile.cards]
            decks = len(point.room.players)
            assert len(lying) == 52 * decks, f"{len(lying)} cards after entry {point.seq}"
            assert set(lying) == {card for number in range(decks) for card in deck(number)}
            counted += 1
        return counted


class RoomLog(Log):
    """The log of a server with a data folder. Reads with a connection of its own that cannot write."""

    def __init__(self, data_dir: Path, code: str) -> None:
        super().__init__()
        self._file = f"file:{data_dir / DATABASE}?mode=ro"
        self._code = code
        self.read()

    def read(self) -> None:
        """Take what has been added since."""
        with closing(sqlite3.connect(self._file, uri=True, timeout=10)) as connection:
            rows = connection.execute(_NEWER, {"room": self._code, "seq": len(self.entries)}).fetchall()
        for seq, body in rows:
            assert seq == len(self.entries), "the log has a hole"
            self.add(body)


def seat_of_round(point: Point, player: str) -> int | None:
    """As which seat of the round somebody looks at it, None for an onlooker."""
    seat = point.room.seat_of(player)
    return point.room.players.index(seat.number) if seat is not None and seat.number in point.room.players else None


def piles_for(point: Point, viewer: int | None) -> dict[str, list[Any]]:
    """All piles as this viewer may see them."""
    table = point.state.table
    return {spec.id: table.shown(at, viewer) for at, spec in enumerate(table.specs)}


def assert_agrees(player: Told, log: Log) -> int:
    """Everything that the player received is what the log says of that moment. How many messages were compared."""
    sight = Sight()
    compared = 0
    for text in player.received:
        message: Message = json.loads(text)
        before = sight.n
        sight.take(message)
        if message.get("t") == "presence" and sight.n:
            _assert_presence(message, log.at(sight.n))
        if "n" not in message:
            continue
        point, entry = log.at(sight.n), log.entries[sight.n - 1]
        compared += 1
        if message.get("t") == "welcome":
            assert sight.n >= before, "a welcome from before what had been seen already"
        else:
            assert sight.n == before + 1, f"{player.name} missed something between {before} and {sight.n}"
            _assert_names(message, entry)
        if "room" in message:
            assert _plain(message["room"], without="due") == _plain(room_view(point.room, {}), without="due")
        if point.state is None:
            assert not sight.table
            continue
        assert sight.table["piles"] == piles_for(point, seat_of_round(point, player.digest)), f"piles at {sight.n}"
        assert sight.table["facts"] == _plain(games()[point.room.game].facts(point.state)), f"facts at {sight.n}"
        if "table" in message:
            assert sight.table["round"] == point.room.round
        if point.room.paused:
            running = message.get("d") or (message.get("table") or {}).get("due")
            assert not running, "a clock that runs in a pause"
    return compared


def _assert_presence(message: Message, point: Point) -> None:
    """Nobody is here who has no seat; bots always are; the room's timers are those of its phase."""
    seats = {seat.number: seat for seat in point.room.seats if not seat.gone}
    assert set(message["here"]) <= set(seats)
    assert {number for number, seat in seats.items() if seat.bot is not None} <= set(message["here"])
    assert set(message["due"]) <= ({"resume"} if point.room.paused else {"next_round"})


def _assert_names(frame: Message, entry: Entry) -> None:
    """A frame says who moved, and which of his moves it was."""
    by_seat = isinstance(entry, Moved) and entry.seat != HOUSE
    assert frame.get("b") == (entry.seat if isinstance(entry, Moved) and by_seat else None)
    acked = entry.ack.rpartition(":")[2] if isinstance(entry, Moved) else ""
    assert frame.get("k") == (int(acked) if acked else None)


def _plain(value: Any, *, without: str = "") -> Any:
    plain = json.loads(json.dumps(value))
    if without:
        plain.pop(without, None)
    return plain
