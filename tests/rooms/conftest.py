"""A building for each test of a room."""

from collections.abc import AsyncIterator

import pytest

from tests.support.rooms import Building, building


@pytest.fixture
async def house() -> AsyncIterator[Building]:
    """Lobby, journal and store in memory, with nobody in it."""
    async with building() as built:
        yield built
