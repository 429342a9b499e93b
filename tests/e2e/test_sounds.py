"""Sounds in a real browser: off until chosen, heard at the own move, back after a call. And the hand that plays."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.support.rounds import SETTINGS, dealt
from tests.support.visit import Visit, visiting

pytestmark = pytest.mark.browser

# Counts what is started, and keeps the contexts at hand.
EARS = """
  globalThis.heard = { contexts: [], started: 0 };
  const Real = AudioContext;
  globalThis.AudioContext = class extends Real {
    constructor(...given) { super(...given); heard.contexts.push(this); }
  };
  for (const Node of [OscillatorNode, AudioBufferSourceNode]) {
    const own = Node.prototype.start;
    Node.prototype.start = function (...at) { heard.started += 1; return own.apply(this, at); };
  }
"""
RUNS = "() => heard.contexts.length === 1 && heard.contexts[0].state === 'running'"


async def racing(visit: Visit) -> Page:
    """A match against a bot, after Go, in a browser that listens."""
    page = await visit.host()
    await page.add_init_script(EARS)
    await page.reload()
    await page.get_by_role("button", name="Add a bot").click()
    await page.get_by_role("button", name="Start", exact=True).click()
    await dealt(page)
    await expect(page.locator(".table:not(.waiting)")).to_be_visible()
    return page


async def choose(page: Page, what: str, which: str) -> None:
    """A choice in the menu, which is left again."""
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("group", name=what).get_by_text(which, exact=True).click()
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog")).to_have_count(0)


async def flip(page: Page) -> None:
    """Tap the stock, and see fewer cards in it."""
    left = page.locator(".tag").last
    before = await left.inner_text()
    await page.locator(".card[data-pile='0s']").last.click()
    await expect(left).not_to_have_text(before)


async def test_sounds_are_off_until_chosen_and_come_back_after_a_call(tmp_path: Path) -> None:
    """Nothing is opened before; then the own flip is heard, also after the device was taken away and after a reload."""
    async with visiting(tmp_path, **SETTINGS | {"bot_pace_ms": 20_000}) as visit:
        page = await racing(visit)
        await flip(page)
        assert await page.evaluate("heard.contexts.length") == 0

        await choose(page, "Sounds", "On")
        await page.wait_for_function(f"{RUNS} && heard.started > 0")
        before = await page.evaluate("heard.started")
        await flip(page)
        await page.wait_for_function("before => heard.started === before + 3", arg=before)

        await page.evaluate("heard.contexts[0].suspend()")
        await page.wait_for_function("() => heard.contexts[0].state === 'suspended'")
        await page.locator(".plate .nm").click()
        await page.wait_for_function(RUNS)
        await flip(page)
        await page.wait_for_function("before => heard.started === before + 6", arg=before)

        await page.reload()
        await dealt(page)
        await flip(page)
        await page.wait_for_function(f"{RUNS} && heard.started > 0")
        await choose(page, "Sounds", "Off")
        await page.wait_for_function("() => heard.contexts[0].state === 'closed'")


async def test_the_left_hand_has_its_table_at_once(tmp_path: Path) -> None:
    """The stock changes sides when the hand is chosen, and stays there after a reload."""
    async with visiting(tmp_path, **SETTINGS | {"bot_pace_ms": 20_000}) as visit:
        page = await racing(visit)
        stock, reserve = "0s", "0p"

        async def stock_is_left() -> None:
            await page.wait_for_function(
                "([stock, reserve]) => document.querySelector(`.place[data-pile='${stock}']`).getBoundingClientRect().x"
                " < document.querySelector(`.place[data-pile='${reserve}']`).getBoundingClientRect().x",
                arg=[stock, reserve],
            )

        await choose(page, "Hand", "Left")
        await stock_is_left()
        await page.reload()
        await dealt(page)
        await stock_is_left()
