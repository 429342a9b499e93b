"""Whatever is asked, by whomever, in whatever moment: it ends in a code or in an entry, and the room stays sound."""

import random
from typing import Any, get_args

import pytest

from app import wire
from app.rooms.point import Point, RoomState
from app.wire import CLOSE_BUG, ClientMessage, Reaction
from tests.support.play import as_json, assert_told_nothing_hidden, assert_told_right, best_move
from tests.support.rooms import Building, Guest, building

STEPS = 220
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"players": 2},
    {"players": 4},
    {"target": 0, "silence": True},
    {"turn_seconds": 30},
    {"redeals": 0},
    {"x": 1},
)
LEVELS = ("easy", "steady", "sharp", "perfect")
CODES = set(get_args(wire.RefusalCode))


def anything(chance: random.Random, known: list[int]) -> dict[str, Any]:
    """A message of the right shape and any content. `known`: claims that there are."""
    seat, on = chance.choice((0, 1, 2, 3, 4, 7)), chance.random() < 0.6
    name = chance.choice(("Ann", "Bob", "\u200b", "Eve", "x" * 40))
    add = chance.choice((None, f"{chance.getrandbits(128):032x}"))
    return chance.choice(
        (
            {"t": "sit", "name": name},
            {"t": "sit", "name": name},
            {"t": "leave"},
            {"t": "rename", "name": name},
            {"t": "ready", "on": on, "add": add},
            {"t": "ready", "on": True},
            {"t": "start", "add": add},
            {"t": "start"},
            {"t": "start"},
            {"t": "call_off"},
            {"t": "end"} if chance.random() < 0.2 else {"t": "start"},
            {"t": "add_bot", "level": chance.choice(LEVELS)},
            {"t": "remove", "seat": seat},
            {"t": "free", "seat": seat},
            {"t": "host", "seat": seat},
            {"t": "lock", "on": chance.random() < 0.3},
            {"t": "open", "on": on},
            {"t": "let_talk", "on": on},
            {"t": "bot", "seat": seat, "level": chance.choice((*LEVELS, None))},
            {"t": "bot", "seat": seat, "level": chance.choice(LEVELS)},
            {"t": "claim", "seat": seat, "name": name},
            {"t": "claim", "seat": seat, "name": name},
            {"t": "grant", "id": chance.choice([*known, 7]), "on": on},
            {"t": "grant", "id": chance.choice([*known, 7]), "on": True},
            {"t": "pause", "on": on},
            {"t": "pause", "on": on},
            {"t": "say", "text": name},
            {"t": "react", "what": chance.choice(get_args(Reaction))},
            {"t": "options", "options": chance.choice(OPTIONS)},
            {"t": "hint", "how": chance.choice(("fair", "winning"))},
            {"t": "ping", "ms": 20},
        )
    )


def test_every_message_is_among_them() -> None:
    """A message of which nobody thought here would be tried by nobody."""
    chance = random.Random(1)
    kinds = {anything(chance, [])["t"] for _ in range(2000)}
    declared = {get_args(message.model_fields["t"].annotation)[0] for message in get_args(ClientMessage)}
    assert kinds == declared - {"hello", "move"}


def assert_sound(room: RoomState) -> None:
    """What holds of every room, whatever has happened."""
    seats = {seat.number: seat for seat in room.seats}
    persons = [seat.player for seat in room.seats if seat.player]
    assert len(seats) == len(room.seats)
    assert len(persons) == len(set(persons)), "a person with two seats"
    people = [seat.number for seat in room.seats if seat.bot is None and not seat.gone]
    assert (room.host in people) if people else room.host is None
    assert not any(seat.player in room.removed and not seat.gone for seat in room.seats)
    assert all(number in room.players and not seats[number].gone for number in room.pausing)
    assert room.phase == "play" or not (room.pausing or room.paused)
    assert all(not seat.stand_in or (seat.player and not seat.gone) for seat in room.seats)
    assert room.phase in ("play", "between") or not any(seat.stand_in for seat in room.seats)
    assert (room.sheet is not None) == (room.phase in ("between", "over"))


async def step(house: Building, chance: random.Random, guests: list[Guest]) -> None:
    """One thing that somebody does, or some time."""
    guest = chance.choice(guests)
    if guest.line.closed is not None or guest.viewer is None:
        if chance.random() < 0.3:
            await guest.connect()
        return
    what = chance.random()
    if what < 0.08:
        guest.disconnect()
    elif what < 0.3:
        assert guest.room is not None
        own = guest.room.head.room.seat_of(guest.player)
        playing = (
            own is not None and guest.room.head.room.phase == "play" and own.number in guest.room.head.room.players
        )
        move = best_move(guest) if playing and guest.room.idle else None
        guest.post(*(as_json(move) if move is not None else ["flip"]))
    else:
        claims = guest.told("claims")
        message = anything(chance, [claim["id"] for claim in claims[-1]["claims"]] if claims else [])
        for _ in range(chance.choice((1, 1, 2))):
            guest.say(**message)


SEEDS = [("pounce", seed) for seed in range(8)] + [
    (key, seed)
    for key in ("spite-and-malice", "pontis", "thumb-and-pouch-race", "puss-in-the-corner-race")
    for seed in range(3)
]


@pytest.mark.parametrize(("game", "seed"), SEEDS)
async def test_whatever_is_asked_the_room_stays_sound(game: str, seed: int) -> None:
    """People, onlookers and whoever was removed, asking anything in any order, twice, and coming and going."""
    chance = random.Random(seed)
    async with building(seed=f"whatever {seed}", bot_pace_ms=400, next_round_ms=2000, countdown_ms=500) as house:
        ann, bob, cat = await house.table("Ann", "Bob", "Cat", bots=seed % 2, game=game, players=4)
        eve, phone = await house.guest(ann.code, "Eve"), await house.guest(ann.code, "Phone")
        guests = [ann, bob, cat, eve, phone]
        for _ in range(STEPS):
            await step(house, chance, guests)
            if chance.random() < 0.01:
                await house.restart()
            await house.wind(chance.choice((0, 300, 700, 4000)))
        lines = [line for guest in guests for line in guest.lines]
        assert not any(line.closed == CLOSE_BUG for line in lines)
        refusals = {message["code"] for line in lines for message in line.messages if message.get("t") == "sorry"}
        assert refusals <= CODES
        points: list[Point] = house.points(ann.code)
        for point in points:
            assert_sound(point.room)
        for guest in guests:
            assert_told_right(guest, points)
            assert_told_nothing_hidden(guest, points, [other.token for other in guests])
        room = await house.room(ann.code)
        assert points[-1] == room.head
