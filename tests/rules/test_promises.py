"""What every game promises, tried on every game found: any seats, any options, any seed, any walk. Names no game."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.bots.bot import bots
from app.bots.simulation import Players, simulate
from app.bots.wanderer import GIVE_UP, Wanderer
from app.rules.card import HIDDEN, known
from app.rules.game import HOUSE, Game, Illegal, Move, Options, complete
from app.rules.notation import move_from_json, move_to_json, spec_to_json
from app.rules.registry import games
from app.rules.rng import Rng
from app.rules.table import EMPTY, Table, changed

ROOT = Path(__file__).resolve().parents[2]
PINNED = json.loads((ROOT / "tests" / "vectors" / "deals.json").read_text("utf-8"))
"""One digest of a deal a game. It changes only when old seeds may deal other tables, which old logs forbid: never."""

EVERY_GAME = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.info.key)
A_FEW = settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow])
MOST_WORDS = 500
"""So many words for targets are tried, those of the newest state first."""
GARBAGE = ("", "Play", "go", "resume", "ready", "agree", "flip", "end", "no such move")


class Drawn(NamedTuple):
    """A table to play at: what is drawn for a test."""

    seats: int
    options: Options
    seed: bytes
    walk: int


@st.composite
def tables(draw: st.DrawFn, game: Game[Any]) -> Drawn:
    """Any number of seats that the game takes, any options, any seed, and a number that decides the walk."""
    seats = draw(st.integers(*game.info.seats))
    options = draw(st.fixed_dictionaries({each.key: st.sampled_from(each.choices) for each in game.info.options}))
    return Drawn(seats, options, draw(st.binary(min_size=1, max_size=32)), draw(st.integers(0, 2**32)))


class Step(NamedTuple):
    """One move of a walk, and the states around it."""

    before: Any
    seat: int
    move: Move
    after: Any


def dealt(game: Game[Any], table: Drawn) -> Any:
    return game.deal(complete(game.info, table.options), [{}] * table.seats, Rng.for_round(table.seed, 1))


def walk(game: Game[Any], table: Drawn) -> Iterator[Step]:
    """Legal moves of anybody, house included, in any order; a round that is over ends the walk.

    Some walks are mostly the bots', which get somewhere, and some mostly chance's, which get everywhere else.
    """
    state = dealt(game, table)
    chance = random.Random(table.walk)
    steps, share = chance.choice(((120, 0.2), (160, 0.7), (900, 0.98)))
    bot = bots(game.info.key).get("steady", Wanderer())
    rng = Rng(table.seed)
    for _ in range(steps):
        seat = chance.randrange(HOUSE, table.seats)
        legal = list(game.moves(state, seat))
        move = chance.choice(legal) if legal else None
        if move is not None and move.name in {game.info.call_off, GIVE_UP} and chance.random() < 0.98:
            continue  # else no walk would come far
        if seat != HOUSE and chance.random() < share:
            move, rng = bot.choose(game, game.view(state, seat), seat, rng)
        if move is None:
            continue
        game.check(state, seat, move)
        after = game.apply(state, seat, move)
        yield Step(state, seat, move, after)
        state = after
        if game.result(state) is not None:
            return


def cards(table: Table) -> list[str]:
    return sorted(card for pile in table.piles for card in pile.cards)


def shown(table: Table, viewer: int | None) -> dict[str, Any]:
    return {spec.id: table.shown(at, viewer) for at, spec in enumerate(table.specs)}


def viewers(seats: int) -> list[int | None]:
    return [None, *range(seats)]


@EVERY_GAME
@given(data=st.data())
@A_FEW
def test_no_card_is_made_or_lost(game: Game[Any], data: st.DataObject) -> None:
    """After any moves the same cards lie on the table, each once, on piles that are the same all round long."""
    table = data.draw(tables(game))
    state = dealt(game, table)
    everything, specs = cards(state.table), state.table.specs
    assert len(set(everything)) == len(everything)
    assert all(known(card) for card in everything)
    for step in walk(game, table):
        assert cards(step.after.table) == everything
        assert step.after.table.specs is specs
        for pile in step.after.table.piles:
            assert 0 <= pile.down <= len(pile.cards)


@EVERY_GAME
@given(data=st.data())
@A_FEW
def test_piles_have_names_that_fit_the_wire(game: Game[Any], data: st.DataObject) -> None:
    """Ids are short and different, the index knows their places, and what piles declare is JSON."""
    table = dealt(game, data.draw(tables(game))).table
    ids = [spec.id for spec in table.specs]
    assert len(set(ids)) == len(ids) == len(table.piles)
    assert all(0 < len(each) <= 8 for each in ids)
    assert {each: at for at, each in enumerate(ids)} == table.index
    assert json.loads(json.dumps([spec_to_json(spec) for spec in table.specs]))


class Words(NamedTuple):
    """What moves are made of, as far as a walk met it."""

    plain: list[str]
    carrying: list[str]
    targets: list[str]


def words(game: Game[Any], steps: list[Step], seats: int) -> Words:
    """The names of moves with and without cards, and the words for targets that are not piles."""
    states = [steps[-1].after, *(step.before for step in steps)]
    moves = [move for state in states for seat in range(HOUSE, seats) for move in game.moves(state, seat)]
    ids = steps[0].before.table.index
    return Words(
        plain=list(dict.fromkeys((*(move.name for move in moves), *GARBAGE))),
        carrying=list(dict.fromkeys(move.name for move in moves if move.cards)) or ["play"],
        targets=["nowhere", *dict.fromkeys(move.target for move in moves if move.target not in ids)][:MOST_WORDS],
    )


def candidates(state: Any, seats: int, said: Words) -> Iterator[Move]:
    """All moves that can be said of these piles and cards, sensible or not."""
    ids = [spec.id for spec in state.table.specs]
    for name in said.plain:
        for about in range(HOUSE, seats + 1):
            yield Move(name, seat=about)
        yield Move(name, source=ids[0])
        for target in (ids[0], *said.targets):
            yield Move(name, target=target)
    for spec, pile in zip(state.table.specs, state.table.piles, strict=True):
        ends = [pile.cards[start:] for start in range(len(pile.cards))]
        singles = [(card,) for card in pile.cards[:-1]]
        # Of a hand any two cards in any order; of other piles an order that is not theirs.
        pairs = permutations(pile.cards, 2) if spec.kind == "hand" else [pile.cards[::-1][:2]]
        for carried in (*ends, *singles, (), *pairs):
            for name in said.carrying:
                for target in (*ids, *said.targets):
                    yield Move(name, spec.id, carried, target)


def passes(game: Game[Any], state: Any, seat: int, move: Move) -> bool:
    try:
        game.check(state, seat, move)
    except Illegal:
        return False
    return True


@EVERY_GAME
@given(data=st.data())
@settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow])
def test_moves_are_exactly_what_check_lets_through(game: Game[Any], data: st.DataObject) -> None:
    """Of all candidates just the listed moves pass, each once; the rest is refused and the state is what it was."""
    table = data.draw(tables(game))
    steps = list(walk(game, table))
    if not steps:
        return
    steps = steps[: data.draw(st.integers(1, len(steps)))]
    said, step = words(game, steps, table.seats), steps[-1]
    seat = data.draw(st.integers(HOUSE, table.seats - 1))
    state = step.after
    before = repr(state)
    legal = list(game.moves(state, seat))
    # A pile of one card is named both as an end and turned round: once is enough.
    tried = dict.fromkeys(candidates(state, table.seats, said))
    passing = [move for move in tried if passes(game, state, seat, move)]
    assert len(set(legal)) == len(legal)
    assert set(passing) == set(legal)
    assert repr(state) == before


@EVERY_GAME
@given(data=st.data())
@A_FEW
def test_a_strange_seat_may_do_nothing(game: Game[Any], data: st.DataObject) -> None:
    """Seats that are not at the table are refused whatever they try."""
    table = data.draw(tables(game))
    for step in list(walk(game, table))[-5:]:
        for seat in (table.seats, table.seats + 7, -2):
            assert not passes(game, step.before, seat, step.move)


@EVERY_GAME
@given(data=st.data())
@A_FEW
def test_a_turn_is_one_seats_alone(game: Game[Any], data: st.DataObject) -> None:
    """In a game of turns just the seat whose turn it is has a move; in a race nobody waits for anybody."""
    table = data.draw(tables(game))
    for step in walk(game, table):
        turn = game.turn(step.after)
        if game.info.pace != "turns" or game.result(step.after) is not None:
            assert turn is None
        else:
            assert [seat for seat in range(table.seats) if list(game.moves(step.after, seat))] == [turn]


@EVERY_GAME
@given(data=st.data())
@A_FEW
def test_views_show_no_secret(game: Game[Any], data: st.DataObject) -> None:
    """A view names no face-down card and no foreign hand, holds no chance, and offers the same moves.

    What the facts lay open when all is over is no secret any more.
    """
    table = data.draw(tables(game))
    viewer = data.draw(st.sampled_from(viewers(table.seats)))
    for step in list(walk(game, table))[:: data.draw(st.integers(5, 9))]:
        state = step.after
        view = game.view(state, viewer)
        secret = set()
        for spec, pile, seen in zip(state.table.specs, state.table.piles, view.table.piles, strict=True):
            foreign = spec.owner != viewer and (spec.apart or spec.shows == "owner")
            hidden = len(pile.cards) if foreign else pile.down
            assert set(seen.cards[:hidden]) <= {HIDDEN}
            there = EMPTY if foreign and spec.apart else pile
            assert (len(seen.cards), seen.down) == (len(there.cards), there.down)
            secret.update(pile.cards[:hidden])
        if game.result(state) is not None:
            laid_open = json.dumps(game.facts(state))
            secret = {card for card in secret if card not in laid_open}
        said = repr(view) + json.dumps(game.facts(state)) + json.dumps(shown(state.table, viewer))
        assert not {card for card in secret if card in said}
        assert view.rng is None
        assert game.facts(view) == game.facts(state)
        assert shown(view.table, viewer) == shown(state.table, viewer)
        if viewer is not None:
            assert list(game.moves(view, viewer)) == list(game.moves(state, viewer))
            hints = game.hints(state, viewer)
            assert game.hints(view, viewer) == hints
            assert hints is None or (game.info.hints and list(game.moves(state, viewer)))
            assert not {card for card in secret if card in json.dumps(hints)}


@EVERY_GAME
@given(data=st.data())
@A_FEW
def test_changed_piles_keep_a_snapshot_fresh(game: Game[Any], data: st.DataObject) -> None:
    """Who has a snapshot and takes over the changed piles of every move has what a fresh snapshot says."""
    table = data.draw(tables(game))
    viewer = data.draw(st.sampled_from(viewers(table.seats)))
    kept = shown(dealt(game, table).table, viewer)
    for step in walk(game, table):
        after = step.after.table
        for at in changed(step.before.table, after):
            kept[after.specs[at].id] = after.shown(at, viewer)
        assert kept == shown(after, viewer)


@EVERY_GAME
@given(data=st.data())
@A_FEW
def test_a_log_replays_to_the_same_states(game: Game[Any], data: st.DataObject) -> None:
    """The moves as JSON, played again from the same seed, lead to equal states; seats' moves need four parts."""
    table = data.draw(tables(game))
    log = [(step.seat, json.dumps(move_to_json(step.move)), step.after) for step in walk(game, table)]
    state = dealt(game, table)
    for seat, text, expected in log:
        parts = json.loads(text)
        assert len(parts) <= 4 or seat == HOUSE
        move = move_from_json(parts)
        game.check(state, seat, move)
        state = game.apply(state, seat, move)
        assert state == expected


@EVERY_GAME
@given(data=st.data())
@A_FEW
def test_the_house_can_make_the_moves_it_announces(game: Game[Any], data: st.DataObject) -> None:
    """Every move that time or absence brings is legal at once, and none comes when a round is over.

    Timers have different names.
    """
    table = data.draw(tables(game))
    for step in walk(game, table):
        state = step.after
        timers = game.timers(state)
        assert len({timer.name for timer in timers}) == len(timers)
        absences = game.absences(state)
        for seats, _, _ in absences:
            assert seats
            assert set(seats) <= set(range(table.seats))
        for _, ms, move in (*timers, *absences):
            assert ms >= 0
            assert passes(game, state, HOUSE, move)
        if game.result(state) is not None:
            assert not timers
            assert not absences
            assert [seat for seat in range(HOUSE, table.seats) if list(game.moves(state, seat))] == []


@EVERY_GAME
@given(data=st.data())
@settings(max_examples=4, suppress_health_check=[HealthCheck.too_slow])
def test_bots_come_to_an_end(game: Game[Any], data: st.DataObject) -> None:
    """Matches of bots alone end, by whatever options; no move is refused and no card is lost.

    A game for one has no bots, nor has a race in it: whoever makes any legal move gives up one day.
    """
    table = data.draw(tables(game))
    for bot in bots(game.info.key).values() or [Wanderer()]:
        players = Players(game, (bot,), complete(game.info, table.options), table.seats)
        outcome = simulate(players, games=1, seed=table.walk)
        assert outcome["finished"] == 1
        assert outcome["refused"] == 0
        assert outcome["conserved"] is True


@EVERY_GAME
@given(data=st.data())
@A_FEW
def test_a_seat_brings_its_total_into_the_next_round(game: Game[Any], data: st.DataObject) -> None:
    """The room shows it beside the seat; and the next round can be dealt from what is brought."""
    table = data.draw(tables(game))
    *_, last = walk(game, table)
    if (result := game.result(last.after)) is not None:
        assert [carry["total"] for carry in result.carry] == [score.total for score in result.scores]
        state = game.deal(complete(game.info, table.options), result.carry, Rng.for_round(table.seed, 2))
        assert game.result(state) is None


DIGESTS = """
import hashlib, json, sys
from app.bots.bot import bots
from app.bots.simulation import Players, simulate
from app.bots.wanderer import Wanderer
from app.rules.game import complete
from app.rules.registry import games
from app.rules.rng import Rng
game = games()[sys.argv[1]]
options = complete(game.info, {})
table = game.deal(options, [{}] * game.info.seats[1], Rng.for_round(bytes(range(32)), 1)).table
print(hashlib.sha256(json.dumps(table.piles).encode()).hexdigest())
bot = bots(game.info.key).get("steady", Wanderer())
outcome = simulate(Players(game, (bot,), options, game.info.seats[0]), games=1, seed=5)
print(hashlib.sha256(json.dumps(outcome).encode()).hexdigest())
"""


@EVERY_GAME
def test_one_seed_deals_one_table_everywhere(game: Game[Any]) -> None:
    """The deal of one seed is pinned, and neither it nor a match depends on the order of Python's hashes."""
    told = [
        subprocess.run(
            [sys.executable, "-c", DIGESTS, game.info.key],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout.split()
        for hash_seed in ("1", "4242")
    ]
    assert told[0] == told[1]
    assert told[0][0] == PINNED[game.info.key]


def test_every_pinned_deal_is_of_a_game_that_exists() -> None:
    """The pins and the games found are the same."""
    assert sorted(PINNED) == sorted(games())


@EVERY_GAME
def test_defaults_and_presets_are_options(game: Game[Any]) -> None:
    """What is not given has its default, and every preset completes."""
    full = complete(game.info, {})
    assert [full[option.key] for option in game.info.options] == [option.default for option in game.info.options]
    for preset in game.info.presets.values():
        assert complete(game.info, preset) == {**full, **preset}
