"""What is over can be had again: the record of a match, and the review of a round.

Both are worked out from the log when somebody asks, one at a time, and kept for those who ask next: what is over does
not change.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict

from app.rooms.archive import PlayedRound, Slices, in_slices, played_round, record
from app.rooms.room import Room
from app.rules.game import SeatReview
from app.rules.record import Record, write
from app.storage.base import Store

KEPT: Final = 32
"""Answers that are kept. A record of a long match has some hundred kilobytes."""

Key: TypeAlias = tuple[str, ...]
T = TypeVar("T")


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
    """The bytes of the answer, None if there is none; whether a log was read for it; as which file it is kept."""

    body: bytes | None = None
    worked: bool = False
    file: str = ""


class Lookback:
    """Answers from logs, the newest few kept."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._turn = asyncio.Lock()
        self._kept: dict[Key, bytes] = {}

    async def record(self, room: Room, number: int) -> Found:
        """The record of match `number` (from 1); nothing while it runs, since a record tells the seed."""
        state = room.kept.room
        over = number < state.match or (number == state.match and state.phase in ("over", "lobby"))
        if not over or number < 1:
            return Found()

        def work(entries: Sequence[bytes]) -> Slices[Record | None]:
            return record(entries, number, room.site.games)

        found = await self._of(("record", room.code, str(number)), room, work, lambda made: write(made).encode())
        return found._replace(file=f"{state.game}-{room.code}-{number}.json")

    async def review(self, room: Room) -> Found:
        """The review of the last round, once its sheet is there."""
        state = room.kept.room
        if state.phase not in ("between", "over"):
            return Found()
        match, number = state.match, state.round

        def work(entries: Sequence[bytes]) -> Slices[PlayedRound | None]:
            return played_round(entries, match, number, room.site.games)

        def reviewed(played: PlayedRound) -> bytes:
            seats = room.game.review(played.dealt, played.running)
            return review_view(number, played.players, seats).model_dump_json().encode()

        return await self._of(("review", room.code, str(match), str(number)), room, work, reviewed)

    async def _of(
        self,
        key: Key,
        room: Room,
        work: Callable[[Sequence[bytes]], Slices[T | None]],
        written: Callable[[T], bytes],
    ) -> Found:
        async with self._turn:
            body = self._kept.pop(key, None)
            worked = body is None
            if body is None:
                found = await in_slices(work(await self._store.read(room.code)))
                if found is None:
                    return Found(None, worked)
                body = await asyncio.to_thread(written, found)
            self._kept[key] = body
            while len(self._kept) > KEPT:
                del self._kept[next(iter(self._kept))]
            return Found(body, worked)


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
