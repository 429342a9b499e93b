"""A match as one JSON document, and its replay. The format is described in docs/records.md.

Reading is strict and bounded: a document says exactly what the format knows, or it is refused with one sentence.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple

from app.rules.deals import MOST, deal_seed
from app.rules.game import (
    HOUSE,
    BadOptions,
    Carry,
    Game,
    Illegal,
    Json,
    Move,
    Options,
    OptionValue,
    Result,
    complete,
)
from app.rules.notation import move_from_json, move_to_json
from app.rules.rng import BadShuffle, Chance, Rng, Scripted
from app.rules.table import Table

FORMAT: Final = 1
MAX_BYTES: Final = 16 * 2**20
MAX_ROUNDS: Final = 1000
MAX_MOVES: Final = 100_000
MAX_SHUFFLES: Final = 10_000
MAX_CARDS: Final = 500
MAX_SEATS: Final = 16
MAX_WHEN: Final = 2**53 - 1
MAX_NAME: Final = 64

_ENCODE: Final = json.JSONEncoder(separators=(",", ":")).encode


class BadRecord(ValueError):
    """The document is no record of a match that can be replayed. The message is one readable sentence."""


class RecordedMove(NamedTuple):
    """A move that a seat (HOUSE included) tried; `when` in ms, from any beginning, never runs backwards."""

    seat: int
    when: int
    move: Move


class RecordedRound(NamedTuple):
    """What each seat brought along, and every move in the order of arrival, refused ones included if wanted.

    `names` tell a reader who sat there, one a seat; they may be left out.
    """

    seats: tuple[Carry, ...]
    moves: tuple[RecordedMove, ...]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """A whole match. Chance comes from `seed`, from the seed of a numbered `deal`, or else from `shuffles`, which are
    taken in turn.
    """

    game: str
    options: Options
    rounds: tuple[RecordedRound, ...]
    seed: bytes | None = None
    shuffles: tuple[tuple[str, ...], ...] = ()
    deal: int | None = None


def write(record: Record) -> str:
    """The record as a JSON document."""
    return "".join(parts(record))


def parts(record: Record) -> Iterator[str]:
    """The same bit by bit, a move at a time: who has others waiting need not make a long one in one go."""
    head: dict[str, Json] = {"format": FORMAT, "game": record.game, "options": dict(record.options)}
    if record.deal is not None:
        head["deal"] = record.deal
    elif record.seed is not None:
        head["seed"] = record.seed.hex()
    else:
        head["shuffles"] = [list(order) for order in record.shuffles]
    yield _ENCODE(head)[:-1] + ',"rounds":['
    for number, played in enumerate(record.rounds):
        seats: dict[str, Json] = {"names": list(played.names)} if played.names else {}
        seats["seats"] = [dict(carry) for carry in played.seats]
        yield ("," if number else "") + _ENCODE(seats)[:-1] + ',"moves":['
        for at, (seat, when, move) in enumerate(played.moves):
            yield ("," if at else "") + _ENCODE([seat, when, move_to_json(move)])
        yield "]}"
    yield "]}"


def read(text: str | bytes) -> Record:
    """The record that a JSON document describes. Raises `BadRecord`."""
    if len(text) > MAX_BYTES:
        raise BadRecord(f"The record is longer than {MAX_BYTES // 2**20} MB.")
    try:
        document = json.loads(text, object_pairs_hook=_object)
    except BadRecord:
        raise
    except (ValueError, RecursionError) as error:
        raise BadRecord("The record is not a JSON document.") from error
    _keys(document, "The record", {"format", "game", "rounds"}, {"options", "seed", "deal", "shuffles"})
    _must(document["format"] == FORMAT, f"The record's format is not {FORMAT}, the one that is known here.")
    _must(type(document["game"]) is str, "The record's game is not a text.")
    chances = [key for key in ("seed", "deal", "shuffles") if key in document]
    _must(len(chances) == 1, "A record has either a seed or the number of a deal or shuffles.")
    if "deal" in document:
        _must(_whole(document["deal"], 1, MOST), f"The record's deal is not a whole number from 1 to {MOST}.")
    rounds = _list(document["rounds"], "The record's rounds", MAX_ROUNDS)
    record = Record(
        game=document["game"],
        options=_options(document.get("options", {})),
        rounds=tuple(_round(each, f"Round {number}") for number, each in enumerate(rounds, 1)),
        seed=_seed(document["seed"]) if "seed" in document else None,
        shuffles=_shuffles(document.get("shuffles", [])),
        deal=document.get("deal"),
    )
    moves = [move for played in record.rounds for move in played.moves]
    _must(len(moves) <= MAX_MOVES, f"The record has more than {MAX_MOVES} moves.")
    _must(all(a.when <= b.when for a, b in pairwise(moves)), "The record's time runs backwards.")
    return record


def replay(record: Record, games: Mapping[str, Game[Any]], *, legal: bool = False) -> dict[str, Json]:
    """Every move's verdict, and each round's last table and scores, as docs/records.md describes them.

    A refused move changes nothing and the replay goes on. With `legal`, every legal move of every seat before each move
    and at the end. Raises `BadRecord` when the record does not fit its game.
    """
    game = games.get(record.game)
    if game is None:
        raise BadRecord(f"There is no game {record.game[:32]!r} here.")
    try:
        options = complete(game.info, record.options)
        rounds = _replayed(record, game, options, legal)
    except (BadOptions, BadShuffle) as error:
        raise BadRecord(str(error)) from error
    verdicts = [verdict["ok"] for each in rounds for verdict in each["verdicts"]]
    return {
        "game": record.game,
        "options": options,
        "accepted": verdicts.count(True),
        "refused": verdicts.count(False),
        "rounds": rounds,
    }


# --- replaying --------------------------------------------------------------------------------------------------------


def _replayed(record: Record, game: Game[Any], options: Options, legal: bool) -> list[dict[str, Any]]:
    rounds = []
    chance: Chance | None = Scripted(record.shuffles)
    seed = record.seed if record.deal is None else deal_seed(record.game, record.deal)
    fewest, most = game.info.seats
    for number, played in enumerate(record.rounds, 1):
        seats = len(played.seats)
        _must(
            fewest <= seats <= most, f"Round {number}: {game.info.name} is for {fewest} to {most} seats, not {seats}."
        )
        if seed is not None:
            chance = Rng.for_round(seed, number)
        assert chance is not None
        state = game.deal(options, played.seats, chance)
        verdicts = []
        for seat, when, move in played.moves:
            verdict: dict[str, Any] = {"seat": seat, "when": when, "move": move_to_json(move), "ok": True}
            if legal:
                verdict |= _legal(game, state, seats)
            try:
                game.check(state, seat, move)
                state = game.apply(state, seat, move)
            except Illegal as illegal:
                verdict |= {"ok": False, "reason": illegal.reason}
            verdicts.append(verdict)
        chance = state.rng
        result = game.result(state)
        rounds.append(
            {
                "verdicts": verdicts,
                **(_legal(game, state, seats) if legal else {}),
                "piles": _piles(state.table),
                "facts": game.facts(state),
                "result": None if result is None else _result(result),
            }
        )
    return rounds


def _legal(game: Game[Any], state: Any, seats: int) -> dict[str, Json]:
    return {
        "legal": [[move_to_json(move) for move in game.moves(state, seat)] for seat in range(seats)],
        "house": [move_to_json(move) for move in game.moves(state, HOUSE)],
    }


def _piles(table: Table) -> dict[str, Json]:
    """All piles with all their cards, face-down ones too."""
    return {
        spec.id: {"down": pile.down, "cards": list(pile.cards)}
        for spec, pile in zip(table.specs, table.piles, strict=True)
    }


def _result(result: Result) -> dict[str, Json]:
    return {
        "scores": [
            {"points": score.points, "total": score.total, "parts": dict(score.parts)} for score in result.scores
        ],
        "winners": list(result.winners),
        "ended_by": None if result.ended_by == HOUSE else result.ended_by,
    }


# --- reading ----------------------------------------------------------------------------------------------------------


def _must(holds: bool, sentence: str) -> None:
    if not holds:
        raise BadRecord(sentence)


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    _must(len(found) == len(pairs), "The record says something twice: a key is repeated.")
    return found


def _keys(value: object, what: str, needed: set[str], allowed: set[str]) -> None:
    _must(type(value) is dict, f"{what} is not an object.")
    assert isinstance(value, dict)
    missing = sorted(needed - value.keys())
    _must(not missing, f"{what} does not say its {', '.join(missing)}.")
    extra = sorted(value.keys() - needed - allowed)
    _must(not extra, f"{what} has an unknown key {''.join(extra)[:32]!r}.")


def _list(value: object, what: str, most: int) -> list[Any]:
    _must(type(value) is list, f"{what} are not an array.")
    assert isinstance(value, list)
    _must(len(value) <= most, f"{what} are more than {most}.")
    return value


def _whole(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _options(value: object) -> dict[str, OptionValue]:
    _must(type(value) is dict, "The record's options are not an object.")
    assert isinstance(value, dict)
    _must(
        all(type(each) in {bool, int, str} for each in value.values()),
        "The record's options are not all true, false, numbers or texts.",
    )
    return value


def _seed(value: object) -> bytes:
    whole = type(value) is str and re.fullmatch("([0-9a-f]{2}){1,64}", value) is not None
    _must(whole, "The record's seed is not 2 to 128 lower-case hex digits, two a byte.")
    return bytes.fromhex(str(value))


def _shuffles(value: object) -> tuple[tuple[str, ...], ...]:
    orders = []
    for order in _list(value, "The record's shuffles", MAX_SHUFFLES):
        cards = _list(order, "A shuffle's cards", MAX_CARDS)
        _must(all(type(each) is str for each in cards), "A shuffle's cards are not all texts.")
        orders.append(tuple(cards))
    return tuple(orders)


def _round(value: Any, where: str) -> RecordedRound:
    _keys(value, where, {"seats", "moves"}, {"names"})
    seats = _list(value["seats"], f"{where}: the seats", MAX_SEATS)
    for carry in seats:
        _must(
            type(carry) is dict and all(_whole(each, -(10**9), 10**9) for each in carry.values()),
            f"{where}: what a seat brings along is not an object of numbers.",
        )
    names = _list(value.get("names", []), f"{where}: the names", MAX_SEATS)
    _must(
        all(type(name) is str and len(name) <= MAX_NAME for name in names),
        f"{where}: the names are not all texts of at most {MAX_NAME} characters.",
    )
    _must("names" not in value or len(names) == len(seats) > 0, f"{where}: there is not one name a seat.")
    moves = []
    for number, each in enumerate(_list(value["moves"], f"{where}: the moves", MAX_MOVES), 1):
        here = f"{where}, move {number}"
        _must(type(each) is list and len(each) == 3, f"{here} is not [seat, when, move].")
        seat, when, move = each
        _must(_whole(seat, HOUSE, len(seats) - 1), f"{here} is by a seat that is not in the round.")
        _must(_whole(when, 0, MAX_WHEN), f"{here} is not made at a whole number of milliseconds.")
        try:
            moves.append(RecordedMove(seat, when, move_from_json(move)))
        except ValueError as error:
            raise BadRecord(f"{here}: {error}.") from error
    return RecordedRound(tuple(seats), tuple(moves), tuple(names))
