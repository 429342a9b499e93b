"""What really moves in a browser, and for how long: the numbers of the visual design, read from the running motions."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from tests.support.pages import opened, serving, show
from tests.support.pointer import FRAME, card, rest

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

FASTER = {"t": "no", "k": 1, "code": "taken", "by": 1, "ms": 43}
KING = [12, "1:KS"]
WAITING = {"b0": [11, "1:QS"]}

# Every motion of a card from now on, with what it changes and how long it takes; motions stand still to be read.
MOTIONS = """() => document.getAnimations().filter(motion => motion.effect.target.closest('.pack')).map(motion => {
  motion.pause();
  const { duration, delay } = motion.effect.getTiming();
  const changes = [...new Set(motion.effect.getKeyframes().flatMap(Object.keys))]
    .filter(name => !['offset', 'computedOffset', 'easing', 'composite'].includes(name)).sort();
  const { className, dataset } = motion.effect.target;
  return { duration, delay, changes, what: dataset.card ?? className.baseVal ?? className };
})"""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the page with a table for two hands."""
    with serving() as address:
        yield f"{address}?seats=2&state=hands"


# In the frame in which it is drawn: a motion may be over before a test could ask again.
DRAWN = f"""async ([message, wanted]) => {{
  pounce.store.receive(message.t ? message : {{ n: pounce.store.state.n + 1, b: 1, k: 1, ...message }});
  while (!document.querySelector(wanted)) await new Promise(requestAnimationFrame);
  return ({MOTIONS})();
}}"""


async def after(page: Page, message: dict[str, Any], wanted: str) -> list[dict[str, Any]]:
    """The motions that a message starts, read as soon as something is there."""
    motions: list[dict[str, Any]] = await page.evaluate(DRAWN, [message, wanted])
    return motions


def of(motions: list[dict[str, Any]], what: str) -> dict[str, Any]:
    """The motion of one thing."""
    return next(motion for motion in motions if motion["what"] == what)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
async def test_anothers_card_flies_with_a_trail(browser: Browser, site: str, width: int, height: int) -> None:
    """140 ms, up to 220 across the screen; only transform and opacity change."""
    async with opened(browser, site, width, height) as page:
        motions = await after(page, {"p": {"b0": [3, "1:4S"]}}, card("1:4S"))
    assert 140 <= of(motions, "1:4S")["duration"] <= 220
    assert of(motions, "trail")["duration"] <= 400
    assert {name for motion in motions for name in motion["changes"]} <= {"transform", "opacity"}


async def test_a_card_that_is_uncovered_is_turned_in_its_place(browser: Browser, site: str) -> None:
    """150 ms, the edge at half."""
    async with opened(browser, site, 1280, 800) as page:
        motions = await after(page, {"b": 0, "p": {"0t3": [1, "0:8C"], "0t5": [0, "0:9S", "0:JD"]}}, card("0:8C"))
    assert of(motions, "face")["duration"] == 150
    assert of(motions, "cover")["duration"] == 150


async def test_three_cards_of_the_stock_come_one_over_the_other(browser: Browser, site: str) -> None:
    """In all as long as three times seventy."""
    async with opened(browser, site, 1280, 800) as page:
        motions = await after(page, {"b": 0, "p": {"0s": [6], "0w": [5, "0:8H", "0:TC", "0:AD"]}}, card("0:AD"))
    drawn = [of(motions, name) for name in ("0:8H", "0:TC", "0:AD")]
    assert [motion["delay"] for motion in drawn] == [0, 35, 70]
    assert max(motion["delay"] + motion["duration"] for motion in drawn) == 210


async def test_a_refused_card_goes_home_in_240_ms(browser: Browser, site: str) -> None:
    """With two shakes at the end, of 4 px to each side."""
    async with opened(browser, site, 1280, 800) as page:
        await page.dblclick(card("0:4S"))
        await rest(page)
        motions = await after(page, FASTER, f'{card("0:4S")}[data-pile="0w"]')
    assert of(motions, "0:4S")["duration"] == 240


async def test_a_finished_pile_is_swept_into_its_tick(browser: Browser, site: str) -> None:
    """420 ms from when the king has landed."""
    async with opened(browser, site, 1280, 800) as page:
        await page.evaluate(FRAME, {"b": 1, "k": 1, "p": WAITING})
        await page.wait_for_selector(card("1:QS"))
        await rest(page)
        motions = await after(page, {"k": 2, "p": {"b0": KING}}, ".slot[data-state=done]")
    assert 420 + 140 <= of(motions, "1:KS")["duration"] <= 420 + 220


async def test_the_deal_is_over_in_time_and_a_tap_skips_it(browser: Browser, site: str) -> None:
    """180 ms a card, 24 apart, all within 1.2 s."""
    async with opened(browser, site.replace("hands", "deal"), 1280, 800) as page:
        await page.evaluate("pounce.load", "seats=4&state=deal")
        motions = await page.evaluate(MOTIONS)
        dealt = [motion for motion in motions if motion["delay"] or motion["duration"] == 180]
        assert {motion["duration"] for motion in dealt} == {180}
        assert [motion["delay"] for motion in dealt] == [24 * i for i in range(len(dealt))]
        assert len(dealt) > 10
        assert dealt[-1]["delay"] + 180 < 1200
        await page.mouse.click(640, 790)
        assert await page.evaluate(f"({MOTIONS})().filter(motion => motion.duration === 180)") == []


async def test_less_motion_is_a_short_fade(browser: Browser, site: str) -> None:
    """60 to 80 ms, no trail, no shake, nothing that changes its place."""
    async with opened(browser, site, 1280, 800, reduced_motion="reduce") as page:
        motions = await after(page, {"p": {"b0": [3, "1:4S"]}}, card("1:4S"))
        assert of(motions, "1:4S")["changes"] == ["opacity"]
        assert 60 <= of(motions, "1:4S")["duration"] <= 80
        assert await page.locator(".trail").count() == 0


@pytest.mark.parametrize("state", ["busy", "stop"])
async def test_forced_colours_keep_the_cards_apart(browser: Browser, site: str, state: str) -> None:
    """Cards, places and seats have an edge of their own where shadows and surfaces are taken away."""
    async with opened(browser, site, 1280, 800, forced_colors="active") as page:
        await show(page, f"seats=4&state={state}")
        edges = """() => ['.pack > .card', '.seat', '.slot[data-state=next]'].map(of =>
          getComputedStyle(document.querySelector(of)).outlineStyle)"""
        assert await page.evaluate(edges) == ["solid", "solid", "solid"]


async def test_the_table_stands_at_twice_the_size(browser: Browser, site: str) -> None:
    """Zoom of 200 % is a screen of half the width; so are letters of twice the size: nothing overlaps."""
    async with opened(browser, site, 640, 400, device_scale_factor=2) as page:
        measured = await page.evaluate("queries => pounce.sweep(queries)", ["seats=2", "seats=4", "seats=4&state=stop"])
        assert [fault for table in measured for fault in table["faults"]] == []
