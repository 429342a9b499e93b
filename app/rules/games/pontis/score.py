"""Who has won a game of Pontis, and the match."""

from collections.abc import Sequence

from app.rules.card import ACE
from app.rules.games.pontis.lay import HIGH_ACE
from app.rules.games.pontis.state import PontisState


def counted(state: PontisState, seat: int) -> list[int]:
    """The points of each open card of a bank, the base first: ace 14, a joker as named; or one each by option."""
    if state.rules.options["block_points"] == "cards":
        return [1] * len(state.bank(seat))
    return [HIGH_ACE if rank == ACE else rank for _, rank in state.bank(seat)]


def winners(state: PontisState) -> tuple[int, ...]:
    """The seats that have won this game: who laid the last card, or after a block all with the most points."""
    match state.ending:
        case "out":
            return (state.by,)
        case "block":
            return _highest([sum(counted(state, seat)) for seat in range(state.rules.seats)])
        case _:
            return ()


def match_winners(state: PontisState, wins: Sequence[int]) -> tuple[int, ...]:
    """The seats that have won the match when its last game is over. A game that was given up counts for nothing."""
    series = state.rules.options["series"]
    length = series if type(series) is int else state.rules.seats
    return _highest(wins) if winners(state) and state.games + 1 >= length else ()


def _highest(figures: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat, figure in enumerate(figures) if figure == max(figures))
