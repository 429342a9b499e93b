"""Guests who play by themselves, and what they were told, held against the log."""

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from app.bots.bot import bots
from app.bots.wanderer import Wanderer
from app.rooms.point import Point
from app.rooms.view import room_view, table_view
from app.rules.game import Move
from app.rules.notation import move_to_json
from app.rules.registry import games
from app.rules.rng import Rng
from tests.support.rooms import Building, Guest
from tests.support.sight import Message, Sight

CARD: Final = re.compile(rb"[0-9]:(?:[A23456789TJQK][SHDC]|X[1-4])")
PAUSE_MS: Final = 1500


def as_json(move: Move) -> list[Any]:
    """A move as a browser sends it."""
    return list(move_to_json(move))


def best_move(guest: Guest) -> Move | None:
    """What the steady bot would do in the place of this guest, by what is kept; any move in a game without bots."""
    assert guest.room is not None
    point, game = guest.room.kept, guest.room.game
    bot, view = bots(point.room.game).get("steady"), game.view(point.state, guest.me)
    if bot is None:
        move, _ = Wanderer().choose(game, view, guest.me, Rng.for_round(b"wandering", point.seq))
    else:
        move, _ = bot.choose(game, view, guest.me, guest.room.house._rng)
    return move


def play(house: Building, guest: Guest, *, rematches: int = 0) -> None:
    """From now on the guest plays, is ready for the next round, and for so many rematches."""
    left = rematches

    def act() -> None:
        nonlocal left
        if guest.viewer is None or guest.room is None or guest.room.ended:
            return
        point = guest.room.kept
        own = point.room.seat_of(guest.player)
        if own is not None and not own.gone and guest.room.head.room is point.room:
            if point.room.phase == "play":
                move = best_move(guest) if own.number in point.room.players else None
                if move is not None:
                    guest.post(*as_json(move))
            elif not own.ready and (point.room.phase == "between" or left > 0):
                left -= point.room.phase == "over"
                guest.say(t="ready", on=True, add=f"{own.number:032x}")
        house.clock.later(PAUSE_MS, act)

    house.clock.later(PAUSE_MS, act)


def assert_told_right(guest: Guest, points: Sequence[Point]) -> int:
    """All that the guest was told adds up, after every entry, to what a fresh page would see. How many it were."""
    compared = 0
    room: tuple[object, Message] = (None, {})
    for line in guest.lines:
        sight = Sight()
        for payload in line.payloads():
            message: Message = json.loads(payload)
            before = sight.n
            sight.take(message)
            if "n" not in message:
                continue
            compared += 1
            assert message.get("t") == "welcome" or sight.n == before + 1, "a gap"
            point = points[sight.n - 1]
            assert point.seq == sight.n
            if room[0] is not point.room:
                room = point.room, _plain(room_view(point.room, {}))
            assert {**sight.room, "due": {}} == room[1]
            _assert_table(sight, point, guest.player, whole=bool(message.get("table")))
    return compared


def _assert_table(sight: Sight, point: Point, player: str, *, whole: bool) -> None:
    if point.state is None:
        assert not sight.table
        return
    game, viewer, table = games()[point.room.game], playing(point, player), point.state.table
    shown = {spec.id: table.shown(at, viewer) for at, spec in enumerate(table.specs)}
    assert sight.table["piles"] == shown, f"the piles after entry {sight.n}"
    assert sight.table["facts"] == _plain(game.facts(point.state)), f"the facts after entry {sight.n}"
    hints = None if viewer is None else game.hints(point.state, viewer)
    assert sight.table["hints"] == _plain(hints), f"the hints after entry {sight.n}"
    if whole:
        assert {**sight.table, "due": {}} == _plain(table_view(point, game, viewer, {}))


def assert_told_nothing_hidden(guest: Guest, points: Sequence[Point], secrets: Sequence[str]) -> int:
    """In no byte a card that the guest could not see at that moment, nor a seed or anybody's cookie. Bytes searched."""
    searched = 0
    for line in guest.lines:
        n = 0
        for payload in line.payloads():
            message: Message = json.loads(payload)
            n = message.get("n", n)
            point = points[n - 1]
            named = {card.decode() for card in CARD.findall(payload)}
            assert not named & hidden(point, guest.player), f"{guest.name} was told too much at {n}: {payload!r}"
            for seed in (point.room.server_seed, point.room.match_sealed, point.room.seed.hex()):
                told = seed and seed.encode() in payload
                assert not told or seed == point.room.revealed, f"a seed at {n}"
            for secret in secrets:
                assert secret.encode() not in payload
            searched += len(payload)
    return searched


def hidden(point: Point, player: str) -> set[str]:
    """The cards that lie where this person cannot see them. Under the top of a build pile lies what everybody saw.

    What the facts lay open when a round is over is hidden no more.
    """
    if point.state is None:
        return set()
    table = point.state.table
    viewer = playing(point, player)
    cards = set[str]()
    for at, spec in enumerate(table.specs):
        if spec.kind != "foundation" or spec.shows == "owner":
            count = table.shown(at, viewer)[0]
            assert isinstance(count, int)
            cards.update(table.piles[at].cards[:count])
    if point.room.sheet is not None:
        facts = json.dumps(games()[point.room.game].facts(point.state))
        cards -= {card.decode() for card in CARD.findall(facts.encode())}
    return cards


def playing(point: Point, player: str) -> int | None:
    """The seat of the round that belongs to this person, None for an onlooker."""
    seat = point.room.seat_of(player)
    players = point.room.players
    return players.index(seat.number) if seat is not None and seat.number in players else None


def _plain(view: Any) -> Any:
    return json.loads(json.dumps(view))
