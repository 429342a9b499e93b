"""Claims: somebody says that the seat of a person who is away is his own, from another browser; the host decides.

They live in memory, for as long as the socket that made them. Only what the host grants is an entry.
"""

from typing import TYPE_CHECKING, Final, NamedTuple

from app.rooms.entry import Claimed
from app.rooms.limit import Buckets
from app.rooms.names import tidy
from app.rooms.outbox import Viewer, framed
from app.rooms.point import Seat
from app.rooms.view import encoded
from app.wire import RefusalCode

if TYPE_CHECKING:
    from app.rooms.room import Room

MOST: Final = 8
"""Open claims of a room; each viewer has one."""
CLAIMS_PER_SECOND: Final = 0.1
CLAIMS_BURST: Final = 4
"""A person asks a few times, and does not pester the host."""
MOST_PERSONS: Final = 64
"""Persons whose pace is remembered."""


class _Claim(NamedTuple):
    id: int
    viewer: Viewer
    seat: int
    owner: str
    name: str


class Claims:
    """The open claims of one room."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._open: dict[int, _Claim] = {}
        self._paces = Buckets[str](CLAIMS_PER_SECOND, CLAIMS_BURST, MOST_PERSONS)
        self._told: dict[Viewer, list[dict[str, object]]] = {}

    def claim(self, viewer: Viewer, number: int, text: str) -> RefusalCode | None:
        """A viewer says that a seat is his. The host's own claim is granted at once."""
        name = tidy(text)
        if name is None:
            return "bad_name"
        if (why := self._refused(viewer, number)) is not None:
            return why
        state = self._room.head.room
        own, seat = state.kept_seat(viewer.player), state.seat(number)
        assert seat is not None
        if own is not None and own.number == state.host:
            self._give(viewer, seat)
            return None
        others = {claim.id: claim for claim in self._open.values() if claim.viewer is not viewer}
        if len(others) >= MOST:
            return "full"
        if not self._paces.of(viewer.player).take(self._room.site.clock.steady()):
            return "too_fast"
        # Drawn, not counted: after a restart a host's late answer must not meet a claim that he has not seen.
        chosen = int.from_bytes(self._room.site.entropy(4), "big") >> 1
        self._open = {**others, chosen: _Claim(chosen, viewer, number, seat.player, name)}
        self._tell()
        return None

    def grant(self, number: int, on: bool) -> RefusalCode | None:
        """The host's answer."""
        self.look()
        claim = self._open.get(number)
        if claim is None:
            return "not_now"
        seat = self._room.head.room.seat(claim.seat)
        assert seat is not None
        if on and (why := self._refused(claim.viewer, claim.seat)) is not None:
            return why
        del self._open[number]
        if on:
            self._give(claim.viewer, seat)
        self._tell()
        return None

    def look(self) -> None:
        """Somebody came or went, or seats have changed: drop what has lost its sense."""
        viewers = set(self._room.viewers)
        self._told = {viewer: views for viewer, views in self._told.items() if viewer in viewers}
        if self._open:
            self._open = {claim.id: claim for claim in self._open.values() if self._stands(claim)}
        self._tell()

    def again(self, viewer: Viewer) -> None:
        """The viewer begins with a welcome: a host hears of all claims, anybody else of his own."""
        self._told.pop(viewer, None)
        self._tell()

    def _stands(self, claim: _Claim) -> bool:
        seat = self._room.head.room.seat(claim.seat)
        return (
            claim.viewer in self._room.viewers
            and seat is not None
            and not seat.gone
            and seat.player == claim.owner
            and not self._room.here(seat)
        )

    def _refused(self, viewer: Viewer, number: int) -> RefusalCode | None:
        state = self._room.head.room
        own, seat = state.kept_seat(viewer.player), state.seat(number)
        if viewer.player in state.removed:
            return "removed"
        if seat is None or seat.gone or seat.bot is not None:
            return "not_seated"
        plays = own is not None and state.phase == "play" and own.number in state.players
        if seat is own or plays:
            return "not_now"
        return "not_here" if self._room.here(seat) else None

    def _give(self, viewer: Viewer, seat: Seat) -> None:
        room = self._room
        room.append(Claimed(room.now(), seat.number, viewer.player))
        room.site.seated(seat.player, "", room.code, False)
        room.site.seated(viewer.player, seat.name, room.code, True)
        room.presence_changed()

    def _tell(self) -> None:
        """Whoever is concerned hears the whole list when it is another than the last one that he heard."""
        if not self._open and not any(self._told.values()):
            return
        state = self._room.head.room
        for viewer in self._room.viewers:
            own = state.kept_seat(viewer.player)
            hosts = own is not None and own.number == state.host
            views = [self._view(claim) for claim in self._open.values() if hosts or claim.viewer is viewer]
            if views != self._told.get(viewer, []):
                self._told[viewer] = views
                self._room.say(viewer, framed(encoded({"t": "claims", "claims": views})))

    def _view(self, claim: _Claim) -> dict[str, object]:
        own = self._room.head.room.kept_seat(claim.viewer.player)
        return {"id": claim.id, "seat": claim.seat, "name": claim.name, "own": None if own is None else own.number}
