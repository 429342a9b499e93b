"""What all rooms of one server share, handed to each of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from app.bots.bot import Bot
from app.rooms.clock import Clock, Entropy
from app.rooms.fold import Games
from app.rooms.journal import Journal
from app.rooms.outbox import Outbox
from app.settings import Settings

if TYPE_CHECKING:
    from app.rooms.advice import Advisor
    from app.rooms.room import Room


@dataclass(frozen=True, slots=True)
class Site:
    """`seated` is told of every person who takes a seat or gives it up: (player, name, room code, has a seat).

    `changed` is told of every room whose kept state or whose viewers have changed, and of one that is stopped.

    `bots` answers with a game's bots by level. `advisor` finds hints, `thinking` are the persons who wait for one.
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
    advisor: "Advisor | None" = None
    thinking: set[str] = field(default_factory=set)
