"""What waits for the journal: in order, bounded, and gone with its room."""

from app.rooms.backlog import MOST_WAITING, QUEUE, Backlog, Entered
from app.rooms.entry import Renamed, encode
from app.wire import CLOSE_COME_BACK
from tests.support.rooms import Building, building, kinds

BOTH_TWOS = "0w 2S\n1w 2S\nb0 0:AS"


async def test_what_is_said_waits_for_its_own_entry_only(house: Building) -> None:
    """Two batches: the refusal after the first move leaves with the first, the second move's with the second."""
    ann, bob = await house.laid("0w 2S 3S\n1w 2S\nb0 0:AS")
    count = len(bob.heard)
    calls = len(house.fake.calls)
    house.fake.hold()
    ann.post("stuck")
    await house.fake.arrived(calls + 1)
    bob.post("unstuck")
    ann.post("unstuck")
    bob.post("unstuck")
    house.fake.let_go()
    house.fake.hold()
    await house.fake.arrived(calls + 2)
    await house.turn()
    assert kinds(bob.heard[count:]) == ["frame", "no"]
    house.fake.let_go()
    await house.settle()
    assert kinds(bob.heard[count:]) == ["frame", "no", "frame", "no"]


async def test_more_than_the_queue_holds_is_to_be_tried_again() -> None:
    """It is not remembered as refused: the same move is made when it comes again."""
    async with building(moves_per_second=1_000_000) as house:
        ann, bob = await house.laid(BOTH_TWOS)
        house.fake.hold()
        for turn in range(QUEUE + 1):
            ann.post("unstuck" if turn % 2 else "stuck")
        k = bob.post("play", "1w", ["1:2S"], "b0")
        house.fake.let_go()
        await house.settle()
        assert bob.answer(k) == {"t": "no", "k": k, "code": "try_again"}
        bob.post("play", "1w", ["1:2S"], "b0", k=k)
        await house.settle()
        assert "p" in bob.answers(k)[-1]


async def test_requests_too_are_to_be_tried_again_and_what_waits_is_bounded() -> None:
    """Who asks on and on while the store is away is told at once, and sent away before he fills the memory."""
    async with building(moves_per_second=1_000_000) as house:
        ann, bob = await house.laid(BOTH_TWOS)
        room = await house.room(ann.code)
        house.fake.hold()
        for turn in range(QUEUE + 1):
            ann.post("unstuck" if turn % 2 else "stuck")
        bob.say(t="pause", on=True)
        bob.post("flip")
        await house.turn()
        assert [message["code"] for message in bob.said if message.get("t") in ("sorry", "no")] == ["try_again"] * 2
        assert room.head.room.pausing == ()
        assert len(room._backlog._queue) == QUEUE + 1
        for _ in range(MOST_WAITING):
            ann.post("stuck", k=QUEUE + 1)  # asked again: the answer waits for what it was judged on
        assert len(room._backlog._queue) == MOST_WAITING
        assert (ann.line.closed, bob.line.closed) == (CLOSE_COME_BACK, None)
        ann.disconnect()
        house.fake.let_go()
        await house.settle()
        await ann.connect()
        assert "p" in await bob.move("play", "1w", ["1:2S"], "b0")
        assert ann.sight.table["piles"] == bob.sight.table["piles"]


async def test_what_is_entered_while_the_rest_is_shown_waits_behind_it(house: Building) -> None:
    code = await house.lobby.create("pounce")
    (point,) = house.points(code)
    names = [Renamed(point.when, 0, name) for name in ("one", "two", "three")]
    shown: list[bytes] = []

    def show(item: Entered) -> None:
        shown.append(item.data)
        if len(shown) == 1:
            backlog.enter(names[2], 3, point)

    backlog = Backlog(code, house.lobby.site, show=show, torn=lambda: None)
    backlog.tear()
    backlog.enter(names[0], 1, point)
    backlog.enter(names[1], 2, point)
    house.fake.intrude(code, encode(names[0]))
    backlog.go_on(1, 2)
    await house.settle()
    assert shown == house.fake.logs[code][1:] == [encode(name) for name in names]


async def test_a_refusal_after_the_end_does_not_stay_with_the_rooms_that_come_after(house: Building) -> None:
    code = await house.lobby.create("pounce")
    (point,) = house.points(code)
    entry = Renamed(point.when, 0, "one")
    torn: list[bool] = []
    shown: list[Entered] = []
    old, new = (
        Backlog(code, house.lobby.site, show=shown.append, torn=lambda: torn.append(True)) for _ in ("old", "new")
    )
    house.fake.hold()
    old.enter(entry, 1, point)
    await house.turn()
    house.fake.intrude(code, b"foreign")
    old.close()
    house.fake.let_go()
    await house.settle()
    new.enter(entry, 2, point)
    await house.settle()
    assert (len(shown), torn) == (1, [])
