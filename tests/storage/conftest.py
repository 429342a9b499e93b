"""The backends, each a parameter of every test that takes `store`."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TypeAlias, TypeVar

import pytest

from app.storage.base import Append, Store
from app.storage.redis import RedisStore
from app.storage.sqlite import SqliteStore
from tests.support.redis_server import RedisServer, await_cluster, start_cluster
from tests.support.stores import PATIENCE_S, FakeStore

T = TypeVar("T")

WAIT_S = 20
"""Longer than a busy machine takes for anything here."""


@dataclass(slots=True)
class Clock:
    """A clock that stands still until a test moves it."""

    ms: int = 1_000_000

    def __call__(self) -> int:
        return self.ms


Opener: TypeAlias = Callable[[Path, Clock], Awaitable[Store]]
"""Opens a store with nothing in it: in this folder, or in a Redis that is emptied."""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def redis_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Sequence[RedisServer]]]:
    """The servers of a kind, "redis" or "redis cluster": started when they are first asked for, empty each time."""
    started: dict[str, Sequence[RedisServer]] = {}

    def servers(kind: str) -> Sequence[RedisServer]:
        if kind not in started:
            folder = tmp_path_factory.mktemp("redis")
            started[kind] = [RedisServer(folder)] if kind == "redis" else start_cluster(folder)
        for server in started[kind]:
            server.ensure()  # whatever a test has left
            server.ask("FLUSHALL")
        if kind != "redis":
            await_cluster(started[kind])
        return started[kind]

    yield servers
    for server in chain(*started.values()):
        server.kill()


@pytest.fixture
def redis(redis_servers: Callable[[str], Sequence[RedisServer]]) -> RedisServer:
    """A Redis with nothing in it."""
    return redis_servers("redis")[0]


@pytest.fixture
def cluster(redis_servers: Callable[[str], Sequence[RedisServer]]) -> Sequence[RedisServer]:
    """The nodes of a cluster with nothing in it."""
    return redis_servers("redis cluster")


@pytest.fixture(params=["redis", "redis cluster"])
def servers(
    request: pytest.FixtureRequest, redis_servers: Callable[[str], Sequence[RedisServer]]
) -> Sequence[RedisServer]:
    """One Redis, and the nodes of a cluster, with nothing in them."""
    return redis_servers(request.param)


def opened(url: str, clock: Clock, owner: str = "") -> Coroutine[None, None, RedisStore]:
    """A store in a Redis that is there, with patience."""
    return RedisStore.open(url, clock, owner=owner, connect_s=WAIT_S, answer_s=WAIT_S)


async def open_sqlite(folder: Path, clock: Clock) -> Store:
    return SqliteStore(folder, clock)


async def open_sqlite_sorting(folder: Path, clock: Clock) -> Store:
    return SqliteStore(folder, clock, sort_rows=2)


async def open_fake(folder: Path, clock: Clock) -> Store:
    return FakeStore(clock)


FILES: dict[str, Opener] = {"sqlite": open_sqlite, "sqlite, sorting": open_sqlite_sorting, "fake": open_fake}
SERVERS = ("redis", "redis cluster")
BACKENDS = [*FILES, *(pytest.param(kind, marks=pytest.mark.server) for kind in SERVERS)]


def opener(backend: str, request: pytest.FixtureRequest) -> Opener:
    if backend in FILES:
        return FILES[backend]
    servers = request.getfixturevalue("redis_servers")

    async def open_redis(folder: Path, clock: Clock) -> Store:
        return await RedisStore.open(servers(backend)[0].url, clock, connect_s=PATIENCE_S, answer_s=PATIENCE_S)

    return open_redis


@pytest.fixture(params=BACKENDS)
async def store(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> AsyncIterator[Store]:
    opened = await opener(request.param, request)(tmp_path, clock)
    yield opened
    await opened.close()


@pytest.fixture(scope="session", params=BACKENDS)
def any_store(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[Clock], Awaitable[Store]]:
    """Opens a store with nothing in it, each time in a folder of its own."""
    open_any = opener(request.param, request)
    return lambda clock: open_any(tmp_path_factory.mktemp("store"), clock)


async def reads_beside_others(store: Store, clock: Clock) -> None:
    """A store that reads ten entries in a row lets appends in between, and reads no half of a dropped log."""
    entries = [b"%d" % number for number in range(1005)]
    await store.append([Append("A", 0, tuple(entries))])
    answered: list[str] = []

    async def note(name: str, call: Awaitable[T]) -> T:
        answer = await call
        answered.append(name)
        return answer

    read, _ = await asyncio.gather(
        note("read", store.read("A")), note("append", store.append([Append("B", 0, (b"b",))]))
    )
    assert (read, answered) == (entries, ["append", "read"])
    clock.ms += 10
    read, dropped = await asyncio.gather(store.read("A"), store.purge(clock.ms))
    assert (read, dropped) == ([], 2)
