"""Games of turns: whoever leaves, nobody waits for ever; bots take turns as people do; a turn has its time."""

import itertools
from collections.abc import Sequence
from typing import Any

import pytest

from app.rooms.entry import Moved
from app.rooms.house import DEALT_MS, REBUILT_MS, RESUMED_MS
from app.rooms.pause import GOES_ON_MS
from app.rules.game import HOUSE
from tests.support.play import as_json, best_move
from tests.support.rooms import Building, Guest, building

EVERY_GAME = pytest.mark.parametrize("game", ["spite-and-malice", "pontis"])
SLOWEST_MS = 1900
"""No pause of a bot is longer."""
TURN_MS = 30_000


async def begun(house: Building, game: str, *names: str, bots: int = 0, **options: Any) -> list[Guest]:
    """A table at which the first round has been dealt."""
    options = {"players": max(2, len(names) + bots), **options}
    guests = await house.table(*names, bots=bots, game=game, **options)
    await guests[0].ask(t="start")
    return guests


def turn(guest: Guest) -> int:
    """Whose turn it is, as this guest was told."""
    return int(guest.line.sight.table["facts"]["turn"])


def moves(house: Building, code: str, seat: int | None = None) -> list[Moved]:
    """The moves in the log, of all or of one seat of the round."""
    entries = [entry for entry in house.log(code) if isinstance(entry, Moved)]
    return [entry for entry in entries if seat is None or entry.seat == seat]


def by_bot(house: Building, code: str, seat: int) -> int:
    """How many moves of this seat no browser has sent."""
    return sum(not entry.ack for entry in moves(house, code, seat))


async def goes(guest: Guest) -> None:
    """Makes one legal move."""
    move = best_move(guest)
    assert move is not None
    assert "n" in await guest.move(*as_json(move))


async def until_turn_of(house: Building, guests: Sequence[Guest], seat: int) -> None:
    """The people among these play, and bots have their time, until it is this seat's turn."""
    sitting = {guest.me: guest for guest in guests}
    looker = guests[0]
    while (at := turn(looker)) != seat:
        if at in sitting:
            await goes(sitting[at])
        else:
            await house.wind_until(lambda at=at: turn(looker) != at, 60_000)  # type: ignore[misc]
        assert looker.sight.room["phase"] == "play"


async def until_sheet(house: Building, guests: Sequence[Guest]) -> None:
    """The same to the end of the round."""
    looker = guests[0]
    sitting = {guest.me: guest for guest in guests if guest.room and guest.room.head.room.kept_seat(guest.player)}
    while looker.line.sight.room["phase"] == "play":
        if turn(looker) in sitting:
            await goes(sitting[turn(looker)])
        else:
            await house.wind(300)


# --- who gives his seat up ----------------------------------------------------------------------------------


@EVERY_GAME
async def test_who_leaves_in_his_turn_keeps_nobody_waiting(house: Building, game: str) -> None:
    """A bot plays his seat on from that very turn, until the round is over; then the seat is free."""
    guests = await begun(house, game, "Ann", "Bob", "Cat")
    leaver = guests[turn(guests[0])]
    others = [guest for guest in guests if guest is not leaver]
    seat = leaver.me
    await leaver.ask(t="leave")
    assert others[0].sight.room["seats"][seat]["gone"]
    await house.wind(DEALT_MS)
    assert by_bot(house, leaver.code, seat) >= 1
    await until_turn_of(house, others, others[0].me)
    await goes(others[0])
    await until_sheet(house, others)
    assert by_bot(house, leaver.code, seat) >= 2
    assert others[0].sight.room["phase"] in ("between", "over")
    for guest in others:
        await guest.ask(t="ready", on=True)
    assert others[0].sight.room["phase"] == "play"
    assert others[0].sight.room["players"] == [guest.line.sight.seat for guest in others]


@EVERY_GAME
async def test_who_leaves_out_of_turn_is_played_when_it_comes(house: Building, game: str) -> None:
    guests = await begun(house, game, "Ann", "Bob", "Cat")
    at = turn(guests[0])
    leaver = guests[(at + 1) % 3]
    others = [guest for guest in guests if guest is not leaver]
    await leaver.ask(t="leave")
    await house.wind(10_000)
    assert len(moves(house, leaver.code)) == 0, "nobody plays out of turn"
    await until_turn_of(house, others, (at + 1) % 3)
    await until_turn_of(house, others, (at + 2) % 3)
    assert by_bot(house, leaver.code, (at + 1) % 3) >= 1


@EVERY_GAME
async def test_the_host_may_leave_too(house: Building, game: str) -> None:
    """Another is host, and the round goes on."""
    ann, bob, cat = await begun(house, game, "Ann", "Bob", "Cat")
    await ann.ask(t="leave")
    assert bob.sight.room["host"] == 1
    await until_sheet(house, [bob, cat])
    assert by_bot(house, ann.code, 0) >= 1


@EVERY_GAME
@pytest.mark.parametrize("who", ["person", "bot", "away"])
async def test_whoever_the_host_takes_away_is_played_on(house: Building, game: str, who: str) -> None:
    """A person, a bot, somebody who is away and is given up."""
    ann, bob = await begun(house, game, "Ann", "Bob", bots=1)
    seat = 2 if who == "bot" else 1
    if who == "away":
        bob.disconnect()
        await ann.ask(t="free", seat=seat)
    else:
        await ann.ask(t="remove", seat=seat)
    assert ann.told("sorry") == []
    assert ann.sight.room["seats"][seat]["gone"]
    before = by_bot(house, ann.code, seat)
    people = [ann, bob] if who == "bot" else [ann]
    await until_sheet(house, people)
    assert by_bot(house, ann.code, seat) > before


@EVERY_GAME
async def test_the_table_waits_for_who_is_away_and_not_for_who_left(house: Building, game: str) -> None:
    """With all others gone one person finds the table as he left it, with everybody else's turn played."""
    ann, bob, cat = await begun(house, game, "Ann", "Bob", "Cat")
    await house.guest(ann.code, "Eve")
    bob.disconnect()
    await ann.ask(t="leave")
    await cat.ask(t="leave")
    await house.wind(120_000)
    assert turn(ann) == 1
    count = len(moves(house, ann.code))
    await house.wind(600_000)
    assert len(moves(house, ann.code)) == count
    await bob.connect()
    await until_sheet(house, [bob])


@EVERY_GAME
async def test_with_nobody_left_bots_play_the_round_to_its_end(house: Building, game: str) -> None:
    """Who left looks on; there is no deal after it."""
    ann, bob = await begun(
        house, game, "Ann", "Bob", bots=1, **({"target": 100} if game != "pontis" else {"series": 3})
    )
    await ann.ask(t="leave")
    await bob.ask(t="leave")
    await house.wind_until(lambda: ann.line.sight.room["phase"] == "between", 7_200_000)
    await house.wind(600_000)
    assert ann.sight.room["phase"] == "between"
    assert ann.sight.room["round"] == 1


@EVERY_GAME
async def test_who_sits_down_again_plays_himself(house: Building, game: str) -> None:
    """In the same seat, with the hand as the bot has left it."""
    ann, bob = await begun(house, game, "Ann", "Bob")
    await bob.ask(t="leave")
    await until_turn_of(house, [ann], 1)
    await until_turn_of(house, [ann], 0)
    count = by_bot(house, ann.code, 1)
    assert count >= 1
    await bob.ask(t="sit", name="Bob")
    await until_turn_of(house, [ann], 1)
    await house.wind(10_000)
    assert by_bot(house, ann.code, 1) == count
    assert f"{bob.me}h" in bob.sight.table["piles"]
    await goes(bob)


async def test_in_a_race_nobody_plays_for_who_left(house: Building) -> None:
    """The others do not wait for him there, and his cards are worth something to himself alone."""
    ann, bob, _ = await house.race("Ann", "Bob", "Cat")
    await bob.ask(t="leave")
    await house.wind(60_000)
    assert moves(house, ann.code, 1) == []


# --- bots take their turns ----------------------------------------------------------------------------------


@EVERY_GAME
async def test_bots_take_turns_at_the_pace_of_people(house: Building, game: str) -> None:
    """Every move a moment after the one before it, whoever made it: time to see it, and none to wait."""
    (ann,) = await begun(house, game, "Ann", bots=3)
    pauses: list[int] = []
    for _ in range(30):
        if ann.sight.room["phase"] != "play":
            break
        if turn(ann) == ann.me:
            await house.wind(3000)
            await goes(ann)
        else:
            seen = ann.sight.n
            await house.wind_until(lambda seen=seen: ann.line.sight.n > seen, 5000)  # type: ignore[misc]
            last = moves(house, ann.code)[-2:]
            pauses += [later.when - earlier.when for earlier, later in itertools.pairwise(last)]
    assert len(pauses) > 10
    assert min(pauses) >= 450
    assert max(pauses) <= SLOWEST_MS
    assert 800 <= sum(pauses) / len(pauses) <= 1500
    assert len(set(pauses)) > len(pauses) // 2


@EVERY_GAME
async def test_people_see_their_cards_before_a_bot_begins(house: Building, game: str) -> None:
    """Whoever is dealt the first turn; the second one comes at the usual pace."""
    began = 0
    for _ in range(6):
        ann, _ = await begun(house, game, "Ann", "Bob", bots=2)
        if turn(ann) >= 2:
            began += 1
            dealt = house.log(ann.code)[-1].when
            await house.wind_until(lambda code=ann.code: moves(house, code) != [], 5000)  # type: ignore[misc]
            assert moves(house, ann.code)[0].when - dealt == DEALT_MS
    assert began


@EVERY_GAME
async def test_a_bot_is_asked_in_its_turn_alone(house: Building, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not every second of everybody else's."""
    (ann,) = await begun(house, game, "Ann", bots=2)
    room = await house.room(ann.code)
    asked: list[int] = []
    thinks = room.house._bot

    def counted(seat: int) -> Any:
        asked.append(seat)
        return thinks(seat)

    await until_turn_of(house, [ann], ann.me)
    monkeypatch.setattr(room.house, "_bot", counted)
    await house.wind(60_000)
    assert asked == []


async def test_a_setting_is_the_pace_of_turns_too() -> None:
    async with building(bot_pace_ms=16) as house:
        (ann,) = await begun(house, "pontis", "Ann", bots=7)
        await until_turn_of(house, [ann], ann.me)
        await goes(ann)
        await house.wind(7 * 20)
        assert turn(ann) == ann.me or ann.sight.room["phase"] != "play"


@EVERY_GAME
async def test_a_stand_in_plays_the_turn_of_who_is_away(house: Building, game: str) -> None:
    """As soon as the host says so; and no longer than until he is back."""
    ann, bob = await begun(house, game, "Ann", "Bob")
    await until_turn_of(house, [ann, bob], 1)
    bob.disconnect()
    await house.wind(60_000)
    assert turn(ann) == 1
    await ann.ask(t="bot", seat=1, level="sharp")
    await until_turn_of(house, [ann], 0)
    count = by_bot(house, ann.code, 1)
    assert count >= 1
    await until_turn_of(house, [ann], 1)
    await bob.connect()
    await house.wind(60_000)
    assert by_bot(house, ann.code, 1) == count
    await goes(bob)


# --- a turn's time ------------------------------------------------------------------------------------------


def of_house(house: Building, code: str) -> list[Moved]:
    return moves(house, code, HOUSE)


@EVERY_GAME
async def test_a_turn_runs_out(house: Building, game: str) -> None:
    """The house plays it, by an entry of the log; the next turn has its own time."""
    ann, bob = await begun(house, game, "Ann", "Bob", turn_seconds=30)
    at = turn(ann)
    assert ann.sight.table["due"] == bob.sight.table["due"] == {f"turn{at}": TURN_MS}
    await house.wind(TURN_MS - 1)
    assert moves(house, ann.code) == []
    await house.wind(1)
    (entry,) = of_house(house, ann.code)
    assert entry.move.seat in (at, HOUSE)
    assert turn(ann) == 1 - at
    assert ann.frames[-1]["d"] == {f"turn{1 - at}": TURN_MS}
    await house.wind(3 * TURN_MS)
    assert len(of_house(house, ann.code)) == 4


@EVERY_GAME
async def test_a_move_in_time_is_enough(house: Building, game: str) -> None:
    """It ends the clock with the turn."""
    guests = await begun(house, game, "Ann", "Bob", turn_seconds=30)
    at = turn(guests[0])
    await house.wind(TURN_MS - 1)
    await until_turn_of(house, guests, 1 - at)
    assert guests[at].frames[-1]["d"] == {f"turn{1 - at}": TURN_MS}
    await house.wind(TURN_MS - 1)
    assert of_house(house, guests[0].code) == []


async def test_plays_do_not_lengthen_a_turn(house: Building) -> None:
    """A turn of several moves has one clock; it is told when it begins and not again."""
    guests = await begun(house, "spite-and-malice", "Ann", "Bob", turn_seconds=30)
    for _ in range(200):
        guest = guests[at := turn(guests[0])]
        move = best_move(guest)
        assert move is not None
        await house.wind(1000)
        frame = await guest.move(*as_json(move))
        if turn(guest) == at and guest.sight.room["phase"] == "play":
            assert "d" not in frame
            await guest.connect()
            assert guest.sight.table["due"][f"turn{at}"] <= TURN_MS - 1000
            return
    raise AssertionError("nobody ever played a card to the centre")


@EVERY_GAME
async def test_the_clock_runs_for_who_is_away(house: Building, game: str) -> None:
    """The others are kept waiting no longer than by anybody; who comes back in his turn has what is left of it."""
    ann, bob = await begun(house, game, "Ann", "Bob", turn_seconds=30)
    await until_turn_of(house, [ann, bob], 1)
    bob.disconnect()
    await house.wind(TURN_MS - 10_000)
    await bob.connect()
    assert bob.sight.table["due"] == {"turn1": 10_000}
    bob.disconnect()
    await house.wind(10_000)
    assert turn(ann) == 0
    assert len(of_house(house, ann.code)) == 1


@EVERY_GAME
async def test_with_nobody_there_it_stands_still(house: Building, game: str) -> None:
    """Who comes first has some seconds before it goes on."""
    ann, bob = await begun(house, game, "Ann", "Bob", turn_seconds=30)
    at = turn(ann)
    await house.wind(10_000)
    for guest in (ann, bob):
        guest.disconnect()
    await house.wind(600_000)
    assert moves(house, ann.code) == []
    await ann.connect()
    assert ann.sight.table["due"] == {f"turn{at}": RESUMED_MS}
    await house.wind(RESUMED_MS)
    assert len(of_house(house, ann.code)) == 1


@EVERY_GAME
async def test_it_stands_still_in_a_pause(house: Building, game: str) -> None:
    """And goes on with what was left; in the pause nobody is told of a time."""
    ann, bob = await begun(house, game, "Ann", "Bob", turn_seconds=30)
    at = turn(ann)
    await house.wind(10_000)
    for guest in (ann, bob):
        await guest.ask(t="pause", on=True)
    assert ann.frames[-1]["d"] == {}
    await bob.connect()
    assert bob.sight.table["due"] == {}
    await house.wind(600_000)
    for guest in (ann, bob):
        await guest.ask(t="pause", on=False)
    await house.wind(GOES_ON_MS)
    assert ann.frames[-1]["d"] == {f"turn{at}": TURN_MS - 10_000}
    await bob.connect()
    assert bob.sight.table["due"] == {f"turn{at}": TURN_MS - 10_000}
    await house.wind(TURN_MS - 10_000 - 1)
    assert moves(house, ann.code) == []
    await house.wind(1)
    assert len(of_house(house, ann.code)) == 1


@EVERY_GAME
async def test_after_a_rebuild_a_turn_has_ten_seconds(house: Building, game: str) -> None:
    """Also one that ran out while the server was down; one with more left keeps it."""
    ann, bob = await begun(house, game, "Ann", "Bob", turn_seconds=120)
    at = turn(ann)
    await house.wind(20_000)
    await house.restart()
    for guest in (ann, bob):
        await guest.connect()
    assert ann.sight.table["due"] == {f"turn{at}": 100_000}
    await house.wind(99_000)
    await house.restart()
    await house.wind(60_000)
    await ann.connect()
    assert ann.sight.table["due"] == {f"turn{at}": REBUILT_MS}
    await house.wind(REBUILT_MS - 1)
    assert moves(house, ann.code) == []
    await house.wind(1)
    assert len(of_house(house, ann.code)) == 1


@EVERY_GAME
async def test_bots_need_no_clock(house: Building, game: str) -> None:
    """They are done before it; with people who never move, a whole round goes by the house."""
    (ann,) = await begun(house, game, "Ann", bots=1, turn_seconds=30)
    await house.wind_until(lambda: ann.line.sight.room["phase"] != "play", 24 * 3_600_000)
    assert {entry.move.seat for entry in of_house(house, ann.code)} <= {ann.me, HOUSE}
    assert by_bot(house, ann.code, 1) > 0
