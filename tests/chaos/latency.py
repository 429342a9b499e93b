"""Round trips of moves in one room, in turn by somebody at its owner and by somebody at the other worker.

One thread and plain sockets, so that what is measured is not who measures. Both move in the same room, so whatever
slows the machine slows both.
"""

import json
import secrets
import select
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from app.bench.frame import PING, PONG, TEXT, masked, spans
from app.wire import WIRE_VERSION
from tests.chaos.wire import HEAD_END, asked

ANSWER_S: Final = 20.0
WARM: Final = 100
"""Moves before the first that counts."""
OPTIONS: Final = {"pounce_pile": 13, "target": 0, "king_stop": "off", "stuck_nudge_s": 0}


@dataclass(frozen=True, slots=True)
class Latency:
    """Seconds from sending a move until it came back."""

    direct: list[float] = field(default_factory=list)
    relayed: list[float] = field(default_factory=list)


class Seat:
    """One socket, whose stock goes round and round."""

    def __init__(self, port: int, code: str, name: str) -> None:
        self.k = 0
        self.n = 0
        self.host: int | None = None
        self.phase = ""
        self.seat: int | None = None
        self.me = "?"
        self.stock = 0
        self.has_come = False
        """Whether the own move under way has come back."""
        self._rest = b""
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=ANSWER_S)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.sendall(asked(f"127.0.0.1:{port}", code, f"pounce_{port}={secrets.token_hex(16)}"))
        head = b""
        while HEAD_END not in head:
            head += self._socket.recv(4096)
        head, _, self._rest = head.partition(HEAD_END)
        assert head.startswith(b"HTTP/1.1 101"), head
        self.send({"t": "hello", "v": WIRE_VERSION, "load": secrets.token_hex(8)})
        self.send({"t": "sit", "name": name})
        self.wait(lambda: self.seat is not None)

    def send(self, message: dict[str, Any]) -> None:
        self._socket.sendall(masked(json.dumps(message).encode()))

    def wait(self, holds: Any) -> None:
        """Read until something holds."""
        end = time.monotonic() + ANSWER_S
        while not holds():
            assert time.monotonic() < end, "no answer"
            self.read(ANSWER_S)

    def read(self, seconds: float) -> None:
        """Take what has come, waiting for it so long at most."""
        if not self._rest and not select.select([self._socket], [], [], seconds)[0]:
            return
        data = self._rest
        if select.select([self._socket], [], [], 0)[0]:
            more = self._socket.recv(1 << 16)
            assert more, "the server closed the socket"
            data += more
        found, at = spans(data)
        self._rest = data[at:]
        for opcode, start, end in found:
            if opcode == TEXT:
                self._take(json.loads(data[start:end]))
            elif opcode == PING:
                self._socket.sendall(masked(data[start:end], PONG))
            else:
                raise AssertionError(f"the server closed the socket: {data[start:end]!r}")

    def trip(self) -> float:
        """One move there and back."""
        self.k += 1
        self.has_come = False
        message = masked(b'{"t":"move","k":%d,"m":["%b"]}' % (self.k, b"flip" if self.stock else b"pickup"))
        began = time.perf_counter()
        self._socket.sendall(message)
        self.wait(lambda: self.has_come)
        return time.perf_counter() - began

    def close(self) -> None:
        self._socket.close()

    def _take(self, message: dict[str, Any]) -> None:
        assert message.get("t") not in ("no", "sorry"), message
        self.n = message.get("n", self.n)
        if message.get("t") in ("welcome", "you"):
            self.seat = message["seat"]
        if "room" in message:
            room = message["room"]
            self.host = room["host"]
            self.me = str(room["players"].index(self.seat)) if self.seat in room["players"] else "?"
        table = message.get("table") or {}
        piles = table.get("piles") or message.get("p") or {}
        facts = table.get("facts") or message.get("x") or {}
        self.phase = facts.get("phase", self.phase)
        stock = piles.get(f"{self.me}s")
        if stock is not None:
            self.stock = stock[0]
        if message.get("k") == self.k and str(message.get("b")) == self.me:
            self.has_come = True


def round_trips(code: str, ports: Sequence[int], samples: int, rate: float) -> Latency:
    """So many of each: the first port's worker owns the room, because it is asked first."""
    latency = Latency()
    owner, relayed = Seat(ports[0], code, "Ann"), Seat(ports[1], code, "Ben")
    owner.send({"t": "options", "options": OPTIONS})
    owner.send({"t": "start", "add": "5a" * 16})
    for seat in (owner, relayed):
        seat.wait(lambda seat=seat: seat.phase == "race")
    began = time.monotonic()
    for number in range(2 * (samples + WARM)):
        seat, other = (owner, relayed) if number % 2 else (relayed, owner)
        # Moves come at a fixed rate, whatever became of those before: this waits for the time itself.
        time.sleep(max(0.0, began + number / rate - time.monotonic()))
        for each in (seat, other):
            each.read(0)
        trip = seat.trip()
        if number >= 2 * WARM:
            (latency.direct if seat is owner else latency.relayed).append(trip)
    for seat in (owner, relayed):
        seat.close()
    return latency
