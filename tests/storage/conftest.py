"""The backends, each a parameter of every test that takes `store`."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.storage.base import Store
from app.storage.sqlite import SqliteStore
from tests.support.stores import FakeStore


@dataclass(slots=True)
class Clock:
    """A clock that stands still until a test moves it."""

    ms: int = 1_000_000

    def __call__(self) -> int:
        return self.ms


BACKENDS: dict[str, Callable[[Path, Clock], Store]] = {
    "sqlite": SqliteStore,
    "sqlite, sorting": lambda folder, clock: SqliteStore(folder, clock, sort_rows=2),
    "fake": lambda folder, clock: FakeStore(clock),
}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=BACKENDS)
async def store(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> AsyncIterator[Store]:
    opened = BACKENDS[request.param](tmp_path, clock)
    yield opened
    await opened.close()


@pytest.fixture(scope="session", params=BACKENDS)
def any_store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[Clock], Store]:
    """Opens a store with nothing in it, each time in a folder of its own."""
    return lambda clock: BACKENDS[request.param](tmp_path_factory.mktemp("store"), clock)
