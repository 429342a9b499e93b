"""Rooms as they were a moment ago, read once for all who ask."""

import asyncio

import pytest

from app.rooms.entry import Created
from app.rooms.fold import start
from app.rooms.glance import GLANCE_MS, GLANCES, Glances
from app.rooms.point import Point
from app.rules.registry import games
from app.storage.base import StoreUnreachable
from tests.support.clock import WoundClock


class Logs:
    """Rooms as they could be read. `looks` are the codes that were."""

    def __init__(self) -> None:
        self.rooms: dict[str, Point] = {}
        self.looks: list[str] = []
        self.is_away = False

    def add(self, code: str) -> Point:
        self.rooms[code] = start(Created(len(self.rooms), code, "pounce"), games())
        return self.rooms[code]

    async def look(self, code: str) -> Point | None:
        self.looks.append(code)
        await asyncio.sleep(0)
        if self.is_away:
            raise StoreUnreachable("away")
        return self.rooms.get(code)


async def test_a_room_is_read_again_only_after_a_while() -> None:
    logs, clock = Logs(), WoundClock()
    glances = Glances(logs.look, clock)
    before = logs.add("AAAAAA")
    assert await glances.of("AAAAAA") is before
    after = logs.add("AAAAAA")
    clock.wind(GLANCE_MS - 1)
    assert await glances.of("AAAAAA") is before
    clock.wind(1)
    assert await glances.of("AAAAAA") is after
    assert len(logs.looks) == 2


async def test_who_asks_at_once_gets_what_is_read_once() -> None:
    logs = Logs()
    glances = Glances(logs.look, WoundClock())
    point = logs.add("AAAAAA")
    assert await asyncio.gather(*(glances.of("AAAAAA") for _ in range(5))) == [point] * 5
    assert len(logs.looks) == 1


async def test_a_room_that_was_not_there_is_found_as_soon_as_it_is_made() -> None:
    logs = Logs()
    glances = Glances(logs.look, WoundClock())
    assert await asyncio.gather(*(glances.of("AAAAAA") for _ in range(3))) == [None] * 3
    point = logs.add("AAAAAA")
    assert await glances.of("AAAAAA") is point


async def test_what_could_not_be_read_is_asked_for_again() -> None:
    logs = Logs()
    glances = Glances(logs.look, WoundClock())
    point = logs.add("AAAAAA")
    logs.is_away = True
    with pytest.raises(StoreUnreachable):
        await glances.of("AAAAAA")
    logs.is_away = False
    assert await glances.of("AAAAAA") is point


async def test_no_more_than_so_many_are_remembered() -> None:
    """Who was not asked about for longest is read again first."""
    logs = Logs()
    glances = Glances(logs.look, WoundClock())
    codes = [f"{number:06}" for number in range(GLANCES + 1)]
    for code in codes:
        logs.add(code)
        await glances.of(codes[0])
        await glances.of(code)
    logs.looks.clear()
    for code in (codes[0], codes[-1], codes[1]):
        await glances.of(code)
    assert logs.looks == [codes[1]]
