"""Fair hints for Puss in the Corner."""

import pytest

from app.rules.games.puss_in_the_corner import GAME, ORDERS, PussState
from app.rules.notation import move_to_json, piles_from_text
from app.rules.table import EMPTY
from app.solver.hints import puss_in_the_corner as hints
from app.solver.hints.base import Hint
from app.solver.hints.puss_in_the_corner import fair, seen_all
from tests.support.games import dealt

MOST = 48 * 3 + 48 + 2
"""Each card is placed once a pass and goes up once; there are two redeals at most."""


def puss(text: str, redeals: int = 0, played: int = 0) -> PussState:
    """A game in which just these piles lie on the table, written as by `piles_to_text`; all other cards are up.

    `redeals` are left, and so many have been played.
    """
    state: PussState = dealt(GAME, 1, {"redeals": redeals + played})
    specs = state.table.specs
    piles = dict(piles_from_text(text, specs))
    lying = {card[2:] for pile in piles.values() for card in pile.cards}
    for number, suit in enumerate("SHDC", 1):
        cards = [rank + suit for rank in "A23456789TJQK" if rank + suit not in lying]
        piles[f"0f{number}"] = piles_from_text(f"0f{number} " + " ".join(cards), specs)[f"0f{number}"]
    laid = [piles.get(spec.id, EMPTY) for spec in specs]
    return state._replace(table=state.table.with_piles(dict(enumerate(laid))), redeals=redeals)


def shown(state: PussState) -> PussState:
    """What a fair hint is made from."""
    return state if seen_all(state) else GAME.view(state, 0)


def asked(state: PussState) -> tuple[str, list[object] | None]:
    hint: Hint = fair(shown(state))
    return hint.say, hint.move and [*move_to_json(hint.move)]


@pytest.mark.parametrize(
    ("text", "say", "move"),
    [
        ("0s -KS -KC\n0r QS\n0w1 QC", "up", ["play", "0r", ["0:QS"], "0f1"]),
        ("0s -QH -KH\n0r KS\n0w1 QS", "up", ["play", "0w1", ["0:QS"], "0f1"]),
        # On the ten the jack would bury it; on the queen he lies as well as on a king, and leaves the kings to queens.
        ("0s -9S -9C -TC -JC\n0r JS\n0w1 KS\n0w2 TS\n0w3 QS QC\n0w4 KC", "corner", ["play", "0r", ["0:JS"], "0w3"]),
    ],
)
def test_before_all_was_seen_it_judges(text: str, say: str, move: list[object]) -> None:
    """Up what fits, and else where it buries nothing."""
    assert not seen_all(puss(text))
    assert asked(puss(text)) == (say, move)


@pytest.mark.parametrize(("redeals", "dealt_again"), [(0, 1), (1, 0), (1, 1)])
def test_once_all_was_seen_it_finds_what_wins(redeals: int, dealt_again: int) -> None:
    """After a redeal, and when the stock has come to its end. The king must not bury the queen."""
    stock = "0s -QC\n" if dealt_again else ""
    state = puss(f"{stock}0r KS\n0w1 QS KC" if dealt_again else "0w1 QS KC\n0w2 QC KS", redeals, dealt_again)
    assert seen_all(state)
    for _ in range(MOST):
        if state.ended is not None:
            break
        hint = fair(shown(state))
        assert hint.move is not None
        GAME.check(state, 0, hint.move)
        state = GAME.apply(state, 0, hint.move)
    assert state.ended == "won"


def test_what_is_lost_is_called_lost() -> None:
    """With a card that still goes up, or with none."""
    assert asked(puss("0w1 QS KS\n0w2 QC KC\n0w3 KD")) == ("lost", ["play", "0w3", ["0:KD"], "0f3"])
    assert asked(puss("0r 9H\n0w1 QS KS\n0w2 QC KC\n0w3 9S JH TH 9D TD", 0, 1)) == ("lost", None)


@pytest.mark.parametrize(
    ("text", "redeals", "say"),
    [
        ("0r KS\n0w1 JS QS", 0, "corner"),
        ("0w1 QS KS\n0w2 QC KC", 1, "redeal"),
        ("0w1 QS KS\n0w2 QC KC\n0w3 KD", 1, "up"),
    ],
)
def test_when_the_solver_gives_up_it_judges(text: str, redeals: int, say: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move there always is."""
    monkeypatch.setattr(hints, "NODES", 0)
    state = puss(text, redeals)
    hint = fair(shown(state))
    assert hint.say == say
    assert hint.move is not None
    GAME.check(state, 0, hint.move)
    assert (hint.move in ORDERS) == (say == "redeal")


@pytest.mark.parametrize(("redeals", "deals"), [(0, 4), (1, 4), (2, 2)])
def test_who_follows_hints_comes_to_an_end(redeals: int, deals: int) -> None:
    """And with a redeal he wins nearly always."""
    won = 0
    for number in range(deals):
        state = dealt(GAME, 1, {"redeals": redeals}, bytes([number]))
        for _ in range(MOST):
            hint = fair(shown(state))
            if hint.move is None:
                break  # lost, with a redeal to come of which nothing will
            GAME.check(state, 0, hint.move)
            state = GAME.apply(state, 0, hint.move)
            if state.ended is not None:
                break
        assert state.ended is not None or fair(shown(state)) == Hint("lost", None)
        won += state.ended == "won"
    assert won >= (deals - 1 if redeals else 0)
