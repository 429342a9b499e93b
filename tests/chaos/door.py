"""What stands for the proxy: it leads everybody of a table to the same worker as long as that worker answers."""

import asyncio
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Final, Self, TypeVar

from tests.support.server import ServerProcess

P = TypeVar("P", bound=asyncio.Protocol)

LOOK_S: Final = 0.25
"""How often it asks each worker for /healthz."""
ANSWER_S: Final = 1.0
"""What has not answered in this time is led around."""


class Door:
    """Chooses workers by the hash of the table's code, among those that are well, and by chance another one."""

    def __init__(self, workers: Sequence[ServerProcess], chance: Random, *, stray: float) -> None:
        self.workers = workers
        self.stray = stray
        """The share of connections that are led to another worker than the hash says, as if that had just been away."""
        self._chance = chance
        self._well = dict.fromkeys((worker.port for worker in workers), False)
        self._looks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        self._looks = [asyncio.create_task(self._look(worker.port)) for worker in self.workers]
        return self

    async def __aexit__(self, *_: object) -> None:
        for look in self._looks:
            look.cancel()
        await asyncio.gather(*self._looks, return_exceptions=True)

    def home(self, code: str) -> int:
        """Which of the workers the hash of a code leads to."""
        return zlib.crc32(code.encode()) % len(self.workers)

    def ways(self, code: str) -> list[ServerProcess]:
        """The workers, best first. Where none is well all are tried: what is restarted is not known to be up yet."""
        home = self.home(code)
        order = [*self.workers[home:], *self.workers[:home]]
        if self._chance.random() < self.stray:
            order.reverse()
        return sorted(order, key=lambda worker: not self._well[worker.port])

    async def connect(self, code: str, protocol: Callable[[ServerProcess], P]) -> P:
        """A connection to the first that takes it. Raises OSError when none does."""
        problem: OSError | None = None
        for worker in self.ways(code):
            try:
                _, made = await asyncio.get_running_loop().create_connection(
                    lambda worker=worker: protocol(worker),  # type: ignore[misc]
                    worker.host,
                    worker.port,
                )
            except OSError as error:
                problem = error
            else:
                return made
        assert problem is not None
        raise problem

    async def _look(self, port: int) -> None:
        while True:
            self._well[port] = await _answers(port)
            await asyncio.sleep(LOOK_S)


async def _answers(port: int) -> bool:
    """Whether /healthz says that games can be played."""
    writer: asyncio.StreamWriter | None = None
    try:
        async with asyncio.timeout(ANSWER_S):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            return (await reader.readline()).startswith(b"HTTP/1.1 200")
    except (OSError, TimeoutError):
        return False
    finally:
        if writer is not None:
            with suppress(OSError):
                writer.transport.abort()
