"""Talk: lines and quick reactions, outside of play, in memory only."""

import logging
from dataclasses import replace
from typing import Any

import pytest

from app.rooms.talk import KEPT, LINE, LINES_BURST, MOST_PERSONS
from tests.support.rooms import Building, Guest


def sorry(code: str, what: str = "say") -> list[dict[str, Any]]:
    return [{"t": "sorry", "what": what, "code": code}]


def lines(guest: Guest) -> list[Any]:
    """What this guest has heard, in order."""
    return [message.get("text", message.get("react")) for message in guest.told("said")]


async def test_a_line_is_heard_by_all(house: Building) -> None:
    """By whom it was said and where he sits; nothing is written."""
    ann, bob = await house.table("Ann", "Bob")
    eve = await house.guest(ann.code, "Eve")
    count = len(house.log(ann.code))
    await bob.ask(t="say", text="  Well,   hello\n there ")
    await ann.ask(t="react", what="wow")
    for guest in (ann, bob, eve):
        first, second = guest.told("said")
        assert {**first, "id": 0} == {"t": "said", "id": 0, "seat": 1, "name": "Bob", "text": "Well, hello there"}
        assert {**second, "id": 0} == {"t": "said", "id": 0, "seat": 0, "name": "Ann", "react": "wow"}
        assert first["id"] < second["id"]
    assert len(house.log(ann.code)) == count


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("A\u202enn", "Ann"),
        ("x" * 160, "x" * LINE),
        ("<b>&", "<b>&"),
        ("שלום", "שלום"),
        ("tab\tand\u00a0blank", "tab and blank"),
    ],
)
async def test_a_line_is_tidied_as_names_are(house: Building, typed: str, shown: str) -> None:
    (ann,) = await house.table("Ann")
    await ann.ask(t="say", text=typed)
    assert lines(ann) == [shown]


@pytest.mark.parametrize("typed", ["   ", "\u200b\u200d", "\u202e"])
async def test_a_line_of_nothing_is_refused(house: Building, typed: str) -> None:
    (ann,) = await house.table("Ann")
    assert await ann.ask(t="say", text=typed) == sorry("bad_name")


async def test_lines_come_at_the_pace_of_a_person(house: Building) -> None:
    """Counted by the person: another socket is no way around it."""
    ann, bob = await house.table("Ann", "Bob")
    for turn in range(LINES_BURST + 2):
        await ann.ask(t="say", text=f"line {turn}")
    assert [message["code"] for message in ann.told("sorry")] == ["too_fast"] * 2
    ann.disconnect()
    ann.reload()
    await ann.connect()
    assert await ann.ask(t="react", what="wow") == sorry("too_fast", "react")
    assert len(lines(bob)) == LINES_BURST
    await house.wind(2000)
    await ann.ask(t="say", text="again")
    assert lines(bob)[-1] == "again"


async def test_in_play_it_is_quiet_unless_the_options_say_otherwise(house: Building) -> None:
    ann, bob = await house.race("Ann", "Bob")
    assert await bob.ask(t="say", text="psst") == sorry("quiet")
    assert await bob.ask(t="react", what="wow") == sorry("quiet", "react")
    await house.lay(await house.room(ann.code), "0p AS")
    await ann.move("play", "0p", ["0:AS"], "new")
    await bob.ask(t="say", text="well played")
    assert lines(ann) == ["well played"]
    cat, _ = await house.race("Cat", "Dan", silence=False)
    await cat.ask(t="say", text="I shout")
    assert lines(cat) == ["I shout"]


async def test_the_host_switches_it_off(house: Building) -> None:
    """Who comes then is told nothing of what was said before."""
    ann, bob = await house.table("Ann", "Bob")
    await bob.ask(t="say", text="rude")
    await ann.ask(t="let_talk", on=False)
    assert await bob.ask(t="say", text="ruder") == sorry("quiet")
    eve = await house.guest(ann.code, "Eve")
    assert lines(eve) == []
    await ann.ask(t="let_talk", on=True)
    await bob.ask(t="say", text="sorry")
    assert lines(eve) == ["sorry"]


async def test_who_comes_hears_the_newest_lines(house: Building) -> None:
    """The same ones with the same numbers, after the welcome."""
    ann, bob = await house.table("Ann", "Bob")
    for turn in range(KEPT + 5):
        await house.wind(2000)
        await ann.ask(t="say", text=f"line {turn}")
    eve = await house.guest(ann.code, "Eve")
    assert lines(eve) == [f"line {turn}" for turn in range(5, KEPT + 5)]
    assert eve.told("said") == bob.told("said")[-KEPT:]
    assert eve.heard[0]["t"] == "welcome"


async def test_numbers_go_on_after_a_restart_and_nothing_else_does(house: Building) -> None:
    (ann,) = await house.table("Ann")
    await ann.ask(t="say", text="before")
    number = ann.told("said")[-1]["id"]
    await house.restart()
    await ann.connect()
    assert lines(ann) == []
    await house.wind(10)
    await ann.ask(t="say", text="after")
    assert ann.told("said")[-1]["id"] > number


async def test_who_is_removed_is_not_heard_again(house: Building) -> None:
    ann, bob = await house.table("Ann", "Bob")
    await ann.ask(t="say", text="kind")
    await bob.ask(t="say", text="rude")
    await ann.ask(t="remove", seat=1)
    eve = await house.guest(ann.code, "Eve")
    assert lines(eve) == ["kind"]


async def test_a_name_is_said_as_it_was(house: Building) -> None:
    """And a line waits behind the entries that it may speak of."""
    ann, bob = await house.table("Ann", "Bob")
    calls = len(house.fake.calls)
    house.fake.hold()
    bob.say(t="rename", name="Robert")
    bob.say(t="say", text="it is me")
    await house.fake.arrived(calls + 1)
    await house.turn()
    assert lines(ann) == []
    house.fake.let_go()
    await house.settle()
    assert ann.told("said")[-1]["name"] == "Robert"
    await bob.ask(t="rename", name="Bob")
    assert (await house.guest(ann.code, "Eve")).told("said")[-1]["name"] == "Robert"


async def test_nothing_of_it_is_written_anywhere(house: Building, caplog: pytest.LogCaptureFixture) -> None:
    """Neither in the store nor in the server's words."""
    caplog.set_level(logging.DEBUG)
    ann, bob = await house.table("Ann", "Bob")
    await ann.ask(t="say", text="a secret between us")
    await bob.ask(t="say", text="\u200b")
    assert "secret" not in caplog.text
    assert not any(b"secret" in entry for entry in house.fake.logs[ann.code])


async def test_the_pace_of_so_many_persons_is_remembered(house: Building) -> None:
    """People who come and go do not fill the memory."""
    ann, _ = await house.table("Ann", "Bob")
    room = await house.room(ann.code)
    (seat, _) = room.head.room.seats
    for turn in range(3 * MOST_PERSONS):
        assert room.talk.say(replace(seat, player=str(turn)), "hello") is None
    assert len(room.talk._paces) == MOST_PERSONS
