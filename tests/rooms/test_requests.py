"""Seats, names, Ready: what anybody asks for."""

import hashlib
from typing import Any

import pytest

from app.rooms.entry import MatchStarted, Readied
from app.rooms.names import MOST
from app.rooms.outbox import REQUESTS_BURST
from app.rules.rng import match_seed
from app.settings import Settings
from tests.support.rooms import GO_MS, Building, Guest, kinds

FAMILY = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}"


def names(guest: Guest) -> dict[int, str]:
    """Who sits where, as this guest was told."""
    return {seat["seat"]: seat["name"] for seat in guest.sight.room["seats"]}


def sorry(code: str, what: str) -> list[dict[str, Any]]:
    return [{"t": "sorry", "what": what, "code": code}]


# --- sitting ------------------------------------------------------------------------------------------------


async def test_sitting_down_is_shown_to_all_and_told_to_oneself(house: Building) -> None:
    (ann,) = await house.table("Ann")
    bob = await house.guest(ann.code, "Bob")
    assert (await bob.ask(t="sit", name="Bob"))[-1] == {"t": "you", "seat": 1}
    assert names(ann) == names(bob) == {0: "Ann", 1: "Bob"}
    assert ann.sight.room["host"] == 0


async def test_sitting_twice_is_sitting_once(house: Building) -> None:
    """Two taps, or the same message again: one seat, and the answer both times."""
    ann, bob = await house.table("Ann", "Bob")
    bob.say(t="sit", name="Bob")
    assert await bob.ask(t="sit", name="Robert") == [{"t": "you", "seat": 1}] * 2
    assert names(ann) == {0: "Ann", 1: "Bob"}


async def test_sit_leave_and_sit_again_before_the_start(house: Building) -> None:
    ann, bob = await house.table("Ann", "Bob")
    bob.say(t="leave")
    bob.say(t="sit", name="Bob")
    bob.say(t="leave")
    told = await bob.ask(t="sit", name="Bob")
    assert [message["seat"] for message in told if message.get("t") == "you"] == [None, 1, None, 1]
    assert names(ann) == {0: "Ann", 1: "Bob"}


async def test_sitting_and_watching_under_lag_is_one_seat(house: Building) -> None:
    """Two browsers of one person cannot both sit: the cookie is the person."""
    (ann,) = await house.table("Ann")
    again = await house.guest(ann.code, "Ann", token=ann.token)
    assert await again.ask(t="sit", name="Ann") == [{"t": "you", "seat": 0}]
    assert names(again) == {0: "Ann"}


@pytest.mark.parametrize("typed", ["\u200b\u200d\u2060", "   ", "\u202e\u202d"])
async def test_a_name_of_nothing_is_refused(house: Building, typed: str) -> None:
    code = await house.lobby.create("pounce")
    ann = await house.guest(code, "Ann")
    assert await ann.ask(t="sit", name=typed) == sorry("bad_name", "sit")
    await ann.ask(t="sit", name="Ann")
    assert await ann.ask(t="rename", name=typed) == sorry("bad_name", "rename")
    assert names(ann) == {0: "Ann"}


@pytest.mark.parametrize(
    ("typed", "shown"),
    [(FAMILY, FAMILY), ("שלום", "שלום"), ("x" * 64, "x" * MOST), ("A\u202enn", "Ann"), ('<i>"&', '<i>"&')],
)
async def test_any_other_name_is_shown(house: Building, typed: str, shown: str) -> None:
    """As the wire lets it through, to everybody alike and after a restart."""
    code = await house.lobby.create("pounce")
    ann = await house.guest(code, "Ann")
    await ann.ask(t="sit", name=typed)
    assert names(ann) == {0: shown}
    await house.restart()
    await ann.connect()
    assert names(ann) == {0: shown}


async def test_names_of_10000_characters_and_of_none_end_at_the_wire(house: Building) -> None:
    """The socket is closed for them; here they are no message at all."""
    (ann,) = await house.table("Ann")
    for typed in ("", "x" * 3000):
        with pytest.raises(ValueError, match="name"):
            ann.say(t="rename", name=typed)


@pytest.mark.parametrize("typed", ["Ann", "ANN", "ann ", "Ａｎｎ", "A n n"])
async def test_a_name_gives_nobody_anothers_seat(house: Building, typed: str) -> None:
    """Who types it again is somebody else, and can be told apart."""
    (ann,) = await house.table("Ann")
    eve = await house.guest(ann.code, "Eve")
    assert (await eve.ask(t="sit", name=typed))[-1] == {"t": "you", "seat": 1}
    assert len({name.casefold().replace(" ", "") for name in names(ann).values()}) == 2
    assert names(ann)[0] == "Ann"


async def test_a_new_name_is_told_apart_from_the_others_not_from_ones_own(house: Building) -> None:
    ann, bob = await house.table("Ann", "Bob")
    await bob.ask(t="rename", name="ANN")
    assert names(ann) == {0: "Ann", 1: "ANN 2"}
    await ann.ask(t="rename", name="ann")
    assert names(ann) == {0: "ann", 1: "ANN 2"}


async def test_a_table_is_full(house: Building) -> None:
    ann, bob = await house.table("Ann", "Bob", players=2)
    cat = await house.guest(ann.code, "Cat")
    assert await cat.ask(t="sit", name="Cat") == sorry("full", "sit")
    assert await ann.ask(t="add_bot") == sorry("full", "add_bot")
    await bob.ask(t="leave")
    assert (await cat.ask(t="sit", name="Cat"))[-1] == {"t": "you", "seat": 1}


async def test_a_place_given_up_in_a_round_goes_to_whoever_takes_it_first(house: Building) -> None:
    """Who left comes back to his seat, but not as one more than the table has places."""
    ann, bob = await house.race("Ann", "Bob", players=2)
    cat = await house.guest(ann.code, "Cat")
    await bob.ask(t="leave")
    assert (await cat.ask(t="sit", name="Cat"))[-1] == {"t": "you", "seat": 2}
    assert await bob.ask(t="sit", name="Bob") == sorry("full", "sit")
    await cat.ask(t="leave")
    assert (await bob.ask(t="sit", name="Bob"))[-1] == {"t": "you", "seat": 1}


async def test_eight_seats_are_the_most(house: Building) -> None:
    (ann,) = await house.table("Ann", bots=7, players=8)
    cat = await house.guest(ann.code, "Cat")
    assert await cat.ask(t="sit", name="Cat") == sorry("full", "sit")
    assert sorted(names(ann)) == list(range(8))


# --- in a match ---------------------------------------------------------------------------------------------


async def test_a_late_comer_waits_and_is_dealt_in(house: Building) -> None:
    """He sits at once, is told that he waits, cannot move, and nothing of the running round changes for the others."""
    ann, _ = await house.race("Ann", "Bob")
    cat = await house.guest(ann.code, "Cat")
    table = ann.sight.table
    await cat.ask(t="sit", name="Cat")
    (seat,) = [seat for seat in cat.sight.room["seats"] if seat["seat"] == 2]
    assert seat["waiting"]
    assert cat.sight.room["players"] == [0, 1]
    assert ann.sight.table == table
    assert (await cat.move("flip"))["code"] == "not_seated"
    await house.lay(await house.room(ann.code), "0p AS")
    await ann.move("play", "0p", ["0:AS"], "new")
    await house.wind(Settings().next_round_ms)
    await house.wind(GO_MS)
    assert cat.sight.room["players"] == [0, 1, 2]
    assert not any(seat["waiting"] for seat in cat.sight.room["seats"])
    assert "p" in await cat.move("flip")


async def test_leaving_in_a_round_and_sitting_again_gives_the_same_seat(house: Building) -> None:
    ann, bob = await house.race("Ann", "Bob")
    room = await house.room(ann.code)
    assert (await bob.ask(t="leave"))[-1] == {"t": "you", "seat": None}
    assert [seat["gone"] for seat in ann.sight.room["seats"]] == [False, True]
    assert (await bob.move("flip"))["code"] == "not_seated"
    assert (await bob.ask(t="sit", name="Bob"))[-1] == {"t": "you", "seat": 1}
    assert room.head.room.players == (0, 1)
    assert "p" in await bob.move("flip")


async def test_ready_means_nothing_in_a_round(house: Building) -> None:
    ann, _ = await house.race("Ann", "Bob")
    assert await ann.ask(t="ready", on=True) == sorry("not_now", "ready")


async def test_the_same_ready_twice_is_one_entry(house: Building) -> None:
    ann, _ = await house.table("Ann", "Bob")
    for _ in range(3):
        await ann.ask(t="ready", on=True)
    await ann.ask(t="ready", on=False)
    assert [entry.on for entry in house.log(ann.code) if isinstance(entry, Readied)] == [True, False]


# --- the seed -----------------------------------------------------------------------------------------------


async def test_the_seed_is_the_servers_and_everybodys(house: Building) -> None:
    """Sealed before anybody adds; shares in seat order; a second share of the same person counts for nothing."""
    ann, bob = await house.table("Ann", "Bob")
    seal = ann.sight.room["commitment"]
    shares = ["0a" * 16, "0b" * 16]
    await bob.ask(t="ready", on=True, add=shares[1])
    await bob.ask(t="ready", on=False)
    await bob.ask(t="ready", on=True, add="0c" * 16)
    await ann.ask(t="start", add=shares[0])
    (match,) = [entry for entry in house.log(ann.code) if isinstance(entry, MatchStarted)]
    sealed = next(given for given in house.chance.given if hashlib.sha256(given).hexdigest() == seal)
    assert match.seed == match_seed(sealed, [bytes.fromhex(share) for share in shares]).hex()
    assert ann.sight.room["commitment"] == seal


async def test_a_seed_that_nobody_adds_to_is_not_the_commitment(house: Building) -> None:
    """Which everybody knows: a host whose browser adds nothing would know every card."""
    ann, bob = await house.table("Ann", "Bob", target=0)
    seal = ann.sight.room["commitment"]
    await ann.ask(t="start")
    (match,) = [entry for entry in house.log(ann.code) if isinstance(entry, MatchStarted)]
    assert match.seed != seal
    await ann.ask(t="end")
    revealed, adds = bob.sight.room["revealed"], bob.sight.room["adds"]
    assert hashlib.sha256(bytes.fromhex(revealed)).hexdigest() == seal
    assert match.seed == match_seed(bytes.fromhex(revealed), [bytes.fromhex(add) for add in adds]).hex()


async def test_a_share_given_before_the_next_seal_does_not_count(house: Building) -> None:
    """On the sheet between two rounds the server's share of the next match is not chosen yet."""
    ann, _ = await house.race("Ann", "Bob")
    await house.lay(await house.room(ann.code), "0p AS")
    await ann.move("play", "0p", ["0:AS"], "new")
    await ann.ask(t="ready", on=True, add="0a" * 16)
    assert [entry.add for entry in house.log(ann.code) if isinstance(entry, Readied)] == [""]


# --- who may not -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "message",
    [
        {"t": "leave"},
        {"t": "rename", "name": "E"},
        {"t": "ready", "on": True},
        {"t": "pause", "on": True},
        {"t": "say", "text": "hello"},
        {"t": "react", "what": "hello"},
    ],
    ids=lambda message: str(message["t"]),
)
async def test_onlookers_act_never(house: Building, message: dict[str, Any]) -> None:
    ann, _ = await house.race("Ann", "Bob")
    eve = await house.guest(ann.code, "Eve")
    assert await eve.ask(**message) == sorry("not_seated", message["t"])
    assert (await eve.move("flip"))["code"] == "not_seated"


async def test_requests_come_at_the_pace_of_a_person(house: Building) -> None:
    """A flood of them ends in "too fast", and the log does not grow."""
    (ann,) = await house.table("Ann")
    for turn in range(2 * REQUESTS_BURST):
        ann.say(t="rename", name=f"Ann {turn}")
    await house.settle()
    assert {message["code"] for message in ann.told("sorry")} == {"too_fast"}
    assert len(house.log(ann.code)) < REQUESTS_BURST + 5
    await house.wind(1000)
    assert kinds(await ann.ask(t="rename", name="Anna")) == ["frame"]
