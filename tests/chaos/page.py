"""A page at its table as static/core/socket.js and store.js are one, and the person before it, without a browser."""

import asyncio
import json
import secrets
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from app.rooms.people import player_of
from app.rules.notation import move_to_json
from app.wire import CLOSE_COME_BACK, WIRE_VERSION
from tests.chaos.door import Door
from tests.chaos.mind import Mind
from tests.chaos.wire import ABNORMAL, Wire, asked
from tests.support.server import ServerProcess
from tests.support.sight import Message, Sight

SILENCE_S: Final = 1.9
ANSWER_S: Final = 0.9
MEASURE_S: Final = 10.0
WELCOME_S: Final = 6.0
BACKOFF_S: Final = 5.0
STEADY_S: Final = 5.0
STAY_AWAY: Final = (1002, 1003, 1007, 1009)
"""As in static/core/socket.js."""

REQUEST_S: Final = 1.0
"""A person taps again what has shown nothing for so long."""
JITTER_S: Final = 0.1
BLIP_S: Final = 40.0
"""Every so often a page loses its socket by no fault of the server, so browsers find back to a worker that was away."""
BLIP: Final = -1
SILENT: Final = 0
WHY: Final = {SILENT: "nothing was heard for too long", BLIP: "by no fault of the server"}
"""In place of close codes."""


def now_ms() -> float:
    """The time that the entries of a log are dated with."""
    return time.time_ns() / 1e6


@dataclass(slots=True)
class Cut:
    """A socket that was lost: when, with which code, and when the table was seen again (0: not yet)."""

    at: float
    code: int
    back: float = 0.0


@dataclass(frozen=True, slots=True)
class _Pending:
    """A move that is not answered. `k` is its number; `round` is that of the deal that it was meant for."""

    k: int
    message: str
    round: tuple[int, int]


class Page:
    """One page load of one person. Everything happens in calls of the loop; `stop` ends it."""

    def __init__(
        self, door: Door, code: str, name: str, *, chance: Random, mind: Mind, pace: tuple[float, float]
    ) -> None:
        self.code = code
        self.name = name
        self.token = secrets.token_hex(16)
        self.load = secrets.token_hex(8)
        self.sight = Sight()
        self.received: list[str] = []
        """Every message that tells of the log, as it came."""
        self.confirmed: set[int] = set()
        """Moves that the server said were made."""
        self.refused: Counter[str] = Counter()
        self.refused_moves: set[int] = set()
        self.dropped: set[int] = set()
        """Moves given up because their round or turn was over before they were answered."""
        self.resent: Counter[str] = Counter()
        """What came of moves that were sent again."""
        self.cuts: list[Cut] = []
        self.ways: list[str] = []
        """What became of each socket, with the time in seconds."""
        self.port = 0
        """Of the worker that it is connected with, or was last."""
        self.wrong: list[str] = []
        """What no server may do to a page."""
        self.savings = 0
        self.on_frame: Callable[[int, float], object] = lambda n, at: None
        self.goes_on: Callable[[], bool] = lambda: True
        self.wishes: Callable[[Page], Message | None] = lambda page: None
        self._door = door
        self._chance = chance
        self._mind = mind
        self._pace = pace
        self._k = chance.randrange(10_000)
        self._pending: _Pending | None = None
        self._again: set[int] = set()
        self._wire: Wire | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._welcomed = False
        self._welcomed_at = 0.0
        self._opened_at = 0.0
        self._tries = 0
        self._over = False
        self._asked_at = 0.0
        self._clocks: dict[str, asyncio.TimerHandle] = {}

    @property
    def digest(self) -> str:
        """By which the log knows the person."""
        return player_of(self.token)

    @property
    def n(self) -> int:
        """The newest entry that was seen."""
        return self.sight.n

    @property
    def is_open(self) -> bool:
        """The table is seen."""
        return self._welcomed

    @property
    def is_idle(self) -> bool:
        """Nothing is on its way, and the table is seen."""
        return self._welcomed and self._pending is None

    def start(self) -> None:
        self._open()
        self._after("think", self._pause(), self._think)

    def stop(self) -> None:
        self._over = True
        self._let_go()
        for name in list(self._clocks):
            self._stop_clock(name)

    # --- the person ---------------------------------------------------------------------------------------------------

    def _pause(self) -> float:
        return self._chance.uniform(*self._pace)

    def _think(self) -> None:
        pause = self._pause()
        self._after("think", pause, self._think)
        if self._welcomed and self._chance.random() < pause / BLIP_S:
            self._lost(BLIP)
        elif self._welcomed and self._pending is None:
            self._act()

    def _act(self) -> None:
        room, seat = self.sight.room, self.sight.seat
        if room["phase"] == "play" and self.sight.me is not None:
            move = self._mind.choose(self.sight, self.sight.me)
            if move is not None:
                self._k += 1
                text = json.dumps({"t": "move", "k": self._k, "m": move_to_json(move)})
                self._pending = _Pending(self._k, text, self._round())
                self._send(text)
            return
        now = asyncio.get_running_loop().time()
        if now - self._asked_at < REQUEST_S:
            return
        wish = self._ask_for(room, seat)
        if wish is not None:
            self._asked_at = now
            self._send(json.dumps(wish))

    def _ask_for(self, room: Message, seat: int | None) -> Message | None:
        if seat is None:
            return {"t": "sit", "name": self.name}
        own = next((each for each in room["seats"] if each["seat"] == seat), None)
        if room["phase"] == "lobby":
            return self.wishes(self)
        wants = room["phase"] == "between" or (room["phase"] == "over" and self.goes_on())
        if own is None or own["ready"] == wants:
            return None
        return {"t": "ready", "on": True, "add": secrets.token_hex(16)} if wants else {"t": "ready", "on": False}

    def _round(self) -> tuple[int, int]:
        """A move names its cards, but every round has the same names: no move outlives its round."""
        room = self.sight.room
        return room["match"], room["round"]

    # --- the socket ---------------------------------------------------------------------------------------------------

    def _open(self) -> None:
        self._let_go()
        self._opened_at = asyncio.get_running_loop().time()
        self._after("welcome", WELCOME_S, lambda: self._lost(SILENT))
        self._connecting = asyncio.get_running_loop().create_task(self._connect())

    async def _connect(self) -> None:
        def made(worker: ServerProcess) -> Wire:
            # Browsers share cookies between ports of a host, and each worker here has a port of its own.
            cookie = "; ".join(f"pounce_{each.port}={self.token}" for each in self._door.workers)
            self.port = worker.port
            self._note(f"opens a socket at {worker.port}")
            self._wire = wire = Wire(
                asked(f"{worker.host}:{worker.port}", self.code, cookie),
                opened=lambda: self._greet(wire),
                heard=lambda text: self._heard(wire, text),
                closed=lambda code: self._closed(wire, code),
            )
            return wire

        try:
            await self._door.connect(self.code, made)
        except OSError:
            self._wire = None
            self._connecting = None
            self._lost(ABNORMAL)

    def _greet(self, wire: Wire) -> None:
        if wire is self._wire:
            self._send(json.dumps({"t": "hello", "v": WIRE_VERSION, "load": self.load}))

    def _let_go(self) -> None:
        wire, self._wire = self._wire, None
        connecting, self._connecting = self._connecting, None
        self._welcomed = False
        for name in ("welcome", "silence", "answer", "retry", "measure"):
            self._stop_clock(name)
        if connecting is not None:
            connecting.cancel()
        if wire is not None:
            wire.drop()

    def _closed(self, wire: Wire, code: int) -> None:
        if wire is not self._wire or self._over:
            return
        if code in STAY_AWAY or 4500 <= code <= 4999:
            self.wrong.append(f"sent away with {code} at {self.n}")
            self.stop()
        else:
            self._lost(code)

    def _lost(self, code: int) -> None:
        if self._over:
            return
        loop = asyncio.get_running_loop()
        if self._welcomed and loop.time() - self._welcomed_at >= STEADY_S:
            self._tries = 0
        elif self._welcomed and code == CLOSE_COME_BACK:
            self._tries = min(self._tries, 1)
        if self._welcomed:
            self.cuts.append(Cut(now_ms(), code))
        self._note(f"lost it ({WHY.get(code, code)}) at entry {self.n}")
        self._let_go()
        longest = 0.0 if self._tries == 0 else min(BACKOFF_S, 0.5 * 2 ** (self._tries - 1))
        self._tries += 1
        wait = longest * self._chance.uniform(0.5, 1) - (loop.time() - self._opened_at)
        self._after("retry", max(0.0, wait) + self._chance.uniform(0, JITTER_S), self._open)

    def _note(self, what: str) -> None:
        self.ways.append(f"{now_ms() / 1000:.3f} {what}")

    def _send(self, text: str) -> None:
        if self._wire is not None:
            self._wire.send(text)

    def _listen(self) -> None:
        self._stop_clock("answer")
        self._after("silence", SILENCE_S, self._ask)
        if self._welcomed and "measure" not in self._clocks:
            self._after("measure", MEASURE_S, self._ping)

    def _ask(self) -> None:
        if self._welcomed:
            self._ping()
            self._after("answer", ANSWER_S, lambda: self._lost(SILENT))

    def _ping(self) -> None:
        self._send('{"t":"ping"}')

    # --- what is heard ------------------------------------------------------------------------------------------------

    def _heard(self, wire: Wire, text: str) -> None:
        if wire is not self._wire:
            return
        self._listen()
        message: Message = json.loads(text)
        kind = message.get("t")
        if kind == "welcome":
            self._take_welcome(message, text)
        elif not self._welcomed:
            return
        elif kind is None:
            self._take_frame(message, text)
        elif kind == "no":
            self._take_refusal(message["k"], message["code"])
        elif kind == "ok":
            self._take_confirmed(message["k"], "said to be known")
        elif kind == "you":
            self.sight.take(message)
        elif kind == "saving":
            self.savings += bool(message["on"])
        elif kind in ("elsewhere", "reload"):
            self.wrong.append(f"told “{kind}” at {self.n}")

    def _take_welcome(self, message: Message, text: str) -> None:
        before, known = self.n, self._pending
        if message["n"] < before:
            self.wrong.append(f"a welcome at {message['n']} after {before} had been seen")
        self.received.append(sys.intern(text))
        self.sight.take(message)
        self._note(f"welcomed at entry {self.n}")
        self._stop_clock("welcome")
        self._welcomed, self._welcomed_at = True, asyncio.get_running_loop().time()
        for cut in self.cuts:
            cut.back = cut.back or now_ms()
        for k in message["moved"]:
            self.confirmed.add(k)
        if known is None:
            return
        self._again.add(known.k)
        facts = (message["table"] or {}).get("facts", {})
        if known.k in message["moved"]:
            self._take_confirmed(known.k, "in the welcome")
        elif known.round != self._round() or message["room"]["phase"] != "play":
            self._drop(known.k)
        elif facts.get("turn") is not None and message["n"] > before:
            # In turns a move is meant for what was seen: that turn may be over.
            self._drop(known.k)
        else:
            self._send(known.message)

    def _take_frame(self, frame: Message, text: str) -> None:
        if frame["n"] <= self.n:
            return
        if frame["n"] != self.n + 1:
            self.wrong.append(f"a frame {frame['n']} after {self.n}")
            self._lost(SILENT)
            return
        self.received.append(sys.intern(text))
        self.on_frame(frame["n"], now_ms())
        mine = "k" in frame and frame["b"] == self.sight.me
        self.sight.take(frame)
        if mine:
            self._take_confirmed(frame["k"], "made")
        if self._pending is not None and ("table" in frame or "room" in frame) and self._pending.round != self._round():
            self._drop(self._pending.k)

    def _take_confirmed(self, k: int, how: str) -> None:
        self.confirmed.add(k)
        self._settle(k, how)

    def _take_refusal(self, k: int, code: str) -> None:
        self.refused[code] += 1
        self.refused_moves.add(k)
        self._settle(k, f"refused: {code}")

    def _drop(self, k: int) -> None:
        self.dropped.add(k)
        self._settle(k, "given up")

    def _settle(self, k: int, how: str) -> None:
        if self._pending is not None and self._pending.k == k:
            self._pending = None
            if k in self._again:
                self.resent[how] += 1

    # --- clocks -------------------------------------------------------------------------------------------------------

    def _after(self, name: str, seconds: float, call: Callable[[], Any]) -> None:
        self._stop_clock(name)

        def run() -> None:
            del self._clocks[name]
            call()

        self._clocks[name] = asyncio.get_running_loop().call_later(seconds, run)

    def _stop_clock(self, name: str) -> None:
        clock = self._clocks.pop(name, None)
        if clock is not None:
            clock.cancel()
