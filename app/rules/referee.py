"""Judges the carrying of cards from pile to pile by what the piles declare, for every game alike."""

from app.rules.card import Card
from app.rules.game import Illegal
from app.rules.table import Table, gives, takes


def judge(table: Table, seat: int, source: str, cards: tuple[Card, ...], target: str) -> tuple[int, int]:
    """The positions of source and target if `seat` may carry exactly these cards there; raises `Illegal` if not.

    The reason tells nothing about a card that the seat may not see.
    """
    index = table.index
    from_, to = index.get(source), index.get(target)
    if from_ is None or to is None or not cards:
        raise Illegal("unknown_move")
    source_spec, target_spec = table.specs[from_], table.specs[to]
    if source_spec.owner != seat or (target_spec.owner != seat and target_spec.owner is not None):
        raise Illegal("not_yours")
    piles = table.piles
    if not gives(source_spec, piles[from_], cards):
        raise Illegal("not_there")
    if from_ == to or not takes(target_spec, piles[to], source_spec.kind, cards):
        raise Illegal("does_not_fit")
    return from_, to
