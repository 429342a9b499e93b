"""What is played in a room: each move is judged on the head, in the order of arrival, and answered once.

A move that comes too late is told who was faster, and by how much. One that is sent again gets its first answer again.
"""

from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from app.rooms.answers import MADE, Answers, number
from app.rooms.backlog import Backlog
from app.rooms.entry import REWINDS, Moved, Rewound
from app.rooms.limit import Bucket
from app.rooms.outbox import Viewer, framed
from app.rooms.point import playing, rewinds, seats_of_round
from app.rooms.view import encoded
from app.rules.game import Illegal, Move, State
from app.rules.notation import move_from_json
from app.rules.table import Table
from app.wire import MoveMessage, RefusalCode

if TYPE_CHECKING:
    from app.rooms.room import Room

OVERTAKEN_MS: Final = 1500
"""How long ago another's move may have arrived for a refused one to be called overtaken by it."""
ARRIVALS: Final = 32
"""So many of the newest moves are looked at for that."""
STEPS: Final = tuple(Move(to) for to in REWINDS)
"""What takes a solo table back or forward; with a pile or a card it is nothing that any game knows."""


class _Arrival(NamedTuple):
    at: float
    seat: int
    before: Any  # the state that this move was judged on


class Moves:
    """The moves of one room. `acks`: those that its log holds, oldest first, as (player, ack)."""

    def __init__(self, room: "Room", backlog: Backlog, acks: Iterable[tuple[str, str]]) -> None:
        self._room = room
        self._backlog = backlog
        self._answers = Answers()
        self._arrivals: deque[_Arrival] = deque(maxlen=ARRIVALS)
        self._buckets: dict[int, Bucket] = {}
        self._numbers: tuple[object, dict[str, int]] = (None, {})
        for player, ack in acks:
            self._answers.remember(player, ack, MADE)

    def made(self, viewer: Viewer) -> list[int]:
        """The numbers of the moves of a viewer's page load that were made and are kept."""
        return self._answers.made(viewer.player, viewer.load, self._backlog.acks())

    def begin_round(self) -> None:
        """Other cards lie there: nobody was overtaken by what was played before."""
        self._arrivals.clear()

    def receive(self, viewer: Viewer, message: MoveMessage) -> None:
        """A move of a viewer: made, or refused for the first reason that there is."""
        ack = f"{viewer.load}:{message.k}"
        answered = self._answers.to(viewer.player, ack)
        if answered is not None:
            self._backlog.say(viewer, answered)
            return
        head = self._room.head
        seat = self._seat_of_round(viewer.player)
        if seat is None and head.trail is not None and head.room.kept_seat(viewer.player) is not None:
            seat = playing(head, viewer.player)  # what is over can be taken back at a solo table by whose it is
        if seat is None:
            # Who has a seat is no onlooker because the round was over a moment before this move came.
            waits = head.room.phase != "play" and head.room.kept_seat(viewer.player) is not None
            self._refuse(viewer, ack, "not_now" if waits else "not_seated")
            return
        try:
            move = move_from_json(message.m)
        except ValueError:
            self._refuse(viewer, ack, "unknown_move")
            return
        now = self._room.site.clock.steady()
        bucket = self._bucket(seat)
        rewind = head.trail is not None and move in STEPS
        if self._backlog.is_full:
            self._refuse(viewer, ack, "try_again", forget=True)
        elif head.room.paused:
            self._refuse(viewer, ack, "paused")
        elif not bucket.allows(now):
            self._refuse(viewer, ack, "too_fast", forget=True)
        elif (why := self._rewind(seat, ack, move.name) if rewind else self.judge(seat, ack, move, now)) is None:
            self._answers.remember(viewer.player, ack, MADE)
            bucket.spend()
        elif (faster := self._faster(seat, move, why, now)) is not None:
            self._refuse(viewer, ack, "taken", by=faster.seat, ms=max(1, round(now - faster.at)))
        else:
            self._refuse(viewer, ack, why.reason)

    def judge(self, seat: int, ack: str, move: Move, now: float) -> Illegal | None:
        """Enter a move that is legal, or say why it is not. `ack`: "" for a move that no browser has sent."""
        room = self._room
        point = room.head
        if point.room.phase != "play" or point.room.paused:
            return Illegal("not_now")
        try:
            room.game.check(point.state, seat, move)
        except Illegal as why:
            return why
        if seat >= 0:
            self._arrivals.append(_Arrival(now, seat, point.state))
        room.append(Moved(room.now(), seat, ack, move))
        return None

    def _rewind(self, seat: int, ack: str, to: str) -> Illegal | None:
        room = self._room
        if not rewinds(room.head, to):
            return Illegal("nothing_to_do")
        if room.spent:
            return Illegal("not_now")
        room.append(Rewound(room.now(), seat, ack, to))
        return None

    def _faster(self, seat: int, move: Move, why: Illegal, now: float) -> _Arrival | None:
        """The other's move that took the place, if this one would have been legal just before it."""
        if why.reason not in ("does_not_fit", "not_now"):
            return None
        for arrival in reversed(self._arrivals):
            if now - arrival.at > OVERTAKEN_MS:
                return None
            try:
                self._room.game.check(arrival.before, seat, move)
            except Illegal:
                continue
            # A stop refuses every move; taken is only the place of the king that brought it about.
            elsewhere = why.reason == "not_now" and self._lies_as_in(arrival.before, move.target)
            return None if elsewhere or arrival.seat == seat else arrival
        return None

    def _lies_as_in(self, before: State, target: str) -> bool:
        at = before.table.index.get(target)
        now: Table = self._room.head.state.table
        return at is None or before.table.piles[at] is now.piles[at]

    def _refuse(
        self,
        viewer: Viewer,
        ack: str,
        code: RefusalCode,
        *,
        by: int | None = None,
        ms: int | None = None,
        forget: bool = False,
    ) -> None:
        body: dict[str, Any] = {"t": "no", "k": number(ack), "code": code}
        if by is not None:
            body |= {"by": by, "ms": ms}
        frame = framed(encoded(body))
        if not forget:
            self._answers.remember(viewer.player, ack, frame)
        # What was not judged on the head tells nothing of it, and what waits need not grow by it.
        (self._room.site.outbox.say if forget else self._backlog.say)(viewer, frame)

    def _seat_of_round(self, player: str) -> int | None:
        head = self._room.head
        if self._numbers[0] is not head.room:
            self._numbers = (head.room, seats_of_round(head))
        return self._numbers[1].get(player)

    def _bucket(self, seat: int) -> Bucket:
        bucket = self._buckets.get(seat)
        if bucket is None:
            rate = self._room.site.settings.moves_per_second
            bucket = self._buckets[seat] = Bucket(rate, 2 * rate)
        return bucket
