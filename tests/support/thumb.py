"""A known deal of Thumb and Pouch: a line that wins it, and what a page shows of each of its states."""

import json
from collections.abc import Sequence
from typing import Any, Final

from playwright.async_api import CDPSession, Page, expect

from app.rules.card import deck
from app.rules.deals import deal_seed
from app.rules.game import Move, complete
from app.rules.games.thumb_and_pouch import FOUNDATIONS, GAME, STOCK, TABLEAU, WASTE, ThumbState
from app.rules.notation import move_to_json
from app.rules.rng import Rng
from app.solver.base import Solved, solve
from tests.support.browser_socket import Player
from tests.support.pointer import touch
from tests.support.server import ServerProcess

KEY: Final = GAME.info.key
DEAL: Final = 48213
NODES: Final = 20_000

# What is seen of every pile: the open cards of a column, the top of waste and foundations, and the number on the stock.
SEEN: Final = """() => {
  const piles = {};
  for (const el of document.querySelectorAll('.pack > .card[data-card]')) {
    (piles[el.dataset.pile] ??= []).push([Number(el.style.zIndex), el.dataset.card]);
  }
  const lying = all => all.sort((a, b) => a[0] - b[0]).map(([, card]) => card);
  const cards = Object.entries(piles).map(([pile, all]) => [pile, lying(all)]);
  const shown = cards.map(([pile, all]) => [pile, pile.includes('t') ? all : all.slice(-1)]);
  const count = document.querySelector('.tag.count')?.textContent ?? '0';
  return JSON.stringify([...shown.sort(), ['stock', count]]);
}"""
SHOWS: Final = f"wanted => ({SEEN})() === wanted"

# Where a finger goes: onto a card's strip, or onto what lies on top of a pile.
SPOT: Final = """([pile, card]) => {
  const all = [...document.querySelectorAll(`.pack > .card[data-pile="${pile}"]`)];
  const top = all.sort((a, b) => Number(a.style.zIndex) - Number(b.style.zIndex)).at(-1);
  const empty = document.querySelector(`.under-cards > [data-pile="${pile}"]`);
  const el = all.find(one => one.dataset.card === card) ?? top ?? empty;
  const { x, y, width } = el.getBoundingClientRect();
  return [x + width / 2, y + 9];
}"""


BEGIN: Final = """async ([game, deal]) => {
  const body = JSON.stringify({ game, name: 'Ann', deal });
  const answer = await fetch('api/solo', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await answer.json()).code;
}"""

QUICK: Final = {"moves_per_second": 10_000, "messages_per_second": 10_000}
"""Settings of a server at which `begun` is not held up."""


def dealt(number: int = DEAL, **options: Any) -> ThumbState:
    """The deal as every server deals it."""
    return GAME.deal(complete(GAME.info, options), [{}], Rng.for_round(deal_seed(KEY, number), 1))


def play(state: ThumbState, source: str, name: str, target: str) -> ThumbState:
    """The state after a card has gone from one pile to another."""
    (card,) = [card for card in deck(0) if card == name]
    return GAME.apply(state, 0, Move("play", source, (card,), target))


def line(state: ThumbState) -> tuple[Move, ...]:
    """Moves that win from there."""
    outcome = solve(KEY, state, NODES)
    assert isinstance(outcome, Solved)
    return outcome.line


def seen(state: ThumbState) -> str:
    """What the page shows of it, as SEEN says it."""
    shown = []
    for at in (WASTE, *FOUNDATIONS, *TABLEAU):
        pile = state.table.piles[at]
        if cards := pile.cards[pile.down if at in TABLEAU else -1 :]:
            shown.append([state.table.specs[at].id, list(cards)])
    count = ["stock", str(len(state.table.piles[STOCK].cards))]
    return json.dumps([*sorted(shown), count], separators=(",", ":"))


def runs_out(state: ThumbState) -> bool:
    """All cards lie open in the columns: the page sends them up."""
    piles = state.table.piles
    return not (piles[STOCK].cards or piles[WASTE].cards or any(piles[at].down for at in TABLEAU))


def nearly_won() -> tuple[Sequence[Move], ThumbState, Move]:
    """Moves, the state to which they lead, and the move after which the page goes on by itself."""
    moves, state = line(dealt()), dealt()
    for count, move in enumerate(moves):
        after = GAME.apply(state, 0, move)
        if runs_out(after):
            return moves[:count], state, move
        state = after
    raise AssertionError("cards never went up by themselves")


async def shows(page: Page, state: ThumbState) -> None:
    """The page shows this state, and nothing is under way."""
    await page.wait_for_function(SHOWS, arg=seen(state))


async def begun(page: Page, server: ServerProcess, moves: Sequence[Move]) -> str:
    """The address of a table of this person at which these moves have been made: by a socket of the same browser."""
    code = await page.evaluate(BEGIN, [KEY, DEAL])
    player = Player(server, code, "Ann")
    cookies = {cookie["name"]: cookie["value"] for cookie in await page.context.cookies()}
    player.token = cookies[f"pounce_{server.port}"]
    async with player:
        for move in moves:
            await player.move(list(move_to_json(move)))
    return f"{server.url}t/{code}"


MOST_IN_A_RUN: Final = 13
NAMES: Final = [spec.id for spec in dealt().table.specs]
KEYS: Final = {
    "0w": "w",
    **{NAMES[at]: "afgh"[n] for n, at in enumerate(FOUNDATIONS)},
    **{NAMES[at]: str(n) for n, at in enumerate(TABLEAU, 1)},
}
"""The key of each pile."""


async def by_keys(page: Page, move: Move) -> None:
    """Makes a move: the key of a pile picks up more or fewer of its cards, that of another lays them there."""
    if move.name != "play":
        return await page.keyboard.press(" ")
    picked = page.locator(".pack > .card.sel")
    for _ in range(MOST_IN_A_RUN):
        await page.keyboard.press(KEYS[move.source])
        await expect(picked.first).to_be_visible()
        if await picked.count() == len(move.cards):
            break
    await expect(page.locator(f'.card.sel[data-card="{move.cards[0]}"]')).to_have_count(1)
    await page.keyboard.press(KEYS[move.target])
    return None


PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BESIDE: Final = (195, 768)
"""On a phone the line over the buttons, where no card ever lies."""


class Thumb:
    """Somebody with a finger and nothing else."""

    def __init__(self, page: Page, session: CDPSession, stock: str = "0s") -> None:
        self.page = page
        self.session = session
        self.stock = stock

    async def tap(self, pile: str, card: str = "") -> None:
        """A short touch of a pile."""
        x, y = await self.page.evaluate(SPOT, [pile, card])
        await touch(self.session, "Start", (x, y))
        await touch(self.session, "End")

    async def make(self, move: Move) -> None:
        """A move of the game. A touch beside the cards comes first: two touches of one card would be a double tap."""
        await touch(self.session, "Start", BESIDE)
        await touch(self.session, "End")
        if move.name != "play":
            return await self.tap(self.stock)
        await self.tap(move.source, move.cards[0])
        await self.page.wait_for_selector(f'.card.sel[data-card="{move.cards[0]}"]')
        await self.tap(move.target)
        return None
