"""Pontis as the house asks it: options, facts, timers, results and the match."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.rules.card import HIDDEN, RANK, SUIT, deck, jokers
from app.rules.game import HOUSE, Move, OptionValue, Timer, complete
from app.rules.games import pontis as module
from app.rules.games.pontis import GAME
from app.rules.games.pontis.state import PontisState
from app.rules.record import Record, RecordedMove, RecordedRound, read, replay, write
from app.rules.registry import games
from app.rules.rng import Rng
from tests.support.games import dealt, played
from tests.support.pontis import cards, pontis


def facts(state: PontisState) -> Any:
    """As they come out of JSON."""
    return json.loads(json.dumps(GAME.facts(state)))


def test_facts_of_a_fresh_deal() -> None:
    """What everybody may know besides the piles: nothing of the bases."""
    state = dealt(GAME, 3, {})
    assert facts(state) == {
        "phase": "open",
        "dealer": state.dealer,
        "turn": state.dealer,
        "tops": None,
        "wanted": None,
        "misses": 0,
        "jokers": {},
        "ending": None,
        "by": None,
        "won": [],
        "counts": None,
        "game": 1,
    }


@pytest.mark.parametrize(
    ("own", "before", "tops", "wanted"),
    [
        ("9S", "KD", ["K", "9"], [4]),
        ("AS", "5D", ["5", "A"], [4, 9]),
        ("AS", "AD", ["A", "A"], [13]),
        ("7S", "7D", ["7", "7"], "pair"),
        ("X1", "7D", ["7", "J"], [4]),
    ],
)
def test_facts_of_a_turn(own: str, before: str, tops: list[str], wanted: object) -> None:
    """Both tops and what is wanted."""
    told = facts(pontis(f"0b {own}\n1b {before}\n0h 2C", 2, "X1=J"))
    assert (told["tops"], told["wanted"], told["turn"]) == (tops, wanted, 0)


def test_facts_of_a_block() -> None:
    """The points of every card of every bank, the base first."""
    state = played(GAME, pontis("0b 9S AD\n1b X1 KD\n0h 2C\n1h 2D", 2, "X1=7"), (0, ["pass"]), (1, ["pass"]))
    told = facts(state)
    assert told["counts"] == [[9, 14], [7, 13]]
    assert (told["phase"], told["ending"], told["turn"], told["won"], told["by"]) == ("over", "block", None, [0], None)
    assert told["tops"] is None


def test_facts_when_somebody_is_out() -> None:
    state = played(GAME, pontis("0b 9S\n1b KD\n0h 4C\n1h 2D"), (0, ["lay", "0h", ["0:4C"], "0b"]))
    told = facts(state)
    assert (told["ending"], told["by"], told["won"], told["counts"]) == ("out", 0, [0], None)


def test_a_turn_has_its_time() -> None:
    """If the option says so; the next turn has a clock of its own, naming a base is part of a turn."""
    assert GAME.timers(dealt(GAME, 2, {})) == ()
    state = pontis("0b 9S\n1b -X1\n0h 4C 2C\n1h 2D", turn_seconds=60)._replace(phase="lay")
    assert GAME.timers(state) == (Timer("turn0", 60_000, Move("timeout", seat=0)),)
    state = played(GAME, state._replace(phase="open"), (0, ["open"]))
    assert GAME.timers(state) == (Timer("turn1", 60_000, Move("timeout", seat=1)),)
    state = played(GAME, state, (1, ["name", "", [], "K"]))
    assert [timer.name for timer in GAME.timers(state)] == ["turn1"]
    assert GAME.timers(played(GAME, state, (HOUSE, ["end"]))) == ()


def test_a_table_waits_for_who_is_away() -> None:
    """What becomes of the seat is decided by people; the house can make its moves."""
    state = dealt(GAME, 3, {"turn_seconds": 30})
    assert GAME.absences(state) == ()
    assert GAME.moves(state, HOUSE) == [Move("timeout", seat=state.turn), Move("end")]


def test_bases_are_hidden_from_their_owners_too() -> None:
    """Hands are their owners', what is out of play is nobody's."""
    state = dealt(GAME, 5, {})
    for viewer in (None, *range(5)):
        table = GAME.view(state, viewer).table
        for seat in range(5):
            assert table.pile(f"{seat}b").cards == (HIDDEN,)
            assert (HIDDEN in table.pile(f"{seat}h").cards) is (seat != viewer)
        assert set(table.pile("aside").cards) == {HIDDEN}


def test_the_score_sheet() -> None:
    """A win is a point; the bank and the cards left are told beside it."""
    state = pontis("0b 9S\n1b KD\n0h 4C\n1h 2D 3D")._replace(wins=(1, 2), games=3, dealer=1)
    result = GAME.result(played(GAME, state, (0, ["lay", "0h", ["0:4C"], "0b"])))
    assert result is not None
    assert [(score.points, score.total, dict(score.parts)) for score in result.scores] == [
        (1, 2, {"bank": 13, "left": 0}),
        (0, 2, {"bank": 13, "left": 2}),
    ]
    assert (result.winners, result.ended_by) == ((0, 1), 0)
    assert [dict(carry) for carry in result.carry] == [
        {"total": 2, "games": 4, "deals": 0},
        {"total": 2, "games": 4, "deals": 1},
    ]
    assert GAME.result(state) is None


# --- whole matches, by any options --------------------------------------------------------------------------


def random_match(seats: int, options: dict[str, OptionValue], seed: bytes) -> list[PontisState]:
    """The last states of all games of a match that chance plays; the house now and then."""
    rng: Any = Rng(seed, 7)
    carry: Any = [{}] * seats
    ends: list[PontisState] = []
    for number in range(1, 20):
        state = GAME.deal(complete(GAME.info, options), carry, Rng.for_round(seed, number))
        while (result := GAME.result(state)) is None:
            moves = GAME.moves(state, state.turn)
            at, rng = rng.below(len(moves) + 1)
            seat, move = (state.turn, moves[at]) if at < len(moves) else (HOUSE, Move("timeout", seat=state.turn))
            GAME.check(state, seat, move)
            state = GAME.apply(state, seat, move)
        ends.append(state)
        if result.winners:
            return ends
        carry = result.carry
    raise AssertionError("a match without an end")


@given(
    seats=st.integers(2, 8),
    options=st.fixed_dictionaries({each.key: st.sampled_from(each.choices) for each in GAME.info.options}),
    seed=st.binary(min_size=1, max_size=6),
)
@settings(max_examples=25, deadline=None)
def test_matches_by_any_options(seats: int, options: dict[str, OptionValue], seed: bytes) -> None:
    """As many games as the series has; the seats deal in turn; every game ends as the rules say."""
    ends = random_match(seats, options, seed)
    series = options["series"]
    assert len(ends) == (seats if series == "dealer_round" else series)
    dealers = [state.dealer for state in ends]
    assert dealers == [(dealers[0] + number) % seats for number in range(len(ends))]
    wins = [0] * seats
    for state in ends:
        assert list(state.wins) == wins
        told = facts(state)
        for seat in told["won"]:
            wins[seat] += 1
        if told["ending"] == "out":
            assert state.hand(state.by) == ()
            assert told["won"] == [state.by]
        else:
            assert told["ending"] == "block"
            assert state.misses == seats
            assert all(not state.table.pile(f"{seat}b").down for seat in range(seats))
            sums = [sum(each) for each in told["counts"]]
            assert told["won"] == [seat for seat in range(seats) if sums[seat] == max(sums)]
            if options["block_points"] == "cards":
                assert sums == [len(state.table.pile(f"{seat}b").cards) for seat in range(seats)]
            if options["must_lay"]:
                turns = [state._replace(turn=seat, phase="lay") for seat in range(seats)]
                assert [GAME.moves(turn, turn.turn) for turn in turns] == [[Move("pass")]] * seats
    result = GAME.result(ends[-1])
    assert result is not None
    assert [score.total for score in result.scores] == wins
    assert list(result.winners) == [seat for seat in range(seats) if wins[seat] == max(wins)]


@given(seats=st.integers(2, 8), suit=st.booleans(), seed=st.binary(min_size=1, max_size=6))
@settings(max_examples=10, deadline=None)
def test_a_match_replays_from_its_record(seats: int, suit: bool, seed: bytes) -> None:
    """From its seed, and from its shuffles when it says who deals; refused moves change nothing."""
    options: dict[str, OptionValue] = {"jokers": 4, "bases": "suit" if suit else "pack"}
    state = GAME.deal(complete(GAME.info, options), [{}] * seats, chance := Rng.for_round(seed, 1))
    dealer, moves = state.dealer, []
    while GAME.result(state) is None:
        seat, move = state.turn, GAME.moves(state, state.turn)[-1]
        moves.extend([RecordedMove(seat, 0, Move("lay", f"{seat}h")), RecordedMove(seat, 0, move)])
        state = GAME.apply(state, seat, move)
    by_seed = Record("pontis", options, (RecordedRound(({},) * seats, tuple(moves)),), seed)
    carry = tuple({"deals": (seat - dealer) % seats} for seat in range(seats))
    by_orders = Record(
        "pontis", options, (RecordedRound(carry, tuple(moves)),), None, shuffles(chance, 4, seats if suit else 0)
    )
    for record in (by_seed, by_orders):
        told: Any = replay(read(write(record)), games())
        assert (told["accepted"], told["refused"]) == (len(moves) // 2, len(moves) // 2)
        assert told["rounds"][0]["facts"] == facts(state)


def shuffles(rng: Rng, count: int, suited_bases: int) -> tuple[tuple[str, ...], ...]:
    """What the deal shuffles with this chance."""
    pack = (*deck(0), *jokers(0, count))
    if not suited_bases:
        return (rng.shuffled(pack)[0],)
    aces, rng = rng.shuffled([each for each in pack if RANK[each] == 1])
    suited, rng = rng.shuffled([each for each in pack if SUIT[each] == SUIT[aces[0]]])
    rest, _ = rng.shuffled([each for each in pack if each not in suited[:suited_bases]])
    return aces, suited, rest


def test_the_sheet_of_rules_names_every_option() -> None:
    """The docstring is the rule sheet; what concerns the table only is left out."""
    sheet = module.__doc__ or ""
    for option in GAME.info.options:
        if option.key != "players":
            assert f"`{option.key}`" in sheet, option.key


def test_nobody_is_reviewed() -> None:
    state = dealt(GAME, 2, {})
    with pytest.raises(StopIteration) as end:
        next(GAME.review(state, [(state.turn, 0, Move("open"))]))
    assert end.value.value == ()


def test_moves_keep_their_order() -> None:
    """The same list every time, the miss last; a view has the same."""
    state = pontis("0h 4S KH 9D X1\n0b 9S\n1b KD\n1h 5C", must_lay=False)
    moves = GAME.moves(state, 0)
    assert moves == GAME.moves(GAME.view(state, 0), 0)
    assert moves[0] == Move("lay", "0h", cards("4S"), "0b")
    assert moves[1] == Move("lay", "0h", cards("X1"), "0b:4")
    assert moves[-1] == Move("pass")
    assert GAME.moves(state, 1) == []
