"""Spite & Malice on a made-up table: a discard that goes by itself, shortcuts that never make one."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.pages import opened, serving
from tests.support.pointer import FRAME, card, lift, middle, sent

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

HAND = ["0:AS", "0:7H", "8:KC", "0:5C", "0:QC"]
LAID = ["play", "0h", ["0:5C"], "0s3"]
SIDE = ".place[data-pile='0s3']"
"""The empty side stack of the made-up table."""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the page with a table for two."""
    with serving() as address:
        yield f"{address}?game=spite-and-malice&seats=2"


@asynccontextmanager
async def at_table(browser: Browser, site: str, state: str = "busy") -> AsyncIterator[Page]:
    """Somebody at a table; where it is the own turn, with these cards in hand."""
    async with opened(browser, f"{site}&state={state}", 1280, 800, reduced_motion="reduce") as page:
        if state == "busy":
            await page.evaluate(FRAME, {"p": {"0h": [0, *HAND]}})
            await page.wait_for_selector(card(HAND[-1]))
        yield page


async def discard(page: Page) -> None:
    """A card of the hand onto the empty side stack: it waits there."""
    await page.mouse.click(*await middle(page, card("0:5C")))
    await page.mouse.click(*await middle(page, SIDE))
    await expect(page.locator(".held-ring")).to_be_visible()
    await expect(page.locator(card("0:5C"))).to_have_attribute("data-pile", "0s3")
    await expect(page.locator(".rail")).to_contain_text("tap it to take it back")
    assert await sent(page) == []


async def test_a_discard_goes_by_itself(browser: Browser, site: str) -> None:
    """Whoever does nothing has ended his turn."""
    async with at_table(browser, site) as page:
        await discard(page)
        await page.wait_for_function("() => pounce.sent.length > 0")
        assert await sent(page) == [LAID]


async def test_keys_take_a_discard_back_and_send_it(browser: Browser, site: str) -> None:
    """R picks up the fourth card, 4 lays it on the fourth side stack; Escape takes it back, Enter sends it."""
    async with at_table(browser, site) as page:
        for keys in (("r", "4", "Escape"), ("r", "4", "Enter")):
            assert await sent(page) == []
            for key in keys:
                await page.keyboard.press(key)
        assert await sent(page) == [LAID]


async def test_a_double_click_never_ends_a_turn(browser: Browser, site: str) -> None:
    """What a centre stack takes goes there; what none takes stays, and the line says so."""
    async with at_table(browser, site) as page:
        await page.mouse.dblclick(*await middle(page, card("0:7H")))
        assert await sent(page) == [["play", "0h", ["0:7H"], "c0"]]
        await page.mouse.dblclick(*await middle(page, card("0:QC")))
        await expect(page.locator(".rail")).to_contain_text("No centre stack takes")
        assert len(await sent(page)) == 1


async def test_a_king_goes_wherever_a_card_is_needed(browser: Browser, site: str) -> None:
    """It is marked at every stack, centre and side, and worth what was needed."""
    async with at_table(browser, site) as page:
        await lift(page, "8:KC", ".place[data-pile=c1]")
        lit = await page.eval_on_selector_all(".legal", "marks => marks.map(mark => mark.dataset.target).sort()")
        assert lit == ["0s0", "0s1", "0s2", "0s3", "c0", "c1", "c2"]
        await page.mouse.up()
        assert await sent(page) == [["play", "0h", ["8:KC"], "c1"]]
        await expect(page.locator(".tag.worth")).to_have_text(["= 9", "= 3"])
        await expect(page.locator(".tag.under")).to_contain_text(["stock", "needs 7", "needs 4", "needs 10"])


async def test_with_an_empty_hand_a_button_ends_the_turn(browser: Browser, site: str) -> None:
    """Where the hand was; with cards in hand there is none."""
    async with at_table(browser, site) as page:
        assert await page.locator(".plate .btn").is_hidden()
    async with at_table(browser, site, "empty") as page:
        await page.get_by_role("button", name="End turn").click()
        assert await sent(page) == [["end"]]


async def test_while_a_move_is_under_way_there_is_no_button(browser: Browser, site: str) -> None:
    """It may bring new cards, or be the second press of the same button."""
    async with at_table(browser, site, "empty") as page:
        await page.evaluate(FRAME, {"p": {"0p": [2, "0:7H"]}})
        await page.mouse.dblclick(*await middle(page, card("0:7H")))
        await expect(page.locator(".plate .btn")).to_be_hidden()
        await page.keyboard.press("Space")
        assert await sent(page) == [["play", "0p", ["0:7H"], "c0"]]
