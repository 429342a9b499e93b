"""Hints of every game for one: that they are fair, that the referee lets them through, and how they are found."""

import json
import random
from typing import Any

import pytest

from app.rules.card import HIDDEN
from app.rules.game import HOUSE
from app.rules.games.thumb_and_pouch import GAME as THUMB
from app.rules.registry import games
from app.rules.table import Pile
from app.solver.base import pack, unpack
from app.solver.hints.base import NONE, fair, seen_all
from tests.support.games import dealt, played

SOLO = [game for game in games().values() if game.info.pace == "solo"]
EVERY_GAME = pytest.mark.parametrize("game", SOLO, ids=lambda game: game.info.key)


def shuffled(game: Any, state: Any, chance: random.Random) -> Any:
    """The same table to who plays, with other cards where he sees none."""
    seen = game.view(state, 0).table.piles
    hidden = [(at, place) for at, pile in enumerate(seen) for place, card in enumerate(pile.cards) if card == HIDDEN]
    cards = [state.table.piles[at].cards[place] for at, place in hidden]
    chance.shuffle(cards)
    laid = [list(pile.cards) for pile in state.table.piles]
    for (at, place), card in zip(hidden, cards, strict=True):
        laid[at][place] = card
    piles = {at: Pile(tuple(each), state.table.piles[at].down) for at, each in enumerate(laid)}
    return state._replace(table=state.table.with_piles(piles))


def hidden_cards(game: Any, state: Any) -> set[str]:
    seen = {card for pile in game.view(state, 0).table.piles for card in pile.cards}
    return {card for pile in state.table.piles for card in pile.cards} - seen


@EVERY_GAME
def test_a_hint_is_the_same_whatever_is_hidden(game: Any) -> None:
    """All along a game that follows hints; and what is sent to the process that finds them names no hidden card."""
    key, chance = game.info.key, random.Random(7)
    state = dealt(game, 1, {}, b"hidden")
    asked = 0
    for _ in range(300):
        if state.ended is not None:
            break
        shown = state
        if not seen_all(key, state):
            other = shuffled(game, state, chance)
            shown = game.view(state, 0)
            sent = json.dumps(pack(shown))
            assert sent == json.dumps(pack(game.view(other, 0)))
            assert not any(card in sent for card in hidden_cards(game, state))
            arrived = unpack(key, json.loads(sent))
            assert arrived.table.piles == shown.table.piles
            assert fair(key, arrived) == fair(key, game.view(other, 0))
            asked += 1
        hint = fair(key, shown)
        if hint.move is None:
            break
        game.check(state, 0, hint.move)
        state = game.apply(state, 0, hint.move)
    assert asked > 40


def test_what_may_not_be_seen_is_not_looked_at() -> None:
    """Who hands in more than a view by mistake is told no more."""
    state = dealt(THUMB, 1, {}, b"too much")
    hints = {fair(THUMB.info.key, shuffled(THUMB, state, random.Random(number))) for number in range(20)}
    assert hints == {fair(THUMB.info.key, THUMB.view(state, 0))}


@EVERY_GAME
def test_nothing_helps_when_it_is_over(game: Any) -> None:
    """Without a look."""
    over = played(game, dealt(game, 1, {}), (HOUSE, ["give_up"]))
    assert fair(game.info.key, game.view(over, 0)) == NONE


@EVERY_GAME
def test_at_first_nobody_has_seen_all(game: Any) -> None:
    """The stock lies face down."""
    assert not seen_all(game.info.key, dealt(game, 1, {}))


def test_a_game_for_several_has_none() -> None:
    """There is no module of its name."""
    with pytest.raises(KeyError):
        fair("pounce", dealt(THUMB, 1, {}))
    with pytest.raises(KeyError):
        seen_all("pounce", dealt(THUMB, 1, {}))
