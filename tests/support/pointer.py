"""A mouse and fingers on the made-up tables of tests/client/fixtures: real pointer and touch events."""

from typing import Any

from playwright.async_api import CDPSession, Page

FRAME = "(frame) => pounce.store.receive({ n: pounce.store.state.n + 1, ...frame })"
"""Hands the page a frame as the server would send it."""


def card(name: str) -> str:
    """The selector of a card."""
    return f'.pack > .card[data-card="{name}"]'


async def middle(page: Page, selector: str) -> tuple[float, float]:
    """The middle of an element."""
    box = await page.locator(selector).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def sent(page: Page) -> Any:
    """The moves that were sent."""
    return await page.evaluate("pounce.sent")


async def rest(page: Page) -> None:
    """Two frames later, with every motion at its end."""
    await page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    await page.evaluate("document.getAnimations().forEach(motion => motion.finish())")


async def lift(page: Page, name: str, target: str, beside: float = 0) -> None:
    """Takes a card and carries it over (or beside) a place, without letting go."""
    x, y = await middle(page, card(name))
    await page.mouse.move(x, y)
    await page.mouse.down()
    to_x, to_y = await middle(page, target)
    await page.mouse.move(to_x + beside, to_y, steps=6)
    await page.wait_for_selector(f"{card(name)}.held")


async def touch(session: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    """One touch event with these fingers."""
    fingers = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
    await session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": fingers})


async def grab(session: CDPSession, page: Page, name: str, by: tuple[float, float]) -> tuple[float, float]:
    """A finger takes a card and carries it so far; where the finger is."""
    x, y = await middle(page, card(name))
    await touch(session, "Start", (x, y))
    for step in (0.2, 0.5, 1):
        await touch(session, "Move", (x + by[0] * step, y + by[1] * step))
    await page.wait_for_selector(f"{card(name)}.held")
    return x + by[0], y + by[1]
