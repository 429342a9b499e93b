"""What the viewers of a room hear of each other."""

from tests.support.rooms import Building


async def test_everybody_hears_who_is_there(house: Building) -> None:
    """Seats with a living socket or a bot, and how many only look."""
    ann, bob = await house.table("Ann", "Bob", bots=1)
    await house.guest(ann.code, "Eve")
    assert ann.told("presence")[-1] == {"t": "presence", "here": [0, 1, 2], "ms": {}, "onlookers": 1, "due": {}}
    bob.disconnect()
    await house.settle()
    assert ann.told("presence")[-1]["here"] == [0, 2]
    await bob.connect()
    assert ann.told("presence")[-1]["here"] == [0, 1, 2]


async def test_a_ping_is_answered_at_once_and_a_new_round_trip_is_told(house: Building) -> None:
    """The answer waits for no store; trembling is not worth a message."""
    ann, bob = await house.race("Ann", "Bob")
    calls = len(house.fake.calls)
    house.fake.hold()
    ann.post("flip")
    await house.fake.arrived(calls + 1)
    bob.say(t="ping", ms=40)
    await house.turn()
    assert bob.told("pong") == [{"t": "pong"}]
    house.fake.let_go()
    await house.wind(5000)
    assert ann.told("presence")[-1]["ms"] == {"1": 40}
    count = len(ann.told("presence"))
    await bob.ask(t="ping", ms=45)
    await house.wind(5000)
    assert len(ann.told("presence")) == count
    await bob.ask(t="ping", ms=180)
    await house.wind(5000)
    assert ann.told("presence")[-1]["ms"] == {"1": 180}
