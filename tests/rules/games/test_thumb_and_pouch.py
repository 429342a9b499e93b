"""Thumb and Pouch as the house asks it: the deal, moves, redeals, the end, facts, views."""

import json
import random
from typing import Any

import pytest

from app.rules.card import card, deck
from app.rules.game import HOUSE, Game, Move, OptionValue, complete
from app.rules.games.thumb_and_pouch import GAME, ThumbState, up
from app.rules.notation import piles_from_text
from app.rules.rng import Rng, Scripted
from app.rules.solitaire import GIVE_UP
from app.rules.table import EMPTY
from tests.support.games import dealt, played, refusal


def thumb(text: str, **options: OptionValue) -> ThumbState:
    """A game in which just these piles lie on the table, written as by `piles_to_text`."""
    state: ThumbState = dealt(GAME, 1, options)
    piles = piles_from_text(text, state.table.specs)
    laid = [piles.get(spec.id, EMPTY) for spec in state.table.specs]
    return state._replace(table=state.table.with_piles(dict(enumerate(laid))))


def play(source: str, faces: str, target: str) -> Move:
    return Move("play", source, tuple(card(0, face) for face in faces.split()), target)


def test_the_deal_goes_row_by_row() -> None:
    """28 cards as in Klondike; the rest is the stock in the same order, the next card on top."""
    state = GAME.deal(complete(GAME.info, {}), [{}], Scripted((deck(0),)))
    order = deck(0)
    assert state.table.pile("0t1").cards == order[:1]
    assert state.table.pile("0t2").cards == (order[1], order[7])
    assert state.table.pile("0t7").cards == tuple(order[at] for at in (6, 12, 17, 21, 24, 26, 27))
    assert [state.table.pile(f"0t{n}").down for n in range(1, 8)] == list(range(7))
    stock = state.table.pile("0s")
    assert stock.cards == order[28:][::-1]
    assert stock.down == 24
    state = played(GAME, state, (0, ["flip"]))
    assert state.table.pile("0w").cards == order[28:29]


@pytest.mark.parametrize(
    ("source", "faces", "target", "reason"),
    [
        ("0w", "9H", "0t1", None),  # on the ten of spades
        ("0w", "9H", "0t2", "does_not_fit"),  # on the ten of hearts
        ("0w", "9H", "0t3", None),  # on nothing
        ("0w", "9H", "0f1", "does_not_fit"),
        ("0t4", "AC", "0f1", None),
        ("0t4", "AC", "0f4", None),
        ("0t4", "AC", "0f2", "does_not_fit"),
        ("0f2", "2D", "0t5", None),  # on the three of clubs
        ("0f2", "2D", "0f1", "does_not_fit"),
        ("0f2", "2D", "0t3", None),
        ("0t6", "8S 7D", "0t3", None),
        ("0t6", "7D", "0t3", None),
        ("0t6", "8S", "0t3", "not_there"),
        ("0t6", "9C 8S 7D", "0t1", "not_there"),  # the nine lies face down
        ("0t6", "8S 7D", "0f1", "does_not_fit"),
        ("0t3", "", "0t1", "unknown_move"),
        ("0s", "KD", "0t3", "not_there"),
        ("0t1", "TS", "0t1", "does_not_fit"),
        ("0t1", "TS", "0w", "does_not_fit"),
    ],
)
def test_what_may_be_carried_where(source: str, faces: str, target: str, reason: str | None) -> None:
    """Down on any suit but the own, up in suit, anything to an empty pile, back from a foundation."""
    state = thumb("0s -KD\n0w 9H\n0f2 AD 2D\n0t1 TS\n0t2 TH\n0t4 AC\n0t5 3C\n0t6 -9C 8S 7D")
    move = play(source, faces, target)
    assert refusal(GAME, state, 0, move) == reason
    assert (move in GAME.moves(state, 0)) == (reason is None)


def test_a_card_that_becomes_the_last_is_turned_up() -> None:
    """By the same move, whether it lay under one card or a group."""
    state = played(GAME, thumb("0t1 -4C 8S 7D\n0t2 9H"), (0, ["play", "0t1", ["0:8S", "0:7D"], "0t2"]))
    assert state.table.pile("0t1") == (("0:4C",), 0)
    assert state.table.pile("0t2") == (("0:9H", "0:8S", "0:7D"), 0)


@pytest.mark.parametrize("redeals", [0, 1, 2, "unlimited"])
def test_the_waste_is_turned_over_so_often(redeals: OptionValue) -> None:
    """In the same order every time, turning no card; without limit for ever."""
    state = thumb("0s -KD -4C -2S\n0t1 9H", redeals=redeals)
    times = 5 if redeals == "unlimited" else int(redeals)
    for left in range(times, -1, -1):
        assert GAME.facts(state)["redeals"] == (None if redeals == "unlimited" else left)
        seen = []
        while state.table.pile("0s").cards:
            assert refusal(GAME, state, 0, Move("pickup")) == "stock_not_empty"
            state = played(GAME, state, (0, ["flip"]))
            seen.append(state.table.pile("0w").cards[-1])
        assert seen == ["0:2S", "0:4C", "0:KD"]
        assert refusal(GAME, state, 0, Move("flip")) == "stock_empty"
        if left:
            state = played(GAME, state, (0, ["pickup"]))
            assert len(state.table.pile("0s").cards) == state.table.pile("0s").down == 3
            assert state.table.pile("0w") == EMPTY
    assert refusal(GAME, state, 0, Move("pickup")) == (None if redeals == "unlimited" else "not_now")


def test_there_has_to_be_something_to_turn() -> None:
    """An empty waste is not turned over."""
    assert refusal(GAME, thumb("0t1 9H"), 0, Move("pickup")) == "nothing_to_do"


FULL = """
0f1 AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS
0f2 AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH
0f3 AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD
0f4 AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC
"""


def test_it_is_won_with_the_last_card() -> None:
    """All 52 are up, the player has won the match, and nothing may be moved any more."""
    state = played(GAME, thumb(FULL + "0t1 KC")._replace(total=5), (0, ["play", "0t1", ["0:KC"], "0f4"]))
    result = GAME.result(state)
    assert result is not None
    assert [(score.points, score.total, dict(score.parts)) for score in result.scores] == [(52, 57, {"cards": 52})]
    assert (result.winners, result.ended_by, result.carry) == ((0,), 0, ({"total": 57},))
    assert GAME.facts(state) == {"phase": "over", "ended": "won", "redeals": 2, "up": 52}
    assert [GAME.moves(state, seat) for seat in (HOUSE, 0)] == [[], []]
    assert refusal(GAME, state, 0, play("0f1", "KS", "0t1")) == "not_now"
    assert refusal(GAME, state, HOUSE, GIVE_UP) == "not_now"


COLUMNS = "0t1 2H\n0t2 4S\n0t3 6S\n0t4 8S\n0t5 TS\n0t6 QS\n0t7 "


def test_it_is_over_only_when_nothing_at_all_is_left() -> None:
    """A redeal, a card of the stock, a part of a group or a card that could be played back is something."""
    move = (0, ["flip"])
    for more, ended in (
        ("0t7 KS QD", "stuck"),
        ("0t7 KS JD", None),  # on the queen
        ("0t7 KS 3D", None),  # on the four
        ("0t7 KS QD\n0f1 AD 2D 3D", None),  # back on the four of spades
        ("0t7 KS QD\n0f1 AD 2D", "stuck"),  # there is no three for it
    ):
        state = thumb(f"0s -KH\n{COLUMNS}\n{more}", redeals=0)
        state = played(GAME, state, move)
        assert state.ended == ended, more
        assert (GAME.moves(state, 0) == []) == (ended is not None)
    assert played(GAME, thumb(f"0s -KH\n{COLUMNS}\n0t7 KS QD", redeals=1), move).ended is None


def test_the_house_gives_up_for_the_player() -> None:
    """Then it is over as it stands: nobody has won, and there is a point for every card that is up."""
    state = thumb("0s -KH\n0f1 AS 2S\n0f3 AH")
    assert GAME.moves(state, HOUSE) == [GIVE_UP]
    assert refusal(GAME, state, 0, GIVE_UP) == "unknown_move"
    state = played(GAME, state, (HOUSE, ["give_up"]))
    result = GAME.result(state)
    assert result is not None
    assert (result.scores[0].points, result.winners, result.ended_by) == (3, (), HOUSE)
    assert GAME.facts(state)["ended"] == "given_up"


def test_a_card_played_back_costs_its_point() -> None:
    """The score is what lies on the foundations now."""
    state = thumb("0s -KH\n0f1 AS 2S\n0t1 3H")
    assert up(state.table) == 2
    state = played(GAME, state, (0, ["play", "0f1", ["0:2S"], "0t1"]))
    assert GAME.facts(state)["up"] == 1


def test_moves_of_others_and_other_shapes_are_unknown() -> None:
    """One seat, three names, nothing added to them."""
    state = thumb("0s -KH\n0t1 3H")
    for seat, move in (
        (0, Move("draw")),
        (0, Move("flip", "0s")),
        (0, Move("flip", target="0w")),
        (0, Move("pickup", "0w")),
        (0, Move("flip", seat=0)),
        (1, Move("flip")),
        (HOUSE, Move("flip")),
        (HOUSE, Move("give_up", seat=0)),
    ):
        assert refusal(GAME, state, seat, move) == "unknown_move", move


def test_a_view_hides_the_stock_and_what_lies_face_down() -> None:
    """And nothing else; there is no chance in it."""
    state = thumb("0s -KH -2C\n0w 5H 6S\n0f1 AS 2S\n0t3 -4C -9S 8D 7C")
    for viewer in (0, None):
        view = GAME.view(state, viewer)
        shown = {spec.id: view.table.shown(at, viewer) for at, spec in enumerate(view.table.specs)}
        assert {key: pile for key, pile in shown.items() if pile != [0]} == {
            "0s": [2],
            "0w": [0, "0:5H", "0:6S"],
            "0f1": [0, "0:AS", "0:2S"],
            "0t3": [2, "0:8D", "0:7C"],
        }
        assert view.rng is None


def test_nothing_happens_by_itself() -> None:
    """No timers, no absences, no turns, no hints; the facts are JSON."""
    game: Game[Any] = GAME
    state = dealt(game, 1, {})
    assert (game.timers(state), game.absences(state), game.turn(state)) == ((), (), None)
    assert game.hints(state, 0) is None
    assert json.loads(json.dumps(game.facts(state))) == {"phase": "play", "ended": None, "redeals": 2, "up": 0}
    with pytest.raises(StopIteration) as end:
        next(game.review(state, []))
    assert end.value.value == ()


def test_it_is_for_one() -> None:
    """Others are refused."""
    with pytest.raises(ValueError, match="for one, not 2"):
        dealt(GAME, 2, {})


def test_options_do_not_change_the_cards() -> None:
    """The same seed deals the same, however often the waste may be turned over."""
    tables = [dealt(GAME, 1, {"redeals": choice}).table for choice in GAME.info.options[0].choices]
    assert all(table == tables[0] for table in tables)


def test_whoever_plays_at_random_is_never_told_too_early_that_it_is_over() -> None:
    """A game is stuck just where `moves` is empty and cards are left."""
    chance, ended = random.Random(3), []
    for number in range(40):
        state = GAME.deal(complete(GAME.info, {"redeals": 0}), [{}], Rng(bytes([number])))
        for _ in range(150):
            moves = GAME.moves(state, 0)
            # Cards go up or on others, and seldom anywhere else: else no game would come to an end.
            ups = [move for move in moves if move.target[:2] == "0f"]
            state = GAME.apply(state, 0, chance.choice(ups or [move for move in moves if move.name != "play"] or moves))
            assert (state.ended is not None) == (GAME.moves(state, 0) == [])
            if state.ended is not None:
                ended.append(state.ended)
                break
    assert "stuck" in ended


def test_the_rule_sheet_names_every_option_and_its_source() -> None:
    """The docstring is what a player would be told."""
    import app.rules.games.thumb_and_pouch as module

    sheet = module.__doc__ or ""
    assert "AisleRiot" in sheet
    for option in GAME.info.options:
        assert f"`{option.key}`" in sheet, option.key
