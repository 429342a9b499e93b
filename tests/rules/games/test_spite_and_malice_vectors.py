"""Recorded games: the engine agrees with every verdict and every state."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from app.rules.card import Card, card, face
from app.rules.game import HOUSE, Move, complete
from app.rules.games.spite_and_malice import GAME
from app.rules.games.spite_and_malice.state import SpiteState
from app.rules.rng import Scripted
from tests.support.games import playouts, refusal

PLAYOUTS = list(playouts("spite-and-malice"))


def cards(faces: Iterable[str]) -> tuple[str, ...]:
    """The cards of two packs with these faces: of equal ones the first is of pack 0."""
    seen: dict[str, int] = defaultdict(int)
    named = []
    for each in faces:
        named.append(card(seen[each], each))
        seen[each] += 1
    return tuple(named)


def options(rules: Mapping[str, Any]) -> dict[str, Any]:
    assert (rules["hand"], rules["sides"], rules["end_with_empty_hand"]) == (5, 4, True)
    return complete(
        GAME.info,
        {
            "pay_off": rules["payoff"],
            "centre_stacks": rules["centres"],
            "king_as_ace": rules["king_starts_stack"],
            "refill": rules["refill_mid_turn"],
            "exhausted": rules["draw_when"],
            "target": 0,
        },
    )


def as_moves(state: SpiteState, seat: int, action: list[Any]) -> list[Move]:
    """The moves of an action: with a hand card of which there are two it is either of them."""
    table = state.table
    match action:
        case ["end"]:
            return [Move("end")]
        case ["pay", centre]:
            return [Move("play", f"{seat}p", table.pile(f"{seat}p").cards[-1:], f"c{centre}")]
        case ["side", side, centre]:
            return [Move("play", f"{seat}s{side}", table.pile(f"{seat}s{side}").cards[-1:], f"c{centre}")]
        case [("hand" | "discard") as name, which, number]:
            target = f"{seat}s{number}" if name == "discard" else f"c{number}"
            held = [each for each in table.pile(f"{seat}h").cards if face(each) == which]
            # A card that the hand does not hold is refused by any of its names.
            return [Move("play", f"{seat}h", (each,), target) for each in held or [card(0, which)]]
    raise AssertionError(action)


def as_record(state: SpiteState) -> dict[str, Any]:
    """The state in the form of the recorded ones, hands in order."""
    rules, piles = state.rules, state.table.piles

    def faces(at: int) -> list[str]:
        return [face(each) for each in piles[at].cards]

    result = GAME.result(state)
    winner = None if result is None or len(result.winners) != 1 else result.winners[0]
    return {
        "turn": state.turn,
        "hands": [sorted(faces(at)) for at in rules.hand],
        "pay": [faces(at) for at in rules.pay],
        "side": [[faces(at) for at in row] for row in rules.sides],
        "centre": [faces(at) for at in rules.centres],
        "stock": faces(rules.stock),
        "over": state.phase == "over",
        "winner": winner,
        "draw": state.phase == "over" and winner is None,
        "points": [0, 0] if result is None else [score.points for score in result.scores],
    }


def sorted_hands(record: dict[str, Any]) -> dict[str, Any]:
    return {**record, "hands": [sorted(hand) for hand in record["hands"]]}


def shuffle(state: SpiteState, move: Move, faces: list[str]) -> Scripted:
    """Chance that shuffles so that the stock is what was recorded. Of equal cards it does not matter which is which."""
    rules, table = state.rules, state.table
    stack = table.pile(move.target).cards + move.cards
    by_face: dict[str, list[Card]] = defaultdict(list)
    for each in (*table.piles[rules.stock].cards, *stack):
        by_face[face(each)].append(each)
    return Scripted((tuple(by_face[each].pop() for each in faces),))


def try_all(state: SpiteState, step: dict[str, Any]) -> None:
    """Every listed candidate gets its recorded verdict, and `moves` finds just the legal ones, from a view as well."""
    seat = step["p"]
    legal = [move for action in step["legal"] for move in as_moves(state, seat, action)]
    for move in legal:
        assert refusal(GAME, state, seat, move) is None, move
        assert refusal(GAME, state, 1 - seat, move) is not None, move
    for action in step["illegal"]:
        for move in as_moves(state, seat, action):
            assert refusal(GAME, state, seat, move) is not None, action
    assert sorted(GAME.moves(state, seat)) == sorted(legal)
    assert GAME.moves(GAME.view(state, seat), seat) == GAME.moves(state, seat)
    assert GAME.moves(state, 1 - seat) == []


@pytest.mark.parametrize("playout", PLAYOUTS, ids=lambda playout: f"game {playout['game']}")
def test_agrees_with_a_recorded_game(playout: dict[str, Any]) -> None:
    """From the recorded deck, through all candidates of every step, to the recorded end and points."""
    places = [{"place": (seat - playout["first"]) % 2} for seat in range(2)]
    state = GAME.deal(options(playout["rules"]), places, Scripted((cards(playout["deck"]),)))
    assert as_record(state) == sorted_hands(playout["deal"])
    for step in playout["steps"]:
        seat = step["p"]
        if "before" in step:
            assert as_record(state) == sorted_hands(step["before"])
        kept = repr(state)
        try_all(state, step)
        assert repr(state) == kept
        move = as_moves(state, seat, step["a"])[0]
        if "stock_after" in step:
            state = state._replace(rng=shuffle(state, move, step["stock_after"]))
        state = GAME.apply(state, seat, move)
        if "stock_after" in step:
            assert state.rng == Scripted(())
    assert as_record(state) == sorted_hands(playout["end"])
    assert [GAME.moves(state, seat) for seat in (HOUSE, 0, 1)] == [[], [], []]
