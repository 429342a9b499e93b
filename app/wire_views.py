"""What the messages of the wire are made of: the room, a table and a game as they are shown, declared once.

The messages themselves are `app/wire.py`; `app/wire_types.py` prints both as one.
"""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

OptionValue = bool | int | str
Phase = Literal["lobby", "play", "between", "over"]


class Strict(BaseModel):
    """Whatever is on the wire: fields that are not declared are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Accepts(Strict):
    """What a pile takes. `onto`: kinds that may come onto cards; `empty`: what is first, by kind; `wild`: fits any."""

    step: Literal[1, -1]
    suits: Literal["same", "colour", "alternate", "other", "any"]
    onto: list[str]
    empty: dict[str, Literal["any", "ace", "king", "ace_or_king"]]
    run: bool
    wild: Literal["any", "ace", "king", "ace_or_king"] | None = None


class PileSpec(Strict):
    """The rule of a pile as data. `shows`: "up" = face-up cards, "owner" = its owner all, n = top n; else counted.

    In a race on one deal every pile but one's own is empty, and nothing is told of it.
    """

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
Hints = dict[str, Any]
"""What the viewer's own seat may do now, where the rules of the piles cannot say it; the game says in what form."""
Due = dict[str, int]
"""Timer name -> milliseconds from the sending of this message until the house moves."""


Steps = list[int]
"""[how many steps of a solo table can be taken back, how many that were taken back can be made again]"""


class TableView(Strict):
    """A whole table as one viewer may see it."""

    game: str
    round: int
    specs: list[PileSpec]
    piles: Piles
    facts: Facts
    hints: Hints | None
    due: Due
    steps: Steps | None = None  # of a solo table alone


class SeatView(Strict):
    """One seat of the room. `waiting`: sits from the next round; `gone`: given up, free after the round. Until then a
    bot plays it in games of turns.

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


class SheetRow(Strict):
    seat: int
    name: str
    points: int
    total: int
    parts: dict[str, int]


class Sheet(Strict):
    """The score sheet of the round that ended. `ended_by` is a room seat, None when nobody went out. `lasted` in ms."""

    round: int
    rows: list[SheetRow]
    winners: list[int]
    ended_by: int | None
    lasted: int


class RoomView(Strict):
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
    open: bool  # everybody on this site may find the table
    talk: bool  # chat and reactions are allowed outside of play
    paused: bool
    pausing: list[int]
    sheet: Sheet | None
    due: Due  # "next_round", "resume": ms until the next round starts, or play goes on, by itself; "began": solo
    deal: int | None = None  # the number of the match's deal, if it has one that everybody may know
    day: str | None = None  # the day whose deal it is, such as 2026-11-30; no other match is begun here then
    helped: bool = False  # who plays alone was shown how this deal is won, or that it cannot be


class ClaimView(Strict):
    """`name` says that the seat `seat` is his. `own`: the seat that he has meanwhile, None for an onlooker."""

    id: int
    seat: int
    name: str
    own: int | None


class OptionView(Strict):
    """One thing that the host may change, with every value that it can have."""

    key: str
    default: OptionValue
    choices: list[OptionValue]


class GameView(Strict):
    """A game's own declaration (`GET /api/games`): the options form and the bots' levels are made from it.

    `seats`: fewest, most. `presets` are named sets of options; what is missing in one has its default. `call_off`: the
    host may end a round before its time.
    """

    key: str
    name: str
    seats: list[int]
    pace: Literal["race", "turns", "solo"]
    options: list[OptionView]
    presets: dict[str, dict[str, OptionValue]]
    levels: list[str]
    call_off: bool


class OpenTable(Strict):
    """A table that everybody may find (`GET /api/open`). `names`: the persons who sit there; `seats`: how many can.

    `free`: the seats that somebody may take, none where the table is locked. `since`: when it was opened to everybody
    (ms since the epoch). `own_rules`: the host has changed some.
    """

    code: str
    game: str
    phase: Phase
    since: int
    names: list[str]
    bots: int
    free: int
    seats: int
    own_rules: bool


class Leader(Strict):
    """Somebody who has won matches at open tables (`GET /api/leaders/{game}`)."""

    name: str
    won: int


class DailyDeal(Strict):
    """A game's deal of the day, for who asks: his table with it, and how many cards are up there."""

    game: str
    code: str | None
    state: Literal["new", "open", "over"]
    up: int
    won: bool


class DailyDeals(Strict):
    """Today's deals (`GET /api/daily`). `day`: such as 2026-11-30, in UTC.

    An address that asks for these, or for results, more often than persons do gets 429 and `{"error":"too_fast"}`.
    """

    day: str
    ends_ms: int  # ms until the next day begins
    games: list[DailyDeal]


class DailyResult(Strict):
    """How a day's deal came out for somebody. `ms`: time that was played; `you`: it is who asks."""

    name: str
    won: bool
    up: int
    ms: int
    moves: int
    helped: bool
    you: bool


class DailyResults(Strict):
    """The results of a day's deal, the best first (`GET /api/daily/{game}/{day}`). `players`: how many there are."""

    game: str
    day: str
    number: int | None  # of the deal; hidden until the day is over
    results: list[DailyResult]
    players: int
