"""Puss in the Corner in a real browser at a real server: a deal won through a redeal, by touch alone and by keys."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import CDPSession, Page, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout

from app.rules.deals import deal_seed
from app.rules.game import Move, complete
from app.rules.games.puss_in_the_corner import CORNER, FOUNDATIONS, GAME, STOCK, TURNED, PussState, up, ups
from app.rules.rng import Rng
from app.solver.base import Solved
from app.solver.puss_in_the_corner import search
from tests.support.pointer import card, middle, touch
from tests.support.typist import WITNESS, Typist
from tests.support.visit import Visit, visiting

pytestmark = [pytest.mark.browser, pytest.mark.server]

DEAL = 7
"""Won with a redeal that takes the corners in an order of its own."""
NODES = 20_000
TRIES = 5
PLAY_S = 240

BEGIN = """async deal => {
  const body = JSON.stringify({ game: 'puss-in-the-corner', name: 'Ann', deal });
  const answer = await fetch('api/solo', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await answer.json()).code;
}"""
# The top of each pile that is seen, and whether a card is still carried or waits for its answer.
LIES = """wanted => {
  const tops = {};
  for (const el of document.querySelectorAll('.pack > .card[data-card]')) {
    const { pile, card } = el.dataset, z = Number(el.style.zIndex);
    if (!(pile in tops) || z >= tops[pile].z) tops[pile] = { z, card };
  }
  const piles = Object.keys(wanted);
  return piles.length === Object.keys(tops).length && piles.every(pile => tops[pile]?.card === wanted[pile]);
}"""
NUMBERS = ".puss-numbers > b"
CORNER_KEYS = "qpal"

Way = Callable[[PussState, Move], Awaitable[Move]]
"""Makes a move on the page. Answers with what the page makes of it: one foundation may be as good as another."""


def dealt() -> PussState:
    """The deal as every server deals it."""
    return GAME.deal(complete(GAME.info, {}), [{}], Rng.for_round(deal_seed(GAME.info.key, DEAL), 1))


def winning(state: PussState) -> Move:
    """The next move of a line that wins."""
    outcome = search(state).run(NODES)
    assert isinstance(outcome, Solved)
    return outcome.line[0]


def runs_out(state: PussState) -> bool:
    """All cards are seen, and go up one after the other: the page sends them."""
    piles = state.table.piles
    if piles[STOCK].cards or piles[TURNED].cards:
        return False
    while found := ups(state.table):
        state = GAME.apply(state, 0, found[0])
    return up(state.table) == 52


def tops(state: PussState) -> dict[str, str]:
    """What lies on top of each pile but the stock."""
    piles = zip(state.table.specs, state.table.piles, strict=True)
    return {spec.id: pile.cards[-1] for spec, pile in piles if pile.cards and spec.id != "0s"}


async def opened(visit: Visit, **given: Any) -> Page:
    """The deal on the table of somebody who has just begun it."""
    page = await visit.person("Ann", **given)
    code = await page.evaluate(BEGIN, DEAL)
    await page.goto(f"{visit.server.url}t/{code}")
    return page


async def lies(page: Page, state: PussState) -> None:
    """The page shows this."""
    await page.wait_for_function(LIES, arg=tops(state))


async def came(page: Page, state: PussState) -> bool:
    """Whether the page shows this before long. On a busy machine a hand may be so slow that it means something else."""
    with suppress(PlaywrightTimeout):
        await page.wait_for_function(LIES, arg=tops(state), timeout=8000)
        return True
    return False


async def undone(page: Page, before: PussState, after: PussState, order: str) -> None:
    """A redeal is taken back: the corners lie as before, their order is still named, and it may be made again."""
    await page.locator("[data-key=undo]").tap()
    await lies(page, before)
    filled = [corner for corner in order if before.table.piles[CORNER[int(corner) - 1]].cards]
    await expect(page.locator(NUMBERS)).to_have_text([str(n + 1) for n in range(len(filled))])
    await page.locator("[data-key=redo]").tap()
    await lies(page, after)
    await page.locator("[data-key=undo]").tap()
    await lies(page, before)
    await page.locator("[data-key=deal]").tap()
    await lies(page, after)


async def won(page: Page, way: Way, after_redeal: Callable[..., Awaitable[None]] | None = None) -> int:
    """Plays until all cards are up. How often the corners were dealt again."""
    state, redeals = dealt(), 0
    await lies(page, state)
    while not runs_out(state):
        before, move = state, winning(state)
        for _ in range(TRIES):
            move = await way(before, winning(before))
            state = GAME.apply(before, 0, move)
            if runs_out(state) or move.name == "redeal" or await came(page, state):
                break  # what runs out the page goes on with by itself
            await page.keyboard.press("Escape")
        if not runs_out(state):
            await lies(page, state)
        if move.name == "redeal":
            redeals += 1
            if after_redeal:
                await after_redeal(page, before, state, move.target)
    await expect(page.locator(".end-sheet h2")).to_have_text("Solved!")
    await expect(page.locator(".facts .up")).to_have_text("52 / 52")
    return redeals


class Finger:
    """Taps, and every fourth card is dragged."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page, self.session, self.moves, self.last = page, session, 0, ""

    async def tap(self, selector: str) -> None:
        """A short touch on something; on the same place it is no double tap."""
        if selector == self.last:
            await self.page.evaluate("() => new Promise(done => setTimeout(done, 400))")
        self.last = selector
        await touch(self.session, "Start", await middle(self.page, selector))
        await touch(self.session, "End")

    async def drag(self, source: str, target: str) -> None:
        """The card rides above the finger, so the finger goes a little further down."""
        x, y = await middle(self.page, source)
        to_x, to_y = await middle(self.page, target)
        await touch(self.session, "Start", (x, y))
        for part in (0.2, 0.6, 1.0):
            await touch(self.session, "Move", (x + (to_x - x) * part, y + (to_y + 40 - y) * part))
        await self.page.wait_for_selector(".pack > .legal.aim")
        await self.page.evaluate("() => new Promise(done => setTimeout(() => requestAnimationFrame(done), 150))")
        await touch(self.session, "End")

    async def make(self, state: PussState, move: Move) -> Move:
        """As a finger does it."""
        self.moves += 1
        if move.name == "redeal":
            await self.name(state, move.target)
            return move
        table = state.table
        source, target = card(str(move.cards[0])), f'.under-cards > [data-pile="{move.target}"]'
        rises = any(each.source == move.target for each in ups(table))
        piles = table.piles
        if self.moves % 4 == 0 or not (piles[STOCK].cards or piles[TURNED].cards):  # a tap would name the corner then
            await self.drag(source, target)
        elif move.source == "0r" and not rises:
            await self.tap(target)  # the card that waits needs no tap of its own
        else:
            await self.tap(source)
            await expect(self.page.locator(".pack > .card.sel")).to_have_count(1)
            await self.tap(target)
        return move

    async def name(self, state: PussState, order: str) -> None:
        """Names the corners, one of them twice too often, and deals them again."""
        filled = [int(corner) for corner in order if state.table.piles[CORNER[int(corner) - 1]].cards]
        numbers, deal = self.page.locator(NUMBERS), self.page.locator("[data-key=deal]")
        await expect(deal).to_be_disabled()
        await self.tap(f'.under-cards > [data-pile="0w{filled[1]}"]')
        await expect(numbers).to_have_text(["1"])
        await self.tap(f'.under-cards > [data-pile="0w{filled[1]}"]')
        await expect(numbers).to_have_count(0)
        for n, corner in enumerate(filled[:-1], 1):
            await self.tap(f'.under-cards > [data-pile="0w{corner}"]')
            await expect(numbers.nth(n - 1)).to_have_text(str(n))
        await expect(numbers).to_have_count(len(filled))  # the last one follows by itself
        cards = sum(len(state.table.piles[at].cards) for at in CORNER)
        await expect(self.page.locator(".puss-order .asks")).to_have_text(f"{cards} cards come, in this order")
        await deal.tap()


class Keys:
    """Somebody who has nothing but a keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page

    async def make(self, state: PussState, move: Move) -> Move:
        """As keys do it."""
        if move.name == "redeal":
            filled = [int(corner) for corner in move.target if state.table.piles[CORNER[int(corner) - 1]].cards]
            for corner in filled[:-1]:
                await self.page.keyboard.press(CORNER_KEYS[corner - 1])
            await expect(self.page.locator(NUMBERS)).to_have_count(len(filled))
            await self.page.keyboard.press("Enter")
            return move
        if move.source == "0r":
            number = int(move.target[2])
            await self.page.keyboard.press(CORNER_KEYS[number - 1] if move.target[1] == "w" else str(number))
            return move
        await self.page.keyboard.press(f"Shift+{CORNER_KEYS[int(move.source[2]) - 1].upper()}")
        fitting = {each.target for each in ups(state.table) if each.source == move.source}
        piles = [state.table.specs[at].id for at in FOUNDATIONS]
        return move._replace(target=next(pile for pile in piles if pile in fitting))


async def test_a_deal_is_won_by_touch_through_a_redeal(tmp_path: Path) -> None:
    """Taps and drags; the redeal is taken back, made again, taken back, and made as it was named."""
    async with visiting(tmp_path) as visit:
        page = await opened(visit, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
        finger = Finger(page, await page.context.new_cdp_session(page))
        async with asyncio.timeout(PLAY_S):
            assert await won(page, finger.make, undone) == 1


async def test_a_deal_is_won_by_keys_from_the_first_page_on(tmp_path: Path) -> None:
    """The corners of the keyboard are those of the table, and no pointer is needed anywhere."""
    async with visiting(tmp_path) as visit:
        page = await visit.person("Ann")
        await page.add_init_script(WITNESS)
        await page.reload()
        typist = Typist(page)
        await page.locator(f"[data-key=deal-{GAME.info.key}]").wait_for()
        await typist.tab_to(lambda focus: focus["key"] == f"deal-{GAME.info.key}")
        await typist.press("Enter")
        await typist.tab_to(lambda focus: focus["words"] == "Number of the deal")
        await page.keyboard.type(str(DEAL))
        await typist.press("Enter")
        async with asyncio.timeout(PLAY_S):
            assert await won(page, Keys(page).make) == 1
        assert await page.evaluate("globalThis.pointed") == 0


async def test_a_page_that_is_loaded_anew_lies_as_it_lay(tmp_path: Path) -> None:
    """A move, a step back, and the same again on a page that was not there."""
    async with visiting(tmp_path) as visit:
        page = await opened(visit)
        state = dealt()
        await lies(page, state)
        keys = Keys(page)
        for _ in range(3):
            state = GAME.apply(state, 0, await keys.make(state, winning(state)))
            await lies(page, state)
        await page.reload()
        await lies(page, state)
        await page.keyboard.press("Control+z")
        await page.keyboard.press("Control+z")
        await page.keyboard.press("Control+z")
        await lies(page, dealt())
        await expect(page.locator("[data-key=undo]")).to_have_attribute("aria-disabled", "true")
