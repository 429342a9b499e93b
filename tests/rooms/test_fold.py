"""What each entry makes of a room."""

import copy
import hashlib
import json
from dataclasses import replace
from typing import get_args

import pytest

from app.rooms.entry import (
    BotAdded,
    Claimed,
    Created,
    Ended,
    Entry,
    HostMade,
    Left,
    Locked,
    MatchStarted,
    Moved,
    OptionsSet,
    Paused,
    PauseWanted,
    Readied,
    Removed,
    Renamed,
    RoundStarted,
    Sat,
    Sealed,
    StoodIn,
    UnknownEntry,
    decode,
    encode,
)
from app.rooms.fold import fold, start
from app.rooms.point import Point, RoomState
from app.rules.card import Card
from app.rules.game import HOUSE, Move, complete
from app.rules.games.pounce import GAME
from app.rules.notation import piles_to_text
from app.rules.registry import games
from tests.support.games import VECTORS
from tests.support.rooms import folded, raced

SEED = "5e" * 32
OPTIONS = complete(GAME.info, {"target": 50})
CREATED = Created(1000, "KQ7M4X", "pounce")
ANN = Sat(1001, 0, "ann", "Ann")
BOB = Sat(1002, 1, "bob", "Bob")
CAT = Sat(1003, 2, "cat", "Cat")
MATCH = MatchStarted(1100, "pounce", OPTIONS, SEED)
DEAL = RoundStarted(1101, (0, 1))
GO = Moved(5101, HOUSE, "", Move("go"))


def after(*entries: Entry, point: Point | None = None) -> Point:
    """The room after these entries; without a point they follow its making."""
    if point is None:
        point = start(CREATED, games())
    for entry in entries:
        point = fold(point, entry, games())
    return point


def seats(point: Point) -> dict[int, str]:
    """The seats by number: name, in brackets when given up."""
    return {seat.number: f"({seat.name})" if seat.gone else seat.name for seat in point.room.seats}


def finished(point: Point, *, winner: int = 0, when: int = 9000, pile: str = "") -> Point:
    """The same after a round in which this seat goes out with an ace, by this table."""
    state = raced(point.state, pile or f"{winner}p AS")
    ace = Card(f"{winner}:AS")
    out = Moved(when, winner, "", Move("play", f"{winner}p", (ace,), "new"))
    return fold(point._replace(state=state, clocks=()), out, games())


def test_a_log_begins_with_a_room() -> None:
    point = start(CREATED, games())
    assert point == Point(RoomState("KQ7M4X", "pounce", complete(GAME.info, {})), None, (), 1, 1000, 0)


@pytest.mark.parametrize("first", [ANN, Created(1, "KQ7M4X", "bridge"), Ended(1)])
def test_no_other_log_is_a_room(first: Entry) -> None:
    with pytest.raises(UnknownEntry):
        start(first, games())


def test_a_room_is_created_once() -> None:
    with pytest.raises(UnknownEntry):
        after(CREATED)


def test_folding_changes_nothing_that_was_there() -> None:
    """The point before is another value, whole, and the same entries give the same room."""
    entries = (ANN, BOB, Sealed(1004, "aa" * 32), MATCH, DEAL, GO)
    point = start(CREATED, games())
    for entry in entries:
        before = copy.deepcopy(point)
        following = fold(point, entry, games())
        assert point == before
        assert following == fold(point, entry, games())
        assert following.seq == point.seq + 1
        assert following.when == entry.when
        point = following


# --- seats and host -----------------------------------------------------------------------------------------


def test_sitting_and_leaving_in_the_lobby() -> None:
    point = after(ANN, CAT, BOB)
    assert seats(point) == {0: "Ann", 1: "Bob", 2: "Cat"}
    assert seats(after(Left(1004, 1), point=point)) == {0: "Ann", 2: "Cat"}


def test_the_first_person_is_host_and_a_bot_never_is() -> None:
    point = after(BotAdded(1000, 0, "Marble", "steady"), BOB, CAT)
    assert point.room.host == 1
    assert after(Left(1004, 1), Left(1005, 2), point=point).room.host is None


def test_the_longest_seated_follows_the_host() -> None:
    """By the order of sitting down, whatever the numbers of the seats."""
    point = after(CAT, BOB, ANN)
    assert point.room.host == 2
    assert after(Left(1004, 2), point=point).room.host == 1
    assert after(Left(1004, 2), Left(1005, 1), point=point).room.host == 0


def test_a_host_is_made_and_stays_until_he_leaves() -> None:
    point = after(ANN, BOB, CAT, HostMade(1004, 2))
    assert point.room.host == 2
    assert after(Left(1005, 0), point=point).room.host == 2
    assert after(Left(1005, 2), point=point).room.host == 0


def test_a_seat_given_up_in_a_match_stays_until_the_round_ends() -> None:
    point = after(ANN, BOB, CAT, MATCH, RoundStarted(1101, (0, 1, 2)), GO, Left(5200, 0))
    assert seats(point) == {0: "(Ann)", 1: "Bob", 2: "Cat"}
    assert point.room.host == 1
    assert point.room.players == (0, 1, 2)
    dealt = after(RoundStarted(9001, (1, 2)), point=finished(point, winner=1))
    assert seats(dealt) == {1: "Bob", 2: "Cat"}
    assert dealt.room.players == (1, 2)


def test_who_comes_back_before_the_deal_has_his_seat_and_his_points_again() -> None:
    point = finished(after(ANN, BOB, MATCH, DEAL, GO, Left(5200, 1)), pile="0p AS\n1p 2H 3H")
    back = after(replace(BOB, when=9001, name="Bobby"), RoundStarted(9002, (0, 1)), point=point)
    assert seats(back) == {0: "Ann", 1: "Bobby"}
    assert back.state.totals == (1, -4)


def test_a_newcomer_in_a_match_plays_from_the_next_round() -> None:
    """Waiting means: has a seat, but none of the round. He may leave again as from a lobby."""
    point = after(ANN, BOB, MATCH, DEAL, GO, replace(CAT, when=5200))
    assert point.room.players == (0, 1)
    assert len(point.state.totals) == 2
    assert seats(after(Left(5300, 2), point=point)) == {0: "Ann", 1: "Bob"}
    dealt = after(RoundStarted(9001, (0, 1, 2)), point=finished(point))
    assert dealt.state.totals == (1, -4, 0)


def test_a_name_changes_and_nothing_else() -> None:
    point = after(ANN, BOB)
    renamed = after(Renamed(1004, 1, "Robert"), point=point)
    assert renamed.room == replace(point.room, seats=(point.room.seats[0], replace(point.room.seats[1], name="Robert")))


# --- ready, the seal, the shares of the seed ----------------------------------------------------------------


def test_ready_and_not_any_more() -> None:
    point = after(ANN, BOB, Readied(1004, 0, True, ""))
    assert [seat.ready for seat in point.room.seats] == [True, False]
    assert not after(Readied(1005, 0, False, ""), point=point).room.seats[0].ready


def test_the_first_share_of_the_seed_counts() -> None:
    """A later one could be chosen with knowledge of the others."""
    first, second = "01" * 16, "02" * 16
    point = after(ANN, Readied(1004, 0, True, first), Readied(1005, 0, True, second), Readied(1006, 0, False, ""))
    assert point.room.seats[0].add == first


def test_a_match_uses_the_shares_up() -> None:
    point = after(ANN, BOB, Sealed(1004, "aa" * 32), Readied(1005, 0, True, "01" * 16), MATCH)
    assert [(seat.ready, seat.add) for seat in point.room.seats] == [(False, ""), (False, "")]
    assert point.room.match_sealed == "aa" * 32
    assert point.room.revealed == ""


def test_the_seal_is_shown_when_the_match_is_over_and_a_new_one_is_set() -> None:
    """Never while a round can still come of it."""
    running = after(ANN, BOB, Sealed(1004, "aa" * 32), MATCH, DEAL, GO)
    between = finished(running)
    assert between.room.phase == "between"
    assert between.room.revealed == ""
    dealt = after(RoundStarted(9001, (0, 1)), point=between)
    won = finished(dealt._replace(state=dealt.state._replace(totals=(60, 0))), when=9900)
    assert won.room.phase == "over"
    assert won.room.revealed == "aa" * 32
    assert after(Ended(5200), point=running).room.revealed == "aa" * 32
    again = after(Sealed(9901, "bb" * 32), replace(MATCH, when=9902), point=won)
    assert (again.room.match_sealed, again.room.revealed) == ("bb" * 32, "")


# --- matches and rounds -------------------------------------------------------------------------------------


def test_options_wait_for_the_next_match() -> None:
    other = complete(GAME.info, {"target": 200})
    point = after(ANN, BOB, OptionsSet(1004, other), MATCH, DEAL)
    assert point.room.options == other
    assert point.room.match_options == OPTIONS
    assert point.state.rules.options["target"] == 50


def test_a_deal_follows_from_the_log_alone() -> None:
    """Match seed and number of the round; another round, other cards."""
    first = after(ANN, BOB, MATCH, DEAL)
    assert first.state.table == after(ANN, BOB, MATCH, DEAL).state.table
    second = after(RoundStarted(9001, (0, 1)), point=finished(after(GO, point=first)))
    assert second.room.round == 2
    assert second.state.table != first.state.table


@pytest.mark.parametrize("entry", [DEAL, replace(DEAL, when=7)])
def test_a_deal_without_a_match_is_not_understood(entry: Entry) -> None:
    with pytest.raises(UnknownEntry):
        after(ANN, BOB, entry)


def test_the_sheet_of_a_round() -> None:
    """Seats are those of the room, whatever seats the round gave them."""
    point = after(BOB, CAT, MATCH, RoundStarted(1101, (1, 2)), GO)
    scored = finished(point, winner=1, when=9101, pile="1p AS\n0p 5C 6C")
    sheet = scored.room.sheet
    assert sheet is not None
    assert (sheet.round, sheet.ended_by, sheet.lasted, sheet.winners) == (1, 2, 8000, ())
    assert [(line.seat, line.name, line.points, line.total) for line in sheet.lines] == [
        (1, "Bob", -4, -4),
        (2, "Cat", 1, 1),
    ]
    assert dict(sheet.lines[0].parts) == {"cards": 0, "penalty": -4, "bonus": 0}
    assert scored.room.ended == 9101


def test_totals_are_carried_into_the_next_round() -> None:
    point = finished(after(ANN, BOB, MATCH, DEAL, GO))
    for number in (2, 3):
        point = finished(after(RoundStarted(point.when + 1, (0, 1)), point=point), when=point.when + 100)
        sheet = point.room.sheet
        assert sheet is not None
        assert [line.total for line in sheet.lines] == [number, -4 * number]


def won(point: Point, *, when: int = 9000) -> Point:
    """The same after a round with which Ann wins the match."""
    return finished(point._replace(state=point.state._replace(totals=(60, 0))), when=when)


def test_a_new_match_begins_at_nothing() -> None:
    point = won(after(ANN, BOB, MATCH, DEAL, GO))
    again = after(replace(MATCH, when=9100), RoundStarted(9101, (0, 1)), point=point)
    assert again.state.totals == (0, 0)
    assert [seat.carry for seat in again.room.seats] == [{}, {}]
    assert again.room.round == 1
    assert again.room.match == 2
    assert again.room.sheet is None


def test_until_it_is_dealt_the_last_sheet_stays() -> None:
    """Nobody sees a finished match without its sheet, not even for one frame."""
    point = won(after(ANN, BOB, MATCH, DEAL, GO, Readied(5200, 0, True, "")))
    started = after(replace(MATCH, when=9100), point=point)
    assert (started.room.phase, started.room.round, started.room.players) == ("over", 1, (0, 1))
    assert started.room.sheet is point.room.sheet
    assert [seat.carry["total"] for seat in started.room.seats] == [61, -4]
    assert not any(seat.ready for seat in started.room.seats)


def test_the_end_leads_back_to_the_lobby() -> None:
    """The same seats without those given up, nothing ready, no table; the options stay."""
    point = after(ANN, BOB, CAT, MATCH, RoundStarted(1101, (0, 1, 2)), GO, Left(5200, 0), Ended(5300))
    assert seats(point) == {1: "Bob", 2: "Cat"}
    assert (point.room.phase, point.room.host, point.room.players, point.room.round) == ("lobby", 1, (), 0)
    assert (point.state, point.clocks, point.room.sheet, point.room.seed) == (None, (), None, b"")


def test_entries_of_a_match_are_counted_from_its_start() -> None:
    point = after(ANN, BOB, MATCH)
    assert point.match_entries == 1
    assert after(DEAL, GO, point=point).match_entries == 3


# --- who sits there: removed, claimed, stood in for -----------------------------------------------------------


def test_who_is_removed_is_gone_for_ever_and_the_table_is_locked() -> None:
    point = after(ANN, BOB, Removed(1004, 1))
    assert seats(point) == {0: "Ann"}
    assert (point.room.removed, point.room.locked) == (("bob",), True)
    playing = after(ANN, BOB, CAT, MATCH, RoundStarted(1101, (0, 1, 2)), Removed(5200, 0))
    assert seats(playing) == {0: "(Ann)", 1: "Bob", 2: "Cat"}
    assert playing.room.host == 1
    assert after(Locked(5201, False), Ended(5202), point=playing).room.removed == ("ann",)


def test_a_claimed_seat_is_the_other_persons_with_all_that_belongs_to_it() -> None:
    point = finished(after(ANN, BOB, MATCH, DEAL, GO, StoodIn(5200, 1, "easy"), PauseWanted(5201, 1, True)))
    claimed = after(Claimed(9100, 1, "phone"), point=point)
    assert claimed.room.seats[1] == replace(point.room.seats[1], player="phone", stand_in="")
    assert claimed.room.pausing == ()


@pytest.mark.parametrize("phase", ["lobby", "play", "between"])
def test_a_person_who_claims_has_one_seat_and_stays_host(phase: str) -> None:
    """What is left of the other one, until the next deal, is nobody's."""
    point = after(ANN, BOB, CAT)
    if phase != "lobby":
        point = after(MATCH, RoundStarted(1101, (0, 1, 2)), GO, point=point)
    if phase == "between":
        point = finished(point)
    claimed = after(Claimed(9100, 2, "ann"), point=point)
    assert [seat.number for seat in claimed.room.seats if seat.player == "ann"] == [2]
    assert seats(claimed) == ({} if phase == "lobby" else {0: "(Ann)"}) | {1: "Bob", 2: "Cat"}
    assert claimed.room.host == 2


def test_a_stand_in_ends_with_its_seat_and_with_the_match() -> None:
    point = after(ANN, BOB, MATCH, DEAL, GO, StoodIn(5200, 1, "easy"))
    assert point.room.seats[1].stand_in == "easy"
    assert finished(point).room.seats[1].stand_in == "easy"
    for other in (
        after(StoodIn(5300, 1, ""), point=point),
        after(Left(5300, 1), point=point),
        after(Left(5300, 1), replace(BOB, when=5301), point=point),
        after(Ended(5300), point=point),
        won(point),
    ):
        assert other.room.seats[1].stand_in == ""


def test_a_bot_that_sits_there_changes_its_level_and_nothing_else() -> None:
    point = after(ANN, BotAdded(1002, 1, "Marble", "easy"), MATCH, DEAL)
    other = after(BotAdded(1200, 1, "Marble", "sharp"), point=point)
    assert other.room.seats[1] == replace(point.room.seats[1], bot="sharp")


# --- pauses ---------------------------------------------------------------------------------------------------


def test_a_wish_means_the_pause_and_then_its_end() -> None:
    point = after(ANN, BOB, MATCH, DEAL, PauseWanted(1200, 1, True), PauseWanted(1201, 0, True))
    assert point.room.pausing == (1, 0)
    assert after(PauseWanted(1202, 1, False), point=point).room.pausing == (0,)
    assert after(Left(1202, 1), point=point).room.pausing == (0,)
    paused = after(Paused(1202, True), point=point)
    assert (paused.room.paused, paused.room.pausing) == (1202, ())
    assert after(PauseWanted(1300, 0, False), point=paused).room.pausing == (0,)
    assert after(PauseWanted(1300, 0, False), PauseWanted(1301, 0, True), point=paused).room.pausing == ()


def test_clocks_stand_still_in_a_pause() -> None:
    """Each has run as long after it as before; the pauses are no part of the round's time."""
    point = after(ANN, BOB, MATCH, DEAL, Paused(2101, True), Paused(62_101, False))
    assert point.clocks == (("go", 61_101),)
    again = after(Paused(63_101, True), Paused(64_101, False), point=point)
    assert again.clocks == (("go", 62_101),)
    assert again.room.rested == 61_000
    sheet = finished(after(replace(GO, when=65_101), point=again), when=70_101).room.sheet
    assert sheet is not None
    assert sheet.lasted == 70_101 - 1101 - 61_000


def test_the_end_ends_a_pause_too() -> None:
    ended = after(ANN, BOB, MATCH, DEAL, Paused(2101, True), PauseWanted(2102, 0, False), Ended(2103)).room
    assert (ended.paused, ended.pausing) == (0, ())


# --- logs of released versions ------------------------------------------------------------------------------

RECORDED = sorted(path.name.removesuffix(".jsonl") for path in VECTORS.glob("log-*.jsonl"))


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_log_folds_to_the_same_sheets_for_ever(name: str) -> None:
    """Evenings of people who come late, stay away, pause or are sent away, and of bots, each recorded once: every move
    is still legal, every table the same, every sheet the same. No file is ever recorded again: a rule that changes is
    a new value of an option, and a version that writes new entries adds a log of its own.
    """
    lines = (VECTORS / f"{name}.jsonl").read_bytes().splitlines()
    entries = [decode(line) for line in lines]
    assert [encode(entry) for entry in entries] == lines
    points = folded(entries)
    sheets, lasted = [], []
    tables = hashlib.sha256()
    sheet = None
    for at in points:
        if at.room.sheet is not None and at.room.sheet is not sheet:
            sheet = at.room.sheet
            rows = [[line.seat, line.name, line.points, line.total, dict(line.parts)] for line in sheet.lines]
            sheets.append({"entry": at.seq, "rows": rows, "ended_by": sheet.ended_by, "winners": sheet.winners})
            lasted.append(sheet.lasted)
        tables.update((piles_to_text(at.state.table) if at.state is not None else "").encode() + b"\0")
    room = points[-1].room
    end = {
        "phase": room.phase,
        "host": room.host,
        "seats": {str(seat.number): [seat.name, seat.bot, seat.gone, dict(seat.carry)] for seat in room.seats},
        "revealed": room.revealed,
        "sheets": sheets,
        "tables": tables.hexdigest(),
        "lasted": lasted,
        "match": room.match,
        "removed": room.removed,
        "locked": room.locked,
        "talk": room.talk,
        "opened": room.opened,
        "won": room.won,
        "helped": room.helped,
    }
    expected = json.loads((VECTORS / f"{name}.end.json").read_text("utf-8"))
    # An older file says less: what came later is nothing that it could have held.
    assert {key: value for key, value in json.loads(json.dumps(end)).items() if key in expected} == expected


def test_the_recorded_logs_hold_every_kind_of_entry() -> None:
    """What no log holds could change unseen."""
    kinds, names = set[type[Entry]](), set[str]()
    for name in RECORDED:
        for line in (VECTORS / f"{name}.jsonl").read_bytes().splitlines():
            entry = decode(line)
            kinds.add(type(entry))
            names.update({entry.move.name} if isinstance(entry, Moved) else ())
    assert kinds == set(get_args(Entry))
    pounce = {"play", "flip", "pickup", "stuck", "unstuck", "ready", "go", "resume", "agree"}
    spite_and_malice = {"play", "time_up", "call_off"}
    pontis = {"open", "name", "lay", "pass", "timeout", "end"}
    thumb_and_pouch = {"flip", "pickup", "play", "give_up"}
    puss_in_the_corner = {"play", "redeal", "give_up"}
    assert names == pounce | spite_and_malice | pontis | thumb_and_pouch | puss_in_the_corner


# --- clocks -------------------------------------------------------------------------------------------------


def test_a_timer_runs_from_the_entry_with_which_it_came_up() -> None:
    dealt = after(ANN, BOB, MATCH, DEAL)
    assert dealt.clocks == (("go", 1101),)
    assert after(GO, point=dealt).clocks == ()
    king = raced(dealt.state, "0w KS\nb0 0:AS 0:2S 0:3S 0:4S 0:5S 0:6S 0:7S 0:8S 0:9S 0:TS 0:JS 0:QS")
    stopped = after(
        Moved(6000, 0, "", Move("play", "0w", (Card("0:KS"),), "b0")), point=dealt._replace(state=king, clocks=())
    )
    assert stopped.clocks == (("resume", 6000),)
    assert after(Moved(6500, 1, "", Move("ready")), point=stopped).clocks == (("resume", 6000),)
