"""Sockets as a room sees them, which remember what was written, and pages that read it."""

import json

from tests.support.sight import Message, Sight


def payloads(data: bytes) -> list[bytes]:
    """What lies in a row of unmasked text frames (RFC 6455, 5.2)."""
    found = []
    while data:
        assert data[0] == 0x81, "not a whole text frame"
        size, head = data[1], 2
        if size == 126:
            size, head = int.from_bytes(data[2:4], "big"), 4
        elif size == 127:
            size, head = int.from_bytes(data[2:10], "big"), 10
        assert len(data) >= head + size, "a frame that is cut off"
        found.append(data[head : head + size])
        data = data[head + size :]
    return found


class FakeLine:
    """A `Line` that remembers. `waiting` is what it says is unsent; after `close` it takes nothing more."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.waiting = 0
        self.closed: int | None = None

    def write(self, data: bytes) -> None:
        if self.closed is None:
            self.written.append(data)

    def unsent(self) -> int:
        return self.waiting

    def close(self, code: int) -> None:
        if self.closed is None:
            self.closed = code

    def payloads(self) -> list[bytes]:
        """Every message that was written, in order."""
        return [payload for data in self.written for payload in payloads(data)]


class PageLine(FakeLine):
    """The same with a page behind it that reads: all messages, what they add up to, what was said of each own move."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[Message] = []
        self.answers: dict[int, list[Message]] = {}
        self.sight = Sight()

    def write(self, data: bytes) -> None:
        if self.closed is None:
            for payload in payloads(data):
                self._read(payload)
        super().write(data)

    def _read(self, payload: bytes) -> None:
        message: Message = json.loads(payload)
        self.messages.append(message)
        self.sight.take(json.loads(payload))
        kind = message.get("t")
        if kind in ("no", "ok") or (kind is None and "k" in message and message.get("b") == self.sight.me):
            self.answers.setdefault(message["k"], []).append(message)
        for k in message.get("moved", ()):
            self.answers.setdefault(k, []).append({"t": "ok", "k": k})
