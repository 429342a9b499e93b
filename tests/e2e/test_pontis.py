"""A game of Pontis to a block in real browsers at a real server: one person by touch alone, one by keyboard alone."""

import asyncio
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.support.visit import Visit, chair, visiting

pytestmark = [pytest.mark.browser, pytest.mark.server]

RULES = {"must_lay": False, "jokers": 4}
"""Whoever may always pass blocks the game when he likes; of four jokers two at least are in hands."""
LAYS = 4
"""So many each lays before both pass."""
GAME_S = 120

# Whatever is no finger, and whatever is no key.
NO_FINGER = """
  globalThis.others = 0;
  addEventListener('pointerdown', ({ pointerType: by }) => { globalThis.others += by !== 'touch'; }, { capture: true });
  addEventListener('keydown', () => globalThis.others++, { capture: true });
"""
NO_KEY = """
  globalThis.others = 0;
  for (const type of ['pointerdown', 'pointermove', 'mousedown', 'mousemove', 'touchstart', 'wheel'])
    addEventListener(type, () => globalThis.others++, { capture: true });
"""

# What this seat may do: `pairs` are lays of two cards that a press lays at once, `asks` those whose joker wants a rank.
LOOK = """() => {
  const strip = document.querySelector('.table > .lays');
  const all = selector => strip && !strip.hidden ? [...strip.querySelectorAll(selector)] : [];
  const asks = all('button.lay:not(.more)').filter(el => el.textContent.includes('rank?'));
  return {
    over: document.querySelector('.sheet-panel') !== null,
    mine: all('button').length > 0,
    open: all('[data-key=open]').length > 0,
    ranks: all('.rank').map(el => el.dataset.key.slice(5)),
    pairs: all('.lay.two').map(el => el.dataset.lay.split(' ')),
    singles: all('button.lay:not(.more)').filter(el => !asks.includes(el)).map(el => el.dataset.key),
    asks: asks.map(el => el.dataset.key.split(' ')),
    verdict: all('.verdict').map(el => el.textContent).join(),
    misses: document.querySelector('.misses')?.textContent ?? '',
    wanted: document.querySelector('.bridge .n')?.textContent ?? '',
    worth: [...document.querySelectorAll('.tag.worth')].map(el => el.textContent),
  };
}"""
SETTLED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
FOCUS = "document.activeElement?.dataset?.key ?? ''"


@dataclass
class Player:
    """Somebody at the table, and what came of it. Who lays has looked for a joker first."""

    page: Page
    laid: int = 0
    named: list[str] = field(default_factory=list)
    misses: set[str] = field(default_factory=set)

    async def look(self) -> dict[str, Any]:
        """What is seen when everything stands still."""
        await self.page.evaluate(SETTLED)
        seen: dict[str, Any] = await self.page.evaluate(LOOK)
        if seen["misses"]:
            self.misses.add(seen["misses"])
        return seen

    async def turn(self, seen: dict[str, Any]) -> None:
        """One move."""
        if seen["open"]:
            await self.open()
        elif seen["ranks"]:
            await self.name("9")
        elif self.laid >= LAYS:
            await self.miss()
        else:
            self.laid += 1
            await self.lay(seen)

    async def lay(self, seen: dict[str, Any]) -> None:
        """A joker with another card while none was named; then two cards, then one."""
        natural = [pair for pair in seen["asks"] if len(pair) == 2 and "X" not in pair[0]]
        if natural and not self.named:
            await self.lay_joker(*natural[0])
        elif seen["pairs"] and self.laid % 2:
            await self.lay_two(*seen["pairs"][0])
        elif seen["singles"] or seen["pairs"]:
            await self.press_first()
        else:
            await self.miss()

    async def chosen(self, words: str) -> None:
        """Until the strip says what the chosen cards make."""
        await expect(self.page.locator(".lays .verdict")).to_contain_text(words)

    async def open(self) -> None: ...
    async def name(self, rank: str) -> None: ...
    async def miss(self) -> None: ...
    async def press_first(self) -> None: ...
    async def lay_two(self, low: str, high: str) -> None: ...
    async def lay_joker(self, card: str, joker: str) -> None: ...


class Thumb(Player):
    """A finger and nothing else."""

    async def tap(self, selector: str) -> None:
        await self.page.locator(f".table > .lays {selector}").first.tap()

    async def tap_card(self, card: str) -> None:
        """Where the card is seen: at its index."""
        box = await self.page.locator(f'.pack > .card[data-card="{card}"]').bounding_box()
        assert box
        await self.page.touchscreen.tap(box["x"] + 16, box["y"] + 20)

    async def open(self) -> None:
        """By the button under the rail."""
        await self.tap("[data-key=open]")

    async def name(self, rank: str) -> None:
        await self.tap(f'[data-key="rank {rank}"]')

    async def miss(self) -> None:
        await self.tap("[data-key=pass]")

    async def press_first(self) -> None:
        """The first lay that is offered, one tap away."""
        await self.tap(".half, button.lay:not(.more)")

    async def lay_two(self, low: str, high: str) -> None:
        """Chosen in the hand; the first card is put on top, and a tap on the own bank lays."""
        await self.tap_card(low)
        await self.tap_card(high)
        await expect(self.page.locator(".bank-ring")).to_be_visible()
        await self.tap(f'[data-key="top {low}"]')
        await expect(self.page.locator(f'.lays [data-key="top {low}"]')).to_have_attribute("aria-pressed", "true")
        box = await self.page.locator(".bank-ring").bounding_box()
        assert box
        await self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        await self.on_top(low)

    async def lay_joker(self, card: str, joker: str) -> None:
        """The strip asks for the rank in place; then Lay."""
        await self.tap_card(card)
        await self.tap_card(joker)
        await self.chosen("counts as")
        rank = (await self.look())["ranks"][0]
        await self.name(rank)
        await self.tap("[data-key=lay]")
        self.named.append(rank)
        await self.on_top(joker)

    async def on_top(self, card: str) -> None:
        """The turn has gone on, and the own bank ends in this card."""
        await expect(self.page.locator(f'.pack > .card[data-zone=middle][data-card="{card}"]')).to_have_count(1)


class Typist(Player):
    """Keys and nothing else."""

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    async def walk(self, card: str) -> None:
        """By arrows to a card of the hand."""
        for _ in range(60):
            if await self.page.evaluate(FOCUS) == card:
                return
            await self.press("ArrowRight" if await self.ahead(card) else "ArrowLeft")
        raise AssertionError(card)

    async def ahead(self, card: str) -> bool:
        """Whether the card comes after the one in focus."""
        order = """card => {
          const cards = [...document.querySelectorAll('.pack > .card[data-zone=own]')].map(el => {
            const { e, f } = new DOMMatrix(el.style.transform);
            return { key: el.dataset.key, x: e, y: f };
          }).sort((a, b) => a.y - b.y || a.x - b.x).map(({ key }) => key);
          return cards.indexOf(card) > cards.indexOf(document.activeElement?.dataset?.key ?? '');
        }"""
        return bool(await self.page.evaluate(order, card))

    async def open(self) -> None:
        await self.press("o")

    async def name(self, rank: str) -> None:
        await self.press("0" if rank == "T" else rank.lower())

    async def miss(self) -> None:
        await self.press("p")

    async def press_first(self) -> None:
        """By its number."""
        await self.press("1")

    async def lay_two(self, low: str, high: str) -> None:
        """Walks to both, turns them round and back; Enter on a chosen card lays."""
        await self.walk(low)
        await self.press("Enter")
        await self.walk(high)
        await self.press("Enter")
        await expect(self.page.locator(f'.lays [data-key="top {high}"]')).to_have_attribute("aria-pressed", "true")
        await self.press("x")
        await expect(self.page.locator(f'.lays [data-key="top {low}"]')).to_have_attribute("aria-pressed", "true")
        await self.press("x", "Enter")

    async def lay_joker(self, card: str, joker: str) -> None:
        await self.walk(card)
        await self.press("Enter")
        await self.walk(joker)
        await self.press("Enter")
        await self.chosen("counts as")
        rank = (await self.look())["ranks"][-1]
        await self.name(rank)
        await self.press("l")
        self.named.append(rank)


async def at_table(visit: Visit) -> tuple[Page, Page]:
    """Ann at a desk and Bo with a phone, and the cards are dealt."""
    ann = await visit.person("Ann")
    kept = json.dumps({"pontis": {"last": RULES}})
    await ann.evaluate("kept => localStorage.setItem('pounce.rules', kept)", kept)
    await ann.reload()
    await ann.locator("[data-game=pontis]").get_by_role("button").filter(has_text="friends").click()
    await expect(ann.locator(".in-words")).to_contain_text("Must lay")
    bo = await visit.person("Bo", ann.url, has_touch=True, is_mobile=True)
    await bo.set_viewport_size({"width": 390, "height": 844})
    await bo.get_by_role("button", name="Sit down").tap()
    await bo.get_by_role("button", name="Ready", exact=True).tap()
    await expect(chair(ann, "Bo")).to_contain_text("Ready")
    await ann.get_by_role("button", name="Start", exact=True).click()
    for page in (ann, bo):
        await expect(page.locator(".pack > .card[data-zone=own]").first).to_be_visible()
    await ann.mouse.move(0, 0)
    await ann.evaluate(NO_KEY)
    await bo.evaluate(NO_FINGER)
    return ann, bo


async def test_a_game_is_played_to_a_block_by_touch_and_by_keyboard(tmp_path: Path) -> None:
    """A joker is named in place, misses are seen, and the end tells what the banks count."""
    async with visiting(tmp_path, next_round_ms=300_000) as visit:
        ann, bo = await at_table(visit)
        players = Typist(ann), Thumb(bo)
        ended = "[...document.querySelectorAll('.sheet[data-kind=ended]:not([hidden])')].map(el => el.innerText).join()"
        said = set()
        async with asyncio.timeout(GAME_S):
            while not (looks := [await player.look() for player in players])[0]["over"]:
                for player, seen in zip(players, looks, strict=True):
                    if seen["mine"]:
                        await player.turn(seen)
                        break
                said.add(await ann.evaluate(ended))
        assert any("Blocked" in words for words in said), said
        await expect(bo.locator(".sheet-panel")).to_contain_text("Bank")
        assert players[0].named or players[1].named, "a joker was named"
        assert any("1 of 2 missed: 2 in a row are a block" in words for player in players for words in player.misses)
        assert await ann.evaluate("globalThis.others") == 0, "only keys"
        assert await bo.evaluate("globalThis.others") == 0, "only a finger"
