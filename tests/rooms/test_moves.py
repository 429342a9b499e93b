"""Moves of people: made or refused for one reason, and answered once however often they are sent."""

from typing import Any

import pytest

from tests.support.rooms import GO_MS, Building, kinds

TO_QUEEN = "b0 0:AS 0:2S 0:3S 0:4S 0:5S 0:6S 0:7S 0:8S 0:9S 0:TS 0:JS 0:QS"


# --- asked twice --------------------------------------------------------------------------------------------


async def test_a_move_sent_twice_is_made_once(house: Building) -> None:
    """At once, and again much later."""
    ann, _ = await house.race("Ann", "Bob")
    k = ann.post("flip")
    ann.post("flip", k=k)
    await house.wind(5000)
    ann.post("flip", k=k)
    await house.settle()
    assert kinds(ann.answers(k)) == ["frame", "ok", "ok"]
    assert len(house.moves(ann.code)) == 1


async def test_a_refusal_is_given_again_even_if_it_would_be_legal_now(house: Building) -> None:
    """The first answer stands: the browser has put the card back."""
    ann, bob = await house.laid("0w 2S\n1w 3S\nb0 0:AS")
    k = bob.post("play", "1w", ["1:3S"], "b0")
    await ann.move("play", "0w", ["0:2S"], "b0")
    bob.post("play", "1w", ["1:3S"], "b0", k=k)
    await house.settle()
    assert bob.answers(k) == [{"t": "no", "k": k, "code": "does_not_fit"}] * 2
    assert "p" in await bob.move("play", "1w", ["1:3S"], "b0")


async def test_a_resent_move_that_is_not_kept_yet_waits_too(house: Building) -> None:
    ann, _ = await house.race("Ann", "Bob")
    calls = len(house.fake.calls)
    house.fake.hold()
    k = ann.post("flip")
    await house.fake.arrived(calls + 1)
    ann.post("flip", k=k)
    await house.turn()
    assert ann.answers(k) == []
    house.fake.let_go()
    await house.settle()
    assert kinds(ann.answers(k)) == ["frame", "ok"]


async def test_after_a_reconnect_the_welcome_names_the_moves_that_were_made(house: Building) -> None:
    """Those that are kept; one that is not yet is answered when it is. The first move after it is made at once."""
    ann, _ = await house.race("Ann", "Bob")
    room = await house.room(ann.code)
    kept = ann.post("flip")
    await house.settle()
    calls = len(house.fake.calls)
    house.fake.hold()
    waiting = ann.post("flip")
    await house.fake.arrived(calls + 1)
    ann.disconnect()
    ann.enter(room)
    ann.post("flip", k=kept)
    ann.post("flip", k=waiting)
    following = ann.post("flip")
    await house.turn()
    assert ann.told("welcome")[0]["moved"] == [kept]
    house.fake.let_go()
    await house.settle()
    assert kinds(ann.answers(waiting)) == ["frame", "ok"]
    assert kinds(ann.answers(following)) == ["frame"]
    assert [entry.ack for entry in house.moves(ann.code)] == [f"{ann.load}:{k}" for k in (kept, waiting, following)]


async def test_after_a_killed_server_nothing_is_made_twice(house: Building) -> None:
    """The log knows what it holds: kept is made, not kept can be made again."""
    ann, bob = await house.race("Ann", "Bob")
    kept = ann.post("flip")
    await house.settle()
    calls = len(house.fake.calls)
    house.fake.hold()
    lost = ann.post("flip")
    await house.fake.arrived(calls + 1)
    await house.restart()
    house.fake.let_go()
    await ann.connect()
    await bob.connect()
    assert ann.told("welcome")[0]["moved"] == [kept]
    ann.post("flip", k=kept)
    ann.post("flip", k=lost)
    await house.settle()
    assert ann.answer(kept) == {"t": "ok", "k": kept}
    assert "p" in ann.answer(lost)
    assert [entry.ack for entry in house.moves(ann.code)] == [f"{ann.load}:{kept}", f"{ann.load}:{lost}"]
    assert bob.sight.table["piles"] == ann.sight.table["piles"]


async def test_another_page_load_counts_its_moves_anew(house: Building) -> None:
    ann, _ = await house.race("Ann", "Bob")
    await ann.move("flip")
    ann.disconnect()
    ann.reload()
    await ann.connect()
    assert ann.told("welcome")[0]["moved"] == []
    ann.post("flip", k=1)
    await house.settle()
    assert "p" in ann.answer(1)


async def test_moves_of_others_say_nothing_about_ones_own(house: Building) -> None:
    """Two browsers with the same page-load id (a copied page) are still two persons."""
    ann, bob = await house.race("Ann", "Bob")
    bob.disconnect()
    bob.load = ann.load
    await bob.connect()
    await ann.move("flip")
    bob.post("flip", k=1)
    await house.settle()
    assert "p" in bob.answer(1)


# --- when nothing moves -------------------------------------------------------------------------------------


async def test_nothing_moves_before_go(house: Building) -> None:
    """Refused, and nothing has changed; after Go the same move is made."""
    ann, _ = await house.table("Ann", "Bob")
    assert (await ann.move("flip"))["code"] == "not_now"
    await ann.ask(t="start")
    await house.wind(GO_MS - 1)
    assert (await ann.move("flip"))["code"] == "not_now"
    assert ann.sight.table["piles"]["0w"] == [0]
    await house.wind(1)
    assert "p" in await ann.move("flip")


async def test_nothing_moves_in_a_stop(house: Building) -> None:
    """From the king on until everybody is ready, whoever made it."""
    ann, bob = await house.laid(f"0w KS\n1w 2S\nb1 1:AS\n{TO_QUEEN}")
    frame = await ann.move("play", "0w", ["0:KS"], "b0")
    assert (frame["x"]["phase"], frame["x"]["pile"]) == ("stopped", "b0")
    assert (await bob.move("play", "1w", ["1:2S"], "b1"))["code"] == "not_now"
    await bob.move("ready")
    assert (await bob.move("ready"))["code"] == "nothing_to_do"
    assert (await bob.move("play", "1w", ["1:2S"], "b1"))["code"] == "not_now"
    await ann.move("ready")
    assert "p" in await bob.move("play", "1w", ["1:2S"], "b1")


async def test_nothing_moves_on_the_sheet(house: Building) -> None:
    ann, bob = await house.laid("0p AS\n1w AS")
    await ann.move("play", "0p", ["0:AS"], "new")
    for guest in (ann, bob):
        assert (await guest.move("play", "1w", ["1:AS"], "new"))["code"] == "not_now"


@pytest.mark.parametrize(
    "move",
    [
        ["jump"],
        [""],
        ["play"],
        ["play", "9w", ["0:2S"], "b0"],
        ["play", "0w", [], "b0"],
        ["play", "0w", ["0:2S", "0:2S"], "b0"],
        ["play", "0w", ["0:2S"] * 32, "b0"],
        ["play", "0w", ["9:ZZ"], "b0"],
        ["play", "0w", ["?"], "b0"],
        ["play", "0s", ["?"], "b0"],
        ["play", "0w", ["0:2S"], "b99"],
        ["play", "0w", ["0:2S"], "1t1"],
        ["play", "b0", ["0:AS"], "0t1"],
        ["play", "0w", "0:2S", "b0"],
        [["play"], "0w", ["0:2S"], "b0"],
        ["flip", "0s"],
        ["go"],
        ["resume"],
        ["agree"],
    ],
)
async def test_no_shape_of_a_move_does_harm(house: Building, move: list[Any]) -> None:
    """Piles and cards that are not there, moves of HOUSE, anything: refused, the table untouched, play goes on."""
    ann, _ = await house.laid("0w 2S\nb0 0:AS")
    room = await house.room(ann.code)
    before = room.head
    assert (await ann.move(*move))["t"] == "no"
    assert room.head is before
    assert "p" in await ann.move("play", "0w", ["0:2S"], "b0")


async def test_too_many_moves_are_too_fast(house: Building) -> None:
    """Twice the rate in a burst, then the rate; refused ones do not count and may be sent again as they were."""
    ann, bob = await house.race("Ann", "Bob")
    numbers = [ann.post("unstuck" if turn % 2 else "stuck") for turn in range(24)]
    await house.settle()
    codes = [message["code"] for message in ann.told("no")]
    assert codes == ["too_fast"] * 4
    assert (await bob.move("play", "1w", ["1:2S"], "b9"))["t"] == "no"
    await house.wind(100)
    ann.post("stuck", k=numbers[20])
    ann.post("unstuck", k=numbers[21])
    await house.settle()
    assert "x" in ann.answers(numbers[20])[-1]
    assert ann.answers(numbers[21])[-1]["code"] == "too_fast"


async def test_wrong_guesses_cost_no_right_move(house: Building) -> None:
    ann, _ = await house.laid("0w 2S\nb0 0:AS")
    for _ in range(60):
        ann.post("play", "0w", ["0:2S"], "b5")
    assert "p" in await ann.move("play", "0w", ["0:2S"], "b0")
