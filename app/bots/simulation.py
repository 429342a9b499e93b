"""Matches of bots in virtual time: through check and apply as in a room, with the house's timers, without a server."""

import hashlib
import heapq
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, Final

from app.bots.bot import Bot
from app.bots.pace import pause_ms
from app.rules.game import HOUSE, Carry, Game, Illegal, Json, Move, Options, OptionValue, Result
from app.rules.rng import Rng

MAX_ENTRIES: Final = 20_000
"""A round with more moves than this does not count as finished."""
MATCH_ENTRIES: Final = 50_000
"""After so many moves a match ends as it stands, as in a room (`Settings.entries_per_match`). Rules under which the
seats lose more than they win would have no other end.
"""
SOLO_ENTRIES: Final = 1000
"""After so many moves who plays alone gives up: many a game for one goes on for ever."""
MAX_WAITS: Final = 16
"""When every seat has waited so often in a row and no timer runs, the round is stalled."""
SHOWN: Final = 20
"""Of so many matches that did not end, or in which a move was refused, it is told which they were."""


@dataclass(frozen=True, slots=True)
class Players:
    """Who plays what, by which options."""

    game: Game[Any]
    bots: tuple[Bot[Any], ...]
    """One a seat; fewer than seats are taken in turn again."""
    options: Options
    seats: int

    @property
    def alone(self) -> bool:
        """Whether it is a game for one, whose match is one round."""
        return self.game.info.pace == "solo"

    def by_seat(self) -> list[Bot[Any]]:
        """Who sits where."""
        return [self.bots[seat % len(self.bots)] for seat in range(self.seats)]


@dataclass(frozen=True, slots=True)
class Draw:
    """What each match draws for itself. Options that are in `given` stay as they are."""

    given: Options = field(default_factory=dict)
    seats: bool = False

    def drawn(self, players: Players, seed: str) -> Players:
        """The players of the match with this seed."""
        info, rng = players.game.info, Rng(_seed(f"options {seed}"))
        options: dict[str, OptionValue] = {}
        for option in info.options:
            at, rng = rng.below(len(option.choices))
            options[option.key] = self.given.get(option.key, option.choices[at])
        seats = players.seats
        if self.seats:
            # No level is left without a seat.
            fewest, most = max(info.seats[0], len(players.bots)), info.seats[1]
            more, rng = rng.below(most - fewest + 1)
            seats = fewest + more
        return replace(players, options=options, seats=seats)


@dataclass(slots=True)
class Tally:
    """What happened in all matches so far."""

    finished: int = 0
    ended_at_limit: int = 0
    refused: int = 0
    rounds: int = 0
    moves: int = 0
    stuck_calls: int = 0
    ended_by_nobody: int = 0
    conserved: bool = True
    virtual_ms: int = 0
    names: Counter[str] = field(default_factory=Counter)
    rounds_won: Counter[str] = field(default_factory=Counter)


def simulate(players: Players, *, games: int, seed: int, draw: Draw | None = None) -> dict[str, Json]:
    """Play whole matches; everything follows from the seed. With a `draw` each has options of its own."""
    tally = Tally()
    most = players.game.info.seats[1] if draw is not None and draw.seats else players.seats
    levels = [bot.level for bot in replace(players, seats=most).by_seat()]
    scores, wins = [0] * most, [0] * most
    failed: list[Json] = []
    for number in range(games):
        name = f"{seed}/{number}"
        playing = players if draw is None else draw.drawn(players, name)
        refused, rounds = tally.refused, tally.rounds
        result = _match(playing, name, tally)
        if (result is None or tally.refused != refused) and len(failed) < SHOWN:
            failed.append(
                {
                    "match": number,
                    "seats": playing.seats,
                    "options": dict(playing.options),
                    "rounds": tally.rounds - rounds,
                    "totals": None if result is None else [score.total for score in result.scores],
                }
            )
        if result is None:
            continue
        tally.ended_at_limit += not result.winners and not playing.alone
        tally.finished += 1
        for seat, score in enumerate(result.scores):
            scores[seat] += score.total
            wins[seat] += seat in result.winners
    return {
        "game": players.game.info.key,
        "seats": "drawn" if draw is not None and draw.seats else players.seats,
        "levels": list(levels),
        "games": games,
        "seed": seed,
        "options": dict(players.options) if draw is None else {"drawn": True, **draw.given},
        "finished": tally.finished,
        "ended_at_limit": tally.ended_at_limit,
        "refused": tally.refused,
        "failed": failed,
        "conserved": tally.conserved,
        "rounds": tally.rounds,
        "moves": tally.moves,
        "moves_by_name": dict(sorted(tally.names.items())),
        "stuck_calls": tally.stuck_calls,
        "ended_by_nobody": tally.ended_by_nobody,
        "round_seconds": round(tally.virtual_ms / 1000 / max(tally.rounds, 1)),
        "scores": scores,
        "wins": wins,
        "points_by_level": _by_level(levels, scores),
        "wins_by_level": _by_level(levels, wins),
        "rounds_won": {level: tally.rounds_won[level] for level in dict.fromkeys(levels)},
    }


def _by_level(levels: Sequence[str], figures: Sequence[int]) -> dict[str, Json]:
    sums = dict.fromkeys(levels, 0)
    for level, figure in zip(levels, figures, strict=True):
        sums[level] += figure
    return dict(sums)


def _round_winner(players: Players, result: Result) -> str | None:
    """The level with the highest points of a round; None when bots of several levels have equally many."""
    best = max(score.points for score in result.scores)
    ahead = {bot.level for bot, score in zip(players.by_seat(), result.scores, strict=True) if score.points == best}
    return ahead.pop() if len(ahead) == 1 else None


def _seed(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def _match(players: Players, seed: str, tally: Tally) -> Result | None:
    """The result of the last round, without winners where the match ended as it stood; None if a round did not end."""
    game, seats = players.game, players.seats
    carry: Sequence[Carry] = [{}] * seats
    chances = [Rng(_seed(f"bot {seed} {seat}")) for seat in range(seats)]
    made = tally.moves
    for number in count(1):
        state = game.deal(players.options, carry, Rng.for_round(_seed(f"match {seed}"), number))
        state, chances = _Round(players, state, chances, tally).play()
        tally.rounds += 1
        result = game.result(state)
        if result is None:
            return None
        tally.ended_by_nobody += result.ended_by == HOUSE
        winner = _round_winner(players, result)
        if winner is not None:
            tally.rounds_won[winner] += 1
        if result.winners or players.alone or tally.moves - made >= MATCH_ENTRIES:
            return result
        carry = result.carry
    raise AssertionError("unreachable")


class _Round:
    """One round being played. Seats act after their pauses, the house when its timers run out, in order of time."""

    def __init__(self, players: Players, state: Any, chances: list[Rng], tally: Tally) -> None:
        self.game, self.bots = players.game, players.by_seat()
        self.alone = players.alone
        self.state, self.tally = state, tally
        self.chances = list(chances)
        self.now = 0
        self.due: dict[str, tuple[int, Move]] = {}
        self.turns: list[tuple[int, int]] = []
        for seat in range(len(chances)):
            self._pause(seat)
        self._look_at_timers()

    def play(self) -> tuple[Any, list[Rng]]:
        """The state at the end, or where the round stalled or grew too long; and the chance that the bots have left."""
        game = self.game
        before = _cards(self.state)
        entries = waits = 0
        most = SOLO_ENTRIES if self.alone else MAX_ENTRIES
        while game.result(self.state) is None and entries < most and waits < MAX_WAITS * len(self.chances):
            move, seat = self._next()
            if move is None:
                waits = 0 if self.due else waits + 1
            elif self._enter(seat, move):
                entries += 1
                waits = 0
        if self.alone and entries == most and game.result(self.state) is None:
            entries += self._enter(HOUSE, Move(game.info.call_off))
        self.tally.moves += entries
        self.tally.virtual_ms += self.now
        self.tally.conserved &= _cards(self.state) == before
        return self.state, self.chances

    def _next(self) -> tuple[Move | None, int]:
        """Whoever comes next in time, and the move made; the house comes first in the same millisecond."""
        turn = self.turns[0]
        first = min(self.due.values(), key=lambda timer: timer[0], default=None)
        if first is not None and first[0] <= turn[0]:
            self.now = first[0]
            return first[1], HOUSE
        self.now, seat = heapq.heappop(self.turns)
        view = self.game.view(self.state, seat)
        move, self.chances[seat] = self.bots[seat].choose(self.game, view, seat, self.chances[seat])
        self._pause(seat)
        return move, seat

    def _pause(self, seat: int) -> None:
        pause, self.chances[seat] = pause_ms(self.bots[seat].pace_ms, self.chances[seat])
        heapq.heappush(self.turns, (self.now + pause, seat))

    def _enter(self, seat: int, move: Move) -> bool:
        """Make the move as a room would. False: it was refused."""
        before = self.state
        try:
            self.game.check(before, seat, move)
        except Illegal:
            self.tally.refused += 1
            return False
        self.state = self.game.apply(before, seat, move)
        self.tally.names[move.name] += 1
        if move.name in {"stuck", "agree"}:
            self.tally.stuck_calls += self._phase(before) != self._phase(self.state)
        self._look_at_timers()
        return True

    def _phase(self, state: Any) -> Json:
        return self.game.facts(state).get("phase")

    def _look_at_timers(self) -> None:
        """A timer runs from the entry with which its name first appears, and stops when its name is gone."""
        self.due = {
            timer.name: self.due.get(timer.name, (self.now + timer.ms, timer.move))
            for timer in self.game.timers(self.state)
        }


def _cards(state: Any) -> list[str]:
    return sorted(card for pile in state.table.piles for card in pile.cards)
