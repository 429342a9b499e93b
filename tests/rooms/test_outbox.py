"""Framing, and one write per viewer and turn of the loop."""

from collections.abc import Callable

import pytest

from app.rooms.outbox import LAGGING, Outbox, Viewer, framed
from tests.support.lines import FakeLine, payloads


class Desk:
    """An outbox whose next turn of the loop comes when `turn` says so."""

    def __init__(self) -> None:
        self.asked: list[Callable[[], None]] = []
        self.outbox = Outbox(self.asked.append)

    def turn(self) -> None:
        asked = list(self.asked)
        self.asked.clear()
        for call in asked:
            call()


def viewer() -> tuple[Viewer, FakeLine]:
    line = FakeLine()
    return Viewer(line, "somebody", "0" * 16), line


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_a_frame_is_what_rfc_6455_says(size: int) -> None:
    payload = b"x" * size
    data = framed(payload)
    assert payloads(data) == [payload]
    assert len(data) - size == (2 if size < 126 else 4 if size < 65_536 else 10)


def test_everything_of_one_turn_is_written_at_once() -> None:
    """Three things said to two viewers are two writes, in the order in which they were said."""
    desk = Desk()
    (ann, her), (bob, his) = viewer(), viewer()
    desk.outbox.say(ann, framed(b"1"))
    desk.outbox.say(bob, framed(b"1"))
    desk.outbox.say(ann, framed(b"2"))
    assert her.written == his.written == []
    assert len(desk.asked) == 1
    desk.turn()
    assert [payloads(data) for data in her.written] == [[b"1", b"2"]]
    assert [payloads(data) for data in his.written] == [[b"1"]]
    desk.outbox.say(ann, framed(b"3"))
    desk.turn()
    assert her.payloads() == [b"1", b"2", b"3"]


def test_flushing_at_once_leaves_nothing_for_the_turn() -> None:
    desk = Desk()
    ann, line = viewer()
    desk.outbox.say(ann, framed(b"1"))
    desk.outbox.flush()
    desk.turn()
    assert line.payloads() == [b"1"]


def test_a_viewer_who_lags_gets_nothing_more() -> None:
    """What he would get would only make his queue longer; the others do not notice."""
    desk = Desk()
    (slow, lagging), (ann, line) = viewer(), viewer()
    lagging.waiting = LAGGING + 1
    for text in (b"1", b"2"):
        desk.outbox.say(slow, framed(text))
        desk.outbox.say(ann, framed(text))
        desk.turn()
    assert slow.behind
    assert slow.out == []
    assert lagging.payloads() == []
    assert line.payloads() == [b"1", b"2"]


def test_a_full_queue_is_not_lagging_yet() -> None:
    desk = Desk()
    ann, line = viewer()
    line.waiting = LAGGING
    desk.outbox.say(ann, framed(b"1"))
    desk.turn()
    assert not ann.behind
    assert line.payloads() == [b"1"]
