"""Games with hands and races on one deal, searched byte by byte: what leaves a room names no card that its receiver
could not see then.
"""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from app.rooms.entry import Claimed, MatchStarted, RoundStarted
from app.rooms.point import Point, playing
from app.rules.registry import games
from tests.support.play import CARD, assert_told_nothing_hidden, assert_told_right, play
from tests.support.rooms import Building, Guest, building

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("spite-and-malice", {"players": 5, "pay_off": 5, "target": 25}),
    ("pontis", {"players": 5, "jokers": 4, "series": 3}),
]


def secret(point: Point, seat: int | None) -> set[str]:
    """The cards that nobody in this seat (None: an onlooker) may know, told from the names of the piles alone."""
    cards = set[str]()
    if point.state is not None:
        table = point.state.table
        for name, at in table.index.items():
            pile = table.piles[at].cards
            if name in ("stock", "aside") or (name.endswith("h") and name != f"{seat}h"):
                cards.update(pile)
            elif name.endswith("p"):
                cards.update(pile[:-1])
            elif name.endswith("b"):
                cards.update(pile[: table.piles[at].down])
    return cards


def assert_knows_only_what_he_may(guest: Guest, points: Sequence[Point], payloads: Sequence[bytes]) -> Counter[str]:
    """Search all that one socket brought. How much there was to find."""
    tally = Counter[str]()
    n = 0
    for payload in payloads:
        message = json.loads(payload)
        n = message.get("n", n)
        point = points[n - 1]
        seat = playing(point, guest.player)
        named = {card.decode() for card in CARD.findall(payload)}
        assert not named & secret(point, seat), f"{guest.name} was told too much at {n}: {payload!r}"
        hints = [told for told in (message.get("h"), (message.get("table") or {}).get("hints")) if told is not None]
        for told in hints:
            assert seat is not None
            assert told == json.loads(json.dumps(games()[point.room.game].hints(point.state, seat)))
        own = set() if seat is None or point.state is None else set(point.state.table.pile(f"{seat}h").cards)
        tally += Counter(cards=len(named), own=len(named & own), hints=len(hints), bytes=len(payload))
    return tally


async def evening(house: Building, game: str, options: dict[str, Any]) -> dict[str, Guest]:
    """A match and its rematch. Bob's page loads again; Eve looks on, Cat comes late and sits down; then Bob goes on
    with his phone, whose claim Ann grants, and his old page looks on.
    """
    ann, bob = await house.table("Ann", "Bob", bots=1, game=game, **options)
    eve = await house.guest(ann.code, "Eve")
    await ann.ask(t="start")
    play(house, ann, rematches=1)
    play(house, bob, rematches=1)
    await house.wind(20_000)
    bob.disconnect()
    bob.reload()
    await bob.connect()
    cat = await house.guest(ann.code, "Cat")
    await cat.ask(t="sit", name="Cat")
    play(house, cat, rematches=1)
    room = await house.room(ann.code)
    await house.wind_until(lambda: room.kept.room.round == 2 and room.kept.room.phase == "play", 7_200_000)
    await house.wind(10_000)
    bob.disconnect()
    phone = await house.guest(ann.code, "Bob's phone")
    await phone.ask(t="claim", seat=1, name="Bob")
    await ann.ask(t="grant", id=ann.told("claims")[-1]["claims"][0]["id"], on=True)
    play(house, phone, rematches=1)
    await bob.connect()
    await house.wind_until(lambda: room.kept.room.match == 2 and room.kept.room.phase == "play", 7_200_000)
    await house.wind(60_000)
    return {"ann": ann, "bob": bob, "cat": cat, "eve": eve, "phone": phone}


@pytest.mark.parametrize(("game", "options"), TABLES, ids=[game for game, _ in TABLES])
async def test_nobody_sees_what_is_not_his(game: str, options: dict[str, Any]) -> None:
    """In the first round and the next, after a rematch, a reload and a claim; as an onlooker and as a late comer."""
    async with building(seed=game) as house:
        people = await evening(house, game, options)
        points, log = house.points(people["ann"].code), house.log(people["ann"].code)
    assert sum(isinstance(entry, MatchStarted) for entry in log) == 2
    assert sum(isinstance(entry, RoundStarted) for entry in log) >= 3
    assert sum(isinstance(entry, Claimed) for entry in log) == 1
    tallies: dict[str, Counter[str]] = {}
    for name, guest in people.items():
        tally = Counter[str]()
        for line in guest.lines:
            assert line.closed is None
            tally += assert_knows_only_what_he_may(guest, points, line.payloads())
        assert_told_right(guest, points)
        assert_told_nothing_hidden(guest, points, [other.token for other in people.values()])
        assert tally["cards"] > 200
        tallies[name] = tally
    for name, tally in tallies.items():
        assert (tally["own"] > 20) == (name != "eve")
        assert (tally["hints"] > 3) == (name != "eve" and house.games[game].info.hints)
    assert_search_finds(people["eve"], points)


def assert_search_finds(guest: Guest, points: Sequence[Point]) -> None:
    """The search is worth something: one card of a hand, put into one frame, is found."""
    payloads = guest.line.payloads()
    at = next(at for at, payload in enumerate(payloads) if b'"p":{' in payload)
    n = json.loads(payloads[at])["n"]
    card = points[n - 1].state.table.pile("1h").cards[0]
    planted = [*payloads[:at], payloads[at].replace(b'"p":{', b'"p":{"1h":[4,"%b"],' % card.encode(), 1)]
    with pytest.raises(AssertionError, match="was told too much"):
        assert_knows_only_what_he_may(guest, points, planted)


# --- races on the same deal ---------------------------------------------------------------------------------


RACES = ("thumb-and-pouch-race", "puss-in-the-corner-race")


async def races(house: Building, game: str) -> dict[str, Guest]:
    """A race and its rematch. Bob's page loads again, then he goes on with his phone; Eve looks on, Cat comes late."""
    ann, bob = await house.table("Ann", "Bob", game=game, redeals=1)
    eve = await house.guest(ann.code, "Eve")
    await ann.ask(t="start")
    play(house, ann, rematches=1)
    play(house, bob, rematches=1)
    await house.wind(20_000)
    bob.disconnect()
    bob.reload()
    await bob.connect()
    cat = await house.guest(ann.code, "Cat")
    await cat.ask(t="sit", name="Cat")
    play(house, cat, rematches=1)
    await house.wind(10_000)
    bob.disconnect()
    phone = await house.guest(ann.code, "Bob's phone")
    await phone.ask(t="claim", seat=1, name="Bob")
    await ann.ask(t="grant", id=ann.told("claims")[-1]["claims"][0]["id"], on=True)
    play(house, phone, rematches=1)
    await bob.connect()
    room = await house.room(ann.code)
    for match in (1, 2):
        await house.wind_until(
            lambda match=match: (room.kept.room.match, room.kept.room.phase) == (match, "over"),  # type: ignore[misc]
            24 * 3_600_000,
        )
    return {"ann": ann, "bob": bob, "cat": cat, "eve": eve, "phone": phone}


def assert_sees_no_other_deck(guest: Guest, points: Sequence[Point], payloads: Sequence[bytes]) -> Counter[str]:
    """Until a race is over nothing of another's piles, not even how many cards they have: the deal is the same for all.

    How many cards it were that each was told of.
    """
    tally = Counter[str]()
    n = 0
    for payload in payloads:
        message = json.loads(payload)
        n = message.get("n", n)
        point = points[n - 1]
        seat = playing(point, guest.player)
        table = (message.get("table") or {"piles": {}})["piles"]
        piles = {*message.get("p", ()), *(pile for pile, cards in table.items() if cards != [0])}
        assert {int(pile[0]) for pile in piles} <= {seat}, f"{guest.name} was told of another's pile at {n}: {message}"
        decks = Counter(int(card[:1]) for card in CARD.findall(payload))
        if point.room.sheet is None:
            assert set(decks) <= {seat}, f"{guest.name} was told of another's card at {n}: {payload!r}"
            tally["own"] += sum(decks.values())
        elif b'"tables":[' in payload:
            tally["open"] += len(decks)
        assert point.room.seed.hex() not in payload.decode() or not point.room.seed
    return tally


@pytest.mark.parametrize("game", RACES)
async def test_nobody_sees_anothers_table_before_the_end(game: str) -> None:
    """In no byte: by frames, reloads, a claim, as an onlooker and as a late comer. At the end all see all."""
    async with building(seed=game) as house:
        people = await races(house, game)
        points, log = house.points(people["ann"].code), house.log(people["ann"].code)
    assert sum(isinstance(entry, MatchStarted) for entry in log) == 2
    assert sum(isinstance(entry, Claimed) for entry in log) == 1
    for name, guest in people.items():
        tally = Counter[str]()
        for line in guest.lines:
            assert line.closed is None
            tally += assert_sees_no_other_deck(guest, points, line.payloads())
        assert (tally["own"] > 50) == (name != "eve")
        assert tally["open"] >= 2 + 3
        assert_told_right(guest, points)
        assert_told_nothing_hidden(guest, points, [other.token for other in people.values()])
    eve = people["eve"]
    payloads = eve.line.payloads()
    at = next(at for at, payload in enumerate(payloads) if b'"b":1' in payload)
    for planted, found in ((b',"p":{"1t1":[3]}}', "pile"), (b',"y":"1:AS"}', "card")):
        told = [*payloads[:at], payloads[at].removesuffix(b"}") + planted]
        with pytest.raises(AssertionError, match=f"was told of another's {found}"):
            assert_sees_no_other_deck(eve, points, told)
