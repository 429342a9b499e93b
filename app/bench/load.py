"""Putting load on a server: real sockets, one loop over all of them, one move under way for each player."""

import gc
import http.client
import json
import select
import socket
import time
from array import array
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from app.bench.frame import CLOSE, PING, PONG, TEXT, handshake, load_id, masked, spans
from app.bench.player import Player, Room, asked
from app.bench.server import BenchFailed
from app.wire import WIRE_VERSION

PATIENCE_S: Final = 30.0
"""How long the server may take until every table is dealt."""
DRY: Final = 20
"""Moves of each player without a play, after which a table is dealt anew."""
DEAL_S: Final = 1.0
"""The least time between two deals of a table: requests are few a second by rule."""


Spread = Callable[[str, int, int], int]
"""By a table's code, a player's number at it and the number of workers: to which one the player connects."""


def _drawn(text: str, most: int) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big") % most


SPREADS: Final[Mapping[str, Spread]] = {
    "hashed": lambda code, _, workers: _drawn(code, workers),
    "random": lambda code, number, workers: _drawn(f"{code}{number}", workers),
    "apart": lambda _, number, workers: min(number, workers - 1, 1),
}
"""hashed: all to the worker of their table, as a proxy has it. random: each to any. apart: the first, to whom the
table comes, to one worker, and all others to the second."""


class Counts(NamedTuple):
    """What has been counted by some moment."""

    moves: int
    plays: int
    pushes: int
    bytes: int
    refused: int
    deals: int


class Line:
    """One player's socket."""

    __slots__ = ("backlog", "is_flying", "player", "rest", "since", "socket", "started")

    def __init__(self, sock: socket.socket, player: Player) -> None:
        self.socket = sock
        self.player = player
        self.rest = b""  # the beginning of a frame
        self.is_flying = False
        self.started = 0.0
        self.backlog: deque[float] = deque()  # when the moves were due that have to wait
        self.since = 0.0  # of the room's deal


class Load:
    """All tables and their players. With `rate` that many moves a second are due in all, else each follows the last.

    `places` are the workers, and `spread` says who connects to which.
    """

    def __init__(
        self, places: Sequence[str], rooms: int, seats: int, rate: float | None, spread: Spread = SPREADS["hashed"]
    ) -> None:
        self._places = places
        self._spread = spread
        self.seats = seats
        self._rate = rate
        self._relayed = 0
        self._poll = select.epoll()
        self._lines: dict[int, Line] = {}
        self._by_player: dict[Player, Line] = {}
        self._rooms: list[Room] = []
        self._order: list[Line] = []
        self._due = 0
        self._began = 0.0
        self._is_driving = False
        self._connections: dict[str, http.client.HTTPConnection] = {}
        self.latencies = array("d")
        self._pushes = self._bytes = self._refused = self._deals = 0
        self.grow(rooms, rate)

    @property
    def rooms(self) -> int:
        """The tables at which somebody plays."""
        return len(self._rooms)

    @property
    def relayed(self) -> float:
        """The share of the sockets that are not at the worker of their table."""
        return self._relayed / len(self._lines)

    def counts(self) -> Counts:
        plays = sum(room.plays for room in self._rooms)
        return Counts(len(self.latencies), plays, self._pushes, self._bytes, self._refused, self._deals)

    def close(self) -> None:
        for line in self._lines.values():
            line.socket.close()
        self._hang_up()
        self._poll.close()

    def drive(self, seconds: float) -> None:
        """Make moves for so long; moves that are under way at the end go on."""
        if not self._is_driving:
            self._is_driving = True
            self._began = time.perf_counter()
            self._due = 0
            if self._rate is None:
                for line in self._order:
                    self._move(line, self._began)
        gc.disable()
        try:
            end = time.perf_counter() + seconds
            while (now := time.perf_counter()) < end:
                if self._rate is None:
                    self._read(end - now)
                else:
                    self._read(self._send_due(now) - time.perf_counter())
        finally:
            gc.enable()

    # --- opening the tables -------------------------------------------------------------------------------------------

    def grow(self, rooms: int, rate: float | None) -> None:
        """So many more tables, and from now on this rate in all. Between `drive` and `drive`, and with a rate only."""
        self._is_driving = False
        self._rate = rate
        for line in self._order:
            line.backlog.clear()
        new = []
        for _ in range(rooms):
            room = self._open()
            new.append(room)
            for number in range(self.seats):
                player = Player(room)
                room.players.append(player)
                place = self._place(room.code, number)
                self._relayed += place != self._place(room.code, 0)
                self._enter(player, place)
            self._read(0)
        self._rooms += new
        self._hang_up()
        self._until(lambda: all(room.host is not None and all(_is_seated(room)) for room in new))
        for room in new:
            self._start(room, {"t": "options", "options": {"king_stop": "off"}})
            self._read(0)
        self._until(lambda: all(room.is_open for room in self._rooms))
        # Neighbours in time are neighbours at no table.
        self._order = [self._by_player[room.players[seat]] for seat in range(self.seats) for room in self._rooms]

    def wake(self, rooms: int) -> None:
        """Open so many tables that are awake, with nobody at them."""
        for _ in range(rooms):
            room = self._open()
            _connected(self._place(room.code, 0), room.code)[0].close()
            self._read(0)
        self._hang_up()

    def _place(self, code: str, number: int) -> str:
        return self._places[self._spread(code, number, len(self._places))]

    def _open(self) -> Room:
        place = self._places[len(self._rooms) % len(self._places)]
        connection = self._connections.get(place)
        if connection is None:
            connection = self._connections[place] = http.client.HTTPConnection(place, timeout=PATIENCE_S)
        origin = {"Origin": f"http://{place}", "Content-Type": "application/json"}
        connection.request("POST", "/api/tables", json.dumps({"game": "pounce"}), origin)
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 201:
            raise BenchFailed(f"The server opened no table: {answer.status} {body.decode(errors='replace')}")
        return Room(json.loads(body)["code"])

    def _hang_up(self) -> None:
        """Nothing is asked for a while, and a server does not wait for long. Asking again connects anew."""
        for connection in self._connections.values():
            connection.close()

    def _enter(self, player: Player, place: str) -> None:
        sock, rest = _connected(place, player.room.code)
        line = Line(sock, player)
        line.rest = rest
        name = f"P{len(self._lines)}"
        sock.sendall(asked({"t": "hello", "v": WIRE_VERSION, "load": load_id()}) + asked({"t": "sit", "name": name}))
        sock.setblocking(False)
        self._lines[sock.fileno()] = self._by_player[player] = line
        self._poll.register(sock.fileno(), select.EPOLLIN)

    def _until(self, is_reached: Callable[[], bool]) -> None:
        end = time.perf_counter() + PATIENCE_S
        while not is_reached():
            left = end - time.perf_counter()
            if left <= 0:
                raise BenchFailed(f"After {PATIENCE_S:.0f} s the server had not dealt every table.")
            self._read(left)

    def _start(self, room: Room, *before: dict[str, Any]) -> None:
        """The host asks for a new deal. The players go on when all of them have seen it begin."""
        room.clear()
        host = next(player for player in room.players if player.number == room.host)
        messages = [*before, {"t": "start", "add": load_id() * 2}]
        self._by_player[host].socket.send(b"".join(asked(message) for message in messages))
        self._deals += 1

    # --- moving -------------------------------------------------------------------------------------------------------

    def _send_due(self, now: float) -> float:
        """Send the moves that are due. When the next one is."""
        assert self._rate is not None
        count = len(self._order)
        while (at := self._began + self._due / self._rate) <= now:
            line = self._order[self._due % count]
            self._due += 1
            if not line.player.room.is_open:
                continue  # nobody can move while the cards are dealt
            if line.is_flying:
                line.backlog.append(at)
            else:
                self._move(line, time.perf_counter())
        return at

    def _move(self, line: Line, since: float) -> None:
        frame = line.player.next_move()
        if frame is not None:
            line.is_flying = True
            line.started = since
            line.socket.send(frame)

    def _echoed(self, line: Line) -> None:
        """The own move has come back."""
        now = time.perf_counter()
        self.latencies.append(now - line.started)
        self._moved(line, now)

    def _moved(self, line: Line, now: float) -> None:
        """The own move is answered."""
        line.is_flying = False
        room = line.player.room
        if room.dry > DRY * self.seats and now - line.since > DEAL_S:
            room.racing.clear()
        if not room.is_open:
            line.backlog.clear()
            if not any(self._by_player[player].is_flying for player in room.players):
                self._start(room, {"t": "end"})
        elif line.backlog:
            self._move(line, line.backlog.popleft())
        elif self._rate is None:
            self._move(line, now)

    # --- reading ------------------------------------------------------------------------------------------------------

    def _read(self, wait_s: float) -> None:
        """Read what has come, waiting for it so long at most. (epoll itself counts in milliseconds.)"""
        if wait_s > 0:
            select.select([self._poll.fileno()], [], [], wait_s)
        for fd, _ in self._poll.poll(0):
            line = self._lines[fd]
            data = line.socket.recv(1 << 18)
            if not data:
                raise BenchFailed("The server closed a socket.")
            self._bytes += len(data)
            self._take(line, line.rest + data if line.rest else data)

    def _take(self, line: Line, data: bytes) -> None:
        found, at = spans(data)
        line.rest = data[at:]
        for opcode, start, end in found:
            if opcode == TEXT:
                self._pushes += 1
                if line.is_flying and data.find(line.player.echo, start, end) > 0:
                    line.player.see(json.loads(data[start:end])["p"])
                    self._echoed(line)
                elif data.find(b',"b":', start, min(end, start + 24)) < 0:  # nobody's move
                    self._hear(line, json.loads(data[start:end]))
            elif opcode == PING:
                line.socket.send(masked(data[start:end], PONG))
            elif opcode == CLOSE:
                code = int.from_bytes(data[start : start + 2], "big")
                raise BenchFailed(f"The server closed a socket with code {code}.")

    def _hear(self, line: Line, message: dict[str, Any]) -> None:
        """Everything that is not a move."""
        player = line.player
        match message.get("t"):
            case "you":
                player.number = message["seat"]
            case "no":
                self._refused += 1
                if line.is_flying and message["k"] == player.k:
                    self._moved(line, time.perf_counter())
            case "sorry":
                raise BenchFailed(f"The server refused “{message['what']}”: {message['code']}.")
            case "welcome" | None:
                self._see(line, message)
                if line.is_flying and player.k in message.get("moved", ()):  # who lagged gets the whole table instead
                    self._echoed(line)

    def _see(self, line: Line, message: dict[str, Any]) -> None:
        player, room = line.player, line.player.room
        state = message.get("room")
        if state is not None:
            room.host = state["host"]
        table = message.get("table")
        if table is not None and state is not None and player.number in state["players"]:
            line.since = time.perf_counter()
            player.dealt(state["players"].index(player.number), table["piles"])
        facts = message.get("x") or (table or {}).get("facts") or {}
        if facts.get("phase") == "race":
            room.racing.add(player)
            if room.is_open and self._is_driving and self._rate is None:
                for other in room.players:
                    self._move(self._by_player[other], time.perf_counter())


def _is_seated(room: Room) -> list[bool]:
    return [player.number is not None for player in room.players]


def _connected(place: str, code: str) -> tuple[socket.socket, bytes]:
    """A socket at a table, and what has come on it already."""
    host, _, port = place.partition(":")
    sock = socket.create_connection((host, int(port)), timeout=PATIENCE_S)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.sendall(handshake(place, f"/ws/{code}"))
    answer = b""
    while b"\r\n\r\n" not in answer:
        more = sock.recv(4096)
        if not more:
            break
        answer += more
    head, _, rest = answer.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 101"):
        raise BenchFailed(f"The server opened no socket: {head.decode(errors='replace').splitlines()[:1]}")
    return sock, rest
