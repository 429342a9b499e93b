"""A game for one in a real browser at a real server: Thumb and Pouch by touch and keys, back and forward, its deals."""

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import CDPSession, Page, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout

from app.rules.card import deck
from app.rules.deals import deal_seed
from app.rules.game import Move, complete
from app.rules.games.thumb_and_pouch import FLIP, FOUNDATIONS, GAME, STOCK, TABLEAU, WASTE, ThumbState
from app.rules.rng import Rng
from app.solver.base import Solved, solve
from tests.support.pointer import touch
from tests.support.visit import Visit, visiting

pytestmark = [pytest.mark.browser, pytest.mark.server]

KEY = GAME.info.key
DEAL = 48213
NODES = 20_000
TRIES = 5
PLAY_S = 180
BESIDE = (195, 768)
"""The line over the buttons, where no card ever lies."""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

# What is seen of every pile: the open cards of a column, the top of waste and foundations, and the number on the stock.
SEEN = """() => {
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
SHOWS = f"wanted => ({SEEN})() === wanted"

# Where a finger goes: onto a card's strip, or onto what lies on top of a pile.
SPOT = """([pile, card]) => {
  const all = [...document.querySelectorAll(`.pack > .card[data-pile="${pile}"]`)];
  const top = all.sort((a, b) => Number(a.style.zIndex) - Number(b.style.zIndex)).at(-1);
  const empty = document.querySelector(`.under-cards > [data-pile="${pile}"]`);
  const el = all.find(one => one.dataset.card === card) ?? top ?? empty;
  const { x, y, width } = el.getBoundingClientRect();
  return [x + width / 2, y + 9];
}"""


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


async def shows(page: Page, state: ThumbState) -> None:
    """The page shows this state, and nothing is under way."""
    await page.wait_for_function(SHOWS, arg=seen(state))


def link(visit: Visit, number: int = DEAL) -> str:
    """The address of a deal."""
    return f"{visit.server.url}#deal={KEY}:{number}"


class Thumb:
    """Somebody with a finger and nothing else."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page = page
        self.session = session

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
            return await self.tap("0s")
        await self.tap(move.source, move.cards[0])
        await self.page.wait_for_selector(f'.card.sel[data-card="{move.cards[0]}"]')
        await self.tap(move.target)
        return None


async def test_a_deal_is_won_by_touch_alone(tmp_path: Path) -> None:
    """With steps back and forward in quick succession, and the page loaded again, in the middle."""
    async with visiting(tmp_path) as visit, asyncio.timeout(PLAY_S):
        page = await visit.person("Ann", link(visit), **PHONE)
        thumb = Thumb(page, await page.context.new_cdp_session(page))
        states = [dealt()]
        await shows(page, states[0])
        moves = line(states[0])
        for number, move in enumerate(moves):
            await thumb.make(move)
            states.append(GAME.apply(states[-1], 0, move))
            if runs_out(states[-1]):
                break
            await shows(page, states[-1])
            if number == 20:
                for _ in range(4):
                    await page.locator(".tool[data-key=undo]").tap()
                await shows(page, states[-5])
                await page.reload()
                await shows(page, states[-5])
                for _ in range(4):
                    await page.locator(".tool[data-key=redo]").tap()
                await shows(page, states[-1])
                await expect(page.locator(".tool[data-key=redo]")).to_have_attribute("aria-disabled", "true")
        await thumb.tap("0t1")  # whoever touches a card while they go up disturbs nothing
        await thumb.tap("0t2")
        await expect(page.locator(".end-sheet h2")).to_have_text("Solved!", timeout=30_000)
        await expect(page.locator(".facts .up")).to_have_text("52 / 52")
        await expect(page.locator("[data-key=end-undo]")).to_have_count(0)
        first = page.url
        await page.locator("[data-key=end-again]").tap()
        await shows(page, dealt())
        assert page.url != first
        await page.goto(visit.server.url)
        await expect(page.locator(".kept .back")).to_have_count(1)  # the one that is won does not wait for anybody


async def test_back_and_forward_by_keys(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        page = await visit.person("Ann", link(visit))
        states = [dealt()]
        await shows(page, states[0])
        for _ in range(5):
            await page.keyboard.press(" ")
            states.append(GAME.apply(states[-1], 0, FLIP))
            await shows(page, states[-1])
        for key, at in (("Control+z", 4), ("Meta+z", 3), ("u", 2), ("Control+Shift+Z", 3), ("r", 4)):
            await page.keyboard.press(key)
            await shows(page, states[at])
        await page.keyboard.press("s")
        await shows(page, states[0])
        await page.keyboard.press("Backspace")
        await shows(page, states[4])
        await page.keyboard.press("t")  # the ace of hearts goes up
        up = play(states[4], "0t4", "0:AH", "0f1")
        await shows(page, up)
        await page.keyboard.press("7")
        await expect(page.locator(".pack > .card.sel").first).to_be_visible()
        await page.keyboard.press("3")
        await shows(page, play(up, "0t7", "0:QC", "0t3"))
        first = page.url
        await page.keyboard.press("n")
        await page.wait_for_url(lambda url: url != first)
        await expect(page.locator(".facts .up")).to_have_text("0 / 52")


async def test_a_game_that_is_given_up_can_be_taken_up_again(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        page = await visit.person("Ann", link(visit))
        await shows(page, dealt())
        await page.keyboard.press(" ")
        flipped = GAME.apply(dealt(), 0, FLIP)
        await shows(page, flipped)
        for way in ("[data-key=end-undo]", "u"):
            await page.keyboard.press("m")
            await page.get_by_role("button", name="Give up").click()
            await expect(page.locator(".end-sheet h2")).to_have_text("Given up")
            await page.reload()
            await expect(page.locator(".end-sheet h2")).to_have_text("Given up")
            await (page.keyboard.press(way) if len(way) == 1 else page.locator(way).click())
            await expect(page.locator(".end-sheet")).to_be_hidden()
            await shows(page, flipped)
        await page.keyboard.press(" ")
        await shows(page, GAME.apply(flipped, 0, FLIP))


async def test_a_number_and_a_link_deal_the_same_cards_to_others(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        ann = await visit.person("Ann")
        await ann.locator(f"[data-key=deal-{KEY}]").click()
        await ann.locator("dialog .chip").filter(has_text="1 redeal").click()
        await ann.get_by_label("Number of the deal").fill("nothing")
        await ann.locator("[data-key=play-deal]").click()
        await expect(ann.get_by_role("alert").filter(has_text="A deal has a number")).to_be_visible()
        await ann.get_by_label("Number of the deal").fill("48 213")
        await ann.locator("[data-key=play-deal]").click()
        await shows(ann, dealt())
        await expect(ann.locator(".bar .what")).to_have_text("Deal 48\u00a0213")
        await expect(ann.locator(".tag.rounds")).to_have_text("1 more round")
        await ann.keyboard.press("m")
        shared = await ann.locator("dialog input.link").input_value()
        bob = await visit.person("Bob", shared)
        await shows(bob, dealt())
        await expect(bob.locator(".tag.rounds")).to_have_text("1 more round")
        assert bob.url != ann.url
        cora = await visit.person("Cora", ann.url)  # the table's own address shows it, and offers the deal
        await shows(cora, dealt())
        await cora.locator("[data-key=own]").click()
        await cora.wait_for_url(lambda url: url != ann.url)
        await shows(cora, dealt())
        await ann.keyboard.press("Escape")
        await ann.keyboard.press(" ")
        await expect(ann.locator(".tag.count")).to_have_text("23")
        await ann.goto(visit.server.url)
        await ann.locator(".kept .back").get_by_role("button", name="Return").click()
        await shows(ann, GAME.apply(dealt(), 0, FLIP))


async def test_no_time_passes_while_the_page_is_hidden(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        page = await visit.person("Ann", link(visit))
        await shows(page, dealt())
        await page.evaluate(
            "Object.defineProperty(document, 'hidden', { get: () => globalThis.away ?? false, configurable: true })"
        )
        await page.evaluate("globalThis.away = true; document.dispatchEvent(new Event('visibilitychange'))")
        stood = "() => globalThis.stood === (globalThis.stood = document.querySelector('.facts .time').textContent)"
        await page.wait_for_function(stood, polling=2200)
        await page.evaluate("globalThis.away = false; document.dispatchEvent(new Event('visibilitychange'))")
        await page.wait_for_function("() => document.querySelector('.facts .time').textContent !== globalThis.stood")
        await page.keyboard.press(" ")
        await shows(page, GAME.apply(dealt(), 0, FLIP))


async def test_a_double_click_that_wobbles_sends_a_card_up(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        page = await visit.person("Ann", link(visit))
        await shows(page, dealt())
        x, y = await page.evaluate(SPOT, ["0t4", "0:AH"])
        raised = play(dealt(), "0t4", "0:AH", "0f1")
        for _ in range(TRIES):
            await page.mouse.click(x, y + 20)
            await page.mouse.move(x + 3, y + 24)
            await page.mouse.down(click_count=2)
            await page.mouse.up(click_count=2)
            with suppress(PlaywrightTimeout):  # on a busy machine two clicks may be too slow for a double one
                await page.wait_for_function(SHOWS, arg=seen(raised), timeout=3000)
                break
            await page.keyboard.press("Escape")
        await shows(page, raised)
