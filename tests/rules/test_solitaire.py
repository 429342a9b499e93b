"""What games for one answer alike, asked of each of them."""

from typing import Any

import pytest

from app.rules.card import HIDDEN
from app.rules.game import HOUSE, SeatScore
from app.rules.registry import games
from app.rules.solitaire import CARDS, GIVE_UP, Solitaire
from tests.support.games import dealt

SOLITAIRES = [game for game in games().values() if isinstance(game, Solitaire)]


def test_every_game_for_one_is_one() -> None:
    assert [game for game in games().values() if game.info.pace == "solo"] == SOLITAIRES


@pytest.mark.parametrize("game", SOLITAIRES, ids=lambda game: str(game.info.key))
def test_the_score_is_the_cards_that_are_up_when_it_is_over(game: Any) -> None:
    state = dealt(game, 1, {})
    assert game.result(state) is None
    over = game.apply(state, HOUSE, GIVE_UP)._replace(total=7)
    result = game.result(over)
    up = game.up(over.table)
    assert result.scores == (SeatScore(up, 7 + up, {"cards": up}),)
    assert (result.carry, result.winners, result.ended_by) == (({"total": 7 + up},), (), HOUSE)
    won = game.result(over._replace(ended="won"))
    assert (won.winners, won.ended_by) == ((0,), 0)


@pytest.mark.parametrize("game", SOLITAIRES, ids=lambda game: str(game.info.key))
def test_what_is_known_of_it(game: Any) -> None:
    state = dealt(game, 1, {})
    up = sum(len(state.table.piles[at].cards) for at in game.foundations)
    known = {"phase": "play", "ended": None, "redeals": state.options["redeals"], "up": up}
    assert game.facts(state) == known
    over = game.apply(state, HOUSE, GIVE_UP)
    assert game.facts(over) == {**known, "phase": "over", "ended": "given_up"}
    assert up < CARDS


@pytest.mark.parametrize("game", SOLITAIRES, ids=lambda game: str(game.info.key))
@pytest.mark.parametrize("seat", [0, None])
def test_nobody_sees_what_is_hidden(game: Any, seat: int | None) -> None:
    view = game.view(dealt(game, 1, {}), seat)
    assert view.rng is None
    assert set(view.table.pile("0s").cards) == {HIDDEN}


@pytest.mark.parametrize("game", SOLITAIRES, ids=lambda game: str(game.info.key))
def test_nobody_waits_and_nobody_is_compared(game: Any) -> None:
    state = dealt(game, 1, {})
    assert game.turn(state) is None
    assert (game.timers(state), game.absences(state)) == ((), ())
    assert game.hints(state, 0) is None
    with pytest.raises(StopIteration) as end:
        next(game.review(state, []))
    assert end.value.value == ()
