"""Spite & Malice between two people in real browsers at a real server: one by finger alone, one by keyboard alone."""

import asyncio
import json
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import CDPSession, Page, expect

from tests.support.pointer import touch
from tests.support.spite import LOOK, Sight, Spot, Step, next_step
from tests.support.visit import Visit, chair, visiting

pytestmark = [pytest.mark.browser, pytest.mark.server]

RULES = {"pay_off": 5, "target": 0}
SETTINGS: dict[str, object] = {"next_round_ms": 300_000}
HAND_S = 240
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

# What each of them must not need: a mouse or a key for one, anything that points for the other.
WITNESS = """
  globalThis.others = { finger: 0, keys: 0 };
  addEventListener('pointerdown', ({ pointerType: by }) => {
    others.keys++;
    others.finger += by !== 'touch';
  }, { capture: true });
  addEventListener('keydown', () => others.finger++, { capture: true });
"""
FRAME = "() => new Promise(requestAnimationFrame)"
FOCUS = """() => {
  const el = document.activeElement;
  return (el?.getAttribute('aria-label') || el?.innerText || '').trim();
}"""


async def table_of(visit: Visit, **given: Any) -> Page:
    """Ann has opened a table of Spite & Malice for a single short hand."""
    ann = await visit.person("Ann", **given)
    kept = json.dumps({"spite-and-malice": {"last": RULES}})
    await ann.evaluate("kept => localStorage.setItem('pounce.rules', kept)", kept)
    await ann.reload()
    await ann.get_by_role("button", name="Spite & Malice: With friends").click()
    await expect(chair(ann, "Ann")).to_be_visible()
    return ann


class Player(ABC):
    """Somebody who plays what is seen until the score sheet is there."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.made: list[Step] = []

    async def look(self) -> dict[str, Any]:
        """What is seen now."""
        found: dict[str, Any] = await self.page.evaluate(LOOK)
        return found

    @abstractmethod
    async def make(self, step: Step, sight: Sight) -> None:
        """One card from here to there."""

    @abstractmethod
    async def send(self) -> None:
        """A discard that waits is meant."""

    @abstractmethod
    async def end(self) -> None:
        """The turn is over, with an empty hand."""

    async def play(self) -> None:
        """Whenever it is the own turn, something that was not done before."""
        done = None
        while not (look := await self.look())["over"]:
            if look["mine"] and look != done:
                if look["waits"]:
                    await self.send()
                elif (step := next_step(look)) is not None:
                    self.made.append(step)
                    await self.make(step, Sight(look))
                elif look["end"]:
                    await self.end()
                done = look
            await self.page.evaluate(FRAME)


class Thumb(Player):
    """A finger. Every other move is dragged."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        super().__init__(page)
        self.session = session

    async def tap(self, spot: Spot) -> None:
        await touch(self.session, "Start", (spot.x, spot.y))
        await touch(self.session, "End")

    async def make(self, step: Step, sight: Sight) -> None:
        source, target = sight.spot(step.source, step.card), sight.spot(step.target)
        if len(self.made) % 2:
            await self.tap(source)
            await self.page.evaluate(FRAME)
            await self.tap(target)
            return
        await touch(self.session, "Start", (source.x, source.y))
        for part in (0.1, 0.4, 0.7, 1.0):
            # The card rides above the finger.
            y = source.y + (target.y + 50 - source.y) * part
            await touch(self.session, "Move", (source.x + (target.x - source.x) * part, y))
        await self.page.evaluate("() => new Promise(done => setTimeout(() => requestAnimationFrame(done), 120))")
        await touch(self.session, "End")

    async def send(self) -> None:
        stock = await self.page.locator(".pack > .card[data-pile=stock]").bounding_box()
        assert stock
        await self.tap(Spot(stock["x"] + 20, stock["y"] + 20))

    async def end(self) -> None:
        await self.page.locator(".plate .btn").tap()


class Typist(Player):
    """A keyboard: Q to T for the cards of the hand, P the pay-off pile, digits the side stacks, A to D the centre."""

    @staticmethod
    def name(pile: str, place: int = 0) -> str:
        """The key of a pile."""
        if pile.startswith("c"):
            return "abcd"[int(pile[1])]
        return "p" if pile[1] == "p" else "qwert"[place] if pile[1] == "h" else str(int(pile[2]) + 1)

    async def press(self, key: str) -> None:
        await self.page.keyboard.press(key)
        await self.page.evaluate(FRAME)

    async def make(self, step: Step, sight: Sight) -> None:
        await self.press(self.name(step.source, step.place))
        await self.press(self.name(step.target))

    async def send(self) -> None:
        await self.press("Enter")

    async def end(self) -> None:
        await self.press("Space")

    async def choose(self, words: str) -> None:
        """Tab to the button that says so, and press it."""
        await self.page.get_by_role("button", name=words).first.wait_for()
        for _ in range(60):
            if (await self.page.evaluate(FOCUS)).startswith(words):
                return await self.press("Enter")
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never came to {words}")


async def test_two_people_play_a_hand_by_touch_alone_and_by_keyboard_alone(tmp_path: Path) -> None:
    """From home to the score sheet; the sentences of the table are all there."""
    async with visiting(tmp_path, **SETTINGS) as visit:
        ann = await table_of(visit, **PHONE)
        bo = await visit.person("Bo", ann.url)
        for page in (ann, bo):
            await page.evaluate(WITNESS)
        typist = Typist(bo)
        await typist.choose("Sit down")
        await typist.choose("Ready")
        await expect(chair(ann, "Bo")).to_contain_text("Ready")
        await ann.get_by_role("button", name="Start", exact=True).tap()
        thumb = Thumb(ann, await ann.context.new_cdp_session(ann))
        async with asyncio.timeout(HAND_S):
            await asyncio.gather(thumb.play(), typist.play())
        assert await ann.evaluate("others.finger") == 0
        assert await bo.evaluate("others.keys") == 0
        for player in (thumb, typist):
            assert any(step.discards for step in player.made)
            assert any(not step.discards for step in player.made)
            await expect(player.page.locator(".sheet-panel caption")).to_have_text("Scores after hand 1")
