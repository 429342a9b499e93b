"""What every store promises of directories and boards, whatever it is made of."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.storage.base import REMEMBERED_MS, Store, StoreUnreachable
from tests.storage.conftest import Clock
from tests.support.stores import FakeStore

FAR = 1 << 45
"""Longer than any test."""
STRANGE = ["", "a:b", "a}b", "{a}", "}:expiry", "}:credits", "Zo\u00eb", "\U0001f0a1", "x\x00y", "x"]
"""Names, keys and members may be these."""


async def test_a_directory_that_is_not_known_is_empty(store: Store) -> None:
    assert await store.announced("tables", 10) == []
    assert await store.reserve("tables") is None
    await store.withdraw("tables", "A")


async def test_entries_are_listed_in_the_order_in_which_they_were_announced_first(store: Store) -> None:
    for key in "CABD":
        await store.announce("tables", key, b"1\x00\xff" + key.encode(), 0, FAR)
    await store.announce("tables", "A", b"", 0, FAR)
    assert await store.announced("tables", 10) == [
        ("C", b"1\x00\xffC"),
        ("A", b""),
        ("B", b"1\x00\xffB"),
        ("D", b"1\x00\xffD"),
    ]
    assert await store.announced("tables", 2) == [("C", b"1\x00\xffC"), ("A", b"")]
    assert await store.announced("tables", 0) == []


async def test_an_entry_is_listed_until_it_expires(store: Store, clock: Clock) -> None:
    await store.announce("tables", "A", b"a", 1, clock.ms + 10)
    await store.announce("tables", "B", b"b", 1, clock.ms + 20)
    clock.ms += 9
    assert await store.announced("tables", 10) == [("A", b"a"), ("B", b"b")]
    clock.ms += 1
    assert await store.announced("tables", 1) == [("B", b"b")]
    assert await store.reserve("tables") == "B"


async def test_what_has_expired_or_was_withdrawn_comes_last_when_it_is_announced_anew(
    store: Store, clock: Clock
) -> None:
    for key, lasts in (("A", 10), ("B", 100), ("C", 100)):
        await store.announce("tables", key, b"old", 1, clock.ms + lasts)
    clock.ms += 10
    await store.announce("tables", "A", b"new", 1, FAR)
    await store.withdraw("tables", "B")
    await store.announce("tables", "B", b"new", 1, FAR)
    assert await store.announced("tables", 10) == [("C", b"old"), ("A", b"new"), ("B", b"new")]
    assert [await store.reserve("tables") for _ in range(4)] == ["C", "A", "B", None]


async def test_an_announcement_may_put_the_expiry_off_or_bring_it_forward(store: Store, clock: Clock) -> None:
    await store.announce("tables", "A", b"a", 1, clock.ms + 10)
    await store.announce("tables", "A", b"a", 1, clock.ms + 30)
    await store.announce("tables", "B", b"b", 1, clock.ms + 30)
    await store.announce("tables", "B", b"b", 1, clock.ms)
    clock.ms += 20
    assert await store.announced("tables", 10) == [("A", b"a")]
    assert [await store.reserve("tables") for _ in range(2)] == ["A", None]


async def test_withdrawing_takes_an_entry_away_once_and_for_all(store: Store) -> None:
    await store.announce("tables", "A", b"a", 2, FAR)
    await store.announce("tables", "B", b"b", 1, FAR)
    await store.withdraw("tables", "A")
    await store.withdraw("tables", "A")
    assert await store.announced("tables", 10) == [("B", b"b")]
    assert [await store.reserve("tables") for _ in range(2)] == ["B", None]


async def test_places_are_taken_from_the_oldest_that_has_one_and_announcing_sets_them_anew(store: Store) -> None:
    await store.announce("tables", "full", b"", 0, FAR)
    await store.announce("tables", "B", b"", 2, FAR)
    await store.announce("tables", "A", b"", 1, FAR)
    assert [await store.reserve("tables") for _ in range(4)] == ["B", "B", "A", None]
    await store.announce("tables", "A", b"", 1, FAR)
    await store.announce("tables", "full", b"", 1, FAR)
    await store.announce("tables", "B", b"", 1, FAR)
    assert await store.reserve("tables") == "full"
    await store.announce("tables", "B", b"", 0, FAR)
    assert [await store.reserve("tables") for _ in range(2)] == ["A", None]
    assert [key for key, _ in await store.announced("tables", 10)] == ["full", "B", "A"]


async def test_asked_for_at_once_no_place_is_given_twice(store: Store) -> None:
    await store.announce("tables", "A", b"", 10, FAR)
    await store.announce("tables", "B", b"", 20, FAR)
    taken = await asyncio.gather(*(store.reserve("tables") for _ in range(50)))
    assert Counter(taken) == {"A": 10, "B": 20, None: 20}


async def test_announcing_and_withdrawing_again_changes_nothing(store: Store) -> None:
    """An answer may have been lost."""
    for _ in range(2):
        await store.announce("tables", "A", b"a", 1, FAR)
    await store.announce("tables", "B", b"b", 0, FAR)
    for _ in range(2):
        await store.announce("tables", "A", b"a", 1, FAR)
    assert await store.announced("tables", 10) == [("A", b"a"), ("B", b"b")]
    assert [await store.reserve("tables") for _ in range(2)] == ["A", None]


async def test_purge_drops_entries_that_have_expired_and_no_others(store: Store, clock: Clock) -> None:
    await store.announce("tables", "short", b"1", 1, clock.ms + 10)
    await store.announce("others", "short", b"1", 1, clock.ms + 10)
    await store.announce("tables", "long", b"2", 1, clock.ms + 99)
    clock.ms += 10
    assert await store.purge(0) == 0
    clock.ms -= 10
    assert await store.announced("tables", 10) == [("long", b"2")]
    assert await store.announced("others", 10) == []
    assert [await store.reserve(directory) for directory in ("tables", "others")] == ["long", None]


async def test_directories_and_keys_are_any_text(store: Store, clock: Clock) -> None:
    for directory in STRANGE:
        for key in STRANGE:
            await store.announce(directory, key, f"{directory}/{key}".encode(), 1, clock.ms + 10)
    for directory in STRANGE:
        assert await store.announced(directory, 99) == [(key, f"{directory}/{key}".encode()) for key in STRANGE]
        assert [await store.reserve(directory) for _ in STRANGE] == STRANGE
    clock.ms += 10
    assert await store.purge(0) == 0
    clock.ms -= 10
    assert [await store.announced(directory, 1) for directory in STRANGE] == [[]] * len(STRANGE)


async def test_a_board_that_is_not_known_is_empty(store: Store) -> None:
    assert await store.leaders("week", 10) == []


async def test_points_are_added_up_for_each_board_and_member(store: Store) -> None:
    await store.credit("week", "match 1", {"Ann": 10, "Bob": -3, "Cat": 0})
    await store.credit("week", "match 2", {"Bob": 1, "Ann": -25})
    await store.credit("month", "match 1", {"Ann": 10})
    await store.credit("month", "match 2", {})
    assert await store.leaders("week", 10) == [("Cat", 0), ("Bob", -2), ("Ann", -15)]
    assert await store.leaders("month", 10) == [("Ann", 10)]


async def test_points_are_added_once_for_a_key(store: Store) -> None:
    await store.credit("week", "match 1", {"Ann": 10, "Bob": 5})
    await store.credit("week", "match 1", {"Ann": 10, "Bob": 5})
    await store.credit("week", "match 1", {"Ann": 99, "Cat": 1})
    assert await store.leaders("week", 10) == [("Ann", 10), ("Bob", 5)]


async def test_as_many_points_are_sorted_by_name_also_where_the_list_ends(store: Store) -> None:
    names = ["b", "B", "\u00e4", "a", "\U0001f0a1", "\uff21", "aa", ""]
    for number, name in enumerate(names):
        await store.credit("week", str(number), {name: 7})
    await store.credit("week", "others", {"best": 8, "worst": -1})
    board = [
        ("best", 8),
        *((name, 7) for name in ["", "B", "a", "aa", "b", "\u00e4", "\uff21", "\U0001f0a1"]),
        ("worst", -1),
    ]
    assert await store.leaders("week", 99) == board
    for limit in range(len(board)):
        assert await store.leaders("week", limit) == board[:limit]


async def test_large_sums_are_exact(store: Store) -> None:
    most = (1 << 53) - 1
    await store.credit("week", "1", {"Ann": most - 1, "Bob": 1 - most, "Cat": 10**15})
    await store.credit("week", "2", {"Ann": 1, "Bob": -1, "Cat": 10**6})
    assert await store.leaders("week", 3) == [("Ann", most), ("Cat", 10**15 + 10**6), ("Bob", -most)]


async def test_what_was_credited_is_remembered_for_its_time_and_the_points_for_ever(store: Store, clock: Clock) -> None:
    await store.credit("week", "old", {"Ann": 1})
    clock.ms += 1
    await store.credit("week", "new", {"Ann": 1})
    clock.ms += REMEMBERED_MS - 1
    assert await store.purge(0) == 0
    await store.credit("week", "old", {"Ann": 10})
    await store.credit("week", "new", {"Ann": 100})
    assert await store.leaders("week", 1) == [("Ann", 12)]


async def test_boards_members_and_keys_are_any_text(store: Store) -> None:
    for board in STRANGE:
        for points, name in enumerate(STRANGE):
            await store.credit(board, name, {name: points})
    expected = [(name, points) for points, name in enumerate(STRANGE)]
    for board in STRANGE:
        assert await store.leaders(board, 99) == expected[::-1]


async def test_a_closed_store_lists_nothing(store: Store) -> None:
    await store.close()
    for call in (store.reserve("tables"), store.credit("week", "k", {"Ann": 1}), store.withdraw("tables", "A")):
        with pytest.raises(StoreUnreachable):
            await call
    with pytest.raises(StoreUnreachable):
        await store.announced("tables", 1)


KEYS = st.sampled_from("ABC")
CALLS = st.one_of(
    st.tuples(st.just("announce"), KEYS, st.integers(0, 2), st.integers(0, 6)),
    st.tuples(st.just("withdraw"), KEYS),
    st.tuples(st.just("announced"), st.integers(0, 4)),
    st.tuples(st.just("reserve")),
    st.tuples(st.just("credit"), st.sampled_from("123"), st.dictionaries(KEYS, st.integers(-2, 2))),
    st.tuples(st.just("leaders"), st.integers(0, 4)),
    st.just(("purge",)),
)
"""A call, and what it is given besides the name of the one directory or board. An entry's last number: its time."""


async def answer(store: Store, clock: Clock, name: str, *given: Any) -> object:
    if name == "announce":
        key, free, lasts = given
        given = (key, b"%d" % free, free, clock.ms + lasts)
    call: Awaitable[object] = store.purge(0) if name == "purge" else getattr(store, name)("A", *given)
    return await call


@given(calls=st.lists(CALLS, max_size=30))
@settings(max_examples=60)
def test_any_sequence_of_calls_is_answered_as_by_the_store_in_memory(
    any_store: Callable[[Clock], Awaitable[Store]], calls: list[tuple[Any, ...]]
) -> None:
    async def run() -> None:
        clock = Clock()
        store = await any_store(clock)
        model = FakeStore(clock)
        try:
            for call in calls:
                clock.ms += 1
                assert await answer(store, clock, *call) == await answer(model, clock, *call), call
        finally:
            await store.close()

    asyncio.run(run())
