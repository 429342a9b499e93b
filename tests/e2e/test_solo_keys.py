"""Games for one by keyboard alone, from the first page to the last card."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import expect

from app.rules.games.thumb_and_pouch import GAME
from tests.support.thumb import DEAL, KEY, by_keys, dealt, line, runs_out, shows
from tests.support.typist import WITNESS, Typist
from tests.support.visit import visiting

pytestmark = [pytest.mark.browser, pytest.mark.server]

PLAY_S = 240


async def test_thumb_and_pouch_is_won_by_keys_from_the_first_page_on(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit, asyncio.timeout(PLAY_S):
        page = await visit.person("Ann")
        await page.add_init_script(WITNESS)
        await page.reload()
        typist = Typist(page)
        await page.locator(f"[data-key=deal-{KEY}]").wait_for()
        await typist.tab_to(lambda focus: focus["key"] == f"deal-{KEY}")
        await typist.press("Enter")
        await typist.tab_to(lambda focus: focus["words"] == "Number of the deal")
        await page.keyboard.type(str(DEAL))
        await typist.press("Enter")
        state = dealt()
        for move in line(state):
            await shows(page, state)
            await by_keys(page, move)
            state = GAME.apply(state, 0, move)
            if runs_out(state):
                break
        await expect(page.locator(".end-sheet h2")).to_have_text("Solved!", timeout=30_000)
        await expect(page.locator(".facts .up")).to_have_text("52 / 52")
        assert await page.evaluate("globalThis.pointed") == 0
        await typist.tab_to(lambda focus: focus["words"] == "Home")
        await typist.press("Enter")
        await expect(page.locator(".game.first")).to_be_visible()
