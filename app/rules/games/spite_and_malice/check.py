"""Which moves of Spite & Malice are legal now."""

from app.rules.card import KING, RANK
from app.rules.game import HOUSE, Illegal, Move
from app.rules.games.spite_and_malice.state import SpiteState
from app.rules.referee import carries, judge

END_TURN = Move("end")
CALL_OFF = Move("call_off")


def check_seat(state: SpiteState, seat: int, move: Move) -> None:
    """Raises `Illegal` unless the seat, which is one of the table's, may make this move."""
    name, source, cards, target, about = move
    if about != HOUSE or name not in {"play", "end"}:
        raise Illegal("unknown_move")
    if state.phase != "play" or state.turn != seat:
        raise Illegal("not_now")
    if name == "play":
        judge(state.table, seat, source, cards, target)
    elif move != END_TURN:
        raise Illegal("unknown_move")
    elif state.table.piles[state.rules.hand[seat]].cards:
        raise Illegal("not_now")


def check_house(state: SpiteState, move: Move) -> None:
    """The house ends a turn whose time is up, by just the move that the rules name, and a hand that the host ends."""
    if move.name not in {"time_up", CALL_OFF.name} or (move.name == CALL_OFF.name and move != CALL_OFF):
        raise Illegal("unknown_move")
    if move not in house_moves(state):
        raise Illegal("not_now")


def house_moves(state: SpiteState) -> list[Move]:
    if state.phase != "play":
        return []
    return [time_up(state), CALL_OFF] if state.rules.turn_ms else [CALL_OFF]


def time_up(state: SpiteState) -> Move:
    """What the house does when a turn's time is up: a discard that it names, or with an empty hand the end of the turn.

    The highest card that is no king, of equal ones the first in the hand; to the shortest side stack, of equal ones
    the first.
    """
    rules, table, turn = state.rules, state.table, state.turn
    at = rules.hand[turn]
    hand = table.piles[at].cards
    if not hand:
        return Move("time_up", seat=turn)
    card = max(hand, key=lambda card: RANK[card] % KING)
    side = min(rules.sides[turn], key=lambda side: len(table.piles[side].cards))
    return Move("time_up", table.specs[at].id, (card,), table.specs[side].id)


def seat_moves(state: SpiteState, seat: int) -> list[Move]:
    """Every legal move: to the centre from pay-off pile, sides and hand, then the discards."""
    if state.phase != "play" or state.turn != seat:
        return []
    rules, table = state.rules, state.table
    hand, pay, sides = rules.hand[seat], rules.pay[seat], rules.sides[seat]
    if not table.piles[hand].cards:
        return [*carries(table, "play", (pay, *sides), rules.centres), END_TURN]
    return [
        *carries(table, "play", (pay, *sides, hand), rules.centres),
        *carries(table, "play", (hand,), sides),
    ]
