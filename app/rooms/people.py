"""Persons without accounts: a cookie, the name last used, and the tables where a seat is kept."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from app.rooms.clock import Clock, Entropy
from app.storage.base import Store, StoreUnreachable

log = logging.getLogger("pounce.people")

TABLES: Final = 16
"""Seats that are remembered per person, the newest; more than are shown, as games for one come to their end."""
KEPT_MS: Final = 400 * 24 * 3600 * 1000
TOKEN_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class Person:
    """What is remembered of somebody. `tables`: room codes, the newest first."""

    name: str = ""
    tables: tuple[str, ...] = ()


def player_of(token: str) -> str:
    """The digest by which logs and documents know a person. It does not lead back to the cookie."""
    return hashlib.sha256(token.encode()).hexdigest()[:32]


class People:
    """Documents of persons in the store. Writes follow each other; a store that is away is tried again."""

    def __init__(self, store: Store, clock: Clock, entropy: Entropy) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._tasks: set[asyncio.Task[None]] = set()
        # One for all: changes are rare, and a lock a person is easily let go while somebody still waits for it.
        self._turn = asyncio.Lock()

    def new_token(self) -> str:
        """A fresh identity for a cookie: 128 random bits in hex."""
        return self._entropy(TOKEN_BYTES).hex()

    async def person(self, player: str) -> Person:
        """What is remembered; an empty Person for somebody new. Raises StoreUnreachable."""
        data = await self._store.get("person", player)
        if data is None:
            return Person()
        body: dict[str, Any] = json.loads(data)
        return Person(body["name"], tuple(body["tables"]))

    async def rename(self, player: str, name: str) -> None:
        """Remember the name. Raises StoreUnreachable."""
        await self._change(player, lambda person: Person(name, person.tables))

    def seated(self, player: str, name: str, code: str, sits: bool) -> None:
        """Remember, or forget, a seat. Returns at once; the room's log is what counts, this only finds the way back."""

        def change(person: Person) -> Person:
            others = tuple(other for other in person.tables if other != code)
            return Person(name or person.name, ((code, *others) if sits else others)[:TABLES])

        task = asyncio.get_running_loop().create_task(self._remember(player, change))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _remember(self, player: str, change: Callable[[Person], Person]) -> None:
        try:
            await self._change(player, change)
        except StoreUnreachable:
            log.warning("the store is away; a seat is not on its owner's list")

    async def _change(self, player: str, change: Callable[[Person], Person]) -> None:
        async with self._turn:
            person = change(await self.person(player))
            body = json.dumps({"name": person.name, "tables": list(person.tables)}, separators=(",", ":"))
            await self._store.put("person", player, body.encode(), self._clock.now() + KEPT_MS)

    async def settled(self) -> None:
        """Wait until everything that was to be remembered is."""
        while self._tasks:
            await asyncio.wait(self._tasks)
