"""Whole matches of turns in a room: people and bots, from the first deal to the last sheet, and the log of it."""

import json
from typing import Any

import pytest

from app.rooms.archive import record
from app.rooms.entry import Moved
from app.rules.record import read, replay, write
from app.rules.registry import games
from app.wire import Frame, Welcome
from tests.support.games import done
from tests.support.play import assert_told_right, play
from tests.support.rooms import Building, Guest, building

MATCHES: list[tuple[str, int, dict[str, Any]]] = [
    ("spite-and-malice", 2, {"turn_seconds": 30}),
    ("spite-and-malice", 4, {"target": 25, "pay_off": 10}),
    ("spite-and-malice", 6, {"target": 0, "exhausted": "play_on", "refill": True}),
    ("pontis", 2, {"series": 5, "turn_seconds": 30}),
    ("pontis", 4, {"series": "dealer_round"}),
    ("pontis", 8, {"series": 3, "jokers": 4, "bases": "suit", "must_lay": False}),
]


async def whole_match(house: Building, game: str, seats: int, options: dict[str, Any]) -> Guest:
    """Ann and bots until somebody has won. The server is killed in the middle of it, and goes on from the log."""
    (ann,) = await house.table("Ann", bots=seats - 1, game=game, players=seats, **options)
    await ann.ask(t="start", add="0a" * 16)
    play(house, ann)
    await house.wind(30_000)
    await house.restart()
    await ann.connect()
    await house.wind_until(lambda: ann.line.sight.room["phase"] == "over", 24 * 3_600_000)
    return ann


@pytest.mark.parametrize(("game", "seats", "options"), MATCHES, ids=[f"{game}-{seats}" for game, seats, _ in MATCHES])
async def test_a_match_comes_to_its_end_and_its_log_tells_it_again(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    """Every move in the log is legal, nobody was refused, and what is read from it is what people saw."""
    async with building(seed=f"{game} {seats}") as house:
        ann = await whole_match(house, game, seats, options)
        room = await house.room(ann.code)
        points, entries = house.points(ann.code), [bytes(entry) for entry in house.fake.logs[ann.code]]
        assert points[-1] == room.head
    assert ann.told("no") == []
    assert_told_right(ann, points)
    for payload in ann.line.payloads():
        kind = json.loads(payload).get("t")
        if kind in (None, "welcome"):
            (Welcome if kind else Frame).model_validate_json(payload, strict=True)
    moved = [entry for entry in house.log(ann.code) if isinstance(entry, Moved)]
    assert {entry.seat for entry in moved if entry.seat >= 0} == set(range(seats))
    sheet = ann.sight.room["sheet"]
    assert sheet["winners"]
    assert [seat["total"] for seat in ann.sight.room["seats"]] == [row["total"] for row in sheet["rows"]]
    kept = done(record(entries, 1, games()))
    assert kept is not None
    outcome: Any = replay(read(write(kept)), games())
    assert outcome["refused"] == 0
    last = json.loads(json.dumps(outcome["rounds"][-1]["result"]))
    assert last["winners"] == sheet["winners"]
    assert [(score["points"], score["total"]) for score in last["scores"]] == [
        (row["points"], row["total"]) for row in sheet["rows"]
    ]
