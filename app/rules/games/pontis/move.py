"""Which moves of Pontis are legal now, and what they do.

A lay is `["lay", hand, [cards], bank]`, the last card on top. Jokers are named behind the bank, in the order of the
cards: `1b:7`, `1b:7Q`. A base that is a joker is named by `["name", "", [], "7"]`.
"""

from collections.abc import Sequence

from app.rules.card import ACE, RANK, Card, is_joker
from app.rules.game import HOUSE, Illegal, Move
from app.rules.games.pontis.lay import ALL_RANKS, Named, fits, has_lay, lays, letter, rank_of
from app.rules.games.pontis.state import PontisState
from app.rules.table import Pile, Table

OPEN = Move("open")
PASS = Move("pass")
END = Move("end")


# --- which are legal ----------------------------------------------------------------------------------------


def check_seat(state: PontisState, seat: int, move: Move) -> None:
    """Raises `Illegal` unless the seat may make this move now."""
    if move.name == "lay":
        _check_lay(state, seat, move)
        return
    if move.name not in {"open", "name", "pass"} or move.source or move.cards:
        raise Illegal("unknown_move")
    rank = rank_of(move.target)
    if bool(rank) != (move.name == "name") or bool(rank) != bool(move.target):
        raise Illegal("unknown_move")
    phase = {"open": "open", "name": "name", "pass": "lay"}[move.name]
    if state.turn != seat or state.phase != phase:
        raise Illegal("not_now")
    if move.name == "pass" and state.rules.must_lay and has_lay(state.want(), state.hand(seat)):
        raise Illegal("not_now")


def _check_lay(state: PontisState, seat: int, move: Move) -> None:
    _, source, cards, target, _ = move
    if state.phase != "lay" or state.turn != seat:
        raise Illegal("not_now")
    bank, _, ranks = target.partition(":")
    index = state.table.index
    from_, to = index.get(source), index.get(bank)
    if from_ is None or to is None:
        raise Illegal("unknown_move")
    if from_ != state.rules.hand(seat) or to != state.rules.bank(seat):
        raise Illegal("not_yours")
    hand = state.table.piles[from_].cards
    if not 1 <= len(cards) == len(set(cards)) <= 2 or any(card not in hand for card in cards):
        raise Illegal("not_there")
    if target != lay_target(bank, named := named_cards(cards, ranks)):
        raise Illegal("unknown_move")
    if not fits(state.want(), [rank for _, rank in named]):
        raise Illegal("does_not_fit")


def check_house(state: PontisState, move: Move) -> None:
    """Raises `Illegal` unless the house may make this move now."""
    if move[1:4] != ("", (), "") or move.name not in {"timeout", "end"}:
        raise Illegal("unknown_move")
    if state.phase == "over":
        raise Illegal("not_now")
    if move not in house_moves(state):
        raise Illegal("not_now" if move.name == "timeout" and move.seat != HOUSE else "unknown_move")


def house_moves(state: PontisState) -> list[Move]:
    """What the house may do: play the turn of somebody whose time is up or who is gone, and end the game."""
    return [] if state.phase == "over" else [timeout(state), END]


def timeout(state: PontisState) -> Move:
    """The end of this turn by the house."""
    return Move("timeout", seat=state.turn)


def seat_moves(state: PontisState, seat: int) -> list[Move]:
    """All that a seat may do now, in a fixed order: of lays as `lays` has them, last the miss."""
    if state.turn != seat or state.phase == "over":
        return []
    match state.phase:
        case "open":
            return [OPEN]
        case "name":
            return [Move("name", target=letter(rank)) for rank in ALL_RANKS]
        case _:
            hand, bank = (state.table.specs[at].id for at in (state.rules.hand(seat), state.rules.bank(seat)))
            found = [
                Move("lay", hand, tuple([card for card, _ in named]), lay_target(bank, named))
                for named in lays(state.want(), state.hand(seat))
            ]
            return found if found and state.rules.must_lay else [*found, PASS]


def named_cards(cards: Sequence[Card], ranks: str) -> list[Named]:
    """Each card with the rank that it counts as: jokers take theirs from these letters in turn."""
    letters = iter(ranks)
    return [(card, rank_of(next(letters, "")) if is_joker(card) else RANK[card]) for card in cards]


def lay_target(bank: str, named: Sequence[Named]) -> str:
    """The bank that cards are laid on, with the ranks of the jokers among them."""
    ranks = "".join([letter(rank) if rank else "?" for card, rank in named if is_joker(card)])
    return f"{bank}:{ranks}" if ranks else bank


# --- what they do -------------------------------------------------------------------------------------------


def open_base(state: PontisState) -> PontisState:
    """The dealer's first turn; a joker is named before the turn ends."""
    state = _turned_up(state)
    return state if state.phase == "name" else _next_turn(state)


def name_base(state: PontisState, rank: int) -> PontisState:
    """A joker base gets its rank. With that the dealer's first turn is over; anybody else lays if he can."""
    base = state.table.piles[state.rules.bank(state.turn)].cards[0]
    state = state._replace(names=(*state.names, (base, rank)), phase="lay")
    return _next_turn(state) if state.turn == state.dealer else state


def lay(state: PontisState, named: Sequence[Named]) -> PontisState:
    """Cards go from the hand on the bank; the last card wins at once."""
    rules, seat = state.rules, state.turn
    piles = list(state.table.piles)
    laid = tuple(card for card, _ in named)
    hand, bank = rules.hand(seat), rules.bank(seat)
    piles[hand] = Pile(tuple(card for card in piles[hand].cards if card not in laid))
    piles[bank] = Pile(piles[bank].cards + laid, piles[bank].down)
    state = state._replace(
        table=Table(state.table.specs, state.table.index, tuple(piles)),
        names=(*state.names, *((card, rank) for card, rank in named if is_joker(card))),
        misses=0,
    )
    return _next_turn(state) if piles[hand].cards else state._replace(phase="over", ending="out", by=seat)


def miss(state: PontisState) -> PontisState:
    """A turn without a lay; as many in a row as there are players are a block."""
    state = state._replace(misses=state.misses + 1)
    return state._replace(phase="over", ending="block") if state.misses == state.rules.seats else _next_turn(state)


def time_out(state: PontisState) -> PontisState:
    """What the house does for a seat: a joker base is an ace, then the first lay, else a miss."""
    seat = state.turn
    if state.phase == "open":
        state = open_base(state)
    if state.turn == seat and state.phase == "name":
        state = name_base(state, ACE)
    if state.turn != seat:
        return state
    first = next(lays(state.want(), state.hand(state.turn)), None)
    return miss(state) if first is None else lay(state, first)


def stop(state: PontisState) -> PontisState:
    """The game ends without a winner."""
    return state._replace(phase="over", ending="stopped")


def _next_turn(state: PontisState) -> PontisState:
    """The next seat's turn begins. At its first the table turns its base up."""
    state = state._replace(turn=state.rules.after(state.turn), phase="lay")
    return _turned_up(state) if state.table.piles[state.rules.bank(state.turn)].down else state


def _turned_up(state: PontisState) -> PontisState:
    """The base of the seat whose turn it is lies open. A joker is to be named first."""
    at = state.rules.bank(state.turn)
    base = state.table.piles[at].cards
    return state._replace(table=state.table.with_piles({at: Pile(base)}), phase="name" if is_joker(base[0]) else "lay")
