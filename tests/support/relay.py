"""A wire between a client and a server that a test can hold, cut, or let lose what the server answers."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class Relay:
    """Passes on what comes, both ways. `port` is where clients connect."""

    def __init__(self, server_port: int) -> None:
        self.port = 0
        self._answers_to_lose = 0
        self._server_port = server_port
        self._gates: dict[asyncio.StreamWriter, asyncio.Event] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def hold(self) -> None:
        """What comes over the connections that there are waits here, as in a wire that is very long."""
        for gate in self._gates.values():
            gate.clear()

    def let_go(self) -> None:
        for gate in self._gates.values():
            gate.set()

    def lose_an_answer(self) -> None:
        """The server gets what comes; its next answer is thrown away, and the connection cut instead."""
        self._answers_to_lose = 1

    def cut(self) -> None:
        for writer in list(self._gates):
            writer.close()

    async def passed_on(self) -> None:
        """Until all connections that a side has closed are closed on the other, and what was in them has arrived."""
        while pending := [task for task in self._tasks if not task.done()]:
            await asyncio.wait(pending)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._server_port)
        gate = self._gates[writer] = asyncio.Event()
        gate.set()
        there = asyncio.create_task(self._pass_on(reader, far_writer, gate))
        back = asyncio.create_task(self._pass_back(far_reader, writer))
        self._tasks |= {there, back}
        await asyncio.wait([there, back])
        del self._gates[writer]
        self._tasks -= {there, back}

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, gate: asyncio.Event) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                await gate.wait()
                writer.write(data)
                await writer.drain()
        writer.close()

    async def _pass_back(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                if self._answers_to_lose:
                    self._answers_to_lose -= 1
                    break
                writer.write(data)
                await writer.drain()
        writer.close()


@asynccontextmanager
async def relay_to(port: int) -> AsyncIterator[Relay]:
    """A relay to a server on this machine, cut at the end."""
    relay = Relay(port)
    server = await asyncio.start_server(relay.serve, "127.0.0.1", 0)
    relay.port = server.sockets[0].getsockname()[1]
    try:
        yield relay
    finally:
        relay.let_go()
        relay.cut()
        server.close()
        await relay.passed_on()
        await server.wait_closed()
