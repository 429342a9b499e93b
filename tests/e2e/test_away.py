"""Phones that are locked and cables that are pulled: nobody loses a seat, a vote or a move, and the others see it."""

from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from app.rooms.entry import Moved
from tests.support.line import Line
from tests.support.log import RoomLog
from tests.support.rounds import SETTINGS, dealt, played_out, short_table, start
from tests.support.visit import chair, visiting

pytestmark = [pytest.mark.browser, pytest.mark.server]

SEEN = """seen => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => seen ? 'visible' : 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
RACING = "() => document.querySelector('.table:not(.waiting)') !== null"
WASTE = (
    "() => [...document.querySelectorAll('.pack > .card[data-pile$=w][data-card]')].map(el => el.dataset.card).join()"
)


async def lock(page: Page, line: Line, sign: Locator) -> None:
    """The phone sleeps until somebody else has seen it, and is taken up again."""
    await page.evaluate(SEEN, False)
    line.break_off()
    await expect(sign).to_contain_text("away")
    line.mend()
    await page.evaluate(SEEN, True)
    await expect(sign).not_to_contain_text("away")
    await expect(page.locator("#notice")).to_be_empty()


async def flips(page: Page) -> None:
    """A flip is made and answered."""
    before = await page.evaluate(WASTE)
    await page.keyboard.press("Space")
    await page.wait_for_function(f"before => ({WASTE})() !== before", arg=before)


async def test_a_phone_is_locked_in_every_phase(tmp_path: Path) -> None:
    """It comes back by itself, to where the table is by now, and the first press counts."""
    async with visiting(tmp_path, **SETTINGS | {"bot_pace_ms": 300}) as visit, Line(visit.server).held() as line:
        ann, bo = await short_table(visit, target=200)
        await bo.goto(line.url + bo.url.split("/", 3)[3])
        await lock(bo, line, chair(ann, "Bo"))
        await start(ann, bo)
        seat = ann.locator(".seat .unseen").filter(has_text="Bo:")
        await bo.wait_for_function(RACING)
        await lock(bo, line, seat)
        await flips(bo)
        for page in (ann, bo):
            await page.keyboard.press("z")
        await expect(ann.locator(".rail")).to_contain_text("The table is paused")
        await lock(bo, line, seat)
        await expect(bo.locator(".rail")).to_contain_text("The table is paused")
        for page in (ann, bo):
            await page.keyboard.press("Enter")
        await bo.wait_for_function(RACING)
        await flips(bo)
        await played_out(ann, bo)
        await lock(bo, line, ann.locator(".sheet-panel th").filter(has_text="Bo"))
        await expect(bo.locator(".sheet-panel")).to_be_visible()


async def test_what_is_played_while_the_cable_is_out_is_played_when_it_is_back(tmp_path: Path) -> None:
    """Four moves wait; a vote outlives the page."""
    async with visiting(tmp_path, **SETTINGS | {"bot_pace_ms": 60_000}) as visit, Line(visit.server).held() as line:
        ann, bo = await short_table(visit, flip=1)
        await bo.goto(line.url + bo.url.split("/", 3)[3])
        await expect(chair(ann, "Bo")).not_to_contain_text("away")
        await start(ann, bo)
        await bo.wait_for_function(RACING)
        line.cut()
        for _ in range(6):
            await bo.keyboard.press("Space")
        await expect(bo.locator(".rail")).to_contain_text("4 moves wait to be sent")
        line.mend()
        await expect(bo.locator(".rail")).not_to_contain_text("wait to be sent")
        await bo.wait_for_function(f"() => ({WASTE})().split(',').length === 3")
        await bo.get_by_role("button", name="Stuck").first.click()
        await expect(ann.locator(".rail")).to_contain_text("1 of 4 are stuck")
        log = RoomLog(tmp_path, bo.url[-6:])
        moves = [entry.move.name for entry in log.entries if isinstance(entry, Moved) and entry.seat == 1]
        assert moves == ["flip"] * 4 + ["stuck"]
        await bo.reload()
        await dealt(bo)
        await expect(bo.locator(".rail")).to_contain_text("1 of 4 are stuck")
        await expect(bo.locator(".rail").get_by_role("button", name="I can play")).to_be_visible()
