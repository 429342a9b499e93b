"""What only the host may ask for: the match, bots, who sits at the table, who may talk."""

from typing import Any

import pytest

from app.rooms.entry import BotAdded, Entry, HostMade, Left, MatchStarted, Moved, Removed, RoundStarted, StoodIn
from app.rooms.house import HOST_AWAY_MS
from app.rooms.pause import GOES_ON_MS
from app.rules.game import HOUSE, Move
from app.rules.games.pounce import AGREE_MS
from app.wire import CLOSE_REMOVED
from tests.support.rooms import GO_MS, Building, Guest, kinds


def names(guest: Guest) -> dict[int, str]:
    """Who sits where, as this guest was told."""
    return {seat["seat"]: seat["name"] for seat in guest.sight.room["seats"]}


def seat_of(guest: Guest, number: int) -> dict[str, Any]:
    """One seat, as this guest was told."""
    (seat,) = [seat for seat in guest.sight.room["seats"] if seat["seat"] == number]
    return dict(seat)


def sorry(code: str, what: str) -> list[dict[str, Any]]:
    return [{"t": "sorry", "what": what, "code": code}]


def of(house: Building, code: str, kind: type[Entry]) -> list[Entry]:
    """The entries of one kind in a room's log."""
    return [entry for entry in house.log(code) if isinstance(entry, kind)]


def made_by(house: Building, code: str, seat: int) -> list[Moved]:
    """The moves of a seat of the round that no browser has sent."""
    return [entry for entry in house.log(code) if isinstance(entry, Moved) and entry.seat == seat and not entry.ack]


# --- the match ----------------------------------------------------------------------------------------------


HOSTS_ONLY: list[dict[str, Any]] = [
    {"t": "start"},
    {"t": "end"},
    {"t": "call_off"},
    {"t": "add_bot"},
    {"t": "remove", "seat": 0},
    {"t": "options", "options": {}},
    {"t": "bot", "seat": 1, "level": None},
    {"t": "free", "seat": 0},
    {"t": "host", "seat": 1},
    {"t": "lock", "on": True},
    {"t": "open", "on": True},
    {"t": "let_talk", "on": False},
    {"t": "grant", "id": 1, "on": True},
]


@pytest.mark.parametrize("message", HOSTS_ONLY, ids=lambda message: str(message["t"]))
async def test_others_ask_in_vain_for_what_is_the_hosts(house: Building, message: dict[str, Any]) -> None:
    """Neither a player nor an onlooker, and nothing has changed."""
    ann, bob = await house.table("Ann", "Bob")
    eve = await house.guest(ann.code, "Eve")
    before = len(house.log(ann.code))
    assert await bob.ask(**message) == sorry("not_host", message["t"])
    assert await eve.ask(**message) == sorry("not_seated", message["t"])
    assert len(house.log(ann.code)) == before
    assert ann.told("sorry") == []


async def test_one_alone_cannot_start(house: Building) -> None:
    (ann,) = await house.table("Ann")
    assert await ann.ask(t="start") == sorry("too_few", "start")
    await ann.ask(t="add_bot")
    assert "frame" in kinds(await ann.ask(t="start"))
    assert ann.sight.room["phase"] == "play"


async def test_start_pressed_by_everybody_at_once_starts_once(house: Building) -> None:
    """Twice by the host, and by the others, in one turn of the loop."""
    ann, bob = await house.table("Ann", "Bob")
    for guest in (bob, ann, ann, bob):
        guest.say(t="start")
    await house.settle()
    assert kinds(ann.told("sorry")) == ["sorry"]
    assert [message["code"] for message in bob.told("sorry")] == ["not_host", "not_host"]
    log = house.log(ann.code)
    assert sum(isinstance(entry, MatchStarted) for entry in log) == 1
    assert sum(isinstance(entry, RoundStarted) for entry in log) == 1


async def test_the_host_ends_a_match(house: Building) -> None:
    ann, bob = await house.race("Ann", "Bob")
    assert kinds(await ann.ask(t="end"))[0] == "frame"
    assert bob.sight.room["phase"] == "lobby"
    assert bob.sight.table == {}
    assert names(bob) == {0: "Ann", 1: "Bob"}
    assert await ann.ask(t="end") == sorry("not_now", "end")


@pytest.mark.parametrize("game", ["spite-and-malice", "pontis"])
async def test_the_host_calls_a_round_off(house: Building, game: str) -> None:
    """By a move of the house; nobody scores, and a match of several rounds goes on to the next."""
    ann, bob = await house.table("Ann", "Bob", game=game, **({"series": 3} if game == "pontis" else {}))
    await ann.ask(t="start")
    assert kinds(await ann.ask(t="call_off")) == ["frame"]
    (move,) = made_by(house, ann.code, HOUSE)
    assert move.move == Move(house.games[game].info.call_off)
    assert bob.sight.room["phase"] == "between"
    assert [row["points"] for row in bob.sight.room["sheet"]["rows"]] == [0, 0]
    assert bob.sight.room["sheet"]["winners"] == []
    assert bob.sight.room["sheet"]["ended_by"] is None
    for guest in (ann, bob):
        await guest.ask(t="ready", on=True)
    assert (bob.sight.room["phase"], bob.sight.room["round"]) == ("play", 2)


async def test_a_round_is_called_off_only_while_it_runs(house: Building) -> None:
    """Not in the lobby, not in a pause, not twice; and not in a game that knows no such end."""
    ann, bob = await house.table("Ann", "Bob", game="pontis")
    assert await ann.ask(t="call_off") == sorry("not_now", "call_off")
    await ann.ask(t="start")
    for guest in (ann, bob):
        await guest.ask(t="pause", on=True)
    assert ann.sight.room["paused"]
    assert await ann.ask(t="call_off") == sorry("not_now", "call_off")
    for guest in (ann, bob):
        await guest.ask(t="pause", on=False)
    await house.wind(GOES_ON_MS)
    for guest in (ann, bob):
        guest.say(t="call_off")
    ann.say(t="call_off")
    await house.settle()
    assert len(made_by(house, ann.code, HOUSE)) == 1
    assert [message["code"] for message in ann.told("sorry")] == ["not_now"] * 3
    assert bob.told("sorry")[-1]["code"] == "not_host"
    racers = await house.race("Ann", "Bob")
    assert await racers[0].ask(t="call_off") == sorry("not_now", "call_off")


async def test_bots_come_and_go(house: Building) -> None:
    (ann,) = await house.table("Ann", bots=2)
    assert await ann.ask(t="remove", seat=0) == sorry("not_now", "remove")
    assert await ann.ask(t="remove", seat=5) == sorry("not_seated", "remove")
    await ann.ask(t="remove", seat=1)
    assert sorted(names(ann)) == [0, 2]
    await ann.ask(t="add_bot")
    assert sorted(names(ann)) == [0, 1, 2]
    assert len(set(names(ann).values())) == 3


async def test_a_bot_removed_in_a_round_stops_playing_and_is_gone_with_the_round(house: Building) -> None:
    ann, _ = await house.race("Ann", "Bob", bots=1)
    await ann.ask(t="remove", seat=2)
    count = len(house.log(ann.code))
    await house.wind(60_000)
    assert len(house.log(ann.code)) == count
    assert await ann.ask(t="remove", seat=2) == sorry("not_seated", "remove")


@pytest.mark.parametrize(
    "options",
    [{"target": 99}, {"target": "100"}, {"silence": 1}, {"flip": True}, {"colour": "red"}, {"flip": 3, "x": 1}],
)
async def test_options_that_the_game_does_not_have_are_refused(house: Building, options: dict[str, Any]) -> None:
    (ann,) = await house.table("Ann")
    before = ann.sight.room["options"]
    assert await ann.ask(t="options", options=options) == sorry("bad_options", "options")
    assert ann.sight.room["options"] == before


async def test_options_are_written_out_and_hold_for_the_match(house: Building) -> None:
    """What is missing has its default; in a match they cannot be changed any more."""
    ann, bob = await house.table("Ann", "Bob")
    await ann.ask(t="options", options={"target": 50})
    await ann.ask(t="options", options={"flip": 1})
    assert bob.sight.room["options"] == {**bob.sight.room["options"], "flip": 1, "target": 100, "penalty": 2}
    await ann.ask(t="start")
    assert await ann.ask(t="options", options={"flip": 3}) == sorry("not_now", "options")


async def test_no_option_sends_anybody_away(house: Building) -> None:
    """Fewer places than there are seats taken are refused; as many are not."""
    ann, *_ = await house.table("Ann", "Bob", bots=1)
    assert await ann.ask(t="options", options={"players": 2}) == sorry("bad_options", "options")
    await ann.ask(t="options", options={"players": 3})
    assert ann.sight.room["options"]["players"] == 3
    assert await ann.ask(t="add_bot") == sorry("full", "add_bot")


# --- bots and their levels ----------------------------------------------------------------------------------


async def test_a_bot_has_the_level_that_was_asked_for_and_another_one_later(house: Building) -> None:
    """Also in a round; it keeps its name and its score."""
    (ann,) = await house.table("Ann")
    await ann.ask(t="add_bot", level="easy")
    before = seat_of(ann, 1)
    assert before["bot"] == "easy"
    await ann.ask(t="start")
    assert kinds(await ann.ask(t="bot", seat=1, level="sharp"))[0] == "frame"
    assert seat_of(ann, 1) == {**before, "bot": "sharp"}
    assert await ann.ask(t="bot", seat=1, level="sharp") == []
    await house.wind(GO_MS + 10_000)
    assert len(made_by(house, ann.code, 1)) >= 8


@pytest.mark.parametrize("level", ["", "perfect", "EASY"])
async def test_a_level_that_the_game_does_not_have_is_refused(house: Building, level: str) -> None:
    ann, bob = await house.race("Ann", "Bob", bots=1)
    bob.disconnect()
    count = len(house.log(ann.code))
    assert await ann.ask(t="add_bot", level=level) == sorry("bad_options", "add_bot")
    for seat in (1, 2):
        assert await ann.ask(t="bot", seat=seat, level=level) == sorry("bad_options", "bot")
    assert await ann.ask(t="bot", seat=2, level=None) == sorry("bad_options", "bot")
    assert len(house.log(ann.code)) == count


# --- bots that stand in -------------------------------------------------------------------------------------


async def away(house: Building, level: str = "sharp", **options: Any) -> list[Guest]:
    """A race of Ann and Bob, in which Bob is away and a bot stands in for him."""
    ann, bob = await house.race("Ann", "Bob", **options)
    bob.disconnect()
    await ann.ask(t="bot", seat=1, level=level)
    return [ann, bob]


async def test_a_bot_stands_in_until_its_person_is_back(house: Building) -> None:
    """The person is still shown as away; his first move is his own already."""
    ann, bob = await away(house)
    assert (seat_of(ann, 1)["stand_in"], seat_of(ann, 1)["bot"]) == ("sharp", None)
    assert ann.told("presence")[-1]["here"] == [0]
    await house.wind(20_000)
    count = len(made_by(house, ann.code, 1))
    assert count >= 10
    assert bob.room is not None
    bob.enter(bob.room)
    k = bob.post("pickup" if not bob.room.head.state.table.pile("1s").cards else "flip")
    await house.settle()
    assert "p" in bob.answer(k)
    kept = [entry.kind for entry in house.log(ann.code)]
    assert kept[-2:] == ["stand_in", "move"]
    assert seat_of(ann, 1)["stand_in"] is None
    await house.wind(20_000)
    assert len(made_by(house, ann.code, 1)) == count


NOTHING_FITS = "0t1 KS\n1t1 9S\n1t2 9C\n1t3 8S\n1t4 8C\n1t5 7S"


@pytest.mark.parametrize(("stock", "says"), [("\n1s -5D -4D -2H -6D -7D -8D -TD -JD", "flip"), ("", "stuck")])
async def test_a_stand_in_says_for_itself_whether_it_is_stuck(house: Building, stock: str, says: str) -> None:
    """The house agrees for nobody who is acted for."""
    ann, _ = await away(house, "easy")
    await house.lay(await house.room(ann.code), NOTHING_FITS + stock)
    await ann.move("stuck")
    await house.wind(5000)
    assert made_by(house, ann.code, 1)[-1].move.name == says
    await house.wind(AGREE_MS - 5000)
    assert not any(entry.move.name == "agree" for entry in made_by(house, ann.code, -1))


async def test_a_stand_in_is_ready_in_a_stop(house: Building) -> None:
    ann, _ = await away(house)
    await house.lay(await house.room(ann.code), "0w KS\nb0 0:AS 0:2S 0:3S 0:4S 0:5S 0:6S 0:7S 0:8S 0:9S 0:TS 0:JS 0:QS")
    await ann.move("play", "0w", ["0:KS"], "b0")
    await ann.move("ready")
    await house.wind(700)
    assert ann.sight.table["facts"]["phase"] == "race"
    assert [entry.move.name for entry in made_by(house, ann.code, 1)][-1] == "ready"


async def test_the_host_calls_a_stand_in_off(house: Building) -> None:
    """And sets another level; the same one twice is one entry."""
    ann, _ = await away(house, "easy")
    for level in ("easy", "sharp", "sharp", None, None):
        await ann.ask(t="bot", seat=1, level=level)
    assert [entry.level for entry in house.log(ann.code) if isinstance(entry, StoodIn)] == ["easy", "sharp", ""]
    count = len(made_by(house, ann.code, 1))
    await house.wind(10_000)
    assert len(made_by(house, ann.code, 1)) == count


async def test_nobody_is_stood_in_for_who_is_here_or_outside_of_a_match(house: Building) -> None:
    ann, bob = await house.table("Ann", "Bob")
    bob.disconnect()
    assert await ann.ask(t="bot", seat=1, level="easy") == sorry("not_now", "bot")
    await bob.connect()
    await ann.ask(t="start")
    assert await ann.ask(t="bot", seat=1, level="easy") == sorry("not_here", "bot")
    assert await ann.ask(t="bot", seat=0, level="easy") == sorry("not_here", "bot")
    assert await ann.ask(t="bot", seat=7, level="easy") == sorry("not_seated", "bot")
    await bob.ask(t="leave")
    assert await ann.ask(t="bot", seat=1, level="easy") == sorry("not_seated", "bot")


async def test_a_stand_in_holds_no_next_round_up_and_plays_in_it(house: Building) -> None:
    ann, bob = await away(house)
    await house.lay(await house.room(ann.code), "0p AS")
    await ann.move("play", "0p", ["0:AS"], "new")
    assert ann.sight.room["phase"] == "between"
    await ann.ask(t="ready", on=True)
    assert ann.sight.room["round"] == 2
    await house.wind(GO_MS + 5_000)
    count = len(made_by(house, ann.code, 1))
    assert count > 0
    await house.restart()
    await ann.connect()
    assert seat_of(ann, 1)["stand_in"] == "sharp"
    await house.wind(10_000)
    assert len(made_by(house, ann.code, 1)) > count
    await bob.connect()
    assert seat_of(ann, 1)["stand_in"] is None


async def test_with_the_match_the_stand_in_ends(house: Building) -> None:
    ann, _ = await away(house, target=0)
    await house.lay(await house.room(ann.code), "0p AS")
    await ann.move("play", "0p", ["0:AS"], "new")
    assert ann.sight.room["phase"] == "over"
    assert seat_of(ann, 1)["stand_in"] is None


# --- taking somebody from the table -------------------------------------------------------------------------


async def test_who_is_removed_cannot_come_back_but_play_elsewhere(house: Building) -> None:
    """His socket is closed when that is kept, every later one at once; the table is locked and off his list."""
    ann, bob, cat = await house.race("Ann", "Bob", "Cat")
    line = bob.line
    assert kinds(await ann.ask(t="remove", seat=1)) == ["frame"]
    assert line.closed == CLOSE_REMOVED
    assert line.sight.n == len(house.log(ann.code)), "he has seen what everybody saw"
    assert seat_of(cat, 1)["gone"]
    assert cat.sight.room["locked"]
    assert cat.told("presence")[-1]["here"] == [0, 2]
    await bob.connect()
    assert (bob.line.closed, bob.heard) == (CLOSE_REMOVED, [])
    assert (await house.people.person(bob.player)).tables == ()
    other = await house.guest(await house.lobby.create("pounce"), "Bob", token=bob.token)
    assert (await other.ask(t="sit", name="Bob"))[-1] == {"t": "you", "seat": 0}
    await house.restart()
    await bob.connect()
    assert bob.line.closed == CLOSE_REMOVED


async def test_nobody_is_sent_away_before_it_is_kept(house: Building) -> None:
    ann, bob = await house.table("Ann", "Bob")
    calls = len(house.fake.calls)
    house.fake.hold()
    ann.say(t="remove", seat=1)
    bob.say(t="rename", name="Robert")
    bob.say(t="sit", name="Bob")
    bob.say(t="claim", seat=0, name="Ann")
    await house.fake.arrived(calls + 1)
    await house.turn()
    closed = [bob.line.closed]
    house.fake.let_go()
    await house.settle()
    closed.append(bob.line.closed)
    assert closed == [None, CLOSE_REMOVED]
    assert names(ann) == {0: "Ann"}


async def test_who_was_removed_in_a_round_does_not_sit_again_through_an_old_socket(house: Building) -> None:
    ann, bob = await house.race("Ann", "Bob")
    calls = len(house.fake.calls)
    house.fake.hold()
    ann.say(t="remove", seat=1)
    bob.say(t="sit", name="Bob")
    bob.say(t="claim", seat=0, name="Ann")
    k = bob.post("flip")
    await house.fake.arrived(calls + 1)
    house.fake.let_go()
    await house.settle()
    assert [message["code"] for message in bob.told("sorry")] in ([], ["removed", "removed"])
    assert bob.answers(k) in ([], [{"t": "no", "k": k, "code": "not_seated"}])
    assert house.points(ann.code)[-1].room.removed == (bob.player,)
    assert isinstance(house.log(ann.code)[-1], Removed)


async def test_a_bot_that_is_removed_locks_nothing(house: Building) -> None:
    (ann,) = await house.table("Ann", bots=1)
    await ann.ask(t="remove", seat=1)
    assert not ann.sight.room["locked"]
    assert isinstance(house.log(ann.code)[-1], Left)


async def test_the_seat_of_somebody_who_is_away_is_freed(house: Building) -> None:
    """He may sit down again, unlike one who was removed."""
    ann, bob = await house.table("Ann", "Bob", bots=1)
    assert await ann.ask(t="free", seat=1) == sorry("not_here", "free")
    bob.disconnect()
    await ann.ask(t="free", seat=1)
    assert sorted(names(ann)) == [0, 2]
    assert (await house.people.person(bob.player)).tables == ()
    await bob.connect()
    assert (await bob.ask(t="sit", name="Bob"))[-1] == {"t": "you", "seat": 1}
    for seat, code in ((0, "not_now"), (2, "not_seated"), (7, "not_seated")):
        assert await ann.ask(t="free", seat=seat) == sorry(code, "free")


@pytest.mark.parametrize("what", ["remove", "free"])
async def test_with_the_last_other_the_next_deal_is_none(house: Building, what: str) -> None:
    """Between rounds, and nobody is left to play with."""
    ann, bob = await house.sheet("Ann", "Bob")
    bob.disconnect()
    await ann.ask(t=what, seat=1)
    await ann.ask(t="ready", on=True)
    assert ann.sight.room["phase"] == "lobby"
    assert names(ann) == {0: "Ann"}


# --- host, lock, talk ---------------------------------------------------------------------------------------


async def test_the_host_hands_over(house: Building) -> None:
    """To a person who is here; he is one of the others then."""
    ann, bob, cat = await house.table("Ann", "Bob", "Cat", bots=1)
    cat.disconnect()
    for seat, code in ((0, "not_now"), (2, "not_here"), (3, "not_seated"), (7, "not_seated")):
        assert await ann.ask(t="host", seat=seat) == sorry(code, "host")
    await ann.ask(t="host", seat=1)
    assert bob.sight.room["host"] == 1
    assert await ann.ask(t="lock", on=True) == sorry("not_host", "lock")
    assert kinds(await bob.ask(t="lock", on=True)) == ["frame"]


async def test_a_table_that_is_locked_takes_nobody_new(house: Building) -> None:
    """Those who sit stay; one who gives his seat up has none any more; bots are the host's own doing."""
    ann, bob = await house.race("Ann", "Bob")
    eve = await house.guest(ann.code, "Eve")
    await ann.ask(t="lock", on=True)
    assert await ann.ask(t="lock", on=True) == []
    assert await eve.ask(t="sit", name="Eve") == sorry("locked", "sit")
    assert await bob.ask(t="sit", name="Bob") == [{"t": "you", "seat": 1}]
    await bob.ask(t="leave")
    assert await bob.ask(t="sit", name="Bob") == sorry("locked", "sit")
    assert kinds(await ann.ask(t="add_bot"))[0] == "frame"
    await ann.ask(t="lock", on=False)
    assert (await bob.ask(t="sit", name="Bob"))[-1] == {"t": "you", "seat": 1}
    assert (await eve.ask(t="sit", name="Eve"))[-1] == {"t": "you", "seat": 3}


async def test_talk_is_switched_off_and_on(house: Building) -> None:
    ann, bob = await house.table("Ann", "Bob")
    for on in (False, False, True):
        await ann.ask(t="let_talk", on=on)
    assert bob.sight.room["talk"]
    assert [entry.kind for entry in house.log(ann.code)][-2:] == ["talk", "talk"]


async def test_a_host_who_is_away_and_freed_seats_pass_the_table_on(house: Building) -> None:
    """Whoever becomes host is a person who is here, whatever happened to the seats meanwhile."""
    ann, bob, cat, dan = await house.table("Ann", "Bob", "Cat", "Dan")
    bob.disconnect()
    await house.wind(HOST_AWAY_MS - 1000)
    await ann.ask(t="free", seat=1)
    bob = await house.guest(ann.code, "Bobby", token="another")
    await bob.ask(t="sit", name="Bobby")
    await ann.ask(t="remove", seat=2)
    await ann.ask(t="host", seat=3)
    dan.disconnect()
    await house.wind(HOST_AWAY_MS - 1)
    assert ann.sight.room["host"] == 3
    await house.wind(1)
    assert ann.sight.room["host"] == 0
    assert cat.line.closed == CLOSE_REMOVED
    assert [entry.seat for entry in house.log(ann.code) if isinstance(entry, HostMade)] == [3, 0]


async def test_a_bot_of_every_level_can_be_added(house: Building) -> None:
    (ann,) = await house.table("Ann")
    for level in ("easy", "steady", "sharp"):
        await ann.ask(t="add_bot", level=level)
    assert [entry.level for entry in house.log(ann.code) if isinstance(entry, BotAdded)] == ["easy", "steady", "sharp"]
