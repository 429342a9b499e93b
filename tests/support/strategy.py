"""How a person plays Pounce by what the page shows: what is seen, and which move to make next. Knows nothing else."""

from dataclasses import dataclass
from typing import Any

from app.rules.card import RANKS

LOOK = """() => {
  if (!document.querySelector('.table')) return { over: document.querySelector('.sheet-panel') !== null, cards: [] };
  const box = el => { const { x, y, width: w, height: h } = el.getBoundingClientRect(); return { x, y, w, h }; };
  const lying = el => {
    const { e, f } = new DOMMatrix(el.style.transform);
    return { x: e, y: f, w: el.offsetWidth, h: el.offsetHeight };
  };
  const sheet = document.querySelector('.table > .sheet');
  return {
    over: false,
    cards: [...document.querySelectorAll('.pack > .card[data-pile]:not(.held)')].map(el => ({
      pile: el.dataset.pile, card: el.dataset.card ?? '', own: el.dataset.zone === 'own', ...lying(el) })),
    places: [...document.querySelectorAll('.under-cards > .place[data-pile]')].map(el => ({
      pile: el.dataset.pile, suit: el.querySelector('use')?.getAttribute('href').slice(-1) ?? '', ...box(el) })),
    waiting: document.querySelector('.table').classList.contains('waiting'),
    sheet: sheet && !sheet.hidden ? sheet.dataset.kind ?? '' : '',
    picked: document.querySelector('.pack > .card.sel') !== null,
    buttons: [...document.querySelectorAll('.rail button, .table > .sheet button')].map(el => el.dataset.key ?? ''),
  };
}"""
"""What the table shows: its cards where they lie at rest, its empty places, and what can be pressed."""

COLUMNS = ("t1", "t2", "t3", "t4", "t5")
PASS = 14
"""Turns of the stock after which everything in it has been seen."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Something to aim at: the middle of what is seen of it."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Step:
    """A card and where it is to go; without a target a tap on the stock."""

    source: Spot
    target: Spot | None = None


class Sight:
    """The table as somebody sees it in this moment."""

    def __init__(self, look: dict[str, Any]) -> None:
        self.piles: dict[str, list[dict[str, Any]]] = {}
        for card in sorted(look["cards"], key=lambda card: (card["y"], card["x"])):
            self.piles.setdefault(card["pile"], []).append(card)
        self.places = look["places"]
        self.seat = next((pile[0] for pile, cards in self.piles.items() if cards[0]["own"]), "0")

    def open(self, pile: str) -> list[dict[str, Any]]:
        """The cards of an own pile that lie open."""
        return [card for card in self.piles.get(self.seat + pile, []) if card["card"]]

    def spot(self, pile: str, index: int = -1) -> Spot:
        """The middle of what is seen of a card: of a covered one only a strip."""
        cards = self.open(pile) if pile in COLUMNS else self.piles[self.seat + pile]
        card = cards[index]
        covered = cards.index(card) < len(cards) - 1 and pile in COLUMNS
        high = cards[cards.index(card) + 1]["y"] - card["y"] if covered else card["h"]
        return Spot(card["x"] + card["w"] / 2, card["y"] + high / 2)

    def place(self, pile: str, suit: str = "") -> Spot | None:
        """The middle of an empty place."""
        for place in self.places:
            if place["pile"] == pile and place["suit"] in (suit, ""):
                return Spot(place["x"] + place["w"] / 2, place["y"] + place["h"] / 2)
        return None

    def build(self, card: str) -> Spot | None:
        """Where in the middle a card goes."""
        rank, suit = card[-2], card[-1]
        if rank == "A":
            return self.place("new", suit)
        below = RANKS[RANKS.index(rank) - 1] + suit
        for pile, cards in self.piles.items():
            if pile.startswith("b") and cards[-1]["card"][-2:] == below:
                top = cards[-1]
                return Spot(top["x"] + top["w"] / 2, top["y"] + top["h"] / 2)
        return None

    def column(self, card: str, *, but: str = "") -> Spot | None:
        """The own column whose last card takes this one."""
        for column in COLUMNS:
            cards = self.open(column)
            if column == but or not cards:
                continue
            rank, suit = cards[-1]["card"][-2], cards[-1]["card"][-1]
            if RANKS.index(card[-2]) + 1 == RANKS.index(rank) and (card[-1] in "SC") != (suit in "SC"):
                return self.spot(column)
        return None

    def gap(self) -> Spot | None:
        """An own column with nothing in it."""
        for column in COLUMNS:
            if not self.piles.get(self.seat + column):
                return self.place(self.seat + column)
        return None


def next_step(look: dict[str, Any]) -> Step | None:
    """The best move that is seen, from the pounce pile first; else the stock; None when there is neither."""
    sight = Sight(look)
    for pile in ("p", *COLUMNS, "w"):
        cards = sight.open(pile)
        if cards and (target := sight.build(cards[-1]["card"])):
            return Step(sight.spot(pile), target)
    if sight.open("p") and (target := sight.gap()):
        return Step(sight.spot("p"), target)
    for column in COLUMNS:
        cards = sight.open(column)
        frees = len(sight.piles.get(sight.seat + column, [])) > len(cards) or sight.open("p")
        if cards and frees and (target := sight.column(cards[0]["card"], but=column)):
            return Step(sight.spot(column, 0), target)
    waste = sight.open("w")
    if waste and (target := sight.column(waste[-1]["card"])):
        return Step(sight.spot("w"), target)
    if sight.piles.get(sight.seat + "s"):
        return Step(sight.spot("s"))
    return Step(stock) if waste and (stock := sight.place(sight.seat + "s")) else None
