"""The stuck vote of Pounce and its rule."""

import pytest

from app.rules.game import HOUSE, Options
from app.rules.games.pounce import GAME
from app.rules.games.pounce.state import PounceState
from app.rules.games.pounce.stuck import STALLS
from app.rules.notation import piles_to_text
from tests.support.games import played, pounce


def agreed(text: str, options: Options | None = None) -> PounceState:
    """A table of two on which both have just said "stuck"."""
    state: PounceState = played(GAME, pounce(text, 2, **options or {}), (0, ["stuck"]), (1, ["stuck"]))
    return state


def piles(state: PounceState) -> dict[str, str]:
    return dict(line.split(" ", 1) for line in piles_to_text(state.table).splitlines())


def test_the_rule_runs_when_the_last_seat_has_said_it() -> None:
    """Not before; a seat that has taken it back has to say it again."""
    state = played(GAME, pounce("0t1 -2C 5H\n1t1 -2C 5H", 3), (2, ["stuck"]), (0, ["stuck"]))
    assert (state.phase, GAME.facts(state)["stuck"]) == ("race", [0, 2])
    state = played(GAME, state, (0, ["unstuck"]), (1, ["stuck"]))
    assert (state.phase, GAME.facts(state)["stuck"]) == ("race", [1, 2])
    state = played(GAME, state, (HOUSE, ["agree", "", [], "", 0]))
    assert (state.phase, GAME.facts(state)["stuck"]) == ("stuck", [])
    state = played(GAME, state, (HOUSE, ["resume"]))
    assert (state.phase, state.pulls) == ("race", None)


@pytest.mark.parametrize(
    ("text", "pull", "expected"),
    [
        # the deepest face-down card of the rightmost pile that has any
        ("0t1 -2C 5H\n0t4 -3C -4C 6H\n0t5 9H\n0s -QC", (None, "stock"), {"0t4": "-4C 6H", "0s": "-3C -QC"}),
        # an empty stock: it becomes the stock; the waste stays
        ("0t1 -2C 5H\n0w QC", (None, "stock"), {"0t1": "5H", "0s": "-2C", "0w": "QC"}),
        # a build pile comes before the tableau, the lowest number first
        (
            "0t1 -2C 3H\nb0 1:AS\nb1 1:AC\nb2 0:AC",
            ("0:2C", "b1"),
            {"0t1": "3H", "b1": "1:AC 0:2C", "b2": "0:AC"},
        ),
        # an ace starts a pile
        ("0t1 -AC 3H\nb0 1:AC", ("0:AC", "b1"), {"b1": "0:AC"}),
        # the tableau from left to right, the pile it came from included
        ("0t1 3D\n0t2 3C\n0t3 -2C 3H", ("0:2C", "0t1"), {"0t1": "3D 2C", "0t3": "3H"}),
        ("0t1 4D\n0t3 -2C 3H", ("0:2C", "0t3"), {"0t3": "3H 2C"}),
        # an empty pile takes a king, and nothing else
        ("0t1 5D\n0t3 -KC 3H", ("0:KC", "0t2"), {"0t2": "KC"}),
        ("0t1 5D\n0t3 -QC 3H", (None, "stock"), {"0s": "-QC"}),
    ],
)
def test_a_pull(text: str, pull: tuple[str | None, str], expected: dict[str, str]) -> None:
    """Where a pulled card goes. What goes under the stock is not named."""
    state = agreed(text)
    assert state.pulls == (pull, (None, None))
    assert piles(state).items() >= expected.items()


@pytest.mark.parametrize(
    ("empty_space", "text", "where"),
    [
        ("any", "0t3 -QC 3H", "0t1"),
        ("pounce", "0t3 -KC 3H", "stock"),
        ("pounce", "0t1 KH\n0t3 -QC 3H", "0t1"),
    ],
)
def test_house_rules_of_the_empty_space_hold_for_pulls(empty_space: str, text: str, where: str) -> None:
    """A pulled card counts as a tableau card."""
    state = agreed(text, {"empty_space": empty_space})
    assert state.pulls is not None
    assert state.pulls[0][1] == where


def test_seats_pull_one_after_another() -> None:
    """What an earlier seat has built is there for the next."""
    state = agreed("0t1 -2S 9H\n1t1 -3S 9H\nb0 0:AS")
    assert state.pulls == (("0:2S", "b0"), ("1:3S", "b0"))
    assert piles(state)["b0"] == "0:AS 0:2S 1:3S"


def test_a_pulled_king_makes_no_extra_stop() -> None:
    """The pile is complete all the same."""
    spades = " ".join(f"0:{rank}S" for rank in "A23456789TJQ")
    state = agreed(f"0t1 -KS 9H\nb0 {spades}")
    assert (state.phase, state.pile) == ("stuck", "")
    assert len(state.table.pile("b0").cards) == 13


def test_passes_start_again_after_the_rule() -> None:
    """Everybody goes through the stock again before it is said once more."""
    state = played(GAME, pounce("0t1 -2C 5H\n0s -9C\n1s -9C"), (0, ["flip"]), (1, ["flip"]))
    state = played(GAME, state, (0, ["stuck"]), (1, ["stuck"]))
    assert [max(passes, 0) for passes in state.passes] == [0, 0]


def test_when_all_are_out_of_luck_the_round_ends_without_a_pouncer() -> None:
    """Nobody has a face-down card; scores count as usual."""
    state = agreed("0t1 9H\n1t1 9H\nb0 0:AS 1:2S")
    facts = GAME.facts(state)
    assert (facts["phase"], facts["by"], facts["pulls"]) == ("over", None, [[None, None], [None, None]])
    result = GAME.result(state)
    assert result is not None
    assert result.ended_by == HOUSE
    assert [score.points for score in result.scores] == [1 - 4, 1 - 4]


OPEN: Options = {"tableau": 4}


def test_the_open_tableau_moves_the_top_of_the_stock_to_its_bottom() -> None:
    """An empty stock is picked up first; who has neither, has neither. No card is named."""
    text = "0s -2C -3C -4C\n1w 5C 6C 7C"
    state = agreed(text, OPEN)
    assert state.phase == "stuck"
    assert state.pulls == ((None, "stock"), (None, "stock"))
    assert piles(state).items() >= {"0s": "-4C -2C -3C", "1s": "-5C -7C -6C"}.items()
    assert "1w" not in piles(state)


def test_the_open_tableau_ends_when_nobody_has_stock_or_waste() -> None:
    """One seat's stock is enough to play on."""
    assert agreed("0t1 9H", OPEN).phase == "over"
    state = agreed("0t1 9H\n1w 2C", OPEN)
    assert (state.phase, state.pulls) == ("stuck", ((None, None), (None, "stock")))


def test_the_open_tableau_ends_after_nine_runs_with_nothing_built() -> None:
    """A card on a build pile starts the count again."""
    state = pounce("0s -2C -3C -4C\n1t1 AS\n1s -9C", **OPEN)
    runs = 0
    while state.phase != "over":
        if runs == STALLS - 1:
            state = played(GAME, state, (1, ["play", "1t1", ["1:AS"], "new"]))
        state = played(GAME, state, (0, ["stuck"]), (1, ["stuck"]))
        runs += 1
        if state.phase == "stuck":
            state = played(GAME, state, (HOUSE, ["resume"]))
    assert runs == 2 * STALLS - 1
    assert state.by == HOUSE
