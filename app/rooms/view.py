"""What a viewer may see, as bytes: the room, a table, and the frame of one entry.

The piles that everybody sees alike are encoded once an entry; piles that their owner sees differently, and the hints
of a seat, are spliced in for it alone.
"""

import json
from collections.abc import Mapping
from typing import Any, Final

from app.rooms.entry import Entry, Moved, Rewound
from app.rooms.point import Point, RoomState, RoundSheet
from app.rules.game import Game, Json
from app.rules.notation import spec_to_json
from app.rules.rng import commitment
from app.rules.table import Table, changed
from app.wire import WIRE_VERSION

_ENCODE: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def encoded(message: Mapping[str, Any]) -> bytes:
    """One message as it goes on the wire."""
    return _ENCODE(message).encode()


def room_view(room: RoomState, due: Mapping[str, int]) -> dict[str, Any]:
    """`wire.RoomView`: what everybody may know of the room."""
    sealed = room.match_sealed if room.phase in ("play", "between") else room.server_seed
    return {
        "code": room.code,
        "game": room.game,
        "phase": room.phase,
        "host": room.host,
        "seats": [
            {
                "seat": seat.number,
                "name": seat.name,
                "bot": seat.bot,
                "ready": seat.ready,
                "waiting": room.phase != "lobby" and seat.number not in room.players,
                "gone": seat.gone,
                "total": seat.carry.get("total", 0),
                "stand_in": seat.stand_in or None,
            }
            for seat in room.seats
        ],
        "players": room.players,
        "round": room.round,
        "options": dict(room.match_options or room.options),
        "commitment": commitment(bytes.fromhex(sealed)) if sealed else "",
        "revealed": room.revealed or None,
        "adds": room.adds if room.revealed else (),
        "match": room.match,
        "locked": room.locked,
        "open": bool(room.opened),
        "talk": room.talk,
        "paused": bool(room.paused),
        "pausing": room.pausing,
        "sheet": _sheet_view(room.sheet) if room.sheet is not None else None,
        "due": dict(due),
        **({"deal": room.deal} if room.deal else {}),
        **({"day": room.day} if room.day else {}),
        **({"helped": True} if room.helped else {}),
    }


def _sheet_view(sheet: RoundSheet) -> dict[str, Any]:
    return {
        "round": sheet.round,
        "rows": [
            {
                "seat": line.seat,
                "name": line.name,
                "points": line.points,
                "total": line.total,
                "parts": dict(line.parts),
            }
            for line in sheet.lines
        ],
        "winners": sheet.winners,
        "ended_by": sheet.ended_by,
        "lasted": sheet.lasted,
    }


def table_view(point: Point, game: Game[Any], viewer: int | None, due: Mapping[str, int]) -> dict[str, Any] | None:
    """`wire.TableView` as the seat `viewer` of the round (None: an onlooker) may see it; None before the first deal."""
    state = point.state
    if state is None:
        return None
    table: Table = state.table
    return {
        "game": point.room.game,
        "round": point.room.round,
        "specs": [spec_to_json(spec) for spec in table.specs],
        "piles": {spec.id: table.shown(at, viewer) for at, spec in enumerate(table.specs)},
        "facts": dict(game.facts(state)),
        "hints": None if viewer is None else game.hints(state, viewer),
        "due": dict(due),
        **({} if point.trail is None else {"steps": point.trail.steps}),
    }


def welcome(
    point: Point,
    game: Game[Any],
    *,
    seat: int | None,
    playing: int | None,
    moved: list[int],
    room_due: Mapping[str, int],
    table_due: Mapping[str, int],
) -> bytes:
    """`wire.Welcome` for one viewer: `seat` is his room seat, `playing` his seat of the round."""
    return encoded(
        {
            "t": "welcome",
            "v": WIRE_VERSION,
            "n": point.seq,
            "seat": seat,
            "room": room_view(point.room, room_due),
            "table": table_view(point, game, playing, table_due),
            "moved": moved,
        }
    )


class EntryFrame:
    """The frame of one entry (`wire.Frame`), made for each viewer from parts that are encoded once."""

    __slots__ = (
        "_fresh",
        "_head",
        "_hinted",
        "_open",
        "_owned",
        "_piles",
        "_public",
        "_table",
        "_tail",
        "facts",
        "private",
    )

    def __init__(
        self,
        before: Point,
        after: Point,
        entry: Entry,
        game: Game[Any],
        *,
        facts: Mapping[str, Json],
        room_due: Mapping[str, int],
        table_due: Mapping[str, int],
    ) -> None:
        """`facts` are those of `before` ({} before the first deal); those of `after` are in the field of that name."""
        head = f'{{"n":{after.seq}'
        if isinstance(entry, Moved | Rewound) and entry.seat >= 0:
            head += f',"b":{entry.seat}'
            if entry.ack:
                head += f',"k":{entry.ack.rpartition(":")[2]}'
        self._head = head
        self._owned: list[int] = []
        self._open = ""
        self._table = (after, game, table_due)
        self.facts = facts
        tail = ""
        if after.room is not before.room:
            tail += f',"room":{_ENCODE(room_view(after.room, room_due))}'
        self._fresh = after.state is not None and (before.state is None or before.room.began != after.room.began)
        if self._fresh:
            self.facts = game.facts(after.state)
        if after.trail is not None and after.trail is not before.trail and not self._fresh:
            tail += f',"u":{_ENCODE(after.trail.steps)}'
        moved = not self._fresh and after.state is not None and after.state is not before.state
        self._hinted = moved and game.info.hints
        if moved:
            table: Table = after.state.table
            parts = []
            for at in changed(before.state.table, table):
                spec = table.specs[at]
                if spec.apart or spec.shows == "owner":
                    self._owned.append(at)
                else:
                    parts.append(_pile(table, at, None))
            self._open = ",".join(parts)
            self.facts = game.facts(after.state)
            if self.facts != facts:
                tail += f',"x":{_ENCODE(self.facts)}'
            if after.clocks != before.clocks:
                tail += f',"d":{_ENCODE(table_due)}'
        elif after.clocks and after.room.paused != before.room.paused:
            tail += f',"d":{_ENCODE(table_due)}'
        self._piles = after.state.table if self._owned else None
        self._tail = tail + "}"
        self._public: bytes | None = None
        at_large = self._fresh or (after.state is not None and after.room.seats is not before.room.seats)
        self.private = bool(self._owned) or self._hinted or (at_large and _has_owned(after.state.table))
        """Whether anybody sees it otherwise than an onlooker does."""

    def bytes_for(self, playing: int | None, *, anew: bool = False) -> bytes:
        """The payload for the seat `playing` of the round. The same object for all whenever nothing is private.

        `anew`: the viewer looked at the table as somebody else until now, so what is private is another's: he gets all
        of it, and what he may not see any more is counted.
        """
        if self._public is not None:
            return self._public
        payload = self._make(playing, self._fresh or (anew and self.private))
        if not self.private:
            self._public = payload
        return payload

    def _make(self, playing: int | None, whole: bool) -> bytes:
        text = self._head
        if whole:
            point, game, due = self._table
            return f'{text},"table":{_ENCODE(table_view(point, game, playing, due))}{self._tail}'.encode()
        piles = self._open
        if self._piles is not None:
            table: Table = self._piles
            told = (at for at in self._owned if not table.specs[at].apart or table.specs[at].owner == playing)
            piles = ",".join(part for part in (piles, *(_pile(table, at, playing) for at in told)) if part)
        if piles:
            text += f',"p":{{{piles}}}'
        if self._hinted and playing is not None:
            point, game, _ = self._table
            hints = game.hints(point.state, playing)
            if hints is not None:
                text += f',"h":{_ENCODE(hints)}'
        return (text + self._tail).encode()


def _has_owned(table: Table) -> bool:
    return any(spec.apart or spec.shows == "owner" for spec in table.specs)


def _pile(table: Table, at: int, viewer: int | None) -> str:
    hidden, *cards = table.shown(at, viewer)
    name = table.specs[at].id
    if not cards:
        return f'"{name}":[{hidden}]'
    return f'"{name}":[{hidden},"' + '","'.join(cards) + '"]'  # type: ignore[arg-type]  # after the count come names
