"""What is over can be had again: the record of a match, and the review of a round.

Both are worked out from the log when somebody asks, one at a time, and kept for those who ask next: what is over does
not change.
"""

import asyncio
import gzip
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict

from app.rooms.archive import Slices, in_slices, played_round, record
from app.rooms.clock import Clock
from app.rooms.days import day_of
from app.rooms.fold import Games
from app.rooms.point import Point
from app.rules.game import SeatReview
from app.rules.record import Record, parts
from app.storage.base import Store

KEPT: Final = 32
"""Answers that are kept. The longest match has a record of some hundred kilobytes, compressed."""
LEVEL: Final = 6
"""How well, as for everything that the server sends."""

Key: TypeAlias = tuple[str, ...]
Pays: TypeAlias = Callable[[], bool]


class _View(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class OpeningView(_View):
    """A card that could go to the middle for so long while play ran."""

    card: str
    ms: int


class BeatenView(OpeningView):
    """One whose place another room seat took."""

    by: int


class SeatReviewView(_View):
    """What a room seat did in the round. `fastest`: the card that it played soonest after it could be played."""

    seat: int
    built: int
    fastest: OpeningView | None
    beaten: list[BeatenView]
    missed: list[OpeningView]


class ReviewView(_View):
    """The last round that is over (`GET /api/tables/{code}/review`). No seats: the game has nothing to say."""

    round: int
    seats: list[SeatReviewView]


class Found(NamedTuple):
    """An answer, compressed (gzip), and as which file it is kept."""

    packed: bytes
    file: str = ""


class TooMuch(Exception):
    """Who asks has had enough logs read for now."""


class Lookback:
    """Answers from logs, the newest few kept. `pays` is asked before a log is read, and may say no."""

    def __init__(self, store: Store, games: Games, clock: Clock) -> None:
        self._store = store
        self._games = games
        self._clock = clock
        self._turn = asyncio.Lock()
        self._kept: dict[Key, bytes] = {}

    async def record(self, point: Point, number: int, pays: Pays) -> Found | None:
        """The record of match `number` (from 1); None while it runs, since a record tells the seed. Raises TooMuch.

        None, too, while others may play the same deal without knowing it: on the day whose deal it is.
        """
        state = point.room
        over = number < state.match or (number == state.match and state.phase in ("over", "lobby"))
        if not over or number < 1:
            return None
        today = day_of(self._clock.now())

        def work(entries: Sequence[bytes]) -> Slices[bytes | None]:
            made = yield from record(entries, number, self._games, today)
            return None if made is None else (yield from _written(made))

        packed = await self._of(("record", state.code, str(number)), state.code, work, pays)
        return None if packed is None else Found(packed, f"{state.game}-{state.code}-{number}.json")

    async def review(self, point: Point, pays: Pays) -> Found | None:
        """The review of the last round, None until its sheet is there. Raises TooMuch."""
        state = point.room
        if state.phase not in ("between", "over"):
            return None
        match, number = state.match, state.round

        def work(entries: Sequence[bytes]) -> Slices[bytes | None]:
            played = yield from played_round(entries, match, number, self._games)
            if played is None:
                return None
            seats = yield from self._games[state.game].review(played.dealt, played.running)
            return review_view(number, played.players, seats).model_dump_json().encode()

        packed = await self._of(("review", state.code, str(match), str(number)), state.code, work, pays)
        return None if packed is None else Found(packed)

    async def _of(
        self, key: Key, code: str, work: Callable[[Sequence[bytes]], Slices[bytes | None]], pays: Pays
    ) -> bytes | None:
        if key not in self._kept:
            async with self._turn:
                if key not in self._kept:
                    if not pays():
                        raise TooMuch
                    made = await in_slices(work(await self._store.read(code)), self._clock.steady)
                    if made is None:
                        return None
                    self._kept[key] = await asyncio.to_thread(gzip.compress, made, LEVEL, mtime=0)
        packed = self._kept[key] = self._kept.pop(key)  # the newest one now
        while len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return packed


def _written(record: Record) -> Slices[bytes]:
    made = []
    for part in parts(record):
        made.append(part)
        yield
    return "".join(made).encode()


def review_view(number: int, players: Sequence[int], seats: Sequence[SeatReview]) -> ReviewView:
    """A review in terms of the room. `players` are the room seats, by seat of the round."""
    return ReviewView(
        round=number,
        seats=[
            SeatReviewView(
                seat=players[at],
                built=seat.built,
                fastest=seat.fastest and OpeningView(card=seat.fastest.card, ms=seat.fastest.ms),
                beaten=[BeatenView(card=card, ms=ms, by=players[by]) for card, ms, by in seat.beaten],
                missed=[OpeningView(card=card, ms=ms) for card, ms, _ in seat.missed],
            )
            for at, seat in enumerate(seats)
        ],
    )
