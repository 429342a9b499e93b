"""What a browser is to the server, without the browser: a cookie, a socket, and the table as the messages tell it."""

import asyncio
import json
import secrets
from collections.abc import Callable, Iterable
from functools import partial
from types import TracebackType
from typing import Any, Protocol, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from app.rooms.people import player_of
from app.wire import WIRE_VERSION
from tests.support.sight import Message, Sight

ANSWER_S = 20


class Site(Protocol):
    """Where a browser goes: a server, or a proxy in front of some."""

    port: int
    """After which the cookie is named."""

    @property
    def origin(self) -> str:
        """Scheme, host and port."""

    @property
    def url(self) -> str:
        """The address of the home page."""


async def open_table(server: Site, game: str = "pounce") -> str:
    """Make a room; its code."""
    async with httpx.AsyncClient(base_url=server.url, headers={"origin": server.origin}) as http:
        answer = await http.post("api/tables", json={"game": game})
        answer.raise_for_status()
        return str(answer.json()["code"])


async def all_see(players: "Iterable[Player]", holds: "Callable[[Player], bool]") -> None:
    """Wait until something holds of what has arrived at each of them."""
    for player in players:
        await player.until(partial(holds, player))


class Player:
    """One person at one table. Keeps every byte that arrived in `received`, and the table as a browser would."""

    def __init__(self, server: Site, code: str, name: str = "") -> None:
        self.server = server
        self.code = code
        self.name = name
        self.token = secrets.token_hex(16)
        self.received: list[str] = []
        self.urls: list[str] = []
        self.welcome: Message = {}
        self.sight = Sight()
        self.answers: dict[int, Message] = {}
        self.closed_with: int | None = None
        self.pongs = 0
        self.load = secrets.token_hex(8)
        self._k = 0
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def digest(self) -> str:
        """By which the log knows the person."""
        return player_of(self.token)

    @property
    def me(self) -> int:
        """The own seat of the round."""
        assert self.sight.me is not None
        return self.sight.me

    @property
    def seat(self) -> int | None:
        """The own room seat."""
        return self.sight.seat

    @property
    def n(self) -> int:
        """The number of the newest entry that has arrived."""
        return self.sight.n

    @property
    def gaps(self) -> int:
        """How often frames were missing."""
        return self.sight.gaps

    @property
    def room(self) -> Message:
        """The room as it was sent last."""
        return self.sight.room

    @property
    def table(self) -> Message:
        """The table as it was sent last, with the changes since."""
        return self.sight.table

    async def connect(self, *, version: int = WIRE_VERSION, hello: bool = True) -> None:
        """Open a socket, say hello and wait for the whole table. Raises OSError or WebSocketException."""
        self.welcome = {}
        self.closed_with = None
        self.urls.append(f"{self.server.url.replace('http', 'ws', 1)}ws/{self.code}")
        self._socket = await connect(
            self.urls[-1],
            origin=self.server.origin,  # type: ignore[arg-type]  # a plain string is one
            additional_headers={"cookie": f"pounce_{self.server.port}={self.token}"},
            compression=None,
            max_size=None,
            open_timeout=ANSWER_S,
        )
        self._reader = asyncio.create_task(self._read(self._socket))
        if hello:
            await self.send({"t": "hello", "v": version, "load": self.load})
            if not await self.heard(lambda: bool(self.welcome)):
                raise ConnectionError(f"closed with {self.closed_with} instead of a welcome")

    async def come_back(self) -> None:
        """Connect again and again until there is a welcome, as a page does."""
        await self.close()
        async with asyncio.timeout(ANSWER_S):
            while True:
                try:
                    return await self.connect()
                except ConnectionError:
                    await self.close()

    async def reload(self) -> None:
        """The page is loaded again: another load id, another socket, the same cookie."""
        await self.close()
        self.load = secrets.token_hex(8)
        self._k = 0
        self.answers.clear()
        await self.connect()

    async def close(self) -> None:
        """Close the socket."""
        if self._socket is not None and self._reader is not None:
            await self._socket.close()
            await self._reader

    async def send(self, message: Message) -> None:
        """One message, as it is."""
        await self.send_text(json.dumps(message))

    async def send_text(self, text: str | bytes) -> None:
        """One message, byte by byte as given."""
        assert self._socket is not None
        await self._socket.send(text)

    async def post_move(self, move: list[Any], k: int | None = None) -> int:
        """Send a move without waiting; its number."""
        if k is None:
            self._k += 1
            k = self._k
        await self.send({"t": "move", "k": k, "m": move})
        return k

    async def move(self, move: list[Any]) -> Message:
        """Make a move and wait for what came of it: the own frame, a refusal, or "ok"."""
        return await self.answer(await self.post_move(move))

    async def answer(self, k: int) -> Message:
        """What came of move `k`."""
        await self.until(lambda: k in self.answers)
        return self.answers[k]

    async def sit(self) -> None:
        """Take a seat."""
        await self.send({"t": "sit", "name": self.name})
        await self.until(lambda: self.seat is not None)

    async def heard(self, holds: Callable[[], bool]) -> bool:
        """Wait until something holds of what has arrived; False if the socket closes first. Fails if nothing comes."""

        def settled() -> bool:
            return holds() or self.closed_with is not None

        async with self._news:
            try:
                await asyncio.wait_for(self._news.wait_for(settled), ANSWER_S)
            except TimeoutError:
                raise AssertionError(f"{self.name} waited in vain; last came {self.received[-3:]}") from None
        return holds()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds of what has arrived. Fails when the socket closes or nothing comes."""
        if not await self.heard(holds):
            raise AssertionError(f"{self.name}: closed with {self.closed_with}; last came {self.received[-3:]}")

    async def next_entry(self) -> None:
        """Wait for something new in the log."""
        seen = self.n
        await self.until(lambda: self.n != seen)

    async def ping(self) -> None:
        """Ask, and wait for the answer: everything sent before has been judged then."""
        heard = self.pongs
        await self.send({"t": "ping"})
        await self.until(lambda: self.pongs > heard)

    async def wake(self) -> None:
        """Let everybody who waits look again, after something else has changed than what arrived."""
        async with self._news:
            self._news.notify_all()

    async def until_closed(self) -> int:
        """Wait for the end of the socket; its close code."""
        async with self._news:
            await asyncio.wait_for(self._news.wait_for(lambda: self.closed_with is not None), ANSWER_S)
        assert self.closed_with is not None
        return self.closed_with

    def pile(self, name: str) -> list[Any]:
        """A pile as it was sent last: [hidden, card ...]."""
        return list(self.table["piles"][name])

    async def _read(self, socket: ClientConnection) -> None:
        code = 1006
        try:
            async for data in socket:
                text = data if isinstance(data, str) else data.decode()
                async with self._news:
                    self.received.append(text)
                    self._take(json.loads(text))
                    self._news.notify_all()
        except ConnectionClosed:
            pass
        finally:
            code = socket.close_code or code
            async with self._news:
                self.closed_with = code
                self._news.notify_all()

    def _take(self, message: Message) -> None:
        self.sight.take(message)
        kind = message.get("t")
        if kind is None:
            if "k" in message and message["b"] == self.sight.me:
                self.answers[message["k"]] = message
        elif kind == "welcome":
            self.welcome = message
            self.answers.update({k: {"t": "ok", "k": k} for k in message["moved"]})
        elif kind in ("no", "ok"):
            self.answers[message["k"]] = message
        elif kind == "pong":
            self.pongs += 1
