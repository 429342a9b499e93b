"""Rounds that two bots play out while the people at the table look on: the short way to a score sheet."""

import asyncio
import json
from typing import Final

from playwright.async_api import Page, expect

from tests.support.visit import Visit, chair

SETTINGS: Final[dict[str, object]] = {"bot_pace_ms": 60, "countdown_ms": 1000, "next_round_ms": 300_000}
RULES: Final[dict[str, object]] = {"pounce_pile": 5, "king_stop": "off", "target": 0}
ROUND_S: Final = 60

STUCK = (
    "() => [...document.querySelectorAll('button')].find(button => button.innerText.startsWith('Stuck too'))?.click()"
)


async def short_table(visit: Visit, **rules: object) -> tuple[Page, Page]:
    """Ann, who is the host, Bo, and two bots, before a match of one short round unless other rules are given."""
    ann = await visit.person("Ann")
    kept = json.dumps({"pounce": {"last": {**RULES, **rules}}})
    await ann.evaluate("kept => localStorage.setItem('pounce.rules', kept)", kept)
    await ann.reload()
    await visit.open_table(ann)
    bo = await visit.guest("Bo", ann)
    for _ in range(2):
        await ann.get_by_role("button", name="Add a bot").click()
    await expect(ann.locator(".of-bot")).to_have_count(2)
    return ann, bo


async def start(ann: Page, bo: Page) -> None:
    """Both want to play: the first round is dealt."""
    await bo.get_by_role("button", name="Ready", exact=True).click()
    await expect(chair(ann, "Bo")).to_contain_text("Ready")
    await ann.get_by_role("button", name="Start", exact=True).click()
    await dealt(ann, bo)


async def dealt(*pages: Page) -> None:
    """Everybody sees cards."""
    for page in pages:
        await expect(page.locator("[data-card][data-pile]").first).to_be_visible()


async def played_out(*pages: Page) -> None:
    """The bots finish the round; whoever is asked says that he is stuck too."""

    async def look_on(page: Page) -> None:
        sheet, asked = page.locator(".sheet-panel"), page.get_by_role("button", name="Stuck too")
        while not await sheet.count():
            await expect(sheet.or_(asked).first).to_be_visible(timeout=ROUND_S * 1000)
            await page.evaluate(STUCK)

    await asyncio.gather(*(look_on(page) for page in pages))


async def to_sheet(visit: Visit, **rules: object) -> tuple[Page, Page]:
    """Both on the sheet of their first round."""
    ann, bo = await short_table(visit, **rules)
    await start(ann, bo)
    await played_out(ann, bo)
    return ann, bo
