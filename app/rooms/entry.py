"""The entries of a room's log: their bytes, and nothing else. `app.rooms.fold` says what each of them does.

An entry is one JSON object: `e` names its kind, `w` is when (ms since the epoch, never running backwards within a
log), the rest are the fields of the class. Entries are read back with unknown kinds and fields refused, because a log
that is not understood must put its room to sleep instead of folding into something else.
"""

import json
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final, get_args

from pydantic_core import to_json

from app.rules.game import Move, Options
from app.rules.notation import move_from_json, move_to_json


class UnknownEntry(Exception):
    """Bytes that are no entry of this version."""


@dataclass(frozen=True, slots=True)
class Created:
    """The first entry of every log."""

    kind: ClassVar[str] = "created"
    when: int
    code: str
    game: str


@dataclass(frozen=True, slots=True)
class Sealed:
    """The server's share of the next match seed (32 bytes, hex), chosen before anybody adds his own."""

    kind: ClassVar[str] = "sealed"
    when: int
    seed: str


@dataclass(frozen=True, slots=True)
class Sat:
    """A person took a seat, or came back to the seat that he had given up. `player` is a digest, never the cookie."""

    kind: ClassVar[str] = "sat"
    when: int
    seat: int
    player: str
    name: str


@dataclass(frozen=True, slots=True)
class Renamed:
    kind: ClassVar[str] = "renamed"
    when: int
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Left:
    """A seat was given up: at once in the lobby, after the round in a match."""

    kind: ClassVar[str] = "left"
    when: int
    seat: int


@dataclass(frozen=True, slots=True)
class Removed:
    """The host took a person from the table: as `Left`, and he may not come back. The table is locked from then on."""

    kind: ClassVar[str] = "removed"
    when: int
    seat: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """A seat goes to the same person's other browser, which gives up the seat that it may have had."""

    kind: ClassVar[str] = "claimed"
    when: int
    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class StoodIn:
    """A bot of this level plays for the seat's person, who is away; with an empty level no longer."""

    kind: ClassVar[str] = "stand_in"
    when: int
    seat: int
    level: str


@dataclass(frozen=True, slots=True)
class Locked:
    """Nobody new sits down from now on, or they may again."""

    kind: ClassVar[str] = "locked"
    when: int
    on: bool


@dataclass(frozen=True, slots=True)
class Opened:
    """Everybody on this site may find the table from now on, or only who has the link."""

    kind: ClassVar[str] = "opened"
    when: int
    on: bool


@dataclass(frozen=True, slots=True)
class TalkLet:
    """Chat and reactions are allowed outside of play, or not."""

    kind: ClassVar[str] = "talk"
    when: int
    on: bool


@dataclass(frozen=True, slots=True)
class PauseWanted:
    """A seat wants a pause or takes that back; while the table is paused: does not want to go on yet, or does."""

    kind: ClassVar[str] = "pause_wanted"
    when: int
    seat: int
    on: bool


@dataclass(frozen=True, slots=True)
class Paused:
    """Play stands still, the game's clocks with it, or goes on."""

    kind: ClassVar[str] = "paused"
    when: int
    on: bool


@dataclass(frozen=True, slots=True)
class BotAdded:
    """A bot sits down, or one that sits there plays at another level from now on."""

    kind: ClassVar[str] = "bot"
    when: int
    seat: int
    name: str
    level: str


@dataclass(frozen=True, slots=True)
class HostMade:
    kind: ClassVar[str] = "host"
    when: int
    seat: int


@dataclass(frozen=True, slots=True)
class OptionsSet:
    """The options of the next match, every one of them written out."""

    kind: ClassVar[str] = "options"
    when: int
    options: Options


@dataclass(frozen=True, slots=True)
class Readied:
    """A seat is ready, or not any more. `add` is its share of the match seed (16 bytes, hex) or empty."""

    kind: ClassVar[str] = "ready"
    when: int
    seat: int
    on: bool
    add: str


@dataclass(frozen=True, slots=True)
class Numbered:
    """The next match is a deal with a number (`rules.deals`); of a `day` (2026-11-30) everybody has the same one.

    Which number a day has nobody is told before it is over, so it is not written here: then `number` is 0.
    """

    kind: ClassVar[str] = "numbered"
    when: int
    number: int
    day: str


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """Everything that the rounds to come depend on: game, every option, the seed (32 bytes, hex)."""

    kind: ClassVar[str] = "match"
    when: int
    game: str
    options: Options
    seed: str


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A deal to these room seats, in this order."""

    kind: ClassVar[str] = "round"
    when: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over as it stands, or its sheet was put away: back to the lobby."""

    kind: ClassVar[str] = "ended"
    when: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A move of a seat of the round (HOUSE included). `ack` is "load:k" of the browser that sent it, else empty."""

    kind: ClassVar[str] = "move"
    when: int
    seat: int
    ack: str
    move: Move


@dataclass(frozen=True, slots=True)
class Rewound:
    """A solo table goes back a move, forward again, or to its deal, by a seat of the round. `to`: one of `REWINDS`.

    To the deal is a step like a move, which can be taken back. `ack` is as a move's.
    """

    kind: ClassVar[str] = "rewound"
    when: int
    seat: int
    ack: str
    to: str


REWINDS: Final = ("undo", "redo", "restart")


@dataclass(frozen=True, slots=True)
class Helped:
    """A seat was shown a move that wins, or that none does: its game is not its own work alone."""

    kind: ClassVar[str] = "helped"
    when: int
    seat: int


Entry = (
    Created
    | Sealed
    | Sat
    | Renamed
    | Left
    | Removed
    | Claimed
    | StoodIn
    | Locked
    | Opened
    | TalkLet
    | PauseWanted
    | Paused
    | BotAdded
    | HostMade
    | OptionsSet
    | Readied
    | Numbered
    | MatchStarted
    | RoundStarted
    | Ended
    | Moved
    | Rewound
    | Helped
)

_KINDS: Final[dict[str, type[Entry]]] = {kind.kind: kind for kind in get_args(Entry)}
_FIELDS: Final = {kind: tuple(field.name for field in fields(kind) if field.name != "when") for kind in _KINDS.values()}
_PLAIN: Final = {
    kind: tuple((field.name, field.type) for field in fields(kind) if field.type in (int, str, bool))
    for kind in _KINDS.values()
}
_ENCODE: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def encode(entry: Entry) -> bytes:
    """The entry as it lies in the store."""
    if type(entry) is Moved:
        head = f'{{"e":"move","w":{entry.when},"seat":{entry.seat},"ack":"{entry.ack}","move":'
        return b"%b%b}" % (head.encode(), to_json(move_to_json(entry.move)))
    body = {"e": entry.kind, "w": entry.when}
    for name in _FIELDS[type(entry)]:
        body[name] = getattr(entry, name)
    return _ENCODE(body).encode()


def decode(data: bytes) -> Entry:
    """The entry of these bytes. Raises UnknownEntry."""
    try:
        body = json.loads(data)
        kind = _KINDS[body.pop("e")]
        values = {"when": body.pop("w")}
        for name in _FIELDS[kind]:
            values[name] = body.pop(name)
        if body:
            raise UnknownEntry(f"an entry of kind {kind.kind} with more than is known")
        for name, plain in _PLAIN[kind]:
            if type(values[name]) is not plain:
                raise UnknownEntry(f"an entry of kind {kind.kind} whose {name} is something else")
        if kind is Moved:
            values["move"] = move_from_json(values["move"])
        elif kind is RoundStarted:
            values["seats"] = _seats(values["seats"])
        elif kind in (OptionsSet, MatchStarted):
            values["options"] = dict(values["options"].items())
        return kind(**values)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UnknownEntry(f"an entry that is not understood: {error}") from error


def _seats(value: Any) -> tuple[int, ...]:
    if type(value) is not list or any(type(seat) is not int for seat in value):
        raise UnknownEntry("a deal to something else than seats")
    return tuple(value)
