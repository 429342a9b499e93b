"""Rooms by code: made, found, read from their logs, brought to their end."""

import asyncio

import pytest

from app.rooms.archive import SLICE
from app.rooms.codes import ALPHABET, tidy_code
from app.rooms.entry import Created, Left, Moved, Renamed, encode
from app.rooms.lobby import FOLDS, Asleep
from app.rules.card import Card
from app.rules.game import Move
from app.storage.base import StoreUnreachable
from app.wire import CLOSE_BUG, CLOSE_COME_BACK
from tests.support.play import as_json, best_move
from tests.support.rooms import Building, Guest, building
from tests.support.stores import FakeStore


async def test_a_room_is_made_and_found(house: Building) -> None:
    code = await house.lobby.create("pounce")
    assert tidy_code(code) == code
    room = await house.room(code)
    assert room.code == code
    assert await house.lobby.find(code) is room
    assert house.lobby.awake == 1


async def test_codes_follow_from_chance_and_never_meet(house: Building) -> None:
    codes = [await house.lobby.create("pounce") for _ in range(50)]
    assert len(set(codes)) == 50
    assert set("".join(codes)) <= set(ALPHABET)
    assert len(set("".join(codes))) == 31


async def test_a_code_that_is_taken_is_drawn_again() -> None:
    """Chance that repeats itself, for a moment."""
    drawn = iter([bytes(6), bytes(6), bytes([255, 1, 2, 3, 254, 4]), bytes([5, 6] * 3)])
    async with building() as house:
        house.lobby._entropy = lambda count: next(drawn)
        house.fake.intrude("AAAAAA", encode(Created(0, "AAAAAA", "pounce")))
        assert await house.lobby.create("pounce") == "BCDEFG"


async def test_an_unknown_game_is_no_room(house: Building) -> None:
    with pytest.raises(KeyError):
        await house.lobby.create("bridge")
    assert house.fake.logs == {}


async def test_a_code_that_nobody_made_is_no_room(house: Building) -> None:
    assert await house.lobby.find("ZZZZZZ") is None
    assert house.lobby.awake == 0


class SlowStore(FakeStore):
    """Reads wait until they are let go."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0
        self.reading = asyncio.Event()
        self.may_read = asyncio.Event()

    async def read(self, room: str) -> list[bytes]:
        self.reads += 1
        self.reading.set()
        await self.may_read.wait()
        return await super().read(room)


async def test_a_room_is_read_once_however_many_ask() -> None:
    """All get the same room; one of them going away takes it from nobody, not even the one who asked first."""
    async with building(store=SlowStore()) as house:
        assert isinstance(house.store, SlowStore)
        code = await house.lobby.create("pounce")
        asking = [asyncio.create_task(house.lobby.find(code)) for _ in range(20)]
        await house.store.reading.wait()
        asking.append(asyncio.create_task(house.lobby.find(code)))
        asking[0].cancel()
        house.store.may_read.set()
        found = await asyncio.gather(*asking, return_exceptions=True)
        assert isinstance(found[0], asyncio.CancelledError)
        assert len({id(room) for room in found[1:]}) == 1
        assert found[1] is await house.lobby.find(code)
        assert house.store.reads == 1


async def test_a_store_that_is_away_is_said_to_everybody_who_asks(house: Building) -> None:
    """And asked again by whoever comes later."""
    code = await house.lobby.create("pounce")
    house.fake.is_away = True
    found = await asyncio.gather(*(house.lobby.find(code) for _ in range(3)), return_exceptions=True)
    assert [type(error) for error in found] == [StoreUnreachable] * 3
    with pytest.raises(StoreUnreachable):
        await house.lobby.create("pounce")
    house.fake.is_away = False
    assert await house.lobby.find(code) is not None


# --- read from the log --------------------------------------------------------------------------------------


async def test_a_room_that_is_read_is_the_room_that_was(house: Building) -> None:
    """In the middle of a round: seats, table, facts; the next moves go on from there."""
    ann, bob = await house.race("Ann", "Bob")
    for _ in range(40):
        for guest in (ann, bob):
            move = best_move(guest)
            if move is not None and move.name != "stuck":
                await guest.move(*as_json(move))
        await house.wind(250)
    before = (await house.room(ann.code)).kept
    await house.restart()
    await ann.connect()
    await bob.connect()
    after = (await house.room(ann.code)).kept
    assert after.state == before.state
    assert after.room == before.room
    assert after.seq == before.seq
    assert "p" in await ann.move("flip") or "p" in await ann.move("pickup")


async def test_others_have_their_turn_while_a_long_log_is_read(house: Building) -> None:
    """A long log is folded in slices."""
    ann, _ = await house.table("Ann", "Bob")
    room = await house.room(ann.code)
    when = room.head.when
    house.fake.intrude(ann.code, *(encode(Renamed(when, 0, f"Ann {turn % 7}")) for turn in range(4 * SLICE)))
    await house.restart()
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    counting = asyncio.create_task(count())
    await house.room(ann.code)
    counting.cancel()
    assert turns >= 4


async def test_others_have_their_turn_while_many_long_logs_are_read(house: Building) -> None:
    """As when a worker with many rooms has died: not all of them have a slice in each turn."""
    codes = [await house.lobby.create("pounce") for _ in range(20)]
    for code in codes:
        when = house.points(code)[-1].when
        house.fake.intrude(code, *(encode(Renamed(when, 0, f"Ann {turn % 7}")) for turn in range(4 * SLICE)))
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    counting = asyncio.create_task(count())
    await asyncio.gather(*(house.room(code) for code in codes))
    counting.cancel()
    assert turns >= 4 * len(codes) / FOLDS


NOT_UNDERSTOOD: list[tuple[str, bytes]] = [
    ("no entry", b"nonsense"),
    ("of a later version", b'{"e":"chat","w":9,"seat":0,"text":"hello"}'),
    ("a move that cannot be folded", encode(Moved(9, 0, "", Move("play", "0w", (Card("0:AS"),), "new")))),
    ("a second beginning", encode(Created(9, "KQ7M4X", "pounce"))),
]


@pytest.mark.parametrize("entry", [entry for _, entry in NOT_UNDERSTOOD], ids=[name for name, _ in NOT_UNDERSTOOD])
async def test_a_log_that_is_not_understood_sleeps_and_is_kept(
    house: Building, entry: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """Every time anew, said with the room's name; other rooms do not notice."""
    ann, _ = await house.table("Ann", "Bob")
    house.fake.intrude(ann.code, entry)
    log = list(house.fake.logs[ann.code])
    await house.restart()
    for _ in range(2):
        with pytest.raises(Asleep):
            await house.lobby.find(ann.code)
    assert house.fake.logs[ann.code] == log
    assert f"room {ann.code} sleeps" in caplog.text
    assert house.lobby.awake == 0
    assert await house.lobby.find(await house.lobby.create("pounce")) is not None


@pytest.mark.parametrize("first", [encode(Created(1, "KQ7M4X", "bridge")), encode(Left(1, 0)), b""])
async def test_a_log_that_does_not_begin_like_one_sleeps(house: Building, first: bytes) -> None:
    house.fake.intrude("KQ7M4X", first)
    with pytest.raises(Asleep):
        await house.lobby.find("KQ7M4X")


# --- the end ------------------------------------------------------------------------------------------------


async def test_closing_keeps_what_was_accepted_and_brings_everybody_back(house: Building) -> None:
    """First the store has it, then they see it, then they are sent to the next server."""
    ann, bob = await house.race("Ann", "Bob")
    calls = len(house.fake.calls)
    house.fake.hold()
    k = ann.post("flip")
    await house.fake.arrived(calls + 1)
    closing = asyncio.create_task(house.lobby.close())
    await house.turn()
    assert not closing.done()
    assert [guest.line.closed for guest in (ann, bob)] == [None, None]
    house.fake.let_go()
    await closing
    assert "p" in ann.answer(k)
    assert [guest.line.closed for guest in (ann, bob)] == [CLOSE_COME_BACK] * 2
    assert house.lobby.awake == 0
    log = len(house.log(ann.code))
    await house.wind(600_000)
    assert len(house.log(ann.code)) == log


async def test_nobody_is_let_in_while_closing() -> None:
    """And nobody is told that the table does not exist: he is to come back."""
    async with building(store=SlowStore()) as house:
        assert isinstance(house.store, SlowStore)
        code = await house.lobby.create("pounce")
        asking = asyncio.create_task(house.lobby.find(code))
        await house.store.reading.wait()
        await house.lobby.close()
        house.store.may_read.set()
        with pytest.raises(StoreUnreachable):
            await asking
        for other in (code, "ZZZZZZ"):
            with pytest.raises(StoreUnreachable):
                await house.lobby.find(other)


async def test_one_room_can_be_stopped(house: Building) -> None:
    ann, _ = await house.race("Ann", "Bob")
    cat, _ = await house.race("Cat", "Dan")
    house.lobby.stop_room(ann.code, CLOSE_BUG)
    house.lobby.stop_room("ZZZZZZ", CLOSE_BUG)
    assert ann.line.closed == CLOSE_BUG
    assert "p" in await cat.move("flip")
    await Guest(house, ann.code, "Ann", ann.token).connect()
