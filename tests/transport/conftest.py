"""A server on a real port for each test, in the event loop that serves in earnest."""

from asyncio import AbstractEventLoop
from collections.abc import AsyncIterator, Callable, Mapping

import pytest
import uvloop

from tests.support.served import Served, served


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], AbstractEventLoop]]:
    """What the server runs in (`app.main.server_config`)."""
    return {"uvloop": uvloop.new_event_loop}


@pytest.fixture
async def site() -> AsyncIterator[Served]:
    """Over a store in memory, with nobody in it."""
    async with served() as site:
        yield site
