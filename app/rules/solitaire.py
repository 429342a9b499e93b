"""What all games for one answer alike when the house asks: how they end, what is known of them, that nobody waits."""

from collections.abc import Generator, Iterable, Mapping
from typing import Any, Final, Generic, Literal, Protocol, TypeAlias, TypeVar, cast

from app.rules.game import HOUSE, Absence, Json, Move, OptionValue, Result, SeatReview, SeatScore, Timer
from app.rules.rng import Chance
from app.rules.table import Table

CARDS: Final = 52
GIVE_UP: Final = Move("give_up")
"""What the house does for a player who does not want to go on."""

Ended: TypeAlias = Literal["won", "stuck", "given_up"]
"""How a game came to its end: all cards are up, no move is left, or the player did not want to go on."""


class SolitaireState(Protocol):
    """A point in a game for one."""

    @property
    def table(self) -> Table: ...
    @property
    def rng(self) -> Chance | None: ...
    @property
    def options(self) -> Mapping[str, OptionValue]: ...
    @property
    def total(self) -> int:
        """What the player brought along."""

    @property
    def redeals(self) -> int | None:
        """So many are left; None: without end."""

    @property
    def ended(self) -> Ended | None: ...


S = TypeVar("S", bound=SolitaireState)


class Solitaire(Generic[S]):
    """A game whose cards all go up to foundations; each of them counts a point."""

    foundations: range
    """The positions of these piles."""

    def up(self, table: Table) -> int:
        """How many cards lie on the foundations."""
        return sum(len(table.piles[at].cards) for at in self.foundations)

    def result(self, state: S) -> Result | None:
        """The score once the game is over, else None."""
        if state.ended is None:
            return None
        points, won = self.up(state.table), state.ended == "won"
        score = SeatScore(points, state.total + points, {"cards": points})
        return Result((score,), ({"total": score.total},), (0,) if won else (), ended_by=0 if won else HOUSE)

    def turn(self, state: S) -> None:
        """None: nobody waits for anybody."""

    def facts(self, state: S) -> dict[str, Json]:
        """What is to be known besides the piles. `redeals`: how many are left, None without end; `up`: the score."""
        return {
            "phase": "play" if state.ended is None else "over",
            "ended": state.ended,
            "redeals": state.redeals,
            "up": self.up(state.table),
        }

    def timers(self, state: S) -> tuple[Timer, ...]:  # noqa: ARG002 - the shape of Game
        """None: there is no hurry."""
        return ()

    def absences(self, state: S) -> tuple[Absence, ...]:  # noqa: ARG002
        """None: the game waits."""
        return ()

    def view(self, state: S, seat: int | None) -> S:
        """The state as the player or an onlooker may see it."""
        seen: S = cast("Any", state)._replace(table=state.table.seen_by(seat), rng=None)
        return seen

    def hints(self, state: S, seat: int) -> None:
        """None: the rules of the piles say it all."""

    def review(
        self,
        state: S,  # noqa: ARG002
        moves: Iterable[tuple[int, int, Move]],  # noqa: ARG002
    ) -> Generator[None, None, tuple[SeatReview, ...]]:
        """Nothing: there is nobody to be faster than."""
        yield from ()
        return ()
