"""Hints at a solo table: thought about by somebody else while the room goes on, and told to who asked.

A fair hint is made from what its player can see. One that shows how the deal is won, or that it cannot be, is marked
in the log before it is told.
"""

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final, Protocol

from app.rooms.entry import Helped
from app.rooms.outbox import Viewer, framed
from app.rooms.point import Point, playing
from app.rooms.view import encoded
from app.rules.game import Game, Move
from app.rules.notation import move_to_json
from app.solver.base import Dead, NoAnswer, Outcome, next_move
from app.solver.hints.base import Hint, seen_all
from app.wire import HintKind, HintWord, RefusalCode

if TYPE_CHECKING:
    from app.rooms.room import Room

log = logging.getLogger("pounce.advice")

NODES: Final = 200_000
"""More than are looked at in the time that somebody waits."""
WINNING_S: Final = 3.0
"""So long somebody waits for a move that wins: nearly every one is found in a second."""
FAIR_S: Final = 8.0
"""So long for a fair hint, which takes no time by itself: many may ask at once."""


class Advisor(Protocol):
    """Who thinks. What takes time is done elsewhere; cancelling ends it."""

    async def solve(self, game: str, state: Any, nodes: int, seconds: float | None = None) -> Outcome:
        """What comes of so many nodes, or of so many seconds."""

    async def hint(self, game: str, state: Any, seconds: float | None = None) -> Hint | None:
        """What to do by what `state` shows, a view or all of it; None when that took too long."""


class Advice:
    """The question of one room that is being thought about: at a solo table one person plays."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._task: asyncio.Task[None] | None = None

    def asked(self, viewer: Viewer, how: HintKind) -> RefusalCode | None:
        """Begin to think, judged on the head; or the reason why not."""
        room, site = self._room, self._room.site
        point = room.head
        seat = playing(point, viewer.player)
        if site.advisor is None or seat is None or point.trail is None:
            return "not_now"
        if point.room.phase != "play" or point.room.paused:
            return "not_now"
        if viewer.player in site.thinking:
            return "too_fast"
        site.thinking.add(viewer.player)
        self._task = asyncio.get_running_loop().create_task(self._answer(viewer, seat, how, site.advisor))
        # Not by the task itself: one that is cancelled before it has begun does nothing at all.
        self._task.add_done_callback(lambda _: site.thinking.discard(viewer.player))
        return None

    def close(self) -> None:
        """Nobody wants to know any more."""
        if self._task is not None:
            self._task.cancel()

    async def _answer(self, viewer: Viewer, seat: int, how: HintKind, advisor: Advisor) -> None:
        room = self._room
        asked = room.head
        try:
            if how == "winning":
                say, move = await _winning(advisor, asked)
            else:
                say, move = await _fair(advisor, asked, room.game, seat)
        except NoAnswer as why:
            log.error("room %s: a hint could not be found: %s", room.code, why)  # noqa: TRY400  (no bug of ours)
            say, move = "unknown", None
        except Exception:
            log.exception("room %s: a hint could not be found", room.code)
            say, move = "unknown", None
        if room.ended or room.head.state is not asked.state or room.head.room.phase != "play":
            return  # about cards that lie otherwise now
        if viewer not in room.viewers:
            return  # there is nobody to be helped
        if how == "winning" and say != "unknown" and not room.head.room.helped:
            room.append(Helped(room.now(), room.head.room.players[seat]))
        body = {
            "t": "hint",
            "n": room.head.seq,
            "how": how,
            "say": say,
            "m": None if move is None else move_to_json(move),
        }
        room.say(viewer, framed(encoded(body)))


async def _winning(advisor: Advisor, point: Point) -> tuple[HintWord, Move | None]:
    outcome = await advisor.solve(point.room.game, point.state, NODES, WINNING_S)
    move = next_move(outcome)
    if move is not None:
        return "winning", move
    return ("lost" if isinstance(outcome, Dead) else "unknown"), None


async def _fair(advisor: Advisor, point: Point, game: Game[Any], seat: int) -> tuple[HintWord, Move | None]:
    key, state = point.room.game, point.state
    # Who has seen every card may be told what follows from all of them.
    shown = state if seen_all(key, state) else game.view(state, seat)
    hint = await advisor.hint(key, shown, FAIR_S)
    return ("unknown", None) if hint is None else hint
