"""What a seat is told of its moves: a browser does no arithmetic of tops, jokers and aces.

`do` says what the turn begins with or goes on with. `lays` are short: of two cards either may lie on top, so they stand
once, in the order in which `lays` has them; jokers bring the ranks that they may be named. A lay is `[card]`,
`[joker, "49K"]`, `[card, card]`, `[card, joker, "49K"]` or `[joker, joker, "A3 3A 25"]`, first the first one's rank.
"""

from app.rules.card import Card, is_joker
from app.rules.game import Json
from app.rules.games.pontis.lay import lays, letter
from app.rules.games.pontis.state import PontisState


def hints(state: PontisState, seat: int) -> dict[str, Json] | None:
    """What the seat may do now, None when it is not its turn. The same moves as `seat_moves` lists one by one."""
    if state.turn != seat or state.phase == "over":
        return None
    if state.phase != "lay":
        return {"do": state.phase}
    found: dict[tuple[Card, ...], list[str]] = {}
    for named in lays(state.want(), state.hand(seat)):
        cards = tuple([card for card, _ in named])
        if len(cards) == 1 or cards[::-1] not in found:
            ranks = "".join([letter(rank) for card, rank in named if is_joker(card)])
            found.setdefault(cards, []).append(ranks)
    return {
        "do": "lay",
        "lays": [_short(cards, ranks) for cards, ranks in found.items()],
        "pass": not (found and state.rules.must_lay),
    }


def _short(cards: tuple[Card, ...], ranks: list[str]) -> list[str]:
    between = " " if len(ranks[0]) > 1 else ""
    return [*cards, between.join(ranks)] if ranks[0] else [*cards]
