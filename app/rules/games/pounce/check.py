"""Which moves of Pounce are legal now."""

from app.rules.game import HOUSE, Illegal, Move
from app.rules.games.pounce.move import NEW
from app.rules.games.pounce.state import PounceState
from app.rules.referee import carries, judge


def check_play(state: PounceState, seat: int, move: Move) -> None:
    """Raises `Illegal` unless the seat may carry these cards there."""
    _, source, cards, target, _ = move
    if state.phase != "race":
        raise Illegal("not_now")
    rules, table = state.rules, state.table
    if target == NEW:
        target = table.specs[rules.next_build(state.opened)].id
    to = judge(table, seat, source, cards, target)[1]
    # A new pile is asked for by name only, so that two aces in the same moment both find a place.
    if to >= rules.builds and (move.target == NEW) == bool(table.piles[to].cards):
        raise Illegal("does_not_fit")


def check_plain(state: PounceState, seat: int, move: Move) -> None:
    """The moves of a seat that carry no named cards."""
    name = move.name
    if name not in {"flip", "pickup", "stuck", "unstuck", "ready"} or move[1:4] != ("", (), ""):
        raise Illegal("unknown_move")
    if name == "ready":
        if state.phase != "stopped" or state.rules.king_stop != "ready":
            raise Illegal("not_now")
        if state.ready[seat]:
            raise Illegal("nothing_to_do")
        return
    if state.phase != "race":
        raise Illegal("not_now")
    if name in {"stuck", "unstuck"}:
        if state.votes[seat] == (name == "stuck"):
            raise Illegal("nothing_to_do")
        return
    piles = state.table.piles
    stock = piles[state.rules.stock[seat]].cards
    if name == "flip" and not stock:
        raise Illegal("stock_empty")
    if name == "pickup":
        if stock:
            raise Illegal("stock_not_empty")
        if not piles[state.rules.waste[seat]].cards:
            raise Illegal("nothing_to_do")


def check_house(state: PounceState, move: Move) -> None:
    if move[1:4] != ("", (), ""):
        raise Illegal("unknown_move")
    if move.name in {"go", "resume"}:
        if move.seat != HOUSE:
            raise Illegal("unknown_move")
    elif move.name not in {"agree", "ready"} or not 0 <= move.seat < state.rules.seats:
        raise Illegal("unknown_move")
    if not house_may(state, move):
        raise Illegal("not_now")


def house_may(state: PounceState, move: Move) -> bool:
    """Whether the house may make this well-formed move now."""
    match move.name:
        case "go":
            return state.phase == "countdown"
        case "resume":
            return state.phase in {"stopped", "stuck"}
        case "ready":
            return state.phase == "stopped" and state.rules.king_stop == "ready" and not state.ready[move.seat]
        case _:  # agree: only with somebody else
            return state.phase == "race" and not state.votes[move.seat] and any(state.votes)


def house_moves(state: PounceState) -> list[Move]:
    seats = range(state.rules.seats)
    candidates = [
        Move("go"),
        Move("resume"),
        *(Move("agree", seat=seat) for seat in seats),
        *(Move("ready", seat=seat) for seat in seats),
    ]
    return [move for move in candidates if house_may(state, move)]


def plays(state: PounceState, seat: int) -> list[Move]:
    """Every legal carrying of cards; an ace goes to a pile that is not there yet."""
    rules, table = state.rules, state.table
    row, last = rules.row[seat], rules.next_build(state.opened)
    fresh = "" if table.piles[last].cards else table.specs[last].id
    sources = (rules.pounce[seat], rules.waste[seat], *row)
    found = carries(table, "play", sources, (*range(rules.builds, last + 1), *row))
    return [move._replace(target=NEW) if move.target == fresh else move for move in found]
