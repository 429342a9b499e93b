"""Puss in the Corner as the house asks it: the deal, moves, the redeal, the end, facts, views."""

import json
from typing import Any

import pytest

from app.rules.card import card, deck
from app.rules.game import HOUSE, Game, Move, OptionValue, complete
from app.rules.games.puss_in_the_corner import GAME, ORDERS, OTHERS, PussState
from app.rules.notation import piles_from_text
from app.rules.rng import Scripted
from app.rules.solitaire import GIVE_UP
from app.rules.table import EMPTY
from tests.support.games import dealt, played, refusal

ACES = {"0f1": "0:AS", "0f2": "0:AH", "0f3": "0:AD", "0f4": "0:AC"}


def puss(text: str, **options: OptionValue) -> PussState:
    """A game in which just these piles and the aces lie on the table, written as by `piles_to_text`."""
    state: PussState = dealt(GAME, 1, options)
    aces = "\n".join(f"{pile} {ace}" for pile, ace in ACES.items())
    piles = {**piles_from_text(aces, state.table.specs), **piles_from_text(text, state.table.specs)}
    laid = [piles.get(spec.id, EMPTY) for spec in state.table.specs]
    return state._replace(table=state.table.with_piles(dict(enumerate(laid))))


def play(source: str, face: str, target: str) -> Move:
    return Move("play", source, (card(0, face),), target)


def lying(state: PussState, pile: str) -> list[str]:
    return [each[2:] for each in state.table.pile(pile).cards]


def test_the_deal() -> None:
    """The aces in their square, black and red in the diagonals, the first of the other 48 lies open."""
    state = GAME.deal(complete(GAME.info, {}), [{}], Scripted((OTHERS,)))
    assert {pile: state.table.pile(pile).cards for pile in ACES} == {pile: (ace,) for pile, ace in ACES.items()}
    assert set(OTHERS) | set(ACES.values()) == set(deck(0))
    assert state.table.pile("0r").cards == OTHERS[:1]
    stock = state.table.pile("0s")
    assert stock.cards == OTHERS[1:][::-1]
    assert stock.down == 47


def test_the_next_card_lies_open_as_soon_as_the_last_one_is_placed() -> None:
    """Turning is no move; with the last one nothing lies there any more."""
    state = puss("0s -4C -9D\n0r 2S")
    state = played(GAME, state, (0, ["play", "0r", ["0:2S"], "0w3"]))
    assert (lying(state, "0s"), lying(state, "0r"), lying(state, "0w3")) == (["4C"], ["9D"], ["2S"])
    state = played(GAME, state, (0, ["play", "0w3", ["0:2S"], "0f4"]))
    assert (lying(state, "0s"), lying(state, "0r"), lying(state, "0f4")) == (["4C"], ["9D"], ["AC", "2S"])
    state = played(GAME, state, (0, ["play", "0r", ["0:9D"], "0w3"]), (0, ["play", "0r", ["0:4C"], "0w3"]))
    assert (lying(state, "0s"), lying(state, "0r"), lying(state, "0w3")) == ([], [], ["9D", "4C"])


@pytest.mark.parametrize(
    ("source", "face", "target", "reason"),
    [
        ("0r", "2D", "0f2", None),  # red on red
        ("0r", "2D", "0f3", None),
        ("0r", "2D", "0f1", "does_not_fit"),
        ("0r", "2D", "0w1", None),  # nothing is ever forced
        ("0r", "2D", "0w4", None),
        ("0w1", "2C", "0f1", None),
        ("0w1", "2C", "0f4", None),
        ("0w1", "2C", "0w4", "does_not_fit"),
        ("0w2", "3S", "0f1", "does_not_fit"),
        ("0w1", "9H", "0f2", "not_there"),  # lies below
        ("0f1", "AS", "0w1", "not_there"),
        ("0s", "KH", "0w1", "not_there"),
        ("0r", "2D", "0s", "does_not_fit"),
        ("0r", "2D", "nowhere", "unknown_move"),
    ],
)
def test_what_may_be_played_where(source: str, face: str, target: str, reason: str | None) -> None:
    """Up by one in colour, from the stock to any corner, nothing from corner to corner or off a foundation."""
    state = puss("0s -KH\n0r 2D\n0w1 9H 2C\n0w2 3S")
    move = play(source, face, target)
    assert refusal(GAME, state, 0, move) == reason
    assert (move in GAME.moves(state, 0)) == (reason is None)


CORNERS = "0w1 9H 2S\n0w2 KC\n0w4 5D 6D 7D"


def test_the_redeal_takes_the_piles_in_the_order_that_is_named() -> None:
    """The first one is dealt first, its oldest card before all; empty corners count for nothing."""
    for order, cards in (
        ("1234", "9H 2S KC 5D 6D 7D"),
        ("4213", "5D 6D 7D KC 9H 2S"),
        ("3421", "5D 6D 7D KC 9H 2S"),
    ):
        state = played(GAME, puss(CORNERS), (0, ["redeal", "", [], order]))
        assert lying(state, "0r") + lying(state, "0s")[::-1] == cards.split()
        assert state.table.pile("0s").down == 5
        assert [lying(state, f"0w{n}") for n in range(1, 5)] == [[], [], [], []]
        assert GAME.facts(state)["redeals"] == 0


def test_a_redeal_names_every_corner_once() -> None:
    """All orders are offered, no other is known, and there is nothing to add to one."""
    state = puss(CORNERS)
    assert [move for move in GAME.moves(state, 0) if move.name == "redeal"] == list(ORDERS)
    assert len(ORDERS) == 24
    for move in (
        Move("redeal"),
        Move("redeal", target="124"),
        Move("redeal", target="1123"),
        Move("redeal", target="12345"),
        Move("redeal", "0w1", target="1234"),
        Move("redeal", target="1234", seat=0),
    ):
        assert refusal(GAME, state, 0, move) == "unknown_move"


@pytest.mark.parametrize("redeals", [0, 1, 2])
def test_there_are_so_many_redeals(redeals: int) -> None:
    """And only when no card of the stock waits."""
    state = puss("0r KC", redeals=redeals)
    for left in range(redeals, -1, -1):
        assert refusal(GAME, state, 0, ORDERS[0]) == "stock_not_empty"
        state = played(GAME, state, (0, ["play", "0r", ["0:KC"], "0w2"]))
        assert refusal(GAME, state, 0, ORDERS[0]) == (None if left else "not_now")
        if left:
            state = played(GAME, state, (0, ["redeal", "", [], "4321"]))
    assert state.ended == "stuck"


def test_it_is_over_only_when_no_top_fits_either() -> None:
    """The last stock is used up, and what lies on top of the wastepiles may still go up."""
    state = puss("0r KC\n0w1 KD 2S", redeals=0)
    state = played(GAME, state, (0, ["play", "0r", ["0:KC"], "0w2"]))
    assert state.ended is None
    assert [move.target for move in GAME.moves(state, 0)] == ["0f1", "0f4"]
    state = played(GAME, state, (0, ["play", "0w1", ["0:2S"], "0f1"]))
    assert state.ended == "stuck"
    result = GAME.result(state)
    assert result is not None
    assert (result.scores[0].points, result.winners, result.ended_by) == (5, (), HOUSE)
    assert [GAME.moves(state, seat) for seat in (HOUSE, 0)] == [[], []]
    assert refusal(GAME, state, 0, play("0w1", "KD", "0f2")) == "not_now"


def test_it_is_won_with_the_last_card() -> None:
    """All 52 are up; a redeal that is left changes nothing."""
    black = "0f1 AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS\n0f4 AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC\n"
    red = "0f2 AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH\n0f3 AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD"
    state = puss(f"{black}{red}\n0r KD")._replace(total=8)
    state = played(GAME, state, (0, ["play", "0r", ["0:KD"], "0f3"]))
    result = GAME.result(state)
    assert result is not None
    assert [(score.points, score.total, dict(score.parts)) for score in result.scores] == [(52, 60, {"cards": 52})]
    assert (result.winners, result.ended_by, result.carry) == ((0,), 0, ({"total": 60},))
    assert GAME.facts(state) == {"phase": "over", "ended": "won", "redeals": 1, "up": 52}


def test_the_house_gives_up_for_the_player() -> None:
    """Then it is over as it stands, the aces being the first points."""
    state = dealt(GAME, 1, {})
    assert GAME.moves(state, HOUSE) == [GIVE_UP]
    assert refusal(GAME, state, 0, GIVE_UP) == "unknown_move"
    state = played(GAME, state, (HOUSE, ["give_up"]))
    result = GAME.result(state)
    assert result is not None
    assert (result.scores[0].points, result.winners, state.ended) == (4, (), "given_up")
    assert refusal(GAME, state, HOUSE, GIVE_UP) == "not_now"


def test_moves_of_others_are_unknown() -> None:
    """One seat, and the house for one thing."""
    state = puss("0r 2S")
    for seat, move in (
        (1, play("0r", "2S", "0w1")),
        (HOUSE, play("0r", "2S", "0w1")),
        (HOUSE, Move("give_up", seat=0)),
        (0, Move("flip")),
        (0, play("0r", "2S", "0w1")._replace(seat=0)),
    ):
        assert refusal(GAME, state, seat, move) == "unknown_move", move


def test_a_view_hides_the_stock_alone() -> None:
    """Who plans the redeal may look through the wastepiles; after it the stock is counted again."""
    view = GAME.view(puss("0s -4C -9D\n0r 2S\n0w2 KC 5H"), 0)
    shown = {spec.id: view.table.shown(at, 0) for at, spec in enumerate(view.table.specs)}
    assert shown["0s"] == [2]
    assert (shown["0r"], shown["0w2"], shown["0f1"]) == ([0, "0:2S"], [0, "0:KC", "0:5H"], [0, "0:AS"])
    assert view.rng is None
    again = GAME.view(played(GAME, puss(CORNERS), (0, ["redeal", "", [], "1234"])), 0)
    assert again.table.shown(0, 0) == [5]


def test_nothing_happens_by_itself() -> None:
    """No timers, no absences, no turns, no hints; the facts are JSON."""
    game: Game[Any] = GAME
    state = dealt(game, 1, {})
    assert (game.timers(state), game.absences(state), game.turn(state)) == ((), (), None)
    assert game.hints(state, 0) is None
    assert json.loads(json.dumps(game.facts(state))) == {"phase": "play", "ended": None, "redeals": 1, "up": 4}
    with pytest.raises(StopIteration) as end:
        next(game.review(state, []))
    assert end.value.value == ()


def test_it_is_for_one() -> None:
    """Others are refused."""
    with pytest.raises(ValueError, match="for one, not 2"):
        dealt(GAME, 2, {})


def test_the_rule_sheet_names_every_option_and_its_source() -> None:
    """The docstring is what a player would be told."""
    import app.rules.games.puss_in_the_corner as module

    sheet = module.__doc__ or ""
    assert "Parlett" in sheet
    for option in GAME.info.options:
        assert f"`{option.key}`" in sheet, option.key
