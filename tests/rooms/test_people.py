"""What is remembered of persons without accounts."""

import asyncio

import pytest

from app.rooms.people import TABLES, People, Person, player_of
from app.storage.base import StoreUnreachable
from tests.support.clock import WoundClock
from tests.support.rooms import Chance
from tests.support.stores import FakeStore


class Desk:
    """People over a store in memory."""

    def __init__(self) -> None:
        self.clock = WoundClock()
        self.store = FakeStore(self.clock.now)
        self.people = People(self.store, self.clock, Chance())


def test_a_digest_does_not_show_the_cookie() -> None:
    token = "0123456789abcdef0123456789abcdef"
    assert len(player_of(token)) == 32
    assert player_of(token) != token
    assert player_of(token) == player_of(token)
    assert player_of(token) != player_of(token[::-1])


def test_a_cookie_is_128_bits_of_chance() -> None:
    desk = Desk()
    tokens = {desk.people.new_token() for _ in range(3)}
    assert {len(bytes.fromhex(token)) for token in tokens} == {16}
    assert len(tokens) == 3


async def test_somebody_new_is_nobody() -> None:
    assert await Desk().people.person("x") == Person()


async def test_name_and_tables_are_remembered() -> None:
    """The newest table first, each once; giving a seat up forgets it and keeps the name."""
    desk = Desk()
    await desk.people.rename("x", "Ann")
    for code in ("AAAAAA", "BBBBBB", "AAAAAA"):
        desk.people.seated("x", "Annie", code, True)
    await desk.people.settled()
    assert await desk.people.person("x") == Person("Annie", ("AAAAAA", "BBBBBB"))
    desk.people.seated("x", "", "AAAAAA", False)
    await desk.people.settled()
    assert await desk.people.person("x") == Person("Annie", ("BBBBBB",))


async def test_changes_of_one_person_follow_each_other() -> None:
    """Ten seats taken in one moment are all remembered, as far as the list goes."""
    desk = Desk()
    codes = [f"TABLE{digit}" for digit in range(10)]
    for code in codes:
        desk.people.seated("x", "Ann", code, True)
    await asyncio.gather(desk.people.rename("x", "Anna"), desk.people.rename("y", "Bob"))
    await desk.people.settled()
    assert (await desk.people.person("x")).tables == tuple(reversed(codes))[:TABLES]
    assert (await desk.people.person("y")).name == "Bob"


class FarStore(FakeStore):
    """A store whose answers take a few turns of the loop."""

    async def get(self, space: str, key: str) -> bytes | None:
        value = await super().get(space, key)
        for _ in range(3):
            await asyncio.sleep(0)
        return value


async def test_no_change_is_lost_that_comes_while_others_wait() -> None:
    """Whenever a change comes, the one before it has been written when it reads."""
    clock = WoundClock()
    for gap in range(9):
        people = People(FarStore(clock.now), clock, Chance())
        codes = [f"TABLE{digit}" for digit in range(6)]
        for code in codes:
            people.seated("x", "Ann", code, True)
            for _ in range(gap):
                await asyncio.sleep(0)
        await people.settled()
        assert (await people.person("x")).tables == tuple(reversed(codes)), gap


async def test_a_store_that_is_away_is_no_reason_to_stop_playing(caplog: pytest.LogCaptureFixture) -> None:
    """The seat is in the room's log; only the list of tables misses it."""
    desk = Desk()
    desk.store.is_away = True
    desk.people.seated("x", "Ann", "AAAAAA", True)
    await desk.people.settled()
    with pytest.raises(StoreUnreachable):
        await desk.people.rename("x", "Ann")
    desk.store.is_away = False
    assert await desk.people.person("x") == Person()
    assert "AAAAAA" not in caplog.text
    assert "store is away" in caplog.text
