"""Group commit: what goes together, in which order it is answered, and how it holds on through a bad store."""

import asyncio
import itertools
import selectors
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.rooms.journal import Journal, Outcome
from app.storage.base import Append
from tests.support.stores import FakeStore


class _Selector(selectors.DefaultSelector):
    """Waits for nothing: it winds the loop's clock to the next timer instead."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise AssertionError("everybody waits for something that will not come")
        self.now += timeout
        ready: list[tuple[selectors.SelectorKey, int]] = super().select(0)
        return ready


class WoundLoop(asyncio.SelectorEventLoop):
    """A loop in which waiting takes no time. Nothing in it may come from outside."""

    def __init__(self) -> None:
        self._wound = _Selector()
        super().__init__(self._wound)

    def time(self) -> float:
        return self._wound.now


def wound(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """A test that runs in a wound loop."""

    def run() -> None:
        with asyncio.Runner(loop_factory=WoundLoop) as runner:
            runner.run(test())

    run.__name__ = test.__name__
    run.__doc__ = test.__doc__
    return run


class Desk:
    """A journal over a fake store, and everything that it says."""

    def __init__(self) -> None:
        self.store = FakeStore()
        self.answers: list[tuple[object, Outcome]] = []
        self.slow: list[tuple[float, set[str], bool]] = []
        self.bugs: list[tuple[str | None, str]] = []
        self.journal = Journal(self.store, on_slow=self._on_slow, on_bug=self._on_bug)

    def append(self, room: str, first_seq: int, *entries: bytes, name: object = None) -> None:
        name = f"{room}{first_seq}" if name is None else name
        self.journal.append(room, first_seq, entries, lambda outcome: self.answers.append((name, outcome)))

    def _on_slow(self, rooms: Sequence[str], is_slow: bool) -> None:
        self.slow.append((asyncio.get_running_loop().time(), set(rooms), is_slow))

    def _on_bug(self, room: str | None, error: Exception) -> None:
        self.bugs.append((room, str(error)))


@wound
async def test_appending_answers_later_and_once() -> None:
    desk = Desk()
    desk.append("A", 0, b"a", b"b")
    assert desk.answers == []
    await desk.journal.idle()
    assert desk.answers == [("A0", "kept")]
    assert desk.store.logs == {"A": [b"a", b"b"]}
    await desk.journal.close()


@wound
async def test_one_turn_of_all_rooms_is_one_batch() -> None:
    desk = Desk()
    desk.append("A", 0, b"a0")
    desk.append("B", 0, b"b0")
    desk.append("A", 1, b"a1", b"a2")
    await desk.journal.idle()
    assert desk.store.calls == [(Append("A", 0, (b"a0", b"a1", b"a2")), Append("B", 0, (b"b0",)))]
    assert desk.answers == [("A0", "kept"), ("A1", "kept"), ("B0", "kept")]
    await desk.journal.close()


@wound
async def test_one_batch_is_in_flight_and_the_rest_forms_the_next() -> None:
    desk = Desk()
    desk.store.hold()
    desk.append("A", 0, b"a0")
    await desk.store.arrived(1)
    for seq in range(1, 4):
        desk.append("A", seq, b"a%d" % seq)
        desk.append("B", seq - 1, b"b%d" % (seq - 1))
        await asyncio.sleep(0.01)
    assert len(desk.store.calls) == 1
    assert desk.answers == []
    desk.store.let_go()
    await desk.journal.idle()
    assert [len(batch) for batch in desk.store.calls] == [1, 2]
    assert desk.store.logs == {"A": [b"a0", b"a1", b"a2", b"a3"], "B": [b"b0", b"b1", b"b2"]}
    assert [name for name, _ in desk.answers] == ["A0", "A1", "A2", "A3", "B0", "B1", "B2"]
    await desk.journal.close()


@wound
async def test_what_a_callback_appends_goes_into_the_next_batch() -> None:
    desk = Desk()
    desk.journal.append("A", 0, [b"a"], lambda _: desk.append("A", 1, b"b"))
    await desk.journal.idle()
    await desk.journal.idle()
    assert desk.answers == [("A1", "kept")]
    assert len(desk.store.calls) == 2
    await desk.journal.close()


@wound
async def test_a_gap_between_the_appends_of_a_room_is_a_mistake_of_the_caller() -> None:
    desk = Desk()
    desk.append("A", 0, b"a")
    with pytest.raises(ValueError, match="gap"):
        desk.append("A", 2, b"c")
    desk.append("A", 1, b"b")
    await desk.journal.idle()
    assert desk.store.logs == {"A": [b"a", b"b"]}
    await desk.journal.close()


@wound
async def test_a_store_that_is_away_is_asked_again_with_growing_pauses() -> None:
    desk = Desk()
    loop = asyncio.get_running_loop()
    desk.store.is_away = True
    desk.append("A", 0, b"a")
    times = []
    for call in range(1, 9):
        await desk.store.arrived(call)
        times.append(loop.time())
    pauses = [round(later - earlier, 3) for earlier, later in itertools.pairwise(times)]
    assert pauses == [0.05, 0.1, 0.2, 0.4, 0.8, 1.0, 1.0]
    assert desk.answers == []
    desk.store.is_away = False
    await desk.journal.idle()
    assert desk.answers == [("A0", "kept")]
    assert len(set(desk.store.calls)) == 1
    assert desk.bugs == []
    await desk.journal.close()


@wound
async def test_an_answer_that_was_lost_appends_nothing_twice() -> None:
    desk = Desk()
    desk.store.lost_answers = 2
    desk.append("A", 0, b"a")
    await desk.store.arrived(1)
    desk.append("A", 1, b"b")
    await desk.journal.idle()
    assert desk.store.logs == {"A": [b"a", b"b"]}
    assert desk.answers == [("A0", "kept"), ("A1", "kept")]
    await desk.journal.close()


@wound
async def test_a_conflict_answers_everything_of_that_room_until_it_starts_anew() -> None:
    desk = Desk()
    desk.store.intrude("A", b"foreign")
    desk.store.hold()
    desk.append("A", 0, b"a0", name="in flight")
    desk.append("B", 0, b"b0")
    await desk.store.arrived(1)
    desk.append("A", 1, b"a1", name="queued")
    desk.append("A", 2, b"a2", name="queued too")
    desk.append("B", 1, b"b1")
    desk.store.let_go()
    await desk.journal.idle()
    desk.append("A", 3, b"a3", name="late")
    await desk.journal.idle()
    conflicts = [name for name, outcome in desk.answers if outcome == "conflict"]
    assert conflicts == ["in flight", "queued", "queued too", "late"]
    assert [name for name, outcome in desk.answers if outcome == "kept"] == ["B0", "B1"]
    desk.journal.forget("A")
    desk.append("A", 1, b"anew", name="anew")
    await desk.journal.idle()
    assert desk.answers[-1] == ("anew", "kept")
    assert desk.store.logs["A"] == [b"foreign", b"anew"]
    await desk.journal.close()


@wound
async def test_a_conflict_callback_may_start_the_room_anew() -> None:
    desk = Desk()
    desk.store.intrude("A", b"foreign")

    def start_anew(outcome: Outcome) -> None:
        desk.answers.append(("A0", outcome))
        desk.journal.forget("A")
        desk.append("A", 1, b"anew", name="anew")

    desk.store.hold()
    desk.journal.append("A", 0, [b"a"], start_anew)
    await desk.store.arrived(1)
    desk.append("A", 1, b"b", name="queued")
    desk.store.let_go()
    await desk.journal.idle()
    await desk.journal.idle()
    assert desk.answers == [("A0", "conflict"), ("queued", "conflict"), ("anew", "kept")]
    await desk.journal.close()


@wound
async def test_idle_is_over_when_all_that_was_queued_met_a_conflict() -> None:
    desk = Desk()
    desk.store.intrude("A", b"foreign")
    desk.store.hold()
    desk.append("A", 0, b"a")
    await desk.store.arrived(1)
    desk.append("A", 1, b"b")
    idle = asyncio.create_task(desk.journal.idle())
    await asyncio.sleep(0.01)
    assert not idle.done()
    desk.store.let_go()
    await idle
    assert len(desk.answers) == 2
    await desk.journal.close()


@wound
async def test_idle_does_not_wait_for_what_comes_later() -> None:
    desk = Desk()
    desk.store.hold()
    desk.append("A", 0, b"a")
    idle = asyncio.create_task(desk.journal.idle())
    await desk.store.arrived(1)
    desk.append("A", 1, b"b")
    desk.store.let_go()
    await desk.store.arrived(2)
    desk.store.hold()
    await idle
    await desk.journal.close()


@wound
async def test_idle_with_nothing_to_do_returns() -> None:
    desk = Desk()
    await desk.journal.idle()
    await desk.journal.close()


@wound
async def test_those_who_wait_for_a_second_are_told_and_told_again_when_it_is_over() -> None:
    desk = Desk()
    desk.store.hold()
    desk.append("A", 0, b"a")
    await desk.store.arrived(1)
    desk.append("B", 0, b"b")
    await asyncio.sleep(1.5)
    assert desk.slow == [(1.0, {"A", "B"}, True)]
    desk.append("A", 1, b"aa")
    desk.append("C", 0, b"c")
    await asyncio.sleep(0.5)
    assert desk.slow[1:] == [(1.5, {"C"}, True)]
    desk.store.let_go()
    await desk.journal.idle()
    assert desk.slow[2:] == [(2.0, {"A", "B", "C"}, False)]
    assert len(desk.answers) == 4
    await asyncio.sleep(5)
    assert len(desk.slow) == 3
    await desk.journal.close()


@wound
async def test_an_append_in_the_turn_that_ends_the_wait_is_not_left_slow() -> None:
    desk = Desk()
    desk.store.hold()
    desk.append("A", 0, b"a")
    await asyncio.sleep(1.5)
    desk.store.let_go()
    while desk.slow[-1][2]:
        if "Z" not in desk.journal._lane_of:
            desk.append("Z", 0, b"z")
        await asyncio.sleep(0)
    await desk.journal.idle()
    told = {room: is_slow for _, rooms, is_slow in desk.slow for room in rooms}
    assert not any(told.values())
    await desk.journal.close()


@wound
async def test_a_store_that_is_away_for_long_is_slow_as_well() -> None:
    desk = Desk()
    desk.store.is_away = True
    desk.append("A", 0, b"a")
    await asyncio.sleep(10)
    desk.store.is_away = False
    await desk.journal.idle()
    assert [(rooms, is_slow) for _, rooms, is_slow in desk.slow] == [({"A"}, True), ({"A"}, False)]
    await desk.journal.close()


@wound
async def test_a_quick_store_is_never_called_slow() -> None:
    desk = Desk()
    for seq in range(5):
        desk.append("A", seq, b"a")
        await asyncio.sleep(0.9)
    assert desk.slow == []
    await desk.journal.close()


@wound
async def test_a_callback_that_raises_is_reported_and_stops_nobody() -> None:
    desk = Desk()

    def broken(outcome: Outcome) -> None:
        raise ValueError(f"no use for {outcome}")

    desk.journal.append("A", 0, [b"a"], broken)
    desk.append("A", 1, b"b")
    desk.append("B", 0, b"b")
    await desk.journal.idle()
    assert desk.bugs == [("A", "no use for kept")]
    assert desk.answers == [("A1", "kept"), ("B0", "kept")]
    desk.append("A", 2, b"c")
    await desk.journal.idle()
    assert desk.answers[-1] == ("A2", "kept")
    await desk.journal.close()


@wound
async def test_an_observer_of_slowness_that_raises_is_reported() -> None:
    store = FakeStore()
    bugs: list[str] = []

    def broken(rooms: Sequence[str], is_slow: bool) -> None:
        raise ValueError("no ear")

    journal = Journal(store, on_slow=broken, on_bug=lambda _, error: bugs.append(str(error)))
    answers: list[Outcome] = []
    store.hold()
    journal.append("A", 0, [b"a"], answers.append)
    await asyncio.sleep(2)
    store.let_go()
    await journal.idle()
    assert answers == ["kept"]
    assert bugs == ["no ear", "no ear"]
    await journal.close()


@wound
async def test_a_bug_of_the_store_is_reported_and_the_batch_repeated() -> None:
    class Odd(FakeStore):
        async def append(self, batch: Sequence[Append]) -> list[bool]:
            answers = await super().append(batch)
            if len(self.calls) == 1:
                raise KeyError("odd")
            return answers if len(self.calls) > 2 else [*answers, True]

    bugs: list[tuple[str | None, str]] = []
    store = Odd()
    journal = Journal(store, on_slow=lambda *_: None, on_bug=lambda room, error: bugs.append((room, str(error))))
    answers: list[Outcome] = []
    journal.append("A", 0, [b"a"], answers.append)
    await journal.idle()
    assert answers == ["kept"]
    assert bugs == [(None, "'odd'"), (None, "the store gave 2 answers to 1 appends")]
    await journal.close()


@wound
async def test_closing_stops_the_repeating_and_answers_nothing_more() -> None:
    desk = Desk()
    desk.store.is_away = True
    desk.append("A", 0, b"a")
    await desk.store.arrived(3)
    desk.append("B", 0, b"b")
    idle = asyncio.create_task(desk.journal.idle())
    await asyncio.sleep(0)
    await desk.journal.close()
    await idle
    desk.append("A", 1, b"b")
    await asyncio.sleep(5)
    assert len(desk.store.calls) == 3
    assert desk.answers == []
    await desk.journal.close()


@wound
async def test_a_journal_that_was_never_used_closes() -> None:
    await Desk().journal.close()


EVENTS = st.lists(
    st.one_of(
        st.tuples(st.just("append"), st.sampled_from("ABC"), st.integers(0, 3)),
        st.tuples(st.sampled_from(["turn", "away", "back", "lose", "hold", "let go"]), st.just(""), st.just(0)),
    ),
    max_size=40,
)


@given(events=EVENTS)
@settings(max_examples=150)
def test_whatever_the_store_does_everything_is_kept_once_and_answered_in_order(
    events: list[tuple[str, str, int]],
) -> None:
    async def run() -> None:
        desk = Desk()
        expected: dict[str, list[bytes]] = {}
        names: dict[str, list[int]] = {}
        for number, (what, room, count) in enumerate(events):
            if what == "append":
                log = expected.setdefault(room, [])
                entries = [b"%d" % (number * 10 + at) for at in range(count)]
                desk.append(room, len(log), *entries, name=(room, number))
                log.extend(entries)
                names.setdefault(room, []).append(number)
            elif what == "turn":
                await asyncio.sleep(0.1)
            elif what == "lose":
                desk.store.lost_answers += 1
            elif what in {"hold", "let go"}:
                desk.store.hold() if what == "hold" else desk.store.let_go()
            else:
                desk.store.is_away = what == "away"
        desk.store.let_go()
        desk.store.is_away = False
        await desk.journal.idle()
        assert desk.store.logs == {room: log for room, log in expected.items() if log}
        for room, numbers in names.items():
            own = [answer for answer in desk.answers if isinstance(answer[0], tuple) and answer[0][0] == room]
            assert own == [((room, number), "kept") for number in numbers]
        assert desk.bugs == []
        await desk.journal.close()

    wound(run)()
