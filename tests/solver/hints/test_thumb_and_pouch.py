"""Fair hints for Thumb and Pouch."""

import random
from typing import Any

import pytest

from app.rules.game import complete
from app.rules.games.thumb_and_pouch import GAME, STOCK, TABLEAU, WASTE, ThumbState, up
from app.rules.notation import move_to_json, piles_from_text
from app.rules.rng import Rng
from app.rules.table import EMPTY
from app.solver.hints import thumb_and_pouch as hints
from app.solver.hints.thumb_and_pouch import fair, seen_all
from tests.support.games import dealt

LONGEST = 1500
"""More hints than any game takes."""


def thumb(text: str, redeals: int = 2) -> ThumbState:
    """A game in which just these piles lie on the table, written as by `piles_to_text`."""
    state: ThumbState = dealt(GAME, 1, {"redeals": redeals})
    piles = piles_from_text(text, state.table.specs)
    laid = [piles.get(spec.id, EMPTY) for spec in state.table.specs]
    return state._replace(table=state.table.with_piles(dict(enumerate(laid))))


STILL = "0t3 KS\n0t4 -2H KH\n0t5 -2D KD\n0t6 -2C KC\n0t7 -3S 2S"
"""Piles on which nothing happens, so that none is empty."""


@pytest.mark.parametrize(
    ("text", "redeals", "say", "move"),
    [
        # A card that nobody needs goes up, before others are thought about.
        (f"{STILL}\n0t1 AH\n0t2 -3C 9H\n0w TS", 2, "up", ["play", "0t1", ["0:AH"], "0f1"]),
        (f"{STILL}\n0t1 -3C AD\n0t2 TD\n0w 9H", 2, "uncover", ["play", "0t1", ["0:AD"], "0f1"]),
        (f"{STILL}\n0t1 JD\n0t2 JC\n0w AH", 2, "up", ["play", "0w", ["0:AH"], "0f1"]),
        # A face-down card.
        (f"{STILL}\n0t1 TD\n0t2 -3C 9H\n0w JS", 2, "uncover", ["play", "0t2", ["0:9H"], "0t1"]),
        # A card of the waste.
        (f"{STILL}\n0t1 TD\n0t2 JD\n0w 9H", 2, "place", ["play", "0w", ["0:9H"], "0t1"]),
        # The other nine fits on neither ten, but on this one when the first nine has gone to that.
        (f"{STILL}\n0t1 TS 9H\n0t2 TD\n0w 9D", 2, "prepare", ["play", "0t1", ["0:9H"], "0t2"]),
        # Nothing but the stock, the redeal, nothing.
        (f"{STILL}\n0t1 JD\n0t2 JC\n0w 8H\n0s -2S -3S", 2, "flip", ["flip"]),
        (f"{STILL}\n0t1 TD\n0t2 JD\n0w 8H", 0, "none", None),
        # A redeal only for what has been passed over.
        (f"{STILL}\n0t1 TD\n0t2 JD\n0w 9H 8H", 2, "redeal", ["pickup"]),
        (f"{STILL}\n0t1 TD\n0t2 JD\n0w 9H 8H", 0, "none", None),
        (f"{STILL}\n0t1 TD\n0t2 JD\n0w 7H 8H", 2, "none", None),
        # A card up that another one might need, only when nothing is left to be turned.
        (f"{STILL}\n0t1 JD\n0t2 6C 5H\n0w TH 8H\n0f1 AH 2H 3H 4H", 1, "redeal", ["pickup"]),
        (f"{STILL}\n0t1 JD\n0t2 6C 5H\n0w 8H 8S\n0f1 AH 2H 3H 4H", 1, "up", ["play", "0t2", ["0:5H"], "0f1"]),
        (f"{STILL}\n0t1 JD\n0t2 6C 5H\n0w 8S\n0f1 AH 2H 3H 4H", 0, "up", ["play", "0t2", ["0:5H"], "0f1"]),
        # Nothing hidden, nothing to be turned: all up, the lowest first.
        ("0t1 3H 2S\n0t2 3S\n0f1 AS\n0f2 AH 2H", 0, "up", ["play", "0t1", ["0:2S"], "0f1"]),
    ],
)
def test_what_is_said(text: str, redeals: int, say: str, move: list[Any] | None) -> None:
    """The word, and the move."""
    hint = fair(GAME.view(thumb(text, redeals), 0))
    assert (hint.say, hint.move and move_to_json(hint.move)) == (say, move)


def test_a_column_is_cleared_only_for_something() -> None:
    """For a run that lies on a face-down card and fits nowhere else; else the stock is turned."""
    row = "0t1 TD\n0t2 JC\n0t4 -2H 5H\n0t5 -2D 6D 5S\n0t6 -2C 7S 6C\n0t7 -2S 8H 7C\n0t3 -3S KS"
    hint = fair(GAME.view(thumb(f"{row}\n0s -3H"), 0))
    assert (hint.say, hint.move and hint.move.source) == ("clear", "0t1")
    still = "0t1 TD\n0t2 JC\n0t3 KS\n0t4 KH\n0t5 KD\n0t6 KC\n0t7 QS"
    assert fair(GAME.view(thumb(f"{still}\n0s -3H"), 0)).say == "flip"


def test_nobody_has_seen_all() -> None:
    """However often the stock was turned."""
    assert not seen_all(thumb("0t1 -KS QH"))


def followed(state: ThumbState) -> tuple[ThumbState, int]:
    """The state when hints have been followed to their end, and how many there were. No table comes twice."""
    past = {state.table.piles}
    for count in range(LONGEST):
        hint = fair(GAME.view(state, 0))
        if hint.move is None:
            return state, count
        GAME.check(state, 0, hint.move)
        state = GAME.apply(state, 0, hint.move)
        assert state.table.piles not in past
        past.add(state.table.piles)
        if state.ended is not None:
            return state, count
    raise AssertionError("hints without end")


def wandered(number: int, redeals: int | str) -> ThumbState:
    """A game in which somebody has done this and that."""
    chance = random.Random(number)
    state = GAME.deal(complete(GAME.info, {"redeals": redeals}), [{}], Rng(bytes([number])))
    for _ in range(chance.randrange(80)):
        state = GAME.apply(state, 0, chance.choice(GAME.moves(state, 0)))
        if state.ended is not None:
            return state
    return state


@pytest.mark.parametrize("redeals", [0, 1, 2, "unlimited"])
def test_who_follows_hints_comes_to_an_end(redeals: int | str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From anywhere, also when the look is so short that its bound is met all the time."""
    monkeypatch.setattr(hints, "NODES", 8)
    monkeypatch.setattr(hints, "LAST_NODES", 16)
    for number in range(30):
        followed(wandered(number, redeals))


@pytest.mark.parametrize("redeals", [0, 1, 2, "unlimited"])
def test_most_games_are_won_by_hints(redeals: int | str) -> None:
    """With a look as long as it is."""
    ends = [followed(dealt(GAME, 1, {"redeals": redeals}, bytes([number])))[0] for number in range(2)]
    assert [state.ended for state in ends].count("won") >= 1


def test_a_gain_comes_nearer_with_each_hint() -> None:
    """Between two gains stock and redeals get less, or a way is followed that gets better; no table comes twice."""
    state = dealt(GAME, 1, {}, b"nearer")
    seen = {state.table.piles}
    for _ in range(LONGEST):
        hint = fair(GAME.view(state, 0))
        if hint.move is None:
            break
        before, state = measured(state), GAME.apply(state, 0, hint.move)
        assert measured(state) <= before
        assert state.table.piles not in seen
        seen.add(state.table.piles)
        if state.ended is not None:
            break
    assert state.ended == "won"
    assert up(state.table) == 52


def measured(state: ThumbState) -> tuple[int, int, int, int]:
    """What never grows: cards face down, cards to be turned, redeals, stock."""
    piles = state.table.piles
    stock = len(piles[STOCK].cards)
    down = sum(piles[at].down for at in TABLEAU)
    return down, stock + len(piles[WASTE].cards), state.redeals or 0, stock
