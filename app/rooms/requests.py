"""What people ask of a room besides moves: a seat, a name, Ready, and what only the host may ask for."""

from typing import TYPE_CHECKING, Final

from app.bots.name import free_name
from app.rooms.entry import BotAdded, Left, OptionsSet, Readied, Renamed, Sat
from app.rooms.fold import Seat
from app.rooms.names import distinct, tidy
from app.rooms.outbox import Viewer, framed
from app.rooms.view import encoded
from app.rules.game import BadOptions, Options, complete
from app.wire import (
    AddBot,
    ClientMessage,
    End,
    Leave,
    Ready,
    RefusalCode,
    Remove,
    Rename,
    SetOptions,
    Sit,
    Start,
)

if TYPE_CHECKING:
    from app.rooms.room import Room

MIDDLE: Final = "steady"
"""The level of the bots that the host adds."""


def requested(room: "Room", viewer: Viewer, message: ClientMessage) -> RefusalCode | None:
    """Do what a viewer asks for, judged on the head; or the reason why not, and then nothing has changed."""
    state = room.head.room
    own = state.seat_of(viewer.player)
    if isinstance(message, Sit):
        return _sit(room, viewer, own, message.name)
    if own is None or own.gone:
        return "not_seated"
    match message:
        case Rename():
            return _rename(room, own, message.name)
        case Leave():
            room.append(Left(room.now(), own.number))
            room.site.seated(own.player, "", room.code, False)
            room.presence_changed()
            return None
        case Ready():
            if state.phase == "play":
                return "not_now"
            # Between rounds the server has not sealed its share of the next match yet: one that it knew before that
            # would promise nothing.
            add = (message.add or "") if state.phase in ("lobby", "over") else ""
            if message.on != own.ready or (add and not own.add):
                room.append(Readied(room.now(), own.number, message.on, add))
            return None
    return _host_requested(room, own, message) if own.number == state.host else "not_host"


def _sit(room: "Room", viewer: Viewer, own: Seat | None, text: str) -> RefusalCode | None:
    name = tidy(text)
    if name is None:
        return "bad_name"
    if own is None:
        number = room.head.room.free_seat(_most(room))
    else:
        # The number of a seat given up is nobody else's until the round ends, but the place may be.
        number = own.number if not own.gone or room.head.room.has_place(_most(room)) else None
    if number is None:
        return "full"
    if own is None or own.gone:
        room.append(Sat(room.now(), number, viewer.player, _distinct(room, name, own)))
        room.site.seated(viewer.player, name, room.code, True)
        room.presence_changed()
    else:
        room.say(viewer, framed(encoded({"t": "you", "seat": number})))
    return None


def _rename(room: "Room", own: Seat, text: str) -> RefusalCode | None:
    name = tidy(text)
    if name is None:
        return "bad_name"
    room.append(Renamed(room.now(), own.number, _distinct(room, name, own)))
    room.site.seated(own.player, name, room.code, True)
    return None


def _host_requested(room: "Room", own: Seat, message: ClientMessage) -> RefusalCode | None:
    match message:
        case Start():
            return _start(room, own, message.add)
        case End():
            if room.head.room.phase == "lobby":
                return "not_now"
            room.end()
            return None
        case AddBot():
            return _add_bot(room)
        case Remove():
            return _remove_bot(room, message.seat)
        case SetOptions():
            return _set_options(room, message.options)
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


def _add_bot(room: "Room") -> RefusalCode | None:
    number = room.head.room.free_seat(_most(room))
    if number is None:
        return "full"
    name = free_name([seat.name for seat in room.head.room.seats])
    room.append(BotAdded(room.now(), number, name, MIDDLE))
    return None


def _remove_bot(room: "Room", number: int) -> RefusalCode | None:
    seat = room.head.room.seat(number)
    if seat is None or seat.bot is None or seat.gone:
        return "not_seated"
    room.append(Left(room.now(), number))
    return None


def _set_options(room: "Room", given: Options) -> RefusalCode | None:
    if room.head.room.phase != "lobby":
        return "not_now"
    try:
        options = complete(room.game.info, given)
    except BadOptions:
        return "bad_options"
    room.append(OptionsSet(room.now(), options))
    return None


def _distinct(room: "Room", name: str, own: Seat | None) -> str:
    return distinct(name, [seat.name for seat in room.head.room.seats if seat is not own])


def _most(room: "Room") -> int:
    """How many may sit: what the options say, and never more than the game knows."""
    most = room.game.info.seats[1]
    wanted = room.head.room.options.get("players", most)
    return min(wanted, most) if isinstance(wanted, int) else most
