"""Two people and two bots play a whole round in a real browser: a laptop by mouse and keys, a phone by touch alone."""

import asyncio
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, async_playwright

from tests.support.log import RoomLog
from tests.support.pages import ARGS, CHROMIUM
from tests.support.server import ServerProcess, running

pytestmark = pytest.mark.browser

ROUND_S = 150
QUICK: dict[str, object] = {"bot_pace_ms": 300, "next_round_ms": 300_000}

# What a person sees of the own cards: the top card of each own pile, and where its middle is.
TOPS = """() => {
  const tops = new Map();
  for (const el of document.querySelectorAll('[data-card][data-pile]')) {
    const box = el.getBoundingClientRect();
    if (!box.width || !el.dataset.card || el.classList.contains('legal')) continue;
    const old = tops.get(el.dataset.pile);
    if (!old || box.bottom > old.bottom || (box.bottom === old.bottom && box.right >= old.right))
      tops.set(el.dataset.pile, {bottom: box.bottom, right: box.right, x: box.x + box.width / 2,
                                 y: box.bottom - 20, card: el.dataset.card});
  }
  return Object.fromEntries(tops);
}"""

BUTTON = """words => {
  const button = [...document.querySelectorAll('button')].find(b => b.innerText.startsWith(words) && b.offsetWidth);
  if (!button) return null;
  const box = button.getBoundingClientRect();
  return {x: box.x + box.width / 2, y: box.y + box.height / 2};
}"""

STOCK = """() => {
  const stock = [...document.querySelectorAll('[data-pile$=s]')].find(el => el.offsetWidth);
  if (!stock) return null;
  const box = stock.getBoundingClientRect();
  return {x: box.x + box.width / 2, y: box.y + box.height / 2};
}"""

# The score sheet as it is read: a row a player, numbers as numbers.
SHEET = """() => [...document.querySelectorAll('.sheet-panel tbody tr')].map(row =>
  [...row.querySelectorAll('th, td')].map(cell => {
    cell.querySelector('.float')?.remove(); // a quick word that somebody says just now
    return cell.innerText.trim();
  }))"""


class Person:
    """One person at a browser."""

    def __init__(self, page: Page, name: str, *, touch: bool) -> None:
        self.page = page
        self.name = name
        self.touch = touch
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)

    async def press(self, name: str) -> None:
        """Press a button by what it says."""
        button = self.page.get_by_role("button", name=name).first
        await (button.tap() if self.touch else button.click())

    async def sit(self) -> None:
        """Give a name and take a seat."""
        await self.page.get_by_role("textbox", name="Name").fill(self.name)
        await self.press("Sit down")
        await self.page.get_by_role("button", name="Ready").first.wait_for()

    async def on_sheet(self) -> bool:
        """Whether the score sheet is shown."""
        return await self.page.locator(".sheet-panel").count() > 0

    async def play_round(self, *, load_again: bool = False) -> None:
        """Play by hand until the score sheet comes: every top card to its best place, then the stock."""
        await self.page.locator("[data-card][data-pile]").first.wait_for()
        while not await self.on_sheet():
            await self._press_if_there("Ready ·")
            tops = await self.page.evaluate(TOPS)
            if load_again and sum(pile.startswith("b") for pile in tops) >= 3:
                await self._load_again()
                load_again = False
                continue
            for pile, top in sorted(tops.items()):
                if not pile.startswith("b") and not pile.endswith("s"):
                    await self._twice(top["x"], top["y"])
            await self._flip()
            await self._press_if_there("Stuck too")
        assert not load_again, "the round was over before the page was loaded again"

    async def _load_again(self) -> None:
        """In the middle of the round: the same seat, and the own cards lie as they lay."""
        before = await self.own_cards()
        while (now := await self.own_cards()) != before:
            before = now
        await self.page.reload()
        await self.page.locator("[data-card][data-pile]").first.wait_for()
        await self.page.wait_for_function("n => document.querySelectorAll('[data-card]').length >= n", arg=len(before))
        after = await self.own_cards()
        assert after == before or await self.on_sheet()

    async def flip_until_seen(self) -> None:
        """Turn the stock, once, and again only when nothing came of it (before Go and in a stop nothing moves)."""
        before = await self.own_cards()
        async with asyncio.timeout(30):
            while True:
                await self._press_if_there("Ready ·")
                await self._flip()
                for _ in range(100):
                    if await self.own_cards() != before:
                        return

    async def own_cards(self) -> dict[str, str]:
        tops = await self.page.evaluate(TOPS)
        return {pile: top["card"] for pile, top in tops.items() if not pile.startswith("b") and not pile.endswith("s")}

    async def _press_if_there(self, words: str) -> bool:
        """Press a button that may go away at any moment, where it is just now."""
        place = await self.page.evaluate(BUTTON, words)
        if place is None:
            return False
        if self.touch:
            await self.page.touchscreen.tap(place["x"], place["y"])
        else:
            await self.page.mouse.click(place["x"], place["y"])
        return True

    async def _twice(self, x: float, y: float) -> None:
        if self.touch:
            await self.page.touchscreen.tap(x, y)
            await self.page.touchscreen.tap(x, y)
        else:
            await self.page.mouse.dblclick(x, y)

    async def _flip(self) -> None:
        """Turn the stock by touch or with the space bar."""
        if self.touch:
            place = await self.page.evaluate(STOCK)
            if place is not None:
                await self.page.touchscreen.tap(place["x"], place["y"])
        else:
            await self.page.keyboard.press("Space")

    async def sheet(self) -> list[list[str]]:
        """The score sheet, row by row."""
        await self.page.locator(".sheet-panel tbody tr").first.wait_for(timeout=20_000)
        return [list(row) for row in await self.page.evaluate(SHEET)]


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield browser
        await browser.close()


async def walk(browser: Browser, server: ServerProcess, data_dir: Path, url: str) -> None:
    """Open a table, send the link, add two bots, play a round; one loads the page again in the middle of it."""
    laptop = await browser.new_context(viewport={"width": 1280, "height": 800})
    phone = await browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=2, has_touch=True, is_mobile=True
    )
    ann = Person(await laptop.new_page(), "Ann", touch=False)
    bo = Person(await phone.new_page(), "Bo", touch=True)
    await ann.page.goto(url)
    await ann.press("Play with friends")
    await ann.page.get_by_role("textbox", name="Name").fill(ann.name)
    await ann.press("Open the table")
    await ann.page.wait_for_url("**/t/*")
    await ann.page.get_by_role("button", name="Add a bot").first.wait_for()

    await bo.page.goto(ann.page.url)
    await bo.sit()
    for seats in (3, 4):
        await ann.press("Add a bot")
        await ann.page.wait_for_function(
            "n => [...document.querySelectorAll('button')].filter(b => b.innerText === 'Remove').length === n",
            arg=seats - 2,
        )
    await bo.press("Ready")
    await ann.page.get_by_role("button", name="Start", exact=True).click()

    async with asyncio.timeout(ROUND_S):
        await asyncio.gather(ann.play_round(), bo.play_round(load_again=True))

    seen_by_ann, seen_by_bo = await ann.sheet(), await bo.sheet()
    log = RoomLog(data_dir, ann.page.url.rpartition("/")[2])
    log.assert_conserved()
    sheet = next(point.room.sheet for point in log.points if point.room.sheet is not None)
    for person, seen in ((ann, seen_by_ann), (bo, seen_by_bo)):
        own = next(line.name for line in sheet.lines if line.name == person.name)
        expected = {
            "You" if line.name == own else line.name: (line.parts["cards"], line.points, line.total)
            for line in sheet.lines
        }
        assert {row[0]: (_number(row[1]), _number(row[3]), _number(row[-1])) for row in seen} == expected
        assert person.errors == []
    await laptop.close()
    await phone.close()


def _number(text: str) -> int:
    return int(text.replace("\u2212", "-").replace("+", ""))


async def test_a_round_with_a_friend_and_two_bots(browser: Browser, tmp_path: Path) -> None:
    """Laptop and phone, over localhost."""
    async with running(tmp_path, **QUICK) as server:
        await walk(browser, server, tmp_path, server.url.replace("127.0.0.1", "localhost"))


async def test_the_same_under_an_address_of_the_network_and_a_base_path(browser: Browser, tmp_path: Path) -> None:
    """Plain http under an address that is no localhost is no secure context; everything works all the same."""
    address = own_address()
    async with running(tmp_path, host=address, base_path="/cards", **QUICK) as server:
        page = await browser.new_page()
        await page.goto(server.url)
        assert await page.evaluate("isSecureContext") is False
        await page.close()
        await walk(browser, server, tmp_path, server.url)


async def test_pages_come_back_by_themselves_when_the_server_is_killed(browser: Browser, tmp_path: Path) -> None:
    """kill -9 in a race, ten times over: nobody touches the pages, the own cards lie as they lay, and play goes on."""
    async with running(tmp_path, bot_pace_ms=6000) as server:
        laptop = await browser.new_context(viewport={"width": 1280, "height": 800})
        phone = await browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
        ann = Person(await laptop.new_page(), "Ann", touch=False)
        bo = Person(await phone.new_page(), "Bo", touch=True)
        await ann.page.goto(server.url)
        await ann.press("Play with friends")
        await ann.page.get_by_role("textbox", name="Name").fill(ann.name)
        await ann.press("Open the table")
        await ann.page.wait_for_url("**/t/*")
        await bo.page.goto(ann.page.url)
        await bo.sit()
        await ann.press("Add a bot")
        await bo.press("Ready")
        await ann.page.get_by_role("button", name="Start", exact=True).click()
        for person in (ann, bo):
            await person.flip_until_seen()
        for _ in range(10):
            lay = [await person.own_cards() for person in (ann, bo)]
            await server.kill()
            await asyncio.gather(*(person.page.get_by_text("Connection lost").wait_for() for person in (ann, bo)))
            await server.start()
            await asyncio.gather(
                *(person.page.get_by_text("Connection lost").wait_for(state="hidden") for person in (ann, bo))
            )
            assert [await person.own_cards() for person in (ann, bo)] == lay
            for person in (ann, bo):
                await person.flip_until_seen()
        log = RoomLog(tmp_path, ann.page.url.rpartition("/")[2])
        log.assert_conserved()
        assert max(log.acks().values()) == 1


def own_address() -> str:
    """An address of this machine that is not its loopback. Nothing is sent: the kernel is asked for a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        address = str(probe.getsockname()[0])
    assert not address.startswith("127."), "this machine has no address but its loopback"
    return address
