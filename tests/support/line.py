"""The line between a page and its server, in a test's hand: it can be cut in silence, broken, and mended again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.support.server import ServerProcess, free_port


class Line:
    """Hands on what both sides say, byte by byte. `url` is the home page as it is seen through it."""

    def __init__(self, server: ServerProcess) -> None:
        self._server = server
        self._port = free_port()
        self._whole = asyncio.Event()
        self._whole.set()
        self._ends: set[asyncio.StreamWriter] = set()
        self.url = f"http://127.0.0.1:{self._port}{server.base_path}/"

    def cut(self) -> None:
        """From now on nothing arrives, and nobody is told."""
        self._whole.clear()

    def break_off(self) -> None:
        """Nothing arrives, and both sides lose their connections, as when a phone goes to sleep."""
        self.cut()
        for end in self._ends:
            end.transport.abort()

    def mend(self) -> None:
        """What was under way arrives, and new connections are made."""
        self._whole.set()

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ends = {writer}
        self._ends |= ends
        try:
            await self._whole.wait()
            answers, server = await asyncio.open_connection(self._server.host, self._server.port)
            ends.add(server)
            self._ends.add(server)
            await asyncio.gather(self._hand_on(reader, server), self._hand_on(answers, writer))
        except OSError:
            pass
        finally:
            self._ends -= ends
            for end in ends:
                end.transport.abort()

    async def _hand_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            await self._whole.wait()
            writer.write(data)
            await writer.drain()
        raise ConnectionResetError

    @asynccontextmanager
    async def held(self) -> AsyncIterator["Line"]:
        """The line, for the length of a block."""
        listener = await asyncio.start_server(self._meet, "127.0.0.1", self._port)
        try:
            yield self
        finally:
            listener.close()
            self.mend()
            self.break_off()
