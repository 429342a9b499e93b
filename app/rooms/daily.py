"""The deal of the day: one for each game for one, the same for everybody, and one that can be won.

Its number follows from a secret of the site and the date, so that nobody knows it before the day is over. It is chosen
by whoever asks first and kept once, for all workers; so is the table that a person has for it.
"""

import hmac
import logging
import math
from functools import partial
from typing import Any, Final, Literal, NamedTuple

from app.rooms.clock import Clock, Entropy
from app.rooms.days import DAY_MS, day_of, start_of
from app.rooms.fresh import Fresh
from app.rooms.lobby import Asleep, Lobby
from app.rooms.people import People
from app.rooms.point import Point
from app.rooms.winnable import Solver
from app.rules.deals import MOST, deal_seed
from app.rules.game import complete
from app.rules.rng import Rng
from app.solver.base import NoAnswer, Outcome, Solved
from app.storage.base import Store

log = logging.getLogger("pounce.daily")

TOLD_DAYS: Final = 35
"""So long a day that is over can be looked back on,"""
KEPT_MS: Final = 40 * DAY_MS
"""and a little longer what belongs to it is kept."""
SECRET_BYTES: Final = 32
SECRET_MS: Final = 36_500 * DAY_MS
NODES: Final = 3_200
TRIES: Final = 32
"""So many deals are tried at the most; of a hundred that are dealt hardly one is not solved."""
TABLES: Final = 8
"""So many tables one after the other a person may have for a day's deal: each only when the log of the last is gone."""
KNOWN: Final = 64
"""Numbers that are remembered; the store has them all."""


class NoDeal(Exception):
    """No deal of the day could be chosen."""


class Place(NamedTuple):
    """A person's table for the deal of the day, and whether it was made for this request."""

    code: str
    is_new: bool


class Standing(NamedTuple):
    """How far a person has come with a day's deal: the table, if there is one, and how many cards are up there."""

    code: str | None
    state: Literal["new", "open", "over"]
    up: int
    won: bool


class Daily:
    """The days' deals, and who has which table for them."""

    def __init__(
        self,
        store: Store,
        solver: Solver,
        lobby: Lobby,
        people: People,
        *,
        clock: Clock,
        entropy: Entropy,
    ) -> None:
        self._store = store
        self._solver = solver
        self._lobby = lobby
        self._games = {key: game for key, game in lobby.site.games.items() if game.info.pace == "solo"}
        self._people = people
        self._clock = clock
        self._entropy = entropy
        self._numbers: dict[tuple[str, str], Fresh[int]] = {}

    @property
    def games(self) -> tuple[str, ...]:
        """The games that have a deal of the day."""
        return tuple(self._games)

    @property
    def today(self) -> str:
        """The day that it is now."""
        return day_of(self._clock.now())

    def left_ms(self, day: str) -> int:
        """How long a day still goes on; 0 when it is over."""
        return max(0, (start_of(day) or 0) + DAY_MS - self._clock.now())

    def is_told(self, day: str) -> bool:
        """Whether it is a day that can be looked at: today, or one that is not over for long."""
        start, today = start_of(day), start_of(self.today)
        return start is not None and today is not None and 0 <= today - start <= TOLD_DAYS * DAY_MS

    async def table(self, game: str, player: str, name: str) -> Place:
        """The table with today's deal that this person has; a new one if he has none, or its log is gone.

        Raises KeyError for a game without a deal of the day, NoDeal, StoreUnreachable.
        """
        if game not in self._games:
            raise KeyError(game)
        day = self.today
        codes = await tables_of(self._store, game, player, day)
        if codes and await self._glance(codes[-1]) is not None:
            return Place(codes[-1], is_new=False)
        if len(codes) >= TABLES:
            raise NoDeal
        code = await self._lobby.create_solo(game, player, name, {}, await self.number(game, day), day=day)
        key, until = _key(game, player, day, len(codes)), self._clock.now() + KEPT_MS
        kept = (await self._store.keep("daily-table", key, code.encode(), until)).decode()
        if kept != code:  # of two clicks at once the other one has the table
            self._people.seated(player, "", code, False)
        return Place(kept, is_new=kept == code)

    async def standing(self, game: str, player: str, day: str) -> Standing:
        """How far this person has come with a day's deal. Raises StoreUnreachable."""
        codes = await tables_of(self._store, game, player, day)
        point = await self._glance(codes[-1]) if codes else None
        if point is None:
            return Standing(None, "new", 0, won=False)
        room = point.room
        if point.state is None:  # its log had grown too long
            return Standing(room.code, "over", 0, won=False)
        up = self._games[game].facts(point.state)["up"]
        assert isinstance(up, int)
        won = room.sheet is not None and bool(room.sheet.winners)
        return Standing(room.code, "open" if room.phase == "play" else "over", up, won=won)

    async def _glance(self, code: str) -> Point | None:
        try:
            return await self._lobby.glance(code)
        except Asleep:
            return None

    async def number(self, game: str, day: str) -> int:
        """The number of a day's deal, chosen now if it is the first to be asked. Raises NoDeal, StoreUnreachable."""
        key = (game, day)
        fresh = self._numbers.pop(key, None) or Fresh(partial(self._choose, game, day), math.inf, self._clock)
        self._numbers[key] = fresh
        while len(self._numbers) > KNOWN:
            del self._numbers[next(iter(self._numbers))]
        return await fresh.get()

    async def told_number(self, game: str, day: str) -> int | None:
        """The number of a day's deal if that day is over and had one. Raises StoreUnreachable."""
        if self.left_ms(day):
            return None
        kept = await self._store.get("daily", f"{game}:{day}")
        return None if kept is None else int(kept)

    async def _choose(self, game: str, day: str) -> int:
        kept = await self._store.get("daily", f"{game}:{day}")
        if kept is not None:
            return int(kept)
        own = self._entropy(SECRET_BYTES)
        secret = await self._store.keep("site", "daily-secret", own, self._clock.now() + SECRET_MS)
        rules = self._games[game]
        options = complete(rules.info, {})
        for attempt in range(TRIES):
            number = candidate(secret, game, day, attempt)
            state = rules.deal(options, [{}], Rng.for_round(deal_seed(game, number), 1))
            if isinstance(await self._outcome(game, state, day), Solved):
                kept = await self._store.keep("daily", f"{game}:{day}", b"%d" % number, (start_of(day) or 0) + KEPT_MS)
                return int(kept)
        log.error("no deal of %s was solved that could be the one of %s", game, day)
        raise NoDeal

    async def _outcome(self, game: str, state: Any, day: str) -> Outcome:
        try:
            return await self._solver.solve(game, state, NODES)
        except NoAnswer as why:
            log.error("no deal of %s could be chosen for %s: %s", game, day, why)  # noqa: TRY400  (no bug of ours)
            raise NoDeal from why


async def tables_of(store: Store, game: str, player: str, day: str) -> list[str]:
    """The tables that a person has had for a day's deal; the log of all but the last is gone. Raises StoreUnreachable.

    What he opened besides, in the same moment, is none of them.
    """
    codes: list[str] = []
    while len(codes) < TABLES:
        known = await store.get("daily-table", _key(game, player, day, len(codes)))
        if known is None:
            break
        codes.append(known.decode())
    return codes


def candidate(secret: bytes, game: str, day: str, attempt: int) -> int:
    """The number of the deal that is tried for a day: from all there are, as a short one can be found by trying."""
    drawn = hmac.digest(secret, f"{game} {day} {attempt}".encode(), "sha256")
    return 1 + int.from_bytes(drawn, "big") % MOST


def _key(game: str, player: str, day: str, place: int) -> str:
    return f"{game}:{player}:{day}:{place}"
