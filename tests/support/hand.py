"""A person at a Pounce table: sees what a browser was sent, and knows the rules."""

from functools import lru_cache
from typing import Any

from app.bots.bot import bots
from app.rules.card import HIDDEN, Card
from app.rules.game import HOUSE, Move
from app.rules.games.pounce import GAME as POUNCE
from app.rules.games.pounce.state import PounceState
from app.rules.notation import move_to_json
from app.rules.rng import Rng
from app.rules.table import Pile
from tests.support.browser_socket import Player
from tests.support.sight import Message, Sight


@lru_cache(maxsize=64)
def _blank(options: tuple[tuple[str, Any], ...], seats: int) -> PounceState:
    return POUNCE.deal(dict(options), [{}] * seats, Rng(b""))


def seen_state(sight: Sight, passes: int = 0) -> PounceState:
    """The table that the messages tell of, as the rules read it: what `POUNCE.view` makes of the real one.

    How often the stocks went round is counted by who looks on; `passes` is what he counted, for all seats alike.
    """
    blank = _blank(tuple(sight.room["options"].items()), len(sight.room["players"]))
    piles = []
    for spec in blank.table.specs:
        hidden, *shown = sight.table["piles"][spec.id]
        down = len(shown) + hidden if spec.kind == "stock" else hidden if spec.kind == "tableau" else 0
        piles.append(Pile((HIDDEN,) * hidden + tuple(map(Card, shown)), down))
    facts = sight.table["facts"]
    seats = range(blank.rules.seats)
    return blank._replace(
        table=blank.table._replace(piles=tuple(piles)),
        rng=None,
        phase=facts["phase"],
        opened=sum(bool(pile.cards) for pile in piles[blank.rules.builds :]),
        votes=tuple(seat in facts["stuck"] for seat in seats),
        passes=(passes,) * blank.rules.seats,
        ready=tuple(seat in facts["ready"] for seat in seats),
        by=HOUSE if facts["by"] is None else facts["by"],
        pile=facts["pile"] or "",
    )


class Hand:
    """Plays for one player, who may lose his socket meanwhile."""

    def __init__(self, player: Player, chance: Rng) -> None:
        self.player = player
        self.chance = chance
        self._passes = 0  # of the own stock, since the last own card was played

    def view(self) -> PounceState:
        return seen_state(self.player.sight, self._passes)

    def moves(self) -> list[Move]:
        """All legal moves, by what the player sees."""
        return POUNCE.moves(self.view(), self.player.me)

    def best(self) -> Move | None:
        """What the steady bot would do in this place."""
        move, self.chance = bots("pounce")["steady"].choose(POUNCE, self.view(), self.player.me, self.chance)
        if move is not None and move.name in {"play", "pickup"}:
            self._passes = self._passes + 1 if move.name == "pickup" else 0
        return move

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        number, self.chance = self.chance.below(n)
        return number

    async def make(self, move: Move) -> Message:
        """Make a move and wait for what came of it."""
        return await self.player.move(move_to_json(move))

    async def post(self, move: Move) -> int:
        """Send a move without waiting; its number."""
        return await self.player.post_move(move_to_json(move))


async def play_round(hand: Hand, entries: int = 1_000_000) -> None:
    """Play as the steady bot does until the round is over, or so many entries further on."""
    player = hand.player
    number, last = player.room["round"], player.n + entries

    def ended() -> bool:
        return bool(player.room["phase"] != "play" or player.room["round"] != number or player.n >= last)

    while not ended():
        move = hand.best()
        if move is None or player.table["facts"]["phase"] in {"countdown", "stuck"}:
            await player.next_entry()
        else:
            await hand.make(move)
