"""How a person plays Spite & Malice by what the page shows, and by nothing else."""

from dataclasses import dataclass
from typing import Any

from app.rules.card import RANKS

LOOK = """() => {
  const table = document.querySelector('.table');
  if (!table) return { over: document.querySelector('.sheet-panel') !== null, mine: false };
  const lying = el => {
    const { e, f } = new DOMMatrix(el.style.transform);
    return { x: e, y: f, w: el.offsetWidth, h: el.offsetHeight };
  };
  const places = [...document.querySelectorAll('.under-cards > .place[data-pile]')].map(el => {
    const { x, y, width: w, height: h } = el.getBoundingClientRect();
    return { pile: el.dataset.pile, x, y, w, h };
  });
  const words = [...document.querySelectorAll('.tag.under')].map(el => {
    const { x, width } = el.getBoundingClientRect();
    return { text: el.innerText, x: x + width / 2 };
  });
  const said = ({ x, w }) => words.find(word => word.text.startsWith('needs') && Math.abs(word.x - x - w / 2) < 4);
  const sheet = document.querySelector('.table > .sheet');
  const button = document.querySelector('.plate .btn');
  return {
    over: false,
    mine: table.classList.contains('my-turn') && !(sheet && !sheet.hidden),
    cards: [...document.querySelectorAll('.pack > .card[data-pile]:not(.held)')].map(el => ({
      pile: el.dataset.pile, card: el.dataset.card ?? '', own: el.dataset.zone === 'own', ...lying(el) })),
    places,
    needs: Object.fromEntries(places.filter(place => place.pile.startsWith('c')).map(place => [
      place.pile, said(place)?.text.split(' ')[1] ?? '' ])),
    waits: document.querySelector('.held-ring') !== null,
    end: button !== null && !button.hidden && !button.disabled,
  };
}"""
"""What the table shows: its cards where they lie at rest, its places, what each centre stack says that it needs."""

SIDES = ("s0", "s1", "s2", "s3")


@dataclass(frozen=True, slots=True)
class Spot:
    """Something to aim at: the middle of what is seen of it."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Step:
    """A card and where it goes; `source` is its pile, `place` where it lies in the hand."""

    card: str
    source: str
    target: str
    place: int = 0

    @property
    def discards(self) -> bool:
        """Whether it ends the turn."""
        return not self.target.startswith("c")


class Sight:
    """The table as somebody sees it in this moment."""

    def __init__(self, look: dict[str, Any]) -> None:
        self.piles: dict[str, list[dict[str, Any]]] = {}
        for card in sorted(look["cards"], key=lambda card: (card["y"], card["x"])):
            self.piles.setdefault(card["pile"], []).append(card)
        self.places = {place["pile"]: place for place in look["places"]}
        self.needs: dict[str, str] = look["needs"]
        self.seat = next(card["pile"][0] for card in look["cards"] if card["own"])

    def open(self, pile: str) -> list[str]:
        """The cards of an own pile that lie open, the lowest or leftmost first."""
        return [card["card"] for card in self.piles.get(self.seat + pile, []) if card["card"]]

    def spot(self, pile: str, card: str = "") -> Spot:
        """The middle of a card, or of the top of a pile, or of its empty place."""
        cards = self.piles.get(pile, [])
        one = next((other for other in cards if other["card"] == card), cards[-1] if cards else self.places[pile])
        return Spot(one["x"] + one["w"] / 2, one["y"] + one["h"] / 2)

    def centre(self, card: str) -> str | None:
        """A centre stack that takes it."""
        written = "10" if card[-2] == "T" else card[-2]
        king = card[-2] == "K"
        return next((pile for pile, rank in self.needs.items() if rank and (king or rank == written)), None)


def next_step(look: dict[str, Any]) -> Step | None:
    """What fits, the pay-off pile first and kings last; else a discard; None where only the end of the turn is left."""
    sight = Sight(look)
    hand = sight.open("h")
    tops = [(f"{sight.seat}{pile}", sight.open(pile)[-1], 0) for pile in ("p", *SIDES) if sight.open(pile)]
    held = [(f"{sight.seat}h", card, place) for place, card in enumerate(hand)]
    for source, card, place in sorted([*tops, *held], key=lambda one: (one[0][1] != "p", one[1][-2] == "K")):
        if target := sight.centre(card):
            return Step(card, source, target, place)
    if not hand:
        return None
    card = max(hand, key=lambda card: RANKS.index(card[-2]) % RANKS.index("K"))
    side = min(SIDES, key=lambda side: len(sight.open(side)))
    return Step(card, f"{sight.seat}h", f"{sight.seat}{side}", hand.index(card))
