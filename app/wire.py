"""Every message between browser and server, declared once.

`app/wire_types.py` prints these declarations as TypeScript (`static/wire.d.ts`) and as a page (`docs/protocol.md`).
Messages from the browser are validated by these models with unknown fields forbidden. Frames are built by hand from
encoded piles (`app/rooms/outbox.py`), and a test holds them against `Frame`.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

WIRE_VERSION = 2
"""Raised whenever a message changes its meaning; a page that says another version is told to load again."""

MAX_MESSAGE_BYTES = 4096

Name = Annotated[str, StringConstraints(min_length=1, max_length=64)]
"""As typed. The room trims, normalises and bounds it to what a seat can show (`rooms.names`)."""
PileId = Annotated[str, StringConstraints(max_length=8)]
CardName = Annotated[str, StringConstraints(max_length=6)]
Hex32 = Annotated[str, StringConstraints(pattern="^[0-9a-f]{32}$")]
Level = Annotated[str, StringConstraints(max_length=16)]
"""How well a bot plays. The levels of a game are in its declaration (`GameView`)."""
Words = Annotated[str, StringConstraints(min_length=1, max_length=160)]
"""A line of chat as typed. The room trims and tidies it as it does names."""
SeatNumber = Annotated[int, Field(ge=0, le=7)]
LoadId = Annotated[str, StringConstraints(pattern="^[0-9a-f]{16}$")]
OptionValue = bool | int | str

Phase = Literal["lobby", "play", "between", "over"]
RefusalCode = Literal[
    # from the rules (app/rules/game.py, Reason)
    "unknown_move",
    "not_now",
    "not_yours",
    "not_there",
    "does_not_fit",
    "stock_empty",
    "stock_not_empty",
    "nothing_to_do",
    # from the room
    "taken",  # another seat was faster: `by` and `ms` say who and by how much
    "try_again",  # it could not be kept; nothing has happened
    "too_fast",  # more moves, requests, lines or claims than a person makes
    "not_seated",
    "not_host",
    "full",
    "bad_name",
    "bad_options",
    "too_few",  # not enough seats to start
    "locked",  # the host lets nobody new sit down
    "removed",  # the host has removed this person from the table
    "not_here",  # the person whom this is about is away, or here where he must be away
    "quiet",  # no talk now: a round runs, or the host has switched it off
    "paused",  # the table is paused by consent
]
Reaction = Literal["hello", "well_played", "thanks", "wow", "ouch", "so_close", "again", "sorry"]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


# --- browser to server --------------------------------------------------------------------------------------


class Hello(_Message):
    """The first message of a socket. `load` is random per page load: with `k` it makes a move's id."""

    t: Literal["hello"]
    v: int
    load: LoadId


class Sit(_Message):
    """Take a seat; in a match it counts from the next round."""

    t: Literal["sit"]
    name: Name


class Leave(_Message):
    """Give the own seat up."""

    t: Literal["leave"]


class Rename(_Message):
    t: Literal["rename"]
    name: Name


class Ready(_Message):
    """Ready for the match, the next round or the rematch. `add`: this browser's share of the match seed (16 bytes)."""

    t: Literal["ready"]
    on: bool
    add: Hex32 | None = None


class Start(_Message):
    """The host starts the match. Counts as the host's Ready."""

    t: Literal["start"]
    add: Hex32 | None = None


class End(_Message):
    """The host ends the match or leaves the sheet of a finished one: back to the lobby with the same seats."""

    t: Literal["end"]


class AddBot(_Message):
    """The host puts a bot of this level on an empty seat."""

    t: Literal["add_bot"]
    level: Level = "steady"


class Remove(_Message):
    """The host takes a bot, or a person, from the table. A person cannot come back, and nobody new sits down then
    until the host unlocks the table.
    """

    t: Literal["remove"]
    seat: SeatNumber


class Free(_Message):
    """The host gives up the seat of somebody who is away. Unlike one removed, he may sit down again."""

    t: Literal["free"]
    seat: SeatNumber


class HandOver(_Message):
    """The host makes another person the host."""

    t: Literal["host"]
    seat: SeatNumber


class Lock(_Message):
    """The host lets nobody new sit down, or lets them again."""

    t: Literal["lock"]
    on: bool


class LetTalk(_Message):
    """The host switches chat and reactions off, or on again."""

    t: Literal["let_talk"]
    on: bool


class SetBot(_Message):
    """The host has this level play a seat: its bot's own, or for somebody away until he is back (None: no longer)."""

    t: Literal["bot"]
    seat: SeatNumber
    level: Level | None


class Claim(_Message):
    """Says that the seat of somebody who is away is his own, from another browser. The host decides."""

    t: Literal["claim"]
    seat: SeatNumber
    name: Name


class Grant(_Message):
    """The host's answer to the claim with this id."""

    t: Literal["grant"]
    id: Annotated[int, Field(ge=0, le=2**31)]
    on: bool


class Pause(_Message):
    """While play runs: wants a pause, or no longer. While the table is paused: `on` false wants to go on, true not yet.

    Both happen when all persons of the round who are here want it.
    """

    t: Literal["pause"]
    on: bool


class Say(_Message):
    """A line of chat to the table, outside of play."""

    t: Literal["say"]
    text: Words


class React(_Message):
    """A quick reaction, outside of play."""

    t: Literal["react"]
    what: Reaction


class SetOptions(_Message):
    """The host's options for the next match; what is missing keeps its default."""

    t: Literal["options"]
    options: Annotated[dict[Annotated[str, StringConstraints(max_length=32)], OptionValue], Field(max_length=32)]


class MoveMessage(_Message):
    """One move: `m` is [name, source, [cards], target], trailing empties left out; `k` counts up per page load."""

    t: Literal["move"]
    k: Annotated[int, Field(ge=0, le=2**31)]
    m: Annotated[
        list[Annotated[str, StringConstraints(max_length=16)] | Annotated[list[CardName], Field(max_length=32)]],
        Field(min_length=1, max_length=4),
    ]


class Ping(_Message):
    """Asks for a Pong; `ms` is the round trip that the browser measured last, shown to the others."""

    t: Literal["ping"]
    ms: Annotated[int, Field(ge=0, le=60_000)] | None = None


ClientMessage = (
    Hello | Sit | Leave | Rename | Ready | Claim | Pause | Say | React | MoveMessage | Ping
    | Start | End | AddBot | Remove | Free | HandOver | Lock | LetTalk | SetBot | Grant | SetOptions
)  # fmt: skip
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(Annotated[ClientMessage, Field(discriminator="t")])


# --- what messages are made of ------------------------------------------------------------------------------


class Accepts(_Message):
    """What a pile takes. `onto`: kinds that may come onto cards; `empty`: what is first, by kind; `wild`: fits any."""

    step: Literal[1, -1]
    suits: Literal["same", "alternate", "other", "any"]
    onto: list[str]
    empty: dict[str, Literal["any", "ace", "king", "ace_or_king"]]
    run: bool
    wild: Literal["any", "ace", "king", "ace_or_king"] | None = None


class PileSpec(_Message):
    """The rule of a pile as data. `shows`: "up" = face-up cards, "owner" = its owner all, n = top n; else counted."""

    id: str
    kind: Literal["stock", "waste", "tableau", "foundation", "reserve", "hand", "discard"]
    owner: int | None
    shows: Literal["up", "owner"] | int
    gives: Literal["none", "top", "run", "any"]
    accepts: Accepts | None


Pile = list[int | str]
"""[number of cards below that are not shown, shown cards bottom to top ...]"""
Piles = dict[str, Pile]
Facts = dict[str, Any]
Due = dict[str, int]
"""Timer name -> milliseconds from the sending of this message until the house moves."""


class TableView(_Message):
    """A whole table as one viewer may see it."""

    game: str
    round: int
    specs: list[PileSpec]
    piles: Piles
    facts: Facts
    due: Due


class SeatView(_Message):
    """One seat of the room. `waiting`: sits from the next round; `gone`: given up, free after the round.

    `total`: match score so far. `stand_in`: the level of the bot that plays while the seat's person is away.
    """

    seat: int
    name: str
    bot: str | None
    ready: bool
    waiting: bool
    gone: bool
    total: int
    stand_in: str | None


class SheetRow(_Message):
    seat: int
    name: str
    points: int
    total: int
    parts: dict[str, int]


class Sheet(_Message):
    """The score sheet of the round that ended. `ended_by` is a room seat, None when nobody went out. `lasted` in ms."""

    round: int
    rows: list[SheetRow]
    winners: list[int]
    ended_by: int | None
    lasted: int


class RoomView(_Message):
    """What everybody may know of the room. `players[i]` is the room seat that plays as seat i of the round.

    `pausing`: room seats that want a pause, or, while the table is `paused`, to go on.
    """

    code: str
    game: str
    phase: Phase
    host: int | None
    seats: list[SeatView]
    players: list[int]
    round: int
    options: dict[str, OptionValue]
    commitment: str  # SHA-256 of the server seed of the running or coming match
    revealed: str | None  # the server seed of the match that ended
    adds: list[str]  # what the browsers added to that seed, in seat order; empty until it is revealed
    match: int  # the number of the running or last match, from 1; 0 before the first
    locked: bool
    talk: bool  # chat and reactions are allowed outside of play
    paused: bool
    pausing: list[int]
    sheet: Sheet | None
    due: Due  # "next_round", "resume": ms until the next round starts, or play goes on, by itself


class ClaimView(_Message):
    """`name` says that the seat `seat` is his. `own`: the seat that he has meanwhile, None for an onlooker."""

    id: int
    seat: int
    name: str
    own: int | None


class OptionView(_Message):
    """One thing that the host may change, with every value that it can have."""

    key: str
    default: OptionValue
    choices: list[OptionValue]


class GameView(_Message):
    """A game's own declaration (`GET /api/games`): the options form and the bots' levels are made from it.

    `seats`: fewest, most. `presets` are named sets of options; what is missing in one has its default.
    """

    key: str
    name: str
    seats: list[int]
    pace: Literal["race", "turns", "solo"]
    options: list[OptionView]
    presets: dict[str, dict[str, OptionValue]]
    levels: list[str]


class Presence(_Message):
    """Which room seats have a living socket, their last round trip in ms, and the room's timers as of now."""

    t: Literal["presence"]
    here: list[int]
    ms: dict[str, int]
    onlookers: int
    due: Due | None = None  # instead of RoomView.due: who comes or goes may begin or end the wait before play goes on


# --- server to browser --------------------------------------------------------------------------------------


class Welcome(_Message):
    """The whole room as this viewer may see it; `n` is the number of the last entry in it. `seat`: own room seat."""

    t: Literal["welcome"]
    v: int
    n: int
    seat: int | None
    room: RoomView
    table: TableView | None
    moved: list[int]  # the `k` of this page load's moves that the log already holds (newest 64)


class Frame(_Message):
    """One entry of the log, as seen: `n` counts without gaps. `b`, `k`: the seat of the round that moved, its number.

    `p`: the piles that changed, whole. `x`: the facts, whole, if they changed. `d`: timers, if they changed.
    `room`, `table`: the whole room or table when the entry changed them at large.
    """

    n: int
    b: int | None = None
    k: int | None = None
    p: Piles | None = None
    x: Facts | None = None
    d: Due | None = None
    room: RoomView | None = None
    table: TableView | None = None


class You(_Message):
    """The own room seat, after sitting down or losing it."""

    t: Literal["you"]
    seat: int | None


class Refused(_Message):
    """The move `k` did not happen. With code "taken", `by` (seat of the round) was `ms` faster."""

    t: Literal["no"]
    k: int
    code: RefusalCode
    by: int | None = None
    ms: int | None = None


class Known(_Message):
    """The move `k` was made already (a resent message)."""

    t: Literal["ok"]
    k: int


class Sorry(_Message):
    """The request of type `what` did not happen."""

    t: Literal["sorry"]
    what: str
    code: RefusalCode


class Saving(_Message):
    """The store is slow or away: moves wait until `on` is false again."""

    t: Literal["saving"]
    on: bool


class Said(_Message):
    """A line of `text` or a `react`ion. `id` counts up for ever; after a welcome the newest 30 are said again."""

    t: Literal["said"]
    id: int
    seat: int
    name: str
    text: str | None = None
    react: Reaction | None = None


class Claims(_Message):
    """To the host: who asks for which seat, whole whenever it changes. To who asks: his own claim, or none."""

    t: Literal["claims"]
    claims: list[ClaimView]


class Pong(_Message):
    t: Literal["pong"]


class Elsewhere(_Message):
    """The same person plays in a newer tab; this socket closes with 4501 after it."""

    t: Literal["elsewhere"]


class Reload(_Message):
    """The page speaks another wire version. It loads itself again, between rounds."""

    t: Literal["reload"]


ServerMessage = (
    Welcome | Frame | You | Refused | Known | Sorry | Saving | Presence | Said | Claims | Pong | Elsewhere | Reload
)  # fmt: skip

CLOSE_ELSEWHERE = 4501
CLOSE_REMOVED = 4503
CLOSE_NO_ROOM = 4504
CLOSE_BAD_MESSAGE = 4508
CLOSE_TOO_FAST = 4529
CLOSE_BUG = 4530
"""1002, 1003, 1007, 1009 and 4500-4999 mean: stay away. Every other code: come back, with jitter."""
CLOSE_COME_BACK = 4000
