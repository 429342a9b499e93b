"""Real Redis servers for tests, one or three that are a cluster, on free ports and in folders of their own."""

import shutil
import signal
import socket
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Condition, Thread
from time import monotonic, sleep
from typing import Any

import hiredis

from tests.support.server import free_port

SAID_S = 60
ASKED_S = 60


class RedisServer:
    """A `redis-server` that syncs every write to its append-only file. It can be killed, stopped and started again."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.port = free_port()
        self.log: list[str] = []
        self._command = [
            _program(),
            *("--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", ""),
            *("--appendonly", "yes", "--appendfsync", "always", "--enable-debug-command", "yes", *options),
        ]
        self._news = Condition()
        self._process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it, with what it kept, and wait until it serves."""
        self.log.clear()
        self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        Thread(target=self._listen, args=(self._process,), daemon=True).start()
        self.said("Ready to accept connections")

    def said(self, words: str) -> None:
        """Wait until the server has said this since it was started."""
        with self._news:
            assert self._news.wait_for(lambda: any(words in line for line in self.log), SAID_S), "\n".join(self.log)

    def kill(self, sign: signal.Signals = signal.SIGKILL) -> None:
        """kill -9 unless it is told otherwise, and wait until it is dead."""
        self.send(sign)
        assert self._process is not None
        self._process.wait()

    def restart(self) -> None:
        self.kill()
        self.start()

    def ensure(self) -> None:
        """Bring it back if it was killed or stopped."""
        assert self._process is not None
        if self._process.poll() is not None:
            self.start()
        self.send(signal.SIGCONT)

    def send(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def ask(self, *command: str | bytes | int) -> Any:
        """One command on a connection of its own. Raises what Redis refuses."""
        reader = hiredis.Reader()
        with socket.create_connection(("127.0.0.1", self.port), timeout=ASKED_S) as connection:
            connection.sendall(hiredis.pack_command(command))  # type: ignore[arg-type]  # it takes any length
            while (answer := reader.gets()) is False:
                reader.feed(connection.recv(65_536))
        if isinstance(answer, hiredis.ReplyError):
            raise answer
        return answer

    def _listen(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                with self._news:
                    self.log.append(line.rstrip("\n"))
                    self._news.notify_all()


def start_cluster(folder: Path, *options: str) -> list[RedisServer]:
    """Three masters, a third of the keys each, no replicas."""
    buses = [free_port() for _ in range(3)]
    nodes = []
    for number, bus in enumerate(buses):
        home = folder / str(number)
        home.mkdir()
        node = RedisServer(home, "--cluster-enabled", "yes", "--cluster-port", str(bus), *options)
        # Two nodes that both think theirs is the newest word would have to come to terms first.
        node.ask("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        node.ask("CLUSTER", "ADDSLOTSRANGE", 5461 * number, 5461 * (number + 1) - 1 if number < 2 else 16_383)
        nodes.append(node)
    for node, bus in zip(nodes[1:], buses[1:], strict=True):
        nodes[0].ask("CLUSTER", "MEET", "127.0.0.1", node.port, bus)
    await_cluster(nodes)
    return nodes


def await_cluster(nodes: Sequence[RedisServer]) -> None:
    """Wait until all of them take the cluster for whole."""
    for node in nodes:
        until(lambda node=node: b"cluster_state:ok" in node.ask("CLUSTER", "INFO"))  # type: ignore[misc]


def start_replica(folder: Path, cluster: Sequence[RedisServer], master: RedisServer, *options: str) -> RedisServer:
    """One that takes over when its master is away."""
    bus = free_port()
    folder.mkdir()
    replica = RedisServer(folder, "--cluster-enabled", "yes", "--cluster-port", str(bus), *options)
    master.ask("CLUSTER", "MEET", "127.0.0.1", replica.port, bus)
    name = master.ask("CLUSTER", "MYID")
    until(lambda: name in replica.ask("CLUSTER", "NODES"))
    replica.ask("CLUSTER", "REPLICATE", name)
    replica.said("MASTER <-> REPLICA sync: Finished with success")
    for node in cluster:
        until(lambda node=node: b"slave " + name in node.ask("CLUSTER", "NODES"))  # type: ignore[misc]
    return replica


def until(holds: Callable[[], bool]) -> None:
    """Ask until it is so."""
    deadline = monotonic() + SAID_S
    while not holds():
        assert monotonic() < deadline
        sleep(0.01)


def give(cluster: Sequence[RedisServer], slot: int, to: RedisServer) -> None:
    """Say everywhere that a slot without keys belongs to this node."""
    owner = to.ask("CLUSTER", "MYID")
    for node in (to, *cluster):
        node.ask("CLUSTER", "SETSLOT", slot, "NODE", owner)


def _program() -> str:
    program = shutil.which("redis-server")
    assert program, "These tests need Redis 7 or newer, and there is no redis-server here: apt install redis-server"
    return program
