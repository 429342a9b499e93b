"""A running room: the single writer of its log.

Everything that changes a room passes through here in the order of its arrival, and between looking and writing there
is no `await`. An entry is folded into the head at once and shown only when the journal has kept it; until then it is
in the backlog.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

from app.rooms.advice import Advice
from app.rooms.backlog import Backlog, Entered, LogEnd
from app.rooms.claims import Claims
from app.rooms.entry import Ended, Entry, HostMade, MatchStarted, RoundStarted, Sealed
from app.rooms.fold import fold
from app.rooms.house import House
from app.rooms.moves import Moves
from app.rooms.outbox import Viewer, framed
from app.rooms.point import Point, Seat, playing, shares
from app.rooms.presence import Presence
from app.rooms.requests import requested
from app.rooms.site import Site
from app.rooms.talk import Talk
from app.rooms.view import EntryFrame, encoded, welcome
from app.rules.game import Illegal, Json, Move
from app.rules.rng import match_seed
from app.wire import (
    CLOSE_BUG,
    CLOSE_ELSEWHERE,
    CLOSE_REMOVED,
    ClientMessage,
    MoveMessage,
    Ping,
    RefusalCode,
)

log = logging.getLogger("pounce.room")

PONG: Final = framed(b'{"t":"pong"}')


class Room:
    """One room with its viewers. Made from a log (`acks`: the moves that it holds, oldest first, as (player, ack)).

    `torn` is called when the log is not what the room takes it for: nothing is kept then until `go_on` or `stop`.
    """

    def __init__(
        self,
        point: Point,
        acks: Iterable[tuple[str, str]],
        site: Site,
        *,
        rebuilt: bool,
        torn: Callable[["Room"], None],
        gone: Callable[["Room"], None],
    ) -> None:
        self.site = site
        self.code = point.room.code
        self.game = site.games[point.room.game]
        self.head = point
        self.kept = point
        self.viewers: list[Viewer] = []
        self.saving = False
        self.ended = False
        self._began = max(site.clock.now(), point.when) - site.clock.steady()
        self.empty_since: float = site.clock.steady()
        self._torn = torn
        self._gone = gone
        self._backlog = Backlog(self.code, site, show=self._show, torn=self._is_torn)
        self._moves = Moves(self, self._backlog, acks)
        self._facts: Mapping[str, Json] = {} if point.state is None else self.game.facts(point.state)
        self.presence = Presence(self)
        self.talk = Talk(self)
        self.claims = Claims(self)
        self.advice = Advice(self)
        self.house = House(self, rebuilt=rebuilt)
        self.house.look()

    # --- viewers ---------------------------------------------------------------------------------------------

    def connect(self, viewer: Viewer) -> None:
        """Show the room to somebody. An older socket of the same person is told that he plays elsewhere now."""
        if viewer.player in self.kept.room.removed:
            viewer.line.close(CLOSE_REMOVED)
            return
        for other in [other for other in self.viewers if other.player == viewer.player]:
            self.site.outbox.say(other, framed(b'{"t":"elsewhere"}'))
            self.site.outbox.flush()
            self.viewers.remove(other)
            other.line.close(CLOSE_ELSEWHERE)
        self.viewers.append(viewer)
        # First: deadlines may be put off because somebody is there again, and the welcome tells them.
        self.presence_changed()
        self.show_all(viewer)

    def disconnect(self, viewer: Viewer) -> None:
        """A socket is gone. The seat stays."""
        if viewer in self.viewers:
            self.viewers.remove(viewer)
            if not self.viewers:
                self.empty_since = self.site.clock.steady()
            self.presence_changed()

    def show_all(self, viewer: Viewer) -> None:
        """Send the whole room as it is kept: at the beginning, and to somebody who could not keep up."""
        viewer.behind = False
        point = self.kept
        payload = welcome(
            point,
            self.game,
            seat=_own(point, viewer.player),
            playing=playing(point, viewer.player),
            moved=self._moves.made(viewer),
            room_due=self.house.room_due(point),
            table_due=self.house.table_due(point),
        )
        self.site.outbox.say(viewer, framed(payload))
        if self.saving:
            self.site.outbox.say(viewer, _saving(True))
        self.talk.again(viewer)
        self.claims.again(viewer)

    def here(self, seat: Seat) -> bool:
        """Whether the seat's person has a living socket."""
        return bool(seat.player) and not seat.gone and any(viewer.player == seat.player for viewer in self.viewers)

    def present(self, seat: Seat) -> bool:
        """Whether the seat's own bot plays it, or its person is here. Who has a bot standing in is away."""
        return self.here(seat) if seat.bot is None else not seat.gone

    def presence_changed(self) -> None:
        self.house.presence_changed()
        self.claims.look()
        self.presence.changed()

    def tell_all(self, frame: bytes) -> None:
        """Tell every viewer something that rests on nothing that waits."""
        for viewer in self.viewers:
            self.site.outbox.say(viewer, frame)

    # --- messages --------------------------------------------------------------------------------------------

    def receive(self, viewer: Viewer, message: ClientMessage) -> None:
        """One message of a viewer, checked in shape already. Everything else about it is judged here."""
        if self.ended:
            return
        if isinstance(message, MoveMessage):
            self._moves.receive(viewer, message)
        elif isinstance(message, Ping):
            self._on_ping(viewer, message)
        else:
            self._on_request(viewer, message)

    def _on_ping(self, viewer: Viewer, message: Ping) -> None:
        self.site.outbox.say(viewer, PONG)
        if message.ms is not None:
            self.presence.note_trip(viewer, message.ms)

    def _on_request(self, viewer: Viewer, message: ClientMessage) -> None:
        # Requests end in entries that stay for the life of the room, so they come at the pace of a person.
        fast = not viewer.requests.take(self.site.clock.steady())
        hasty: RefusalCode | None = "too_fast" if fast else "try_again" if self._backlog.is_full else None
        code = hasty or requested(self, viewer, message)
        if code is not None:
            say = self.site.outbox.say if hasty else self.say
            say(viewer, framed(encoded({"t": "sorry", "what": message.t, "code": code})))

    # --- what HOUSE, bots and the host bring about -----------------------------------------------------------

    def move(self, seat: int, move: Move) -> Illegal | None:
        """A move of a bot or of HOUSE, judged like anybody's. The refusal, or None when it was made."""
        return self._moves.judge(seat, "", move, self.site.clock.steady())

    def seal(self) -> None:
        """Choose the server's share of the next match seed."""
        self.append(Sealed(self.now(), self.site.entropy(32).hex()))

    def make_host(self, number: int) -> None:
        self.append(HostMade(self.now(), number))

    def start_match(self) -> None:
        """A new match of those who have a seat, and its first deal."""
        room = self.head.room
        seed = match_seed(bytes.fromhex(room.server_seed), [bytes.fromhex(share) for share in shares(room)])
        self.append(MatchStarted(self.now(), room.game, room.options, seed.hex()))
        self.deal()

    def deal(self) -> None:
        """The next round, or the lobby when too few have stayed."""
        numbers = tuple(seat.number for seat in self.head.room.seats if not seat.gone)
        if len(numbers) < self.game.info.seats[0]:
            self.end()
        else:
            self.append(RoundStarted(self.now(), numbers))

    @property
    def spent(self) -> bool:
        """Whether the match has had all the entries that it may have."""
        return self.head.match_entries >= self.site.settings.entries_per_match

    def end(self) -> None:
        self.append(Ended(self.now()))

    def given_up(self, seat: Seat) -> None:
        """The person of this seat has it no longer, by whatever entry."""
        self.site.seated(seat.player, "", self.code, False)
        self.presence_changed()

    # --- the log ---------------------------------------------------------------------------------------------

    def append(self, entry: Entry) -> None:
        """Fold an entry into the head and give it to the journal. Viewers see it when it is kept."""
        if self.ended:
            return
        before = self.head
        try:
            after = fold(before, entry, self.site.games)
        except Exception:
            log.exception("room %s stops at entry %d (%s)", self.code, before.seq, entry.kind)
            self.stop(CLOSE_BUG)
            return
        self.head = after
        if after.room.began != before.room.began:
            self._moves.begin_round()
        self._backlog.enter(entry, before.seq, after)
        self.house.look()

    def tear(self) -> None:
        """The log is another than the room takes it for."""
        self._backlog.tear()

    def _is_torn(self) -> None:
        self.set_saving(True)
        self._torn(self)

    def log_end(self) -> LogEnd:
        """What the log has to end in, if nobody else has written it."""
        return self._backlog.end(self.kept.seq)

    def go_on(self, length: int) -> None:
        """The log is ours all the same and has `length` entries, not fewer than were shown."""
        self.set_saving(False)
        self._backlog.go_on(self.kept.seq, length)

    def _show(self, item: Entered) -> None:
        before, self.kept = self.kept, item.after
        after, house, say = item.after, self.house, self.site.outbox.say
        frame = EntryFrame(
            before,
            after,
            item.entry,
            self.game,
            facts=self._facts,
            room_due=house.room_due(after),
            table_due=house.table_due(after) if after.clocks else {},
        )
        self._facts = frame.facts
        if frame.private:
            for viewer in self.viewers:
                as_seat = playing(after, viewer.player)
                anew = as_seat != playing(before, viewer.player)
                say(viewer, framed(frame.bytes_for(as_seat, anew=anew)))
        else:
            data = framed(frame.bytes_for(None))
            for viewer in self.viewers:
                say(viewer, data)
        if after.room.seats is not before.room.seats:
            # Whoever asked for it may sit behind another socket by now, so this is no answer to a request.
            for viewer in self.viewers:
                seat = _own(after, viewer.player)
                if seat != _own(before, viewer.player):
                    say(viewer, framed(encoded({"t": "you", "seat": seat})))
            if after.room.removed is not before.room.removed:
                self._send_away(after.room.removed)
            self.presence_changed()
        if after.room.host != before.room.host:
            self.claims.look()
        if after.room is not before.room:
            self.site.changed(self)

    def _send_away(self, persons: Collection[str]) -> None:
        self.site.outbox.flush()
        for viewer in [viewer for viewer in self.viewers if viewer.player in persons]:
            self.disconnect(viewer)
            viewer.line.close(CLOSE_REMOVED)

    def set_saving(self, on: bool) -> None:
        """The journal is slow or away, or well again."""
        if on != self.saving:
            self.saving = on
            self.tell_all(_saving(on))
            self.presence_changed()

    def retire(self) -> None:
        """Take the room out of service: it takes and keeps nothing more. Its viewers stay until `stop`."""
        self.ended = True
        self.house.close()
        self.advice.close()
        self._backlog.close()

    def stop(self, code: int) -> None:
        """Take the room out of service; its log stays. Viewers are closed with this code."""
        self.retire()
        self.site.outbox.flush()
        viewers, self.viewers = self.viewers, []
        for viewer in viewers:
            viewer.line.close(code)
        self._gone(self)
        self.site.changed(self)

    @property
    def idle(self) -> bool:
        """Nothing waits for the journal."""
        return not self._backlog

    # --- small things ----------------------------------------------------------------------------------------

    def now(self) -> int:
        """The time of the log, in ms since the epoch. It passes steadily, even if somebody sets the machine's clock."""
        return max(int(self._began + self.site.clock.steady()), self.head.when)

    def say(self, viewer: Viewer, frame: bytes) -> None:
        """Tell a viewer of the head, when it is kept."""
        self._backlog.say(viewer, frame)


def _own(point: Point, player: str) -> int | None:
    """The room seat of a person, None when he has none or has given it up."""
    seat = point.room.kept_seat(player)
    return None if seat is None else seat.number


def _saving(on: bool) -> bytes:
    return framed(encoded({"t": "saving", "on": on}))
