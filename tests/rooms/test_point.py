"""A room as a value: its seats, and whose they are."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from app.rooms.point import (
    NO_SHARE,
    SEATS,
    Point,
    RoomState,
    RoundSheet,
    Seat,
    Step,
    Trail,
    playing,
    rewinds,
    seats_of_round,
    shares,
)

ANN = Seat(0, "ann", "Ann", None, 2)
BOB = Seat(1, "bob", "Bob", None, 3)
BOT = Seat(2, "", "Marble", "steady", 4)
ROOM = RoomState("KQ7M4X", "pounce", {}, phase="play", seats=(ANN, BOB, BOT), players=(1, 2, 0))


def point(room: RoomState, state: object = None, trail: Trail | None = None) -> Point:
    return Point(room, state, (), 9, 1000, 3, trail)


def test_a_seat_is_an_immutable_value() -> None:
    with pytest.raises(AttributeError):
        ANN.name = "Eve"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("numbers", "most", "free"),
    [((), 2, 0), ((0,), 2, 1), ((1,), 2, 0), ((0, 1), 2, None), ((0, 2), 3, 1), (range(8), 8, None)],
)
def test_the_lowest_free_seat(numbers: Sequence[int], most: int, free: int | None) -> None:
    room = replace(ROOM, seats=tuple(replace(ANN, number=number) for number in numbers))
    assert room.free_seat(most) == free
    assert room.has_place(most) == (free is not None)


def test_a_seat_given_up_is_free_after_the_round_only() -> None:
    """It counts no more, but its number is still played in the round."""
    room = replace(ROOM, seats=(replace(ANN, gone=True), BOB))
    assert (room.free_seat(2), room.has_place(1)) == (2, False)
    everybody = tuple(replace(ANN, number=number, gone=number == 3) for number in range(SEATS))
    assert replace(room, seats=everybody).free_seat(SEATS) is None


def test_nobody_is_found_without_a_name_to_look_for() -> None:
    """Bots have no person; an onlooker has no seat."""
    assert (ROOM.seat_of(""), ROOM.seat_of("cat")) == (None, None)
    assert (ROOM.seat_of("ann"), ROOM.seat(2), ROOM.seat(5)) == (ANN, BOT, None)


def test_a_seat_given_up_is_known_and_not_had() -> None:
    room = replace(ROOM, seats=(replace(ANN, gone=True), BOB))
    assert (room.seat_of("ann"), room.kept_seat("ann"), room.kept_seat("bob")) == (room.seats[0], None, BOB)


def test_whose_hands_may_move_which_seat_of_the_round() -> None:
    """By the seats of the round; not after it, not by who gave up, and not by who waits for the next."""
    assert seats_of_round(point(ROOM)) == {"bob": 0, "ann": 2}
    assert seats_of_round(point(replace(ROOM, phase="between"))) == {}
    waiting = replace(ROOM, seats=(replace(ANN, gone=True), BOB, Seat(3, "cat", "Cat", None, 5)))
    assert seats_of_round(point(waiting)) == {"bob": 0}


def test_as_whom_somebody_sees_the_round() -> None:
    """Also when it is over, and when his seat was given up."""
    over = replace(ROOM, phase="over", seats=(replace(ANN, gone=True), BOB, Seat(3, "cat", "Cat", None, 5)))
    assert [playing(point(over), player) for player in ("ann", "bob", "cat", "eve", "")] == [2, 0, None, None, None]


def test_the_shares_of_a_match_are_those_of_who_is_there() -> None:
    """In the order of seats, and never none: without any the seed would be known from its commitment."""
    given = replace(ROOM, seats=(replace(ANN, add="0a"), replace(BOB, add="0b", gone=True), BOT))
    assert shares(given) == ("0a",)
    assert shares(ROOM) == (NO_SHARE,)


def test_where_a_solo_table_can_go() -> None:
    """Back and forward while there are steps, to the deal from anywhere else, and nowhere once it is won."""
    first = Step("dealt", 1, None)
    trail = Trail("dealt", Step("flipped", 2, first), Step("later", 1, None))
    assert trail.steps == (2, 1)
    here = point(ROOM, "now", trail)
    at_deal = point(ROOM, "dealt", Trail("dealt"))
    assert [rewinds(here, to) for to in ("undo", "redo", "restart")] == [True, True, True]
    assert [rewinds(at_deal, to) for to in ("undo", "redo", "restart")] == [False, False, False]
    assert Trail("dealt").steps == (0, 0)
    assert not rewinds(point(ROOM, "now"), "undo")
    sheet = RoundSheet(1, (), (), None, 5000)
    lost, won = (replace(ROOM, phase="over", sheet=replace(sheet, winners=who)) for who in ((), (0,)))
    assert rewinds(here._replace(room=lost), "undo")
    assert not rewinds(here._replace(room=won), "undo")
    assert not rewinds(here._replace(room=replace(ROOM, phase="lobby")), "undo")
