"""Sockets here whose room another worker owns, and rooms here with sockets at other workers.

The way between two workers is the store's `Post`. It keeps the order and may lose: whatever is sent is numbered, both
ends send something twice a second, and after a gap both drop everything between them. Then the browsers come back, and
what they see is in the log. So nothing is ever repeated here.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import ValidationError

from app.rooms.clock import Scheduled
from app.rooms.letter import CAUGHT_UP, GONE, OPEN, RESET, SAY, SHOW, SHUT, TRIP, WHOLE, Damaged, item, letter, opened
from app.rooms.outbox import LAGGING, Viewer, framed
from app.rooms.room import PONG, Room
from app.rooms.site import Site
from app.storage.base import Post, StoreUnreachable
from app.wire import CLIENT_MESSAGE, CLOSE_BAD_MESSAGE, CLOSE_BUG, CLOSE_COME_BACK, ClientMessage, Ping

log = logging.getLogger("pounce.relay")

TICK_MS: Final = 250
BEAT_TICKS: Final = 2
"""Every so many ticks a worker says something to each worker with which it shares a socket."""
SILENT_MS: Final = 1500
"""After so long without a word of a room's owner its browsers are told that moves wait, and its lease is watched."""
DEAD_MS: Final = 3000
"""After so long without a word of a worker its browsers count as gone."""
UNUSED_MS: Final = 15_000
"""How long a room of another worker is remembered without a socket."""
ALONE_TICKS: Final = 8
"""A room whose viewers are all at the same other worker for so long is handed to that one."""
SHARES: Final = 16
"""What waits for the store is all guests' together. One of them lags when so many times more waits than may for one."""
MOST_PEERS: Final = 64
"""Workers that are remembered; each start of a process is a new one."""

Find = Callable[[str], Awaitable["Room | FarRoom | None"]]


class FarRoom:
    """A room that another worker owns, as the sockets here see it."""

    def __init__(self, code: str, owner: str, relay: "Relay") -> None:
        self.code = code
        self.owner = owner
        self.site = relay.site
        self.ended = False
        self.unused_since = relay.site.clock.steady()
        self.sockets: dict[int, Viewer] = {}
        self._relay = relay
        self._numbers: dict[Viewer, int] = {}

    def connect(self, viewer: Viewer) -> None:
        """Show the room to somebody."""
        number = self._relay.new_number()
        self.sockets[number] = viewer
        self._numbers[viewer] = number
        self._relay.opened(self, number, viewer)

    def disconnect(self, viewer: Viewer) -> None:
        """A socket is gone."""
        if (number := self._numbers.get(viewer)) is not None:
            self.forget(number)
            self._relay.put(self.owner, GONE, number)

    def forget(self, number: int) -> Viewer | None:
        """The socket has nothing more to do with this room."""
        viewer = self.sockets.pop(number, None)
        if viewer is not None:
            del self._numbers[viewer]
            self.unused_since = self.site.clock.steady()
            self._relay.forget(number)
        return viewer

    def receive(self, viewer: Viewer, message: ClientMessage) -> None:
        """One message of a viewer, checked in shape already."""
        number = self._numbers.get(viewer)
        if number is None:
            return
        if isinstance(message, Ping):
            # Answered here: the page asks whether its socket lives. A dead owner has another remedy than coming back.
            self.site.outbox.say(viewer, PONG)
            if message.ms is not None:
                self._relay.put(self.owner, TRIP, number, str(message.ms).encode())
        else:
            self._relay.put(self.owner, SAY, number, message.model_dump_json(exclude_unset=True).encode())

    def show_all(self, viewer: Viewer) -> None:
        """Somebody who could not keep up has caught up. Until the whole table comes he gets nothing more."""
        if (number := self._numbers.get(viewer)) is not None:
            self._relay.put(self.owner, WHOLE, number)

    def set_saving(self, on: bool) -> None:
        """The owner is silent: moves wait until it is heard again, or the room has another one."""
        frame = framed(b'{"t":"saving","on":true}' if on else b'{"t":"saving","on":false}')
        for viewer in self.sockets.values():
            self.site.outbox.say(viewer, frame)

    def stop(self, code: int) -> None:
        """Close all sockets; the room is found anew by those who come back."""
        self.ended = True
        self.site.outbox.flush()
        for number in list(self.sockets):
            self._relay.put(self.owner, GONE, number)
            if (viewer := self.forget(number)) is not None:
                viewer.line.close(code)


class _Guest:
    """The line of a viewer whose socket is at another worker. What he says before his room is found waits."""

    __slots__ = ("_relay", "edge", "number", "room", "viewer", "waiting")

    def __init__(self, relay: "Relay", edge: str, number: int) -> None:
        self._relay = relay
        self.edge = edge
        self.number = number
        self.room: Room | None = None
        self.viewer: Viewer | None = None
        self.waiting: list[tuple[bytes, bytes]] = []

    def write(self, data: bytes) -> None:
        self._relay.put(self.edge, SHOW, self.number, data)

    def unsent(self) -> int:
        return self._relay.unsent

    def close(self, code: int) -> None:
        self._relay.shut(self, code)


@dataclass(slots=True)
class _Peer:
    """Another worker: what was sent to it and heard from it."""

    heard_at: float
    sent: int = 0
    heard: int = 0
    out: list[bytes] = field(default_factory=list)
    has_said: bool = False  # since the last beat
    is_silent: bool = False
    is_asked_about: bool = False  # the store, who has its rooms by now
    guests: dict[int, _Guest] = field(default_factory=dict)


class Relay:
    """The traffic of one worker with all others, between `begin` and `close`.

    `name` is the worker's. `find` wakes a room or says whose it is, `watch` asks now who owns these rooms, `give_away`
    hands a room over, and `unused` is told of a room of another worker that no socket here has looked at for a while.
    """

    def __init__(
        self,
        name: str,
        site: Site,
        *,
        find: Find,
        watch: Callable[[list[str]], Awaitable[None]],
        give_away: Callable[[Room], None],
        unused: Callable[[str], None],
    ) -> None:
        self.site = site
        self._name = name
        self._find = find
        self._watch = watch
        self._give_away = give_away
        self._unused = unused
        self._post: Post | None = None
        self._rooms: dict[str, FarRoom] = {}
        self._sockets: dict[int, FarRoom] = {}
        self._peers: dict[str, _Peer] = {}
        self._alone: dict[Room, tuple[str, int]] = {}
        self._newest = 0
        self._tick: Scheduled | None = None
        self._ticks = 0
        self._is_due = False
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, post: Post) -> None:
        """From now on there are others."""
        self._post = post
        self._tick = self.site.clock.later(TICK_MS, self._on_tick)

    async def close(self) -> None:
        """Say what is still to be said, and go."""
        if self._tick is not None:
            self._tick.cancel()
        self.stop(CLOSE_COME_BACK)
        self._flush()
        post, self._post = self._post, None
        if post is not None:
            await post.close()

    # --- rooms of others -------------------------------------------------------------------------------------

    def room(self, code: str, owner: str) -> FarRoom:
        """The room as its owner has it."""
        room = self._rooms.get(code)
        if room is None or room.ended or room.owner != owner:
            if room is not None:
                room.stop(CLOSE_COME_BACK)
            room = self._rooms[code] = FarRoom(code, owner, self)
        return room

    def known(self, code: str) -> FarRoom | None:
        """The room, if it is another worker's as far as is known."""
        room = self._rooms.get(code)
        return None if room is None or room.ended else room

    def moved(self, code: str) -> None:
        """It has another owner now: who looks at it comes back and finds that one."""
        if (room := self._rooms.pop(code, None)) is not None:
            room.stop(CLOSE_COME_BACK)

    def stop(self, close_code: int) -> None:
        """Send everybody away whose room is another worker's."""
        for room in list(self._rooms.values()):
            room.stop(close_code)

    def new_number(self) -> int:
        self._newest += 1
        return self._newest

    def opened(self, room: FarRoom, number: int, viewer: Viewer) -> None:
        """A socket looks at a room of another worker."""
        self._sockets[number] = room
        peer = self._peer(room.owner)
        if peer.is_silent:
            room.set_saving(True)
        body = {"code": room.code, "player": viewer.player, "load": viewer.load}
        self.put(room.owner, OPEN, number, json.dumps(body, separators=(",", ":")).encode())

    def forget(self, number: int) -> None:
        self._sockets.pop(number, None)

    # --- what is said ----------------------------------------------------------------------------------------

    @property
    def unsent(self) -> int:
        """A guest's share of the bytes that wait for the store to take them."""
        return 0 if self._post is None else self._post.unsent // SHARES

    def put(self, to: str, kind: bytes, number: int, data: bytes = b"") -> None:
        """Say something to another worker, together with all else in this turn of the event loop."""
        peer = self._peer(to)
        peer.out.append(item(kind, number, data))
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        self._is_due = False
        for name, peer in [(name, peer) for name, peer in self._peers.items() if peer.out]:
            self._send(name, peer)

    def _send(self, name: str, peer: _Peer) -> None:
        if self._post is not None:
            peer.sent += 1
            peer.has_said = True
            self._post.send(name, letter(self._name, peer.sent, peer.out))
        peer.out.clear()

    def _peer(self, name: str) -> _Peer:
        peer = self._peers.get(name)
        if peer is None:
            idle = [other for other, known in self._peers.items() if not known.guests and not known.out]
            busy = {room.owner for room in self._rooms.values()}
            for other in [other for other in idle if other not in busy][: max(0, len(self._peers) - MOST_PEERS)]:
                del self._peers[other]
            peer = self._peers[name] = _Peer(self.site.clock.steady())
        return peer

    # --- what is heard ---------------------------------------------------------------------------------------

    def hear(self, message: bytes) -> None:
        """A message of another worker."""
        try:
            name, number, items = opened(message)
        except Damaged:
            log.error("a message between workers is damaged")  # noqa: TRY400
            return
        peer = self._peer(name)
        peer.heard_at = self.site.clock.steady()
        if peer.is_silent:
            peer.is_silent = False
            self._tell_silence(name, False)
        if number != peer.heard + 1:  # also of the first: somebody may wait for an answer to one before it
            log.info("messages of another worker were lost; its browsers and ours come back")
            self._reset(name, peer)
            self.put(name, RESET, 0)
        peer.heard = number
        if not items and not peer.guests and not self._rooms_of(name):
            self.put(name, RESET, 0)  # it takes us to share something: the word that this is over was lost
        for kind, socket, data in items:
            try:
                self._take(name, peer, kind, socket, data)
            except Exception:
                log.exception("a message of another worker could not be dealt with")

    def _take(self, name: str, peer: _Peer, kind: bytes, number: int, data: bytes) -> None:
        if kind in (SHOW, CAUGHT_UP):
            self._show(number, kind, data)
        elif kind == SHUT:
            self._shut(number, int.from_bytes(data, "big"))
        elif kind == RESET:
            self._reset(name, peer)
        elif kind == OPEN:
            self._open(name, peer, number, data)
        elif kind == GONE:
            self._dismiss(peer, number)
        elif (guest := peer.guests.get(number)) is None:
            self.put(name, SHUT, number, CLOSE_COME_BACK.to_bytes(2, "big"))
        elif guest.viewer is None:
            guest.waiting.append((kind, data))
        else:
            self._serve(guest, kind, data)

    def _show(self, number: int, kind: bytes, data: bytes) -> None:
        room = self._sockets.get(number)
        if room is not None and kind == CAUGHT_UP:
            room.sockets[number].behind = False
        elif room is not None:
            self.site.outbox.say(room.sockets[number], data)

    def _shut(self, number: int, code: int) -> None:
        room = self._sockets.get(number)
        viewer = None if room is None else room.forget(number)
        if viewer is not None:
            self.site.outbox.flush()
            viewer.line.close(code)
            if room is not None and code == CLOSE_COME_BACK:
                # The owner has the room no longer, or not as we take it: it is found anew.
                self._rooms.pop(room.code, None)
                self._unused(room.code)
                room.stop(CLOSE_COME_BACK)

    def _reset(self, name: str, peer: _Peer) -> None:
        """Something was lost between us: nothing that we share can be relied upon."""
        for room in self._rooms_of(name):
            room.stop(CLOSE_COME_BACK)
        for number in list(peer.guests):
            self._dismiss(peer, number)

    # --- sockets at others, in rooms here --------------------------------------------------------------------

    def _open(self, name: str, peer: _Peer, number: int, data: bytes) -> None:
        self._dismiss(peer, number)
        body = json.loads(data)
        guest = _Guest(self, name, number)
        viewer = Viewer(guest, body["player"], body["load"])
        self._do(self._welcome(guest, viewer, body["code"]))
        peer.guests[number] = guest

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _welcome(self, guest: _Guest, viewer: Viewer, code: str) -> None:
        room: Room | FarRoom | None = None
        try:
            room = await self._find(code)
        except StoreUnreachable:
            pass  # he comes back and asks again
        except Exception:
            log.exception("a room that another worker asks for was not found")
        if not self._is_here(guest):
            return  # gone while the room was looked for
        if not isinstance(room, Room) or room.ended:
            guest.close(CLOSE_COME_BACK)
            return
        guest.room, guest.viewer = room, viewer
        try:
            room.connect(viewer)
        except Exception:
            log.exception("room %s stops: it could not be shown to a browser of another worker", room.code)
            room.stop(CLOSE_BUG)
            guest.close(CLOSE_BUG)
        waiting, guest.waiting = guest.waiting, []
        for kind, data in waiting:
            if self._is_here(guest):
                self._serve(guest, kind, data)

    def _is_here(self, guest: _Guest) -> bool:
        return guest.edge in self._peers and self._peers[guest.edge].guests.get(guest.number) is guest

    def _serve(self, guest: _Guest, kind: bytes, data: bytes) -> None:
        """What the socket of a guest says."""
        room, viewer = guest.room, guest.viewer
        assert room is not None
        assert viewer is not None
        try:
            if kind == SAY:
                room.receive(viewer, CLIENT_MESSAGE.validate_json(data, strict=True))
            elif kind == TRIP and not room.ended:
                room.note_trip(viewer, int(data))
            elif kind == WHOLE and not room.ended:
                self.site.outbox.flush()  # what was said before must not come after
                self.put(guest.edge, CAUGHT_UP, guest.number)
                room.show_all(viewer)
        except ValidationError:
            guest.close(CLOSE_BAD_MESSAGE)
        except Exception:
            log.exception("room %s stops: a message could not be dealt with", room.code)
            room.stop(CLOSE_BUG)

    def shut(self, guest: _Guest, code: int) -> None:
        """The room sends a guest away."""
        if self._is_here(guest):
            self.put(guest.edge, SHUT, guest.number, code.to_bytes(2, "big"))
            self._dismiss(self._peers[guest.edge], guest.number)

    def _dismiss(self, peer: _Peer, number: int) -> None:
        guest = peer.guests.pop(number, None)
        if guest is not None and guest.room is not None and guest.viewer is not None:
            guest.room.disconnect(guest.viewer)

    # --- time ------------------------------------------------------------------------------------------------

    def _on_tick(self) -> None:
        self._tick = self.site.clock.later(TICK_MS, self._on_tick)
        self._ticks += 1
        now = self.site.clock.steady()
        for room in [room for room in self._rooms.values() if not room.sockets]:
            if room.ended or now - room.unused_since > UNUSED_MS:
                room.ended = True  # for a socket that has not said hello so far
                del self._rooms[room.code]
                self._unused(room.code)
        owners = {room.owner for room in self._rooms.values()}
        for name, peer in self._peers.items():
            if name not in owners and not peer.guests:
                peer.heard_at = now  # we have nothing together, and so nothing to say
                continue
            if self._ticks % BEAT_TICKS == 0:
                if not peer.has_said:
                    self._send(name, peer)
                peer.has_said = False
            self._mind_silence(name, peer, now)
        self._catch_up()
        self._look_for_the_lonely()

    def _mind_silence(self, name: str, peer: _Peer, now: float) -> None:
        silence = now - peer.heard_at
        if silence > DEAD_MS:
            for number in list(peer.guests):
                self.put(name, SHUT, number, CLOSE_COME_BACK.to_bytes(2, "big"))
                self._dismiss(peer, number)
        if silence > SILENT_MS:
            if not peer.is_silent:
                peer.is_silent = True
                self._tell_silence(name, True)
            if not peer.is_asked_about:
                self._do(self._ask(name, peer))

    async def _ask(self, name: str, peer: _Peer) -> None:
        peer.is_asked_about = True
        try:
            await self._watch([room.code for room in self._rooms_of(name)])
        finally:
            peer.is_asked_about = False

    def _tell_silence(self, name: str, on: bool) -> None:
        for room in self._rooms_of(name):
            room.set_saving(on)

    def _rooms_of(self, name: str) -> list[FarRoom]:
        return [room for room in self._rooms.values() if room.owner == name and not room.ended]

    def _guests(self) -> Iterator[_Guest]:
        for peer in self._peers.values():
            yield from peer.guests.values()

    def _catch_up(self) -> None:
        """Guests that lagged while the store was slow get the whole table."""
        if self.unsent <= LAGGING // 4:
            for guest in list(self._guests()):
                if guest.viewer is not None and guest.viewer.behind:
                    self._serve(guest, WHOLE, b"")

    def _look_for_the_lonely(self) -> None:
        """Rooms here whose viewers are all at one other worker belong there."""
        alone: dict[Room, tuple[str, int]] = {}
        for room in {guest.room for guest in self._guests() if guest.room is not None}:
            edges = {viewer.line.edge if isinstance(viewer.line, _Guest) else "" for viewer in room.viewers}
            if len(edges) == 1 and "" not in edges:
                (edge,) = edges
                before, ticks = self._alone.get(room, ("", 0))
                alone[room] = (edge, ticks + 1 if before == edge else 1)
        self._alone = alone
        for room in [
            room for room, (_, ticks) in alone.items() if ticks >= ALONE_TICKS and room.idle and not room.ended
        ]:
            self._give_away(room)
