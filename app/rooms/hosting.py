"""What only the host may ask of a room: the match and its options, bots, who sits at the table, and who may talk."""

from typing import TYPE_CHECKING

from app.bots.name import free_name
from app.rooms.entry import BotAdded, Left, Locked, Opened, OptionsSet, Readied, Removed, StoodIn, TalkLet
from app.rooms.point import RoomState, Seat
from app.rules.game import HOUSE, BadOptions, GameInfo, Move, Options, complete
from app.rules.rng import Rng
from app.wire import (
    AddBot,
    CallOff,
    ClientMessage,
    End,
    Free,
    Grant,
    HandOver,
    LetTalk,
    Lock,
    Open,
    RefusalCode,
    Remove,
    SetBot,
    SetOptions,
    Start,
)

if TYPE_CHECKING:
    from app.rooms.room import Room


def host_requested(room: "Room", own: Seat, message: ClientMessage) -> RefusalCode | None:
    """Do what the host (in the seat `own`) asks for; or the reason why not, and then nothing has changed."""
    match message:
        case Start():
            return _start(room, own, message.add)
        case End():
            return _end(room)
        case CallOff():
            return _call_off(room)
        case SetOptions():
            return _set_options(room, message.options)
        case AddBot():
            return _add_bot(room, message.level)
        case SetBot():
            return _set_bot(room, message.seat, message.level)
        case Remove():
            return _remove(room, own, message.seat)
        case Free():
            return _free(room, own, message.seat)
        case HandOver():
            return _hand_over(room, own, message.seat)
        case Lock() | Open() | LetTalk():
            _allow(room, message)
            return None
        case Grant():
            return room.claims.grant(message.id, message.on)
    return "unknown_move"


def _start(room: "Room", own: Seat, add: str | None) -> RefusalCode | None:
    state = room.head.room
    if state.phase != "lobby":
        return "not_now"
    if len(state.seats) < room.game.info.seats[0]:
        return "too_few"
    if add and not own.add:
        room.append(Readied(room.now(), own.number, True, add))
    room.start_match()
    return None


def _end(room: "Room") -> RefusalCode | None:
    if room.head.room.phase == "lobby":
        return "not_now"
    room.end()
    return None


def _call_off(room: "Room") -> RefusalCode | None:
    name = room.game.info.call_off
    # What the room or the rules refuse here (no such end, no round, a pause) is refused for now.
    return "not_now" if not name or room.move(HOUSE, Move(name)) is not None else None


def _set_options(room: "Room", given: Options) -> RefusalCode | None:
    state = room.head.room
    if state.phase != "lobby":
        return "not_now"
    try:
        options = complete(room.game.info, given)
    except BadOptions:
        return "bad_options"
    # Nobody is sent away by an option.
    if len(state.seats) > most_seats(room.game.info, options):
        return "bad_options"
    room.append(OptionsSet(room.now(), options))
    return None


# --- bots ---------------------------------------------------------------------------------------------------


def _add_bot(room: "Room", level: str) -> RefusalCode | None:
    state = room.head.room
    if not _known(room, level):
        return "bad_options"
    number = state.free_seat(most_seats(room.game.info, state.options))
    if number is None:
        return "full"
    name, _ = free_name([seat.name for seat in state.seats], Rng(room.site.entropy(16)))
    room.append(BotAdded(room.now(), number, name, level))
    return None


def _set_bot(room: "Room", number: int, level: str | None) -> RefusalCode | None:
    state = room.head.room
    seat = _taken(state, number)
    if seat is None:
        return "not_seated"
    if level is not None and not _known(room, level):
        return "bad_options"
    if seat.bot is not None:
        if level is None:
            return "bad_options"
        if level != seat.bot:
            room.append(BotAdded(room.now(), number, seat.name, level))
        return None
    if state.phase not in ("play", "between"):
        return "not_now"
    if room.here(seat):
        return "not_here"
    if (level or "") != seat.stand_in:
        room.append(StoodIn(room.now(), number, level or ""))
    return None


def _known(room: "Room", level: str) -> bool:
    return level in room.site.bots(room.head.room.game)


# --- who sits here ------------------------------------------------------------------------------------------


def _remove(room: "Room", own: Seat, number: int) -> RefusalCode | None:
    seat = _taken(room.head.room, number)
    if seat is None:
        return "not_seated"
    if seat is own:
        return "not_now"
    if seat.bot is not None:
        room.append(Left(room.now(), number))
        return None
    room.append(Removed(room.now(), number))
    room.talk.forget(seat.player)
    room.given_up(seat)
    return None


def _free(room: "Room", own: Seat, number: int) -> RefusalCode | None:
    seat = _taken(room.head.room, number)
    if seat is None or seat.bot is not None:
        return "not_seated"
    if seat is own:
        return "not_now"
    if room.here(seat):
        return "not_here"
    room.append(Left(room.now(), number))
    room.given_up(seat)
    return None


def _hand_over(room: "Room", own: Seat, number: int) -> RefusalCode | None:
    seat = _taken(room.head.room, number)
    if seat is None or seat.bot is not None:
        return "not_seated"
    if seat is own:
        return "not_now"
    # One who is away could not do anything about it, and the house would pass it on at once.
    if not room.here(seat):
        return "not_here"
    room.make_host(number)
    return None


def _allow(room: "Room", message: Lock | Open | LetTalk) -> None:
    state = room.head.room
    if isinstance(message, Lock):
        if message.on != state.locked:
            room.append(Locked(room.now(), message.on))
    elif isinstance(message, Open):
        if message.on != bool(state.opened):
            room.append(Opened(room.now(), message.on))
    elif message.on != state.talk:
        room.append(TalkLet(room.now(), message.on))


def _taken(state: RoomState, number: int) -> Seat | None:
    seat = state.seat(number)
    return None if seat is None or seat.gone else seat


def most_seats(info: GameInfo, options: Options) -> int:
    """How many may sit: what the options say, and never more than the game knows."""
    most = info.seats[1]
    wanted = options.get("players", most)
    return min(wanted, most) if isinstance(wanted, int) else most
