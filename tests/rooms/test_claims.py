"""Claims: "that seat is mine, from another browser"; the host decides."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from app.rooms.claims import CLAIMS_BURST, MOST
from app.rooms.entry import Claimed, Moved
from app.rules.game import HOUSE, Carry, Options
from app.rules.games.pounce import Pounce
from app.rules.games.pounce.state import PounceState
from app.rules.rng import Chance
from tests.support.rooms import Building, Guest, building, kinds


def sorry(code: str, what: str = "claim") -> list[dict[str, Any]]:
    return [{"t": "sorry", "what": what, "code": code}]


def claims(guest: Guest) -> list[dict[str, Any]]:
    """The list that this guest was told last."""
    told = guest.told("claims")
    return list(told[-1]["claims"]) if told else []


def owners(house: Building, code: str) -> dict[int, str]:
    """Whose seat is which."""
    (room,) = [room for room in house.awake if room.code == code]
    return {seat.number: seat.player for seat in room.kept.room.seats if not seat.gone}


async def claimed(house: Building) -> tuple[Guest, Guest, Guest]:
    """A race of Ann and Bob; Bob is away, and his telephone says that the seat is his."""
    ann, bob = await house.race("Ann", "Bob")
    bob.disconnect()
    phone = await house.guest(ann.code, "Phone")
    await phone.ask(t="claim", seat=1, name="Bob")
    return ann, bob, phone


async def test_the_host_is_asked_and_grants(house: Building) -> None:
    """The seat with all that belongs to it is the other browser's then; nothing is written before."""
    ann, bob, phone = await claimed(house)
    (claim,) = claims(ann)
    assert {**claim, "id": 0} == {"id": 0, "seat": 1, "name": "Bob", "own": None}
    assert claims(phone) == [claim]
    assert not any(isinstance(entry, Claimed) for entry in house.log(ann.code))
    heard = await ann.ask(t="grant", id=claim["id"], on=True)
    assert (claims(ann), claims(phone)) == ([], [])
    assert "frame" in kinds(heard)
    assert phone.told("you") == [{"t": "you", "seat": 1}]
    assert ann.told("presence")[-1]["here"] == [0, 1]
    assert "p" in await phone.move("flip")
    await bob.connect()
    assert bob.sight.seat is None
    assert (await bob.move("flip"))["code"] == "not_seated"
    assert (await house.people.person(bob.player)).tables == ()
    assert (await house.people.person(phone.player)).tables == (ann.code,)
    await house.restart()
    await phone.connect()
    assert phone.sight.seat == 1


class Veiled(Pounce):
    """Pounce in which only their owner sees what lies on the waste."""

    def deal(self, options: Options, seats: Sequence[Carry], rng: Chance) -> PounceState:
        state = super().deal(options, seats, rng)
        specs = [replace(spec, shows="owner") if spec.kind == "waste" else spec for spec in state.table.specs]
        return state._replace(table=state.table._replace(specs=tuple(specs)))


async def test_what_only_the_seat_may_see_goes_with_it() -> None:
    """Its new owner is shown the whole table, the old one counts cards again; all others are told of the seat alone."""
    async with building(games={"pounce": Veiled()}) as house:
        ann, bob, phone = await claimed(house)
        eve = await house.guest(ann.code, "Eve")
        await bob.connect()
        await bob.move("flip")
        own = bob.sight.table["piles"]["1w"]
        assert (own[0], len(own)) == (0, 4)
        bob.disconnect()
        await phone.ask(t="claim", seat=1, name="Bob")
        seen = len(eve.frames)
        ann.say(t="grant", id=claims(ann)[0]["id"], on=True)
        bob.enter(await house.room(ann.code))  # he is back before it is kept
        await house.settle()
        told = {guest.name: guest.sight.table["piles"]["1w"] for guest in (ann, bob, phone, eve)}
        assert told == {"Ann": [3], "Bob": [3], "Phone": own, "Eve": [3]}
        assert [set(frame) for frame in eve.frames[seen:]] == [{"n", "room"}]
        assert phone.sight.table == (await phone.connect()).sight.table


async def test_the_host_refuses(house: Building) -> None:
    ann, bob, phone = await claimed(house)
    await ann.ask(t="grant", id=claims(ann)[0]["id"], on=False)
    assert (claims(ann), claims(phone)) == ([], [])
    assert owners(house, ann.code)[1] == bob.player


async def test_nobody_pesters_the_host(house: Building) -> None:
    """Counted by the person, whatever socket; after a while he may ask again."""
    ann, _, phone = await claimed(house)
    for _ in range(CLAIMS_BURST - 1):
        assert await phone.ask(t="claim", seat=1, name="Bob") != sorry("too_fast")
    await ann.ask(t="grant", id=claims(ann)[0]["id"], on=False)
    phone.disconnect()
    await phone.connect()
    assert await phone.ask(t="claim", seat=1, name="Bob") == sorry("too_fast")
    assert claims(ann) == []
    await house.wind(10_000)
    await phone.ask(t="claim", seat=1, name="Bob")
    assert len(claims(ann)) == 1


async def test_an_answer_counts_once(house: Building) -> None:
    ann, _, phone = await claimed(house)
    number = claims(ann)[0]["id"]
    for on in (True, True, False):
        ann.say(t="grant", id=number, on=on)
    await house.settle()
    assert [message["code"] for message in ann.told("sorry")] == ["not_now", "not_now"]
    assert owners(house, ann.code)[1] == phone.player
    assert await ann.ask(t="grant", id=2**31, on=True) == sorry("not_now", "grant")


async def test_only_the_host_hears_of_it_and_he_who_asks(house: Building) -> None:
    ann, _, cat = await house.table("Ann", "Bob", "Cat")
    cat.disconnect()
    bob, phone = house.guests[1], await house.guest(ann.code, "Phone")
    await phone.ask(t="claim", seat=2, name="Cat")
    assert (claims(bob), len(claims(ann)), len(claims(phone))) == ([], 1, 1)
    assert await bob.ask(t="grant", id=claims(ann)[0]["id"], on=True) == sorry("not_host", "grant")
    await ann.ask(t="host", seat=1)
    assert (claims(ann), len(claims(bob))) == ([], 1)
    bob.disconnect()
    bob.reload()
    await bob.connect()
    assert len(claims(bob)) == 1


@pytest.mark.parametrize(
    ("seat", "name", "code"),
    [
        (0, "Ann", "not_here"),
        (2, "X", "not_seated"),
        (3, "X", "not_seated"),
        (7, "X", "not_seated"),
        (1, "\u200b", "bad_name"),
    ],
)
async def test_what_nobody_can_claim(house: Building, seat: int, name: str, code: str) -> None:
    """A seat whose person is here, a bot's, one that was given up, one that there is not."""
    ann, bob, cat = await house.race("Ann", "Bob", "Cat")
    await ann.ask(t="add_bot")
    await cat.ask(t="leave")
    bob.disconnect()
    phone = await house.guest(ann.code, "Phone")
    assert await phone.ask(t="claim", seat=seat, name=name) == sorry(code)
    assert claims(ann) == []


async def test_who_plays_himself_claims_nothing_until_the_round_is_over(house: Building) -> None:
    """And his own seat never."""
    ann, bob, cat = await house.race("Ann", "Bob", "Cat")
    cat.disconnect()
    assert await bob.ask(t="claim", seat=1, name="Bob") == sorry("not_now")
    assert await bob.ask(t="claim", seat=2, name="Cat") == sorry("not_now")
    assert await ann.ask(t="claim", seat=2, name="Cat") == sorry("not_now")
    await house.lay(await house.room(ann.code), "0p AS")
    await ann.move("play", "0p", ["0:AS"], "new")
    await bob.ask(t="claim", seat=2, name="Cat")
    assert claims(ann)[0]["own"] == 1
    await ann.ask(t="grant", id=claims(ann)[0]["id"], on=True)
    assert bob.sight.seat == 2
    assert owners(house, ann.code) == {0: ann.player, 2: bob.player}
    await ann.ask(t="ready", on=True)
    await bob.ask(t="ready", on=True)
    assert ann.sight.room["players"] == [0, 2]
    assert ann.sight.room["round"] == 2


async def test_a_claim_made_before_the_deal_is_not_granted_in_the_round(house: Building) -> None:
    """Who sits waits for the deal, and plays then."""
    ann, bob, cat = await house.table("Ann", "Bob", "Cat")
    cat.disconnect()
    await bob.ask(t="claim", seat=2, name="Cat")
    number = claims(ann)[0]["id"]
    await ann.ask(t="start")
    assert await ann.ask(t="grant", id=number, on=True) == sorry("not_now", "grant")
    await house.lay(await house.room(ann.code), "0p AS")
    await ann.ask(t="end")
    await ann.ask(t="grant", id=number, on=True)
    assert owners(house, ann.code) == {0: ann.player, 2: bob.player}


async def test_a_round_that_ends_meanwhile_leaves_the_claim_as_it_is(house: Building) -> None:
    ann, _, phone = await claimed(house)
    number = claims(ann)[0]["id"]
    await house.lay(await house.room(ann.code), "0p AS")
    await ann.move("play", "0p", ["0:AS"], "new")
    await ann.ask(t="grant", id=number, on=True)
    assert phone.sight.seat == 1
    assert phone.sight.room["seats"][1]["total"] == -4


async def test_the_hosts_own_claim_is_granted_at_once_and_he_stays_host(house: Building) -> None:
    """Also where somebody else has sat longer."""
    ann, bob, cat = await house.table("Ann", "Bob", "Cat")
    cat.disconnect()
    await bob.ask(t="claim", seat=0, name="Ann")
    await ann.ask(t="claim", seat=2, name="Cat")
    assert owners(house, ann.code) == {1: bob.player, 2: ann.player}
    assert ann.sight.room["host"] == 2
    assert ann.told("claims") == []


async def test_who_has_given_a_seat_up_in_the_round_gets_the_other_one(house: Building) -> None:
    """One person has one seat; the house plays what is left of the other."""
    ann, bob, cat = await house.race("Ann", "Bob", "Cat")
    cat.disconnect()
    await bob.ask(t="leave")
    await bob.ask(t="claim", seat=2, name="Cat")
    await ann.ask(t="grant", id=claims(ann)[0]["id"], on=True)
    assert bob.sight.seat == 2
    assert bob.me == 2
    frame = await bob.move("flip")
    assert frame["b"] == 2
    await bob.ask(t="leave")
    assert (await bob.ask(t="sit", name="Bob"))[-1] == {"t": "you", "seat": 2}
    await ann.move("stuck")
    await bob.move("stuck")
    await house.wind(15_000)
    moves = [entry for entry in house.log(ann.code) if isinstance(entry, Moved)]
    assert any(entry.seat == HOUSE and entry.move.seat == 1 for entry in moves)


async def test_the_host_sees_where_who_asks_has_sat_down(house: Building) -> None:
    ann, _, phone = await claimed(house)
    await phone.ask(t="sit", name="Phone")
    assert (claims(ann)[0]["own"], claims(phone)[0]["own"]) == (2, 2)
    await ann.ask(t="grant", id=claims(ann)[0]["id"], on=True)
    assert sorted(owners(house, ann.code)) == [0, 1]


@pytest.mark.parametrize("how", ["owner returns", "claimer goes", "freed", "removed", "tab", "restart"])
async def test_a_claim_dies_with_its_sense(house: Building, how: str) -> None:
    ann, bob, phone = await claimed(house)
    number = claims(ann)[0]["id"]
    if how == "owner returns":
        await bob.connect()
    elif how == "claimer goes":
        phone.disconnect()
    elif how == "tab":
        await house.guest(ann.code, "Phone", token=phone.token)
    elif how == "restart":
        await house.restart()
        await ann.connect()
    else:
        await ann.ask(t={"freed": "free", "removed": "remove"}[how], seat=1)
    await house.settle()
    assert claims(ann) == []
    assert await ann.ask(t="grant", id=number, on=True) == sorry("not_now", "grant")
    if how in ("owner returns", "freed", "removed"):
        assert claims(phone) == []


async def test_a_locked_table_is_no_hindrance(house: Building) -> None:
    ann, bob = await house.table("Ann", "Bob")
    await ann.ask(t="lock", on=True)
    bob.disconnect()
    phone = await house.guest(ann.code, "Phone")
    await phone.ask(t="claim", seat=1, name="Bob")
    await ann.ask(t="grant", id=claims(ann)[0]["id"], on=True)
    assert phone.sight.seat == 1


async def test_a_viewer_has_one_claim_and_a_room_eight(house: Building) -> None:
    ann, bob, cat = await house.table("Ann", "Bob", "Cat")
    bob.disconnect()
    cat.disconnect()
    guests = [await house.guest(ann.code, f"G{number}") for number in range(MOST + 1)]
    for guest in guests[:-1]:
        await guest.ask(t="claim", seat=1, name="Bob")
        await guest.ask(t="claim", seat=2, name="Cat")
        assert [claim["seat"] for claim in claims(guest)] == [2]
    assert len(claims(ann)) == MOST
    assert await guests[-1].ask(t="claim", seat=1, name="Bob") == sorry("full")
    await guests[0].ask(t="claim", seat=1, name="Bob")
    assert len(claims(ann)) == MOST
    await ann.ask(t="grant", id=claims(guests[1])[0]["id"], on=True)
    assert [claim["seat"] for claim in claims(ann)] == [1]


async def test_a_stand_in_ends_when_the_seat_is_claimed(house: Building) -> None:
    ann, _, phone = await claimed(house)
    await ann.ask(t="bot", seat=1, level="easy")
    await ann.ask(t="grant", id=claims(ann)[0]["id"], on=True)
    assert ann.sight.room["seats"][1]["stand_in"] is None
    assert "p" in await phone.move("flip")
