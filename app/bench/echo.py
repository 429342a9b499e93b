"""How soon a server answers while it thinks: the echo of a quiet socket, before and while players ask for searches.

Each of the players sits at a deal of Puss in the Corner without a redeal, which is hard to find a way through, and asks
for the next winning move over and over. Whoever pings does nothing else.
"""

import asyncio
import http.client
import itertools
import json
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from app.bench.frame import load_id
from app.bench.server import BenchFailed
from app.wire import WIRE_VERSION

PATIENCE_S: Final = 30.0
"""How long the server may take to open a table. A socket that answers nothing is closed by its own pings."""
WISH: Final = '{"t":"hint","how":"winning"}'
EVERY_S: Final = 0.01
"""From an answer to the next ping: an echo without a pause would keep a processor busy by itself."""


@dataclass(frozen=True, slots=True)
class Echo:
    """Times from sending a ping to reading its answer. `answers`: hints that came while it was measured."""

    solves: int
    seconds: float
    pings: int
    quiet_p50_ms: float
    quiet_p99_ms: float
    p50_ms: float
    p99_ms: float
    answers: int


def measure(place: str, solves: int, seconds: float) -> Echo:
    """Ping for so long while nobody asks for anything, and as long again while so many players do."""
    try:
        return asyncio.run(_measured(place, solves, seconds))
    except ConnectionClosed as closed:
        raise BenchFailed(f"The server closed a socket: {closed}.") from closed


async def _measured(place: str, solves: int, seconds: float) -> Echo:
    async with AsyncExitStack() as open_sockets:
        quiet, *askers = [await open_sockets.enter_async_context(_seated(place, n + 1)) for n in range(solves + 1)]
        before = await _pings(quiet, seconds)
        answers = itertools.count()
        asking = [asyncio.create_task(_ask(asker, answers)) for asker in askers]
        try:
            times = await _pings(quiet, seconds)
        finally:
            for task in asking:
                task.cancel()
            ends = await asyncio.gather(*asking, return_exceptions=True)
        for end in ends:
            if isinstance(end, Exception):  # whoever was not refused was cancelled, which is none
                raise end
    return Echo(
        solves=solves,
        seconds=seconds,
        pings=len(times),
        quiet_p50_ms=before[len(before) // 2] * 1000,
        quiet_p99_ms=before[len(before) * 99 // 100] * 1000,
        p50_ms=times[len(times) // 2] * 1000,
        p99_ms=times[len(times) * 99 // 100] * 1000,
        answers=next(answers),
    )


@asynccontextmanager
async def _seated(place: str, deal: int) -> AsyncIterator[ClientConnection]:
    """The socket of a player at a table of his own."""
    wish = {"game": "puss-in-the-corner", "name": f"P{deal}", "options": {"redeals": 0}, "deal": deal}
    connection = http.client.HTTPConnection(place, timeout=PATIENCE_S)
    headers = {"Origin": f"http://{place}", "Content-Type": "application/json"}
    connection.request("POST", "/api/solo", json.dumps(wish), headers)
    answer = connection.getresponse()
    body = answer.read().decode(errors="replace")
    connection.close()
    if answer.status != 201:
        raise BenchFailed(f"The server opened no table: {answer.status} {body}")
    cookie = answer.headers["Set-Cookie"].partition(";")[0]
    address = f"ws://{place}/ws/{json.loads(body)['code']}"
    async with connect(address, additional_headers={"Origin": f"http://{place}", "Cookie": cookie}) as socket:
        await socket.send(json.dumps({"t": "hello", "v": WIRE_VERSION, "load": load_id()}))
        await _heard(socket, "welcome")
        yield socket


async def _pings(socket: ClientConnection, seconds: float) -> list[float]:
    """How long each answer took, the shortest first."""
    times: list[float] = []
    end = time.perf_counter() + seconds
    while not times or time.perf_counter() < end:
        began = time.perf_counter()
        await socket.send('{"t":"ping"}')
        await _heard(socket, "pong")
        times.append(time.perf_counter() - began)
        await asyncio.sleep(EVERY_S)  # the rate itself
    return sorted(times)


async def _ask(socket: ClientConnection, answers: "itertools.count[int]") -> None:
    while True:
        await socket.send(WISH)
        await _heard(socket, "hint")
        next(answers)


async def _heard(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of this kind. Raises `BenchFailed` when something was refused."""
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message.get("t") == kind:
            return message
        if message.get("t") == "sorry":
            raise BenchFailed(f"The server refused “{message['what']}”: {message['code']}.")
