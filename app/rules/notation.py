"""Moves and pile rules as JSON, and tables as text that a person reads, types and compares."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.rules.card import DECK, HIDDEN, Card, known
from app.rules.game import HOUSE, Json, Move
from app.rules.table import Pile, PileSpec, Table

MAX_WORD: Final = 16
MAX_CARDS: Final = 128


def move_to_json(move: Move) -> list[Json]:
    """[name, source, [cards], target, seat] with the empty ones at the end left out."""
    parts: list[Json] = [move.name, move.source, list(move.cards), move.target, move.seat]
    if move.seat == HOUSE:
        parts.pop()
        while len(parts) > 1 and not parts[-1]:
            parts.pop()
    return parts


def move_from_json(value: object) -> Move:
    """The move that such an array stands for. Raises ValueError for any other shape.

    Words and cards are not looked up: an unknown one is a legal shape that the referee refuses.
    """
    if type(value) is not list or not 1 <= len(value) <= 5:
        raise ValueError("a move is an array of one to five parts")
    name, source, cards, target, seat = value + ["", "", [], "", HOUSE][len(value) :]
    for word in (name, source, target):
        if type(word) is not str or len(word) > MAX_WORD:
            raise ValueError(f"name, source and target of a move are texts of at most {MAX_WORD} characters")
    if type(cards) is not list or len(cards) > MAX_CARDS or any(type(each) is not str for each in cards):
        raise ValueError(f"the cards of a move are an array of at most {MAX_CARDS} texts")
    if type(seat) is not int or not HOUSE <= seat < 64:
        raise ValueError("the seat of a move is a small whole number")
    return Move(name, source, tuple(known(each) or Card(each) for each in cards), target, seat)


def spec_to_json(spec: PileSpec) -> dict[str, Json]:
    """A pile's declaration as the browser reads it."""
    accepts = spec.accepts
    return {
        "id": spec.id,
        "kind": spec.kind,
        "owner": spec.owner,
        "shows": spec.shows,
        "gives": spec.gives,
        "accepts": None
        if accepts is None
        else {
            "step": accepts.step,
            "suits": accepts.suits,
            "onto": list(accepts.onto),
            "empty": {str(kind): first for kind, first in accepts.empty.items()},
            "run": accepts.run,
            **({} if accepts.wild is None else {"wild": accepts.wild}),
        },
    }


def piles_to_text(table: Table) -> str:
    """A line a pile that has cards: `0t3 -QH -4S 6D`. Bottom first; `-` is face down; the owner's deck is left out."""
    lines = []
    for spec, (cards, down) in zip(table.specs, table.piles, strict=True):
        if cards:
            names = [each[2:] if DECK[each] == spec.owner else each for each in cards]
            lines.append(" ".join([spec.id, *("-" + name for name in names[:down]), *names[down:]]))
    return "\n".join(lines)


def piles_from_text(text: str, specs: Sequence[PileSpec]) -> Mapping[str, Pile]:
    """The piles that such lines describe, by pile id. Raises ValueError for a line that is not understood."""
    owners = {spec.id: spec.owner for spec in specs}
    piles = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        pile_id, *words = line.split()
        if pile_id not in owners:
            raise ValueError(f"there is no pile {pile_id}")
        down = sum(word.startswith("-") for word in words)
        if any(word.startswith("-") for word in words[down:]):
            raise ValueError(f"in {pile_id} a face-down card lies on a face-up one")
        piles[pile_id] = Pile(tuple(_read(word.removeprefix("-"), owners[pile_id]) for word in words), down)
    return piles


def _read(word: str, owner: int | None) -> Card:
    if word == HIDDEN:
        return HIDDEN
    found = known(word) if ":" in word else None if owner is None else known(f"{owner}:{word}")
    if found is None:
        raise ValueError(f"there is no card {word} here")
    return found
