"""Games for one are played with undo: any walk to and fro over kept states is the game that its moves alone replay."""

import random
from typing import Any

import pytest

from app.rules.game import HOUSE, Game, Move
from app.rules.record import Record, RecordedMove, RecordedRound, read, replay, write
from app.rules.registry import games
from tests.support.games import dealt

STEPS = 20_000
"""Of a game, half of them by each of two options."""
SOLO = [game for game in games().values() if game.info.pace == "solo"]


def cards(state: Any) -> list[str]:
    return sorted(card for pile in state.table.piles for card in pile.cards)


@pytest.mark.parametrize("game", SOLO, ids=lambda game: game.info.key)
@pytest.mark.parametrize("redeals", ["fewest", "most"])
def test_a_walk_with_undo_and_redo_ends_where_its_replay_ends(game: Game[Any], redeals: str) -> None:
    """After every step all 52 cards lie there; what was taken back is as it was, and leaves nothing in what follows."""
    choices = game.info.options[0].choices
    options = {"redeals": choices[0] if redeals == "fewest" else choices[-1]}
    chance = random.Random(7)
    state = dealt(game, 1, options, b"undo")
    everything = cards(state)
    assert len(set(everything)) == 52
    kept, moves, at, ends = [state], list[Move](), 0, 0
    for _ in range(STEPS // 2):
        legal = game.moves(kept[at], 0)
        way = chance.random()
        if not legal:
            # Nothing is left: back as far as it takes to play another game.
            ends += 1
            at = chance.randrange(at)
        elif way < 0.25 and at:
            at -= 1
        elif way < 0.4 and at + 1 < len(kept):
            at += 1
        else:
            move = chance.choice(list(legal))
            game.check(kept[at], 0, move)
            # A new move ends what could have been made again.
            kept[at + 1 :] = [game.apply(kept[at], 0, move)]
            moves[at:] = [move]
            at += 1
        assert cards(kept[at]) == everything
    assert at > 20
    assert ends > 100 or game.result(kept[at]) is None
    record = Record(
        game.info.key,
        options,
        (RecordedRound(({},), tuple(RecordedMove(0, 0, move) for move in moves[:at])),),
        seed=b"undo",
    )
    told: Any = replay(read(write(record)), games())
    assert (told["accepted"], told["refused"]) == (at, 0)
    again = dealt(game, 1, options, b"undo")
    for move in moves[:at]:
        again = game.apply(again, 0, move)
    assert again == kept[at]
    specs = again.table.specs
    assert told["rounds"][0]["piles"] == {
        spec.id: {"down": pile.down, "cards": list(pile.cards)}
        for spec, pile in zip(specs, again.table.piles, strict=True)
    }
    assert list(game.moves(again, HOUSE)) == ([] if game.result(again) else [Move(game.info.call_off)])
