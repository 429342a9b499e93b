"""The keys of a game's own panel, which are the table's keys first: Pontis between two people."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.support.rounds import start
from tests.support.visit import chair, visiting

pytestmark = [pytest.mark.browser, pytest.mark.server]

DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
MOST = 27
SINGLE = ".lays > button.lay:not(.more):not(:has(.card + .card)):not(:has-text('rank?'))"


async def with_a_lay(ann: Page, bo: Page) -> tuple[Page, str]:
    """Both play until somebody can lay a single card: whose turn it is, and the card."""
    while True:
        for page in (ann, bo):
            await page.evaluate(DRAWN)
            if not await page.locator(".lays:not([hidden]) button").count():
                continue
            if await page.locator(SINGLE).count():
                return page, str(await page.locator(SINGLE).first.get_attribute("data-key"))
            for key in ("o", "p", "1"):
                await page.keyboard.press(key)


async def walk(page: Page, card: str) -> None:
    """By arrows to a card of the hand."""
    for key in ["ArrowLeft"] * MOST + ["ArrowRight"] * MOST:
        await page.keyboard.press(key)
        if await page.evaluate("document.activeElement?.dataset?.key") == card:
            return


async def test_a_held_key_does_nothing_twice_and_who_waits_may_look(tmp_path: Path) -> None:
    """Enter that is held chooses a card and does not lay it; banks are looked at while others move."""
    async with visiting(tmp_path, next_round_ms=300_000) as visit:
        ann = await visit.person("Ann")
        await ann.locator("[data-game=pontis]").get_by_role("button").filter(has_text="friends").click()
        await expect(chair(ann, "Ann")).to_be_visible()
        bo = await visit.guest("Bo", ann)
        await start(ann, bo)
        waits = bo if await ann.locator(".table.my-turn").count() else ann
        await waits.keyboard.press("b")
        await expect(waits.locator(".bank-look")).to_be_visible()
        await waits.keyboard.press("Escape")
        await expect(waits.locator(".bank-look")).to_be_hidden()

        page, card = await with_a_lay(ann, bo)
        await walk(page, card)
        for _ in range(3):
            await page.keyboard.down("Enter")
        await page.evaluate(DRAWN)
        await expect(page.locator(".pack > .card.sel")).to_have_attribute("data-key", card)
        await page.keyboard.up("Enter")
        await page.keyboard.press("Enter")
        await expect(page.locator(f".pack > .card[data-key='{card}']")).to_have_attribute("data-zone", "middle")
