"""Processes in the event loop that serves in earnest."""

from asyncio import AbstractEventLoop
from collections.abc import Callable, Mapping

import pytest
import uvloop


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], AbstractEventLoop]]:
    """What the server runs in (`app.main.server_config`)."""
    return {"uvloop": uvloop.new_event_loop}
