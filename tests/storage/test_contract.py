"""What every store promises, whatever it is made of."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.storage.base import Append, Store, StoreUnreachable
from tests.storage.conftest import Clock


async def test_an_unknown_room_is_empty(store: Store) -> None:
    assert await store.read("KQ7M4X") == []
    assert await store.touched("KQ7M4X") is None


async def test_entries_come_back_in_order_and_byte_for_byte(store: Store) -> None:
    first = (b"", b"\x00\xff", b'{"name":"Zo\xc3\xab"}')
    assert await store.append([Append("A", 0, first)]) == [True]
    assert await store.append([Append("A", 3, (b"x" * 100_000,))]) == [True]
    assert await store.read("A") == [*first, b"x" * 100_000]


async def test_a_batch_serves_several_rooms(store: Store) -> None:
    assert await store.append([Append("A", 0, (b"a0", b"a1")), Append("B", 0, (b"b0",))]) == [True, True]
    assert await store.read("A") == [b"a0", b"a1"]
    assert await store.read("B") == [b"b0"]


async def test_rooms_are_told_apart_by_case_and_length(store: Store) -> None:
    await store.append([Append("AB", 0, (b"1",)), Append("ab", 0, (b"2",)), Append("A", 0, (b"3",))])
    assert [await store.read(room) for room in ("AB", "ab", "A")] == [[b"1"], [b"2"], [b"3"]]


async def test_an_empty_batch_is_nothing(store: Store) -> None:
    assert await store.append([]) == []


@pytest.mark.parametrize(
    ("first_seq", "entries"),
    [
        (0, (b"z",)),  # before the end
        (0, (b"a",)),  # what is there, but not the end of the log
        (1, (b"b", b"c")),  # starts with the end and goes on
        (1, (b"z",)),  # other entries at the end
        (3, (b"c",)),  # a gap
        (0, ()),
        (3, ()),
    ],
)
async def test_a_conflict_writes_nothing(store: Store, first_seq: int, entries: tuple[bytes, ...]) -> None:
    await store.append([Append("A", 0, (b"a", b"b"))])
    assert await store.append([Append("A", first_seq, entries)]) == [False]
    assert await store.read("A") == [b"a", b"b"]


async def test_a_conflict_in_one_room_fails_no_other(store: Store) -> None:
    await store.append([Append("A", 0, (b"a",))])
    batch = [Append("B", 0, (b"b",)), Append("A", 0, (b"z",)), Append("C", 0, (b"c",)), Append("D", 5, (b"d",))]
    assert await store.append(batch) == [True, False, True, False]
    assert [await store.read(room) for room in "ABCD"] == [[b"a"], [b"b"], [b"c"], []]


async def test_repeating_an_append_is_success_and_appends_nothing(store: Store) -> None:
    await store.append([Append("A", 0, (b"a",))])
    batch = [Append("A", 1, (b"b", b"c")), Append("B", 0, (b"x",))]
    assert await store.append(batch) == [True, True]
    assert await store.append(batch) == [True, True]
    assert await store.read("A") == [b"a", b"b", b"c"]
    assert await store.read("B") == [b"x"]


async def test_an_append_without_entries_asks_for_the_length(store: Store) -> None:
    await store.append([Append("A", 0, (b"a",))])
    assert await store.append([Append("A", 1, ()), Append("B", 0, ())]) == [True, True]
    assert await store.read("A") == [b"a"]
    assert await store.touched("B") is None


async def test_a_room_twice_in_a_batch_is_a_mistake_and_writes_nothing(store: Store) -> None:
    with pytest.raises(ValueError, match="twice"):
        await store.append([Append("A", 0, (b"a",)), Append("A", 1, (b"b",))])
    assert await store.read("A") == []


@pytest.mark.parametrize("rooms", [1, 2, 3, 7, 300])
async def test_batches_of_every_size_are_kept_whole(store: Store, rooms: int) -> None:
    names = [f"R{number:03}" for number in range(rooms)]
    for turn in range(3):
        batch = [Append(name, 2 * turn, (b"%d" % turn, b"%s" % name.encode())) for name in names]
        assert await store.append(batch) == [True] * rooms
    for name in names:
        own = name.encode()
        assert await store.read(name) == [b"0", own, b"1", own, b"2", own]


async def test_one_append_may_be_long(store: Store) -> None:
    entries = tuple(b"%d" % number for number in range(10_000))
    assert await store.append([Append("A", 0, entries)]) == [True]
    assert await store.append([Append("A", 0, entries)]) == [True]
    assert tuple(await store.read("A")) == entries


async def test_a_long_log_is_read_as_it_was_when_it_was_asked_for(store: Store) -> None:
    entries = tuple(b"%d" % number for number in range(5000))
    await store.append([Append("A", 0, entries)])
    read, kept = await asyncio.gather(store.read("A"), store.append([Append("A", 5000, (b"later",))]))
    assert (tuple(read), kept) == (entries, [True])
    assert await store.read("A") == [*entries, b"later"]


async def test_calls_made_at_once_are_worked_off_in_order(store: Store) -> None:
    answers = await asyncio.gather(*(store.append([Append("A", seq, (b"%d" % seq,))]) for seq in range(20)))
    assert answers == [[True]] * 20
    assert await store.read("A") == [b"%d" % seq for seq in range(20)]


async def test_a_caller_who_gives_up_does_not_disturb_the_next(store: Store) -> None:
    call = asyncio.ensure_future(store.append([Append("A", 0, (b"a",))]))
    await asyncio.sleep(0)
    call.cancel()
    await asyncio.wait([call])
    assert await store.append([Append("A", 0, (b"a",))]) == [True]
    assert await store.read("A") == [b"a"]


async def test_touched_is_when_the_log_grew_last(store: Store, clock: Clock) -> None:
    await store.append([Append("A", 0, (b"a",))])
    clock.ms += 5
    await store.append([Append("A", 1, (b"b",)), Append("B", 0, (b"x",))])
    clock.ms += 5
    await store.append([Append("A", 1, (b"b",)), Append("B", 0, (b"conflict",))])
    await store.read("A")
    assert await store.touched("A") == await store.touched("B") == clock.ms - 5


async def test_the_lane_of_a_room_is_known_at_any_time(store: Store) -> None:
    lanes = {room: store.lane(room) for room in "ABCDEFGHIJKL"}
    assert 1 <= len(set(lanes.values())) <= 3
    await store.append([Append(room, 0, (b"a",)) for room in lanes])
    await store.close()
    assert {room: store.lane(room) for room in lanes} == lanes


async def test_purge_drops_the_logs_that_did_not_grow(store: Store, clock: Clock) -> None:
    await store.append([Append("old", 0, (b"a",)), Append("grown", 0, (b"a",)), Append("late", 0, (b"a",))])
    clock.ms += 10
    await store.append([Append("grown", 1, (b"b",)), Append("new", 0, (b"a",))])
    assert await store.purge(clock.ms) == 2
    assert await store.purge(clock.ms) == 0
    assert [await store.read(room) for room in ("old", "late", "grown", "new")] == [[], [], [b"a", b"b"], [b"a"]]
    assert await store.touched("old") is None


async def test_purge_drops_no_room_that_lives(store: Store, clock: Clock) -> None:
    await store.append([Append(room, 0, (b"a",)) for room in ("A", "B", "C")])
    clock.ms += 10
    living = {"A": 1, "Z": 1}
    assert await store.purge(clock.ms, living.keys()) == 2
    assert [await store.read(room) for room in ("A", "B", "C")] == [[b"a"], [], []]
    assert await store.append([Append("A", 1, (b"b",))]) == [True]
    clock.ms += 10
    assert await store.purge(clock.ms, ["A"]) == 0
    assert await store.purge(clock.ms) == 1


async def test_a_purged_room_starts_from_nothing(store: Store, clock: Clock) -> None:
    await store.append([Append("A", 0, (b"a", b"b"))])
    clock.ms += 1
    await store.purge(clock.ms)
    assert await store.append([Append("A", 2, (b"c",))]) == [False]
    assert await store.append([Append("A", 0, (b"new",))]) == [True]
    assert await store.read("A") == [b"new"]


async def test_documents_are_kept_by_space_and_key_until_they_expire(store: Store, clock: Clock) -> None:
    await store.put("person", "k", b"\x00one", clock.ms + 10)
    await store.put("tables", "k", b"two", clock.ms + 20)
    assert await store.get("person", "k") == b"\x00one"
    assert await store.get("tables", "k") == b"two"
    assert await store.get("person", "other") is None
    clock.ms += 10
    assert await store.get("person", "k") is None
    assert await store.get("tables", "k") == b"two"


async def test_a_newer_document_replaces_the_older(store: Store, clock: Clock) -> None:
    await store.put("person", "k", b"one", clock.ms + 10)
    await store.put("person", "k", b"two", clock.ms + 99)
    clock.ms += 50
    assert await store.get("person", "k") == b"two"


async def test_of_documents_that_are_kept_at_once_one_stays(store: Store, clock: Clock) -> None:
    """Until it expires, when it was to and no sooner; whoever repeats his own finds it."""
    values = [b"%d\x00" % number for number in range(20)]
    (kept, *others) = await asyncio.gather(
        *(store.keep("day", "k", value, clock.ms + 10 + at) for at, value in enumerate(values))
    )
    assert kept in values
    assert set(others) == {kept}
    assert await store.get("day", "k") == kept
    assert await store.keep("day", "other", b"", clock.ms + 1) == b""
    assert await store.keep("days", "k", b"two", clock.ms + 1) == b"two"
    clock.ms += 100
    assert await store.get("day", "k") is None
    assert await store.keep("day", "k", b"new", clock.ms + 1) == b"new"
    assert await store.keep("day", "k", b"late", clock.ms + 9) == b"new"
    clock.ms += 1
    assert await store.get("day", "k") is None


async def test_what_is_kept_once_is_a_document_like_others(store: Store, clock: Clock) -> None:
    """It can be replaced on purpose, and another one keeps it from being kept; purge drops it when it has expired."""
    await store.put("day", "k", b"put", clock.ms + 10)
    assert await store.keep("day", "k", b"kept", clock.ms + 99) == b"put"
    await store.put("day", "k", b"again", clock.ms + 10)
    assert await store.get("day", "k") == b"again"
    clock.ms += 10
    await store.purge(0)
    assert await store.keep("day", "k", b"kept", clock.ms + 10) == b"kept"
    clock.ms += 10
    await store.purge(0)
    clock.ms -= 10
    assert await store.get("day", "k") is None


async def test_purge_drops_expired_documents_and_no_others(store: Store, clock: Clock) -> None:
    await store.put("person", "short", b"1", clock.ms + 10)
    await store.put("person", "long", b"2", clock.ms + 99)
    clock.ms += 50
    assert await store.purge(0) == 0
    clock.ms -= 50
    assert await store.get("person", "short") is None
    assert await store.get("person", "long") == b"2"


async def test_a_closed_store_takes_no_calls_and_closing_again_does_no_harm(store: Store) -> None:
    await store.close()
    await store.close()
    with pytest.raises(StoreUnreachable):
        await store.append([Append("A", 0, (b"a",))])
    with pytest.raises(StoreUnreachable):
        await store.get("person", "k")


STEPS = st.lists(
    st.one_of(
        st.lists(  # a batch
            st.tuples(
                st.sampled_from("ABCD"),
                st.integers(-2, 1),  # where it starts, from the end of the log
                st.lists(st.sampled_from([b"x", b"y"]), max_size=3),
            ),
            max_size=4,
            unique_by=lambda append: append[0],
        ),
        st.integers(0, 3),  # purge: how many steps back
    ),
    max_size=25,
)


@given(steps=STEPS)
@settings(max_examples=60)
def test_any_sequence_of_calls_does_what_lists_would(
    any_store: Callable[[Clock], Awaitable[Store]], steps: list[list[tuple[str, int, list[bytes]]] | int]
) -> None:
    """The model: a list of entries and a time for each room."""

    async def run() -> None:
        clock = Clock()
        store = await any_store(clock)
        logs: dict[str, list[bytes]] = {}
        times: dict[str, int] = {}
        try:
            for step in steps:
                clock.ms += 1
                if isinstance(step, int):
                    gone = [room for room, touched in times.items() if touched < clock.ms - step]
                    assert await store.purge(clock.ms - step) == len(gone)
                    for room in gone:
                        del logs[room], times[room]
                    continue
                batch, expected = [], []
                for room, offset, entries in step:
                    log = logs.get(room, [])
                    first_seq = max(0, len(log) + offset)
                    batch.append(Append(room, first_seq, tuple(entries)))
                    expected.append(log[first_seq:] == entries if first_seq < len(log) else first_seq == len(log))
                    if first_seq == len(log) and entries:
                        logs[room] = log + entries
                        times[room] = clock.ms
                assert await store.append(batch) == expected
            for room in "ABCD":
                assert await store.read(room) == logs.get(room, [])
                assert await store.touched(room) == times.get(room)
        finally:
            await store.close()

    asyncio.run(run())
