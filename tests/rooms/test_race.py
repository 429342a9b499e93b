"""Moves that meet: one has the place, the other is told by whom and by how much; and what ends a round ends it once."""

import pytest

from app.rooms.entry import MatchStarted, Moved, RoundStarted
from app.rooms.moves import OVERTAKEN_MS
from tests.support.rooms import Building, building

TO_QUEEN = "b0 0:AS 0:2S 0:3S 0:4S 0:5S 0:6S 0:7S 0:8S 0:9S 0:TS 0:JS 0:QS"


def rounds(house: Building, code: str) -> int:
    """How many rounds the log has dealt."""
    return sum(isinstance(entry, RoundStarted) for entry in house.log(code))


async def test_one_of_two_has_the_place(house: Building) -> None:
    """The first to arrive; the other is told of him and of the milliseconds between them, and keeps his card."""
    ann, bob = await house.laid("0w 2S\n1w 2S\nb0 0:AS")
    first = ann.post("play", "0w", ["0:2S"], "b0")
    house.clock.wind(43)
    second = bob.post("play", "1w", ["1:2S"], "b0")
    await house.settle()
    assert ann.answer(first)["p"] == {"0w": [0], "b0": [1, "0:2S"]}
    assert bob.answer(second) == {"t": "no", "k": second, "code": "taken", "by": 0, "ms": 43}
    assert bob.sight.table["piles"]["1w"] == [0, "1:2S"]
    assert ann.told("no") == []


async def test_whoever_comes_first_wins_every_time(house: Building) -> None:
    """Both in one turn of the loop; no card is made or lost."""
    ann, bob = await house.race("Ann", "Bob")
    room = await house.room(ann.code)
    won = {0: 0, 1: 0}
    for turn in range(60):
        await house.lay(room, "0w 2S\n1w 2S\nb0 0:AS")
        await house.wind(200)
        order = [(ann, 0), (bob, 1)][:: 1 if turn % 3 else -1]
        numbers = [guest.post("play", f"{seat}w", [f"{seat}:2S"], "b0") for guest, seat in order]
        await house.settle()
        (first, seat), (second, _) = order
        assert "p" in first.answer(numbers[0])
        assert second.answer(numbers[1]) == {"t": "no", "k": numbers[1], "code": "taken", "by": seat, "ms": 1}
        won[seat] += 1
        cards = [card for pile in room.kept.state.table.piles for card in pile.cards]
        assert len(cards) == len(set(cards)) == 7
    assert won == {0: 40, 1: 20}


async def test_two_moves_to_two_places_both_land(house: Building) -> None:
    ann, bob = await house.laid("0w 2S\n1w 2H\nb0 0:AS\nb1 0:AH")
    numbers = ann.post("play", "0w", ["0:2S"], "b0"), bob.post("play", "1w", ["1:2H"], "b1")
    await house.settle()
    assert "p" in ann.answer(numbers[0])
    assert "p" in bob.answer(numbers[1])


async def test_two_aces_both_find_a_place(house: Building) -> None:
    """They ask for a new pile, not for a certain one."""
    ann, bob = await house.laid("0w AS\n1w AS")
    numbers = ann.post("play", "0w", ["0:AS"], "new"), bob.post("play", "1w", ["1:AS"], "new")
    await house.settle()
    assert ann.answer(numbers[0])["p"]["b0"] == [0, "0:AS"]
    assert bob.answer(numbers[1])["p"]["b1"] == [0, "1:AS"]


async def test_the_next_card_may_follow_in_the_same_instant(house: Building) -> None:
    ann, bob = await house.laid("0w 2S\n1w 3S\nb0 0:AS")
    ann.post("play", "0w", ["0:2S"], "b0")
    k = bob.post("play", "1w", ["1:3S"], "b0")
    await house.settle()
    assert "p" in bob.answer(k)


@pytest.mark.parametrize(("ms", "code"), [(OVERTAKEN_MS, "taken"), (OVERTAKEN_MS + 1, "does_not_fit")])
async def test_long_after_the_other_it_is_no_race(house: Building, ms: int, code: str) -> None:
    ann, bob = await house.laid("0w 2S\n1w 2S\nb0 0:AS")
    await ann.move("play", "0w", ["0:2S"], "b0")
    await house.wind(ms)
    assert (await bob.move("play", "1w", ["1:2S"], "b0"))["code"] == code


async def test_what_never_was_legal_was_not_taken(house: Building) -> None:
    """Somebody else's move just before does not make it a race."""
    ann, bob = await house.laid("0w 2S\n1w 2H 9C\nb0 0:AS")
    await ann.move("play", "0w", ["0:2S"], "b0")
    assert (await bob.move("play", "1w", ["1:9C"], "b0"))["code"] == "does_not_fit"
    assert (await bob.move("play", "1w", ["1:2H"], "b0"))["code"] == "not_there"
    assert (await bob.move("play", "0w", ["0:3S"], "b0"))["code"] == "not_yours"


async def test_nobody_overtakes_himself(house: Building) -> None:
    ann, _ = await house.laid("0t1 6H\n0t2 5S\n0w 5C")
    await ann.move("play", "0t2", ["0:5S"], "0t1")
    assert (await ann.move("play", "0w", ["0:5C"], "0t1"))["code"] == "does_not_fit"


async def test_the_one_who_took_the_place_is_named_not_the_one_who_built_on(house: Building) -> None:
    ann, bob, cat = await house.laid("0w 2S\n1w 3S\n2w 2S\nb0 0:AS", "Ann", "Bob", "Cat")
    ann.post("play", "0w", ["0:2S"], "b0")
    house.clock.wind(10)
    bob.post("play", "1w", ["1:3S"], "b0")
    house.clock.wind(10)
    k = cat.post("play", "2w", ["2:2S"], "b0")
    await house.settle()
    assert cat.answer(k) == {"t": "no", "k": k, "code": "taken", "by": 0, "ms": 20}


async def test_a_bot_can_be_the_faster_one(house: Building) -> None:
    """It is a seat like any other."""
    (ann,) = await house.race("Ann", bots=1)
    room = await house.room(ann.code)
    await house.lay(room, "0w 2S\n1w 2S\nb0 0:AS\n1t1 9S\n1t2 9C\n1t3 8S\n1t4 8C\n1t5 7S")
    await house.wind_until(lambda: len(room.kept.state.table.pile("b0").cards) == 2)
    assert (await ann.move("play", "0w", ["0:2S"], "b0"))["code"] == "taken"


async def test_moves_of_an_earlier_round_are_forgotten() -> None:
    """They were another table's, however short ago."""
    async with building(countdown_ms=1) as house:
        ann, bob = await house.laid("0p 2S\n1w 2S\nb0 0:AS")
        await ann.move("play", "0p", ["0:2S"], "b0")
        for guest in (ann, bob):
            await guest.ask(t="ready", on=True)
        await house.wind(1)
        await house.lay(await house.room(ann.code), "1w 2S\nb0 0:AS 0:2S")
        assert (await bob.move("play", "1w", ["1:2S"], "b0"))["code"] == "does_not_fit"


async def test_the_place_of_the_king_that_stopped_was_taken(house: Building) -> None:
    """Two kings for one pile: the second is told who was faster, and not only that the table has stopped."""
    ann, bob = await house.laid(f"0w KS\n1w KS\n1t1 2S\nb1 1:AS\n{TO_QUEEN}")
    ann.post("play", "0w", ["0:KS"], "b0")
    house.clock.wind(7)
    king, other = bob.post("play", "1w", ["1:KS"], "b0"), bob.post("play", "1t1", ["1:2S"], "b1")
    await house.settle()
    assert bob.answer(king) == {"t": "no", "k": king, "code": "taken", "by": 0, "ms": 7}
    assert bob.answer(other)["code"] == "not_now"


# --- the end of a round, once -------------------------------------------------------------------------------


async def test_two_last_cards_in_one_instant_end_the_round_once(house: Building) -> None:
    """The first goes out; the second came too late; one sheet, the same for both, one next round."""
    ann, bob = await house.laid("0p AS\n1p AS")
    ann.post("play", "0p", ["0:AS"], "new")
    k = bob.post("play", "1p", ["1:AS"], "new")
    await house.settle()
    assert bob.answer(k)["code"] == "not_now"
    sheet = ann.sight.room["sheet"]
    assert sheet == bob.sight.room["sheet"]
    assert [(row["points"], row["total"]) for row in sheet["rows"]] == [(1, 1), (-2, -2)]
    assert sheet["ended_by"] == 0
    for guest in (ann, bob):
        await guest.ask(t="ready", on=True)
    assert rounds(house, ann.code) == 2


async def test_the_last_pounce_card_to_an_empty_space_ends_at_once(house: Building) -> None:
    ann, bob = await house.laid("0p 5H\n0t2 6C")
    frame = await ann.move("play", "0p", ["0:5H"], "0t1")
    assert frame["x"]["phase"] == "over"
    assert frame["room"]["phase"] == "between"
    assert bob.sight.room["sheet"]["ended_by"] == 0


async def test_who_reaches_the_target_wins_not_who_goes_out(house: Building) -> None:
    ann, bob = await house.laid("0p AS\n1p 2S\nb0 " + " ".join(f"1:{rank}H" for rank in "A23456789TJQK"))
    room = await house.room(ann.code)
    state = room.head.state._replace(totals=(20, 95))
    room.head = room.kept = room.head._replace(state=state)
    await ann.move("play", "0p", ["0:AS"], "new")
    assert bob.sight.room["phase"] == "over"
    assert bob.sight.room["sheet"]["winners"] == [1]
    assert bob.sight.room["sheet"]["ended_by"] == 0


async def test_next_round_pressed_by_everybody_at_once_is_one_round(house: Building) -> None:
    ann, bob, cat = await house.laid("0p AS", "Ann", "Bob", "Cat")
    await ann.move("play", "0p", ["0:AS"], "new")
    for guest in (cat, ann, bob, ann, cat, bob):
        guest.say(t="ready", on=True)
    await house.settle()
    assert rounds(house, ann.code) == 2
    assert ann.sight.room["phase"] == "play"
    await house.wind(60_000)
    assert rounds(house, ann.code) == 2


async def test_rematch_pressed_by_everybody_at_once_is_one_match(house: Building) -> None:
    """With the same seats, from nothing; the seed of the match before is shown, the next one sealed."""
    ann, bob = await house.laid("0p AS", target=0)
    seal = ann.sight.room["commitment"]
    await ann.move("play", "0p", ["0:AS"], "new")
    assert ann.sight.room["phase"] == "over"
    assert ann.sight.room["revealed"]
    assert ann.sight.room["commitment"] != seal
    for guest in (bob, ann, bob, ann):
        guest.say(t="ready", on=True)
    await house.settle()
    log = house.log(ann.code)
    assert sum(isinstance(entry, MatchStarted) for entry in log) == 2
    assert rounds(house, ann.code) == 2
    assert [seat["total"] for seat in bob.sight.room["seats"]] == [0, 0]
    assert bob.sight.room["round"] == 1
    assert bob.sight.room["revealed"] is None


async def test_a_vote_stays_over_a_refresh(house: Building) -> None:
    """And nothing else changes by it."""
    ann, bob = await house.race("Ann", "Bob")
    await ann.move("stuck")
    ann.disconnect()
    ann.reload()
    await ann.connect()
    assert ann.sight.table["facts"]["stuck"] == [0]
    frame = await bob.move("stuck")
    assert frame["x"]["phase"] == "stuck"
    assert len(frame["x"]["pulls"]) == 2


async def test_the_log_tells_the_order_of_arrival() -> None:
    """Whatever the clock says: `when` never runs backwards."""
    async with building() as house:
        ann, bob = await house.race("Ann", "Bob")
        for guest in (ann, bob):
            house.clock.jump(-5000)
            await guest.move("flip")
        times = [entry.when for entry in house.log(ann.code)]
        assert times == sorted(times)
        seats = [entry.seat for entry in house.log(ann.code) if isinstance(entry, Moved) and entry.seat >= 0]
        assert seats == [0, 1]
