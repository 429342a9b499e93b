"""Judges and finds the carrying of cards from pile to pile by what the piles declare, for every game alike."""

from collections.abc import Iterable, Sequence

from app.rules.card import Card
from app.rules.game import Illegal, Move
from app.rules.table import Kind, Table, gives, takes


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


def carries(table: Table, name: str, sources: Iterable[int], targets: Sequence[int]) -> list[Move]:
    """Every carrying from these positions to those that `judge` allows, as moves with this name, in a fixed order.

    The targets are piles that the owner of the sources may use.
    """
    specs, piles = table.specs, table.piles
    taking = [
        (to, accepts, accepts.place(piles[to].cards)) for to in targets if (accepts := specs[to].accepts) is not None
    ]
    wanted: dict[Kind, list[tuple[int, bool, frozenset[Card]]]] = {}
    found: list[Move] = []
    for source in sources:
        cards, down = piles[source]
        spec = specs[source]
        if not cards or spec.gives == "none":
            continue
        kind = spec.kind
        if kind not in wanted:
            wanted[kind] = [(to, accepts.run, accepts.fitting[kind][top]) for to, accepts, top in taking]
        last = len(cards) - 1
        places = wanted[kind]
        if spec.gives == "any":
            found += [
                Move(name, spec.id, (card,), specs[to].id)
                for card in cards[down:]
                for to, _, fitting in places
                if card in fitting and to != source
            ]
            continue
        for start in range(last, last - 1 if spec.gives == "top" else down - 1, -1):
            lowest = cards[start]
            for to, _, fitting in places:
                if lowest in fitting and to != source:
                    found.append(Move(name, spec.id, cards[start:], specs[to].id))
            if start == last:
                places = [place for place in places if place[1]]
    return found
