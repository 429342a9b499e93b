"""Positions of Pontis written as text."""

from app.rules.card import Card, card
from app.rules.game import OptionValue
from app.rules.games.pontis import GAME
from app.rules.games.pontis.lay import rank_of
from app.rules.games.pontis.state import PontisState
from app.rules.table import EMPTY, Pile
from tests.support.games import dealt


def cards(text: str) -> tuple[Card, ...]:
    """The cards with these faces: `KS X1`."""
    return tuple(card(0, face) for face in text.split())


def pontis(text: str, seats: int = 2, names: str = "", /, **options: OptionValue) -> PontisState:
    """A game in which just these piles lie, and seat 0 is to lay: `0h 5S 6S`, `1b KS`, `2b -X1`, a pile a line.

    Jokers that lie open are named by `X1=7 X2=A`. A bank that is not written is a two.
    """
    state: PontisState = dealt(GAME, seats, options)
    specs = state.table.specs
    spare = dict(zip((f"{seat}b" for seat in range(seats)), ("2S", "2H", "2D", "2C") * 2, strict=False))
    written = {name: faces for name, _, faces in (line.strip().partition(" ") for line in text.strip().splitlines())}
    piles = {
        at: Pile(cards(faces.replace("-", "")), faces.count("-"))
        if (faces := {**spare, **written}.get(spec.id))
        else EMPTY
        for at, spec in enumerate(specs)
    }
    named = tuple((card(0, name), rank_of(rank)) for name, _, rank in (each.partition("=") for each in names.split()))
    return state._replace(table=state.table.with_piles(piles), phase="lay", turn=0, dealer=0, names=named)


def _pile(faces: str) -> Pile:
    return Pile(cards(faces.replace("-", "")), faces.count("-"))
