"""Players of the load generator, held against the rules: they make legal moves only, and find plays."""

import json
import random

import pytest

from app.bench.frame import spans
from app.bench.player import Player, Room, asked
from app.rules.game import HOUSE, Move, complete
from app.rules.notation import move_from_json
from app.rules.registry import games
from app.rules.rng import Rng
from app.rules.table import changed


def payload(frame: bytes) -> bytes:
    """What is in a client's frame. Its mask is zero."""
    size = frame[1] & 0x7F
    return frame[8:] if size == 126 else frame[6:]


@pytest.mark.parametrize("seed", range(5))
def test_whatever_the_order_of_arrival_all_moves_are_legal(seed: int) -> None:
    """All seats have a move under way, and the server takes them in any order."""
    chance = random.Random(seed)
    game = games()["pounce"]
    options = complete(game.info, {"king_stop": "off"})
    state = game.deal(options, [{}] * 4, Rng.for_round(bytes([seed]) * 32, 1))
    state = game.apply(state, HOUSE, Move("go"))
    room = Room("ABCDEF")
    room.players = [Player(room) for _ in range(4)]
    for seat, player in enumerate(room.players):
        shown = {spec.id: state.table.shown(at, seat) for at, spec in enumerate(state.table.specs)}
        player.dealt(seat, shown)
    flying: dict[int, bytes] = {}
    names = []
    for turn in range(600):
        for seat, player in enumerate(room.players):
            if seat not in flying:
                frame = player.next_move()
                assert frame is not None
                flying[seat] = frame
        seat = chance.choice(sorted(flying))
        message = json.loads(payload(flying.pop(seat)))
        assert message["t"] == "move"
        assert room.players[seat].echo == b',"b":%d,"k":%d,' % (seat, message["k"])
        move = move_from_json(message["m"])
        game.check(state, seat, move)
        names.append(move.name)
        before, state = state, game.apply(state, seat, move)
        at = changed(before.table, state.table)
        room.players[seat].see({state.table.specs[pile].id: state.table.shown(pile, seat) for pile in at})
        assert game.result(state) is None, turn
    assert set(names) == {"flip", "pickup", "play"}
    assert names.count("play") == room.plays - sum(b'"play"' in frame for frame in flying.values())
    assert room.dry > 0


def test_a_table_is_open_when_every_player_has_seen_the_race_begin() -> None:
    room = Room("ABCDEF")
    room.players = [Player(room), Player(room)]
    room.racing.add(room.players[0])
    room.racing.add(room.players[0])  # who lagged is told a second time
    assert [room.is_open] == [False]
    room.racing.add(room.players[1])
    assert [room.is_open] == [True]
    room.clear()
    assert [room.is_open] == [False]


def test_a_player_without_cards_has_no_move() -> None:
    player = Player(Room("ABCDEF"))
    player.dealt(0, {"0s": [0], "0w": [0], "0t1": [0], "0p": [8, "0:4D"]})
    assert player.next_move() is None


def test_a_message_is_one_frame_of_json() -> None:
    frame = asked({"t": "sit", "name": "P1"})
    assert json.loads(payload(frame)) == {"t": "sit", "name": "P1"}
    assert spans(frame)[0] == []  # masked: no frame of a server
