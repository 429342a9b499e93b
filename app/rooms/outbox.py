"""From messages to bytes on the wire: framed once, gathered per viewer, written once per turn of the event loop."""

from collections.abc import Callable
from typing import Final, Protocol

from app.rooms.limit import Bucket

REQUESTS_PER_SECOND: Final = 3
REQUESTS_BURST: Final = 30
"""Requests (sit, ready, start, options ...) that one socket may make; moves are counted apart."""
LAGGING: Final = 256 * 1024
"""Unsent bytes from which on a viewer gets no more frames, but the whole table once he has caught up."""


class Line(Protocol):
    """A socket as the room sees it."""

    def write(self, data: bytes) -> None:
        """Send bytes that are framed already."""

    def unsent(self) -> int:
        """Bytes that wait in this process for the network."""

    def close(self, code: int) -> None:
        """Close with this code, after what was written."""


class Viewer:
    """Somebody who looks at a room through one socket: a player's browser or an onlooker's."""

    __slots__ = ("behind", "line", "load", "ms", "out", "player", "requests")

    def __init__(self, line: Line, player: str, load: str) -> None:
        self.line = line
        self.player = player
        self.load = load
        self.ms: int | None = None  # last round trip, as the browser measured it
        self.out: list[bytes] = []
        self.behind = False
        self.requests = Bucket(REQUESTS_PER_SECOND, REQUESTS_BURST)


def framed(payload: bytes) -> bytes:
    """One unmasked WebSocket text frame (RFC 6455, 5.2) around the payload."""
    size = len(payload)
    if size < 126:
        return bytes((0x81, size)) + payload
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + payload
    return b"\x81\x7f" + size.to_bytes(8, "big") + payload


class Outbox:
    """Gathers what is said to viewers in one turn of the loop. `soon` is the loop's call_soon."""

    def __init__(self, soon: Callable[[Callable[[], None]], object]) -> None:
        self._soon = soon
        self._dirty: list[Viewer] = []

    def say(self, viewer: Viewer, frame: bytes) -> None:
        """Queue framed bytes for a viewer; dropped while he is behind."""
        if viewer.behind:
            return
        if not viewer.out:
            if not self._dirty:
                self._soon(self.flush)
            self._dirty.append(viewer)
        viewer.out.append(frame)

    def flush(self) -> None:
        """Write everything that is queued, once per viewer."""
        dirty, self._dirty = self._dirty, []
        for viewer in dirty:
            out = viewer.out
            blob = out[0] if len(out) == 1 else b"".join(out)
            out.clear()
            if viewer.line.unsent() > LAGGING:
                viewer.behind = True
            else:
                viewer.line.write(blob)
