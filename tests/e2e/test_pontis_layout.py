"""Pontis on the real play screen, on made-up tables: nothing scrolls, overlaps, is cut or leaves its zone."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import Browser

from tests.support.pages import opened, serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

SIZES = [(1280, 800), (1366, 650), (768, 1024), (390, 844), (390, 664), (360, 640), (844, 390)]
# The own hand is largest with two seats, the row above fullest with eight.
LOOKS = [
    *(f"seats=2&state={state}&clock=1" for state in ("theirs", "misses", "ace", "bridge", "name", "free", "worth")),
    *(f"seats={seats}&state={state}" for seats in (4, 8) for state in ("misses", "few", "block", "open")),
    *(f"seats={seats}&me=none" for seats in (2, 4, 8)),
    "seats=2&hand=left&series=1",
    "seats=8&state=misses&long=1",
    "seats=3&state=misses&long=1",
]
TAP = 44
# Who looks on has eight seats above: on a phone they are high enough, but as narrow as this.
EIGHT_RIVALS = 39

# The strip's own faults: what it shows lies in it, and so do its words.
STRIP = """() => {
  const strip = document.querySelector('.table > .lays');
  if (!strip || strip.hidden) return [];
  const outer = strip.getBoundingClientRect(), faults = [];
  for (const el of strip.querySelectorAll(':scope > *, .compose > *')) {
    const box = el.getBoundingClientRect(), by = 1, words = `${el.className} ${el.textContent}`.slice(0, 50);
    if (!box.width) continue;
    const inside = box.left >= outer.left - by && box.right <= outer.right + by
      && box.top >= outer.top - by && box.bottom <= outer.bottom + by;
    if (!inside) faults.push(`out of the strip: ${words}`);
    if (el.clientWidth && el.scrollWidth > el.clientWidth + by) faults.push(`cut: ${words}`);
  }
  return faults;
}"""
# Chooses cards of the hand as a tap does.
CHOOSE = """cards => {
  for (const card of cards) {
    const el = document.querySelector(`.pack > .card[data-key="${card}"]`), { left, top } = el.getBoundingClientRect();
    const at = { bubbles: true, clientX: left + 12, clientY: top + 12, button: 0, pointerId: 1, isPrimary: true };
    for (const type of ['pointerdown', 'pointerup']) el.dispatchEvent(new PointerEvent(type, at));
  }
}"""
CHOSEN = (["0:3D"], ["0:3D", "0:X1"], ["0:2S", "0:7H"], ["0:2S", "0:9C"], ["0:X1", "0:X2"], ["0:X1"])


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the page."""
    with serving() as address:
        yield f"{address}?game=pontis"


def wrong(query: str, measured: dict[str, Any], strip: list[str]) -> list[str]:
    """What is wrong with this table. A name of twenty letters may lose some; nothing else may."""
    kept = [fault for fault in measured["faults"] if not ("long" in query and fault.startswith("cut: "))]
    small = [
        f"{what} is {measured[what]:.1f} px"
        for what, least in (("own", TAP), ("press", TAP), ("seat", EIGHT_RIVALS if "me=" in query else TAP))
        if measured[what] < least
    ]
    return [f"{query}: {fault}" for fault in [*kept, *strip, *small]]


@pytest.mark.parametrize("size", SIZES)
async def test_nothing_scrolls_overlaps_or_leaves_its_zone(browser: Browser, site: str, size: tuple[int, int]) -> None:
    """Two to eight seats, in every state of a game, as an onlooker, for the left hand; nothing is too small."""
    found = []
    async with opened(browser, site, *size) as page:
        for query in (f"game=pontis&{look}" for look in LOOKS):
            await page.evaluate("query => pounce.load(query)", query)
            await page.evaluate("document.getAnimations().forEach(motion => motion.finish())")
            found += wrong(query, await page.evaluate("pounce.measure()"), await page.evaluate(STRIP))
    assert found == []


@pytest.mark.parametrize("size", SIZES)
async def test_what_is_chosen_has_its_place(browser: Browser, site: str, size: tuple[int, int]) -> None:
    """A card alone, two that make it, two that do not, a joker with few ranks and two with all."""
    found = []
    async with opened(browser, site, *size) as page:
        for cards in CHOSEN:
            query = "game=pontis&seats=2&state=joker"
            await page.evaluate("query => pounce.load(query)", query)
            await page.evaluate(CHOOSE, cards)
            await page.wait_for_function("() => document.querySelector('.lays .compose') !== null")
            await page.evaluate("document.getAnimations().forEach(motion => motion.finish())")
            found += wrong(f"{query} {cards}", await page.evaluate("pounce.measure()"), await page.evaluate(STRIP))
    assert found == []
