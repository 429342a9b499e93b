"""What a room has entered and said that waits for the journal, in order; and the end of its log, for a store that
loses it.

Whatever is said about the head (refusals too, since they tell of somebody's move) waits behind the entries that it was
judged on.
"""

from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from app.rooms.entry import Entry, Moved, Rewound, encode
from app.rooms.journal import Outcome
from app.rooms.outbox import Viewer
from app.rooms.point import Point
from app.rooms.site import Site
from app.wire import CLOSE_COME_BACK

QUEUE: Final = 2000
"""Entries and answers that may wait; beyond it everything is refused with `try_again`."""
MOST_WAITING: Final = 4 * QUEUE
"""Beyond it who would be told more comes back later, when less waits."""
HELD_MS: Final = 15_000
"""How long what is kept and shown is held: a store that loses the end of a log loses what is younger than that."""


class Entered(NamedTuple):
    """An entry, the room after it, and how the log has it."""

    entry: Entry
    after: Point
    data: bytes


class Said(NamedTuple):
    """A frame for one viewer."""

    viewer: Viewer
    frame: bytes


class LogEnd(NamedTuple):
    """The end of a log as its room knows it: the length before it, what was shown of late, what waits after that."""

    first: int
    shown: list[bytes]
    waiting: list[bytes]


class Backlog:
    """The queue of one room. `show` is called with every entry when it is kept.

    `torn` is called when the log is not what the room takes it for: somebody else has written it, or the store lost its
    end. From then on nothing goes to the journal until `go_on`.
    """

    def __init__(self, code: str, site: Site, *, show: Callable[[Entered], None], torn: Callable[[], None]) -> None:
        self._code = code
        self._site = site
        self._show = show
        self._torn = torn
        self._queue: deque[Entered | Said] = deque()
        self._held: deque[tuple[float, bytes]] = deque()  # what was kept of late, and when
        self._is_torn = False
        self._closed = False

    def __bool__(self) -> bool:
        """Whether the log is not yet what it has to be."""
        return bool(self._queue) or self._is_torn

    @property
    def is_full(self) -> bool:
        """Whether so much waits that nothing new is judged."""
        return len(self._queue) > QUEUE

    def acks(self) -> set[str]:
        """The moves that wait."""
        entries = (item.entry for item in self._queue if isinstance(item, Entered))
        return {entry.ack for entry in entries if isinstance(entry, Moved | Rewound)}

    def enter(self, entry: Entry, first_seq: int, after: Point) -> None:
        """Give an entry to the journal; `first_seq` is the length of the log before it."""
        item = Entered(entry, after, encode(entry))
        self._queue.append(item)
        if not self._is_torn:
            self._site.journal.append(self._code, first_seq, (item.data,), self._answered)

    def say(self, viewer: Viewer, frame: bytes) -> None:
        """Tell a viewer, when everything entered so far is kept."""
        if not self._queue:
            self._site.outbox.say(viewer, frame)
        elif len(self._queue) < MOST_WAITING:
            self._queue.append(Said(viewer, frame))
        else:
            viewer.line.close(CLOSE_COME_BACK)

    def tear(self) -> None:
        """The log is another than the room takes it for."""
        if not self._is_torn and not self._closed:
            self._is_torn = True
            self._torn()

    def end(self, kept: int) -> LogEnd:
        """What the log has to end in, if nobody else has written it. `kept` is how many entries were shown."""
        waiting = [item.data for item in self._queue if isinstance(item, Entered)]
        return LogEnd(kept - len(self._held), [data for _, data in self._held], waiting)

    def go_on(self, kept: int, length: int) -> None:
        """The log is ours and has `length` entries, not fewer than the `kept` that were shown: append the rest anew."""
        for _ in range(length - kept):
            self._answered("kept")
        # Not before: what is entered while these are shown waits behind the others.
        self._is_torn = False
        self._site.journal.forget(self._code)
        waiting = [item for item in self._queue if isinstance(item, Entered)]
        for seq, item in enumerate(waiting, length):
            self._site.journal.append(self._code, seq, (item.data,), self._answered)

    def close(self) -> None:
        """Nothing is shown or told any more."""
        self._closed = True
        self._queue.clear()
        if self._is_torn:
            self._site.journal.forget(self._code)

    def _answered(self, outcome: Outcome) -> None:
        if outcome != "kept":
            if self._closed:
                self._site.journal.forget(self._code)
            self.tear()
            return
        if self._closed:
            return
        item = self._queue.popleft()
        assert isinstance(item, Entered)
        now = self._site.clock.steady()
        while self._held and now - self._held[0][0] > HELD_MS:
            self._held.popleft()
        self._held.append((now, item.data))
        self._show(item)
        while self._queue and isinstance(said := self._queue[0], Said):
            self._queue.popleft()
            self._site.outbox.say(said.viewer, said.frame)
