"""axe-core finds nothing to object to on any screen, in both themes.

A new screen is one line in `SCREENS`: its name, and how a page gets there.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.support.pages import ROOT
from tests.support.rounds import SETTINGS, to_sheet
from tests.support.visit import Visit, visiting

pytestmark = pytest.mark.browser

AXE = (ROOT / "node_modules/axe-core/axe.min.js").read_text("utf-8")
RUN = """async theme => {
  document.documentElement.dataset.theme = theme;
  await Promise.all(document.getAnimations().map(motion => motion.finished.catch(() => {})));
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(node => `${theme}: ${id} (${help}) at ${node.target}: ${node.any.map(({ message }) => message)}`));
}"""


async def full_table(visit: Visit) -> tuple[Page, Page]:
    """A host and a guest with bots of two levels, by rules of their own."""
    host = await visit.host()
    guest = await visit.guest("Bo", host)
    for _ in range(2):
        await host.get_by_role("button", name="Add a bot").click()
    await expect(host.locator(".of-bot")).to_have_count(2)
    await host.get_by_role("button", name="Nerts").click()
    await expect(guest.locator(".in-words .changed").first).to_be_visible()
    return host, guest


async def home(visit: Visit) -> Page:
    page = await visit.person("Ann")
    await expect(page.locator(".game")).to_be_visible()
    return page


async def lobby_of_host(visit: Visit) -> Page:
    return (await full_table(visit))[0]


async def lobby_of_guest(visit: Visit) -> Page:
    return (await full_table(visit))[1]


async def lobby_of_onlooker(visit: Visit) -> Page:
    host, guest = await full_table(visit)
    await guest.close()
    page = await visit.onlooker("Cy", host)
    await expect(page.get_by_role("button", name="That is me")).to_be_visible()
    return page


async def question_of_a_claim(visit: Visit) -> Page:
    host, guest = await full_table(visit)
    await guest.close()
    page = await visit.onlooker("Cy", host)
    await page.get_by_role("button", name="That is me").click()
    await expect(host.locator(".claims").get_by_text("Cy says that the seat of Bo")).to_be_visible()
    return host


async def sheet(visit: Visit) -> Page:
    """Between two rounds, with something said and the look back there."""
    ann, bo = await to_sheet(visit, target=100)
    await bo.get_by_role("button", name="Well played").click()
    await expect(ann.locator(".talk .log > div").first).to_be_visible()
    await expect(ann.locator(".review li").first).to_be_visible()
    return ann


async def sheet_of_a_match(visit: Visit) -> Page:
    return (await to_sheet(visit))[0]


async def sheet_of_an_onlooker(visit: Visit) -> Page:
    ann, _ = await to_sheet(visit)
    page = await visit.person("Cy", ann.url)
    await expect(page.locator(".sheet-panel")).to_be_visible()
    return page


async def checked_deal(visit: Visit) -> Page:
    """With its decks laid open."""
    page = await sheet_of_a_match(visit)
    await page.get_by_role("button", name="Check this deal").click()
    await expect(page.locator(".verdict")).to_contain_text("checks out")
    await page.get_by_text("Show the decks").click()
    await page.get_by_text("How it works").click()
    await expect(page.locator(".deck").first).to_be_visible()
    return page


def pressed(
    there: Callable[[Visit], Awaitable[Page]], *names: str, sheet: str = "dialog"
) -> Callable[[Visit], Awaitable[Page]]:
    """A screen that is reached from another one by pressing buttons, one after the other."""

    async def go(visit: Visit) -> Page:
        page = await there(visit)
        for name in names:
            await page.get_by_role("button", name=name).first.click()
        await expect(page.locator(sheet)).to_be_visible()
        return page

    return go


SCREENS: dict[str, Callable[[Visit], Awaitable[Page]]] = {
    "home": home,
    "bots": pressed(home, "Choose number and level"),
    "rules": pressed(home, "How it goes"),
    "menu at home": pressed(home, "Menu"),
    "lobby, host": lobby_of_host,
    "lobby, guest": lobby_of_guest,
    "lobby, onlooker": lobby_of_onlooker,
    "lobby, a claim": question_of_a_claim,
    "menu at a table": pressed(lobby_of_host, "Menu"),
    "options, host": pressed(lobby_of_host, "Change"),
    "options, guest": pressed(lobby_of_guest, "See all"),
    "a bot's seat": pressed(lobby_of_host, "Level of"),
    "a person's seat": pressed(lobby_of_host, "Bo: what can be done"),
    "seats, host": pressed(lobby_of_host, "Menu", "Seats"),
    "seats, guest": pressed(lobby_of_guest, "Menu", "Seats"),
    "sheet": sheet,
    "sheet of a match": sheet_of_a_match,
    "sheet, onlooker": sheet_of_an_onlooker,
    "a deal, checked": checked_deal,
    "muting": pressed(lobby_of_host, "Mute somebody"),
    "removing somebody": pressed(lobby_of_host, "Bo: what can be done", "Remove Bo", sheet="dialog.ask"),
}


async def findings(page: Page) -> list[Any]:
    """What axe objects to on a page."""
    await page.evaluate(AXE)
    return [finding for theme in ("dark", "light") for finding in await page.evaluate(RUN, theme)]


async def test_axe_finds_nothing(tmp_path: Path) -> None:
    """No control without a name, no text too pale, nothing that a screen reader would stumble over."""
    async with visiting(tmp_path, **SETTINGS, rooms_per_minute=600) as visit:
        found: dict[str, list[Any]] = {}
        for name, there in SCREENS.items():
            found[name] = await findings(await there(visit))
            await visit.part()
    assert found == {name: [] for name in SCREENS}
