"""What all rooms of one server share, handed to each of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.bots.bot import Bot
from app.rooms.clock import Clock, Entropy
from app.rooms.fold import Games
from app.rooms.journal import Journal
from app.rooms.outbox import Outbox
from app.settings import Settings

if TYPE_CHECKING:
    from app.rooms.room import Room


@dataclass(frozen=True, slots=True)
class Site:
    """`seated` is told of every person who takes a seat or gives it up: (player, name, room code, has a seat).

    `changed` is told of every room whose kept state or whose viewers have changed, and of one that is stopped.

    `bots` answers with a game's bots by level.
    """

    settings: Settings
    games: Games
    bots: Callable[[str], Mapping[str, Bot[Any]]]
    journal: Journal
    outbox: Outbox
    clock: Clock
    entropy: Entropy
    seated: Callable[[str, str, str, bool], None]
    changed: Callable[["Room"], None]
