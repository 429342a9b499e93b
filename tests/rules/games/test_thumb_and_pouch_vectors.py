"""Recorded positions and games: the engine agrees with every verdict and every state."""

from typing import Any

import pytest

from app.rules.card import HIDDEN, card, deck, face
from app.rules.game import Move, complete
from app.rules.games.thumb_and_pouch import FOUNDATIONS, GAME, STOCK, TABLEAU, WASTE, ThumbState, up
from app.rules.klondike import face_down
from app.rules.rng import Scripted
from app.rules.table import Pile
from tests.support.games import playouts, positions, refusal

PLAYOUTS = list(playouts("thumb-and-pouch"))
POSITIONS = list(positions("thumb-and-pouch"))
EVERY = 5
"""Of a playout the deal, every so many-th state and the last one are recorded."""


def dealt(faces: list[str]) -> ThumbState:
    return GAME.deal(complete(GAME.info, {}), [{}], Scripted((tuple(faces),)))


def as_state(recorded: dict[str, Any]) -> ThumbState:
    """The state that was recorded."""

    def cards(faces: list[str]) -> tuple[Any, ...]:
        return tuple(card(0, each) for each in faces)

    state = dealt([face(each) for each in deck(0)])
    piles = {STOCK: face_down(cards(recorded["stock"])), WASTE: Pile(cards(recorded["waste"]))}
    piles |= {at: Pile(cards(faces)) for at, faces in zip(FOUNDATIONS, recorded["F"], strict=True)}
    for at, down, open_ in zip(TABLEAU, recorded["down"], recorded["up"], strict=True):
        piles[at] = Pile(cards(down + open_), len(down))
    return state._replace(table=state.table.with_piles(piles), redeals=2 - recorded["redeals"])


def as_record(state: ThumbState) -> dict[str, Any]:
    """The state in the form of the recorded ones."""
    faces = [[face(each) for each in pile.cards] for pile in state.table.piles]
    downs = [pile.down for pile in state.table.piles]
    assert state.redeals is not None
    return {
        "stock": faces[STOCK],
        "waste": faces[WASTE],
        "F": [faces[at] for at in FOUNDATIONS],
        "down": [faces[at][: downs[at]] for at in TABLEAU],
        "up": [faces[at][downs[at] :] for at in TABLEAU],
        "redeals": 2 - state.redeals,
    }


def as_move(state: ThumbState, action: list[Any]) -> Move:
    """The move that an action stands for: of a count the cards that it means."""
    if action == ["deal"]:
        return Move("flip" if state.table.piles[STOCK].cards else "pickup")
    name, source, count, target = action
    assert name == "move"
    pile = state.table.pile("0" + source.lower()).cards
    # More cards than lie there are refused as cards that nobody knows.
    cards = (HIDDEN,) * (count - len(pile)) + pile[-count:]
    return Move("play", "0" + source.lower(), cards, "0" + target.lower())


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["id"])
def test_agrees_with_a_recorded_position(position: dict[str, Any]) -> None:
    """Every candidate gets its verdict, nothing changes by asking, and the score is the same."""
    state = as_state(position["state"])
    before = repr(state)
    legal = [as_move(state, action) for action in position["legal"]]
    for move in legal:
        assert refusal(GAME, state, 0, move) is None, move
    for action in position["illegal"]:
        assert refusal(GAME, state, 0, as_move(state, action)) is not None, action
    assert sorted(GAME.moves(state, 0)) == sorted(legal)
    assert GAME.moves(GAME.view(state, 0), 0) == GAME.moves(state, 0)
    assert repr(state) == before
    assert as_record(state) == position["state"]
    assert (up(state.table), GAME.result(state)) == (position["score"], None)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["id"])
def test_the_first_move_to_a_foundation_is_where_a_double_click_sends_a_card(position: dict[str, Any]) -> None:
    """Of an ace the first empty foundation, of any other card its own, of a card that does not fit none."""
    moves = GAME.moves(as_state(position["state"]), 0)
    for source, expected in position.get("double_click", {}).items():
        ups = [move.target for move in moves if move.source == "0" + source.lower() and move.target[1] == "f"]
        assert ups[:1] == ([] if expected is None else ["0" + expected.lower()])


@pytest.mark.parametrize("playout", PLAYOUTS, ids=lambda playout: f"game {playout['game']}")
def test_agrees_with_a_recorded_game(playout: dict[str, Any]) -> None:
    """From the recorded deck through all moves to the recorded end."""
    state = dealt(playout["deck"])
    states = [as_record(state)]
    for number, action in enumerate(playout["moves"], 1):
        move = as_move(state, action)
        assert refusal(GAME, state, 0, move) is None, move
        state = GAME.apply(state, 0, move)
        if number % EVERY == 0 or number == len(playout["moves"]):
            states.append(as_record(state))
    assert states == playout["states"]
    assert up(state.table) == playout["score"]
    result = GAME.result(state)
    assert (result is not None and result.winners == (0,)) == playout["won"]
    if result is not None:
        assert GAME.moves(state, 0) == []
