"""The traffic of this worker with all others: what they say of sockets here and there, and how long they are silent.

The way between two workers is the store's `Post`. It keeps the order and may lose: whatever is sent is numbered, both
ends send something twice a second, and after a gap both drop everything between them. Then the browsers come back, and
what they see is in the log. So nothing is ever repeated here.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from app.rooms.clock import Scheduled
from app.rooms.far_room import FarRooms
from app.rooms.guests import Find, Guests
from app.rooms.letter import CAUGHT_UP, RESET, SHOW, SHUT, Damaged, item, letter, opened
from app.rooms.room import Room
from app.rooms.site import Site
from app.storage.base import Post
from app.wire import CLOSE_COME_BACK

log = logging.getLogger("pounce.relay")

TICK_MS: Final = 250
BEAT_TICKS: Final = 2
"""Every so many ticks a worker says something to each worker with which it shares a socket."""
SILENT_MS: Final = 1500
"""After so long without a word of a room's owner its browsers are told that moves wait, and its lease is watched."""
DEAD_MS: Final = 3000
"""After so long without a word of a worker its browsers count as gone."""
SHARES: Final = 16
"""What waits for the store is all guests' together. One of them lags when so many times more waits than may for one."""
MOST_PEERS: Final = 64
"""Workers that are remembered; each start of a process is a new one."""


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


class Relay:
    """What is said and heard between `begin` and `close`. `far` are others' rooms, `guests` are others' sockets.

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
        self.far = FarRooms(site, put=self.put, is_silent=self._is_silent, unused=unused)
        self.guests = Guests(site, put=self.put, unsent=self._unsent, find=find, give_away=give_away)
        self._name = name
        self._clock = site.clock
        self._watch = watch
        self._post: Post | None = None
        self._peers: dict[str, _Peer] = {}
        self._tick: Scheduled | None = None
        self._ticks = 0
        self._is_due = False
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, post: Post) -> None:
        """From now on there are others."""
        self._post = post
        self._tick = self._clock.later(TICK_MS, self._on_tick)

    async def close(self) -> None:
        """Say what is still to be said, and go."""
        if self._tick is not None:
            self._tick.cancel()
        self.far.stop(CLOSE_COME_BACK)
        self._flush()
        post, self._post = self._post, None
        if post is not None:
            await post.close()

    # --- what is said ----------------------------------------------------------------------------------------

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
            busy = self.far.owners() | self.guests.edges()
            idle = [other for other, known in self._peers.items() if not known.out and other not in busy]
            for other in idle[: max(0, len(self._peers) - MOST_PEERS)]:
                del self._peers[other]
            peer = self._peers[name] = _Peer(self._clock.steady())
        return peer

    def _unsent(self) -> int:
        """A guest's share of the bytes that wait for the store to take them."""
        return 0 if self._post is None else self._post.unsent // SHARES

    # --- what is heard ---------------------------------------------------------------------------------------

    def hear(self, message: bytes) -> None:
        """A message of another worker."""
        try:
            name, number, items = opened(message)
        except Damaged:
            log.error("a message between workers is damaged")  # noqa: TRY400
            return
        peer = self._peer(name)
        peer.heard_at = self._clock.steady()
        if peer.is_silent:
            peer.is_silent = False
            self._tell_silence(name, False)
        if number != peer.heard + 1:  # also of the first: somebody may wait for an answer to one before it
            log.info("messages of another worker were lost; its browsers and ours come back")
            self._reset(name)
            self.put(name, RESET, 0)
        peer.heard = number
        if not items and not self.guests.are_at(name) and not self.far.of(name):
            self.put(name, RESET, 0)  # it takes us to share something: the word that this is over was lost
        for kind, socket, data in items:
            try:
                self._take(name, kind, socket, data)
            except Exception:
                log.exception("a message of another worker could not be dealt with")

    def _take(self, name: str, kind: bytes, number: int, data: bytes) -> None:
        if kind in (SHOW, CAUGHT_UP):
            self.far.show(number, kind, data)
        elif kind == SHUT:
            self.far.shut(number, int.from_bytes(data, "big"))
        elif kind == RESET:
            self._reset(name)
        else:
            self.guests.hear(name, kind, number, data)

    def _reset(self, name: str) -> None:
        """Something was lost between us: nothing that we share can be relied upon."""
        for room in self.far.of(name):
            room.stop(CLOSE_COME_BACK)
        self.guests.dismiss_all(name)

    # --- time ------------------------------------------------------------------------------------------------

    def _on_tick(self) -> None:
        self._tick = self._clock.later(TICK_MS, self._on_tick)
        self._ticks += 1
        now = self._clock.steady()
        self.far.forget_unused()
        owners = self.far.owners()
        for name, peer in self._peers.items():
            if name not in owners and not self.guests.are_at(name):
                peer.heard_at = now  # we have nothing together, and so nothing to say
                continue
            if self._ticks % BEAT_TICKS == 0:
                if not peer.has_said:
                    self._send(name, peer)
                peer.has_said = False
            self._mind_silence(name, peer, now)
        self.guests.catch_up()
        self.guests.look_for_the_lonely()

    def _mind_silence(self, name: str, peer: _Peer, now: float) -> None:
        silence = now - peer.heard_at
        if silence > DEAD_MS:
            self.guests.send_away_all(name)
        if silence > SILENT_MS:
            if not peer.is_silent:
                peer.is_silent = True
                self._tell_silence(name, True)
            if not peer.is_asked_about:
                task = asyncio.get_running_loop().create_task(self._ask(name, peer))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _ask(self, name: str, peer: _Peer) -> None:
        peer.is_asked_about = True
        try:
            await self._watch([room.code for room in self.far.of(name)])
        finally:
            peer.is_asked_about = False

    def _is_silent(self, name: str) -> bool:
        peer = self._peers.get(name)
        return peer is not None and peer.is_silent

    def _tell_silence(self, name: str, on: bool) -> None:
        for room in self.far.of(name):
            room.set_saving(on)
