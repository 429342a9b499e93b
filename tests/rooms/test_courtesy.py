"""Bots that say something: one at a time, seldom, and only where talk is allowed."""

from collections import Counter
from typing import Any

import pytest

from app.bots.manners import PAUSE_MS
from tests.support.rooms import GO_MS, Building, Guest, building

LATEST_MS = sum(PAUSE_MS)


@pytest.fixture
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that never miss an occasion."""
    for name in ("GREETS", "SPEAKS", "SPEAKS_AT_THE_END"):
        monkeypatch.setattr(f"app.bots.manners.{name}", 100)


def said(guest: Guest) -> list[tuple[int, str]]:
    """Who has said what."""
    return [(message["seat"], message["react"]) for message in guest.told("said")]


async def lost(house: Building, *, match: bool = False, **options: Any) -> Guest:
    """Ann has gone out, and a bot comes last with some cards below zero."""
    options |= {"target": 0} if match else {}
    (ann,) = await house.race("Ann", bots=1, **options)
    await house.lay(await house.room(ann.code), "0p AS\n1p QS KS")
    await ann.move("play", "0p", ["0:AS"], "new")
    return ann


async def test_a_bot_greets_after_a_moment(house: Building, talkative: None) -> None:
    (ann,) = await house.table("Ann")
    await ann.ask(t="add_bot")
    await house.wind(PAUSE_MS[0] - 1)
    assert said(ann) == []
    await house.wind(LATEST_MS)
    assert said(ann) == [(1, "hello")]
    assert ann.told("said")[0]["name"] == ann.sight.room["seats"][1]["name"]


async def test_of_several_bots_one_greets(house: Building, talkative: None) -> None:
    (ann,) = await house.table("Ann", bots=3)
    await house.wind(LATEST_MS)
    assert said(ann) == [(1, "hello")]


async def test_another_level_is_no_reason_to_greet(house: Building, talkative: None) -> None:
    (ann,) = await house.table("Ann", bots=1)
    await house.wind(LATEST_MS)
    await ann.ask(t="bot", seat=1, level="sharp")
    await ann.ask(t="rename", name="Anna")
    await house.restart()
    await ann.connect()
    await house.wind(LATEST_MS)
    assert said(ann) == []


async def test_a_bot_comments_on_the_sheet_once(house: Building, talkative: None) -> None:
    ann = await lost(house)
    await house.wind(LATEST_MS)
    assert said(ann)[-1] == (1, "ouch")
    count = len(said(ann))
    await ann.ask(t="rename", name="Anna")
    await house.wind(10_000)
    assert len(said(ann)) == count


async def test_the_winner_of_a_match_is_praised(house: Building, talkative: None) -> None:
    ann = await lost(house, match=True)
    await house.wind(LATEST_MS)
    assert said(ann)[-1][1] in ("well_played", "so_close", "ouch")
    assert ann.sight.room["phase"] == "over"


async def test_where_talk_is_not_allowed_bots_are_silent(house: Building, talkative: None) -> None:
    """Switched off in general, off meanwhile, or a round has begun meanwhile."""
    (ann,) = await house.table("Ann")
    await ann.ask(t="add_bot")
    await ann.ask(t="let_talk", on=False)
    await house.wind(LATEST_MS)
    await ann.ask(t="let_talk", on=True)
    await ann.ask(t="add_bot")
    await ann.ask(t="start")
    await house.wind(LATEST_MS)
    assert said(ann) == []
    await house.wind(GO_MS)
    await house.lay(await house.room(ann.code), "0p AS\n1p QS KS")
    await ann.move("play", "0p", ["0:AS"], "new")
    await ann.ask(t="ready", on=True)
    await house.wind(LATEST_MS)
    assert said(ann) == []


async def test_a_bot_that_is_gone_says_nothing(house: Building, talkative: None) -> None:
    (ann,) = await house.table("Ann", bots=1)
    await ann.ask(t="remove", seat=1)
    await house.wind(LATEST_MS)
    assert said(ann) == []


async def test_nobody_speaks_to_an_empty_room(house: Building, talkative: None) -> None:
    (ann,) = await house.table("Ann", bots=1)
    eve = await house.guest(ann.code, "Eve")
    ann.disconnect()
    await house.wind(LATEST_MS)
    assert said(eve) == []


async def test_a_bot_says_at_most_one_thing_a_round() -> None:
    """Over many evenings, whatever the chance."""
    for seed in range(12):
        async with building(seed=f"manners {seed}") as house:
            ann = await lost(house)
            await house.wind(LATEST_MS)
            await ann.ask(t="ready", on=True)
            await house.wind(GO_MS)
            await house.lay(await house.room(ann.code), "0p AS\n1p QS KS")
            await ann.move("play", "0p", ["0:AS"], "new")
            await house.wind(LATEST_MS)
            heard = said(ann)
            assert len(heard) <= 3
            assert Counter(heard)[1, "ouch"] <= 2
