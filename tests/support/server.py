"""A real server process for tests: `python -m app` with settings of its own."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
READY_S = 20


def free_port(host: str = "127.0.0.1") -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """`python -m app` in a process of its own, with everything that it says kept in `log`."""

    def __init__(self, data_dir: Path, *, host: str = "127.0.0.1", port: int = 0, **settings: object) -> None:
        self.host = host
        self.port = port or free_port(host)
        self.base_path = str(settings.get("base_path", ""))
        self.log: list[str] = []
        self._environment = {
            **{key: value for key, value in os.environ.items() if key in ("PATH", "HOME", "LANG", "VIRTUAL_ENV")},
            "HOST": host,
            "PORT": str(self.port),
            "DATA_DIR": str(data_dir),
            **{key.upper(): str(value) for key, value in settings.items()},
        }
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return f"http://{self.host}:{self.port}"

    @property
    def url(self) -> str:
        """The address of the home page."""
        return f"{self.origin}{self.base_path}/"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Start it and wait until it says that it is ready."""
        self._ready.clear()
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "app",
            cwd=ROOT,
            env=self._environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        self._reader = asyncio.create_task(self._read(self._process))
        ready = asyncio.create_task(self._ready.wait())
        await asyncio.wait({ready, self._reader}, timeout=READY_S, return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        assert self._ready.is_set(), "the server did not become ready:\n" + "\n".join(self.log)

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            self.log.append(line.decode().rstrip("\n"))
            if self.log[-1].startswith("Pounce is ready"):
                self._ready.set()

    async def stop(self, sign: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; the exit code."""
        assert self._process is not None
        assert self._reader is not None
        if self._process.returncode is None:
            self._process.send_signal(sign)
        code = await asyncio.wait_for(self._process.wait(), 30)
        await self._reader
        return code

    def send(self, sign: signal.Signals) -> None:
        """Send a signal, without waiting for what comes of it."""
        assert self._process is not None
        self._process.send_signal(sign)

    async def kill(self) -> None:
        """kill -9."""
        await self.stop(signal.SIGKILL)


@asynccontextmanager
async def running(data_dir: Path, **settings: object) -> AsyncIterator[ServerProcess]:
    """A server for the length of a block."""
    server = ServerProcess(data_dir, **settings)  # type: ignore[arg-type]
    await server.start()
    try:
        yield server
    finally:
        await server.stop()
