"""What the browser's own reading of rules and messages is held against: tables made by the rules and the rooms.

`python -m tests.support.browser_vectors` writes them anew into tests/vectors/. They change when a game's pile rules or
the wire change; the tests of the client read them, and a test here says when they are stale.
"""

import asyncio
import json
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

from app.bots.bot import bots
from app.bots.wanderer import GIVE_UP
from app.main import offered
from app.rooms.view import table_view
from app.rules.card import Card
from app.rules.game import HOUSE, Carry, Game, Illegal, Move, Options, complete
from app.rules.notation import spec_to_json
from app.rules.registry import games
from app.rules.rng import Rng, match_seed
from app.transport.http import game_view
from tests.support.play import play
from tests.support.rooms import Building

VECTORS: Final = Path(__file__).parent.parent / "vectors"
MET: Final = "pounce"
"""Whose messages are recorded."""
TABLES: Final = 8
"""Positions per option set: the first of a random walk in which several things fit."""
PAUSE: Final = 15
"""Steps between two of them, so that they differ."""
WALK: Final = 600
FRAMES: Final = 400


def judged() -> list[str]:
    """The games in which the browser judges by what the piles declare: there is one that accepts something."""
    tables = {
        key: game.deal(complete(game.info, {}), [{}] * game.info.seats[0], Rng(b"any")).table
        for key, game in games().items()
    }
    return [key for key, table in tables.items() if any(spec.accepts is not None for spec in table.specs)]


def verdicts(game: Game[Any]) -> Iterator[str]:
    """One line a position: what may be laid where, and all else that has the shape of a move may not."""
    presets: list[Options] = [{}, *filter(None, game.info.presets.values())]
    for number, preset in enumerate(presets):
        state: Any = game.deal(
            complete(game.info, preset), [{}] * game.info.seats[0], Rng.for_round(b"walk", number + 1)
        )
        rng = Rng(b"steps", number)
        for timer in game.timers(state):
            state = game.apply(state, HOUSE, timer.move)
        taken = pause = 0
        for _ in range(WALK):
            pause -= 1
            seat, rng = rng.below(game.info.seats[0])
            lazy, rng = rng.below(4)
            moves = [move for move in game.moves(state, seat) if move.name not in ("stuck", GIVE_UP)]
            # Mostly the stock goes round: who plays all that he can has little left that fits.
            calm = [move for move in moves if move.name != "play"] if lazy else []
            moves = calm or moves
            if moves:
                at, rng = rng.below(len(moves))
                state = game.apply(state, seat, moves[at])
            if game.result(state) is not None or taken == TABLES:
                break
            position = _position(game, state, seat)
            if len(position["fits"]) >= 3 and pause <= 0:
                taken, pause = taken + 1, PAUSE
                yield json.dumps(position, separators=(",", ":"))


def _position(game: Game[Any], state: Any, seat: int) -> dict[str, Any]:
    table = state.table
    fitting: list[list[Any]] = []
    other: list[list[Any]] = []
    for (at, source), target in product(enumerate(table.specs), table.specs):
        shown = table.shown(at, seat)[1:]
        for count in range(1, min(len(shown), 5) + 1):
            cards = tuple(shown[-count:])
            if source.gives == "any":
                cards = (shown[count - 1],)
            # A free build pile is asked for by a word, and the browser knows which one that is. Piles with wild cards
            # have their fixed places.
            fixed = target.accepts is not None and target.accepts.wild is not None
            free = target.owner is None and not table.pile(target.id).cards and not fixed
            if free and target.id != _first_free(table):
                continue
            move = Move("play", source.id, cards, "new" if free else target.id)
            (fitting if _legal(game, state, seat, move) else other).append([source.id, cards, move.target])
    return {
        "me": seat,
        "specs": [spec_to_json(spec) for spec in table.specs],
        "piles": {spec.id: table.shown(at, seat) for at, spec in enumerate(table.specs)},
        "fits": fitting,
        "other": len(other),
        "not": [line for index, line in enumerate(other) if index % 7 == 0],
    }


def _first_free(table: Any) -> str | None:
    return next((spec.id for spec in table.specs if spec.owner is None and not table.pile(spec.id).cards), None)


def _legal(game: Game[Any], state: Any, seat: int, move: Move) -> bool:
    try:
        game.check(state, seat, move)
    except Illegal:
        return False
    return True


class Noting(NamedTuple):
    """Chance that keeps every order that a deal has shuffled."""

    rng: Rng
    orders: tuple[tuple[Card, ...], ...] = ()

    def below(self, n: int) -> "tuple[int, Noting]":
        value, rng = self.rng.below(n)
        return value, self._replace(rng=rng)

    def shuffled(self, cards: Sequence[Card]) -> "tuple[tuple[Card, ...], Noting]":
        order, rng = self.rng.shuffled(cards)
        return order, Noting(rng, (*self.orders, order))


def chances(game: Game[Any]) -> Iterator[str]:
    """One line a deal: its seed, what is drawn from it, the shuffled decks and what everybody sees of them.

    Of piles apart: what their owner sees.
    """
    presets: list[Options] = [{}, *game.info.presets.values()]
    carries: list[list[Carry]] = [[]] * len(presets)
    if game.info.pace == "turns":
        # Who begins a later round is known without a lot. The last choices of all options are as far as it goes.
        presets = [{}, {option.key: option.choices[-1] for option in game.info.options}] * 2
        carries = [[], [], *(_carried(game, preset, game.info.seats[at]) for at, preset in enumerate(presets[:2]))]
    for number, preset in enumerate(presets):
        secret, adds = bytes([number]) * 32, [bytes([seat]) * 16 for seat in range(number)]
        seed, chance_round = match_seed(secret, adds), 3 * number + 1
        options, seats = complete(game.info, preset), game.info.seats[number % 2]
        drawn, rng = [], Rng.for_round(seed, chance_round)
        for bound in (1, 6, 52, 2**31 + 1, 2**32):
            value, rng = rng.below(bound)
            drawn.append([bound, value])
        state = game.deal(options, carries[number] or [{}] * seats, Noting(Rng.for_round(seed, chance_round)))
        table = state.table
        line = {
            "server": secret.hex(),
            "adds": [add.hex() for add in adds],
            "seed": seed.hex(),
            "round": chance_round,
            "options": options,
            "drawn": drawn,
            "decks": state.rng.orders,
            "piles": {
                spec.id: table.shown(at, spec.owner if spec.apart else None) for at, spec in enumerate(table.specs)
            },
        }
        if game.info.pace == "turns":
            facts = game.facts(state)
            line |= {"seats": seats, "first": facts["turn"], "lot": not carries[number]}
            line["piles"] = {spec.id: [0, *pile.cards] for spec, pile in zip(table.specs, table.piles, strict=True)}
        yield json.dumps(line, separators=(",", ":"))


def _carried(game: Game[Any], preset: Options, seats: int) -> list[Carry]:
    """What the seats bring into the next round, after one that was called off at once."""
    state = game.deal(complete(game.info, preset), [{}] * seats, Rng(b"carried"))
    result = game.result(game.apply(state, HOUSE, Move(str(game.info.call_off))))
    assert result is not None
    return list(result.carry)


async def messages() -> list[str]:
    """All that one player was told in a match with a friend and a bot, and what a fresh page would see then."""
    house = Building(seed="browser vectors")
    code = await house.lobby.create(MET)
    ann, bob = await house.guest(code, "Ann"), await house.guest(code, "Bob")
    for guest in (ann, bob):
        await guest.ask(t="sit", name=guest.name)
    await ann.ask(t="add_bot")
    await ann.ask(t="start")
    play(house, ann)
    play(house, bob)
    await house.wind_until(lambda: len(ann.heard) >= FRAMES)
    assert ann.room is not None
    point = ann.room.kept
    fresh = table_view(point, ann.room.game, ann.me, {})
    await house.lobby.close()
    return [
        *(json.dumps(message, separators=(",", ":")) for message in ann.heard),
        json.dumps({"fresh": json.loads(json.dumps(fresh)), "n": point.seq}, separators=(",", ":")),
    ]


def declarations() -> list[str]:
    """What every game with a table in the browser declares of itself, as the browser is told it."""
    views = [game_view(game, list(bots(key))).model_dump() for key, game in offered().items()]
    return json.dumps(views, indent=1).splitlines()


def written() -> dict[str, list[str]]:
    """Every file of these vectors by name, as it should be."""
    files = {f"{key}.fits.jsonl": list(verdicts(games()[key])) for key in judged()}
    files |= {f"{key}.chance.jsonl": list(chances(games()[key])) for key in games()}
    files["games.json"] = declarations()
    files["frames.jsonl"] = asyncio.run(messages())
    return files


if __name__ == "__main__":
    for name, lines in written().items():
        (VECTORS / name).write_text("\n".join(lines) + "\n", "utf-8")
