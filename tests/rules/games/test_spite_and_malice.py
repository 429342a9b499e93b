"""Spite & Malice as the house asks it: facts, timers, scores and the match, options, views."""

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.rules.card import KING, RANK
from app.rules.game import HOUSE, Move, Options, Timer, complete
from app.rules.games.spite_and_malice import GAME
from app.rules.games.spite_and_malice.state import FULL, SpiteState
from tests.support.games import dealt, played, spite


def test_facts_of_a_fresh_deal() -> None:
    """What everybody may know besides the piles."""
    state = dealt(GAME, 3, {"centre_stacks": 4})
    assert json.loads(json.dumps(GAME.facts(state))) == {
        "phase": "play",
        "turn": state.first,
        "needs": [1, 1, 1, 1],
        "ended": None,
        "by": None,
    }


def test_each_turn_has_a_clock_of_its_own() -> None:
    """By option; its name changes with the turn, so that it runs anew, and not within a turn."""
    assert GAME.timers(spite("0h AH 6D")) == ()
    state = spite("0h AH 6D\n1h 2S", turn_seconds=60)
    names = [GAME.timers(state)[0].name]
    for line in (["play", "0h", ["0:AH"], "c0"], ["play", "0h", ["0:6D"], "0s0"]):
        state = played(GAME, state, (0, line))
        names.append(GAME.timers(state)[0].name)
    assert names == ["turn0", "turn0", "turn1"]
    assert GAME.timers(spite("0h AH 6D", turn_seconds=120)) == (
        Timer("turn0", 120_000, Move("time_up", "0h", spite("0h 6D").table.pile("0h").cards, "0s0")),
    )


def test_the_house_does_nothing_for_who_is_away() -> None:
    """The others wait, or put a bot there, or end the hand by the move that the game names for it."""
    assert GAME.absences(spite("0h AH")) == ()
    assert Move(GAME.info.call_off) in GAME.moves(spite("0h AH"), HOUSE)


def out(totals: tuple[int, ...], seats: int = 2, **options: Any) -> Any:
    """The score sheet after seat 0 has gone out; the next has four pay-off cards left, the others two."""
    state = spite("0p AD\n1p -2S -3S -4S 5S", seats, **options)._replace(totals=totals)
    return GAME.result(played(GAME, state, (0, ["play", "0p", ["0:AD"], "c0"])))


def test_the_winner_scores_what_all_others_have_left() -> None:
    """And nobody loses anything."""
    result = out((10, 20, 30, 40), 4)
    assert [score.points for score in result.scores] == [8, 0, 0, 0]
    assert [score.total for score in result.scores] == [18, 20, 30, 40]
    assert [dict(score.parts) for score in result.scores] == [{"pay_off": points} for points in (8, 0, 0, 0)]
    assert result.ended_by == 0
    assert result.winners == ()
    assert result.carry == tuple(
        {"total": total, "place": place} for total, place in ((18, 3), (20, 0), (30, 1), (40, 2))
    )


@pytest.mark.parametrize(
    ("target", "totals", "winners"),
    [(50, (45, 49), ()), (50, (46, 49), (0,)), (25, (21, 0), (0,)), (100, (95, 0), ()), (0, (0, 0), (0,))],
)
def test_the_match(target: int, totals: tuple[int, ...], winners: tuple[int, ...]) -> None:
    """Who reaches the target wins; a single hand is won by its winner. Four points."""
    assert out(totals, target=target).winners == winners


def test_a_single_hand_that_nobody_wins_is_everybodys() -> None:
    """The match is over."""
    result = GAME.result(played(GAME, spite("0h AH", 3, target=0), (HOUSE, ["call_off"])))
    assert result is not None
    assert result.winners == (0, 1, 2)


def test_hands_begin_in_turn() -> None:
    """Clockwise from who began the one before, by whatever it ended."""
    carry: Any = [{}] * 3
    begun = []
    for number in range(4):
        state = GAME.deal(complete(GAME.info, {}), carry, dealt(GAME, 2, {}, bytes([number])).rng)
        begun.append(state.first)
        result = GAME.result(played(GAME, state, (HOUSE, ["call_off"])))
        assert result is not None
        carry = result.carry
    assert [(seat - begun[0]) % 3 for seat in begun] == [0, 1, 2, 0]


def test_a_view_shows_what_a_player_sees() -> None:
    """The own hand, every pay-off top, all side cards, the tops of the centre, counts of all else."""
    state = spite("0h AH 2H\n1h 3H\n0p -2C -3C 4C\n1s1 5C 6C\nc0 0:AS 1:KS")
    for viewer, hands in ((None, ([2], [1])), (0, ([0, "0:AH", "0:2H"], [1])), (1, ([2], [0, "1:3H"]))):
        table = GAME.view(state, viewer).table
        assert tuple(table.shown(table.index[name], viewer) for name in ("0h", "1h")) == hands
        assert [table.shown(table.index[name], viewer) for name in ("0p", "1s1", "c0", "stock")] == [
            [2, "0:4C"],
            [0, "1:5C", "1:6C"],
            [1, "1:KS"],
            [30],
        ]


def test_there_is_no_review() -> None:
    """Where each has its turn nobody is faster."""
    with pytest.raises(StopIteration) as end:
        next(GAME.review(spite("0h AH"), []))
    assert end.value.value == ()


def test_the_rule_sheet_names_every_option_and_its_source() -> None:
    """The docstring is what a player would be told."""
    import app.rules.games.spite_and_malice as module

    sheet = module.__doc__ or ""
    assert "G4A" in sheet
    for option in GAME.info.options:
        assert f"`{option.key}`" in sheet, option.key


OPTIONS = st.fixed_dictionaries({each.key: st.sampled_from(each.choices) for each in GAME.info.options})


def step(state: SpiteState, chance: random.Random) -> tuple[int, Move]:
    """Any move of the seat whose turn it is, rather to the centre; now and then the house's."""
    house = GAME.moves(state, HOUSE)
    if len(house) == 2 and chance.random() < 0.1:
        return HOUSE, house[0]
    moves = GAME.moves(state, state.turn)
    plays = [move for move in moves if move.target[:1] == "c"]
    return state.turn, chance.choice(plays if plays and chance.random() < 0.8 else moves)


@given(st.integers(2, 6), OPTIONS, st.integers(0, 2**32))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_what_holds_by_whatever_options(seats: int, options: Options, seed: int) -> None:
    """Stacks count up to twelve with kings for what is missing, hands have at most five, the turn goes round."""
    chance = random.Random(seed)
    state = dealt(GAME, seats, options, seed.to_bytes(8, "big"))
    rules = state.rules
    for _ in range(250):
        seat, move = step(state, chance)
        before, state = state, GAME.apply(state, seat, move)
        piles = state.table.piles
        for at in rules.centres:
            ranks = [RANK[card] for card in piles[at].cards]
            assert all(rank in {number, KING} for number, rank in enumerate(ranks, 1))
            assert len(ranks) < FULL or state.phase == "over"
            assert options["king_as_ace"] or ranks[:1] != [KING]
        assert all(len(piles[at].cards) <= 5 for at in rules.hand)
        assert all(piles[at].down == max(len(piles[at].cards) - 1, 0) for at in rules.pay)
        discard = move.name == "end" or move.target[:1] != "c"
        assert state.turn == (before.turn + (discard and state.ended != "blocked")) % seats
        if state.phase == "over":
            assert state.ended == "out" or (state.ended == "exhausted") == (options["exhausted"] != "play_on")
            assert (state.ended == "out") == (state.by != HOUSE)
            return
        if options["exhausted"] == "empty":
            assert piles[rules.stock].cards
        if options["refill"] and not discard and piles[rules.stock].cards:
            assert piles[rules.hand[seat]].cards or move.source[1:] != "h"
