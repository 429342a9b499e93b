"""Puss in the Corner on the real play screen, on made-up tables: its places, and what taps and keys make of them."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.pages import opened, serving, show
from tests.support.pointer import FRAME, card, middle, rest, sent

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

SIZES = [(1280, 800), (1920, 1080), (1366, 650), (768, 1024), (390, 844), (390, 664), (360, 640), (844, 390)]
STATES = ("busy", "first", "nowhere", "last", "again", "full", "lone", "tops", "keys")
LOOKS = [*(f"state={state}" for state in STATES), "state=busy&hand=left", "state=full&hand=left", "state=busy&me=none"]
TAP = 44

# The width of a card that the visual design has; below the square the line for what is said takes some of it.
DESIGN = {(1280, 800): 116, (1920, 1080): 150, (768, 1024): 118, (390, 844): 75, (844, 390): 65}
LINE = 0.95
MORE = 1.02

# Slanting cards have wider boxes than they are seen, and beside the square something is said in the zone of the cards:
# tests/client/games holds them apart as they are seen.
SLANTING = re.compile(r"own piles: 0f\d / 0w\d |zones: rail  / own ")

# The order's own faults: what it shows lies in it, and so do its words.
ORDER = """() => {
  const order = document.querySelector('.puss-order'), words = document.querySelector('.puss-words'), faults = [];
  if (!order.hidden) {
    const outer = order.getBoundingClientRect(), own = document.querySelector('.own').getBoundingClientRect();
    for (const el of order.querySelectorAll('.asks, .coming, .coming > *, .btn, .icon:not([hidden])')) {
      const box = el.getBoundingClientRect(), by = 4, name = `${el.className} ${el.textContent}`.slice(0, 40);
      if (box.left < outer.left - by || box.right > outer.right + by) faults.push(`wider than the order: ${name}`);
      if (box.top < outer.top - by || box.bottom > own.bottom + by) faults.push(`out of the order: ${name}`);
    }
  }
  if (!words.hidden && words.scrollHeight > words.clientHeight + 1) faults.push(`cut: ${words.textContent}`);
  if (!words.hidden && words.scrollWidth > words.clientWidth + 1) faults.push(`cut: ${words.textContent}`);
  return faults;
}"""
NUMBERS = ".puss-numbers > b"


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the page."""
    with serving() as address:
        yield f"{address}?game=puss-in-the-corner"


async def showing(page: Page, look: str) -> None:
    """Puts this table of the game on the page."""
    await show(page, f"game=puss-in-the-corner&{look}")


async def tap(page: Page, pile: str) -> None:
    """A press on a pile, as it is seen."""
    x, y = await middle(page, f'.under-cards > [data-pile="{pile}"]')
    await page.mouse.click(x, y)


def wrong(look: str, measured: dict[str, Any], more: list[str]) -> list[str]:
    """What is wrong with this table."""
    faults = [fault for fault in measured["faults"] if not SLANTING.match(fault)]
    small = [f"{what} is {measured[what]:.1f} px" for what in ("own", "press") if measured[what] < TAP]
    return [f"{look}: {fault}" for fault in [*faults, *more, *small]]


@pytest.mark.parametrize("size", SIZES)
async def test_nothing_scrolls_overlaps_or_leaves_its_zone(browser: Browser, site: str, size: tuple[int, int]) -> None:
    """In every state of a game, for the left hand, as an onlooker; nothing is too small."""
    found = []
    async with opened(browser, site, *size) as page:
        for look in LOOKS:
            await showing(page, look)
            measured = await page.evaluate("pounce.measure()")
            found += wrong(look, measured, await page.evaluate(ORDER))
        await showing(page, "state=full")
        for corner in (2, 3, 1):
            await tap(page, f"0w{corner}")
            await rest(page)
            found += wrong(f"full, to {corner}", await page.evaluate("pounce.measure()"), await page.evaluate(ORDER))
    assert found == []


@pytest.mark.parametrize("size", list(DESIGN))
async def test_cards_are_as_wide_as_in_the_design(browser: Browser, site: str, size: tuple[int, int]) -> None:
    async with opened(browser, site, *size) as page:
        own = (await page.evaluate("pounce.measure()"))["own"]
    assert DESIGN[size] * LINE <= own <= DESIGN[size] * MORE


async def test_a_tap_places_the_card_that_waits(browser: Browser, site: str) -> None:
    """On the foundation that takes it; in a corner, but not two by a double tap; nowhere where it does not go."""
    async with opened(browser, site, 390, 844) as page:
        await showing(page, "state=busy")
        await expect(page.locator(".puss-words")).to_have_text("Place it on a black 9 or in a corner")
        await tap(page, "0f2")
        await tap(page, "0s")
        assert await sent(page) == []
        await tap(page, "0f1")
        assert await sent(page) == [["play", "0r", ["0:TS"], "0f1"]]
        await showing(page, "state=nowhere")
        x, y = await middle(page, '.under-cards > [data-pile="0w3"]')
        await page.mouse.dblclick(x, y)
        assert await sent(page) == [["play", "0r", ["0:QH"], "0w3"]]


async def test_a_top_that_can_go_up_is_picked_up_and_sent_up(browser: Browser, site: str) -> None:
    """A tap lights its foundation, a second one goes there; a double tap is enough."""
    async with opened(browser, site, 1280, 800) as page:
        await showing(page, "state=busy")
        await page.evaluate(FRAME, {"p": {"0w1": [0, "0:2S", "0:TC"]}})
        await rest(page)
        await tap(page, "0w1")
        await expect(page.locator(f"{card('0:TC')}.sel")).to_have_count(1)
        await expect(page.locator(".pack > .legal")).to_have_count(1)
        await tap(page, "0f1")
        assert await sent(page) == [["play", "0w1", ["0:TC"], "0f1"]]
        await showing(page, "state=busy")
        await page.evaluate(FRAME, {"p": {"0w1": [0, "0:2S", "0:TC"]}})
        await rest(page)
        x, y = await middle(page, card("0:TC"))
        await page.mouse.dblclick(x, y)
        assert await sent(page) == [["play", "0w1", ["0:TC"], "0f1"]]


async def test_a_slanting_card_is_carried_and_taken_where_it_is_seen(browser: Browser, site: str) -> None:
    """The tip of a corner's card is the card; beside it is felt."""
    async with opened(browser, site, 1280, 800) as page:
        await showing(page, "state=busy")
        x, y = await middle(page, card("0:TS"))
        to_x, to_y = await middle(page, '.under-cards > [data-pile="0w2"]')
        await page.mouse.move(x, y)
        await page.mouse.down()
        await page.mouse.move(to_x + 60, to_y - 60, steps=6)
        await expect(page.locator(".pack > .legal.aim")).to_have_attribute("data-target", "0w2")
        await page.mouse.up()
        assert await sent(page) == [["play", "0r", ["0:TS"], "0w2"]]


async def test_corners_are_named_by_taps_and_by_keys(browser: Browser, site: str) -> None:
    """Numbers appear in the order of the taps; what is named again is taken back; the last one follows."""
    async with opened(browser, site, 390, 844) as page:
        await showing(page, "state=again")
        numbers, line = page.locator(NUMBERS), page.locator(".puss-order .asks")
        deal = page.locator("[data-key=deal]")
        await expect(line).to_have_text("Tap the corners in the order in which they come")
        await tap(page, "0w3")
        await tap(page, "0w1")
        await expect(numbers).to_have_text(["1", "2"])
        await expect(line).to_have_text("Which of the other 2 comes next?")
        await expect(deal).to_be_disabled()
        await page.locator("[data-key=clear]").click()
        await expect(numbers).to_have_count(0)
        await page.keyboard.press("q")
        await page.keyboard.press("l")
        await page.keyboard.press("Escape")
        await page.keyboard.press("p")
        await page.keyboard.press("l")
        await expect(numbers).to_have_text(["1", "2", "3", "4"])
        await expect(page.locator(f"{NUMBERS}.follows")).to_have_text(["4"])
        await expect(line).to_have_text("38 cards come, in this order")
        first = await page.evaluate("pounce.store.state.table.piles['0w1'][1]")
        assert await page.locator(".coming > .card").first.get_attribute("data-card") == first
        await page.keyboard.press("Enter")
        assert await sent(page) == [["redeal", "", [], "1243"]]


async def test_an_only_corner_need_not_be_named(browser: Browser, site: str) -> None:
    """There is no choice: one press deals it again."""
    async with opened(browser, site, 844, 390) as page:
        await showing(page, "state=lone")
        await expect(page.locator(NUMBERS)).to_have_text(["1"])
        await page.locator("[data-key=deal]").click()
        assert await sent(page) == [["redeal", "", [], "2134"]]


async def test_while_corners_are_named_a_double_tap_still_sends_a_top_up(browser: Browser, site: str) -> None:
    """And names nothing."""
    async with opened(browser, site, 1280, 800) as page:
        await showing(page, "state=again")
        await page.evaluate(FRAME, {"p": {"0w2": [0, "0:KD", "0:6S"]}})
        await rest(page)
        x, y = await middle(page, card("0:6S"))
        await page.mouse.dblclick(x, y)
        assert await sent(page) == [["play", "0w2", ["0:6S"], "0f1"]]
        await expect(page.locator(NUMBERS)).to_have_count(0)


async def test_keys_place_the_card_that_waits(browser: Browser, site: str) -> None:
    """Its corner, its foundation, any that takes it; the top of a corner with Shift."""
    async with opened(browser, site, 1280, 800) as page:
        for key, target in (("q", "0w1"), ("p", "0w2"), ("a", "0w3"), ("l", "0w4"), ("1", "0f1"), (" ", "0f1")):
            await showing(page, "state=busy")
            await page.keyboard.press(key)
            assert await sent(page) == [["play", "0r", ["0:TS"], target]]
        await showing(page, "state=busy")
        await page.keyboard.press("2")
        assert await sent(page) == []
        await page.evaluate(FRAME, {"p": {"0w1": [0, "0:2S", "0:TC"]}})
        await page.keyboard.press("Shift+Q")
        assert await sent(page) == [["play", "0w1", ["0:TC"], "0f1"]]
