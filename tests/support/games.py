"""Games for tests: dealing, playing lines of moves, positions written as text, recorded playouts."""

import gzip
import json
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from app.rules.card import deck
from app.rules.game import HOUSE, Game, Illegal, Move, Options, OptionValue, Reason, complete
from app.rules.games.pounce import GAME as POUNCE
from app.rules.games.pounce.state import PounceState
from app.rules.games.spite_and_malice import GAME as SPITE
from app.rules.games.spite_and_malice.state import SpiteState
from app.rules.notation import move_from_json, piles_from_text
from app.rules.rng import Rng
from app.rules.table import EMPTY, Pile

VECTORS: Final = Path(__file__).parent.parent / "vectors"
T = TypeVar("T")
Line = tuple[int, list[Any]]
"""A seat and the JSON form of its move."""


def done(work: Generator[None, None, T]) -> T:
    """What work that is done in slices returns."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: T = end.value
            return result


def playouts(name: str) -> Iterator[dict[str, Any]]:
    """The recorded playouts of `tests/vectors/{name}.playouts.jsonl.gz`."""
    return _recorded(f"{name}.playouts")


def positions(name: str) -> Iterator[dict[str, Any]]:
    """The recorded positions of `tests/vectors/{name}.positions.jsonl.gz`."""
    return _recorded(f"{name}.positions")


def _recorded(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(VECTORS / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def dealt(game: Game[Any], seats: int, options: Options, seed: bytes = b"a table") -> Any:
    """A fresh deal; options that are not given have their defaults."""
    return game.deal(complete(game.info, options), [{}] * seats, Rng.for_round(seed, 1))


def refusal(game: Game[Any], state: Any, seat: int, move: Move) -> Reason | None:
    """Why the move is refused, None if it is not."""
    try:
        game.check(state, seat, move)
    except Illegal as illegal:
        return illegal.reason
    return None


def played(game: Game[Any], state: Any, *lines: Line) -> Any:
    """The state after these moves; each must be legal."""
    for seat, text in lines:
        move = move_from_json(text)
        game.check(state, seat, move)
        state = game.apply(state, seat, move)
    return state


def spite(text: str, seats: int = 2, /, **options: OptionValue) -> SpiteState:
    """A turn of seat 0 in which just these piles lie on the table, written as by `piles_to_text`.

    Where nothing else is written seats have a pay-off pile of two queens, and the stock has thirty cards of pack 7.
    """
    state: SpiteState = dealt(SPITE, seats, options)
    table = state.table
    spare = [f"{seat}p -QS QH" for seat in range(seats)]
    spare.append("stock " + " ".join(f"-{each}" for each in deck(7)[:30]))
    piles = {**piles_from_text("\n".join(spare), table.specs), **piles_from_text(text, table.specs)}
    laid = [piles.get(spec.id, EMPTY) for spec in table.specs]
    return state._replace(table=table.with_piles(dict(enumerate(laid))), first=0, turn=0)


def pounce(text: str, seats: int = 2, /, **options: OptionValue) -> PounceState:
    """A race in which just these piles lie on the table, written as by `piles_to_text`.

    A seat of which no pounce pile is written has a king and a queen there, so that it neither plays it nor runs out.
    """
    state: PounceState = played(POUNCE, dealt(POUNCE, seats, options), (HOUSE, ["go"]))
    table = state.table
    spare = "\n".join(f"{seat}p QS KS" for seat in range(seats))
    piles = {**piles_from_text(spare, table.specs), **piles_from_text(text, table.specs)}
    laid: Sequence[Pile] = [piles.get(spec.id, EMPTY) for spec in table.specs]
    opened = sum(bool(pile.cards) for pile in laid[state.rules.builds :])
    return state._replace(table=table.with_piles(dict(enumerate(laid))), opened=opened)
