"""A race on the same deal: the game's own rules at every seat, and what there is of a race around them."""

import json
import random
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.rules.game import HOUSE, Absence, Game, Move, complete
from app.rules.notation import move_from_json, move_to_json
from app.rules.record import Record, RecordedMove, RecordedRound, read, replay, write
from app.rules.registry import games
from app.rules.rng import Rng
from app.rules.solitaire_race import FEWEST, MOST, SolitaireRace
from app.rules.table import changed
from app.solver.base import Solved, solve
from tests.support.games import dealt, played, refusal

SOLO = [game for game in games().values() if game.info.pace == "solo"]
EVERY = pytest.mark.parametrize("alone", SOLO, ids=lambda game: game.info.key)
THUMB, PUSS = games()["thumb-and-pouch-race"], games()["puss-in-the-corner-race"]
GIVE_UP, CALL_OFF = Move("give_up"), Move("call_off")
CARD = re.compile(r"\d:[A-Z0-9]{2}")


def race(game: Game[Any], seats: int = 2, /, **options: Any) -> Any:
    """A race after Go."""
    return played(game, dealt(game, seats, options), (HOUSE, ["go"]))


def of_seat(text: str, seat: int) -> str:
    """What is said of a game for one, with the names of piles and cards that a seat has."""
    text = re.sub(r"\b0:", f"{seat}:", text)
    return re.sub(r"\b0([a-z]\d*)\b", rf"{seat}\1", text)


def told(moves: Any, seat: int = 0) -> list[str]:
    """Moves as text."""
    return [of_seat(json.dumps(move), seat) for move in moves]


def stuck(state: Any, seat: int) -> Any:
    """The same when this seat has played Puss in the Corner to its end, without thinking."""
    for _ in range(52):
        if state.ended[seat] is None:
            state = PUSS.apply(state, seat, next(iter(PUSS.moves(state, seat))))
    assert state.ended[seat] == "stuck"
    return state


def given_up(state: Any, *seats: int) -> Any:
    return played(THUMB, state, *((seat, ["give_up"]) for seat in seats))


def winning(game: Game[Any]) -> tuple[bytes, list[Move]]:
    """The seed of a deal that can be won, and the moves with which a game for one would win it."""
    alone = games()[str(game.info.key).removesuffix("-race")]
    for number in range(20):
        seed = f"winning {number}".encode()
        outcome = solve(alone.info.key, dealt(alone, 1, {}, seed), 20_000)
        if isinstance(outcome, Solved):
            return seed, list(outcome.line)
    raise AssertionError("twenty deals of which none is won")


def as_seat(move: Move, seat: int) -> Move:
    """The same move of a seat."""
    return move_from_json(json.loads(of_seat(json.dumps(move_to_json(move)), seat)))


# --- the deal -----------------------------------------------------------------------------------------------


@EVERY
@pytest.mark.parametrize("seats", [FEWEST, MOST])
def test_everybody_has_the_deal_that_the_game_for_one_has(alone: Game[Any], seats: int) -> None:
    """From the same seed, on piles and with cards of its own."""
    game = SolitaireRace(alone)
    state, lone = dealt(game, seats, {}), dealt(alone, 1, {})
    width = len(lone.table.specs)
    assert len(state.table.specs) == seats * width
    for seat in range(seats):
        part = slice(seat * width, (seat + 1) * width)
        assert json.dumps(state.table.piles[part]) == of_seat(json.dumps(lone.table.piles), seat)
        for spec, known in zip(state.table.specs[part], lone.table.specs, strict=True):
            assert (spec.id, spec.owner) == (of_seat(known.id, seat), seat)
            assert (spec.kind, spec.shows, spec.gives) == (known.kind, known.shows, known.gives)
            assert (spec.accepts, spec.apart) == (known.accepts, True)


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_it_is_for_two_to_six(seats: int) -> None:
    with pytest.raises(ValueError, match="is for 2 to 6 seats"):
        dealt(THUMB, seats, {})


def test_who_brings_something_keeps_it() -> None:
    state = THUMB.deal(complete(THUMB.info, {}), [{"total": 7}, {}], Rng(b"x"))
    result = THUMB.result(played(THUMB, state, (HOUSE, ["go"]), (HOUSE, ["call_off"])))
    assert result is not None
    assert [(score.points, score.total) for score in result.scores] == [(0, 7), (0, 0)]


# --- what may be moved --------------------------------------------------------------------------------------


def test_nothing_moves_before_go() -> None:
    state = dealt(THUMB, 2, {})
    assert [timer[:2] for timer in THUMB.timers(state)] == [("go", 3000)]
    assert THUMB.moves(state, 0) == []
    assert {refusal(THUMB, state, seat, move) for seat in (0, 1) for move in (Move("flip"), GIVE_UP)} == {"not_now"}
    assert refusal(THUMB, state, HOUSE, CALL_OFF) == "not_now"
    state = played(THUMB, state, (HOUSE, ["go"]))
    assert THUMB.timers(state) == ()
    assert refusal(THUMB, state, HOUSE, Move("go")) == "not_now"
    assert refusal(THUMB, state, 1, Move("flip")) is None


@EVERY
@given(data=st.data())
@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
def test_every_seat_plays_the_game_for_one(alone: Game[Any], data: st.DataObject) -> None:
    """Whatever the others do, each seat has the moves and the piles that the game for one has after its own moves.

    And no move touches a pile of another seat.
    """
    game = SolitaireRace(alone)
    seats = data.draw(st.integers(FEWEST, MOST))
    options = {each.key: data.draw(st.sampled_from(each.choices)) for each in alone.info.options}
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    first = dealt(game, seats, options)
    state, lone = played(game, first, (HOUSE, ["go"])), [dealt(alone, 1, options)] * seats
    width = len(lone[0].table.specs)
    for _ in range(150):
        seat = chance.randrange(seats)
        known, own = list(alone.moves(lone[seat], 0)), list(game.moves(state, seat))
        assert told(own[:-1]) == told(known, seat)
        assert not own or own[-1] == GIVE_UP
        if not known:
            continue
        at = chance.randrange(len(known))
        after = game.apply(state, seat, own[at])
        lone[seat] = alone.apply(lone[seat], 0, known[at])
        assert {position // width for position in changed(state.table, after.table)} == {seat}
        assert after.table.specs is first.table.specs
        assert after.table.index is first.table.index
        state = after
        said = alone.facts(lone[seat])
        assert [state.up[seat], state.ended[seat], state.redeals[seat]] == [
            said["up"],
            said["ended"],
            said["redeals"],
        ]
        piles = state.table.piles[seat * width : (seat + 1) * width]
        assert json.dumps(piles) == of_seat(json.dumps(lone[seat].table.piles), seat)
        if game.result(state) is not None:
            break


def test_piles_and_cards_of_others_are_out_of_reach() -> None:
    """Also under the names that the game for one would know them by."""
    state = race(THUMB, 3)
    top = state.table.pile("1t1").cards[-1]
    target = next(move.target for move in THUMB.moves(state, 1) if move.cards)
    for seat in (0, 2):
        assert refusal(THUMB, state, seat, Move("play", "1t1", (top,), f"{seat}t2")) == "not_yours"
        assert refusal(THUMB, state, seat, Move("play", f"{seat}t1", (top,), target)) == "not_yours"
        assert refusal(THUMB, state, seat, Move("play", f"{seat}t1", (top,), f"{seat}t2")) == "not_there"
    assert refusal(THUMB, state, 2, Move("play", "0t1", state.table.pile("0t1").cards, "0t2")) == "not_yours"
    assert refusal(THUMB, state, 2, Move("play", "5t1", (top,), "2t2")) == "unknown_move"
    assert refusal(THUMB, state, 3, Move("flip")) == "unknown_move"
    assert refusal(THUMB, state, 0, Move("undo")) == "unknown_move"
    assert refusal(THUMB, state, 0, Move("flip", seat=1)) == "unknown_move"


# --- the end ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [THUMB, PUSS], ids=lambda game: game.info.key)
def test_who_finishes_first_has_won(game: Game[Any]) -> None:
    """With all cards up, whatever the others have; and it is over at once. The record of it replays."""
    seed, line = winning(game)
    state = played(game, dealt(game, 3, {}, seed), (HOUSE, ["go"]))
    moves = [(HOUSE, Move("go")), *((1, as_seat(move, 1)) for move in line)]
    for seat, move in moves[1:]:
        assert game.result(state) is None
        game.check(state, seat, move)
        state = game.apply(state, seat, move)
    result = game.result(state)
    assert result is not None
    assert (result.winners, result.ended_by) == ((1,), 1)
    assert result.scores[1].parts == {"cards": 52}
    facts: Any = game.facts(state)
    assert (facts["phase"], facts["by"], facts["ended"]) == ("over", 1, [None, "won", None])
    assert [list(game.moves(state, seat)) for seat in range(HOUSE, 3)] == [[]] * 4
    assert refusal(game, state, 0, GIVE_UP) == "not_now"
    assert replays(game, seed, moves, state)


def replays(game: Game[Any], seed: bytes, moves: list[tuple[int, Move]], end: Any) -> bool:
    """Whether a record with this seed leads there, without a refusal."""
    recorded = tuple(RecordedMove(seat, 0, move) for seat, move in moves)
    record = Record(str(game.info.key), {}, (RecordedRound(({}, {}, {}), recorded),), seed=seed)
    outcome: Any = replay(read(write(record)), games())
    return bool(outcome["refused"] == 0 and outcome["rounds"][0]["facts"] == game.facts(end))


def test_when_nobody_plays_any_more_most_cards_win() -> None:
    state = stuck(race(PUSS, 3, redeals=0), 1)
    assert PUSS.facts(state)["ended"] == [None, "stuck", None]
    assert refusal(PUSS, state, 1, GIVE_UP) == "not_now"
    state = played(PUSS, state, (0, ["give_up"]))
    assert PUSS.result(state) is None
    state = played(PUSS, state, (2, ["give_up"]))
    result = PUSS.result(state)
    assert result is not None
    assert (result.winners, result.ended_by) == ((1,), HOUSE)
    assert [score.points for score in result.scores] == [4, state.up[1], 4]
    assert state.up[1] > 4


def test_equal_highest_share_the_win() -> None:
    state = stuck(stuck(race(PUSS, 3, redeals=0), 2), 0)
    result = PUSS.result(played(PUSS, state, (1, ["give_up"])))
    assert result is not None
    assert result.winners == (0, 2)


def test_the_host_calls_it_off_and_most_cards_win() -> None:
    """Somebody always has won: a race is a match of one round."""
    nobody = PUSS.result(played(PUSS, race(PUSS), (HOUSE, ["call_off"])))
    assert nobody is not None
    assert nobody.winners == (0, 1)
    state = stuck(race(PUSS, redeals=0), 1)
    result = PUSS.result(played(PUSS, state, (HOUSE, ["call_off"])))
    assert result is not None
    assert (result.winners, result.ended_by) == ((1,), HOUSE)


def test_the_house_gives_up_when_all_who_still_play_are_away() -> None:
    """For each of them, when somebody has ended and waits; if one of them is there, for none."""
    state = race(THUMB, 3)
    absent = [Move("give_up", seat=seat) for seat in range(3)]
    assert THUMB.absences(state) == ()
    assert THUMB.moves(state, HOUSE) == [CALL_OFF]
    assert refusal(THUMB, state, HOUSE, absent[2]) == "not_now"
    waiting = given_up(state, 0)
    assert THUMB.absences(waiting) == tuple(Absence((1, 2), 60_000, move) for move in absent[1:])
    assert THUMB.moves(waiting, HOUSE) == [CALL_OFF, *absent[1:]]
    assert refusal(THUMB, waiting, HOUSE, absent[0]) == "not_now"
    assert refusal(THUMB, waiting, HOUSE, GIVE_UP) == "not_now"
    assert refusal(THUMB, waiting, HOUSE, Move("flip")) == "unknown_move"
    last = played(THUMB, waiting, (HOUSE, ["give_up", "", [], "", 1]))
    assert THUMB.absences(last) == (Absence((2,), 60_000, absent[2]),)
    over = played(THUMB, last, (HOUSE, ["give_up", "", [], "", 2]))
    assert over.ended == ("given_up",) * 3
    assert THUMB.absences(over) == ()


# --- what is seen -------------------------------------------------------------------------------------------


def test_facts_say_how_far_each_is() -> None:
    state = race(PUSS, redeals=2)
    assert PUSS.facts(state) == {
        "phase": "race",
        "by": None,
        "up": [4, 4],
        "ended": [None, None],
        "redeals": [2, 2],
        "tables": None,
    }
    assert THUMB.facts(race(THUMB, redeals="unlimited"))["redeals"] == [None, None]


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_no_card_of_another_is_seen_before_the_end(viewer: int | None) -> None:
    """Not one, face up or not, since every card of another tells one's own."""
    state = race(PUSS, 3)
    for step in range(60):
        seat = step % 3
        state = PUSS.apply(state, seat, next(iter(PUSS.moves(state, seat))))
        view = PUSS.view(state, viewer)
        text = repr(view) + json.dumps([state.table.shown(at, viewer) for at in range(len(state.table.specs))])
        assert {card[0] for card in CARD.findall(text)} == ({str(viewer)} if viewer is not None else set())
        if viewer is not None:
            assert list(PUSS.moves(view, viewer)) == list(PUSS.moves(state, viewer))


def test_at_the_end_all_tables_lie_open() -> None:
    """As their players saw them: what lies face down stays a count."""
    state = stuck(race(PUSS, redeals=0), 1)
    assert PUSS.facts(state)["tables"] is None
    before = state.table
    over = played(PUSS, state, (HOUSE, ["call_off"]))
    tables: Any = PUSS.facts(over)["tables"]
    for seat in (0, 1):
        own = {spec.id: before.shown(at, seat) for at, spec in enumerate(before.specs) if spec.owner == seat}
        assert tables[seat] == own
    assert tables[0]["0s"] == [47]
    assert len(CARD.findall(json.dumps(tables[1]))) == 52
    assert PUSS.facts(PUSS.view(over, None)) == PUSS.facts(over)
