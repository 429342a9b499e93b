"""The server under load: a process of its own, started as a host starts it, and what it costs."""

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

UNBOUNDED: Final = {
    "MOVES_PER_SECOND": "1000000",
    "MESSAGES_PER_SECOND": "1000000",
    "ROOMS_PER_MINUTE": "1000000",
    "ENTRIES_PER_MATCH": "10000000",
    "COUNTDOWN_MS": "1",
    "LOG_LEVEL": "warning",
}
"""Settings that let a few sockets do what many people would."""

STOP_S: Final = 15


class BenchFailed(Exception):
    """The load could not be put on. The message is one readable sentence."""


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: where it listens, and its process."""

    port: int
    pid: int

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.port}"

    def cpu_s(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def rss_mb(self) -> float:
        """Memory in use, in MB."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def free_port() -> int:
    """One that nobody on this machine listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running_server(core: int | None = None, environment: Mapping[str, str] | None = None) -> Iterator[Server]:
    """A server over an empty data folder, on the processor `core` if it is given. It is stopped at the end.

    `environment` has settings besides.
    """
    settings = {"REDIS_URL": "", **UNBOUNDED, **(environment or {}), "HOST": "127.0.0.1", "PORT": "0"}
    with tempfile.TemporaryDirectory(prefix="pounce-bench-") as folder:
        words = Path(folder, "words.txt")
        with words.open("w") as errors:
            process = subprocess.Popen(
                [sys.executable, "-m", "app"],
                cwd=Path(__file__).resolve().parent.parent.parent,
                env={**os.environ, **settings, "DATA_DIR": folder},
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        try:
            if core is not None:
                os.sched_setaffinity(process.pid, {core})
            assert process.stdout is not None
            line = process.stdout.readline()
            port = re.search(r"http://[^/ ]+:(\d+)/", line)
            if port is None:
                process.wait(STOP_S)
                raise BenchFailed("The server did not start.")
            yield Server(int(port.group(1)), process.pid)
        except (BenchFailed, OSError) as failed:
            said = words.read_text().strip()
            raise BenchFailed(f"{failed} The server said: {said}" if said else str(failed)) from failed
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()
