"""What a fair hint is: a move worth making by what the player can see, and in a word why."""

from typing import Any, Literal, NamedTuple, TypeAlias

from app.rules.game import Move

Say: TypeAlias = Literal["up", "uncover", "place", "clear", "prepare", "flip", "corner", "redeal", "none", "lost"]


class Hint(NamedTuple):
    """A word for what the move is good for; `move` is None where nothing is to be done."""

    say: Say
    move: Move | None


def seen_all(game: str, state: Any) -> bool:
    """Whether its player has seen every card, so that nothing is given away by a look at all of them.

    In Puss in the Corner that is so after a redeal, and when the stock has come to its end.
    """
    if game != "puss-in-the-corner":
        return False
    dealt_again = state.redeals < state.options["redeals"]
    return dealt_again or not (state.table.pile("0s").cards or state.table.pile("0r").cards)
