"""The stuck vote of Pounce, and the rule that runs when all seats have said it."""

from typing import Final

from app.rules.card import Card
from app.rules.games.pounce.state import PounceState, Pull, Rules
from app.rules.klondike import face_down, pick_up, put_under
from app.rules.table import Pile, Table, takes

STALLS: Final = 9
"""With the open tableau, after so many runs in a row with nothing built the round ends."""


def vote(state: PounceState, seat: int) -> PounceState:
    """The seat says "stuck"; the last one to say it runs the rule."""
    votes = (*state.votes[:seat], True, *state.votes[seat + 1 :])
    if not all(votes):
        return state._replace(votes=votes)
    return _rotate(state) if state.rules.tableau == 4 else _pull(state)


def _pull(state: PounceState) -> PounceState:
    """Every seat plays the deepest face-down card of its rightmost pile that has any, or puts it under its stock."""
    rules, opened = state.rules, state.opened
    piles = list(state.table.piles)
    pulls: list[Pull] = []
    for seat in range(rules.seats):
        source = next((at for at in reversed(rules.row[seat]) if piles[at].down), None)
        if source is None:
            pulls.append((None, None))
            continue
        cards, down = piles[source]
        piles[source] = Pile(cards[1:], down - 1)
        target = _home(rules, piles, opened, seat, cards[:1])
        if target is None:
            put_under(piles, rules.stock[seat], cards[0])
            pulls.append((None, "stock"))
            continue
        opened += target == rules.builds + opened
        piles[target] = Pile(piles[target].cards + cards[:1], piles[target].down)
        pulls.append((cards[0], rules.empty.specs[target].id))
    ended = all(where is None for _, where in pulls)
    return _after_stuck(state, piles, opened, pulls, ended)


def _home(rules: Rules, piles: list[Pile], opened: int, seat: int, card: tuple[Card, ...]) -> int | None:
    """Where a pulled card plays: build piles by number, then a new one, then the own tableau from left to right."""
    specs = rules.empty.specs
    candidates = (*range(rules.builds, rules.next_build(opened) + 1), *rules.row[seat])
    return next((at for at in candidates if takes(specs[at], piles[at], "tableau", card)), None)


def _rotate(state: PounceState) -> PounceState:
    """The stuck rule of the open tableau, which has no face-down cards: the top of every stock goes to its bottom."""
    rules = state.rules
    piles = list(state.table.piles)
    pulls: list[Pull] = []
    for seat in range(rules.seats):
        stock, waste = rules.stock[seat], rules.waste[seat]
        if not piles[stock].cards:
            pick_up(piles, stock, waste)
        cards = piles[stock].cards
        if cards:
            piles[stock] = face_down(cards[:-1])
            put_under(piles, stock, cards[-1])
        pulls.append((None, "stock" if cards else None))
    ended = all(where is None for _, where in pulls) or state.stalls + 1 >= STALLS
    return _after_stuck(state, piles, state.opened, pulls, ended)


def _after_stuck(state: PounceState, piles: list[Pile], opened: int, pulls: list[Pull], ended: bool) -> PounceState:
    table = Table(state.table.specs, state.table.index, tuple(piles))
    built = opened != state.opened or any(where is not None and where.startswith("b") for _, where in pulls)
    return state._replace(
        table=table,
        phase="over" if ended else "stuck",
        opened=opened,
        votes=state.rules.nobody,
        passes=state.rules.unpassed,
        pulls=tuple(pulls),
        stalls=0 if built else state.stalls + 1,
    )
