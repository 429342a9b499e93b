"""Every message between browser and server, declared once; what a table shows, in `app/wire_views.py`.

`app/wire_types.py` prints both modules as TypeScript (`static/wire.d.ts`) and as a page (`docs/protocol.md`).
Messages from the browser are validated by these models with unknown fields forbidden. Frames are built by hand from
encoded piles (`app/rooms/outbox.py`), and a test holds them against `Frame`.
"""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, TypeAdapter

from app.wire_views import ClaimView, Due, Facts, Hints, OptionValue, Piles, RoomView, Steps, Strict, TableView

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
HintKind = Literal["fair", "winning"]
HintWord = Literal[
    "up",  # a card goes to a foundation
    "uncover",  # a face-down card is turned up by it
    "place",  # a card of the waste finds a place in the row
    "clear",  # a place gets empty that something can use
    "prepare",  # it makes way for one of these
    "flip",  # the next card of the stock
    "corner",  # the open card to a corner
    "redeal",  # nothing but the redeal is left
    "none",  # nothing is seen that helps
    "lost",  # nothing wins from there, by a search of everything
    "winning",  # the next move of a line that wins
    "unknown",  # no line was found in time
]
Reaction = Literal["hello", "well_played", "thanks", "wow", "ouch", "so_close", "again", "sorry"]


# --- browser to server --------------------------------------------------------------------------------------


class Hello(Strict):
    """The first message of a socket. `load` is random per page load: with `k` it makes a move's id."""

    t: Literal["hello"]
    v: int
    load: LoadId


class Sit(Strict):
    """Take a seat; in a match it counts from the next round."""

    t: Literal["sit"]
    name: Name


class Leave(Strict):
    """Give the own seat up."""

    t: Literal["leave"]


class Rename(Strict):
    t: Literal["rename"]
    name: Name


class Ready(Strict):
    """Ready for the match, the next round or the rematch. `add`: this browser's share of the match seed (16 bytes)."""

    t: Literal["ready"]
    on: bool
    add: Hex32 | None = None


class Start(Strict):
    """The host starts the match. Counts as the host's Ready."""

    t: Literal["start"]
    add: Hex32 | None = None


class End(Strict):
    """The host ends the match or leaves the sheet of a finished one: back to the lobby with the same seats."""

    t: Literal["end"]


class AddBot(Strict):
    """The host puts a bot of this level on an empty seat."""

    t: Literal["add_bot"]
    level: Level = "steady"


class Remove(Strict):
    """The host takes a bot, or a person, from the table. A person cannot come back, and nobody new sits down then
    until the host unlocks the table.
    """

    t: Literal["remove"]
    seat: SeatNumber


class Free(Strict):
    """The host gives up the seat of somebody who is away. Unlike one removed, he may sit down again."""

    t: Literal["free"]
    seat: SeatNumber


class HandOver(Strict):
    """The host makes another person the host."""

    t: Literal["host"]
    seat: SeatNumber


class Lock(Strict):
    """The host lets nobody new sit down, or lets them again."""

    t: Literal["lock"]
    on: bool


class Open(Strict):
    """The host lets everybody on this site find the table, or only who has the link."""

    t: Literal["open"]
    on: bool


class LetTalk(Strict):
    """The host switches chat and reactions off, or on again."""

    t: Literal["let_talk"]
    on: bool


class SetBot(Strict):
    """The host has this level play a seat: its bot's own, or for somebody away until he is back (None: no longer)."""

    t: Literal["bot"]
    seat: SeatNumber
    level: Level | None


class Claim(Strict):
    """Says that the seat of somebody who is away is his own, from another browser. The host decides."""

    t: Literal["claim"]
    seat: SeatNumber
    name: Name


class Grant(Strict):
    """The host's answer to the claim with this id."""

    t: Literal["grant"]
    id: Annotated[int, Field(ge=0, le=2**31)]
    on: bool


class Pause(Strict):
    """While play runs: wants a pause, or no longer. While the table is paused: `on` false wants to go on, true not yet.

    Both happen when all persons of the round who are here want it.
    """

    t: Literal["pause"]
    on: bool


class Say(Strict):
    """A line of chat to the table, outside of play."""

    t: Literal["say"]
    text: Words


class React(Strict):
    """A quick reaction, outside of play."""

    t: Literal["react"]
    what: Reaction


class CallOff(Strict):
    """The host ends the running round before its time, and nobody scores; where the game has such an end."""

    t: Literal["call_off"]


class SetOptions(Strict):
    """The host's options for the next match; what is missing keeps its default."""

    t: Literal["options"]
    options: Annotated[dict[Annotated[str, StringConstraints(max_length=32)], OptionValue], Field(max_length=32)]


class MoveMessage(Strict):
    """One move: `m` is [name, source, [cards], target], trailing empties left out; `k` counts up per page load.

    At a solo table "undo", "redo" and "restart" are moves of the room, whatever the game.
    """

    t: Literal["move"]
    k: Annotated[int, Field(ge=0, le=2**31)]
    m: Annotated[
        list[Annotated[str, StringConstraints(max_length=16)] | Annotated[list[CardName], Field(max_length=32)]],
        Field(min_length=1, max_length=4),
    ]


class Hint(Strict):
    """Asks what to do at a solo table: by what can be seen, or for a move of a line that wins, which is marked."""

    t: Literal["hint"]
    how: HintKind


class Ping(Strict):
    """Asks for a Pong; `ms` is the round trip that the browser measured last, shown to the others."""

    t: Literal["ping"]
    ms: Annotated[int, Field(ge=0, le=60_000)] | None = None


ClientMessage = (
    Hello | Sit | Leave | Rename | Ready | Claim | Pause | Say | React | MoveMessage | Hint | Ping
    | Start | End | CallOff | AddBot | Remove | Free | HandOver | Lock | Open | LetTalk | SetBot | Grant | SetOptions
)  # fmt: skip
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(Annotated[ClientMessage, Field(discriminator="t")])


class Presence(Strict):
    """Which room seats have a living socket, their last round trip in ms, and the room's timers as of now."""

    t: Literal["presence"]
    here: list[int]
    ms: dict[str, int]
    onlookers: int
    due: Due | None = None  # instead of RoomView.due: who comes or goes may begin or end the wait before play goes on


# --- server to browser --------------------------------------------------------------------------------------


class Welcome(Strict):
    """The whole room as this viewer may see it; `n` is the number of the last entry in it. `seat`: own room seat."""

    t: Literal["welcome"]
    v: int
    n: int
    seat: int | None
    room: RoomView
    table: TableView | None
    moved: list[int]  # the `k` of this page load's moves that the log already holds (newest 64)


class Frame(Strict):
    """One entry of the log, as seen: `n` counts without gaps. `b`, `k`: the seat of the round that moved, its number.

    `p`: the piles that changed, whole. `x`: the facts, whole, if they changed. `d`: timers, if they changed.
    `h`: the viewer's hints, if `p` or `x` is here; without `h` he has none then. `u`: a solo table's steps, if they
    changed. `room`, `table`: the whole room or table when the entry changed them at large.
    """

    n: int
    b: int | None = None
    k: int | None = None
    p: Piles | None = None
    x: Facts | None = None
    d: Due | None = None
    h: Hints | None = None
    u: Steps | None = None
    room: RoomView | None = None
    table: TableView | None = None


class You(Strict):
    """The own room seat, after sitting down or losing it."""

    t: Literal["you"]
    seat: int | None


class Refused(Strict):
    """The move `k` did not happen. With code "taken", `by` (seat of the round) was `ms` faster."""

    t: Literal["no"]
    k: int
    code: RefusalCode
    by: int | None = None
    ms: int | None = None


class Known(Strict):
    """The move `k` was made already (a resent message)."""

    t: Literal["ok"]
    k: int


class Sorry(Strict):
    """The request of type `what` did not happen."""

    t: Literal["sorry"]
    what: str
    code: RefusalCode


class Saving(Strict):
    """The store is slow or away: moves wait until `on` is false again."""

    t: Literal["saving"]
    on: bool


class Said(Strict):
    """A line of `text` or a `react`ion. `id` counts up for ever; after a welcome the newest 30 are said again."""

    t: Literal["said"]
    id: int
    seat: int
    name: str
    text: str | None = None
    react: Reaction | None = None


class Claims(Strict):
    """To the host: who asks for which seat, whole whenever it changes. To who asks: his own claim, or none."""

    t: Literal["claims"]
    claims: list[ClaimView]


class Hinted(Strict):
    """What to do after entry `n`, to who asked for it. If the table changes before that is found, nothing is said.

    `m`: the move, as in `MoveMessage`; None where none is named.
    """

    t: Literal["hint"]
    n: int
    how: HintKind
    say: HintWord
    m: list[str | list[CardName]] | None


class Pong(Strict):
    t: Literal["pong"]


class Elsewhere(Strict):
    """The same person plays in a newer tab; this socket closes with 4501 after it."""

    t: Literal["elsewhere"]


class Reload(Strict):
    """The page speaks another wire version. It loads itself again, between rounds."""

    t: Literal["reload"]


ServerMessage = (
    Welcome | Frame | You | Refused | Known | Sorry | Saving | Presence | Said | Claims | Hinted | Pong | Elsewhere
    | Reload
)  # fmt: skip

CLOSE_ELSEWHERE = 4501
CLOSE_REMOVED = 4503
CLOSE_NO_ROOM = 4504
CLOSE_BAD_MESSAGE = 4508
CLOSE_TOO_FAST = 4529
CLOSE_BUG = 4530
"""1002, 1003, 1007, 1009 and 4500-4999 mean: stay away. Every other code: come back, with jitter."""
CLOSE_COME_BACK = 4000
