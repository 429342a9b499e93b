"""What the moves of Spite & Malice do. They have been checked; each answers with the state after it."""

from app.rules.game import HOUSE, Move
from app.rules.games.spite_and_malice.state import FULL, HAND, Ended, SpiteState, shuffled_in
from app.rules.klondike import face_down
from app.rules.table import Pile, Table


def play(state: SpiteState, seat: int, move: Move) -> SpiteState:
    """A card to a centre stack, or by a discard to a side stack and the turn to the next seat."""
    rules, table, rng = state.rules, state.table, state.rng
    source, target = table.index[move.source], table.index[move.target]
    piles = list(table.piles)
    card = move.cards[0]
    cards, down = piles[source]
    hand = source == rules.hand[seat]
    at = cards.index(card) if hand else len(cards) - 1
    left = cards[:at] + cards[at + 1 :]
    # The next pay-off card is turned up.
    piles[source] = Pile(left, max(min(down, len(left) - 1), 0))
    piles[target] = Pile(piles[target].cards + move.cards)
    if target not in rules.centres:
        return _next_turn(state, piles, idle=0)
    if not left and source == rules.pay[seat]:
        return _over(state._replace(table=_laid(state, piles), by=seat), "out")
    if len(piles[target].cards) == FULL:
        rng = shuffled_in(state, piles, target)
    ended = None
    if rules.refill and hand and not left:
        ended = _draw(state, piles, seat)
    state = state._replace(table=_laid(state, piles), rng=rng, played=True)
    return state if ended is None else _over(state, ended)


def end_turn(state: SpiteState) -> SpiteState:
    """The seat whose turn it is has no hand card left, and plays no more."""
    idle = 0 if state.played else state.idle + 1
    if idle >= state.rules.seats:
        return _over(state._replace(idle=idle), "blocked")
    return _next_turn(state, list(state.table.piles), idle=idle)


def call_off(state: SpiteState) -> SpiteState:
    """The hand ends as it stands; nobody scores."""
    return _over(state, "called_off")


def _next_turn(state: SpiteState, piles: list[Pile], *, idle: int) -> SpiteState:
    """The next seat's turn begins with its draw."""
    turn = (state.turn + 1) % state.rules.seats
    ended = _draw(state, piles, turn)
    state = state._replace(table=_laid(state, piles), turn=turn, played=False, idle=idle)
    return state if ended is None else _over(state, ended)


def _draw(state: SpiteState, piles: list[Pile], seat: int) -> Ended | None:
    """Fill the hand from the stock, in place; the answer is how the hand ends if that exhausts the stock."""
    rules = state.rules
    hand, stock = piles[rules.hand[seat]].cards, piles[rules.stock].cards
    wanted = HAND - len(hand)
    if not wanted:
        return None
    if rules.exhausted == "short" and len(stock) < wanted:
        return "exhausted"
    if not stock:
        return None
    piles[rules.hand[seat]] = Pile(hand + stock[::-1][:wanted])
    piles[rules.stock] = face_down(stock[:-wanted])
    return "exhausted" if rules.exhausted == "empty" and len(stock) <= wanted else None


def _laid(state: SpiteState, piles: list[Pile]) -> Table:
    return Table(state.table.specs, state.table.index, tuple(piles))


def _over(state: SpiteState, ended: Ended) -> SpiteState:
    return state._replace(phase="over", ended=ended, by=state.by if ended == "out" else HOUSE)
