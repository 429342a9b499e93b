"""A round by touch alone in a real browser at a real server, against an easy bot: taps and drags, upright and lying."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import CDPSession, Page, expect

from tests.support.pages import chromium
from tests.support.pointer import touch
from tests.support.server import running
from tests.support.strategy import LOOK, PASS, Spot, Step, next_step

pytestmark = [pytest.mark.browser, pytest.mark.server]

SETTINGS: dict[str, object] = {"countdown_ms": 1000, "next_round_ms": 300_000, "bot_pace_ms": 400}
"""A bot that plays on while a finger looks for its card: a round in which both are stuck would take minutes else."""
RULES = {"pounce_pile": 5, "king_stop": "off", "target": 0}
ROUND_S = 240

# A mouse or a key: none of it is a finger.
WITNESS = """
  globalThis.others = 0;
  addEventListener('pointerdown', ({ pointerType: by }) => { globalThis.others += by !== 'touch'; }, { capture: true });
  addEventListener('keydown', () => globalThis.others++, { capture: true });
"""


class Thumb:
    """Somebody with a finger and nothing else. Plays what is seen; remembers only for how long nothing has gone."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page = page
        self.session = session
        self.turns = 0
        self.taps = 0
        self.drags = 0

    async def tap(self, spot: Spot) -> None:
        """A short touch."""
        await touch(self.session, "Start", (spot.x, spot.y))
        await touch(self.session, "End")

    async def drag(self, source: Spot, target: Spot) -> None:
        """Along the glass; the card rides above the finger, so the finger goes a little further down."""
        await touch(self.session, "Start", (source.x, source.y))
        for part in (0.1, 0.4, 0.7, 1.0):
            x = source.x + (target.x - source.x) * part
            y = source.y + (target.y + 50 - source.y) * part
            await touch(self.session, "Move", (x, y))
        await self.page.evaluate("() => new Promise(done => setTimeout(() => requestAnimationFrame(done), 120))")
        await touch(self.session, "End")

    async def make(self, step: Step) -> None:
        """Every other move is dragged."""
        if step.target is None:
            self.turns += 1
            await self.tap(step.source)
        elif self.drags < self.taps:
            self.turns = 0
            self.drags += 1
            await self.drag(step.source, step.target)
        else:
            self.turns = 0
            await self.tap(step.source)
            await self.page.evaluate("() => new Promise(requestAnimationFrame)")
            if await self.page.locator(".pack > .card.sel").count():
                self.taps += 1
                await self.tap(step.target)

    async def turn(self, look: dict[str, Any]) -> None:
        """What to do now."""
        key = next((key for key in ("ready", "stuck") if key in look["buttons"]), None)
        if key == "ready" or (key and self.turns > PASS):
            await self.page.locator(f"[data-key={key}]").tap()
        elif not look["waiting"] and look["sheet"] in ("", "go") and (step := next_step(look)) is not None:
            await self.make(step)
            if self.turns > 2 * PASS and "unstuck" not in look["buttons"]:
                self.turns = 0
                await self.page.locator(".plate .btn").tap()

    async def play(self) -> None:
        """Until the score sheet is there."""
        seen = None
        while not (look := await self.page.evaluate(LOOK))["over"]:
            if look["cards"] and look != seen:
                await self.turn(look)
                seen = look
            await self.page.evaluate("() => new Promise(requestAnimationFrame)")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
async def test_a_round_is_played_by_touch_alone(tmp_path: Path, width: int, height: int) -> None:
    """From home to the score sheet; nothing on the way needs a mouse or a key."""
    given: dict[str, Any] = {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}
    async with running(tmp_path, **SETTINGS) as server, chromium() as browser:
        context = await browser.new_context(**given)
        await context.add_init_script(WITNESS)
        kept = {
            "pounce.name": "Tam",
            "pounce.rules": json.dumps({"pounce": {"last": RULES}}),
            "pounce.bots": json.dumps({"count": 1, "level": "easy"}),
        }
        await context.add_init_script(
            f"for (const [key, value] of Object.entries({json.dumps(kept)})) localStorage.setItem(key, value)"
        )
        page = await context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        await page.goto(server.url)
        await page.get_by_role("button", name="Play with friends").tap()
        await page.get_by_role("button", name="Add a bot").tap()
        await expect(page.locator(".of-bot")).to_have_count(1)
        await page.get_by_role("button", name="Start", exact=True).tap()
        thumb = Thumb(page, await context.new_cdp_session(page))
        async with asyncio.timeout(ROUND_S):
            await thumb.play()
        assert errors == []
        assert await page.evaluate("others") == 0
        assert thumb.taps >= 3
        assert thumb.drags >= 3
        assert await page.locator(".sheet-panel tbody").inner_text() != ""
