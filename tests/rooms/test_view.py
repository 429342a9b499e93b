"""What each viewer sees: whole, in parts, and never more than he may."""

import json
import logging
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple, get_args

import pytest

from app import wire
from app.rooms.entry import Claimed, Locked, MatchStarted, Moved, RoundStarted
from app.rooms.point import Point, RoomState, Seat
from app.rooms.view import EntryFrame, encoded, table_view
from app.rules.card import Card
from app.rules.game import GameInfo, Move
from app.rules.table import Pile, PileSpec, Table, laid_out
from app.settings import Settings
from tests.support.play import CARD, assert_told_nothing_hidden, assert_told_right, play
from tests.support.rooms import Building, Guest, building

MODELS = {
    get_args(message.model_fields["t"].annotation)[0]: message
    for message in get_args(wire.ServerMessage)
    if message is not wire.Frame
}
NERTS = {
    "pounce_pile": 5,
    "tableau": 4,
    "empty_space": "any",
    "pounce_on_tableau": True,
    "flip_top": "third",
    "king_stop": "off",
}


async def evening(house: Building, options: Mapping[str, Any], *, bots: int, rematches: int = 0) -> list[Guest]:
    """Two people, bots and an onlooker until the match (and its rematches) are over. Bob's page loads again now and
    then, Eve comes in the middle.
    """
    ann, bob = await house.table("Ann", "Bob", bots=bots, **options)
    eve = Guest(house, ann.code, "Eve")
    await ann.ask(t="start", add="0a" * 16)
    play(house, ann, rematches=rematches)
    play(house, bob, rematches=rematches)

    def reload() -> None:
        assert bob.room is not None
        if bob.room.head.room.phase != "over":
            bob.disconnect()
            bob.reload()
            bob.enter(bob.room)
            house.clock.later(40_000, reload)

    house.clock.later(30_000, reload)
    await house.wind(20_000)
    await eve.connect()
    await house.wind_until(lambda: ann.line.sight.room["phase"] == "over" and matches(ann) > rematches)
    return [ann, bob, eve]


def matches(guest: Guest) -> int:
    """How many matches the log has begun."""
    return sum(isinstance(entry, MatchStarted) for entry in guest.building.log(guest.code))


TABLES: list[tuple[str, dict[str, Any], int]] = [
    ("a", {"target": 50}, 2),
    ("b", {"target": 0, "flip": 1, "king_stop": "auto"}, 4),
    ("c", {"target": 0, **NERTS}, 1),
    ("d", {"target": 0, "pounce_pile": 5, "empty_space": "pounce"}, 0),
]


@pytest.mark.parametrize(("seed", "options", "bots"), TABLES, ids=[seed for seed, _, _ in TABLES])
async def test_frames_add_up_to_what_a_fresh_page_sees(
    seed: str, options: dict[str, Any], bots: int, caplog: pytest.LogCaptureFixture
) -> None:
    """After every entry of a whole match and its rematch, for players, a page that was loaded again and an onlooker.

    And none of them was ever sent a card that lay face down for him, a seed before its time, or a cookie.
    """
    caplog.set_level(logging.DEBUG)
    async with building(seed=seed) as house:
        guests = await evening(house, options, bots=bots, rematches=1)
        points = house.points(guests[0].code)
        secrets = [secret for guest in guests for secret in (guest.token, guest.player)]
        for guest in guests:
            assert assert_told_right(guest, points) > 100
            assert assert_told_nothing_hidden(guest, points, secrets) > 10_000
        seeds = [given.hex() for given in house.chance.given]
    assert not CARD.search(caplog.text.encode())
    assert not any(secret in caplog.text for secret in (*seeds, *secrets))


async def test_every_message_is_as_declared() -> None:
    """All that people hear at a table and in a match, refusals and requests in vain included."""
    async with building(seed="a", moves_per_second=1) as house:
        ann, bob = await house.table("Ann", "Bob", bots=1, target=0, pounce_pile=5)
        cat = await house.guest(ann.code, "Cat")
        await cat.ask(t="sit", name="Cat")
        await cat.ask(t="say", text="Hello there")
        await bob.ask(t="react", what="hello")
        cat.disconnect()
        phone = await house.guest(ann.code, "Phone")
        await phone.ask(t="claim", seat=3, name="Cat")
        await ann.ask(t="grant", id=ann.told("claims")[-1]["claims"][0]["id"], on=True)
        await ann.ask(t="remove", seat=3)
        await bob.ask(t="start")
        await ann.ask(t="ping", ms=30)
        await ann.ask(t="start", add="0a" * 16)
        play(house, ann)
        play(house, bob)
        await house.wind(4000)
        for on in (True, False):
            for guest in (ann, bob):
                await guest.ask(t="pause", on=on)
            await bob.move("flip")
        await house.wind(4000)
        await bob.move("play", "1w", ["1:2S"], "b9")
        await bob.move("flip")
        await bob.move("flip")
        bob.post("flip", k=next(frame["k"] for frame in bob.frames if frame.get("b") == bob.me))
        room = await house.room(ann.code)
        room.set_saving(True)
        room.set_saving(False)
        lines = [bob.line]
        bob.reload()
        await bob.connect()
        await house.wind_until(lambda: ann.line.sight.room["phase"] == "over")
        lines += [ann.line, bob.line, cat.line, phone.line]
        heard = Counter[str]()
        for payload in (payload for line in lines for payload in line.payloads()):
            message = json.loads(payload)
            kind = message.get("t", "frame")
            heard[kind] += 1
            model = wire.Frame if kind == "frame" else MODELS[kind]
            model.model_validate_json(payload, strict=True)
        # Hints come at tables for one: their tests hold them.
        assert set(heard) == {*MODELS, "frame"} - {"reload", "hint"}


async def test_nothing_of_a_share_is_told_before_the_seed_is(house: Building) -> None:
    """What a browser has added is its secret until the match is over, in the lobby of the next one too."""
    ann, bob = await house.table("Ann", "Bob", target=0)
    first, second = ["0a" * 16, "0b" * 16], ["0c" * 16, "0d" * 16]
    await bob.ask(t="ready", on=True, add=first[1])
    await ann.ask(t="start", add=first[0])
    await house.wind(4000)
    assert not any(share.encode() in guest.bytes_seen for guest in (ann, bob) for share in first)
    await house.lay(await house.room(ann.code), "0p AS")
    await ann.move("play", "0p", ["0:AS"], "new")
    assert bob.sight.room["revealed"]
    assert bob.sight.room["adds"] == first
    await ann.ask(t="end")
    await bob.ask(t="ready", on=True, add=second[1])
    assert bob.sight.room["adds"] == first
    await ann.ask(t="start", add=second[0])
    assert (bob.sight.room["revealed"], bob.sight.room["adds"]) == (None, [])
    assert not any(share.encode() in guest.bytes_seen for guest in (ann, bob) for share in second)


async def test_a_finished_match_has_its_sheet_in_every_frame(house: Building) -> None:
    """Until the rematch is dealt: nobody sees a hole between the two."""
    ann, bob = await house.table("Ann", "Bob", target=0)
    await ann.ask(t="start")
    await house.wind(4000)
    await house.lay(await house.room(ann.code), "0p AS")
    await ann.move("play", "0p", ["0:AS"], "new")
    for guest in (ann, bob):
        await guest.ask(t="ready", on=True)
    rooms = [frame["room"] for frame in bob.frames if "room" in frame]
    assert [room["match"] for room in rooms][-1] == 2
    assert all(room["sheet"] and room["players"] and room["round"] for room in rooms if room["phase"] == "over")
    assert rooms[-1]["phase"] == "play"
    assert [seat["total"] for seat in rooms[-1]["seats"]] == [0, 0]


async def test_a_frame_is_what_changed_and_no_more(house: Building) -> None:
    """A flip: number, who, which of his moves, two piles."""
    ann, bob = await house.race("Ann", "Bob")
    frame = await ann.move("flip")
    assert set(frame) == {"n", "b", "k", "p"}
    assert (frame["b"], frame["k"]) == (0, 1)
    assert set(frame["p"]) == {"0w", "0s"}
    assert frame["p"]["0s"] == [25]
    assert len(frame["p"]["0w"]) == 4
    assert bob.frames[-1] == frame
    assert bob.line.written[-1] is ann.line.written[-1]


async def test_a_move_of_the_house_names_nobody(house: Building) -> None:
    ann, _ = await house.race("Ann", "Bob")
    frame = ann.frames[-1]
    assert frame["x"]["phase"] == "race"
    assert frame["d"] == {}
    assert "b" not in frame


async def test_bots_and_others_loads_leave_no_number(house: Building) -> None:
    """A bot's move has a seat and no `k`."""
    (ann,) = await house.race("Ann", bots=1)
    await house.wind_until(lambda: ann.frames[-1].get("b") == 1)
    assert "k" not in ann.frames[-1]


async def test_a_new_round_is_shown_whole(house: Building) -> None:
    ann, _ = await house.table("Ann", "Bob")
    await ann.ask(t="start")
    (frame,) = [frame for frame in ann.frames if "table" in frame]
    assert frame["room"]["phase"] == "play"
    assert frame["table"]["due"]["go"] > 0
    assert [spec["id"] for spec in frame["table"]["specs"]] == list(frame["table"]["piles"])
    assert all(pile == [0] for name, pile in frame["table"]["piles"].items() if name[0] == "b")


async def test_the_room_view_says_who_waits_and_what_was_scored(house: Building) -> None:
    ann, _ = await house.race("Ann", "Bob")
    cat = await house.guest(ann.code, "Cat")
    await cat.ask(t="sit", name="Cat")
    await house.lay(await house.room(ann.code), "0p AS")
    await ann.move("play", "0p", ["0:AS"], "new")
    room = cat.sight.room
    assert [seat["waiting"] for seat in room["seats"]] == [False, False, True]
    assert [seat["total"] for seat in room["seats"]] == [1, -4, 0]
    assert room["sheet"]["rows"][1] == {
        "seat": 1,
        "name": "Bob",
        "points": -4,
        "total": -4,
        "parts": {"cards": 0, "penalty": -4, "bonus": 0},
    }
    assert room["due"] == {"next_round": Settings().next_round_ms}
    assert room["revealed"] is None


# --- hands: piles that only their owner sees ----------------------------------------------------------------


class Held(NamedTuple):
    """A state of a game in which each of two seats holds a hand."""

    table: Table
    rng: None = None


class HandGame:
    """As much of a game as a frame asks for. With hints, seat 1 is told how many cards lie on the discards."""

    def __init__(self, *, hints: bool = False) -> None:
        self.info = GameInfo("hands", "Hands", (2, 2), "turns", (), hints=hints)

    def hints(self, state: Held, seat: int) -> dict[str, Any] | None:
        return {"cards": len(state.table.pile("d").cards)} if self.info.hints and seat == 1 else None

    def facts(self, state: Held) -> dict[str, Any]:
        return {"cards": sum(len(pile.cards) for pile in state.table.piles)}


HANDS = laid_out(
    [
        PileSpec("0h", "hand", 0, "owner", "top"),
        PileSpec("1h", "hand", 1, "owner", "top"),
        PileSpec("d", "discard", None, 1, "none"),
    ]
)


def point(round_: int, **piles: str) -> Point:
    table = HANDS.with_piles(
        {HANDS.index[name.strip("_")]: Pile(tuple(map(Card, cards.split()))) for name, cards in piles.items()}
    )
    return Point(RoomState("KQ7M4X", "hands", {}, began=round_), Held(table), (), 9, 1, 1)


def frame(before: Point, after: Point, entry: Any = None, *, hints: bool = False) -> EntryFrame:
    entry = entry or Moved(1, 0, "0123456789abcdef:7", Move("discard"))
    game: Any = HandGame(hints=hints)
    facts = {} if before.state is None else game.facts(before.state)
    return EntryFrame(before, after, entry, game, facts=facts, room_due={}, table_due={})


def test_a_hand_is_shown_to_its_owner_and_counted_for_all_others() -> None:
    before = point(1, _0h="0:AS 0:2S", _1h="1:KH")
    discarded = {HANDS.index["0h"]: Pile((Card("0:AS"),)), HANDS.index["d"]: Pile((Card("0:2S"),))}
    after = before._replace(state=Held(before.state.table.with_piles(discarded)))
    told = frame(before, after)
    assert told.private
    assert json.loads(told.bytes_for(0)) == {"n": 9, "b": 0, "k": 7, "p": {"d": [0, "0:2S"], "0h": [0, "0:AS"]}}
    for viewer in (1, None):
        assert json.loads(told.bytes_for(viewer)) == {"n": 9, "b": 0, "k": 7, "p": {"d": [0, "0:2S"], "0h": [1]}}


def test_without_a_hand_in_it_a_frame_is_encoded_once() -> None:
    before = point(1, _0h="0:AS")
    after = before._replace(state=Held(before.state.table.with_piles({2: Pile((Card("1:TS"),))})))
    told = frame(before, after)
    assert not told.private
    assert told.bytes_for(0) is told.bytes_for(None)


def test_a_whole_table_shows_each_his_own_hand() -> None:
    before, after = point(1, _0h="0:AS"), point(2, _0h="0:AS", _1h="1:KH")
    told = frame(before, after, RoundStarted(1, (0, 1)))
    assert told.private
    for viewer, hands in {0: ([0, "0:AS"], [1]), 1: ([1], [0, "1:KH"]), None: ([1], [1])}.items():
        piles = json.loads(told.bytes_for(viewer))["table"]["piles"]
        assert (piles["0h"], piles["1h"]) == hands
        assert table_view(after, HandGame(), viewer, {})["piles"] == piles  # type: ignore[arg-type,index]


def test_who_looks_with_other_eyes_gets_the_whole_table() -> None:
    """A seat that changes hands: its new owner sees what is in them, its old one counts it. Nobody else is bothered."""
    before = point(1, _0h="0:AS", _1h="1:KH")
    after = before._replace(room=replace(before.room, seats=(Seat(0, "bob's phone", "Bob", None, 1),)))
    told = frame(before, after, Claimed(1, 0, "bob's phone"))
    assert told.private
    for viewer, hands in {0: ([0, "0:AS"], [1]), None: ([1], [1])}.items():
        heard = json.loads(told.bytes_for(viewer, anew=True))
        assert set(heard) == {"n", "room", "table"}
        assert (heard["table"]["piles"]["0h"], heard["table"]["piles"]["1h"]) == hands
    for viewer in (0, 1, None):
        assert set(json.loads(told.bytes_for(viewer))) == {"n", "room"}


def test_hints_are_spliced_in_for_their_seat_alone() -> None:
    """With every change of the state, and as long as it stays; what changes only the room says nothing of them."""
    before = point(1, d="1:TS")
    after = before._replace(state=Held(before.state.table.with_piles({2: Pile((Card("1:TS"), Card("0:2S")))})))
    told = frame(before, after, hints=True)
    assert told.private
    seen = {"n": 9, "b": 0, "k": 7, "p": {"d": [1, "0:2S"]}, "x": {"cards": 2}}
    assert {viewer: json.loads(told.bytes_for(viewer)) for viewer in (0, 1, None)} == {
        0: seen,
        1: {**seen, "h": {"cards": 2}},
        None: seen,
    }
    renamed = before._replace(room=replace(before.room, locked=True))
    quiet = frame(before, renamed, Locked(1, True), hints=True)
    assert not quiet.private
    assert set(json.loads(quiet.bytes_for(1))) == {"n", "room"}


def test_a_whole_table_has_the_hints_of_who_looks() -> None:
    """A new deal, and one who looks with other eyes now: the table brings what a frame of it would."""
    deal = frame(point(1), point(2, d="1:TS"), RoundStarted(1, (0, 1)), hints=True)
    before = point(1, _0h="0:AS", d="1:TS")
    after = before._replace(room=replace(before.room, seats=(Seat(1, "bob's phone", "Bob", None, 1),)))
    claimed = frame(before, after, Claimed(1, 1, "bob's phone"), hints=True)
    for told in (deal, claimed):
        for viewer, hints in {0: None, 1: {"cards": 1}, None: None}.items():
            heard = json.loads(told.bytes_for(viewer, anew=True))
            assert heard["table"]["hints"] == hints
            assert "h" not in heard


def test_text_goes_as_it_is() -> None:
    """No escapes: names are short on the wire, in whatever letters."""
    assert encoded({"name": "Ånn \N{WOLF FACE}"}) == '{"name":"Ånn \N{WOLF FACE}"}'.encode()
