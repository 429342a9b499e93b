"""What a browser counts of its solitaires, from the first end of a game until all is forgotten."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from app.rules.games.thumb_and_pouch import FLIP, GAME
from tests.support.thumb import KEY, QUICK, begun, by_keys, dealt, nearly_won, shows
from tests.support.visit import visiting

pytestmark = [pytest.mark.browser, pytest.mark.server]

NONE = "No game has come to its end yet"


async def kept(page: Page) -> list[dict[str, Any]]:
    """The games that this browser knows."""
    return list(json.loads(await page.evaluate("localStorage.getItem('pounce.solo') ?? '{\"games\": []}'"))["games"])


async def give_up(page: Page) -> None:
    """By the menu."""
    await page.keyboard.press("m")
    await page.get_by_role("button", name="Give up").click()
    await expect(page.locator(".end-sheet h2")).to_have_text("Given up")


async def test_a_game_is_counted_at_its_end_and_its_better_end_instead(tmp_path: Path) -> None:
    """Given up, loaded again, taken up again, won: one game, which is won."""
    async with visiting(tmp_path, **QUICK) as visit:
        page = await visit.person("Ann")
        moves, before, last = nearly_won()
        await page.goto(await begun(page, visit.server, moves))
        await shows(page, before)
        assert await kept(page) == []
        await give_up(page)
        (lost,) = await kept(page)
        assert (lost["won"], lost["moves"], lost["options"]) == (False, len(moves), {"redeals": 2})
        await page.reload()
        await page.locator("[data-key=end-stats]").click()
        figures = page.locator(".figures dd")
        await expect(figures).to_have_text(["1", "0 (0\u00a0%)", "0", "–", "–", "0"])
        await expect(page.locator(".chart .plot i")).to_have_count(1)
        await expect(page.locator(".stats-sheet")).to_contain_text("counts when it ends: won, stuck or given up")
        await page.keyboard.press("Escape")
        watcher = await visit.person("Bo", page.url)
        await expect(watcher.locator(".end-sheet h2")).to_have_text("Given up")
        assert await kept(watcher) == []
        await page.locator("[data-key=end-undo]").click()
        await shows(page, before)
        await by_keys(page, last)
        await expect(page.locator(".end-sheet h2")).to_have_text("Solved!", timeout=30_000)
        (won,) = await kept(page)
        assert (won["id"], won["won"], won["up"], won["helped"]) == (lost["id"], True, 52, False)
        await page.reload()
        await expect(page.locator(".end-sheet h2")).to_have_text("Solved!")
        await page.keyboard.press("m")
        await page.locator("dialog").get_by_role("button", name="Statistics").click()
        time = await page.locator(".facts .time").text_content() or ""
        await expect(figures).to_have_text(["1", "1 (100\u00a0%)", "1", time, time, "1"])
        await expect(page.get_by_role("img", name="Cards up in the last game: won")).to_be_visible()


async def test_what_is_cleared_is_gone_for_good(tmp_path: Path) -> None:
    """After a second thought; the table whose game was forgotten does not bring it back, and the next one counts."""
    async with visiting(tmp_path, **QUICK) as visit:
        page = await visit.person("Ann")
        address = await begun(page, visit.server, [FLIP])
        await page.goto(address)
        await shows(page, GAME.apply(dealt(), 0, FLIP))
        await give_up(page)
        await page.goto(visit.server.url)
        await page.locator(f"[data-key=stats-of-{KEY}]").click()
        sheet = page.locator(".stats-sheet")
        await sheet.get_by_role("button", name="Puss in the Corner").click()
        await expect(sheet).to_contain_text(NONE)
        await expect(sheet.get_by_role("button", name="Clear")).to_have_count(0)
        await sheet.get_by_role("button", name="Thumb and Pouch").click()
        await sheet.get_by_role("button", name="Clear").click()
        await page.get_by_role("button", name="Keep them").click()
        await expect(sheet.locator(".figures dd").first).to_have_text("1")
        await sheet.get_by_role("button", name="Clear").click()
        await page.get_by_role("button", name="Forget them").click()
        await expect(sheet).to_contain_text(NONE)
        await page.goto(address)
        await expect(page.locator(".end-sheet h2")).to_have_text("Given up")
        assert await kept(page) == []
        await page.goto(await begun(page, visit.server, [FLIP]))
        await shows(page, GAME.apply(dealt(), 0, FLIP))
        await give_up(page)
        assert len(await kept(page)) == 1
