"""The pure function that folds an entry of a log into the room that those before it have made."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from app.rooms.entry import (
    BotAdded,
    Claimed,
    Created,
    Ended,
    Entry,
    Helped,
    HostMade,
    Left,
    Locked,
    MatchStarted,
    Moved,
    Numbered,
    Opened,
    OptionsSet,
    Paused,
    PauseWanted,
    Readied,
    Removed,
    Renamed,
    Rewound,
    RoundStarted,
    Sat,
    Sealed,
    StoodIn,
    TalkLet,
    UnknownEntry,
)
from app.rooms.point import Point, RoomState, RoundSheet, Seat, SheetLine, Step, Trail, Won, rewinds, shares
from app.rules.game import HOUSE, Game, Result, State, complete
from app.rules.rng import Rng

MOST_WON: Final = 8
"""Matches that count are remembered so far back; whoever keeps count of them has heard of the older ones."""
Games = Mapping[str, Game[Any]]


def start(entry: Entry, games: Games) -> Point:
    """The room after its first entry. Raises UnknownEntry unless that creates a room of a game that exists."""
    if not isinstance(entry, Created) or entry.game not in games:
        raise UnknownEntry("a log that does not begin with a table of a known game")
    room = RoomState(entry.code, entry.game, complete(games[entry.game].info, {}))
    return Point(room, None, (), 1, entry.when, 0)


def fold(point: Point, entry: Entry, games: Games) -> Point:
    """The room after one more entry. Pure; raises only for entries that no room of this version writes."""
    if type(entry) is Moved:
        return _moved(point, entry, games[point.room.game])
    room, state = point.room, point.state
    counted = point.match_entries + 1
    clocks, trail = point.clocks, point.trail
    if isinstance(entry, RoundStarted):
        room, state = _dealt(room, entry, games[room.game])
        clocks = tuple((timer.name, entry.when) for timer in games[room.game].timers(state))
        trail = Trail(state) if games[room.game].info.pace == "solo" else None
    elif isinstance(entry, Rewound):
        return _rewound(point, entry, games[room.game])
    elif isinstance(entry, Ended):
        room, state, clocks, trail = _to_lobby(room), None, (), None
    elif isinstance(entry, Paused):
        room, clocks = _paused(room, entry, clocks)
    else:
        if isinstance(entry, MatchStarted):
            counted = 1
        room = _room_entry(room, entry, point.seq)
    return Point(room, state, clocks, point.seq + 1, entry.when, counted, trail)


def _moved(point: Point, entry: Moved, game: Game[Any]) -> Point:
    state = game.apply(point.state, entry.seat, entry.move)
    room, clocks = point.room, point.clocks
    timers = game.timers(state)
    if timers or clocks:
        running = dict(clocks)
        clocks = tuple((timer.name, running.get(timer.name, entry.when)) for timer in timers)
    result = game.result(state)
    if result is not None and room.phase == "play":
        room = _scored(room, result, entry.when, ends=game.info.pace == "solo")
    trail = point.trail
    if trail is not None:
        trail = Trail(trail.dealt, _step(point.state, trail.past))
    return Point(room, state, clocks, point.seq + 1, entry.when, point.match_entries + 1, trail)


def _step(state: Any, rest: Step | None) -> Step:
    return Step(state, 1 if rest is None else rest.number + 1, rest)


def _rewound(point: Point, entry: Rewound, game: Game[Any]) -> Point:
    """The state is another; what time it took, and how often, stays."""
    if not rewinds(point, entry.to) or point.trail is None:
        raise UnknownEntry("a way back where there is none")
    dealt, past, future = point.trail
    if entry.to == "undo" and past is not None:
        state, trail = past.state, Trail(dealt, past.rest, _step(point.state, future))
    elif entry.to == "redo" and future is not None:
        state, trail = future.state, Trail(dealt, _step(point.state, past), future.rest)
    else:
        state, trail = dealt, Trail(dealt, _step(point.state, past))
    room = point.room
    if room.phase == "over":
        room = replace(room, phase="play", sheet=None, rested=room.rested + entry.when - room.ended)
    result = game.result(state)
    if result is not None:
        room = _scored(room, result, entry.when, ends=True)
    return Point(room, state, point.clocks, point.seq + 1, entry.when, point.match_entries + 1, trail)


def _room_entry(room: RoomState, entry: Entry, seq: int) -> RoomState:
    match entry:
        case Sat() | BotAdded() | Left() | Renamed() | Readied() | StoodIn() | Claimed():
            return _seat_entry(room, entry, seq)
        case Removed():
            seat = room.seat(entry.seat)
            who = () if seat is None or not seat.player else (seat.player,)
            room = replace(room, removed=(*room.removed, *who), locked=True)
            return _seat_entry(room, Left(entry.when, entry.seat), seq)
        case PauseWanted():
            others = _without_vote(room, entry.seat)
            wants = entry.on != bool(room.paused)
            return replace(others, pausing=(*others.pausing, entry.seat)) if wants else others
        case Locked():
            return replace(room, locked=entry.on)
        case Opened():
            return replace(room, opened=entry.when if entry.on else 0, counts=room.counts and entry.on)
        case TalkLet():
            return replace(room, talk=entry.on)
        case Sealed():
            return replace(room, server_seed=entry.seed)
        case HostMade():
            return replace(room, host=entry.seat)
        case OptionsSet() | Numbered() | Helped():
            return _match_entry(room, entry)
        case MatchStarted():
            # What the last match has left on the table, sheet and scores, stays until the deal.
            fresh = tuple(replace(seat, ready=False, add="") for seat in room.seats)
            return replace(
                room,
                seats=fresh,
                match_options=entry.options,
                match_sealed=room.server_seed,
                revealed="",
                seed=bytes.fromhex(entry.seed),
                adds=shares(room),
                match=room.match + 1,
                deal=room.numbered[0],
                day=room.numbered[1],
                numbered=(0, ""),
                helped=False,
                counts=bool(room.opened),
            )
        case _:
            raise UnknownEntry(f"an entry of kind {entry.kind} where none can be")


def _match_entry(room: RoomState, entry: OptionsSet | Numbered | Helped) -> RoomState:
    match entry:
        case OptionsSet():
            return replace(room, options=entry.options)
        case Numbered():
            return replace(room, numbered=(entry.number, entry.day))
        case Helped():
            return replace(room, helped=True)


def _paused(
    room: RoomState, entry: Paused, clocks: tuple[tuple[str, int], ...]
) -> tuple[RoomState, tuple[tuple[str, int], ...]]:
    if entry.on:
        return replace(room, paused=entry.when, pausing=()), clocks
    rest = entry.when - room.paused
    # The game's clocks stood still: each has been running as long as before the pause.
    clocks = tuple((name, since + rest) for name, since in clocks)
    return replace(room, paused=0, pausing=(), rested=room.rested + rest), clocks


def _seat_entry(
    room: RoomState, entry: Sat | BotAdded | Left | Renamed | Readied | StoodIn | Claimed, seq: int
) -> RoomState:
    old = room.seat(entry.seat)
    match entry:
        case Sat():
            if old is not None and old.player == entry.player:
                return _with_host(_with_seat(room, replace(old, name=entry.name, gone=False, stand_in="")))
            return _with_host(_with_seat(room, Seat(entry.seat, entry.player, entry.name, None, seq)))
        case BotAdded():
            if old is not None and old.bot is not None:
                return _change(room, entry.seat, bot=entry.level)
            return _with_seat(room, Seat(entry.seat, "", entry.name, entry.level, seq))
        case StoodIn():
            return _change(room, entry.seat, stand_in=entry.level)
        case Claimed():
            other = room.seat_of(entry.player)
            if other is not None:
                host = entry.seat if room.host == other.number else room.host
                room = replace(_seat_entry(room, Left(entry.when, other.number), seq), host=host)
                # What is left of that seat until the round is over is nobody's: a person has one seat.
                room = _change(room, other.number, player="")
            room = _without_vote(room, entry.seat)
            return _with_host(_change(room, entry.seat, player=entry.player, stand_in=""))
        case Left():
            room = _without_vote(room, entry.seat)
            if room.phase != "lobby" and entry.seat in room.players:
                return _with_host(_change(room, entry.seat, gone=True, ready=False, stand_in=""))
            others = tuple(seat for seat in room.seats if seat.number != entry.seat)
            return _with_host(replace(room, seats=others))
        case Renamed():
            return _change(room, entry.seat, name=entry.name)
        case Readied():
            # The first share of the seed counts: one given later could be chosen with knowledge of the others.
            add = old.add if old is not None and old.add else entry.add
            return _change(room, entry.seat, ready=entry.on, add=add)


def _dealt(room: RoomState, entry: RoundStarted, game: Game[Any]) -> tuple[RoomState, State]:
    options = room.match_options
    if options is None or not room.seed:
        raise UnknownEntry("a deal without a match")
    first = room.phase != "between"
    seats = tuple(replace(seat, ready=False, carry={} if first else seat.carry) for seat in room.seats if not seat.gone)
    room = replace(
        room,
        seats=seats,
        players=entry.seats,
        round=1 if first else room.round + 1,
        phase="play",
        began=entry.when,
        sheet=None,
        pausing=(),
        rested=0,
    )
    carries = [seat.carry if (seat := room.seat(number)) is not None else {} for number in entry.seats]
    state = game.deal(options, carries, Rng.for_round(room.seed, room.round))
    return _with_host(room), state


def _scored(room: RoomState, result: Result, when: int, *, ends: bool) -> RoomState:
    """The room with the sheet of a round. `ends`: it ends the match also when nobody has won."""
    lines = []
    seats = {seat.number: seat for seat in room.seats}
    for number, score, carry in zip(room.players, result.scores, result.carry, strict=True):
        seat = seats.get(number)
        name = seat.name if seat is not None else ""
        lines.append(SheetLine(number, name, score.points, score.total, score.parts))
        if seat is not None:
            seats[number] = replace(seat, carry=carry, ready=False)
    over = ends or bool(result.winners)
    after = [seats[number] for number in sorted(seats)]
    return replace(
        room,
        # Bots stand in for a match and no longer.
        seats=tuple(replace(seat, stand_in="") if over and seat.stand_in else seat for seat in after),
        phase="over" if over else "between",
        revealed=room.match_sealed if over else "",
        ended=when,
        pausing=(),
        counts=room.counts and not over,
        won=_won(room, [room.players[seat] for seat in result.winners]),
        sheet=RoundSheet(
            room.round,
            tuple(lines),
            tuple(room.players[seat] for seat in result.winners),
            None if result.ended_by == HOUSE else room.players[result.ended_by],
            when - room.began - room.rested,
        ),
    )


def _won(room: RoomState, winners: Sequence[int]) -> tuple[Won, ...]:
    """The matches that count, after a round that has these winners (room seats; none before the match is over)."""
    persons = {seat.number: seat for seat in room.seats if seat.player and seat.number in room.players}
    # Bots are nobody's opponents here. Who left in the round was one, but has won nothing.
    if not room.counts or not winners or len(persons) < 2:
        return room.won
    players = tuple(seat.player for number in winners if (seat := persons.get(number)) is not None and not seat.gone)
    return (*room.won, Won(room.match, players))[-MOST_WON:] if players else room.won


def _to_lobby(room: RoomState) -> RoomState:
    seats = tuple(replace(seat, ready=False, add="", carry={}, stand_in="") for seat in room.seats if not seat.gone)
    # A match that ends early has no more secret to keep; one that was scored has shown it already.
    revealed = room.match_sealed or room.revealed
    room = replace(room, phase="lobby", seats=seats, players=(), round=0, sheet=None, seed=b"", match_options=None)
    return _with_host(replace(room, revealed=revealed, match_sealed="", pausing=(), paused=0, counts=False))


def _without_vote(room: RoomState, number: int) -> RoomState:
    return replace(room, pausing=tuple(other for other in room.pausing if other != number))


def _with_seat(room: RoomState, seat: Seat) -> RoomState:
    others = [other for other in room.seats if other.number != seat.number]
    return replace(room, seats=tuple(sorted([*others, seat], key=lambda one: one.number)))


def _change(room: RoomState, number: int, **values: Any) -> RoomState:
    return replace(room, seats=tuple(replace(seat, **values) if seat.number == number else seat for seat in room.seats))


def _with_host(room: RoomState) -> RoomState:
    """The host as it is while he has a seat, else the person seated longest, else nobody."""
    people = [seat for seat in room.seats if seat.bot is None and not seat.gone]
    if any(seat.number == room.host for seat in people):
        return room
    heir = min(people, key=lambda seat: seat.since, default=None)
    return replace(room, host=heir.number if heir is not None else None)
