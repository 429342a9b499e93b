"""Fingers on the table, and what comes between a drag and its end: a turned screen, a second finger, a call, a stop."""

import time
from collections.abc import Iterator

import pytest
from playwright.async_api import Browser, CDPSession, Page

from tests.support.pages import opened, serving
from tests.support.pointer import FRAME, card, grab, lift, middle, rest, sent, touch

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

PLAYED = ["play", "0w", ["0:4S"], "b0"]
"""What `plays` sends: the top of the waste onto the spades."""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the page with a table for two hands."""
    with serving() as address:
        yield f"{address}?seats=2&state=hands"


@pytest.mark.parametrize("second", [False, True])
async def test_a_finger_drags_and_a_second_one_puts_back(browser: Browser, site: str, second: bool) -> None:
    """The card rides above the finger, so that it is seen where it will fall."""
    async with opened(browser, site, 390, 844, has_touch=True, is_mobile=True) as page:
        session = await page.context.new_cdp_session(page)
        x, y = await middle(page, card("0:4S"))
        to_x, to_y = await middle(page, card("1:3S"))
        finger = (to_x, to_y + 60)
        await touch(session, "Start", (x, y))
        for step in (0.25, 0.5, 0.75, 1):
            await touch(session, "Move", (x + (finger[0] - x) * step, y + (finger[1] - y) * step))
        await page.wait_for_selector(".held")
        await page.wait_for_function(
            "finger => document.querySelector('.held').getBoundingClientRect().bottom < finger + 6", arg=finger[1]
        )
        if second:
            await touch(session, "Start", finger, (finger[0] + 80, finger[1]))
            await page.wait_for_selector(".held", state="detached")
        await touch(session, "End")
        await rest(page)
        assert await sent(page) == ([] if second else [PLAYED])


async def plays(session: CDPSession, page: Page) -> None:
    """Nothing is stuck: the same card can be dragged to its place."""
    await rest(page)
    x, y = await middle(page, card("0:4S"))
    to_x, to_y = await middle(page, card("1:3S"))
    await grab(session, page, "0:4S", (to_x - x, to_y + 60 - y))
    await page.wait_for_selector('.legal.aim[data-target="b0"]')
    await touch(session, "End")
    await page.wait_for_selector(f'{card("0:4S")}[data-pile="b0"]')
    assert await sent(page) == [PLAYED]


TURNED = [((390, 844), (844, 390)), ((844, 390), (390, 844)), ((768, 1024), (1024, 768))]


@pytest.mark.parametrize(("before", "after"), TURNED)
async def test_a_screen_turned_in_mid_drag_drops_nothing_wrong(
    browser: Browser, site: str, before: tuple[int, int], after: tuple[int, int]
) -> None:
    """The card is held on, as large as it is now; let go without another move it goes back, and can be taken again."""
    async with opened(browser, site, *before, has_touch=True, is_mobile=True) as page:
        session = await page.context.new_cdp_session(page)
        await grab(session, page, "0:4S", (-20, -120))
        width, height = after
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
        await session.send("Emulation.setDeviceMetricsOverride", metrics)
        await page.wait_for_function("width => document.querySelector('.table').clientWidth === width", arg=width)
        await rest(page)
        same = "() => { const held = document.querySelector('.held'); return !held || held.style.width ==="
        same += " document.querySelector('.pack > .card[data-pile=\"0t2\"]').style.width; }"
        await page.wait_for_function(same)
        await touch(session, "End")
        await page.wait_for_selector(".held", state="detached")
        assert await page.get_attribute(card("0:4S"), "data-pile") == "0w"
        assert await page.locator(".legal").count() == 0
        assert await sent(page) == []
        await plays(session, page)


async def test_a_window_resized_across_a_breakpoint_in_mid_drag_is_one_table(browser: Browser, site: str) -> None:
    """The targets are those of the new layout, and only once."""
    async with opened(browser, site, 1280, 800) as page:
        await lift(page, "0:4S", ".rail")
        await page.set_viewport_size({"width": 560, "height": 800})
        await page.wait_for_selector(".table[data-shape=phone]")
        await rest(page)
        to_x, to_y = await middle(page, card("1:3S"))
        await page.mouse.move(to_x, to_y, steps=4)
        await page.wait_for_selector('.legal.aim[data-target="b0"]')
        await page.mouse.up()
        assert await sent(page) == [PLAYED]


@pytest.mark.parametrize("how", ["cancel", "blur", "hidden", "lost", "menu"])
async def test_a_finger_that_is_taken_away_leaves_nothing_stuck(browser: Browser, site: str, how: str) -> None:
    """A call comes in, another window, a lost capture: the card goes back. A long press is no right click."""
    async with opened(browser, site, 390, 844, has_touch=True, is_mobile=True) as page:
        session = await page.context.new_cdp_session(page)
        await grab(session, page, "0:4S", (-20, -120))
        if how == "cancel":
            await touch(session, "Cancel")
        elif how == "blur":
            await page.evaluate("window.dispatchEvent(new Event('blur'))")
        elif how == "hidden":
            await page.evaluate("""() => {
              Object.defineProperty(document, 'hidden', { value: true, configurable: true });
              document.dispatchEvent(new Event('visibilitychange'));
              delete document.hidden;
            }""")
        elif how == "lost":
            lost = "new PointerEvent('lostpointercapture', { pointerId: id, bubbles: true })"
            await page.evaluate(
                f"for (let id = 0; id < 20; id++) document.querySelector('.table').dispatchEvent({lost})"
            )
        else:
            menu = "new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 100, clientY: 400 })"
            assert not await page.evaluate(f"document.querySelector('.table').dispatchEvent({menu})")
            assert await page.locator(".held").count() == 1
        if how != "cancel":
            await touch(session, "End")
        await page.wait_for_selector(".held", state="detached")
        assert await sent(page) == []
        await plays(session, page)


async def test_two_fingers_neither_scroll_nor_zoom_the_table(browser: Browser, site: str) -> None:
    """A pinch over the cards, then one finger plays on."""
    async with opened(browser, site, 390, 844, has_touch=True, is_mobile=True) as page:
        session = await page.context.new_cdp_session(page)
        await touch(session, "Start", (150, 400), (240, 400))
        for wide in (20, 60, 120):
            await touch(session, "Move", (150 - wide, 400 - wide), (240 + wide, 400 + wide))
        await touch(session, "End")
        view = "[visualViewport.scale, visualViewport.pageTop, scrollX, scrollY]"
        assert await page.evaluate(view) == [1, 0, 0, 0]
        assert await sent(page) == []
        await plays(session, page)


async def test_a_second_finger_may_tap_elsewhere_and_the_game_goes_on(browser: Browser, site: str) -> None:
    """The first one's card goes back, the first finger is forgotten, the next touch is as any other."""
    async with opened(browser, site, 390, 844, has_touch=True, is_mobile=True) as page:
        session = await page.context.new_cdp_session(page)
        finger = await grab(session, page, "0:4S", (-20, -120))
        x, y = await middle(page, card("0:9S"))
        await touch(session, "Start", finger, (x, y))
        await page.wait_for_selector(".held", state="detached")
        await touch(session, "End", finger)
        await touch(session, "Move", (finger[0], finger[1] - 30))
        await touch(session, "End")
        assert await page.locator(".held, .sel").count() == 0
        assert await sent(page) == []
        await plays(session, page)


@pytest.mark.parametrize("slip", [3, 5, 6])
async def test_a_double_click_that_slips_is_a_double_click(browser: Browser, site: str, slip: int) -> None:
    """Nothing is left hanging, and the card is played once."""
    async with opened(browser, site, 1280, 800) as page:
        session = await page.context.new_cdp_session(page)
        x, y = await middle(page, card("0:4S"))
        # With times of their own: a slow machine must not make two clicks of it.
        at = time.time()
        for click in range(2):
            for kind, dx, after in (
                ("mousePressed", 0, 0.0),
                ("mouseMoved", slip, 0.03),
                ("mouseReleased", slip, 0.06),
            ):
                event = {"type": kind, "x": x + dx, "y": y, "button": "left", "timestamp": at + 0.15 * click + after}
                await session.send("Input.dispatchMouseEvent", event | {"clickCount": click + 1})
        assert await page.locator(".held, .sel").count() == 0
        assert await sent(page) == [PLAYED]


async def test_a_tap_that_slips_on_an_own_card_plays_what_is_picked_up(browser: Browser, site: str) -> None:
    """That card could be picked up too, but it is where the other one is to go."""
    async with opened(browser, site, 390, 844, has_touch=True, is_mobile=True) as page:
        session = await page.context.new_cdp_session(page)
        for name, slip in (("0:4S", 0), ("0:5H", 5)):
            x, y = await middle(page, card(name))
            at = time.time()
            for phase, dx, after in (("Start", 0, 0.0), ("Move", slip, 0.03), ("End", slip, 0.06)):
                points = [] if phase == "End" else [{"x": x + dx, "y": y}]
                event = {"type": f"touch{phase}", "touchPoints": points, "timestamp": at + after}
                await session.send("Input.dispatchTouchEvent", event)
        assert await page.locator(".held, .sel").count() == 0
        assert await sent(page) == [["play", "0w", ["0:4S"], "0t1"]]


async def test_a_drag_that_ends_on_its_own_card_is_no_click(browser: Browser, site: str) -> None:
    """It went somewhere and came back: the card lies as before, not picked, not played."""
    async with opened(browser, site, 1280, 800) as page:
        await lift(page, "0:4S", ".rail")
        home = await middle(page, '.under-cards > .place[data-pile="0w"]')
        await page.mouse.move(*home, steps=4)
        await page.mouse.up()
        await rest(page)
        assert await page.locator(".held, .sel, .legal").count() == 0
        assert await page.get_attribute(card("0:4S"), "data-pile") == "0w"
        assert await sent(page) == []


@pytest.mark.parametrize("pointer", ["mouse", "finger"])
async def test_a_card_held_at_the_stop_goes_back_and_the_rail_says_so(
    browser: Browser, site: str, pointer: str
) -> None:
    """And letting go afterwards plays nothing."""
    given = {"has_touch": True, "is_mobile": True} if pointer == "finger" else {}
    async with opened(browser, site, *((390, 844) if given else (1280, 800)), **given) as page:
        session = await page.context.new_cdp_session(page)
        if given:
            await grab(session, page, "0:4S", (-20, -120))
        else:
            await lift(page, "0:4S", card("1:3S"))
        facts = {"phase": "stopped", "by": 1, "pile": "b0", "ready": [], "stuck": [], "left": [6, 5]}
        await page.evaluate(FRAME, {"b": 1, "k": 1, "x": facts, "d": {"resume": 5000}})
        await page.wait_for_selector(".held", state="detached")
        assert "went back" in await page.inner_text(".rail")
        await touch(session, "End") if given else await page.mouse.up()
        await rest(page)
        assert await page.get_attribute(card("0:4S"), "data-pile") == "0w"
        assert await sent(page) == []
