"""A discard waits before it is sent, because nobody could take it back; and a page is called to its very first turn."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.support.rounds import start
from tests.support.visit import Visit, chair, visiting

pytestmark = [pytest.mark.browser, pytest.mark.server]

RULES = {"spite-and-malice": {"last": {"target": 0}}}
# A discard waits for ever: what sends it in these tests is not its clock.
PATIENT = """
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (run, ms, ...rest) => later(run, ms === 2000 ? 1e9 : ms, ...rest);
"""
MINE = ".table.my-turn"
HIDE = "Object.defineProperty(document, 'hidden', { value: true, configurable: true })"


async def patient(visit: Visit, name: str, address: str = "") -> Page:
    """Somebody whose discards wait for ever."""
    page = await visit.person(name, address)
    await page.add_init_script(PATIENT)
    await page.evaluate("kept => localStorage.setItem('pounce.rules', kept)", json.dumps(RULES))
    await page.reload()
    return page


@asynccontextmanager
async def lobby(data_dir: Path) -> AsyncIterator[tuple[Page, Page]]:
    """Ann, who is the host, and Bo, before a hand of Spite & Malice."""
    async with visiting(data_dir, next_round_ms=300_000) as visit:
        ann = await patient(visit, "Ann")
        await ann.get_by_role("button", name="Spite & Malice: With friends").click()
        await expect(chair(ann, "Ann")).to_be_visible()
        bo = await patient(visit, "Bo", ann.url)
        await bo.get_by_role("button", name="Sit down").click()
        yield ann, bo


async def begun(ann: Page, bo: Page) -> tuple[Page, Page]:
    """The hand is dealt: the page whose turn it is, and the other."""
    await start(ann, bo)
    return (ann, bo) if await ann.locator(MINE).count() else (bo, ann)


async def discard(page: Page) -> None:
    """The first card of the hand goes onto the first side stack, and waits there."""
    await page.keyboard.press("q")
    await page.keyboard.press("1")
    await expect(page.locator(".held-ring")).to_be_visible()


async def tap(page: Page, selector: str) -> None:
    """On the upper left corner of something."""
    box = await page.locator(selector).bounding_box()
    assert box
    await page.mouse.click(box["x"] + 5, box["y"] + 5)


async def test_a_tap_on_the_card_takes_it_back_and_one_elsewhere_sends_it(tmp_path: Path) -> None:
    """Bare felt is elsewhere too."""
    async with lobby(tmp_path) as people:
        first, second = await begun(*people)
        await discard(first)
        await tap(first, ".held-ring")
        await expect(first.locator(".held-ring")).to_have_count(0)
        await expect(first.locator(".pack > .card[data-pile$=h]")).to_have_count(5)
        await discard(first)
        await tap(first, ".table > .middle")
        await expect(second.locator(MINE)).to_be_visible()
        await expect(first.locator(".held-ring")).to_have_count(0)


async def test_arrows_say_the_places_as_the_game_calls_them(tmp_path: Path) -> None:
    """There are no build piles in Spite & Malice."""
    async with lobby(tmp_path) as people:
        first, _ = await begun(*people)
        await first.keyboard.press("q")
        await first.keyboard.press("ArrowRight")
        await expect(first.locator("#live")).to_contain_text(re.compile("To .*(side|centre) stack [1-4]"))


async def test_whether_it_waits_is_asked_where_something_does(tmp_path: Path) -> None:
    """In the menu: in the lobby and at the table of this game, and not on the first page or at a solitaire."""
    async with lobby(tmp_path) as (ann, bo):
        choice = ann.get_by_role("group", name="A card that ends your turn")
        for at_table in (False, True):
            if at_table:
                await start(ann, bo)
            await ann.get_by_role("button", name="Menu").click()
            await expect(choice).to_be_visible()
            await ann.keyboard.press("Escape")
        home = ann.url.split("/t/")[0] + "/"
        for place in ("home", "solitaire"):
            await ann.goto(home)
            if place == "solitaire":
                await ann.locator("[data-key=play-thumb-and-pouch]").click()
                await expect(ann.locator(".tag.count")).to_have_text("24")
            await ann.get_by_role("button", name="Menu").click()
            await expect(ann.get_by_role("group", name="Table", exact=True)).to_be_visible()
            await expect(choice).to_be_hidden()


async def test_who_goes_to_the_first_page_has_discarded(tmp_path: Path) -> None:
    """The others need not wait for somebody who believes that his turn is over."""
    async with lobby(tmp_path) as people:
        first, second = await begun(*people)
        await discard(first)
        await first.get_by_role("button", name="To the first page").click()
        await expect(second.locator(MINE)).to_be_visible()


async def test_a_hidden_page_is_called_to_the_first_turn_of_a_hand(tmp_path: Path) -> None:
    """The table comes up while nobody looks."""
    async with lobby(tmp_path) as people:
        for page in people:
            await page.evaluate(HIDE)
        first, second = await begun(*people)
        await expect(first).to_have_title("Your turn · " + await second.title())
