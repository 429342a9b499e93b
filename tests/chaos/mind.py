"""Scripted players: by what the page was told, and nothing else, the steady bot's choice in either game."""

from functools import lru_cache
from random import Random
from typing import Any, Protocol

from app.bots.bot import bots
from app.rules.card import HIDDEN, Card
from app.rules.game import Move
from app.rules.games.spite_and_malice import GAME as SPITE
from app.rules.games.spite_and_malice.state import SpiteState
from app.rules.registry import games
from app.rules.rng import Rng
from app.rules.table import Pile
from tests.support.hand import seen_state
from tests.support.sight import Sight


class Mind(Protocol):
    """Says which move to make now."""

    def choose(self, sight: Sight, seat: int) -> Move | None: ...


class PounceMind:
    """Remembers what nobody tells: how often the own stock went round for nothing."""

    def __init__(self, chance: Random) -> None:
        self._rng = Rng(chance.randbytes(16))
        self._passes = 0

    def choose(self, sight: Sight, seat: int) -> Move | None:
        view = seen_state(sight, self._passes)
        move, self._rng = bots("pounce")["steady"].choose(games()["pounce"], view, seat, self._rng)
        if move is not None and move.name in {"play", "pickup"}:
            self._passes = self._passes + 1 if move.name == "pickup" else 0
        return move


class SpiteMind:
    def __init__(self, chance: Random) -> None:
        self._rng = Rng(chance.randbytes(16))

    def choose(self, sight: Sight, seat: int) -> Move | None:
        move, self._rng = bots("spite-and-malice")["steady"].choose(SPITE, seen_spite(sight), seat, self._rng)
        return move


def mind_for(game: str, chance: Random) -> Mind:
    return PounceMind(chance) if game == "pounce" else SpiteMind(chance)


@lru_cache(maxsize=64)
def _blank(options: tuple[tuple[str, Any], ...], seats: int) -> SpiteState:
    return SPITE.deal(dict(options), [{}] * seats, Rng(b""))


def seen_spite(sight: Sight) -> SpiteState:
    """The table that the messages tell of, as the rules read it."""
    blank = _blank(tuple(sight.room["options"].items()), len(sight.room["players"]))
    piles = []
    for spec in blank.table.specs:
        hidden, *shown = sight.table["piles"][spec.id]
        down = hidden if spec.kind in {"reserve", "stock"} else 0
        piles.append(Pile((HIDDEN,) * hidden + tuple(map(Card, shown)), down))
    facts = sight.table["facts"]
    turn = blank.turn if facts["turn"] is None else facts["turn"]
    return blank._replace(
        table=blank.table._replace(piles=tuple(piles)), rng=None, turn=turn, phase=facts["phase"], ended=facts["ended"]
    )
