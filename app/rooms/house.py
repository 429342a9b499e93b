"""The hands of HOUSE in a running room: time that runs out, seats whose person is away, bots, the next deal.

Nothing here decides by itself what is so: every outcome is an entry of the log, and deadlines are counted from the
log. Clocks and bots stand still while nobody looks at the room and while the store is away.
"""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from app.bots.bot import Bot
from app.bots.pace import MEAN_MS, pause_ms
from app.rooms.clock import Scheduled
from app.rooms.courtesy import Courtesy
from app.rooms.entry import Paused, StoodIn
from app.rooms.pause import Consent
from app.rooms.point import Point, RoomState
from app.rules.game import HOUSE, Move, Timer
from app.rules.rng import Rng
from app.wire import CLOSE_BUG

if TYPE_CHECKING:
    from app.rooms.room import Room

log = logging.getLogger("pounce.house")

REBUILT_MS: Final = 10_000
"""What every deadline has left at least after a room was read from its log."""
RESUMED_MS: Final = 3_000
"""What every deadline has left at least when somebody comes back to an empty room, or the store does."""
HOST_AWAY_MS: Final = 30_000
"""How long a host may be away before the longest-seated person who is there becomes host."""
DEALT_MS: Final = 2_000
"""How long after a deal no bot takes the first turn: people look at their cards first. A race has its countdown."""
DEPUTY: Final = "steady"
"""The level of the bot that plays for a seat that was given up."""
EAGER_MS: Final = (250, 450)
"""Pause of a bot when the house waits for it (a stop): least, spread."""


class House:
    """Watches one room. `look` is called after every entry, `presence_changed` when somebody comes or goes."""

    def __init__(self, room: "Room", *, rebuilt: bool) -> None:
        self._room = room
        self._clock = room.site.clock
        self._floor = room.now() + REBUILT_MS if rebuilt else 0
        self._floor_set = room.now() if rebuilt else 0
        self._still = True  # nobody has come yet
        self._seen: RoomState | None = None
        self._seen_clocks: object = None
        self._call: Scheduled | None = None
        self._round_call: Scheduled | None = None
        self._absence_call: Scheduled | None = None
        self._host_call: Scheduled | None = None
        self._away: dict[int, float] = {}  # room seat -> since when (steady ms)
        self._excused: dict[int, float] = {}  # room seat -> how much of that was a pause (ms)
        self._paused: float | None = None  # since when (steady ms)
        self._in_turns = room.game.info.pace == "turns"
        self._is_solo = room.game.info.pace == "solo"
        self._is_looked_at = False  # by who plays, at a solo table
        self._bots: dict[int, Scheduled] = {}  # seat of the round -> its next action
        self._rng = Rng(room.site.entropy(32))
        self._consent = Consent(room, self._later)
        self._courtesy = Courtesy(room, self._later, Rng.for_round(self._rng.seed, 1))
        self._closed = False

    # --- what is looked at -----------------------------------------------------------------------------------

    def look(self) -> None:
        """React to the newest entry."""
        if self._closed:
            return
        point = self._room.head
        if self._room.spent and point.room.phase == "play" and not (self._is_solo and point.room.paused):
            if self._is_solo:  # the cards stay, and the result counts; friends have the lobby to begin anew
                self._room.move(HOUSE, Move(self._room.game.info.call_off))
            else:
                self._room.end()
            return
        if point.clocks is not self._seen_clocks:
            waiting = bool(point.clocks) and not self._seen_clocks
            self._seen_clocks = point.clocks
            self._set_clock(point)
            if waiting:
                self._hurry_bots()
        if point.room is not self._seen:
            self._note_pause(point.room)
        if self._away and point.room.phase == "play":
            self._check_absent()
            if self._room.head is not point:
                return  # more was entered, and looked at in turn
        if point.room is not self._seen:
            self._seen = point.room
            self._settle(point.room)
        elif self._in_turns and not self._still:
            self._start_bots(point.room)  # whose turn it is now

    def presence_changed(self) -> None:
        """Somebody came or went, or the store went away or came back."""
        if self._closed:
            return
        still = not self._room.viewers or self._room.saving
        now, steady = self._room.now(), self._clock.steady()
        if self._still and not still:
            self._floor = max(self._floor, now + RESUMED_MS)
            self._floor_set = now
        changed, self._still = still != self._still, still
        self._end_stand_ins()
        if self._is_solo:
            self._stop_time()
        self._note_absent(steady)
        room = self._room.head.room
        if changed:
            self._set_clock(self._room.head)
            self._set_round(room)
        if not still:
            self._start_bots(room)
            self._check_absent()
            self._check_host()
            self._check_ready(room)
        self._consent.look(still=still)

    def _stop_time(self) -> None:
        """No time passes at a solo table whose player is away, or while no server is there for him."""
        point = self._room.head
        looked_at = any(self._room.here(seat) for seat in point.room.seats)
        if looked_at == self._is_looked_at or self._room.saving:
            return
        self._is_looked_at = looked_at
        if point.room.phase != "play":
            return
        if not point.room.paused:
            # The last entry is when a server that died was there for certain.
            self._room.append(Paused(point.when if looked_at else self._room.now(), True))
        if looked_at:
            self._room.append(Paused(self._room.now(), False))

    def _later(self, ms: float, call: Callable[[], None]) -> Scheduled:
        """Calls `call` later. A bug in it stops the room, as one in a message does: half a room is worse than none."""

        def guarded() -> None:
            try:
                call()
            except Exception:
                log.exception("room %s stops at entry %d: a bug of the house", self._room.code, self._room.head.seq)
                self._room.stop(CLOSE_BUG)

        return self._clock.later(ms, guarded)

    def close(self) -> None:
        """Stop everything that is scheduled."""
        self._closed = True
        for call in (self._call, self._round_call, self._absence_call, self._host_call, *self._bots.values()):
            if call is not None:
                call.cancel()
        self._bots.clear()
        self._consent.close()
        self._courtesy.close()

    def _settle(self, room: RoomState) -> None:
        """A room entry, or the end of a round."""
        if not room.server_seed or (room.phase in ("lobby", "over") and room.server_seed == room.revealed):
            self._room.seal()
            return  # that entry was looked at in turn
        self._note_absent(self._clock.steady())
        self._set_round(room)
        self._courtesy.look(room)
        if not self._still:
            self._start_bots(room)
            self._check_host()
            self._check_ready(room)
        self._consent.look(still=self._still)

    # --- deadlines -------------------------------------------------------------------------------------------

    def table_due(self, point: Point) -> dict[str, int]:
        """Milliseconds until each of the game's timers, as of now. In a pause none of them runs."""
        if not point.clocks or point.room.paused:
            return {}
        since = dict(point.clocks)
        return {
            timer.name: self._left(since[timer.name], self._ms(timer))
            for timer in self._room.game.timers(point.state)
            if timer.name in since
        }

    def room_due(self, point: Point) -> dict[str, int]:
        """Milliseconds until the next round starts, or play goes on after a pause, by itself.

        At a solo table also how long it has been played, as if it had begun so long ago without a pause.
        """
        room = point.room
        if self._is_solo and room.phase == "play":
            return {"began": room.began + room.rested - (room.paused or self._room.now())}
        if (left := self._consent.left(point.room)) is not None:
            return {"resume": left}
        if point.room.phase != "between":
            return {}
        return {"next_round": self._left(point.room.ended, self._room.site.settings.next_round_ms)}

    def _left(self, since: int, ms: int) -> int:
        deadline = since + ms
        if since <= self._floor_set:
            deadline = max(deadline, self._floor)
        return max(0, deadline - self._room.now())

    def _ms(self, timer: Timer) -> int:
        shorter = self._room.site.settings.countdown_ms
        return shorter if shorter and timer.name == "go" else timer.ms

    def _set_clock(self, point: Point) -> None:
        if self._call is not None:
            self._call.cancel()
            self._call = None
        if point.clocks and not self._still:
            due = self.table_due(point)
            if due:
                self._call = self._later(min(due.values()), self._strike)

    def _strike(self) -> None:
        self._call = None
        point = self._room.head
        if self._closed or self._still or point.room.phase != "play" or point.room.paused:
            return
        due = self.table_due(point)
        for timer in self._room.game.timers(point.state):
            if due.get(timer.name) == 0:
                self._room.move(HOUSE, timer.move)
                break
        self._set_clock(self._room.head)

    # --- between rounds --------------------------------------------------------------------------------------

    def _set_round(self, room: RoomState) -> None:
        if self._round_call is not None:
            self._round_call.cancel()
            self._round_call = None
        if room.phase == "between" and not self._still:
            left = self.room_due(self._room.head)["next_round"]
            self._round_call = self._later(left, self._next_round)

    def _next_round(self) -> None:
        self._round_call = None
        room = self._room.head.room
        if self._closed or self._still or room.phase != "between":
            return
        if self.room_due(self._room.head)["next_round"] > 0:
            self._set_round(room)
        elif any(self._room.present(seat) for seat in room.seats if seat.bot is None):
            self._room.deal()
        # With onlookers only the sheet stays until a player is back: `_check_ready` goes on then.

    def _check_ready(self, room: RoomState) -> None:
        if room.phase not in ("between", "over") or room is not self._room.head.room:
            return
        people = [seat for seat in room.seats if seat.bot is None and self._room.present(seat)]
        if not people:
            return
        late = room.phase == "between" and self.room_due(self._room.head)["next_round"] == 0
        if not late and not all(seat.ready for seat in people):
            return
        if room.phase == "between":
            self._room.deal()
        elif sum(not seat.gone for seat in room.seats) >= self._room.game.info.seats[0]:
            self._room.start_match()

    # --- those who are away ----------------------------------------------------------------------------------

    def _note_absent(self, steady: float) -> None:
        room = self._room.head.room
        away = {seat.number for seat in room.seats if not self._room.present(seat)}
        away.update(number for number in room.players if room.seat(number) is None)
        self._away = {number: self._away.get(number, steady) for number in sorted(away)}
        self._excused = {number: ms for number, ms in self._excused.items() if number in away}

    def _note_pause(self, room: RoomState) -> None:
        """Nobody's absence grows while the table is paused."""
        steady = self._clock.steady()
        if room.paused:
            self._paused = steady if self._paused is None else self._paused
        elif self._paused is not None:
            for number, since in self._away.items():
                self._excused[number] = self._excused.get(number, 0) + steady - max(since, self._paused)
            self._paused = None

    def _end_stand_ins(self) -> None:
        """Whoever is back plays for himself, from before his first move."""
        for seat in self._room.head.room.seats:
            if seat.stand_in and self._room.here(seat):
                self._room.append(StoodIn(self._room.now(), seat.number, ""))

    def _check_absent(self) -> None:
        if self._absence_call is not None:
            self._absence_call.cancel()
            self._absence_call = None
        soonest: float | None = None
        made = True
        while made and not self._still and not self._closed:
            made, soonest = False, None
            point = self._room.head
            if point.room.phase != "play" or point.room.paused:
                return
            steady = self._clock.steady()
            since = {
                seat: self._away[number] + self._excused.get(number, 0)
                for seat, number in enumerate(point.room.players)
                if number in self._away and not self._level(point.room, number)
            }
            for seats, ms, move in self._room.game.absences(point.state):
                if not since.keys() >= set(seats):
                    continue
                left = max(since[seat] for seat in seats) + ms - steady
                if left > 0:
                    soonest = left if soonest is None else min(soonest, left)
                elif not made:
                    # The entry is looked at in turn, so the rest is seen to from the state after it.
                    made = self._room.move(HOUSE, move) is None
        if soonest is not None and self._absence_call is None:
            self._absence_call = self._later(soonest, self._check_absent_later)

    def _check_absent_later(self) -> None:
        self._absence_call = None
        if not self._closed:
            self._check_absent()

    def _check_host(self) -> None:
        if self._host_call is not None:
            self._host_call.cancel()
            self._host_call = None
        room = self._room.head.room
        if room.host is None or room.host not in self._away or self._still:
            return
        left = self._away[room.host] + HOST_AWAY_MS - self._clock.steady()
        if left > 0:
            self._host_call = self._later(left, self._check_host_later)
            return
        people = [seat for seat in room.seats if seat.bot is None and self._room.present(seat)]
        if people:
            self._room.make_host(min(people, key=lambda seat: seat.since).number)

    def _check_host_later(self) -> None:
        self._host_call = None
        if not self._closed:
            self._check_host()

    # --- bots ------------------------------------------------------------------------------------------------

    def _start_bots(self, room: RoomState) -> None:
        if room.phase != "play" or room.paused:
            return
        for seat, number in enumerate(room.players):
            if seat not in self._bots and self._may_act(seat) and self._level(room, number):
                self._schedule_bot(seat, self._pause(seat))

    def _may_act(self, seat: int) -> bool:
        """Whether it can be this seat's move, by the head. A bot whose turn it is not is not even asked."""
        point = self._room.head
        return point.room.phase == "play" and self._room.game.turn(point.state) in (None, seat)

    def _level(self, room: RoomState, number: int) -> str:
        """The level of the bot that acts for this room seat; empty when none does.

        A seat that was given up is nobody's in a race. Where one waits for another, a bot plays it to the round's end.
        """
        seat = room.seat(number)
        if seat is None or seat.gone:
            return DEPUTY if self._in_turns else ""
        return seat.bot or seat.stand_in

    def _hurry_bots(self) -> None:
        """A stop has come up: bots that the house waits for do not let it wait long."""
        for seat in list(self._bots):
            self._schedule_bot(seat, self._eager())

    def _schedule_bot(self, seat: int, ms: float) -> None:
        if self._closed:
            return
        old = self._bots.pop(seat, None)
        if old is not None:
            old.cancel()
        self._bots[seat] = self._later(ms, lambda: self._act(seat))

    def _act(self, seat: int) -> None:
        self._bots.pop(seat, None)
        point = self._room.kept
        head = self._room.head.room
        if self._closed or self._still or head.phase != "play" or head.paused or seat >= len(head.players):
            return
        if not self._level(head, head.players[seat]):
            return
        pause = self._pause(seat)
        if point.room.phase == "play" and point.room.began == head.began:
            game = self._room.game
            move, self._rng = self._bot(seat).choose(game, game.view(point.state, seat), seat, self._rng)
            if move is not None and self._room.move(seat, move) is not None:
                pause = self._eager()  # somebody was faster: think again
        if seat not in self._bots and self._may_act(seat):
            self._schedule_bot(seat, pause)

    def _bot(self, seat: int) -> Bot[Any]:
        """Who plays this seat of the round, where `_level` says that somebody does."""
        room = self._room.head.room
        return self._room.site.bots(room.game)[self._level(room, room.players[seat])]

    def _pause(self, seat: int) -> float:
        ms, self._rng = pause_ms(self._bot(seat).pace_ms, self._rng)
        if self._in_turns:
            ms = max(ms, self._room.head.room.began + DEALT_MS - self._room.now())
        pace = self._room.site.settings.bot_pace_ms
        return ms * pace / MEAN_MS if pace else ms

    def _eager(self) -> float:
        least, spread = EAGER_MS
        extra, self._rng = self._rng.below(spread)
        pace = self._room.site.settings.bot_pace_ms
        return min(pace, least + extra) if pace else least + extra
