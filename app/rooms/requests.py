"""What people ask of a room besides moves: a seat, a name, Ready, a pause, a word. The host's part is `hosting`."""

from typing import TYPE_CHECKING

from app.rooms.entry import Left, Readied, Renamed, Sat
from app.rooms.hosting import host_requested, most_seats
from app.rooms.names import distinct, tidy
from app.rooms.outbox import Viewer, framed
from app.rooms.pause import wanted
from app.rooms.point import Seat
from app.rooms.view import encoded
from app.wire import (
    Claim,
    ClientMessage,
    End,
    Hint,
    Leave,
    Pause,
    React,
    Ready,
    RefusalCode,
    Rename,
    Say,
    Sit,
    Start,
)

if TYPE_CHECKING:
    from app.rooms.room import Room


def requested(room: "Room", viewer: Viewer, message: ClientMessage) -> RefusalCode | None:
    """Do what a viewer asks for, judged on the head; or the reason why not, and then nothing has changed."""
    state = room.head.room
    own = state.seat_of(viewer.player)
    match message:
        case Sit():
            return _sit(room, viewer, own, message.name)
        case Claim():
            return room.claims.claim(viewer, message.seat, message.name)
    if own is None or own.gone:
        return "not_seated"
    if state.day and isinstance(message, Ready | Start | End):
        return "not_now"  # the table is its person's for the day's deal, and another match would take that from it
    match message:
        case Hint():
            return room.advice.asked(viewer, message.how)
        case Rename():
            return _rename(room, own, message.name)
        case Leave():
            room.append(Left(room.now(), own.number))
            room.given_up(own)
            return None
        case Ready():
            return _ready(room, own, message)
        case Pause():
            return wanted(room, own, message.on)
        case Say():
            return room.talk.say(own, message.text)
        case React():
            return room.talk.react(own, message.what)
    return host_requested(room, own, message) if own.number == state.host else "not_host"


def _sit(room: "Room", viewer: Viewer, own: Seat | None, text: str) -> RefusalCode | None:
    state = room.head.room
    if viewer.player in state.removed:
        return "removed"
    name = tidy(text)
    if name is None:
        return "bad_name"
    if own is not None and not own.gone:
        room.say(viewer, framed(encoded({"t": "you", "seat": own.number})))
        return None
    if state.locked:
        return "locked"
    most = most_seats(room.game.info, state.options)
    # The number of a seat given up is nobody else's until the round ends, but the place may be.
    number = state.free_seat(most) if own is None else own.number if state.has_place(most) else None
    if number is None:
        return "full"
    room.append(Sat(room.now(), number, viewer.player, _distinct(room, name, own)))
    room.site.seated(viewer.player, name, room.code, True)
    room.presence_changed()
    return None


def _rename(room: "Room", own: Seat, text: str) -> RefusalCode | None:
    name = tidy(text)
    if name is None:
        return "bad_name"
    room.append(Renamed(room.now(), own.number, _distinct(room, name, own)))
    room.site.seated(own.player, name, room.code, True)
    return None


def _ready(room: "Room", own: Seat, message: Ready) -> RefusalCode | None:
    phase = room.head.room.phase
    if phase == "play":
        return "not_now"
    # Between rounds the server has not sealed its share of the next match yet: one that it knew before that would
    # promise nothing.
    add = (message.add or "") if phase in ("lobby", "over") else ""
    if message.on != own.ready or (add and not own.add):
        room.append(Readied(room.now(), own.number, message.on, add))
    return None


def _distinct(room: "Room", name: str, own: Seat | None) -> str:
    return distinct(name, [seat.name for seat in room.head.room.seats if seat is not own])
